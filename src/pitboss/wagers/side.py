"""What a side wager is. Adding one takes a module that says which row some cards make, and its rows in a rulebook.

One step settles all of them, one pricer counts them, one table of the kernel plays them, one line puts each on the sign
and on the screen. None of these knows any wager by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

from pitboss.cards import Card, Rank
from pitboss.core.betting import Limit, WagerTerms
from pitboss.core.hands import Hand, score
from pitboss.core.layout import Layout
from pitboss.core.wagering import PlaceLate
from pitboss.ids import Clauses, HandId, Wager
from pitboss.money import Cents
from pitboss.payouts import Payout, Pays, Spin

Rows = Callable[[Sequence[Card]], tuple[str, ...]]


class Origin(StrEnum):
    """Where a card lies that a side wager is decided by."""

    FIRST = "the first card of the box"
    SECOND = "the second card of the box"
    THIRD = "the third card of the box"
    OTHER_FIRST = "the first card of the second spot"
    OTHER_SECOND = "the second card of the second spot"
    UP = "the dealer's up card"
    HOLE = "the dealer's second card"
    DEALER = "all cards of the dealer"
    DRAWN = "the cards drawn to the box"
    PACKET = "all cards of the packet"


class Moment(StrEnum):
    """When something is done about a wager."""

    BEFORE_CARDS = "before the first card"
    AFTER_DEAL = "when the first cards lie"
    AFTER_CHECK = "when the dealer has no blackjack"
    AFTER_PLAY = "when all players have acted"
    SECOND_CARD = "when the dealer's second card shows"
    BESIDE_MAIN = "right after the main wager of its box"
    WITH_MAIN = "when the dealer's hand is complete"


class SettlementOrder(StrEnum):
    """In which order wagers of a kind are settled."""

    LOSERS_FIRST = "from the dealer's right, all losing wagers first"
    ONE_PASS = "from the dealer's right, in one pass"
    FROM_LEFT = "from the dealer's left"


@dataclass(frozen=True, slots=True)
class WholeHand:
    """How a wager on the dealer's whole hand goes through its cards: what the up card is, what each further one makes
    of that, and which row it is in the end if he is bust.

    `apart` tells which cards need to be told apart beside an up card; those that count differently always are.
    """

    begin: Callable[[Card], Hashable]
    then: Callable[[Hashable, Card], Hashable]
    row: Callable[[Hashable], str | None]
    apart: Callable[[Card, Card], Hashable]

    def __call__(self, seen: Sequence[Card]) -> tuple[str, ...]:
        row = self.row(reduce(self.then, seen[1:], self.begin(seen[0]))) if score(seen).total > 21 else None
        return () if row is None else (row,)


@dataclass(frozen=True, slots=True)
class OwnHand:
    """How a wager goes through the cards of its own box as they come: what the first two are, what each drawn one makes
    of that, and which row it then is. It has lost already when the first two are nothing.

    A card that passes 21 does not count, nor does one for a double unless `doubles`; after a split only the first two
    cards do.
    """

    begin: Callable[[Card, Card], Hashable | None]
    then: Callable[[Hashable, Card], Hashable]
    row: Callable[[Hashable], str | None]
    doubles: bool = True

    def __call__(self, seen: Sequence[Card]) -> tuple[str, ...]:
        state = self.begin(seen[0], seen[1])
        row = None if state is None else self.row(reduce(self.then, seen[2:], state))
        return () if row is None else (row,)

    def counted(self, hand: Hand) -> tuple[Card, ...]:
        """The cards of a hand that count."""
        if hand.split:
            return hand.first_cards[:2]
        left_out = hand.score.total > 21 or (hand.doubles > 0 and not self.doubles)
        return tuple(hand.cards[:-1] if left_out else hand.cards)


@dataclass(frozen=True, slots=True)
class Late:
    """A wager that is placed when cards lie: at which moments, by which verbs, and on what terms.

    A tip on it has a verb of its own. `active` are the clauses by which only a hand that is still in play may have it;
    `blackjacks` says whether a blackjack is one.
    """

    moments: tuple[Moment, ...]
    terms: Mapping[type[PlaceLate], WagerTerms]
    active: Clauses = ()
    blackjacks: bool = True


@dataclass(frozen=True, slots=True)
class Combination:
    """Several rows together for which the text has a clause of its own; they are in the order of the alphabet."""

    rows: tuple[str, ...]
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class SideWager:
    """A side wager of one text and one house.

    `rows` gets the cards at the places that it `sees` and is a pure function of a module, so that it can be sent
    anywhere. It may make several rows, each of which is paid; none loses, under the clauses of `loses`. `several` are
    the clauses of paying more than one, unless one of the `combinations` has its own. `against` names the up cards
    against which it is offered; `None` is any. `claimed` are the clauses by which a hand that lies face down must be
    shown to win, `together` the most that all winners of a round get. `late` says when it is placed if not before the
    cards, `by_rank` that suits are nothing to it.
    """

    id: Wager
    sees: tuple[Origin, ...]
    rows: Rows
    pays: Mapping[str, Pays]
    loses: Clauses
    terms: WagerTerms
    placed: Moment = Moment.BEFORE_CARDS
    settled: Moment = Moment.AFTER_DEAL
    order: SettlementOrder = SettlementOrder.ONE_PASS
    several: Clauses = ()
    combinations: tuple[Combination, ...] = ()
    against: frozenset[Rank] | None = None
    lost: str = "nothing"
    claimed: Clauses = ()
    together: Limit | None = None
    late: Late | None = None
    by_rank: bool = False

    @property
    def whole(self) -> WholeHand | None:
        """How it goes through the dealer's hand, where that is what it sees."""
        return self.rows if isinstance(self.rows, WholeHand) else None

    @property
    def own(self) -> OwnHand | None:
        """How it goes through the cards of its box, where those that are drawn count too."""
        return self.rows if isinstance(self.rows, OwnHand) else None

    def cards(self, layout: Layout, hand: HandId) -> tuple[Card, ...]:
        """The cards that decide this wager on a hand."""
        if self.own is not None:
            return self.own.counted(layout.hands[hand])
        mine, dealer = layout.hands[hand].first_cards, tuple(layout.dealer.cards)
        if self.whole is not None:
            return dealer
        if Origin.PACKET in self.sees:
            return mine
        at = {Origin.FIRST: (mine, 0), Origin.SECOND: (mine, 1), Origin.THIRD: (mine, 2)}
        at |= {Origin.UP: (dealer, 0), Origin.HOLE: (dealer, 1)}
        if Origin.OTHER_FIRST in self.sees:
            other = layout.hands[HandId(hand.box, 2)].first_cards
            at |= {Origin.OTHER_FIRST: (other, 0), Origin.OTHER_SECOND: (other, 1)}
        return tuple(held[number] for held, number in (at[place] for place in self.sees))

    def lacks_cards(self, layout: Layout, hand: HandId) -> bool:
        """Whether a card that would decide it will never come, because a hand of the box was voided before."""
        if Origin.OTHER_FIRST not in self.sees:
            return False
        return any(len(layout.hands[HandId(hand.box, spot)].first_cards) < 2 for spot in (1, 2))

    def made(self, layout: Layout, hand: HandId) -> tuple[str, ...]:
        """The rows that a hand makes."""
        return self.rows(self.cards(layout, hand))

    def named(self, rows: Sequence[str]) -> str:
        """Rows for a person, with their numbers where a wager may make several of them."""
        if not rows:
            return self.lost
        if not self.several:
            return " and ".join(row.replace("_", " ") for row in rows)
        counted = sorted(Counter(rows).items(), reverse=True)
        return " and ".join(f"{count} {row.replace('_', ' ')}" for row, count in counted)

    def spin(self, rows: Sequence[str]) -> Spin | None:
        """The wheel that these rows earn, if they do."""
        found = [pays for row in rows if isinstance(pays := self.pays[row], Spin)]
        assert len(found) <= 1, "a wager spins one wheel"
        return found[0] if found else None

    def odds(self, rows: Sequence[str]) -> Payout:
        """What rows that are paid at odds pay together."""
        payouts = [pays for row in rows if isinstance(pays := self.pays[row], Payout)]
        assert payouts, f"{rows} are not paid at odds"
        odds = payouts[0].odds
        for payout in payouts[1:]:
            odds = odds.plus(payout.odds)
        cited = tuple(dict.fromkeys(clause for payout in payouts for clause in payout.clauses))
        for each in self.combinations:
            if each.rows == tuple(sorted(rows)):
                return Payout(odds, each.clauses)
        return Payout(odds, cited + (self.several if len(rows) > 1 else ()))

    def shares(self, wagers: Sequence[tuple[Cents, tuple[str, ...]]], chip: Cents) -> list[Cents | None]:
        """What each of these stakes is paid for its rows where `together` keeps all of them from being paid in full.

        The winners share in proportion to what their odds would pay, rounded down to a chip (PT03). Nothing for a
        wager that loses, and for all where the limit is not reached.
        """
        full = [self.odds(rows).odds.winnings(stake) if rows and self.together else 0 for stake, rows in wagers]
        total = sum(full)
        if self.together is None or total <= self.together.amount:
            return [None] * len(full)
        most = self.together.amount
        return [Cents(each * most // total // chip * chip) if each else None for each in full]

    def share_clauses(self, rows: Sequence[str]) -> Clauses:
        """The clauses of a payment that `together` has lowered."""
        assert self.together is not None
        return self.odds(rows).clauses + self.together.clauses
