"""Side wagers priced exactly: every outcome with its chance as a fraction.

One pricer counts all of them. The cards that a wager sees are dealt in every way, each way is put to the wager's own
rows, and the ways that make the same rows are added up; what the rows pay stands in the compiled rules.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np

from pitboss.analysis.claims import need_claimed
from pitboss.analysis.priced import Outcome, Priced
from pitboss.analysis.rows import Shoe, kind_of, kinds_of, row_table, ways
from pitboss.analysis.whole_hand import by_up_card
from pitboss.cards import Card
from pitboss.core.hands import situation_of_points
from pitboss.games.registry import Family, Game, family
from pitboss.money import Cents, Odds
from pitboss.payouts import Payout, Spin, Sum
from pitboss.rules.first_21 import FirstTwentyOne
from pitboss.wagers.side import Origin, SideWager

ACE_POINTS = 11


def odds_of(odds: Odds) -> Fraction:
    return Fraction(odds.pays, odds.to)


def price_side_wagers(game: Game) -> Iterator[Priced]:
    """Every side wager that this house takes and that needs no play, in the order of the rulebook."""
    need_claimed(game)
    found = family(game)
    sides = () if found is None else found.rules.sides
    for wager in game.house.rulebook.wagers:
        for side in sides:
            if side.id == wager and found is not None and side.own is None:
                yield price_of(found, side)


def price_of(game: Family, side: SideWager) -> Priced:
    insurance = game.rules.insurance
    if side.whole is not None:
        return price_whole_hand(game, side)
    if game.rules.drawing.first_21 is not None and insurance is not None and side is insurance.wager:
        return price_beside_first_21(game, game.rules.drawing.first_21, side)
    return price(side, shoe_counts(game))


def price_beside_first_21(game: Family, rule: FirstTwentyOne, side: SideWager) -> Priced:
    """Insurance of three first cards, which is not offered on a 21 that has been paid: given that it has not."""
    left = Counter(card.points for card in game.shoe)
    left[ACE_POINTS] -= 1  # the up card
    chances = {True: Fraction(0), False: Fraction(0)}
    for points in combinations_with_replacement(sorted(left), game.rules.dealing.count):
        held = Counter(points)
        hand = situation_of_points(points)
        if not rule.made_by(hand) or (rule.may_be_declined(hand) and not rule.before_check):
            ways, cards = prod(comb(left[each], count) for each, count in held.items()), left.total() - len(points)
            tens = left[10] - held[10]
            chances[True] += Fraction(ways * tens, cards)
            chances[False] += Fraction(ways * (cards - tens), cards)
    total = sum(chances.values())
    outcomes = tuple(
        outcome
        for rows, blackjack in (((), False), (tuple(side.pays), True))
        for outcome in _outcomes(side, rows, chances[blackjack] / total)
    )
    return Priced(side.id, outcomes, "counting 5 cards: three of the box, whose 21 has not been paid, and the dealer's")


def shoe_counts(game: Game) -> Shoe:
    return tuple(sorted(Counter(game.shoe).items(), key=lambda entry: entry[0].text))


def price(side: SideWager, shoe: Shoe) -> Priced:
    """All outcomes of a wager from a fresh shoe; where it is offered against some up cards only, given one of those."""
    counted = count_rows(side, shoe)
    total = sum(counted.values())
    outcomes: list[Outcome[Fraction]] = []
    for rows, count in sorted(counted.items(), key=lambda entry: _rank(side, entry[0])):
        outcomes += _outcomes(side, rows, Fraction(count, total))
    method = f"counting {len(side.sees)} cards: {', '.join(side.sees)}"
    if side.together is not None:
        method += "; what all winners of a round share is left out, as it depends on the stakes of all"
    return Priced(side.id, tuple(outcomes), method)


def price_whole_hand(game: Family, side: SideWager) -> Priced:
    """A wager on the dealer's whole hand: by up card where it is placed when that is known, and over all of them."""
    against = by_up_card(game, side)
    chances: defaultdict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for each in against:
        for rows, chance in each.rows.items():
            chances[rows] += each.chance * chance
    outcomes = tuple(
        outcome
        for rows in sorted(chances, key=lambda rows: _rank(side, rows))
        for outcome in _outcomes(side, rows, chances[rows])
    )
    method = "counting every way in which the dealer can draw"
    if side.late is None:
        return Priced(side.id, outcomes, method)
    method += "; by a player who has looked at the up card alone, and given that the dealer has no blackjack"
    found = {
        each.up: sum((chance * _pays(side, rows) for rows, chance in each.rows.items()), Fraction(0))
        for each in against
    }
    return Priced(side.id, outcomes, method, found)


def _pays(side: SideWager, rows: tuple[str, ...]) -> Fraction:
    return odds_of(side.odds(rows).odds) if rows else Fraction(-1)


def count_rows(side: SideWager, shoe: Shoe) -> dict[tuple[str, ...], int]:
    """In how many ways the cards that a wager sees make each set of rows."""
    kinds = kinds_of(side, (card for card, _ in shoe))
    copies: Counter[Card] = Counter()
    for card, count in shoe:
        copies[kind_of(side, card, kinds)] += count
    shoe = tuple((kind, copies[kind]) for kind in kinds)
    table, weights = row_table(side.rows, kinds, len(side.sees)), ways(shoe, len(side.sees))
    if side.against is not None:
        offered = [card.rank in side.against for card in kinds]
        weights = np.compress(offered, weights, axis=side.sees.index(Origin.UP))
        made = np.compress(offered, table.made, axis=side.sees.index(Origin.UP))
    else:
        made = table.made
    counts = {rows: int(weights[made == number].sum()) for number, rows in enumerate(table.rows)}
    return {rows: count for rows, count in counts.items() if count}


def _rank(side: SideWager, rows: tuple[str, ...]) -> tuple[int, Fraction]:
    """Losses first, then what pays least; what a wheel decides last."""
    if not rows:
        return 0, Fraction(0)
    if side.spin(rows) is not None:
        return 2, Fraction(0)
    pays = side.pays[rows[0]]
    return 1, Fraction(pays.amount) if isinstance(pays, Sum) else odds_of(side.odds(rows).odds)


def _outcomes(side: SideWager, rows: tuple[str, ...], chance: Fraction) -> Iterator[Outcome[Fraction]]:
    if not rows:
        yield Outcome(side.named(rows), chance, Fraction(-1), side.loses)
        return
    spin = side.spin(rows)
    if spin is not None:
        yield from _sections(side, spin, side.named(rows), chance)
        return
    pays = side.pays[rows[0]]
    if isinstance(pays, Sum):
        yield Outcome(side.named(rows), chance, _for_stake(side, pays.amount), pays.clauses)
        return
    together = side.odds(rows)
    payouts = [pays for row in rows if isinstance(pays := side.pays[row], Payout)]
    cited = tuple(dict.fromkeys(clause for payout in payouts for clause in payout.clauses))
    yield Outcome(side.named(rows), chance, odds_of(together.odds), cited)


def _sections(side: SideWager, spin: Spin, name: str, chance: Fraction) -> Iterator[Outcome[Fraction]]:
    total = sum(spin.weights)
    for section, weight in enumerate(spin.weights, start=1):
        likely, pays = chance * Fraction(weight, total), _for_stake(side, spin.amount(section))
        alone = str(1 + _for_stake(side, spin.sections[section - 1][0]))
        yield Outcome(f"{name}, wheel section {section}", likely, pays, spin.clauses, spun=alone)


def _for_stake(side: SideWager, amount: Cents) -> Fraction:
    """A sum that is handed out for the stake, which the house keeps; such a wager has one amount."""
    least, most = side.terms.least, side.terms.most
    assert least is not None
    assert least == most, f"{side.id} has no one amount"
    return Fraction(amount, least.amount) - 1
