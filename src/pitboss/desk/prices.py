"""What every wager of a house is worth, exactly; what each other rule would be worth; two rulebooks compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pitboss.desk.answers import Price, Prices
from pitboss.desk.engine import engine_of
from pitboss.desk.houses import priceable
from pitboss.desk.questions import BadQuestion
from pitboss.desk.stakes import stakes_of
from pitboss.desk.ways.registry import not_comparable
from pitboss.games.registry import Game
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.analysis.whatif import Change, Step

__all__ = ["Price", "Prices", "changes", "compared", "price"]


def price(
    game: Game,
    wagers: Iterable[str] | None = None,
    *,
    bets: Mapping[str, Cents] | None = None,
    others: int = 0,
    fresh: bool = False,
    meter: Cents | None = None,
) -> Prices:
    """Price the wagers asked for, or all of them, at these stakes or the usual ones.

    Fixed awards are for a number of `others` at the table. A progressive meter shows its seed unless it is given. What
    an earlier run has computed is read from the cache, unless `fresh`.

    Raises `BadQuestion` for a wager that the house does not have, or that cannot be priced.
    """
    return engine_of(game, stakes_of(game, bets), fresh=fresh, meter=meter).price(wagers, others)


def changes(game: Game, progress: Callable[[int, int], None] | None = None) -> list[Change]:
    """Every other choice and reading by itself, those that move the main wager most first; raises `BadQuestion`."""
    from pitboss.analysis.claims import NotPriced  # noqa: PLC0415
    from pitboss.analysis.whatif import what_if  # noqa: PLC0415

    priceable(game)
    try:
        found = list(what_if(game.house, progress))
    except NotPriced as error:
        raise BadQuestion(str(error)) from None
    return sorted(found, key=lambda each: -abs(each.difference))


def need_comparable(game: Game) -> None:
    """Raise `BadQuestion` for a game whose first cards are not played one hand at a time."""
    reason = not_comparable(priceable(game).rules)
    if reason is not None:
        raise BadQuestion(f"{game.house.rulebook.id} {reason} and cannot be compared rule by rule")


def compared(one: Game, other: Game) -> Iterator[Step]:
    """From one rulebook to another, rule by rule; the steps add up. Raises `BadQuestion`."""
    from pitboss.analysis.claims import NotPriced  # noqa: PLC0415
    from pitboss.analysis.whatif import compare  # noqa: PLC0415

    for game in (one, other):
        need_comparable(game)
    try:
        yield from compare(priceable(one), priceable(other))
    except NotPriced as error:
        raise BadQuestion(str(error)) from None
