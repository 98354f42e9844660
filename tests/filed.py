"""Houses as their operators have filed them."""

from __future__ import annotations

from pitboss.law.house import defaults
from pitboss.law.rulebook import load
from pitboss.money import Cents, plain


def filed(rulebook: str) -> dict[str, object]:
    """Return the house of a rulebook that states all elections without which people may not deal there."""
    book = load(rulebook)
    if not book.opens_as_filed:
        return {}
    values = defaults(book).values
    stated = {name: values[name] for name, option in book.options.items() if option.must_be_stated}
    return {
        name: plain(Cents(int(str(value)))) if book.options[name].type == "money" else value or "left of the dealer"
        for name, value in stated.items()
    }
