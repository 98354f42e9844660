"""A table played by prompts alone, as a chat would: no key, no screen, and what makes no sense loses nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cli.test_new_verb import ME, a_table
from conformance.suite import any_game
from pitboss.ids import MAIN, Author, Role
from pitboss.law.rulebook import rulebook_ids
from pitboss.service.asked import No
from pitboss.service.conversation import Conversation, Said
from pitboss.service.prompts import ENTER, Prompt, Reply, Talk
from pitboss.service.question import question
from pitboss.service.saying import say
from pitboss.service.view import view
from pitboss.tables.live import LiveTable

GUEST = Author(Role.PLAYER, ME)
Person = Callable[[Prompt], Reply | str]


def the_first(prompt: Prompt) -> Reply | str:
    """Shuffles, bets a plain bet, and takes the first choice of each decision."""
    return next((each for each in prompt.replies if each.name == ENTER), None) or prompt.replies[0]


def talked(talk: Talk[list[Said]], person: Person) -> tuple[list[Said], list[str]]:
    """What the person says to the table in the end, and what they were told and refused on the way."""
    told: list[str] = []
    try:
        part = next(talk)
        while True:
            if not isinstance(part, Prompt):
                told.append(part.says if isinstance(part, No) else part)
            part = talk.send(person(part) if isinstance(part, Prompt) else "")
    except StopIteration as end:
        return end.value, told


def asked(table: LiveTable, conversation: Conversation, person: Person) -> list[str]:
    """One question, put and answered; what was told on the way."""
    pending = question(table, GUEST)
    assert pending is not None
    said, told = talked(conversation.ask(pending, view(table, GUEST)), person)
    for each in said:
        refusal = say(table, each.by, each.words)
        assert refusal is None, refusal
    return told


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_rulebook_is_played_by_prompts(rulebook: str, tmp_path: Path) -> None:
    sitting = a_table(any_game(rulebook, {}), tmp_path / "j")
    conversation = Conversation(sitting.table, ME)
    for _ in range(400):
        if sitting.table.runner.state.rounds > 5:
            break
        asked(sitting.table, conversation, the_first)
    assert sitting.table.runner.state.rounds > 5
    sitting.close()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("rubbish", "Type an amount of dollars, for example 25 or 12.50."),
        ("7.013", "Type an amount of dollars, for example 25 or 12.50."),
        ("600", "this takes $600.00, and you have $100.00; ask the cashier"),
    ],
)
def test_a_bad_line_is_answered_with_one_sentence_and_asked_again(line: str, told: str, tmp_path: Path) -> None:
    sitting = a_table(any_game("spanish21-ma", {"main_max": 5000}), tmp_path / "j", chips=100)
    table, conversation = sitting.table, Conversation(sitting.table, ME, buying="; ask the cashier")
    while table.runner.state.shoe is None or question_kind(table) != "between-rounds":
        asked(table, conversation, the_first)
    lines = iter([line, "25"])
    heard = asked(table, conversation, lambda prompt: next(lines, None) or the_first(prompt))
    assert heard.count(told) == 1
    assert table.runner.state.layout.placed_by(ME) == {MAIN: 2500}
    sitting.close()


def question_kind(table: LiveTable) -> str:
    pending = question(table, GUEST)
    return "" if pending is None else pending.kind
