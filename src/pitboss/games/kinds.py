"""Questions about rules whose answers depend on the kind of game, for those who should not have to ask which it is."""

from __future__ import annotations

from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.colorado.pai_jack_rules import PaiJackRules
from pitboss.games.registry import AnyRules
from pitboss.ids import Wager
from pitboss.payouts import Pays
from pitboss.rules.insurance import Insurance
from pitboss.rules.setting import PACKET
from pitboss.wagers.side import SideWager


def sets_packets(rules: AnyRules) -> bool:
    """Return whether each player sets a packet of cards instead of drawing to a hand."""
    return isinstance(rules, PaiJackRules)


def dealers_first_cards(rules: AnyRules) -> int:
    """Return how many cards the dealer has before anything is decided."""
    return PACKET if sets_packets(rules) else 2


def insurance_of(rules: AnyRules) -> Insurance | None:
    """Return the insurance that a game offers, None if it offers none."""
    return rules.insurance if isinstance(rules, BlackjackRules) else None


def changes_play(side: SideWager) -> bool:
    """Return whether hands are best played otherwise when this side wager is placed."""
    return side.own is not None


def played_wagers(rules: AnyRules) -> tuple[Wager, ...]:
    """Return the wagers without which a part of the game is not played."""
    poker = rules.poker if isinstance(rules, BlackjackRules) else None
    return (rules.played,) if poker is None else (rules.played, poker.wager)


def pays_of(rules: AnyRules, wager: Wager) -> list[Pays]:
    """Return what the rows of a side wager pay; an empty list for a wager that is paid by no rows."""
    pays = [row for side in rules.sides if side.id == wager for row in side.pays.values()]
    poker = rules.poker if isinstance(rules, BlackjackRules) else None
    return [*pays, *(poker.pays.values() if poker is not None and poker.wager == wager else ())]


def ends_counted(rules: AnyRules) -> dict[str, str]:
    """Return what can become of a hand besides winning and losing, each with the name under which it is counted."""
    if not isinstance(rules, BlackjackRules):
        return {}
    counted = {
        "doubled": ("doubles", rules.doubling),
        "rescued": ("rescues", rules.rescue),
        "paid a bonus": ("bonuses", rules.settlement.premiums),
    }
    return {end: name for end, (name, right) in counted.items() if right is not None}
