"""The key of each verb at the table, and its letter in a chart."""

from __future__ import annotations

from collections.abc import Sequence

KEYS = {
    "hit": "h",
    "stand": "s",
    "double": "d",
    "split": "p",
    "surrender": "r",
    "rescue": "e",
    "back-out": "o",
    "insurance": "i",
    "show": "w",
    "accept": "a",
    "switch": "w",
    "keep": "k",
    "bet": "b",
    "fold": "f",
}
"""The usual keys, in the order in which verbs are shown."""

ALWAYS = (("?", "the rules"), ("l", "last rounds"), ("q", "quit"))
"""Keys that every question takes."""


def keys_of(verbs: Sequence[str]) -> dict[str, str]:
    """Give each of these verbs a key, in the order in which they are shown.

    A verb without a usual key gets the first free letter of its name, or a number if no letter is free.
    """
    keys = {verb: key for verb, key in KEYS.items() if verb in verbs}
    taken = {*keys.values(), *(key for key, _ in ALWAYS)}
    for verb in verbs:
        if verb not in keys:
            letters = (*(letter for letter in verb if letter.isalpha()), *map(str, range(1, 10)))
            keys[verb] = next(key for key in letters if key not in taken)
            taken.add(keys[verb])
    return keys


def letter_of(verb: str) -> str:
    """Return the letter that stands for a verb in a chart; a verb without a usual key has its own first letter."""
    return KEYS.get(verb, verb[:1]).upper()
