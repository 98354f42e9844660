"""One seat at a table of any rulebook, as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pitboss.desk.agents import MoveResult, PracticeSeats
from pitboss.env.info import info_of
from pitboss.env.observation import Info, Observation, drawn, mask_of, observation_space, observe
from pitboss.money import Cents

KEYS = 2**62
RENDERS = "ansi"


class OneSeat(gymnasium.Env[Observation, int]):
    """Rounds of one rulebook, one an episode, from fresh shoes.

    The first action of every round is `deal`. `house` and `readings` are settings of the rulebook, `bets` cents by
    wager. With `oracle` the info has what each action is worth, and the regret of the last one.
    """

    metadata: dict[str, Any] = {"render_modes": [RENDERS], "render_fps": 1}  # noqa: RUF012  not a ClassVar in Gymnasium

    def __init__(
        self,
        rulebook: str,
        *,
        house: Mapping[str, Any] | None = None,
        readings: Mapping[str, Any] | None = None,
        bets: Mapping[str, Cents] | None = None,
        oracle: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, RENDERS):
            raise ValueError(f"{render_mode!r} is not a render mode: this environment has {RENDERS!r} or None.")
        self._seats = PracticeSeats.of(rulebook, house, readings, bets, seats=1, oracle=oracle)
        self.actions: tuple[str, ...] = tuple(move.name for move in self._seats.moves.all)
        self.action_space: spaces.Space[Any] = spaces.Discrete(len(self.actions))
        self.observation_space: spaces.Space[Any] = observation_space()
        self.render_mode = render_mode
        self._keyed = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Begin a round: the first of a seed, or the next one."""
        super().reset(seed=seed, options=options)
        new = seed is not None or not self._keyed
        self._seats.begin(int(self.np_random.integers(KEYS)) if new else None)
        self._keyed = True
        return self._observation(), self._info(None)

    def step(self, action: int | np.integer[Any]) -> tuple[Observation, float, bool, bool, Info]:
        """Make a move; raise `BadMove` for one that is outside the action space, and after the end of a round."""
        seats = self._seats
        said = seats.say(action)
        truncated = seats.broken_off is not None
        reward = seats.reward(0) if seats.over else 0.0
        return self._observation(), reward, seats.over and not truncated, truncated, self._info(said)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now."""
        return mask_of(self._seats.legal, len(self.actions)).astype(np.bool_)

    def render(self) -> str | None:
        """Return the table as the player sees it, in text."""
        return drawn(self._seats.sight(0)) if self.render_mode == RENDERS else None

    def _observation(self) -> Observation:
        return observe(self._seats.sight(0))

    def _info(self, said: MoveResult | None) -> Info:
        return info_of(self._seats, said, mask_of(self._seats.legal, len(self.actions)))
