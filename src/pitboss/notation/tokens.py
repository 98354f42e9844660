"""What stands in `cards`: cards, and in brackets what else happens at a card's place.

Whatever makes no sense is a `ValueError` with one sentence that says what to do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.core.incidents import (
    ByStaff,
    CutCardOut,
    DrawnUnseen,
    Exposed,
    FaceUpInShoe,
    Incident,
    Missed,
    Overdrawn,
    ShoeEmpty,
    SpotsSwapped,
    TenInShoe,
)
from pitboss.games.registry import Game
from pitboss.ids import Author, Role
from pitboss.law.rulebook import UnknownName
from pitboss.store.answers import read_report, verbs_of, written_report


@dataclass(frozen=True, slots=True)
class SpinResult:
    """`[spin 3]`: the wheel stopped on its third section."""

    section: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """`[unknown]`, or `??`: a card that nobody has seen."""

    written: str = "[unknown]"

    def __str__(self) -> str:
        return self.written


@dataclass(frozen=True, slots=True)
class Burned:
    """`[burn 5c]`: the card that was burned before an interrupted round went on; `[burn ??]` if nobody saw it."""

    card: Card | Unknown


@dataclass(frozen=True, slots=True)
class Here:
    """`[unseen here]`: at this card's place, and not at a decision before it."""

    incident: Exposed | DrawnUnseen


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """`[meanwhile supervisor:sue void-round REASON]`: said while a card is to be turned or looked at; `[meanwhile 2 …]`
    when two have been turned since the last card or bracket.
    """

    incident: ByStaff
    after: int = 0


Token = Card | Incident | Here | Meanwhile | Burned | SpinResult | Unknown
UNSEEN = "??"


STAFF = tuple(role.value for role in (Role.DEALER, Role.FLOOR, Role.SUPERVISOR))
_BRACKETS = (
    "face-up",
    "ten",
    "exposed",
    "overdrawn",
    "missed",
    "unseen",
    "cut-card",
    "spots-swapped",
    "burn",
    "reshuffle",
    "spin",
    "turn",
    "unknown",
)
_WITH_CARD: dict[str, Callable[[Card], Token]] = {
    "face-up": FaceUpInShoe,
    "ten": TenInShoe,
    "exposed": Exposed,
    "overdrawn": Overdrawn,
    "burn": Burned,
}
_PLAIN: dict[str, Callable[[], Token]] = {
    "missed": Missed,
    "unseen": DrawnUnseen,
    "cut-card": CutCardOut,
    "spots-swapped": SpotsSwapped,
    "reshuffle": ShoeEmpty,
    "unknown": Unknown,
}


def words_of(text: str) -> list[str]:
    """What stands in `cards`, word by word and bracket by bracket, without the comments."""
    bare = "\n".join(line.partition("#")[0] for line in text.splitlines())
    return re.findall(r"\[[^\[\]]*\]|[^\s\[\]]+|[\[\]]", bare)


def read_token(word: str, game: Game) -> Token:
    """Raises `ValueError` with a sentence for a person."""
    return _card(word) if not word.startswith(("[", "]")) else _bracket(word, game)


def _card(word: str) -> Card | Unknown:
    return Unknown(UNSEEN) if word == UNSEEN else Card.parse(word)


def _bracket(word: str, game: Game) -> Token:
    if len(word) < 2:
        raise ValueError(f"a {word} stands alone in cards; write what happens as [face-up 5c]")
    kind, *rest = word.strip("[]").split() or [""]
    match kind, rest:
        case "unseen", ["here"]:
            return Here(DrawnUnseen())
        case "exposed", [card, "here"]:
            return Here(Exposed(Card.parse(card)))
        case "meanwhile", [_, _, *_] as said:
            return _meanwhile(said, game)
        case "burn", [card]:
            return Burned(_card(card))
        case _, [card] if kind in _WITH_CARD:
            return _WITH_CARD[kind](Card.parse(card))
        case _, [] if kind in _PLAIN:
            return _PLAIN[kind]()
        case "spin", [section] if section.isdecimal() and section.isascii() and len(section) < 5:
            return SpinResult(int(section))
        case _, [_, *_] if kind.partition(":")[0] in STAFF:
            return read_report(read_staff(kind), rest, verbs_of(game))
    raise ValueError(_why_no_token(word, kind))


def _meanwhile(said: Sequence[str], game: Game) -> Meanwhile:
    """A report, after the number of cards that were turned before it, if there were any."""
    turned = said[0].isascii() and said[0].isdecimal() and len(said) > 2
    who, *words = said[1:] if turned else said
    return Meanwhile(read_report(read_staff(who), words, verbs_of(game)), int(said[0][:4]) if turned else 0)


def _why_no_token(word: str, kind: str) -> str:
    if kind not in _BRACKETS:
        return str(UnknownName("bracket", kind, _BRACKETS))
    others = {"spin": "[spin 3]", "meanwhile": "[meanwhile supervisor:sue void-round REASON]"}
    written = f"[{kind} 5c]" if kind in _WITH_CARD else others.get(kind, f"[{kind}]")
    return f"{word} is not complete; write {written}"


def check_composition(tokens: tuple[Token, ...], game: Game) -> None:
    """No card more often than the decks hold it, and none that they lack; a reshuffle brings cards again."""
    counts: Counter[Card] = Counter()
    for token in tokens:
        if isinstance(token, ShoeEmpty):
            _check_counts(counts, game)
            counts.clear()
        elif (card := card_of(token)) is not None:
            counts[card] += 1
    _check_counts(counts, game)


def card_of(token: Token) -> Card | None:
    """The card that leaves the shoe with a token, if one does; a 10 that was found is none of its cards."""
    if isinstance(token, Card):
        return token
    token = token.incident if isinstance(token, Here) else token
    card = token.card if isinstance(token, FaceUpInShoe | Exposed | Overdrawn | Burned) else None
    return card if isinstance(card, Card) else None


def written_incident(incident: Incident) -> str:
    """What happened at a card's place, as it stands in `cards`."""
    if isinstance(incident, ByStaff):
        return f"[{written_staff(incident)}]"
    words: dict[object, str] = {kind: word for word, kind in (*_WITH_CARD.items(), *_PLAIN.items())}
    card = getattr(incident, "card", None)
    return f"[{words[type(incident)]}{'' if card is None else f' {card}'}]"


def written_staff(report: ByStaff) -> str:
    """What staff says, with who says it; a role without a name speaks for itself."""
    by = report.by.role if report.by.name == report.by.role else str(report.by)
    return f"{by} {written_report(report)}"


def _check_counts(counts: Counter[Card], game: Game) -> None:
    held = Counter(game.shoe)
    for card, count in counts.items():
        if not held[card]:
            raise ValueError(f"{card} is a 10, and the decks of {game.house.rulebook.id} have none")
        if count > held[card]:
            copies = f"the {game.house.integer('decks')} deck(s) hold it {held[card]} time(s)"
            raise ValueError(f"{card} stands {count} times in cards, but {copies}")


def read_staff(who: object) -> Author:
    """`ROLE:NAME`, or a role alone, which is then also the name; raises `ValueError` with a sentence for a person."""
    try:
        return Author.parse(str(who) if ":" in str(who) else f"{who}:{who}")
    except ValueError:
        raise ValueError(f"{str(who)[:40]!r} is nobody of the staff; write it as in dealer:dora") from None
