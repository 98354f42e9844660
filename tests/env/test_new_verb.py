"""A step and a verb that nobody has heard of are a move by themselves."""

from __future__ import annotations

from cli.test_new_verb import Juggle, juggling
from pitboss.desk.moves import PASS, Moves
from pitboss.desk.oracle import Oracle
from pitboss.desk.practice import PracticeTable


def test_a_new_verb_is_a_move() -> None:
    table = PracticeTable.of(juggling(), seats=2)
    moves = Moves(table)
    juggle = [move.verb for move in moves.all].index(Juggle)
    round_ = table.round(1, 1)
    assert round_.asked is not None
    assert moves.legal(round_) == {PASS: None, juggle: Juggle()}
    judged = Oracle(table.game, table.stakes).judge(round_.seen_by(table.players[0]), round_.asked)
    assert not judged.worths
    assert judged.unknown.startswith("no engine answers for juggle here: ")
    assert "the step offer_juggling" in judged.unknown
    assert round_.choose(Juggle()) is None
    assert juggle not in moves.legal(round_)
    assert moves.why_not(round_, juggle).code == "out-of-turn"
