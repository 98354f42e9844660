"""What a net result cannot show: the order in which things are done, and the clauses under which they stand."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from conformance.suite import game
from pitboss.cards import Card
from pitboss.core.facts import CardDealt, CardsCollected, CardTurned, HoleCardRead, WagerPlaced, WagerSettled
from pitboss.core.practices import EARLIER, TODAY, Practices
from pitboss.core.requests import Act, Decide
from pitboss.core.rules import RoundContext
from pitboss.core.wagering import open_round
from pitboss.games.blackjack.intents import Split, Stand
from pitboss.ids import DEALER, MAIN, Box, Player
from pitboss.money import Cents
from pitboss.notation.file import parse_round
from pitboss.notation.replay import Replayed, replay
from pitboss.notation.transcript import transcript


def bets(*rows: dict[str, Any]) -> str:
    lines = []
    for row in rows:
        lines.append("[[bets]]")
        lines += [f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}" for key, value in row.items()]
    return "\n".join(lines)


def round_text(cards: str, actions: list[str], *rows: dict[str, Any], house: str = "", readings: str = "") -> str:
    text = f'rulebook = "spanish21-ma"\ncards = "{cards}"\nactions = {actions}\n'
    return text + f"[house]\n{house}\n[readings]\n{readings}\n" + bets(*rows)


def play(cards: str, actions: list[str], *rows: dict[str, Any], house: str = "", readings: str = "") -> Replayed:
    played = replay(parse_round(round_text(cards, actions, *rows, house=house, readings=readings)))
    assert played.refused is None, played.refused
    return played


ANN = {"box": 1, "player": "ann", "main": 10}
BOB = {"box": 2, "player": "bob", "main": 10}
CAT = {"box": 3, "player": "cat", "main": 10}


def settled(played: Replayed) -> list[tuple[str, str, str]]:
    facts = [fact for fact in played.runner.round.facts if isinstance(fact, WagerSettled)]
    return [(fact.player, fact.wager, fact.outcome) for fact in facts]


@pytest.mark.clause("MA-5(e).1")
def test_losing_wagers_are_collected_first_each_pass_from_the_dealers_right() -> None:
    actions = ["ann stand", "bob stand", "cat stand"]
    played = play("Kc 9c Kd 8h  Kh 8c 9d Kc", actions, ANN, BOB, CAT)
    assert settled(played) == [("bob", "main", "lose"), ("cat", "main", "win"), ("ann", "main", "win")]


@pytest.mark.clause("MA-6(d).1", "MA-6(d).2", "MA-6(c).1")
def test_match_wagers_are_settled_before_reader_and_further_cards_losers_first() -> None:
    rows = [{**row, "match-the-dealer": 5} for row in (ANN, BOB, CAT)]
    played = play("Kc 9c Kd Kh  9h 8c 9d 9c", ["ann stand", "bob stand", "cat stand"], *rows)
    match = [row for row in settled(played) if row[1] == "match-the-dealer"]
    assert match == [
        ("bob", "match-the-dealer", "lose"),
        ("cat", "match-the-dealer", "win"),
        ("ann", "match-the-dealer", "win"),
    ]
    facts = played.runner.round.facts
    last_match = max(at for at, fact in enumerate(facts) if isinstance(fact, WagerSettled) and fact.wager != "main")
    reader = next(at for at, fact in enumerate(facts) if isinstance(fact, HoleCardRead))
    assert last_match < reader


@pytest.mark.clause("MA-11(d)")
def test_losing_insurance_is_collected_when_the_hole_card_shows_and_before_the_dealer_draws() -> None:
    played = play("Kc Ah 9d 5c  2c", ["ann insurance 5", "ann stand"], ANN)
    facts = played.runner.round.facts
    turned = next(at for at, fact in enumerate(facts) if isinstance(fact, CardTurned))
    insured = next(at for at, fact in enumerate(facts) if isinstance(fact, WagerSettled) and fact.wager == "insurance")
    drawn = max(at for at, fact in enumerate(facts) if isinstance(fact, CardDealt) and fact.hand == DEALER)
    assert turned < insured < drawn


@pytest.mark.clause("MA-11(d)")
def test_the_other_reading_collects_insurance_at_the_reader() -> None:
    played = play("Kc Ah 9d 5c  2c", ["ann insurance 5", "ann stand"], ANN, readings='MA11 = "at_reader"')
    assert settled(played)[0] == ("ann", "insurance", "lose")
    facts = played.runner.round.facts
    insured = next(at for at, fact in enumerate(facts) if isinstance(fact, WagerSettled))
    assert not any(isinstance(fact, CardTurned) for fact in facts[:insured])


@pytest.mark.clause("MA-11(b).3", "MA-11(b).4")
def test_insurance_is_placed_before_the_reader_is_used() -> None:
    played = play("Kc Ah 9d Kh", ["ann insurance 5"], ANN)
    facts = played.runner.round.facts
    insured = next(at for at, fact in enumerate(facts) if isinstance(fact, WagerPlaced) and fact.wager == "insurance")
    assert insured < next(at for at, fact in enumerate(facts) if isinstance(fact, HoleCardRead))
    assert played.nets == {"ann": 0}


@pytest.mark.clause("MA-7(i).5")
def test_after_the_reader_has_found_a_blackjack_nobody_decides() -> None:
    played = replay(parse_round(round_text("9c Kh 9d Ad", ["ann stand"], ANN)))
    assert played.refused is not None
    assert played.refused.refusal.clauses == ("MA-7(i).5",)


@pytest.mark.clause("MA-10(d)")
def test_an_added_wager_that_goes_back_is_no_push() -> None:
    house = 'dealing_procedure = "no_hole"'
    played = play("Kc Ah Kd  9c 9d  Kh", ["ann split", "ann stand", "ann stand"], ANN, house=house)
    assert sorted(row[2] for row in settled(played)) == ["lose", "returned"]


@pytest.mark.clause("MA-15(a).2")
def test_a_void_round_orders_a_reshuffle() -> None:
    played = play("[face-up 5c] [face-up 6c]", [], ANN)
    assert played.runner.round.layout.reshuffle_due
    assert "The cards are to be reshuffled." in "\n".join(transcript(played.runner.round.facts))


@pytest.mark.clause("MA-15(a)")
def test_a_face_up_card_at_every_card_request() -> None:
    """One changes nothing but itself, two void the round, wherever they come and whatever lies between."""
    cards = ["8c", "9c", "6h", "8d", "3d", "9h", "3c", "Kc", "9d", "2c", "Kd"]
    actions = ["ann split", "ann double", "ann rescue", "ann stand", "bob hit", "bob stand"]
    rows = [{**ANN, "match-the-dealer": 5}, BOB]
    straight = play(" ".join(cards), actions, *rows)
    for first in range(len(cards)):
        once = [*cards[:first], "[face-up 5s]", *cards[first:]]
        assert play(" ".join(once), actions, *rows).nets == straight.nets, first
        for second in range(first, len(cards)):
            twice = [*cards[:first], "[face-up 5s]", *cards[first:second], "[face-up 5s]"]
            played = replay(parse_round(round_text(" ".join(twice), actions, *rows)))
            layout = played.runner.round.layout
            assert layout.void, (first, second)
            assert {layout.net(player) for player in layout.players()} == {0}


@pytest.mark.clause("MA-5(d)")
def test_a_wager_may_be_raised_before_the_first_card() -> None:
    played = play("Kc 9h 9d 9c", ["ann stand"], ANN, {**ANN, "main": 5})
    assert played.nets == {"ann": 1500}


@pytest.mark.clause("MA-8(a)(1)", "MA-8(a)(2).1")
def test_surrender_is_settled_at_once_against_a_small_card_and_held_against_a_face() -> None:
    for up, at_once in (("9h", True), ("Kh", False)):
        played = play(f"Kc 9c {up} 6d 8c 8d", ["ann surrender", "bob stand"], ANN, BOB)
        facts = played.runner.round.facts
        settled_at = next(at for at, fact in enumerate(facts) if isinstance(fact, WagerSettled))
        turned_at = next(at for at, fact in enumerate(facts) if isinstance(fact, CardTurned))
        assert (settled_at < turned_at) is at_once


@pytest.mark.clause("MA-7(a).1", "MA-7(d)", "MA-7(i).1", "MA-7(f).1")
def test_cards_are_dealt_around_the_table_in_the_order_of_the_text() -> None:
    played = play("Kc 9c 8h  9d 5h Kd  3c", ["ann stand", "bob hit", "bob stand"], ANN, BOB)
    dealt = [(str(fact.hand), fact.face) for fact in played.runner.round.facts if isinstance(fact, CardDealt)]
    first = [("1.1", "up"), ("2.1", "up"), ("0.1", "up")]
    assert dealt == [*first, ("1.1", "up"), ("2.1", "up"), ("0.1", "down"), ("2.1", "up")]


@pytest.mark.clause("MA-7(h)")
def test_cards_are_picked_up_from_the_far_right_the_dealers_last() -> None:
    played = play("Kc 9c 8h  9d 9h Kd", ["ann stand", "bob stand"], ANN, BOB)
    collected = next(fact for fact in played.runner.round.facts if isinstance(fact, CardsCollected))
    assert " ".join(map(str, collected.cards)) == "9c 9h Kc 9d 8h Kd"


@pytest.mark.clause("MA-7(h).1")
def test_split_hands_are_picked_up_so_that_each_can_be_rebuilt() -> None:
    """A hand split from another lies to its right: 1, 3, 2 from the dealer's left."""
    played = play("8c 9h 8d 9c  8h Kc  Kd Kh", ["ann split", "ann split", "ann stand", "ann stand", "ann stand"], ANN)
    order = played.runner.round.layout.order
    assert [hand.number for hand in order] == [1, 3, 2]


@pytest.mark.clause("MA-7(b)", "MA-7(i).2")
def test_nothing_but_the_reader_and_the_turn_tells_of_the_hole_card() -> None:
    played = play("Kc 9h 9d Ks", ["ann stand"], ANN)
    hole = [fact for fact in played.runner.round.facts if isinstance(fact, CardDealt) and fact.face == "down"]
    assert [fact.card for fact in hole] == [None]


@pytest.mark.clause("MA-7(e).1", "MA-7(f).2", "MA-9(a).4", "MA-10(c).1", "MA-7(i).4", "MA-7(g).4")
def test_the_transcript_announces_totals() -> None:
    actions = ["ann split", "ann hit", "ann stand", "ann double", "ann rescue"]
    played = play("8c Kh 8d 9c  2h 7c  3c 9d", actions, ANN)
    lines = "\n".join(transcript(played.runner.round.facts))
    assert "Box 1 (ann) gets 8d: 8c 8d, 16." in lines
    assert "Box 1 (ann, hand 1) gets 2h: 8c 2h, 10." in lines
    assert "Box 1 (ann, hand 1) gets 7c: 8c 2h 7c, 17." in lines
    assert "Box 1 (ann, hand 2) gets 9d sideways: 8d 3c 9d, 20." in lines
    assert "The hole card goes face down into the reader: no blackjack. [MA-7(i).3]" in lines
    assert "Dealer turns 9c: Kh 9c, 19." in lines


@pytest.mark.clause("MA-7(g).2", "MA-7(g).4")
def test_the_dealers_card_is_called_before_it_is_dealt_at_the_end() -> None:
    played = play("Kc 6h 9d  5c 9c", ["ann stand"], ANN, house='dealing_procedure = "no_hole"')
    lines = transcript(played.runner.round.facts)
    assert "Dealer's Card! Dealer gets 5c: 6h 5c, 11." in lines
    assert "Dealer gets 9c: 6h 5c 9c, 20." in lines
    assert sum("Dealer's Card!" in line for line in lines) == 1


@pytest.mark.clause("MA-16(d)(1)", "MA-16(d)(2).1")
def test_the_seat_button_is_pressed_and_the_wheel_comes_after_the_dealers_hand() -> None:
    wheel = "bonus_spin = true\nwheel = [{ pays = 20, weight = 1 }, { pays = 90, weight = 1 }]"
    played = play("Ac 6h Kd 9c [spin 2]", [], {**ANN, "bonus-spin": 5}, house=wheel)
    lines = transcript(played.runner.round.facts)
    pressed = next(at for at, line in enumerate(lines) if "presses the seat button of box 1: blackjack" in line)
    turned = next(at for at, line in enumerate(lines) if line.startswith("Dealer turns"))
    spun = next(at for at, line in enumerate(lines) if "stops on section 2" in line)
    assert pressed < turned < spun
    assert played.nets == {"ann": 1500 + 9000 - 500}


@pytest.mark.clause("MA-5(g).3")
def test_two_award_hands_pay_each_holder_and_fifty_for_the_others_hand() -> None:
    cards = "7h 7s 9c 7d  7h 7s 9d 8h  7h 7s Kc"
    played = play(cards, ["ann hit", "bob hit", "cat stand"], ANN, BOB, CAT)
    awards = [row for row in played.runner.round.layout.settlements.values() if row.wager == "super-award"]
    assert {(row.player, row.hand.box, row.net) for row in awards} == {
        ("ann", 1, 100000),
        ("bob", 1, 5000),
        ("cat", 1, 5000),
        ("bob", 2, 100000),
        ("ann", 2, 5000),
        ("cat", 2, 5000),
    }


@pytest.mark.clause("MA-5(e).2", "MA-5(e).3")
def test_the_literal_reading_pays_a_blackjack_even_against_a_lower_hand() -> None:
    assert play("Ac 9h Kc 9c", [], ANN).nets == {"ann": 1500}
    assert play("Ac 9h Kc 5c 3d", [], ANN, readings='S01 = "literal"').nets == {"ann": 1000}
    assert play("Ac 9h Kc 5c 7d", [], ANN, readings='S01 = "literal"').nets == {"ann": 1500}


LATE = 'dealing_procedure = "no_hole"'


@pytest.mark.clause("MA-5(a)(3)", "MA-1.blackjack.2", "MA-10(d)")
@pytest.mark.parametrize("second_cards", ["Kc 9d", "9d Kc"])
def test_the_literal_reading_lets_a_split_ace_king_beat_a_blackjack(second_cards: str) -> None:
    """It wins 15.00, and from the other hand the dealer collects the amount of the original wager."""
    cards, actions = f"Ac Kh Ad  {second_cards} As", ["ann split", "ann stand"]
    assert play(cards, actions, ANN, house=LATE).nets == {"ann": -1000}
    assert play(cards, actions, ANN, house=LATE, readings='S02 = "literal"').nets == {"ann": 500}


SPLIT_HANDS = {"Kc": [], "9d": ["ann stand"], "5d 8h": ["ann double"], "2s 9h Qd": ["ann hit", "ann hit"]}


@pytest.mark.clause("MA-10(d)", "MA-9(c)")
@pytest.mark.parametrize("order", list(permutations(SPLIT_HANDS)))
def test_a_late_blackjack_takes_one_original_wager_whichever_hand_came_first(order: tuple[str, ...]) -> None:
    """Of four split aces one is a 21 in two cards, one stands, one is doubled and one busts."""
    cards = " ".join(("Ac Kh Ad As Ah", *order, "Ac"))
    actions = ["ann split"] * 3 + [action for hand in order for action in SPLIT_HANDS[hand]]
    assert play(cards, actions, ANN, house=LATE, readings='S02 = "literal"').nets == {"ann": 500}
    assert play(cards, actions, ANN, house=LATE).nets == {"ann": -1000}


@pytest.mark.clause("MA-5(b).1")
def test_the_literal_reading_returns_a_bust_that_the_dealer_equals() -> None:
    cards = "Kc 6h 6d Ks  6c 6s"
    assert play("Kc 6h 6d Ks  6c", ["ann hit"], ANN).nets == {"ann": -1000}
    assert play(cards, ["ann hit"], ANN, readings='S03 = "literal"').nets == {"ann": 0}


@pytest.mark.clause("MA-9(c)", "MA-10(d)")
def test_the_other_reading_collects_busted_added_wagers_too() -> None:
    cards, actions, house = "Kc Ah 6d Kh 9c", ["ann double"], 'dealing_procedure = "hole_no_reader"'
    assert play(cards, actions, ANN, house=house).nets == {"ann": -1000}
    assert play(cards, actions, ANN, house=house, readings='S04 = "busted_plus_one"').nets == {"ann": -2000}


@pytest.mark.clause("MA-12(a)(1)", "MA-9(a).1")
def test_the_literal_reading_lets_a_soft_21_draw_and_any_21_double() -> None:
    reading = 'S06 = "literal"'
    assert play("Ac 9h 4d 9c  6c 5d", ["ann hit", "ann hit", "ann stand"], ANN, readings=reading).nets == {"ann": -1000}
    assert play("Kc 9h 5d 9c  6c 4d", ["ann hit", "ann double"], ANN, readings=reading).nets == {"ann": -2000}


@pytest.mark.clause("MA-15(a).2")
def test_the_other_reading_counts_face_up_cards_in_each_round_alone() -> None:
    text = 'rulebook = "spanish21-ma"\ncards = "[face-up 5c] Kc 9h 9d 9c"\nactions = ["ann stand"]\n'
    rest = "[table]\nface_up_found = 1\n" + bets(ANN)
    played = replay(parse_round(text + '[readings]\nS17 = "round"\n' + rest))
    assert played.nets == {"ann": 1000}


@pytest.mark.clause("MA-15(a).2")
def test_the_other_reading_lets_decided_wagers_stand_in_a_void_round() -> None:
    row = {**ANN, "match-the-dealer": 5}
    cards = "9c 9h 7d 5c [face-up 5d] [face-up 5d]"
    assert play(cards, ["ann hit"], row).nets == {"ann": 0}
    assert play(cards, ["ann hit"], row, readings='MA23 = "decided_stands"').nets == {"ann": 2000}


@pytest.mark.clause("MA-16(c)", "MA-16(d).1", "MA-16(d)(2).2")
@pytest.mark.parametrize(
    ("cards", "actions", "readings", "spin_net"),
    [
        ("Ac 9h 5d 9c", ["ann stand"], "", 500),
        ("Ac 9h 5d 9c", ["ann stand"], 'MA16 = "plus_stake"', 1000),
        ("Ac 9h Ad 9c", ["ann stand"], "", 500),
        ("Ac 9h Ad 9c", ["ann stand"], 'MA17 = "per_ace"', 1500),
        ("Ac 9h Kd 9c [spin 2]", [], "", 8500),
        ("Ac 9h Kd 9c [spin 2]", [], 'MA15 = "both"', 9500),
        ("Ac 9h Kd 9c [spin 2]", [], 'MA15 = "both"\nMA16 = "plus_stake"', 10000),
        ("Ac 9h Kd 9c [spin 2]", [], 'MA16 = "plus_stake"', 8500),
        ("Ac 9h 5d 9c", ["ann stand"], 'MA16 = "plus_stake_always"', 1000),
        ("Ac 9h Kd 9c [spin 2]", [], 'MA16 = "plus_stake_always"', 9000),
        ("Ac 9h Kd 9c [spin 2]", [], 'MA15 = "both"\nMA16 = "plus_stake_always"', 10000),
        ("Kc 9h 9d 9c", ["ann stand"], "", -500),
    ],
)
def test_bonus_spin_readings(cards: str, actions: list[str], readings: str, spin_net: int) -> None:
    wheel = "bonus_spin = true\nwheel = [{ pays = 20, weight = 1 }, { pays = 90, weight = 1 }]"
    played = play(cards, actions, {**ANN, "bonus-spin": 5}, house=wheel, readings=readings)
    (row,) = [row for row in played.runner.round.layout.settlements.values() if row.wager == "bonus-spin"]
    assert row.net == spin_net


@pytest.mark.clause("MA-5(e).1")
def test_the_other_reading_pays_a_blackjack_before_the_players_decide() -> None:
    for reading, first in (("", "lose"), ('MA21 = "at_once"', "win")):
        played = play("Ac Kc 9h Kd 6c 9c", ["bob stand"], ANN, BOB, readings=reading)
        assert settled(played)[0][2] == first
        assert played.nets == {"ann": 1500, "bob": -1000}


@pytest.mark.clause("MA-10(d)")
@pytest.mark.parametrize(("practices", "first_wins", "second_wins"), [(TODAY, 500, 500), (EARLIER, 1500, 500)])
def test_a_table_of_an_earlier_format_keeps_the_original_wager_on_the_first_hand(
    practices: Practices, first_wins: int, second_wins: int
) -> None:
    rules = game("spanish21-ma", {"dealing_procedure": "no_hole"}, {"S02": "literal"}).rules
    nets = []
    for second_cards in ("Kc 9d", "9d Kc"):
        bets = [(Player("ann"), Box(1), MAIN, Cents(1000))]
        runner = open_round(rules, bets, RoundContext(practices=practices))
        for card in ("Ac", "Kh", "Ad"):
            runner.answer(Card.parse(card))
        answers = iter([Split(), Stand()])
        cards = iter([*second_cards.split(), "As"])
        while runner.pending is not None:
            asked = runner.pending
            says = (
                Act(asked.player, asked.hand, next(answers)) if isinstance(asked, Decide) else Card.parse(next(cards))
            )
            assert runner.answer(says) is None
        nets.append(runner.round.layout.net(Player("ann")))
    assert nets == [first_wins, second_wins]
