"""Pai Jack solved exactly: every packet against every packet of the dealer, in fractions.

What cards count is all that the main wager knows of them, so a packet is a multiset of points. Beside each of the
player's the dealer's come from the other cards in so many ways, a product of binomials; all sums are whole numbers
below 2 to the 53rd, which floats hold exactly. How packets may be set, how the dealer sets his and what becomes of a
wager the compiled rules say, so their readings are priced with them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product
from math import comb, lcm, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.priced import Outcome, Priced
from pitboss.analysis.side import odds_of
from pitboss.cards import Card
from pitboss.core.kinds import Outcome as Ending
from pitboss.games.colorado.pai_jack_rules import PaiJackRules
from pitboss.games.colorado.pai_jack_settlement import Comparison, of_totals
from pitboss.ids import Clauses
from pitboss.rules.setting import PACKET, Setting, Totals
from pitboss.wagers.pai_jack_bonus import is_pai_jack, matters
from pitboss.wagers.side import SideWager

Points = tuple[int, ...]
"""What cards count, in rising order, an ace 11."""
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
TEN, ACE = 10, 11  # points
PAI_JACK, BUST = "pai jack", "bust"
End = Totals | str
"""What a packet comes to: the totals as it was set, a Pai Jack or a bust."""


class Way(NamedTuple):
    """A lawful way to set a packet: what its low and its high cards count, and what both hands come to."""

    low: Points
    high: Points
    totals: Totals


Plan = Mapping[Points, Way]
"""How every packet is set; a Pai Jack and a bust are not asked, and not in it."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a setting is worth for each unit of the main wager, and how often it wins, pushes and loses."""

    totals: Totals
    ev: Fraction
    wins: Fraction
    pushes: Fraction
    loses: Fraction


@dataclass(frozen=True, slots=True)
class Difference:
    """A packet whose best setting is not the house way, its chance, and what both are worth."""

    packet: Points
    chance: Fraction
    house_way: Worth
    best: Worth

    @property
    def loss(self) -> Fraction:
        """What the house way loses where the packet comes."""
        return self.best.ev - self.house_way.ev


@dataclass(frozen=True, slots=True)
class RuleOfThumb:
    """The house way is kept where its totals both reach one of these; otherwise the low hand is as high as can be."""

    says: str
    keeps: tuple[Totals, ...]

    def chosen(self, ways: Sequence[Way]) -> Way:
        high, low = ways[-1].totals
        if any(high >= each.high and low >= each.low for each in self.keeps):
            return ways[-1]
        return max(ways, key=lambda way: (way.totals.low, way.totals.high))


ALWAYS = Totals(0, 0)
RULES_OF_THUMB = (
    RuleOfThumb("the house way", (ALWAYS,)),
    RuleOfThumb("the house way with 21 high; otherwise the highest low hand", (Totals(21, 0),)),
    RuleOfThumb(
        "the house way with 21 high, or with 14 or more low; otherwise the highest low hand",
        (Totals(21, 0), Totals(0, 14)),
    ),
    RuleOfThumb(
        "the house way with 21 high, with 20 over 13 or more, or with 19 over 16 or more; otherwise the highest low "
        "hand",
        (Totals(21, 0), Totals(20, 13), Totals(19, 16)),
    ),
)
"""From what everybody knows to what nearly everybody could; each says by itself how to set every packet."""


def points_of(cards: Sequence[Card]) -> Points:
    return tuple(sorted(card.points for card in cards))


@dataclass
class Packets:
    """The game under these rules, dealt from these cards."""

    rules: PaiJackRules
    cards: tuple[Card, ...]

    # Packets, and what they come to.

    @cached_property
    def held(self) -> Counter[int]:
        """How many cards of each count there are."""
        return Counter(card.points for card in self.cards)

    @cached_property
    def number(self) -> dict[Points, int]:
        """Every packet that the cards can make, numbered."""
        found = combinations_with_replacement(sorted(self.held), PACKET)
        there = [each for each in found if all(count <= self.held[rank] for rank, count in Counter(each).items())]
        return {packet: number for number, packet in enumerate(there)}

    @cached_property
    def some(self) -> dict[Points, tuple[Card, ...]]:
        """Cards of each packet; which ones does not matter to the main wager."""
        by_points = {rank: [card for card in self.cards if card.points == rank] for rank in self.held}
        return {
            packet: tuple(card for rank, count in Counter(packet).items() for card in by_points[rank][:count])
            for packet in self.number
        }

    @cached_property
    def ways(self) -> dict[Points, tuple[Way, ...]]:
        """Every packet that is set, with all ways that differ in their totals, the house way last."""
        found: dict[Points, tuple[Way, ...]] = {}
        for packet, cards in self.some.items():
            lawful = [] if is_pai_jack(cards) else self.rules.arranging.lawful(cards)
            ways = {self.rules.arranging.totals(each): each for each in lawful}
            if ways:
                found[packet] = tuple(Way(points_of(s.low), points_of(s.high), total) for total, s in ways.items())
        return found

    @cached_property
    def unasked(self) -> dict[Points, End]:
        """What the other packets come to."""
        others = {packet: cards for packet, cards in self.some.items() if packet not in self.ways}
        return {packet: PAI_JACK if is_pai_jack(cards) else BUST for packet, cards in others.items()}

    @cached_property
    def of_dealer(self) -> list[End]:
        """What the dealer's packets come to, by their numbers."""
        return [self._end_of_dealer(cards) for cards in self.some.values()]

    def _end_of_dealer(self, cards: tuple[Card, ...]) -> End:
        if is_pai_jack(cards):
            return PAI_JACK
        setting = self.rules.arranging.of_dealer(cards)
        return BUST if setting is None else self.rules.arranging.totals(setting)

    # How often.

    @cached_property
    def weights(self) -> Ints:
        """In how many ways the cards make each packet."""
        ways = [prod(comb(self.held[each], count) for each, count in Counter(packet).items()) for packet in self.number]
        return np.array(ways, dtype=np.int64)

    @cached_property
    def deals(self) -> int:
        """In how many ways the dealer's packet comes beside one of the player's."""
        return comb(len(self.cards) - PACKET, PACKET)

    @cached_property
    def rounds(self) -> int:
        """In how many ways both packets come."""
        return comb(len(self.cards), PACKET) * self.deals

    def chance(self, packet: Points) -> Fraction:
        return Fraction(int(self.weights[self.number[packet]]) * self.deals, self.rounds)

    @cached_property
    def dealer_ends(self) -> list[End]:
        """What the dealer's packets can come to."""
        return sorted(set(self.of_dealer), key=str)

    @cached_property
    def _beside(self) -> Floats:
        """In how many ways the dealer comes to each of his ends beside each packet of the player's."""
        ways = np.ones((len(self.number), len(self.number)))
        for rank, held in self.held.items():
            taken = np.array([packet.count(rank) for packet in self.number])
            drawn = np.array([[comb(left, count) for count in range(PACKET + 1)] for left in range(held + 1)], float)
            ways *= drawn[(held - taken)[:, None], taken[None, :]]
        places = {end: place for place, end in enumerate(self.dealer_ends)}
        made = np.zeros((len(self.number), len(places)))
        made[np.arange(len(made)), [places[end] for end in self.of_dealer]] = 1
        found: Floats = ways @ made
        return found

    # What becomes of the main wager.

    @cached_property
    def kinds(self) -> dict[End, int]:
        """What a player's packet can come to, numbered."""
        totals = sorted({way.totals for ways in self.ways.values() for way in ways})
        every: list[End] = [PAI_JACK, BUST, *totals]
        return {end: number for number, end in enumerate(every)}

    @cached_property
    def decided(self) -> tuple[Ints, list[Fraction]]:
        """By what a packet comes to and the dealer's end: the row of the settlement; and what each row comes to."""
        settled, ends = self.rules.settlement, self.dealer_ends
        places = {row.name: place for place, row in enumerate(settled.table.rows)}
        found, pays = np.zeros((len(self.kinds), len(ends)), dtype=np.int64), [Fraction(0)] * len(places)
        for (kind, mine), (theirs, end) in product(self.kinds.items(), enumerate(ends)):
            met = _met(kind, end)
            row = settled.table.decide(met)
            found[mine, theirs] = place = places[row.name]
            if row.outcome is not Ending.PUSH:
                pays[place] = odds_of(settled.pays(met).odds) if row.outcome is Ending.WIN else Fraction(-1)
        return found, pays

    @cached_property
    def pays(self) -> list[Fraction]:
        """What each row of the settlement comes to, for each unit of the main wager."""
        return self.decided[1]

    @cached_property
    def place(self) -> dict[tuple[Points, End], int]:
        """Every packet with everything that it can come to, numbered."""
        asked = [(packet, way.totals) for packet, ways in self.ways.items() for way in ways]
        return {each: number for number, each in enumerate([*asked, *self.unasked.items()])}

    @cached_property
    def counts(self) -> Ints:
        """By place and row of the settlement: beside how many packets of the dealer that row decides."""
        ways = self._beside[[self.number[packet] for packet, _ in self.place]]
        rows = self.decided[0][[self.kinds[end] for _, end in self.place]]
        counted = [np.where(rows == row, ways, 0).sum(axis=1) for row in range(len(self.pays))]
        found: Ints = np.rint(np.stack(counted, axis=1)).astype(np.int64)
        return found

    @cached_property
    def whole(self) -> tuple[Ints, int]:
        """By place: what it is worth, in whole numbers, of which so many make a unit."""
        unit = lcm(*(each.denominator for each in self.pays))
        worths: Ints = self.counts @ np.array([int(each * unit) for each in self.pays], dtype=np.int64)
        return worths, unit * self.deals

    def worth(self, packet: Points, end: End) -> Fraction:
        """What a packet that comes to this is worth, for each unit of the main wager."""
        worths, unit = self.whole
        return Fraction(int(worths[self.place[packet, end]]), unit)

    def _worth(self, packet: Points, totals: Totals) -> Worth:
        ends: dict[Ending, int] = defaultdict(int)
        counts = self.counts[self.place[packet, totals]]
        for row, count in zip(self.rules.settlement.table.rows, counts, strict=True):
            ends[row.outcome] += int(count)
        won, pushed, lost = (Fraction(ends[each], self.deals) for each in (Ending.WIN, Ending.PUSH, Ending.LOSE))
        return Worth(totals, self.worth(packet, totals), won, pushed, lost)

    # Plans, and what they are worth.

    @cached_property
    def house_way(self) -> Plan:
        return {packet: ways[-1] for packet, ways in self.ways.items()}

    @cached_property
    def best(self) -> Plan:
        """The best way of every packet; the house way where nothing is better."""

        def worth(packet: Points, way: Way) -> int:
            return int(self.whole[0][self.place[packet, way.totals]])

        return {packet: max(reversed(ways), key=lambda way: worth(packet, way)) for packet, ways in self.ways.items()}

    def by(self, rule: RuleOfThumb) -> Plan:
        return {packet: rule.chosen(ways) for packet, ways in self.ways.items()}

    def end(self, packet: Points, plan: Plan) -> End:
        """What a packet comes to by this plan."""
        return plan[packet].totals if packet in plan else self.unasked[packet]

    def main(self, plan: Plan) -> Priced:
        """The main wager as this plan sets: every row of the settlement with its chance."""
        places = [self.place[packet, self.end(packet, plan)] for packet in self.number]
        counts = self.weights @ self.counts[places]
        rows = zip(self.rules.settlement.table.rows, counts, self.pays, strict=True)
        outcomes = [Outcome(row.name, Fraction(int(n), self.rounds), pays, row.clauses) for row, n, pays in rows if n]
        method = "counting every packet of the player's, as it is set, against every one of the dealer's"
        return Priced(self.rules.played, tuple(sorted(outcomes, key=lambda each: each.pays)), method)

    def lost_by(self, rule: RuleOfThumb) -> Fraction:
        """What a rule of thumb loses to the best setting of every packet, of each unit of the main wager."""
        return self.main(self.best).ev - self.main(self.by(rule)).ev

    @cached_property
    def differences(self) -> list[Difference]:
        """Packets that are better not set by house way, those that matter most first."""
        found = []
        for packet in self.ways:
            house_way, best = (plan[packet].totals for plan in (self.house_way, self.best))
            if house_way != best:
                both = self._worth(packet, house_way), self._worth(packet, best)
                found.append(Difference(packet, self.chance(packet), *both))
        return sorted(found, key=lambda each: -each.chance * each.loss)

    def settings(self, cards: Sequence[Card]) -> list[tuple[Setting, Worth]]:
        """Every lawful setting of these cards that differs in its totals, the best first; none where none is asked."""
        packet = points_of(cards)
        if packet not in self.ways:
            return []
        lawful = {self.rules.arranging.totals(each): each for each in self.rules.arranging.lawful(cards)}
        found = [(setting, self._worth(packet, totals)) for totals, setting in reversed(lawful.items())]
        return sorted(found, key=lambda each: -each[1].ev)

    # The wager on the packet itself.

    def _made(self, side: SideWager) -> dict[tuple[int, int], Counter[tuple[str, ...]]]:
        """By the number of aces and of ten-valued cards: how often they make which rows."""
        found: dict[tuple[int, int], Counter[tuple[str, ...]]] = defaultdict(Counter)
        there = [card for card in self.cards if matters(card)]
        for count in range(PACKET + 1):
            for some in combinations(there, count):
                tens = sum(card.points == TEN for card in some)
                found[count - tens, tens][side.rows(some)] += 1
        return found

    def side(self, side: SideWager) -> Priced:
        """The wager on the packet, whatever is set: the cards that matter to it in every way, beside any others."""
        others = len(self.cards) - sum(map(matters, self.cards))
        counted: Counter[tuple[str, ...]] = Counter()
        for held, rows in self._made(side).items():
            for row, count in rows.items():
                counted[row] += count * comb(others, PACKET - sum(held))
        every = comb(len(self.cards), PACKET)
        outcomes = [
            Outcome(side.named(rows), Fraction(count, every), _pays(side, rows), _cited(side, rows))
            for rows, count in counted.items()
        ]
        return Priced(side.id, tuple(sorted(outcomes, key=lambda each: each.pays)), "counting every packet")

    def covariance(self, plan: Plan, side: SideWager) -> Fraction:
        """How the main wager as this plan sets and the wager on the packet move together, for a unit of each.

        Given what a packet's cards count the two do not depend on each other.
        """
        made = self._made(side)
        given = {
            held: sum((count * _pays(side, each) for each, count in rows.items()), Fraction(0)) / rows.total()
            for held, rows in made.items()
        }
        both = Fraction(0)
        for packet in self.number:
            worth = self.worth(packet, self.end(packet, plan))
            both += self.chance(packet) * worth * given[packet.count(ACE), packet.count(TEN)]
        return both - self.main(plan).ev * self.side(side).ev


def _met(mine: End, theirs: End) -> Comparison:
    if isinstance(mine, Totals) and isinstance(theirs, Totals):
        return of_totals(mine, theirs)
    return Comparison(
        pai_jack=mine == PAI_JACK,
        bust=mine == BUST,
        dealer_pai_jack=theirs == PAI_JACK,
        dealer_bust=theirs == BUST,
    )


def _pays(side: SideWager, rows: tuple[str, ...]) -> Fraction:
    return odds_of(side.odds(rows).odds) if rows else Fraction(-1)


def _cited(side: SideWager, rows: tuple[str, ...]) -> Clauses:
    return side.odds(rows).clauses if rows else side.loses
