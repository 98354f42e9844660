"""Placing wagers before the cards: who may bet on which box, on what, and how much."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, NamedTuple, Self, TypeVar

from pitboss.core.coupons import PlaceCoupon, place_coupon
from pitboss.core.facts import BettingClosed, BoxShared, CouponDecided, Fact, WagerPlaced, WagerWithdrawn
from pitboss.core.kinds import Occasion
from pitboss.core.options import Intent, Option, Refusal, Ruling, Taken, Takes, read_amount
from pitboss.core.procedure import Round, RoundContext, RoundUnplayed, Rules, Runner
from pitboss.core.requests import Act, Answer, Close, Window
from pitboss.ids import Box, Clauses, HandId, Player, StakeId, Wager
from pitboss.law.points import Point, carries
from pitboss.money import ZERO, Cents, plain, spoken

R = TypeVar("R", bound=Rules)


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
class Withdraw(Intent):
    """Take a wager back before the first card."""

    verb: ClassVar[str] = "withdraw"
    needs_hand: ClassVar[bool] = False
    wager: Wager

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        if len(words) != 1:
            raise ValueError("takes the name of a wager, as in withdraw main")
        return cls(Wager(words[0]))

    def written(self) -> str:
        return f"{self.verb} {self.wager}"


@dataclass(frozen=True, slots=True)
class Agree(Intent):
    """Let somebody else bet on one's box."""

    verb: ClassVar[str] = "agree"
    needs_hand: ClassVar[bool] = False
    bettor: Player

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        if len(words) != 1:
            raise ValueError("takes the name of a player, as in agree bob")
        return cls(Player(words[0]))

    def written(self) -> str:
        return f"{self.verb} {self.bettor}"


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
class PlaceLate(Intent):
    """A wager that is placed when cards lie; each such wager has a kind of its own, named after it."""

    wager: ClassVar[Wager]
    amount: Cents

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        amount = read_amount(words)
        if amount is None:
            raise ValueError(f"takes an amount of dollars, as in {cls.verb} 5")
        return cls(amount)

    def written(self) -> str:
        return f"{self.verb} {plain(self.amount)}"

    def puts_up(self, _original: Cents) -> Cents:
        return self.amount


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


@carries(Point.WAGERS_TAKEN)
async def take_wagers(t: Round[R]) -> None:
    """The betting window, open to everyone until the first card. Without a wager there is no round."""
    verbs: tuple[type[Intent], ...] = (PlaceWager, Withdraw)
    verbs += () if t.rules.betting.sharing is None else (Agree,)
    verbs += () if t.rules.betting.coupons is None else (PlaceCoupon,)
    window = Window(Occasion.BETTING, verbs, partial(refuses_closing, t))
    while act := await t.window(window):
        if isinstance(act.intent, Agree):
            assert t.rules.betting.sharing is not None
            t.record(BoxShared(act.player, act.hand, act.intent.bettor, t.rules.betting.sharing.consent))
        elif isinstance(act.intent, Withdraw):
            take_back(t, act.player, act.hand, act.intent.wager)
        elif isinstance(act.intent, PlaceCoupon):
            place_coupon(t, act.player, act.hand, act.intent.value)
        else:
            assert isinstance(act.intent, PlaceWager)
            place(t, act.player, act.hand, act.intent)
    if not t.layout.order:
        raise RoundUnplayed
    boxes = tuple(t.layout.boxes())
    t.record(BettingClosed(boxes, tuple(_caller(t, box) for box in boxes)))


def place(t: Round[R], player: Player, hand: HandId, intent: PlaceWager) -> None:
    """A lawful wager lies on its box, on each spot that it is for."""
    clauses = t.rules.betting.wagers[intent.wager].clauses
    placed, spots = t.rules.betting.places(intent.wager, t.rules.played)
    for spot in spots:
        t.record(WagerPlaced(player, HandId(hand.box, spot), placed, intent.amount, clauses))


def take_back(t: Round[R], player: Player, hand: HandId, wager: Wager) -> None:
    placed, spots = t.rules.betting.places(wager, t.rules.played)
    coupon = t.layout.coupons.get((player, hand)) if wager == t.rules.played else None
    if coupon is not None:  # it lies beside this wager, and does not stay without it
        t.record(CouponDecided(player, hand, coupon, taken=False, clauses=t.rules.betting.coupons or ()))
    for spot in spots:
        key = StakeId(player, HandId(hand.box, spot), placed)
        t.record(WagerWithdrawn(*key, t.layout.stakes[key].total, t.rules.betting.before_first_card))


def may_withdraw(t: Round[R], player: Player, hand: HandId) -> Ruling:
    """Before the first card a wager may be taken back; nothing else may then be left that needs it beside it."""
    if t.layout.betting_closed:
        says = "no wager is taken back once the first card is out"
        return Refusal("too-late", says, t.rules.betting.before_first_card)
    if t.rules.betting.wagers_stay:
        says = "a wager that was made is not taken away before it is decided"
        return Refusal("wager-stays", says, t.rules.betting.wagers_stay)
    ways = [Withdraw(wager) for wager in _placed_on(t, player, hand)]
    check = partial(_refuses_withdrawal, t, player, hand)
    if not ways:
        return Refusal("no-such-wager", f"{player} has no wager on box {hand.box}", t.rules.betting.before_first_card)
    return Option(Withdraw, t.rules.betting.before_first_card, tuple(way for way in ways if check(way) is None), check)


def _placed_on(t: Round[R], player: Player, hand: HandId) -> list[Wager]:
    """The wagers of a player on a box, as they were named when they were placed."""
    keys = [key for key in t.layout.stakes if (key.player, key.hand.box) == (player, hand.box)]
    return list(dict.fromkeys(_placed_as(t.rules.betting, key) for key in keys))


def _refuses_withdrawal(t: Round[R], player: Player, hand: HandId, intent: Intent) -> Refusal | None:
    assert isinstance(intent, Withdraw)
    betting, others = t.rules.betting, set(_placed_on(t, player, hand))
    if intent.wager not in others:
        says = f"{player} has no {intent.wager} wager on box {hand.box}"
        return Refusal("no-such-wager", says, betting.before_first_card)
    for other in sorted(others - {intent.wager}):
        tied = [tie for tie in betting.wagers[other].needs if tie.to == intent.wager]
        if tied:
            says = f"the {other} wager needs the {intent.wager} wager; take it back first"
            return Refusal(f"needs-{intent.wager}", says, tied[0].clauses)
    return None


def _caller(t: Round[R], box: Box) -> Player:
    """Who sits there calls, who bet first; where nobody sits, who has most on it, the first of them on a tie (MA13)."""
    bettors = t.layout.bettors(box)
    if box not in t.table.unseated:
        return bettors[0]
    return max(bettors, key=lambda player: t.layout.stakes[StakeId(player, HandId(box, 1), t.rules.played)].original)


def may_agree(t: Round[R], player: Player, hand: HandId) -> Ruling:
    """The first bettor of a box may let others bet on it."""
    sharing, bettors = t.rules.betting.sharing, t.layout.bettors(hand.box)
    if sharing is None:
        return Refusal("box-taken", "this house lets one person bet on a box", t.rules.betting.sharing_clauses)
    if t.layout.betting_closed or not bettors or bettors[0] != player:
        return Refusal("not-your-hand", f"it is not for {player} to let others bet on box {hand.box}", sharing.consent)
    return Option(Agree, sharing.consent, (), taking=_a_player)


def _a_player() -> tuple[Takes, ...]:
    return (Takes(Taken.PLAYER),)


def may_wager(t: Round[R], player: Player, hand: HandId) -> Ruling:
    """Whether this player may bet on this box at all; how much on what is checked with the amount."""
    terms = t.rules.betting
    if t.layout.betting_closed:
        return Refusal("too-late", "no wager is made once the first card is out", terms.before_first_card)
    if not 1 <= hand.box <= terms.seats or hand.number != 1:
        says = f"there is no box {hand.box}; this table has boxes 1 to {terms.seats}"
        return Refusal("no-such-box", says, terms.box_clauses)
    bar, inside = t.rules.supervision.entry, t.table.may_enter
    if bar is not None and inside is not None and player not in inside:
        says = f"{player} sat out since the shuffle, and waits for the next one or until he is let in"
        return Refusal("mid-shoe", says, bar.barred)
    others = [bettor for bettor in t.layout.bettors(hand.box) if bettor != player]
    if others and player not in t.layout.bettors(hand.box):
        refusal = _refuses_sharing(t, player, hand, others)
        if refusal is not None:
            return refusal
    held = {key.hand.box for key in t.layout.stakes if key.player == player} | {hand.box}
    if len(held) > terms.boxes_per_player:
        says = f"{player} may bet on {terms.boxes_per_player} box(es) in a round, not on {len(held)}"
        return Refusal("too-many-boxes", says, terms.several_clauses)
    if terms.adjacent_boxes and max(held) - min(held) >= terms.boxes_per_player:
        return _not_adjacent(terms, player)  # and no further box can fill the gap
    refusal = _refuses_all(t, player, hand)
    return refusal or Option(
        PlaceWager, (), (), partial(_refuses_wager, t, player, hand), partial(_rooms, t, player, hand)
    )


def _refuses_all(t: Round[R], player: Player, hand: HandId) -> Refusal | None:
    """Why no wager can be placed or raised, where none can: what the wager of the game says."""
    betting = t.rules.betting
    wagers = sorted(betting.wagers, key=lambda wager: wager != t.rules.played)
    refusals = (_refuses_wager(t, player, hand, PlaceWager(each, _step(betting, each))) for each in wagers)
    first = next(refusals, None)
    return None if first is None or None in refusals else first


def _step(betting: BettingTerms, wager: Wager) -> Cents:
    multiple_of = betting.wagers[wager].multiple_of
    return betting.chip if multiple_of is None else multiple_of.amount


def _rooms(t: Round[R], player: Player, hand: HandId) -> tuple[Takes, ...]:
    """How much more may be put on each wager of a box that takes any."""
    return tuple(
        Takes(Taken.CENTS, step, _room(t, wager, step, player, hand), step, wager)
        for wager, step in ((each, _step(t.rules.betting, each)) for each in t.rules.betting.wagers)
        if _refuses_wager(t, player, hand, PlaceWager(wager, step)) is None
    )


def _room(t: Round[R], wager: Wager, step: Cents, player: Player, hand: HandId) -> int | None:
    """The most that may be added to a wager; nothing where there is no limit."""
    terms = t.rules.betting.wagers[wager]
    limits = [] if terms.most is None else [terms.most.amount]
    if terms.together is not None:
        beside = t.layout.stakes.get(StakeId(player, hand, terms.together.to))
        limits.append(Cents(terms.together.most.amount - (0 if beside is None else beside.original)))
    if terms.not_above is not None:
        cap = t.layout.stakes.get(StakeId(player, hand, terms.not_above.to))
        limits += [] if cap is None else [cap.original]
    there = _total(t, wager, player, hand)
    return (min(limits) - there) // step * step if limits else None


def _total(t: Round[R], wager: Wager, player: Player, hand: HandId) -> Cents:
    """How much a player has placed as this wager on a box."""
    placed, spots = t.rules.betting.places(wager, t.rules.played)
    stake = t.layout.stakes.get(StakeId(player, HandId(hand.box, spots[0]), placed))
    return ZERO if stake is None else stake.original


def _refuses_sharing(t: Round[R], player: Player, hand: HandId, others: Sequence[Player]) -> Refusal | None:
    terms, sharing = t.rules.betting, t.rules.betting.sharing
    if sharing is None or len(others) >= sharing.bettors:
        most = "one person" if sharing is None else f"{sharing.bettors} people"
        says = f"box {hand.box} has the wager of {', '.join(others)}, and this house lets {most} bet on a box"
        return Refusal("box-taken", says, terms.sharing_clauses)
    if (hand.box, player) not in t.layout.shared_with and (hand.box, player) not in t.table.agreed:
        says = f"{others[0]} has not agreed to {player} on box {hand.box}"
        return Refusal("no-consent", says, sharing.consent)
    return None


def _not_adjacent(terms: BettingTerms, player: Player) -> Refusal:
    return Refusal("not-adjacent", f"{player} may bet on adjacent boxes only", terms.several_clauses)


def _refuses_wager(t: Round[R], player: Player, hand: HandId, intent: Intent) -> Refusal | None:
    assert isinstance(intent, PlaceWager)
    betting = t.rules.betting
    refusal = betting.not_offered.get(intent.wager)
    if refusal is not None:
        return refusal
    terms = betting.wagers.get(intent.wager)
    if terms is None:
        says = f"this rulebook has no {intent.wager} wager that is placed before the cards"
        return Refusal("not-in-rulebook", says, betting.unknown_clauses)
    opened = t.table.opened_with
    if terms.from_first_hand and opened is not None and player not in opened:
        says = f"{player} did not place a {terms.wager} wager on the first hand after the shuffle"
        return Refusal("mid-deck", f"{says}, and may not enter now", terms.from_first_hand)
    elsewhere = [key for key in t.layout.stakes if key.player == player and key.wager == intent.wager]
    if terms.one_box and any(key.hand.box != hand.box for key in elsewhere):
        says = f"{player} has a {intent.wager} wager on another box, and may have one only"
        return Refusal("one-box-only", says, terms.one_box)
    total = Cents(intent.amount + _total(t, intent.wager, player, hand))  # before the first card it may be raised
    return refuses_amount(t, terms, player, hand, intent.amount, total)


def refuses_amount(
    t: Round[R], terms: WagerTerms, player: Player, hand: HandId, amount: Cents, total: Cents
) -> Refusal | None:
    """What speaks against so much on a box, where it makes so much in all; the rest may still come before the cards."""
    if amount <= 0:
        return _refusal("not-positive", terms, amount, "is no wager; put up a positive amount", terms.clauses)
    return _refuses_limits(t.rules.betting, terms, total) or _refuses_beside(t, terms, player, hand, total)


def refuses_too_little(terms: WagerTerms, amount: Cents) -> Refusal | None:
    """Whether a wager that will not be raised any more is under its minimum."""
    if terms.least is None or amount >= terms.least.amount:
        return None
    says = f"is under the minimum of {spoken(terms.least.amount)}"
    return _refusal("under-minimum", terms, amount, says, terms.least.clauses)


def _refuses_limits(betting: BettingTerms, terms: WagerTerms, amount: Cents) -> Refusal | None:
    if terms.most is not None and amount > terms.most.amount:
        says = f"is over the maximum of {spoken(terms.most.amount)}"
        return _refusal("over-maximum", terms, amount, says, terms.most.clauses)
    if amount % betting.chip:
        says = f"cannot be made of chips of {spoken(betting.chip)}"
        return _refusal("not-in-chips", terms, amount, says, betting.chip_clauses)
    if terms.multiple_of is not None and amount % terms.multiple_of.amount:
        says = f"is no multiple of {spoken(terms.multiple_of.amount)}"
        return _refusal("not-a-multiple", terms, amount, says, terms.multiple_of.clauses)
    return None


def _refusal(code: str, terms: WagerTerms, amount: Cents, says: str, clauses: Clauses) -> Refusal:
    return Refusal(code, f"{article(terms.wager)} wager of {spoken(amount)} {says}", clauses)


def article(wager: Wager) -> str:
    """A wager with its article."""
    return f"an {wager}" if wager[0] in "aeiou" else f"a {wager}"


def _refuses_beside(t: Round[R], terms: WagerTerms, player: Player, hand: HandId, total: Cents) -> Refusal | None:
    """What the wagers that already lie on the box have against this one."""
    return refuses_alone(t, terms, player, hand) or _refuses_above(t, terms, player, hand, total)


def _refuses_above(t: Round[R], terms: WagerTerms, player: Player, hand: HandId, total: Cents) -> Refusal | None:
    """Whether a wager is larger than one that it may not exceed, or too large together with another."""
    if terms.together is not None:
        beside = t.layout.stakes.get(StakeId(player, hand, terms.together.to))
        both = Cents(total + (0 if beside is None else beside.original))
        if both > terms.together.most.amount:
            most = spoken(terms.together.most.amount)
            says = (
                f"{terms.wager} and {terms.together.to} wagers of {spoken(both)} are over the {most} that they may be"
            )
            return Refusal("over-together", f"{says} together", terms.together.most.clauses)
    cap = terms.not_above
    other = None if cap is None else t.layout.stakes.get(StakeId(player, hand, cap.to))
    if cap is not None and other is not None and total > other.original:
        says = (
            f"{article(terms.wager)} wager of {spoken(total)} is above the {cap.to} wager of {spoken(other.original)}"
        )
        return Refusal(f"above-{cap.to}", says, cap.clauses)
    return None


def refuses_alone(t: Round[R], terms: WagerTerms, player: Player, hand: HandId) -> Refusal | None:
    """Whether a wager that this one needs beside it is missing."""
    for needs in terms.needs:
        other = t.layout.stakes.get(StakeId(player, hand, needs.to))
        if other is None or not other.pending:
            says = f"{article(terms.wager)} wager needs {article(needs.to)} wager on the same box first"
            return Refusal(f"needs-{needs.to}", says, needs.clauses)
    return None


def refuses_closing(t: Round[R]) -> Refusal | None:
    """Why the betting may not close yet: a spoken wager waits to be confirmed, a wager is too small or compulsory and
    missing, does not equal its other, or somebody's boxes do not lie side by side.
    """
    betting = t.rules.betting
    for key in t.layout.spoken:
        says = f"the spoken {key.wager} wager of {key.player} waits to be confirmed"
        return Refusal("unconfirmed", says, _spoken_clauses(t))
    for key, stake in t.layout.stakes.items():
        terms = betting.wagers[_placed_as(betting, key)]
        wrong = refuses_too_little(terms, stake.original) or _refuses_above(
            t, terms, key.player, key.hand, stake.original
        )
        if wrong is not None:
            return wrong
    for player in t.layout.players() if betting.adjacent_boxes else ():
        held = {key.hand.box for key in t.layout.stakes if key.player == player}
        if max(held) - min(held) >= len(held):
            return _not_adjacent(betting, player)
    tied = [each for each in betting.wagers.values() if each.compulsory or each.equals is not None]
    if not tied:
        return None
    for player, hand in dict.fromkeys((key.player, HandId(key.hand.box, 1)) for key in t.layout.stakes):
        for each in tied:
            refusal = _refuses_leaving(t, each, player, hand)
            if refusal is not None:
                return refusal
    return None


def _spoken_clauses(t: Round[R]) -> Clauses:
    spoken_wagers = t.rules.supervision.spoken
    return t.rules.unforeseen if spoken_wagers is None else spoken_wagers.confirmed or spoken_wagers.heard


def _placed_as(betting: BettingTerms, key: StakeId) -> Wager:
    """The name under which a wager was placed."""
    named = {(lies_as, 2): name for name, lies_as in betting.on_second_spot.items()}
    return named.get((key.wager, key.hand.number), key.wager)


def _refuses_leaving(t: Round[R], terms: WagerTerms, player: Player, hand: HandId) -> Refusal | None:
    stake = t.layout.stakes.get(StakeId(player, hand, terms.wager))
    if stake is None and terms.compulsory:
        says = f"{player} must place {article(terms.wager)} wager on box {hand.box} before the cards"
        return Refusal(f"{terms.wager}-missing", says, terms.compulsory)
    other = None if terms.equals is None else t.layout.stakes.get(StakeId(player, hand, terms.equals.to))
    if terms.equals is None or stake is None or other is None or stake.original == other.original:
        return None
    both = f"{spoken(stake.original)} and {spoken(other.original)}"
    says = f"the {terms.wager} and {terms.equals.to} wagers of {player} on box {hand.box} must be equal, not {both}"
    return Refusal(f"not-equal-to-{terms.equals.to}", says, terms.equals.clauses)


Placement = tuple[Player, Box, Wager, Cents]


def open_round(
    rules: R,
    bets: Iterable[Placement],
    table: RoundContext | None = None,
    watch: Callable[[Fact], None] | None = None,
) -> Runner[R]:
    """A round whose betting is over, with these lawful wagers on it."""
    runner: Runner[R] = Runner(rules, table, watch)
    acts = [Act(player, HandId(box, 1), PlaceWager(wager, amount)) for player, box, wager, amount in bets]
    answers: list[Answer] = [*acts, Close()]
    for answer in answers:
        refusal = runner.answer(answer)
        assert refusal is None, refusal
    return runner
