"""pitboss: an executable rulebook for Spanish 21 and blackjack-poker combination games."""
