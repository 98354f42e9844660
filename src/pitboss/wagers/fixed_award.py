"""A fixed award: a sum for a certain winning hand against a certain up card, and one for everybody else at the table.

Nothing is staked on it. What it is depends on the size of the original wager.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pitboss.cards import Rank
from pitboss.core.facts import WagerSettled
from pitboss.core.kinds import Outcome
from pitboss.core.procedure import Round
from pitboss.core.rules import R
from pitboss.core.settle import award
from pitboss.ids import Clauses, HandId, Player, StakeId, Wager
from pitboss.law.points import Point, carries
from pitboss.money import ZERO, Cents

SUPER_AWARD = Wager("super-award")


class Envy(StrEnum):
    """To whom the fixed award of others goes (S16)."""

    PER_PERSON = "per_person"
    OTHERS_ALWAYS = "others_always"
    PER_BOX = "per_box"
    ONCE = "once"


@dataclass(frozen=True, slots=True)
class Prize:
    """What an original wager from `least` to below `below` earns."""

    amount: Cents
    clauses: Clauses
    least: Cents = ZERO
    below: Cents | None = None

    def fits(self, wager: Cents) -> bool:
        return self.least <= wager and (self.below is None or wager < self.below)


@dataclass(frozen=True, slots=True)
class FixedAward:
    """For a hand that wins with one of these rows of the premiums, against this rank, neither doubled nor split."""

    rows: frozenset[str]
    against: Rank
    prizes: tuple[Prize, ...]
    others: Prize
    envy: Envy
    wager: Wager = SUPER_AWARD

    def prize(self, wager: Cents) -> Prize | None:
        due = [each for each in self.prizes if each.fits(wager)]
        assert len(due) <= 1, f"two awards fit a wager of {wager} cents"
        return due[0] if due else None

    def to_others(self, wager: Cents) -> Cents:
        """What everybody else gets for such a hand; nothing below the smallest award, unless always (S16)."""
        return self.others.amount if self.prize(wager) or self.envy is Envy.OTHERS_ALWAYS else ZERO


@carries(Point.AWARD_PAID)
def pay_awards(t: Round[R], this: FixedAward, earning: list[tuple[StakeId, WagerSettled, str | None]]) -> None:
    """Each hand that earns the award by its row, in the order in which they were settled."""
    envied: set[Player] = set()
    shown: set[HandId] = set()
    for key, settled, row in earning:
        hand = t.hand(key.hand)
        if settled.outcome is not Outcome.WIN or hand.split or hand.doubles or row not in this.rows:
            continue
        wager = t.layout.stakes[key].original
        prize = this.prize(wager)
        if prize is not None:
            award(t, StakeId(key.player, key.hand, this.wager), prize.amount, prize.clauses)
        if this.to_others(wager) and key.hand not in shown:
            _pay_others(t, this, key, envied)
            shown.add(key.hand)


def _pay_others(t: Round[R], this: FixedAward, holder: StakeId, envied: set[Player]) -> None:
    """A fixed sum to each other person who wagered: once a hand, or once a box or once in all (S16)."""
    for player in t.layout.players():
        boxes = len({key.hand.box for key in t.layout.stakes if key.player == player})
        holds = StakeId(player, holder.hand, holder.wager) in t.layout.stakes  # on a shared box too (S36)
        if holds or (this.envy is Envy.ONCE and player in envied):
            continue
        envied.add(player)
        amount = Cents(this.others.amount * (boxes if this.envy is Envy.PER_BOX else 1))
        award(t, StakeId(player, holder.hand, this.wager), amount, this.others.clauses)
