"""Placing wagers before the cards: who may bet on which box, on what, and how much."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Self, TypeVar

from pitboss.core.betting import BettingTerms, WagerTerms
from pitboss.core.coupons import PlaceCoupon, place_coupon
from pitboss.core.driver import Runner
from pitboss.core.facts import BettingClosed, BoxShared, CouponDecided, Fact, WagerPlaced, WagerWithdrawn
from pitboss.core.kinds import Occasion
from pitboss.core.limits import article, refuses_above, refuses_amount, refuses_too_little
from pitboss.core.options import Intent, Option, Refusal, Ruling, Taken, Takes, read_amount
from pitboss.core.procedure import Round
from pitboss.core.requests import Act, Answer, Close, Window
from pitboss.core.rules import RoundContext, RoundUnplayed, Rules
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
    barred = _refuses_entry(t, player)
    if barred is not None:
        return barred
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


def _refuses_entry(t: Round[R], player: Player) -> Refusal | None:
    """Why this player must wait for the next shuffle, where the house keeps some out."""
    bar, inside = t.rules.supervision.entry, t.table.may_enter
    if bar is None or inside is None or player in inside:
        return None
    if bar.from_first_hand:
        says = f"{player} did not bet on the first hand after the shuffle, and may not enter before the next one"
        return Refusal("mid-deck", says, bar.barred)
    says = f"{player} sat out since the shuffle, and waits for the next one or until he is let in"
    return Refusal("mid-shoe", says, bar.barred)


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
        wrong = refuses_too_little(terms, stake.original) or refuses_above(
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
