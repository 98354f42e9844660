"""What a house posts at a table of the family: who may wager how much, and on which boxes; and what a wager pays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pitboss.core.betting import BettingTerms, Limit, Sharing, Tie, WagerTerms
from pitboss.core.options import Refusal
from pitboss.ids import Clauses, Wager, once_each
from pitboss.law.house import House
from pitboss.law.points import Point, carries
from pitboss.money import Cents, Odds
from pitboss.payouts import Jackpot, Payout, Pays, Spin, Sum
from pitboss.wagers.side import Moment, SideWager


@dataclass(frozen=True, slots=True)
class BettingCites:
    """The clause for each thing that may be wrong with a wager."""

    main: Clauses
    limits: Clauses
    before_first_card: Clauses
    box: Clauses
    sharing: Clauses
    several: Clauses
    chip: Clauses
    unknown: Clauses


def betting_terms(
    house: House,
    cites: BettingCites,
    sides: Iterable[SideWager] = (),
    not_offered: Mapping[Wager, Refusal] | None = None,
    *,
    adjacent_boxes: bool = False,
    sharing: Sharing | None = None,
) -> BettingTerms:
    """The played wager between its posted limits, and the side wagers that go with it."""
    played = house.rulebook.played
    main = WagerTerms(
        played,
        cites.main,
        least=Limit(house.cents("main_min"), cites.limits),
        most=Limit(house.cents("main_max"), cites.limits),
    )
    return BettingTerms(
        seats=house.integer("seats"),
        boxes_per_player=house.integer("boxes_per_player"),
        adjacent_boxes=adjacent_boxes,
        chip=house.cents("chip"),
        wagers={
            played: main,
            **{side.id: side.terms for side in sides if side.placed is Moment.BEFORE_CARDS and side.late is None},
        },
        not_offered=not_offered or {},
        before_first_card=cites.before_first_card,
        box_clauses=cites.box,
        sharing_clauses=cites.sharing,
        several_clauses=cites.several,
        chip_clauses=cites.chip,
        sharing=sharing,
        unknown_clauses=cites.unknown,
    )


@carries(Point.SIDE_TERMS)
def side_terms(
    house: House,
    wager: Wager,
    clauses: Clauses,
    *,
    needs_main: Clauses,
    not_above_main: Clauses = (),
) -> WagerTerms:
    """A side wager between the limits that its options post, beside a main wager and where they say so not above it.

    An even dollar amount has no cents unless it is read otherwise (CO07).
    """
    row = house.rulebook.wagers[wager]
    least, most = (_limit(house, option) for option in (row.least, row.most))
    if row.capped and house.flag(row.capped):
        not_above_main = house.cited(row.capped)
    played = house.rulebook.played
    not_above = Tie(played, not_above_main) if not_above_main else None
    step = Limit(even_dollars(house), row.in_whole_dollars) if row.whole_dollars else None
    return WagerTerms(
        wager, clauses, least, most, multiple_of=step, needs=(Tie(played, needs_main),), not_above=not_above
    )


def even_dollars(house: House) -> Cents:
    """Of what an even dollar amount is a multiple (CO07)."""
    return Cents(200) if house.takes("CO07", "even_dollars") else Cents(100)


def _limit(house: House, option: str) -> Limit | None:
    amount = house.cents_or_none(option) if option else None
    return None if amount is None else Limit(amount, house.cited(option))


def not_offered(clauses: Clauses, says: str = "this house does not offer it") -> Refusal:
    return Refusal("not-offered", says, clauses)


def side_pays(house: House, wager: Wager, table: str = "") -> dict[str, Pays]:
    """The rows of a pay table that are in force for these decks, at the odds of the house where it raised them."""
    rows: dict[str, Pays] = {}
    raised = house.raised(wager)
    for line in house.rows(table or wager):
        clauses = house.rulebook.clauses_of(line)
        if line.wheel:
            rows[line.row] = Spin(house.wheel(line.wheel), clauses, says=line.says)
        elif line.amount:
            rows[line.row] = Sum(house.cents(line.amount), clauses, line.says)
        elif line.meter:
            rows[line.row] = Jackpot(Odds.parse(line.odds), line.meter, clauses, line.says)
        else:
            odds = raised.get(line.row)
            if odds is not None:
                clauses = once_each(house.cited(house.rulebook.wagers[wager].raised) + clauses)
            rows[line.row] = Payout(odds or Odds.parse(line.odds), clauses, line.says)
    return rows


def odds_of(pays: Mapping[str, Pays]) -> dict[str, Payout]:
    """The rows that are paid at odds."""
    return {row: each for row, each in pays.items() if isinstance(each, Payout)}
