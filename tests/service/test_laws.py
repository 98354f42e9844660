"""Laws of questions: what is offered passes, what is beyond it does not, and asking changes nothing."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from pitboss.law.rulebook import rulebook_ids
from pitboss.service import question as asking
from pitboss.service.asked import Choice, No, Question
from pitboss.service.corrections import corrections
from pitboss.service.question import question
from pitboss.service.reports import reports
from pitboss.service.saying import refuses
from pitboss.service.view import view
from service.client import asked, play
from service.laws import ONLOOKERS, Laws, everything_of

pytestmark = pytest.mark.slow

BOTH = pytest.mark.parametrize("live", [False, True], ids=["virtual", "live"])
NO = No("sit", "seated", "they sit there already")
ALL = pytest.mark.parametrize("rulebook", rulebook_ids())


def holds(rulebook: str, seed: int, commands: int, *, live: bool) -> Counter[str]:
    """Play a while, and hold each question of everybody to the laws; return how often what was tried."""
    tried: Counter[str] = Counter()
    for party in play(rulebook, seed, commands, live=live):
        laws = Laws(party.table, random.Random(tried.total()))
        for who in party.viewers():
            made = asked(party.table, who)
            assert made is not None
            laws.hold(who, made)
        tried.update(laws.tried)
    return tried


@ALL
@BOTH
def test_what_is_offered_passes_and_what_is_beyond_it_does_not(rulebook: str, *, live: bool) -> None:
    tried = holds(rulebook, 5, 40, live=live)
    assert tried["fits"] > 100
    assert tried["beyond"] > 100
    assert tried["room"] + tried["no room"] > 0


@ALL
def test_the_laws_hold_for_a_long_time(rulebook: str) -> None:
    tried = holds(rulebook, 6, 130, live=True) + holds(rulebook, 7, 130, live=False)
    assert tried["not"] > 0
    assert tried["too dear"] > 0
    assert tried["least"] > 5


@ALL
def test_asking_changes_nothing(rulebook: str) -> None:
    """Question, view, reports, corrections and refusals are pure for everybody, at each kind of question."""
    seen: Counter[str] = Counter()
    for live in (True, False):
        for party in play(rulebook, 3, 70, live=live):
            made = question(party.table, None)
            assert made is not None
            seen[made.kind] += 1
            if seen[made.kind] > 2:
                continue
            before = everything_of(party.table)
            for who in (*party.viewers(), *ONLOOKERS):
                question(party.table, who)
                view(party.table, who)
                if who is not None:
                    list(reports(party.table, who))
                    list(corrections(party.table, who))
                    for text in ("close", "decline", "5c", f"{who.name}@1.1 sit 5", f"{who} void-round a wasp", "?"):
                        refuses(party.table, who, text)
            assert everything_of(party.table) == before, made.kind
    assert len(seen) >= 6


@pytest.mark.parametrize("law", ["a step too far", "off the end", "both", "elsewhere", "twice"])
def test_a_broken_law_is_found(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions that promise too much, too little or two things at once do not pass these tests."""
    made = asking.question

    def broken(*arguments: Any, **named: Any) -> Question | None:
        asked = made(*arguments, **named)
        return asked if asked is None else _broken(asked, law)

    monkeypatch.setattr("service.client.question", broken)
    with pytest.raises(AssertionError):
        holds("spanish21-ma", 5, 60, live=True)


def _broken(made: Question, law: str) -> Question:
    choices, first = made.choices, made.choices[:1]
    if law == "both":
        return replace(made, refused=(*made.refused, *(replace(NO, verb=each.verb) for each in first)))
    if law == "elsewhere":
        return replace(made, refused=(*made.refused, replace(NO, verb="sit", code="out-of-turn")))
    if law == "twice":
        return replace(made, choices=tuple(replace(each, clauses=each.clauses * 2) for each in choices))
    beyond = 1 if law == "a step too far" else -1
    return replace(made, choices=tuple(_moved(each, beyond) for each in choices))


def _moved(choice: Choice, steps: int) -> Choice:
    """A choice that says it takes more or less than it does."""
    gaps = (
        each if each.most is None else replace(each, most=max(each.least, each.most + steps * each.step))
        for each in choice.takes
    )
    return replace(choice, takes=tuple(gaps))
