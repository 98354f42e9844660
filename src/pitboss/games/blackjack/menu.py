"""The rules of each verb on a hand of the layout: yes with its clauses, or no with the clause that forbids it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations_with_replacement

from pitboss.cards import STANDARD_DECK, Card
from pitboss.core.hands import Hand, Situation, score, situation_of
from pitboss.core.kinds import Closing, Occasion
from pitboss.core.options import Amounts, Intent, Option, Refusal, Ruling
from pitboss.core.turn import not_open
from pitboss.games.blackjack.intents import (
    Accept,
    Cover,
    DoubleDown,
    Hit,
    Insure,
    Rescue,
    Show,
    Split,
    Stand,
    Surrender,
    Take,
)
from pitboss.games.blackjack.rules import Play
from pitboss.ids import Clauses, HandId, Player, StakeId
from pitboss.law.points import Point, carries
from pitboss.money import Cents
from pitboss.rules.doubling import Doubling, capped


def _plain(t: Play, verb: type[Intent], clauses: Clauses) -> Option:
    """The option to use a verb that takes no amount."""
    known = t.rules.options
    option = known.get((verb, clauses))
    if option is None:
        option = known[verb, clauses] = Option(verb, clauses, (verb(),))
    return option


def _not_in_text(t: Play, verb: type[Intent]) -> Refusal:
    return Refusal("not-in-rulebook", f"at this table there is no right to {verb.verb}", t.rules.conduct.silent)


def _refuses_cards(this: Hand, refuses: Callable[[Sequence[Card], Situation], Refusal | None]) -> Refusal | None:
    """What speaks against the cards of a hand; of those that nobody here knows, whatever they are (PT05)."""
    if not this.face_down:
        return refuses(this.cards, this.situation)
    refusals = [refuses(cards, situation_of(cards, score(cards), this.doubles)) for cards in _supposed(this)]
    return None if None in refusals else refusals[0]


def _supposed(this: Hand) -> list[tuple[Card, ...]]:
    """What a hand may turn out to be whose first cards lie face down."""
    one_of_each = {card.rank: card for card in STANDARD_DECK}.values()
    before, after = this.cards[: this.turned], this.cards[this.turned :]
    hidden = combinations_with_replacement(one_of_each, this.face_down)
    return [(*before, *cards, *after) for cards in hidden]


@carries(Point.STAND)
def may_stand(t: Play, player: Player, hand: HandId) -> Ruling:
    refusal, this = not_open(t, player, hand), t.hand(hand).situation
    if refusal is None and this.total > 21:
        refusal = t.rules.drawing.refuses_bust(this)
    return refusal or _plain(t, Stand, t.rules.standing(this))


@carries(Point.HIT)
def may_hit(t: Play, player: Player, hand: HandId) -> Ruling:
    drawing, this, contest = t.rules.drawing, t.hand(hand), t.rules.contest
    refusal = None if contest is None or contest.ante_draws else t.rules.without_played(t, hand)
    refusal = refusal or _refuses_cards(this, drawing.refuses_cards) or not_open(t, player, hand)
    return refusal or _plain(t, Hit, drawing.cited(this.situation))


@carries(Point.DOUBLE)
def may_double(t: Play, player: Player, hand: HandId) -> Ruling:
    """On two or more cards, for at most the original wager, as often as the text allows."""
    this, doubling = t.hand(hand), t.rules.doubling
    if doubling is None:
        return _not_in_text(t, DoubleDown)
    if player != this.caller and player in t.layout.bettors(hand.box):
        return _may_follow(t, player, hand, doubling)
    refusal = t.rules.without_played(t, hand)
    refusal = refusal or _refuses_cards(this, lambda _, situation: doubling.refuses(situation))
    if refusal is not None:
        return refusal
    chip = t.rules.betting.chip
    most = doubling.most(t.layout.stake_of(hand, t.rules.played), this.doubles)
    least = chip if doubling.for_less else most
    within = capped(doubling.cap, least, most)
    if isinstance(within, Refusal):
        return within
    refusal = not_open(t, player, hand)
    if refusal is not None:
        return refusal
    amounts = Amounts(least, within, chip, doubling.priced(this.situation), t.rules.conduct.chips)
    return _amount_option(t, DoubleDown, doubling.cited(this.situation), amounts)


@carries(Point.SHARED)
def _may_follow(t: Play, player: Player, hand: HandId, doubling: Doubling) -> Ruling:
    """Who has a wager on a hand that is being doubled may double it too, for at most his own."""
    sharing = t.rules.betting.sharing
    assert sharing is not None
    stake = t.layout.stakes.get(StakeId(player, hand, t.rules.played))
    if stake is None:
        says = f"{player} has no wager on hand {hand.number} of box {hand.box}"
        return Refusal("not-your-hand", says, sharing.doubles + sharing.splits)
    if t.joining != hand:
        says = f"{player} may double when {t.hand(hand).caller} does, and not by himself"
        return Refusal("out-of-turn", says, sharing.doubles + sharing.calls(hand.box in t.table.unseated))
    chip = t.rules.betting.chip
    most = doubling.most(stake, t.hand(hand).doubles)
    amounts = Amounts(chip if doubling.for_less else most, most, chip, doubling.amount, t.rules.conduct.chips)
    return _amount_option(t, DoubleDown, sharing.doubles, amounts)


@carries(Point.SHARED)
def may_cover(t: Play, player: Player, hand: HandId) -> Ruling:
    return _refuses_choice(t, player, hand) or _plain(t, Cover, _splits(t))


@carries(Point.SHARED)
def may_take(t: Play, player: Player, hand: HandId) -> Ruling:
    refusal = _refuses_choice(t, player, hand)
    if refusal is not None:
        return refusal
    check = partial(_refuses_part, tuple(part.number for part in t.parts), _splits(t))
    return Option(Take, _splits(t), tuple(Take(part.number) for part in t.parts), check)


def _splits(t: Play) -> Clauses:
    return t.rules.unforeseen if t.rules.betting.sharing is None else t.rules.betting.sharing.splits


def _refuses_choice(t: Play, player: Player, hand: HandId) -> Refusal | None:
    if t.parts and hand == t.parts[0] and player in t.layout.others_on(hand, t.rules.played):
        return None
    return Refusal("nothing-to-choose", f"no hand on which {player} has a wager is being split", _splits(t))


def _refuses_part(parts: tuple[int, ...], clauses: Clauses, intent: Intent) -> Refusal | None:
    assert isinstance(intent, Take)
    if intent.number in parts:
        return None
    return Refusal("no-such-hand", f"the hands of this split are {' and '.join(map(str, parts))}", clauses)


@carries(Point.SPLIT)
def may_split(t: Play, player: Player, hand: HandId) -> Ruling:
    """As the text lets cards be parted (S07), as long as the box has not been split too often."""
    this, splitting = t.hand(hand), t.rules.splitting
    if splitting is None:
        return _not_in_text(t, Split)
    hands = len(t.layout.hands_of_spot(hand))
    refusal = t.rules.without_played(t, hand)
    refusal = refusal or _refuses_cards(this, lambda cards, situation: splitting.refuses(cards, situation, hands))
    if refusal is None:
        refusal = not_open(t, player, hand)
    if refusal is not None:
        return refusal
    equal = t.layout.stake_of(hand, t.rules.played).original
    within = capped(splitting.cap, equal, equal)
    if isinstance(within, Refusal):
        return within
    return _plain(t, Split, splitting.cited(this.situation))


@carries(Point.SURRENDER)
def may_surrender(t: Play, player: Player, hand: HandId) -> Ruling:
    """On the first two cards, before any other decision (S12)."""
    surrender = t.rules.surrender
    if surrender is None:
        return _not_in_text(t, Surrender)
    this = t.hand(hand)
    refusal = _refuses_cards(this, lambda _, situation: surrender.refuses(situation)) or not_open(t, player, hand)
    return refusal or _plain(t, Surrender, surrender.offered + surrender.ace_in(this.situation))


@carries(Point.RESCUE)
def may_rescue(t: Play, player: Player, hand: HandId) -> Ruling:
    """Right after the double card, unless that card was one too many; or until the dealer plays (S11)."""
    rescue, this = t.rules.rescue, t.hand(hand)
    if rescue is None:
        return _not_in_text(t, Rescue)
    refusal = rescue.refuses(this.situation)
    if refusal is not None:
        return refusal
    if not _rescue_moment(t, this, late=rescue.late):
        return Refusal("too-late", "the moment to rescue has not come or is over", rescue.offered)
    if this.caller != player:
        return not_open(t, player, hand) or _not_in_text(t, Rescue)
    return _plain(t, Rescue, rescue.offered)


def _rescue_moment(t: Play, this: Hand, *, late: bool) -> bool:
    """Right after the double card; or once all have acted, until the dealer's second card shows (S11)."""
    if late:
        return this.closed is Closing.DOUBLED and not t.layout.open_hands() and not t.layout.second_card_shown
    return this.closed is None


@carries(Point.CLAIM)
def may_show(t: Play, player: Player, hand: HandId) -> Ruling:
    """Cards that lie face down may be shown while a side wager on them waits, and at any time where nobody here knows
    them: so a blackjack or a bust is declared (PT05).
    """
    claims = tuple(dict.fromkeys(each for side in t.rules.sides for each in side.claimed))
    if not t.hand(hand).hidden:
        return Refusal("face-up", "these cards lie face up already", claims or t.rules.conduct.silent)
    if t.hand(hand).face_down:
        return not_open(t, player, hand) or _plain(t, Show, claims or t.rules.conduct.turn)
    waits = [side for side in t.rules.sides if side.claimed and StakeId(player, hand, side.id) in t.layout.stakes]
    if not any(t.layout.stakes[StakeId(player, hand, side.id)].pending for side in waits):
        return Refusal("nothing-to-claim", f"{player} has no side wager here that waits for a claim", claims)
    return not_open(t, player, hand) or _plain(t, Show, claims)


def may_accept(t: Play, player: Player, hand: HandId) -> Ruling:
    """A card that lies there to be had, or one that is owed."""
    closed = not_open(t, player, hand)
    if closed is not None and t.hand(hand).closed is not None:
        return closed
    rules = t.rules.irregular
    cites = () if rules.in_error is None else rules.in_error.offered
    cites += () if rules.passed_over is None else rules.passed_over.asked_for
    late = t.layout.misses.get(hand, 0) > 0 and len(t.hand(hand).cards) == 1
    if t.layout.exposed is None and hand not in t.layout.owed and not late:
        return Refusal("nothing-offered", f"no card is offered to {player}", cites or t.rules.unforeseen)
    return closed or _plain(t, Accept, cites)


@carries(Point.INSURE)
def may_insure(t: Play, player: Player, hand: HandId) -> Ruling:
    """Against an ace, for up to half of the wager, or the next amount that chips can make (S23)."""
    insurance, up = t.rules.insurance, t.layout.dealer.cards
    if insurance is None:
        return _not_in_text(t, Insure)
    against = insurance.wager.against
    if not up or (against is not None and up[0].rank not in against):
        cites = insurance.not_against or insurance.offered
        return Refusal("no-ace", "insurance is offered against a dealer ace only", cites)
    insured = t.layout.stakes.get(StakeId(player, hand, t.rules.played))
    if insured is None:
        mine = t.hand(hand).caller == player
        code = f"needs-{t.rules.played}" if mine else "not-your-hand"
        return Refusal(code, f"{player} has no {t.rules.played} wager on hand {hand} to insure", insurance.amount)
    if not insured.pending:
        paid = t.rules.drawing.paid_at_once(t.hand(hand).situation)  # before insurance is offered
        why = t.rules.irregular.stopped(t.layout, hand) or (insurance.moment if paid is None else paid.clauses)
        return Refusal("hand-closed", f"hand {hand} is settled, and there is nothing to insure", why)
    if StakeId(player, hand, insurance.wager.id) in t.layout.stakes:
        says = f"{player} has insured box {hand.box} and may not change it"
        return Refusal("already-placed", says, insurance.locked)
    if Occasion.INSURANCE in t.layout.closed:
        return Refusal("too-late", "insurance is placed before any further card", insurance.moment)
    amounts = insurance.amounts(insured.original, t.rules.betting.chip)
    if isinstance(amounts, Refusal):
        return amounts
    return _amount_option(t, Insure, insurance.offered, amounts)


def _amount_option(t: Play, verb: type[DoubleDown] | type[Insure], clauses: Clauses, amounts: Amounts) -> Option:
    """The option to use a verb that takes an amount, with the least and the most that may be put up."""
    key = (verb, clauses, amounts)
    if key in t.rules.options:
        return t.rules.options[key]

    ends: tuple[Cents, ...] = tuple(dict.fromkeys((amounts.least, amounts.most)))
    check = partial(_refuses_amount, amounts)
    option = t.rules.options[key] = Option(verb, clauses, tuple(map(verb, ends)), check, amounts.takes)
    return option


def _refuses_amount(amounts: Amounts, intent: Intent) -> Refusal | None:
    assert isinstance(intent, DoubleDown | Insure)
    return amounts.refuses(intent.amount)


DECISIONS: tuple[type[Intent], ...] = (Surrender, Stand, Hit, DoubleDown, Split)
MENU: dict[type[Intent], Callable[[Play, Player, HandId], Ruling]] = {
    Stand: may_stand,
    Hit: may_hit,
    DoubleDown: may_double,
    Split: may_split,
    Surrender: may_surrender,
    Rescue: may_rescue,
    Insure: may_insure,
}
