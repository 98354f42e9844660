"""A foul setting at a live Pai Jack table: it waits for the pit supervisor, whose word is on record."""

from __future__ import annotations

from pitboss.core.facts import FoulDecided
from pitboss.core.incidents import FoulRuled
from pitboss.core.kinds import FoulPolicy, Occasion
from pitboss.core.options import Refusal
from pitboss.core.requests import Request, Window
from pitboss.games.colorado.pai_jack_rules import FOUL, REPORTED, Play
from pitboss.ids import HandId
from pitboss.law.citations import clause


@clause("CO-2112(11)(i).1")
async def supervisor_rules(t: Play, hand: HandId) -> bool:
    """Where people deal, nothing is done about a foul before the pit supervisor has said what.

    Returns False if the hand has died in the meantime.
    """

    def refuses_going_on() -> Refusal:
        return Refusal("foul-waits", f"the foul of hand {hand} waits for the pit supervisor to rule on it", REPORTED)

    def again() -> Window | None:
        waits = t.layout.fouls[hand][-1] is None and t.hand(hand).closed is None
        return Window(Occasion.FOULED, (), refuses_going_on) if waits else None

    first = again()
    assert first is not None
    await t.ask(first, again)
    return t.hand(hand).closed is None


def due_about_foul(t: Play, hand: HandId) -> FoulPolicy:
    """What this house does about the foul of a hand that waits; a second one goes by house way (PJ05)."""
    return t.rules.foul if len(t.layout.fouls[hand]) == 1 else FoulPolicy.HOUSE_WAY


def refuses_foul_ruling(t: Play, incident: FoulRuled, request: Request) -> Refusal | None:
    """Only a foul that waits is ruled on, once, and as the house has elected to do."""
    asked = isinstance(request, Window) and request.occasion is Occasion.FOULED
    waiting = [hand for hand, fouls in t.layout.fouls.items() if fouls[-1] is None and t.hand(hand).closed is None]
    if not asked or incident.hand not in waiting:
        return Refusal("no-such-hand", f"no foul of hand {incident.hand} waits to be ruled on", REPORTED)
    due = due_about_foul(t, incident.hand)
    if incident.policy is not due:
        says = f"this house does not elect {incident.policy} for this foul; what is due is {due}"
        return Refusal("not-elected", says, FOUL[due])
    return None


@clause("CO-2112(11)(i)")
async def rule_on_foul(t: Play, incident: FoulRuled) -> None:
    t.record(FoulDecided(str(incident.by), incident.hand, incident.policy, REPORTED + FOUL[incident.policy]))
