"""Numbers and wagers as people write them on the command line; what makes no sense stops with one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.games.registry import Game
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


def amount_of(option: str, text: str, what: str = "dollars and whole cents") -> Cents:
    """An amount of dollars, more than nothing."""
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.core.options import read_amount

    try:
        cents = read_amount([text])
    except ValueError:
        cents = None
    if cents is None or cents <= 0:
        stop(f"{option} takes {what}, as in 25 or 12.50, not {text!r}", MALFORMED)
    return cents


def stakes_of(game: Game, bets: list[str], *, every: bool) -> dict[Wager, Cents]:
    """The wagers to place; each is put to the house as a player's would be."""
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.ids import MAIN, Wager
    from pitboss.law.rulebook import UnknownName

    offered = game.rules.betting.wagers
    insurance = Wager("insurance")
    stakes = {MAIN: _usual_stake(offered[MAIN])}
    if every:
        stakes |= {wager: terms.least.amount for wager, terms in offered.items() if wager != MAIN}
    placed = set()
    for text in bets:
        name, equals, amount = text.partition("=")
        if not equals:
            stop(f"--bet takes WAGER=DOLLARS, as in main=25, not {text!r}", MALFORMED)
        if name in game.rules.betting.not_offered:
            stop(f"{name}: {game.rules.betting.not_offered[Wager(name)].says}", MALFORMED)
        if name not in {*offered, insurance}:
            stop(str(UnknownName("wager", name, [*offered, insurance])), MALFORMED)
        if name in placed:
            stop(f"--bet {name} is given twice; a box has one such wager", MALFORMED)
        placed.add(name)
        stakes[Wager(name)] = amount_of(f"--bet {name}", amount)
    if every and insurance not in stakes:
        stakes[insurance] = _most_insured(game, stakes[MAIN])
    _allowed(game, stakes)
    return stakes


def _usual_stake(terms: Any) -> Cents:
    """Ten dollars, or what comes nearest to them within the limits of the house."""
    from pitboss.money import dollars

    least = dollars(10) if terms.least is None else max(dollars(10), terms.least.amount)
    return least if terms.most is None else min(least, terms.most.amount)


def _most_insured(game: Game, main: Cents) -> Cents:
    """One half of the main wager in whole chips, rounded as the house does it."""
    from fractions import Fraction

    from pitboss.money import down_to_chip, up_to_chip

    to_chip = up_to_chip if game.rules.insurance_rounds_up else down_to_chip
    return to_chip(Fraction(main, 2), game.rules.betting.chip)


def _allowed(game: Game, stakes: dict[Wager, Cents]) -> None:
    """Stops where the house would refuse one of these wagers."""
    from pitboss.cli.output import NO, stop
    from pitboss.core.procedure import Runner
    from pitboss.core.requests import Act
    from pitboss.core.wagering import PlaceWager
    from pitboss.ids import MAIN, Box, HandId, Player, Wager
    from pitboss.money import spoken

    table: Runner[Any] = Runner(game.rules)
    insurance = Wager("insurance")
    for wager, amount in sorted(stakes.items(), key=lambda entry: entry[0] != MAIN):
        if wager == insurance:
            continue
        refusal = table.answer(Act(Player("one"), HandId(Box(1), 1), PlaceWager(wager, amount)))
        if refusal is not None:
            stop(f"{wager}: {refusal.says} [{', '.join(refusal.clauses)}]", NO)
    table.close()
    chip, rules = game.rules.betting.chip, game.rules
    most = _most_insured(game, stakes[MAIN])
    insured = stakes.get(insurance)
    if insured is not None and (insured > most or insured % chip or (rules.insurance_exact and insured != most)):
        says = "exactly" if rules.insurance_exact else "at most, in whole chips,"
        cited = ", ".join(rules.cites.insurance_amount)
        stop(f"insurance of {spoken(stakes[MAIN])} is {says} {spoken(most)}, not {spoken(insured)} [{cited}]", NO)
