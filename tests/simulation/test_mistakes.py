"""The mistakes that public simulators make, each with a test that would find it here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import takewhile
from math import sqrt
from typing import Any

import numpy as np
import pytest

from conformance.suite import WHEEL, game
from pitboss.analysis.drawing.outcomes import main_wager
from pitboss.analysis.drawing.solver import Solution, solve
from pitboss.analysis.drawing.tables import Multiset, best_total
from pitboss.analysis.drawing.terms import Terms
from pitboss.cards import Card
from pitboss.desk.stakes import stakes_of
from pitboss.games.blackjack.intents import DoubleDown, Hit
from pitboss.games.registry import Family
from pitboss.ids import MAIN, Wager
from pitboss.law.house import House, check
from pitboss.law.rulebook import load
from pitboss.money import Cents
from pitboss.simulation import codes, records
from pitboss.simulation.codes import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.endings import Ending
from pitboss.simulation.jobs import packed
from pitboss.simulation.plans import plan_of
from pitboss.simulation.programmes.blackjack import play_shoe
from pitboss.simulation.retell import Dealt, deal_again
from pitboss.simulation.run import CHUNK, Order, Part, play_chunk, run
from pitboss.simulation.sides import rows_of
from pitboss.simulation.summary import Result, summarize
from simulation.rigged import (
    AWARD,
    INSURANCE,
    MATCH,
    TEN_DOLLARS,
    Account,
    at_the_table,
    check_account,
    compiled_with,
    hands_of,
    hard,
    in_suits,
    points,
    premium,
    rigged,
    told,
)
from simulation.rounds import differences, random_plan

pytestmark = pytest.mark.slow
# A rule that is lost, or that changes nothing. A switch is the name of a choice or reading, and its value.

Switch = tuple[str, Any]
RULEBOOKS = ("blackjack-co", "spanish21-ma", "spanish21-md", "spanish21-charity")
# What is about people, shuffles, order or other wagers cannot move the main wager, and is not asked of the solver.
NOT_OF_PLAY = [
    "seats",
    "boxes_per_player",
    "bettors_per_box",
    "opening",
    "shuffle_method",
    "recut_by",
    "idle_spread",
    "no_mid_shoe_entry",
    "verbal_wagers",
    "match_offered",
    "match_play_coupons",
    "reader_reveals_to_players",
    "cut_cards",
    "device_loads_shoe",
    "continuous_shuffler",
    "settlement_order",
    "S10",
    "S11",
    "S14",
    "S15",
    "S16",
    "S17",
    "S23",
    "S40",
    "MA11",
    "MA15",
    "MA16",
    "MA17",
    "MA21",
    "MA23",
    "MD01",
    "MD03",
    "MD07",
    "MD18",
]
MANY = {"blackjack-co": 5 * CHUNK, "spanish21-ma": 3 * CHUNK, "spanish21-charity": 3 * CHUNK}
SEED = 2024


def switched(rulebook: str, *switches: Switch) -> House | None:
    """The rulebook's usual house with some switches set otherwise; nothing where it may not be."""
    book = load(rulebook)
    readings = {name: value for name, value in switches if name in book.interpretations}
    found = check(book, {name: value for name, value in switches if name not in readings}, readings)
    return found if isinstance(found, House) else None


def switches_of(rulebook: str) -> Iterator[Switch]:
    """Every other value of every choice, numbers of splits included, and every other reading."""
    book, usual = load(rulebook), switched(rulebook)
    assert usual is not None
    for name, option in book.options.items():
        if name in NOT_OF_PLAY:
            continue
        numbers = range(5) if name.startswith("max_splits") else ()
        values: list[Any] = list(option.values) if option.kind == "one_of" else list(numbers)
        yield from ((name, value) for value in values if value != usual.values[name])
    for code, chosen in usual.readings.items():
        if code in NOT_OF_PLAY:
            continue
        yield from ((code, value) for value in book.interpretations[code].values if value != chosen)


def playing_with(rulebook: str, *switches: Switch) -> Family:
    settings = {name: value for name, value in switches if name not in load(rulebook).interpretations}
    return game(rulebook, settings, {name: value for name, value in switches if name not in settings})


def tables_of(terms: Terms, stakes: Mapping[Wager, Cents], boxes: int = 1) -> bytes:
    """The kernel's tables for people who play anyhow, with the same dice in every house."""
    plan = random_plan(terms, np.random.default_rng(SEED))
    return packed(Compiled(terms.game, plan, stakes, boxes).tables)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_switch_that_the_solver_sees_reaches_the_kernel(rulebook: str) -> None:
    stakes, usual = {MAIN: TEN_DOLLARS}, Terms(playing_with(rulebook))
    key, before, seen, lost = usual.key(), tables_of(usual, stakes), 0, []
    for switch in switches_of(rulebook):
        if switched(rulebook, switch) is not None:
            terms = Terms(playing_with(rulebook, switch))
            if terms.key() != key:
                seen += 1
                lost += [switch] if tables_of(terms, stakes) == before else []
    assert seen >= 6
    assert lost == []


# Switches that do not move the main wager of the usual house, each with a house of Massachusetts in which they matter.
USUAL: tuple[Switch, ...] = ()
NO_HOLE: tuple[Switch, ...] = (("dealing_procedure", "no_hole"),)
GIVEN_UP: tuple[Switch, ...] = (*NO_HOLE, ("S12", "split_hands_too"))
KEPT: tuple[Switch, ...] = (("MA20", "premium_on_original"),)
WITH_WHEEL: tuple[Switch, ...] = (("bonus_spin", True), ("wheel", WHEEL))
SIDE_SWITCHES: dict[Switch, tuple[Switch, ...]] = {
    ("S03", "literal"): USUAL,
    ("S04", "busted_plus_one"): NO_HOLE,
    ("S07", "rank"): USUAL,
    ("S12", "split_hands_too"): USUAL,
    ("S14", "nothing_more"): NO_HOLE,
    ("S15", "point_value"): USUAL,
    ("S16", "once"): USUAL,
    ("S39", "original_only"): GIVEN_UP,
    ("MA24", "unsplit_only"): KEPT,
    ("dealing_procedure", "no_hole"): USUAL,
    ("dealing_procedure", "hole_no_reader"): USUAL,
    ("MA15", "both"): WITH_WHEEL,
    ("MA16", "plus_stake"): WITH_WHEEL,
    ("MA16", "plus_stake_always"): WITH_WHEEL,
    ("MA17", "per_ace"): WITH_WHEEL,
}


HOUSES = {"usual": USUAL, "no hole": NO_HOLE, "given up": GIVEN_UP, "kept": KEPT, "wheel": WITH_WHEEL}


@pytest.mark.parametrize("beside", HOUSES.values(), ids=HOUSES)
def test_switches_of_other_wagers_reach_the_kernel(beside: tuple[Switch, ...]) -> None:
    usual = playing_with("spanish21-ma", *beside)
    stakes = stakes_of(usual, every=True)
    before = tables_of(Terms(usual), stakes, 2)
    for switch in [each for each, houses in SIDE_SWITCHES.items() if houses is beside]:
        assert tables_of(Terms(playing_with("spanish21-ma", *beside, switch)), stakes, 2) != before, switch


@cache
def solved(rulebook: str, *switches: Switch) -> tuple[Solution, Compiled]:
    """Best play of a house, and the simulation of it."""
    playing = playing_with(rulebook, *switches)
    solution = solve(playing)
    return solution, Compiled(playing, plan_of(solution), {MAIN: TEN_DOLLARS})


@cache
def simulated(rulebook: str, *switches: Switch) -> Result:
    _, compiled = solved(rulebook, *switches)
    *_, part = run(Order(compiled, SEED, MANY[rulebook]))
    return summarize(compiled, part).wagers[MAIN]


@pytest.mark.parametrize(
    ("rulebook", "switch"),
    [
        ("blackjack-co", ("decks", 1)),
        ("blackjack-co", ("soft17", "hit")),
        ("blackjack-co", ("double", "any_number")),
        ("spanish21-ma", ("S01", "literal")),
        ("spanish21-ma", ("S09", "redouble")),
        ("spanish21-charity", ("CH01", "stand")),
    ],
    ids=str,
)
def test_a_switch_moves_the_mean_by_what_the_solver_says(rulebook: str, switch: Switch) -> None:
    """Within five standard errors, which are less than the change itself, so a dead switch cannot pass."""
    exact = solved(rulebook, switch)[0].value - solved(rulebook)[0].value
    before, after = simulated(rulebook), simulated(rulebook, switch)
    moved, error = after.mean - before.mean, sqrt(before.standard_error**2 + after.standard_error**2)
    assert abs(exact) > max(5 * error, 0.0005)
    assert moved * exact > 0
    assert abs(moved - exact) < 5 * error


# Rounds early and late in a shoe. Every shoe has as many as the last of them, so each is as good as the first.
STRETCH = 5
LATE_TO = {"blackjack-co": 40, "spanish21-ma": 28}
SHOES = 8_000


def outcomes_of(compiled: Compiled, counts: Any) -> dict[Ending, int]:
    return {ending: int(counts[code]) for ending, code in compiled.endings.numbers.items() if counts[code]}


@cache
def early_and_late(rulebook: str, *switches: Switch) -> tuple[dict[Ending, int], dict[Ending, int]]:
    """How hands ended in the first rounds of many shoes, and in some of their last ones."""
    _, compiled = solved(rulebook, *switches)
    tables, ends = compiled.tables, (STRETCH, LATE_TO[rulebook] - STRETCH, LATE_TO[rulebook])
    table, counted = records.new_round(), [records.new_counts(tables) for _ in ends]
    for number in range(SHOES):
        for counts, rounds in zip(counted, ends, strict=True):
            assert play_shoe(table, tables, counts, number, SEED, rounds) == rounds
    early, before, up_to = (counts.rows[codes.MAIN] for counts in counted)
    return outcomes_of(compiled, early), outcomes_of(compiled, up_to - before)


SWITCHES: tuple[tuple[str, tuple[Switch, ...]], ...] = (
    ("blackjack-co", ()),
    ("blackjack-co", (("soft17", "hit"),)),
    ("blackjack-co", (("surrender", "late"),)),
    ("blackjack-co", (("double", "any_number"),)),
    ("spanish21-ma", ()),
    ("spanish21-ma", (("S28", "no_premium"),)),
)


@pytest.mark.parametrize(("rulebook", "switches"), SWITCHES, ids=str)
def test_outcomes_are_as_likely_late_in_a_shoe_as_early(rulebook: str, switches: tuple[Switch, ...]) -> None:
    """Every outcome of boxes that were not split has its exact chance; a switch lost on the way would show."""
    solution, _ = solved(rulebook, *switches)
    exact: Counter[tuple[str, float]] = Counter()
    for outcome in main_wager(solution).outcomes:
        exact[outcome.name, round(outcome.pays, 9)] += outcome.probability  # type: ignore[assignment]
    del exact[next(key for key in exact if key[0].startswith("split"))]
    rounds = STRETCH * SHOES
    for counted in early_and_late(rulebook, *switches):
        found: Counter[tuple[str, float]] = Counter()
        for ending, count in counted.items():
            if not ending.split:
                found[ending.name, float(ending.net)] += count
        assert set(found) <= set(exact)
        for key, chance in exact.items():
            assert abs(found[key] - rounds * chance) < 5 * sqrt(rounds * chance) + 3, (key, found[key])


def test_nobody_surrenders_where_it_is_not_offered() -> None:
    names = [{ending.name for ending in found} for found in early_and_late("blackjack-co")]
    assert not any("surrendered" in found for found in names)
    offered = early_and_late("blackjack-co", ("surrender", "late"))
    assert all("surrendered" in {ending.name for ending in found} for found in offered)


def test_premiums_on_split_hands_early_and_late() -> None:
    """They occur where the reading says so (S28), late as often as early, and nowhere else."""
    early, late = (
        sum(count for ending, count in found.items() if ending.split and ending.bonus)
        for found in early_and_late("spanish21-ma")
    )
    assert min(early, late) > 15
    assert abs(early - late) < 5 * sqrt(early + late)
    for found in early_and_late("spanish21-ma", ("S28", "no_premium")):
        assert not [ending for ending in found if ending.split and ending.bonus]


def rounds_of_shoe(compiled: Compiled, shoe: int) -> list[Dealt]:
    found = (deal_again(compiled, SEED, shoe, number) for number in range(1, codes.ALL_ROUNDS))
    return list(takewhile(lambda each: each is not None, found))  # type: ignore[arg-type]


def test_the_dealer_and_soft_17_to_the_last_round_of_a_shoe() -> None:
    """One box that always stands: cards one and three are its own, all others the dealer's."""
    ends: Counter[tuple[str, bool, bool]] = Counter()
    for rule in ("stand", "hit"):
        compiled = compiled_with(playing_with("blackjack-co", ("soft17", rule)), lambda _: STAND)
        for shoe in range(8):
            dealt = rounds_of_shoe(compiled, shoe)
            assert len(dealt) > LATE_TO["blackjack-co"]
            for number, each in enumerate(dealt):
                if points((each.cards[0], each.cards[2])) == 21:
                    continue  # a blackjack has won, and the dealer does not draw
                dealer = (each.cards[1], *each.cards[3:])
                held = [dealer[:count] for count in range(2, len(dealer) + 1)]
                stops = [(points(each) >= 17 and points(each) == hard(each)) or points(each) > 17 for each in held]
                assert not any(stops[:-1])
                late = number >= len(dealt) // 2
                ends[rule, late, True] += not stops[-1]
                ends[rule, late, False] += any(points(each) == 17 for each in held[:-1])
    for late in (False, True):
        assert ends["hit", late, True] == 0 < ends["hit", late, False]
        assert ends["stand", late, False] == 0 < ends["stand", late, True]


def test_doubles_on_more_than_two_cards_to_the_last_round_of_a_shoe() -> None:
    found = Counter[tuple[str, bool]]()
    for rule in ("any_two", "any_number"):
        _, compiled = solved("blackjack-co", ("double", rule)) if rule == "any_number" else solved("blackjack-co")
        for shoe in range(40):
            dealt = rounds_of_shoe(compiled, shoe)
            for number, each in enumerate(dealt):
                late_double = any(Hit in taken and DoubleDown in taken for taken in each.decisions.values())
                found[rule, number >= len(dealt) // 2] += late_double
            at_the_table(compiled, dealt[-1])
    assert found["any_two", False] == found["any_two", True] == 0
    assert min(found["any_number", False], found["any_number", True]) > 5


# Doubles, splits and surrenders against a dealer's blackjack.

RICH_IN_BLACKJACKS = in_suits("AK", 4) + " " + in_suits("59", 2)
PROCEDURES = ("no_hole", "hole_no_reader", "hole_reader")


def total_of(hand: Multiset) -> int:
    return best_total(hand)[0]


def doubles_at_once(hand: Multiset) -> int:
    return DOUBLE if total_of(hand) < 21 else STAND


def splits_and_doubles(hand: Multiset) -> int:
    return SPLIT if sum(hand) == max(hand) == 2 else doubles_at_once(hand)


@pytest.mark.parametrize("procedure", PROCEDURES[:2])
@pytest.mark.parametrize("reading", ["original_only", "busted_plus_one"])
@pytest.mark.parametrize("choose", [doubles_at_once, splits_and_doubles])
def test_what_was_added_comes_back_from_a_dealer_blackjack(
    procedure: str, reading: str, choose: Callable[[Multiset], int]
) -> None:
    """A box loses its original wager, with whatever had bust only where the reading says so (S04)."""
    playing = rigged("spanish21-ma", RICH_IN_BLACKJACKS, {"dealing_procedure": procedure}, {"S04": reading})
    compiled = compiled_with(playing, choose, boxes=2)
    account, seen = Account(busts_stand=reading == "busted_plus_one"), Counter[str]()
    for dealt, lying in told(compiled, SEED, range(400)):
        check_account(compiled, account, dealt, lying)
        if points(lying.dealer.cards) != 21 or len(lying.dealer.cards) != 2:
            continue
        for box, nets in enumerate(dealt.nets, start=1):
            hands = hands_of(lying, box)
            doubles, busts = sum(hand.doubles for hand in hands), sum(points(hand.cards) > 21 for hand in hands)
            seen["doubled"] += doubles > 0
            seen["split"] += len(hands) > 1
            seen["bust"] += busts > 0
            if doubles and (not busts or reading == "original_only"):
                assert nets[MAIN] == -TEN_DOLLARS
            if busts and reading == "busted_plus_one":
                assert nets[MAIN] <= -2 * TEN_DOLLARS
    assert min(seen["doubled"], seen["bust"]) > 20
    assert (seen["split"] > 20) == (choose is splits_and_doubles)


def test_added_wagers_of_a_split_box_are_returned_in_the_outcomes() -> None:
    """The same in a whole run: in the rows of the summary only the first hand of a box loses to a blackjack."""
    playing = rigged("spanish21-ma", RICH_IN_BLACKJACKS, {"dealing_procedure": "no_hole"})
    compiled = compiled_with(playing, splits_and_doubles)
    summary = summarize(compiled, play_chunk(Order(compiled, SEED, 50_000), 0))
    rows = [row for row in summary.wagers[MAIN].rows if row.split]
    lost = [row for row in rows if row.name.startswith("dealer blackjack")]
    returned = [row for row in rows if row.name.startswith("returned")]
    assert {row.net for row in lost} == {-1}
    assert {row.net for row in returned} == {0}
    assert sum(row.count for row in returned) >= sum(row.count for row in lost) > 1000
    assert all(row.net == -1 for row in summary.wagers[MAIN].rows if row.name == "dealer blackjack, doubled")


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_a_surrender_is_lost_whole_to_a_dealer_blackjack(procedure: str) -> None:
    """And insurance pays 2 to 1 then. Where a reader looks first, nobody can surrender to a blackjack."""
    playing = rigged("spanish21-ma", RICH_IN_BLACKJACKS, {"dealing_procedure": procedure})
    compiled = compiled_with(
        playing, lambda hand: SURRENDER if total_of(hand) < 21 else STAND, {INSURANCE: Cents(500)}, 2
    )
    seen = Counter[tuple[bool, bool]]()
    for dealt, lying in told(compiled, SEED, range(300)):
        check_account(compiled, Account(), dealt, lying)
        blackjack, insured = points(lying.dealer.cards) == 21, lying.dealer.cards[0].points == 11
        for box, nets in enumerate(dealt.nets, start=1):
            (hand,) = hands_of(lying, box)
            assert nets[INSURANCE] == (0 if not insured else 1000 if blackjack else -500)
            if points(hand.cards) < 21:
                seen[blackjack, hand.closed == "surrendered"] += 1
                assert nets[MAIN] == (-1000 if blackjack else -500)
    assert min(seen[False, True], seen[True, procedure != "hole_reader"]) > 50
    assert seen[True, procedure == "hole_reader"] == seen[False, False] == 0
    rows = summarize(compiled, play_chunk(Order(compiled, SEED, 20_000), 0)).wagers[MAIN].rows
    lost = {row.name: row.net for row in rows if row.count and row.net < 0}
    whole = "dealer blackjack" if procedure == "hole_reader" else "surrendered to a dealer blackjack"
    assert lost == {"surrendered": -0.5, whole: -1}


def splits_and_gives_up(hand: Multiset) -> int:
    if sum(hand) > 2 or total_of(hand) == 21:
        return STAND
    return SPLIT if max(hand) == 2 else SURRENDER


@pytest.mark.parametrize("procedure", PROCEDURES[:2])
@pytest.mark.parametrize("reading", ["taken_whole", "original_only"])
def test_surrendered_split_hands_meet_a_dealer_blackjack(procedure: str, reading: str) -> None:
    """S39: each of them loses its whole wager, or the box its original one and no more."""
    readings = {"S12": "split_hands_too", "S39": reading}
    playing = rigged("spanish21-ma", RICH_IN_BLACKJACKS, {"dealing_procedure": procedure}, readings)
    compiled = compiled_with(playing, splits_and_gives_up, boxes=2)
    account, seen = Account(surrenders_stand=reading == "taken_whole"), Counter[tuple[bool, int]]()
    for dealt, lying in told(compiled, SEED, range(400)):
        check_account(compiled, account, dealt, lying)
        blackjack = points(lying.dealer.cards) == 21 and len(lying.dealer.cards) == 2
        for box, nets in enumerate(dealt.nets, start=1):
            given_up = [hand.closed == "surrendered" for hand in hands_of(lying, box)]
            if len(given_up) > 1 and all(given_up):
                seen[blackjack, len(given_up)] += 1
                lost = len(given_up) if reading == "taken_whole" else 1
                assert nets[MAIN] == (-1000 * lost if blackjack else -500 * len(given_up))
    assert min(seen[blackjack, hands] for blackjack in (False, True) for hands in (2, 3)) > 0


# 3 to 2 paid as an extra half.

ACES, KINGS = 12, 12


def mean_of_standing(aces: int, kings: int, natural_meets_natural: Fraction) -> Fraction:
    """What a person who always stands wins of a shoe of aces and kings, card by card."""
    total = Fraction(0)
    for dealt in np.ndindex(2, 2, 2, 2):
        left, chance = [aces, kings], Fraction(1)
        for card in dealt:
            chance *= Fraction(left[card], sum(left))
            left[card] -= 1
        (one, up, other, hole) = dealt
        mine, theirs = one + other, up + hole
        if mine == 1:
            worth = natural_meets_natural if theirs == 1 else Fraction(3, 2)
        elif theirs == 1:
            worth = Fraction(-1)
        else:
            worth = _against(20 if mine == 2 else 12, 2 - theirs, theirs, left[0], left[1])
        total += chance * worth
    return total


def _against(mine: int, held_aces: int, held_kings: int, aces: int, kings: int) -> Fraction:
    """A standing hand against a dealer who holds so many aces and kings, with so many left to draw."""
    hard = held_aces + 10 * held_kings
    theirs = hard + 10 if held_aces and hard <= 11 else hard
    if theirs >= 17:
        return Fraction(1 if theirs > 21 or theirs < mine else 0 if theirs == mine else -1)
    ace = Fraction(aces, aces + kings)
    drawn = ace * _against(mine, held_aces + 1, held_kings, aces - 1, kings) if aces else Fraction(0)
    return drawn + (1 - ace) * _against(mine, held_aces, held_kings + 1, aces, kings - 1) if kings else drawn


@pytest.mark.parametrize("rulebook", ["blackjack-co", "spanish21-ma", "spanish21-md"])
def test_a_blackjack_nets_one_and_a_half(rulebook: str) -> None:
    """$15 on $10 in every round, and so in the mean; in Spanish 21 it beats that of the dealer."""
    playing = rigged(rulebook, in_suits("AK", ACES // 4))
    compiled = compiled_with(playing, lambda _: STAND)
    spanish, blackjacks = rulebook != "blackjack-co", 0
    for dealt, lying in told(compiled, SEED, range(200)):
        (hand,) = hands_of(lying, 1)
        if points(hand.cards) == 21:
            blackjacks += 1
            pushes = not spanish and points(lying.dealer.cards[:2]) == 21
            assert dealt.nets[0][MAIN] == (0 if pushes else 1500)
    assert blackjacks > 50
    exact = mean_of_standing(ACES, KINGS, Fraction(3, 2) if spanish else Fraction(0))
    result = summarize(compiled, play_chunk(Order(compiled, SEED, 1_000_000), 0)).wagers[MAIN]
    assert {row.net for row in result.rows if row.name == "player blackjack"} == {1.5}
    assert abs(result.mean - float(exact)) < 5 * result.standard_error < 0.01


# The stake of a winning side wager, which comes back.


def test_match_and_insurance_return_the_stake() -> None:
    """$5 at 4 to 1 nets $20, at 9 to 1 $45, two matches both; $5 of insurance at 2 to 1 nets $10."""
    playing = rigged("spanish21-ma", in_suits("AK", 4) + " " + in_suits("79", 1))
    compiled = compiled_with(playing, lambda _: STAND, {MATCH: Cents(500), INSURANCE: Cents(500)}, 2)
    seen = Counter[tuple[str, int]]()
    for dealt, lying in told(compiled, SEED, range(400)):
        up, *_ = lying.dealer.cards
        for box, nets in enumerate(dealt.nets, start=1):
            first_two = hands_of(lying, box)[0].first_cards[:2]
            same, other = (
                sum(card.rank is up.rank and (card.suit is up.suit) is suited for card in first_two)
                for suited in (True, False)
            )
            assert nets[MATCH] == (4500 * same + 2000 * other if same + other else -500)
            seen["match", nets[MATCH]] += 1
            seen["insurance", nets[INSURANCE]] += 1
    assert {net for wager, net in seen if wager == "match"} == {-500, 2000, 4000, 4500, 6500, 9000}
    assert {net for wager, net in seen if wager == "insurance"} == {-500, 0, 1000}


@pytest.mark.parametrize("reading", ["blackjack", "face_below"])
def test_what_wins_insurance_against_faces(reading: str) -> None:
    """MD18: by the letter a face card below, though that is no blackjack, and not an ace, though that is one."""
    playing = rigged("spanish21-md", in_suits("AK59", 3), readings={"MD01": "faces_too", "MD18": reading})
    compiled = compiled_with(playing, lambda _: STAND, {INSURANCE: Cents(500)}, 2)
    seen = Counter[tuple[int, int, int]]()
    for dealt, lying in told(compiled, SEED, range(300)):
        up, hole = (card.points for card in lying.dealer.cards[:2])
        wins = hole == 10 if reading == "face_below" else up + hole == 21
        for nets in dealt.nets:
            assert nets[INSURANCE] == (0 if up < 10 else 1000 if wins else -500)
            seen[up, hole, nets[INSURANCE]] += 1
    assert min(seen[11, 10, 1000], seen[10, 10, -500] + seen[10, 10, 1000], seen[10, 9, -500]) > 10
    assert (seen[10, 10, 1000] > 0) == (seen[10, 11, -500] > 0) == (reading == "face_below")


@pytest.mark.parametrize(("boxes", "shoes"), [(1, False), (3, False), (1, True), (3, True)])
def test_results_add_up_to_their_rows(boxes: int, shoes: bool) -> None:  # noqa: FBT001
    """Counted by round, by wager and by row, all money is the same money."""
    settings: dict[str, object] = {"bonus_spin": True, "wheel": WHEEL}
    playing = game("spanish21-ma", settings)
    stakes = stakes_of(playing, {MATCH: Cents(500)}, every=True)
    plan = plan_of(solved("spanish21-ma")[0])
    compiled = Compiled(playing, plan, stakes, boxes)
    *_, part = run(Order(compiled, SEED, 150_000, shoes=shoes, chunk=500 if shoes else 50_000))
    summary, together = summarize(compiled, part), 0
    for wager, result in summary.wagers.items():
        won = round(result.mean * result.placed * result.stake)
        together += won
        if wager != AWARD:
            assert won == sum(round(row.count * row.net * result.stake) for row in result.rows)
        if wager not in (MAIN, AWARD):
            assert result.placed == sum(row.count for row in result.rows)
    assert together == sum(net * count for net, count in summary.results.items())
    assert sum(summary.results.values()) == summary.rounds >= 150_000
    nets = {wager: {row.name: row.net for row in result.rows} for wager, result in summary.wagers.items()}
    assert (nets[MATCH]["1 other suit"], nets[MATCH]["no match"]) == (4, -1)
    assert nets[INSURANCE] == {"no blackjack": -1, "dealer blackjack": 2}


# Bonuses that survive a double or a split.

SIX_SEVEN_EIGHT = " ".join(f"{rank}{suit}*{times}" for rank in "678" for suit, times in (("h", 6), ("s", 6), ("d", 1)))
SMALL_CARDS = in_suits("2345", 7)


def hits(hand: Multiset) -> int:
    return HIT if total_of(hand) < 21 else STAND


def doubles_late(hand: Multiset) -> int:
    """Doubles two cards of 6, 7 and 8, and four cards or more from 16 on."""
    middle, long = sum(hand[5:8]) == 2 == sum(hand), sum(hand) >= 4 and total_of(hand) >= 16
    return DOUBLE if total_of(hand) < 21 and (middle or long) else hits(hand)


def after_splits(choose: Callable[[Multiset], int]) -> Callable[[Multiset], int]:
    return lambda hand: SPLIT if sum(hand) == max(hand) == 2 else choose(hand)


BONUS_HOUSES: dict[str, tuple[str, dict[str, object], Account]] = {
    "ma": ("spanish21-ma", {}, Account()),
    "ma, premium on the original": ("spanish21-ma", {"MA20": "premium_on_original"}, Account(premium_on_original=True)),
    "ma, premium on the original, unless split": (
        "spanish21-ma",
        {"MA20": "premium_on_original", "MA24": "unsplit_only"},
        Account(premium_on_original=True, unsplit_only=True),
    ),
    "ma, premium on the original, not on split hands": (
        "spanish21-ma",
        {"MA20": "premium_on_original", "S28": "no_premium"},
        Account(premium_on_original=True, split_premium=False),
    ),
    "ma, not on split hands": ("spanish21-ma", {"S28": "no_premium"}, Account(split_premium=False)),
    "md": ("spanish21-md", {}, Account(split_premium=False)),
    "md, on split hands": ("spanish21-md", {"S28": "premium"}, Account()),
    "charity": ("spanish21-charity", {}, Account(split_premium=False)),
    "charity, on split hands": ("spanish21-charity", {"S28": "premium"}, Account()),
}


@pytest.mark.parametrize("name", BONUS_HOUSES)
@pytest.mark.parametrize("shoe", [SIX_SEVEN_EIGHT, SMALL_CARDS], ids=["678", "five cards and more"])
def test_premiums_are_of_hands_as_they_were_dealt(name: str, shoe: str) -> None:
    """By kind of suit and number of cards; a doubled 21 is paid even money, a split one by its reading."""
    rulebook, readings, account = BONUS_HOUSES[name]
    playing, seen = rigged(rulebook, shoe, readings=readings), Counter[tuple[str, bool, bool]]()
    for choose in (after_splits(hits), after_splits(doubles_late)):
        compiled = compiled_with(playing, choose, boxes=2)
        for dealt, lying in told(compiled, SEED, range(200)):
            check_account(compiled, account, dealt, lying)
            hands = [hand for box in (1, 2) for hand in hands_of(lying, box)]
            seen.update((premium(hand.cards), hand.doubles > 0, hand.split) for hand in hands)
    for kind in ("mixed", "suited", "spades") if shoe == SIX_SEVEN_EIGHT else ("five cards", "six cards"):
        assert all(seen[kind, doubled, split] for doubled in (False, True) for split in (False, True)), (kind, seen)


SEVENS = "7h*30 7s*15 7c*4 7d*4"


def sevens_suited(hand: list[Card]) -> bool:
    return premium(hand) in ("suited", "spades")


@pytest.mark.parametrize(
    ("rulebook", "envy", "stakes"),
    [
        ("spanish21-ma", "per_person", (400, 500, 1000, 2500)),
        ("spanish21-ma", "others_always", (400, 1000)),
        ("spanish21-ma", "per_box", (400, 1000)),
        ("spanish21-ma", "once", (400, 1000)),
        ("spanish21-md", "per_person", (1000, 2500)),
    ],
)
def test_the_award_for_suited_sevens(rulebook: str, envy: str, stakes: tuple[int, ...]) -> None:
    """By the size of the wager, and $50 to everybody else, by all readings of S16."""
    playing = rigged(rulebook, SEVENS, {"main_min": Decimal(4)}, {"S16": envy})
    for stake in stakes:
        compiled, holders = compiled_with(playing, hits, {MAIN: Cents(stake)}, 3), Counter[int]()
        award = 0 if stake < 500 else 100_000 if stake < 2500 else 500_000
        envied = 5000 if award or envy == "others_always" else 0
        for dealt, lying in told(compiled, SEED, range(100)):
            check_account(compiled, Account(), dealt, lying)
            won = [sevens_suited(hands_of(lying, box)[0].cards) for box in (1, 2, 3)]
            holders[sum(won)] += 1
            for at, nets in enumerate(dealt.nets):
                others = sum(won) - won[at]
                times = min(others, 1) if envy == "once" else others
                assert nets[AWARD] == award * won[at] + envied * times
        assert min(holders[0], holders[1], holders[2]) > 5


@pytest.mark.parametrize("rulebook", ["spanish21-ma", "spanish21-md"])
@pytest.mark.parametrize("choose", [doubles_late, after_splits(hits), after_splits(doubles_late)])
def test_no_award_for_sevens_that_were_doubled_or_split(rulebook: str, choose: Callable[[Multiset], int]) -> None:
    compiled = compiled_with(rigged(rulebook, SEVENS), choose, boxes=2)
    account, suited = Account(split_premium=rulebook == "spanish21-ma"), 0
    for dealt, lying in told(compiled, SEED, range(120)):
        check_account(compiled, account, dealt, lying)
        suited += sum(sevens_suited(hand.cards) for box in (1, 2) for hand in hands_of(lying, box))
        assert all(nets[AWARD] == 0 for nets in dealt.nets)
    assert suited > 10


def test_the_award_in_a_run() -> None:
    """One box, 7-7-7 in every round: what is counted is the exact chance of one suit times the award."""
    compiled = compiled_with(rigged("spanish21-ma", SEVENS), hits)
    summary = summarize(compiled, play_chunk(Order(compiled, SEED, 200_000), 0))
    chance = Fraction(sum(n * (n - 1) * (n - 2) for n in (30, 15, 4, 4)), 53 * 52 * 51)
    counts = {row.name: row.count for row in summary.wagers[MAIN].rows}
    assert set(counts) == {"777 mixed", "777 suited", "777 spades"}
    suited = counts["777 suited"] + counts["777 spades"]
    assert abs(suited - 200_000 * chance) < 5 * sqrt(200_000 * chance)
    assert summary.wagers[AWARD].mean * 200_000 * TEN_DOLLARS == pytest.approx(suited * 100_000)
    assert {row.name: row.net for row in summary.wagers[MAIN].rows} == {
        "777 mixed": 1.5,
        "777 suited": 2,
        "777 spades": 3,
    }


# The shoe that runs out in mid-round.


def one_deck() -> Compiled:
    solution, _ = solved("blackjack-co", ("decks", 1))
    playing = playing_with("blackjack-co", ("decks", 1), ("cut_card_behind", 1))
    return Compiled(playing, plan_of(solution), {MAIN: TEN_DOLLARS}, 5)


def test_a_shoe_that_runs_out_in_mid_round() -> None:
    """The discards alone are shuffled and one is burned; the cards of the round stay out, and it is settled as ever."""
    compiled, exhausted = one_deck(), 0
    for shoe in range(150):
        out: set[Card] = set()
        dealt = rounds_of_shoe(compiled, shoe)
        assert not any(each.reshuffled for each in dealt[:-1])
        for each in dealt:
            left = 51 - len(out)  # one card was burned
            assert len(set(each.cards)) == len(each.cards)
            assert out.isdisjoint(each.cards[:left])
            assert each.reshuffled == (len(each.cards) > left)
            cards = each.cards[:left] + each.cards[left + 1 :]  # the burn card of the reshuffle is nobody's
            exhausted += each.reshuffled
            if each.reshuffled:
                unseen = set(compiled.game.shoe) - out - set(each.cards[:left])
                assert set(each.cards[left:]) <= out | unseen
            at_the_table(compiled, replace(each, cards=cards))
            out.update(each.cards[:left])
        last = dealt[-1]
        assert last.reshuffled or 52 - 1 - len(out) < 1
    assert exhausted > 50


def test_a_run_goes_on_after_a_shoe_that_ran_out() -> None:
    compiled = one_deck()
    *_, part = run(Order(compiled, SEED, 60_000, shoes=True, chunk=1000))
    summary = summarize(compiled, part)
    assert summary.rounds >= 60_000
    assert 2 < summary.rounds / summary.shoes < 5
    assert summary.cards > 52 * summary.shoes  # some cards were dealt twice
    again = play_chunk(Order(compiled, SEED, 60_000, shoes=True, chunk=1000), 0)
    *_, first = run(Order(compiled, SEED, 1, shoes=True, chunk=1000))
    assert same_counts(again, first)


def same_counts(one: Part, other: Part) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one.counts, other.counts, strict=True))


# The comparison itself can fail.

COMPARED = range(600)


def with_side_wagers() -> Compiled:
    solution, stakes = solved("spanish21-ma")[0], {MAIN: TEN_DOLLARS, MATCH: Cents(500), INSURANCE: Cents(500)}
    return Compiled(solution.terms.game, plan_of(solution), stakes, 2)


def pays_blackjack_two_to_one(tables: Any, compiled: Compiled) -> None:
    code = next(code for ending, code in compiled.endings.numbers.items() if ending.name == "player blackjack")
    tables.nets[codes.MAIN, code] = tables.nets[codes.MAIN, code] * 4 // 3


def pays_a_push(tables: Any, compiled: Compiled) -> None:
    by_name = {ending.name: code for ending, code in compiled.endings.numbers.items() if not ending.split}
    tables.code[tables.code == by_name["push"]] = by_name["win"]


def dealer_draws_on_hard_17(tables: Any, _: Compiled) -> None:
    """An up card of ten with a seven goes to where a ten with a six goes."""
    tables.dealer[9, 6] = tables.dealer[9, 5]


def dealer_draws_on_soft_17(tables: Any, _: Compiled) -> None:
    tables.dealer[0, 5] = tables.dealer[0, 4]


def row_of(compiled: Compiled, wager: Wager, name: str) -> tuple[int, int]:
    """Where the kernel keeps what a side wager's row pays."""
    at, side = next((at, side) for at, side in enumerate(compiled.sides, codes.FIRST_SIDE) if side.id == wager)
    return at, [row.name for row in rows_of(side, compiled.stakes[wager], compiled.rules.betting.chip)].index(name)


def match_keeps_the_stake(tables: Any, compiled: Compiled) -> None:
    row = row_of(compiled, MATCH, "1 other suit")
    tables.nets[row] -= compiled.stakes[MATCH] // tables.units[row[0]]


def insurance_is_paid_one_to_one(tables: Any, compiled: Compiled) -> None:
    tables.nets[row_of(compiled, INSURANCE, "dealer blackjack")] //= 2


def doubles_are_lost_once(tables: Any, compiled: Compiled) -> None:
    by_name = {ending.name: code for ending, code in compiled.endings.numbers.items() if not ending.split}
    tables.nets[codes.MAIN, by_name["loss, doubled"]] //= 2


@pytest.mark.parametrize(
    "alter",
    [
        pays_blackjack_two_to_one,
        pays_a_push,
        dealer_draws_on_hard_17,
        dealer_draws_on_soft_17,
        match_keeps_the_stake,
        insurance_is_paid_one_to_one,
        doubles_are_lost_once,
    ],
)
def test_the_comparison_finds_one_altered_entry(alter: Callable[[Any, Compiled], None]) -> None:
    """The kernel with one entry of its tables altered is not the table's equal any more."""
    compiled = with_side_wagers()
    alter(compiled.tables, compiled)
    assert any(differences(compiled, SEED, COMPARED))


def test_the_comparison_finds_nothing_where_nothing_was_altered() -> None:
    assert list(differences(with_side_wagers(), SEED, COMPARED)) == []


def test_an_altered_award_is_found_too() -> None:
    compiled = compiled_with(rigged("spanish21-ma", SEVENS), hits, boxes=2)
    assert list(differences(compiled, SEED, range(60))) == []
    tables: Any = compiled.tables
    tables.others_award = 0
    assert list(differences(compiled, SEED, range(60)))
