"""Rigged shoes, simple plans, and an account of what a hand is owed that shares nothing with the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from conformance.suite import game
from pitboss.analysis.drawing.tables import RANKS, Multiset, all_hands, numbers
from pitboss.analysis.drawing.terms import Terms
from pitboss.cards import Card, Rank, Suit, cards
from pitboss.core.hands import Hand
from pitboss.core.layout import Layout
from pitboss.games.registry import Family
from pitboss.ids import MAIN, Box, Wager
from pitboss.money import Cents
from pitboss.simulation import codes
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.plans import Plan, empty_plan, suit_hands
from pitboss.simulation.retell import Dealt, deal_again, nets_of, through_the_core

TEN_DOLLARS = Cents(1000)
INSURANCE, MATCH, AWARD = Wager("insurance"), Wager("match-the-dealer"), Wager("super-award")
Choice = Callable[[Multiset], int]


def rigged(
    rulebook: str,
    shoe: str,
    settings: Mapping[str, object] | None = None,
    readings: Mapping[str, object] | None = None,
) -> Family:
    """A house whose shoe holds these cards and no others; `7h*9` is nine sevens of hearts."""
    found = [part.partition("*") for part in shoe.split()]
    those = tuple(card for name, _, times in found for card in cards(name) * int(times or 1))
    return replace(game(rulebook, settings or {}, readings), shoe=those)


def in_suits(ranks: str, times: int) -> str:
    """These ranks in all four suits, so many times each, as `rigged` reads them."""
    return " ".join(f"{rank}{suit}*{times}" for rank in ranks for suit in Suit)


def plan_that(playing: Family, choose: Choice) -> Plan:
    """A plan by the cards of a hand alone. What cannot be split any more is hit, and a doubled hand stands."""
    terms = Terms(playing)
    plan = empty_plan(terms)
    for number, hand in enumerate(all_hands()):
        if sum(hand) >= 2:
            decision = choose(hand)
            plan.plan[0, :, number] = decision
            plan.split_plan[:, 0, :, number] = codes.HIT if decision == codes.SPLIT else decision
    for row, hand in enumerate(suit_hands(terms)):
        plan.suit_plan[:, row] = plan.plan[0, 0, numbers()[hand]]
        plan.plan[0, :, numbers()[hand]] = codes.BY_SUIT
    for rank in range(RANKS):
        plan.split_hands[rank] = 1 + terms.max_splits(rank)
    return plan


def compiled_with(
    playing: Family, choose: Choice, stakes: Mapping[Wager, Cents] | None = None, boxes: int = 1
) -> Compiled:
    return Compiled(playing, plan_that(playing, choose), {MAIN: TEN_DOLLARS, **(stakes or {})}, boxes)


def told(compiled: Compiled, seed: int, rounds: range) -> Iterator[tuple[Dealt, Layout]]:
    """Rounds from fresh shoes, with what lay on the table; each is the same to the cent at the table."""
    for number in rounds:
        dealt = deal_again(compiled, seed, number)
        assert dealt is not None
        yield dealt, at_the_table(compiled, dealt)


def at_the_table(compiled: Compiled, dealt: Dealt) -> Layout:
    """The round as the table's own procedures play it, which must come to the same cents."""
    runner, stack = through_the_core(compiled, dealt)
    assert not stack.cards
    assert nets_of(runner, compiled) == dealt.nets
    return runner.round.layout


def hands_of(lying: Layout, box: int) -> list[Hand]:
    return [lying.hands[each] for each in lying.hands_of(Box(box))]


PREMIUMS = {
    "five cards": Fraction(3, 2),
    "six cards": Fraction(2),
    "seven cards": Fraction(3),
    "mixed": Fraction(3, 2),
    "suited": Fraction(2),
    "spades": Fraction(3),
}


def hard(hand: Sequence[Card]) -> int:
    """The total with every ace as 1."""
    return sum(1 if card.rank is Rank.ACE else card.points for card in hand)


def points(hand: Sequence[Card]) -> int:
    """The total with an ace as 11 where that is not too many."""
    total = hard(hand)
    return total + 10 if total <= 11 and any(card.rank is Rank.ACE for card in hand) else total


def premium(hand: Sequence[Card]) -> str:
    """What a 21 is called if it earns more than even money, or nothing."""
    if points(hand) != 21:
        return ""
    ranks, suits = "".join(sorted(card.rank for card in hand)), {card.suit for card in hand}
    if ranks in ("678", "777"):
        return "mixed" if len(suits) > 1 else "spades" if suits == {Suit.SPADES} else "suited"
    return {5: "five cards", 6: "six cards"}.get(len(hand), "seven cards" if len(hand) > 6 else "")


@dataclass(frozen=True, slots=True)
class Account:
    """What a hand of Spanish 21 is owed, in original wagers, by the readings that matter to it."""

    split_premium: bool = True
    premium_on_original: bool = False
    unsplit_only: bool = False
    busts_stand: bool = False
    surrenders_stand: bool = True

    def owed(self, hand: Hand, dealer: Sequence[Card]) -> Fraction:
        stake, total = 1 + hand.doubles, points(hand.cards)
        if total == 21 and len(hand.cards) == 2 and not hand.split:
            return Fraction(3, 2)
        if len(dealer) == 2 and points(dealer) == 21:
            return self._to_blackjack(hand, total)
        if hand.closed == "surrendered":
            return Fraction(-1, 2)
        if total > 21:
            return Fraction(-stake)
        if total == 21:
            return self._paid(hand)
        theirs = points(dealer)
        if theirs > 21 or total > theirs:
            return Fraction(stake)
        return Fraction(0 if total == theirs else -stake)

    def _to_blackjack(self, hand: Hand, total: int) -> Fraction:
        """Of a box only the original wager is lost, which lies on the first hand, and what was given up before."""
        if hand.closed == "surrendered" and self.surrenders_stand:
            return Fraction(-1)
        if total > 21 and self.busts_stand:
            return Fraction(-1 - hand.doubles)
        return Fraction(0 if hand.born_of_split else -1)

    def _paid(self, hand: Hand) -> Fraction:
        """A 21 wins, whatever the dealer has short of a blackjack."""
        odds = PREMIUMS.get(premium(hand.cards), Fraction(1))
        if hand.split and not self.split_premium:
            odds = Fraction(1)
        if hand.doubles:
            kept = self.premium_on_original and not (hand.split and self.unsplit_only)
            return odds + hand.doubles if kept else Fraction(1 + hand.doubles)
        return odds


def check_account(compiled: Compiled, account: Account, dealt: Dealt, lying: Layout) -> None:
    """Every box of a round nets what its hands are owed, no more and no less."""
    for box, nets in enumerate(dealt.nets, start=1):
        owed = sum(account.owed(hand, lying.dealer.cards) for hand in hands_of(lying, box))
        assert nets[MAIN] == owed * compiled.stakes[MAIN], (dealt.cards, nets, owed)
