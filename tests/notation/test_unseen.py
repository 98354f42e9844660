"""Cards that left the shoe and that nobody saw: written `??`, counted, never named, and of no use where they decide."""

from __future__ import annotations

import pytest

from pitboss.core.facts import CardDealt, CardsCollected, RoundCorrected
from pitboss.core.kinds import Face
from pitboss.notation.file import Malformed, parse_round
from pitboss.notation.replay import Replayed, replay
from pitboss.notation.transcript import transcript

HOLD_EM, MASSACHUSETTS = "21-hold-em", "spanish21-ma"
RESHUFFLED = "8c 9h Kd 8s [reshuffle] {burn} 2d"


def played(rulebook: str, cards: str, *actions: str) -> Replayed:
    said = ", ".join(f'"{action}"' for action in actions)
    poker = "poker = 2\n" if rulebook == HOLD_EM else ""
    bets = f'[[bets]]\nbox = 1\nplayer = "ann"\nmain = 10\n{poker}'
    return replay(parse_round(f'rulebook = "{rulebook}"\ncards = "{cards}"\nactions = [{said}]\n{bets}'))


def says(rulebook: str, cards: str, *actions: str) -> str:
    with pytest.raises(Malformed) as error:
        played(rulebook, cards, *actions)
    return str(error.value)


def poker_cards(round_: Replayed) -> list[str]:
    dealt = [fact for fact in round_.runner.round.facts if isinstance(fact, CardDealt)]
    return [str(fact.card) for fact in dealt if fact.face is Face.TO_PLAYER]


def test_a_folded_poker_card_need_not_be_known() -> None:
    round_ = played(HOLD_EM, "Kc Th Qd 9d ??", "ann stand", "ann fold")
    assert round_.nets == {"ann": 800}
    assert poker_cards(round_) == ["None"]
    assert "Box 1 (ann) gets a card face down." in transcript(round_.runner.round.facts)
    (collected,) = [fact for fact in round_.runner.round.facts if isinstance(fact, CardsCollected)]
    assert [card.text for card in collected.cards] == ["Th", "9d"]
    assert collected.unseen == 1


def test_one_may_be_known_and_the_other_not() -> None:
    assert poker_cards(played(HOLD_EM, "Kc Th Qd 9d ?? 3s", "ann stand", "ann bet", "ann fold")) == ["None", "3s"]
    assert poker_cards(played(HOLD_EM, "Kc Th Qd 9d 3s ??", "ann stand", "ann bet", "ann fold")) == ["3s", "None"]


def test_what_was_seen_after_all_is_entered_by_a_correction() -> None:
    seen = "supervisor correct 5 As because it was seen"
    round_ = played(HOLD_EM, "Kc Th Qd 9d ?? 3s", "ann stand", "ann bet", seen, "ann fold")
    assert poker_cards(round_) == ["As", "3s"]
    (told,) = [fact for fact in round_.runner.round.facts if isinstance(fact, RoundCorrected)]
    assert told.was == "??"
    both = played(HOLD_EM, "Kc Th Qd 9d 3s ??", "ann stand", "ann bet", seen, "ann fold")
    assert poker_cards(both) == ["As", "None"], "what stays unseen stays so"


@pytest.mark.parametrize("word", ["??", "[unknown]"])
def test_a_hole_card_that_is_never_turned(word: str) -> None:
    assert played(MASSACHUSETTS, f"8c 9h Kd {word}", "supervisor void-round a drink was spilled").nets == {"ann": 0}


@pytest.mark.parametrize("burn", ["[burn ??]", "[burn 5c]", "??", "[unknown]"])
def test_a_burn_that_nobody_saw(burn: str) -> None:
    assert played(MASSACHUSETTS, RESHUFFLED.format(burn=burn), "ann hit", "ann stand").nets == {"ann": 1000}


MALFORMED = [
    ("8c 9h Kd ??", ("ann stand",), "the card of the dealer is turned here, and cards has it as ??"),
    ("8c 9h Kd [unknown]", ("ann stand",), "the card of the dealer is turned here, and cards has it as [unknown]"),
    ("?? 9h Kd 8s", ("ann stand",), "?? stands where box 1, hand 1 needs a card that is seen"),
    ("8c 9h Kd [burn ??]", ("ann stand",), "[burn ??] stands where the dealer needs a card"),
]


@pytest.mark.parametrize(("cards", "actions", "sentence"), MALFORMED)
def test_a_card_that_decides_something_must_be_known(cards: str, actions: tuple[str, ...], sentence: str) -> None:
    assert says(MASSACHUSETTS, cards, *actions) == sentence


def test_a_poker_hand_that_is_shown_must_be_known() -> None:
    sentence = says(HOLD_EM, "Kc Th Qd 9d ?? 3s 4s", "ann stand", "ann bet", "ann bet")
    assert sentence == "the cards of box 1, hand 1 are shown, and cards has one of them as ??"


@pytest.mark.parametrize(("cards", "held"), [("2s", "2s"), ("??", "??")])
def test_a_poker_hand_has_no_total(cards: str, held: str) -> None:
    sentence = says(HOLD_EM, f"Kc Th Qd 9d {cards}", "ann stand")
    assert sentence == f"actions ends too early: ann must decide on box 1, hand 1 ({held}): bet, fold"


def test_a_packet_has_no_total() -> None:
    assert "hand 1 (2c 4c 6c 8c 9d): set" in says("pai-jack", "2c 4c 6c 8c 9d 3d 5d 7d 9s Jd")
