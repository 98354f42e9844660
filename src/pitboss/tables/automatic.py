"""A round played without people: a shoe answers for the cards, a policy for the players."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pitboss.cards import Card, Rank
from pitboss.core.driver import Runner
from pitboss.core.facts import Fact
from pitboss.core.options import Intent, Option
from pitboss.core.procedure import Round
from pitboss.core.requests import Shuffle
from pitboss.core.rules import RoundContext, Rules
from pitboss.core.wagering import Placement, open_round
from pitboss.ids import HandId
from pitboss.shoe.stack import Stack
from pitboss.tables.answering import (
    Choose,
    by_policy,
    claiming,
    drive,
    first,
    from_shoe,
    meter,
    passing,
    shuffling,
    wheel,
)

Policy = Choose[Round[Rules]]
Below = Callable[[int], int]
Again = Callable[[Shuffle], Iterable[Card]]


def play_automatically(
    rules: Rules,
    bets: Iterable[Placement],
    shoe: Stack,
    policy: Policy,
    below: Below,
    *,
    table: RoundContext | None = None,
    watch: Callable[[Fact], None] | None = None,
    again: Again | None = None,
) -> Runner[Rules]:
    """One whole round. Hidden cards are shown, other offers and windows declined; `below(n)` turns a wheel, and `again`
    shuffles for a second part of the round.
    """
    devices = first(from_shoe(shoe), wheel(below), meter(rules), *([] if again is None else [shuffling(shoe, again)]))
    return drive(open_round(rules, bets, table, watch), first(devices, by_policy(policy), claiming, passing))


def plain_play(t: Round[Rules], hand: HandId, options: tuple[Option, ...]) -> Intent:
    """A plain policy for every game: legal, brief, and not the best play.

    Splits aces and eights, doubles 10 and 11, draws to 17 (soft 18) and to 13 against 2 to 6; changes no cards. Packets
    are set by house way, and poker hands bet.
    """
    verbs = {option.verb.verb: option for option in options}
    if "bet" in verbs:
        return verbs["bet"].intents[0]
    if "set" in verbs or "bust" in verbs:
        return options[0].intents[-1]  # of the settings the house way comes last
    held = t.hand(hand)
    total, soft = held.score
    up = t.layout.dealer.cards[0].points
    if "split" in verbs and held.cards[0].rank in (Rank.ACE, Rank.EIGHT):
        choice = "split"
    elif "double" in verbs and total in (10, 11) and not soft and up <= 9:
        choice = "double"
    elif total < (18 if soft else 13 if up <= 6 else 17):
        choice = "hit"
    else:
        choice = "stand"
    return (verbs.get(choice) or options[-1]).intents[-1]
