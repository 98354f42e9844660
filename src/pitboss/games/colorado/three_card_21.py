"""3 Card 21 (Colorado 30-2111): the standard game with three first cards, a 21 that always wins, hands above 21 that
live, and a three-way split; beside it a compulsory wager on the first cards.
"""

from __future__ import annotations

from dataclasses import replace

from pitboss.core.betting import Tie
from pitboss.core.facts import HandClosed, TwentyOneKept
from pitboss.core.kinds import Closing, Outcome
from pitboss.core.options import Option, Refusal, Ruling
from pitboss.core.settle import DecisionTable, SettlementRow, lose, lose_half, win
from pitboss.core.turn import not_open
from pitboss.games.blackjack.house import BettingCites, odds_of, side_pays, side_terms
from pitboss.games.blackjack.intents import Keep, Stand
from pitboss.games.blackjack.menu import DECISIONS
from pitboss.games.blackjack.rules import BlackjackRules, Play
from pitboss.games.blackjack.settlement import Case, Settlement, SettlementOrder, bust, dealer_bust, higher, lower
from pitboss.games.blackjack.sides import settle_after_deal
from pitboss.games.blackjack.steps import (
    Step,
    act_on,
    deal_to_each_box,
    inserted,
    offer_insurance,
    play_hand,
    play_hands,
    up_card,
)
from pitboss.games.colorado.standard import (
    POINTS,
    RULE_8,
    Cites,
    all_under,
    doubling,
    drawing,
    splitting,
    standard_rules,
)
from pitboss.ids import MAIN, Clauses, HandId, Player, clauses
from pitboss.law.citations import clause
from pitboss.law.house import House
from pitboss.law.points import Point
from pitboss.rules.first_21 import FirstTwentyOne
from pitboss.rules.splitting import ThreeWays
from pitboss.rules.surrender import Surrender
from pitboss.wagers.side import SideWager
from pitboss.wagers.three_card_bonus import THREE_CARD_BONUS, three_card_bonus

FIRST_CARDS = 3
AS_USUAL = clauses("CO-2111.std") + RULE_8
BOTH = clauses("CO-2111(2).1")
EQUAL = clauses("CO-2111(2).2")
DEALT = clauses("CO-2111(3).1", "CO-2111(3).2", "CO-2111(3).3")
PLAY = clauses("CO-2111-PR(2).1")
PAIR_SPLIT = clauses("CO-2111-PR(2)(a).1")
ABOVE_SPLIT = clauses("CO-2111-PR(3)(b).1")
NOT_AGAIN = clauses("CO-2111-PR(2)(a).2", "CO-2111-PR(3)(b).2")
GIVEN_UP = clauses("CO-2111-PR(3)(a)")
BY_ACE = clauses("CO-2111-PR(4).1")
ALWAYS_WINS = clauses("CO-2111-PR(5)")
CHECK = clauses("CO-2111(7).1")
INSURED = clauses("CO-2111(7).2")
ENDING = clauses("CO-2111-PR(6)") + AS_USUAL
OURS = {
    Point.WAGERS_TAKEN: BOTH + EQUAL,
    Point.SIDE_TERMS: BOTH + EQUAL,
    Point.FIRST_CARDS: DEALT,
    Point.UP_CARD: DEALT,
    Point.HOLE_CARD: DEALT,
    Point.SIDE_SETTLED: clauses("CO-2111(4).1", "CO-2111(4).2"),
    Point.INSURANCE_OFFERED: INSURED,
    Point.INSURE: INSURED,
    Point.INSURANCE_SETTLED: clauses("CO-2111(7).3"),
    Point.HOLE_CHECKED: CHECK + INSURED,
    Point.STAND: PLAY,
    Point.HIT: PLAY,
    Point.DOUBLE: PLAY,
    Point.SPLIT: PAIR_SPLIT + ABOVE_SPLIT + BY_ACE,
    Point.SPLIT_MADE: PAIR_SPLIT + NOT_AGAIN,
    Point.SURRENDER: GIVEN_UP + BY_ACE,
    Point.SURRENDERED: GIVEN_UP + BY_ACE,
    Point.MAIN_SETTLED: ENDING[:1] + ALWAYS_WINS,
    Point.DEALER_DRAWS: ENDING[:1],
}


def first_21(t: Play) -> FirstTwentyOne:
    rule = t.rules.drawing.first_21
    assert rule is not None, "this game pays a first 21 at once"
    return rule


@clause("CO-2111(6).1", "CO-2111(6).2", "CO-2111-PR(1)")
async def pay_first_21s(t: Play) -> None:
    """Before insurance and the look for a blackjack; one that may be declined waits, or is declined now (TC12)."""
    rule = first_21(t)
    for key, _ in t.layout.pending(t.rules.played):
        this = t.hand(key.hand).situation
        if not rule.made_by(this) or (rule.may_be_declined(this) and not rule.before_check):
            continue
        if rule.may_be_declined(this) and await t.offer(key.hand, (Keep,)) is not None:
            t.record(TwentyOneKept(key.hand, rule.cited(this)))
        else:
            pay_first_21(t, key.hand)


def pay_first_21(t: Play, hand: HandId) -> None:
    pays = first_21(t).pays
    t.record(HandClosed(hand, Closing.TWENTY_ONE, pays.clauses))
    for key, stake in t.layout.pending_on(hand, t.rules.played):
        win(t, key, stake, pays.odds, pays.clauses)


def may_keep(t: Play, player: Player, hand: HandId) -> Ruling:
    """A first 21 may be kept once, when it would be paid, where that is the moment for it (TC12)."""
    rule, this = first_21(t), t.hand(hand)
    refusal = not_open(t, player, hand)
    if refusal is not None:
        return refusal
    if not rule.before_check:
        return Refusal("out-of-turn", "a 21 is declined when its box has its turn, by playing on", rule.declined)
    if this.chosen or t.layout.dealer_blackjack_read is not None:
        return Refusal("too-late", "whether this 21 is paid has been decided", rule.declined)
    if not rule.may_be_declined(this.situation):
        return Refusal("not-a-pair", "only a 21 with a pair or an ace need not be taken", rule.refused)
    return Option(Keep, rule.cited(this.situation), (Keep(),))


def blackjack_found(t: Play) -> Clauses:
    """The clauses by which the dealer's blackjack has ended the play."""
    check = t.rules.dealing.check
    assert check is not None, "the dealer looks in this game"
    return check.ending(up_card(t).rank)


@clause("CO-2111-PR(2).1", "CO-2111-PR(2)(b)", "CO-2111-PR(4)(a)")
async def play_boxes(t: Play) -> None:
    """Each box in turn. A first 21 that waits is paid unless its player plays on, and always against a blackjack."""
    for hand in tuple(t.layout.order):
        this = t.hand(hand)
        if t.rules.drawing.may_decline(this.situation) and this.closed is None:
            if not this.chosen and not await declined(t, hand):
                pay_first_21(t, hand)
            elif t.layout.dealer_blackjack_read:
                for key, stake in t.layout.pending_on(hand, t.rules.played):
                    lose(t, key, stake, first_21(t).declined + blackjack_found(t))
        if not t.layout.dealer_blackjack_read:
            await play_hand(t, hand)


async def declined(t: Play, hand: HandId) -> bool:
    """Whether a first 21 is played on; the first decision on it is then carried out."""
    decision = None if t.layout.dealer_blackjack_read else await t.offer(hand, DECISIONS)
    if decision is None or isinstance(decision, Stand):
        return False
    await act_on(t, hand, decision)
    return True


@clause("CO-2111-PR(3)(a)")
async def spare_above_21(t: Play) -> None:
    """Where a hand above 21 loses half to a blackjack as it would have by surrender (TC10)."""
    rule = t.rules.surrender
    assert rule is not None
    for key, stake in t.layout.pending(t.rules.played) if t.layout.dealer_blackjack_read and rule.spared else ():
        if t.hand(key.hand).score.total > 21:
            t.record(HandClosed(key.hand, Closing.SURRENDERED, rule.offered))
            lose_half(t, key, stake, rule.spared or ())


def is_21(case: Case) -> bool:
    return case.player.total == 21


def dealer_bust_below_21(case: Case) -> bool:
    return dealer_bust(case) and not is_21(case)


def higher_below_21(case: Case) -> bool:
    return higher(case) and not is_21(case)


def above_21_to_blackjack(case: Case) -> bool:
    return bust(case) and case.dealer.blackjack


def bust_by_a_card(case: Case) -> bool:
    return bust(case) and not case.dealer.blackjack


def tie(case: Case) -> bool:
    return case.player.total == case.dealer.total < 21


@clause("CO-2111-PR(5)", "CO-2111-PR(6)")
def settlement(house: House) -> Settlement:
    """A 21 wins whatever the dealer has; a player has no blackjack."""
    win_1_to_1 = house.payout("main", "win")
    return Settlement(
        table=DecisionTable(
            (
                SettlementRow("21", Outcome.WIN, ALWAYS_WINS, is_21),
                SettlementRow("dealer_bust", Outcome.WIN, ENDING, dealer_bust_below_21),
                SettlementRow("higher", Outcome.WIN, ENDING, higher_below_21),
                SettlementRow("tie", Outcome.PUSH, ENDING, tie),
                SettlementRow("lower", Outcome.LOSE, ENDING, lower),
                SettlementRow("above_21_to_blackjack", Outcome.LOSE, CHECK + AS_USUAL, above_21_to_blackjack),
                SettlementRow("bust", Outcome.LOSE, AS_USUAL, bust_by_a_card),
            )
        ),
        win=win_1_to_1,
        blackjack=win_1_to_1,
        blackjack_rows=frozenset(),
        two_card_row="",
        dealer_stands=house.integer("dealer_stands"),
        order=SettlementOrder(house.word("settlement_order")),
        at_21=house.payout("main", "21"),
    )


@clause("CO-2102.2", "CO-2111(2).1", "CO-2111(2).2", "CO-2111(4).1", "CO-2111(4).2", "CO-2111(5)")
def bonus(house: House) -> SideWager:
    """Compulsory, and equal to the main wager."""
    terms = side_terms(house, THREE_CARD_BONUS, BOTH + EQUAL, needs_main=BOTH)
    terms = replace(terms, compulsory=BOTH, equals=Tie(MAIN, EQUAL))
    return three_card_bonus(terms, odds_of(side_pays(house, THREE_CARD_BONUS)), clauses("CO-2111(4).2"))


@clause("CO-2111-PR(2)(a)", "CO-2111-PR(3)(b)", "CO-2111-PR(4).1")
def three_ways(house: House, rule: FirstTwentyOne, *, aces_as_11: bool) -> ThreeWays:
    as_usual = splitting(house, NOT_AGAIN + AS_USUAL)
    return ThreeWays(
        offered=PAIR_SPLIT,
        wager=(),
        again=NOT_AGAIN,
        order=as_usual.order,
        limit=NOT_AGAIN,
        decisions=as_usual.decisions,
        times=as_usual.times,
        times_aces=as_usual.times_aces,
        by_rank=as_usual.by_rank,
        dealt_at_once=house.takes("TC11", "at_once"),
        above_21=ABOVE_SPLIT,
        aces_as_11=aces_as_11,
        by_ace=BY_ACE,
        first_21=rule,
    )


def steps_of(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    steps = inserted(steps, deal_to_each_box, before=settle_after_deal)  # the third cards
    steps = inserted(steps, pay_first_21s, before=offer_insurance)
    steps = inserted(steps, spare_above_21, before=play_hands)
    return tuple(play_boxes if step is play_hands else step for step in steps)


@clause("CO-2111.std", "CO-2111(1).2", "CO-2111(1).3", "CO-2111(3)", "CO-2111(7)", "CO-2111-PR(2)", "CO-2111-PR(3)")
def compile_rules(house: House) -> BlackjackRules:
    declining = FirstTwentyOne(
        house.payout("main", "first_21"),
        with_pair=clauses("CO-2111-PR(2)(b)"),
        with_ace=clauses("CO-2111-PR(4)(a)"),
        declined=clauses("CO-2111(6).2"),
        before_check=house.takes("TC12", "before_check"),
        by_rank=house.word("split_by") == "rank",
    )
    aces_as_11 = house.takes("TC04", "opens")
    play, split = PLAY + AS_USUAL, NOT_AGAIN + AS_USUAL
    betting = replace(
        all_under(BettingCites, AS_USUAL), main=BOTH + EQUAL, limits=EQUAL, before_first_card=BOTH, unknown=BOTH
    )
    rules = standard_rules(
        house,
        cites=Cites(AS_USUAL, play, INSURED + AS_USUAL, betting),
        points={point: AS_USUAL + OURS.get(point, ()) for point in POINTS},
        sides=(bonus(house),),
        verbs={Keep: may_keep},
        settled=settlement(house),
    )
    check = rules.dealing.check
    assert check is not None
    looked = replace(check, clauses=CHECK, ends_play=CHECK, under_ace=INSURED + AS_USUAL)
    as_usual = drawing(house, AS_USUAL)
    drawn = replace(
        as_usual,
        offered=play,
        below_21=(),
        not_on_21=ALWAYS_WINS,
        split_aces=as_usual.split_aces and split,
        first_21=declining,
        above_21=GIVEN_UP + ABOVE_SPLIT,
        split_hands=split,
    )
    doubled = replace(
        doubling(house, AS_USUAL),
        drawing=drawn,
        offered=play,
        first_cards=FIRST_CARDS,
        before_split=house.takes("TC08", "yes"),
    )
    return replace(
        rules,
        steps=steps_of(rules.steps),
        dealing=replace(rules.dealing, check=looked, count=FIRST_CARDS),
        drawing=drawn,
        doubling=doubled,
        splitting=three_ways(house, declining, aces_as_11=aces_as_11),
        surrender=Surrender(
            GIVEN_UP,
            GIVEN_UP,
            GIVEN_UP,
            GIVEN_UP,
            GIVEN_UP,
            on_split_hand=NOT_AGAIN,
            first_cards=FIRST_CARDS,
            above_21=GIVEN_UP,
            aces_as_11=aces_as_11,
            by_ace=BY_ACE,
            spared=GIVEN_UP if house.takes("TC10", "half") else None,
        ),
    )
