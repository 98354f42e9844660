"""Every verb has a key, the unknown ones too, and no two verbs of a question share one."""

from __future__ import annotations

from itertools import combinations

import pytest

from pitboss.cli.verbs import ALWAYS, KEYS, keys_of, letter_of

ASKED_TOGETHER = ("hit", "stand", "double", "split", "surrender")


def test_usual_verbs_keep_their_keys() -> None:
    assert keys_of(ASKED_TOGETHER) == {verb: KEYS[verb] for verb in ASKED_TOGETHER}


@pytest.mark.parametrize("verb", ["attack", "hit-again", "shssh", "l", "---"])
def test_an_unknown_verb_gets_a_free_key(verb: str) -> None:
    keys = keys_of([verb, *ASKED_TOGETHER])
    taken = [*keys.values(), *(key for key, _ in ALWAYS)]
    assert len(taken) == len(set(taken))
    assert len(keys[verb]) == 1


def test_two_unknown_verbs_get_two_keys() -> None:
    keys = keys_of(["attack", "attach", "tack", "hit"])
    assert not any(one == other for one, other in combinations(keys.values(), 2))


def test_a_verb_has_a_letter_in_a_chart() -> None:
    assert [letter_of(verb) for verb in ("hit", "split", "switch", "attack")] == ["H", "P", "W", "A"]
