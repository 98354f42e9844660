"""What a game is to the rounds and tables that are conducted by it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar

from pitboss.core.incidents import Incident
from pitboss.core.options import Intent, Refusal, Ruling
from pitboss.core.practices import TODAY, Practices
from pitboss.core.requests import Request
from pitboss.ids import Box, Clauses, HandId, Player, Wager
from pitboss.law.points import Points
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.core.betting import BettingTerms
    from pitboss.core.meter import Meter
    from pitboss.core.procedure import Round
    from pitboss.core.shuffling import ShoeTerms
    from pitboss.core.supervision import Supervision
    from pitboss.core.table_state import TableState


class RoundVoid(Exception):
    """The law ends this round as if it had not been played. Steps never catch it."""

    def __init__(self, why: str, clauses: Clauses, *, reshuffle: bool, unwind: bool = True) -> None:
        super().__init__(why)
        self.why = why
        self.clauses = clauses
        self.reshuffle = reshuffle
        self.unwind = unwind  # whether what was decided before is put back, where the text does that at all


class RoundUnplayed(Exception):
    """Nobody wagered, so there is nothing to deal. Steps never catch it."""


class CutOffer(NamedTuple):
    """To whom the cut is offered, at which box, and why to this player."""

    player: Player
    hand: HandId
    clauses: Clauses


class CutStack(NamedTuple):
    """A stack that is cut and from which no card is dealt: its cards, who cut it, to whom the cut was offered, and how
    many cards of it were burned.
    """

    cards: int
    cut_by: Player
    offers: tuple[CutOffer, ...]
    burns: int


class RoundContext(NamedTuple):
    """What the table brings into a round from the rounds before it.

    `cut_card_after` is how many cards come before the cut card; `burn_due` where a card is burned after the betting;
    `first_cutter` who is offered the cut first if the cards must be shuffled in mid-round; `opened_with` who placed
    what must be placed on the first hand after the shuffle, nothing if this is that hand. `live` is a table at which
    people deal, so that the dealer may do what he must not; `unseated` are boxes at which nobody sits. `may_enter` are
    the only ones who may bet, where somebody is kept out until the reshuffle; `dealer` is the name of who deals;
    `agreed` who may bet on somebody else's box, because its owner has agreed before (MA13);
    `practices` are those of the table. Where people deal, `stack` is one from which no card is dealt yet, and
    `cut_card_out` says that the cut card came out before a card that was burned.
    """

    face_up_found: int = 0
    cut_card_after: int | None = None
    burn_due: bool = False
    first_cutter: Player | None = None
    opened_with: tuple[Player, ...] | None = None
    tens_found: int = 0
    reader_out: bool = False
    live: bool = False
    unseated: tuple[Box, ...] = ()
    may_enter: tuple[Player, ...] | None = None
    dealer: str = ""
    shuffler_gone: bool = False
    agreed: tuple[tuple[Box, Player], ...] = ()
    practices: Practices = TODAY
    stack: CutStack | None = None
    cut_card_out: bool = False


def _at_any_time(_t: Any, _incident: Any, _request: Request) -> Refusal | None:
    return None


class Handler(NamedTuple):
    """What is done about an irregularity, and at which requests it may be reported: `always`, or only there.

    Then the request is put again, made anew, or withdrawn if there is nothing left to ask. `refuses` says why it cannot
    be reported at a request, and changes nothing; `clauses` are what the text says about it.
    """

    handle: Callable[[Any, Any], Awaitable[None]]
    at: tuple[type[Request], ...]
    refuses: Callable[[Any, Any, Request], Refusal | None] = _at_any_time
    clauses: Clauses = ()
    always: bool = False

    def hears(self, request: Request, practices: Practices) -> bool:
        """Whether it may be reported at this request, if nothing else speaks against it."""
        return isinstance(request, self.at) or (self.always and practices.heard_always)


class Rules(Protocol):
    """What rounds and tables ask of a game under one edition and one house, whatever game it is."""

    @property
    def steps(self) -> tuple[Callable[[Round[Self]], Awaitable[None]], ...]:
        """The round, step by step, in the order of the text."""

    @property
    def menu(self) -> Mapping[type[Intent], Callable[[Round[Self], Player, HandId], Ruling]]:
        """For each verb of the game, the rule that permits or refuses it on a hand."""

    @property
    def incidents(self) -> Mapping[type[Incident], Handler]:
        """For each irregularity that the text rules on, its handler."""

    @property
    def points(self) -> Points:
        """Under which clauses of the text each point stands that shared code carries out."""

    @property
    def played(self) -> Wager:
        """The wager that the game is about."""

    @property
    def betting(self) -> BettingTerms:
        """Who may wager what, and on which boxes."""

    @property
    def shoe(self) -> ShoeTerms:
        """How a shoe is prepared."""

    @property
    def supervision(self) -> Supervision:
        """What the staff may order."""

    @property
    def meter(self) -> Meter | None:
        """The progressive meter that a wager of the game may win from."""

    @property
    def turn(self) -> Clauses:
        """Boxes act in turn."""

    @property
    def unforeseen(self) -> Clauses:
        """What is cited where the text has no rule for something that went wrong."""

    def may_not_deal(self, state: TableState) -> Refusal | None:
        """Why no round may be dealt at this table now, or nothing."""

    def turn_clauses(self, t: Round[Self], hand: HandId) -> Clauses:
        """Why it is not this hand's turn."""

    def measured_by(self, intent: Intent) -> Wager:
        """The wager of a hand by which is measured what a decision on it puts up."""

    def puts_up(self, intent: Intent, original: Cents) -> Cents:
        """How many chips a decision takes from a player who has wagered so much on the hand."""

    def void(self, t: Round[Self], void: RoundVoid) -> None:
        """Ends a void round as its clause says."""


R_co = TypeVar("R_co", bound=Rules, covariant=True)


R = TypeVar("R", bound=Rules)
