"""What engines share when they judge a decision: the cards that are seen, and worths in units of the first wager."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.core.layout import Layout
from pitboss.core.options import Intent
from pitboss.desk.answers import BY_POLICY, EXACT, SIMULATED, Advised
from pitboss.desk.judgement import DecisionWorth, Judgement, unknown
from pitboss.games.blackjack.intents import Split
from pitboss.games.registry import Game
from pitboss.ids import DEALER, HandId, Wager
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.desk.practice import PlayerQuestion

CARDS_SEEN = "no engine answers for a hand beside other cards that are seen"


def unit_of(game: Game, stakes: Mapping[Wager, Cents]) -> Cents:
    """Return what a round is measured in: the first wager, on all spots of its box."""
    rules = game.rules
    wager = rules.played if rules.played in stakes else next(iter(stakes))
    _, spots = rules.betting.places(wager, rules.played)
    return Cents(stakes[wager] * len(spots))


def unanswered(asked: PlayerQuestion) -> Judgement:
    """Return a judgement that names the verbs for which no engine answers."""
    return unknown(f"no engine answers for {' or '.join(sorted(verb.verb for verb in asked.verbs))} here")


def judged_by(advised: Iterable[Advised], intents: Iterable[Intent], share: float, otherwise: str = EXACT) -> Judgement:
    """Give every decision the worth that is advised for its verb.

    A worth counts `share` units of the first wager. Figures that say nothing of themselves are of the kind `otherwise`.
    """
    rows, worths = {row.decision: row for row in advised}, dict[Intent | None, DecisionWorth]()
    for intent in intents:
        row = rows.get(intent.verb)
        if row is None:
            return unknown("the engine does not answer for every decision on this hand")
        worths[intent] = DecisionWorth(row.worth * share, _kind_of(row, otherwise), row.error * share)
    return Judgement(worths)


def _kind_of(advised: Advised, otherwise: str) -> str:
    if advised.error or advised.bound is not None:
        return SIMULATED
    return BY_POLICY if advised.decision == Split.verb else otherwise


def seen_beside(seen: Layout, *hands: HandId) -> tuple[Card, ...]:
    """Return all cards that a player sees but those of these hands and the dealer's."""
    others = [card for name, hand in seen.hands.items() if name not in (*hands, DEALER) for card in hand.cards]
    return (*others, *seen.discards)


def cards_in_view(seen: Layout) -> tuple[Card, ...]:
    """Return all cards of the shoe that a player sees."""
    return (*(card for hand in seen.hands.values() for card in hand.cards), *seen.discards)
