"""Answers as text: what came through the door, in the words of the round notation where it has them."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.cards import Card, cards, spelled
from pitboss.core.options import Intent
from pitboss.core.requests import (
    Act,
    Answer,
    Close,
    Decline,
    FaceDown,
    FaceUpInShoe,
    Revealed,
    SealLost,
    ShoeEmpty,
    Shuffled,
)
from pitboss.core.wagering import PlaceWager
from pitboss.games.registry import Game
from pitboss.ids import HandId, Player
from pitboss.table.intents import BETWEEN_ROUNDS

Verbs = Mapping[str, type[Intent]]
_PLAIN: dict[str, Answer] = {
    "face-down": FaceDown(),
    "decline": Decline(),
    "close": Close(),
    "shoe-empty": ShoeEmpty(),
    "seal-lost": SealLost(),
}
_NAMES = {type(answer): word for word, answer in _PLAIN.items()}
_WORDS: dict[str, Answer] = {**_PLAIN, "yes": True, "no": False}


def verbs_of(game: Game) -> Verbs:
    """Every verb that may stand in this game's journal."""
    return {**game.verbs, PlaceWager.verb: PlaceWager, **{verb.verb: verb for verb in BETWEEN_ROUNDS}}


def write_answer(answer: Answer) -> str:
    match answer:
        case Card():
            return answer.text
        case Act(player, hand, intent):
            return f"{player}@{hand} {intent.written()}"
        case Shuffled(commitment):
            return f"shuffled {commitment}"
        case Revealed(order, nonce):
            return f"revealed {nonce} {spelled(order)}"
        case FaceUpInShoe(card):
            return f"face-up {card}"
        case bool():
            return "yes" if answer else "no"
        case int():
            return f"spin {answer}"
        case _:
            return _NAMES[type(answer)]


def read_answer(text: str, verbs: Verbs) -> Answer:
    """The inverse of `write_answer`; raises `ValueError` for a text that it never wrote."""
    if text in _WORDS:
        return _WORDS[text]
    first, *rest = text.split(" ")
    match first, rest:
        case "shuffled", [commitment]:
            return Shuffled(commitment)
        case "revealed", [nonce, *order]:
            return Revealed(cards(" ".join(order)), nonce)
        case "face-up", [card]:
            return FaceUpInShoe(Card.parse(card))
        case "spin", [section]:
            return int(section)
        case _, []:
            return Card.parse(first)
        case _, [verb, *words]:
            return _read_act(first, verb, words, verbs)
    raise ValueError(f"no answer is written {text!r}")


def _read_act(who: str, verb: str, words: list[str], verbs: Verbs) -> Act:
    player, at, hand = who.partition("@")
    if not at or verb not in verbs:
        raise ValueError(f"{who!r} {verb!r} is no act of this game")
    intent = verbs[verb].read(words)
    if intent is None:
        raise ValueError(f"{verb} is not complete")
    return Act(Player(player), HandId.parse(hand), intent)
