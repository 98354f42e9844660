"""A table is a procedure around rounds: seats, shuffle, cut and burn, rounds, the count at the end of a shoe, closing.

It asks through the same door as a round does. A round's own requests pass through it unchanged, so one driver and
one record serve both.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from pitboss.cards import Card
from pitboss.core.authority import refuses_authority
from pitboss.core.correction import entries_after, place_of, refuses_correction, told_of
from pitboss.core.coupons import PlaceCoupon
from pitboss.core.facts import (
    BurnCardShown,
    CardSetAside,
    ChipsAdjusted,
    ChipsBought,
    DealerRelieved,
    EntryPermitted,
    Fact,
    ReaderBack,
    ReshuffleOrdered,
    SeatLeft,
    SeatTaken,
    ShoeClosed,
    ShoeLost,
    ShoeMiscounted,
    ShoeRevealed,
    StaffOrdered,
    TableClosed,
)
from pitboss.core.floor import Floor
from pitboss.core.kinds import Found, Occasion, Order
from pitboss.core.options import Intent, Option, Refusal, Ruling
from pitboss.core.preparation import (
    CutOffer,
    CutOrder,
    Reshuffles,
    ShoeTerms,
    burn_card,
    obey,
    offers_from,
    prepare_shoe,
    refuses_order,
)
from pitboss.core.procedure import Conduct, Driver, Handler, Round, Rules, TableState, fits, play_round
from pitboss.core.requests import (
    Act,
    Adjusted,
    Admitted,
    Answer,
    Close,
    Corrected,
    Decide,
    FaceUpInShoe,
    Heard,
    Incident,
    Miscounted,
    NextCard,
    Offer,
    Ordered,
    ReaderRepaired,
    Relieved,
    Request,
    Reveal,
    Revealed,
    SealLost,
    ShoeEmpty,
    Shuffle,
    TenInShoe,
    Turn,
    Window,
)
from pitboss.core.wagering import PlaceWager
from pitboss.ids import DEALER, HOUSE_DEALER, Author, Box, Clauses, HandId, Pile, Player, is_name
from pitboss.law.points import Point, carries
from pitboss.money import ZERO, Cents, spoken
from pitboss.table.intents import (
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


class ShoeGone(Exception):
    """The sealed order of the shoe was lost between rounds."""


async def _shoe_gone(_t: Table, _: SealLost) -> None:
    raise ShoeGone


def _refuses_repair(t: Table, _: ReaderRepaired) -> Refusal | None:
    if t.floor.reader_out:
        return None
    return Refusal("no-such-incident", "the reader has not failed", t.rules.unforeseen)


async def _reader_back(t: Table, repaired: ReaderRepaired) -> None:
    halt = t.rules.may_not_deal(t.floor)
    t.record(ReaderBack(str(repaired.by), t.rules.unforeseen if halt is None else halt.clauses))


# What staff orders and reports between rounds.


def _refuses_staff(t: Table, says: str, clauses: Clauses) -> Refusal:
    return Refusal("no-such-incident", says, clauses or t.rules.unforeseen)


def _refuses_order(t: Table, ordered: Ordered) -> Refusal | None:
    if not isinstance(t.asked, Window) or ordered.order not in (Order.RESHUFFLE, Order.NEW_DECKS):
        return refuses_order(t, ordered)
    if ordered.order is Order.NEW_DECKS:
        says = "the shoe in use is to be ended first"
        return None if t.floor.shoe is None else _refuses_staff(t, says, t.rules.supervision.new_decks)
    ruling = _may_reshuffle(t, HOUSE_DEALER, DEALER)
    return ruling if isinstance(ruling, Refusal) else None


@carries(Point.RESHUFFLE, Point.NEW_DECKS)
async def _obey(t: Table, ordered: Ordered) -> None:
    """A shoe that is ended early, or decks that are replaced; the rest is about the preparation of a shoe."""
    if ordered.order not in (Order.RESHUFFLE, Order.NEW_DECKS):
        await obey(t, ordered)
        return
    reshuffle = ordered.order is Order.RESHUFFLE
    cited = t.terms.cites.reshuffle if reshuffle else t.rules.supervision.new_decks
    t.record(StaffOrdered(str(ordered.by), ordered.order, ordered.reason, cited))
    if reshuffle:
        await end_shoe_early(t)


async def end_shoe_early(t: Table) -> None:
    t.record(ReshuffleOrdered(t.terms.cites.reshuffle))
    await close_shoe(t, t.terms.cites.reshuffle)


def _refuses_relief(t: Table, relieved: Relieved) -> Refusal | None:
    clauses = t.rules.supervision.relief or ()
    if not is_name(Player(relieved.dealer)):
        return Refusal("no-name", f"{relieved.dealer[:40]!r} is no name for a dealer", clauses or t.rules.unforeseen)
    if relieved.dealer == t.floor.dealer:
        return _refuses_staff(t, f"{relieved.dealer} deals already", clauses)
    return None


@carries(Point.RELIEF)
async def _relieve(t: Table, relieved: Relieved) -> None:
    """A new dealer burns a card before he deals, where the text says so; a new shoe has its own."""
    clauses, shoe = t.rules.supervision.relief, t.floor.shoe
    t.record(DealerRelieved(str(relieved.by), relieved.dealer, clauses or ()))
    if clauses is not None and shoe is not None and shoe.undealt > 1:
        await burn_card(t, clauses)


def _refuses_admission(t: Table, admitted: Admitted) -> Refusal | None:
    bar, kept_out = t.rules.supervision.entry, may_enter(t)
    if bar is None:
        return _refuses_staff(t, "this house keeps nobody out", ())
    if kept_out is None or admitted.player in kept_out:
        return _refuses_staff(t, f"{admitted.player} is not kept out", bar.permitted)
    return None


@carries(Point.ENTRY)
async def _admit(t: Table, admitted: Admitted) -> None:
    bar = t.rules.supervision.entry
    assert bar is not None
    t.record(EntryPermitted(str(admitted.by), admitted.player, admitted.reason, bar.permitted))


def _refuses_count(t: Table, miscounted: Miscounted) -> Refusal | None:
    if not (isinstance(t.asked, Decide) and t.asked.options[0].verb is Counted):
        return _refuses_staff(t, "no cards are being counted", t.terms.cites.count)
    if miscounted.cards == t.terms.cards or not 0 <= miscounted.cards < 2 * t.terms.cards:
        says = f"{miscounted.cards} cards are no miscount of {t.terms.cards}"
        return _refuses_staff(t, says, t.terms.cites.count)
    return None


async def _miscount(t: Table, miscounted: Miscounted) -> None:
    by, counted = str(miscounted.by), miscounted.cards
    t.record(ShoeMiscounted(by, counted, t.terms.cards, miscounted.reason, t.terms.cites.count))


def _refuses_adjustment(t: Table, adjusted: Adjusted) -> Refusal | None:
    if adjusted.player not in t.floor.seats:
        return Refusal("not-seated", f"{adjusted.player} does not sit at this table", t.rules.unforeseen)
    if not 0 < abs(adjusted.amount) <= MOST_CHIPS:
        return Refusal("not-positive", f"{spoken(adjusted.amount)} adjusts nothing", t.rules.unforeseen)
    if adjusted.amount < 0 and t.floor.chips(adjusted.player) < -adjusted.amount:
        says = f"{adjusted.player} has no {spoken(Cents(-adjusted.amount))} to give back"
        return Refusal("not-enough-chips", says, t.rules.unforeseen)
    return None


async def _adjust(t: Table, adjusted: Adjusted) -> None:
    t.record(ChipsAdjusted(str(adjusted.by), adjusted.player, adjusted.amount, adjusted.reason))


def _refuses_found(t: Table, incident: FaceUpInShoe | TenInShoe) -> Refusal | None:
    if type(incident) in t.rules.incidents:
        return None
    return _refuses_staff(t, "the text has no rule for this; a supervisor decides", ())


@carries(Point.FACE_UP_CARD, Point.TEN_FOUND)
async def _set_aside(t: Table, incident: FaceUpInShoe | TenInShoe) -> None:
    """A card that may not be used, found where one is burned between rounds."""
    found = Found.FACE_UP if isinstance(incident, FaceUpInShoe) else Found.TEN
    t.record(CardSetAside(incident.card, found, t.rules.incidents[type(incident)].clauses))


STAFF_AT_TABLE: Mapping[type[Incident], Handler] = {
    SealLost: Handler(_shoe_gone, at=(Window, Offer, Decide, NextCard, Turn, Reveal)),
    FaceUpInShoe: Handler(_set_aside, at=(NextCard,), refuses=_refuses_found),
    TenInShoe: Handler(_set_aside, at=(NextCard,), refuses=_refuses_found),
    ReaderRepaired: Handler(_reader_back, at=(Window,), refuses=_refuses_repair),
    Ordered: Handler(_obey, at=(Window, Decide, Shuffle), refuses=_refuses_order),
    Relieved: Handler(_relieve, at=(Window,), refuses=_refuses_relief),
    Admitted: Handler(_admit, at=(Window,), refuses=_refuses_admission),
    Miscounted: Handler(_miscount, at=(Decide,), refuses=_refuses_count),
    Adjusted: Handler(_adjust, at=(Window,), refuses=_refuses_adjustment),
}


class Table(Conduct[Rules]):
    """The handle of the table's own steps. `round` is the round in progress, if there is one.

    Where people deal, `cards` are those of their shoe, so that none is entered that cannot come.
    """

    __slots__ = ("_holds", "cards", "floor", "round")

    def __init__(
        self,
        rules: Rules,
        watch: Callable[[Fact], None] | None = None,
        floor: Floor | None = None,
        *,
        cards: Sequence[Card] | None = None,
    ) -> None:
        super().__init__(rules, watch)
        self.floor = Floor() if floor is None else floor
        self.round: Round[Rules] | None = None
        self.cards = cards
        self._holds = Counter(cards or ())

    @property
    def live(self) -> bool:
        return self.cards is not None

    @property
    def dealer_on_duty(self) -> str:
        return self.floor.dealer

    @property
    def shuffled_by_hand(self) -> bool:
        return self.floor.shuffler_gone

    @property
    def terms(self) -> ShoeTerms:
        return self.rules.shoe

    @property
    def incidents(self) -> Mapping[type[Incident], Handler]:
        return STAFF_AT_TABLE

    def refuses_unknown(self, _: Incident) -> Refusal:
        says = "that is about a round, and none is in progress"
        return Refusal("no-such-incident", says, self.rules.unforeseen)

    def record(self, fact: Fact) -> None:
        """A fact of the round is in the shared layout already when it comes here."""
        fact.note(self.floor)
        if self._watch is not None:
            self._watch(fact)

    def refuses(self, request: Request, answer: Answer) -> Refusal | None:
        """Why this answer cannot be taken now, or nothing."""
        if not fits(request, answer):
            return Refusal("no-answer", "that does not answer what is asked", self.rules.turn)
        return self._refuses_count(request, answer) or self._refuses_lawful(request, answer)

    def _refuses_lawful(self, request: Request, answer: Answer) -> Refusal | None:
        if self.round is not None:
            outside = self._refuses_outsider(answer)
            return outside or self.round.refuses(request, answer) or self._refuses_without_chips(answer)
        if isinstance(answer, Act):
            return self._refuses_act(request, answer)
        if isinstance(answer, Incident):
            return self.refuses_incident(request, answer)
        if isinstance(answer, Close) and isinstance(request, Window):
            return request.refuses_closing()
        return None

    def _refuses_count(self, request: Request, answer: Answer) -> Refusal | None:
        """No card comes out of an empty shoe, and no shoe is empty before its last card."""
        left = None if self.floor.shoe is None else self.floor.shoe.undealt
        if isinstance(answer, SealLost):
            wrong = left is None
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
        if not isinstance(card, Card) or isinstance(answer, TenInShoe) or self.floor.shoe is None:
            return None
        if self.floor.shoe.came.get(card.text, 0) < self._holds[card]:
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
        says = f"it is not for {act.player} to {act.intent.verb} at this moment"
        why = self.terms.cites.offer if isinstance(request, Offer | Decide) else self.rules.turn  # the cut is offered
        return Refusal("out-of-turn", says, why)

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
        if answer.player not in self.floor.seats:
            return Refusal("not-seated", f"{answer.player} does not sit at this table", betting.box_clauses)
        owner = self.owner(answer.hand)
        waits = betting.sharing is None or owner not in self.floor.layout.bettors(answer.hand.box)
        if owner is not None and owner != answer.player and waits:
            says = f"{owner} sits at box {answer.hand.box}, and bets there first or alone"
            return Refusal("box-taken", says, betting.sharing_clauses)
        return None

    def _refuses_without_chips(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, Act) or self.round is None or answer.player not in self.floor.seats:
            return None
        needed = self.puts_up(answer)
        held = self.floor.chips(answer.player)
        if needed <= held:
            return None
        says = f"{answer.player} needs {spoken(needed)} for this and has {spoken(held)} left"
        return Refusal("not-enough-chips", says, self.rules.betting.chip_clauses)

    def puts_up(self, act: Act) -> Cents:
        """How many chips an act takes from its player."""
        assert self.round is not None
        hand = self.round.layout.hands.get(act.hand)
        of_caller = hand is not None and hand.caller == act.player
        stake = self.round.layout.stake_of(act.hand, self.rules.played) if of_caller else None
        original = ZERO if stake is None else stake.original
        return self.rules.puts_up(act.intent, original)

    def owner(self, hand: HandId) -> Player | None:
        return next((player for player, seat in self.floor.seats.items() if seat.box == hand.box), None)


async def run_table(t: Table) -> None:
    """From the first seat to the end."""
    while not t.floor.closed:
        try:
            await _between_rounds(t)
        except ShoeGone:
            t.record(ShoeLost(()))


async def _between_rounds(t: Table) -> None:
    """One request between rounds. When the window closes, the shoe is made ready, or the next round is dealt."""
    shoe = t.floor.shoe
    if shoe is not None and max(shoe.face_up_found, shoe.tens_found) > 1:
        await end_shoe_early(t)
    act = await t.window(Window(Occasion.BETWEEN_ROUNDS, BETWEEN_ROUNDS, lambda: refuses_dealing(t)))
    if act is not None:
        await _carry_out(t, act)
    elif t.floor.seats:
        await (new_shoe(t) if t.floor.shoe is None else next_round(t))


def refuses_dealing(t: Table) -> Refusal | None:
    """Why neither a shoe is made ready nor a round dealt now."""
    if t.floor.decks_out:
        says = "the decks are out of play: new ones are to be brought to the table"
        return Refusal("decks-out", says, t.rules.supervision.new_decks or t.terms.cites.count)
    return t.rules.may_not_deal(t.floor)


async def _carry_out(t: Table, act: Act) -> None:
    match act.intent:
        case Sit(chips):
            t.record(SeatTaken(act.player, act.hand.box, chips))
        case BuyChips(chips):
            t.record(ChipsBought(act.player, chips))
        case Leave():
            await leave(t, act.player)
        case SeeBurnCard():
            answer = await t.need(Turn(Pile.DISCARDS))
            assert isinstance(answer, Card)
            t.record(BurnCardShown(answer, t.terms.cites.burn_seen))
        case OrderReshuffle():
            await end_shoe_early(t)
        case CloseTable():
            for player in tuple(t.floor.seats):
                await leave(t, player)
            t.record(TableClosed())


@carries(Point.TABLE_LEFT)
async def leave(t: Table, player: Player) -> None:
    """A player takes his chips away. A table that is left empty does not go on with its shoe."""
    t.record(SeatLeft(player, t.floor.seats[player].chips))
    if not t.floor.seats and t.floor.shoe is not None:
        await close_shoe(t, t.terms.cites.left)


@carries(Point.NEW_SHOE)
async def new_shoe(t: Table) -> None:
    """All cards are shuffled and cut, the cut card goes in, and the first card is burned."""
    await prepare_shoe(t, Shuffle(t.terms.cards, (), fresh=True), offers(t), t.terms.cites.shuffle)
    if not t.terms.burn_after_betting:
        await burn_card(t, t.terms.cites.burn)


@carries(Point.CUT_OFFERED)
def offers(t: Table) -> list[CutOffer]:
    """To whom the cut is offered, in order; boxes descend as the offer moves counter-clockwise."""
    cites, floor = t.terms.cites, t.floor
    seats = [(player, HandId(floor.seats[player].box, 1)) for player in _from_the_right(t)]
    if floor.begins:  # the first to arrive
        return offers_from(seats, next(iter(floor.seats)), cites.offer_first, cites.offer_next)
    if t.terms.order is CutOrder.FAR_RIGHT_ROTATING:
        return offers_from(seats, first_cutter(t), cites.offer_far_right, cites.offer_next)
    if floor.ordered:
        return offers_from(seats, None, cites.offer_ordered, cites.offer_next_ordered)
    if floor.cut_card_owner in floor.seats:
        return offers_from(seats, floor.cut_card_owner, cites.offer_at_cut_card, cites.offer_next)
    return offers_from(seats, None, cites.offer_far_right, cites.offer_next)


def _from_the_right(t: Table) -> list[Player]:
    return sorted(t.floor.seats, key=lambda player: -t.floor.seats[player].box)


def first_cutter(t: Table) -> Player:
    """The far right seat after the game has begun, then one seat further at each shuffle (MA05)."""
    from_right, last = _from_the_right(t), t.floor.last_offer
    further = [player for player in from_right if last is not None and t.floor.seats[player].box < last]
    return (further or from_right)[0]


@carries(Point.LAST_ROUND)
async def next_round(t: Table) -> None:
    """One round; when the cut card came out in it, it was the last one of its shoe."""
    t.round = Round(t.rules, round_state(t), t.record)
    t.floor.layout = t.round.layout
    await play_round(t.round)
    t.round = None
    assert t.floor.balanced(), "chips appeared or vanished"
    if (t.floor.reshuffle_due or t.terms.every_round) and t.floor.shoe is not None:
        await close_shoe(t, t.terms.cites.count)


def round_state(t: Table) -> TableState:
    """What the table brings into the round that is dealt next."""
    shoe = t.floor.shoe
    assert shoe is not None
    after = None if shoe.before_cut_card is None else max(0, shoe.before_cut_card)
    burn_due = t.terms.burn_after_betting and not shoe.burned
    return TableState(
        shoe.face_up_found,
        after,
        burn_due,
        first_cutter(t),
        opened_with(t),
        shoe.tens_found,
        t.floor.reader_out,
        t.live,
        may_enter=may_enter(t),
        dealer=t.floor.dealer,
        shuffler_gone=t.floor.shuffler_gone,
        agreed=tuple(sorted(t.floor.agreed)),
        unseated=tuple(Box(box) for box in range(1, t.rules.betting.seats + 1) if t.owner(HandId(Box(box), 1)) is None),
    )


def opened_with(t: Table) -> tuple[Player, ...] | None:
    """Who placed what must be placed on the first hand after the shuffle; nothing where nothing must, or before it."""
    opened = None if t.floor.shoe is None else t.floor.shoe.opened_with
    bound = [wager for wager, terms in t.rules.betting.wagers.items() if terms.from_first_hand]
    if opened is None or not bound:
        return None
    return tuple(sorted({player for player, wager in opened if wager in bound}))


def may_enter(t: Table) -> tuple[Player, ...] | None:
    """The only ones who may bet, where the house keeps out who sat out since the shuffle (MA22)."""
    stayed = None if t.floor.shoe is None else t.floor.shoe.stayed
    return None if stayed is None or t.rules.supervision.entry is None else tuple(sorted(stayed))


@carries(Point.SHOE_COUNTED)
async def close_shoe(t: Table, clauses: Clauses) -> None:
    """The undealt cards join the discards and are counted; then the shoe shows what it had bound itself to."""
    shoe = t.floor.shoe
    assert shoe is not None
    assert shoe.undealt + shoe.discarded == t.terms.cards, "a card is missing"
    if t.live:
        count = Decide(HOUSE_DEALER, DEALER, (Option(Counted, t.terms.cites.count, (Counted(),)),))
        if await t.ask(count, lambda: None if t.floor.shoe is None else count) is None:
            return
    t.record(ShoeClosed(shoe.undealt, shoe.discarded, clauses))
    try:
        for number, commitment in enumerate(tuple(shoe.commitments), start=shoe.first_shuffle):
            if not commitment:
                continue  # cards that people shuffle are bound to nothing
            answer = await t.need(Reveal(number))
            assert isinstance(answer, Revealed)
            t.record(ShoeRevealed(commitment, answer.order, answer.nonce))
    except ShoeGone:
        t.record(ShoeLost(()))


def _may_sit(t: Table, player: Player, hand: HandId) -> Ruling:
    betting = t.rules.betting
    if not is_name(player):
        says = f"{player[:40]!r} is no name for a player; use letters, digits, - and _"
        return Refusal("no-name", says, betting.box_clauses)
    if player in t.floor.seats:
        return Refusal("seated", f"{player} sits at box {t.floor.seats[player].box} already", betting.several_clauses)
    if not 1 <= hand.box <= betting.seats or hand.number != 1:
        says = f"there is no box {hand.box}; this table has boxes 1 to {betting.seats}"
        return Refusal("no-such-box", says, betting.box_clauses)
    if t.owner(hand) is not None:
        return Refusal("box-taken", f"{t.owner(hand)} sits at box {hand.box}", betting.sharing_clauses)
    return Option(Sit, betting.box_clauses, (), _refuses_chips(t))


def _refuses_chips(t: Table) -> Callable[[Intent], Refusal | None]:
    def check(intent: Intent) -> Refusal | None:
        assert isinstance(intent, Sit | BuyChips)
        if 0 < intent.chips <= MOST_CHIPS:
            return None
        return Refusal("not-positive", f"{spoken(intent.chips)} buys no chips", t.rules.betting.chip_clauses)

    return check


def _seated(t: Table, player: Player) -> Refusal | None:
    if player in t.floor.seats:
        return None
    return Refusal("not-seated", f"{player} does not sit at this table", t.rules.betting.box_clauses)


def _may_buy(t: Table, player: Player, _: HandId) -> Ruling:
    return _seated(t, player) or Option(BuyChips, t.rules.betting.chip_clauses, (), _refuses_chips(t))


def _may_leave(t: Table, player: Player, _: HandId) -> Ruling:
    return _seated(t, player) or Option(Leave, (), (Leave(),))


@carries(Point.BURN_SEEN)
def _may_see_burn(t: Table, player: Player, _: HandId) -> Ruling:
    """A player may ask for the burn card where the text says so (MD16)."""
    cites, shoe = t.terms.cites, t.floor.shoe
    if not t.terms.burn_may_be_seen:
        return Refusal("not-disclosed", "this text does not let a player see the burn card", cites.burn_seen)
    if shoe is None or not shoe.burned or shoe.burn_shown:
        return Refusal("no-burn-card", "there is no unseen burn card", cites.burn_seen)
    return _seated(t, player) or Option(SeeBurnCard, cites.burn_seen, (SeeBurnCard(),))


@carries(Point.RESHUFFLE)
def _may_reshuffle(t: Table, player: Player, _: HandId) -> Ruling:
    """After each round in Massachusetts, at any time in Maryland; the charity text has no such right."""
    cites, shoe = t.terms.cites, t.floor.shoe
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
        says = f"at a live table {Order.RESHUFFLE} is ordered by name, with a reason"
        return Refusal("no-authority", says, t.terms.cites.reshuffle or t.rules.turn)
    return _may_reshuffle(t, player, hand)


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


@dataclass(slots=True)
class RoundRecord:
    """What a round was made of, enough to play it again or to write it down; `authors` is who gave which answer."""

    number: int
    table: TableState
    answers: list[Answer] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    authors: list[Author | None] = field(default_factory=list, compare=False)


class TableRunner(Driver):
    """Drives a table: from the beginning, or from a `floor` on which it rests. It remembers the last rounds, as many as
    `keep`. Where people deal, `cards` are those that they deal from.
    """

    __slots__ = ("records", "table")

    def __init__(
        self,
        rules: Rules,
        watch: Callable[[Fact], None] | None = None,
        *,
        keep: int = 10,
        floor: Floor | None = None,
        cards: Sequence[Card] | None = None,
    ) -> None:
        self.table = Table(rules, watch, floor, cards=cards)
        self.records: deque[RoundRecord] = deque(maxlen=keep)
        self.start(run_table(self.table))

    def refuses(self, request: Request, answer: Answer) -> Refusal | None:
        return self.table.refuses(request, answer)

    def answer(self, answer: Answer, by: Author | None = None) -> Refusal | None:
        if isinstance(answer, Corrected):
            refusal = self._refuses_correction(answer)
            if refusal is None:
                self._correct(answer)
            return refusal
        before = self.table.round
        refusal = super().answer(answer)
        if refusal is None:
            if before is not None:
                self.records[-1].answers.append(answer)
                self.records[-1].authors.append(by)
            now = self.table.round
            if now is not None and now is not before:
                self.records.append(RoundRecord(self.table.floor.rounds, now.table, [], now.facts))
        return refusal

    def _refuses_correction(self, corrected: Corrected) -> Refusal | None:
        rules, floor = self.table.rules, self.table.floor
        if not self.table.live:
            says = "the cards of this table come from a virtual shoe, and nobody types them"
            return Refusal("no-such-incident", says, rules.unforeseen)
        refusal = refuses_authority(corrected, rules.supervision.in_charge, floor.dealer, rules.unforeseen)
        if refusal is not None:
            return refusal
        if self.table.round is None:
            says = "no round is in progress; for one that is over chips are adjusted"
            return Refusal("round-over", says, rules.unforeseen)
        record = self.records[-1]
        at = place_of(record.answers, corrected)
        entered_by = None if at is None or at >= len(record.authors) else record.authors[at]
        refusal = refuses_correction(rules, record.table, record.answers, corrected, entered_by)
        return refusal or self._refuses_again(entries_after(rules, record.table, record.answers, corrected))

    def _refuses_again(self, answers: Sequence[Answer]) -> Refusal | None:
        """Why the table would not take these entries if the round began anew: for want of such cards, or of chips."""
        trial = TableRunner(self.table.rules, floor=deepcopy(self.table.floor.opening), cards=self.table.cards)
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
        answers = entries_after(table.rules, record.table, record.answers, corrected)
        told = told_of(corrected, record.answers[at], len(answers))
        self.close()
        table.round = None
        table.record(told)
        self.start(run_table(table))
        for answer, author in zip([Close(), *answers], [None, *record.authors], strict=False):
            assert self.answer(answer, author) is None, "what stands was accepted before"
        self.records[-1].authors[at] = corrected.by
