"""pitboss: an executable rulebook for Spanish 21 and blackjack-poker combination games.

What a program may use stands here; each name is imported when it is first asked for, so that `import pitboss` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    __version__: str

    from pitboss.desk.advice import Advice, BestPlay, advise, best_play
    from pitboss.desk.handle import TableHandle
    from pitboss.desk.houses import check_house, game, rulebooks
    from pitboss.desk.prices import Price, Prices, price
    from pitboss.desk.questions import BadQuestion, Refused, Unlawful
    from pitboss.desk.rounds import Settled, settle
    from pitboss.desk.simulations import simulate
    from pitboss.desk.tables import open_table, table
    from pitboss.simulation.summary import Summary

_PLACES = {
    "Advice": "desk.advice",
    "BadQuestion": "desk.questions",
    "BestPlay": "desk.advice",
    "Price": "desk.prices",
    "Prices": "desk.prices",
    "Refused": "desk.questions",
    "Settled": "desk.rounds",
    "Summary": "simulation.summary",
    "TableHandle": "desk.handle",
    "Unlawful": "desk.questions",
    "advise": "desk.advice",
    "best_play": "desk.advice",
    "check_house": "desk.houses",
    "game": "desk.houses",
    "open_table": "desk.tables",
    "price": "desk.prices",
    "rulebooks": "desk.houses",
    "settle": "desk.rounds",
    "simulate": "desk.simulations",
    "table": "desk.tables",
}

__all__ = [
    "Advice",
    "BadQuestion",
    "BestPlay",
    "Price",
    "Prices",
    "Refused",
    "Settled",
    "Summary",
    "TableHandle",
    "Unlawful",
    "__version__",
    "advise",
    "best_play",
    "check_house",
    "game",
    "open_table",
    "price",
    "rulebooks",
    "settle",
    "simulate",
    "table",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415  it takes longer than all the rest

        return version("pitboss")
    if name in _PLACES:
        return getattr(import_module(f"pitboss.{_PLACES[name]}"), name)
    raise AttributeError(f"module 'pitboss' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
