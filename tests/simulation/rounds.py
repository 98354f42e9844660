"""Random houses, readings, stakes and plans, and the comparison of the kernel with the table on each of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from conformance.suite import BESIDE, WHEEL, game
from pitboss.analysis.contest.patterns import SplitTables
from pitboss.analysis.contest.seen import CLASSES, classes
from pitboss.analysis.contest.tables import STARTS
from pitboss.analysis.contest.tables import held as held_by_ranks
from pitboss.analysis.drawing.kernel import Pays
from pitboss.analysis.drawing.tables import ACE, RANKS, all_hands, best_total, numbers, starts
from pitboss.analysis.drawing.terms import Terms, at_stake, multiset, rank_of, two_cards
from pitboss.cards import STANDARD_DECK, Card
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.ids import Wager
from pitboss.law.house import House, check
from pitboss.law.rulebook import load
from pitboss.money import Cents
from pitboss.simulation import codes
from pitboss.simulation.codes import ALL_RANKS
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.parts import contest as contests
from pitboss.simulation.parts import own_hand, poker_part, switch, three_ways
from pitboss.simulation.plans import Plan, empty_plan, pair_of_tens, suit_hands
from pitboss.simulation.retell import Dealt, deal_again, nets_of, through_the_core
from pitboss.simulation.sides import number_of, own_states

SPANISH = ("spanish21-ma", "spanish21-ma-prior", "spanish21-md", "spanish21-charity")
RULEBOOKS = (
    *SPANISH,
    "blackjack-co",
    "21-plus-3",
    "golden-21",
    "buffalo-2",
    "buffalo-3",
    "blackjack-switch",
    "3-card-21",
    "straight-jack-progressive",  # straight-jack is the same to the kernel, without a meter
    "21-hold-em",
    "ante-up-21",
)
KERNELS = (  # between them they go every way through the kernel
    "spanish21-ma",
    "spanish21-md",
    "spanish21-charity",
    "blackjack-co",
    "buffalo-3",
    "blackjack-switch",
    "3-card-21",
    "straight-jack-progressive",
    "21-hold-em",
    "ante-up-21",
)
OPTIONS: dict[str, dict[str, list[object]]] = {
    "spanish21-ma": {
        "decks": [6, 8],
        "dealing_procedure": ["no_hole", "hole_no_reader", "hole_reader"],
        "bonus_spin": [True, False],
        "wheel": [WHEEL],
        "match_odds": [{"other_suit": "5:1"}, {"same_suit": "12:1"}],
    },
    "spanish21-ma-prior": {"dealing_procedure": ["no_hole", "hole_no_reader", "hole_reader"], "decks": [6, 8]},
    "spanish21-md": {"decks": [6, 8], "max_splits": [1, 2, 3], "max_splits_aces": [1, 3]},
    "spanish21-charity": {},
    "blackjack-co": {
        "decks": [1, 2, 6, 8],
        "soft17": ["stand", "hit"],
        "double": ["any_two", "any_number"],
        "double_after_split": [True, False],
        "surrender": ["none", "late"],
        "max_splits": [0, 1, 2, 3],
        "split_by": ["value", "rank"],
        "resplit_aces": [True, False],
        "hit_split_aces": [True, False],
    },
    "21-plus-3": {
        "decks": [1, 2, 4, 8],
        "version": ["standard", "xtreme"],
        "player_cards": ["face_up", "face_down"],
        "soft17": ["stand", "hit"],
        "surrender": ["none", "late"],
    },
    "golden-21": {
        "decks": [1, 2, 6],
        "schedule": [1, 2, 3, 4, 12, 13, 14],
        "golden_cap_main": [True, False],
        "double": ["any_two", "any_number"],
    },
    "blackjack-switch": {
        "decks": [6, 8],
        "super_match": [True, False],
        "buster_offered": [True, False],
        "soft17": ["stand", "hit"],
        "double_after_split": [True, False],
        "max_splits": [0, 1, 2, 3],
        "resplit_aces": [True, False],
        "hit_split_aces": [True, False],
    },
    "3-card-21": {
        "decks": [6, 8],
        "soft17": ["stand", "hit"],
        "paytable": [1, 2, 3, 4, 5],
        "split_by": ["value", "rank"],
        "double": ["any_two", "any_number"],
        "double_after_split": [True, False],
        "hit_split_aces": [True, False],
    },
    "buffalo-2": {
        "decks": [1, 2, 4],
        "table_21_plus_3": ["A", "B"],
        "soft17": ["stand", "hit"],
        "surrender": ["none", "late"],
        "hit_split_aces": [True, False],
    },
    "buffalo-3": {
        "decks": [4],
        "table_21_plus_3": ["A", "B"],
        "top_3_table": ["A", "B"],
        "soft17": ["stand", "hit"],
        "surrender": ["none", "late"],
    },
    "straight-jack": {
        "decks": [1, 2, 6],
        "double": ["any_two", "any_number"],
        "surrender": ["none", "late"],
        "max_splits": [0, 1, 3],
        "split_by": ["value", "rank"],
    },
    "straight-jack-progressive": {
        "decks": [1, 2],
        "split_by": ["value", "rank"],
        "paytable": ["SJP1", "SJP2", "SJP3", "SJP4"],
        "soft17": ["stand", "hit"],
        "surrender": ["none", "late"],
    },
}
OPTIONS |= {
    "ante-up-21": {
        "decks": [2, 6],
        "poker_bonus": [True, False],
        "schedule": ["A", "B", "C", "D"],
        "require_both": [True, False],
        "double": ["any_two", "any_number"],
        "double_after_split": [True, False],
        "max_splits": [0, 1, 3],
        "split_by": ["value", "rank"],
        "hit_split_aces": [True, False],
    },
    "21-hold-em": {
        "soft17": ["stand", "hit"],
        "surrender": ["none", "late"],
        "max_splits": [0, 1, 3],
        "split_by": ["value", "rank"],
    },
}
STAKES = (500, 600, 1000)
BOXES = (1, 1, 2, 2, 3, 4, 7)  # few more often than many, which take longer and show little more
MOST_BOXES = {1: 3, 2: 5}


def random_compiled(rulebook: str, chance: random.Random) -> Compiled:
    """A lawful house of this rulebook with any readings, and people who play by no reason at all."""
    settings = _random_settings(rulebook, chance)
    while load(rulebook).jurisdiction == "Colorado" and not isinstance(check(load(rulebook), settings, {}), House):
        settings = _random_settings(rulebook, chance)
    if settings.get("bonus_spin") and "wheel" not in settings:
        settings["wheel"] = WHEEL
    if settings.get("match_odds") == {"same_suit": "12:1"} and settings.get("decks") == 8:
        del settings["match_odds"]
    questions = load(rulebook).interpretations
    readings: dict[str, object] = {
        code: chance.choice(list(each.values))
        for code, each in questions.items()
        if each.switch and chance.random() < 0.25
    }
    for code in [each for each in BESIDE if each in questions and chance.random() < 0.4]:
        readings |= BESIDE[code] | {code: chance.choice(list(questions[code].values))}  # which would seldom meet
    playing = at_stake(game(rulebook, settings, readings), Cents(stake := chance.choice(STAKES)))
    boxes = min(chance.choice(BOXES), MOST_BOXES.get(playing.house.integer("decks"), 7))
    stakes = random_stakes(playing.rules, Cents(stake), chance)
    plan = random_plan(Terms(playing), np.random.default_rng(chance.getrandbits(32)))
    return Compiled(playing, plan, stakes, boxes)


def _random_settings(rulebook: str, chance: random.Random) -> dict[str, object]:
    return {name: chance.choice(values) for name, values in OPTIONS[rulebook].items() if chance.random() < 0.6}


def random_stakes(rules: BlackjackRules, main: Cents, chance: random.Random) -> dict[Wager, Cents]:
    stakes = {rules.played: main}
    for wager, terms in rules.betting.wagers.items():
        beside = all(tie.to in stakes for tie in terms.needs) and terms.together is None
        if wager != rules.played and beside and (terms.compulsory or chance.random() < 0.6):
            stakes[wager] = terms.smallest(rules.betting.chip) if terms.equals is None else main
    for side in rules.sides:
        if side.late is not None and chance.random() < 0.6:
            stakes[side.id] = side.terms.smallest(rules.betting.chip)
    if chance.random() < 0.6:
        stakes[Wager("insurance")] = Cents(main // 2)
    return stakes


def random_plan(terms: Terms, chance: np.random.Generator) -> Plan:
    """A decision for every hand, drawn from what the rules allow."""
    plan, rules = empty_plan(terms), terms.rules
    plan.plan[:] = _random_decisions(terms, terms.plain_pays, chance)
    random_unlike(plan, terms, chance)
    for rank in range(RANKS):
        plan.split_plan[rank] = _random_decisions(terms, terms.split_pays, chance)
        plan.split_hands[rank] = 1 + terms.max_splits(rank)
    for hand in two_cards():
        total, number = best_total(hand)[0], numbers()[hand]
        if terms.may_surrender(hand) and terms.first_cards == 2:
            plan.plan[0, chance.random(RANKS) < 0.1, number] = codes.SURRENDER
        if rules.surrender is not None and rules.surrender.on_split_hand is None and total < 21:
            plan.split_plan[:, 0, chance.random(RANKS) < 0.1, number] = codes.SURRENDER
        if max(hand) == 2 and terms.max_splits(hand.index(2)):
            plan.plan[0, chance.random(RANKS) < 0.8, number] = codes.SPLIT
    plan = random_first_three(plan, terms, chance)
    for row, hand in enumerate(suit_hands(terms)):
        plan.plan[0, :, numbers()[hand]] = codes.BY_SUIT
        decisions = [codes.STAND, codes.HIT, codes.DOUBLE]
        if max(hand) == 2 and terms.max_splits(hand.index(2)):
            decisions.append(codes.SPLIT)
        plan.suit_plan[:, row] = chance.choice(decisions, size=plan.suit_plan[:, row].shape)
        plan.split_suits[:, :, :, 1:] = chance.integers(0, 2, size=plan.split_suits[:, :, :, 1:].shape)
    plan = plan.with_way(switch.NAME, {"plan": chance.integers(0, 2, size=(RANKS,) * 5)})
    plan = random_own(plan, terms, chance)
    plan = random_poker(plan, chance)
    plan = random_contest(plan, terms, chance)
    keep_to_what_suits_allow(plan, terms)
    if rules.drawing.split_aces is not None:
        for hand in two_cards():
            plan.split_plan[ACE, 0, :, numbers()[hand]] = codes.STAND
    return plan


def random_unlike(plan: Plan, terms: Terms, chance: np.random.Generator) -> None:
    """A decision for tens of different ranks, which may be another than for a pair that is not split."""
    tens = pair_of_tens(terms)
    if tens is not None:
        plan.unlike[:] = _random_decisions(terms, terms.plain_pays, chance)[0, :, numbers()[tens]]


def random_poker(plan: Plan, chance: np.random.Generator) -> Plan:
    first, second = (chance.random((2, *(ALL_RANKS,) * cards)) < 0.7 for cards in (3, 4))
    return plan.with_way(poker_part.NAME, {"first": first, "second": second})


def random_contest(plan: Plan, terms: Terms, chance: np.random.Generator) -> Plan:
    """A decision for every hand below 21 by its ranks, and for every poker hand whether it folds."""
    contest = terms.rules.contest
    if contest is None:
        return plan
    folds = chance.random((ALL_RANKS,) * 3) < 0.3
    if contest.first_two:
        return plan.with_way(contests.NAME, {"folds": folds})
    hands = held_by_ranks(contest)
    draws = np.flatnonzero((hands.next >= 0).any(axis=1))
    number = np.zeros(len(hands.next), dtype=np.int16)
    number[draws] = 1 + np.arange(len(draws))
    first = {pair: place for place, pair in enumerate(STARTS)}
    start = [[number[first[min(one, two), max(one, two)]] for two in range(13)] for one in range(13)]
    decisions = np.zeros((13, 1 + len(draws)), dtype=np.uint8)
    for at, hand in enumerate(draws, start=1):
        pair, coarse = hand < len(STARTS) and STARTS[hand], hands.coarse[hand]
        may = [codes.STAND, codes.HIT]
        may += [codes.DOUBLE] if terms.plain_pays.may_double[coarse] else []
        rank = min(pair[0], 9) if pair else 0
        may += [codes.SPLIT] if pair and rank == min(pair[1], 9) and terms.max_splits(rank) else []
        decisions[:, at] = chance.choice(may, size=13)
    then = np.concatenate((np.zeros((1, 13), dtype=np.int16), number[hands.next[draws]]))
    decided: dict[str, NDArray[Any]] = {"start": np.array(start, dtype=np.int16), "next": then, "plan": decisions}
    decided |= contests.after_split(random_splits(terms, chance))
    return plan.with_way(contests.NAME, {"folds": folds, **decided})


def random_splits(terms: Terms, chance: np.random.Generator) -> SplitTables:
    """A decision for every hand after a split by what is seen of the box, and whether pairs are split again."""
    stands, draws, doubles, again = range(4)
    choice = np.zeros((1 + 3 * 8, CLASSES), dtype=np.uint8)
    for kind, most in ((draws, 2), (doubles, 3), (again, 2)):
        choice[8 * kind - 7 : 8 * kind + 1] = chance.integers(0, most, size=(8, CLASSES))
    row = np.zeros((10, len(all_hands())), dtype=np.int16)
    kinds = [stands]
    pays = terms.split_pays
    for value in range(10):
        for number, hand in enumerate(all_hands()):
            open_ = hand[value] and sum(hand) > 1 and best_total(hand)[0] < 21
            if open_ and pays.may_hit[number] and (value or terms.draws_on_split_aces):
                row[value, number] = len(kinds)
                kinds.append(doubles if pays.may_double[number] else draws)
    of_kind = np.array(kinds)
    pattern = np.where(of_kind > 0, 8 * of_kind - chance.integers(0, 8, size=(13, codes.TURNS, len(kinds))), 0)
    more = np.zeros((13, 10, codes.TURNS), dtype=np.int64)
    for hands in range(2, 4):
        turns = slice(hands * (hands - 1) // 2 - 1, hands * (hands + 1) // 2 - 1)
        for value in range(10):
            if hands <= terms.max_splits(value):
                more[:, value, turns] = 8 * again - chance.integers(0, 8, size=(13, hands))
    return SplitTables(classes(), row, pattern.astype(np.uint16), more.astype(np.uint16), choice)


def random_own(plan: Plan, terms: Terms, chance: np.random.Generator, hits: int = 3) -> Plan:
    """A decision for every hand whose cards may still count for the wager on its box; `hits` is how often it draws."""
    own = next((side.own for side in terms.rules.sides if side.own is not None), None)
    if own is None:
        return plan
    states, decided = own_states(own), own_hand.as_the_main_wager()
    pays = terms.plain_pays
    known: dict[int, tuple[Card, ...]] = {}
    waiting: list[tuple[Card, ...]] = [(one, other) for one in STANDARD_DECK for other in STANDARD_DECK]
    for held in waiting:
        state = reduce(lambda state, card: int(states.steps[state, number_of(card)]), held, 0)
        if state in known or states.states[state] is None or (states.steps[state] == state).all():
            continue
        known[state] = held
        number = numbers()[multiset(held)]
        pair = len(held) == 2 and held[0].points == held[1].points and terms.max_splits(rank_of(held[0]))
        for up in range(len(STANDARD_DECK)):
            may = [codes.STAND]
            may += [codes.HIT] * hits if pays.may_hit[number] else []
            may += [codes.DOUBLE] if pays.may_double[number] else []
            may += [codes.SPLIT] if pair else []
            decided["plan"][up, state] = chance.choice(may)
        longer = ((*held, card) for card in STANDARD_DECK)
        waiting += [each for each in longer if best_total(multiset(each))[0] <= 21]
    return plan.with_way(own_hand.NAME, decided)


def random_first_three(plan: Plan, terms: Terms, chance: np.random.Generator) -> Plan:
    """Three first cards may be given up or parted where the rules allow it, and above 21 nothing else."""
    if not terms.parts:
        return plan
    plan.split_hands[:] = terms.first_cards
    above = chance.choice([codes.SURRENDER, codes.SPLIT], size=(RANKS,) * 4)
    for hand in starts(terms.first_cards):
        if best_total(hand)[0] <= 21:
            number = numbers()[hand]
            if terms.may_surrender(hand):
                plan.plan[0, chance.random(RANKS) < 0.2, number] = codes.SURRENDER
            if terms.may_part(hand):
                plan.plan[0, chance.random(RANKS) < 0.4, number] = codes.SPLIT
    return plan.with_way(three_ways.NAME, {"above": above})


def keep_to_what_suits_allow(plan: Plan, terms: Terms) -> None:
    """Suits speak for a draw only on two cards that a third could make a premium hand."""
    for first in range(RANKS):
        for second in range(RANKS):
            hand = tuple((each == first) + (each == second) for each in range(RANKS))
            if terms.completed(hand) is None:
                plan.split_suits[first, :, second] = 0


def _random_decisions(terms: Terms, pays: Pays, chance: np.random.Generator) -> NDArray[np.uint8]:
    hands = len(all_hands())
    found = np.zeros((3, RANKS, hands), dtype=np.uint8)
    dice = chance.random((3, RANKS, hands))
    low = np.array([best_total(hand)[0] < 14 for hand in all_hands()])
    found[0][(dice[0] < np.where(low, 0.8, 0.4)) & (pays.may_hit > 0)] = codes.HIT
    found[0][(dice[0] > 0.8) & (pays.may_double > 0)] = codes.DOUBLE
    for doubles in (1, 2):
        if terms.rules.rescue is not None:
            found[doubles][dice[doubles] < 0.3] = codes.RESCUE
    found[1][(dice[1] > 0.6) & (pays.may_redouble > 0)] = codes.DOUBLE
    return found


def differences(compiled: Compiled, seed: int, rounds: range, *, shoes: bool = False) -> Iterator[str]:
    """Rounds in which a wager comes to something else at the table than in the kernel; there should be none.

    Where every round has a shuffled deck of its own, there are no shoes to be dealt on.
    """
    shoes = shoes and not compiled.rules.shoe.every_round
    for number in rounds:
        place = (number // 5, 1 + number % 5) if shoes else (number, None)
        dealt = deal_again(compiled, seed, *place)
        if dealt is not None and not dealt.reshuffled and (text := difference(compiled, dealt)):
            yield f"round {number}: {text}"


def difference(compiled: Compiled, dealt: Dealt) -> str:
    runner, stack = through_the_core(compiled, dealt)
    nets: tuple[Mapping[Wager, Cents], ...] = nets_of(runner, compiled)
    left = "" if not stack.cards else f"the table did not need {list(stack.cards)}; "
    return left + ("" if nets == dealt.nets else f"{nets} at the table, {dealt.nets} in the kernel")
