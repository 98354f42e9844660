"""All ways of playing that change or extend drawing."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.core.options import Intent
from pitboss.desk.session import AnalysisSession
from pitboss.desk.ways.contest import Contest
from pitboss.desk.ways.own_hand import OwnHand
from pitboss.desk.ways.poker_part import PokerPart
from pitboss.desk.ways.settings import PacketSettings
from pitboss.desk.ways.switch import Switch
from pitboss.desk.ways.three_ways import ThreeWays
from pitboss.desk.ways.way import Way
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.colorado.pai_jack_rules import SetHand
from pitboss.games.registry import AnyRules
from pitboss.ids import Wager
from pitboss.money import Cents

WAYS = (Switch, ThreeWays, OwnHand, Contest, PokerPart)
"""Those that may decide first, then those that only add."""

SEVERAL_MOVES: Mapping[type[Intent], PacketSettings] = {SetHand: PacketSettings()}
"""Verbs that are several moves for an agent. Every other verb is one move."""


def ways_of(session: AnalysisSession, stakes: Mapping[Wager, Cents]) -> tuple[Way, ...]:
    """Return the ways that a game has, at these stakes."""
    found = (kind.of(session, stakes) for kind in WAYS)
    return tuple(way for way in found if way is not None)


def not_comparable(rules: BlackjackRules) -> str | None:
    """Return why a game cannot be compared with another one rule by rule, None if it can."""
    return next((reason for kind in WAYS if (reason := kind.not_comparable(rules)) is not None), None)


def later_wagers(rules: AnyRules) -> dict[Wager, Wager]:
    """Return the wagers that are placed when cards are dealt, each with the first wager that it belongs to."""
    if not isinstance(rules, BlackjackRules):
        return {}
    return {later: first for kind in WAYS for later, first in kind.later(rules).items()}
