"""A table is a procedure around rounds: seats, shuffle, cut and burn, rounds, the count at the end of a shoe, closing.

It asks through the same door as a round does. A round's own requests pass through it unchanged, so one driver and
one record serve both.
"""

from __future__ import annotations

from pitboss.core.burning import burn_card
from pitboss.core.decks import break_seal
from pitboss.core.driver import play_round
from pitboss.core.facts import (
    ChipsBought,
    CutCardOverdue,
    ReshuffleOrdered,
    SeatLeft,
    SeatTaken,
    ShoeClosed,
    ShoeLost,
    ShoeRevealed,
    TableClosed,
)
from pitboss.core.kinds import Occasion
from pitboss.core.options import Option, Refusal
from pitboss.core.procedure import Round
from pitboss.core.requests import (
    Act,
    Decide,
    Reveal,
    Revealed,
    Shuffle,
    Window,
)
from pitboss.core.rules import CutOffer, RoundContext
from pitboss.core.shuffling import CutOrder, offers_from, prepare_shoe, prepare_stack
from pitboss.ids import DEALER, HOUSE_DEALER, Box, Clauses, HandId, Player
from pitboss.law.points import Point, carries
from pitboss.tables.conduct import Table
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


class ShoeGone(Exception):
    """The sealed order of the shoe was lost between rounds."""


class ShoeEnded(Exception):
    """The cards are to be shuffled again, though the shoe was not ready yet."""


async def run_table(t: Table) -> None:
    """From the first seat to the end."""
    while not t.state.closed:
        try:
            await _between_rounds(t)
        except ShoeGone:
            t.record(ShoeLost(()))
        except ShoeEnded:
            if t.state.shoe is not None:
                await end_shoe_early(t)


async def _between_rounds(t: Table) -> None:
    """One request between rounds. When the window closes, the shoe is made ready, or the next round is dealt."""
    shoe = t.state.shoe
    if shoe is not None and max(shoe.face_up_found, shoe.tens_found) > 1:
        await end_shoe_early(t)
    act = await t.window(Window(Occasion.BETWEEN_ROUNDS, BETWEEN_ROUNDS, lambda: refuses_dealing(t)))
    if act is not None:
        await _carry_out(t, act)
    elif t.state.seats:
        await (new_shoe(t) if t.state.shoe is None else next_round(t))


def refuses_dealing(t: Table) -> Refusal | None:
    """Why neither a shoe is made ready nor a round dealt now."""
    if t.state.decks_out:
        says = "the decks are out of play: new ones are to be brought to the table"
        return Refusal("decks-out", says, t.rules.supervision.new_decks or t.terms.cites.count)
    if t.live and t.practices.knows_people and not t.state.dealer:
        says = "nobody deals here yet: a dealer comes on duty with relief and their name"
        return Refusal("no-dealer", says, t.rules.supervision.relief or t.rules.unforeseen)
    return t.rules.may_not_deal(t.state)


async def _carry_out(t: Table, act: Act) -> None:
    match act.intent:
        case Sit(chips, tender):
            t.record(SeatTaken(act.player, act.hand.box, chips, tender))
        case BuyChips(chips, tender):
            t.record(ChipsBought(act.player, chips, tender))
        case Leave():
            await leave(t, act.player)
        case SeeBurnCard():
            await t.show_burn_card()
        case OrderReshuffle():
            await end_shoe_early(t)
        case CloseTable():
            for player in tuple(t.state.seats):
                await leave(t, player)
            t.record(TableClosed())


@carries(Point.TABLE_LEFT)
async def leave(t: Table, player: Player) -> None:
    """A player takes his chips away. A table that is left empty does not go on with its shoe."""
    t.record(SeatLeft(player, t.state.seats[player].chips))
    if not t.state.seats and t.state.shoe is not None:
        await close_shoe(t, t.terms.cites.left)


@carries(Point.NEW_SHOE)
async def new_shoe(t: Table) -> None:
    """All cards are shuffled and cut, the cut card goes in, and the first card is burned, or as many as the house has
    it.
    """
    come_shuffled = t.terms.preshuffled and (not t.state.shoes or t.state.decks_new)
    if t.live and t.practices.opens_preshuffled and come_shuffled:
        await break_seal(t, t.terms)
        await prepare_stack(t, t.terms.without_device(), t.terms.cards, offers(t), is_cut=True)
    else:
        await prepare_shoe(t, Shuffle(t.terms.cards, (), fresh=True), offers(t), t.terms.cites.shuffle)
    for _ in range(0 if t.terms.burn_after_betting else t.terms.burns):
        await burn_card(t, t.terms.cites.burn)


@carries(Point.CUT_OFFERED)
def offers(t: Table) -> list[CutOffer]:
    """To whom the cut is offered, in order; boxes descend as the offer moves counter-clockwise."""
    cites, state = t.terms.cites, t.state
    seats = [(player, HandId(state.seats[player].box, 1)) for player in _from_the_right(t)]
    if state.begins:  # the first to arrive
        return offers_from(seats, next(iter(state.seats)), cites.offer_first, cites.offer_next)
    if t.terms.order is CutOrder.FAR_RIGHT_ROTATING:
        return offers_from(seats, first_cutter(t), cites.offer_far_right, cites.offer_next)
    if state.ordered:
        return offers_from(seats, None, cites.offer_ordered, cites.offer_next_ordered)
    if state.cut_card_owner in state.seats:
        return offers_from(seats, state.cut_card_owner, cites.offer_at_cut_card, cites.offer_next)
    return offers_from(seats, None, cites.offer_far_right, cites.offer_next)


def _from_the_right(t: Table) -> list[Player]:
    return sorted(t.state.seats, key=lambda player: -t.state.seats[player].box)


def first_cutter(t: Table) -> Player:
    """The far right seat after the game has begun, then one seat further at each shuffle (MA05)."""
    from_right, last = _from_the_right(t), t.state.last_offer
    further = [player for player in from_right if last is not None and t.state.seats[player].box < last]
    return (further or from_right)[0]


@carries(Point.LAST_ROUND)
async def next_round(t: Table) -> None:
    """One round; when the cut card came out in it, it was the last one of its shoe."""
    t.round = Round(t.rules, round_state(t), t.record)
    t.state.layout = t.round.layout
    await play_round(t.round)
    t.round = None
    assert t.state.balanced(), "chips appeared or vanished"
    _check_cut_card(t)
    if (t.state.reshuffle_due or t.terms.every_round) and t.state.shoe is not None:
        await close_shoe(t, t.terms.cites.count)


def _check_cut_card(t: Table) -> None:
    """Where the dealer reports the cut card, the count says when somebody has to look for it."""
    shoe = t.state.shoe
    if not (t.live and t.practices.reports_cut_card) or shoe is None or shoe.before_cut_card is None:
        return
    if shoe.before_cut_card < 0 and not t.state.reshuffle_due:
        t.record(CutCardOverdue(-shoe.before_cut_card, t.terms.cites.reached))


def round_state(t: Table) -> RoundContext:
    """What the table brings into the round that is dealt next."""
    shoe = t.state.shoe
    assert shoe is not None
    after = None if shoe.before_cut_card is None else max(0, shoe.before_cut_card)
    burn_due = t.terms.burn_after_betting and not shoe.burned
    return RoundContext(
        shoe.face_up_found,
        after,
        burn_due,
        first_cutter(t),
        opened_with(t),
        shoe.tens_found,
        t.state.reader_out,
        t.live,
        may_enter=may_enter(t),
        dealer=t.state.dealer,
        shuffler_gone=t.state.shuffler_gone,
        agreed=tuple(sorted(t.state.agreed)),
        practices=t.practices,
        stack=t.stack_to_recut() if t.practices.recuts_until_dealt else None,
        cut_card_out=shoe.cut_card_out,
        unseated=tuple(Box(box) for box in range(1, t.rules.betting.seats + 1) if t.owner(HandId(Box(box), 1)) is None),
    )


def opened_with(t: Table) -> tuple[Player, ...] | None:
    """Who placed what must be placed on the first hand after the shuffle; nothing where nothing must, or before it."""
    opened = None if t.state.shoe is None else t.state.shoe.opened_with
    bound = [wager for wager, terms in t.rules.betting.wagers.items() if terms.from_first_hand]
    if opened is None or not bound:
        return None
    return tuple(sorted({player for player, wager in opened if wager in bound}))


def may_enter(t: Table) -> tuple[Player, ...] | None:
    """The only ones who may bet, where the house keeps out who sat out since the shuffle (MA22, GP05)."""
    bar, shoe = t.rules.supervision.entry, t.state.shoe
    if bar is None or shoe is None or shoe.opened_with is None or shoe.stayed is None:
        return None
    opened = {player for player, _ in shoe.opened_with}
    return tuple(sorted(opened if bar.from_first_hand else shoe.stayed))


async def end_shoe_early(t: Table) -> None:
    t.record(ReshuffleOrdered(t.terms.cites.reshuffle))
    await close_shoe(t, t.terms.cites.reshuffle)


@carries(Point.SHOE_COUNTED)
async def close_shoe(t: Table, clauses: Clauses) -> None:
    """The undealt cards join the discards and are counted; then the shoe shows what it had bound itself to."""
    shoe = t.state.shoe
    assert shoe is not None
    assert shoe.undealt + shoe.discarded == t.terms.cards, "a card is missing"
    if t.live:
        count = Decide(HOUSE_DEALER, DEALER, (Option(Counted, t.terms.cites.count, (Counted(),)),))
        if await t.ask(count, lambda: None if t.state.shoe is None else count) is None:
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
