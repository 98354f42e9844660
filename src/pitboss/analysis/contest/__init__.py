"""Blackjack and a two-card poker hand on the same cards, played for together: Ante Up 21."""
