"""What the dealer, or a device in the dealer's place, may say when a card, a reading or a shuffle is due."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.core.kinds import Face
from pitboss.core.requests import KeyAward, NextCard, Reader, Request, Shuffle, Spin, Turn
from pitboss.ids import Author
from pitboss.service.asked import Blank, BlankKind, Choice
from pitboss.store.answers import read_answer, verbs_of
from pitboss.tables.live import LiveTable


def dealing(table: LiveTable, author: Author, request: Request) -> Iterator[Choice]:
    """Yield what this author may say to a request for a card or for a device; each was tried."""
    verbs = verbs_of(table.game)
    for choice in _dealt(table, author, request):
        first = [blank.of[0] if blank.of else blank.least for blank in choice.takes]
        if table.refuses(author, read_answer(choice.text("", *first), verbs)) is None:
            yield choice


def _dealt(table: LiveTable, author: Author, request: Request) -> Iterator[Choice]:
    match request:
        case NextCard(face=face):
            yield from [_plain("face-down", "It lies there, unseen")] if face is Face.DOWN else _a_card(table, author)
            yield _plain("shoe-empty", "The shoe is empty")
        case Turn():
            yield from _a_card(table, author)
        case Reader():
            yield _plain("yes", "Yes")
            yield _plain("no", "No")
        case Shuffle():
            yield _plain("shuffled", "They are shuffled")
        case Spin(weights=weights):
            yield Choice("spin", "The section", "spin {}", takes=(Blank(BlankKind.NUMBER, 1, len(weights)),))
        case KeyAward() if request.waits_for_people:
            yield _award(author, request)


def step_of_award(award: KeyAward) -> str:
    """Return the matter that an award waits for: a hand is verified, the dealer is instructed, the key is pressed."""
    return "verify" if not award.verified else "instruct" if not award.instructed else "key"


_LABELS = {"verify": "Verify the hand", "instruct": "Tell the dealer to press the key", "key": "Press the key"}


def _award(author: Author, award: KeyAward) -> Choice:
    step = step_of_award(award)
    say = f"{author} {step} {award.hand}" + (f" {award.percent}" if step == "key" else "")
    return Choice(step, _LABELS[step], say, ways=(say,), clauses=award.stopped)


def _plain(word: str, label: str) -> Choice:
    return Choice(word, label, word, ways=(word,))


def _a_card(table: LiveTable, author: Author) -> Iterator[Choice]:
    """The card that came: one of those that may still be in the shoe."""
    cards = dict.fromkeys(table.game.shoe)
    may_come = tuple(card.text for card in cards if table.refuses(author, card) is None)
    if may_come:
        yield Choice("card", "The card", "{}", takes=(Blank(BlankKind.CARD, of=may_come),))
