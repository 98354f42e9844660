"""No update tells anybody a card that they may not know, whenever their stream began."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pitboss.core.view import RECORD
from pitboss.ids import DEALER
from pitboss.service import question as asking
from pitboss.service import view as viewing
from pitboss.service.feed import Feed, Stream
from pitboss.tables.live import LiveTable
from service.canary import watching
from service.client import Json

pytestmark = pytest.mark.slow

XTREME: Json = {"decks": 1, "player_cards": "face_down", "version": "xtreme"}
CONCEALED: list[tuple[str, Json]] = [
    ("blackjack-co", {"decks": 1}),
    ("21-plus-3", XTREME),
    ("pai-jack", {}),
    ("21-hold-em", {}),
    ("ante-up-21", {}),
]
ONE_DECK: list[tuple[str, Json]] = [
    *CONCEALED,
    ("buffalo-2", {"decks": 1}),
    ("golden-21", {"decks": 1}),
    ("straight-jack", {"decks": 1}),
    ("straight-jack-progressive", {"decks": 1}),
]


def names(tables: list[tuple[str, Json]]) -> list[str]:
    return [name for name, _ in tables]


@pytest.mark.parametrize(("rulebook", "house"), CONCEALED, ids=names(CONCEALED))
def test_nobody_is_told_what_is_hidden_from_them(rulebook: str, house: Json) -> None:
    searched = watching(rulebook, house, 1).go(120)
    assert searched["updates"] > 1000
    assert searched["named cards"] > 500
    assert searched["hidden cards"] > (40_000 if rulebook != "ante-up-21" else 100)
    assert searched["resumed"] > 50
    assert searched["gaps"] > 3


def test_ten_thousand_updates_tell_nobody_what_is_hidden() -> None:
    searched: Counter[str] = Counter()
    for rulebook, house in ONE_DECK:
        searched += watching(rulebook, house, 2).go(160)
    assert searched["updates"] >= 10_000
    assert searched["hidden cards"] > 400_000
    assert searched["concealed cards"] > 1_000
    assert searched["resumed"] > 900


@pytest.mark.parametrize("rulebook", ["spanish21-md", "21-hold-em"])
def test_a_stream_that_is_resumed_where_things_go_wrong_tells_the_same(rulebook: str) -> None:
    """At a live table, with reports and corrections, which take the round back."""
    canary = watching(rulebook, {}, 3, live=True)
    canary.party.trouble = canary.party.corrects = 0.1
    searched = canary.go(150)
    assert searched["resumed"] > 50
    assert canary.party.counts["said correct"] > 3


def leaks_all_facts(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("pitboss.service.feed.knowledge_of", lambda _: RECORD)


def leaks_the_layout(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(LiveTable, "seen_by", lambda table, _: table.runner.state)


def leaks_the_next_card(patch: pytest.MonkeyPatch) -> None:
    says = asking.question

    def told(table: LiveTable, *others: Any) -> Any:
        made, shoe = says(table, *others), table.shoe
        cards = () if shoe is None or shoe._stack is None else tuple(shoe._stack.cards)
        return replace(made, says=f"{made.says} {cards[0]}?") if made is not None and cards else made

    patch.setattr("pitboss.service.feed.question", told)


def leaks_a_hole_card(patch: pytest.MonkeyPatch) -> None:
    drawn = viewing.view

    def shown(table: LiveTable, viewer: Any) -> Any:
        made, shoe = drawn(table, viewer), table.shoe
        stack = None if shoe is None else shoe._stack
        hole = () if stack is None else stack.unseen().get(DEALER, ())
        return replace(made, dealer=replace(made.dealer, closed=" ".join(card.spoken for card in hole)))

    patch.setattr("pitboss.service.feed.view", shown)


def forgets_a_line(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Stream, "__init__", _one_later(Stream.__init__))


def _one_later(begin: Any) -> Any:
    def begun(stream: Stream, table: LiveTable, viewer: Any, after: int, name: Any) -> None:
        begin(stream, table, viewer, after + 1, name)

    return begun


@pytest.mark.parametrize(
    "leak", [leaks_all_facts, leaks_the_layout, leaks_the_next_card, leaks_a_hole_card, forgets_a_line]
)
def test_a_leak_is_found(leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        watching("21-plus-3", XTREME, 1).go(120)


def test_a_stream_from_after_the_record_begins_now() -> None:
    """A number that is not on record yet holds back nothing that happens later."""
    canary = watching("spanish21-ma", {}, 1)
    stream = Feed(canary.table).stream(None, after=10**9)
    canary.go(10)
    told = stream.take()
    assert [each.line for each in told.news] == [each.line for each in canary.heard[None]]
    assert told.news
