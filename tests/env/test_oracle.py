"""What the oracle says is what the walker finds by every card and every answer of the real procedures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from env.small_shoes import Midway, differences, small_game
from pitboss.core.options import Intent
from pitboss.core.view import Viewer, layout_seen
from pitboss.desk.answers import BY_POLICY, EXACT
from pitboss.desk.oracle import Oracle
from pitboss.games.blackjack.intents import DoubleDown, Hit, Keep, Split, Stand
from pitboss.games.colorado.blackjack_switch import Switch
from pitboss.money import Cents

MA, CHARITY, PLAIN = "spanish21-ma", "spanish21-charity", "blackjack-co"
SHOE = "5c*3 6d*3 8h*2 9c*3 Kd*4 Qc*2"
LOW = "2c*3 3d*3 6h*3 8s*2 9c*3 Kd*4"
ACES = "5c*2 9c*2 Kd*3 Ac*2"
NO_HOLE = {"dealing_procedure": "no_hole"}
DOUBLE = DoubleDown(Cents(1000))
Case = tuple[str, dict[str, Any], str, str, Sequence[Intent], int]

CASES: dict[str, Case] = {
    "first cards": (MA, {}, SHOE, "5c 9c 8h", (), 1),
    "the dealer has looked": (MA, {}, SHOE, "5c Kd 9c", (), 1),
    "first cards, no look": (MA, NO_HOLE, SHOE, "5c 9c Kd", (), 1),
    "insurance": (MA, {}, ACES, "5c Ac 9c", (), 1),
    "insurance by the second card": ("spanish21-md", {}, ACES, "5c Ac 9c", (), 1),
    "rescue": (MA, {}, SHOE, "5c 9c 6d 8h", (DOUBLE,), 1),
    "rescue before a blackjack can show": (MA, NO_HOLE, SHOE, "5c Kd 6d 8h", (DOUBLE,), 1),
    "double again": (CHARITY, {}, LOW, "2c 3d 9c 2c", (DOUBLE,), 1),
    "double again in the second seat": (CHARITY, {}, LOW, "Kd 2c 9c 3d Kd 2c", (Stand(), DOUBLE), 2),
    "last hand of a split": (PLAIN, {}, SHOE, "8h 9c 8h 5c 6d", (Split(), Stand()), 1),
    "last hand, the first is bust": (MA, {}, SHOE, "8h 9c 8h 6d 9c 5c", (Split(), Hit()), 1),
    "rescue of the last hand": (MA, {}, SHOE, "5c 9c 5c 9c 6d 5c", (Split(), Stand(), DOUBLE), 1),
    "last hand of three": ("3-card-21", {}, SHOE, "5c 6d 8h 9c Kd Kd 9c", (Split(), Stand(), Stand()), 1),
    "second seat": (MA, {}, SHOE, "5c 9c 9c 8h 6d Qc", (Hit(),), 2),
    "second seat, no look": (MA, NO_HOLE, SHOE, "Kd 5c Kd Qc 6d", (Stand(),), 2),
    "second spot": ("blackjack-switch", {}, SHOE, "5c 8h 9c 6d 9c", (Keep(), Stand()), 1),
}
SLOW: dict[str, Case] = {
    "switch or keep": ("blackjack-switch", {}, SHOE, "5c 6d 9c 8h 9c", (), 1),
    "first spot": ("blackjack-switch", {}, SHOE, "5c 8h 9c 6d 9c", (Keep(),), 1),
    "first spot, switched": ("blackjack-switch", {}, SHOE, "5c 8h 9c 6d 9c", (Switch(),), 1),
}


def midway(case: Case) -> Midway:
    rulebook, house, shoe, dealt, said, seats = case
    return Midway(small_game(rulebook, shoe, **house), dealt, said, seats)


@pytest.mark.parametrize(
    "case",
    [
        *(pytest.param(case, id=name) for name, case in CASES.items()),
        *(pytest.param(case, id=name, marks=pytest.mark.slow) for name, case in SLOW.items()),
    ],
)
def test_worths_are_those_of_the_walker(case: Case) -> None:
    here = midway(case)
    walked = here.by_walker()
    ours = {intent: worth for intent, worth in here.by_oracle().items() if intent in walked}
    assert set(ours) == set(walked)
    assert differences(ours) == pytest.approx(differences(walked), abs=1e-6)


@pytest.mark.slow
def test_a_hand_before_others_of_its_split_is_exact_for_a_policy_only() -> None:
    """What it draws tells how to play the next hand, and the figure leaves that out: a little is to be gained."""
    here = midway((MA, {}, SHOE, "8h 9c 8h 5c", (Split(),), 1))
    walked, ours = differences(here.by_walker()), differences(here.by_oracle())
    assert ours == pytest.approx(walked, abs=25)
    assert ours != pytest.approx(walked, abs=1e-6)
    assert here.judged().kind == BY_POLICY


def test_what_is_said_of_a_figure() -> None:
    assert midway(CASES["first cards"]).judged().kind == EXACT
    split = midway((PLAIN, {}, SHOE, "8h 9c 8h", (), 1)).judged()
    assert {intent.verb: worth.kind for intent, worth in split.worths.items() if intent is not None} == {
        "stand": EXACT,
        "hit": EXACT,
        "double": EXACT,
        "split": BY_POLICY,
    }


def test_what_no_engine_answers_is_said_to_be_unknown() -> None:
    again = midway((PLAIN, {}, SHOE, "8h 9c 8h 8h", (Split(),), 1)).judged()
    assert not again.worths
    assert "split" in again.unknown
    assert again.regret(Stand()) is None


def test_cards_that_others_hide_do_not_count() -> None:
    """The oracle is given what the player sees: another player's packet is the same to it, whatever it is."""
    packets = [
        Midway(small_game("pai-jack", f"5c 6d 8h 9c Kd 2c 3d 4h 7s Jd {other} As 9d 9h 9s"), dealt, (), 2)
        for other, dealt in (("Qc", "5c 2c 6d 3d 8h 4h 9c 7s Kd Qc"), ("Tc", "5c 2c 6d 3d 8h 4h 9c 7s Kd Tc"))
    ]
    for here in packets:
        asked = here.asked
        seen = layout_seen(here.runner.round.layout, Viewer(asked.player))
        others = [hand for name, hand in seen.hands.items() if name != asked.hand]
        assert all(not hand.cards for hand in others)
        assert Oracle(here.table.game, here.table.stakes).judge(seen, asked).worths
