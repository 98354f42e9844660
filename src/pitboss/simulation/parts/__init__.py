"""What the kernel has to know of each way of playing: its record, its rows, and the decisions that it makes."""
