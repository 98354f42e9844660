"""The games: each edition's round as a tuple of steps, compiled for a house."""
