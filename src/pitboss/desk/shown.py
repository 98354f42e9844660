"""Cards as a person writes them in a question: a hand, an up card of one suit or of any, and what may be decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pitboss.cards import STANDARD_DECK, Card, in_our_letters, spelled
from pitboss.core.hands import score, situation_of
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.registry import Family, Game
from pitboss.ids import Clauses


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards; raise `BadQuestion` for a word that is not a card."""
    return tuple(_read_card(word) for word in text.split())


def _read_card(word: str) -> Card:
    try:
        return Card.parse(in_our_letters(word))
    except ValueError:
        ranks, suits = "A 2 3 4 5 6 7 8 9 T J Q K", "c d h s"
        raise BadQuestion(
            f"{word!r} is not a card; write a rank ({ranks}) and a suit ({suits}), as in 7h, and spaces between cards"
        ) from None


def need_in_decks(game: Game | Family, seen: Sequence[Card]) -> None:
    """Raise `BadQuestion` for a card that the decks do not hold often enough."""
    held = Counter(game.shoe)
    for card, count in Counter(seen).items():
        if count > held[card]:
            raise BadQuestion(_too_often(card, count, held[card]))


def _too_often(card: Card, count: int, held: int) -> str:
    """Return why a card cannot be seen so often."""
    if not held:
        return f"the decks of this game have no ten: {card}; write J, Q or K"
    return f"{card} was written {count} times, but the decks hold only {held} of it"


def read_hand(game: Family, text: str) -> tuple[Card, ...]:
    """Read a hand that is still in play; raise `BadQuestion` or `Refused`."""
    hand = read_cards(text)
    need_in_decks(game, hand)
    first = game.rules.dealing.count
    if len(hand) < first:
        raise BadQuestion(f"a hand has {'two' if first == 2 else 'three'} cards or more")
    if score(hand).total > 21 and len(hand) > first:
        raise Refused(f"{text} is {score(hand).total}, and a bust hand has nothing left to decide")
    return hand


def read_up_card(game: Family, hand: Sequence[Card], text: str, *, tens_apart: bool) -> dict[Card, int]:
    """Return the cards that the up card may be, with how many of each the hand leaves: of every suit if none is given.

    Unless `tens_apart`, a ten stands for every card of ten points.
    """
    try:
        if len(text) > 2 or text[-1:].lower() in "cdhs":
            up = Card.parse(in_our_letters(text))
            need_in_decks(game, (*hand, up))
            return {up: 1}
        rank = Card.parse(in_our_letters(f"{text}c")).rank
    except ValueError as error:
        if isinstance(error, BadQuestion):
            raise
        raise BadQuestion(f"{text!r} is not an up card; write A, 2 to 9, 10, J, Q or K, as in A or 7h") from None
    left = Counter(game.shoe) - Counter(hand)
    of_rank = [card for card in STANDARD_DECK if card.rank is rank]
    alike = of_rank if tens_apart or of_rank[0].points != 10 else _ten_valued(game)
    found = {card: left[card] for card in alike if left[card]}
    if not found:
        raise BadQuestion(f"no {text} is left for the dealer beside {spelled(hand)}")
    return found


def _ten_valued(game: Family) -> list[Card]:
    """Every card of ten points, whether the decks have tens or not."""
    return [card for card in dict.fromkeys(game.shoe) if card.points == 10]


def offered(rules: BlackjackRules, hand: Sequence[Card]) -> dict[str, Clauses]:
    """Return the decisions that the table offers on a hand that was not split, with their clauses."""
    this = situation_of(hand, score(hand))
    found = {"stand": rules.standing(this)} if this.total <= 21 else {}
    if rules.drawing.permits(this):
        found["hit"] = rules.drawing.cited(this)
    if rules.doubling is not None and rules.doubling.permits(this):
        found["double"] = rules.doubling.cited(this)
    if rules.splitting is not None and rules.splitting.refuses(hand, this, 1) is None:
        found["split"] = rules.splitting.cited(this)
    if rules.surrender is not None and rules.surrender.permits(this):
        found["surrender"] = rules.surrender.offered + rules.surrender.ace_in(this)
    return found
