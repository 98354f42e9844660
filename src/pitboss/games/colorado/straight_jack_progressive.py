"""Straight Jack Progressive (Colorado 30-2110): the standard game, with a wager on a straight that grows with the drawn
cards and may win from a meter.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from pitboss.core.facts import MisdealCalled
from pitboss.core.incidents import DealerKeyed, Instructed, Misdealt, Verified
from pitboss.core.meter import AwardProcedures, Meter, Shares
from pitboss.core.options import Intent, Option, Refusal, Ruling
from pitboss.core.requests import Decide, KeyAward, NextCard, Offer, Reader, Request, Window
from pitboss.core.rules import Handler, RoundVoid
from pitboss.core.turn import not_open
from pitboss.games.blackjack.house import BettingCites, side_pays, side_terms
from pitboss.games.blackjack.irregular import take_out
from pitboss.games.blackjack.progressive import (
    instructed,
    lock_meter,
    press_game_over,
    pressed,
    refuses_instructing,
    refuses_pressing,
    refuses_verifying,
    verified,
)
from pitboss.games.blackjack.rules import BlackjackRules, Play
from pitboss.games.blackjack.steps import Step
from pitboss.games.colorado.standard import POINTS, RULE_8, Cites, all_under, standard_rules
from pitboss.ids import HandId, Player, clauses
from pitboss.law.citations import clause
from pitboss.law.house import House
from pitboss.law.points import Point
from pitboss.wagers.side import SideWager
from pitboss.wagers.straight_jack import PROGRESSIVE, Straights, straight_jack

AS_USUAL = clauses("CO-2110(5)") + RULE_8
LIMITS = clauses("CO-2110(3).1", "CO-2110(3).2")
IN_ORDER = clauses("CO-2110(12).1", "CO-2110(12)(a)", "CO-2110(12)(b)")
ON_A_BUST = clauses("CO-2110(11)(b)")
ACE_KING = clauses("CO-2110(10)(c)")
CALLED = clauses("CO-2110(9).2")
BACK_OUT = clauses("CO-2110(9).3")
LOCKED = clauses("CO-2110(7).1", "CO-2110(7).2")
STOPPED = clauses("CO-2110(15)(a)")
KEYED = clauses("CO-2110(15)(b)(ii)", "CO-2110(15)(c)", "CO-2110(16).1", "CO-2110(16).2", "CO-2110(16).4")
TOLD, PAID, SHARED = clauses("CO-2110(15)(b)(ii)"), clauses("CO-2110(15)(c)"), clauses("CO-2110(16).1")
RESET = clauses("CO-2110(16).3")
OVER = clauses("CO-2110(13)")
KEPT = clauses("CO-2110(15)(d).2", "CO-2110(15)(d).3", "CO-2110(15)(d).4")
OURS = {
    Point.WAGERS_TAKEN: clauses("CO-2110(1)", "CO-2110(2).1", "CO-2110(2).2") + LIMITS,
    Point.SIDE_TERMS: clauses("CO-2110(1)", "CO-2110(2).1", "CO-2110(2).2") + LIMITS,
    Point.SIDE_SETTLED: clauses("CO-2110(8)(b)", "CO-2110(8)(c)", "CO-2110(9).1", "CO-2110(12)(b)") + ON_A_BUST,
    Point.MAIN_SETTLED: IN_ORDER + ON_A_BUST,
    Point.METER_LOCKED: LOCKED,
    Point.METER_KEYED: clauses("CO-2110(4)") + STOPPED + KEYED + RESET,
    Point.METER_OVER: OVER,
    Point.METER_KEPT: KEPT,
    Point.MISDEALT: CALLED + BACK_OUT,
}


@dataclass(frozen=True, slots=True)
class BackOut(Intent):
    """All wagers on a hand are taken back after a misdeal."""

    verb: ClassVar[str] = "back-out"


@clause("CO-2110(9).3")
def may_back_out(t: Play, player: Player, hand: HandId) -> Ruling:
    """After a misdeal of the first cards, before another one comes."""
    refusal = not_open(t, player, hand)
    if refusal is not None:
        return refusal
    if t.layout.misdealt_at is None or t.layout.misdealt_at < t.layout.cards_dealt:
        return Refusal("too-late", "wagers are taken back right after a misdeal of the first cards only", BACK_OUT)
    return Option(BackOut, BACK_OUT, (BackOut(),))


def refuses_misdeal(t: Play, _: Misdealt, _request: Request) -> Refusal | None:
    """While the first two cards are dealt to players and dealer, or before any other comes."""
    first_cards = 2 * len(t.layout.order) + 2
    if t.layout.betting_closed and t.layout.cards_dealt <= first_cards:
        return None
    says = "a misdeal is called while the first two cards are dealt, or before any other comes"
    return Refusal("no-such-incident", says, CALLED)


@clause("CO-2110(9).2", "CO-2110(9).3")
async def misdealt(t: Play, incident: Misdealt) -> None:
    """The dealer stops, the supervisor is called, and every player may back out with all his wagers (SP05)."""
    about = "the dealer" if incident.box is None else f"box {incident.box}"
    t.record(MisdealCalled(str(incident.by), about, incident.reason, CALLED))
    for hand in tuple(t.layout.order):
        if t.hand(hand).closed is None and await t.offer(hand, (BackOut,)) is not None:
            take_out(t, hand, BACK_OUT)
    if not any(stake.pending for stake in t.layout.stakes.values()):
        raise RoundVoid("everybody has backed out", BACK_OUT, reshuffle=False)


@clause("CO-2110(8)", "CO-2110(10)", "CO-2110(11)", "CO-2110(14)")
def wager(house: House) -> SideWager:
    """Two cards in sequence, and each further one that lengthens them; the longest win from the meter too."""
    terms = side_terms(house, PROGRESSIVE, clauses("CO-2110(1)", "CO-2110(2).2"), needs_main=clauses("CO-2110(2).1"))
    loses = clauses("CO-2110(8).1", "CO-2110(8)(b)", "CO-2110(8)(c)")
    doubles = house.takes("SJ03", "counts")
    return straight_jack(terms, side_pays(house, PROGRESSIVE), loses, straights(house), doubles=doubles)


def straights(house: House) -> Straights:
    """The rows of the house's table by length. SJP4 has none for six cards (SP02)."""
    rows: dict[str, tuple[str | None, ...]] = {
        "SJP3": ("two", "three", "four", "five", "six"),
        "SJP4": ("two", "three", "four", "five", "five" if house.takes("SP02", "as_five") else None),
    }
    table, high = house.word("paytable"), house.takes("SJ02", "queen_king_ace")
    if table in rows:
        return Straights(rows[table], ace_above_king=high)
    return Straights(("two", "three", "four", "five", "six_other"), ace_above_king=high, spades="six_spades")


@clause("CO-2110(4)", "CO-2110(7)", "CO-2110(13)", "CO-2110(15)", "CO-2110(16)")
def meter(house: House) -> Meter:
    shares = Shares(house.integer("meter_increment"), house.integer("meter_reserve"), house.flag("meter_first_dollar"))
    at_once = house.takes("SP08", "at_once")
    procedures = AwardProcedures(house.word("award_procedure"), house.word("several_awards"), TOLD, PAID, SHARED)
    cited = (LOCKED, STOPPED, KEYED, RESET, OVER, KEPT)
    return Meter(PROGRESSIVE, house.cents("meter_seed"), shares, *cited, procedures, at_once)


def steps_of(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Wagers are locked before the first card, and the meter is told when the cards are picked up."""
    return (steps[0], lock_meter, *steps[1:], press_game_over)


@clause("CO-2110(5)", "CO-2110(6)")
def compile_rules(house: House) -> BlackjackRules:
    betting = replace(
        all_under(BettingCites, AS_USUAL), main=clauses("CO-2110(2).1") + LIMITS + AS_USUAL, limits=LIMITS
    )
    betting = replace(betting, chip=LIMITS + AS_USUAL, unknown=clauses("CO-2110(1)") + AS_USUAL)
    rules = standard_rules(
        house,
        cites=Cites(AS_USUAL, AS_USUAL, AS_USUAL, betting, trouble=clauses("CO-2110(6)") + RULE_8),
        points={point: AS_USUAL + OURS.get(point, ()) for point in POINTS},
        sides=(wager(house),),
        verbs={BackOut: may_back_out},
    )
    trouble = {
        Misdealt: Handler(misdealt, (NextCard, Reader, Decide, Offer, Window), refuses_misdeal, CALLED),
        Verified: Handler(verified, (KeyAward,), refuses_verifying, STOPPED),
        Instructed: Handler(instructed, (KeyAward,), refuses_instructing, TOLD),
        DealerKeyed: Handler(pressed, (KeyAward,), refuses_pressing, TOLD),
    }
    return replace(
        rules,
        steps=steps_of(rules.steps),
        incidents={**rules.incidents, **trouble},
        drawing=replace(rules.drawing, not_on_ace_king=ACE_KING),
        settlement=replace(rules.settlement, bust_at_once=ON_A_BUST + AS_USUAL),
        meter=meter(house),
    )
