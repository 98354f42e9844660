"""Rewards average to the exact values of the games, and regret says what an agent loses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sqrt

import gymnasium
import numpy as np
import pytest

import pitboss
from pitboss.analysis.drawing.kernel import STAND
from pitboss.desk.drawing import Drawing
from pitboss.desk.engine import engine_of
from pitboss.desk.houses import game
from pitboss.desk.stakes import stakes_of
from pitboss.env import OneSeat, env_ids
from pitboss.env.observation import Info
from pitboss.ids import MAIN
from pitboss.money import Cents

pytestmark = pytest.mark.slow

Bets = Mapping[str, Cents] | None
Policy = Callable[[OneSeat, Info], int]
DEAL, PASS = 0, 1
ERRORS = 3.5  # standard errors within which an average of seeded rounds must lie


class Played:
    """Rounds of one policy from one seed: the reward and the regret of each, None where a regret is not known."""

    def __init__(self, rulebook: str, policy: Policy, rounds: int, seed: int = 1, bets: Bets = None) -> None:
        env = gymnasium.make(f"pitboss.env:{env_ids()[rulebook]}", oracle=True, bets=bets).unwrapped
        assert isinstance(env, OneSeat)
        self.rewards, self.regrets = [], []
        for number in range(rounds):
            _, info = env.reset(seed=seed if number == 0 else None)
            over, reward, regret = False, 0.0, 0.0
            lost: list[float | None] = []
            while not over:
                action = policy(env, info) if not info["action_mask"][DEAL] else DEAL
                _, reward, over, truncated, info = env.step(action)
                assert not truncated
                lost.append(info["regret"])
            regret = sum(each for each in lost if each is not None)
            self.rewards.append(reward)
            self.regrets.append(None if None in lost else regret)

    @property
    def known(self) -> list[float]:
        return [each for each in self.regrets if each is not None]


def best(env: OneSeat, info: Info) -> int:
    """The action that is worth most; where nobody knows, a plain one."""
    worths = {number: worth for number, worth in enumerate(info["worth"]) if worth is not None}
    return max(worths, key=lambda number: worths[number]) if worths else plain(env, info)


def plain(env: OneSeat, info: Info) -> int:
    """Pass, or stand, or do what comes first."""
    legal = [env.actions[number] for number in np.flatnonzero(info["action_mask"])]
    named = next((name for name in ("pass", "stand", "keep") if name in legal), legal[0])
    return env.actions.index(named)


def off(found: list[float], exact: float) -> float:
    """How far an average is from an exact value, in standard errors."""
    return (float(np.mean(found)) - exact) / (float(np.std(found)) / sqrt(len(found)))


def always_standing(rulebook: str) -> tuple[float, float]:
    """What standing on all first cards is worth, and what best play is, exactly."""
    dealt = game(rulebook)
    engine = engine_of(dealt, stakes_of(dealt))
    assert isinstance(engine, Drawing)
    solution, stood = engine.session.solution, 0.0
    for chance, hand, up in solution.starts():
        at = solution.up_cards[up]
        blackjack = at.dealer_blackjack(hand)
        stood += chance * blackjack * solution.terms.lost_to_blackjack(hand)
        stood += chance * (1 - blackjack) * (at.decisions(hand)[STAND] if blackjack < 1 else 0.0)
    return stood, float(solution.value)


@pytest.mark.parametrize("rulebook", ["blackjack-co", "spanish21-ma"])
def test_what_a_policy_loses_is_its_regret(rulebook: str) -> None:
    """A policy is worth best play less the sum of its regrets: so its value has little noise."""
    stood, best_value = always_standing(rulebook)
    found = Played(rulebook, plain, 3000)
    assert None not in found.regrets, "who stands is never asked what no engine answers"
    assert abs(off(found.rewards, stood)) < ERRORS
    assert abs(off(found.known, best_value - stood)) < ERRORS
    assert np.std(found.known) < np.std(found.rewards) / 2


@pytest.mark.parametrize("rulebook", ["blackjack-co", "spanish21-ma", "pai-jack"])
def test_whoever_follows_the_oracle_has_no_regret_and_the_value_of_the_game(rulebook: str) -> None:
    found = Played(rulebook, best, 2000)
    assert max(found.known) == 0.0
    assert len(found.known) > 0.95 * len(found.regrets)
    assert abs(off(found.rewards, pitboss.price(pitboss.game(rulebook)).wagers[MAIN].ev)) < ERRORS


@pytest.mark.parametrize(
    ("rulebook", "rounds"),
    [("blackjack-switch", 500), ("spanish21-charity", 4000), ("21-hold-em", 4000), ("golden-21", 4000)],
)
def test_other_games_have_their_values_too(rulebook: str, rounds: int) -> None:
    found = Played(rulebook, best, rounds)
    assert max(found.known) == 0.0
    assert abs(off(found.rewards, pitboss.price(pitboss.game(rulebook)).wagers[MAIN].ev)) < ERRORS


@pytest.mark.parametrize(
    ("rulebook", "bets"),
    [("21-hold-em", {"main": Cents(1000), "poker": Cents(500)}), ("straight-jack", None), ("3-card-21", None)],
)
def test_wagers_that_lie_together_have_the_value_of_both(rulebook: str, bets: Bets) -> None:
    """Rewards are in units of the first wager, whatever lies beside it."""
    found = Played(rulebook, best, 1500, bets=bets)
    prices = pitboss.price(pitboss.game(rulebook), bets=bets)
    assert prices.joint is not None
    exact = prices.joint.ev * sum(prices.stakes.values()) / prices.stakes[MAIN]
    assert abs(off(found.rewards, exact)) < ERRORS


def test_an_ante_on_a_poker_hand_is_known_with_its_error() -> None:
    found = Played("ante-up-21", best, 100)
    assert max(found.known) == 0.0


def test_regret_is_the_difference_of_two_worths() -> None:
    env = gymnasium.make("pitboss.env:pitboss/Blackjack-CO-v0", oracle=True)
    env.reset(seed=3)
    info = env.step(DEAL)[4]
    worth = [each for each in info["worth"] if each is not None]
    actions = env.unwrapped.actions  # type: ignore[attr-defined]
    hit = actions.index("hit")
    expected = max(worth) - info["worth"][hit]
    assert env.step(hit)[4]["regret"] == pytest.approx(expected)
    assert info["worth_unknown"] == ""


def test_a_round_that_nobody_decides_has_its_reward_and_no_regret() -> None:
    env = gymnasium.make("pitboss.env:pitboss/Blackjack-CO-v0", oracle=True)
    undecided = []
    for number in range(200):
        env.reset(seed=1 if number == 0 else None)
        _, reward, over, _, info = env.step(DEAL)
        if over:
            undecided.append(reward)
            assert info["regret"] == 0.0
    assert {-1.0, 1.5} <= set(undecided)
