"""Playing a round file through the rules: its bets, cards and actions answer the round's requests in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from pitboss.cards import Card, spelled
from pitboss.core.authority import refuses_authority
from pitboss.core.correction import entries_after, place_of, refuses_correction, told_of
from pitboss.core.coupons import PlaceCoupon
from pitboss.core.driver import Runner, rerun
from pitboss.core.facts import CardDealt, CardsCollected, Fact, HandRevealed, RoundCorrected
from pitboss.core.hands import score
from pitboss.core.incidents import (
    Confirmed,
    Corrected,
    DealerKeyed,
    DrawnUnseen,
    Exposed,
    FoulRuled,
    Heard,
    Incident,
    Instructed,
    Verified,
)
from pitboss.core.kinds import Face, Occasion
from pitboss.core.meter import at_seed
from pitboss.core.options import Refusal
from pitboss.core.procedure import Round
from pitboss.core.requests import (
    Act,
    Answer,
    Close,
    Decide,
    Decline,
    KeyAward,
    NextCard,
    Offer,
    Reader,
    Request,
    Shuffle,
    Spin,
    Turn,
    Window,
)
from pitboss.core.rules import Rules
from pitboss.core.wagering import Agree, PlaceWager
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.registry import Game
from pitboss.ids import Author, HandId, Player, Role, Wager
from pitboss.money import Cents
from pitboss.notation.amounts import written_cents
from pitboss.notation.file import HAND_OF_THE_ENTRY, Action, Bet, Malformed, Report, RoundFile
from pitboss.notation.meaning import Meaning, Refused, Stop
from pitboss.notation.scripted import ScriptedShoe, whom
from pitboss.notation.tokens import UNSEEN, written_incident
from pitboss.tables.answering import cutting, first, from_meter, verifying

SUPERVISOR = Author(Role.SUPERVISOR, Role.SUPERVISOR)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A round file after its way through the rules."""

    file: RoundFile
    runner: Runner[Rules]
    refused: Refused | None

    @property
    def nets(self) -> dict[Player, Cents]:
        layout = self.runner.round.layout
        return layout.nets() if self.refused is None else {}

    @property
    def met(self) -> bool | None:
        """Whether the expectation is met; nothing where none is written down."""
        if self.file.expect is None:
            return None
        nets = self.nets
        return self.refused is None and all(nets.get(p) == amount for p, amount in self.file.expect.items())


def replay(file: RoundFile) -> Replayed:
    """Plays the round; raises `Malformed` where cards or a required action are missing or left over."""
    script = _Script(file)
    refused = None
    try:
        script.play()
    except Stop as stop:
        refused = stop.refused
    script.leave_unseen()
    return Replayed(file, script.runner, refused)


def _approving(t: Round[Rules], request: Request) -> Answer | None:
    """Whoever supervises and deals has a win keyed in, where the file does not say it."""
    return verifying(SUPERVISOR, Author(Role.DEALER, t.dealer_on_duty or Role.DEALER))(t, request)


class _Script:
    """One pass of a file through a runner."""

    def __init__(self, file: RoundFile) -> None:
        self.game: Game = file.game
        self.file = file
        self.runner: Runner[Rules] = Runner(file.game.rules, file.table)
        said = [each.incident for each in file.actions if isinstance(each, Report)]
        corrected = [each.answer for each in said if isinstance(each, Corrected) and isinstance(each.answer, Card)]
        self.shoe = ScriptedShoe(file.tokens, file.game.shoe, corrected)
        display = at_seed(file.game.rules.meter)
        display.shown = file.meter or display.shown
        self.devices = first(self._from_shoe, cutting, _approving, from_meter(display))
        self.actions = deque(file.actions)
        self.passed_over: tuple[Action, int] | None = None  # an action for which an offer was declined, and when

    def play(self) -> None:
        for bet in self.file.bets:
            self._place(bet)
        self._answer(Close(), "the betting closes")
        try:
            while (request := self.runner.pending) is not None:
                self._respond(request)
        except Malformed:
            if self.passed_over is not None and not self._has_open_hand(self.passed_over[0].player):
                self._refuse(self.passed_over[0])
            raise
        if self.actions:
            self._refuse(self.actions[0])
        if self.shoe.tokens:
            cards = [t for t in self.shoe.tokens if isinstance(t, Card)]
            left = f"{len(self.shoe.tokens)} too many: {spelled(cards)}".rstrip(": ")
            raise Malformed(f"the round is over and cards goes on, {left}")

    def leave_unseen(self) -> None:
        """Cards that nobody saw are not named; what has to be shown must be seen."""
        facts = self.runner.round.facts
        for fact in facts:
            if isinstance(fact, HandRevealed) and self.shoe.unseen & set(fact.cards):
                raise Malformed(f"the cards of {whom(fact.hand)} are shown, and cards has one of them as {UNSEEN}")
        facts[:] = [_without(fact, self.shoe.unseen) for fact in facts]

    def _has_open_hand(self, player: Player) -> bool:
        """Whether an action of this player may still have been meant for a hand to come."""
        layout = self.runner.round.layout
        return any(layout.hands[hand].caller == player for hand in layout.open_hands())

    def _place(self, bet: Bet) -> None:
        first = next(each.player for each in self.file.bets if each.box == bet.box)
        shared = self.game.rules.betting.sharing is not None
        if shared and bet.consent and first != bet.player and self.runner.round.layout.bettors(bet.box):
            agrees = Act(first, bet.hand, Agree(bet.player))
            if (bet.box, bet.player) not in self.runner.round.layout.shared_with:
                self._answer(agrees, f"{first} agrees to {bet.player}")
        for wager, amount in bet.wagers:
            if bet.heard_by is not None:
                self._hear(bet, wager, amount)
                continue
            text = f"{bet.player} bets {amount} on {wager}, box {bet.box}"
            self._answer(Act(bet.player, bet.hand, PlaceWager(wager, self._cents(amount, text, wager))), text)
        if bet.coupon is not None:
            text = f"{bet.player} puts a coupon on box {bet.box}"
            self._answer(Act(bet.player, bet.hand, PlaceCoupon(self._cents(bet.coupon, text))), text)

    def _cents(self, amount: int | Decimal, text: str, wager: Wager | None = None) -> Cents:
        cents = written_cents(amount, self.game.rules.betting, wager)
        if isinstance(cents, Refusal):
            raise Stop(Refused(text, cents))
        return cents

    def _hear(self, bet: Bet, wager: Wager, amount: int | Decimal) -> None:
        """A spoken wager; where the text asks for it and the file has it, somebody confirms it."""
        assert bet.heard_by is not None
        text = f"{bet.player} says {amount} on {wager}, box {bet.box}"
        self._answer(Heard(bet.heard_by, bet.player, bet.hand, wager, self._cents(amount, text, wager)), text)
        if bet.confirmed_by is not None:
            confirmed = Confirmed(bet.confirmed_by, bet.player, bet.hand)
            self._answer(confirmed, f"{bet.confirmed_by} confirms {bet.player} on box {bet.box}")

    def _respond(self, request: Request) -> None:
        """Reports of the script come first, then the devices, then what players do."""
        if self._may_report(request) and self._report(request):
            return
        answer = self.devices(self.runner.round, request)
        if answer is not None:
            self._answer(answer, written_incident(answer) if isinstance(answer, Incident) else None)
            return
        match request:
            case Decide():
                self._decide(request)
            case Offer():
                self._offer(request)
            case Window():
                self._window(request)

    def _from_shoe(self, _: object, request: Request) -> Answer | None:
        """The shoe of the round as it stands: a correction puts another in its place."""
        match request:
            case NextCard() | Turn() | Reader() | Shuffle():
                return self.shoe.answer(request)
            case Spin():
                return self.shoe.spin(request)
        return None

    def _may_report(self, request: Request) -> bool:
        """At a live table a file need not say that a win was verified and its key pressed, but it may."""
        waits = isinstance(request, KeyAward) and request.waits_for_people
        return waits or isinstance(request, Decide | Offer | Window | Reader)

    def _report(self, request: Request) -> bool:
        """Something irregular that comes before the answer to this request, if there is."""
        report = self.actions[0] if self.actions else None
        if isinstance(report, Report) and report.moment == "next":
            self._pass(request, report)
            return True
        if isinstance(report, Report):
            if not self._its_moment(request, report):
                return False
            self.actions.popleft()
            if isinstance(report.incident, Corrected):
                self._correct(report.incident, report.text)
            else:
                self._answer(report.incident or self._drawn_now(report), report.text)
            return True
        waits = any(isinstance(each, Report) and each.moment in ("exposed", "unseen") for each in self.actions)
        waits = waits or self.runner.round.layout.exposed is not None  # one at a time
        if waits or not self._at_a_decision(request):
            return False
        token = self.shoe.happens(request)
        if token is None:
            return False
        self._answer(token, written_incident(token))
        return True

    def _correct(self, corrected: Corrected, text: str) -> None:
        """The round is put again with the corrected entry; the file goes on where it stands then."""
        rules, answers, table = self.game.rules, self.runner.answers, self.file.table
        corrected = _on_its_hand(corrected, answers)
        refusal = refuses_authority(corrected, rules.supervision.in_charge, self.runner.round.deals, rules.unforeseen)
        refusal = refusal or refuses_correction(rules, table, answers, corrected, None)
        if refusal is not None:
            raise Stop(Refused(text, refusal))
        at = place_of(answers, corrected)
        assert at is not None
        kept = entries_after(rules, table, answers, corrected).entries
        runner, shoe = self._put_again(kept, text)
        before = [fact for fact in self.runner.round.facts if isinstance(fact, RoundCorrected)]
        told = told_of(corrected, answers[at], len(kept))
        told = replace(told, was=UNSEEN) if answers[at] in self.shoe.unseen else told
        runner.round.facts[:0] = [*before, told]
        self.runner, self.shoe = runner, shoe

    def _put_again(self, kept: Sequence[Answer], text: str) -> tuple[Runner[Rules], ScriptedShoe]:
        """The round and the shoe with the entries that stand, unless one of their cards cannot have come."""
        runner: Runner[Rules] = Runner(self.game.rules, self.file.table)
        shoe = self.shoe.put_again()
        for answer in kept:
            assert runner.pending is not None
            missing = shoe.follow(runner.pending, answer)
            if missing is not None:
                clauses = self.game.rules.shoe.cites.count
                raise Stop(Refused(text, Refusal("no-such-card", shoe.why_not(missing), clauses)))
            assert runner.answer(answer) is None
        return runner, shoe

    def _pass(self, request: Request, report: Report) -> None:
        """What may go by without an answer of its own goes by."""
        self.actions.popleft()
        if isinstance(request, Decide):
            raise Malformed(f"{report.text!r} stands where {self._asked(request)}")
        answer = Decline() if isinstance(request, Offer) else Close()
        self._answer(self.shoe.answer(request) if isinstance(request, Reader) else answer, report.text)

    def _its_moment(self, request: Request, report: Report) -> bool:
        """At a decision everything may be reported, or refused; at the reader what belongs there. An award is for later
        while a window is open, and so is a foul before the one in which it waits.
        """
        if isinstance(request, Window) and isinstance(report.incident, Verified | Instructed | DealerKeyed):
            return False
        if isinstance(request, Window) and isinstance(report.incident, FoulRuled):
            return request.occasion is Occasion.FOULED
        handler = None if report.incident is None else self.game.rules.incidents.get(type(report.incident))
        return isinstance(request, Decide | Offer | Window) or (handler is not None and isinstance(request, handler.at))

    def _drawn_now(self, report: Report) -> Incident:
        token = self.shoe.happens()
        if not isinstance(token, Exposed if report.moment == "exposed" else DrawnUnseen):
            bracket = "[exposed 5c]" if report.moment == "exposed" else "[unseen]"
            raise Malformed(f"{report.text!r} stands in actions, and {bracket} is not what comes next in cards")
        return token

    def _at_a_decision(self, request: Request) -> bool:
        """Whether cards have been dealt, so that one may be seen too early; a betting window is before them."""
        return isinstance(request, Decide | Offer) or (
            isinstance(request, Window) and request.occasion is not Occasion.BETTING
        )

    def _decide(self, request: Decide) -> None:
        if not self.actions:
            raise Malformed(f"actions ends too early: {self._asked(request)}")
        action = self._next()
        self._act(action, self._meaning.hand(action, request.hand))

    def _offer(self, request: Offer) -> None:
        """An offer that the next action does not take is declined."""
        action = self._ahead()
        mine = action is not None and action.player == request.player
        takes = mine and action is not None and any(option.verb.verb == action.verb for option in request.options)
        if action is not None and takes and self._meaning.hand(action, request.hand) == request.hand:
            self._act(self._next(), request.hand)
            return
        if action is not None and self.passed_over is None:
            self.passed_over = (action, len(self.runner.answers))
        self._answer(Decline(), None)

    def _window(self, request: Window) -> None:
        """A window is closed by the first action that does not belong to it."""
        ahead = self._ahead()
        if ahead is not None and any(verb.verb == ahead.verb for verb in request.verbs):
            action = self._next()
            self._act(action, self._meaning.box_of(action))
        elif request.occasion is Occasion.FOULED:
            raise Malformed(
                "actions lacks what the pit supervisor says of a foul hand, as in 'supervisor foul 1.1 reset'"
            )
        else:
            self._answer(Close(), None if ahead is None else ahead.text)

    def _ahead(self) -> Action | None:
        """The next action, if it is a player's."""
        return self.actions[0] if self.actions and isinstance(self.actions[0], Action) else None

    def _next(self) -> Action:
        self.passed_over = None
        action = self.actions.popleft()
        assert isinstance(action, Action), "what staff says was looked at before"
        return action

    def _act(self, action: Action, hand: HandId) -> None:
        intent = self._meaning.intent(action, hand)
        self._answer(Act(action.player, hand, intent), action.text)

    def _answer(self, answer: Answer, text: str | None) -> None:
        refusal = self.runner.answer(answer)
        if refusal is not None:
            raise Stop(Refused(text or str(answer), refusal))

    def _refuse(self, action: Action | Report) -> None:
        """Refuses an action that answers nothing pending, at the moment when it might have been meant."""
        if isinstance(action, Report):
            says = "the round is over, and nothing can be reported of it any more"
            raise Stop(Refused(action.text, Refusal("too-late", says, self.game.rules.turn)))
        if self.passed_over is not None:
            before = self.runner.answers[: self.passed_over[1]]
            self.runner = rerun(self.game.rules, before, self.file.table)
        hand = self._meaning.own_hand(action)
        act = Act(action.player, hand, self._meaning.intent(action, hand))
        raise Stop(Refused(action.text, self.runner.round.why_not(act)))

    @property
    def _meaning(self) -> Meaning:
        return Meaning(self.game, self.runner.round)

    def _asked(self, request: Decide) -> str:
        hand = self.runner.round.hand(request.hand)
        verbs = ", ".join(option.verb.verb for option in request.options)
        held = " ".join(UNSEEN if card in self.shoe.unseen else str(card) for card in hand.cards)
        if isinstance(self.game.rules, BlackjackRules) and not self.runner.round.layout.community:
            held = f"{held}, {score(hand.cards).spoken}"  # poker hands and packets have no total
        return f"{request.player} must decide on {whom(request.hand)} ({held}): {verbs}"


def _on_its_hand(corrected: Corrected, answers: Sequence[Answer]) -> Corrected:
    """A correction that names no hand is about the one of its entry, or about the first."""
    act = corrected.answer
    if not isinstance(act, Act) or act.hand.number != HAND_OF_THE_ENTRY:
        return corrected
    at = place_of(answers, corrected)
    entered = None if at is None else answers[at]
    same = isinstance(entered, Act) and (entered.player, entered.hand.box) == (act.player, act.hand.box)
    hand = entered.hand if same and isinstance(entered, Act) else HandId(act.hand.box, 1)
    return replace(corrected, answer=replace(act, hand=hand))


def _without(fact: Fact, unseen: set[Card]) -> Fact:
    """A fact without the names of cards that nobody saw."""
    match fact:
        case CardDealt(_, Face.TO_PLAYER, card) if card in unseen:
            return replace(fact, card=None)
        case CardsCollected(cards, hidden) if unseen:
            seen = tuple(card for card in cards if card not in unseen)
            return replace(fact, cards=seen, unseen=hidden + len(cards) - len(seen))
    return fact
