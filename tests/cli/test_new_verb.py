"""A step and a verb that the terminal has never heard of are asked, explained, taken and told all the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from conformance.suite import any_game
from pitboss.cli.keys import Lines, Quit
from pitboss.cli.screen import Plain
from pitboss.cli.seat import Seat
from pitboss.core.options import Intent, Option, Refusal, Ruling
from pitboss.games.registry import Game
from pitboss.ids import Author, ClauseId, HandId, Player, Role
from pitboss.record.file_tables import Sitting, new_table
from pitboss.service.saying import say
from pitboss.store.journal import Journal

ME = Player("guest")
CLAUSE = ClauseId("CO-2102.1")


@dataclass(frozen=True, slots=True)
class Juggle(Intent):
    """Nothing that any game knows."""

    verb = "juggle"


async def offer_juggling(t: Any) -> None:
    """A step of its own: every hand may juggle after the first cards."""
    for hand in t.layout.order:
        await t.offer(hand, (Juggle,))


def may_juggle(_t: object, _player: Player, hand: HandId) -> Ruling:
    if hand.box == 1:
        return Option(Juggle, (CLAUSE,), (Juggle(),))
    return Refusal("no-juggling", "only box 1 may juggle", (CLAUSE,))


class Juggler(Lines):
    """Asks for the rules once, then juggles wherever that is offered; stands and presses Enter otherwise."""

    def __init__(self, shown: Callable[[], str]) -> None:
        self.shown = shown
        self.said = ""
        self.asked = 0

    def line(self) -> str:
        self.asked += 1
        if self.asked > 40:
            raise Quit
        question = self.shown()
        self.said += question
        last = question.splitlines()[-1]
        if " j juggle" in last:
            return "j" if "juggle:" in self.said else "?"
        return "s" if " s stand" in last else ""


def juggling() -> Game:
    game = any_game("blackjack-co", {})
    rules: Any = game.rules
    steps = (*rules.steps[:2], offer_juggling, *rules.steps[2:])
    menu, verbs = {**rules.menu, Juggle: may_juggle}, {**game.verbs, Juggle.verb: Juggle}
    return replace(game, rules=replace(rules, steps=steps, menu=menu), verbs=verbs)


def test_a_new_step_and_a_new_verb_reach_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sitting = a_table(juggling(), tmp_path / "j")
    juggler = Juggler(lambda: capsys.readouterr().out)
    with pytest.raises(Quit):
        Seat(sitting, ME, Plain(), juggler).play()
    assert "j juggle, Enter no, ? the rules" in juggler.said
    assert f"juggle:\n  {CLAUSE}: " in juggler.said
    assert b"guest@1.1 juggle" in (tmp_path / "j").read_bytes()
    sitting.close()


def a_table(game: Game, path: Path, chips: int = 1000) -> Sitting:
    journal = Journal(path, lambda: 0)
    journal.read()
    sitting = new_table(journal, game, 1)
    assert say(sitting.table, Author(Role.PLAYER, ME), f"guest@1.1 sit {chips}") is None
    return sitting
