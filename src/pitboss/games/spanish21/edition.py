"""An edition of Spanish 21: what its module names, compiled for a house and its readings.

A reading that a rulebook does not have is not taken, so one compiler serves all texts.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.cards import FACES, SPANISH_DECK, Rank
from pitboss.core.options import Refusal
from pitboss.core.preparation import SHOE_INCIDENTS, Cut, CutOrder, Reshuffles, ShoeCites, ShoeTerms, may_cut
from pitboss.core.procedure import Handler
from pitboss.core.requests import FaceUpInShoe, NextCard
from pitboss.core.wagering import BettingTerms, Limit, PlaceWager, WagerTerms, may_wager
from pitboss.games.blackjack.house import BettingCites, betting_terms, takes
from pitboss.games.blackjack.menu import MENU
from pitboss.games.blackjack.rules import Cites, Order
from pitboss.games.blackjack.settlement import Settlement
from pitboss.games.spanish21.common import Envy, SpanishCites, SpanishRules, face_up_in_shoe
from pitboss.games.spanish21.comparison import (
    OTHER_WINNING_ROWS,
    TWO_CARD_ROW,
    ComparisonCites,
    ComparisonReadings,
    comparison,
)
from pitboss.ids import Clauses, Wager
from pitboss.law.citations import cite_fields
from pitboss.law.house import House
from pitboss.law.rulebook import Payout


@dataclass(frozen=True, slots=True)
class MatchCites:
    """The clauses of a match wager's limits; `not_above_main` only where the text ties it to the main wager."""

    offered: Clauses
    needs_main: Clauses
    least: Clauses
    most: Clauses
    not_above_main: Clauses = ()


@dataclass(frozen=True, slots=True)
class Edition:
    """One text. The switches are what the texts differ in beyond their data."""

    name: str
    steps: tuple[Callable[[Any], Awaitable[None]], ...]
    cites: Cites
    spanish: SpanishCites
    comparison: ComparisonCites
    betting: BettingCites
    match: Mapping[Wager, MatchCites]
    shoe: ShoeCites
    no_premium_if_doubled: Clauses
    no_premium_if_split: Clauses
    reserved: Mapping[Wager, Refusal] = field(default_factory=dict)
    cut_order: CutOrder = CutOrder.FAR_RIGHT_ROTATING
    cut_after_device: bool = False
    reshuffles: Reshuffles = Reshuffles.AFTER_A_ROUND
    burn_after_betting: bool = False
    burn_may_be_seen: bool = True
    surrender: bool = True
    rescue: bool = True
    adjacent_boxes: bool = False
    match_losers_first: bool = True
    insurance_exact: bool = False
    insurance_collected_at_check: bool = False
    blackjack_paid_at_once: bool = False
    doubles_21: bool = False
    long_21_beats_blackjack: bool = False
    split_21_ties_if_literal: bool = False

    def __post_init__(self) -> None:
        for table in ("cites", "spanish", "comparison", "betting", "shoe"):
            cite_fields(f"{self.name}.{table}", getattr(self, table))
        for wager, cites in self.match.items():
            cite_fields(f"{self.name}.match[{wager}]", cites)


def betting(house: House, edition: Edition) -> BettingTerms:
    """Who may wager what, and on which boxes."""
    wagers = {}
    not_offered = dict(edition.reserved)
    for wager, match in edition.match.items():
        if house.values.get("match_offered", True):
            wagers[wager] = _match_terms(house, wager, match)
        else:
            not_offered[wager] = Refusal("not-offered", "this house does not offer it", match.offered)
    return betting_terms(house, edition.betting, wagers, not_offered, adjacent_boxes=edition.adjacent_boxes)


def _match_terms(house: House, wager: Wager, cites: MatchCites) -> WagerTerms:
    most = house.cents_or_none("match_max")
    capped = cites.not_above_main or (cites.offered if takes(house, "MD07", "main_cap") else ())
    return WagerTerms(
        wager,
        cites.offered,
        least=Limit(house.cents("match_min"), cites.least),
        most=None if most is None else Limit(most, cites.most),
        needs_main=cites.needs_main,
        not_above_main=capped,
    )


def shoe(house: House, edition: Edition) -> ShoeTerms:
    """How the shoe is prepared: by a device or by hand, where it is cut, where the cut card lies."""
    by_device = house.values.get("shuffle_method") == "automated"
    return ShoeTerms(
        cards=len(SPANISH_DECK) * house.integer("decks"),
        is_cut=not by_device or edition.cut_after_device,
        cut_from_ends=house.integer("cut_from_ends"),
        behind=house.integer("cut_card_behind") if house.integer("cut_cards") else None,
        order=edition.cut_order,
        reshuffles=edition.reshuffles,
        burn_after_betting=edition.burn_after_betting,
        burn_may_be_seen=edition.burn_may_be_seen,
        cites=edition.shoe,
    )


def match_pays(house: House) -> dict[str, Payout]:
    """The match odds of the text for this number of decks, or higher ones of the house where it may set them."""
    raised = house.odds("match_odds") if "match_odds" in house.values else {}
    pays = {}
    for row in ("other_suit", "same_suit"):
        payout = house.rulebook.payout("match-the-dealer", row, house.integer("decks"))
        pays[row] = Payout(raised.get(row, payout.odds), payout.clauses)
    return pays


def settlement(house: House, edition: Edition) -> Settlement:
    """Who wins, and what a win pays."""
    book, literal = house.rulebook, takes(house, "S02", "literal")
    readings = ComparisonReadings(
        split_21_is_best=literal and not edition.split_21_ties_if_literal,
        split_21_ties=literal and edition.split_21_ties_if_literal,
        ties_above_21=takes(house, "S03", "literal"),
        long_21_beats_blackjack=edition.long_21_beats_blackjack,
    )
    no_premium = {"doubled": edition.no_premium_if_doubled}
    if takes(house, "S28", "no_premium"):
        no_premium["split"] = edition.no_premium_if_split
    return Settlement(
        table=comparison(edition.comparison, readings),
        win=book.payout("main", "win"),
        blackjack=book.payout("main", "blackjack"),
        blackjack_rows=frozenset(() if takes(house, "S01", "literal") else OTHER_WINNING_ROWS),
        two_card_row=TWO_CARD_ROW,
        premiums={line.row: book.payout("premium", line.row) for line in book.payouts["premium"]},
        no_premium=no_premium,
        premium_on_original=takes(house, "MA20", "premium_on_original"),
        dealer_stands=house.integer("dealer_stands"),
    )


def compile_rules(house: House, edition: Edition) -> SpanishRules:
    """An edition under one house and its readings."""
    book, procedure = house.rulebook, house.word("dealing_procedure")
    literal_21, one_card = takes(house, "S06", "literal"), takes(house, "S08", "one_card")
    cap = Limit(house.cents("main_max"), edition.betting.main) if takes(house, "CH04", "each_wager") else None
    return SpanishRules(
        betting=betting(house, edition),
        steps=edition.steps,
        menu={PlaceWager: may_wager, **MENU, Cut: may_cut},
        incidents={FaceUpInShoe: Handler(face_up_in_shoe, at=(NextCard,)), **SHOE_INCIDENTS},
        shoe=shoe(house, edition),
        cites=edition.cites,
        settlement=settlement(house, edition),
        insurance_pays=book.payout("insurance", "win"),
        hole_card=procedure != "no_hole",
        checks_hole=procedure in ("hole_reader", "dealer_checks"),
        checks_by_device=procedure == "hole_reader",
        dealer_stands=house.integer("dealer_stands"),
        hits_soft_17=house.values.get("soft17") == "hit" or takes(house, "CH01", "hit"),
        second_card_only_if_needed=takes(house, "S14", "nothing_more"),
        surrender=edition.surrender,
        surrender_split_hands=takes(house, "S12", "split_hands_too"),
        rescue=edition.rescue,
        late_rescue=edition.rescue and takes(house, "S11", "before_dealer"),
        max_splits=house.integer("max_splits"),
        max_splits_aces=min(house.integer("max_splits_aces"), 1) if one_card else house.integer("max_splits_aces"),
        split_by_rank=takes(house, "S07", "rank"),
        split_aces_one_card=one_card,
        max_doubles=_max_doubles(house),
        doubles_any_number=True,
        doubles_after_split=True,
        double_for_less=takes(house, "S10", "for_less"),
        second_double_is_what_is_at_stake=takes(house, "CH05", "at_stake"),
        doubles_blackjack=takes(house, "CH06", "may_double"),
        doubles_21=edition.doubles_21 or literal_21,
        redoubles_21=takes(house, "CH20", "may_double") or literal_21,
        hits_soft_21=literal_21 and not edition.doubles_21 and not edition.split_21_ties_if_literal,
        added_wager_most=cap,
        insured_ranks=frozenset({Rank.ACE}) | (FACES if takes(house, "MD01", "faces_too") else frozenset()),
        insurance_exact=edition.insurance_exact,
        insurance_rounds_up=takes(house, "S23", "up"),
        insurance_collected_at_check=edition.insurance_collected_at_check or takes(house, "MA11", "at_reader"),
        blackjack_paid_at_once=edition.blackjack_paid_at_once or takes(house, "MA21", "at_once"),
        blackjack_paid_after_check=takes(house, "MD03", "at_once"),
        settlement_order=Order(house.word("settlement_order")),
        busted_bets_lost_to_blackjack=takes(house, "S04", "busted_plus_one"),
        void_unwinds=not takes(house, "MA23", "decided_stands"),
        spanish=edition.spanish,
        match_pays=match_pays(house),
        match_by_points=takes(house, "S15", "point_value"),
        match_losers_first=edition.match_losers_first,
        most_premium_cards=7 if takes(house, "CH07", "seven_only") else None,
        awards={line.row: book.award(line.row) for line in book.awards},
        envy=Envy(house.readings.get("S16", Envy.PER_PERSON)),
        face_up_counted_by_shoe=not takes(house, "S17", "round"),
    )


def _max_doubles(house: House) -> int:
    if "max_doubles" in house.values:
        return house.integer("max_doubles")
    return 2 if takes(house, "S09", "redouble") else 1
