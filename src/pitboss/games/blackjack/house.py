"""What a house posts at a table of the family: who may wager how much, and on which boxes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.core.options import Refusal
from pitboss.core.wagering import BettingTerms, Limit, WagerTerms
from pitboss.ids import MAIN, Clauses, Wager
from pitboss.law.house import House


@dataclass(frozen=True, slots=True)
class BettingCites:
    """The clause for each thing that may be wrong with a wager."""

    main: Clauses
    before_first_card: Clauses
    box: Clauses
    sharing: Clauses
    several: Clauses
    chip: Clauses


def takes(house: House, code: str, value: str) -> bool:
    """Whether this house reads an open question this way."""
    return house.readings.get(code) == value


def betting_terms(
    house: House,
    cites: BettingCites,
    side: Mapping[Wager, WagerTerms],
    not_offered: Mapping[Wager, Refusal],
    *,
    adjacent_boxes: bool = False,
) -> BettingTerms:
    """The main wager between its posted limits, and the side wagers that go with it."""
    main = WagerTerms(
        MAIN,
        cites.main,
        least=Limit(house.cents("main_min"), cites.main),
        most=Limit(house.cents("main_max"), cites.main),
    )
    return BettingTerms(
        seats=house.integer("seats"),
        boxes_per_player=house.integer("boxes_per_player"),
        adjacent_boxes=adjacent_boxes,
        chip=house.cents("chip"),
        wagers={MAIN: main, **side},
        not_offered=not_offered,
        before_first_card=cites.before_first_card,
        box_clauses=cites.box,
        sharing_clauses=cites.sharing,
        several_clauses=cites.several,
        chip_clauses=cites.chip,
        unknown_clauses=cites.chip,
    )
