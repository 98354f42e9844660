"""What is kept: facts and answers as bytes, chained lines, files that can fail, and receipts that others keep."""
