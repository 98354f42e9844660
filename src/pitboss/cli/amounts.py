"""Numbers and wagers as people write them on the command line; what makes no sense stops with one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pitboss.desk.houses import Game
    from pitboss.ids import Wager
    from pitboss.money import Cents


def whole(option: str, text: str, least: int, most: int) -> int:
    """A whole number as people write large ones: 1e8, 100_000_000 or 100,000,000."""
    from decimal import Decimal, InvalidOperation

    from pitboss.cli.output import MALFORMED, stop

    try:
        number = Decimal(text.replace("_", "").replace(",", ""))
        fits = number.is_finite() and number == number.to_integral_value() and least <= number <= most
    except InvalidOperation:
        fits = False
    if not fits:
        stop(f"{option} takes a whole number from {least:,} to {most:,}, not {text!r}", MALFORMED)
    return int(number)


def amount_of(option: str, text: str, what: str = "dollars and whole cents", *, least: int = 1) -> Cents:
    """Return an amount of dollars in cents, no less than `least`."""
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.service.words import amount_in

    cents = amount_in(text)
    if cents is None or cents < least:
        stop(f"{option} takes {what}, as in 25 or 12.50, not {text!r}", MALFORMED)
    return cents


def bets_of(game: Game, bets: list[str] | None, stake: str | None) -> dict[str, Cents]:
    """Return the wagers that `--bet` names, and the played one of `--stake`; 0 leaves one out."""
    from pitboss.cli.output import MALFORMED, stop

    placed: dict[str, Cents] = {}
    if stake is not None:
        placed[game.rules.played] = amount_of("--stake", stake, "an amount of dollars")
    for text in bets or ():
        name, equals, amount = text.partition("=")
        if not equals:
            stop(f"--bet takes WAGER=DOLLARS, as in main=25, not {text!r}", MALFORMED)
        if name in placed:
            stop(f"--bet {name} is given twice; a box has one such wager", MALFORMED)
        placed[name] = amount_of(f"--bet {name}", amount, least=0)
    return placed


def stakes_of(game: Game, bets: dict[str, Cents], *, every: bool) -> dict[Wager, Cents]:
    """The wagers to place, each put to the house as a player's would be."""
    from pitboss.cli.output import plainly
    from pitboss.desk.stakes import stakes_of as stakes

    with plainly():
        return stakes(game, bets, every=every)


def stakes_object(stakes: Mapping[Wager, Cents]) -> dict[str, str]:
    """Stakes as JSON."""
    from pitboss.money import plain

    return {str(wager): plain(amount) for wager, amount in stakes.items()}
