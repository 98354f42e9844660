"""What a viewer is asked: plain data that a face shows, and from which it makes what it says back."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pitboss.ids import DEALER, HOUSE_DEALER, Clauses
from pitboss.money import ZERO, Cents, plain


class BlankKind(StrEnum):
    """What fills a gap: an amount in cents, a number, a card, a player at the table, a new name, a reason, or an answer
    in the words of the record.
    """

    CENTS = "cents"
    NUMBER = "number"
    CARD = "card"
    PLAYER = "player"
    NAME = "name"
    REASON = "reason"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Blank:
    """What fills one `{}` of a choice: one `of` these, or a number from `least` to `most` in steps.

    Amounts are numbers of cents here, and dollars where they are said: 1250 fills a gap as `12.50`.
    """

    kind: BlankKind
    least: int = 0
    most: int | None = None
    step: int = 1
    of: tuple[str, ...] = ()

    def written(self, value: int | str) -> str:
        """Return a value as it stands in the gap."""
        return plain(Cents(value)) if self.kind is BlankKind.CENTS and isinstance(value, int) else str(value)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be said now.

    `say` has a `{}` for each of `takes`; where there are none, `ways` lists all that may be said, and `say` is the
    usual one. If `hand` is set, the words are about that hand and follow its name: `ann@3.1 double 94.50`, and
    `dealer@0.1 cut 144` where the house acts. `cost` is the least that it takes from the player's chips;
    it is not `affordable` if the chips do not reach.
    """

    verb: str
    label: str
    say: str
    hand: str = ""
    takes: tuple[Blank, ...] = ()
    ways: tuple[str, ...] = ()
    cost: Cents = ZERO
    affordable: bool = True
    clauses: Clauses = ()

    def text(self, player: str, *values: int | str, way: str | None = None) -> str:
        """Return the answer in words, said for this player, with these values in its gaps.

        >>> Choice("double", "Double", "double {}", "3.1", (Blank(BlankKind.CENTS),)).text("ann", 9450)
        'ann@3.1 double 94.50'
        """
        says = way or self.say.format(*(blank.written(value) for blank, value in zip(self.takes, values, strict=True)))
        if not self.hand:
            return says
        return f"{HOUSE_DEALER if self.hand == str(DEALER) else player}@{self.hand} {says}"


@dataclass(frozen=True, slots=True)
class No:
    """What may not be done now, and why: a code for programs, a sentence, and the clauses that forbid it."""

    verb: str
    code: str
    says: str
    clauses: Clauses = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """One wager on one box: what lies there, what the whole of it may be, and what it is tied to.

    `room` goes as far as the rules and the player's chips reach; it is None if nothing may be put there now, and
    `refused` says why. The player must have it if it is `compulsory`; it `needs` other wagers on the box, and may be
    limited to one or have to equal one.
    """

    hand: str
    wager: str
    label: str
    placed: Cents = ZERO
    room: Blank | None = None
    compulsory: bool = False
    needs: tuple[str, ...] = ()
    not_above: str = ""
    equals: str = ""
    clauses: Clauses = ()
    refused: No | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What a table asks now, as it is put to one viewer.

    `seen` is the last line of the record, which the answer gives back. `to` is whom it is put to: `player:ann`,
    `players`, `dealer`, `supervisor` or `device`; it is `yours` if the viewer may answer. `refused` are the verbs of
    this question whose own rule says no. `reports` are what staff may report, and a player ask, instead of an answer.
    `passes` is `decline` or `close` if the viewer may say that, and `keeps_open` why a window cannot be closed yet.
    """

    seen: int
    kind: str
    to: str
    says: str
    yours: bool = False
    hand: str = ""
    choices: tuple[Choice, ...] = ()
    refused: tuple[No, ...] = field(default=(), metadata={"name": "not"})
    bets: tuple[Spot, ...] = ()
    reports: tuple[Choice, ...] = ()
    passes: str = ""
    keeps_open: No | None = None
