"""Every verb has a key, the unknown ones too, and no two verbs of a question share one."""

from __future__ import annotations

from itertools import combinations

import pytest

from pitboss.cli.verbs import ALWAYS, KEYS, keys_of, letter_of, letters_of

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


def test_no_two_usual_verbs_share_a_key() -> None:
    assert len(set(KEYS.values())) == len(KEYS)
    assert not set(KEYS.values()) & {key for key, _ in ALWAYS}


@pytest.mark.parametrize("number", [12, 100, 1000])
def test_any_number_of_unknown_verbs_gets_keys(number: int) -> None:
    verbs = [*KEYS, *(f"hit-{each}" for each in range(number)), *("\u0130\u00df" * each for each in range(1, 4))]
    keys = [*keys_of(verbs).values(), *(key for key, _ in ALWAYS)]
    assert len(keys) == len(set(keys)) == len(verbs) + len(ALWAYS)
    assert all(len(key) == 1 and key == key.lower() for key in keys)


def test_a_verb_has_a_letter_in_a_chart() -> None:
    assert [letter_of(verb) for verb in ("hit", "split", "switch", "attack")] == ["H", "P", "W", "T"]


@pytest.mark.parametrize("verb", ["steal", "attack", "hit-again", "shed", "---"])
def test_no_unknown_verb_has_the_letter_of_a_known_one(verb: str) -> None:
    assert letter_of(verb) not in {key.upper() for key in KEYS.values()}


def test_unknown_verbs_of_one_chart_have_letters_of_their_own() -> None:
    letters = letters_of(["steal", "stale", "least", *KEYS])
    assert len(set(letters.values())) == len(letters)
