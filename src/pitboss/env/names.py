"""How environments are called."""

from __future__ import annotations

STATES = {"co", "ma", "md"}


def env_id(rulebook: str) -> str:
    """Return the id of the environment of a rulebook: each word of its id with a capital, a state in capitals.

    >>> env_id("spanish21-ma"), env_id("21-hold-em")
    ('pitboss/Spanish21-MA-v0', 'pitboss/21-Hold-Em-v0')
    """
    words = (word.upper() if word in STATES else word.capitalize() for word in rulebook.split("-"))
    return f"pitboss/{'-'.join(words)}-v0"
