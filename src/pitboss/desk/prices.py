"""What every wager of a house is worth, exactly; what each other rule would be worth; two rulebooks compared."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.analysis.priced import (
    ALONE_METHOD,
    ALONG_METHOD,
    CONTEST_METHOD,
    JOINED_METHOD,
    MAIN_METHOD,
    TWO_SPOTS_METHOD,
    AwardLine,
    MainWager,
    Outcome,
    Priced,
    priced_award,
)
from pitboss.desk.houses import need_meter, priceable
from pitboss.desk.questions import BadQuestion
from pitboss.desk.solved import Solved
from pitboss.desk.stakes import USUAL, need_first, stakes_of
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.colorado.pai_jack_rules import PaiJackRules
from pitboss.games.registry import Game
from pitboss.ids import Wager
from pitboss.law.rulebook import UnknownName
from pitboss.money import ZERO, Cents, spoken
from pitboss.rules.contest import Contest
from pitboss.wagers.side import SideWager

if TYPE_CHECKING:
    from pitboss.analysis.whatif import Change, Step


@dataclass(frozen=True, slots=True)
class Price:
    """One wager: the player's expectation for each unit of it, its standard deviation, and every outcome.

    `exact` is the expectation as a fraction where one exists. `fair_wheel` is what a wheel would have to hand out on
    average, in dollars, so that the wager breaks even. `by_up_card` has the expectation against each up card of a wager
    that is placed when it is known, `break_even_meter` what a progressive meter must show so that the wager costs
    nothing, in dollars. `beside` has the stakes of the wagers that it is played together with, and its own, where it is
    worth what it adds to them.
    """

    wager: Wager
    ev: float
    sd: float | None
    outcomes: Sequence[Outcome[Any]]
    method: str
    exact: str | None = None
    fair_wheel: float | None = None
    by_up_card: Mapping[str, Fraction] | None = None
    break_even_meter: float | None = None
    beside: Mapping[Wager, Cents] | None = None


@dataclass(frozen=True, slots=True)
class Prices:
    """All wagers of a house that were asked for, at these stakes.

    `award` is the fixed award, which is part of the main wager. `combined` are the wagers that nobody plays without,
    where there are several: expectation and standard deviation for each unit of all of them, which are `together`.
    `meter` is what a progressive one shows.
    """

    game: Game
    stakes: Mapping[Wager, Cents]
    wagers: dict[Wager, Price]
    award: AwardLine | None
    seconds: float
    combined: tuple[float, float] | None = None
    meter: Cents | None = None
    together: tuple[Wager, ...] = ()


def price(
    game: Game,
    wagers: Iterable[str] | None = None,
    *,
    bets: Mapping[str, Cents] | None = None,
    others: int = 0,
    fresh: bool = False,
    meter: Cents | None = None,
) -> Prices:
    """The wagers asked for, or all of them, at these stakes or the usual ones; the fixed award with other players, and
    a progressive meter that shows its seed unless something else is said.

    What an earlier run has worked out is not worked out again, unless `fresh`.

    Raises `BadQuestion` for a wager that the house has not, or that cannot be priced.
    """
    began = time.perf_counter()
    need_meter(game, meter)
    if isinstance(game.rules, PaiJackRules):
        return _of_packets(game, wagers, stakes_of(game, bets), began)
    rules, stakes = priceable(game).rules, stakes_of(priceable(game), bets)
    solved = Solved(game, stakes.get(rules.played, USUAL), fresh, meter)
    award = None if rules.award is None else rules.award.wager
    known = [rules.played, *(each.id for each in rules.sides), *([] if award is None else [award])]
    known += [] if rules.poker is None else [rules.poker.wager]
    known += [] if rules.contest is None else [rules.contest.ante]
    wanted = _wanted(game, wagers, known)
    prices: dict[Wager, Price] = {}
    if rules.played in wanted:
        method = MAIN_METHOD if rules.betting.spots == 1 else TWO_SPOTS_METHOD
        method += "" if rules.betting.payout_limit is None else "; the payout limit of a hand is left out"
        prices[rules.played] = _main(rules.played, solved.main, method)
    line = None
    if rules.award is not None and award in wanted:
        line = priced_award(rules.award, solved.award, stakes[rules.played], others)
    if wanted.intersection(each.id for each in rules.sides):
        prices |= {each.wager: _side(game, each) for each in solved.sides if each.wager in wanted}
    together = _compulsory_sides(rules)
    combined = _combined(rules, solved, stakes, prices, together)
    if rules.poker is not None and rules.poker.wager in wanted:
        prices[rules.poker.wager] = _side(game, solved.poker)
        combined = _with_poker(solved, rules.poker.wager, stakes, prices)
        together = [rules.poker.wager]
    for side in rules.sides:
        if side.own is not None and side.id in wanted:
            prices[side.id], both = _beside(solved, side, stakes)
            if rules.played in wanted and side.id in stakes:
                combined, together = both, [side.id]
    if rules.contest is not None and rules.contest.ante in wanted:
        prices[rules.contest.ante], combined = _contested(solved, rules.contest, stakes)
        together = [rules.contest.ante]
    shown = solved.shown if rules.meter is not None else None
    of = () if combined is None else (rules.played, *together)
    return Prices(game, stakes, prices, line, time.perf_counter() - began, combined, shown, of)


def _of_packets(game: Game, wagers: Iterable[str] | None, stakes: Mapping[Wager, Cents], began: float) -> Prices:
    """The best setting of every packet; by house way the main wager costs more, and its method says how much."""
    from pitboss.desk.packets import packets_of, priced, together  # noqa: PLC0415  other games need no arrays

    packets = packets_of(game)
    assert packets is not None
    rules = packets.rules
    wanted = _wanted(game, wagers, [rules.played, *(side.id for side in rules.sides)])
    prices = {wager: _side(game, each) for wager, each in priced(packets, wanted).items()}
    if rules.played in prices:
        house_way = float(packets.main(packets.house_way).ev)
        method = f"{prices[rules.played].method}, with its best setting; by house way it is worth {house_way:+.6f}"
        prices[rules.played] = replace(prices[rules.played], method=method)
    combined = together(packets, stakes) if set(stakes) <= set(prices) else None
    of = () if combined is None else tuple(stakes)
    return Prices(game, stakes, prices, None, time.perf_counter() - began, combined, together=of)


def _compulsory_sides(rules: BlackjackRules) -> list[Wager]:
    sides = {side.id for side in rules.sides}
    return [wager for wager, terms in rules.betting.wagers.items() if terms.compulsory and wager in sides]


def _combined(
    rules: BlackjackRules,
    solved: Solved,
    stakes: Mapping[Wager, Cents],
    prices: Mapping[Wager, Price],
    compulsory: Sequence[Wager],
) -> tuple[float, float] | None:
    """The played wager and those that are compulsory beside it, if all of them were asked for."""
    both = [rules.played, *compulsory]
    if len(both) == 1 or not all(each in prices for each in both):
        return None
    total = sum(stakes[each] for each in both)
    ev = sum(stakes[each] * prices[each].ev for each in both) / total
    variance = sum((stakes[each] * (prices[each].sd or 0.0)) ** 2 for each in both)
    variance += sum(2 * stakes[rules.played] * stakes[each] * solved.together[each] for each in both[1:])
    return ev, float(variance**0.5 / total)


def _contested(
    solved: Solved, contest: Contest, stakes: Mapping[Wager, Cents]
) -> tuple[Price, tuple[float, float] | None]:
    """An ante with its bet, and all wagers together; one that is not placed is priced at its least."""
    rules = solved.game.rules
    placed = contest.ante in stakes
    ante = stakes.get(contest.ante) or rules.betting.wagers[contest.ante].smallest(rules.betting.chip)
    other = stakes.get(rules.played, ZERO)
    found = solved.played_together(other, ante)
    if not other:
        alone = Price(contest.ante, found.ante / ante, found.ante_sd / ante, found.outcomes, ALONE_METHOD)
        return replace(alone, beside={contest.ante: ante}), None
    adds = (found.ev - other * solved.main.ev) / ante
    method = f"{CONTEST_METHOD}, the poker hand to a standard error of {found.error / ante:.1e}; {spoken(ante)} beside "
    price = Price(contest.ante, adds, found.ante_sd / ante, found.outcomes, f"{method}{spoken(other)}")
    price, both = replace(price, beside={contest.ante: ante, rules.played: other}), other + ante
    return price, (found.ev / both, found.sd / both) if placed else None


def _with_poker(
    solved: Solved, poker: Wager, stakes: Mapping[Wager, Cents], prices: Mapping[Wager, Price]
) -> tuple[float, float] | None:
    """The played wager and a poker hand after it, if both were asked for and both are placed.

    What they are worth adds up. Two cards of the dealer's are in both, so their deviations do not.
    """
    played = solved.game.rules.played
    if poker not in stakes or played not in prices:
        return None
    (one, first), (other, second) = ((prices[each], stakes[each]) for each in (played, poker))
    assert one.sd is not None
    assert other.sd is not None
    variance = (first * one.sd) ** 2 + (second * other.sd) ** 2 + 2 * first * second * solved.poker_covariance
    return (first * one.ev + second * other.ev) / (first + second), variance**0.5 / (first + second)


def _wanted(game: Game, wagers: Iterable[str] | None, known: list[Wager]) -> set[str]:
    for each in wagers or ():
        need_first(game.rules, each)
        if each in game.house.rulebook.wagers and each not in known:
            raise BadQuestion(f"{each} is not offered by this house, so there is nothing to price")
        if each not in known:
            raise BadQuestion(str(UnknownName("wager", each, known)))
    return set(wagers or known)


def _main(wager: Wager, main: MainWager, method: str) -> Price:
    return Price(wager, main.ev, main.sd, main.outcomes, method)


def _side(game: Game, priced: Priced) -> Price:
    mean, terms = priced.fair_wheel_mean, game.rules.betting.wagers.get(priced.wager)
    fair = None
    if mean is not None and terms is not None and terms.least is not None:
        fair = float(mean * terms.least.amount / 100)
    sd = float(priced.variance) ** 0.5
    by_up_card = priced.by_up_card
    return Price(priced.wager, float(priced.ev), sd, priced.outcomes, priced.method, str(priced.ev), fair, by_up_card)


def _beside(solved: Solved, side: SideWager, stakes: Mapping[Wager, Cents]) -> tuple[Price, tuple[float, float]]:
    """A wager on the cards of its own box; one that may win from a meter is priced at its least, if not placed."""
    meter, placed = solved.game.rules.meter, side.id in stakes
    progressive = meter is not None and meter.wager == side.id
    stake = stakes.get(side.id) or (side.terms.smallest(solved.game.rules.betting.chip) if progressive else ZERO)
    found = solved.joined(side, stake)
    method = JOINED_METHOD if placed or progressive else ALONG_METHOD
    method += f"; of {spoken(stake)}, with a meter that shows {spoken(solved.shown)}" if progressive else ""
    even = solved.break_even(side, stake) if progressive else None
    beside = {side.id: stake, solved.game.rules.played: solved.stake} if stake else None
    price = Price(side.id, found.ev, found.sd, found.outcomes, method, break_even_meter=even, beside=beside)
    return price, found.combined


def changes(game: Game, progress: Callable[[int, int], None] | None = None) -> list[Change]:
    """Every other choice and reading by itself, those that move the main wager most first; raises `BadQuestion`."""
    from pitboss.analysis.family.terms import NotPriced  # noqa: PLC0415
    from pitboss.analysis.whatif import what_if  # noqa: PLC0415

    priceable(game)
    try:
        found = list(what_if(game.house, progress))
    except NotPriced as error:
        raise BadQuestion(str(error)) from None
    return sorted(found, key=lambda each: -abs(each.difference))


def compared(one: Game, other: Game) -> Iterator[Step]:
    """From one rulebook to another, rule by rule; the steps add up. Raises `BadQuestion`."""
    from pitboss.analysis.family.terms import NotPriced  # noqa: PLC0415
    from pitboss.analysis.whatif import compare  # noqa: PLC0415

    for each in (one, other):
        rules = priceable(each).rules
        if rules.betting.spots > 1 or rules.dealing.count > 2:
            begins = "is played on two spots" if rules.betting.spots > 1 else "begins with three cards"
            raise BadQuestion(f"{each.house.rulebook.id} {begins} and cannot be compared rule by rule")
    try:
        yield from compare(priceable(one), priceable(other))
    except NotPriced as error:
        raise BadQuestion(str(error)) from None
