"""What a clever person would try instead of best play in a game in which hands are drawn, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.analysis.drawing.chart import POLICIES, Chart, Grid
from pitboss.simulation.codes import ACE, DOUBLE, HIT, RESCUE, SPLIT, STAND, SURRENDER, TEN
from pitboss.simulation.plans import Plan
from rivals.plans import Case, Policy, Seen, copied

HIGHEST = 11  # what an up card counts that is an ace
MOST_IN_CHART = 7  # cards, of which a chart speaks one by one


class Rival(NamedTuple):
    """Another plan for a game, and in words what it does."""

    says: str
    plan: Plan


def points(up_card: int) -> int:
    """Return what an up card counts, an ace 11."""
    return HIGHEST if up_card == ACE else up_card + 1


def published(seen: Seen) -> int:
    """The published strategy of blackjack with many decks, a dealer who stands on 17 and doubles after splits."""
    up_card = points(seen.up_card)
    if seen.pair is not None and _splits(seen.pair + 1, up_card):
        return SPLIT
    return _soft(seen, up_card) if seen.soft else _hard(seen, up_card)


def _splits(rank: int, up_card: int) -> bool:
    most = {2: range(2, 8), 3: range(2, 8), 4: range(5, 7), 6: range(2, 7), 7: range(2, 8)}
    return rank in (1, 8) or up_card in most.get(rank, ()) or (rank == 9 and up_card in (2, 3, 4, 5, 6, 8, 9))


def _hard(seen: Seen, up_card: int) -> int:
    doubled = {9: range(3, 7), 10: range(2, 10), 11: range(2, 11)}
    if seen.cards == 2 and up_card in doubled.get(seen.total, ()):
        return DOUBLE
    stands = seen.total >= 17 or (seen.total >= (12 if up_card in (4, 5, 6) else 13) and up_card <= 6)
    return STAND if stands else HIT


def _soft(seen: Seen, up_card: int) -> int:
    first = {13: 5, 14: 5, 15: 4, 16: 4, 17: 3, 18: 3}
    if seen.cards == 2 and first.get(seen.total, HIGHEST) <= up_card <= 6:
        return DOUBLE
    return STAND if seen.total >= 19 or (seen.total == 18 and up_card <= 8) else HIT


def by_chart(grid: Grid, *, pairs: bool = True) -> Policy:
    """Keep to a chart; without `pairs` these are played as other hands of their total."""

    def policy(seen: Seen) -> int:
        row = grid.cells.get(("pair", seen.pair)) if pairs and seen.pair is not None else None
        if row is not None:
            return row[seen.up_card].action
        kind, total = ("soft", max(13, seen.total)) if seen.soft else ("hard", max(5, seen.total))
        cell = grid.cells[kind, total][seen.up_card]
        return cell.action if seen.first else cell.with_cards(min(seen.cards, MOST_IN_CHART))

    return policy


def stands_from(hard: int, soft: int) -> Policy:
    return lambda seen: STAND if seen.total >= (soft if seen.soft else hard) else HIT


def splits_every_pair(seen: Seen) -> int | None:
    return None if seen.pair is None else SPLIT


def doubles_ten_and_eleven(seen: Seen) -> int | None:
    return DOUBLE if seen.hard and seen.total in (10, 11) and seen.cards == 2 and seen.pair is None else None


def drawing_rivals(case: Case) -> list[Rival]:
    """Policies for every game in which hands are drawn."""
    grid = Chart(case.solution).grid
    totals = by_chart(grid, pairs=False)

    def never_doubles(seen: Seen) -> int | None:
        return (HIT if seen.total <= 17 else STAND) if totals(seen) == DOUBLE and seen.pair is None else None

    def never_splits(seen: Seen) -> int | None:
        return None if seen.pair is None else totals(seen)

    dealer, careful = (stands_from(**POLICIES[name][1]) for name in ("mimic-dealer", "never-bust"))
    rivals = [
        Rival("keeps to the chart by totals", case.by(by_chart(grid), resplits=False)),
        Rival("plays the published strategy of plain blackjack", case.by(published)),
        Rival("draws to 17 as the dealer does", case.by(dealer)),
        Rival("never draws to a hand that could pass 21", case.by(careful)),
        Rival("doubles every 10 and 11", case.by(doubles_ten_and_eleven, resplits=False)),
        Rival("never doubles", case.by(never_doubles, resplits=False)),
    ]
    if case.terms.parts:
        return rivals
    return [
        *rivals,
        Rival("never splits a pair", case.by(never_splits, resplits=False)),
        Rival("splits every pair", case.by(splits_every_pair)),
    ]


def with_doubled(case: Case, decisions: Mapping[int, int], *, least: int, most: int) -> Plan:
    """Return a plan by which hard totals of hands that were doubled, by how often, are all played so."""
    plan = copied(case.plan)
    for (total, soft, cards, _), hands in case.kinds.items():
        if cards > 2 and not soft and least <= total <= most:
            for doubles, decision in decisions.items():
                plan.plan[doubles, :, hands] = decision
                plan.split_plan[:, doubles, :, hands] = decision
    return plan


def spanish_rivals(case: Case) -> list[Rival]:
    """Policies for what Spanish 21 allows beyond blackjack."""

    def never_surrenders(seen: Seen) -> int | None:
        return HIT if seen.first and seen.hard and 12 <= seen.total <= 17 and case_surrenders(seen) else None

    def case_surrenders(seen: Seen) -> bool:
        hands = case.kinds[seen.total, seen.soft, seen.cards, seen.pair]
        return bool((case.plan.plan[0, seen.up_card, hands] == SURRENDER).any())

    def surrenders(seen: Seen) -> int | None:
        bad = seen.first and seen.hard and seen.total in (15, 16) and seen.up_card in (ACE, TEN - 1, TEN)
        return SURRENDER if bad and seen.pair is None else None

    def draws_to_many(seen: Seen) -> int | None:
        return HIT if seen.cards >= 4 and seen.hard and seen.total <= 18 else None

    rivals = [
        Rival("draws a fifth card to every 18 and less", case.by(draws_to_many, resplits=False)),
        Rival("surrenders every 15 and 16 against 9, ten and ace", case.by(surrenders, resplits=False)),
        Rival("never surrenders two cards", case.by(never_surrenders, resplits=False)),
    ]
    rules = case.compiled.rules
    if rules.rescue is not None:
        rescued, kept = {1: RESCUE, 2: RESCUE}, {1: STAND, 2: STAND}
        rivals += [
            Rival("takes back every double below 17", with_doubled(case, rescued, least=4, most=16)),
            Rival("never takes a double back", with_doubled(case, kept, least=4, most=20)),
        ]
    if rules.doubling is not None and rules.doubling.times > 1:
        again = with_doubled(case, {1: DOUBLE}, least=12, most=14)
        rivals.append(Rival("doubles every 12, 13 and 14 again", again))
        once = with_doubled(case, {1: STAND}, least=4, most=11)
        rivals.append(Rival("never doubles again", once))
    return rivals
