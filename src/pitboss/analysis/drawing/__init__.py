"""Exact analysis of games of the blackjack family: best play from a fresh shoe, and what it is worth."""
