"""What speaks against an amount on a box: its own limits, and the wagers that lie beside it."""

from __future__ import annotations

from pitboss.core.betting import BettingTerms, WagerTerms
from pitboss.core.options import Refusal
from pitboss.core.procedure import Round
from pitboss.core.rules import R
from pitboss.ids import Clauses, HandId, Player, StakeId, Wager
from pitboss.money import Cents, spoken


def refuses_amount(
    t: Round[R], terms: WagerTerms, player: Player, hand: HandId, amount: Cents, total: Cents
) -> Refusal | None:
    """What speaks against so much on a box, where it makes so much in all; the rest may still come before the cards."""
    if amount <= 0:
        return _refusal("not-positive", terms, amount, "is no wager; put up a positive amount", terms.clauses)
    return _refuses_limits(t.rules.betting, terms, total) or _refuses_beside(t, terms, player, hand, total)


def refuses_too_little(terms: WagerTerms, amount: Cents) -> Refusal | None:
    """Whether a wager that will not be raised any more is under its minimum."""
    if terms.least is None or amount >= terms.least.amount:
        return None
    says = f"is under the minimum of {spoken(terms.least.amount)}"
    return _refusal("under-minimum", terms, amount, says, terms.least.clauses)


def _refuses_limits(betting: BettingTerms, terms: WagerTerms, amount: Cents) -> Refusal | None:
    if terms.most is not None and amount > terms.most.amount:
        says = f"is over the maximum of {spoken(terms.most.amount)}"
        return _refusal("over-maximum", terms, amount, says, terms.most.clauses)
    if amount % betting.chip:
        says = f"cannot be made of chips of {spoken(betting.chip)}"
        return _refusal("not-in-chips", terms, amount, says, betting.chip_clauses)
    if terms.multiple_of is not None and amount % terms.multiple_of.amount:
        says = f"is no multiple of {spoken(terms.multiple_of.amount)}"
        return _refusal("not-a-multiple", terms, amount, says, terms.multiple_of.clauses)
    return None


def _refusal(code: str, terms: WagerTerms, amount: Cents, says: str, clauses: Clauses) -> Refusal:
    return Refusal(code, f"{article(terms.wager)} wager of {spoken(amount)} {says}", clauses)


def article(wager: Wager) -> str:
    """A wager with its article."""
    return f"an {wager}" if wager[0] in "aeiou" else f"a {wager}"


def _refuses_beside(t: Round[R], terms: WagerTerms, player: Player, hand: HandId, total: Cents) -> Refusal | None:
    """What the wagers that already lie on the box have against this one."""
    return refuses_alone(t, terms, player, hand) or refuses_above(t, terms, player, hand, total)


def refuses_above(t: Round[R], terms: WagerTerms, player: Player, hand: HandId, total: Cents) -> Refusal | None:
    """Whether a wager is larger than one that it may not exceed, or too large together with another."""
    if terms.together is not None:
        beside = t.layout.stakes.get(StakeId(player, hand, terms.together.to))
        both = Cents(total + (0 if beside is None else beside.original))
        if both > terms.together.most.amount:
            most = spoken(terms.together.most.amount)
            says = (
                f"{terms.wager} and {terms.together.to} wagers of {spoken(both)} are over the {most} that they may be"
            )
            return Refusal("over-together", f"{says} together", terms.together.most.clauses)
    cap = terms.not_above
    other = None if cap is None else t.layout.stakes.get(StakeId(player, hand, cap.to))
    if cap is not None and other is not None and total > other.original:
        says = (
            f"{article(terms.wager)} wager of {spoken(total)} is above the {cap.to} wager of {spoken(other.original)}"
        )
        return Refusal(f"above-{cap.to}", says, cap.clauses)
    return None


def refuses_alone(t: Round[R], terms: WagerTerms, player: Player, hand: HandId) -> Refusal | None:
    """Whether a wager that this one needs beside it is missing."""
    for needs in terms.needs:
        other = t.layout.stakes.get(StakeId(player, hand, needs.to))
        if other is None or not other.pending:
            says = f"{article(terms.wager)} wager needs {article(needs.to)} wager on the same box first"
            return Refusal(f"needs-{needs.to}", says, needs.clauses)
    return None
