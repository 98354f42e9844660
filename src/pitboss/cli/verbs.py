"""The key of each verb at the table, and its letter in a chart."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, count
from string import ascii_lowercase, digits

KEYS = {
    "hit": "h",
    "stand": "s",
    "double": "d",
    "split": "p",
    "surrender": "r",
    "rescue": "e",
    "back-out": "o",
    "insurance": "i",
    "show": "c",
    "accept": "a",
    "switch": "w",
    "keep": "k",
    "bet": "b",
    "fold": "f",
}
"""The usual keys, each of one verb only, in the order in which verbs are shown."""

ALWAYS = (("?", "the rules"), ("l", "last rounds"), ("q", "quit"))
"""Keys that every question takes."""


def keys_of(verbs: Sequence[str]) -> dict[str, str]:
    """Give each of these verbs a key of its own, in the order in which they are shown.

    A verb without a usual key gets the first free letter of its name, then a digit, then any other character.
    """
    keys = {verb: key for verb, key in KEYS.items() if verb in verbs}
    return _with_free_keys(keys, verbs, {*keys.values(), *(key for key, _ in ALWAYS)})


def letters_of(verbs: Sequence[str]) -> dict[str, str]:
    """Give each of these verbs a letter for a chart, which no other of them and no usual verb has."""
    usual = {verb: KEYS[verb] for verb in verbs if verb in KEYS}
    return {verb: key.upper() for verb, key in _with_free_keys(usual, verbs, KEYS.values()).items()}


def letter_of(verb: str) -> str:
    """Return the letter that stands for a verb in a chart, where no other unusual verb is beside it."""
    return letters_of([verb])[verb]


def _with_free_keys(keys: dict[str, str], verbs: Sequence[str], taken: Collection[str]) -> dict[str, str]:
    keys, used = dict(keys), set(taken)
    for verb in dict.fromkeys(verbs):
        if verb not in keys:
            keys[verb] = next(key for key in _wished(verb) if key not in used)
            used.add(keys[verb])
    return keys


def _wished(verb: str) -> Iterator[str]:
    """Yield the keys that a verb may have, best first and without end."""
    own = (letter for letter in verb.lower() if letter in ascii_lowercase)
    return chain(own, digits[1:], ascii_lowercase, _characters())


def _characters() -> Iterator[str]:
    """Yield single characters that are printed and that upper and lower case leave apart."""
    return (each for each in map(chr, count(ord("!"))) if each.isprintable() and each.upper() == each.lower() == each)
