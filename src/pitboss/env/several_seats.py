"""Several seats at a table of any rulebook, as a PettingZoo environment in which agents act in turn (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from pitboss.desk.agents import MoveResult, PracticeSeats
from pitboss.env.info import info_of
from pitboss.env.observation import Info, Observation, drawn, mask_of, observation_space, observe
from pitboss.env.one_seat import KEYS, RENDERS
from pitboss.money import Cents


class SeveralSeats(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Rounds of one rulebook, one an episode; agents are `seat_1` to `seat_n`, from the dealer's left.

    Settings and actions are those of `OneSeat`. Each agent says `deal`, then the cards are dealt.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "pitboss_v0", "render_modes": [RENDERS], "is_parallelizable": False}

    def __init__(
        self,
        rulebook: str,
        seats: int = 2,
        *,
        house: Mapping[str, Any] | None = None,
        readings: Mapping[str, Any] | None = None,
        bets: Mapping[str, Cents] | None = None,
        oracle: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, RENDERS):
            raise ValueError(f"{render_mode!r} is not a render mode: this environment has {RENDERS!r} or None.")
        self._seats = PracticeSeats.of(rulebook, house, readings, bets, seats=seats, oracle=oracle)
        self.actions: tuple[str, ...] = tuple(move.name for move in self._seats.moves.all)
        self.possible_agents: list[str] = [str(player) for player in self._seats.table.players]
        self.render_mode = render_mode
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent may say."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a round: the first of a seed, or the next one."""
        del options
        new = seed is not None or self._random is None
        if self._random is None or seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._seats.begin(int(self._random.integers(KEYS)) if new else None)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self._ask(None, None)

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Make a move for the agent whose turn it is; raise `BadMove` for one that is outside the action space."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        said = self._seats.say(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._seats.over:
            self._end()
        self._ask(agent, said)
        self._accumulate_rewards()

    def _end(self) -> None:
        ended = self.truncations if self._seats.broken_off is not None else self.terminations
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = self._seats.reward(seat)
            ended[agent] = True

    def _ask(self, agent: str | None, said: MoveResult | None) -> None:
        """Turn to the seat that is asked, and tell it what it may do; `agent` has just said something."""
        turn, nothing = self._seats.turn, mask_of((), len(self.actions))
        for each in self.agents:
            self.infos[each] = info_of(self._seats, said if each == agent else None, nothing, asked=False)
        if turn is None:
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.possible_agents[turn]
        own = said if agent == self.agent_selection else None
        self.infos[self.agent_selection] = info_of(self._seats, own, self.action_mask())

    def action_mask(self) -> NDArray[np.int8]:
        """Return which actions are legal for the agent whose turn it is."""
        return mask_of(self._seats.legal, len(self.actions))

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the same as `action_mask`, as yes and no."""
        return self.action_mask().astype(np.bool_)

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees."""
        return observe(self._seats.sight(self.possible_agents.index(agent)))

    def render(self) -> str | None:
        """Return the table as the agent whose turn it is sees it, in text."""
        if self.render_mode != RENDERS:
            return None
        return drawn(self._seats.sight(self.possible_agents.index(self.agent_selection)))

    def close(self) -> None:
        """Do nothing: no resource is held."""


def table_env(rulebook: str, seats: int = 2, **settings: Any) -> SeveralSeats:
    """Return a table of a rulebook with this number of seats; the settings are those of `OneSeat`."""
    return SeveralSeats(rulebook, seats, **settings)
