"""A game with anything that no engine accounts for is refused by name: by price, advice, chart and simulation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
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
from pitboss.payouts import Spin
from pitboss.rules.dealing import Dealer
from pitboss.rules.setting import Arranging

PAYING = {
    *("settle_after_deal", "settle_main", "settle_with_main", "pay_fixed_awards"),
    *("play_poker", "collect_lost", "press_game_over", "settle_wagers", "settle_second_card"),
}
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


class StandIn:
    """An object that answers for another one, and that could be taken for a function because it can be called."""

    def __init__(self, original: object) -> None:
        self.original = original

    def __getattr__(self, name: str) -> Any:
        return getattr(self.original, name)

    def __call__(self, *_: object) -> None:
        raise NotImplementedError


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


def with_stand_in(rules: AnyRules) -> AnyRules:
    stands_in: Any = StandIn(rules.settlement)
    return _with(rules, settlement=stands_in)


def without_step(rules: AnyRules) -> AnyRules:
    """A game in which something is never paid: the last of its steps that pays or collects is taken out."""
    paying = [step for step in rules.steps if step.__name__ in PAYING]
    return _with(rules, steps=tuple(step for step in rules.steps if step is not paying[-1]))


def with_every_paying_step_out(rules: AnyRules) -> AnyRules:
    return _with(rules, steps=tuple(step for step in rules.steps if step.__name__ not in PAYING))


def with_subclassed_verb(rules: AnyRules) -> AnyRules:
    """A subclass of a known verb, ruled on as the known one is."""
    verb = next(verb for verb in rules.menu if verb.verb in {"double", "set"})
    return _with(rules, menu={**rules.menu, type("Triple", (verb,), {"verb": "triple"}): rules.menu[verb]})


def without_verb(rules: AnyRules) -> AnyRules:
    return _with(rules, menu={verb: may for verb, may in rules.menu.items() if verb.verb not in {"double", "set"}})


def with_other_arguments(rules: AnyRules) -> AnyRules:
    """The known function, bound to arguments of its own."""
    verb = next(verb for verb in rules.menu if verb.verb in {"bust-bonus", "double", "set"})
    known: Callable[..., Any] = rules.menu[verb]
    bound = partial(known.func if isinstance(known, partial) else known, Attack)
    return _with(rules, menu={**rules.menu, verb: bound})


def with_partial_step(rules: AnyRules) -> AnyRules:
    """A step bound to arguments of its own."""
    last: Callable[..., Any] = rules.steps[-1]
    return _with(rules, steps=(*rules.steps[:-1], partial(last, late=True)))


def _with(rules: AnyRules, **changed: Any) -> AnyRules:
    return replace(rules, **changed)


TAMPERINGS: dict[Callable[[AnyRules], AnyRules], str] = {
    with_step: "the step offer_attack",
    with_verb: "the verb 'attack'",
    with_other_ruling: "the ruling may_do_anything",
    with_other_order: "steps in the order",
    with_subclass: "the value analysis.test_claims.",
    with_stand_in: "the value analysis.test_claims.StandIn",
    without_step: "step",
    with_every_paying_step_out: "step",
    with_subclassed_verb: "the verb 'triple'",
    without_verb: "a menu without the verb",
    with_other_arguments: "with arguments of its own on",
    with_partial_step: "with arguments of its own",
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


IDLE: dict[str, Callable[[Any], bool]] = {
    "settle_held_surrenders": lambda rules: rules.surrender is None,
    "pay_blackjacks_at_once": lambda rules: rules.settlement.at_once is None,
    "offer_late_rescue": lambda rules: rules.rescue is None or not rules.rescue.late,
    "spin_wheels": lambda rules: not any(isinstance(pay, Spin) for side in rules.sides for pay in side.pays.values()),
}
"""Steps that do nothing for some houses, and for which."""


@pytest.mark.parametrize("name", BOOKS)
def test_a_step_that_does_something_cannot_be_left_out(name: str) -> None:
    rules = any_game(name, {}).rules
    for number, step in enumerate(rules.steps):
        left = _with(rules, steps=rules.steps[:number] + rules.steps[number + 1 :])
        idle = step.__name__ in IDLE and IDLE[step.__name__](rules)
        assert bool(unclaimed(left)) is not idle, step
    assert rules.steps[0] is take_wagers


@pytest.mark.parametrize(("name", "step"), [("buffalo-2", "settle_with_main"), ("spanish21-ma", "pay_fixed_awards")])
def test_a_paying_step_is_missed_by_its_name(name: str, step: str) -> None:
    rules = any_game(name, {}).rules
    left = _with(rules, steps=tuple(each for each in rules.steps if each.__name__ != step))
    assert unclaimed(left) == (f"a round without the step {step}",)


def test_a_step_may_be_left_out_with_what_it_would_pay() -> None:
    rules = any_game("spanish21-ma", {}).rules
    assert isinstance(rules, BlackjackRules)
    steps = tuple(each for each in rules.steps if each.__name__ != "pay_fixed_awards")
    assert unclaimed(replace(rules, steps=steps, award=None)) == ()


@pytest.mark.parametrize("name", BOOKS)
def test_every_verb_that_a_round_offers_must_be_in_its_menu(name: str) -> None:
    rules = any_game(name, {}).rules
    dummies = {"hit", "stand", "double", "split", "surrender", "insurance"} if name == "pai-jack" else set()
    for verb in rules.menu:
        left = _with(rules, menu={each: may for each, may in rules.menu.items() if each is not verb})
        idle = verb.verb in dummies or (name, verb.verb) == ("spanish21-charity", "accept")
        assert bool(unclaimed(left)) is not idle, verb


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
