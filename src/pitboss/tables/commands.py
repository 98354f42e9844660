"""What is said to a table, by whom, and who may say what.

A command names its author, the last line of the record that they had seen, and an id of their own. So nobody speaks for
somebody else, nobody decides on what they have not seen, and what is sent twice counts once.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from enum import StrEnum

from pitboss.core.incidents import ByStaff, Corrected, Incident, SealLost, TenInShoe
from pitboss.core.kinds import Occasion
from pitboss.core.options import Intent, Refusal
from pitboss.core.practices import TODAY, Practices
from pitboss.core.requests import Act, Answer, Close, Decide, Decline, Offer, Request, Revealed, Shuffled, Window
from pitboss.core.table_state import TableState
from pitboss.ids import HOUSE_DEALER, Author, Clauses, Player, Role
from pitboss.tables.intents import CloseTable, OrderReshuffle
from pitboss.tables.memory import KEPT_EARLIER, Memory, SaidUnder, digest_of
from pitboss.tables.people import named_in, refuses_people

AN_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
STAFF: Container[Role] = (Role.DEALER, Role.FLOOR, Role.SUPERVISOR, Role.HOUSE)
OF_THE_HOUSE = (CloseTable, OrderReshuffle)


class Mode(StrEnum):
    """What a table is for. At a live one staff runs the game; at the others whoever plays may ask for the next card."""

    DEMO = "demo"
    TRAINER = "trainer"
    LIVE = "live"


@dataclass(frozen=True, slots=True)
class Command:
    """Something that is said. `seen` is the number of the last line of the record that its author had seen; `through`
    is who typed it, where that was not its author.
    """

    author: Author
    seen: int
    id: str
    says: Answer
    through: Author | None = None

    def __post_init__(self) -> None:
        if not AN_ID.fullmatch(self.id) or self.seen < 0:
            raise ValueError("a command has an id of up to 64 letters, digits, - and _, and has seen some line")
        Author.parse(str(self.author))

    @property
    def typist(self) -> Author:
        return self.through or self.author

    @property
    def key(self) -> SaidUnder:
        """Under what it is remembered."""
        return self.author, self.id


class Door:
    """Lets in who may speak and has seen what they answer; remembers what was said.

    It knows the record by the numbers of its lines, so whoever reads a record again judges as it did.
    """

    def __init__(self, mode: Mode, turn: Clauses, practices: Practices = TODAY) -> None:
        self.mode = mode
        self.practices = practices
        self.last_fact = 0
        self.memory = Memory(None if practices.knows_people else KEPT_EARLIER)
        self._turn = turn
        self._question: object = None
        self._asked_at = 0

    @property
    def _people_deal(self) -> bool:
        """Whether a dealer has to be on duty here."""
        return self.mode is Mode.LIVE and self.practices.knows_people

    def happened(self, line: int) -> None:
        """A fact is on this line."""
        self.last_fact = line

    def asked(self, question: object) -> None:
        """This is what is asked now; a window that is still open is the same question as before."""
        same = question is self._question or (isinstance(question, tuple) and question == self._question)
        if not same:
            self._question, self._asked_at = question, self.last_fact

    def said_before(self, command: Command) -> bool:
        return self.memory.of(command.key) is not None

    def answered(self, command: Command) -> Refusal | None:
        """What was answered when this was said; an id that was used for something else is not used again."""
        before = self.memory.of(command.key)
        assert before is not None
        if before.digest == digest_of(command.says):
            return before.refusal
        return Refusal("id-reused", f"{command.author} has said something else as {command.id}", self._turn)

    def remember(self, command: Command, refusal: Refusal | None) -> None:
        """This was said, and so it was answered."""
        self.memory.keep(command.key, command.says, refusal)

    def refuses(self, request: Request, command: Command, state: TableState, lines: int) -> Refusal | None:
        """Why this is not for its author to say, or not now; `lines` is how many the record has before it."""
        self.asked(question(request, state))
        if command.seen > lines:
            says = f"line {command.seen} is not on record yet; the last one is {lines}"
            return Refusal("not-on-record", says, self._turn)
        if command.seen < self._asked_at:
            says = f"the table has gone on since line {command.seen}; look again before you answer"
            return Refusal("stale", says, self._turn)
        return self.refuses_author(request, command, state)

    def refuses_author(self, request: Request, command: Command, state: TableState) -> Refusal | None:
        """Why this is not for its author to say, or not for who typed it, of what is asked now."""
        refusal = self._refuses_people(command, state)
        if refusal is None and not self._may_say(request, command, state):
            refusal = Refusal("not-yours", f"that is not for {command.author.name} to say", self._turn)
        return refusal

    def _refuses_people(self, command: Command, state: TableState) -> Refusal | None:
        if not self.practices.knows_people:
            return None
        return refuses_people(command, state, self._turn, live=self.mode is Mode.LIVE)

    def _may_say(self, request: Request, command: Command, state: TableState) -> bool:
        author = command.author
        match command.says:
            case Act(player, _, intent) if player == HOUSE_DEALER:
                return author.role in STAFF if type(intent) in OF_THE_HOUSE else self._deals(author)
            case Act(player, _, intent):
                return _is(author, player) or self._is_passed_by_time(author, intent, request, player)
            case Decline():
                asked = _asked_of(request)
                return author.role is Role.TIME_LIMIT or asked is None or _is(author, asked)
            case Close():
                return self._may_close(author, state)
            case ByStaff(by=by):
                runs_it = self.mode is not Mode.LIVE and author.role is Role.HOUSE
                return author == by or (runs_it and by == (Role.SUPERVISOR, author.name))
            case SealLost() | Revealed():
                return author.role is Role.DEVICE
            case Shuffled(commitment) if commitment:  # which nobody could open where people deal
                return author.role is Role.DEVICE and not self._people_deal
            case TenInShoe() if self.mode is Mode.LIVE:
                return author.role.may_act_as(Role.FLOOR)
            case Incident():
                return author.role is Role.DEVICE or self._deals(author)
            case _:
                return author.role is Role.DEVICE or (self.mode is Mode.LIVE and self._deals(author))

    def _deals(self, author: Author) -> bool:
        """Whether this is one of the staff; where people deal, the dealer on duty, whose name was looked at before."""
        return author.role is Role.DEALER if self._people_deal else author.role in STAFF

    def _is_passed_by_time(self, author: Author, intent: Intent, request: Request, player: Player) -> bool:
        """Whether a time limit says for who is asked what may be taken for granted, or all that is left to say."""
        alone = isinstance(request, Decide) and len(request.options) == 1
        granted = intent.goes_without_saying or alone or not self.practices.knows_people
        return author.role is Role.TIME_LIMIT and granted and _asked_of(request) == player

    def _may_close(self, author: Author, state: TableState) -> bool:
        """Where there is no staff, whoever sits at the table says when it goes on."""
        if self._people_deal:
            return self._deals(author)
        at_the_table = author.role is Role.PLAYER and author.name in state.seats
        by_house = author.role in STAFF or author.role is Role.TIME_LIMIT
        return by_house or (self.mode is not Mode.LIVE and at_the_table)


def question(request: Request, state: TableState) -> object:
    """What is asked, so that it can be told whether it is asked anew."""
    if isinstance(request, Window):
        return request.occasion, state.rounds, state.shoes
    return request


def question_at_rest(state: TableState) -> object:
    """What a table asks between rounds."""
    return Occasion.BETWEEN_ROUNDS, state.rounds, state.shoes


def can_be_written(answer: Answer, practices: Practices = TODAY) -> bool:
    """Whether the record has words for this; it has none for a name that is none, or a reason that is no sentence."""
    if isinstance(answer, ByStaff):
        return _is_sentence(answer.because or "") and _names_somebody(answer, practices)
    return not isinstance(answer, Act) or answer.player == HOUSE_DEALER or practices.is_name(answer.player)


def _is_sentence(reason: str) -> bool:
    return reason.isprintable() and " ".join(reason.split()) == reason


def _names_somebody(answer: ByStaff, practices: Practices) -> bool:
    """Whether a player or a dealer of whom it speaks can be called that, and a corrected entry can be written."""
    if isinstance(answer, Corrected):
        return can_be_written(answer.answer, practices)
    name = named_in(answer)
    return name is None or practices.is_name(name)


def _asked_of(request: Request) -> Player | None:
    return request.player if isinstance(request, Decide | Offer) else None


def _is(author: Author, player: Player) -> bool:
    return author == (Role.PLAYER, player) or (player == HOUSE_DEALER and author.role in STAFF)
