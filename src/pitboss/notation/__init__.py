"""Rounds as text: a TOML file that a regulator can write by hand, and its way through the rules and back."""
