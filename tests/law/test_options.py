"""Each option: what its clause permits is accepted, what it does not permit is refused under that clause.

The expectations are written here by hand from the text, so that a slip in a rulebook does not agree with itself.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from pitboss.law.house import Defect, House, check, defaults, not_dealt_yet
from pitboss.law.rulebook import load, read_data, rulebook_ids

OLDER, NEWER = "spanish21-ma-prior", "spanish21-ma"
SMALL = Decimal("0.02")
WHEEL = [{"pays": 10, "weight": 3}, {"pays": 50, "weight": 1}]
STEPS = ["plug", "riffle", "riffle", "strip", "turn", "riffle", "cut"]


def judge(book: str, settings: dict[str, Any], readings: dict[str, Any] | None = None) -> list[Defect]:
    found = check(load(book), settings, readings or {})
    return [] if isinstance(found, House) else found


def case(clause: str, option: str, lawful: list[Any], unlawful: list[Any], default: Any, **context: Any) -> Any:
    mark = pytest.mark.clause(clause)
    return pytest.param(clause, option, lawful, unlawful, default, context, id=option, marks=mark)


OF_EVERY_HOUSE = {"adjust_limit"}
OPTIONS = [
    case("MA-2(a).1", "decks", [6, 8], [0, 1, 5, 7, 9, 16], 6),
    case(
        "MA-7(g).5",
        "dealing_procedure",
        ["no_hole", "hole_no_reader", "hole_reader"],
        ["peek", "none", ""],
        "hole_reader",
    ),
    case("MA-7(i).1", "dealing_procedure", ["hole_no_reader", "hole_reader"], ["none"], "hole_reader"),
    case("MA-5(a).1", "main_min", [SMALL, Decimal("0.50"), 5, 100], [0, -5], 500, chip=SMALL),
    case("MA-5(a).1", "main_max", [SMALL, 5, 10000], [0, -5], 50000, chip=SMALL, main_min=SMALL),
    case("MA-5(c).1", "chip", [Decimal("0.50"), 1, Decimal("0.02"), 5], [Decimal("0.25"), Decimal("0.01"), 0], 50),
    case("MA-6(a).1", "match_offered", [True, False], [], True),
    case("MA-6(b).2", "match_min", [1, 2, 5], [Decimal("0.50"), 0], 100),
    case("MA-6(b)(2).1", "match_max", [1, 25], [Decimal("0.50"), 0], None),
    case("MA-14.2", "boxes_per_player", [1, 2, 7], [0, -1], 1),
    case("MA-13(a).1", "bettors_per_box", [1, 2, 3], [0, 4], 1),
    case("MA-7(d)(1)", "seats", [1, 5, 7], [0, 8], 7),
    case("MA-12(b)", "dealer_stands", [17], [16, 18], 17),
    case("MA-12(b)", "soft17", ["stand"], ["hit"], "stand"),
    case("MA-10(c).4", "max_splits", [3], [0, 1, 2, 4], 3),
    case("MA-10(c).4", "max_splits_aces", [3], [1, 2, 4], 3),
    case("MA-5(e).1", "settlement_order", ["losers_then_winners"], ["one_pass_from_right"], "losers_then_winners"),
    case("MA-3(a).1", "opening", ["inspect_at_table", "preshuffled"], ["none"], "inspect_at_table"),
    case("MA-4(a).2", "shuffle_method", ["manual", "automated"], ["none"], "manual"),
    case("MA-4(b)(1).2", "device_loads_shoe", [True, False], [], False, shuffle_method="automated"),
    case("MA-4(h)", "continuous_shuffler", [False], [True], False),
    case("MA-4(e).1", "cut_from_ends", [48], [10, 47, 49, 52], 48),
    case("MA-4(e).4", "cut_card_behind", [72, 73, 287], [0, 71, 288], 72),
    case("MA-4(e).4", "cut_card_behind", [96, 120], [72, 95], 96, decks=8),
    case("MA-2(a).3", "cut_cards", [1], [0, 2], 1),
    case("MA-4(f).2", "recut_by", ["next_entitled", "last_cutter"], ["anyone", "none"], "next_entitled"),
    case("MA-4(i).1", "idle_spread", ["face_up", "face_down"], ["none"], "face_up"),
    case("MA-5(j)", "no_mid_shoe_entry", [True, False], [], False),
    case("MA-5(c).2", "verbal_wagers", [True, False], [], False),
    case("MA-5(c).1", "match_play_coupons", [True, False], [], False),
    case("MA-15(l)(1)", "reader_reveals_to_players", [True, False], [], False),
    case("MA-4(h)", "approved_procedure", ["MGC 2026-17, 1 March 2026"], [], None),
]
MARYLAND = [
    case("MD-3.A.1", "decks", [6, 8], [1, 7, 9], 6),
    case("MD-2.E", "dealing_procedure", ["hole_reader"], ["no_hole", "hole_no_reader"], "hole_reader"),
    case("MD-6.F", "main_min", [SMALL, 5], [0, -5], 500, chip=SMALL),
    case("MD-6.F", "main_max", [5, 10000], [0, -1], 50000),
    case("MD-6.A", "chip", [Decimal("0.50"), 1], [Decimal("0.25"), 0], 50),
    case("MD-6.G(1)", "match_offered", [True, False], [], True),
    case("MD-6.G(1)", "match_min", [Decimal("0.50"), 5], [0], 100),
    case("MD-6.G(1)", "match_max", [5, 1000], [0], 50000),
    case("MD-6.H", "boxes_per_player", [1, 2, 7], [0, -1], 1),
    case("MD-6.H", "bettors_per_box", [1], [2, 3], 1),
    case("MD-2.A", "seats", [1, 7], [0, 8], 7),
    case("MD-11.D", "max_splits", [1, 3, 5], [0, -1], 3),
    case("MD-11.D", "max_splits_aces", [1, 3], [0, -1], 3),
    case(
        "MD-7.R.1",
        "settlement_order",
        ["losers_then_winners", "one_pass_from_right"],
        ["none"],
        "losers_then_winners",
    ),
    case("MD-7.M", "dealer_stands", [17], [16, 18], 17),
    case("MD-7.M", "soft17", ["stand"], ["hit"], "stand"),
    case("MD-4.G", "opening", ["inspect_at_table", "preshuffled"], ["none"], "inspect_at_table"),
    case("MD-4.G", "preshuffled_approval", ["MLGCA 2026-5, 3 March 2026"], [], None),
    case("MD-7.A", "shoe_location", ["left of the dealer"], [], None),
    case("MD-5.A.2", "shuffle_method", ["manual", "automated"], ["none"], "manual"),
    case("MD-5.A(2)", "device_loads_shoe", [True, False], [], False, shuffle_method="automated"),
    case("MD-5.J", "continuous_shuffler", [False], [True], False),
    case("MD-5.J", "approved_procedure", ["laboratory report 7, 2 May 2026"], [], None),
    case("MD-5.E.1", "cut_from_ends", [10], [0, 9, 11, 48], 10),
    case("MD-5.E(2)", "cut_card_behind", [72, 100], [0, 71], 72),
    case("MD-5.E(2)", "cut_card_behind", [96, 120], [72, 95], 96, decks=8),
    case("MD-3.A.3", "cut_cards", [1, 2], [0], 1),
    case("MD-5.F(1)", "recut_by", ["next_entitled", "last_cutter"], ["none"], "next_entitled"),
    case("MD-5.H.1", "idle_spread", ["face_down"], ["face_up", "none"], "face_down"),
    case("MD-6.C.1", "no_mid_shoe_entry", [True, False], [], False),
    case("MD-6.B.1", "verbal_wagers", [True, False], [], False),
    case("MD-2.B(6)(b)", "payout_limit", [500, 5000], [0, -5], None),
    case("MD-13.P(1)", "reader_reveals_to_players", [True, False], [], False),
]
CHARITY = [
    case("CH-decks", "decks", [6], [1, 7, 8], 6),
    case("CH-deal.2", "dealing_procedure", ["dealer_checks"], ["no_hole", "hole_reader"], "dealer_checks"),
    case("CH-limits.1", "main_min", [1, Decimal("1.50"), 10], [0, Decimal("0.50")], 100),
    case("CH-limits.2", "main_max", [1, 10], [0, Decimal("10.50"), 500], 1000),
    case("CH-ante", "chip", [Decimal("0.50"), 1], [Decimal("0.25"), 0], 50),
    case("CH-limits.1", "match_min", [1, Decimal("1.50"), 10], [0, Decimal("0.50")], 100),
    case("CH-limits.2", "match_max", [1, 10], [0, Decimal("10.50")], 1000),
    case("CH-hands.1", "boxes_per_player", [1, 7], [0, 8], 7),
    case("CH-silent", "bettors_per_box", [1], [2], 1),
    case("CH-hands.1", "seats", [1, 7], [0, 8], 7),
    case("CH-split.4", "max_splits", [3], [2, 4], 3),
    case("CH-split.5", "max_splits_aces", [1], [0, 2, 3], 1),
    case("CH-double.2", "max_doubles", [2], [1, 3], 2),
    case("CH-settle", "settlement_order", ["one_pass_from_right"], ["losers_then_winners"], "one_pass_from_right"),
    case("CH-dealer", "dealer_stands", [17], [16, 18], 17),
    case("CH-cut.2", "cut_from_ends", [48], [10, 47, 49, 52], 48),
    case("CH-cut.4", "cut_card_behind", [48], [47, 49, 72], 48),
    case("CH-cut.4", "cut_cards", [2], [1, 3], 2),
]
RULE_8 = "CO-2102.1"
PLUS_THREE = [
    case("CO-2107(1).2", "decks", [1, 2, 4, 5, 6, 7, 8], [0, 3, 9], 6),
    case("CO-2107(1).2", "version", ["standard", "xtreme"], ["another", "none"], "standard"),
    case("CO-2107(1).2", "version", ["standard", "xtreme"], ["another"], "standard", decks=2),
    case("CO-2107(1).3", "version", ["xtreme"], ["standard"], "xtreme", decks=1),
    case("CO-2107-SG.note.1", "player_cards", ["face_up"], ["face_down", "another", "none"], "face_up"),
    case("CO-2107-SG.note.1", "player_cards", ["face_up"], ["face_down"], "face_up", decks=4),
    case("CO-2107-SG.note.1", "player_cards", ["face_up", "face_down"], [], "face_up", decks=1),
    case("CO-2107-SG.note.1", "player_cards", ["face_up", "face_down"], [], "face_up", decks=2),
    case("CO-2107-SG(2).1", "side_min", [1, 100], [0], 100),
    case("CO-2107-SG(2).1", "side_max", [1, 500], [0], 10000),
    case("CO-2107-SG(2).2", "aggregate_limit", [1, 500], [0], None),
]
BUFFALO_2 = [
    case("CO-2113(1).2", "decks", [1, 2, 4, 6], [0, 3, 5, 7, 8], 6),
    case("CO-2113(1).3", "dealing", ["shoe"], ["hand", "another", "none"], "shoe"),
    case("CO-2113(1).3", "dealing", ["hand"], ["shoe"], "hand", decks=2),
    case("CO-2113(1).3", "dealing", ["hand"], ["shoe"], "hand", decks=1),
    case("CO-2113(1).3", "dealing", ["shoe"], ["hand"], "shoe", decks=4),
    case("CO-2113(5).1", "table_21_plus_3", ["A", "B"], ["C", "none"], "A"),
    case("CO-2113(5).1", "table_21_plus_3", ["A", "B"], ["C"], "A", decks=2),
    case("CO-2113(5).1", "table_21_plus_3", ["A", "B"], ["C"], "A", decks=4),
    case("CO-2113(1).2", "table_21_plus_3", ["B"], ["A"], "B", decks=1),
    case("CO-2113(2).2", "side_min", [1, 100], [0], 100),
    case("CO-2113(2).2", "side_max", [1, 500], [0], 10000),
    case("CO-2113(7).4", "bust_bonus_min", [1, 100], [0], 100),
    case("CO-2113(7).4", "bust_bonus_max", [1, 500], [0], 10000),
    case("CO-2113(2).3", "aggregate_limit", [1, 500], [0], None),
    case("CO-2113(3).1", "tip_bets", [True, False], [], False),
    case("CO-2113(3).3", "tip_even_dollar", [True, False], [], False),
    case("CO-2113(3).3", "tip_max", [1, 25], [0], None),
]
BUFFALO_3 = [
    case("CO-2114(1).2", "decks", [4, 6], [0, 1, 2, 3, 5, 7, 8], 6),
    case("CO-2114(5).1", "table_21_plus_3", ["A", "B"], ["C", "none"], "A"),
    case("CO-2114(5).1", "top_3_table", ["A", "B"], ["C", "none"], "A"),
    case("CO-2114(2).4", "side_min", [1, 100], [0], 100),
    case("CO-2114(2).4", "side_max", [1, 500], [0], 10000),
    case("CO-2114(6).3", "bust_bonus_min", [1, 100], [0], 100),
    case("CO-2114(6).3", "bust_bonus_max", [1, 500], [0], 10000),
    case("CO-2114(2).5", "aggregate_limit", [1, 500], [0], None),
    case("CO-2114(3).1", "tip_bets", [True, False], [], False),
    case("CO-2114(3).3", "tip_even_dollar", [True, False], [], False),
    case("CO-2114(3).3", "tip_max", [1, 25], [0], None),
]
SWITCH = [
    case("CO-2105(1).2", "decks", [6, 8], [0, 1, 2, 4, 5, 7, 9], 6),
    case("CO-2105(8)(c).1", "split_by", ["value"], ["rank", "suit"], "value"),
    case("CO-2105(9)", "soft17", ["stand", "hit"], ["draw", "none"], "hit"),
    case("CO-2105(2).1", "main_min", [1, 5, 100], [0], 500),
    case("CO-2105(2).1", "main_max", [5, 500], [0], 10000),
    case("CO-2105(2).2", "side_min", [1, 100], [0], 100),
    case("CO-2105(2).2", "super_match", [True, False], [], True),
    case("CO-2105(2).2", "buster_offered", [True, False], [], True),
    case("CO-2105(2).2", "side_max", [1, 500], [0], 10000),
    case("CO-2105(3).1", "tip_bets", [True, False], [], False),
    case("CO-2105(3).1", "tip_even_dollar", [True, False], [], False),
    case("CO-2105(3).1", "tip_max", [1, 25], [0], None),
]
SCHEDULES = {1: [4], 2: [1, 2, 3], 6: [1, 2, 3, 12, 13, 14]}
GOLDEN = [
    case("CO-2108(2).1", "decks", [1, 2, 6], [0, 3, 4, 5, 7, 8], 6),
    case("CO-2108(2).2", "dealing", ["shoe", "hand", "continuous"], ["another", "none"], "shoe"),
    case("CO-2108(2).2", "dealing", ["shoe", "hand", "continuous"], ["another"], "hand", decks=1),
    case("CO-2108(2).2", "dealing", ["shoe", "hand", "continuous"], ["another"], "hand", decks=2),
    case("CO-2108(7)", "soft17", ["hit"], ["stand"], "hit"),
    *(
        case(
            "CO-2108-GW(9).1",
            "schedule",
            lawful,
            [each for each in range(16) if each not in lawful],
            lawful[0],
            decks=decks,
        )
        for decks, lawful in SCHEDULES.items()
    ),
    case("CO-2108-GW(3).1", "side_min", [1, 100], [0], 100),
    case("CO-2108-GW(3).1", "side_max", [1, 500], [0], 10000),
    case("CO-2108-GW(3).2", "golden_cap_main", [True, False], [], False),
    case("CO-2108-GW(3)(a).1", "no_mid_deck_entry", [False], [True], False),
    case("CO-2108-GW(3)(a).1", "no_mid_deck_entry", [True, False], [], False, decks=1),
    case("CO-2108-GW(3)(a).1", "no_mid_deck_entry", [True, False], [], False, decks=2),
    case("CO-2108-GW(3)(a).1", "no_mid_deck_main_entry", [False], [True], False),
    case("CO-2108-GW(3)(a).1", "no_mid_deck_main_entry", [True, False], [], False, decks=1),
    case("CO-2108-GW(3)(a).1", "no_mid_deck_main_entry", [True, False], [], False, decks=2),
    case("CO-2108-GW(4).1", "tip_bets", [True, False], [], False),
    case("CO-2108-GW(4).3", "tip_even_dollar", [True, False], [], False),
    case("CO-2108-GW(4).3", "tip_max", [1, 500], [0], None),
]
BLACKJACK = [
    case(RULE_8, "decks", [1, 2, 3, 4, 5, 6, 7, 8], [0, 9], 6),
    case(RULE_8, "dealing_procedure", ["dealer_checks"], ["no_hole", "hole_reader"], "dealer_checks"),
    case(RULE_8, "soft17", ["stand", "hit"], ["draw", "none"], "stand"),
    case(RULE_8, "double", ["any_two", "any_number"], ["none", "nine_to_eleven"], "any_two"),
    case(RULE_8, "double_after_split", [True, False], [], True),
    case(RULE_8, "surrender", ["none", "late"], ["early", "another"], "none"),
    case(RULE_8, "split_by", ["value", "rank"], ["points", "none"], "value"),
    case(RULE_8, "max_splits", [0, 1, 2, 3], [-1, 4], 3),
    case(RULE_8, "resplit_aces", [True, False], [], False),
    case(RULE_8, "hit_split_aces", [True, False], [], False),
    case(RULE_8, "dealer_stands", [17], [16, 18], 17),
    case(RULE_8, "settlement_order", ["one_pass_from_right"], ["losers_then_winners"], "one_pass_from_right"),
    case(RULE_8, "main_min", [1, 5, 100], [0], 500),
    case(RULE_8, "main_max", [5, 500], [0], 10000),
    case(RULE_8, "chip", [Decimal("0.50"), 1], [Decimal("0.25"), 0], 50),
    case(RULE_8, "seats", [1, 7], [0, 8], 7),
    case(RULE_8, "boxes_per_player", [1, 7], [0, 8], 1),
    case(RULE_8, "bettors_per_box", [1], [0, 2], 1),
    case(RULE_8, "cut_from_ends", [1, 10, 155], [0, 156], 10),
    case(RULE_8, "cut_card_behind", [0, 26, 311], [-1, 312], 26),
    case(RULE_8, "cut_cards", [1], [0, 2], 1),
]
AGAIN = "CO-2111-PR(2)(a).2"
THREE_CARDS = [
    case("CO-2111(1).2", "decks", [6, 8], [1, 2, 4, 7, 9], 6),
    case("CO-2111(1).3", "dealing", ["shoe", "continuous"], ["hand", "none"], "shoe"),
    case("CO-2111(5).1", "paytable", [1, 2, 3, 4, 5], [0, 6], 1),
    case("CO-2111(5).1", "paytable", [1, 3, 4, 5], [2], 1, decks=8),
    case("CO-2111-PR(2).1", "double", ["any_two", "any_number"], ["none"], "any_two"),
    case("CO-2111-PR(3)(a)", "surrender", ["none"], ["late"], "none"),
    case("CO-2111-PR(2)(a).1", "split_by", ["value", "rank"], ["points", "none"], "value"),
    case(AGAIN, "max_splits", [1], [0, 2], 1),
    case(AGAIN, "resplit_aces", [False], [True], False),
    case(AGAIN, "hit_split_aces", [True, False], [], False),
    case(AGAIN, "double_after_split", [True, False], [], True),
    case("CO-2111(2).2", "main_min", [1, 5, 10], [], 500),
    case("CO-2111(2).2", "main_max", [100, 500], [], 10000),
]
PACKETS = [
    case("CO-2112(1).2", "decks", [1], [0, 2, 6], 1),
    case("CO-2112(1).2", "seats", [1, 7, 9], [0, 10], 9),
    case("CO-2112(1).3", "boxes_per_player", [1, 2, 9], [0, -1], 1),
    case("CO-2112(2).1", "main_min", [1, 5, 100], [0], 500),
    case("CO-2112(2).1", "main_max", [5, 100], [0, Decimal("100.50"), 500], 10000),
    case("CO-2112(2).1", "chip", [Decimal("0.50"), 1], [Decimal("0.25"), 0], 50),
    case("CO-2112(2).2", "bonus_offered", [True, False], [], True),
    case("CO-2112(5).3", "bonus_table", [1, 2, 3, 4], [0, 5], 1),
    case("CO-2112(2).2", "side_min", [1, 100], [0], 100),
    case("CO-2112(2).2", "side_max", [1, 500], [0], 10000),
    case("CO-2112(2).3", "tip_bets", [True, False], [], False),
    case("CO-2112(2).3", "tip_even_dollar", [True, False], [], False),
    case("CO-2112(2).3", "tip_max", [1, 25], [0], None),
    case("CO-2112(11)(i)(i)", "foul_policy", ["house_way", "reset", "lose"], ["none"], "house_way"),
    case("CO-2112(11)(i)(ii)", "foul_policy", ["lose"], ["another"], "house_way"),
    case("CO-2112(11)(i)(iii)", "foul_policy", ["house_way"], ["another"], "house_way"),
    case("CO-2112(11)(j).1", "assistance", [True, False], [], True),
]
STRAIGHTS = [
    case("CO-2109(3)", "side_min", [1, 5], [0, 200], 100),
    case("CO-2109(3)", "side_max", [1, 100], [0], 10000),
]
PROGRESSIVE = [
    case("CO-2110(3).1", "side_min", [1], [2, 5], 100),
    case("CO-2110(3).1", "side_max", [1, 100], [0], 10000),
    case("CO-2110(14).1", "paytable", ["SJP1", "SJP2", "SJP3", "SJP4"], ["SJP5", "none"], "SJP1"),
    case(
        "CO-2110(15)(c)",
        "award_procedure",
        ["Table games manual 7.4"],
        [],
        "the house's procedure for progressive awards",
    ),
    case(
        "CO-2110(16).1",
        "several_awards",
        ["Table games manual 7.5"],
        [],
        "the house's procedure for several progressive awards",
    ),
    case("CO-2110(16).3", "meter_seed", [Decimal("0.01"), 25000, Decimal("7777.77")], [0], 1000000),
    case("CO-2110(16).2", "meter_increment", [0, Decimal("0.15"), 1], [], 150000),
    case("CO-2110(16).3", "meter_reserve", [0, Decimal("0.05"), Decimal("0.85")], [], 0),
    case("CO-2110(16).2", "meter_first_dollar", [True, False], [], False),
]
ANTE_UP = [
    case("CO-2106(1).2", "decks", [6], [1, 4, 7, 8], 6),
    case("CO-2106(12)(b)", "soft17", ["hit"], ["stand"], "hit"),
    case("CO-2106(11)(d)", "surrender", ["none"], ["late"], "none"),
    case("CO-2106(12)(a)", "dealer_stands", [17], [16, 18], 17),
    case(
        "CO-2106(13)(b).1", "settlement_order", ["one_pass_from_right"], ["losers_then_winners"], "one_pass_from_right"
    ),
    case("CO-2106(2).1", "main_min", [1, 5, 100], [0, 101], 500),
    case("CO-2106(2).1", "main_max", [5, 100, 5000], [0], 10000),
    case("CO-2106(13)(c)", "qualifies_from", ["Q"], ["J", "K", "A"], "Q"),
    case("CO-2106(2).1", "require_both", [True, False], [], True),
    case("CO-2106(2).1", "ante_at_most_21", [True, False], [], True),
    case("CO-2106(1).3", "poker_bonus", [True, False], [], True),
    case("CO-2106(1).3", "poker_bonus", [False], [True], False, decks=2),
    case("CO-2106(14).1", "schedule", ["A", "B", "C", "D"], ["E", "none"], "A"),
    case("CO-2106(2)(a)", "bonus_min", [1, 25], [0, 101], 100),
    case("CO-2106(2)(a)", "bonus_max", [1, 500], [0], 10000),
    case("CO-2106(6)", "tip_bets", [True, False], [], False),
    case("CO-2106(6)", "tip_even_dollar", [True, False], [], False),
    case("CO-2106(6)", "tip_max", [1, 25], [0], None),
]
HOLD_EM = [
    case("CO-2104(1).2", "decks", [1], [2, 6], 1),
    case("CO-2104(1).2", "cut_from_ends", [0], [1], 0),
    case("CO-2104(1).2", "cut_card_behind", [0], [26], 0),
    case("CO-2104(1).2", "cut_cards", [0], [1], 0),
    case("CO-2104(1).3", "burn_count", [0, 1, 3, 36], [-1, 37, 52, 53, 1000000], 0),
    case("CO-2104(2).1", "main_min", [1, 5, 100], [0, 101], 500),
    case("CO-2104(2).1", "main_max", [5, 100, 5000], [0], 10000),
    case("CO-2104(2)(a).1", "poker_min", [1, 25], [0, 101], 100),
    case("CO-2104(2)(a).1", "poker_max", [1, 500], [0], 10000),
    case("CO-2104(2).2", "poker_entry", ["optional", "compulsory"], ["never", "none"], "optional", main_min=1),
    case("CO-2104(2)(b).2", "together_max", [5], [4, 6, 10], 500),
    case("CO-2104(13)(b)-pay.9", "paying_pair_from", ["7"], ["6", "8", "J"], "7"),
    case("CO-2104(2)(a).3", "extra_blackjack_hands", [True, False], [], False),
    case("CO-2104(2)(a).3", "boxes_per_player", [1, 7], [8], 1, extra_blackjack_hands=True),
    case("CO-2104(3).1", "tip_bets", [True, False], [], False),
    case("CO-2104(3).1", "tip_even_dollar", [True, False], [], False),
    case("CO-2104(3).2", "tip_max", [1, 25], [0], None),
]
ADDED = [
    case("MA-16(a).1", "bonus_spin", [True, False], [], False, wheel=WHEEL),
    case("MA-16(b)", "bonus_spin_wager", [5], [1, 4, 10], 500),
    case("MA-16(c)", "bonus_spin_ace", [10], [5, 15], 1000),
    case(
        "MA-16(d)(2).2",
        "wheel",
        [WHEEL],
        [WHEEL[:1], [*WHEEL, {"pays": 0, "weight": 1}], [*WHEEL, {"pays": 1, "weight": 0}]],
        None,
    ),
]


def holds(book: str, clause: str, option: str, lawful: list[Any], unlawful: list[Any], context: dict[str, Any]) -> None:
    for value in lawful:
        assert judge(book, {**context, option: value}) == [], f"{option} = {value} is lawful"
    for value in unlawful:
        found = judge(book, {**context, option: value})
        assert found, f"{option} = {value} is not lawful"
        assert found[0].where == f"house.{option}"
        assert clause in found[0].clauses
        assert not found[0].malformed
        assert option in found[0].says or option == "wheel"


@pytest.mark.parametrize(("clause", "option", "lawful", "unlawful", "default", "context"), OPTIONS)
@pytest.mark.parametrize("book", [OLDER, NEWER])
def test_option(
    book: str, clause: str, option: str, lawful: list[Any], unlawful: list[Any], default: Any, context: dict[str, Any]
) -> None:
    holds(book, clause, option, lawful, unlawful, context)
    house = check(load(book), context, {})
    assert isinstance(house, House)
    assert house.values[option] == default


@pytest.mark.parametrize(("clause", "option", "lawful", "unlawful", "default", "context"), ADDED)
def test_option_of_the_newer_edition(
    clause: str, option: str, lawful: list[Any], unlawful: list[Any], default: Any, context: dict[str, Any]
) -> None:
    holds(NEWER, clause, option, lawful, unlawful, context)
    assert defaults(load(NEWER)).values[option] == default
    assert judge(OLDER, {option: lawful[0]})[0].malformed, "the older edition does not know it"


BOOKS = {
    "spanish21-md": MARYLAND,
    "spanish21-charity": CHARITY,
    "blackjack-co": BLACKJACK,
    "21-plus-3": PLUS_THREE,
    "golden-21": GOLDEN,
    "buffalo-2": BUFFALO_2,
    "buffalo-3": BUFFALO_3,
    "blackjack-switch": SWITCH,
    "3-card-21": THREE_CARDS,
    "straight-jack": STRAIGHTS,
    "straight-jack-progressive": PROGRESSIVE,
    "pai-jack": PACKETS,
    "ante-up-21": ANTE_UP,
    "21-hold-em": HOLD_EM,
}


@pytest.mark.parametrize(
    ("book", "clause", "option", "lawful", "unlawful", "default", "context"),
    [
        pytest.param(book, *each.values, id=f"{book} {each.id}", marks=each.marks)
        for book, cases in BOOKS.items()
        for each in cases
    ],
)
def test_option_of_another_text(
    book: str, clause: str, option: str, lawful: list[Any], unlawful: list[Any], default: Any, context: dict[str, Any]
) -> None:
    holds(book, clause, option, lawful, unlawful, context)
    assert isinstance(house := check(load(book), context, {}), House)
    assert house.values[option] == default


@pytest.mark.parametrize(
    ("book", "settings", "where"),
    [
        ("golden-21", {"golden_cap_main": True, "side_min": 150, "side_max": 200}, "house.side_min"),
        ("golden-21", {"tip_bets": True, "tip_even_dollar": True, "tip_max": Decimal("0.50")}, "house.tip_max"),
        ("21-plus-3", {"aggregate_limit": Decimal("0.10")}, "house.aggregate_limit"),
        ("21-plus-3", {"side_min": 20, "side_max": 10}, "house.side_min"),
    ],
)
def test_limits_that_leave_no_wager_are_found(book: str, settings: dict[str, Any], where: str) -> None:
    found = check(load(book), settings, {})
    assert isinstance(found, list)
    assert [each.where for each in found] == [where]


@pytest.mark.parametrize(
    ("book", "code", "taken"),
    [
        ("21-hold-em", "HE02", "Yes, with the dealer's two cards"),
        ("ante-up-21", "AU05", "Dealer always plays out while an ANTE or BET is alive"),
    ],
)
def test_a_question_without_a_switch_says_which_reading_is_taken(book: str, code: str, taken: str) -> None:
    (found,) = judge(book, {}, {code: "x"})
    assert found.malformed
    assert found.says == f"{code} has no switch; pitboss takes one reading of it: {taken}"


@pytest.mark.clause("CO-2104(1).3")
def test_what_is_burned_leaves_the_first_cards_of_all_boxes() -> None:
    (found,) = judge("21-hold-em", {"burn_count": 53})
    assert "7 boxes and the dealer get 16 first; set it to at most 36" in found.says
    assert judge("21-hold-em", {"burn_count": 48, "seats": 1}) == []
    assert judge("21-hold-em", {"burn_count": 49, "seats": 1}) != []


@pytest.mark.clause("CO-2104(2)(b).4")
def test_where_poker_is_compulsory_a_player_has_one_hand() -> None:
    (found,) = judge("21-hold-em", {"poker_entry": "compulsory", "main_min": 1, "boxes_per_player": 2})
    assert (found.where, found.clauses) == ("house.boxes_per_player", ("CO-2104(2)(b).4",))
    assert "set it to 1" in found.says


def test_every_option_is_examined() -> None:
    added = {"21-plus-3": PLUS_THREE, "golden-21": GOLDEN, "buffalo-2": BUFFALO_2, "buffalo-3": BUFFALO_3}
    added |= {"blackjack-switch": SWITCH, "3-card-21": THREE_CARDS, "straight-jack": STRAIGHTS}
    added |= {"straight-jack-progressive": PROGRESSIVE}
    added |= {"pai-jack": PACKETS, "ante-up-21": ANTE_UP, "21-hold-em": HOLD_EM}
    for book, ours in added.items():
        assert {each.values[1] for each in ours} == set(read_data(book, "rulebook.toml")["options"])
    for book, cases in (("spanish21-md", MARYLAND), ("spanish21-charity", CHARITY), ("blackjack-co", BLACKJACK)):
        assert {each.values[1] for each in cases} == set(load(book).options) - OF_EVERY_HOUSE
    examined = {each.values[1] for each in OPTIONS + ADDED} | {"match_odds", "manual_shuffle_steps"}
    assert examined == set(load(NEWER).options) - OF_EVERY_HOUSE


@pytest.mark.parametrize("book", rulebook_ids())
def test_every_house_states_how_much_one_person_may_adjust(book: str) -> None:
    """No text asks for it, so it stands under no clause."""
    assert set(load(book).options) >= OF_EVERY_HOUSE
    assert defaults(load(book)).cents("adjust_limit") == 10000
    assert judge(book, {"adjust_limit": "little"})[0].malformed


@pytest.mark.clause("MA-2(a).3", "MA-4(e).4", "MA-4(h)")
def test_an_approved_procedure_unlocks_other_cut_cards_and_shufflers() -> None:
    wishes = {"cut_cards": 2, "cut_card_behind": 10, "continuous_shuffler": True}
    assert len(judge(NEWER, wishes)) == 3
    assert judge(NEWER, {**wishes, "approved_procedure": "MGC 2026-17"}) == []


@pytest.mark.clause("MD-5.J")
def test_maryland_lets_a_device_reshuffle_by_itself_once_it_is_approved() -> None:
    assert judge("spanish21-md", {"continuous_shuffler": True})[0].clauses == ("MD-5.J",)
    assert judge("spanish21-md", {"continuous_shuffler": True, "approved_procedure": "report 7"}) == []


@pytest.mark.clause("MA-6(e)")
@pytest.mark.parametrize(
    ("decks", "odds", "defects"),
    [
        (6, {"other_suit": "4:1", "same_suit": "9:1"}, 0),
        (6, {"other_suit": "9:2"}, 0),
        (6, {"other_suit": "7:2"}, 1),
        (6, {"other_suit": "3:1", "same_suit": "12:1"}, 1),
        (8, {"other_suit": "3:1", "same_suit": "12:1"}, 0),
        (8, {"other_suit": "4:1", "same_suit": "9:1"}, 1),
        (8, {"other_suit": "2:1", "same_suit": "11:1"}, 2),
        (6, {"other_suit": "13:3"}, 1),
    ],
)
def test_match_odds_may_be_raised_not_lowered(decks: int, odds: dict[str, str], defects: int) -> None:
    assert len(judge(NEWER, {"decks": decks, "match_odds": odds})) == defects


@pytest.mark.clause("MA-4(j).1", "MA-4(j)(3)", "MA-4(j)(4).2", "MA-4(j)(5).1")
@pytest.mark.parametrize(
    ("steps", "clauses"),
    [
        (STEPS, []),
        (["plug", "riffle", "riffle", "turn", "riffle", "strip", "cut"], []),
        (["riffle", "riffle", "strip", "turn", "riffle", "cut"], ["MA-4(j).1"]),
        (["plug", "riffle", "strip", "riffle", "turn", "riffle", "cut"], ["MA-4(j)(4).2"]),
        (["riffle", "cut"], ["MA-4(j).1"]),
        (["plug", "riffle", "riffle", "strip", "turn", "cut"], ["MA-4(j)(3)"]),
        (["plug", "riffle", "riffle", "strip", "cut", "turn", "riffle"], ["MA-4(j)(5).1"]),
    ],
)
def test_the_manual_shuffle_of_the_newer_edition(steps: list[str], clauses: list[str]) -> None:
    found = judge(NEWER, {"manual_shuffle_steps": steps})
    assert [each.clauses[0] for each in found] == clauses
    assert judge(OLDER, {"manual_shuffle_steps": steps}) == [], "the older edition prescribes no steps"


@pytest.mark.clause("MA-16(d)(2).2")
def test_bonus_spin_needs_a_wheel() -> None:
    assert [each.where for each in judge(NEWER, {"bonus_spin": True})] == ["house.wheel"]


@pytest.mark.clause("MA-13(a).1", "MA-5(j)", "MA-5(c)", "MD-6.B.1", "MD-6.C.1", "MD-2.B(6)(b)")
def test_what_is_lawful_but_not_dealt_yet_is_said_so() -> None:
    wishes: list[tuple[str, str, Any]] = []
    for book, option, value in wishes:
        house = check(load(book), {option: value}, {})
        assert isinstance(house, House), "it is lawful"
        assert [note.where for note in not_dealt_yet(house)] == [f"house.{option}"]
    for book in (NEWER, OLDER, "spanish21-md", "spanish21-charity"):
        assert not_dealt_yet(defaults(load(book))) == []


def test_limits_must_be_in_order_and_in_chips() -> None:
    assert [each.where for each in judge(NEWER, {"main_min": 50, "main_max": 10})] == ["house.main_min"]
    assert [each.where for each in judge(NEWER, {"chip": 5, "main_min": 7})] == ["house.main_min"]
    assert judge(NEWER, {"chip": 5}) == [], "defaults that chips cannot make are raised by the chips themselves"


@pytest.mark.clause("MA-4(h)", "MA-4(j).1", "MA-4(b)(1).2")
def test_what_an_approval_and_a_device_change() -> None:
    assert judge(NEWER, {"manual_shuffle_steps": ["riffle", "cut"], "approved_procedure": "MGC 2026-17"}) == []
    assert judge(NEWER, {"manual_shuffle_steps": ["riffle"], "shuffle_method": "automated"}) == []
    assert [each.where for each in judge(NEWER, {"device_loads_shoe": True})] == ["house.device_loads_shoe"]
    for option, value in (("cut_card_behind", -5), ("cut_card_behind", 9999), ("cut_cards", -1)):
        found = judge(NEWER, {option: value, "approved_procedure": "MGC 2026-17"})
        assert [each.where for each in found] == [f"house.{option}"]
    assert judge(NEWER, {"approved_procedure": " ", "cut_cards": 2})[0].malformed


@pytest.mark.clause("MA-16(b)")
def test_a_chip_that_cannot_make_the_bonus_spin_wager() -> None:
    found = judge(NEWER, {"bonus_spin": True, "wheel": WHEEL, "chip": 2})
    assert [each.where for each in found] == ["house.chip"]


def test_defects_of_several_options_together_are_reported_too() -> None:
    found = judge(NEWER, {"decks": 7, "chip": Decimal("0.25"), "main_min": 50, "main_max": 5, "bonus_spin": True})
    assert {each.where for each in found} == {"house.decks", "house.chip", "house.main_min", "house.wheel"}


def test_a_chip_that_no_limit_can_take_is_a_defect() -> None:
    assert [each.where for each in judge(NEWER, {"chip": 1000})] == ["house.chip"]
    assert judge(NEWER, {"chip": 500}) == []


@pytest.mark.clause("MA-4(j).1")
def test_a_shuffle_step_that_the_text_does_not_know_is_named() -> None:
    (defect,) = judge(NEWER, {"manual_shuffle_steps": ["fly", *STEPS]})
    assert "fly" in defect.says


def test_all_defects_are_reported_at_once() -> None:
    found = judge(NEWER, {"decks": 7, "seats": 9, "soft17": "hit", "max_splits": 4, "match_min": 0})
    assert len(found) == 5
    assert all(each.clauses and not each.malformed for each in found)


@pytest.mark.parametrize(
    ("settings", "readings", "says"),
    [
        ({"deks": 6}, {}, "unknown option 'deks'; did you mean decks?"),
        ({"decks": "six"}, {}, "decks must be a whole number, not six"),
        ({"decks": True}, {}, "decks must be a whole number, not true"),
        ({"match_offered": "yes"}, {}, "match_offered must be true or false, not yes"),
        ({"chip": "x"}, {}, "chip must be an amount of dollars and whole cents, as in 12.50, not x"),
        ({"match_odds": 5}, {}, "match_odds must be a table of odds"),
        ({"match_odds": {"both": "9:1"}}, {}, "unknown row of match-the-dealer 'both'"),
        ({"wheel": 5}, {}, r"wheel must be one \[\[house.wheel\]\] table a section"),
        ({"wheel": [{"pays": 5}]}, {}, "each with pays and weight"),
        ({"wheel": [{"pays": 5, "weight": "x"}]}, {}, "weights are whole numbers"),
        ({"manual_shuffle_steps": "cut"}, {}, "manual_shuffle_steps must be a list of words"),
        ({}, {"S99": "x"}, "unknown reading 'S99'"),
        ({}, {"S02": "literaly"}, "unknown value of S02 'literaly'; did you mean literal?"),
        ({}, {"S02": 5}, "unknown value of S02 '5'"),
        ({}, {"S31": "x"}, "S31 has no switch; pitboss takes one reading of it: "),
    ],
)
def test_what_makes_no_sense_is_malformed(settings: dict[str, Any], readings: dict[str, Any], says: str) -> None:
    import re

    found = judge(NEWER, settings, readings)
    assert len(found) == 1
    assert found[0].malformed
    assert re.search(says, found[0].says) or says in found[0].says


@pytest.mark.clause("MA-4(h)")
@pytest.mark.parametrize("rulebook", ["spanish21-ma", "spanish21-ma-prior"])
def test_an_approved_continuous_shuffler_is_lawful_and_not_dealt_yet(rulebook: str) -> None:
    assert _not_dealt(rulebook) == ["house.continuous_shuffler"]


@pytest.mark.clause("MD-5.J")
def test_a_tested_self_reshuffling_device_is_lawful_and_not_dealt_yet() -> None:
    assert _not_dealt("spanish21-md") == ["house.continuous_shuffler"]


def _not_dealt(rulebook: str) -> list[str]:
    house = check(load(rulebook), {"approved_procedure": "file 12", "continuous_shuffler": True}, {})
    assert isinstance(house, House), house
    return [defect.where for defect in not_dealt_yet(house)]
