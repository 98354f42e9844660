"""Two texts compared: the points on which the four texts differ, found from the clauses and the data."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from pitboss.cli.main import app
from pitboss.games.colorado import points as colorado
from pitboss.games.spanish21.points import points
from pitboss.law.diff import Point, Verdict, diff
from pitboss.law.rulebook import load, rulebook_ids, topics

COLORADO = [book for book in rulebook_ids() if load(book).jurisdiction == "Colorado" and load(book).ready]
NEW, OLD, MD, CH = "spanish21-ma", "spanish21-ma-prior", "spanish21-md", "spanish21-charity"


def compared(left: str, right: str) -> dict[str, Point]:
    books = load(left), load(right)
    return {point.topic: point for point in diff(*books, *map(points, books))}


def different(left: str, right: str) -> dict[str, Point]:
    return {topic: point for topic, point in compared(left, right).items() if point.verdict is not Verdict.SAME}


def test_every_clause_has_a_topic() -> None:
    for book in (NEW, OLD, MD, CH, *COLORADO):
        assert [row.id for row in load(book).clauses if row.id not in topics()] == []
    known = {row.id for book in rulebook_ids() for row in load(book).clauses}
    assert [each for each in topics() if each not in known] == []


def test_a_text_does_not_differ_from_itself() -> None:
    for book in (NEW, OLD, MD, CH):
        assert different(book, book) == {}


def test_the_two_massachusetts_editions_differ_in_three_insertions() -> None:
    found = different(NEW, OLD)
    assert set(found) == {"manual shuffle steps", "protection of face-down cards", "bonus spin"}
    for point in found.values():
        assert set(point.right.clauses) <= set(point.left.clauses)


# The points on which the texts are known to differ, each with a clause that must stand on either side.
AGAINST_MARYLAND = {
    "deck life": ("", "MD-3."),
    "cut cards": ("MA-2(a).3", "MD-3.A.3"),
    "cut after machine shuffle": ("MA-4(b)(1).1", "MD-5."),
    "who is offered the cut": ("MA-4(d)(2).2", "MD-5.D"),
    "cut depth": ("MA-4(e).1", "MD-5.E"),
    "recut possible until": ("MA-4(f).1", "MD-5.F"),
    "idle table": ("MA-4(i).1", "MD-5.H.1"),
    "continuous shuffler": ("MA-4(h)", "MD-5.J"),
    "burn": ("MA-7(c).4", "MD-7.B(3)"),
    "dealer's second card": ("MA-7(g).1", "MD-7.E(4)"),
    "check for blackjack": ("MA-7(i).3", "MD-7.G"),
    "player blackjack paid": ("MA-5(e).1", "MD-7.H(1)(a)"),
    "resplit": ("MA-10(c).4", "MD-11.D"),
    "premiums on split hands": ("MA-10(e)", "MD-11.F"),
    "losing insurance taken": ("MA-11(d)", "MD-8.F"),
    "match offered": ("MA-6(a).1", "MD-6.G(1)"),
    "match limits": ("MA-6(b)", "MD-2.B(6)(b)"),
    "match odds": ("MA-6(e).1", "MD-12.A(4).1"),
    "match settlement": ("MA-6(d).2", "MD-7.F(1).1"),
    "shared box": ("MA-13(a).1", ""),
    "several boxes": ("MA-14.2", "MD-6.H"),
    "settlement order": ("MA-5(e).1", "MD-7.R.1"),
    "paying from losing chips": ("", "MD-7.S.2"),
    "second 10 in a shoe": ("MA-15(b).2", "MD-13.D"),
    "dealer overdraw": ("MA-15(e)", "MD-13.I"),
    "reader fault": ("MA-15(k)bis", "MD-13.Q"),
    "bonus spin": ("MA-16(a).1", ""),
    "verbal cash wager": ("MA-5(c).2", "MD-6.B.1"),
    "player responsible for count": ("MA-7(l)", ""),
}
AGAINST_CHARITY = {
    "decks": ("MA-2(a).1", "CH-decks"),
    "cards behind cut card": ("MA-4(e).4", "CH-cut.4"),
    "which card is up": ("MA-7(d)(2)", "CH-deal.2"),
    "dealer soft 17": ("MA-12(b)", "CH-dealer"),
    "double": ("MA-9(a).1", "CH-double.1"),
    "redouble": ("MA-9(a).3", "CH-double.2"),
    "rescue": ("MA-9(d).1", "CH-silent"),
    "surrender": ("MA-8(a).1", "CH-silent"),
    "insurance amount": ("MA-11(b).1", "CH-ins.2"),
    "resplit": ("MA-10(c).4", "CH-split.5"),
    "premiums on split hands": ("MA-10(e)", "CH-bonus.2"),
    "super award $1,000 / $5,000 / $50": ("MA-5(g).1", ""),
    "signals": ("", "CH-signals"),
    "wager limits": ("", "CH-limits.1"),
}


@pytest.mark.parametrize(("book", "expected"), [(MD, AGAINST_MARYLAND), (CH, AGAINST_CHARITY)])
def test_known_differences_are_found(book: str, expected: dict[str, tuple[str, str]]) -> None:
    found = different(NEW, book)
    for topic, (left, right) in expected.items():
        assert topic in found, topic
        for side, start in ((found[topic].left, left), (found[topic].right, right)):
            ids = [clause.id for clause in side.clauses]
            assert any(each.startswith(start) for each in ids) if start else ids == [], (topic, ids)


def test_what_permits_pays_and_does_the_same_is_the_same() -> None:
    same = {topic for topic, point in compared(NEW, MD).items() if point.verdict is Verdict.SAME}
    assert {"decks", "five-card premium", "dealer soft 17", "rescue", "surrender", "redouble"} <= same


@pytest.mark.parametrize(
    ("book", "topic", "effects"),
    [
        (MD, "player blackjack paid", ("after the round", "at once against 2 to 9, else after the hole card")),
        (MD, "premiums on split hands", ("yes", "no")),
        (MD, "match limits", ("at most the main wager", "not tied to the main wager")),
        (CH, "dealer soft 17", ("stands", "draws")),
        (CH, "redouble", ("1 double", "2 doubles")),
        (CH, "rescue", ("yes", "no")),
        (CH, "surrender", ("yes", "no")),
        (CH, "insurance amount", ("up to half, rounded up to chips", "exactly half, rounded down to chips")),
        (CH, "super award $1,000 / $5,000 / $50", ("$1,000.00, $5,000.00, $50.00", "none")),
        (CH, "multi-card 21 against dealer blackjack", ("loses", "wins, if it ever meets one")),
        (CH, "resplit", ("splits: only 3; of aces: only 3", "splits: only 3; of aces: only 1")),
    ],
)
def test_differences_in_effect_come_from_the_rules(book: str, topic: str, effects: tuple[str, str]) -> None:
    point = compared(NEW, book)[topic]
    assert (point.left.effect, point.right.effect) == effects
    assert point.verdict is Verdict.DIFFERENT


def test_the_command() -> None:
    runner = CliRunner()
    text = runner.invoke(app, ["rules", "diff", NEW, OLD]).stdout
    assert "THE TEXTS DIFFER (3 topics)" in text
    assert "spanish21-ma-prior: no. Says nothing." in text
    found = json.loads(runner.invoke(app, ["rules", "diff", NEW, MD, "--json"]).stdout)
    assert found["left"] == NEW
    assert {"topic", "verdict", "left", "right"} == set(found["points"][0])
    assert runner.invoke(app, ["rules", "diff", NEW]).exit_code == 2
    assert runner.invoke(app, ["rules", "diff"]).exit_code == 2
    assert runner.invoke(app, ["rules", "diff", NEW, "pai-jack"]).exit_code == 2


def of_colorado(left: str, right: str) -> dict[str, Verdict]:
    books = load(left), load(right)
    return {point.topic: point.verdict for point in diff(*books, *map(colorado.points, books))}


def test_games_of_colorado_are_compared_by_what_they_pay_and_permit() -> None:
    buffalo = of_colorado("buffalo-2", "buffalo-3")
    assert buffalo["pay table of 21+3"] is buffalo["pay table of Bust Bonus"] is Verdict.SAME
    assert buffalo["order of settling 21+3"] is Verdict.SAME, "the same words"
    assert buffalo["decks"] is buffalo["Top 3"] is buffalo["pay table of Top 3"] is Verdict.DIFFERENT
    plus_three = of_colorado("21-plus-3", "buffalo-2")
    assert plus_three["pay table of 21+3"] is Verdict.SAME, "the standard and the Xtreme table are its A and B"
    switch = of_colorado("golden-21", "blackjack-switch")
    assert switch["blackjacks"] is switch["decks"] is switch["deal"] is Verdict.DIFFERENT
    assert switch["insurance"] is switch["tips"] is Verdict.SAME
    three = of_colorado("blackjack-co", "3-card-21")
    assert three["splits"] is three["surrender"] is three["21 after the first cards"] is Verdict.DIFFERENT
    for book in COLORADO:
        assert set(of_colorado(book, book).values()) == {Verdict.SAME}


def test_the_command_for_two_games_of_colorado() -> None:
    done = CliRunner().invoke(app, ["rules", "diff", "blackjack-co", "3-card-21"])
    assert done.exit_code == 0
    assert "splits" in done.output
    assert "[CO-2111(5).1 to CO-2111(5)-5.8]" in " ".join(done.output.split())
    done = CliRunner().invoke(app, ["rules", "diff", "3-card-21", "spanish21-ma"])
    assert done.exit_code == 2
