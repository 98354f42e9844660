"""Blackjack Switch (Colorado 30-2105): the standard game on two spots, whose second cards may change places."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from pitboss.core.betting import BettingTerms
from pitboss.core.facts import SwitchDecided
from pitboss.core.kinds import Closing
from pitboss.core.options import Intent, Option, Refusal, Ruling
from pitboss.core.shuffling import ShoeCites
from pitboss.games.blackjack.house import BettingCites, not_offered, odds_of, side_pays, side_terms
from pitboss.games.blackjack.intents import Keep
from pitboss.games.blackjack.rules import BlackjackRules, Play
from pitboss.games.blackjack.settlement import Case
from pitboss.games.blackjack.steps import Step, play_hand, play_hands
from pitboss.games.colorado.standard import (
    POINTS,
    RULE_8,
    Cites,
    Push,
    Pushes,
    all_under,
    doubling,
    splitting,
    standard_rules,
    two_blackjacks,
)
from pitboss.games.colorado.tips import tips
from pitboss.ids import MAIN, HandId, Player, clauses, on_second_spot, tip_on
from pitboss.law.citations import clause
from pitboss.law.house import House
from pitboss.law.points import Point
from pitboss.rules.irregularities import Misdeals
from pitboss.wagers.buster import BUSTER, buster
from pitboss.wagers.side import SideWager
from pitboss.wagers.super_match import SUPER_MATCH, super_match

AS_USUAL = clauses("CO-2105.std") + RULE_8
CHOICE = clauses("CO-2105(8).1", "CO-2105(8)(b).1", "CO-2105(8)(b).2")
PLAY = clauses("CO-2105(8)(f).1", "CO-2105(8)(f).2")
TAKEN = clauses("CO-2105(5)")
OPTIONAL = clauses("CO-2105(2).2")
OURS = {
    Point.MISDEALT: clauses("CO-2105(4)"),
    Point.WAGERS_TAKEN: clauses("CO-2105(2).1", "CO-2105(2).2"),
    Point.SIDE_TERMS: OPTIONAL,
    Point.NEW_SHOE: clauses("CO-2105(7).1"),
    Point.FIRST_CARDS: clauses("CO-2105(7).2"),
    Point.UP_CARD: clauses("CO-2105(7).2"),
    Point.HOLE_CARD: clauses("CO-2105(7).2"),
    Point.BLACKJACK: clauses("CO-2105(8)(b).3"),
    Point.INSURANCE_OFFERED: clauses("CO-2105(8)(a)"),
    Point.INSURE: clauses("CO-2105(8)(a)"),
    Point.STAND: PLAY,
    Point.HIT: PLAY,
    Point.DOUBLE: clauses("CO-2105(8)(d)"),
    Point.SPLIT: clauses("CO-2105(8)(c).1", "CO-2105(8)(c).2"),
    Point.DEALER_DRAWS: clauses("CO-2105(9)"),
    Point.MAIN_SETTLED: clauses("CO-2105(2).5", "CO-2105(8)(e)", "CO-2105(9)"),
    Point.SIDE_SETTLED: clauses("CO-2105(5)", "CO-2105(6)"),
    Point.TIPS: clauses("CO-2105(3).1", "CO-2105(3).2"),
}


@dataclass(frozen=True, slots=True)
class Switch(Intent):
    verb: ClassVar[str] = "switch"


@clause("CO-2105(8).1", "CO-2105(8)(b).1")
def may_switch(t: Play, player: Player, hand: HandId) -> Ruling:
    return _choice(t, player, hand, Switch)


@clause("CO-2105(8)(b).2")
def may_keep(t: Play, player: Player, hand: HandId) -> Ruling:
    return _choice(t, player, hand, Keep)


def _choice(t: Play, player: Player, hand: HandId, verb: type[Intent]) -> Ruling:
    """Once, at the start of the player's turn, before either spot is played (SW11)."""
    this = t.hand(hand)
    if this.caller != player:
        return Refusal("not-your-hand", f"the hands on box {hand.box} are not called by {player}", CHOICE)
    if this.chosen or this.closed is not None or _other_spot_is_dead(t, hand):
        why = t.rules.irregular.stopped(t.layout, hand)
        return Refusal("too-late", "whether to switch has been decided", why or CHOICE)
    return Option(verb, CHOICE, (verb(),))


def _other_spot_is_dead(t: Play, hand: HandId) -> bool:
    """Whether there is nothing to switch with; a spot that was voided while cards were dealt may have none."""
    other = HandId(hand.box, 2 if hand.number == 1 else 1)
    return t.practices.heard_always and t.hand(other).closed is Closing.DEAD


@clause("CO-2105(8).1", "CO-2105(8)(b)", "CO-2105(8)(f)", "CO-2105(8)(h)")
async def play_boxes(t: Play) -> None:
    """Each box in turn: switch or keep, then the first spot with all that it is split into, then the second."""
    if t.layout.dealer_blackjack_read:
        return
    for box in t.layout.boxes():
        spots = HandId(box, 1), HandId(box, 2)
        alive = t.hand(spots[0]).closed is None and not _other_spot_is_dead(t, spots[0])
        chosen = await t.decide(spots[0], (Switch, Keep)) if alive else None
        if chosen is not None:
            t.record(SwitchDecided(*spots, isinstance(chosen, Switch), CHOICE))
        for hand in spots:
            await play_hand(t, hand)


def switched_against_21(case: Case) -> bool:
    return case.player.switched and case.dealer.total == 21 and not case.dealer.blackjack


def pushes_on_22(case: Case) -> bool:
    """SW01: every hand that is not bust, unless it is a blackjack that was not switched."""
    return case.dealer.total == 22 and case.player.total <= 21 and not case.player.blackjack


def pushes_switched(case: Case) -> bool:
    """The other reading: a switched blackjack alone."""
    return case.dealer.total == 22 and case.player.switched


@clause("CO-2105(1).4", "CO-2105(2).2", "CO-2105(2).3", "CO-2105(2).4", "CO-2105(6)")
def sides(house: House) -> tuple[SideWager, ...]:
    """The two optional wagers; a house may offer either of them, both or neither."""
    match, bust = (side_terms(house, each, OPTIONAL, needs_main=OPTIONAL) for each in (SUPER_MATCH, BUSTER))
    both = (
        super_match(match, odds_of(side_pays(house, SUPER_MATCH)), clauses("CO-2105(6)") + TAKEN),
        buster(bust, odds_of(side_pays(house, BUSTER)), clauses("CO-2105(2).4") + TAKEN),
    )
    return tuple(side for side in both if house.offers(side.id))


def without_left_out(house: House, betting: BettingTerms) -> BettingTerms:
    """The terms with a refusal for each optional wager that this house leaves out, and for a tip on it."""
    left_out = [wager for wager in (SUPER_MATCH, BUSTER) if not house.offers(wager)]
    refusals = {wager: not_offered(house.cited(house.rulebook.wagers[wager].offered)) for wager in left_out}
    tips_too = {tip_on(wager): refusal for wager, refusal in refusals.items()}
    return replace(betting, not_offered={**betting.not_offered, **refusals, **tips_too})


def on_two_spots(betting: BettingTerms) -> BettingTerms:
    """One bet makes two stakes; a tip may ride on either of them."""
    second = tip_on(MAIN)
    if second not in betting.wagers:
        return replace(betting, spots=2)
    other = replace(betting.wagers[second], wager=on_second_spot(second))
    wagers = {**betting.wagers, other.wager: other}
    return replace(betting, spots=2, wagers=wagers, on_second_spot={other.wager: second})


@clause("CO-2105.std", "CO-2105(1).2", "CO-2105(1).3", "CO-2105(2)", "CO-2105(8)(b).4", "CO-2105(8)(g)")
def compile_rules(house: House) -> BlackjackRules:
    when = pushes_on_22 if house.takes("SW01", "push") else pushes_switched
    money = clauses("CO-2105(2).1") + AS_USUAL
    betting = replace(all_under(BettingCites, money), box=AS_USUAL, sharing=AS_USUAL, several=AS_USUAL)
    shuffled = replace(all_under(ShoeCites, AS_USUAL), shuffle=clauses("CO-2105(7).1"), cut=clauses("CO-2105(7).2"))
    beside = sides(house)
    rules = standard_rules(
        house,
        cites=Cites(AS_USUAL, PLAY + AS_USUAL, clauses("CO-2105(8)(a)") + AS_USUAL, betting, shuffled),
        points={point: AS_USUAL + OURS.get(point, ()) for point in (*POINTS, Point.MISDEALT)},
        sides=beside,
        tips=tips(
            house,
            MAIN,
            *(side.id for side in beside),
            offered=clauses("CO-2105(3).1"),
            same_odds=clauses("CO-2105(3).1"),
            amounts=clauses("CO-2105(3).1"),
        ),
        verbs={Switch: may_switch, Keep: may_keep},
        pushes=Pushes(
            (
                Push(when, clauses("CO-2105(8)(e).3", "CO-2105(9)")),
                Push(two_blackjacks, clauses("CO-2105(8)(b).4", "CO-2105(8)(e).2")),
                Push(switched_against_21, clauses("CO-2105(8)(b).3", "CO-2105(8)(e).3")),
            )
        ),
        sides_before_main=True,
        misdeals=Misdeals(clauses("CO-2105(4).1"), clauses("CO-2105(4).2")),
    )
    steps: tuple[Step, ...] = tuple(play_boxes if step is play_hands else step for step in rules.steps)
    turn = CHOICE[:1] + clauses("CO-2105(1).3", "CO-2105(8)(f).2", "CO-2105(8)(h)") + AS_USUAL
    check = rules.dealing.check
    assert check is not None
    return replace(
        rules,
        steps=steps,
        conduct=replace(rules.conduct, turn=turn),
        dealing=replace(rules.dealing, check=replace(check, ends_play=CHOICE[:1] + AS_USUAL)),
        doubling=doubling(house, clauses("CO-2105(8)(d)") + AS_USUAL),
        splitting=replace(
            splitting(house, clauses("CO-2105(8)(c).1") + AS_USUAL),
            order=clauses("CO-2105(8)(f).2") + AS_USUAL,
            limit=AS_USUAL,
        ),
        settlement=replace(rules.settlement, bust_at_once=clauses("CO-2105(8)(g)")),
        betting=without_left_out(house, on_two_spots(rules.betting)),
    )
