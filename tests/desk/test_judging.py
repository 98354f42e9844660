"""Who judges a decision: the engine of the game, which asks its ways first; nothing else tells games apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import pitboss
from pitboss.core.layout import Layout
from pitboss.core.options import Intent, Option
from pitboss.desk.drawing import Drawing
from pitboss.desk.engine import engine_of
from pitboss.desk.judgement import DecisionWorth, Judgement
from pitboss.desk.practice import PlayerQuestion, PracticeTable
from pitboss.desk.ways.way import Way
from pitboss.games.blackjack.intents import Bet, Fold, Keep, Stand
from pitboss.games.colorado.blackjack_switch import Switch
from pitboss.games.colorado.pai_jack_rules import DeclareBust

SOURCE = Path(pitboss.__file__).parent
TELLS_GAMES_APART = re.compile(
    r"rules\.(contest|poker)|spots > 1|terms\.parts\b|side\.own|isinstance\(.*Rules\)|games\.(colorado|spanish21)"
)
KNOWN = {"desk/law.py"}
"""It compares the texts of a family, whose points lie with its games."""


@dataclass
class Standing(Way):
    """A way whose only question is whether to stand."""

    def judge(self, seen: Layout, asked: PlayerQuestion) -> Judgement | None:
        del seen
        return Judgement({Stand(): DecisionWorth(0.25)}) if asked.verbs == {Stand} else None


def first_question(rulebook: str) -> tuple[PracticeTable, Layout, PlayerQuestion]:
    """The first decision at a table of this rulebook, as its player sees it."""
    table = PracticeTable.of(pitboss.game(rulebook))
    dealt = (table.round(1, number) for number in range(20))
    round_ = next(round_ for round_ in dealt if round_.asked is not None and not round_.asked.passes)
    assert round_.asked is not None
    return table, round_.seen_by(table.players[0]), round_.asked


def of_verbs(asked: PlayerQuestion, verbs: Sequence[type[Intent]]) -> PlayerQuestion:
    """The same question about other verbs."""
    return replace(asked, options=tuple(Option(verb, (), (verb(),)) for verb in verbs))


@pytest.mark.parametrize(
    ("rulebook", "verbs", "named"),
    [
        ("blackjack-co", (Switch, Keep), "keep or switch"),
        ("blackjack-co", (Bet, Fold), "bet or fold"),
        ("blackjack-switch", (Bet, Fold), "bet or fold"),
        ("21-hold-em", (Bet, Fold), "bet or fold"),
        ("ante-up-21", (DeclareBust,), "bust"),
        ("pai-jack", (DeclareBust,), "bust"),
        ("pai-jack", (Stand,), "stand"),
    ],
)
def test_an_engine_refuses_what_is_not_its_question_by_name(
    rulebook: str, verbs: tuple[type[Intent], ...], named: str
) -> None:
    table, seen, asked = first_question(rulebook)
    assert not seen.community
    judged = engine_of(table.game, table.stakes).judge(seen, of_verbs(asked, verbs))
    assert judged == Judgement(unknown=f"no engine answers for {named} here")


def test_a_way_answers_its_own_question_and_no_other() -> None:
    table, seen, asked = first_question("blackjack-co")
    plain = engine_of(table.game, table.stakes)
    assert isinstance(plain, Drawing)
    engine = replace(plain, ways=(Standing(plain.session, plain.stakes),))
    assert engine.judge(seen, of_verbs(asked, [Stand])).worths == {Stand(): DecisionWorth(0.25)}
    assert engine.judge(seen, asked) == plain.judge(seen, asked)
    assert len(plain.judge(seen, asked).worths) == len(asked.options)


def test_nothing_outside_the_ways_tells_games_apart() -> None:
    told = {
        str(path.relative_to(SOURCE))
        for package in ("desk", "cli", "env")
        for path in (SOURCE / package).rglob("*.py")
        if path.parent != SOURCE / "desk/ways" and TELLS_GAMES_APART.search(path.read_text(encoding="utf-8"))
    }
    assert told == KNOWN
