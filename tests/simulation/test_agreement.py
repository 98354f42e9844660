"""A foreign game is dealt by kernel and table before it is simulated; retelling declines nothing unknown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from conformance.suite import any_game, game
from pitboss.core.kinds import Occasion
from pitboss.core.options import Intent, Option, Ruling
from pitboss.core.requests import Offer, Request, Reveal, Window
from pitboss.desk import simulations
from pitboss.desk.questions import BadQuestion
from pitboss.desk.simulations import prepare
from pitboss.games.blackjack.intents import Stand
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.steps import inserted, offer_insurance
from pitboss.games.colorado.pai_jack_rules import PaiJackRules
from pitboss.ids import Box, HandId, Player, clauses
from pitboss.money import dollars
from pitboss.simulation.agreement import need_agreement, retold
from pitboss.simulation.retold import refusing
from pitboss.simulation.sides import NotSimulated

CITED, HAND = clauses("CO-2102.1"), HandId(Box(1), 1)


@dataclass(frozen=True, slots=True)
class Attack(Intent):
    """An offer that no engine knows."""

    verb = "attack"


async def offer_attack(t: Any) -> None:
    for hand in t.layout.order:
        await t.offer(hand, (Attack,))


def may_attack(*_: object) -> Ruling:
    return Option(Attack, CITED, (Attack(),))


@pytest.mark.parametrize("name", ["blackjack-co", "pai-jack"])
def test_a_game_whose_kernel_differs_is_not_simulated(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = any_game(name, {})
    changed: dict[str, Any] = {"assists": False} if isinstance(known.rules, PaiJackRules) else {}
    foreign = replace(known, rules=replace(known.rules, **changed))  # no longer what the rulebook's own code made
    stakes = {foreign.rules.played: dollars(10)}
    compiled = prepare(foreign, stakes).compiled
    need_agreement(compiled)
    compiled.tables.units[0] *= 2
    with pytest.raises(NotSimulated, match="at the table"):
        need_agreement(compiled)

    def refuse(_: object) -> None:
        raise NotSimulated("they differ")

    monkeypatch.setattr(simulations, "need_agreement", refuse)
    with pytest.raises(BadQuestion, match="they differ"):
        prepare(foreign, stakes)


def test_a_rulebook_of_this_package_is_not_dealt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise AssertionError("dealt again")

    monkeypatch.setattr(simulations, "need_agreement", refuse)
    prepare(any_game("blackjack-co", {}), {any_game("blackjack-co", {}).rules.played: dollars(10)})


def test_an_offer_that_the_kernel_does_not_decide_is_not_declined() -> None:
    plain = game("blackjack-co", {})
    compiled = prepare(plain, {plain.rules.played: dollars(10)}).compiled
    steps = inserted(plain.rules.steps, offer_attack, before=offer_insurance)
    rules: BlackjackRules = replace(plain.rules, steps=steps, menu={**plain.rules.menu, Attack: may_attack})
    object.__setattr__(compiled, "game", replace(plain, rules=rules))
    with pytest.raises(NotSimulated, match="'attack'"):
        retold(compiled, 0, 0)


STAND, ATTACK = Option(Stand, CITED, (Stand(),)), Option(Attack, CITED, (Attack(),))
UNKNOWN: dict[str, Request] = {
    "the table offers 'attack', which": Offer(Player("box1"), HAND, (STAND, ATTACK)),
    "the table offers 'stand', which": Offer(Player("box1"), HAND, (STAND,)),
    "the table opens a window for insurance, which": Window(Occasion.INSURANCE, (Stand,)),
    "the table asks for Reveal, which": Reveal(1),
}


@pytest.mark.parametrize("says", UNKNOWN)
def test_what_no_kernel_answers_is_refused_by_its_name(says: str) -> None:
    with pytest.raises(NotSimulated, match=says):
        refusing({Stand})(None, UNKNOWN[says])
