"""Colorado Rule 21: blackjack-poker combination games, one module each."""
