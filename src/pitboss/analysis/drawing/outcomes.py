"""What a main wager comes to with best play: every outcome with its chance.

The solver goes backwards, from what hands are worth. Here its plan is followed forwards, from the deal: how likely
each hand is, what is done with it, and how the dealer then ends. Chances and payoffs that are found in this way must
add up to the worth that the solver has found, which is the proof of both.

Boxes that are not split are exact. A split box can end in very many ways; it is one outcome, with its mean. A dealer's
blackjack is one outcome too, whatever was decided before it was seen: it takes the original wager and no more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from pitboss.analysis.drawing.kernel import HIT, RESCUE, SPLIT, STAND, SURRENDER, follow_up_card
from pitboss.analysis.drawing.solver import Solution, UpCard
from pitboss.analysis.drawing.spread import Figure
from pitboss.analysis.drawing.tables import MOST_OVER, Floats, Multiset, best_total
from pitboss.analysis.drawing.terms import Terms
from pitboss.analysis.priced import MainWager, Outcome
from pitboss.core.kinds import Outcome as Result
from pitboss.games.blackjack.settlement import Finished, HandToPay, Verdict
from pitboss.ids import ClauseId, Clauses

DOUBLES = ("", ", doubled", ", doubled twice")
DECISIONS = RESCUE + 1


class Play(NamedTuple):
    """What is decided on two first cards that lie in these suits: how likely they do, the decision and its worth.

    `suit_left` cards of the suit would complete a premium hand.
    """

    chance: float
    suit: str | None
    suit_left: float
    decision: int
    worth: float


def plays(solution: Solution, at: UpCard, hand: Multiset) -> Iterator[Play]:
    """What is decided on first cards, for each way in which their ranks or suits matter; tens of one rank are first."""
    suits_matter = solution.terms.completed(hand) is not None
    for like, splits in solution.terms.by_ranks(hand):
        for chance, suit, left in solution.suits(hand, at.up) if suits_matter else [(1.0, None, 0.0)]:
            decisions = solution.decisions(at, hand, suit, left, splits=splits)
            chosen = solution.chosen(at, hand, suit, decisions)
            yield Play(like * chance, suit, left, chosen, decisions[chosen])


@dataclass
class Tally:
    """Chances added up: ends of one name that pay the same are one outcome, under the clauses of all of them."""

    chances: defaultdict[tuple[str, float], float] = field(default_factory=lambda: defaultdict(float))
    clauses: defaultdict[tuple[str, float], dict[ClauseId, None]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, chance: float, name: str, pays: float, clauses: Clauses) -> None:
        if chance > 0.0:
            self.chances[name, pays] += chance
            self.clauses[name, pays].update(dict.fromkeys(clauses))

    def outcomes(self) -> Iterator[Outcome[float]]:
        """From the best to the worst."""
        for name, pays in sorted(self.chances, key=lambda each: (-each[1], each[0])):
            yield Outcome(name, self.chances[name, pays], pays, tuple(self.clauses[name, pays]))


class Forward:
    """One pass from the deal to the end of every box.

    `done` holds what is done with each hand by up card, as `follow_up_card` has it; `settled[h, d, f]` the chance that
    hand h with d doubles on it meets end f.
    """

    def __init__(self, solution: Solution) -> None:
        self.solution, self.terms = solution, solution.terms
        self.tally = Tally()
        size, finals = len(self.terms.all_hands), len(self.terms.finals)
        self.done = [np.zeros((size, len(DOUBLES), DECISIONS)) for _ in solution.up_cards]
        self.settled = np.zeros((size, len(DOUBLES), finals))
        self.bust = np.zeros((len(DOUBLES), MOST_OVER, finals))
        self.split_chance, self.split_worth, self.split_square = 0.0, 0.0, Figure(0.0)

    def outcomes(self) -> tuple[Outcome[float], ...]:
        for chance, hand, up in self.solution.starts():
            self._begin(chance, hand, self.solution.up_cards[up])
        for at in self.solution.up_cards:
            self._follow(at)
        for (_, doubles), (hand, chances) in self._alike().items():
            self._settle(hand, doubles, chances)
        self._go_bust()
        return (*self.tally.outcomes(), *self._split())

    def _begin(self, chance: float, hand: Multiset, at: UpCard) -> None:
        """First cards: they meet a dealer's blackjack, or something is decided on them."""
        blackjack, above = at.dealer_blackjack(hand), best_total(hand, self.terms.alphabet)[0] > 21
        ways = list(plays(self.solution, at, hand))
        declined = (
            sum(play.chance for play in ways if play.decision != STAND) if self.terms.declines_early(hand) else 0.0
        )
        lost = 1.0 if above else declined
        if lost > 0.0:
            self._meet_blackjack(chance * blackjack * lost, hand, above=above)
        if lost < 1.0:
            self.settled[at.number(hand), 0, self.terms.blackjack] += chance * blackjack * (1 - lost)
        for play in ways:
            likely = chance * (1 - blackjack) * play.chance
            if not above:
                self.done[at.up][at.number(hand), 0, play.decision] += likely
            if play.decision == SURRENDER:
                rule, lost = self.terms.rules.surrender, at.late_blackjack(hand)
                assert rule is not None
                self.tally.add(likely * (1 - lost), "surrendered", -0.5, rule.at_once + rule.held)
                self.tally.add(likely * lost, "surrendered to a dealer blackjack", -1.0, rule.to_blackjack)
            elif play.decision == SPLIT:
                self.split_chance += likely
                self.split_worth += likely * play.worth
                self.split_square += self.solution.split_square(at, hand).times(likely)
            elif play.decision == HIT and play.suit is not None:
                self._complete(likely, hand, at, play.suit, play.suit_left)

    def _meet_blackjack(self, likely: float, hand: Multiset, *, above: bool) -> None:
        """Cards above 21, or a 21 that was not taken, against a dealer's blackjack."""
        lost = self.terms.lost_to_blackjack(hand) if above else -1.0
        verdict = self.terms.verdict(self.terms.priced(hand), self.terms.blackjack)
        surrender, check = self.terms.rules.surrender, self.terms.rules.dealing.check
        clauses = verdict.clauses if above else () if check is None else check.clauses + check.under_ace
        if lost > -1.0 and surrender is not None:
            self.tally.add(likely, "half lost to a dealer blackjack", lost, surrender.spared or ())
        else:
            self.tally.add(likely, "dealer blackjack", lost, clauses)

    def _complete(self, likely: float, hand: Multiset, at: UpCard, suit: str, suit_left: float) -> None:
        """The third card of the suit makes its own outcome of a hand that the pass takes as one of mixed suits."""
        made = self.terms.completed(hand)
        assert made is not None
        rank, whole = made
        chances = likely * at.chance_in_suit(rank, hand, suit_left) * at.ends[at.number(whole)]
        self.settled[at.number(whole), 0] -= chances
        self._settle(whole, 0, chances, suit)

    def _follow(self, at: UpCard) -> None:
        """Everything that comes of the first decisions against one up card."""
        done, terms, pays = self.done[at.up], self.terms, self.terms.plain_pays
        tables = (at.hands, terms.draws, terms.falling)
        follow_up_card(at.up, at.shoe, at.hole, *tables, at.remembered, pays.lives, at.plan, done, self.bust)
        self.settled += done[:, :, STAND, np.newaxis] * at.ends[:, np.newaxis, :]
        for doubles, more in enumerate(DOUBLES):
            rescued = float(done[:, doubles, RESCUE].sum())
            given_up = () if terms.rules.rescue is None else terms.rules.rescue.offered
            self.tally.add(rescued, f"rescued{more}", float(pays.rescue[doubles]), given_up)

    def _go_bust(self) -> None:
        """Hands above 21: what they lose, unless settlement lets them live or a late blackjack spares something."""
        pays, rules = self.terms.plain_pays, self.terms.rules
        for (doubles, over, final), chance in np.ndenumerate(self.bust):
            comes_to, lost = float(pays.over[doubles, over, final]), float(pays.bust[doubles])
            more, clauses = DOUBLES[doubles], rules.drawing.bust
            name = f"bust{more}"
            if final == self.terms.blackjack:
                spared = comes_to != lost
                name = f"dealer blackjack{more}" if spared or not doubles else name
                clauses += self._double_to_blackjack if spared else ()
            elif comes_to != lost:
                hand = HandToPay(Finished(22 + over, 3, False), doubles > 0)
                verdict = self.terms.verdict(hand, final)
                name, clauses = outcome_name(self.terms, hand, verdict, final) + more, verdict.clauses
            self.tally.add(float(chance), name, comes_to, clauses)

    @property
    def _double_to_blackjack(self) -> Clauses:
        doubling = self.terms.rules.doubling
        return () if doubling is None else doubling.to_blackjack

    def _alike(self) -> dict[tuple[HandToPay, int], tuple[Multiset, Floats]]:
        """Hands that settlement cannot tell apart, put together: one of them, and the chances of all.

        Thousands of hands are a few hundred kinds, and each kind is asked of settlement once.
        """
        found: dict[tuple[HandToPay, int], tuple[Multiset, Floats]] = {}
        for number, doubles in np.argwhere(self.settled.any(axis=2)).tolist():
            hand = self.terms.all_hands[number]
            key = (self.terms.priced(hand, doubles=doubles), doubles)
            _, chances = found.setdefault(key, (hand, np.zeros(len(self.terms.finals))))
            chances += self.settled[number, doubles]
        return found

    def _settle(self, hand: Multiset, doubles: int, chances: Floats, suits: str = "mixed") -> None:
        """A finished hand against each end of the dealer's."""
        priced = self.terms.priced(hand, doubles=doubles, suits=suits)
        for final, chance in enumerate(chances.tolist()):
            verdict = self.terms.verdict(priced, final)
            pays = self.terms.net(hand, final, doubles=doubles, suits=suits)
            name = outcome_name(self.terms, priced, verdict, final) + DOUBLES[doubles]
            late = final == self.terms.blackjack and doubles > 0 and verdict.outcome is Result.LOSE
            self.tally.add(chance, name, pays, verdict.clauses + (self._double_to_blackjack if late else ()))

    def _split(self) -> Iterator[Outcome[float]]:
        if self.split_chance > 0.0:
            mean = self.split_worth / self.split_chance
            splitting = self.terms.rules.splitting
            assert splitting is not None
            yield Outcome("split, with its mean", self.split_chance, mean, splitting.offered)


def outcome_name(terms: Terms, hand: HandToPay, verdict: Verdict, final: int) -> str:
    """What a finished hand is called by how it ends; a premium hand that is paid as one by its row of the table."""
    if verdict.outcome is Result.PUSH:
        return "push"
    if verdict.outcome is Result.LOSE:
        return "dealer blackjack" if final == terms.blackjack else "loss"
    row, premiums = hand.premium or "", terms.rules.settlement.premiums
    premium = None if premiums is None else premiums.pays.get(row)
    if premium is not None and verdict.odds == premium.odds:
        return row.replace("_", " ")
    return "player blackjack" if hand.hand.blackjack else "win"


def main_wager(solution: Solution) -> MainWager:
    """The deviation is exact but for the squares of split boxes, whose error is bounded."""
    forward = Forward(solution)
    outcomes = forward.outcomes()
    squares = sum(chance * pays**2 for (_, pays), chance in forward.tally.chances.items())
    variance = squares + forward.split_square.value - solution.value**2
    sd = float(variance**0.5)
    return MainWager(float(solution.value), sd, outcomes, sd_error(sd, forward.split_square.error))


def sd_error(sd: float, variance_error: float) -> float:
    """The most by which a deviation is wrong if its square is wrong by no more than this."""
    return sd - max(0.0, sd**2 - variance_error) ** 0.5 if sd else 0.0
