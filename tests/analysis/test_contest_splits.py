"""Split boxes of Ante Up 21: twins that share no code with them, exact play of small shoes, and other policies."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from analysis.contests import PLAIN, contest, contested, joint, of
from analysis.test_twins import cards, no_insurance, with_splits
from conformance.suite import game
from naive.ante_up import SplitTwin, total
from pitboss.analysis.contest.joint import Contested, Joint
from pitboss.analysis.contest.patterns import SplitTables
from pitboss.analysis.contest.saved import Foreign, as_arrays, from_arrays
from pitboss.analysis.contest.seen import classes, height, seen_number
from pitboss.analysis.contest.split_boxes import CORRECTED, EVERY, RESULTS, TOTAL, new_lattice, play_boxes
from pitboss.analysis.contest.split_kernel import Choices
from pitboss.analysis.contest.split_play import SplitPlay
from pitboss.analysis.contest.splits import Policy, alone_box, alone_policy, box_of
from pitboss.analysis.contest.tables import BY_VALUE, PLACE, STARTS, rank_number
from pitboss.analysis.drawing.kernel import DOUBLE, HIT, SPLIT, STAND
from pitboss.analysis.drawing.solver import Solution, solve
from pitboss.analysis.drawing.tables import BY_RANK, numbers
from pitboss.analysis.drawing.terms import Terms
from pitboss.analysis.walker import Walker
from pitboss.cards import Rank
from pitboss.games.registry import Family
from pitboss.ids import Box, Player, Wager
from pitboss.money import Cents
from pitboss.poker.two_cards import best_two

pytestmark = pytest.mark.slow

UP, TENS = rank_number(Rank.FOUR), (rank_number(Rank.TEN), rank_number(Rank.JACK))


def split_play(found: Contested) -> SplitPlay:
    found.ev  # noqa: B018  boxes are played when they are asked for
    (only,) = [play for (played, _), play in found.joint._split_plays.items() if played * found.ante == found.played]
    return only


# What the table's own cards come to.


class Played(NamedTuple):
    """What boxes came to when plain code played them: means of everything, of the played wager, and of all squared."""

    worth: float
    played: float
    square: float


def _number_of(hand: list[Rank]) -> int:
    counts = Counter(int(BY_VALUE[rank_number(rank)]) for rank in hand)
    return numbers()[tuple(counts[value] for value in range(10))]


def _ranks(hand: list[Rank]) -> tuple[int, ...]:
    return tuple(list(Rank).index(rank) for rank in hand)


def _kind(lying: list[Rank]) -> int:
    """The class of what is seen of a box."""
    counts = Counter(height(rank_number(rank)) for rank in lying)
    pair = max((each for each, count in counts.items() if count > 1), default=-1)
    return int(classes()[seen_number(sum(1 << each for each in counts), pair)])


def _decide(tables: SplitTables, up: int, pair: int, hand: list[Rank], turn: int, kind: int) -> int:
    """What the tables say of a hand: another decision than to stand, or a split."""
    if len(hand) == 2 and BY_VALUE[rank_number(hand[1])] == pair and tables.choice[tables.again[up, pair, turn], kind]:
        return SPLIT
    if total(_ranks(hand))[0] >= 21:
        return STAND
    return int(tables.choice[tables.pattern[up, turn, tables.row[pair, _number_of(hand)]], kind])


def _play_hands(tables: SplitTables, up: int, lying: list[Rank], left: list[Rank]) -> list[tuple[int, int]]:
    """Plays all hands of a box; the total of each, and its wagers. What lies at the box grows meanwhile."""
    pair, waiting, hands, over = int(BY_VALUE[rank_number(lying[0])]), [lying[1]], 2, []
    hand = [lying[0]]
    while True:
        if len(hand) == 1:
            hand.append(left.pop())
            lying.append(hand[1])
        turn = hands * (hands - 1) // 2 - 1 + len(waiting)
        decision = _decide(tables, up, pair, hand, turn, _kind(lying))
        if decision == SPLIT:
            waiting.append(hand.pop())
            hands += 1
            continue
        if decision != STAND:
            hand.append(left.pop())
            lying.append(hand[-1])
            if decision == HIT and total(_ranks(hand))[0] <= 21:
                continue
        over.append((total(_ranks(hand))[0], 2 if decision == DOUBLE else 1))
        if not waiting:
            return over
        hand = [waiting.pop()]


def play_out(found: Contested, first: Rank, second: Rank, up: Rank, rounds: int) -> Played:
    """Plays split boxes by the tables of the plan, with real cards from a shuffled shoe."""
    tables, random = found.plan.split, Random(21)
    assert tables is not None
    shoe = [rank for rank in Rank for _ in range(int(found.joint.shoe[rank_number(rank)]))]
    for rank in (first, second, up):
        shoe.remove(rank)
    sums, done = np.zeros(3), 0
    while done < rounds:
        left = random.sample(shoe, 80)
        dealer, lying = [up, left.pop()], [first, second]
        if total(_ranks(dealer))[0] == 21:
            continue
        done += 1
        over = _play_hands(tables, rank_number(up), lying, left)
        while total(_ranks(dealer))[0] < 17 or total(_ranks(dealer)) == (17, True):
            dealer.append(left.pop())
        end, net = total(_ranks(dealer))[0], 0
        for own, wagers in over:
            better = own <= 21 and (end > 21 or own > end)
            net += wagers * (better - (own > 21 or own < end <= 21))
        mine, theirs = best_two([of(rank) for rank in lying]), best_two([of(rank) for rank in dealer])
        plays = theirs.pair or theirs.high >= 12
        poker = 2 * ((mine > theirs) - (mine < theirs)) if plays else 1
        worth = found.played * net + found.ante * poker
        sums += (worth, found.played * net, worth**2)
    return Played(*(float(each) for each in sums / rounds))


@pytest.mark.parametrize(("first", "second", "up"), ["KQ6", "336", "88T", "TJ4"])
def test_a_split_box_comes_to_what_real_cards_do(first: str, second: str, up: str) -> None:
    found, rounds = contested(joint(2, 3), 1000, 1000), 8_000
    slow = play_out(found, Rank(first), Rank(second), Rank(up), rounds)
    ranks = rank_number(Rank(first)), rank_number(Rank(second))
    box = split_play(found).boxes[rank_number(Rank(up)), PLACE[ranks]]
    within = 4 * (slow.square / rounds) ** 0.5
    assert 1000 * box.total == pytest.approx(slow.worth, abs=within)
    assert 1000 * box.played == pytest.approx(slow.played, abs=within)
    assert 1000**2 * box.square == pytest.approx(slow.square, rel=0.05)
    assert box.kinds.sum() == pytest.approx(1.0, abs=1e-12)
    assert box.played + float(box.kinds @ found.joint.units) == pytest.approx(box.total, abs=1e-12)


# Best play by everything that is seen.


def small(shoe: str, splits: int) -> Family:
    return replace(with_splits(game("ante-up-21", {}), splits), shoe=cards(shoe))


def small_contested(playing: Family) -> Contested:
    assert playing.rules.contest is not None
    solved = solve(playing)
    return Contested(solved, playing.rules.contest, 1000, 1000, Joint(solved, playing.rules.contest))


@pytest.mark.parametrize(("shoe", "splits"), [("Tc*8 Jc*8 8c*6", 3), ("Tc*8 Kc*8 7c*6", 3), ("Tc*6 Jc*6 8c*6", 1)])
def test_best_play_of_small_shoes_lies_between_the_policy_and_its_bound(shoe: str, splits: int) -> None:
    """The twin weighs every card that is left; in such a shoe other hands tell much, so the policy loses something."""
    found, order = small_contested(small(shoe, splits)), list(Rank)
    place = [order.index(BY_RANK.ranks[rank][0]) for rank in range(13)]
    met = 0
    for (up, start), box in split_play(found).boxes.items():
        deck, pair = found.joint.shoe.copy(), STARTS[start]
        for rank in (up, *pair):
            deck[rank] -= 1
        if deck.min() < 0:
            continue
        left = [0] * 13
        for rank in range(13):
            left[place[rank]] = int(deck[rank])
        twin = SplitTwin(found.contest, place[up], 1 + splits, (1.0, 1.0))
        best = twin.split(place[pair[0]], place[pair[1]], tuple(left))
        assert box.total <= best + 5 * box.error
        if box.most_error:
            met += 1
            assert best <= box.most + 5 * box.most_error
            assert box.total >= best - 0.1
    assert met >= 5


@pytest.mark.parametrize(("shoe", "loses"), [("8c*8 Kc*5 Qc*1", 0.2), ("Tc*4 Jc*4 8c*3", 10.0)])
def test_the_walker_finds_no_more_than_the_bound(shoe: str, loses: float) -> None:
    """It plays the table's own procedures as is best by everything that is seen, first cards and folds included."""
    playing = small(shoe, 1)
    found = small_contested(playing)
    bets = [(Player("ann"), Box(1), Wager(name), Cents(1000)) for name in ("21", "ante")]
    best = float(Walker(playing.rules, 0, no_insurance).walk(bets, playing.shoe).value)
    assert found.ev <= best + 5 * found.error
    assert best <= found.ev + found.bound
    assert best - found.ev < loses


# Other policies.


def worth_by(play: SplitPlay, policy: Policy) -> tuple[float, float]:
    """What ten and jack against a four are worth by another policy, and the standard error."""
    felt, box = play.felt(UP, TENS), box_of(play.joint, TENS, policy, float(play.played))
    assert felt is not None
    results = np.zeros((4, RESULTS))
    play_boxes(box, play.watched(policy, box.start), felt, play.dealer(UP), new_lattice(1021, 76), 1, EVERY, results)
    by_shift = results[:, TOTAL] + results[:, CORRECTED]
    return float(by_shift.mean()), float(by_shift.std(ddof=1)) / 2


def stands_from(least: int, policy: Policy) -> Policy:
    """Draws to every hand below a total."""
    hands = [sum(count * (rank + 1) for rank, count in enumerate(hand)) for hand in numbers()]
    draws = np.array([hands[number] < least for number in policy.rows.number]) & (policy.rows.may_hit > 0)
    hand = np.zeros_like(policy.choices.hand)
    hand[:, draws] = HIT
    return policy._replace(choices=Choices(hand, policy.choices.split))


def until_paired(policy: Policy, alone: Policy) -> Policy:
    """Draws to every hand below 17 until there is a pair at the box, and then plays for the played wager alone."""
    unpaired = [int(classes()[number]) for number in range(1 << 13)]
    paired = np.isin(policy.kinds, sorted(set(unpaired[(1 << 8) + (1 << 9) :: 1])), invert=True)
    hand = stands_from(17, policy).choices.hand.copy()
    hand[:, :, paired] = alone.choices.hand
    return policy._replace(choices=Choices(hand, policy.choices.split))


def test_other_policies_are_worse() -> None:
    """Play for the played wager alone, no second split, draws below some total, and draws until there is a pair."""
    play = split_play(contested(joint(6, 3), 1000, 1000))
    policy, (alone, _) = play.policy(UP, 9), alone_policy(play.joint, UP, 9)
    box = play.boxes[UP, PLACE[TENS]]
    as_before = np.repeat(alone.choices.hand, len(policy.kinds), axis=2)
    never = np.zeros_like(policy.choices.split)
    others = [
        policy._replace(choices=Choices(as_before, never)),
        policy._replace(choices=Choices(as_before, np.ones_like(never))),
        policy._replace(choices=Choices(policy.choices.hand, never)),
        *(stands_from(least, policy) for least in (12, 14, 16, 17)),
        until_paired(policy, alone),
    ]
    for other in others:
        worth, error = worth_by(play, other)
        assert worth + 4 * error < box.total
    assert play.instead[UP, PLACE[TENS]] < 0.0  # and so is to stand


def test_six_decks_at_equal_stakes() -> None:
    """A simple policy that weighs both wagers makes ten and jack worth 0.96, and all of it cost 1.34 per cent."""
    found = contested(joint(6, 3), 1000, 1000)
    assert found.worths([of("T"), of("J")], of("4"))["split"] == pytest.approx(1214.7, abs=2.0)
    assert found.ev / 2000 == pytest.approx(-0.00809, abs=0.00001)
    assert 0.0 < found.error < found.bound < 1.5e-4 * found.ante
    for box in split_play(found).boxes.values():
        assert not box.most_error or box.most > box.total - 4 * (box.error + box.most_error)


def test_split_boxes_leave_a_small_error_and_tens_are_split_for_the_poker_hand() -> None:
    found = contested(joint(2, 3), 1000, 500)
    assert 0.0 < found.error / found.ante < 5e-6
    tens = {each.first for each in found.played_otherwise(Rank.SIX) if each.together == "split"}
    assert tens == {first for first in product(Rank, Rank) if 8 < rank_number(first[0]) < rank_number(first[1])}
    worths = found.worths([of("K"), of("Q")], of("6"))
    assert worths["split"] > worths["stand"] > worths["hit"]
    assert "split" not in found.worths([of("K"), of("9")], of("6"))
    assert contested(joint(2, 3), 100000, 500).played_otherwise(Rank.NINE) == []
    assert found.at_stakes(2000, 1000).bound == pytest.approx(2 * found.bound, rel=1e-9)


# Boxes that are played for the played wager alone.


def test_what_first_cards_come_to_in_a_split_box_is_what_they_do_unsplit() -> None:
    """What a box draws leaves the dealer's cards as likely as they were, so all of this is exact."""
    plain = joint(2, 3)
    first_two = Joint(plain.solution, contest(first_two=True))
    for first, second, up in (("8", "8", "T"), ("K", "J", "5"), ("A", "A", "9")):
        pair, number = (rank_number(Rank(first)), rank_number(Rank(second))), rank_number(Rank(up))
        unsplit = plain.ends[number][PLACE[pair]].sum(axis=0)
        assert alone_box(first_two, number, pair).kinds == pytest.approx(unsplit, abs=1e-13)


def test_the_first_two_cards_leave_a_bound_and_no_error() -> None:
    found = contested(joint(2, 3, contest(first_two=True)), 1000, 500)
    assert found.error == 0.0
    assert 0.0 < found.bound < 1e-3 * found.ante
    assert found.plan.split is None


def test_tens_of_different_ranks_are_split_where_the_rules_make_them_a_pair() -> None:
    plain = joint(2, 3)
    playing = plain.solution.terms.game
    assert playing.rules.splitting is not None
    rules = replace(playing.rules, splitting=replace(playing.rules.splitting, by_rank=True))
    by_rank = Joint(Solution(Terms(replace(playing, rules=rules))), PLAIN)
    like = {pair for pair in STARTS if pair[0] == pair[1]}
    assert {pair for pair in STARTS if by_rank.may_split(pair)} == like
    assert {pair for pair in STARTS if plain.may_split(pair)} == like | {pair for pair in STARTS if pair[0] > 8}
    assert not any(joint(2).may_split(pair) for pair in STARTS)
    twice = by_rank.solution.up_cards[9].splits[9].up_to(2)
    assert alone_box(by_rank, rank_number(Rank.QUEEN), (12, 12)).played == pytest.approx(twice, abs=1e-13)


# What is saved.


def test_what_is_saved_says_the_same() -> None:
    found = contested(joint(2, 3), 1000, 1000)
    arrays = as_arrays(found)
    saved = from_arrays(found.contest, arrays)
    for hand, up in ((["T", "J"], "4"), (["A", "A"], "9"), (["2", "3", "6"], "K"), (["9", "7", "5"], "A")):
        held = [of(rank) for rank in hand]
        assert saved.worths(held, of(up)) == found.worths(held, of(up))
        assert saved.asked(held[:2], of(up)) == found.asked(held[:2], of(up))
    assert found.plan.split is not None
    assert saved.plan.split is not None
    for name in found.plan.split._fields:
        assert np.array_equal(getattr(saved.plan.split, name), getattr(found.plan.split, name)), name
    for missing in ("worths", "split_choice"):
        with pytest.raises(Foreign):
            from_arrays(found.contest, {name: array for name, array in arrays.items() if name != missing})
    with pytest.raises(Foreign):
        from_arrays(found.contest, {**arrays, "asked": np.zeros(3)})
