"""The terms of betting: who may bet on which box, what each wager is tied to, and within which limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.core.options import Refusal
from pitboss.ids import Clauses, Wager
from pitboss.money import Cents, spoken


@dataclass(frozen=True, slots=True)
class Sharing:
    """Several people on one box: how many, who must agree, who calls, and what the others may do."""

    bettors: int
    consent: Clauses
    seated: Clauses
    most: Clauses
    doubles: Clauses
    splits: Clauses

    def calls(self, unseated: bool) -> Clauses:  # noqa: FBT001
        """The clause by which one of them calls."""
        return self.most if unseated else self.seated


@dataclass(frozen=True, slots=True)
class Limit:
    amount: Cents
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class Tie:
    """A clause that ties a wager to another one of the same player on the same box."""

    to: Wager
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class Together:
    """The most that a wager and another one of the same player on the same box may come to."""

    to: Wager
    most: Limit


class TipCites(NamedTuple):
    """By which clauses a tip rides on a wager, and by which it is paid as that wager is."""

    rides: Clauses
    same_odds: Clauses


@dataclass(frozen=True, slots=True)
class WagerTerms:
    """On what terms one wager may be placed.

    It may need other wagers beside it, may not exceed it, or must equal it when the betting closes; it may have to
    be a multiple of an amount; who plays at all may have to place it (`compulsory`); it may be for those only who
    placed it on the first hand after the shuffle (`from_first_hand`); it may be limited `together` with another; and a
    player may have it on `one_box` only.
    """

    wager: Wager
    clauses: Clauses
    least: Limit | None = None
    most: Limit | None = None
    needs: tuple[Tie, ...] = ()
    not_above: Tie | None = None
    equals: Tie | None = None
    multiple_of: Limit | None = None
    compulsory: Clauses = ()
    from_first_hand: Clauses = ()
    together: Together | None = None
    one_box: Clauses = ()

    def spoken(self, beside: Mapping[Wager, Cents]) -> str:
        """The limits as a sentence for a person, given the wagers that lie beside it."""
        least = None if self.least is None else self.least.amount
        most = [] if self.most is None else [self.most.amount]
        if self.not_above is not None and self.not_above.to in beside:
            most.append(beside[self.not_above.to])
        if most and least == min(most):
            return f"exactly {spoken(min(most))}"
        parts = [f"from {spoken(least)}" if least is not None else "", f"to {spoken(min(most))}" if most else ""]
        return " ".join(part for part in parts if part)

    def smallest(self, chip: Cents) -> Cents:
        """The least that may be placed by itself."""
        step = chip if self.multiple_of is None else self.multiple_of.amount
        least = step if self.least is None else self.least.amount
        return Cents(-(-least // step) * step)

    def cited(self) -> Clauses:
        """Every clause of these terms."""
        limits = [each.clauses for each in (self.least, self.most, self.multiple_of) if each is not None]
        ties = [each.clauses for each in (*self.needs, self.not_above, self.equals) if each is not None]
        every = (*self.clauses, *(each for group in (*limits, *ties) for each in group))
        both = () if self.together is None else self.together.most.clauses
        return tuple(dict.fromkeys((*every, *self.compulsory, *self.from_first_hand, *both, *self.one_box)))


@dataclass(frozen=True, slots=True)
class PayoutLimit:
    """The most that a house pays on a hand, all wagers together, or on each of them (MD19)."""

    amount: Cents
    clauses: Clauses
    each_wager: bool = False


@dataclass(frozen=True, slots=True)
class BettingTerms:
    """On what terms a box may be bet on, with a clause for each thing that may go wrong.

    `spots` is how many hands a wager of the game makes on a box; the side wagers lie on the first, and those that
    `on_second_spot` names on the second, under another name. `tips` are the clauses by which a tip is decided as the
    wager on which it rides; `wagers_stay` those by which a wager that lies there may not be taken back.
    """

    seats: int
    boxes_per_player: int
    adjacent_boxes: bool
    chip: Cents
    wagers: Mapping[Wager, WagerTerms]
    not_offered: Mapping[Wager, Refusal]
    before_first_card: Clauses
    box_clauses: Clauses
    sharing_clauses: Clauses
    several_clauses: Clauses
    chip_clauses: Clauses
    unknown_clauses: Clauses
    spots: int = 1
    sharing: Sharing | None = None
    tips: TipCites | None = None
    wagers_stay: Clauses = ()
    payout_limit: PayoutLimit | None = None
    coupons: Clauses | None = None
    on_second_spot: Mapping[Wager, Wager] = field(default_factory=dict)

    def places(self, wager: Wager, played: Wager) -> tuple[Wager, tuple[int, ...]]:
        """As what a wager lies on a box, and on which of its spots."""
        if wager == played:
            return wager, tuple(range(1, 1 + self.spots))
        other = self.on_second_spot.get(wager)
        return (wager, (1,)) if other is None else (other, (2,))

    def in_order(self, wagers: Iterable[Wager]) -> list[Wager]:
        """These wagers in an order in which they may be placed: what another one needs comes before it."""

        def depth(wager: Wager) -> int:
            needs = self.wagers[wager].needs if wager in self.wagers else ()
            return 1 + max((depth(tie.to) for tie in needs), default=0)

        return sorted(wagers, key=depth)

    def owed(self, placed: Mapping[Wager, Cents]) -> dict[Wager, Cents]:
        """What must still be put beside these wagers of a box, so that the betting may close."""
        missing = [terms for terms in self.wagers.values() if terms.compulsory and terms.wager not in placed]
        return {
            terms.wager: self._least_beside(terms, placed) if terms.equals is None else placed[terms.equals.to]
            for terms in missing
        }

    def _least_beside(self, terms: WagerTerms, placed: Mapping[Wager, Cents]) -> Cents:
        """The least that may be placed, which others that lie there may not exceed."""
        ties = {wager: self.wagers[wager].not_above for wager in placed if wager in self.wagers}
        under = [placed[wager] for wager, tie in ties.items() if tie is not None and tie.to == terms.wager]
        return max(terms.smallest(self.chip), *under) if under else terms.smallest(self.chip)
