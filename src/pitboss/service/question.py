"""What a table asks now, put to one viewer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitboss.core.kinds import Occasion
from pitboss.core.options import Intent, Option, Refusal
from pitboss.core.requests import (
    Act,
    Answer,
    Close,
    Decide,
    Decline,
    GameOver,
    KeyAward,
    LockMeter,
    NextCard,
    Offer,
    Reader,
    Request,
    Reveal,
    Shuffle,
    Spin,
    Turn,
    Window,
)
from pitboss.ids import DEALER, HOUSE_DEALER, Author, Box, HandId, Player, Role
from pitboss.service.asked import Choice, No, Question, Spot
from pitboss.service.bets import Bets
from pitboss.service.choices import NOT_ENOUGH_CHIPS, Chooser, no
from pitboss.service.dealing import dealing, step_of_award
from pitboss.service.reports import reports
from pitboss.service.sentences import Teller
from pitboss.service.words import CardName
from pitboss.store.answers import read_answer, verbs_of
from pitboss.tables.intents import CloseTable, OrderReshuffle
from pitboss.tables.live import LiveTable

KIND_OF_VERB = {
    "cut": "cut",
    "load": "load",
    "place": "place",
    "take-out": "take-out",
    "break-seal": "break-seal",
    "counted": "counted",
    "set": "set",
    "bust": "set",
    "house-way": "set",
    "switch": "switch",
    "bet": "bet",
    "show": "claim",
}
"""Decisions that faces show in a way of their own; all others are of the kind `decide`."""
KIND_OF_OCCASION = {
    Occasion.BETTING: "betting",
    Occasion.INSURANCE: "insurance",
    Occasion.RESCUE: "rescue",
    Occasion.LATE_WAGER: "late-wager",
    Occasion.DEALER_DONE: "dealer-done",
    Occasion.POKER_DEALT: "poker-dealt",
    Occasion.HALTED: "halted",
    Occasion.FOULED: "fouled",
    Occasion.BETWEEN_ROUNDS: "between-rounds",
}
KIND_OF_REQUEST: Mapping[type[Request], str] = {
    Turn: "turn",
    Reader: "reader",
    Spin: "spin",
    Shuffle: "shuffle",
    NextCard: "card",
    LockMeter: "lock-meter",
    KeyAward: "key-award",
    GameOver: "game-over",
    Reveal: "reveal",
}
PLAYERS_WINDOWS = frozenset(
    KIND_OF_OCCASION[each] for each in (Occasion.INSURANCE, Occasion.RESCUE, Occasion.LATE_WAGER)
)
"""The kinds of windows in a round in which players say something, and nobody else."""
KINDS = frozenset(
    {
        "decide",
        "verify",
        "instruct",
        "key",
        *KIND_OF_VERB.values(),
        *KIND_OF_OCCASION.values(),
        *KIND_OF_REQUEST.values(),
    }
)
"""Every kind of question."""
HOUSE_ROLES = (Role.DEALER, Role.FLOOR, Role.SUPERVISOR, Role.HOUSE)
OF_THE_HOUSE = (CloseTable, OrderReshuffle)
"""What the house alone may do between rounds."""


def question(table: LiveTable, viewer: Author | None, name: CardName = str) -> Question | None:
    """Return what the table asks now, as this viewer may see it; None if the table is closed.

    `viewer` is None for a bystander, and `name` says how cards are called. Nothing at the table is changed.
    """
    request = table.pending
    return None if request is None else _Asker(table, viewer, name).asked(request)


def kind_of(request: Request) -> str:
    """Return the word for what is asked."""
    if isinstance(request, Window):
        return KIND_OF_OCCASION[request.occasion]
    if isinstance(request, Decide | Offer):
        return KIND_OF_VERB.get(request.options[0].verb.verb, "decide")
    if isinstance(request, KeyAward) and request.waits_for_people:
        return step_of_award(request)
    return KIND_OF_REQUEST[type(request)]


TO_OF_AWARD = {"verify": "supervisor", "instruct": "supervisor", "key": "dealer"}
"""Who says what comes before the meter answers."""


class _Asker:
    """Puts the pending request of a table to one viewer."""

    def __init__(self, table: LiveTable, viewer: Author | None, name: CardName) -> None:
        self._table = table
        self._viewer = viewer
        self._name = name
        self._player = Player(viewer.name) if viewer is not None and viewer.role is Role.PLAYER else None
        self._state = table.seen_by(self._player)
        self._verbs = verbs_of(table.game)

    def asked(self, request: Request) -> Question:
        choices = tuple(self._choices(request))
        bets = tuple(self._bets(request))
        passes = self._passes(request)
        closing = request.refuses_closing() if isinstance(request, Window) else None
        return Question(
            seen=self._table.lines,
            kind=kind_of(request),
            to=self._to(request),
            says=Teller(self._state, self._player, self._name).says(request, choices),
            yours=bool(choices or bets or passes),
            hand=_hand_of(request),
            choices=choices,
            refused=tuple(self._refused(request, choices)),
            bets=bets,
            reports=() if self._viewer is None else tuple(reports(self._table, self._viewer)),
            passes=passes,
            keeps_open=None if closing is None else no("close", closing),
        )

    def _to(self, request: Request) -> str:
        if isinstance(request, Window):
            return "players"
        if isinstance(request, Decide | Offer):
            return "dealer" if request.player == HOUSE_DEALER else f"player:{request.player}"
        if isinstance(request, LockMeter | GameOver | Reveal):
            return "device"
        if isinstance(request, KeyAward):
            return TO_OF_AWARD.get(step_of_award(request), "device")
        return "dealer"

    # What may be said.

    def _may_say(self, answer: Answer) -> bool:
        return self._viewer is not None and self._table.refuses(self._viewer, answer) is None

    def _passes(self, request: Request) -> str:
        if isinstance(request, Window):
            return "close" if self._may_say(Close()) else ""
        return "decline" if isinstance(request, Offer) and self._may_say(Decline()) else ""

    def _choices(self, request: Request) -> Iterator[Choice]:
        if self._viewer is None:
            return
        match request:
            case Window():
                yield from self._in_window(request)
            case Decide(player, hand, options) | Offer(player, hand, options):
                if self._acts_for(request):
                    chooser = Chooser(self._table, player)
                    yield from (choice for option in self._mine(options) for choice in chooser.of(hand, option))
            case _:
                yield from dealing(self._table, self._viewer, request)

    def _acts_for(self, request: Decide | Offer) -> bool:
        assert self._viewer is not None
        if request.player == HOUSE_DEALER:
            return self._may_say(Act(HOUSE_DEALER, request.hand, request.options[0].intents[0]))
        return self._viewer.role is Role.TIME_LIMIT or self._player == request.player

    def _mine(self, options: Sequence[Option]) -> Sequence[Option]:
        """All options of who is asked; a time limit takes only what goes without saying."""
        assert self._viewer is not None
        if self._viewer.role is not Role.TIME_LIMIT:
            return options
        return [option for option in options if option.verb.goes_without_saying]

    def _in_window(self, window: Window) -> Iterator[Choice]:
        """What this viewer may do while a window is open, on each hand."""
        for player, hands in self._hands(window):
            chooser = Chooser(self._table, player)
            for hand in hands:
                for verb in window.verbs:
                    ruling = self._table.runner.table.ruling(verb, player, hand)
                    if isinstance(ruling, Option):
                        yield from (choice for choice in chooser.of(hand, ruling) if self._stands(player, choice))

    def _stands(self, player: Player, choice: Choice) -> bool:
        """Whether nothing but a lack of chips speaks against a choice: the table knows more than the rule of a verb."""
        least = [blank.of[0] if blank.of else blank.least for blank in choice.takes]
        assert self._viewer is not None
        refusal = self._table.refuses(self._viewer, read_answer(choice.text(player, *least), self._verbs))
        return refusal is None or (not choice.affordable and refusal.code == NOT_ENOUGH_CHIPS)

    def _hands(self, window: Window) -> Iterator[tuple[Player, list[HandId]]]:
        """For whom this viewer speaks, and about which hands; the one that matters most comes first."""
        assert self._viewer is not None
        if self._player is not None:
            yield self._player, self._of_player(self._player, window.occasion)
        elif self._viewer.role in HOUSE_ROLES and window.occasion is Occasion.BETWEEN_ROUNDS:
            yield HOUSE_DEALER, [DEALER]

    def _of_player(self, player: Player, occasion: Occasion) -> list[HandId]:
        seat, layout = self._state.seats.get(player), self._state.layout
        own = [] if seat is None else [HandId(seat.box, 1)]
        if occasion is Occasion.BETTING or (occasion is Occasion.BETWEEN_ROUNDS and not own):
            boxes = range(1, self._table.game.rules.betting.seats + 1)
            return list(dict.fromkeys([*own, *(HandId(Box(box), 1) for box in boxes)]))
        if occasion is Occasion.BETWEEN_ROUNDS:
            return own
        mine = {key.hand for key in layout.stakes if key.player == player}
        return [hand for hand in layout.order if hand in mine or layout.hands[hand].caller == player]

    def _bets(self, request: Request) -> Iterator[Spot]:
        """The wagers of a player who is seated, on the own box and on all others with a wager of theirs."""
        betting = isinstance(request, Window) and request.occasion is Occasion.BETTING
        seat = None if self._player is None else self._state.seats.get(self._player)
        if not betting or self._player is None or seat is None:
            return
        held = (key.hand.box for key in self._state.layout.stakes if key.player == self._player)
        for box in dict.fromkeys((seat.box, *sorted(held))):
            yield from Bets(self._table, self._player, box).spots()

    def _refused(self, request: Request, choices: Sequence[Choice]) -> Iterator[No]:
        """The verbs of this question whose own rule refuses."""
        offered = {choice.verb for choice in choices}
        for player, hand, verbs in self._asked_about(request):
            for verb in verbs:
                if verb.verb not in offered:
                    ruling = self._table.runner.table.ruling(verb, player, hand)
                    if isinstance(ruling, Refusal):
                        yield no(verb.verb, ruling)

    def _asked_about(self, request: Request) -> Iterator[tuple[Player, HandId, tuple[type[Intent], ...]]]:
        if self._viewer is None:
            return
        if isinstance(request, Decide | Offer) and self._acts_for(request):
            yield request.player, request.hand, request.verbs
        elif isinstance(request, Window):
            for player, hands in self._hands(request):
                if hands:
                    mine = [verb for verb in request.verbs if (verb in OF_THE_HOUSE) == (player == HOUSE_DEALER)]
                    yield player, hands[0], tuple(mine)


def _hand_of(request: Request) -> str:
    hand = getattr(request, "hand", None) or getattr(request, "to", None) or getattr(request, "of", None)
    return str(hand) if isinstance(hand, HandId) else ""
