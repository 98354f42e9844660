"""Tips for the dealer: a player's wager may carry one, which is decided as that wager is (CO08)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pitboss.core.betting import BettingTerms, Limit, Tie, TipCites, WagerTerms
from pitboss.games.blackjack.house import even_dollars, not_offered
from pitboss.ids import Clauses, Wager, tip_on
from pitboss.law.house import House
from pitboss.law.points import Point, carries
from pitboss.money import Cents


@dataclass(frozen=True, slots=True)
class Tips:
    """On which wagers a tip may ride in this house, and how much it may be.

    `offered` are the clauses that let the house take tips, `same_odds` those by which a tip is paid as its wager is,
    `amounts` those that let the house bound them. Where a tip on a bonus needs one `beside_one`, on another wager, that
    is named with its clauses.
    """

    on: tuple[Wager, ...]
    taken: bool
    most: Cents | None
    multiple_of: Cents | None
    offered: Clauses
    same_odds: Clauses
    amounts: Clauses
    beside_one: Tie | None = None

    @carries(Point.TIPS)
    def beside(self, betting: BettingTerms) -> BettingTerms:
        """The terms with a tip beside each wager, at most as large as it; or a refusal where the house takes none."""
        if not self.taken:
            refusal = not_offered(self.offered, "this house takes no tips")
            return replace(betting, not_offered={**betting.not_offered, **{tip_on(each): refusal for each in self.on}})
        terms = {tip_on(each): self.terms(each) for each in self.on}
        return replace(betting, wagers={**betting.wagers, **terms}, tips=TipCites(self.offered, self.same_odds))

    def terms(self, wager: Wager) -> WagerTerms:
        """On what terms a tip may ride on this wager."""
        rides = Tie(wager, self.offered)
        most, step = (None if each is None else Limit(each, self.amounts) for each in (self.most, self.multiple_of))
        also = () if self.beside_one is None or self.beside_one.to == tip_on(wager) else (self.beside_one,)
        return WagerTerms(
            tip_on(wager), self.offered, most=most, needs=(rides, *also), not_above=rides, multiple_of=step
        )


def tips(
    house: House, *on: Wager, offered: Clauses, same_odds: Clauses, amounts: Clauses, beside_one: Tie | None = None
) -> Tips:
    """The tips that the options of a house allow; an even dollar amount has no cents unless read otherwise (CO07)."""
    return Tips(
        on,
        taken=house.flag("tip_bets"),
        most=house.cents_or_none("tip_max"),
        multiple_of=even_dollars(house) if house.flag("tip_even_dollar") else None,
        offered=offered,
        same_odds=same_odds,
        amounts=amounts,
        beside_one=beside_one,
    )
