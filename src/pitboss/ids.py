"""Names of things. Different things have different types, so that a box is never taken for a hand number."""

from __future__ import annotations

from enum import Enum, StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, NewType

Box = NewType("Box", int)
Player = NewType("Player", str)
Wager = NewType("Wager", str)
ClauseId = NewType("ClauseId", str)
Clauses = tuple[ClauseId, ...]

MAIN: Final = Wager("main")


class HandId(NamedTuple):
    """A hand: its box, counted from the dealer's left, and its number there. A split gives the next free number."""

    box: Box
    number: int

    @staticmethod
    def parse(text: str) -> HandId:
        """The inverse of `str`; raises `ValueError`."""
        box, _, number = text.partition(".")
        hand = HandId(Box(int(box)), int(number))
        if str(hand) != text:
            raise ValueError(f"{text[:40]!r} is no hand; write one as in 1.1")
        return hand

    def __str__(self) -> str:
        return f"{self.box}.{self.number}"


DEALER: Final = HandId(Box(0), 1)
HOUSE_DEALER: Final = Player("dealer")


def tip_on(wager: Wager) -> Wager:
    """The wager that is a tip for the dealer riding on this one."""
    return Wager(f"tip-{wager}")


SECOND_SPOT: Final = "-2"


def on_second_spot(wager: Wager) -> Wager:
    """The name under which a wager is placed on the second spot of a box alone."""
    return Wager(f"{wager}{SECOND_SPOT}")


def is_tip(wager: Wager) -> bool:
    return wager.startswith("tip-")


class Pile(Enum):
    """Where cards go that are in nobody's hand."""

    DISCARDS = "the discard rack"


Holder = HandId | Pile


class StakeId(NamedTuple):
    """One person's wager of one kind on one hand."""

    player: Player
    hand: HandId
    wager: Wager


RESERVED: Final = frozenset(
    {
        *("player", "dealer", "floor", "supervisor", "operator", "regulator", "device", "time-limit", "house"),
        "because",
    }
)
RESERVED_EARLIER: Final = frozenset({"dealer", "floor", "supervisor"})


def canonical(name: str) -> str:
    """Return what all spellings of a name have in common: case, - and _ tell nobody apart."""
    return name.casefold().replace("-", "").replace("_", "")


def is_same_person(one: str, other: str) -> bool:
    return canonical(one) == canonical(other)


_NO_NAMES: Final = frozenset(map(canonical, RESERVED))


def is_name(text: str) -> bool:
    """Whether a person may be called this: it must be readable in the notation and not mean somebody else."""
    return _is_word(text) and canonical(text) not in _NO_NAMES


def was_name(text: str) -> bool:
    """Whether a person could be called this at tables that did not know people yet."""
    return _is_word(text) and text.lower() not in RESERVED_EARLIER


def _is_word(text: str) -> bool:
    letters = text.isascii() and text.replace("-", "").replace("_", "").isalnum()
    return letters and text[0].isalpha() and len(text) <= 40


class Role(StrEnum):
    """In what capacity somebody, or something, speaks at a table."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOOR = "floor"
    SUPERVISOR = "supervisor"
    OPERATOR = "operator"
    REGULATOR = "regulator"
    DEVICE = "device"
    TIME_LIMIT = "time-limit"
    HOUSE = "house"

    def may_act_as(self, other: Role) -> bool:
        """Whether somebody in this role has the authority of another: a higher rank may act for a lower (S33)."""
        return self is other or (self in RANKS and other in RANKS and RANKS.index(self) >= RANKS.index(other))


RANKS: Final = (Role.DEALER, Role.FLOOR, Role.SUPERVISOR)


class Author(NamedTuple):
    """Who says something: a role, and the name of who has it."""

    role: Role
    name: str

    @staticmethod
    @lru_cache(maxsize=256)
    def parse(text: str) -> Author:
        """The inverse of `str`; raises `ValueError`."""
        role, _, name = text.partition(":")
        author = Author(Role(role), name)
        if not _is_word(name):
            raise ValueError(f"{name!r} is no name")
        return author

    def __str__(self) -> str:
        return f"{self.role}:{self.name}"


def once_each(cited: Clauses) -> Clauses:
    """Clauses in their order, none of them twice."""
    return cited if len(set(cited)) == len(cited) else tuple(dict.fromkeys(cited))


def clauses(*ids: str) -> Clauses:
    return tuple(ClauseId(each) for each in ids)
