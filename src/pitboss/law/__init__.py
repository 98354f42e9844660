"""The law as data: clauses, options and what is permitted, pay tables, open questions, house files."""
