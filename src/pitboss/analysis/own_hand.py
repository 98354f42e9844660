"""A side wager on the cards of its own box, drawn ones included, played together with the main wager.

While drawn cards can still change what the side wager pays, a hand is the cards of the main wager and the state of the
side wager; such hands are few. Once they cannot, the hand is plain blackjack and the side wager a constant. So the
worth of best play for both is exact where the drawing solver's is, for any two stakes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pitboss.analysis.drawing.chart import UP_NAMES, UP_ORDER
from pitboss.analysis.drawing.kernel import BEST, DOUBLE, HIT, NAMES, NEVER, SPLIT, STAND, SURRENDER, worth
from pitboss.analysis.drawing.outcomes import main_wager
from pitboss.analysis.drawing.solver import Solution, UpCard
from pitboss.analysis.drawing.splits import HALF
from pitboss.analysis.drawing.tables import Floats, Ints, Multiset, best_total, numbers, with_card
from pitboss.analysis.drawing.terms import multiset, rank_of
from pitboss.analysis.priced import Joined, Outcome
from pitboss.cards import STANDARD_DECK, Card, Rank
from pitboss.ids import Clauses
from pitboss.payouts import Jackpot, Payout, Pays
from pitboss.wagers.side import OwnHand, SideWager

Kinds = tuple[int, ...]
"""Cards by the number of their kind."""

NEXT_TO_NOTHING = 1e-9
LARGE_METER, TENTH_OF_A_CENT = 1e11, 0.1
LETTERS = {STAND: "S", HIT: "H", DOUBLE: "D", SPLIT: "P", SURRENDER: "R"}
RANKS_IN_ORDER = list(Rank)


class Prize(NamedTuple):
    """What a row pays for each unit of the side wager, and by which clauses."""

    pays: float
    clauses: Clauses


def prizes_of(side: SideWager, stake: float = 1.0, meter: float = 0.0) -> dict[str, Prize]:
    """What the rows of a wager pay at this stake and with a meter that shows so much, both in cents.

    A share of the meter does not depend on the stake, so a small wager is worth more for each unit of it. Of whole
    cents it is whole cents.
    """
    found = {}
    for row, pays in side.pays.items():
        assert isinstance(pays, Payout | Jackpot), "a wager on the cards of its box pays odds, and a meter's share"
        award = pays.percent * meter if isinstance(pays, Jackpot) else 0.0
        award = award // 100 if isinstance(meter, int) else award / 100
        found[row] = Prize(pays.odds.pays / pays.odds.to + award / stake, pays.clauses)
    return found


def break_even(solution: Solution, side: SideWager, ratio: float, stake: float) -> float | None:
    """What the meter has to show, in cents, so that placing the wager costs nothing; nothing where it pays none of it.

    What both wagers are worth grows with the meter as a bundle of straight lines, one for each way to play. From above
    the zero of the line that is best leads down to the zero of all of them.
    """
    shares = np.array([0.0] + [_share(pays) for pays in side.pays.values()])
    if not shares.any():
        return None
    meter, before = LARGE_METER, float("inf")
    while before - meter > TENTH_OF_A_CENT:
        both = Beside(solution, side, ratio, prizes_of(side, stake, meter))
        before, meter = meter, meter - both.ev / float(both.end.chance @ shares) * stake
    return meter


def _share(pays: Pays) -> float:
    return pays.percent / 100 if isinstance(pays, Jackpot) else 0.0


class End(NamedTuple):
    """How both wagers end from here on: the square of the main one's result; by row of the side wager its chance, and
    the main one's result times that.
    """

    square: float
    chance: Floats
    worth: Floats

    def times(self, chance: float) -> End:
        return End(chance * self.square, chance * self.chance, chance * self.worth)

    def plus(self, other: End) -> End:
        return End(self.square + other.square, self.chance + other.chance, self.worth + other.worth)


class Held(NamedTuple):
    """A hand whose side wager is not decided: its cards by rank and by kind, and the state of the wager."""

    hand: Multiset
    kinds: Kinds
    state: Hashable


class Played(NamedTuple):
    """The best decision on a hand for both wagers together, and how it ends; `all` has every other decision too."""

    decision: int
    end: End
    all: Mapping[int, End]


def _key(up: int, held: Held) -> str:
    """Name an up card and a hand by the kinds of their cards, of which the first two have no order."""
    first, second, *drawn = held.kinds
    return " ".join(map(str, (up, min(first, second), max(first, second), *drawn)))


@dataclass
class Beside:
    """Both wagers played together as is best; the side wager is `ratio` times as high as the main one.

    At no stake at all it is played as one of next to nothing would be: the main wager decides, and it breaks ties.
    `known` has what `all_worths` returned earlier.
    """

    solution: Solution
    side: SideWager
    ratio: float
    prizes: Mapping[str, Prize]
    known: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    _played: dict[tuple[int, Held], Played] = field(default_factory=dict, init=False)
    _squares: dict[int, Floats] = field(default_factory=dict, init=False)
    _open: dict[Hashable, bool] = field(default_factory=dict, init=False)

    @property
    def own(self) -> OwnHand:
        assert self.side.own is not None
        return self.side.own

    @cached_property
    def rows(self) -> tuple[str | None, ...]:
        return (None, *self.side.pays)

    @cached_property
    def pays(self) -> Floats:
        """What each row comes to for a unit of the side wager."""
        return np.array([-1.0 if row is None else self.prizes[row].pays for row in self.rows])

    @cached_property
    def _kinds(self) -> dict[Card, int]:
        """The kind of every card: what the wager, the count of points or a pair by rank tells apart."""
        found: dict[object, int] = {}
        shoe, by_rank = dict.fromkeys(self.solution.terms.game.shoe), self.solution.terms.by_rank
        like = {card: (card.rank if by_rank else rank_of(card), self._column(card)) for card in shoe}
        return {card: found.setdefault(each, len(found)) for card, each in like.items()}

    @cached_property
    def kinds(self) -> tuple[Card, ...]:
        """One card of each kind."""
        return tuple(self.cards_of(kind)[0] for kind in range(1 + max(self._kinds.values())))

    def cards_of(self, kind: int) -> list[Card]:
        """All cards of a kind."""
        return [card for card, each in self._kinds.items() if each == kind]

    def _column(self, card: Card) -> Hashable:
        """What the wager makes of a card, whatever came before it; an unlike card would make something else of it."""
        firsts = tuple(self.own.begin(other, card) for other in STANDARD_DECK)
        return firsts, tuple(self.own.then(state, card) for state in self._states)

    @cached_property
    def _states(self) -> tuple[Hashable, ...]:
        """Every state that the wager can be in."""
        first = (self.own.begin(one, other) for one in STANDARD_DECK for other in STANDARD_DECK)
        found: dict[Hashable, None] = dict.fromkeys(each for each in first if each is not None)
        for state in (waiting := list(found)):
            for card in STANDARD_DECK:
                then = self.own.then(state, card)
                if then not in found:
                    found[then] = None
                    waiting.append(then)
        return tuple(found)

    @cached_property
    def copies(self) -> Ints:
        """How many cards of each kind the shoe holds."""
        return np.bincount([self._kinds[card] for card in self.solution.terms.game.shoe])

    @cached_property
    def _rank(self) -> Ints:
        return np.array([rank_of(card) for card in self.kinds], dtype=np.int64)

    def of_rank(self, rank: int) -> list[int]:
        """The kinds of cards that count as this rank does."""
        found: list[int] = np.flatnonzero(self._rank == rank).tolist()
        return found

    def is_open(self, state: Hashable) -> bool:
        """Whether a card could still change what the wager pays."""
        if state not in self._open:
            self._open[state] = any(self.own.then(state, card) != state for card in self.kinds)
        return self._open[state]

    def at(self, up: int) -> UpCard:
        """The solver's view of an up card of this kind."""
        return self.solution.up_cards[int(self._rank[up])]

    def starts(self) -> Iterator[tuple[float, Held, int]]:
        """Two first cards that have not lost, against each kind of up card, with their chance."""
        size = int(self.copies.sum())
        for one, first in enumerate(self.kinds):
            for other, second in enumerate(self.kinds[one:], start=one):
                state = self.own.begin(first, second)
                left = self.copies.copy()
                chance = (1 if one == other else 2) * float(left[one] / size)
                left[one] -= 1
                chance *= float(left[other] / (size - 1))
                left[other] -= 1
                held = Held(multiset((first, second)), (one, other), state)
                for up in np.flatnonzero(left).tolist() if state is not None and chance > 0 else ():
                    yield chance * float(left[up] / (size - 2)), held, up

    def play(self, up: int, held: Held) -> Played:
        """What is best on a hand, once the dealer has no blackjack."""
        key = (up, held)
        if key not in self._played:
            ends = dict(self._decisions(up, held))
            best = max(ends, key=lambda each: self.together(ends[each]))
            self._played[key] = Played(best, ends[best], ends)
        return self._played[key]

    def spelled(self, held: Held) -> tuple[str, ...]:
        """The ranks of a hand from the lowest on, an ace of a kind of its own with its suit."""
        cards = sorted((self.kinds[kind] for kind in held.kinds), key=lambda card: RANKS_IN_ORDER.index(card.rank))
        several = Counter(card.rank for card in self.kinds)
        rare = {card for card in self.kinds if several[card.rank] > 1 and len(self.cards_of(self._kinds[card])) == 1}
        return tuple(card.text if card in rare else str(card.rank) for card in cards)

    def alone_decision(self, up: int, held: Held) -> int:
        """What is decided on a hand for the main wager alone."""
        at = self.at(up)
        if sum(held.hand) > 2:
            return int(at.plan[numbers()[held.hand], 0])
        decisions = self.solution.decisions(at, held.hand, splits=self._may_be_pair(held))
        return self.solution.chosen(at, held.hand, None, decisions)

    def _may_be_pair(self, held: Held) -> bool:
        """Whether first cards that count the same are a pair by their ranks, too."""
        if self.solution.terms.like_tens(held.hand) is None:
            return True
        return len({self.kinds[kind].rank for kind in held.kinds}) == 1

    def all_played(self) -> Iterator[tuple[int, Held, Played]]:
        """Every hand that can come up while the side wager is not decided, against each kind of up card."""
        for _, held, up in self.starts():
            self.play(up, held)
        for (up, held), played in self._played.items():
            yield up, held, played

    def worths(self, hand: Sequence[Card], shown: Mapping[Card, int]) -> dict[str, float]:
        """The worth of each decision on these cards, in the order in which they came, for both wagers together.

        Over the up cards that it may be, in units of the main wager. Nothing where the side wager is decided already.
        """
        first, second, *drawn = hand
        state = self.own.begin(first, second)
        for card in drawn if state is not None else ():
            state = self.own.then(state, card)
        if state is None or not self.is_open(state):
            return {}
        held = Held(multiset(hand), tuple(self._kinds[card] for card in hand), state)
        total: dict[str, float] = {}
        for card, copies in shown.items():
            share = copies / sum(shown.values())
            for name, value in self._decision_worths(self._kinds[card], held).items():
                total[name] = total.get(name, 0.0) + share * value
        return total

    def all_worths(self) -> dict[str, dict[str, float]]:
        """Return what each decision is worth on every hand whose side wager may still win, to be `known` later."""
        return {_key(up, held): self._decision_worths(up, held) for up, held, _ in self.all_played()}

    def _decision_worths(self, up: int, held: Held) -> dict[str, float]:
        known = self.known.get(_key(up, held))
        if known is not None:
            return dict(known)
        return {NAMES[decision]: self.together(end) for decision, end in self.play(up, held).all.items()}

    def together(self, end: End) -> float:
        """What both wagers are worth, for a unit of the main one."""
        return float(end.worth.sum() + max(self.ratio, NEXT_TO_NOTHING) * (end.chance @ self.pays))

    def _decisions(self, up: int, held: Held) -> Iterator[tuple[int, End]]:
        at, number = self.at(up), numbers()[held.hand]
        row, pays = at.values[number], at.terms.plain_pays
        two = at.decisions(held.hand, splits=self._may_be_pair(held)) if sum(held.hand) == 2 else {}
        ends = at.ends_beside(held.hand)
        stood = pays.stood[number]
        yield STAND, self._decided(float(row[STAND]), float(worth(ends, stood**2)), held.state)
        if sum(held.hand) == 2 and best_total(held.hand)[0] == 21:
            return
        for decision in (SPLIT, SURRENDER):
            if decision in two:
                square = self._first_square(at, held.hand, decision)
                yield decision, self._decided(two[decision], square, held.state)
        if row[HIT] > NEVER:
            yield HIT, self._over_cards(up, held, doubled=False)
        if row[DOUBLE] > NEVER:
            yield DOUBLE, self._over_cards(up, held, doubled=True)

    def _first_square(self, at: UpCard, hand: Multiset, decision: int) -> float:
        """The square of what first cards come to that are split or given up; nothing for any other decision."""
        if decision == SPLIT:
            return at.split_square(hand).value
        return HALF**2 if decision == SURRENDER else 0.0

    def _decided(self, main: float, square: float, state: Hashable) -> End:
        """The side wager can change no more."""
        chance = np.zeros(len(self.rows))
        chance[self.rows.index(self.own.row(state))] = 1.0
        return End(square, chance, main * chance)

    def _over_cards(self, up: int, held: Held, *, doubled: bool) -> End:
        """What a card makes of a hand, over all that may come."""
        at = self.at(up)
        left = self.copies - np.bincount([*held.kinds, up], minlength=len(self.kinds))
        found = End(0.0, np.zeros(len(self.rows)), np.zeros(len(self.rows)))
        for rank in at.terms.ranks:
            chance = at.chance_of(rank, held.hand)
            of_rank = np.flatnonzero((self._rank == rank) & (left > 0))
            total = left[of_rank].sum()
            for kind in of_rank.tolist() if chance > 0 else ():
                then = self._with_card(up, held, kind, doubled=doubled)
                found = found.plus(then.times(chance * float(left[kind] / total)))
        return found

    def _with_card(self, up: int, held: Held, kind: int, *, doubled: bool) -> End:
        at, pays = self.at(up), self.at(up).terms.plain_pays
        hand = with_card(held.hand, int(self._rank[kind]))
        if best_total(hand)[0] > 21:
            lost = float(pays.bust[int(doubled)])
            return self._decided(lost, lost**2, held.state)  # the card that passes 21 does not count
        state = held.state if doubled and not self.own.doubles else self.own.then(held.state, self.kinds[kind])
        number = numbers()[hand]
        if doubled:
            ends, nets = at.ends_beside(hand), pays.doubled[number]
            return self._decided(float(worth(ends, nets)), float(worth(ends, nets**2)), state)
        if self.is_open(state):
            return self.play(up, Held(hand, (*held.kinds, kind), state)).end
        return self._decided(float(at.values[number, BEST]), float(self._squares_of(at)[number]), state)

    def _squares_of(self, at: UpCard) -> Floats:
        """The square of what a hand comes to by the plan of the main wager alone."""
        if at.up not in self._squares:
            everything = np.ones(len(at.terms.all_hands), dtype=np.int64)
            self._squares[at.up] = at.moments(at.shoe, everything, at.terms.plain_pays, at.plan)[0]
        return self._squares[at.up]

    def _alone(self, up: int, held: Held) -> End:
        """The same first cards when the main wager is played for itself."""
        at = self.at(up)
        decisions = self.solution.decisions(at, held.hand, splits=self._may_be_pair(held))
        best = STAND if best_total(held.hand)[0] == 21 else self.alone_decision(up, held)
        square = self._first_square(at, held.hand, best) or float(self._squares_of(at)[numbers()[held.hand]])
        return self._decided(decisions[best], square, held.state)

    @cached_property
    def end(self) -> End:
        """A round. First cards that lose the side wager are played for the main one alone."""
        main = main_wager(self.solution.without_award())
        assert main.sd is not None
        lost = self.rows.index(None)
        found = End(main.sd**2 + main.ev**2, np.zeros(len(self.rows)), np.zeros(len(self.rows)))
        found.chance[lost], found.worth[lost] = 1.0, main.ev
        for chance, held, up in self.starts():
            blackjack = self.at(up).dealer_blackjack(held.hand)
            net = self.solution.terms.net(held.hand, self.solution.terms.blackjack)
            to_blackjack = self._decided(net, net**2, held.state)
            alone, together = (
                to_blackjack.times(blackjack).plus(end.times(1 - blackjack))
                for end in (self._alone(up, held), self.play(up, held).end)
            )
            found = found.plus(together.times(chance))
            found.chance[lost] -= chance
            found.worth[lost] -= chance * float(alone.worth.sum())
            found = found._replace(square=found.square - chance * alone.square)
        return found

    @property
    def main(self) -> float:
        """What the main wager is worth when both are played together."""
        return float(self.end.worth.sum())

    @property
    def beside(self) -> float:
        """What the side wager itself comes to, for a unit of it."""
        return float(self.end.chance @ self.pays)

    @property
    def ev(self) -> float:
        """What placing the side wager adds, for a unit of it: what it comes to, less what it costs the main wager."""
        if not self.ratio:
            return self.beside
        return self.beside - (self.solution.value - self.main) / self.ratio

    @property
    def sd(self) -> float:
        """The standard deviation of the side wager itself."""
        return float((self.end.chance @ self.pays**2 - self.beside**2) ** 0.5)

    @property
    def combined(self) -> tuple[float, float]:
        """Expectation and standard deviation of both together, for a unit of all that is wagered."""
        end, ratio = self.end, self.ratio
        mean = self.main + ratio * self.beside
        square = end.square + 2 * ratio * float(end.worth @ self.pays) + ratio**2 * float(end.chance @ self.pays**2)
        return mean / (1 + ratio), float((square - mean**2) ** 0.5) / (1 + ratio)

    def joined(self) -> Joined:
        return Joined(self.ev, self.beside, self.sd, self.main, self.combined, self.outcomes())

    def outcomes(self) -> tuple[Outcome[float], ...]:
        """Every row with its chance, from the best to the worst."""
        found = sorted(
            zip(self.rows, self.end.chance.tolist(), self.pays.tolist(), strict=True), key=lambda row: -row[2]
        )
        return tuple(
            Outcome(
                self.side.named(() if row is None else (row,)),
                chance,
                pays,
                self.side.loses if row is None else self.prizes[row].clauses,
            )
            for row, chance, pays in found
        )


def chase_rows(beside: Beside) -> list[list[str]]:
    """What is decided on hands that may still improve the side wager, by their cards and the up card, with a heading.

    Only those are there of which something is decided otherwise than for the main wager alone.
    """
    commonest = [int(max(beside.of_rank(up), key=lambda kind: beside.copies[kind])) for up in UP_ORDER]
    found: dict[tuple[str, ...], list[str]] = {}
    changed: set[tuple[str, ...]] = set()
    for up, held, played in beside.all_played():
        name = beside.spelled(held)
        if up in commonest and beside.is_open(held.state):
            row = found.setdefault(name, [""] * len(UP_ORDER))
            row[commonest.index(up)] = LETTERS[played.decision]
            if played.decision != beside.alone_decision(up, held):
                changed.add(name)
    order = sorted(changed, key=_in_order)
    return [["", *UP_NAMES], *([" ".join(name), *found[name]] for name in order)]


def _in_order(name: tuple[str, ...]) -> tuple[int, list[int], tuple[str, ...]]:
    """Sort hands by size and ranks; the name itself tells a suited hand from another of the same ranks."""
    return len(name), [RANKS_IN_ORDER.index(Rank(card[0])) for card in name], name
