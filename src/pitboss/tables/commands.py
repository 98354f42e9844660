"""What is said to a table, by whom, and who may say what.

A command names its author, the last line of the record that he had seen, and an id of his own. So nobody speaks for
somebody else, nobody decides on what he has not seen, and what is sent twice counts once.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from enum import StrEnum

from pitboss.core.incidents import ByStaff, Corrected, Incident, Relieved, SealLost, TenInShoe
from pitboss.core.kinds import Occasion
from pitboss.core.options import Refusal
from pitboss.core.practices import TODAY, Practices
from pitboss.core.requests import Act, Answer, Close, Decide, Decline, Offer, Request, Revealed, Shuffled, Window
from pitboss.core.table_state import TableState
from pitboss.ids import HOUSE_DEALER, Author, Clauses, Player, Role, is_name

REMEMBERED = 100  # commands whose ids are known, so that one that is sent again is answered and not carried out
AN_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
STAFF: Container[Role] = (Role.DEALER, Role.FLOOR, Role.SUPERVISOR, Role.HOUSE)


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


class Door:
    """Lets in who may speak and has seen what he answers; remembers what was said.

    It knows the record by the numbers of its lines, so whoever reads a record again judges as it did.
    """

    def __init__(self, mode: Mode, turn: Clauses, practices: Practices = TODAY) -> None:
        self.mode = mode
        self.practices = practices
        self.last_fact = 0
        self._turn = turn
        self._question: object = None
        self._asked_at = 0
        self._said: dict[tuple[Author, str], Refusal | None] = {}

    def happened(self, line: int) -> None:
        """A fact is on this line."""
        self.last_fact = line

    def asked(self, question: object) -> None:
        """This is what is asked now; a window that is still open is the same question as before."""
        same = question is self._question or (isinstance(question, tuple) and question == self._question)
        if not same:
            self._question, self._asked_at = question, self.last_fact

    def said_before(self, command: Command) -> bool:
        return (command.author, command.id) in self._said

    def answered(self, command: Command) -> Refusal | None:
        """What was answered when this was said."""
        return self._said[command.author, command.id]

    def remember(self, author: Author, id_: str, refusal: Refusal | None) -> None:
        """This was said, and so it was answered."""
        self._said[author, id_] = refusal
        if len(self._said) > REMEMBERED:
            del self._said[next(iter(self._said))]

    def refuses(self, request: Request, command: Command, state: TableState, lines: int) -> Refusal | None:
        """Why this is not for its author to say, or not now; `lines` is how many the record has before it."""
        self.asked(question(request, state))
        if command.seen > lines:
            says = f"line {command.seen} is not on record yet; the last one is {lines}"
            return Refusal("not-on-record", says, self._turn)
        if command.seen < self._asked_at:
            says = f"the table has gone on since line {command.seen}; look again before you answer"
            return Refusal("stale", says, self._turn)
        if not self.may_say(request, command, state):
            return self.not_yours(command.author)
        return None

    def not_yours(self, author: Author) -> Refusal:
        """The refusal of what is for others to say."""
        return Refusal("not-yours", f"that is not for {author.name} to say", self._turn)

    def may_say(self, request: Request, command: Command, state: TableState) -> bool:
        """Whether this is for its author to say, of what is asked now."""
        author = command.author
        match command.says:
            case Act(player) if player == HOUSE_DEALER:
                return author.role in STAFF
            case Act(player):
                return _is(author, player) or (author.role is Role.TIME_LIMIT and _asked_of(request) == player)
            case Decline():
                asked = _asked_of(request)
                return author.role is Role.TIME_LIMIT or asked is None or _is(author, asked)
            case Close():
                return author.role in STAFF or author.role is Role.TIME_LIMIT or self._may_close(author, state)
            case ByStaff(by=by):
                runs_it = self.mode is not Mode.LIVE and author.role is Role.HOUSE
                return author == by or (runs_it and by == (Role.SUPERVISOR, author.name))
            case SealLost() | Revealed():
                return author.role is Role.DEVICE
            case Shuffled(commitment) if commitment:
                return author.role is Role.DEVICE
            case TenInShoe() if self.mode is Mode.LIVE:
                return author.role.may_act_as(Role.FLOOR)
            case Incident():
                return author.role in STAFF or author.role is Role.DEVICE
            case _:
                deals = self.mode is Mode.LIVE and author.role in STAFF
                return author.role is Role.DEVICE or deals

    def _may_close(self, author: Author, state: TableState) -> bool:
        """Where there is no staff, whoever sits at the table says when it goes on."""
        at_the_table = author.role is Role.PLAYER and author.name in state.seats
        return self.mode is not Mode.LIVE and at_the_table


def question(request: Request, state: TableState) -> object:
    """What is asked, so that it can be told whether it is asked anew."""
    if isinstance(request, Window):
        return request.occasion, state.rounds, state.shoes
    return request


def question_at_rest(state: TableState) -> object:
    """What a table asks between rounds."""
    return Occasion.BETWEEN_ROUNDS, state.rounds, state.shoes


def can_be_written(answer: Answer) -> bool:
    """Whether the record has words for this; it has none for a name that is none, or a reason that is no sentence."""
    if isinstance(answer, ByStaff):
        return _is_sentence(answer.because or "") and _names_somebody(answer)
    return not isinstance(answer, Act) or answer.player == HOUSE_DEALER or is_name(answer.player)


def _is_sentence(reason: str) -> bool:
    return reason.isprintable() and " ".join(reason.split()) == reason


def _names_somebody(answer: ByStaff) -> bool:
    """Whether a player or a dealer of whom it speaks can be called that, and a corrected entry can be written."""
    if isinstance(answer, Corrected):
        return can_be_written(answer.answer)
    name = answer.dealer if isinstance(answer, Relieved) else getattr(answer, "player", None)
    return name is None or is_name(name)


def _asked_of(request: Request) -> Player | None:
    return request.player if isinstance(request, Decide | Offer) else None


def _is(author: Author, player: Player) -> bool:
    return author == (Role.PLAYER, player) or (player == HOUSE_DEALER and author.role in STAFF)
