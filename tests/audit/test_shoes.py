"""The check of shoes by itself, fact by fact."""

from __future__ import annotations

from pitboss.audit.shoes import Shoes
from pitboss.cards import SPANISH_DECK, Card
from pitboss.core.facts import CardDealt, CardsShuffled, CardTurned, Fact, HoleCardRead, ShoeLost
from pitboss.core.kinds import Face
from pitboss.ids import DEALER


def told(*facts: Fact) -> list[str]:
    shoes = Shoes("spanish21-ma", SPANISH_DECK)
    return [says for fact in facts for says in shoes.follow(fact, [])]


def up(card: str) -> CardDealt:
    return CardDealt(DEALER, Face.UP, Card.parse(card))


HOLE = CardDealt(DEALER, Face.DOWN, None)


def read(*, blackjack: bool) -> HoleCardRead:
    return HoleCardRead(DEALER, blackjack, True, ())


def shuffled(name: str) -> CardsShuffled:
    return CardsShuffled(48, name * 64, ())


def test_a_reader_that_lies_is_found_when_the_card_is_turned() -> None:
    lie: list[Fact] = [shuffled("a"), up("Kd"), HOLE, read(blackjack=False), CardTurned(DEALER, Card.parse("As"))]
    assert told(*lie) == ["the hole card was read otherwise than as As"]
    truth: list[Fact] = [shuffled("a"), up("Kd"), HOLE, read(blackjack=True), CardTurned(DEALER, Card.parse("As"))]
    assert told(*truth) == []


def test_a_lost_shoe_takes_its_up_card_with_it() -> None:
    after: list[Fact] = [shuffled("b"), up("Kd"), HOLE, read(blackjack=False), CardTurned(DEALER, Card.parse("Qs"))]
    assert told(shuffled("a"), up("Ac"), HOLE, ShoeLost(()), *after) == []


def test_more_cards_than_there_were() -> None:
    assert "more cards came out" in " ".join(told(shuffled("a"), *[up("9c")] * 49))


def test_the_same_order_twice() -> None:
    assert told(shuffled("a"), ShoeLost(()), shuffled("a")) == ["two shuffles are bound to one and the same order"]
