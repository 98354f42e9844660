"""Massachusetts, older edition: the rules of Spanish 21 in the order of the text.

The steps are those of the standard game, put together by `ROUND`. Every part of the rules is stated here under its
clause, or taken by name from what all texts of Spanish 21 have in common.
"""

from __future__ import annotations

from dataclasses import replace

from pitboss.core.betting import BettingTerms, Sharing
from pitboss.core.options import Refusal
from pitboss.core.shuffling import ShoeCites, ShoeTerms
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
from pitboss.ids import Role, Wager, clauses
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
    take_wagers,  # 5(a)-(d), 6(b)
    deal_to_each_box,  # 7(d)(1)
    deal_up_card,  # 7(d)(2)
    deal_to_each_box,  # 7(d)(3)
    deal_late_first_cards,  # 15(f), 15(h)
    deal_hole_card,  # 7(i)
    settle_after_deal,  # 6(d)
    offer_insurance,  # 11(a), 11(b)
    check_hole_card,  # 7(i)
    pay_blackjacks_at_once,  # 5(e), MA21
    offer_exposed_card,  # 15(d)
    play_hands,  # 7(e), 7(f), 8, 9, 10, 12(a)
    deal_cards_asked_for,  # 15(i)
    offer_late_rescue,  # 9(d), S11
    show_second_card_if_needed,  # 7(g), 7(i), S14
    settle_second_card,  # 11(c), 11(d)
    settle_held_surrenders,  # 8(a)(2)
    draw_dealer,  # 7(g), 12(b), 12(c)
    put_exposed_card_aside,  # 15(d)
    look_at_dealer,  # 15(e)
    settle_main,  # 5(e), 5(f)
    pay_fixed_awards,  # 5(g)
    pick_up_cards,  # 7(h)
)

POINTS = {
    Point.DECKS: clauses("MA-2(a).1", "MA-2(a).5"),
    Point.CARD_VALUES: clauses("MA-2(b)"),
    Point.BLACKJACK: clauses("MA-1.blackjack"),
    Point.ANNOUNCED: clauses(
        "MA-7(e).1", "MA-7(f).2", "MA-7(g).2", "MA-7(g).4", "MA-7(i).4", "MA-9(a).4", "MA-10(c).1"
    ),
    Point.NEW_SHOE: clauses("MA-4(a).1", "MA-4(a).3", "MA-4(b)(1).1", "MA-4(b)(2)", "MA-7(c).1", "MA-7(j)(3)"),
    Point.CUT_OFFERED: clauses("MA-4(d)"),
    Point.CUT: clauses("MA-4(c)", "MA-4(e).1", "MA-4(e).2", "MA-4(e).5"),
    Point.BURN_SEEN: clauses("MA-7(c).4"),
    Point.RESHUFFLE: clauses("MA-4(g).2"),
    Point.LAST_ROUND: clauses("MA-7(j)", "MA-4(g).1"),
    Point.SHOE_COUNTED: clauses("MA-7(j)(2)"),
    Point.SHOE_EXHAUSTED: clauses("MA-15(g)"),
    Point.TABLE_LEFT: clauses("MA-4(i).3"),
    Point.FACE_UP_CARD: clauses("MA-15(a)"),
    Point.TEN_FOUND: clauses("MA-15(b)"),
    Point.DRAWN_IN_ERROR: clauses("MA-15(c)", "MA-15(d)"),
    Point.OVERDRAWN: clauses("MA-15(e)"),
    Point.PASSED_OVER: clauses("MA-15(f)", "MA-15(h)", "MA-15(i)"),
    Point.READER_MISUSED: clauses("MA-15(l)"),
    Point.READER_FAILED: clauses("MA-15(k)bis"),
    Point.RECUT: clauses("MA-4(f)"),
    Point.SHUFFLER: clauses("MA-15(j)", "MA-15(k)"),
    Point.RELIEF: clauses("MA-7(c).3"),
    Point.ENTRY: clauses("MA-5(j)"),
    Point.SPOKEN: clauses("MA-5(c).2", "MA-5(c).3", "MA-6(c).2", "MA-6(c).3"),
    Point.SHARED: clauses("MA-13(a)", "MA-13(b)", "MA-13(d)", "MA-13(e)", "MA-13(f)"),
    Point.WAGERS_TAKEN: clauses("MA-5(d)", "MA-5(h)"),
    Point.FIRST_CARDS: clauses("MA-7(a).1", "MA-7(d).1", "MA-7(d)(1)", "MA-7(d)(3)"),
    Point.UP_CARD: clauses("MA-7(d)(2)"),
    Point.HOLE_CARD: clauses("MA-7(i).1", "MA-7(i).2"),
    Point.INSURANCE_OFFERED: clauses("MA-11(a).1", "MA-11(b)"),
    Point.INSURE: clauses("MA-5(i)", "MA-11(a).1", "MA-11(b)"),
    Point.HOLE_CHECKED: clauses("MA-7(i).3", "MA-7(i).5"),
    Point.TURNS: clauses("MA-7(e).2", "MA-7(f).1", "MA-7(i).5"),
    Point.STAND: clauses("MA-7(e).2", "MA-10(c).2"),
    Point.HIT: clauses("MA-12(a)"),
    Point.DOUBLE: clauses("MA-9(a)"),
    Point.DOUBLED: clauses("MA-9(a)", "MA-9(d)", "MA-12(a)(2)"),
    Point.SPLIT: clauses("MA-10(a)", "MA-10(c).3", "MA-10(c).4"),
    Point.SPLIT_MADE: clauses("MA-10(a)", "MA-10(b)", "MA-10(c)"),
    Point.SURRENDER: clauses("MA-8(a)"),
    Point.SURRENDERED: clauses("MA-8(a)(1)", "MA-8(a)(2).1"),
    Point.RESCUE: clauses("MA-9(d)"),
    Point.RESCUED: clauses("MA-9(d).1"),
    Point.SECOND_CARD: clauses("MA-7(g).1", "MA-7(i).2"),
    Point.INSURANCE_SETTLED: clauses("MA-11(a).2", "MA-11(a).3", "MA-11(c)", "MA-11(d)", "MA-11(e)", "MA-8(b)"),
    Point.SURRENDERS_SETTLED: clauses("MA-8(a)(2).2", "MA-8(a)(2).3"),
    Point.DEALER_DRAWS: clauses("MA-7(g).3", "MA-12(b)", "MA-12(c)"),
    Point.MAIN_SETTLED: clauses("MA-5(a)", "MA-5(b)", "MA-5(e)", "MA-5(f)", "MA-9(b)", "MA-9(c)", "MA-10(d)"),
    Point.SIDE_SETTLED: clauses("MA-6(a)", "MA-6(d)", "MA-6(e)", "MA-6(f)"),
    Point.AWARD_PAID: clauses("MA-5(g)", "MA-10(e)"),
    Point.PICK_UP: clauses("MA-7(h)"),
}

CONDUCT = Conduct(
    turn=clauses("MA-7(e).2"),
    stand=clauses("MA-7(e).2"),
    chips=clauses("MA-5(c).1"),
    pick_up=clauses("MA-7(h).1", "MA-7(h).2", "MA-7(h).3"),
    silent=(),
)

SHOE = ShoeCites(
    shuffle=clauses("MA-4(a).1", "MA-4(a).3"),
    offer=clauses("MA-4(b)(2)", "MA-4(c).1"),
    offer_first=clauses("MA-4(d)(1)"),
    offer_at_cut_card=clauses("MA-4(d)(2).1"),
    offer_far_right=clauses("MA-4(d)(2).1", "MA-4(d)(2).2"),
    offer_ordered=clauses("MA-4(d)(2).1", "MA-4(d)(2).2"),
    offer_next=clauses("MA-4(c).2"),
    offer_next_ordered=clauses("MA-4(c).2"),
    dealer_cuts=clauses("MA-4(b)(2)", "MA-4(c).2"),
    limits=clauses("MA-4(e).1"),
    cut=clauses("MA-4(e).2"),
    cut_card=clauses("MA-4(e).4"),
    load=clauses("MA-4(e).5"),
    burn=clauses("MA-7(c).1"),
    burn_seen=clauses("MA-7(c).4"),
    reached=clauses("MA-4(g).1", "MA-7(j).1"),
    reshuffle=clauses("MA-4(g).2"),
    count=clauses("MA-7(j)(2)"),
    exhausted=clauses("MA-15(g).1"),
    exhausted_burn=clauses("MA-15(g).2"),
    left=clauses("MA-4(i).1", "MA-4(i).3"),
)


PRESHUFFLED = clauses("MA-3(a).1", "MA-4(a).1", "MA-4(b)(2)")


def shoe(house: House) -> ShoeTerms:
    """4: by hand or by a device, which nobody cuts after."""
    by_hand = house.word("shuffle_method") != "automated"
    cites = SHOE if by_hand else replace(SHOE, offer=clauses("MA-4(b)(1).1"), load=clauses("MA-4(b)(1).1"))
    return common.shoe(
        house,
        cites,
        is_cut=by_hand,
        burn_may_be_seen=True,
        preshuffled=PRESHUFFLED if house.word("opening") == "preshuffled" else (),
        device_loads=clauses("MA-4(b)(1).2") if house.flag("device_loads_shoe") else (),
        by_hand=None if by_hand else SHOE,
    )


BETTING = BettingCites(
    main=clauses("MA-5(a).1"),
    limits=clauses("MA-5(a).1"),
    before_first_card=clauses("MA-5(d)"),
    box=clauses("MA-7(d)(1)"),
    sharing=clauses("MA-13(a).1"),
    several=clauses("MA-14.1", "MA-14.2"),
    chip=clauses("MA-5(c).1"),
    unknown=clauses("MA-5(c).1"),
)

COMPARISON = ComparisonCites(
    dealer_bust=clauses("MA-5(a)(1)"),
    higher=clauses("MA-5(a)(2)"),
    two_card_21=clauses("MA-5(a)(3)"),
    long_21s=clauses("MA-5(a)(4)"),
    tie=clauses("MA-5(b).1"),
    long_21_to_blackjack=clauses("MA-5(b).2"),
    lower=clauses("MA-5(a)(2)", "MA-5(e).1"),
    bust=clauses("MA-5(a)(1)", "MA-5(e).1"),
)


def settlement(house: House) -> Settlement:
    """5: who wins, and what a win pays."""
    return common.settlement(
        house,
        COMPARISON,
        Comparison(split_21_is_best=house.takes("S02", "literal"), ties_above_21=house.takes("S03", "literal")),
        common.premiums(
            house,
            doubled=clauses("MA-5(f).1", "MA-9(b)"),
            split=clauses("MA-10(e)"),
            on_original=house.takes("MA20", "premium_on_original"),
            unsplit_only=house.takes("MA24", "unsplit_only"),
        ),
        split_21=clauses("MA-1.blackjack.2"),
        only_against_21=house.takes("S01", "literal"),
        at_once=PaidAtOnce(clauses("MA-5(e).1")) if house.takes("MA21", "at_once") else None,
        busts_lost=house.takes("S04", "busted_plus_one"),
    )


MATCH = clauses("MA-6(a).1", "MA-6(b).1", "MA-6(c).1")


def match_wager(house: House) -> SideWager:
    """6: at most the main wager, losing wagers first."""
    terms = side_terms(house, match.UP, MATCH, needs_main=clauses("MA-6(b).1"), not_above_main=clauses("MA-6(b)(1)"))
    return match.match_the_dealer(
        terms,
        odds_of(side_pays(house, match.UP)),
        loses=clauses("MA-6(a).1", "MA-6(d).2"),
        several=clauses("MA-6(a).2"),
        points=house.takes("S15", "point_value"),
        losers_first=True,
    )


def drawing(house: House) -> Drawing:
    """12(a): below 21; a soft 21 too if so read (S06)."""
    return Drawing(
        offered=clauses("MA-7(f).1", "MA-12(a).1"),
        below_21=clauses("MA-12(a).1"),
        not_on_21=clauses("MA-12(a)(1)"),
        not_on_blackjack=clauses("MA-12(a)(1)"),
        bust=clauses("MA-5(a)(1)"),
        doubled=clauses("MA-9(a).3", "MA-12(a)(2)"),
        split_aces=common.split_aces(house, clauses("MA-10(c).2")),
        soft_21=house.takes("S06", "literal"),
    )


SURRENDER = Surrender(
    offered=clauses("MA-8(a).1"),
    first=clauses("MA-8(a).2"),
    at_once=clauses("MA-8(a)(1)"),
    held=clauses("MA-8(a)(2).3"),
    to_blackjack=clauses("MA-8(a)(2).2"),
    on_split_hand=clauses("MA-8(a).2", "MA-10(c).2"),
    not_on_blackjack=clauses("MA-5(a)(3)", "MA-8(a).1"),
)

SPLITTING = Splitting(
    offered=clauses("MA-10(a).1"),
    wager=clauses("MA-10(a).2"),
    again=clauses("MA-10(c).3"),
    order=clauses("MA-10(b)"),
    limit=clauses("MA-10(c).4"),
    decisions=clauses("MA-10(c).2"),
    to_blackjack=clauses("MA-10(d)"),
)


def insurance(house: House) -> Insurance:
    """11: against an ace, for half of the wager."""
    reader = clauses("MA-11(b).4") if house.word("dealing_procedure") == "hole_reader" else ()
    return common.insurance(
        house,
        offered=clauses("MA-11(a).1"),
        amount=clauses("MA-11(b).1", "MA-11(b).2"),
        moment=clauses("MA-11(b).3") + reader,
        locked=clauses("MA-5(i)"),
        wins=clauses("MA-11(a).2"),
        loses=clauses("MA-11(a).3"),
        collected=clauses("MA-11(d)"),
        chips=CONDUCT.chips,
        collected_at_check=house.takes("MA11", "at_reader"),
    )


def irregular(house: House) -> Irregularities:
    """15: what is done when something goes wrong."""
    counted = (not house.takes("S17", "round"), house.takes("S40", "anew"))
    return Irregularities(
        unwinds=not house.takes("MA23", "decided_stands"),
        face_up=SetAside(clauses("MA-15(a).1"), clauses("MA-15(a).2"), *counted),
        tens=SetAside(clauses("MA-15(b).1"), clauses("MA-15(b).2"), *counted),
        in_error=SeenTooEarly(
            unseen=clauses("MA-15(c)"),
            offered=clauses("MA-15(d).1"),
            refused=clauses("MA-15(d).2"),
            unused=clauses("MA-15(d).3"),
        ),
        overdrawn=clauses("MA-15(e)"),
        passed_over=PassedOver(
            dealer=clauses("MA-15(f)"),
            no_card=clauses("MA-15(h).1"),
            one_card=clauses("MA-15(h).2"),
            asked_for=clauses("MA-15(i)"),
            dead=clauses("MA-15(i)"),
        ),
        reader=ReaderTrouble(
            misused=clauses("MA-15(l).1"),
            dead=clauses("MA-15(l)(1)"),
            goes_on=clauses("MA-15(l)(2)"),
            failed=clauses("MA-15(k)bis"),
            readable=house.flag("reader_reveals_to_players"),
            unwinds=house.takes("S38", "unwind"),
        ),
    )


def supervision(house: House) -> Supervision:
    """4(f), 5(c), 5(j), 7(c), 15(j) and 15(k): what a casino supervisor may order or confirm."""
    spoken = SpokenWagers(
        taken=house.flag("verbal_wagers"),
        heard=clauses("MA-5(c).2", "MA-6(c).2"),
        changed=clauses("MA-5(c).3", "MA-6(c).3"),
        confirmed=clauses("MA-5(c).2", "MA-6(c).2"),
    )
    return Supervision(
        in_charge=Role.SUPERVISOR,
        recut=clauses("MA-4(f).1", "MA-4(f).2"),
        recut_by_last=house.word("recut_by") == "last_cutter",
        recut_until_dealt=True,
        relief=clauses("MA-7(c).3"),
        shuffler=common.shuffler(house, clauses("MA-15(j)"), clauses("MA-15(k)")),
        entry=EntryBar(clauses("MA-5(j)"), clauses("MA-5(j)")) if house.flag("no_mid_shoe_entry") else None,
        spoken=spoken,
    )


def betting(house: House, sides: tuple[SideWager, ...], refused: dict[Wager, Refusal]) -> BettingTerms:
    no_match = {} if house.offers(match.UP) else {match.UP: not_offered(MATCH)}
    terms = betting_terms(house, BETTING, sides, {**no_match, **refused}, sharing=sharing(house))
    return replace(terms, coupons=clauses("MA-5(c).1") if house.flag("match_play_coupons") else None)


def sharing(house: House) -> Sharing | None:
    """13: up to three people on one box, if the house lets them."""
    bettors = house.integer("bettors_per_box")
    rule = Sharing(
        bettors,
        consent=clauses("MA-13(a).2"),
        seated=clauses("MA-13(b).1"),
        most=clauses("MA-13(b).2"),
        doubles=clauses("MA-13(d).1"),
        splits=clauses("MA-13(e)"),
    )
    return rule if bettors > 1 else None


def compile_rules(house: House) -> BlackjackRules:
    """This edition under one house."""
    draws, insured, trouble, staff = drawing(house), insurance(house), irregular(house), supervision(house)
    sides = (*((match_wager(house),) if house.offers(match.UP) else ()), insured.wager)
    return BlackjackRules(
        steps=ROUND,
        menu=common.sharing_menu() if sharing(house) else common.menu(),
        incidents=handlers(trouble, staff),
        points=POINTS,
        conduct=CONDUCT,
        betting=betting(house, sides, {}),
        shoe=shoe(house),
        dealing=common.dealing(house, clauses("MA-7(i).3"), clauses("MA-7(i).5")),
        drawing=draws,
        doubling=common.double_once_or_twice(
            house,
            draws,
            offered=clauses("MA-9(a).1"),
            amount=clauses("MA-9(a).2"),
            one_card=clauses("MA-9(a).3"),
            to_blackjack=clauses("MA-9(c)"),
        ),
        splitting=common.splitting(house, SPLITTING),
        surrender=common.surrender(house, SURRENDER),
        rescue=common.rescue(house, clauses("MA-9(d).1"), clauses("MA-9(d).2")),
        insurance=insured,
        dealer=common.dealer(house, second_card_if_needed=house.takes("S14", "nothing_more")),
        settlement=settlement(house),
        sides=sides,
        award=common.suited_sevens_award(house),
        irregular=trouble,
        supervision=staff,
    )
