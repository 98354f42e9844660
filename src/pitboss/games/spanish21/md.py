"""Maryland: the card reader is compulsory, and the text says when a blackjack is paid.

It has a hole card and a reader always (2.E, 7.E-G); blackjacks paid at once against 2 to 9 (7.H); losing insurance
collected at the reader (8.F); no premium on split hands (11.F); splits, adjacent boxes and the order of settlement as
the operator files them (6.H, 7.R, 11.D); match limits as posted (MD07). What it shares with Massachusetts it takes by
name from what the texts of Spanish 21 have in common.
"""

from __future__ import annotations

from dataclasses import replace

from pitboss.cards import FACES, Rank
from pitboss.core.betting import BettingTerms, PayoutLimit
from pitboss.core.shuffling import CutOrder, Reshuffles, ShoeCites, ShoeTerms
from pitboss.core.supervision import EntryBar, SpokenWagers, Supervision
from pitboss.core.wagering import take_wagers
from pitboss.games.blackjack.ending import draw_dealer, settle_main, show_second_card_if_needed
from pitboss.games.blackjack.house import BettingCites, betting_terms, not_offered, odds_of, side_pays, side_terms
from pitboss.games.blackjack.irregular import (
    deal_cards_asked_for,
    deal_late_first_cards,
    handlers,
    look_at_dealer,
    offer_exposed_card,
    put_exposed_card_aside,
)
from pitboss.games.blackjack.rules import BlackjackRules, Conduct
from pitboss.games.blackjack.settlement import PaidAtOnce, Settlement
from pitboss.games.blackjack.sides import pay_fixed_awards, settle_after_deal, settle_second_card
from pitboss.games.blackjack.steps import (
    check_hole_card,
    deal_hole_card,
    deal_to_each_box,
    deal_up_card,
    offer_insurance,
    offer_late_rescue,
    pay_blackjacks_at_once,
    pick_up_cards,
    play_hands,
    settle_held_surrenders,
)
from pitboss.games.spanish21 import common
from pitboss.games.spanish21.comparison import Comparison, ComparisonCites
from pitboss.ids import Role, clauses
from pitboss.law.house import House
from pitboss.law.points import Point
from pitboss.rules.drawing import Drawing
from pitboss.rules.insurance import Insurance
from pitboss.rules.irregularities import Irregularities, PassedOver, ReaderTrouble, SeenTooEarly, SetAside
from pitboss.rules.splitting import Splitting
from pitboss.rules.surrender import Surrender
from pitboss.wagers import match_the_dealer as match
from pitboss.wagers.side import SideWager

ROUND = (
    take_wagers,  # 6.D-F
    deal_to_each_box,  # 7.E(1)
    deal_up_card,  # 7.E(2)
    deal_to_each_box,  # 7.E(3)
    deal_late_first_cards,  # 13.J, 13.M, 13.N
    deal_hole_card,  # 7.E(4)
    settle_after_deal,  # 7.F
    offer_insurance,  # 7.G(1), 8
    check_hole_card,  # 7.G(2)
    pay_blackjacks_at_once,  # 7.H(1)
    offer_exposed_card,  # 13.F
    play_hands,  # 7.H(2), 7.I-K, 9, 10, 11
    deal_cards_asked_for,  # 13.O
    offer_late_rescue,  # 10.H, S11
    show_second_card_if_needed,  # 7.L(1), S14
    settle_second_card,  # 8.E
    settle_held_surrenders,  # 9.C(2)
    draw_dealer,  # 7.L(2), 7.M, 7.N
    put_exposed_card_aside,  # 13.H
    look_at_dealer,  # 13.I
    settle_main,  # 7.O-S, 12
    pay_fixed_awards,  # 12.C
    pick_up_cards,  # 7.T
)

POINTS = {
    Point.DECKS: clauses("MD-3.A", "MD-3.B"),
    Point.CARD_VALUES: clauses("MD-3.D"),
    Point.BLACKJACK: clauses("MD-1.B(1)"),
    Point.ANNOUNCED: clauses("MD-7.H(1)(b)(i)", "MD-7.L(3)", "MD-7.G(2)(a)", "MD-10.D"),
    Point.NEW_SHOE: clauses("MD-5.A.1", "MD-5.A.3", "MD-5.I(1)", "MD-7.B(3)"),
    Point.CUT_OFFERED: clauses("MD-5.D"),
    Point.CUT: clauses("MD-5.B", "MD-5.C", "MD-5.E.1", "MD-5.E(1)", "MD-5.E(3)", "MD-7.B.1"),
    Point.RESHUFFLE: clauses("MD-5.A.1", "MD-5.G.2"),
    Point.LAST_ROUND: clauses("MD-5.G.1", "MD-7.C", "MD-7.D"),
    Point.SHOE_COUNTED: clauses("MD-7.D"),
    Point.RECUT: clauses("MD-5.F"),
    Point.SHUFFLER: clauses("MD-13.R", "MD-13.S"),
    Point.NEW_DECKS: clauses("MD-13.D"),
    Point.RELIEF: clauses("MD-7.B(4)"),
    Point.ENTRY: clauses("MD-6.C"),
    Point.SPOKEN: clauses("MD-6.B"),
    Point.SHOE_EXHAUSTED: clauses("MD-13.K", "MD-13.L"),
    Point.TABLE_LEFT: clauses("MD-5.H.1", "MD-5.I(1)"),
    Point.FACE_UP_CARD: clauses("MD-13.A", "MD-13.B"),
    Point.TEN_FOUND: clauses("MD-13.C", "MD-13.D"),
    Point.DRAWN_IN_ERROR: clauses("MD-13.E", "MD-13.F", "MD-13.G", "MD-13.H"),
    Point.OVERDRAWN: clauses("MD-13.I"),
    Point.PASSED_OVER: clauses("MD-13.J", "MD-13.M", "MD-13.N", "MD-13.O"),
    Point.READER_MISUSED: clauses("MD-13.P"),
    Point.READER_FAILED: clauses("MD-13.Q"),
    Point.WAGERS_TAKEN: clauses("MD-6.D", "MD-6.E"),
    Point.FIRST_CARDS: clauses("MD-7.A", "MD-7.E.1", "MD-7.E(1)", "MD-7.E(3)"),
    Point.UP_CARD: clauses("MD-7.E(2)"),
    Point.HOLE_CARD: clauses("MD-7.E(4)"),
    Point.INSURANCE_OFFERED: clauses("MD-7.G(1)", "MD-8.A.1", "MD-8.D"),
    Point.INSURE: clauses("MD-6.E", "MD-8.B", "MD-8.C", "MD-8.D"),
    Point.HOLE_CHECKED: clauses("MD-7.G", "MD-8.F"),
    Point.BLACKJACKS_AT_ONCE: clauses("MD-7.H(1)(a)"),
    Point.TURNS: clauses("MD-7.G(3)", "MD-7.H", "MD-7.I"),
    Point.STAND: clauses("MD-7.H(2)(d)"),
    Point.HIT: clauses("MD-7.H(2)(e)", "MD-7.J"),
    Point.DOUBLE: clauses("MD-7.H(2)(b)", "MD-10.A", "MD-10.B"),
    Point.DOUBLED: clauses("MD-7.K", "MD-10.C"),
    Point.SPLIT: clauses("MD-7.H(2)(c)", "MD-11.A", "MD-11.D"),
    Point.SPLIT_MADE: clauses("MD-11.A", "MD-11.B", "MD-11.C"),
    Point.SURRENDER: clauses("MD-7.H(2)(a)", "MD-9.A", "MD-9.B"),
    Point.SURRENDERED: clauses("MD-9.C(1)", "MD-9.C(2).1"),
    Point.RESCUE: clauses("MD-10.H"),
    Point.RESCUED: clauses("MD-10.H.1"),
    Point.SECOND_CARD: clauses("MD-7.L(1)", "MD-7.H(1)(b)(iii)"),
    Point.INSURANCE_SETTLED: clauses("MD-8.A.2", "MD-8.E", "MD-9.D"),
    Point.SURRENDERS_SETTLED: clauses("MD-9.C(2)"),
    Point.DEALER_DRAWS: clauses("MD-7.L(2)", "MD-7.M", "MD-7.N"),
    Point.MAIN_SETTLED: clauses(
        "MD-7.O",
        "MD-7.P",
        "MD-7.Q",
        "MD-7.R",
        "MD-7.S",
        "MD-10.E",
        "MD-10.F",
        "MD-10.G",
        "MD-11.E",
        "MD-11.F",
        "MD-12.B",
    ),
    Point.SIDE_SETTLED: clauses("MD-7.F", "MD-12.A(4)"),
    Point.AWARD_PAID: clauses("MD-12.C"),
    Point.PICK_UP: clauses("MD-7.T"),
}

CONDUCT = Conduct(
    turn=clauses("MD-7.H.1"),
    stand=clauses("MD-7.H(2)(d)"),
    chips=clauses("MD-6.A"),
    pick_up=clauses("MD-7.T"),
    silent=(),
)

SHOE = ShoeCites(
    shuffle=clauses("MD-5.A.1", "MD-5.A.3"),
    offer=clauses("MD-5.B"),
    offer_first=clauses("MD-5.D(1)"),
    offer_at_cut_card=clauses("MD-5.D(2)"),
    offer_far_right=clauses("MD-5.D(3)"),
    offer_ordered=clauses("MD-5.D(5)"),
    offer_next=clauses("MD-5.C", "MD-5.D(4)"),
    offer_next_ordered=clauses("MD-5.D(6)"),
    dealer_cuts=clauses("MD-5.C"),
    limits=clauses("MD-5.E.1"),
    cut=clauses("MD-5.E(1)"),
    cut_card=clauses("MD-5.E(2)"),
    load=clauses("MD-5.E(3)", "MD-7.B.1"),
    burn=clauses("MD-7.B(3)"),
    burn_seen=clauses("MD-7.B(3)"),
    reached=clauses("MD-5.G.1", "MD-7.C"),
    reshuffle=clauses("MD-5.A.1"),
    count=clauses("MD-7.D"),
    exhausted=clauses("MD-13.K"),
    exhausted_burn=clauses("MD-13.L.1"),
    left=clauses("MD-5.H.1", "MD-5.I(1)"),
)


def shoe(house: House) -> ShoeTerms:
    """5: cut after a device too; a reshuffle at any time."""
    return common.shoe(
        house,
        SHOE,
        order=CutOrder.WHERE_THE_CUT_CARD_CAME,
        reshuffles=Reshuffles.ANY_TIME,
        approximately=False,
        preshuffled=clauses("MD-4.G", "MD-5.A.1") if house.word("opening") == "preshuffled" else (),
        device_loads=clauses("MD-5.A(2)") if house.flag("device_loads_shoe") else (),
        by_hand=SHOE,
        approval=str(house.values["preshuffled_approval"] or ""),
    )


BETTING = BettingCites(
    main=clauses("MD-6.F"),
    limits=clauses("MD-6.F"),
    before_first_card=clauses("MD-6.D"),
    box=clauses("MD-2.A"),
    sharing=clauses("MD-6.H"),
    several=clauses("MD-6.H"),
    chip=clauses("MD-6.A"),
    unknown=clauses("MD-6.A"),
)

MATCH = clauses("MD-6.G(1)")


def match_wager(house: House) -> SideWager:
    """6.G, 7.F: as posted, not tied to the main wager unless so read (MD07)."""
    capped = MATCH if house.takes("MD07", "main_cap") else ()
    return match.match_the_dealer(
        side_terms(house, match.UP, MATCH, needs_main=MATCH, not_above_main=capped),
        odds_of(side_pays(house, match.UP)),
        loses=clauses("MD-7.F(1)(a)", "MD-7.F(1).1"),
        several=clauses("MD-7.F(1)(c)"),
        points=house.takes("S15", "point_value"),
    )


def betting(house: House, sides: tuple[SideWager, ...]) -> BettingTerms:
    """6.H, 6.E and 2.B(6): several boxes only side by side; a wager that was made stays; no hand is paid too much."""
    refused = {} if house.offers(match.UP) else {match.UP: not_offered(MATCH)}
    terms = betting_terms(house, BETTING, sides, refused, adjacent_boxes=True)
    most = house.cents_or_none("payout_limit")
    limit = None if most is None else PayoutLimit(most, clauses("MD-2.B(6)(b)"), house.takes("MD19", "each_wager"))
    return replace(terms, wagers_stay=clauses("MD-6.E"), payout_limit=limit)


def insurance(house: House) -> Insurance:
    """8: against an ace; against a face too if so read (MD01). Lost, it is collected at the reader.

    A face card below wins it against a face card too if 8.A is read by the letter (MD18).
    """
    faces = FACES if house.takes("MD01", "faces_too") else frozenset()
    return common.insurance(
        house,
        offered=clauses("MD-7.G(1)", "MD-8.A.1"),
        amount=clauses("MD-8.B", "MD-8.C"),
        moment=clauses("MD-8.D"),
        locked=clauses("MD-6.E"),
        wins=clauses("MD-8.A.2", "MD-8.E"),
        loses=clauses("MD-8.A.2"),
        collected=clauses("MD-8.F"),
        chips=CONDUCT.chips,
        against=frozenset({Rank.ACE}) | faces,
        collected_at_check=True,
        by_second_card=bool(faces) and house.takes("MD18", "face_below"),
    )


def drawing(house: House) -> Drawing:
    """7.J: no card on 21, hard or soft."""
    return Drawing(
        offered=clauses("MD-7.H(2)(e)", "MD-7.I"),
        below_21=clauses("MD-7.J.1"),
        not_on_21=clauses("MD-7.J(2)"),
        not_on_blackjack=clauses("MD-7.J(1)"),
        bust=clauses("MD-7.O(1)"),
        doubled=clauses("MD-7.K", "MD-10.C"),
        split_aces=common.split_aces(house, clauses("MD-11.C")),
    )


SURRENDER = Surrender(
    offered=clauses("MD-7.H(2)(a)", "MD-9.A"),
    first=clauses("MD-9.B(1)", "MD-9.B(2)", "MD-9.B(3)", "MD-9.B(4)"),
    after_double=clauses("MD-9.B(1)"),
    after_draw=clauses("MD-9.B(4)"),
    at_once=clauses("MD-9.C(1)"),
    held=clauses("MD-9.C(2)(b)"),
    to_blackjack=clauses("MD-9.C(2)(a)"),
    on_split_hand=clauses("MD-9.B(2)", "MD-11.C"),
)

SPLITTING = Splitting(
    offered=clauses("MD-7.H(2)(c)", "MD-11.A.1"),
    wager=clauses("MD-11.A.2"),
    again=clauses("MD-11.D"),
    order=clauses("MD-11.B"),
    limit=clauses("MD-11.D"),
    decisions=clauses("MD-11.C"),
    to_blackjack=clauses("MD-11.E"),
)

COMPARISON = ComparisonCites(
    dealer_bust=clauses("MD-7.O.1", "MD-7.O(1)"),
    higher=clauses("MD-7.O.1", "MD-7.O(2)"),
    two_card_21=clauses("MD-7.O.1", "MD-7.O(3)"),
    long_21s=clauses("MD-7.O.1", "MD-7.O(4)"),
    tie=clauses("MD-7.P"),
    long_21_to_blackjack=clauses("MD-7.Q"),
    lower=clauses("MD-7.O(2)", "MD-7.S.1"),
    bust=clauses("MD-7.O(1)", "MD-7.S.1"),
)


def settlement(house: House) -> Settlement:
    """7.O-S, 12: a split two-card 21 ties a longer one of the dealer's if read by the letter (S02)."""
    return common.settlement(
        house,
        COMPARISON,
        Comparison(split_21_ties=house.takes("S02", "literal"), ties_above_21=house.takes("S03", "literal")),
        common.premiums(house, doubled=clauses("MD-10.G", "MD-12.B.1"), split=clauses("MD-11.F")),
        split_21=clauses("MD-1.B(1)"),
        only_against_21=house.takes("S01", "literal"),
        at_once=PaidAtOnce(
            clauses("MD-7.H(1)(a)"),
            clauses("MD-7.H(1)(b)(i)") if house.takes("MD03", "at_once") else None,
            removed=clauses("MD-7.H(1)(a)"),
        ),
        busts_lost=house.takes("S04", "busted_plus_one"),
    )


def irregular(house: House) -> Irregularities:
    """13: what is done when something goes wrong."""
    counted = (not house.takes("S17", "round"), house.takes("S40", "anew"))
    return Irregularities(
        face_up=SetAside(clauses("MD-13.A"), clauses("MD-13.B"), *counted),
        tens=SetAside(clauses("MD-13.C"), clauses("MD-13.D"), *counted, decks_out=clauses("MD-13.D")),
        in_error=SeenTooEarly(
            unseen=clauses("MD-13.E"),
            offered=clauses("MD-13.F"),
            refused=clauses("MD-13.G"),
            unused=clauses("MD-13.H"),
        ),
        overdrawn=clauses("MD-13.I"),
        passed_over=PassedOver(
            dealer=clauses("MD-13.J"),
            no_card=clauses("MD-13.M"),
            one_card=clauses("MD-13.N"),
            asked_for=clauses("MD-13.O.1", "MD-13.O(1)"),
            dead=clauses("MD-13.O(2)"),
        ),
        reader=ReaderTrouble(
            misused=clauses("MD-13.P.1"),
            dead=clauses("MD-13.P(1)"),
            goes_on=clauses("MD-13.P(2)"),
            failed=clauses("MD-13.Q"),
            readable=house.flag("reader_reveals_to_players"),
            unwinds=house.takes("S38", "unwind"),
            stops=True,
        ),
    )


def supervision(house: House) -> Supervision:
    """5.F, 6.B, 6.C, 7.B(4), 13.D, 13.R and 13.S: what a floorperson or higher may order, and the dealer confirm."""
    bar = EntryBar(clauses("MD-6.C.1"), clauses("MD-6.C(1)"))
    return Supervision(
        in_charge=Role.FLOOR,
        recut=clauses("MD-5.F.1", "MD-5.F(1)"),
        recut_by_last=house.word("recut_by") == "last_cutter",
        relief=clauses("MD-7.B(4)"),
        shuffler=common.shuffler(house, clauses("MD-13.R"), clauses("MD-13.S")),
        new_decks=clauses("MD-13.D"),
        entry=bar if house.flag("no_mid_shoe_entry") else None,
        spoken=SpokenWagers(house.flag("verbal_wagers"), clauses("MD-6.B.1"), clauses("MD-6.B.2"), confirmed=None),
    )


def compile_rules(house: House) -> BlackjackRules:
    """This text under one house."""
    draws, insured, trouble, staff = drawing(house), insurance(house), irregular(house), supervision(house)
    sides = (*((match_wager(house),) if house.offers(match.UP) else ()), insured.wager)
    return BlackjackRules(
        steps=ROUND,
        menu=common.menu(),
        incidents=handlers(trouble, staff),
        points=POINTS,
        conduct=CONDUCT,
        betting=betting(house, sides),
        shoe=shoe(house),
        dealing=common.dealing(house, clauses("MD-7.G.1", "MD-7.G(2).1"), clauses("MD-7.G(3)")),
        drawing=draws,
        doubling=common.double_once_or_twice(
            house,
            draws,
            offered=clauses("MD-7.H(2)(b)", "MD-10.A.1", "MD-10.B"),
            amount=clauses("MD-10.A.2"),
            one_card=clauses("MD-7.K", "MD-10.C"),
            to_blackjack=clauses("MD-10.E"),
            not_on_blackjack=clauses("MD-7.H(2)(b)", "MD-10.A.1"),
        ),
        splitting=common.splitting(house, SPLITTING),
        surrender=common.surrender(house, SURRENDER),
        rescue=common.rescue(house, clauses("MD-10.H.1"), clauses("MD-10.H.2")),
        insurance=insured,
        dealer=common.dealer(house, second_card_if_needed=house.takes("S14", "nothing_more")),
        settlement=settlement(house),
        sides=sides,
        award=common.suited_sevens_award(house),
        irregular=trouble,
        supervision=staff,
    )
