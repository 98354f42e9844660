"""The handle of the table's own steps, and what may be asked for between rounds: one rule a verb."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from pitboss.cards import Card
from pitboss.core.asking import Conduct
from pitboss.core.coupons import PlaceCoupon
from pitboss.core.facts import (
    Fact,
)
from pitboss.core.incidents import ByStaff, Heard, Incident, Relieved, SealLost, ShoeEmpty, TenInShoe
from pitboss.core.kinds import Occasion, StaffOrder, Tender
from pitboss.core.options import Intent, Option, Refusal, Ruling, Taken, Takes
from pitboss.core.practices import TODAY, Practices
from pitboss.core.procedure import Round
from pitboss.core.requests import (
    Act,
    Answer,
    Close,
    Decide,
    NextCard,
    Offer,
    Request,
    Shuffle,
    Turn,
    Window,
    fits,
)
from pitboss.core.rules import CutStack, Handler, Rules
from pitboss.core.shuffling import Reshuffles, ShoeTerms, offers_from
from pitboss.core.table_state import TableState
from pitboss.core.wagering import PlaceWager
from pitboss.ids import HOUSE_DEALER, HandId, Pile, Player, StakeId
from pitboss.law.points import Point, carries
from pitboss.money import ZERO, Cents, spoken
from pitboss.tables.intents import (
    BETWEEN_ROUNDS,
    BuyChips,
    CloseTable,
    Counted,
    Leave,
    OrderReshuffle,
    SeeBurnCard,
    Sit,
)

MOST_CHIPS = 10**11  # cents; beyond it somebody has mistyped


class Table(Conduct[Rules]):
    """The handle of the table's own steps. `round` is the round in progress, if there is one.

    Where people deal, `cards` are those of their shoe, so that none is entered that cannot come. `handlers` say what is
    done about what is reported between rounds.
    """

    __slots__ = ("_handlers", "_holds", "_practices", "cards", "round", "state")

    def __init__(
        self,
        rules: Rules,
        watch: Callable[[Fact], None] | None = None,
        state: TableState | None = None,
        *,
        cards: Sequence[Card] | None = None,
        handlers: Mapping[type[Incident], Handler] | None = None,
        practices: Practices = TODAY,
    ) -> None:
        super().__init__(rules, watch)
        self._handlers = handlers or {}
        self._practices = practices
        self.state = TableState() if state is None else state
        self.round: Round[Rules] | None = None
        self.cards = cards
        self._holds = Counter(cards or ())

    @property
    def live(self) -> bool:
        return self.cards is not None

    @property
    def practices(self) -> Practices:
        return self._practices

    @property
    def dealer_on_duty(self) -> str:
        return self.state.dealer

    def deals(self, name: str) -> bool:
        return bool(self.state.dealer) and self.practices.is_same_person(name, self.state.dealer)

    @property
    def shuffled_by_hand(self) -> bool:
        return self.state.shuffler_gone

    @property
    def cut_card_out(self) -> bool:
        return self.state.shoe is not None and self.state.shoe.cut_card_out

    def stack_to_recut(self) -> CutStack | None:
        """Only where people deal is a stack looked at after it was cut."""
        shoe = self.state.shoe
        if not self.live or shoe is None or shoe.is_dealt or shoe.cut_by is None:
            return None
        seats = sorted(self.state.seats.items(), key=lambda seat: -seat[1].box)
        boxes = [(player, HandId(seat.box, 1)) for player, seat in seats]
        why = self.terms.cites.offer_next
        offers = offers_from(boxes, shoe.cut_first, why, why)
        burns = self.terms.burns if shoe.burned else 0
        return CutStack(shoe.undealt, shoe.cut_by, tuple(offers), burns)

    @property
    def terms(self) -> ShoeTerms:
        return self.rules.shoe

    @property
    def incidents(self) -> Mapping[type[Incident], Handler]:
        return self._handlers

    def refuses_unknown(self, _: Incident) -> Refusal:
        says = "that is about a round, and none is in progress"
        return Refusal("no-such-incident", says, self.rules.unforeseen)

    def record(self, fact: Fact) -> None:
        """A fact of the round is in the shared layout already when it comes here."""
        fact.note(self.state)
        if self._watch is not None:
            self._watch(fact)

    def refuses(self, request: Request, answer: Answer) -> Refusal | None:
        """Why this answer cannot be taken now, or nothing."""
        if not fits(request, answer):
            return Refusal("no-answer", "that does not answer what is asked", self.rules.turn)
        return self._refuses_count(request, answer) or self._refuses_lawful(request, answer)

    def _refuses_lawful(self, request: Request, answer: Answer) -> Refusal | None:
        if isinstance(answer, Relieved) and self.practices.knows_people and self.who_plays_as(answer.dealer):
            says = f"{answer.dealer} plays at this table, and holds no office here"
            return Refusal("plays-here", says, self.rules.supervision.relief or self.rules.unforeseen)
        if self.round is not None:
            if isinstance(answer, Act) and self._is_aside(type(answer.intent)):
                return self._refuses_aside(request, answer)
            outside = self._refuses_outsider(answer) or self._refuses_too_early(request, answer)
            return outside or self.round.refuses(request, answer) or self._refuses_without_chips(answer)
        if isinstance(answer, Act):
            return self._refuses_act(request, answer)
        if isinstance(answer, Incident):
            return self.refuses_incident(request, answer)
        if isinstance(answer, Close) and isinstance(request, Window):
            return request.refuses_closing()
        return None

    def _is_aside(self, verb: type[Intent]) -> bool:
        return verb.aside and self.practices.shows_burn_always

    def _refuses_aside(self, request: Request, act: Act) -> Refusal | None:
        """A burn card is seen until the cards are shuffled again, one at a time."""
        if isinstance(request, Shuffle) or request == Turn(Pile.DISCARDS):
            says = "the burn card is being shuffled or turned"
            return Refusal("no-burn-card", says, self.terms.cites.burn_seen)
        ruling = MENU[type(act.intent)](self, act.player, act.hand)
        return ruling if isinstance(ruling, Refusal) else None

    def _refuses_count(self, request: Request, answer: Answer) -> Refusal | None:
        """No card comes out of an empty shoe, and no shoe is empty before its last card."""
        left = None if self.state.shoe is None else self.state.shoe.undealt
        if isinstance(answer, SealLost):
            wrong = left is None or self.live
        elif isinstance(answer, ByStaff) and self.practices.heard_always:
            wrong = False  # it is no card
        elif isinstance(request, NextCard) and not isinstance(answer, Act):
            wrong = left is None or (left == 0) != isinstance(answer, ShoeEmpty)
        else:
            wrong = False
        if wrong:
            says = "the shoe is not empty" if left else "the shoe is empty" if left == 0 else "there is no shoe"
            return Refusal("no-such-card", says, self.terms.cites.count)
        return self._refuses_card(answer) if self.live else None

    def _refuses_card(self, answer: Answer) -> Refusal | None:
        """Where people say which card came, it must be one that can be in the shoe."""
        card = answer if isinstance(answer, Card) else getattr(answer, "card", None)
        if not isinstance(card, Card) or isinstance(answer, TenInShoe) or self.state.shoe is None:
            return None
        if self.state.shoe.came.get(card.text, 0) < self._holds[card]:
            return None
        says = f"{card} is {self._holds[card]} time(s) in this shoe, and has come out as often"
        return Refusal("no-such-card", says, self.terms.cites.count)

    def _refuses_act(self, request: Request, act: Act) -> Refusal | None:
        if isinstance(request, Window) and type(act.intent) in request.verbs:
            ruling = MENU[type(act.intent)](self, act.player, act.hand)
            return ruling if isinstance(ruling, Refusal) else ruling.refuses(act.intent)
        if isinstance(request, Offer | Decide) and (act.player, act.hand) == (request.player, request.hand):
            for option in request.options:
                if option.verb is type(act.intent):
                    return option.refuses(act.intent)
        says = f"{act.intent.verb} is not for {act.player} to say at this moment"
        why = self.terms.cites.offer if isinstance(request, Offer | Decide) else self.rules.turn  # the cut is offered
        return Refusal("out-of-turn", says, why)

    def ruling(self, verb: type[Intent], player: Player, hand: HandId) -> Ruling:
        """What the rule of a verb says of it now: a rule of the round, or between rounds of the table."""
        if self.round is None or self._is_aside(verb):
            return MENU[verb](self, player, hand)
        return self.round.ruling(verb, player, hand)

    def _refuses_outsider(self, answer: Answer) -> Refusal | None:
        """Only who sits at the table wagers, and not on a box at which somebody else sits."""
        if isinstance(answer, Heard):
            answer = Act(answer.player, answer.hand, PlaceWager(answer.wager, answer.amount))
        if not isinstance(answer, Act):
            return None
        betting = self.rules.betting
        if isinstance(answer.intent, (*BETWEEN_ROUNDS, Counted)):
            says = f"{answer.intent.verb} has to wait until the round is over"
            return Refusal("between-rounds", says, self.rules.turn)
        if not isinstance(answer.intent, PlaceWager | PlaceCoupon):
            return None
        if answer.player not in self.state.seats:
            return Refusal("not-seated", f"{answer.player} does not sit at this table", betting.box_clauses)
        owner = self.owner(answer.hand)
        waits = betting.sharing is None or owner not in self.state.layout.bettors(answer.hand.box)
        if owner is not None and owner != answer.player and waits:
            says = f"{owner} sits at box {answer.hand.box}, and bets there first or alone"
            return Refusal("box-taken", says, betting.sharing_clauses)
        return None

    def _refuses_too_early(self, request: Request, answer: Answer) -> Refusal | None:
        """Until the betting closes nobody calls a hand, so nobody decides on one."""
        betting = isinstance(request, Window) and request.occasion is Occasion.BETTING
        if not betting or not isinstance(answer, Act) or not answer.intent.needs_hand:
            return None
        return Refusal("too-early", f"{answer.intent.verb} has to wait until the cards are out", self.rules.turn)

    def _refuses_without_chips(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, Act) or self.round is None or answer.player not in self.state.seats:
            return None
        needed = self.puts_up(answer)
        held = self.state.chips(answer.player)
        if needed <= held:
            return None
        says = f"{answer.player} needs {spoken(needed)} for this and has {spoken(held)} left"
        return Refusal("not-enough-chips", says, self.rules.betting.chip_clauses)

    def puts_up(self, act: Act) -> Cents:
        """How many chips an act takes from its player."""
        assert self.round is not None
        if isinstance(act.intent, PlaceWager):  # it lies on each spot that it is for
            _, spots = self.rules.betting.places(act.intent.wager, self.rules.played)
            return Cents(act.intent.amount * len(spots))
        hand = self.round.layout.hands.get(act.hand)
        of_caller = hand is not None and hand.caller == act.player
        key = StakeId(act.player, act.hand, self.rules.measured_by(act.intent))
        stake = self.round.layout.stakes.get(key) if of_caller else None
        original = ZERO if stake is None else stake.original
        return self.rules.puts_up(act.intent, original)

    def who_plays_as(self, name: str) -> Player | None:
        """The player who is seated under this name, however it is spelled."""
        return next((each for each in self.state.seats if self.practices.is_same_person(each, name)), None)

    def owner(self, hand: HandId) -> Player | None:
        return next((player for player, seat in self.state.seats.items() if seat.box == hand.box), None)


def _may_sit(t: Table, player: Player, hand: HandId) -> Ruling:
    betting, seated = t.rules.betting, t.who_plays_as(player)
    if not t.practices.is_name(player):
        says = f"{player[:40]!r} is no name for a player; use letters, digits, - and _"
        return Refusal("no-name", says, betting.box_clauses)
    if seated is not None:
        return Refusal("seated", f"{seated} sits at box {t.state.seats[seated].box} already", betting.several_clauses)
    if t.practices.knows_people and t.deals(player):
        return Refusal("deals-here", f"{player} deals here, and nobody plays where they deal", betting.box_clauses)
    if not 1 <= hand.box <= betting.seats or hand.number != 1:
        says = f"there is no box {hand.box}; this table has boxes 1 to {betting.seats}"
        return Refusal("no-such-box", says, betting.box_clauses)
    if t.owner(hand) is not None:
        return Refusal("box-taken", f"{t.owner(hand)} sits at box {hand.box}", betting.sharing_clauses)
    return Option(Sit, betting.box_clauses, (), _refuses_chips(t), _chips)


def _refuses_chips(t: Table) -> Callable[[Intent], Refusal | None]:
    def check(intent: Intent) -> Refusal | None:
        assert isinstance(intent, Sit | BuyChips)
        if intent.tender is not Tender.CASH and not t.practices.knows_people:
            says = "the record of this table knows only cash; it was begun before there were other words"
            return Refusal("no-words", says, t.rules.betting.chip_clauses)
        if 0 < intent.chips <= MOST_CHIPS:
            return None
        return Refusal("not-positive", f"{spoken(intent.chips)} buys no chips", t.rules.betting.chip_clauses)

    return check


def _chips() -> tuple[Takes, ...]:
    return (Takes(Taken.CENTS, 1, MOST_CHIPS),)


def _seated(t: Table, player: Player) -> Refusal | None:
    if player in t.state.seats:
        return None
    return Refusal("not-seated", f"{player} does not sit at this table", t.rules.betting.box_clauses)


def _may_buy(t: Table, player: Player, _: HandId) -> Ruling:
    return _seated(t, player) or Option(BuyChips, t.rules.betting.chip_clauses, (), _refuses_chips(t), _chips)


def _may_leave(t: Table, player: Player, _: HandId) -> Ruling:
    return _seated(t, player) or Option(Leave, (), (Leave(),))


@carries(Point.BURN_SEEN)
def _may_see_burn(t: Table, player: Player, _: HandId) -> Ruling:
    """A player may ask for the burn card where the text says so (MD16)."""
    cites, shoe = t.terms.cites, t.state.shoe
    if not t.terms.burn_may_be_seen:
        return Refusal("not-disclosed", "this text does not let a player see the burn card", cites.burn_seen)
    shown_once = shoe is not None and shoe.burn_shown and not t.practices.shows_burn_always
    if shoe is None or not shoe.burns or shown_once:
        return Refusal("no-burn-card", "there is no unseen burn card", cites.burn_seen)
    return _seated(t, player) or Option(SeeBurnCard, cites.burn_seen, (SeeBurnCard(),))


@carries(Point.RESHUFFLE)
def may_reshuffle(t: Table, player: Player, _: HandId) -> Ruling:
    """After each round in Massachusetts, at any time in Maryland; the charity text has no such right."""
    cites, shoe = t.terms.cites, t.state.shoe
    if t.terms.reshuffles is Reshuffles.NEVER:
        return Refusal("not-in-rulebook", "this text knows no reshuffle before the cut card", cites.reshuffle)
    if player != HOUSE_DEALER:
        return Refusal("house-only", "only the house may order a reshuffle", cites.reshuffle)
    if shoe is None:
        return Refusal("no-shoe", "there is no shoe to reshuffle", cites.reshuffle)
    if shoe.rounds == 0 and t.terms.reshuffles is Reshuffles.AFTER_A_ROUND:
        return Refusal("no-round-yet", "a reshuffle may be ordered after a round of play", cites.reshuffle)
    return Option(OrderReshuffle, cites.reshuffle, (OrderReshuffle(),))


def _may_order_reshuffle(t: Table, player: Player, hand: HandId) -> Ruling:
    """Where there is staff, who orders it says so in his own name, and why."""
    if t.live:
        says = f"at a live table {StaffOrder.RESHUFFLE} is ordered by name, with a reason"
        return Refusal("no-authority", says, t.terms.cites.reshuffle or t.rules.turn)
    return may_reshuffle(t, player, hand)


def _may_close(t: Table, player: Player, _: HandId) -> Ruling:
    if player != HOUSE_DEALER:
        return Refusal("house-only", "only the house may close the table", t.rules.turn)
    return Option(CloseTable, (), (CloseTable(),))


MENU: Mapping[type[Intent], Callable[[Table, Player, HandId], Ruling]] = {
    Sit: _may_sit,
    BuyChips: _may_buy,
    Leave: _may_leave,
    SeeBurnCard: _may_see_burn,
    OrderReshuffle: _may_order_reshuffle,
    CloseTable: _may_close,
}
