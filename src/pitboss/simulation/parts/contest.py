"""A poker hand of the cards of a box against the dealer's in the kernel: bet or folded before the look."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.analysis.contest.joint import Contested
from pitboss.analysis.contest.patterns import SplitTables
from pitboss.analysis.contest.saved import SavedContest
from pitboss.cards import STANDARD_DECK, Card, cards
from pitboss.core.kinds import Outcome
from pitboss.games.blackjack.intents import Bet, Fold
from pitboss.money import Cents
from pitboss.poker.two_cards import best_two, height
from pitboss.rules.contest import Contest
from pitboss.simulation import codes
from pitboss.simulation.codes import ALL_OF_BOX, ALL_RANKS, FIRST_TWO, MOST_CHOICES
from pitboss.simulation.endings import ORDER
from pitboss.simulation.parts.part import Decisions, KernelPart, Setting
from pitboss.simulation.sides import Row

NAME = "contest"


def decisions(contested: Contested | SavedContest) -> Decisions:
    """Return how boxes are played whose poker hand is bet on: only hands below 21 have something to decide.

    Where the first two cards alone are the poker hand, cards that are drawn do not matter to it.
    """
    plan = contested.plan
    folds = {"folds": plan.fold.astype(np.uint8)}
    if contested.contest.first_two:
        return folds
    draws = np.flatnonzero((plan.next >= 0).any(axis=1))
    number = np.zeros(len(plan.next), dtype=np.int16)
    number[draws] = 1 + np.arange(len(draws))
    nothing = np.zeros((1, ALL_RANKS), dtype=np.int16)
    return {
        **folds,
        "start": number[plan.start],
        "next": np.concatenate((nothing, np.where(plan.next[draws] < 0, 0, number[plan.next[draws]]))),
        "plan": np.concatenate((nothing.T.astype(np.uint8), plan.decision[:, draws].astype(np.uint8)), axis=1),
        **({} if plan.split is None else after_split(plan.split)),
    }


def after_split(split: SplitTables) -> Decisions:
    """Return how the hands of a split box are played whose poker hand is bet on."""
    assert len(split.choice) <= MOST_CHOICES, "more ways to play split hands than there is room for"
    by_four = split.choice.reshape(len(split.choice), -1, 4) << np.array([0, 2, 4, 6], dtype=np.uint8)
    return {
        "kind": split.kind,
        "row": split.row,
        "pattern": split.pattern.astype(np.int16),
        "again": split.again.astype(np.int16),
        "choice": np.bitwise_or.reduce(by_four, axis=2),
    }


def part(setting: Setting) -> KernelPart | None:
    contest = setting.rules.contest
    if contest is None:
        return None
    decided = dict(setting.decided.get(NAME, {}))
    if "row" in decided:
        decided["row"] = decided["row"][:, ORDER]
    return KernelPart(
        NAME,
        {**_qualifying(contest), **decided},
        {codes.BET: Bet, codes.FOLD: Fold},
        wager=contest.ante,
        later=(contest.bet,),
        rows=contest_rows(contest, setting.stake(contest.ante)),
        most_hands=1 + max(map(setting.terms.max_splits, setting.terms.ranks)),
    )


def contest_rows(contest: Contest, stake: Cents) -> list[Row]:
    """Return what ante and bet pay together, in the order of their numbers; all of it is asked of hands that are so."""
    aces, kings, low, natural = (cards(text) for text in ("Ac Ad", "Kc Qd", "2c 3d", "Ac Kd"))
    met = [
        ("ante and bet win", aces, kings, False),
        ("the dealer does not qualify", aces, low, False),
        ("the ante beats a dealer natural", aces, natural, True),
        ("a tie", kings, kings, False),
        ("the ante loses to a dealer natural", low, natural, True),
        ("a fold", None, None, False),
        ("ante and bet lose", low, kings, False),
    ]

    def net(own: Sequence[Card] | None, dealer: Sequence[Card] | None, *, natural: bool) -> int:
        if own is None or dealer is None:
            return -stake
        decided, total = contest.decide(best_two(own), dealer, natural=natural), 0
        for wager, pays in zip(decided, (contest.ante_pays, contest.bet_pays), strict=True):
            total += {Outcome.WIN: pays.odds.winnings(stake), Outcome.LOSE: -stake, Outcome.PUSH: 0}[wager.outcome]
        return total

    return [Row(name, net(own, dealer, natural=has)) for name, own, dealer, has in met]


def _qualifying(contest: Contest) -> dict[str, int]:
    """Return with which cards the dealer plays, as bits by their height, and whether a pair is enough."""
    bits, two, three = 0, *cards("2c 3c")
    for card in STANDARD_DECK:
        other = three if card.rank is two.rank else two
        bits |= contest.qualifies((card, other)) << height(card.rank) - height(two.rank)
    kind = FIRST_TWO if contest.first_two else ALL_OF_BOX
    return {"cards": kind, "qualifying": bits, "pair_qualifies": contest.qualifies((two, two))}
