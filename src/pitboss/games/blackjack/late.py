"""Wagers that are placed when cards lie: on how the dealer will end."""

from __future__ import annotations

from functools import partial

from pitboss.core.betting import WagerTerms
from pitboss.core.facts import WagerPlaced
from pitboss.core.hands import Hand
from pitboss.core.kinds import Closing, Occasion
from pitboss.core.limits import refuses_alone, refuses_amount, refuses_too_little
from pitboss.core.options import Intent, Option, Refusal, Ruling, Taken, Takes
from pitboss.core.requests import Window
from pitboss.core.wagering import PlaceLate
from pitboss.games.blackjack.rules import Play
from pitboss.games.blackjack.steps import up_card
from pitboss.ids import HandId, Player, StakeId
from pitboss.law.points import Point, carries
from pitboss.money import Cents
from pitboss.rules.dealing import MAY_BE_BLACKJACK
from pitboss.rules.situation import is_blackjack
from pitboss.wagers.side import Late, Moment


@carries(Point.LATE_OFFERED)
async def offer_after_check(t: Play) -> None:
    """Once the dealer has looked and has no blackjack, before anything is decided."""
    await _offer(t, Moment.AFTER_CHECK)


@carries(Point.LATE_OFFERED)
async def offer_after_play(t: Play) -> None:
    """Once all players have acted, before the dealer's second card shows."""
    await _offer(t, Moment.AFTER_PLAY)


async def _offer(t: Play, moment: Moment) -> None:
    if t.layout.dealer_blackjack_read:
        return
    for side in t.rules.sides:
        if side.late is None or moment not in side.late.moments:
            continue
        verbs = tuple(side.late.terms)
        while any(t.options(key.player, key.hand, verbs) for key in t.layout.stakes if key.wager == t.rules.played):
            act = await t.window(Window(Occasion.LATE_WAGER, verbs))
            if act is None:
                break
            assert isinstance(act.intent, PlaceLate)
            clauses = side.late.terms[type(act.intent)].clauses
            wager, amount = act.intent.wager, act.intent.amount
            t.record(WagerPlaced(act.player, HandId(act.hand.box, 1), wager, amount, clauses))


@carries(Point.LATE_PLACED)
def may_place_late(verb: type[PlaceLate], t: Play, player: Player, hand: HandId) -> Ruling:
    """One wager a box, by who has a wager of the game there, until the dealer's second card shows."""
    late = next(side.late for side in t.rules.sides if side.late is not None and verb in side.late.terms)
    terms, first = late.terms[verb], HandId(hand.box, 1)
    if StakeId(player, first, t.rules.played) not in t.layout.stakes:
        return Refusal("not-your-hand", f"{player} has no wager on box {hand.box}", late.active or terms.clauses)
    if StakeId(player, first, verb.wager) in t.layout.stakes:
        says = f"{player} has a {verb.wager} wager on box {hand.box} and may not change it"
        return Refusal("already-placed", says, terms.clauses)
    inactive = _refuses_hands(t, late, first)
    refusal = _refuses_moment(t, late, terms, inactive) or inactive
    return refusal or refuses_alone(t, terms, player, first) or _option(t, verb, terms, player, first)


def _refuses_moment(t: Play, late: Late, terms: WagerTerms, inactive: Refusal | None) -> Refusal | None:
    """Whether it is one of its moments; that no hand is in play any more is cited beside it."""
    layout, clauses = t.layout, terms.clauses + (() if inactive is None else inactive.clauses)
    if layout.second_card_shown:
        return Refusal("too-late", "the dealer's second card shows already", clauses)
    nobody_acted = all(hand.closed is None and len(hand.cards) == 2 for hand in map(t.hand, layout.order))
    may_be = up_card(t).rank in MAY_BE_BLACKJACK if layout.dealer.cards else True
    looked = layout.dealer_blackjack_read is not None or not may_be
    if Moment.AFTER_CHECK in late.moments and nobody_acted and looked:
        return None
    if Moment.AFTER_PLAY in late.moments and not layout.open_hands():
        return None
    when = " or ".join(moment.value for moment in late.moments)
    return Refusal("out-of-turn", f"a {terms.wager} wager is placed {when}", clauses)


def _refuses_hands(t: Play, late: Late, first: HandId) -> Refusal | None:
    hands = [t.hand(each) for each in t.layout.hands_of(first.box)]
    if all(each.closed is Closing.DEAD for each in hands):
        why = t.rules.irregular.stopped(t.layout, first)
        return Refusal("not-active", f"no hand on box {first.box} is in play any more", why or t.rules.unforeseen)
    if not late.active or any(_is_active(each, late) for each in hands):
        return None
    return Refusal("not-active", f"no hand on box {first.box} is in play any more", late.active)


def _is_active(hand: Hand, late: Late) -> bool:
    """Neither bust nor surrendered; of a blackjack the reading says whether it still is (BB05)."""
    over = hand.closed in (Closing.BUST, Closing.SURRENDERED, Closing.DEAD)
    return not over and (late.blackjacks or not is_blackjack(hand))


def _option(t: Play, verb: type[PlaceLate], terms: WagerTerms, player: Player, first: HandId) -> Ruling:
    """The option with the least and the most that may be placed."""
    step = t.rules.betting.chip if terms.multiple_of is None else terms.multiple_of.amount
    cap = None if terms.not_above is None else t.layout.stakes[StakeId(player, first, terms.not_above.to)].original
    bounds = [each for each in (cap, None if terms.most is None else terms.most.amount) if each is not None]
    least, most = terms.smallest(t.rules.betting.chip), Cents(min(bounds) // step * step) if bounds else None
    if most is not None and most < least:
        says = f"no {verb.wager} wager fits between its limits on box {first.box}"
        return Refusal("under-minimum", says, terms.clauses)

    def taking() -> tuple[Takes, ...]:
        return (Takes(Taken.CENTS, least, most, step),)

    intents = tuple(verb(amount) for amount in dict.fromkeys((least, most or least)))
    return Option(verb, terms.clauses, intents, partial(_refuses, t, terms, player, first), taking)


def _refuses(t: Play, terms: WagerTerms, player: Player, first: HandId, intent: Intent) -> Refusal | None:
    assert isinstance(intent, PlaceLate)
    small = refuses_too_little(terms, intent.amount)
    return small or refuses_amount(t, terms, player, first, intent.amount, intent.amount)
