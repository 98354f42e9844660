"""The audit of a journal: its chain, its facts without the rules, its rounds with them, its shoes, its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pitboss.audit.shoes import Shoes
from pitboss.core.facts import Fact, RoundEnded, ShoeClosed, WheelSpun
from pitboss.core.fold import fold_table
from pitboss.core.table_state import TableState
from pitboss.games.registry import Game
from pitboss.ids import Clauses
from pitboss.law.house import Defect
from pitboss.record.header import recorded_game
from pitboss.record.history import is_rest
from pitboss.record.rerun import Difference, Rerun
from pitboss.store.chain import START, link, opened
from pitboss.store.encoding import OPEN
from pitboss.store.entries import Entry, Happened, Header, Opened, Refused, Said, has_unknown_members, read_row
from pitboss.store.fingerprints import edition_fingerprint, engine_fingerprint
from pitboss.store.lines import NotAJournal, header_of, lines_of
from pitboss.tables.commands import Door

if TYPE_CHECKING:
    from pitboss.store.receipts import Receipt  # signatures are loaded by who has one to check

MOST_SHOWN = 10  # differences between two engines
MOST_PROBLEMS = 1000  # of a journal that is wrong throughout


@dataclass(frozen=True, slots=True)
class Problem:
    """Something is wrong at this line, and by which clauses."""

    line: int
    says: str
    clauses: Clauses = ()


@dataclass(slots=True)
class Report:
    """What an audit found. `notes` are worth saying and no fault."""

    header: Header
    lines: int = 0
    rounds: int = 0
    refusals: int = 0
    shoes: int = 0
    revealed: int = 0
    lost: int = 0
    openings: int = 0
    unbound_spins: int = 0
    unproven: int = 0
    unproven_spins: int = 0
    differences: int = 0
    unknown: int = 0
    closed: bool = False
    head: str = ""
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def audit(data: bytes, expected_head: str | None = None, receipt: Receipt | None = None) -> Report:
    """Everything that can be said of a journal's bytes; raises `NotAJournal` where they are none."""
    return audit_batches([data], expected_head, receipt)


def audit_batches(
    data: Iterable[bytes],
    expected_head: str | None = None,
    receipt: Receipt | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """The same of a journal that comes in batches. Room is needed for a few rounds, however many it has."""
    auditor: _Auditor | None = None
    number = 0
    for line, whole in lines_of(data):
        if auditor is None:
            header = header_of(line)
            game, unlawful = recorded_game(header)
            auditor = _Auditor(header, game, expected_head, receipt)
            auditor.unlawful(unlawful)
        if not whole:
            auditor.problem(number + 1, f"the last line is torn: {len(line)} bytes without an end")
            break
        number += 1
        auditor.line(number, line)
        if progress is not None and number % 1000 == 0:
            progress(number)
    if auditor is None:
        raise NotAJournal("it is not a journal of pitboss")
    return auditor.finish(number)


class _Auditor:
    """One pass over the lines."""

    def __init__(self, header: Header, game: Game, expected_head: str | None, receipt: Receipt | None) -> None:
        self._receipt = receipt
        self.report = Report(header)
        self._head = START
        self._expected = expected_head
        self._expected_at: int | None = None
        self._floor = TableState()
        self._shoes = Shoes(header.rulebook, game.shoe, header.seed)
        self._whole = len(game.shoe)
        self._game = game
        self._foreign = (header.engine, header.edition) != (engine_fingerprint(), edition_fingerprint())
        self._header = header
        self._door = Door(header.mode, game.rules.turn, header.practices)
        self._rerun: Rerun | None = Rerun(game, header, door=self._door)
        self._folds = True
        self._at_rest: tuple[int, Entry] | None = None  # what was said to a table that may have rested, if accepted
        self._clock = header.at
        self._backwards: int | None = None

    def unlawful(self, defects: list[Defect]) -> None:
        """A house that today's law does not permit is wrong under the data that wrote it, and else worth saying."""
        for defect in defects:
            if self._foreign:
                self.report.notes.append(f"not lawful today: {defect.says}")
            else:
                self.problem(1, defect.says, defect.clauses)

    def problem(self, line: int, says: str, clauses: Clauses = ()) -> None:
        if len(self.report.problems) < MOST_PROBLEMS:
            self.report.problems.append(Problem(line, says, clauses))

    def line(self, number: int, line: bytes) -> None:
        parts = opened(line)
        if parts is None:
            self.problem(number, "this is no line of a journal")
            self._rerun = None
            return
        body, digest = parts
        if link(self._head, body) != digest:
            self.problem(number, "the chain is broken: this line or the one before it is not what was written")
        self._head = digest
        if self._receipt is not None and number == self._receipt.lines and digest != self._receipt.head.encode():
            self.problem(number, "the receipt was signed for another line here: what comes before was rewritten")
        if self._expected is not None and digest.decode("ascii", "replace") == self._expected:
            self._expected_at = number
        try:
            entry = read_row(body, self._header.format)
        except ValueError:
            self.problem(number, "this is no line that pitboss writes")
            self._rerun = None
            return
        if self._header.format >= OPEN and has_unknown_members(entry, body, self._header.format):
            self._unknown(number)
        self._entry(number, entry)

    def _entry(self, number: int, entry: Entry) -> None:
        if isinstance(entry, Header) != (number == 1):
            self.problem(number, "a journal has one header, on its first line")
        if isinstance(entry, Said | Opened):
            if entry.at < self._clock and self._backwards is None:
                self._backwards = number
            self._clock = entry.at
        self.report.refusals += isinstance(entry, Refused)
        self.report.openings += isinstance(entry, Opened)
        if isinstance(entry, Happened):
            self._door.happened(number)
            self.report.unbound_spins += isinstance(entry.fact, WheelSpun) and not entry.fact.weights
        if self._rerun is None and self._at_rest is not None and not isinstance(entry, Refused):
            self._rerun = Rerun(self._game, self._header, state=deepcopy(self._floor), door=self._door)
            self._rerun.follow(*self._at_rest)
        lost = self._foreign and self._rerun is None and self._folds
        self._at_rest = (number, entry) if lost and not self._floor.in_round and is_rest(entry) else None
        if self._rerun is not None:
            difference = self._rerun.follow(number, entry)
            if difference is not None:
                self._differs(number, difference)
                self._rerun = None  # what follows a difference proves nothing until the table rests
        if isinstance(entry, Happened) and self._folds:
            self._fold(number, entry.fact)

    def _unknown(self, number: int) -> None:
        """A member that this version does not know may have been written by another one, and not by this one."""
        if self._foreign:
            self.report.unknown += 1
        else:
            self.problem(number, "it has a member that no line of this engine has")

    def _differs(self, number: int, difference: Difference) -> None:
        """Under the engine and the data that wrote a journal a difference is a fault, under others worth saying."""
        if not self._foreign:
            self.problem(number, difference.says, difference.clauses)
            return
        self.report.differences += 1
        if self.report.differences <= MOST_SHOWN:
            self.report.notes.append(f"line {number}: dealt otherwise today: {difference.says}")

    def _fold(self, number: int, fact: Fact) -> None:
        """Without the rules: the state, the shoes, and that neither cards nor chips appear or vanish."""
        try:
            lying = self._floor.layout.lying()[0] if self._floor.in_round else []
            for says in self._shoes.follow(fact, lying):
                self.problem(number, says)
            fold_table(self._floor, fact)
        except (KeyError, IndexError, ValueError, AttributeError):
            self.problem(number, "this fact cannot follow those before it")
            self._folds = False
            return
        for says in self._not_conserved(fact):
            self.problem(number, says)

    def _not_conserved(self, fact: Fact) -> Iterator[str]:
        state = self._floor
        if isinstance(fact, RoundEnded):
            if not state.balanced() or sum(state.layout.accounts.values()) != 0:
                yield "chips have appeared or vanished in this round"
        elif isinstance(fact, ShoeClosed) and state.shoe is not None:
            counted = (state.shoe.undealt, state.shoe.discarded)
            if counted != (fact.undealt, fact.discarded) or sum(counted) != self._whole:
                yield f"the shoe was counted as {fact.undealt} + {fact.discarded}, and its cards are {self._whole}"

    def finish(self, lines: int) -> Report:
        report, state = self.report, self._floor
        report.lines, report.rounds, report.closed = lines, state.rounds, state.closed
        report.shoes, report.revealed, report.lost = state.shoes, self._shoes.revealed, self._shoes.lost
        report.head = self._head.decode("ascii", "replace")
        report.unproven = sum(len(each.drawn) for each in self._shoes.open)
        report.unproven_spins = sum(len(each.spins) for each in self._shoes.open)
        self._end(lines)
        if self._expected is not None:
            self._compare_head(self._expected)
        if self._receipt is not None:
            self._compare_receipt(self._receipt, lines)
        report.notes.extend(_notes(report))
        if report.differences > MOST_SHOWN:
            report.notes.append(f"{report.differences - MOST_SHOWN} more line(s) would be dealt otherwise today")
        if self._backwards is not None:
            report.notes.append(
                f"the clock was put back: line {self._backwards} says an earlier time than one before it"
            )
        return report

    def _end(self, lines: int) -> None:
        rerun = self._rerun
        if rerun is not None and rerun.due:
            says = f"{len(rerun.due)} fact(s) that the rules gave are missing at the end"
            self.problem(lines, says, getattr(rerun.due[0], "clauses", ()))
        if rerun is not None and rerun.due_refusal is not None:
            self.problem(lines, "the refusal of the last command is missing", rerun.due_refusal.clauses)
        if self._floor.closed and self._shoes.open:
            self.problem(lines, "the journal is closed, and a shoe was never revealed")

    def _compare_receipt(self, receipt: Receipt, lines: int) -> None:
        if lines < receipt.lines:
            says = f"the receipt was signed for {receipt.lines} lines, and {receipt.lines - lines} are gone"
            self.problem(lines, says)
        elif lines > receipt.lines:
            self.report.notes.append(f"{lines - receipt.lines} line(s) are newer than the receipt")

    def _compare_head(self, expected: str) -> None:
        if expected == self.report.head:
            return
        at, lines = self._expected_at, self.report.lines
        if at is None:
            self.problem(lines, "the head that was shown is not in the journal: its end is missing or changed")
        else:
            self.problem(at + 1, f"{lines - at} line(s) follow the head that was shown")


def _notes(report: Report) -> Iterator[str]:
    header = report.header
    if header.seed:
        yield f"practice: every shoe follows from the seed {header.seed}, which this journal says"
    if header.engine != engine_fingerprint():
        yield f"written by another engine (pitboss {header.version}, {header.engine}), and re-run by this one"
    if header.edition != edition_fingerprint():
        yield f"written under other rulebook data ({header.edition}), and re-run under today's"
    if report.unknown:
        yield f"{report.unknown} line(s) have members that this version does not know"
    if report.lost:
        yield f"{report.lost} shuffle(s) are unproven, because their sealed order was lost"
    if report.unbound_spins:
        yield f"{report.unbound_spins} spin(s) of the wheel are on record; no commitment binds them"
    if not report.closed:
        yield "the journal is not closed; a shoe that is still in use is not revealed yet"
    if report.unproven:
        yield f"{report.unproven} card(s) came from a shoe that is not revealed yet: they are counted, and not proven"
    if report.unproven_spins:
        yield f"{report.unproven_spins} spin(s) of the wheel are bound to that shoe too, and not proven yet"
