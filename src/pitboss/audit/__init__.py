"""What a record proves: its rounds played again, its shoes checked, and everything that is wrong with it."""
