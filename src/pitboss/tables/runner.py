"""Drives a table and remembers its last rounds; what was mistyped in the round in progress is corrected here."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import zip_longest

from pitboss.cards import Card
from pitboss.core.authority import refuses_authority
from pitboss.core.correction import entries_after, place_of, refuses_correction, told_of
from pitboss.core.driver import Driver
from pitboss.core.facts import Fact, RoundCorrected
from pitboss.core.incidents import Corrected, Incident, Relieved
from pitboss.core.options import Refusal
from pitboss.core.practices import TODAY, Practices
from pitboss.core.requests import Answer, ByCards, Close, Request
from pitboss.core.rules import RoundContext, Rules
from pitboss.core.table_state import TableState
from pitboss.ids import RANKS, Author
from pitboss.tables.conduct import Table
from pitboss.tables.procedure import run_table
from pitboss.tables.staff import STAFF_AT_TABLE


@dataclass(slots=True)
class RoundRecord:
    """What a round was made of, enough to play it again or to write it down; `authors` is who entered which answer."""

    number: int
    table: RoundContext
    answers: list[Answer] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    authors: list[Author | None] = field(default_factory=list, compare=False)


class TableRunner(Driver):
    """Drives a table: from the beginning, or from a `state` in which it rests. It remembers the last rounds, as many as
    `keep`. Where people deal, `cards` are those that they deal from. It follows `practices`.
    """

    __slots__ = ("records", "table")

    def __init__(
        self,
        rules: Rules,
        watch: Callable[[Fact], None] | None = None,
        *,
        keep: int = 10,
        state: TableState | None = None,
        cards: Sequence[Card] | None = None,
        practices: Practices = TODAY,
    ) -> None:
        self.table = Table(rules, watch, state, cards=cards, handlers=STAFF_AT_TABLE, practices=practices)
        self.records: deque[RoundRecord] = deque(maxlen=keep)
        self.start(run_table(self.table))

    @property
    def state(self) -> TableState:
        return self.table.state

    def refuses(self, request: Request, answer: Answer) -> Refusal | None:
        if isinstance(answer, Corrected):
            return self._refuses_correction(answer)
        return self.table.refuses(request, answer)

    def answer(self, answer: Answer, by: Author | None = None) -> Refusal | None:
        """Take an answer that somebody enters, or refuse it."""
        if isinstance(answer, Corrected):
            refusal = self._refuses_correction(answer)
            if refusal is None:
                self._correct(answer)
            return refusal
        round_, of_cards = self.table.round, isinstance(self.pending, ByCards) and not isinstance(answer, Incident)
        refusal = self._put(answer, by)
        if refusal is None and round_ is not None and of_cards and by is not None and by.role in RANKS:
            round_.dealers.add(by.name)
        return refusal

    def _put(self, answer: Answer, by: Author | None) -> Refusal | None:
        before = self.table.round
        refusal = super().answer(answer)
        if refusal is None:
            if before is not None:
                self.records[-1].answers.append(answer)
                self.records[-1].authors.append(by)
            now = self.table.round
            if now is not None and now is not before:
                self.records.append(RoundRecord(self.table.state.rounds, now.table, [], now.facts))
        return refusal

    def _refuses_correction(self, corrected: Corrected) -> Refusal | None:
        rules = self.table.rules
        if not self.table.live:
            says = "the cards of this table come from a virtual shoe, and nobody types them"
            return Refusal("no-such-incident", says, rules.unforeseen)
        round_ = self.table.round
        deals = self.table.deals if round_ is None else round_.deals
        refusal = refuses_authority(corrected, rules.supervision.in_charge, deals, rules.unforeseen)
        if refusal is not None:
            return refusal
        if round_ is None:
            says = "no round is in progress; for one that is over chips are adjusted"
            return Refusal("round-over", says, rules.unforeseen)
        record = self.records[-1]
        at = place_of(record.answers, corrected)
        entered_by = None if at is None or at >= len(record.authors) else record.authors[at]
        refusal = refuses_correction(rules, record.table, record.answers, corrected, entered_by)
        return refusal or self._refuses_again(entries_after(rules, record.table, record.answers, corrected).all)

    def _refuses_again(self, answers: Sequence[Answer]) -> Refusal | None:
        """Why the table would not take these entries if the round began anew: for want of such cards, or of chips."""
        table = self.table
        opening, practices = deepcopy(table.state.opening), table.practices
        trial = TableRunner(table.rules, state=opening, cards=table.cards, practices=practices)
        for answer in (Close(), *answers):
            refusal = trial.answer(answer)
            if refusal is not None:
                return refusal
        trial.close()
        return None

    def _correct(self, corrected: Corrected) -> None:
        """The round begins anew with the entries that stand."""
        record, table = self.records.pop(), self.table
        at = place_of(record.answers, corrected)
        assert at is not None
        stand = entries_after(table.rules, record.table, record.answers, corrected)
        told = told_of(corrected, record.answers[at], len(stand.entries))
        assert table.round is not None
        dealers = table.round.dealers
        self._begin_anew(told)
        authors = [None, *record.authors[: len(stand.entries)], *(_dealer_of(each) for each in stand.reliefs)]
        for answer, author in zip_longest([Close(), *stand.all], authors):
            refusal = self._put(answer, author)
            assert refusal is None, f"what stands was accepted before: {refusal}"
        self.records[-1].authors[at] = corrected.by
        if table.round is not None:
            table.round.dealers |= dealers

    def _begin_anew(self, told: RoundCorrected) -> None:
        self.close()
        self.table.round = None
        self.table.record(told)
        self.start(run_table(self.table))


def _dealer_of(relief: Answer) -> Author | None:
    """Who says again that somebody has taken over; nobody says that the card burned for it is burned."""
    return relief.by if isinstance(relief, Relieved) else None
