"""Decks that come shuffled and under seal, and a stack that a device has put into the shoe before it is cut."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from pitboss.core.asking import Conduct
from pitboss.core.facts import SealBroken
from pitboss.core.options import Intent, Option, Refusal, Ruling, Taken, Takes
from pitboss.core.requests import Act, Decide
from pitboss.core.rules import R
from pitboss.ids import DEALER, HOUSE_DEALER, HandId, Player, once_each

if TYPE_CHECKING:
    from pitboss.core.shuffling import ShoeTerms


@dataclass(frozen=True, slots=True)
class BreakSeal(Intent):
    """Open decks that were inspected and shuffled before: their seal, and the reference of the approval.

    What the house has stated need not be said.
    """

    verb: ClassVar[str] = "break-seal"
    needs_hand: ClassVar[bool] = False
    seal: str
    approval: str = ""

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        if not words or not all(re.fullmatch(r"[!-~]{1,64}", word) for word in words):
            raise ValueError("takes a seal and the reference of the approval, as in break-seal 4471 A-12 of 1 March")
        return cls(words[0], " ".join(words[1:]))

    def written(self) -> str:
        return " ".join(filter(None, (self.verb, self.seal, self.approval)))


@dataclass(frozen=True, slots=True)
class TakeOut(Intent):
    """Take the stack that the device has loaded out of the shoe, to be cut."""

    verb: ClassVar[str] = "take-out"
    needs_hand: ClassVar[bool] = False


def may_break_seal(t: Conduct[R], _player: Player, _hand: HandId) -> Ruling:
    clauses = t.rules.shoe.preshuffled or t.rules.turn
    return Refusal("no-seal-now", "no decks under seal are to be opened", clauses)


def may_take_out(t: Conduct[R], _player: Player, _hand: HandId) -> Ruling:
    clauses = t.rules.shoe.device_loads or t.rules.turn
    return Refusal("no-stack-now", "there is no stack to take out of the shoe", clauses)


async def break_seal(t: Conduct[R], terms: ShoeTerms) -> None:
    """The dealer or the floor says the seal and the approval; nobody shuffles what is shuffled already."""

    def taking() -> tuple[Takes, ...]:
        return (Takes(Taken.NAME if terms.approval else Taken.NAME_AND_WORDS),)

    def check(intent: Intent) -> Refusal | None:
        assert isinstance(intent, BreakSeal)
        says = "the house has stated no approval of these decks: say its reference after the seal"
        return None if intent.approval or terms.approval else Refusal("no-approval", says, terms.preshuffled)

    example = BreakSeal("4471", "" if terms.approval else "A-12 of 1 March")
    option = Option(BreakSeal, terms.preshuffled, (example,), check, taking)
    answer = await t.need(Decide(HOUSE_DEALER, DEALER, (option,)))
    assert isinstance(answer, Act)
    assert isinstance(answer.intent, BreakSeal)
    approval = answer.intent.approval or terms.approval
    t.record(SealBroken(terms.cards, answer.intent.seal, approval, terms.preshuffled))


async def take_out(t: Conduct[R], terms: ShoeTerms) -> None:
    """What a device has put into the shoe comes out again where the cards must be cut after it."""
    clauses = once_each(terms.device_loads + terms.cites.offer)
    await t.need(Decide(HOUSE_DEALER, DEALER, (Option(TakeOut, clauses, (TakeOut(),)),)))
