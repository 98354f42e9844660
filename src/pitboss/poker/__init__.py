"""Poker hands of two to five cards. Which of them beats which, each text says for itself."""

from pitboss.poker.hands import Kind, first_made, made

__all__ = ["Kind", "first_made", "made"]
