"""A packet at the terminal: its cards by their places, and the two that are the low hand as a person types them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitboss.cards import Card, in_our_letters
from pitboss.rules.setting import LOW, Setting

Name = Callable[[Card], str]


def numbered(packet: Sequence[Card], name: Name) -> str:
    return ", ".join(f"{place} {name(card)}" for place, card in enumerate(packet, start=1))


def spoken(setting: Setting, name: Name) -> str:
    low, high = (", ".join(map(name, group)) for group in setting)
    return f"{high} over {low}"


def read_low(packet: Sequence[Card], text: str) -> Setting | None:
    """The setting with these two cards low, given by their places or as cards; nothing where that is not clear."""
    words = text.removeprefix("set ").removeprefix("s ").replace(",", " ").split()
    known = {str(place): card for place, card in enumerate(packet, start=1)} | {card.text: card for card in packet}
    low = [known.get(word) or known.get(in_our_letters(word)) for word in words]
    chosen = tuple(dict.fromkeys(card for card in low if card is not None))
    if not len(low) == len(chosen) == LOW:
        return None
    return Setting(chosen, tuple(card for card in packet if card not in chosen))
