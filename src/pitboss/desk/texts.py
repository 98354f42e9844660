"""The texts: rulebooks and their clauses in our own words."""

from __future__ import annotations

from pitboss.law.clauses import Clause, rows_under
from pitboss.law.rulebook import Rulebook, UnknownName, load, rulebook_ids

__all__ = ["Clause", "Rulebook", "UnknownName", "clauses_under", "complete_texts", "rulebook_text"]


def rulebook_text(name: str) -> Rulebook:
    """Return a rulebook by its id, an incomplete one too; raise `UnknownName`."""
    return load(name)


def complete_texts() -> list[Rulebook]:
    """Return all rulebooks that can be dealt, sorted by id."""
    return [book for book in map(load, rulebook_ids()) if book.ready]


def clauses_under(book: Rulebook, cited: str) -> list[Clause]:
    """Return the clauses that a citation covers; raise `UnknownName` if there are none."""
    if rows := rows_under(book.clauses, cited):
        return rows
    names = [*(row.id for row in book.clauses), *book.options, *book.interpretations]
    raise UnknownName("clause, option or question", cited, names)
