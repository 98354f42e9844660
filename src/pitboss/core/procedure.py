"""The handle of a round, which every step holds.

A round is an `async def` that reads like the regulation. It asks the outside for cards and decisions and records
facts. Steps keep nothing across an `await` but loop variables; everything else they read from the layout, which only
recorded facts can change. That is why a round can be re-run from its answers alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from pitboss.cards import Card
from pitboss.core.asking import Conduct, put
from pitboss.core.facts import CardDealt, CardTurned, CutCardReached, Fact, HandRevealed
from pitboss.core.hands import Hand
from pitboss.core.incidents import OF_THE_TABLE, Incident
from pitboss.core.kinds import Closing, Face
from pitboss.core.layout import Layout
from pitboss.core.meter import Micro, Shown
from pitboss.core.options import Intent, Option, Refusal, Ruling
from pitboss.core.practices import Practices
from pitboss.core.requests import (
    Act,
    Answer,
    Close,
    Decide,
    FaceDown,
    KeyAward,
    LockMeter,
    MeterShows,
    NextCard,
    Offer,
    Reader,
    Request,
    Spin,
    Turn,
    Window,
    fits,
)
from pitboss.core.rules import CutStack, R_co, RoundContext
from pitboss.ids import DEALER, HandId, Player, is_same_person


@lru_cache(maxsize=1024)
def next_card(hand: HandId, face: Face) -> NextCard:
    """The request for a card; most rounds put the same ones."""
    return NextCard(hand, face)


class Round(Conduct[R_co]):
    """The handle that every step holds: it reads the layout, records facts and asks the outside."""

    __slots__ = ("_dealer", "dealers", "facts", "joining", "layout", "parts", "table")

    def __init__(
        self, rules: R_co, table: RoundContext | None = None, watch: Callable[[Fact], None] | None = None
    ) -> None:
        super().__init__(rules, watch)
        self.table = table or RoundContext()
        self.layout = Layout()
        self.facts: list[Fact] = []
        self.dealers = {self.table.dealer} if self.table.dealer else set()  # and all who have entered a card
        self._dealer = self.table.dealer
        self.joining: HandId | None = None  # the hand on which others may follow the caller's double now
        self.parts: tuple[HandId, ...] = ()  # the hands of a split on which others choose now

    @property
    def live(self) -> bool:
        return self.table.live

    @property
    def practices(self) -> Practices:
        return self.table.practices

    @property
    def dealer_on_duty(self) -> str:
        return self._dealer

    @dealer_on_duty.setter
    def dealer_on_duty(self, name: str) -> None:
        self._dealer = name
        self.dealers.add(name)

    def deals(self, name: str) -> bool:
        if not self.practices.knows_people:
            return name == self.table.dealer
        return any(is_same_person(name, each) for each in self.dealers)

    @property
    def shuffled_by_hand(self) -> bool:
        return self.table.shuffler_gone or self.layout.shuffler_gone

    @property
    def cut_card_out(self) -> bool:
        return self.layout.cut_card_out or (self.table.cut_card_out and self.layout.shoe_ends_after is None)

    def stack_to_recut(self) -> CutStack | None:
        """A stack of the table's, or one that was shuffled in the round."""
        layout, stack = self.layout, self.table.stack
        if layout.is_dealt:
            return None
        if layout.shoe_ends_after is not None:
            cards = layout.shoe_ends_after - layout.cards_dealt
            return None if layout.cut_by is None else CutStack(cards, layout.cut_by, (), 1)
        if stack is None:
            return None
        return stack._replace(cards=stack.cards - layout.cards_dealt, cut_by=layout.cut_by or stack.cut_by)

    def knows(self, incident: Incident) -> bool:
        """A dealer was relieved between rounds only, and still is where nobody deals."""
        return not isinstance(incident, OF_THE_TABLE) or (self.live and self.practices.heard_always)

    def refuses_unknown(self, incident: Incident) -> Refusal:
        if isinstance(incident, OF_THE_TABLE):
            says = f"{incident.matter} has to wait until the round is over"
            return Refusal("between-rounds", says, self.rules.unforeseen)
        return super().refuses_unknown(incident)

    def record(self, fact: Fact) -> None:
        fact.apply(self.layout)
        self.facts.append(fact)
        if self._watch is not None:
            self._watch(fact)

    def hand(self, hand: HandId) -> Hand:
        return self.layout.hands[hand]

    def interrupts(self, answer: Answer) -> bool:
        """An aside does too, which nobody else may answer."""
        return isinstance(answer, Incident) or (type(answer) is Act and answer.intent.aside)

    def show(self, hand: HandId) -> None:
        """Cards that only their player has seen are turned for everybody."""
        there = self.hand(hand)
        self.record(HandRevealed(hand, tuple(there.cards[: there.concealed]), there.groups))

    async def expose(self, hand: HandId) -> None:
        """Cards that lie face down are turned for everybody; each that nobody here knows is entered as it is turned.

        A hand on which no wager waits stays as it lies, also where it is called dead in the meantime.
        """
        if self.hand(hand).concealed:
            self.show(hand)
        while (request := self._next_to_turn(hand)) is not None:
            answer = await self.ask(request, lambda: self._next_to_turn(hand))
            if answer is None:
                return
            assert isinstance(answer, Card)
            self.record(CardTurned(hand, answer))

    def _next_to_turn(self, hand: HandId) -> Turn | None:
        """The request for the next card of this hand that lies face down, if there is one to turn."""
        waits = any(stake.pending for key, stake in self.layout.stakes.items() if key.hand == hand)
        return Turn(hand) if waits and self.hand(hand).face_down else None

    def caller(self, hand: HandId) -> Player:
        caller = self.layout.hands[hand].caller
        assert caller is not None, "nobody calls the dealer's hand"
        return caller

    def options(self, player: Player, hand: HandId, verbs: Iterable[type[Intent]]) -> tuple[Option, ...]:
        """Those of these verbs that this player may use on this hand now."""
        menu = self.rules.menu
        rulings = [menu[verb](self, player, hand) for verb in verbs]
        return tuple([ruling for ruling in rulings if type(ruling) is Option])

    async def deal(self, hand: HandId, face: Face) -> bool:
        """One card from the shoe to this hand, unless the dealer passes it over. The cut card may come out before it.

        A card that was seen too early is the next one. What its player alone looks at is known to nobody where people
        deal.
        """
        layout = self.layout
        if face is Face.TO_PLAYER and self.live and self.practices.keeps_hidden:
            face = Face.DOWN
        answer: Answer | None = layout.exposed
        if answer is None:
            answer = await put(self._card_for(hand, face))
        if isinstance(answer, Incident | Act):
            misses = layout.misses.get(hand, 0)
            request = next_card(hand, face)
            answer = await self.after(request, answer, lambda: self._card_again(hand, face, misses))
            answer = layout.exposed if answer is None else answer
        if answer is None:
            return False
        if face is Face.DOWN:
            assert isinstance(answer, FaceDown), "a card dealt face down is known to nobody"
            self.record(CardDealt(hand, face, None))
        else:
            assert isinstance(answer, Card)
            self.record(CardDealt(hand, face, answer))
        return True

    def _card_again(self, hand: HandId, face: Face, misses: int) -> NextCard | None:
        """The request after an irregularity; none if the hand was passed over or is dead, or its card lies there."""
        passed_over = self.layout.misses.get(hand, 0) > misses or self.hand(hand).closed is Closing.DEAD
        return None if passed_over or self.layout.exposed is not None else self._card_for(hand, face)

    def _card_for(self, hand: HandId, face: Face) -> NextCard:
        """The request for the next card; the cut card is seen when it comes out before it."""
        layout = self.layout
        if layout.cut_card_after is not None and layout.cut_card_reached is None and self._meets_cut_card():
            self.record(CutCardReached(hand, self.rules.shoe.cites.reached))
        return next_card(hand, face)

    def _meets_cut_card(self) -> bool:
        """By the count, or where the dealer reports it, if it came out before a card that was burned."""
        if self.live and self.practices.reports_cut_card:
            return self.cut_card_out
        after = self.layout.cut_card_after
        return after is not None and self.layout.cards_dealt >= after

    async def turn(self, hand: HandId) -> None:
        """One face-down card of this hand is turned face up."""
        answer = await self.need(Turn(hand))
        assert isinstance(answer, Card)
        self.record(CardTurned(hand, answer))

    async def read(self, request: Reader) -> bool | None:
        """What the reader says; nothing where it fails."""
        answer = await self.ask(request, lambda: None if self.layout.reader_out else request)
        assert isinstance(answer, bool | None)
        return answer

    async def spin(self, request: Spin) -> int:
        answer = await self.need(request)
        assert isinstance(answer, int)
        return answer

    async def lock(self, request: LockMeter) -> Shown:
        """What the meter shows when these wagers are locked."""
        return _shown(await self.need(request))

    async def key(self, award: Callable[[], KeyAward]) -> Shown:
        """What the meter shows when an award is keyed in; `award` is asked again after everything that people say."""
        return _shown(await self.ask(award(), award))

    async def decide(
        self,
        hand: HandId,
        verbs: Sequence[type[Intent]],
        unasked: Intent | None = None,
        player: Player | None = None,
    ) -> Intent | None:
        """The caller of this hand, or this player, chooses among the verbs that its rules permit now.

        Where `unasked` is all that is left to choose, nothing is asked. Nothing comes back where something has happened
        in the meantime that leaves nothing to choose.
        """
        player = player or self.caller(hand)
        options = self.options(player, hand, verbs)

        def nothing_to_ask(left: tuple[Option, ...]) -> bool:
            return not left or (unasked is not None and len(left) == 1 and left[0].verb is type(unasked))

        def again() -> Decide | None:
            left = self.options(player, hand, verbs)
            return None if nothing_to_ask(left) else Decide(player, hand, left, tuple(verbs))

        if nothing_to_ask(options):
            return unasked if options else None
        answer = await self.ask(Decide(player, hand, options, tuple(verbs)), again)
        if answer is None:
            return unasked if self.options(player, hand, verbs) else None
        assert isinstance(answer, Act)
        return answer.intent

    async def offer(self, hand: HandId, verbs: Sequence[type[Intent]], player: Player | None = None) -> Intent | None:
        """The caller of this hand, or this player, may use one of these verbs, or none."""
        player = player or self.caller(hand)

        def offer() -> Offer | None:
            options = self.options(player, hand, verbs)
            return Offer(player, hand, options, tuple(verbs)) if options else None

        first = offer()
        if first is None:
            return None
        answer = await self.ask(first, offer)
        return answer.intent if isinstance(answer, Act) else None

    def refuses(self, request: Request, answer: Answer) -> Refusal | None:
        """Why this answer cannot be taken now, or nothing."""
        if type(answer) is Act:
            if answer.intent.aside:
                return None  # the table has said whether there is a card to be seen
            if type(request) is Decide or type(request) is Offer:
                return self._refuses_act(request, answer)
            return self._refuses_in_window(request.verbs, answer) if type(request) is Window else self.why_not(answer)
        if isinstance(answer, Incident):
            return self.refuses_incident(request, answer)
        if isinstance(answer, Close) and isinstance(request, Window):
            return request.refuses_closing()
        assert fits(request, answer), f"{answer} does not answer {request}"
        if isinstance(request, LockMeter | KeyAward) and isinstance(answer, MeterShows):
            return self._refuses_meter(request, answer)
        return None

    def _refuses_meter(self, request: LockMeter | KeyAward, shows: MeterShows) -> Refusal | None:
        """A meter is never below zero, and pays nobody whose hand is not verified."""
        if min(shows.amount, shows.reserve) < 0:
            return Refusal("below-zero", "a meter and its reserve are never below zero", self.rules.unforeseen)
        if isinstance(request, KeyAward) and not request.verified:
            says = f"a supervisor has to verify the win of hand {request.hand} before it is keyed in"
            return Refusal("not-verified", says, request.stopped)
        if isinstance(request, KeyAward) and request.waits_for_people:
            says = f"the dealer has to press the key for hand {request.hand}, when a supervisor says so"
            return Refusal("not-pressed", says, request.stopped)
        return None

    def _refuses_act(self, request: Decide | Offer, act: Act) -> Refusal | None:
        if act.player == request.player and act.hand == request.hand:
            for option in request.options:
                if option.verb is type(act.intent):
                    return option.refuses(act.intent)
        return self.why_not(act)

    def _refuses_in_window(self, verbs: tuple[type[Intent], ...], act: Act) -> Refusal | None:
        if type(act.intent) not in verbs:
            return self.why_not(act)
        ruling = self.ruling(type(act.intent), act.player, act.hand)
        return ruling if isinstance(ruling, Refusal) else ruling.refuses(act.intent)

    def ruling(self, verb: type[Intent], player: Player, hand: HandId) -> Ruling:
        """What the rule of a verb says of it, whether or not anything is pending."""
        there = hand in self.layout.hands and hand != DEALER
        if verb.needs_hand and not there:
            says = f"box {hand.box} has no such hand of {player}, to which {verb.verb} could apply"
            return Refusal("no-such-hand", says, self.rules.turn_clauses(self, DEALER))
        return self.rules.menu[verb](self, player, hand)

    def why_not(self, act: Act) -> Refusal:
        """Why an act that answers nothing pending is refused: its own rule first, then whose turn it is."""
        ruling = self.ruling(type(act.intent), act.player, act.hand)
        if isinstance(ruling, Refusal):
            return ruling
        says = f"{act.intent.verb} is not for {act.player} to say at this moment"
        return Refusal("out-of-turn", says, self.rules.turn_clauses(self, act.hand))


def _shown(answer: Answer | None) -> Shown:
    assert isinstance(answer, MeterShows)
    return Shown(Micro(answer.amount), Micro(answer.reserve))
