"""The cut card where people deal: the dealer says where it goes in, and when it comes out.

The program counts the cards in front of it as a check. The count is never right against the dealer: where they differ,
the record says by how much, and play goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from pitboss.core.asking import Conduct
from pitboss.core.burning import is_burn
from pitboss.core.facts import CutCardAtBurn, CutCardPlaced, CutCardReached
from pitboss.core.incidents import CutCardOut
from pitboss.core.options import Intent, Option, Refusal, Ruling, Taken, Takes
from pitboss.core.procedure import Round
from pitboss.core.requests import Act, Decide, NextCard, Request
from pitboss.core.rules import R
from pitboss.ids import DEALER, HOUSE_DEALER, HandId, Player

if TYPE_CHECKING:
    from pitboss.core.shuffling import ShoeTerms


@dataclass(frozen=True, slots=True)
class PlaceCutCard(Intent):
    """Put the cut card into the stack with this number of cards behind it."""

    verb: ClassVar[str] = "place"
    needs_hand: ClassVar[bool] = False
    behind: int

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        if len(words) != 1 or not (words[0].isascii() and words[0].isdecimal() and len(words[0]) < 5):
            raise ValueError("takes the number of cards behind the cut card, as in place 72")
        return cls(int(words[0]))

    def written(self) -> str:
        return f"{self.verb} {self.behind}"


def may_place(t: Conduct[R], _player: Player, _hand: HandId) -> Ruling:
    """The cut card goes in after the cut and at no other time."""
    says = "there is no stack into which the cut card could go"
    return Refusal("no-place-now", says, t.rules.shoe.cites.cut_card)


def place_option(terms: ShoeTerms, cards: int) -> Option:
    least, most = terms.least_cards_behind(cards), cards - 1

    def check(intent: Intent) -> Refusal | None:
        assert isinstance(intent, PlaceCutCard)
        if least <= intent.behind <= most:
            return None
        says = f"the cut card has {least} to {most} of these {cards} cards behind it, not {intent.behind}"
        return Refusal("cut-card-too-near-the-end", says, terms.cites.cut_card)

    def taking() -> tuple[Takes, ...]:
        return (Takes(Taken.CARDS, least, most),)

    usual = max(least, min(most, terms.cards_behind(cards)))
    return Option(PlaceCutCard, terms.cites.cut_card, (PlaceCutCard(usual),), check, taking)


async def place_cut_card(t: Conduct[R], terms: ShoeTerms, cards: int) -> bool:
    """Whether it went in: somebody may have ordered the cards to be cut again."""
    if terms.behind is None:  # an approved procedure may do without one
        return True
    place = Decide(HOUSE_DEALER, DEALER, (place_option(terms, cards),))
    answer = await t.ask(place, lambda: None if t.to_be_recut else place)
    if answer is None:
        return False
    assert isinstance(answer, Act)
    assert isinstance(answer.intent, PlaceCutCard)
    behind = answer.intent.behind
    t.record(CutCardPlaced(behind, terms.cites.cut_card, cards - behind))
    return True


def refuses_cut_card(t: Conduct[R], _: CutCardOut, _request: Request) -> Refusal | None:
    """It comes out once, where the next card was due."""
    if not (t.live and t.practices.reports_cut_card):
        return t.refuses_unknown(CutCardOut())
    terms = t.rules.shoe
    if terms.behind is None:
        return Refusal("no-such-incident", "this shoe has no cut card", terms.cites.reached)
    if t.cut_card_out:
        return Refusal("no-such-incident", "the cut card is out already", terms.cites.reached)
    return None


async def cut_card_out(t: Round[R], _: CutCardOut) -> None:
    """The dealer puts it aside; this round, or the one that follows a burned card, is the last of the shoe."""
    request, layout, clauses = t.asked, t.layout, t.rules.shoe.cites.reached
    off = 0 if layout.cut_card_due is None else layout.cut_card_due - layout.cards_dealt
    if is_burn(request):
        t.record(CutCardAtBurn(off, clauses))
    else:
        assert isinstance(request, NextCard)
        assert isinstance(request.to, HandId)
        t.record(CutCardReached(request.to, clauses, off))
