"""What a house that is submitted from now on must be, and no house of a record: payable, whole, growing, approved."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from filed import filed
from pitboss.law.house import Defect, House, check, judge
from pitboss.law.rulebook import load, rulebook_ids
from pitboss.law.submitted import elections_missing

METER: dict[str, Any] = {
    "meter_seed": 25000,
    "meter_increment": Decimal("0.12"),
    "meter_reserve": 0,
    "award_procedure": "manual 7.4",
    "several_awards": "manual 7.5",
}


def found(book: str, settings: dict[str, Any], readings: dict[str, Any] | None = None) -> list[Defect]:
    """Return what a submission is refused for that would not stop a round or a record."""
    house = check(load(book), settings, readings or {})
    assert isinstance(house, House), "it is lawful to deal"
    judged = judge(load(book), settings, readings or {})
    return [] if isinstance(judged, House) else judged


def maryland(**settings: Any) -> list[Defect]:
    amounts = {name: Decimal(str(value)) for name, value in filed("spanish21-md").items() if name.startswith("main_")}
    return found("spanish21-md", {**filed("spanish21-md"), **amounts, **settings})


@pytest.mark.clause("MD-2.B(6)(b)")
@pytest.mark.parametrize(
    ("settings", "least", "what"),
    [
        ({"main_max": 100, "match_max": 10}, "5300.00", "7-7-7 of one suit against a dealer 7"),
        ({"main_max": 20, "match_max": 10}, "1060.00", "original wager of $5.00 to below $25.00"),
        ({"main_max": 2000, "match_max": 10}, "11000.00", "a main wager of 2000.00 that wins at 3:1"),
        ({"main_max": 100, "match_max": 300}, "5400.00", "a match-the-dealer wager of 300.00 that wins at 9:1 twice"),
        ({"main_max": 100, "match_max": 300, "match_offered": False}, "5300.00", "7-7-7 of one suit"),
    ],
)
def test_a_payout_limit_leaves_room_for_every_lawful_wager(settings: dict[str, Any], least: str, what: str) -> None:
    assert maryland(**settings, payout_limit=Decimal(least)) == []
    (defect,) = maryland(**settings, payout_limit=Decimal(least) - 1)
    assert defect.where == "house.payout_limit"
    assert "MD-2.B(6)(b)" in defect.clauses
    assert what in defect.says
    assert f"set payout_limit to at least {least}" in defect.says


@pytest.mark.clause("CO-2107-SG(2).2", "CO-2113(2).3", "CO-2114(2).5")
@pytest.mark.parametrize(
    ("book", "settings", "least"),
    [
        ("21-plus-3", {"side_max": 100}, 900),
        ("21-plus-3", {"side_max": 25, "version": "xtreme"}, 750),
        ("buffalo-2", {"side_max": 100}, 900),
        ("buffalo-3", {"side_max": 20, "bust_bonus_max": 500}, 180),
    ],
)
def test_an_aggregate_limit_pays_the_largest_wager_alone(book: str, settings: dict[str, Any], least: int) -> None:
    """What several winners share is up to the house, but one alone is paid at the odds that are posted."""
    assert found(book, {**settings, "aggregate_limit": least}) == []
    (defect,) = found(book, {**settings, "aggregate_limit": least - 1})
    assert defect.where == "house.aggregate_limit"
    assert f"set aggregate_limit to at least {least}.00, or lower side_max" in defect.says


HALF = Decimal("1.50")


@pytest.mark.clause("CO-2113(2).1", "CO-2113(7).2", "CO-2114(2).2", "CO-2114(6).2", "CO-2113(3).3", "CO-2114(3).3")
@pytest.mark.parametrize("book", ["buffalo-2", "buffalo-3"])
@pytest.mark.parametrize("option", ["side_min", "side_max", "bust_bonus_min", "bust_bonus_max", "tip_max"])
def test_wagers_in_whole_dollars_have_whole_limits(book: str, option: str) -> None:
    tips = {"tip_bets": True, "tip_even_dollar": True}
    assert found(book, {**tips, option: 2}) == []
    (defect,) = found(book, {**tips, option: HALF})
    assert defect.where == f"house.{option}"
    assert "in whole dollars only" in defect.says
    assert f"set {option} to 1.00 or 2.00" in defect.says
    (defect,) = found(book, {**tips, option: 3}, {"CO07": "even_dollars"})
    assert f"set {option} to 2.00 or 4.00" in defect.says


def test_limits_below_one_dollar_and_limits_of_other_wagers() -> None:
    (defect,) = found("buffalo-3", {"side_min": Decimal("0.50")})
    assert "set side_min to 1.00" in defect.says
    assert found("21-plus-3", {"side_min": HALF}) == []
    assert found("buffalo-2", {"main_min": HALF}) == []
    assert found("golden-21", {"tip_bets": True, "tip_max": HALF}) == []


@pytest.mark.clause("CO-2110(16).2")
def test_a_meter_that_never_grows_is_refused() -> None:
    assert found("straight-jack-progressive", METER) == []
    (defect,) = found("straight-jack-progressive", {**METER, "meter_increment": 0, "meter_reserve": Decimal("0.1")})
    assert defect.where == "house.meter_increment"
    assert defect.clauses == ("CO-2110(16).2",)
    assert "never grows; set meter_increment to the share of each wager" in defect.says


@pytest.mark.clause("MD-4.G")
def test_preshuffled_decks_come_with_their_approval() -> None:
    (defect,) = maryland(opening="preshuffled")
    assert defect.where == "house.preshuffled_approval"
    assert defect.clauses == ("MD-4.G",)
    assert "state preshuffled_approval with the reference and date of the approval" in defect.says
    assert maryland(opening="preshuffled", preshuffled_approval="MLGCA 2026-5, 3 March 2026") == []
    blank = check(load("spanish21-md"), {"opening": "preshuffled", "preshuffled_approval": " "}, {})
    assert isinstance(blank, list)
    assert [(each.where, each.malformed) for each in blank] == [("house.preshuffled_approval", True)]


def test_what_is_faulty_by_itself_is_said_once() -> None:
    for book, settings, where in (
        ("buffalo-3", {"side_min": -1}, "house.side_min"),
        ("21-plus-3", {"aggregate_limit": 0}, "house.aggregate_limit"),
        ("straight-jack-progressive", {**METER, "meter_increment": 2}, "house.meter_increment"),
    ):
        judged = judge(load(book), settings, {})
        assert isinstance(judged, list)
        assert [each.where for each in judged] == [where]


@pytest.mark.clause("MD-6.F", "MD-6.G(1)", "MD-6.H", "MD-7.A", "MD-7.R.1", "MD-11.D")
def test_every_election_that_is_missing_is_listed_in_one_sentence() -> None:
    stated = {"settlement_order": "one_pass_from_right", "main_min": 5, "max_splits": None}
    house = check(load("spanish21-md"), stated, {})
    assert isinstance(house, House)
    missing = elections_missing(house)
    assert missing is not None
    assert "main_max, match_offered, boxes_per_player, max_splits, max_splits_aces and shoe_location" in missing.says
    assert "state each under [house], as in main_max = 500.00" in missing.says
    assert {"MD-6.F", "MD-6.G(1)", "MD-6.H", "MD-7.A", "MD-11.D"} <= set(missing.clauses)
    assert "MD-7.R.1" not in missing.clauses


def test_only_maryland_wants_its_elections_filed_before_a_table_opens() -> None:
    assert [book for book in rulebook_ids() if load(book).opens_as_filed] == ["spanish21-md"]
