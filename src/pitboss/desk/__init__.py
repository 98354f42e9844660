"""The desk: what a user wants done, with typed values in and out. The command line formats them."""
