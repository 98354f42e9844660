"""What a supervisor may correct in the round in progress: each entry that people made, and what it may become."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing

from pitboss.cards import Card
from pitboss.core.driver import Runner
from pitboss.core.incidents import Corrected
from pitboss.core.legal_answers import choices as legal_answers
from pitboss.core.options import Option
from pitboss.core.requests import Act, Answer, Decide, NextCard, Offer, Reader, Request, Spin, Turn
from pitboss.core.wagering import PlaceWager
from pitboss.games.registry import AnyRules
from pitboss.ids import Author
from pitboss.money import Cents
from pitboss.service.asked import Blank, BlankKind, Choice
from pitboss.service.reports import REASON
from pitboss.store.answers import BECAUSE, write_answer
from pitboss.tables.live import LiveTable
from pitboss.tables.runner import RoundRecord

MATTER = "correct"


def corrections(table: LiveTable, by: Author) -> Iterator[Choice]:
    """Yield what this author may correct now: one choice an entry, with everything that the entry may become."""
    if table.runner.table.round is not None and table.runner.table.live:
        yield from _Corrector(table, by).all()


class _Corrector:
    """Goes through the entries of the round in progress, in a copy of it."""

    def __init__(self, table: LiveTable, by: Author) -> None:
        self._table = table
        self._by = by
        self._record: RoundRecord = table.runner.records[-1]
        self._left = tuple(card for card in dict.fromkeys(table.game.shoe) if self._may_come(card))

    def _may_come(self, card: Card) -> bool:
        """Whether a card may still be in the shoe, so that an entry may become it."""
        shoe = self._table.runner.state.shoe
        return shoe is not None and shoe.came.get(card.text, 0) < self._table.game.shoe.count(card)

    def all(self) -> Iterator[Choice]:
        trial: Runner[AnyRules] = Runner(self._table.game.rules, self._record.table)
        entries: Counter[type[Answer]] = Counter()
        with closing(trial):
            for answer, author in zip(self._record.answers, self._record.authors, strict=True):
                entries[type(answer)] += 1
                if trial.pending is not None and (author is None or author.name != self._by.name):
                    yield from self._of_entry(trial, trial.pending, entries[type(answer)], answer)
                trial.answer(answer)

    def _of_entry(self, trial: Runner[AnyRules], request: Request, entry: int, was: Answer) -> Iterator[Choice]:
        if isinstance(was, Act) and isinstance(was.intent, PlaceWager):
            yield from self._of_wager(trial, entry, was, was.intent)
            return
        others = [each for each in self._alternatives(trial, request) if type(each) is type(was) and each != was]
        if isinstance(was, Card):  # what one of the cards left may be, the others may be too
            others = others if others and self._takes(entry, others[0]) else []
        else:
            others = [each for each in others if self._takes(entry, each)]
        if others:
            blank = Blank(BlankKind.CARD if isinstance(was, Card) else BlankKind.ANSWER, of=_written(others))
            yield self._choice(entry, write_answer(was), "{}", blank)

    def _alternatives(self, trial: Runner[AnyRules], request: Request) -> list[Answer]:
        match request:
            case NextCard() | Turn():
                return list(self._left)
            case Reader():
                return [True, False]
            case Spin(weights=weights):
                return list(range(1, len(weights) + 1))
            case Decide() | Offer():
                return legal_answers(trial.round, request)
        return []

    def _of_wager(self, trial: Runner[AnyRules], entry: int, was: Act, wager: PlaceWager) -> Iterator[Choice]:
        """A wager may become a smaller one, or a larger one as far as rules and chips reach."""
        ruling = trial.round.ruling(PlaceWager, was.player, was.hand)
        takes = [each for each in ruling.takes if each.word == wager.wager] if isinstance(ruling, Option) else []
        for each in takes:
            held = self._table.seen_by(was.player).chips(was.player)
            puts_up = self._table.runner.table.puts_up(was)
            most = wager.amount + held * wager.amount // puts_up
            most = most if each.most is None else min(each.most, most)
            for least, until in ((each.least, wager.amount - each.step), (wager.amount + each.step, most)):
                last = least + (until - least) // each.step * each.step
                ends = {PlaceWager(wager.wager, Cents(amount)) for amount in (least, last)}
                if last >= least and all(self._takes(entry, Act(was.player, was.hand, end)) for end in ends):
                    words = f"{was.player}@{was.hand} {PlaceWager.verb} {wager.wager} {{}}"
                    blank = Blank(BlankKind.CENTS, least, last, each.step)
                    yield self._choice(entry, write_answer(was), words, blank)

    def _takes(self, entry: int, becomes: Answer) -> bool:
        return self._table.refuses(self._by, Corrected(self._by, entry, becomes, "a reason")) is None

    def _choice(self, entry: int, was: str, words: str, blank: Blank) -> Choice:
        say = f"{self._by} {MATTER} {entry} {words} {BECAUSE} {{}}"
        return Choice(MATTER, f"Correct entry {entry}, {was}", say, takes=(blank, REASON))


def _written(answers: list[Answer]) -> tuple[str, ...]:
    return tuple(map(write_answer, answers))
