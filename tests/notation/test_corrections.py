"""Corrections in a file: the round is put again with its cards, and no card comes of which none is left."""

from __future__ import annotations

import pytest

from pitboss.core.facts import CardTurned, RoundCorrected
from pitboss.core.options import Refusal
from pitboss.notation.file import Malformed, parse_round
from pitboss.notation.replay import Replayed, replay

HOLD_EM, BLACKJACK = "21-hold-em", "blackjack-co"
ONE_DECK = "[house]\ndecks = 1\n"
LIVE = "[table]\nlive = true\n"


def written(rulebook: str, cards: str, *actions: str, more: str = "") -> str:
    said = ", ".join(f'"{action}"' for action in actions)
    poker = "poker = 2\n" if rulebook == HOLD_EM else ""
    return (
        f'rulebook = "{rulebook}"\ncards = "{cards}"\nactions = [{said}]\n{more}\n'
        f'[[bets]]\nbox = 1\nplayer = "ann"\nmain = 10\n{poker}'
    )


def played(rulebook: str, cards: str, *actions: str, more: str = "") -> Replayed:
    return replay(parse_round(written(rulebook, cards, *actions, more=more)))


def refused(rulebook: str, cards: str, *actions: str, more: str = "") -> Refusal:
    stopped = played(rulebook, cards, *actions, more=more).refused
    assert stopped is not None, "nothing was refused"
    return stopped.refusal


def malformed(rulebook: str, cards: str, *actions: str, more: str = "") -> str:
    with pytest.raises(Malformed) as error:
        played(rulebook, cards, *actions, more=more)
    return str(error.value)


HIT = "supervisor correct 3 ann@1.1 hit because she tapped"


def test_a_hole_card_that_was_turned_is_turned_again() -> None:
    """ann had stood and the dealer had turned; now she draws and is bust, and the same card is turned for poker."""
    again = played(HOLD_EM, "Kc Th Qd 9d 2s 5h 6s", "ann stand", HIT, "ann fold")
    assert again.refused is None
    turned = [fact.card.text for fact in again.runner.round.facts if isinstance(fact, CardTurned)]
    assert turned == ["9d"]
    assert again.nets == {"ann": -1200}


def test_what_is_missing_after_a_correction_is_said_to_be_missing() -> None:
    says = malformed(HOLD_EM, "Kc Th Qd 9d 2s 5h", "ann stand", HIT, "ann stand")
    assert says == "cards ends too early: the next card, for box 1, hand 1 is missing"


@pytest.mark.parametrize("rulebook", ["spanish21-ma", "spanish21-md", "buffalo-2"])
def test_so_it_is_at_every_table_where_something_is_asked_after_the_turn(rulebook: str) -> None:
    """At a live table a window is open when the dealer has his cards; with Buffalo there is a late wager."""
    hit = "supervisor correct 2 ann@1.1 hit because she tapped"
    again = played(rulebook, "Kc 9h 7d 8s 3c", "ann stand", hit, "ann stand", more=LIVE)
    assert again.refused is None
    assert again.runner.round.layout.dealer.cards[1].text == "8s"


def test_a_corrected_hole_card_stays_corrected() -> None:
    """It was an 8 and no 9; when the round is put again a second time, it is still the 8."""
    eight = "supervisor correct 4 8d because misread"
    again = played(HOLD_EM, "Kc Th Qd 9d 2s 2s 5h 6s", "ann stand", eight, HIT, "ann fold")
    turned = [fact.card.text for fact in again.runner.round.facts if isinstance(fact, CardTurned)]
    assert turned == ["8d"]
    assert len([fact for fact in again.runner.round.facts if isinstance(fact, RoundCorrected)]) == 2


def test_a_card_that_was_withdrawn_may_come_again() -> None:
    """ann was thought to hit; she had stood, and her card is the dealer's."""
    stood = "supervisor correct 2 ann@1.1 stand because she waved"
    again = played(BLACKJACK, "8c 7h 9d 9s 2c 2c", "ann hit", stood, more=ONE_DECK)
    assert again.refused is None
    assert [card.text for card in again.runner.round.layout.dealer.cards] == ["7h", "9s", "2c"]


IMPOSSIBLE = [
    (HOLD_EM, "Kc Th Qd 9d 2s 3s 4s", ("ann stand", "ann bet"), "5 9d", "9d lies on the table as a community card"),
    (HOLD_EM, "Kc Th Qd 9d 2s 3s 4s", ("ann stand", "ann bet"), "5 3s", "3s is 1 time(s) in these cards, and all of"),
    (HOLD_EM, "Kc Th Qd 9d 2s 3s 4s", (), "1 Th", "Th is 1 time(s) in these cards, and all of them are out"),
    (HOLD_EM, "Kc Th Qd 9d 2s 3s 4s", (), "1 9d", "9d is 1 time(s) in these cards, and all of them are out"),
    (BLACKJACK, "Kc Th Qd 9d", (), "1 Th", "Th is 1 time(s) in these cards, and all of them are out"),
    ("spanish21-ma", "Kc 9h Qd 9d", (), "1 Th", "Th is none of these cards"),
]


@pytest.mark.parametrize(("rulebook", "cards", "before", "entry", "says"), IMPOSSIBLE)
def test_a_corrected_card_is_one_that_can_have_come(
    rulebook: str, cards: str, before: tuple[str, ...], entry: str, says: str
) -> None:
    house = ONE_DECK if rulebook == BLACKJACK else ""
    refusal = refused(rulebook, cards, *before, f"supervisor correct {entry} because misread", more=house)
    assert refusal.code == "no-such-card"
    assert refusal.says.startswith(says)
    assert refusal.clauses


def test_a_wager_does_not_become_a_decision() -> None:
    refusal = refused(BLACKJACK, "Kc Th Qd 9d", "supervisor correct 1 ann@1.1 double 5.00 because misheard")
    assert refusal.code == "no-answer"


def test_a_community_card_that_comes_again_is_said_to_lie_there() -> None:
    says = malformed(HOLD_EM, "Kc Th Qd 9d Th 3s 4s", "ann stand", "ann bet", "ann bet")
    assert says == "Th lies on the table as a community card and cannot come again"


@pytest.mark.parametrize("who", ["ann", "ann@1", "ann@1.1"])
def test_a_corrected_decision_need_not_name_its_hand(who: str) -> None:
    folded = f"supervisor correct 4 {who} fold because she had folded"
    again = played(HOLD_EM, "Kc Th Qd 9d 2s 3s", "ann stand", "ann bet", folded)
    assert again.refused is None
    assert again.nets == {"ann": 800}


def test_it_is_the_hand_of_the_entry() -> None:
    """The fourth decision, after the wager, the split and a hand that stood, is about the second hand."""
    hit = "supervisor correct 4 ann hit because she tapped"
    said = ("ann split", "ann stand", "ann stand", hit, "ann stand")
    again = played("spanish21-ma", "8c 9h 8d 8s Kc Kd 2c", *said, more=LIVE)
    assert again.refused is None
    assert [len(again.runner.round.hand(hand).cards) for hand in again.runner.round.layout.order] == [2, 3]


def test_a_player_of_several_boxes_names_the_box() -> None:
    two = written(BLACKJACK, "Kc 8c Th Qd 9c 9d", "ann stand", "supervisor correct 3 ann hit because she tapped")
    with pytest.raises(Malformed, match="ann has several boxes; write ann@BOX"):
        parse_round(two + '\n[[bets]]\nbox = 2\nplayer = "ann"\nmain = 10\n')


@pytest.mark.parametrize("who", ["eve", "ann@x", "@1.1"])
def test_a_corrected_decision_is_somebodys(who: str) -> None:
    says = malformed(HOLD_EM, "Kc Th Qd 9d 2s", f"supervisor correct 3 {who} hit because she tapped")
    assert "say whose decision is corrected, as in ann or ann@1.1" in says
