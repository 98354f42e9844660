"""What a round and a table have in common: they ask the outside and record facts. The one module that may suspend.

No event loop is involved: a `Driver` drives the coroutine by hand, from one request to the next.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Generator, Mapping
from typing import Generic

from pitboss.cards import Card
from pitboss.core.authority import refuses_authority
from pitboss.core.facts import BurnCardShown, Fact
from pitboss.core.incidents import ByStaff, Incident
from pitboss.core.kinds import Face
from pitboss.core.options import Refusal
from pitboss.core.practices import Practices
from pitboss.core.requests import (
    Act,
    Answer,
    FaceDown,
    NextCard,
    Request,
    Turn,
    Window,
)
from pitboss.core.rules import CutStack, Handler, R_co
from pitboss.ids import Pile


@types.coroutine
def put(request: Request) -> Generator[Request, Answer, Answer]:
    """Suspend the procedure until the request is answered."""
    return (yield request)


class Conduct(Generic[R_co]):
    """What a round and a table have in common: they ask the outside and record facts."""

    __slots__ = ("_watch", "asked", "burn_forgotten", "is_cut", "rules", "to_be_recut")

    def __init__(self, rules: R_co, watch: Callable[[Fact], None] | None = None) -> None:
        self.rules = rules
        self.asked: Request | None = None  # at which the irregularity was reported that is being dealt with
        self.is_cut = False  # the stack that is made ready now is cut, and not only shuffled
        self.to_be_recut = False  # the cut that was just made is to be made again
        self.burn_forgotten = False  # the card that was to be burned just now was not
        self._watch = watch

    @property
    def live(self) -> bool:
        """Whether people deal here."""
        raise NotImplementedError

    @property
    def practices(self) -> Practices:
        """Those under which the table was opened."""
        raise NotImplementedError

    @property
    def dealer_on_duty(self) -> str:
        """The name of who deals; nothing where nobody has said."""
        raise NotImplementedError

    def deals(self, name: str) -> bool:
        """Whether somebody of this name deals, or has dealt in the round in progress."""
        raise NotImplementedError

    @property
    def shuffled_by_hand(self) -> bool:
        """Whether a house that has a shuffler shuffles without it now."""
        raise NotImplementedError

    @property
    def cut_card_out(self) -> bool:
        """Whether the cut card of the shoe has come out."""
        raise NotImplementedError

    def stack_to_recut(self) -> CutStack | None:
        """The stack, if it is cut and no card of it is dealt."""
        raise NotImplementedError

    def may_recut(self, request: Request) -> bool:
        """Whether the stack may still be cut again when it is in the shoe."""
        if not isinstance(request, Window | NextCard):
            return False
        return self.stack_to_recut() is not None

    def watched_by(self, watch: Callable[[Fact], None] | None) -> None:
        """From now on this is told of every fact."""
        self._watch = watch

    def record(self, fact: Fact) -> None:
        raise NotImplementedError

    @property
    def incidents(self) -> Mapping[type[Incident], Handler]:
        """What is done about each irregularity that may be reported here."""
        return self.rules.incidents

    async def need(self, request: Request) -> Answer:
        """Puts a request until it is answered, again after each irregularity."""
        answer = await self.ask(request, lambda: request)
        assert answer is not None
        return answer

    async def ask(self, request: Request, again: Callable[[], Request | None]) -> Answer | None:
        """Puts a request until it is answered. After an irregularity it is made anew, or withdrawn."""
        answer = await put(request)
        if self.interrupts(answer):
            return await self.after(request, answer, again)
        return answer

    def interrupts(self, answer: Answer) -> bool:
        """Whether this is dealt with before the request is put again."""
        return isinstance(answer, Incident)

    async def after(self, request: Request, answer: Answer, again: Callable[[], Request | None]) -> Answer | None:
        """Deals with irregularities until the request gets its answer; nothing where it is withdrawn."""
        while self.interrupts(answer):
            self.asked = request
            if isinstance(answer, Incident):
                await self.incidents[type(answer)].handle(self, answer)
            else:
                await self.show_burn_card()
            anew = again()
            if anew is None:
                return None
            request = anew
            answer = await put(request)
        return answer

    def refuses_incident(self, request: Request, incident: Incident) -> Refusal | None:
        """Why something irregular cannot be reported now, or not by who reports it."""
        handler = self.incidents.get(type(incident))
        if handler is None or not self.knows(incident):
            return self.refuses_unknown(incident)
        clauses = handler.clauses or self.rules.unforeseen
        if isinstance(incident, ByStaff):
            in_charge = self.rules.supervision.in_charge
            refusal = refuses_authority(incident, in_charge, self.deals, clauses)
            if refusal is not None:
                return refusal
        if not handler.hears(request, self.practices):
            return Refusal("no-such-incident", "that cannot be reported at this moment", clauses)
        return handler.refuses(self, incident, request)

    def knows(self, _incident: Incident) -> bool:
        """Whether something that has a handler may be reported here at all."""
        return True

    def refuses_unknown(self, _incident: Incident) -> Refusal:
        """Why something is not reported here at all."""
        says = "the text has no rule for this; a supervisor decides"
        return Refusal("no-such-incident", says, self.rules.unforeseen)

    async def burn(self) -> bool:
        """One card from the shoe to the discard rack, unseen, unless the dealer forgot it."""
        self.burn_forgotten = False
        request = NextCard(Pile.DISCARDS, Face.DOWN)
        answer = await self.ask(request, lambda: None if self.burn_forgotten else request)
        assert answer is None or isinstance(answer, FaceDown)
        return answer is not None

    async def show_burn_card(self) -> None:
        """A player has asked for it: it is turned, and everybody may know it."""
        answer = await self.need(Turn(Pile.DISCARDS))
        assert isinstance(answer, Card)
        self.record(BurnCardShown(answer, self.rules.shoe.cites.burn_seen))

    async def window(self, window: Window) -> Act | None:
        """One act of anybody, or nothing when the window closes."""
        answer = await self.need(window)
        return answer if isinstance(answer, Act) else None
