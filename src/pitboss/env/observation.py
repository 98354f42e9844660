"""What an agent sees, as arrays of one shape for every game: `cards` (6, 52) and `table` (10,), both int8.

`docs/reference/environments.md` says what each row and each place means.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pitboss.cards import STANDARD_DECK, Card
from pitboss.desk.sight import HandInSight, Sight

Observation = dict[str, NDArray[np.int8]]

ROWS = ("asked", "open", "closed", "dealer", "elsewhere", "newest")
PLACES = ("kind", "total", "soft", "cards", "doubles", "split", "switched", "hands", "dealer", "staked")
KINDS = ("", "decide", "bet", "set", "switch", "insurance", "rescue", "late-wager", "claim")
"""The kinds of questions by their number; a kind that is not here has the next number."""
MOST = np.iinfo(np.int8).max
_COLUMN = {card: column for column, card in enumerate(STANDARD_DECK)}
_KIND = {kind: number for number, kind in enumerate(KINDS)}


def observation_space() -> spaces.Dict:
    """Return the space of all observations."""
    cards = spaces.Box(0, MOST, (len(ROWS), len(STANDARD_DECK)), np.int8)
    return spaces.Dict({"cards": cards, "table": spaces.Box(0, MOST, (len(PLACES),), np.int8)})


def observe(sight: Sight) -> Observation:
    """Return what a player sees as arrays."""
    cards = np.zeros((len(ROWS), len(STANDARD_DECK)), np.int8)
    asked = sight.asked
    mine = (*sight.open, *sight.closed)
    if asked is not None:
        _count(cards, 0, asked.cards)
        _count(cards, 5, asked.cards[-1:])
    for hand in sight.open:
        _count(cards, 1, hand.cards)
    for hand in sight.closed:
        _count(cards, 2, hand.cards)
    _count(cards, 3, sight.dealer.cards)
    for other in sight.others:
        _count(cards, 4, other.cards)
    _count(cards, 4, sight.elsewhere)
    for hand in mine:
        _count(cards, 5, hand.cards[-1:])
    return {"cards": cards, "table": np.array(_places(sight, asked, mine), np.int8)}


def _count(cards: NDArray[np.int8], row: int, those: Iterable[Card]) -> None:
    for card in those:
        cards[row, _COLUMN[card]] += 1


def _places(sight: Sight, asked: HandInSight | None, mine: tuple[HandInSight, ...]) -> list[int]:
    hand = sight.dealer if asked is None else asked
    known = asked is not None
    return [
        _KIND.get(sight.kind, len(KINDS)),
        min(hand.total, MOST) * known,
        hand.soft * known,
        (len(hand.cards) + hand.down) * known,
        sight.doubles,
        int(sight.split),
        int(sight.switched),
        len(mine) + known,
        sight.dealer.total,
        min(2 * sight.staked // sight.unit, MOST),
    ]


def mask_of(legal: Iterable[int], size: int) -> NDArray[np.int8]:
    """Return which actions are legal, as ones."""
    mask = np.zeros(size, np.int8)
    for number in legal:
        mask[number] = 1
    return mask


def drawn(sight: Sight) -> str:
    """Return the table as its player sees it, one line a hand."""
    lines = [f"dealer    {_line(sight.dealer)}"]
    lines += [f"hand {hand.name}  {_line(hand)}" for hand in sight.others]
    if sight.asked is not None:
        mine = sorted((sight.asked, *sight.open, *sight.closed), key=lambda hand: hand.name)
        marked = sight.asked if sight.kind else None
        lines += [f"hand {hand.name}{'>' if hand is marked else ' '} {_line(hand)}" for hand in mine]
    return "\n".join(lines if sight.dealer.name else ["no cards are dealt"])


def _line(hand: HandInSight) -> str:
    cards = " ".join([*(card.text for card in hand.cards), *["??"] * hand.down])
    total = f"  {'soft ' if hand.soft else ''}{hand.total}" if hand.cards else ""
    return f"{cards}{total}{f'  {hand.closed}' if hand.closed else ''}"


Info = dict[str, Any]
