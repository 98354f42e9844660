"""Cards, decks and what a hand of them counts."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import SPANISH_DECK, STANDARD_DECK, Card, Rank, Suit, cards, spelled
from pitboss.core.hands import Hand, score
from pitboss.rules.situation import is_blackjack


@pytest.mark.clause("MA-2(a).5", "MD-3.B", "CH-decks", "CH-shoe")
def test_a_spanish_deck_has_48_cards_and_no_ten() -> None:
    assert len(STANDARD_DECK) == 52
    assert len(SPANISH_DECK) == len(set(SPANISH_DECK)) == 48
    assert set(STANDARD_DECK) - set(SPANISH_DECK) == set(cards("Tc Td Th Ts"))


def test_a_card_is_one_value() -> None:
    seven = Card.parse("7h")
    assert seven is Card(Rank.SEVEN, Suit.HEARTS)
    assert copy.deepcopy(seven) is seven
    assert pickle.loads(pickle.dumps(seven)) is seven
    assert str(seven) == "7h"
    with pytest.raises(AttributeError):
        seven.rank = Rank.ACE


@given(st.lists(st.sampled_from(STANDARD_DECK)))
def test_spelling_is_reading_backwards(those: list[Card]) -> None:
    assert list(cards(spelled(those))) == those


@pytest.mark.parametrize("text", ["", "7", "h7", "7H", "10h", "1c", "7x", "\uff17h"])
def test_what_is_not_a_card_is_said_so(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        Card.parse(text)


@pytest.mark.clause("MD-3.D", "CH-values")
@pytest.mark.clause("MA-2(b)", "MA-1.hard", "MA-1.soft", "MA-1.suit")
@pytest.mark.parametrize(
    ("text", "total", "soft"),
    [
        ("2c 3c", 5, False),
        ("9c 8c", 17, False),
        ("Jc Qd", 20, False),
        ("Kc 5d 6h", 21, False),
        ("Ac 6c", 17, True),
        ("Ac Kc", 21, True),
        ("Ac Ad", 12, True),
        ("Ac 6c Kc", 17, False),
        ("Ac Ad Ah As", 14, True),
        ("Ac Ad Kc", 12, False),
        ("Kc Qc 2d", 22, False),
        ("Ac 5c 5d Ad", 12, False),
    ],
)
def test_score(text: str, total: int, soft: bool) -> None:  # noqa: FBT001
    assert score(cards(text)) == (total, soft)


@given(st.lists(st.sampled_from(STANDARD_DECK), min_size=1, max_size=12))
def test_score_is_the_best_of_all_counts(those: list[Card]) -> None:
    """The plain twin: count every ace both ways and take the best that does not pass 21, or else the lowest."""
    counts = {0}
    for card in those:
        ways = (1, 11) if card.rank is Rank.ACE else (card.points,)
        counts = {count + way for count in counts for way in ways}
    alive = [count for count in counts if count <= 21]
    assert score(those).total == (max(alive) if alive else min(counts))


@pytest.mark.clause("MA-1.blackjack")
@pytest.mark.parametrize(
    ("text", "split", "natural"),
    [
        ("Ac Kc", False, True),
        ("Jd As", False, True),
        ("Ac Kc", True, False),
        ("Ac 9c", False, False),
        ("7c 7d 7h", False, False),
    ],
)
def test_blackjack_is_two_first_cards_of_no_split(text: str, split: bool, natural: bool) -> None:  # noqa: FBT001
    held = cards(text)
    assert is_blackjack(Hand(cards=list(held), score=score(held), born_of_split=split)) is natural
