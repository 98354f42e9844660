"""The solver against a slow twin on small shoes, and against the walker, which plays the real procedures."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from conformance.suite import game
from naive.family import Naive
from pitboss.analysis.drawing.held import worths
from pitboss.analysis.drawing.solver import Solution, solve
from pitboss.analysis.drawing.splits import Splits, patterns
from pitboss.analysis.drawing.tables import BY_POINTS, BY_RANK, Drawing, all_hands, draws, hands, numbers
from pitboss.analysis.drawing.terms import Terms, multiset
from pitboss.analysis.walker import Stock, Walk, Walker
from pitboss.cards import Card
from pitboss.core.kinds import Outcome
from pitboss.core.layout import Layout
from pitboss.core.requests import Act, Answer, Decide, FaceDown, Offer, Request
from pitboss.core.settle import SettlementRow
from pitboss.core.wagering import open_round
from pitboss.games.blackjack.settlement import Case
from pitboss.games.registry import Family
from pitboss.ids import MAIN, Box, Player
from pitboss.money import Cents

pytestmark = pytest.mark.slow


def cards(text: str) -> tuple[Card, ...]:
    """`9c*5` is five nines of clubs, `78*2` two sevens and two eights of every suit."""
    found: list[Card] = []
    for part in text.split():
        name, _, count = part.partition("*")
        if len(name) == 2 and name[1] in "cdhs":
            found += [Card.parse(name)] * int(count)
        else:
            found += [Card.parse(rank + suit) for rank in name for suit in "cdhs"] * int(count)
    return tuple(found)


def with_splits(playing: Family, most: int) -> Family:
    """The same game with another limit on splits, of aces too."""
    assert playing.rules.splitting is not None
    splitting = replace(playing.rules.splitting, times=most, times_aces=most)
    return replace(playing, rules=replace(playing.rules, splitting=splitting))


def small(rulebook: str, shoe: str, settings: dict[str, object] | None = None, *, splits: int = 0) -> Family:
    return replace(with_splits(game(rulebook, settings or {}), splits), shoe=cards(shoe))


SUITED_SHOES = ["678*1 K*1", "78*1 6*2", "7*2 K*1 8*1", "A*1 78*1 6*1"]


@pytest.mark.parametrize("rulebook", ["spanish21-ma", "spanish21-md"])
@pytest.mark.parametrize("shoe", SUITED_SHOES[:2])
def test_the_twin_agrees_with_suits(rulebook: str, shoe: str) -> None:
    playing = small(rulebook, shoe)
    assert solve(playing).value == pytest.approx(float(Naive(playing).value()), abs=1e-13)


def no_insurance(_: Layout, __: Request, answers: list[Answer]) -> list[Answer]:
    return [each for each in answers if not (isinstance(each, Act) and each.intent.verb == "insurance")]


def walked(playing: Family, policy: Any = no_insurance) -> float:
    walk = Walker(playing.rules, 0, policy).walk([(Player("ann"), Box(1), MAIN, Cents(1000))], playing.shoe)
    return float(walk.value) / 1000


@pytest.mark.parametrize("procedure", ["hole_reader", "hole_no_reader", "no_hole"])
@pytest.mark.parametrize("shoe", ["9c*8 Kc*8", "5c*7 6c*7 Kc*5", "Ac*5 9c*4 Kc*8", "4c*6 8c*6 Kc*6"])
def test_the_walker_agrees_on_hands_that_are_not_split(shoe: str, procedure: str) -> None:
    playing = small("spanish21-ma", shoe, {"dealing_procedure": procedure})
    assert solve(playing).value == pytest.approx(walked(playing), abs=1e-13)


@pytest.mark.parametrize("rulebook", ["spanish21-md", "spanish21-charity"])
@pytest.mark.parametrize("shoe", ["5c*7 6c*7 Kc*5", "Ac*5 9c*4 Kc*8"])
def test_the_walker_agrees_in_other_texts(rulebook: str, shoe: str) -> None:
    """Maryland pays some blackjacks at once; the charity dealer draws on soft 17, and a hand may be doubled twice."""
    playing = small(rulebook, shoe)
    assert solve(playing).value == pytest.approx(walked(playing), abs=1e-13)


class AsPlanned:
    """Lets the walker play split hands as the solver plans them, and everything else as is best."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    def __call__(self, layout: Layout, request: Request, answers: list[Answer]) -> list[Answer]:
        answers = no_insurance(layout, request, answers)
        if not isinstance(request, Decide | Offer):
            return answers
        hand = layout.hands[request.hand]
        if not hand.split:
            return answers
        up = multiset(layout.dealer.cards[:1]).index(1)
        rank = multiset(hand.cards[:1]).index(1)
        verb = self._verb(self.solution.up_cards[up].splits[rank], hand.cards, hand.doubles)
        if isinstance(request, Offer):
            return [each for each in answers if (verb == "rescue") == isinstance(each, Act)]
        may_split: list[Answer] = [each for each in answers if isinstance(each, Act) and each.intent.verb == "split"]
        hands = sum(each.box == request.hand.box for each in layout.hands)
        if may_split and hands < self.solution.up_cards[up].splits[rank].most:
            return may_split
        planned: list[Answer] = [each for each in answers if isinstance(each, Act) and each.intent.verb == verb]
        return planned[-1:] or answers

    def _verb(self, splits: Splits, held: list[Card], doubles: int) -> str:
        splits.value  # noqa: B018  the plan is made when the worth is asked for
        verbs = ("stand", "hit", "double", "surrender", "split", "rescue")
        return verbs[splits.plan[numbers()[multiset(held)], doubles]]


READINGS: list[dict[str, object]] = [{}, {"S02": "literal"}, {"S04": "busted_plus_one"}, {"S03": "literal"}]


@pytest.mark.parametrize(
    ("shoe", "limit", "procedure"),
    [
        ("8c*7 Kc*7", 1, "hole_reader"),
        ("8c*8 Kc*8", 2, "hole_reader"),
        ("9c*7 Kc*6 6c*2", 1, "hole_reader"),
        ("8c*6 3c*2 Kc*4 Ac*2", 1, "hole_no_reader"),
        ("8c*6 3c*2 Kc*3 Ac*2", 1, "no_hole"),
        ("8c*8 Kc*6 Ac*1", 2, "no_hole"),
        ("Ac*4 Kc*12", 1, "no_hole"),
        ("Ac*4 Kc*5 9c*4", 1, "no_hole"),
        ("Ac*4 Kc*6 9c*2", 2, "hole_no_reader"),
    ],
)
@pytest.mark.parametrize("readings", READINGS, ids=str)
def test_the_walker_agrees_on_split_hands(shoe: str, limit: int, procedure: str, readings: dict[str, object]) -> None:
    base = game("spanish21-ma", {"dealing_procedure": procedure}, readings)
    playing = replace(with_splits(base, limit), shoe=cards(shoe))
    solution = solve(playing)
    assert solution.value == pytest.approx(walked(playing, AsPlanned(solution)), abs=1e-13)


TENS = [("Kc*7 Qc*7 Ac*3", 1), ("Kc*7 Qc*7 Ac*3", 2), ("Kc*7 Qc*7 Ac*3", 3), ("Kc*4 Qc*4 Jc*4 Ac*2", 2)]


@pytest.mark.clause("CO-2102.1")
@pytest.mark.parametrize(("shoe", "limit"), [*TENS, ("Kc*5 Qc*5 Ac*2 9c*2", 1)])
def test_the_walker_agrees_on_tens_that_are_split_by_rank(shoe: str, limit: int) -> None:
    """A split makes 21 of a ten where the dealer has 20 at best, so all tens are split that may be."""
    found = {}
    for by in ("value", "rank"):
        playing = small("blackjack-co", shoe, {"split_by": by}, splits=limit)
        solution = solve(playing)
        assert solution.up_cards[9].splits[9].most == 1 + limit
        assert solution.value == pytest.approx(walked(playing, AsPlanned(solution)), abs=1e-13)
        found[by] = solution.value
    assert found["value"] > found["rank"] + 0.01


@pytest.mark.clause("CO-2102.1")
@pytest.mark.parametrize("up", ["Kd", "Qc"])
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_the_walker_agrees_on_kings_against_a_king_and_against_a_queen(up: str, limit: int) -> None:
    """A king less makes a further pair of kings rarer than a queen less does."""
    playing = small("blackjack-co", "Kc*6 Kd*1 Qc*7 Ac*4", {"split_by": "rank"}, splits=limit)
    solution = solve(playing)
    hand, card = cards("Kc*2"), Card.parse(up)
    runner = open_round(playing.rules, [(Player("ann"), Box(1), MAIN, Cents(1000))])
    for answer in (hand[0], card, hand[1], FaceDown()):
        runner.answer(answer)
    stock = replace(Stock.of((Counter(playing.shoe) - Counter((*hand, card))).elements()), face_down=1)
    walker = Walker(playing.rules, 0, AsPlanned(solution))
    walked = float(walker._visit(runner, stock, 0, Walk())) / 1000
    aces, left = 4, len(playing.shoe) - 3
    split = worths(solution, hand, {card: 1})["split"]
    assert walked == pytest.approx(-aces / left + (1 - aces / left) * split, abs=1e-13)


def test_up_cards_of_both_kinds_make_up_the_split_that_is_not_told() -> None:
    """Six decks: of the ten-valued cards beside two kings 22 are kings and 72 are not."""
    splits = solve(game("blackjack-co", {"split_by": "rank"})).up_cards[9].splits[9]
    for most in (2, 3, 4):
        splits.__dict__["most"] = most
        like, unlike = (splits.told(up_like=each).value for each in (True, False))
        assert splits.up_to(most) == pytest.approx((22 * like + 72 * unlike) / 94, abs=1e-14)
        assert (abs(like - unlike) < 1e-12) == (most == 2)


SHOES_OF_NINES = ["9c*5 7c*3 Kc*7", "9c*5 7c*3 Kc*8", "9c*5 7c*3 Kc*7 Ac*1"]


@pytest.mark.parametrize("procedure", ["hole_reader", "no_hole"])
@pytest.mark.parametrize("shoe", SHOES_OF_NINES)
def test_the_walker_agrees_on_split_hands_that_are_given_up(shoe: str, procedure: str) -> None:
    """S12: two cards of a split hand may be surrendered too, and some are; to a late blackjack all of it is lost."""
    readings: list[dict[str, object]] = [{"S12": "split_hands_too"}, {}]
    settings = {"dealing_procedure": procedure}
    both = [replace(with_splits(game("spanish21-ma", settings, each), 1), shoe=cards(shoe)) for each in readings]
    given_up, kept = (solve(playing) for playing in both)
    assert given_up.value == pytest.approx(walked(both[0], AsPlanned(given_up)), abs=1e-13)
    assert given_up.value > kept.value
    assert given_up.terms.key() != kept.terms.key()


@pytest.mark.parametrize("procedure", ["hole_reader", "hole_no_reader", "no_hole"])
@pytest.mark.parametrize("shoe", SHOES_OF_NINES)
def test_the_walker_agrees_on_split_hands_that_a_blackjack_spares(shoe: str, procedure: str) -> None:
    """S39: where a late blackjack takes the original wager alone, it takes as much as one that was seen in time."""
    taken: dict[str, object] = {"S12": "split_hands_too"}
    spared = taken | {"S39": "original_only"}
    settings = {"dealing_procedure": procedure}
    both = [replace(with_splits(game("spanish21-ma", settings, each), 1), shoe=cards(shoe)) for each in (taken, spared)]
    whole, original = (solve(playing) for playing in both)
    assert original.value == pytest.approx(walked(both[1], AsPlanned(original)), abs=1e-13)
    late = procedure != "hole_reader" and "A" in shoe
    assert (original.value > whole.value + 1e-6) == late
    looked = with_splits(game("spanish21-ma", {"dealing_procedure": "hole_reader"}, spared), 1)
    assert original.value == pytest.approx(solve(replace(looked, shoe=cards(shoe))).value, abs=1e-13)


def test_the_walker_agrees_on_doubled_split_hands_that_keep_a_premium() -> None:
    """MA20, MA24: five cards of a split hand that was doubled are a premium on its original wager, or are not."""
    on_original: dict[str, object] = {"MA20": "premium_on_original"}
    worths, keys = [], set()
    for readings in (on_original, on_original | {"MA24": "unsplit_only"}, {}):
        playing = replace(with_splits(game("spanish21-ma", {}, readings), 1), shoe=cards("4c*8 5c*6"))
        solution = solve(playing)
        assert solution.value == pytest.approx(walked(playing, AsPlanned(solution)), abs=1e-13)
        worths.append(round(solution.value, 12))
        keys.add(solution.terms.key())
    assert worths == sorted(set(worths), reverse=True)
    assert len(keys) == 3


def test_patterns_of_second_cards() -> None:
    """Further pairs, hands that are no pairs, free hands; the chances of all patterns add up to one."""
    assert patterns(2) == {(0, 0, 2): 1}
    assert patterns(3) == {(0, 2, 0): 1, (1, 0, 3): 1, (1, 1, 2): 1}
    assert patterns(4) == {(0, 2, 0): 1, (1, 3, 0): 2, (2, 0, 4): 1, (2, 1, 3): 2, (2, 2, 2): 2}
    for most in (2, 3, 4, 8):
        chance = sum(orders * 0.3**pairs * 0.7**settled for (pairs, settled, _), orders in patterns(most).items())
        assert chance == pytest.approx(1)


def test_the_tables_count_what_they_should() -> None:
    assert len(all_hands()) == 3083
    assert (hands().after[numbers()[(0,) * 9 + (2,)]] == [numbers()[(1,) + (0,) * 8 + (2,)], *[-1] * 9]).all()
    table = draws(Drawing(17, hits_soft=True, ends=USUAL_ENDS))
    assert [int(table.first[up + 1] > table.first[up]) for up in range(10)] == [1] * 10
    assert len(table.orders) == 9909
    assert table.orders.sum() == 70561


USUAL_ENDS = (0, 1, 2, 3, 4, 5, 5, 5, 5, 5)


def pushing_on_22(playing: Family) -> Family:
    """The same game, in which a dealer's 22 ties every hand that is not bust and no blackjack."""

    def ties(case: Case) -> bool:
        return case.dealer.total == 22 and case.player.total <= 21 and not case.player.blackjack

    settlement = playing.rules.settlement

    def otherwise(row: SettlementRow[Case]) -> SettlementRow[Case]:
        return replace(row, fits=lambda case: row.fits(case) and not ties(case))

    rows = tuple(map(otherwise, settlement.table.rows))
    pushes = SettlementRow("dealer 22", Outcome.PUSH, rows[0].clauses, ties)
    table = replace(settlement.table, rows=(*rows, pushes))
    return replace(playing, rules=replace(playing.rules, settlement=replace(settlement, table=table)))


def test_ends_are_what_settlement_tells_apart() -> None:
    """All busts of the dealer's are one, unless a reading or a rule makes a difference between them."""
    assert Terms(game("spanish21-ma", {})).drawing.ends == USUAL_ENDS
    assert Terms(game("blackjack-co", {"soft17": "hit"})).drawing.ends == USUAL_ENDS
    assert Terms(game("spanish21-ma", {}, {"S03": "literal"})).drawing.ends == tuple(range(10))
    pushing = Terms(pushing_on_22(game("blackjack-co", {})))
    assert pushing.drawing.ends == (0, 1, 2, 3, 4, 5, 6, 6, 6, 6)
    assert pushing.blackjack == 7


@pytest.mark.parametrize("shoe", ["9c*8 Kc*8", "5c*7 6c*7 Kc*5", "4c*6 8c*6 Kc*6"])
def test_the_walker_agrees_where_a_dealer_of_22_ties(shoe: str) -> None:
    playing = pushing_on_22(small("blackjack-co", shoe))
    assert solve(playing).value == pytest.approx(walked(playing), abs=1e-13)


def test_a_rule_that_takes_wins_away_costs_what_it_should() -> None:
    """A push on 22 in an ordinary game is worth about 7 per cent, as is known of the games that have it."""
    playing = game("blackjack-co", {"soft17": "hit"})
    assert solve(pushing_on_22(playing)).value - solve(playing).value == pytest.approx(-0.069, abs=0.003)


@pytest.mark.parametrize("rulebook", ["blackjack-co", "spanish21-ma"])
def test_telling_more_ranks_apart_changes_nothing(rulebook: str) -> None:
    """Thirteen ranks instead of ten: more hands and more ways to draw, and the same worth."""
    playing = small(rulebook, "A23456789TJQK*1", splits=1)
    whole = [Solution(Terms(playing, alphabet=alphabet)) for alphabet in (BY_POINTS, BY_RANK)]
    assert [len(each.terms.all_hands) for each in whole] == [3083, 3677]
    assert whole[0].value == pytest.approx(whole[1].value, abs=1e-13)


def test_zero_memory_is_the_worse_play() -> None:
    playing = game("spanish21-ma", {})
    assert Solution(Terms(playing, zero_memory=True)).value < solve(playing).value
