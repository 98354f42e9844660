"""Games as programmes: how a round is played, in the order of the text, out of the pieces."""
