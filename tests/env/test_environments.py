"""The environments keep to the contracts of Gymnasium and PettingZoo, and to the rules of the games."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from pitboss.cards import STANDARD_DECK
from pitboss.core.requests import Act, Decide, Offer, Window
from pitboss.desk.agents import MOST_REFUSED, BadMove
from pitboss.desk.moves import DEAL, PASS
from pitboss.env import OneSeat, SeveralSeats, env_ids, table_env
from pitboss.env.observation import ROWS
from pitboss.money import Cents
from pitboss.wagers.insurance import INSURANCE

RULEBOOKS = sorted(env_ids())
MA = "pitboss.env:pitboss/Spanish21-MA-v0"
# PettingZoo's check expects one array, or the two keys of its own board games; ours are Gymnasium's dictionaries.
NO_ARRAY = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
ROUNDS = 40


def made(rulebook: str, **settings: Any) -> OneSeat:
    env = gymnasium.make(f"pitboss.env:{env_ids()[rulebook]}", **settings).unwrapped
    assert isinstance(env, OneSeat)
    return env


def any_move(mask: Any, random: np.random.Generator) -> int:
    return int(random.choice(np.flatnonzero(mask)))


def test_there_is_one_for_every_rulebook() -> None:
    assert len(RULEBOOKS) == 16
    assert env_ids()["spanish21-ma"] == "pitboss/Spanish21-MA-v0"
    assert env_ids()["21-hold-em"] == "pitboss/21-Hold-Em-v0"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_gymnasium_finds_nothing_wrong(rulebook: str) -> None:
    check_env(made(rulebook, render_mode="ansi"))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_pettingzoo_finds_nothing_wrong(rulebook: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        for message in NO_ARRAY:
            warnings.filterwarnings("ignore", message)
        api_test(table_env(rulebook, 3), num_cycles=100)
    assert "Passed" in capsys.readouterr().out


def test_pettingzoo_finds_the_same_rounds_for_a_seed() -> None:
    seed_test(lambda: table_env("spanish21-ma", 2), num_cycles=50)


def test_many_at_once() -> None:
    several = gymnasium.make_vec("pitboss.env:pitboss/Spanish21-MA-v0", 3, vectorization_mode="sync")
    observation, info = several.reset(seed=1)
    assert observation["cards"].shape == (3, 6, 52)
    assert info["action_mask"].shape == (3, len(made("spanish21-ma").actions))
    assert several.step(np.zeros(3, int))[0]["cards"].any(axis=(1, 2)).all()
    several.close()


# Masks.


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("seats", [1, 2])
def test_masks_are_what_the_rules_accept(rulebook: str, seats: int) -> None:
    """Every way that the rules list is a move, and every move that they would take is in the mask."""
    env, random = table_env(rulebook, seats), np.random.default_rng(1)
    for number in range(ROUNDS):
        env.reset(seed=1 if number == 0 else None)
        while env._seats.turn is not None:
            mask = env.action_mask()
            if env._seats.round is not None:
                assert set(np.flatnonzero(mask)) == set(accepted(env))
            env.step(any_move(mask, random))


def accepted(env: SeveralSeats) -> list[int]:
    """The numbers of all moves that the pending request takes, asked one by one."""
    seats = env._seats
    assert seats.round is not None
    asked, runner = seats.round.asked, seats.round._runner
    request = runner.pending
    assert asked is not None
    assert isinstance(request, Decide | Offer | Window)
    found = [PASS] if isinstance(request, Offer | Window) else []
    for number, move in enumerate(seats.moves.all):
        if move.verb is not None and move.verb in request.verbs:
            ruling = runner.round.ruling(move.verb, asked.player, asked.hand)
            ways = getattr(ruling, "intents", ())
            if move.number is not None:
                ways = [way for way in ways if way == seats.legal.get(number)]
            if ways and runner.round.refuses(request, Act(asked.player, asked.hand, ways[-1])) is None:
                found.append(number)
    return found


def test_every_verb_that_is_asked_for_is_a_move() -> None:
    for rulebook, verbs in {
        "spanish21-ma": ["stand", "hit", "double", "split", "surrender", "rescue", "insurance", "accept"],
        "blackjack-switch": ["stand", "hit", "double", "split", "insurance", "switch", "keep"],
        "buffalo-2": ["stand", "hit", "double", "split", "insurance", "bust-bonus"],
        "21-hold-em": ["stand", "hit", "double", "split", "insurance", "bet", "fold"],
        "pai-jack": [*(f"set {number}" for number in range(1, 11)), "house-way", "bust"],
    }.items():
        assert made(rulebook).actions == ("deal", "pass", *verbs)


def test_a_house_that_offers_a_right_has_a_move_for_it() -> None:
    assert "surrender" not in made("blackjack-co").actions
    assert "surrender" in made("blackjack-co", house={"surrender": "late"}).actions


# Seeds.


def played(env: OneSeat, seed: int, rounds: int = ROUNDS) -> list[tuple[float, bytes]]:
    random, found = np.random.default_rng(seed), []
    for number in range(rounds):
        _, info = env.reset(seed=seed if number == 0 else None)
        over, reward = False, 0.0
        while not over:
            observation, reward, over, truncated, info = env.step(any_move(info["action_mask"], random))
            assert not truncated
            found.append((reward, observation["cards"].tobytes() + observation["table"].tobytes()))
    return found


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_seed_gives_the_same_rounds(rulebook: str) -> None:
    assert played(made(rulebook), 5) == played(made(rulebook), 5)
    assert played(made(rulebook), 5) != played(made(rulebook), 6)


def test_rounds_of_a_seed_do_not_depend_on_what_was_decided() -> None:
    def first_cards(move: int) -> list[bytes]:
        env, found = made("spanish21-ma"), []
        for number in range(20):
            env.reset(seed=3 if number == 0 else None)
            observation, _, over, _, _ = env.step(DEAL)
            found.append(observation["cards"].tobytes())
            while not over:
                mask = env.action_masks()
                _, _, over, _, _ = env.step(move if mask[move] else any_move(mask, np.random.default_rng(0)))
        return found

    assert first_cards(2) == first_cards(3)


def test_a_reset_without_a_seed_goes_on() -> None:
    env = made("spanish21-ma")
    assert len({reward for reward, _ in played(env, 2)}) > 2
    env.reset()
    assert env.step(DEAL)[0]["cards"].sum() > 0


# What is seen.


@pytest.mark.parametrize(
    ("rulebook", "house"),
    [("blackjack-co", {"decks": 1}), ("21-plus-3", {"decks": 1, "player_cards": "face_down"}), ("pai-jack", {})],
)
def test_nobody_sees_what_is_concealed(rulebook: str, house: dict[str, Any]) -> None:
    """In one deck every card is told from all others, so a card that somebody else hides would show."""
    env, random, looked = table_env(rulebook, 3, house=house), np.random.default_rng(4), 0
    for number in range(ROUNDS):
        env.reset(seed=9 if number == 0 else None)
        while env._seats.turn is not None:
            env.step(any_move(env.action_mask(), random))
            if env._seats.round is None:
                continue
            layout = env._seats.round._runner.round.layout
            for agent in env.possible_agents:
                seen = env.observe(agent)["cards"][: ROWS.index("newest")].sum(axis=0)
                assert seen.max() <= 1, "a card is counted twice"
                hidden = {
                    card
                    for hand in layout.hands.values()
                    if hand.caller != agent
                    for card in hand.cards[: hand.concealed]
                }
                known = {card for card, count in zip(STANDARD_DECK, seen, strict=True) if count}
                in_sight = {card for hand in layout.hands.values() for card in hand.cards}
                assert not hidden & known
                assert layout.cleared or known <= in_sight | set(layout.discards)
                looked += len(hidden)
    assert looked > 100 or rulebook == "blackjack-co"


def test_the_table_is_drawn_as_the_player_sees_it() -> None:
    env = made("blackjack-co", render_mode="ansi")
    env.reset(seed=3)
    assert env.render() == "no cards are dealt"
    env.step(DEAL)
    shown = env.render()
    assert shown is not None
    assert "??" in shown
    assert "hand 1.1>" in shown
    assert made("blackjack-co").render() is None
    with pytest.raises(ValueError, match="render mode"):
        OneSeat("blackjack-co", render_mode="human")


def test_only_the_seat_that_is_asked_is_told_worths() -> None:
    env = table_env("blackjack-co", 2, oracle=True)
    env.reset(seed=1)
    told = 0
    while env._seats.turn is not None:
        for agent in env.agents:
            if agent != env.agent_selection:
                assert not any(env.infos[agent].get("worth", ()))
        told += any(worth is not None for worth in env.infos[env.agent_selection]["worth"])
        env.step(any_move(env.action_mask(), np.random.default_rng(1)))
    assert told > 0


# What may not be said.


def at_decision(**settings: Any) -> OneSeat:
    env = made("blackjack-co", **settings)
    env.reset(seed=3)
    env.step(DEAL)
    assert not env.action_masks()[PASS]
    return env


def test_a_move_that_is_not_legal_changes_nothing_where_nothing_can_be_passed() -> None:
    env = at_decision()
    before, _, over, truncated, info = env.step(PASS)
    assert (over, truncated) == (False, False)
    assert info["refused"]["code"] == "must-decide"
    after, reward, _, _, info = env.step(env.actions.index("split"))
    assert info["refused"]["code"] == "not-a-pair"
    assert info["refused"]["clauses"]
    assert (before["cards"] == after["cards"]).all()
    assert reward == 0


def test_a_move_that_is_not_legal_is_a_pass_where_one_may_pass() -> None:
    env = made("blackjack-co")
    for number in range(1000):
        env.reset(seed=1 if number == 0 else None)
        env.step(DEAL)
        if env.action_masks()[env.actions.index("insurance")]:
            break
    assert env.action_masks()[PASS]
    observation, _, _, _, info = env.step(env.actions.index("hit"))
    assert info["refused"]["code"] == "out-of-turn"
    assert info["refused"]["clauses"]
    assert observation["table"][0] != 5, "insurance is over"


def test_an_agent_that_says_nothing_sensible_loses_what_it_has_staked() -> None:
    env = at_decision()
    for _ in range(MOST_REFUSED - 1):
        assert env.step(DEAL)[2:4] == (False, False)
    _, reward, over, truncated, info = env.step(DEAL)
    assert (reward, over, truncated) == (-1.0, False, True)
    assert not info["action_mask"].any()


def test_others_are_not_harmed_by_a_round_that_is_broken_off() -> None:
    env = table_env("blackjack-co", 2)
    env.reset(seed=3)
    env.step(DEAL)
    env.step(DEAL)
    asked = env.agent_selection
    for _ in range(MOST_REFUSED):
        env.step(DEAL)
        assert not any(env.terminations.values())
    assert set(env.truncations.values()) == {True}
    assert env.rewards == {agent: -1.0 if agent == asked else 0.0 for agent in env.agents}


def test_no_round_begins_without_deal() -> None:
    env = made("blackjack-co")
    env.reset(seed=1)
    info = env.step(2)[4]
    assert info["refused"]["code"] == "not-dealt"
    assert list(np.flatnonzero(info["action_mask"])) == [DEAL]


@pytest.mark.parametrize("action", [-1, 99, 1.5, None])
def test_what_is_no_action_is_an_error(action: Any) -> None:
    with pytest.raises(BadMove, match=f"{action} is not an action of this game") as caught:
        at_decision().step(action)
    assert caught.value.code == "no-such-action"


def test_a_step_after_the_end_is_an_error() -> None:
    env = at_decision()
    stand = env.actions.index("stand")
    assert env.step(stand)[2]
    with pytest.raises(BadMove, match="Call reset") as caught:
        env.step(stand)
    assert caught.value.code == "round-over"


def test_a_step_before_the_first_reset_is_an_error() -> None:
    with pytest.raises(BadMove) as caught:
        made("blackjack-co").step(DEAL)
    assert caught.value.code == "not-reset"


# Bets.


def test_bets_are_what_the_house_allows() -> None:
    env = made("blackjack-co", bets={"main": Cents(2500)})
    assert env._seats.table.unit == 2500
    with pytest.raises(Exception, match="main"):
        made("blackjack-co", bets={"main": Cents(1)})
    with pytest.raises(Exception, match="boxes"):
        table_env("blackjack-co", 8)


def test_insurance_that_the_bets_name_has_that_amount() -> None:
    env = made("blackjack-co", bets={INSURANCE: Cents(300)})
    insure = env.actions.index("insurance")
    for number in range(1000):
        env.reset(seed=1 if number == 0 else None)
        env.step(DEAL)
        if env.action_masks()[insure]:
            break
    intent = env._seats.legal[insure]
    assert getattr(intent, "amount", None) == 300
    judge = made("blackjack-co", bets={INSURANCE: Cents(300)}, oracle=True)
    judge._seats.round = env._seats.round
    judged = judge._seats.judged
    assert judged is not None
    assert judged.regret(intent) is not None


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_one_sentence_says_what_is_missing(missing: str) -> None:
    said = without(missing, "import pitboss.env")
    assert said == f"ImportError: pitboss.env needs {missing}, which is not installed: run `pip install pitboss[rl]`."


def test_without_a_solver_rounds_are_played_and_not_judged() -> None:
    play = "from pitboss.env import OneSeat; env = OneSeat('blackjack-co'); env.reset(seed=3); env.step(0)"
    said = without("numba", f"{play}; OneSeat('blackjack-co', oracle=True)")
    assert said == "ImportError: The oracle needs numba, which is not installed: run `pip install pitboss[analysis]`."


def without(module: str, program: str) -> str:
    """The last line of the complaints of a program to which a module is not installed."""
    command = [sys.executable, "-c", f"import sys; sys.modules[{module!r}] = None; {program}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stderr.strip().splitlines()[-1]
