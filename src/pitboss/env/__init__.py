"""Learning environments for Gymnasium and PettingZoo, over rounds that the real rules conduct.

Importing this package registers an environment for every rulebook:

    env = gymnasium.make("pitboss.env:pitboss/Spanish21-MA-v0")
"""

from __future__ import annotations

try:
    import gymnasium
    import numpy  # noqa: F401
    import pettingzoo  # noqa: F401
except ModuleNotFoundError as missing:
    raise ImportError(
        f"pitboss.env needs {missing.name}, which is not installed: run `pip install pitboss[rl]`."
    ) from missing

from pitboss.desk.houses import rulebooks
from pitboss.env.names import env_id
from pitboss.env.one_seat import OneSeat
from pitboss.env.several_seats import SeveralSeats, table_env

__all__ = ["OneSeat", "SeveralSeats", "env_id", "env_ids", "table_env"]


def env_ids() -> dict[str, str]:
    """Return the id of the environment of each rulebook, by the id of the rulebook."""
    return {book.id: env_id(book.id) for book in rulebooks()}


def _register() -> None:
    for rulebook, name in env_ids().items():
        if name not in gymnasium.registry:
            gymnasium.register(name, "pitboss.env.one_seat:OneSeat", kwargs={"rulebook": rulebook})


_register()
