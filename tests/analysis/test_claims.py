"""A game with anything that no engine accounts for is refused by name: by price, advice, chart and simulation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from conformance.suite import any_game
from pitboss.analysis.claims import NotPriced, need_claimed, unclaimed
from pitboss.analysis.drawing.terms import Terms
from pitboss.analysis.side import price_side_wagers
from pitboss.analysis.whatif import others
from pitboss.core.options import Intent, Option, Ruling
from pitboss.core.wagering import take_wagers
from pitboss.desk.advice import advise, best_play
from pitboss.desk.prices import price
from pitboss.desk.questions import BadQuestion
from pitboss.desk.simulations import prepare
from pitboss.desk.ways.packets import packets_of
from pitboss.games.blackjack.contest import bet_or_fold, tell_dealers_poker_hand
from pitboss.games.blackjack.ending import settle_main
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.steps import inserted, offer_insurance
from pitboss.games.registry import AnyRules, Game, compile_game, family
from pitboss.law.house import defaults
from pitboss.law.rulebook import load, rulebook_ids
from pitboss.money import dollars
from pitboss.rules.dealing import Dealer
from pitboss.rules.setting import Arranging

BOOKS = [name for name in rulebook_ids() if load(name).ready]


@dataclass(frozen=True, slots=True)
class Attack(Intent):
    """Double the wager after the first cards."""

    verb = "attack"


class Timid(Dealer):
    """A dealer who stops earlier than their value says."""

    def draws(self, *_: object) -> bool:
        return False


class Loose(Arranging):
    """A setting that is judged otherwise."""


async def offer_attack(t: Any) -> None:
    for hand in t.layout.order:
        await t.offer(hand, (Attack,))


def may_do_anything(*_: object) -> Ruling:
    return Option(Attack, (), (Attack(),))


def with_step(rules: AnyRules) -> AnyRules:
    return _with(rules, steps=(*rules.steps[:2], offer_attack, *rules.steps[2:]))


def with_verb(rules: AnyRules) -> AnyRules:
    return _with(rules, menu={**rules.menu, Attack: may_do_anything})


def with_other_ruling(rules: AnyRules) -> AnyRules:
    verb = next(verb for verb in rules.menu if verb.verb in {"hit", "set"})
    return _with(rules, menu={**rules.menu, verb: may_do_anything})


def with_other_order(rules: AnyRules) -> AnyRules:
    return _with(rules, steps=(*rules.steps[:-3], *reversed(rules.steps[-3:])))


def with_subclass(rules: AnyRules) -> AnyRules:
    if isinstance(rules, BlackjackRules):
        return replace(rules, dealer=Timid(rules.dealer.stands, hits_soft=rules.dealer.hits_soft))
    given = rules.arranging
    return replace(rules, arranging=Loose(*(getattr(given, name) for name in Arranging.__dataclass_fields__)))


def _with(rules: AnyRules, **changed: Any) -> AnyRules:
    return replace(rules, **changed)


TAMPERINGS: dict[Callable[[AnyRules], AnyRules], str] = {
    with_step: "the step offer_attack",
    with_verb: "the verb 'attack'",
    with_other_ruling: "the ruling may_do_anything",
    with_other_order: "steps in the order",
    with_subclass: "the value analysis.test_claims.",
}
DOORS: dict[str, Callable[[Game], object]] = {
    "price": price,
    "advise": lambda game: advise(game, "8c 8d", "A"),
    "best_play": best_play,
    "prepare": lambda game: prepare(game, {game.rules.played: dollars(10)}),
}


def tampered(name: str, tamper: Callable[[AnyRules], AnyRules]) -> Game:
    game = any_game(name, {})
    return replace(game, rules=tamper(game.rules))


@pytest.mark.parametrize("name", BOOKS)
def test_every_house_of_every_rulebook_is_accounted_for(name: str) -> None:
    house = defaults(load(name))
    for what, _, other in [("as it is", (), house), *others(house)]:
        assert unclaimed(compile_game(other).rules) == (), what


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
@pytest.mark.parametrize("name", BOOKS)
def test_a_stranger_is_refused_by_name_at_every_door(name: str, tamper: Callable[[AnyRules], AnyRules]) -> None:
    game, stranger = tampered(name, tamper), TAMPERINGS[tamper]
    for door, ask in DOORS.items():
        with pytest.raises(BadQuestion) as refused:
            ask(game)
        assert stranger in str(refused.value), door
        assert name in str(refused.value), door


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
@pytest.mark.parametrize("name", BOOKS)
def test_solver_and_side_wagers_refuse_it_themselves(name: str, tamper: Callable[[AnyRules], AnyRules]) -> None:
    game = tampered(name, tamper)
    with pytest.raises(NotPriced):
        list(price_side_wagers(game))
    drawn = family(game)
    with pytest.raises(NotPriced if drawn is not None else BadQuestion):
        Terms(drawn) if drawn is not None else packets_of(game)


def test_two_ways_that_decide_are_refused_together() -> None:
    switch, contested = any_game("blackjack-switch", {}), any_game("ante-up-21", {})
    assert isinstance(switch.rules, BlackjackRules)
    assert isinstance(contested.rules, BlackjackRules)
    steps = inserted(switch.rules.steps, bet_or_fold, before=offer_insurance)
    steps = inserted(steps, tell_dealers_poker_hand, before=settle_main)
    both = replace(switch.rules, steps=steps, contest=contested.rules.contest)
    assert "switch and contest deciding about the same hands" in unclaimed(both)


def test_a_value_without_its_steps_is_refused() -> None:
    contested, plain = any_game("ante-up-21", {}).rules, any_game("blackjack-co", {}).rules
    assert isinstance(contested, BlackjackRules)
    assert isinstance(plain, BlackjackRules)
    assert "the way 'contest' without its steps" in unclaimed(replace(plain, contest=contested.contest))
    assert "the way 'contest' without its values" in unclaimed(replace(contested, contest=None))


def test_a_step_that_must_be_there_cannot_be_left_out() -> None:
    plain = any_game("blackjack-co", {}).rules
    assert isinstance(plain, BlackjackRules)
    for step in dict.fromkeys(plain.steps):
        first = plain.steps.index(step)
        left = replace(plain, steps=plain.steps[:first] + plain.steps[first + 1 :])
        known = step.__name__ == "settle_held_surrenders"
        assert bool(unclaimed(left)) is not known, step
    assert plain.steps[0] is take_wagers


def test_a_rule_object_of_another_class_is_refused() -> None:
    @dataclass(frozen=True)
    class Impostor:
        stands: int = 17
        hits_soft: bool = False

    plain = any_game("blackjack-co", {})
    assert isinstance(plain.rules, BlackjackRules)
    game = replace(plain, rules=replace(plain.rules, dealer=Impostor()))  # type: ignore[arg-type]
    with pytest.raises(NotPriced, match="Impostor"):
        need_claimed(game)
