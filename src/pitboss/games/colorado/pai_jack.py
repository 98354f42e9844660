"""Pai Jack (Colorado 30-2112): a packet of five cards is set into a low hand of two and a high hand of three."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pitboss.cards import STANDARD_DECK
from pitboss.core.betting import BettingTerms
from pitboss.core.facts import HandArranged, HandClosed, HandFouled, HelpGiven, StaffRuled
from pitboss.core.incidents import Dropped, FoulRuled, Misdealt
from pitboss.core.kinds import Closing, Decision, Face, FoulPolicy, Occasion, Outcome
from pitboss.core.options import Intent, Refusal
from pitboss.core.requests import Request, Window
from pitboss.core.rules import Handler, RoundVoid
from pitboss.core.settle import give_back, lose, win
from pitboss.core.shuffling import CutOrder, Reshuffles, ShoeCites, ShoeTerms
from pitboss.core.voids import collect_cards
from pitboss.core.wagering import take_wagers
from pitboss.games.blackjack.house import BettingCites, betting_terms, not_offered, odds_of, side_pays, side_terms
from pitboss.games.blackjack.intents import Show
from pitboss.games.blackjack.irregular import DECIDING, handlers
from pitboss.games.colorado.pai_jack_fouls import refuses_foul_ruling, rule_on_foul, supervisor_rules
from pitboss.games.colorado.pai_jack_menu import MENU
from pitboss.games.colorado.pai_jack_rules import (
    AS_USUAL,
    BUST,
    DROPPED,
    FOUL,
    HELPED,
    MISDEALT,
    MISDEALT_TO_DEALER,
    REPORTED,
    SET,
    WAGERED,
    DeclareBust,
    HouseWay,
    PaiJackRules,
    Play,
    SetHand,
    SetUnseen,
)
from pitboss.games.colorado.pai_jack_settlement import Settlement, compare, outcomes
from pitboss.games.colorado.standard import all_under
from pitboss.games.colorado.tips import tips
from pitboss.ids import DEALER, MAIN, Box, Clauses, HandId, clauses, is_tip, tip_on
from pitboss.law.citations import clause
from pitboss.law.house import House
from pitboss.law.points import Point
from pitboss.rules.irregularities import Irregularities
from pitboss.rules.setting import LOW, PACKET, Arranging, Setting
from pitboss.wagers.pai_jack_bonus import PAI_JACK_BONUS, is_pai_jack, pai_jack_bonus
from pitboss.wagers.side import SideWager

POINTS: Final = {
    Point.DECKS: clauses("CO-2112(1).2"),
    Point.CARD_VALUES: SET,
    Point.NEW_SHOE: clauses("CO-2112(1).4"),
    Point.WAGERS_TAKEN: WAGERED,
    Point.SIDE_TERMS: clauses("CO-2112(2).2"),
    Point.TIPS: clauses("CO-2112(2).3"),
}


# The round.


@clause("CO-2112(3)")
async def deal_packets(t: Play) -> None:
    """Five cards face down to each player and to the dealer; players look at their own, and nobody else does."""
    for hand in tuple(t.layout.order):
        for _ in range(PACKET):
            await t.deal(hand, Face.TO_PLAYER)
    for _ in range(PACKET):
        await t.deal(DEALER, Face.DOWN)


@clause("CO-2112(5)")
async def pay_pai_jacks(t: Play) -> None:
    """A player's Pai Jack is shown and paid, its bonus too, before the dealer's cards are seen (PJ01).

    Where nobody else knows the cards, their player turns them over (PJ06).
    """
    settled = t.rules.settlement
    for hand in tuple(t.layout.order):
        if t.hand(hand).face_down and await t.offer(hand, (Show,)) is None:
            continue
        if t.hand(hand).face_down or is_pai_jack(t.hand(hand).cards):
            await t.expose(hand)
        if t.hand(hand).hidden or not is_pai_jack(t.hand(hand).cards):
            continue
        t.record(HandClosed(hand, Closing.PAI_JACK, settled.pai_jack.clauses))
        for key, stake in t.layout.pending_on(hand, t.rules.played) if settled.pays_at_once else ():
            win(t, key, stake, settled.pai_jack.odds, settled.pai_jack.clauses)
        for side in t.rules.sides:
            for key, stake in t.layout.pending_on(hand, side.id):
                pays = side.odds(side.made(t.layout, hand))
                win(t, key, stake, pays.odds, pays.clauses)


@clause("CO-2112(6)", "CO-2112(7)")
async def set_hands(t: Play) -> None:
    for hand in t.layout.open_hands():
        if t.hand(hand).face_down:
            await set_unseen(t, hand)
        if t.hand(hand).closed is None:
            await set_hand(t, hand)


@clause("CO-2112(6)", "CO-2112(7)", "CO-2112(11)(j)")
async def set_unseen(t: Play, hand: HandId) -> None:
    """A packet that only its player has seen is set face down, or declared a bust; who is helped shows it (PJ13)."""
    intent = await t.decide(hand, (SetUnseen, HouseWay, DeclareBust))
    if isinstance(intent, HouseWay):
        await t.expose(hand)
        if t.rules.arranging.lawful(t.hand(hand).cards) and t.hand(hand).closed is None:
            _set_otherwise(t, hand, intent)
    elif isinstance(intent, SetUnseen):
        t.record(HandArranged(hand, ()))
        t.record(HandClosed(hand, Closing.SET, SET))
    else:
        _set_otherwise(t, hand, intent)


@clause("CO-2112(11)(i)", "CO-2112(11)(j)")
async def set_hand(t: Play, hand: HandId) -> None:
    """A foul is dealt with as the house does; one that is set anew and foul again goes by house way (PJ05)."""
    await _set_under(t, hand, (t.rules.foul, FoulPolicy.HOUSE_WAY))


async def _set_under(t: Play, hand: HandId, policies: tuple[FoulPolicy, ...]) -> None:
    """A packet is set, as often as it is foul and may be set anew."""
    for policy in policies:
        intent = await t.decide(hand, (SetHand, HouseWay, DeclareBust))
        if not isinstance(intent, SetHand):
            _set_otherwise(t, hand, intent)
            return
        if not t.rules.arranging.is_foul(intent.setting):
            _arrange(t, hand, intent.setting, SET)
            return
        await _fouled(t, hand, intent.setting, policy)
        if t.hand(hand).closed is not None:
            return


async def _fouled(t: Play, hand: HandId, setting: Setting, policy: FoulPolicy) -> None:
    """A foul is reported, and lost or set by house way; or it is to be set anew."""
    waits = t.live and t.practices.supervised_fouls
    t.record(HandFouled(hand, tuple(setting), REPORTED + (() if waits else FOUL[policy])))
    if waits and not await supervisor_rules(t, hand):
        return
    if policy is FoulPolicy.LOSE:
        t.record(HandClosed(hand, Closing.FOUL, FOUL[policy]))
    elif policy is FoulPolicy.HOUSE_WAY:
        _arrange(t, hand, t.rules.arranging.house_way(t.hand(hand).cards), FOUL[policy])


@clause("CO-2112(10).2", "CO-2112(11)(i)")
async def examine(t: Play, hand: HandId) -> None:
    """The dealer turns a player's cards, the low hand first. What was set face down and may not be set so is a bust if
    no setting is lawful, and dealt with as a foul otherwise (PJ13).
    """
    unknown = t.hand(hand).face_down > 0
    await t.expose(hand)
    if not unknown or t.hand(hand).closed is not Closing.SET:
        return
    packet, arranging = t.hand(hand).cards, t.rules.arranging
    setting = Setting(tuple(packet[:LOW]), tuple(packet[LOW:]))
    if not arranging.lawful(packet):
        t.record(HandClosed(hand, Closing.BUST, BUST))
    elif arranging.is_lawful(setting):
        t.record(HandArranged(hand, tuple(setting)))
    else:
        await _fouled(t, hand, setting, t.rules.foul)
        if t.hand(hand).closed is None:
            await _set_under(t, hand, (FoulPolicy.HOUSE_WAY,))


def _set_otherwise(t: Play, hand: HandId, intent: Intent | None) -> None:
    if isinstance(intent, HouseWay):
        if t.live and t.practices.supervised_fouls:  # staff that deals helps; a machine is nobody to be named
            t.record(HelpGiven(f"dealer:{t.dealer_on_duty}" if t.dealer_on_duty else "the dealer", hand, HELPED))
        _arrange(t, hand, t.rules.arranging.house_way(t.hand(hand).cards), HELPED)
    elif isinstance(intent, DeclareBust):
        t.record(HandClosed(hand, Closing.BUST, BUST))


def _arrange(t: Play, hand: HandId, setting: Setting | None, cited: Clauses) -> None:
    assert setting is not None, "a packet that cannot be set is a bust"
    t.record(HandArranged(hand, tuple(setting)))
    t.record(HandClosed(hand, Closing.SET, cited))


@clause("CO-2112(8)", "CO-2112(9)", "CO-2112(10).1")
async def reveal_dealer(t: Play) -> None:
    """The dealer turns his five cards and sets them by house way."""
    for _ in range(PACKET):
        await t.turn(DEALER)
    setting = t.rules.arranging.of_dealer(t.layout.dealer.cards)
    if setting is None:
        t.record(HandClosed(DEALER, Closing.BUST, clauses("CO-2112(10).1")))
    else:
        _arrange(t, DEALER, setting, clauses("CO-2112(8)"))


async def look_at_dealer(t: Play) -> None:
    """Where people deal, a moment to see that the dealer has a wrong number of cards."""
    if t.live:
        await t.window(Window(Occasion.DEALER_DONE, ()))


@clause("CO-2112(10).2", "CO-2112(11).1")
async def settle_wagers(t: Play) -> None:
    """Hand by hand from the dealer's right (PJ02). A bonus that was not won goes with its main wager (PJ06)."""
    for hand in tuple(reversed(t.layout.order)):
        if t.layout.pending_on(hand, t.rules.played):
            await examine(t, hand)
        for key, stake in t.layout.pending_on(hand, t.rules.played):
            met = compare(t.hand(hand), t.layout.dealer, t.rules.arranging)
            row = t.rules.settlement.table.decide(met)
            match row.outcome:
                case Outcome.WIN:
                    win(t, key, stake, t.rules.settlement.pays(met).odds, row.clauses)
                case Outcome.LOSE:
                    lose(t, key, stake, row.clauses)
                case _:
                    give_back(t, key, stake, row.clauses)
        for side in t.rules.sides:
            for key, stake in t.layout.pending_on(hand, side.id):
                lose(t, key, stake, side.loses)


async def pick_up_cards(t: Play) -> None:
    collect_cards(t, AS_USUAL)


# What goes wrong.


def refuses_dead_hand(t: Play, incident: Misdealt | Dropped, _request: Request) -> Refusal | None:
    cited = MISDEALT if isinstance(incident, Misdealt) else DROPPED
    if not t.layout.betting_closed:
        return Refusal("no-such-incident", "no card is dealt yet", cited)
    waits = any(stake.pending and key.hand.box == incident.box for key, stake in t.layout.stakes.items())
    if incident.box is not None and not waits:
        return Refusal("no-such-incident", f"box {incident.box} has no hand in play", cited)
    return None


@clause("CO-2112(4).1", "CO-2112(4).2")
async def misdealt(t: Play, incident: Misdealt) -> None:
    """One player's misdeal gives his wagers back, the dealer's all that still lie there (CO05)."""
    if incident.box is None:
        cited = MISDEALT_TO_DEALER
        t.record(StaffRuled(str(incident.by), Decision.VOID_ROUND, "", incident.reason, cited))
        why, unwind = "the dealer has a wrong number of cards", t.rules.misdeal_unwinds
        raise RoundVoid(why, cited, reshuffle=False, unwind=unwind)
    _call_dead(t, incident, incident.box, MISDEALT, forfeits=False)


@clause("CO-2112(4).3")
async def dropped(t: Play, incident: Dropped) -> None:
    """A card that falls from the table makes its hand dead."""
    _call_dead(t, incident, incident.box, DROPPED, forfeits=t.rules.drop_forfeits)


def _call_dead(t: Play, incident: Misdealt | Dropped, box: Box, cited: Clauses, *, forfeits: bool) -> None:
    t.record(StaffRuled(str(incident.by), Decision.VOID_HAND, f"box {box}", incident.reason, cited))
    hand = HandId(box, 1)
    t.record(HandClosed(hand, Closing.DEAD, cited))
    for key, stake in tuple(t.layout.stakes.items()):
        if key.hand != hand or not stake.pending:
            continue
        if not forfeits:
            give_back(t, key, stake, cited, Outcome.VOID)
        elif not is_tip(key.wager):  # which is lost with its wager
            lose(t, key, stake, cited)


INCIDENTS: Final = {
    **handlers(Irregularities()),
    Misdealt: Handler(misdealt, DECIDING, refuses_dead_hand, MISDEALT + MISDEALT_TO_DEALER, always=True),
    Dropped: Handler(dropped, DECIDING, refuses_dead_hand, DROPPED, always=True),
    FoulRuled: Handler(rule_on_foul, (Window,), refuses_foul_ruling, REPORTED),
}


# The house.


@clause("CO-2112(2).2", "CO-2112(5).3")
def bonus(house: House) -> SideWager:
    placed = clauses("CO-2112(2).2")
    terms = side_terms(house, PAI_JACK_BONUS, placed, needs_main=WAGERED + placed)
    return pai_jack_bonus(terms, odds_of(side_pays(house, PAI_JACK_BONUS)), clauses("CO-2112(5).3"))


@clause("CO-2112(1).3", "CO-2112(2)")
def betting(house: House, sides: tuple[SideWager, ...]) -> BettingTerms:
    hands = clauses("CO-2112(1).3", "CO-2112(1).4")
    cites = replace(
        all_under(BettingCites, WAGERED), box=clauses("CO-2112(1).2"), several=clauses("CO-2112(1).3"), sharing=hands
    )
    tipped = clauses("CO-2112(2).3")
    tip = tips(house, MAIN, *(side.id for side in sides), offered=tipped, same_odds=tipped, amounts=tipped)
    terms = tip.beside(betting_terms(house, cites, sides))
    if house.offers(PAI_JACK_BONUS):
        return terms
    none = not_offered(clauses("CO-2112(2).2"))
    return replace(terms, not_offered={**terms.not_offered, PAI_JACK_BONUS: none, tip_on(PAI_JACK_BONUS): none})


@clause("CO-2112(1).2", "CO-2112(1).4")
def shoe(house: House) -> ShoeTerms:
    """Every round has a shuffled deck of its own, so no cut card comes out; how it is shuffled is the operator's."""
    return ShoeTerms(
        cards=len(STANDARD_DECK) * house.integer("decks"),
        is_cut=False,
        cut_from_ends=0,
        behind=None,
        order=CutOrder.FAR_RIGHT_ROTATING,
        reshuffles=Reshuffles.NEVER,
        burn_after_betting=False,
        burn_may_be_seen=False,
        cites=replace(all_under(ShoeCites, AS_USUAL), shuffle=clauses("CO-2112(1).4")),
        every_round=True,
    )


AGAINST_A_PAI_JACK: Final = {"stands": Outcome.WIN, "loses": Outcome.LOSE, "pushes": Outcome.PUSH}


@clause("CO-2112.std")
def compile_rules(house: House) -> PaiJackRules:
    sides = (bonus(house),) if house.offers(PAI_JACK_BONUS) else ()
    return PaiJackRules(
        betting=betting(house, sides),
        shoe=shoe(house),
        sides=sides,
        arranging=Arranging(
            SET,
            BUST,
            free_aces=house.takes("PJ11", "free"),
            high_first=house.takes("PJ04", "high_first"),
        ),
        settlement=Settlement(
            outcomes(AGAINST_A_PAI_JACK[house.readings["PJ01"]]),
            house.payout(MAIN, "pai_jack"),
            house.payout(MAIN, "win"),
        ),
        foul=FoulPolicy(house.word("foul_policy")),
        assists=house.flag("assistance"),
        misdeal_unwinds=house.takes("PJ12", "put_back"),
        drop_forfeits=house.takes("PJ07", "forfeited"),
        steps=(
            take_wagers,
            deal_packets,
            pay_pai_jacks,
            set_hands,
            reveal_dealer,
            look_at_dealer,
            settle_wagers,
            pick_up_cards,
        ),
        menu=MENU,
        incidents=INCIDENTS,
        points=POINTS,
        irregular=Irregularities(silent=AS_USUAL),
    )
