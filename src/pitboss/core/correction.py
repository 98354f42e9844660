"""Corrections: an entry of a round was mistyped, and the round is put again from its entries.

Nothing is undone: what was entered stays on record, the correction is recorded with who ordered it and why, and the
entries after it are taken again up to the first request that differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pitboss.core.burning import is_burn
from pitboss.core.driver import Runner
from pitboss.core.facts import RoundCorrected
from pitboss.core.incidents import Corrected, Incident, Relieved
from pitboss.core.options import Refusal
from pitboss.core.requests import Act, Answer, Decide, FaceDown, MeterShows, Offer, Request, Window, fits
from pitboss.core.rules import RoundContext, Rules
from pitboss.ids import Author


def place_of(answers: Sequence[Answer], corrected: Corrected) -> int | None:
    """Where the entry is among all answers; cards are counted by themselves, and so are decisions."""
    places = [at for at, answer in enumerate(answers) if type(answer) is type(corrected.answer)]
    return places[corrected.entry - 1] if 1 <= corrected.entry <= len(places) else None


def refuses_correction(
    rules: Rules,
    table: RoundContext,
    answers: Sequence[Answer],
    corrected: Corrected,
    entered_by: Author | None,
) -> Refusal | None:
    """Why an entry of this round cannot be made another one."""
    at, becomes, clauses = place_of(answers, corrected), corrected.answer, rules.unforeseen
    if isinstance(becomes, Incident):
        return Refusal("no-correction", "what was reported is not taken back; a supervisor decides", clauses)
    if sum(isinstance(each, MeterShows) for each in answers) > 1:  # once at the lock, then for every key press
        return Refusal("meter-keyed", "the meter has paid in this round; chips are adjusted when it is over", clauses)
    if at is None:
        return Refusal("no-such-entry", f"the round has no entry {corrected.entry} of this kind", clauses)
    if entered_by is not None and table.practices.is_same_person(entered_by.name, corrected.by.name):
        return Refusal("own-approval", f"{corrected.by.name} made the entry, and somebody else corrects it", clauses)
    if answers[at] == becomes:
        return Refusal("no-correction", f"entry {corrected.entry} says so already", clauses)
    runner = _after(rules, table, answers[:at])
    assert runner.pending is not None
    if not fits(runner.pending, becomes) or _belongs_elsewhere(runner.pending, becomes):
        return Refusal("no-answer", "that does not answer what was asked", clauses)
    return runner.refuses(runner.pending, becomes)


def _belongs_elsewhere(request: Request, becomes: Answer) -> bool:
    """Whether a window was open for other acts than this one; a wager does not become a decision on cards to come.

    What was said aside answered nothing.
    """
    if isinstance(becomes, Act) and becomes.intent.aside:
        return True
    return isinstance(request, Window) and isinstance(becomes, Act) and type(becomes.intent) not in request.verbs


class Standing(NamedTuple):
    """The entries that stand after a correction, and what is put again after them: who deals now deals still."""

    entries: list[Answer]
    reliefs: list[Answer]

    @property
    def all(self) -> list[Answer]:
        return [*self.entries, *self.reliefs]


def entries_after(rules: Rules, table: RoundContext, answers: Sequence[Answer], corrected: Corrected) -> Standing:
    """Return the entries that stand once one of them is another: all before it, and those after it until the round
    asks something else than it did, or would not take the answer. A dealer who has taken over since has done so.
    """
    at = place_of(answers, corrected)
    assert at is not None
    was, now = _after(rules, table, answers[: at + 1]), _after(rules, table, [*answers[:at], corrected.answer])
    kept = [*answers[:at], corrected.answer]
    for answer in answers[at + 1 :]:
        if was.pending is None or now.pending is None or _asks(was.pending) != _asks(now.pending):
            break
        assert was.answer(answer) is None
        if now.answer(answer) is not None:
            break
        kept.append(answer)
    return Standing(kept, _taken_over(now, answers[len(kept) :]))


def _taken_over(now: Runner[Rules], answers: Iterable[Answer]) -> list[Answer]:
    """The reliefs among entries that fall away, each with the card that was burned for it."""
    found: list[Answer] = []
    for relief in (each for each in answers if isinstance(each, Relieved)):
        if now.pending is not None and now.answer(relief) is None:
            found.append(relief)
            if is_burn(now.pending):
                assert now.answer(FaceDown()) is None
                found.append(FaceDown())
    return found


def _after(rules: Rules, table: RoundContext, answers: Sequence[Answer]) -> Runner[Rules]:
    runner: Runner[Rules] = Runner(rules, table)
    for answer in answers:
        assert runner.answer(answer) is None
    return runner


def _asks(request: Request) -> Any:
    """What a request is about; how it would be refused is no part of it."""
    match request:
        case Decide(player, hand, options) | Offer(player, hand, options):
            return type(request), player, hand, tuple(option.verb for option in options)
        case Window(occasion, verbs):
            return occasion, verbs
    return request


def told_of(corrected: Corrected, was: Answer, kept: int) -> RoundCorrected:
    """The fact of a correction after which so many entries stand."""
    entry, becomes = corrected.entry, said(corrected.answer)
    return RoundCorrected(str(corrected.by), entry, said(was), becomes, kept, corrected.reason)


def said(answer: Answer) -> str:
    """An entry, as a person would read it out."""
    match answer:
        case Act(player, hand, intent):
            return f"{player}@{hand} {intent.written()}"
        case bool():
            return "yes" if answer else "no"
    return str(answer)
