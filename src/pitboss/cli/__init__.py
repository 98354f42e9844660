"""The command line: one file a command. Nothing else knows this room."""
