"""Spanish 21: what its texts have in common, and one module for each edition."""
