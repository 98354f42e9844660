"""Where cards come from: a stack of known or shuffled cards that answers a round's requests."""
