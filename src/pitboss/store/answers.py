"""Answers as text: what came through the door, in the words of the round notation where it has them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pitboss.cards import Card, cards, spelled
from pitboss.core.authority import PERMISSIONS
from pitboss.core.incidents import (
    Adjusted,
    Admitted,
    BurnForgotten,
    ByStaff,
    Confirmed,
    Corrected,
    CutCardOut,
    DealerKeyed,
    DrawnUnseen,
    Dropped,
    Exposed,
    FaceUpInShoe,
    FoulRuled,
    Heard,
    Instructed,
    Miscounted,
    Misdealt,
    Missed,
    Ordered,
    Overdrawn,
    ReaderFailed,
    ReaderRepaired,
    Relieved,
    Ruled,
    SealLost,
    ShoeEmpty,
    SpotsSwapped,
    TenInShoe,
    Verified,
    WrongPeek,
)
from pitboss.core.kinds import Decision, FoulPolicy, StaffOrder
from pitboss.core.options import Intent
from pitboss.core.requests import Act, Answer, Close, Decline, FaceDown, MeterShows, Pressed, Revealed, Shuffled
from pitboss.core.wagering import PlaceWager
from pitboss.games.registry import Game
from pitboss.ids import Author, Box, HandId, Player, Wager
from pitboss.money import Cents, dollars, plain
from pitboss.tables.intents import BETWEEN_ROUNDS, Counted

_OF_CARDS: dict[str, type[FaceUpInShoe | TenInShoe | Exposed | Overdrawn]] = {
    "face-up": FaceUpInShoe,
    "ten": TenInShoe,
    "exposed": Exposed,
    "overdrawn": Overdrawn,
}
_CARD_WORDS = {kind: word for word, kind in _OF_CARDS.items()}
_REPORTS: dict[str, type[WrongPeek | ReaderFailed | ReaderRepaired]] = {
    "wrong-peek": WrongPeek,
    "reader-failed": ReaderFailed,
    "reader-repaired": ReaderRepaired,
}
Verbs = Mapping[str, type[Intent]]
_PLAIN: dict[str, Answer] = {
    "face-down": FaceDown(),
    "missed": Missed(),
    "unseen": DrawnUnseen(),
    "cut-card": CutCardOut(),
    "burn-forgotten": BurnForgotten(),
    "spots-swapped": SpotsSwapped(),
    "decline": Decline(),
    "close": Close(),
    "game-over": Pressed(),
    "shoe-empty": ShoeEmpty(),
    "seal-lost": SealLost(),
}
_NAMES = {type(answer): word for word, answer in _PLAIN.items()}
_WORDS: dict[str, Answer] = {**_PLAIN, "yes": True, "no": False}


def verbs_of(game: Game) -> Verbs:
    """Every verb that may stand in this game's journal."""
    others: tuple[type[Intent], ...] = (PlaceWager, *BETWEEN_ROUNDS, Counted)
    return {**game.verbs, **{verb.verb: verb for verb in others}}


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
        case MeterShows(amount, reserve):
            return f"meter {amount} {reserve}"
        case FaceUpInShoe(card) | TenInShoe(card) | Exposed(card) | Overdrawn(card):
            return f"{_CARD_WORDS[type(answer)]} {card}"
        case ByStaff():
            return f"{answer.by} {written_report(answer)}"
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
        case "shuffled", [*commitment] if len(commitment) < 2:
            return Shuffled("".join(commitment))
        case "revealed", [nonce, *order]:
            return Revealed(cards(" ".join(order)), nonce)
        case _, [card] if first in _OF_CARDS:
            return _OF_CARDS[first](Card.parse(card))
        case _, [_, *_] if ":" in first:
            return read_report(Author.parse(first), rest, verbs)
        case "spin", [section]:
            return int(section)
        case "meter", [amount, reserve]:
            return MeterShows(int(amount), int(reserve))
        case _, []:
            return Card.parse(first)
        case _, [verb, *words]:
            return _read_act(first, verb, words, verbs)
    raise ValueError(f"no answer is written {text!r}")


def written_report(report: ByStaff) -> str:  # noqa: C901  one case a matter
    """What staff reports, orders or decides, in words; `read_report` is the inverse."""
    words: tuple[str, ...] = ()
    match report:
        case Verified(_, hand_) | Instructed(_, hand_):
            words = (str(hand_),)
        case DealerKeyed(_, hand_, percent):
            words = (str(hand_), str(percent))
        case FoulRuled(_, hand_, policy):
            words = (str(hand_), policy)
        case Misdealt(_, box) | Dropped(_, box):
            words = ("dealer" if box is None else str(box),)
        case Ruled(_, _, hand) if hand is not None:
            words = (str(hand),)
        case Relieved(_, dealer):
            words = (dealer,)
        case Admitted(_, player):
            words = (player,)
        case Miscounted(_, cards_):
            words = (str(cards_),)
        case Heard(_, player, hand_, wager, amount):
            words = (f"{player}@{hand_}", wager, plain(amount))
        case Confirmed(_, player, hand_):
            words = (f"{player}@{hand_}",)
        case Corrected(_, entry, answer):
            words = (str(entry), write_answer(answer), BECAUSE)
        case Adjusted(_, player, amount, _, round_):
            words = (str(round_) if round_ else "", player, plain(amount))
    return " ".join(filter(None, (report.matter, *words, report.because or "")))


BECAUSE = "because"


def read_report(by: Author, words: Sequence[str], verbs: Verbs) -> ByStaff:  # noqa: C901  one case a matter
    """Raises `ValueError` with a sentence for a person."""
    match words:
        case [word] if word in _REPORTS:
            return _REPORTS[word](by)
        case ["verify", *hand_]:
            return Verified(by, _hand(hand_, "say which hand is verified, as in verify 2.1"))
        case ["instruct", *hand_]:
            return Instructed(by, _hand(hand_, "say for which hand the key is to be pressed, as in instruct 2.1"))
        case ["key", hand_, percent]:
            return DealerKeyed(
                by, _hand([hand_], "say for which hand the key is pressed, as in key 2.1 100"), _number(percent)
            )
        case ["foul", hand_, policy] if policy in {each.value for each in FoulPolicy}:
            return FoulRuled(by, _hand([hand_], "say which hand is foul, as in foul 2.1 reset"), FoulPolicy(policy))
        case ["misdeal", where, *reason]:
            return Misdealt(by, _box_or_dealer(where), " ".join(reason))
        case ["dropped", box, *reason]:
            return Dropped(by, Box(_number(box)), " ".join(reason))
        case [word, *rest] if word in {each.value for each in Decision}:
            decision = Decision(word)
            hand = _hand(rest) if decision is Decision.VOID_HAND else None
            return Ruled(by, decision, hand, " ".join(rest if hand is None else rest[1:]))
        case [word, *reason] if word in {each.value for each in StaffOrder}:
            return Ordered(by, StaffOrder(word), " ".join(reason))
        case ["relief", dealer]:
            return Relieved(by, dealer)
        case ["permit-entry", player, *reason]:
            return Admitted(by, Player(player), " ".join(reason))
        case ["miscount", cards_, *reason]:
            return Miscounted(by, _number(cards_), " ".join(reason))
        case ["hears", where, wager, amount]:
            return Heard(by, *_place(where), Wager(wager), dollars(amount))
        case ["confirms", where]:
            return Confirmed(by, *_place(where))
        case ["correct", entry, *rest] if BECAUSE in rest:
            at = rest.index(BECAUSE)
            answer = read_answer(" ".join(rest[:at]), verbs)
            return Corrected(by, _number(entry), answer, " ".join(rest[at + 1 :]))
        case ["adjust", round_, player, amount, *reason] if round_.isdecimal():
            return Adjusted(by, Player(player), _adjustment(amount), " ".join(reason), _number(round_, 12))
        case ["adjust", player, amount, *reason]:
            return Adjusted(by, Player(player), _adjustment(amount), " ".join(reason))
    raise ValueError(f"staff says one of {', '.join(PERMISSIONS)}, each as the reference shows it")


def _number(text: str, digits: int = 5) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= digits):
        raise ValueError(f"{text!r} is no number")
    return int(text)


def _adjustment(amount: str) -> Cents:
    less = amount.startswith("-")
    cents = dollars(amount[1:] if less else amount)
    return Cents(-cents if less else cents)


def _place(text: str) -> tuple[Player, HandId]:
    found = re.fullmatch(r"([A-Za-z][A-Za-z0-9_-]*)@([0-9]{1,3}\.[0-9]{1,3})", text)
    if found is None:
        raise ValueError("say the player and the hand, as in ann@1.1")
    return Player(found[1]), HandId.parse(found[2])


def _box_or_dealer(where: str) -> Box | None:
    if where == "dealer":
        return None
    if not (where.isascii() and where.isdecimal() and len(where) < 4):
        raise ValueError("say the box, or dealer, that has a wrong number of cards, as in misdeal 1")
    return Box(int(where))


def _hand(words: Sequence[str], says: str = "say which hand is void, as in void-hand 2.1") -> HandId:
    if not words or not re.fullmatch(r"[0-9]{1,3}\.[0-9]{1,3}", words[0]):
        raise ValueError(says)
    return HandId.parse(words[0])


def _read_act(who: str, verb: str, words: list[str], verbs: Verbs) -> Act:
    player, at, hand = who.partition("@")
    if not at or verb not in verbs:
        raise ValueError(f"{who!r} {verb!r} is no act of this game")
    intent = verbs[verb].read(words)
    if intent is None:
        raise ValueError(f"{verb} is not complete")
    return Act(Player(player), HandId.parse(hand), intent)
