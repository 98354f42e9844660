"""What is done when something goes wrong in a game of this family: a handler a report, and the steps that follow.

A card that is owed is a debt on the layout; a step works it off at the moment that the text names.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.core.cut_card import PlaceCutCard
from pitboss.core.decks import TakeOut
from pitboss.core.facts import (
    CardMissed,
    CardRefused,
    CardSetAside,
    DecksOut,
    DrawnInError,
    HandClosed,
    ReaderBack,
    ReaderMisused,
    ReaderOut,
    StaffRuled,
    TipSettled,
    TipUnwound,
    WagerUnwound,
)
from pitboss.core.incidents import (
    DrawnUnseen,
    Exposed,
    FaceUpInShoe,
    Incident,
    Misdealt,
    Missed,
    Overdrawn,
    ReaderFailed,
    ReaderRepaired,
    Ruled,
    TenInShoe,
    WrongPeek,
)
from pitboss.core.kinds import Closing, Decision, Face, Found, Occasion, Outcome
from pitboss.core.options import Refusal
from pitboss.core.relief import RELIEF
from pitboss.core.requests import Decide, KeyAward, NextCard, Offer, Reader, Request, Turn, Window
from pitboss.core.rules import Handler, RoundVoid
from pitboss.core.settle import give_back
from pitboss.core.shuffling import SHOE_INCIDENTS, Cut, Load
from pitboss.core.spoken import SPOKEN
from pitboss.core.supervision import NOBODY_SPECIAL, Supervision
from pitboss.games.blackjack.intents import Accept
from pitboss.games.blackjack.rules import Play
from pitboss.games.blackjack.steps import close_if_bust, double_card_dealt, play_hand
from pitboss.ids import DEALER, Box, Clauses, HandId, once_each
from pitboss.law.points import Point, carries
from pitboss.rules.dealing import MAY_BE_BLACKJACK
from pitboss.rules.irregularities import Irregularities, SetAside

DECIDING = (Decide, Offer, Window)


def handlers(texts: Irregularities, staff: Supervision = NOBODY_SPECIAL) -> Mapping[type[Incident], Handler]:
    """A handler for everything that this text rules on; the rest is refused, and for a supervisor to decide."""
    found: dict[type[Incident], Handler] = {
        **SHOE_INCIDENTS,
        **RELIEF,
        Ruled: Handler(supervisor_rules, DECIDING, _refuses_ruling, always=True),
    }
    if staff.spoken is not None:
        found |= SPOKEN
    if texts.face_up is not None:
        found[FaceUpInShoe] = Handler(face_up_in_shoe, at=(NextCard,), clauses=texts.face_up.first)
    if texts.tens is not None:
        found[TenInShoe] = Handler(ten_in_shoe, at=(NextCard,), clauses=texts.tens.first)
    if texts.in_error is not None:
        at, seen = (NextCard, *DECIDING), texts.in_error.offered
        found[DrawnUnseen] = Handler(drawn_unseen, at, _refuses_drawn, clauses=texts.in_error.unseen)
        found[Exposed] = Handler(card_exposed, at, refuses=_refuses_exposed, clauses=seen)
    if texts.overdrawn is not None:
        found[Overdrawn] = Handler(dealer_overdraws, at=(Window,), refuses=_refuses_overdrawn, clauses=texts.overdrawn)
    if texts.passed_over is not None:
        found[Missed] = Handler(
            card_missed, at=(NextCard,), refuses=_refuses_missed, clauses=texts.passed_over.asked_for
        )
        found[Misdealt] = Handler(misdealt, DECIDING, _passed_over_instead, always=True)
    if texts.reader is not None:
        misused, failed = texts.reader.misused, texts.reader.failed
        found[WrongPeek] = Handler(reader_misused, DECIDING, _refuses_wrong_peek, misused)
        found[ReaderFailed] = Handler(reader_fails, (*DECIDING, Reader), _refuses_failure, failed)
        found[ReaderRepaired] = Handler(reader_repaired, DECIDING, _refuses_repair, failed)
    if texts.misdeals is not None:
        found[Misdealt] = Handler(misdealt, DECIDING, _refuses_misdeal, always=True)
        found[Missed] = Handler(card_missed, at=(NextCard,), refuses=_misdeal_instead, clauses=texts.misdeals.player)
    return found


def _passed_over_instead(t: Play, incident: Misdealt, _request: Request) -> Refusal:
    """Where the text says what becomes of a hand with too few cards, there is no misdeal to call."""
    rule = t.rules.irregular.passed_over
    assert rule is not None
    clauses = rule.dealer if incident.box is None else rule.no_card + rule.one_card
    return Refusal("no-such-incident", "this text knows no misdeal: it says what is done about each card", clauses)


def _misdeal_instead(t: Play, _: Missed, _request: Request) -> Refusal:
    """Where a wrong number of cards is a misdeal, a card that was passed over is nothing else."""
    rule = t.rules.irregular.misdeals
    assert rule is not None
    says = "a card that was not dealt makes a misdeal, and is to be reported as that"
    return Refusal("no-such-incident", says, once_each(rule.player + rule.dealer))


def _not_now(t: Play, says: str, clauses: Clauses) -> Refusal:
    return Refusal("no-such-incident", says, clauses or t.rules.turn)


# Cards that may not be used.


def _set_aside(t: Play, incident: FaceUpInShoe | TenInShoe, found: Found, rule: SetAside, why: str) -> None:
    t.record(CardSetAside(incident.card, found, rule.first))
    if rule.count(t.layout, found) > 1:  # S17
        if rule.decks_out:
            t.record(DecksOut(rule.decks_out))
        raise RoundVoid(why, rule.second, reshuffle=True)


@carries(Point.FACE_UP_CARD)
async def face_up_in_shoe(t: Play, incident: FaceUpInShoe) -> None:
    """The card is not used. A second one voids the round."""
    rule = t.rules.irregular.face_up
    assert rule is not None
    _set_aside(t, incident, Found.FACE_UP, rule, "more than one card was found face up in the shoe")


@carries(Point.TEN_FOUND)
async def ten_in_shoe(t: Play, incident: TenInShoe) -> None:
    """A floorperson takes it out. A second one voids the round."""
    rule = t.rules.irregular.tens
    assert rule is not None
    _set_aside(t, incident, Found.TEN, rule, "more than one 10 was found in the shoe")


# Cards drawn in error.


@carries(Point.DRAWN_IN_ERROR)
async def drawn_unseen(t: Play, _: DrawnUnseen) -> None:
    """It is used as the next card, so nothing changes."""
    assert t.rules.irregular.in_error is not None
    t.record(DrawnInError(None, t.rules.irregular.in_error.unseen))


def _refuses_drawn(t: Play, _: DrawnUnseen | Exposed, request: Request) -> Refusal | None:
    """While the cards are cut none is in the shoe."""
    rule = t.rules.irregular.in_error
    assert rule is not None
    cutting = isinstance(request, Decide | Offer) and request.options[0].verb in (Cut, Load, PlaceCutCard, TakeOut)
    return _not_now(t, "the cards are not in the shoe", rule.unseen) if cutting else None


def _refuses_exposed(t: Play, incident: Exposed, request: Request) -> Refusal | None:
    rule = t.rules.irregular.in_error
    assert rule is not None
    refusal = _refuses_drawn(t, incident, request)
    if refusal is not None:
        return refusal
    if isinstance(request, Window) and request.occasion is Occasion.DEALER_DONE:
        return _not_now(t, "the dealer has drawn one too many, and it is to be reported as that", rule.unused)
    if t.layout.exposed is not None:
        return _not_now(t, "a card that was seen too early lies there already", rule.offered)
    if not t.layout.betting_closed or _is_a_burn(request):
        return _not_now(t, "no card is dealt yet", rule.offered)
    hole_to_come = t.rules.dealing.hole_card and not _dealer_complete(t)
    goes_to_a_player = isinstance(request, NextCard) and not _all_have_first_cards(t)  # an offer may be declined
    if hole_to_come and not goes_to_a_player:
        return _not_now(t, "a hole card that was seen is for a supervisor to decide", rule.offered)
    return None


def _is_a_burn(request: Request) -> bool:
    return isinstance(request, NextCard) and not isinstance(request.to, HandId)


def _all_have_first_cards(t: Play) -> bool:
    open_hands = [t.hand(hand) for hand in t.layout.order if t.hand(hand).closed is None]
    return bool(t.layout.dealer.cards) and all(hand.split or len(hand.cards) > 1 for hand in open_hands)


def _dealer_complete(t: Play) -> bool:
    return len(t.layout.dealer.cards) + t.layout.dealer.face_down > 1


@carries(Point.DRAWN_IN_ERROR)
async def card_exposed(t: Play, incident: Exposed) -> None:
    """Once all have two cards it is offered in turn; before that it is simply the next card (S19, S20)."""
    rule = t.rules.irregular.in_error
    assert rule is not None
    t.record(DrawnInError(incident.card, rule.offered))
    if isinstance(t.asked, Decide | Offer) and _all_have_first_cards(t):
        await offer_exposed_card(t)


async def offer_exposed_card(t: Play) -> None:
    """To the player whose turn it is, then to each after him; who refuses it gets no more cards in this round."""
    rule = t.rules.irregular.in_error
    if rule is None or t.layout.exposed is None or t.layout.dealer_blackjack_read:
        return
    asked = set()
    for hand in tuple(t.layout.order):
        player = t.hand(hand).caller
        if player in asked or t.hand(hand).closed is not None or hand in t.layout.owed:
            continue
        if t.rules.drawing.refuses(t.hand(hand).situation) is not None:
            continue  # a hand that may not draw is not asked
        asked.add(player)
        if await t.offer(hand, (Accept,)) is not None:
            await t.deal(hand, Face.UP)
            await close_if_bust(t, hand)
            return
        t.record(CardRefused(t.caller(hand), rule.refused))
        for each in t.layout.open_hands():
            if t.hand(each).caller == player:
                t.record(HandClosed(each, Closing.REFUSED_CARD, rule.refused))


async def put_exposed_card_aside(t: Play) -> None:
    """A card that no player would have and the dealer cannot use."""
    rule = t.rules.irregular.in_error
    if rule is not None and t.layout.exposed is not None:
        t.record(CardSetAside(t.layout.exposed, Found.SEEN, rule.unused))


# What the dealer does wrong with his own hand.


def _refuses_overdrawn(t: Play, _: Overdrawn, _request: Request) -> Refusal | None:
    assert t.rules.irregular.overdrawn is not None
    dealer = t.layout.dealer
    stands = len(dealer.cards) > 1 and not dealer.face_down and not t.rules.dealer.draws(*dealer.score)
    return None if stands else _not_now(t, "the dealer does not stand yet", t.rules.irregular.overdrawn)


@carries(Point.OVERDRAWN)
async def dealer_overdraws(t: Play, incident: Overdrawn) -> None:
    """A card that the dealer draws though he stands is nobody's."""
    assert t.rules.irregular.overdrawn is not None
    t.record(CardSetAside(incident.card, Found.OVERDRAWN, t.rules.irregular.overdrawn))


async def look_at_dealer(t: Play) -> None:
    """Where people deal, the dealer's cards are looked at before money moves: one may be too many, or mistyped."""
    if t.live and (t.practices.looks_first or t.rules.irregular.overdrawn is not None):
        await t.window(Window(Occasion.DEALER_DONE, ()))


# Cards that were due.


def _refuses_missed(t: Play, _: Missed, request: Request) -> Refusal | None:
    rule = t.rules.irregular.passed_over
    assert rule is not None
    if _is_a_burn(request):
        return _not_now(t, "a card that is burned has no place to pass over", rule.dealer)
    drawing = _dealer_complete(t) and not t.layout.open_hands() and not t.layout.owed
    if drawing and len(t.layout.dealer.cards) > 1:
        return _not_now(t, "the dealer's draws have no place to pass over", rule.dealer)
    return None


@carries(Point.PASSED_OVER)
async def card_missed(t: Play, _: Missed) -> None:
    """The next card goes to the next place."""
    rule = t.rules.irregular.passed_over
    request = t.asked
    assert rule is not None
    assert isinstance(request, NextCard)
    assert isinstance(request.to, HandId)
    clauses = rule.dealer if request.to == DEALER else rule.asked_for if _all_have_first_cards(t) else rule.one_card
    t.record(CardMissed(request.to, request.face, clauses))


@carries(Point.PASSED_OVER)
async def deal_late_first_cards(t: Play) -> None:
    """Who got one card may have the other when all have theirs; who got none is out of this round (S18)."""
    rule = t.rules.irregular.passed_over
    if rule is None or not t.layout.misses:
        return
    for hand in tuple(t.layout.order):
        if not t.hand(hand).cards:
            call_dead(t, hand, rule.no_card)
        while len(t.hand(hand).cards) == 1 and t.hand(hand).closed is None:
            if await t.offer(hand, (Accept,)) is None:
                call_dead(t, hand, rule.one_card)
            else:
                await t.deal(hand, t.rules.dealing.first_cards)
    while not t.layout.dealer.cards:
        await t.deal(DEALER, Face.UP)


@carries(Point.PASSED_OVER)
async def deal_cards_asked_for(t: Play) -> None:
    """Who had asked for a card has it when all others have acted, or his hand is dead, as he likes (S22)."""
    rule = t.rules.irregular.passed_over
    while rule is not None and (owed := [hand for hand in t.layout.order if hand in t.layout.owed]):
        hand, face = owed[0], t.layout.owed[owed[0]]
        if await t.offer(hand, (Accept,)) is None:
            call_dead(t, hand, rule.dead)
        elif await t.deal(hand, face):
            if face is Face.SIDEWAYS:
                await double_card_dealt(t, hand)
            else:
                await close_if_bust(t, hand)
                await play_hand(t, hand)


def call_dead(t: Play, hand: HandId, clauses: Clauses) -> None:
    """A hand that is out of the round: every wager on it goes back."""
    t.record(HandClosed(hand, Closing.DEAD, clauses))
    for key, stake in list(t.layout.stakes.items()):
        if key.hand == hand and stake.pending:
            give_back(t, key, stake, clauses, Outcome.VOID)


# The reader.


def _has_reader(t: Play) -> bool:
    return t.rules.dealing.check is not None and t.rules.dealing.check.by_device


def _refuses_wrong_peek(t: Play, _: WrongPeek, _request: Request) -> Refusal | None:
    rule = t.rules.irregular.reader
    assert rule is not None
    up = t.layout.dealer.cards
    wrong = _has_reader(t) and up and t.layout.dealer.face_down and up[0].rank not in MAY_BE_BLACKJACK
    return None if wrong else _not_now(t, "the reader could not be used wrongly here", rule.misused)


@carries(Point.READER_MISUSED)
async def reader_misused(t: Play, incident: WrongPeek) -> None:
    """If a player could have learned the card, all hands are dead; otherwise play goes on."""
    rule = t.rules.irregular.reader
    assert rule is not None
    if rule.readable:
        t.record(ReaderMisused(str(incident.by), rule.misused))
        why = "the hole card could have been read by a player"
        raise RoundVoid(why, rule.dead, reshuffle=False, unwind=rule.unwinds)
    t.record(ReaderMisused(str(incident.by), rule.misused + rule.goes_on))


def _refuses_failure(t: Play, _: ReaderFailed, _request: Request) -> Refusal | None:
    rule = t.rules.irregular.reader
    assert rule is not None
    works = _has_reader(t) and not t.layout.reader_out
    return None if works else _not_now(t, "there is no reader that works", rule.failed)


@carries(Point.READER_FAILED)
async def reader_fails(t: Play, incident: ReaderFailed) -> None:
    """The round goes on as without a reader, or nothing is dealt until there is one (MA12)."""
    rule = t.rules.irregular.reader
    assert rule is not None
    t.record(ReaderOut(str(incident.by), rule.failed))
    if rule.stops:
        halted = Window(Occasion.HALTED, (), closing=rule.halts)
        await t.ask(halted, lambda: halted if t.layout.reader_out else None)


def _refuses_repair(t: Play, _: ReaderRepaired, _request: Request) -> Refusal | None:
    rule = t.rules.irregular.reader
    assert rule is not None
    if not rule.stops:
        return _not_now(t, "a round goes on without the reader once it has failed", rule.failed)
    return None if t.layout.reader_out else _not_now(t, "the reader has not failed", rule.failed)


@carries(Point.READER_FAILED)
async def reader_repaired(t: Play, incident: ReaderRepaired) -> None:
    rule = t.rules.irregular.reader
    assert rule is not None
    t.record(ReaderBack(str(incident.by), rule.failed))


# Misdeals, and what a text does not foresee.


def _refuses_misdeal(t: Play, incident: Misdealt, _request: Request) -> Refusal | None:
    rule = t.rules.irregular.misdeals
    assert rule is not None
    if not t.layout.betting_closed:
        return _not_now(t, "no card is dealt yet", rule.dealer)
    if incident.box is not None and not _in_play(t, incident.box):
        return _not_now(t, f"box {incident.box} has no hand in play", rule.player)
    return None


def _in_play(t: Play, box: Box) -> bool:
    return any(stake.pending and key.hand.box == box for key, stake in t.layout.stakes.items())


@carries(Point.MISDEALT)
async def misdealt(t: Play, incident: Misdealt) -> None:
    """One player's misdeal gives his wagers back, side wagers too; the dealer's gives back everybody's (CO05)."""
    rule = t.rules.irregular.misdeals
    assert rule is not None
    by, reason = str(incident.by), incident.reason
    if incident.box is None or rule.for_all:
        who, cited = ("the dealer", rule.dealer) if incident.box is None else (f"box {incident.box}", rule.player)
        about = "" if incident.box is None else who
        t.record(StaffRuled(by, Decision.VOID_ROUND, about, reason, cited))
        raise RoundVoid(f"{who} has a wrong number of cards", cited, reshuffle=False)
    t.record(StaffRuled(by, Decision.VOID_HAND, f"box {incident.box}", reason, rule.player))
    for hand in t.layout.hands_of(incident.box):
        take_out(t, hand, rule.player)


def void_hand(t: Play, hand: HandId, clauses: Clauses) -> None:
    """A hand is void: what waits goes back, and what was decided on it under its own rule stays so (S41)."""
    if t.hand(hand).closed is None:
        t.record(HandClosed(hand, Closing.DEAD, clauses))
    for key, stake in list(t.layout.stakes.items()):
        if key.hand == hand and stake.pending:
            give_back(t, key, stake, clauses, Outcome.VOID)


def take_out(t: Play, hand: HandId, clauses: Clauses) -> None:
    """A hand is void as if it had not been played: what was decided on it is put back too."""
    void_hand(t, hand, clauses)
    for key, row in list(t.layout.settlements.items()):
        if key.hand == hand and row.outcome is not Outcome.VOID:
            unwound = TipUnwound if isinstance(row, TipSettled) else WagerUnwound
            t.record(unwound(*key, row.stake, row.collected, row.paid, clauses))


def _refuses_ruling(t: Play, incident: Ruled, request: Request) -> Refusal | None:
    silent = t.rules.irregular.silent
    if incident.decision is not Decision.VOID_HAND:
        return None
    stopped = isinstance(request, KeyAward) and not request.verified  # at a hand that seems to win from the meter
    if not stopped and not isinstance(request, (NextCard, Turn, Reader, *DECIDING)):
        return _not_now(t, "a wager is being settled; the round may be void, and no single hand", silent)
    if not t.layout.betting_closed:
        return _not_now(t, "no card is dealt yet", silent)
    hand = incident.hand
    if hand is None or hand not in t.layout.order or not _hand_waits(t, hand):
        why = () if hand is None else t.rules.irregular.stopped(t.layout, hand)
        return Refusal("no-such-hand", "there is no such hand whose wagers wait", why or silent or t.rules.turn)
    return None


def _hand_waits(t: Play, hand: HandId) -> bool:
    return any(stake.pending and key.hand == hand for key, stake in t.layout.stakes.items())


async def supervisor_rules(t: Play, incident: Ruled) -> None:
    """What the text does not foresee: go on, a hand void, or the round void; on record with name and reason."""
    silent = t.rules.irregular.silent
    about = "" if incident.hand is None else f"hand {incident.hand}"
    t.record(StaffRuled(str(incident.by), incident.decision, about, incident.reason, silent))
    if incident.decision is Decision.VOID_ROUND:
        raise RoundVoid(incident.reason, silent, reshuffle=False)
    if incident.decision is Decision.VOID_HAND:
        assert incident.hand is not None
        void = void_hand if t.practices.paid_stands else take_out
        void = call_dead if t.layout.community else void  # at poker the blackjack hand is over, and stands (HE07)
        void(t, incident.hand, silent)
