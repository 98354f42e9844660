"""Amounts of dollars as a file writes them, and why one of them cannot be put up."""

from __future__ import annotations

import re
from decimal import Decimal

from pitboss.core.betting import BettingTerms
from pitboss.core.limits import article
from pitboss.core.options import Intent, Refusal
from pitboss.games.blackjack.intents import Bet
from pitboss.ids import Wager
from pitboss.money import Cents, beyond_counting, dollars, spoken


def written_cents(amount: int | Decimal, betting: BettingTerms, wager: Wager | None = None) -> Cents | Refusal:
    """An amount as it is written; parts of a cent are refused, and what is larger than all that is counted."""
    try:
        return dollars(amount)
    except ValueError:
        pass
    if not beyond_counting(amount):
        return Refusal("not-in-chips", f"{_shown(amount)} is not a whole number of cents", betting.chip_clauses)
    if amount < 0:
        return Refusal("not-positive", f"{_shown(amount)} is no amount that can be wagered", betting.chip_clauses)
    terms = None if wager is None else betting.wagers.get(wager)
    if terms is None or terms.most is None:
        return Refusal("over-maximum", f"{_shown(amount)} dollars are more than is counted", betting.chip_clauses)
    wagered = f"{article(terms.wager)} wager of {_shown(amount)} dollars"
    says = f"{wagered} is over the maximum of {spoken(terms.most.amount)}"
    return Refusal("over-maximum", says, terms.most.clauses)


def refuses_words(verb: type[Intent], words: tuple[str, ...], betting: BettingTerms) -> Refusal | None:
    """Why the number after a verb that takes an amount cannot be put up; nothing where it is no such number."""
    if len(words) != 1 or not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", words[0]) or not _takes_amount(verb):
        return None
    amount = written_cents(Decimal(words[0]), betting)
    if not isinstance(amount, Refusal):
        return None
    return Refusal("too-much", amount.says, amount.clauses) if amount.code == "over-maximum" else amount


def _takes_amount(verb: type[Intent]) -> bool:
    """Whether an amount may follow; a bet has one that is known, and may say it."""
    try:
        return verb is Bet or hasattr(verb.read(("1",)), "amount")
    except ValueError:
        return False


def _shown(amount: int | Decimal) -> str:
    text = str(amount)
    return text if len(text) <= 40 else f"{text[:37]}..."
