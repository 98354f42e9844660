"""The standard game: its verbs, its rules for each verb, its steps. Other games are this one with exceptions."""
