"""Every kind of question is stored as it travels, fits its schema, and is described in the reference."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, get_args

import jsonschema
import pytest

from pitboss.core.requests import GameOver, KeyAward, LockMeter, MeterShows, Request
from pitboss.ids import Box, HandId
from pitboss.service import question as asking
from pitboss.service.asked import Question
from pitboss.service.feed import Feed, Update
from pitboss.service.question import KIND_OF_OCCASION, KIND_OF_REQUEST, KIND_OF_VERB, kind_of, question
from pitboss.service.saying import say
from pitboss.service.view import View
from pitboss.service.wire import schema_of, to_json
from questions import PAGE, page
from service.client import PLAYERS, STAFF, Json, play
from service.samples import SAMPLES, STORED, Actors, samples

NEVER_WAIT = {"lock-meter", "key-award", "game-over"}
"""What the meter of a table answers before anybody is asked."""


@pytest.fixture(scope="module")
def made() -> Json:
    return samples()


def fits(kind: type, value: object) -> None:
    jsonschema.Draft202012Validator(schema_of(kind)).validate(value)


def test_the_stored_samples_are_what_is_asked(made: Json) -> None:
    """Run `make reference` when this fails, and read the difference: it is what clients will see."""
    assert json.loads(STORED.read_text(encoding="utf-8")) == made
    assert STORED.read_text(encoding="utf-8") == json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def test_the_page_about_questions_is_current(made: Json) -> None:
    """Run `make reference` when this fails."""
    assert PAGE.read_text(encoding="utf-8") == page(made)


def test_every_kind_has_a_sample(made: Json) -> None:
    kinds = {
        *KIND_OF_VERB.values(),
        *KIND_OF_OCCASION.values(),
        *KIND_OF_REQUEST.values(),
        "decide",
        "verify",
        "instruct",
        "key",
    }
    assert {each["question"]["kind"] for each in made["questions"].values()} == kinds - NEVER_WAIT
    assert set(KIND_OF_REQUEST) <= set(get_args(Request))


def test_every_sample_fits_the_schema(made: Json) -> None:
    for each in made["questions"].values():
        fits(Question, each["question"])
    fits(Update, made["update"]["update"])
    fits(View, made["update"]["update"]["view"])
    fits(Question, made["update"]["update"]["question"])


@pytest.mark.parametrize(
    "spoil",
    [
        {"kind": 7},
        {"seen": "1"},
        {"seen": True},
        {"colour": "red"},
        {"keeps-open": {"verb": "close"}},
        {"keeps_open": None},
    ],
    ids=str,
)
def test_what_does_not_fit_is_found(made: Json, spoil: Json) -> None:
    with pytest.raises(jsonschema.ValidationError):
        fits(Question, {**made["questions"]["decide"]["question"], **spoil})
    with pytest.raises(jsonschema.ValidationError):
        fits(Question, {"kind": "decide", "to": "players", "says": "?"})


def test_a_change_of_the_format_is_seen(made: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    says = asking.question
    monkeypatch.setattr("service.client.question", lambda *all_: replace(_some(says(*all_)), says="?"))
    assert samples() != made


def _some(asked_now: Question | None) -> Question:
    assert asked_now is not None
    return asked_now


@pytest.mark.parametrize("name", SAMPLES)
def test_what_a_sample_offers_is_taken(name: str) -> None:
    """The last way of each choice, said to a table of its own."""
    count = len(_some(question(_reached(name).table, SAMPLES[name].viewer)).choices)
    for number in range(count):
        actors = _reached(name)
        choice = _some(question(actors.table, SAMPLES[name].viewer)).choices[number]
        values = [gap.of[0] if gap.of else gap.least for gap in choice.takes]
        way = None if choice.takes else choice.ways[-1]
        assert say(actors.table, SAMPLES[name].viewer, choice.text(SAMPLES[name].viewer.name, *values, way=way)) is None


def _reached(name: str) -> Actors:
    actors = Actors(SAMPLES[name])
    actors.reach()
    return actors


def test_kinds_of_devices() -> None:
    hand = HandId(Box(1), 1)
    steps = [(True, True, True), (False, False, False), (True, False, False), (True, True, False)]
    awards = [KeyAward(hand, 10, verified, (), instructed, pressed) for verified, instructed, pressed in steps]
    assert [kind_of(each) for each in awards] == ["key-award", "verify", "instruct", "key"]
    assert [kind_of(each) for each in (LockMeter(()), GameOver())] == ["lock-meter", "game-over"]


def test_a_meter_is_never_waited_for() -> None:
    table = _reached("verify").table
    pending: Any = table.pending
    assert isinstance(pending, KeyAward)
    refusal = table.say(STAFF[0], MeterShows(1, 1))
    assert refusal is not None
    assert say(table, SAMPLES["verify"].viewer, "supervisor:sue verify 1.1") is None
    assert _some(question(table, None)).kind not in NEVER_WAIT


@pytest.mark.parametrize("rulebook", ["spanish21-ma", "21-hold-em", "pai-jack", "straight-jack-progressive"])
def test_everything_that_travels_fits_its_schema(rulebook: str) -> None:
    validator = jsonschema.Draft202012Validator(schema_of(Update))
    for live in (False, True):
        for number, party in enumerate(play(rulebook, 8, 35, live=live)):
            viewer = (*PLAYERS, None, *STAFF)[number % 7]
            travelled = json.loads(json.dumps(to_json(Feed(party.table).stream(viewer, 0).take())))
            validator.validate(travelled)
