"""Tables and their records: opening, reading what is finished, and playing a record again through the rules.

Nothing here prices a wager, and nothing but `file_tables` knows where a record is stored.
"""
