"""The poker part of 21-Hold 'em: against figures of other code and plain twins, on the whole deck and on small ones."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from analysis.test_twins import cards as shoe_of
from conformance.suite import game
from pitboss.analysis.drawing.kernel import DOUBLE, SPLIT, STAND
from pitboss.analysis.drawing.outcomes import plays
from pitboss.analysis.drawing.solver import Solution, UpCard, solve
from pitboss.analysis.drawing.tables import Ints, Multiset, Place, best_total, numbers, with_card
from pitboss.analysis.hold_em import BET, FOLD, RULES_OF_THUMB, PokerHands, RuleOfThumb, Seen, always
from pitboss.analysis.hole_cards import BothCards, by_both_cards
from pitboss.cards import STANDARD_DECK, Card, Rank, cards
from pitboss.ids import ClauseId, Clauses, Wager
from pitboss.money import Odds
from pitboss.payouts import Payout
from pitboss.poker.hands import is_flush
from pitboss.poker.two_cards import height
from pitboss.rules.poker_part import PokerPart, PokerStep

pytestmark = pytest.mark.slow

GOLDEN = tomllib.loads((Path(__file__).parents[1] / "golden/hold-em.toml").read_text(encoding="utf-8"))
READINGS = pytest.mark.parametrize("own_pair", [False, True], ids=["any pair", "own pair"])
ROWS = {
    "royal_flush": "500:1",
    "straight_flush": "100:1",
    "four_of_a_kind": "50:1",
    "full_house": "20:1",
    "flush": "6:1",
    "straight": "4:1",
    "three_of_a_kind": "3:1",
    "two_pair": "2:1",
    "paying_pair": "1:1",
}


def cited(word: str) -> Clauses:
    return (ClauseId(word),)


def part(odds: Mapping[str, str], *, own_pair: bool) -> PokerPart:
    return PokerPart(
        wagers=(Wager("poker"), Wager("poker-2"), Wager("poker-3")),
        pays={row: Payout(Odds.parse(each), cited(row)) for row, each in odds.items()},
        steps=(PokerStep(folds=cited("first_fold")), PokerStep(folds=cited("second_fold"))),
        pair_from=Rank.SEVEN,
        own_pair=own_pair,
    )


@cache
def hands(*, own_pair: bool = False) -> PokerHands:
    return PokerHands(part(ROWS, own_pair=own_pair), STANDARD_DECK)


def deals(count: int, seed: int) -> Iterator[tuple[list[Card], list[Card]]]:
    """Community cards and own cards; every other time the community cards are a pair, which readings are about."""
    dice = random.Random(seed)
    for number in range(count):
        community = dice.sample(STANDARD_DECK, 2)
        if number % 2:
            community = dice.sample([card for card in STANDARD_DECK if card.rank is community[0].rank], 2)
        yield community, dice.sample([card for card in STANDARD_DECK if card not in community], 3)


# Other code.


def test_the_wager_by_other_code() -> None:
    priced = hands().priced()
    assert (priced.ev, priced.variance) == (Fraction(GOLDEN["ev"]), Fraction(GOLDEN["variance"]))
    chances = {"".join(each.clauses) or "none": each.probability for each in priced.outcomes}
    assert chances == {name: Fraction(chance) for name, chance in GOLDEN["chances"].items()}
    assert hands().by_rule(RULES_OF_THUMB[0]) == Fraction(GOLDEN["never_folding"])


def test_outcomes_count_all_wagers_that_were_placed() -> None:
    pays = {each.name: each.pays for each in hands().priced().outcomes}
    assert pays["royal flush"] == 1500
    assert pays["paying pair"] == 3
    assert [pays[name] for name in ("a fold at the first card", "a fold at the second card", "no row")] == [-1, -2, -3]
    assert hands().priced().wager == "poker"


def test_community_cards_by_other_code() -> None:
    given = hands().given
    assert len(given) == 52 * 51
    for (one, other), worth in given.items():
        low, high = sorted((one, other), key=lambda card: height(card.rank))
        suited = "" if low.rank is high.rank else "s" if low.suit is high.suit else "o"
        assert worth == Fraction(GOLDEN["given"][f"{high.rank}{low.rank}{suited}"])
    mean = sum(given.values()) / len(given)
    assert mean == Fraction(GOLDEN["ev"])
    squares = sum(worth**2 for worth in given.values()) / len(given)
    assert squares - mean**2 == Fraction(GOLDEN["variance_given_community"])


# Plain twins.


@READINGS
def test_rows_are_those_of_the_rules(*, own_pair: bool) -> None:
    poker = hands(own_pair=own_pair)
    names = [*ROWS, None]
    for community, own in deals(4000, seed=1):
        assert names[poker.rows[poker.state((*community, *own))]] == poker.rules.row(community, own)
    found = {names[number] for number in np.unique(poker.rows).tolist()}
    assert found == set(names)


@dataclass
class Plain:
    """Bet or fold card by card, over sets of cards as they are."""

    rules: PokerPart
    deck: tuple[Card, ...]

    def __post_init__(self) -> None:
        self.known: dict[tuple[frozenset[Card], frozenset[Card]], Fraction] = {}

    def bet(self, community: frozenset[Card], own: frozenset[Card]) -> Fraction:
        if (community, own) not in self.known:
            self.known[community, own] = self._bet(community, own)
        return self.known[community, own]

    def _bet(self, community: frozenset[Card], own: frozenset[Card]) -> Fraction:
        if len(own) == 3:
            row = self.rules.row(tuple(community), tuple(own))
            return Fraction(-3) if row is None else 3 * Fraction(*self.rules.pays[row].odds)
        after = [own | {card} for card in self.deck if card not in community | own]
        worths = [self.bet(community, each) for each in after]
        if 0 < len(own) + 1 < 3:
            worths = [max(worth, Fraction(-len(own) - 1)) for worth in worths]
        return sum(worths, Fraction(0)) / len(worths)


@READINGS
@pytest.mark.parametrize(("ranks", "pair"), [("A2345", "1:1"), ("56789T", "3:2")])
def test_a_small_deck_card_by_card(ranks: str, pair: str, *, own_pair: bool) -> None:
    """Every rank in two or three suits, so that there are pairs, straights and flushes in plenty."""
    deck = tuple(card for card in STANDARD_DECK if card.rank in ranks and card.suit in "cdh"[: 8 - len(ranks)])
    poker = PokerHands(part(ROWS | {"paying_pair": pair}, own_pair=own_pair), deck)
    plain = Plain(poker.rules, deck)
    for both in combinations(deck, 2):
        assert poker.given[both] == plain.bet(frozenset(both), frozenset())
    dice = random.Random(5)
    for one, other, *own in [dice.sample(deck, 4) for _ in range(50)]:
        for held in (own[:1], own):
            expected = plain.bet(frozenset((one, other)), frozenset(held))
            assert poker.worths((one, other), held) == {BET: expected, FOLD: -len(held)}
    assert poker.priced().ev == sum(poker.given.values()) / len(poker.given)


# Readings.


def test_a_pair_that_must_hold_an_own_card() -> None:
    """Such a pair is paid less often; what is decided does not change, since a bet is still better than a fold."""
    any_pair, own_pair = hands(), hands(own_pair=True)
    assert own_pair.priced().ev == Fraction(-39227, 108290)
    assert own_pair.priced().variance == Fraction(259874385371, 11726724100)
    before, after = (
        {each.name: each.probability for each in poker.priced().outcomes} for poker in (any_pair, own_pair)
    )
    assert {name for name in before if before[name] != after[name]} == {"paying pair", "no row"}
    # Three other cards of other ranks, all different, beside one of the eight pairs that would be paid.
    lost = Fraction(8 * comb(4, 2) * comb(12, 3) * 4**3, comb(52, 2) * comb(50, 3))
    assert before["paying pair"] - after["paying pair"] == lost
    assert any_pair.priced().ev - own_pair.priced().ev == 6 * lost
    for community, own in deals(500, seed=2):
        for held in (own[:1], own[:2]):
            state = any_pair.state((*community, *held))
            assert any_pair.plan[len(held) - 1][state] == own_pair.plan[len(held) - 1][state]


# Plans and worths.


@READINGS
def test_the_plan_takes_what_is_worth_more(*, own_pair: bool) -> None:
    poker = hands(own_pair=own_pair)
    for community, own in deals(1000, seed=3):
        for held in (own[:1], own[:2]):
            worths = poker.worths(community, held)
            assert worths[BET] != worths[FOLD] == -len(held)
            assert poker.plan[len(held) - 1][poker.state((*community, *held))] == (worths[BET] > worths[FOLD])


@READINGS
def test_worths_of_one_card_make_those_of_the_cards_before(*, own_pair: bool) -> None:
    poker = hands(own_pair=own_pair)
    for community, own in deals(20, seed=4):
        after = [poker.worths(community, [card]) for card in STANDARD_DECK if card not in community]
        assert sum(max(each.values()) for each in after) / 50 == poker.given[community[0], community[1]]
        after = [poker.worths(community, [own[0], card]) for card in STANDARD_DECK if card not in (*community, own[0])]
        assert sum(max(each.values()) for each in after) / 49 == poker.worths(community, own[:1])[BET]


def test_the_closest_decisions() -> None:
    """By other code: 6 and 7 with a ten beside them are folded, and it is 18 in 2,352 of a unit better."""
    worths = hands().worths(cards("Ts 7h"), cards("6d"))
    assert worths[FOLD] - worths[BET] == Fraction(18, 2352)


LOSSES = ("68871/216580", "9691/433160", "57/7735", "24/7735", "15/43316", "0")


@READINGS
@pytest.mark.parametrize(("rule", "loss"), list(zip(RULES_OF_THUMB, LOSSES, strict=True)), ids=LOSSES)
def test_rules_of_thumb(rule: RuleOfThumb, loss: str, *, own_pair: bool) -> None:
    """The last is best play in words. The readings make no difference: every rule bets on a community pair."""
    poker = hands(own_pair=own_pair)
    assert poker.lost_by(rule) == Fraction(loss)
    assert poker.by_rule(rule) == poker.priced().ev - Fraction(loss)


def test_a_rule_that_always_folds_loses_the_first_wager() -> None:
    assert hands().by_rule(RuleOfThumb("fold", lambda _: False, always)) == -1
    assert hands().by_rule(RuleOfThumb("fold later", always, lambda _: False)) == -2


def test_a_rule_of_thumb_card_by_card() -> None:
    """On a small deck: every bet and fold of a rule that is right about neither."""
    deck = tuple(card for card in STANDARD_DECK if card.rank in "56789T" and card.suit in "cd")
    poker, rule = PokerHands(part(ROWS, own_pair=True), deck), RULES_OF_THUMB[3]
    total, count = Fraction(0), 0
    for *community, one, other in permutations(deck, 4):
        count += 1
        first, second = (seen(community, own) for own in ([one], [one, other]))
        if not rule.first(first):
            total -= 1
        else:
            total += poker.worths(community, (one, other))[BET if rule.second(second) else FOLD]
    assert poker.by_rule(rule) == total / count


def seen(community: list[Card], own: list[Card]) -> Seen:
    return Seen(tuple(card.rank for card in community), tuple(card.rank for card in own), is_flush([*community, *own]))


# The blackjack wager beside it.


@cache
def blackjack(**settings: object) -> tuple[Solution, BothCards]:
    solution = solve(game("blackjack-co", {"decks": 1, **settings}))
    return solution, by_both_cards(solution)


def test_blackjack_by_both_cards_by_other_code() -> None:
    (solution, both), golden = blackjack(max_splits=0), GOLDEN["blackjack"]
    assert both.worth == pytest.approx(np.array(golden["given"]), abs=1e-13)
    assert (both.chance * both.worth).sum() == pytest.approx(golden["ev"], abs=1e-14)
    assert hands().covariance(solution) == pytest.approx(golden["covariance"], abs=1e-12)


LATE = {"surrender": "late", "double": "any_number", "soft17": "hit", "resplit_aces": True, "hit_split_aces": True}


@pytest.mark.parametrize("settings", [{}, LATE], ids=["usual", "late surrender"])
def test_worths_by_both_cards_make_that_of_the_game(settings: dict[str, object]) -> None:
    """With splits, too: they are followed by the policy that the solver has priced."""
    solution, both = blackjack(**settings)
    assert both.chance.sum() == pytest.approx(1, abs=1e-14)
    assert (both.chance * both.worth).sum() == pytest.approx(solution.value, abs=1e-13)


@READINGS
def test_both_wagers_together(*, own_pair: bool) -> None:
    """Two cards of ten points are good for the dealer and for a poker hand, which is most of it."""
    expected = {False: (-0.0924052647156, -0.0941381849863), True: (-0.0542211616368, -0.0552576342118)}[own_pair]
    both = blackjack(max_splits=0)[1], blackjack()[1]
    assert [hands(own_pair=own_pair).covariance_with(each) for each in both] == pytest.approx(expected, abs=1e-12)


@dataclass
class PlainBox:
    """A box played out card by card by the plans of a solution, one hand after the other, against both cards."""

    at: UpCard
    hole_card: int

    def worth(self, hand: Multiset, decision: int) -> float:
        deck = self.at.deck(hand)[0] - np.eye(self.at.terms.alphabet.size, dtype=np.int64)[self.hole_card]
        if decision != SPLIT:
            return sum(
                c * self.settled([(h, n, Place.PLAIN)], d) for c, h, n, d in self.ended(hand, self.at.plan, deck)
            )
        return self.split(hand.index(2), 2, 2, [], deck)

    def split(self, rank: int, born: int, waiting: int, done: list[tuple[Multiset, int, Place]], deck: Ints) -> float:
        if not waiting:
            return self.settled(done, deck)
        splits, total = self.at.splits[rank], 0.0
        for second, chance, rest in drawn(deck):
            if second == rank and born < splits.most:
                total += chance * self.split(rank, born + 1, waiting + 1, done, rest)
                continue
            two = with_card(with_card(self.at.terms.empty, rank), second)
            for likely, hand, doubles, left in self.ended(two, splits.plan, rest):
                ended = [*done, (hand, doubles, Place.BORN)]
                total += chance * likely * self.split(rank, born, waiting - 1, ended, left)
        return total

    def ended(self, hand: Multiset, plan: Ints, deck: Ints) -> Iterator[tuple[float, Multiset, int, Ints]]:
        """Every end of a hand: its chance, the hand, the doubles on it and the cards that are left."""
        decision = STAND if best_total(hand)[0] > 21 else plan[numbers()[hand], 0]
        if decision == STAND:
            yield 1.0, hand, 0, deck
            return
        for rank, chance, rest in drawn(deck):
            then = with_card(hand, rank)
            if decision == DOUBLE:
                yield chance, then, 1, rest
            else:
                for likely, ended, doubles, left in self.ended(then, plan, rest):
                    yield chance * likely, ended, doubles, left

    def settled(self, done: list[tuple[Multiset, int, Place]], deck: Ints, more: Multiset = ()) -> float:
        terms = self.at.terms
        dealer = more or with_card(with_card(terms.empty, self.at.up), self.hole_card)
        total, _ = best_total(dealer)
        if total < terms.drawing.stands:
            return sum(chance * self.settled(done, rest, with_card(dealer, rank)) for rank, chance, rest in drawn(deck))
        final = terms.drawing.ends[total - terms.drawing.stands]
        busts = [best_total(hand)[0] > 21 for hand, _, _ in done]
        return sum(
            -terms.stake(doubles) if bust else terms.net(hand, final, place, doubles=doubles)
            for bust, (hand, doubles, place) in zip(busts, done, strict=True)
        )


def drawn(deck: Ints) -> Iterator[tuple[int, float, Ints]]:
    for rank in np.flatnonzero(deck).tolist():
        rest = deck.copy()
        rest[rank] -= 1
        yield rank, float(deck[rank] / deck.sum()), rest


def test_a_small_shoe_card_by_card() -> None:
    """Three ranks of which two are split, against every up card and hole card."""
    solution = solve(replace(game("blackjack-co", {"max_splits": 2}), shoe=shoe_of("8*1 7*1 Tc*12")))
    found, split = by_both_cards(solution), set()
    sums = np.zeros_like(found.worth)
    for chance, hand, up in solution.starts():
        at = solution.up_cards[up]
        (play,) = plays(solution, at, hand)
        if play.decision == SPLIT:
            split.add((hand.index(2), up))
        deck, left = at.deck(hand)
        for hole_card in np.flatnonzero(deck).tolist():
            worth = PlainBox(at, hole_card).worth(hand, play.decision)
            sums[up, hole_card] += chance * deck[hole_card] / left * worth
    assert len(split) > 1
    assert found.chance * found.worth == pytest.approx(sums, abs=1e-13)
