"""Placing wagers before the cards: who may bet on which box, on what, and how much."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Self

from pitboss.core.facts import BettingClosed, Fact, WagerPlaced
from pitboss.core.options import Intent, Option, Refusal, Ruling, read_amount
from pitboss.core.procedure import Round, RoundUnplayed, Runner, TableState
from pitboss.core.requests import Act, Close
from pitboss.ids import MAIN, Box, Clauses, HandId, Player, StakeId, Wager
from pitboss.law.citations import clause
from pitboss.money import Cents, plain, spoken


@dataclass(frozen=True, slots=True)
class PlaceWager(Intent):
    verb: ClassVar[str] = "wager"
    needs_hand: ClassVar[bool] = False
    wager: Wager
    amount: Cents

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        if len(words) != 2:
            raise ValueError("takes the name of a wager and an amount, as in wager main 10")
        amount = read_amount(words[1:])
        assert amount is not None
        return cls(Wager(words[0]), amount)

    def written(self) -> str:
        return f"{self.verb} {self.wager} {plain(self.amount)}"

    def puts_up(self, _original: Cents) -> Cents:
        return self.amount


@dataclass(frozen=True, slots=True)
class Limit:
    amount: Cents
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class WagerTerms:
    """On what terms one wager may be placed.

    `needs_main` and `not_above_main` name the clauses that tie a side wager to the main wager, where one does.
    """

    wager: Wager
    clauses: Clauses
    least: Limit | None = None
    most: Limit | None = None
    needs_main: Clauses = ()
    not_above_main: Clauses = ()


@dataclass(frozen=True, slots=True)
class BettingTerms:
    """On what terms a box may be bet on, with a clause for each thing that may go wrong."""

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


@clause("MA-5(d)", "MA-5(h)", "MD-6.D", "MD-6.E", "CH-ante")
async def take_wagers(t: Round[Any]) -> None:
    """The betting window, open to everyone until the first card. Without a wager there is no round."""
    while act := await t.window("betting", (PlaceWager,)):
        assert isinstance(act.intent, PlaceWager)
        terms = t.rules.betting.wagers[act.intent.wager]
        t.record(WagerPlaced(act.player, act.hand, act.intent.wager, act.intent.amount, terms.clauses))
    if not t.layout.order:
        raise RoundUnplayed
    callers = tuple(t.layout.bettors(hand)[0] for hand in t.layout.order)
    t.record(BettingClosed(tuple(t.layout.boxes()), callers))


def may_wager(t: Round[Any], player: Player, hand: HandId) -> Ruling:
    """Whether this player may bet on this box at all; how much on what is checked with the amount."""
    terms: BettingTerms = t.rules.betting
    if t.layout.betting_closed:
        return Refusal("too-late", "no wager is made once the first card is out", terms.before_first_card)
    if not 1 <= hand.box <= terms.seats or hand.number != 1:
        says = f"there is no box {hand.box}; this table has boxes 1 to {terms.seats}"
        return Refusal("no-such-box", says, terms.box_clauses)
    others = [bettor for bettor in t.layout.bettors(hand) if bettor != player]
    if others:
        says = f"box {hand.box} has the wager of {others[0]}, and this house lets one person bet on a box"
        return Refusal("box-taken", says, terms.sharing_clauses)
    held = {key.hand.box for key in t.layout.stakes if key.player == player} | {hand.box}
    if len(held) > terms.boxes_per_player:
        says = f"{player} may bet on {terms.boxes_per_player} box(es) in a round, not on {len(held)}"
        return Refusal("too-many-boxes", says, terms.several_clauses)
    if terms.adjacent_boxes and max(held) - min(held) >= len(held):
        return Refusal("not-adjacent", f"{player} may bet on adjacent boxes only", terms.several_clauses)
    return Option(PlaceWager, (), (), partial(_refuses_wager, t, player, hand))


def _refuses_wager(t: Round[Any], player: Player, hand: HandId, intent: Intent) -> Refusal | None:
    assert isinstance(intent, PlaceWager)
    betting: BettingTerms = t.rules.betting
    refusal = betting.not_offered.get(intent.wager)
    if refusal is not None:
        return refusal
    terms = betting.wagers.get(intent.wager)
    if terms is None:
        says = f"this rulebook has no {intent.wager} wager that is placed before the cards"
        return Refusal("not-in-rulebook", says, betting.unknown_clauses)
    if intent.amount <= 0:
        return _refusal("not-positive", terms, intent.amount, "is no wager; put up a positive amount", terms.clauses)
    there = t.layout.stakes.get(StakeId(player, hand, intent.wager))  # before the first card a wager may be raised
    total = Cents(intent.amount + (there.original if there is not None else 0))
    return _refuses_amount(betting, terms, total) or _refuses_without_main(t, terms, player, hand, total)


def _refuses_amount(betting: BettingTerms, terms: WagerTerms, amount: Cents) -> Refusal | None:
    if terms.least is not None and amount < terms.least.amount:
        says = f"is under the minimum of {spoken(terms.least.amount)}"
        return _refusal("under-minimum", terms, amount, says, terms.least.clauses)
    if terms.most is not None and amount > terms.most.amount:
        says = f"is over the maximum of {spoken(terms.most.amount)}"
        return _refusal("over-maximum", terms, amount, says, terms.most.clauses)
    if amount % betting.chip:
        says = f"cannot be made of chips of {spoken(betting.chip)}"
        return _refusal("not-in-chips", terms, amount, says, betting.chip_clauses)
    return None


def _refusal(code: str, terms: WagerTerms, amount: Cents, says: str, clauses: Clauses) -> Refusal:
    return Refusal(code, f"a {terms.wager} wager of {spoken(amount)} {says}", clauses)


def _refuses_without_main(
    t: Round[Any], terms: WagerTerms, player: Player, hand: HandId, total: Cents
) -> Refusal | None:
    main = t.layout.stakes.get(StakeId(player, hand, MAIN))
    if main is None:
        if terms.needs_main:
            says = f"a {terms.wager} wager needs a main wager on the same box first"
            return Refusal("needs-main", says, terms.needs_main)
        return None
    if terms.not_above_main and total > main.original:
        says = f"a {terms.wager} wager of {spoken(total)} is above the main wager of {spoken(main.original)}"
        return Refusal("above-main", says, terms.not_above_main)
    return None


Placement = tuple[Player, Box, Wager, Cents]


def open_round(
    rules: Any,
    bets: Iterable[Placement],
    table: TableState | None = None,
    watch: Callable[[Fact], None] | None = None,
) -> Runner[Any]:
    """A round whose betting is over, with these lawful wagers on it."""
    runner: Runner[Any] = Runner(rules, table, watch)
    for player, box, wager, amount in bets:
        refusal = runner.answer(Act(player, HandId(box, 1), PlaceWager(wager, amount)))
        assert refusal is None, refusal
    runner.answer(Close())
    return runner
