"""How things are called at a table, for people: labels of choices, names of wagers, cards by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pitboss.cards import Card
from pitboss.core import telling
from pitboss.core.options import Intent, read_amount
from pitboss.ids import Clauses, Wager
from pitboss.law.rulebook import Rulebook
from pitboss.money import Cents, spoken

CardName = Callable[[Card], str]
"""How a card is called: `7h`, or `seven of hearts` for the ear."""

NAMES = {
    "insurance": "insure",
    "show": "show your cards",
    "see-burn": "see the burn card",
    "buy": "buy chips",
    "leave": "leave the table",
    "sit": "sit down",
    "close-table": "close the table",
    "reshuffle": "end this shoe and shuffle",
    "load": "put the stack into the shoe",
    "place": "put the cut card into the stack",
    "take-out": "take the stack out of the shoe, to be cut",
    "break-seal": "open decks that come shuffled",
    "counted": "the cards were counted, and none is missing",
    "coupon": "put down a coupon",
    "house-way": "house way",
    "set-unseen": "set face down",
}
"""What a verb is called where its own word says too little."""


def signed(amount: Cents) -> str:
    """Return an amount with its sign, as a gain or a loss is read."""
    return telling.signed(amount)


def spoken_card(card: Card) -> str:
    """Return the name of a card for the ear."""
    return card.spoken


def called(wager: Wager) -> str:
    """Return the name of a wager for people."""
    return wager.replace("-", " ").capitalize()


def capital(text: str) -> str:
    """Return a text with a capital letter."""
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """Return a text with a small letter, as it stands in a sentence."""
    return text[:1].lower() + text[1:]


def amount_in(text: str) -> Cents | None:
    """Return the amount of dollars that a person typed, as in `25` or `$12.50`; None if it is not one."""
    try:
        return read_amount([text.removeprefix("$")])
    except ValueError:
        return None


def name_of(verb: str) -> str:
    """Return what a verb is called."""
    return NAMES.get(verb, verb)


def phrase(intent: Intent) -> str:
    """Return what an intent is called, with its amount."""
    amount = getattr(intent, "amount", None)
    name = name_of(intent.verb)
    return name if amount is None else f"{name} for {spoken(Cents(amount))}"


def explained(book: Rulebook, about: Sequence[tuple[str, Clauses]]) -> Iterator[str]:
    """Yield what each clause behind these names says, in our own words; where to read on if there are none."""
    if not about:
        yield f"{book.title}. pitboss rules {book.id} shows the whole text."
    says = {row.id: row.says for row in book.clauses}
    for name, clauses in about:
        yield f"{name}:"
        yield from (f"  {each}: {says[each]}" for each in dict.fromkeys(clauses))
