"""One module for each way of playing: what it is worth, advises, charts and simulates."""
