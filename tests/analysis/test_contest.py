"""Ante Up 21 played for all wagers together: a second derivation, readings, and what figures say."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import product

import numpy as np
import pytest

from analysis.contests import PLAIN, contest, contested, joint, of, solution
from pitboss.analysis.contest.joint import PLACE, Contested, Joint
from pitboss.analysis.contest.splits import alone_box
from pitboss.analysis.contest.tables import RANKS, STARTS, rank_number
from pitboss.analysis.contest.thumb import RULES_OF_THUMB
from pitboss.analysis.drawing.kernel import DOUBLE, HIT, SPLIT, STAND
from pitboss.analysis.drawing.outcomes import main_wager
from pitboss.analysis.keeping import as_arrays, from_arrays
from pitboss.cards import Rank
from pitboss.poker.two_cards import best_two
from pitboss.rules.contest import Contest

pytestmark = pytest.mark.slow

# decks, both stakes in dollars, expectation and variance of all, chance of a fold, and the expectations of both parts:
# derived in another language and in another way, without splits
FIGURES = [
    (6, 1, 0, -0.011808914886382678, 1.2514557927765457, 0, -0.011808914886382676, 0),
    (6, 10, 5, -0.6650013935047143, 191.62192534930807, 0.094672592214341, -0.4015214453935632, -0.263479948111151),
    (6, 5, 5, -0.37479550319232063, 98.44649744290031, 0.07996617012279289, -0.42478042252425463, 0.04998491933193405),
    (6, 100, 5, -1.9948966484344035, 12641.415773276445, 0.13312375830786785, -1.2011798913345462, -0.7937167570998569),
    (6, 10, 10, -0.7495910063846413, 393.78598977160124, 0.07996617012279289, -0.8495608450485093, 0.0999698386638681),
    (6, 25, 5, -1.0302321004613362, 852.876559075252, 0.11673222535166318, -0.41882895333986153, -0.6114031471214746),
    (6, 0, 1, 0.17095278231777283, 2.725936295102974, 0.03676605522887029, 0, 0.17095278231777283),
    (2, 1, 0, -0.009289917297467337, 1.263954435450508, 0, -0.009289917297467339, 0),
    (
        2,
        10,
        5,
        -0.6410499183065985,
        192.48452620839944,
        0.10027969365490783,
        -0.37160736012406625,
        -0.269442558182532,
    ),
    (2, 5, 5, -0.3731783958174862, 98.57929813159785, 0.08622179267524785, -0.39797797798825796, 0.024799582170771817),
    (2, 100, 5, -1.7204818923932703, 12719.480482916255, 0.13659593785236276, -0.9436013201383422, -0.7768805722549273),
    (2, 10, 10, -0.7463567916349724, 394.3171925263914, 0.08622179267524785, -0.7959559559765159, 0.049599164341543635),
    (2, 25, 5, -0.9527036140699982, 859.9508024484178, 0.12277233522236379, -0.34772378643971086, -0.6049798276302873),
    (2, 0, 1, 0.16331660569071405, 2.702254528597355, 0.04404808973626792, 0, 0.16331660569071405),
]
# the same derivation: what folds at ten dollars and five; against an ace it is what has neither pair nor ace but these
JACK_HIGH = "JT J9 J8 J7 T9 T8 T7 98"
FOLDS = {
    6: {"2": JACK_HIGH, "3": JACK_HIGH, "Q": JACK_HIGH, "K": f"QJ QT Q9 Q8 Q7 {JACK_HIGH} J6 T6 97 96 87 65"},
    2: {"2": JACK_HIGH, "3": JACK_HIGH, "Q": JACK_HIGH, "K": f"QJ QT Q9 Q8 Q7 Q6 {JACK_HIGH} J6 T6 T5 97 96 87 65"},
}
BET_AGAINST_AN_ACE = {6: "62 53 52 43 42 32", 2: "52 43 42 32"}
# and what is played otherwise than for blackjack alone there, of six decks
OTHERWISE = {
    ("7", "any"): "",
    ("8", "stand hit"): "A7 K7 Q7 J7 T7 98",
    ("8", "double hit"): "82",
    ("9", "stand hit"): "K7 Q7 J7 T7 98",
    ("9", "double hit"): "92 83 82 74 73 65 64",
    ("T", "stand hit"): "Q7 J7 T7",
    ("J", "stand hit"): "Q7 J7",
    ("Q", "stand hit"): "Q7",
    ("Q", "double hit"): "92 83 74 65",
    ("K", "stand hit"): "K7",
    ("K", "double hit"): "92 83 74",
    ("A", "stand hit"): "A8",
    ("6", "double hit"): "A2",
    ("6", "stand hit"): "K4 K3 K2 Q5 Q4 Q3 Q2 J4 J3 J2 T4 T3 T2 95 94 93 87 86 85 84 76 75",
}


def pairs(text: str) -> set[frozenset[Rank]]:
    return {frozenset(map(Rank, each)) for each in text.split()}


@pytest.mark.parametrize(("decks", "played", "ante", "ev", "variance", "fold", "played_ev", "ante_ev"), FIGURES)
def test_a_second_derivation_comes_to_the_same(
    decks: int,
    played: int,
    ante: int,
    ev: float,
    variance: float,
    fold: float,
    played_ev: float,
    ante_ev: float,
) -> None:
    found = contested(joint(decks), 100 * played, 100 * ante)
    assert found.ev == pytest.approx(100 * ev, rel=1e-11)
    assert found.sd**2 == pytest.approx(100**2 * variance, rel=1e-11)
    assert found.fold_chance == pytest.approx(fold, rel=1e-11)
    assert found.played_ev == pytest.approx(100 * played_ev, rel=1e-11)
    assert found.ante_ev == pytest.approx(100 * ante_ev, rel=1e-11)
    assert found.error == 0.0


@pytest.mark.parametrize("decks", [6, 2])
def test_the_same_hands_fold(decks: int) -> None:
    found = contested(joint(decks), 1000, 500)
    for up in Rank:
        folds = {frozenset(first) for first in found.folds(up)}
        if up is Rank.ACE:
            low = {frozenset(pair) for pair in product(Rank, Rank) if Rank.ACE not in pair and pair[0] is not pair[1]}
            assert folds == low - pairs(BET_AGAINST_AN_ACE[decks])
        else:
            assert folds == pairs(FOLDS[decks].get(up, ""))


def test_the_same_hands_are_played_otherwise_than_for_blackjack_alone() -> None:
    found = contested(joint(6), 1000, 500)
    for up in sorted({up for up, _ in OTHERWISE}):
        there: dict[str, set[frozenset[Rank]]] = {}
        for each in found.played_otherwise(Rank(up)):
            there.setdefault(f"{each.alone} {each.together}", set()).add(frozenset(each.first))
        assert there == {how: pairs(hands) for (at, how), hands in OTHERWISE.items() if at == up and hands}


def test_without_an_ante_it_is_the_game_that_the_family_solver_knows() -> None:
    alone, known = contested(joint(2, 3), 100, 0), solution(2, 3)
    assert alone.ev == pytest.approx(100 * known.value, abs=1e-11)
    assert alone.sd == pytest.approx(100 * (main_wager(known).sd or 0.0), rel=1e-3)
    assert (alone.fold_chance, alone.ante_ev, alone.error) == (0.0, 0.0, 0.0)


def _total(ranks: list[Rank]) -> tuple[int, bool]:
    hard = sum(1 if rank is Rank.ACE else of(rank).points for rank in ranks)
    soft = Rank.ACE in ranks and hard <= 11
    return (hard + 10 if soft else hard), soft


def by_card(known: Joint, hand: list[Rank], up: Rank) -> dict[tuple[str, str, str], float]:
    """What becomes of a hand that is left as it is, from a dealer who draws card by card."""
    shoe = Counter({rank: int(known.shoe[rank_number(rank)]) for rank in Rank}) - Counter([*hand, up])
    found: defaultdict[tuple[str, str, str], float] = defaultdict(float)
    own = _total(hand)[0]
    mine = known.contest.hand([of(rank) for rank in hand[:2]], [of(rank) for rank in hand])

    def draw(dealer: list[Rank], likely: float) -> None:
        end, soft = _total(dealer)
        if len(dealer) == 2 and end == 21:
            return
        if len(dealer) > 1 and end >= 17 and not (end == 17 and soft):
            won = own <= 21 and (end > 21 or own > end)
            lost = own > 21 or own < end <= 21
            decided = known.contest.decide(mine, [of(rank) for rank in dealer], natural=False)
            found["win" if won else "lose" if lost else "push", decided.ante.outcome, decided.bet.outcome] += likely
            return
        left = shoe.total()
        for rank in Rank:
            if shoe[rank]:
                chance = shoe[rank] / left
                shoe[rank] -= 1
                draw([*dealer, rank], likely * chance)
                shoe[rank] += 1

    draw([up], 1.0)
    whole = sum(found.values())
    return {each: likely / whole for each, likely in found.items()}


@pytest.mark.parametrize("what", [PLAIN, contest(by_value=True), contest(first_two=True)])
@pytest.mark.parametrize(("hand", "up"), [("J5", "J"), ("96J", "K"), ("228", "T")])
def test_both_parts_end_together_as_for_a_dealer_who_draws_card_by_card(what: Contest, hand: str, up: str) -> None:
    known = joint(2, 0, what)
    first, second, *drawn = (rank_number(Rank(each)) for each in hand)
    number = PLACE[first, second]
    for rank in drawn:
        number = int(known.hands.next[number, rank])
    ends = known.ends[rank_number(Rank(up))][number]
    slow = by_card(known, [Rank(each) for each in hand], Rank(up))
    results = ("win", "lose", "push")
    kinds = (("win", "win"), ("lose", "lose"), ("push", "push"), ("win", "push"))
    for (place, result), (column, kind) in product(enumerate(results), enumerate(kinds)):
        assert ends[place, column] == pytest.approx(slow.get((result, *kind), 0.0), abs=1e-13)


# Readings.


def test_the_first_two_cards_alone_are_a_wager_for_themselves() -> None:
    """Then nothing that is drawn changes the poker hand, so both wagers are worth what they are alone."""
    first_two, known = joint(2, 0, contest(first_two=True)), solution(2, 0)
    ante = contested(first_two, 0, 100)
    together = contested(first_two, 1000, 500)
    assert together.ev == pytest.approx(1000 * known.value + 5 * ante.ev, abs=1e-9)
    assert together.fold_chance == pytest.approx(ante.fold_chance, abs=1e-12)
    assert all(not together.played_otherwise(up) for up in Rank)
    stands = contested(joint(2, 0, contest(ante_draws=False)), 0, 100)
    assert stands.ev == pytest.approx(ante.ev, abs=1e-10)
    assert (stands.plan.decision == STAND).all()
    drawn = contested(joint(2), 0, 100)
    assert drawn.ev > stands.ev
    assert set(drawn.worths([of("9"), of("4")], of("6"))) == {"stand", "hit"}


def test_a_dealer_who_qualifies_by_value_plays_jacks_and_leaves_out_pairs_and_aces() -> None:
    """He plays more often, but with worse hands."""
    by_value, plain = (contested(known, 1000, 500) for known in (joint(2, 0, contest(by_value=True)), joint(2)))

    def misses(found: Contested) -> float:
        return next(each.probability for each in found.outcomes() if each.name == "the dealer does not qualify")

    assert misses(by_value) < misses(plain)
    assert by_value.ev > plain.ev
    assert by_value.fold_chance < plain.fold_chance


# What figures say.


@pytest.mark.parametrize("stakes", [(1000, 500), (0, 100), (1000, 1000)])
def test_outcomes_are_all_there_is(stakes: tuple[int, int]) -> None:
    found = contested(joint(2, 3), *stakes)
    outcomes = found.outcomes()
    assert sum(each.probability for each in outcomes) == pytest.approx(1.0, abs=1e-12)
    mean = sum(each.probability * each.pays for each in outcomes)
    assert mean == pytest.approx(found.ante_ev / found.ante, abs=1e-12)
    square = sum(each.probability * each.pays**2 for each in outcomes)
    assert found.ante_sd == pytest.approx(found.ante * (square - mean**2) ** 0.5, rel=1e-12)
    assert [each.pays for each in outcomes] == [2, 1, 1, 0, 0, -1, -1, -2]
    assert all(each.clauses for each in outcomes)


def test_what_is_asked_is_what_the_decisions_after_it_are_worth() -> None:
    found = contested(joint(6), 1000, 500)
    asked = found.asked([of("9"), of("7")], of("5"))
    assert asked["bet"] == pytest.approx(max(found.worths([of("9"), of("7")], of("5")).values()), abs=1e-9)
    assert asked["bet"] > asked["fold"]
    alone = found.at_stakes(1000, 0).asked([of("9"), of("7")], of("5"))
    assert asked["fold"] == pytest.approx(alone["bet"] - 500, abs=1e-9)
    assert set(found.worths([of("2"), of("3"), of("4")], of("5"))) == {"stand", "hit"}
    assert found.at_stakes(2000, 1000).ev == pytest.approx(2 * found.ev, rel=1e-12)


def test_a_program_can_follow_the_plan() -> None:
    """It leads from first cards to a hand that stands, over hands that are there, and to the worth of standing."""
    found = contested(joint(2, 3), 1000, 500)
    plan = found.plan
    size = len(plan.next)
    assert (plan.start == plan.start.T).all()
    assert plan.start.max() == len(STARTS) - 1
    assert plan.next.shape == (size, RANKS)
    assert plan.decision.shape == (RANKS, size)
    assert plan.fold.shape == (RANKS, RANKS, RANKS)
    assert (plan.next < size).all()
    drawn = np.isin(plan.decision, (HIT, DOUBLE))
    assert (plan.next[drawn.any(axis=0)] >= 0).all()
    assert (plan.decision[:, len(STARTS) :] != SPLIT).all()
    counts = found.joint.hands.counts
    for hand, rank in ((0, 4), (50, 2), (60, 1)):
        assert (counts[plan.next[hand, rank]] - counts[hand] == np.eye(RANKS, dtype=np.int64)[rank]).all()
    for up in Rank:
        told = {frozenset(map(rank_number, first)) for first in found.folds(up)}
        there = {frozenset((int(one), int(other))) for one, other in np.argwhere(plan.fold[rank_number(up)])}
        assert told == there


def test_rules_of_thumb_lose_less_from_one_to_the_next() -> None:
    found = contested(joint(2, 3), 1000, 500)
    equal = found.at_stakes(1000, 1000)
    for at, known in ((found, (0.0244, 0.0128, 0.0062, 0.0025)), (equal, (0.0179, 0.0116, 0.0036, 0.0018))):
        losses = [(at.ev - at.by_rule(rule)) / at.ante for rule in RULES_OF_THUMB]
        assert losses == sorted(losses, reverse=True)
        assert losses == pytest.approx(known, abs=1e-4)

    def best(hand: object, up: Rank) -> bool:
        return any(best_two([of(rank) for rank in first]) == hand for first in found.folds(up))

    assert found.by_rule(best) == pytest.approx(found.ev, abs=1e-9)


def test_a_solution_that_was_kept_gives_the_same_digits() -> None:
    """Split boxes are played by the plan that was made, and not by one that is made again from other cards."""
    known = joint(6, 3)
    kept = Joint(from_arrays(known.solution.terms, 0.0, as_arrays(known.solution)), PLAIN)
    for up, pair in ((1, (6, 6)), (1, (1, 1)), (2, (7, 7)), (9, (9, 9))):
        one, other = alone_box(kept, up, pair), alone_box(known, up, pair)
        assert (one.played, one.square) == (other.played, other.square)
