"""Writing a round and reading it back loses nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from conformance.suite import GAMES, Drive, any_game, shoe
from pitboss.core.facts import RoundCorrected
from pitboss.core.incidents import FaceUpInShoe
from pitboss.notation.file import parse_round, read_round
from pitboss.notation.replay import replay
from pitboss.notation.write import write_round


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(15))
def test_a_round_comes_back_from_its_text(name: str, seed: int) -> None:
    rulebook, settings = GAMES[name]
    generator = random.Random(seed)
    playing = any_game(rulebook, settings)
    incidents = 0.03 if FaceUpInShoe in playing.rules.incidents else 0.0
    drive = Drive(playing, generator, shoe(playing, generator, rich=True), incidents)
    drive.play()
    text = write_round(playing, drive.runner.answers, title="a test", unseen=drive.shoe.unseen())
    played = replay(parse_round(text))
    assert played.refused is None
    assert played.met is True
    assert played.runner.round.facts == drive.runner.round.facts
    assert played.runner.answers == drive.runner.answers
    again = write_round(played.file.game, played.runner.answers, title="a test", unseen=drive.shoe.unseen())
    assert again == text


GOLDEN = sorted((Path(__file__).parents[1] / "golden/rounds").glob("*.round.toml"))


def test_every_golden_round_comes_back_from_its_own_export() -> None:
    """All but the refused ones, and those whose hole card nobody ever saw."""
    exported = 0
    for path in GOLDEN:
        if path.name.startswith("refused-"):
            continue
        played = replay(read_round(path))
        if played.runner.round.layout.unseen_discards:
            continue
        again = replay(parse_round(write_round(played.file.game, played.runner.answers, played.file.table)))
        stands = [fact for fact in played.runner.round.facts if not isinstance(fact, RoundCorrected)]
        assert again.runner.round.facts == stands, path.name
        exported += 1
    assert exported > 400
