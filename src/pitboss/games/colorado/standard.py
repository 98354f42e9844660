"""The standard blackjack game that Colorado Rule 21 modifies.

The text takes Rule 8 over without printing it (2102), so everything here is an assumption set (CO01), cited to the
clause that takes it over. What a house may choose in it stands in the rulebook as options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import TypeVar

from pitboss.cards import STANDARD_DECK, Rank
from pitboss.core.before_play import BEFORE_PLAY
from pitboss.core.kinds import Face, Outcome
from pitboss.core.options import Intent, Ruling
from pitboss.core.settle import DecisionTable, SettlementRow
from pitboss.core.shuffling import CutOrder, Reshuffles, ShoeCites, ShoeTerms
from pitboss.core.wagering import take_wagers
from pitboss.games.blackjack.ending import draw_dealer, settle_main, show_second_card_if_needed
from pitboss.games.blackjack.house import BettingCites, betting_terms
from pitboss.games.blackjack.irregular import handlers, look_at_dealer
from pitboss.games.blackjack.late import may_place_late, offer_after_check, offer_after_play
from pitboss.games.blackjack.menu import MENU
from pitboss.games.blackjack.rules import BlackjackRules, Conduct, Play
from pitboss.games.blackjack.settlement import (
    Case,
    Settlement,
    SettlementOrder,
    both_21,
    bust,
    dealer_bust,
    higher,
    lower,
)
from pitboss.games.blackjack.sides import collect_lost, settle_after_deal, settle_second_card, settle_with_main
from pitboss.games.blackjack.steps import (
    Step,
    check_hole_card,
    deal_hole_card,
    deal_to_each_box,
    deal_up_card,
    inserted,
    offer_insurance,
    pick_up_cards,
    play_hands,
    settle_held_surrenders,
)
from pitboss.games.colorado.tips import Tips
from pitboss.ids import Clauses, HandId, Player, clauses
from pitboss.law.citations import clause
from pitboss.law.house import House
from pitboss.law.points import Point, Points
from pitboss.rules.dealing import Check, Dealer, Dealing
from pitboss.rules.doubling import Doubling
from pitboss.rules.drawing import Drawing
from pitboss.rules.insurance import Insurance
from pitboss.rules.irregularities import Irregularities, Misdeals
from pitboss.rules.splitting import Splitting
from pitboss.rules.surrender import Surrender
from pitboss.wagers.insurance import insurance as insurance_wager
from pitboss.wagers.side import Moment, SideWager

RULE_8 = clauses("CO-2102.1")
BLACKJACK_ROW = "blackjack_over_21"
OTHER_WINNING_ROWS = ("higher", "dealer_bust")

ROUND = (
    take_wagers,
    deal_to_each_box,
    deal_up_card,
    deal_to_each_box,
    deal_hole_card,
    offer_insurance,
    check_hole_card,
    play_hands,
    show_second_card_if_needed,
    settle_second_card,
    settle_held_surrenders,
    draw_dealer,
    look_at_dealer,
    settle_main,
    pick_up_cards,
)

POINTS = dict.fromkeys(Point, RULE_8)

Citations = TypeVar("Citations", BettingCites, ShoeCites, Conduct)


def all_under(kind: type[Citations], cited: Clauses) -> Citations:
    """A table of citations in which one clause stands for every point."""
    return kind(**{each.name: cited for each in fields(kind)})


@dataclass(frozen=True, slots=True)
class Cites:
    """Under which clauses the standard game is played: a game of Rule 21 may state parts of it itself.

    `betting`, `shoe`, what goes wrong and what a dealer's blackjack takes are those of `rest` unless it says more of
    them.
    """

    rest: Clauses = RULE_8
    play: Clauses = RULE_8
    insurance: Clauses = RULE_8
    betting: BettingCites | None = None
    shoe: ShoeCites | None = None
    trouble: Clauses = ()
    to_blackjack: Clauses = ()


STANDARD = Cites()


def beats(case: Case) -> bool:
    return both_21(case) and case.player.blackjack and not case.dealer.blackjack


def to_blackjack(case: Case) -> bool:
    return case.dealer.blackjack and not case.player.blackjack and not bust(case)


def lower_than_drawn(case: Case) -> bool:
    return lower(case) and not case.dealer.blackjack


def tie(case: Case) -> bool:
    return case.player.total == case.dealer.total <= 21 and not beats(case) and not to_blackjack(case)


def two_blackjacks(case: Case) -> bool:
    return case.player.blackjack and case.dealer.blackjack


@dataclass(frozen=True, slots=True)
class Push:
    """When a hand is a push by the clauses of a game of Rule 21; it may be one that would win in the standard game."""

    when: Callable[[Case], bool]
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class Pushes:
    """The pushes that a game states itself, and what they leave to the standard game."""

    own: tuple[Push, ...] = ()

    def tie(self, case: Case) -> bool:
        return tie(case) and not self._is_own(case)

    def dealer_bust(self, case: Case) -> bool:
        return dealer_bust(case) and not self._is_own(case)

    def _is_own(self, case: Case) -> bool:
        return any(each.when(case) for each in self.own)


AS_IN_RULE_8 = Pushes()


@clause("CO-2102.1")
def comparison(cited: Clauses, natural: Clauses, pushes: Pushes = AS_IN_RULE_8) -> DecisionTable[Case]:
    """Equal totals push, a 21 too; only a blackjack beats a 21, and two blackjacks push."""
    return DecisionTable(
        (
            *(
                SettlementRow(f"push_{number}", Outcome.PUSH, each.clauses, each.when)
                for number, each in enumerate(pushes.own)
            ),
            SettlementRow("dealer_bust", Outcome.WIN, cited, pushes.dealer_bust),
            SettlementRow("higher", Outcome.WIN, cited, higher),
            SettlementRow(BLACKJACK_ROW, Outcome.WIN, cited, beats),
            SettlementRow("tie", Outcome.PUSH, cited, pushes.tie),
            SettlementRow("to_blackjack", Outcome.LOSE, natural, to_blackjack),
            SettlementRow("lower", Outcome.LOSE, cited, lower_than_drawn),
            SettlementRow("bust", Outcome.LOSE, cited, bust),
        )
    )


def settlement(house: House, cited: Clauses, natural: Clauses, pushes: Pushes = AS_IN_RULE_8) -> Settlement:
    return Settlement(
        table=comparison(cited, natural, pushes),
        win=house.payout(house.rulebook.played, "win"),
        blackjack=house.payout(house.rulebook.played, "blackjack"),
        blackjack_rows=frozenset(OTHER_WINNING_ROWS),
        two_card_row=BLACKJACK_ROW,
        dealer_stands=house.integer("dealer_stands"),
        order=SettlementOrder(house.word("settlement_order")),
    )


def shoe(house: House, cites: ShoeCites) -> ShoeTerms:
    """How the shoe is prepared: the operator's own text (CO03), cut by the players in turn.

    A continuous shuffler takes the cards of every round back before the next.
    """
    return ShoeTerms(
        cards=len(STANDARD_DECK) * house.integer("decks"),
        is_cut=True,
        cut_from_ends=house.integer("cut_from_ends"),
        behind=house.integer("cut_card_behind"),
        order=CutOrder.FAR_RIGHT_ROTATING,
        reshuffles=Reshuffles.AFTER_A_ROUND,
        burn_after_betting=False,
        burn_may_be_seen=False,
        cites=cites,
        every_round=house.values.get("dealing") == "continuous",
    )


def drawing(house: House, cited: Clauses) -> Drawing:
    one_card = None if house.flag("hit_split_aces") else cited
    return Drawing(cited, cited, cited, cited, cited, cited, split_aces=one_card)


def doubling(house: House, cited: Clauses) -> Doubling:
    return Doubling(
        drawing(house, cited),
        cited,
        cited,
        cited,
        cited,
        any_number=house.word("double") == "any_number",
        after_split=house.flag("double_after_split"),
    )


def splitting(house: House, cited: Clauses) -> Splitting:
    times = house.integer("max_splits")
    aces = times if house.flag("resplit_aces") else min(1, times)
    by_rank = house.word("split_by") == "rank"
    return Splitting(cited, cited, cited, cited, cited, cited, cited, times=times, times_aces=aces, by_rank=by_rank)


def surrender(house: House, cited: Clauses) -> Surrender | None:
    offered = house.word("surrender") == "late"
    return Surrender(cited, cited, cited, cited, cited, on_split_hand=cited) if offered else None


def insurance(house: House, cited: Clauses) -> Insurance:
    pays = house.payout("insurance", "win")
    wager = insurance_wager(pays, cited, cited, frozenset({Rank.ACE}))
    return Insurance(wager, cited, cited, cited, cited, cited, collected_at_check=True)


def steps_of(sides: Sequence[SideWager], *, before_main: bool = False) -> tuple[Step, ...]:
    """The round with what these side wagers need: to be placed when cards lie, and to be settled at their moments."""
    steps: tuple[Step, ...] = ROUND
    moments = {moment for side in sides if side.late is not None for moment in side.late.moments}
    settled = {side.settled for side in sides}
    for needed, step, before in (
        (Moment.AFTER_DEAL in settled, settle_after_deal, offer_insurance),
        (any(side.own is not None for side in sides), collect_lost, offer_insurance),
        (Moment.AFTER_CHECK in moments, offer_after_check, play_hands),
        (Moment.AFTER_PLAY in moments, offer_after_play, show_second_card_if_needed),
        (Moment.WITH_MAIN in settled, settle_with_main, settle_main if before_main else pick_up_cards),
    ):
        steps = inserted(steps, step, before=before) if needed else steps
    return steps


def late_verbs(sides: Sequence[SideWager]) -> dict[type[Intent], Callable[[Play, Player, HandId], Ruling]]:
    late = [side.late for side in sides if side.late is not None]
    return {verb: partial(may_place_late, verb) for each in late for verb in each.terms}


@clause("CO-2102.1")
def compile_rules(house: House) -> BlackjackRules:
    """The assumption set under one house."""
    return standard_rules(house)


@clause("CO-2101.2", "CO-2101.3")
def standard_rules(
    house: House,
    *,
    cites: Cites = STANDARD,
    points: Points = POINTS,
    sides: tuple[SideWager, ...] = (),
    tips: Tips | None = None,
    verbs: Mapping[type[Intent], Callable[[Play, Player, HandId], Ruling]] | None = None,
    first_cards: Face = Face.UP,
    pushes: Pushes = AS_IN_RULE_8,
    sides_before_main: bool = False,
    settled: Settlement | None = None,
    misdeals: Misdeals | None = None,
) -> BlackjackRules:
    """The standard game with what a game of Rule 21 adds to it, each under its own clauses.

    `tips` may ride on the wagers; `verbs` are more than the usual ones; `pushes` are those that it states itself, and
    `settled` says how main wagers are where it is not as usual.
    """
    cited, play = cites.rest, cites.play
    trouble = Irregularities(misdeals=misdeals, silent=cites.trouble or cited)
    insured = insurance(house, cites.insurance)
    betting = betting_terms(house, cites.betting or all_under(BettingCites, cited), sides)
    return BlackjackRules(
        steps=steps_of(sides, before_main=sides_before_main),
        menu={**BEFORE_PLAY, **MENU, **late_verbs(sides), **(verbs or {})},
        incidents=handlers(trouble),
        points=points,
        conduct=replace(all_under(Conduct, cited), stand=play),
        betting=betting if tips is None else tips.beside(betting),
        shoe=shoe(house, cites.shoe or all_under(ShoeCites, cited)),
        dealing=Dealing(
            hole_card=True, check=Check(by_device=False, clauses=cited, ends_play=cited), first_cards=first_cards
        ),
        drawing=drawing(house, play),
        doubling=doubling(house, play),
        splitting=splitting(house, play),
        surrender=surrender(house, cited),
        rescue=None,
        insurance=insured,
        dealer=Dealer(house.integer("dealer_stands"), hits_soft=house.word("soft17") == "hit"),
        settlement=settlement(house, cited, cites.to_blackjack or cited, pushes) if settled is None else settled,
        sides=(*sides, insured.wager),
        irregular=trouble,
        played=house.rulebook.played,
    )
