"""Pai Jack (Colorado 30-2112): a packet of five cards is set into a low hand of two and a high hand of three.

So far a probe of the core by a game that is not blackjack: wagers, packets, setting, house way, settlement. The
bonus wager, tips, foul hands and irregularities are not here yet, and the game is hidden until they are.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import combinations
from typing import ClassVar, NamedTuple, Self

from pitboss.cards import STANDARD_DECK, TEN_VALUED, Card, Rank, cards, spelled
from pitboss.core.before_play import BEFORE_PLAY
from pitboss.core.facts import HandArranged, HandClosed
from pitboss.core.floor import Floor
from pitboss.core.hands import Hand, score
from pitboss.core.irregularities import collect_cards, return_wagers
from pitboss.core.kinds import Closing, Face, Outcome
from pitboss.core.options import Intent, Option, Refusal, Ruling
from pitboss.core.preparation import (
    SHOE_INCIDENTS,
    CutOrder,
    Reshuffles,
    ShoeCites,
    ShoeTerms,
)
from pitboss.core.procedure import Handler, Round, RoundVoid
from pitboss.core.requests import Incident
from pitboss.core.settle import DecisionTable, Row, give_back, lose, win
from pitboss.core.supervision import NOBODY_SPECIAL, Supervision
from pitboss.core.turn import not_open
from pitboss.core.wagering import BettingTerms, Limit, WagerTerms, take_wagers
from pitboss.ids import DEALER, MAIN, Clauses, HandId, Player, Wager, clauses
from pitboss.law.citations import clause
from pitboss.law.house import House
from pitboss.law.points import Point, Points
from pitboss.money import Cents
from pitboss.payouts import Payout

PACKET = 5
PICK_UP = clauses("CO-2112(5).4")
TURN = clauses("CO-2112(6).1")


class Setting(NamedTuple):
    """A low hand of two cards and a high hand of three."""

    low: tuple[Card, ...]
    high: tuple[Card, ...]

    @property
    def totals(self) -> tuple[int, int]:
        """The totals, high before low, each at its best (PJ11)."""
        return score(self.high).total, score(self.low).total


@dataclass(frozen=True, slots=True)
class SetHand(Intent):
    verb: ClassVar[str] = "set"
    setting: Setting

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        low, bar, high = " ".join(words).partition("|")
        if not bar:
            raise ValueError("takes two low cards, a bar and three high cards, as in set Kc 7c | Qc 9c 2c")
        return cls(Setting(cards(low), cards(high)))

    def written(self) -> str:
        return f"{self.verb} {spelled(self.setting.low)} | {spelled(self.setting.high)}"


@dataclass(frozen=True, slots=True)
class DeclareBust(Intent):
    verb: ClassVar[str] = "bust"


@dataclass(frozen=True, slots=True, eq=False)
class PaiJackRules:
    betting: BettingTerms
    shoe: ShoeTerms
    pai_jack_pays: Payout
    win_pays: Payout
    steps: tuple[Callable[[Round[PaiJackRules]], Awaitable[None]], ...]
    menu: Mapping[type[Intent], Callable[[Round[PaiJackRules], Player, HandId], Ruling]]
    incidents: Mapping[type[Incident], Handler]
    points: Points
    supervision: Supervision = NOBODY_SPECIAL
    played: Wager = MAIN
    meter: None = None
    turn: Clauses = TURN

    @property
    def unforeseen(self) -> Clauses:
        return self.turn

    def may_not_deal(self, _floor: Floor) -> Refusal | None:
        return None

    def turn_clauses(self, _t: Round[PaiJackRules], _hand: HandId) -> Clauses:
        return self.turn

    def puts_up(self, intent: Intent, original: Cents) -> Cents:
        return intent.puts_up(original)

    def void(self, t: Round[PaiJackRules], void: RoundVoid) -> None:
        return_wagers(t, void, unwind=True)
        collect_cards(t, PICK_UP)


Play = Round[PaiJackRules]


@clause("CO-2112(5).1", "CO-2112(9)(a).1")
def is_pai_jack(packet: Sequence[Card]) -> bool:
    """An ace with any two ten-valued cards."""
    return any(card.rank is Rank.ACE for card in packet) and sum(card.rank in TEN_VALUED for card in packet) >= 2


@clause("CO-2112(6)", "CO-2112(7).1", "CO-2112(10).1")
def legal_settings(packet: Sequence[Card]) -> list[Setting]:
    """Every way to set these cards with a high hand of 21 or less and a low hand not above it; none is a bust."""
    settings = []
    for low in combinations(range(len(packet)), 2):
        rest = tuple(card for at, card in enumerate(packet) if at not in low)
        setting = Setting(tuple(packet[at] for at in low), rest)
        high_total, low_total = setting.totals
        if low_total <= high_total <= 21:
            settings.append(setting)
    return settings


@clause("CO-2112(9)")
def house_way(packet: Sequence[Card]) -> Setting | None:
    """The highest high hand, then the highest low hand, among legal settings (PJ04); nothing if the hand is bust."""
    return max(legal_settings(packet), key=lambda setting: setting.totals, default=None)


@clause("CO-2112(3)")
async def deal_packets(t: Play) -> None:
    """Five cards face down to each player and to the dealer; players look at their own."""
    for hand in tuple(t.layout.order):
        for _ in range(PACKET):
            await t.deal(hand, Face.TO_PLAYER)
    for _ in range(PACKET):
        await t.deal(DEALER, Face.DOWN)


@clause("CO-2112(5).1", "CO-2112(5).2")
async def pay_pai_jacks(t: Play) -> None:
    """A player's Pai Jack is shown and paid before the dealer's cards are seen (PJ01)."""
    pays = t.rules.pai_jack_pays
    for key, stake in t.layout.pending(t.rules.played):
        if is_pai_jack(t.hand(key.hand).cards):
            t.show(key.hand)
            t.record(HandClosed(key.hand, Closing.PAI_JACK, pays.clauses))
            win(t, key, stake, pays.odds, pays.clauses)


@clause("CO-2112(6)", "CO-2112(7)")
async def set_hands(t: Play) -> None:
    for hand in t.layout.open_hands():
        match await t.decide(hand, (SetHand, DeclareBust)):
            case SetHand(setting):
                t.record(HandArranged(hand, tuple(setting)))
                t.record(HandClosed(hand, Closing.SET, clauses("CO-2112(6).1")))
            case DeclareBust():
                t.record(HandClosed(hand, Closing.BUST, clauses("CO-2112(7).1")))


@clause("CO-2112(8)", "CO-2112(9)", "CO-2112(10).1")
async def reveal_dealer(t: Play) -> None:
    """The dealer turns his five cards and sets them by house way."""
    for _ in range(PACKET):
        await t.turn(DEALER)
    dealer = t.layout.dealer.cards
    setting = house_way(dealer)
    if setting is not None:
        t.record(HandArranged(DEALER, tuple(setting)))
    t.record(HandClosed(DEALER, Closing.BUST if setting is None else Closing.SET, clauses("CO-2112(8)")))


class Comparison(NamedTuple):
    """How a player's hand meets the dealer's: 1 ahead, 0 tied, -1 behind, for the high and the low hand."""

    dealer_pai_jack: bool
    dealer_bust: bool
    player_bust: bool
    high: int
    low: int


def _row(name: str, outcome: Outcome, cited: str, fits: Callable[[Comparison], bool]) -> Row[Comparison]:
    return Row(name, outcome, clauses(cited), fits)


def _standing(case: Comparison) -> bool:
    return not (case.dealer_pai_jack or case.dealer_bust or case.player_bust)


OUTCOMES = DecisionTable(
    (
        _row("dealer pai jack", Outcome.LOSE, "CO-2112(9)(a).2", lambda c: c.dealer_pai_jack),
        _row("dealer bust", Outcome.PUSH, "CO-2112(11)(h)", lambda c: c.dealer_bust),
        _row(
            "player bust",
            Outcome.LOSE,
            "CO-2112(11)(g)",
            lambda c: c.player_bust and not c.dealer_bust and not c.dealer_pai_jack,
        ),
        _row("both ahead", Outcome.WIN, "CO-2112(11)(a)", lambda c: _standing(c) and c.high + c.low == 2),
        _row("one ahead", Outcome.WIN, "CO-2112(11)(b)", lambda c: _standing(c) and c.high + c.low == 1),
        _row("one each", Outcome.PUSH, "CO-2112(11)(c)", lambda c: _standing(c) and c.high * c.low == -1),
        _row("one behind", Outcome.LOSE, "CO-2112(11)(d)", lambda c: _standing(c) and c.high + c.low == -1),
        _row("both tied", Outcome.PUSH, "CO-2112(11)(e)", lambda c: _standing(c) and c.high == c.low == 0),
        _row("both behind", Outcome.LOSE, "CO-2112(11)(f)", lambda c: _standing(c) and c.high + c.low == -2),
    )
)


def compare(hand: Hand, dealer: Hand) -> Comparison:
    pai_jack, dealer_bust, bust = is_pai_jack(dealer.cards), dealer.closed is Closing.BUST, hand.closed is Closing.BUST
    if dealer_bust or bust:
        return Comparison(pai_jack, dealer_bust, bust, 0, 0)
    mine, theirs = Setting(*hand.groups).totals, Setting(*dealer.groups).totals
    signs = [(a > b) - (a < b) for a, b in zip(mine, theirs, strict=True)]
    return Comparison(pai_jack, dealer_bust, bust, signs[0], signs[1])


@clause("CO-2112(9)(a).2", "CO-2112(10)", "CO-2112(11)")
async def settle_wagers(t: Play) -> None:
    """Hand by hand from the dealer's right (PJ02)."""
    for key, stake in reversed(t.layout.pending(t.rules.played)):
        t.show(key.hand)
        row = OUTCOMES.decide(compare(t.hand(key.hand), t.layout.dealer))
        match row.outcome:
            case Outcome.WIN:
                win(t, key, stake, t.rules.win_pays.odds, row.clauses)
            case Outcome.LOSE:
                lose(t, key, stake, row.clauses)
            case _:
                give_back(t, key, stake, row.clauses)


async def pick_up_cards(t: Play) -> None:
    collect_cards(t, PICK_UP)


def may_set(t: Play, player: Player, hand: HandId) -> Ruling:
    packet = t.hand(hand).cards
    settings = legal_settings(packet)
    if not settings:
        return Refusal("bust", "no setting of these cards is lawful; declare a bust", clauses("CO-2112(7).1"))

    def check(intent: Intent) -> Refusal | None:
        assert isinstance(intent, SetHand)
        low, high = intent.setting
        if len(low) != 2 or sorted(map(str, low + high)) != sorted(map(str, packet)):
            says = "a setting is two low and three high cards of the hand's own five"
            return Refusal("not-these-cards", says, clauses("CO-2112(6).1"))
        if intent.setting.totals[0] > 21:
            return Refusal("high-above-21", "the high hand may not pass 21", clauses("CO-2112(7).1"))
        if intent.setting.totals[1] > intent.setting.totals[0]:
            says = "the low hand may equal but not outrank the high hand"
            return Refusal("foul", says, clauses("CO-2112(6)(a)"))
        return None

    intents = tuple(SetHand(setting) for setting in dict.fromkeys(settings))
    return not_open(t, player, hand) or Option(SetHand, clauses("CO-2112(6).1"), intents, check)


def may_declare_bust(t: Play, player: Player, hand: HandId) -> Ruling:
    if legal_settings(t.hand(hand).cards):
        return Refusal("not-bust", "these cards can be set lawfully", clauses("CO-2112(7).1"))
    return not_open(t, player, hand) or Option(DeclareBust, clauses("CO-2112(7).1"), (DeclareBust(),))


@clause("CO-2112(1).2", "CO-2112(2).1")
def betting(house: House) -> BettingTerms:
    posted = clauses("CO-2112(2).1")
    main = WagerTerms(MAIN, posted, Limit(house.cents("main_min"), posted), Limit(house.cents("main_max"), posted))
    return BettingTerms(
        seats=house.integer("seats"),
        boxes_per_player=house.integer("boxes_per_player"),
        adjacent_boxes=False,
        chip=house.cents("chip"),
        wagers={MAIN: main},
        not_offered={},
        before_first_card=posted,
        box_clauses=clauses("CO-2112(1).2"),
        sharing_clauses=clauses("CO-2112(1).3"),
        several_clauses=clauses("CO-2112(1).3"),
        chip_clauses=posted,
        unknown_clauses=posted,
    )


@clause("CO-2112(3)")
def shoe(house: House) -> ShoeTerms:
    """Every round has a shuffled deck of its own, so no cut card comes out."""
    cited = clauses("CO-2112(3)")
    return ShoeTerms(
        cards=len(STANDARD_DECK) * house.integer("decks"),
        is_cut=False,
        cut_from_ends=0,
        behind=None,
        order=CutOrder.FAR_RIGHT_ROTATING,
        reshuffles=Reshuffles.NEVER,
        burn_after_betting=False,
        burn_may_be_seen=False,
        cites=ShoeCites(**{each.name: cited for each in fields(ShoeCites)}),
        every_round=True,
    )


def compile_rules(house: House) -> PaiJackRules:
    return PaiJackRules(
        betting=betting(house),
        shoe=shoe(house),
        pai_jack_pays=house.rulebook.payout("main", "pai_jack"),
        win_pays=house.rulebook.payout("main", "win"),
        steps=(
            take_wagers,
            deal_packets,
            pay_pai_jacks,
            set_hands,
            reveal_dealer,
            settle_wagers,
            pick_up_cards,
        ),
        menu={**BEFORE_PLAY, SetHand: may_set, DeclareBust: may_declare_bust},
        incidents=SHOE_INCIDENTS,
        points={Point.FIRST_CARDS: clauses("CO-2112(3)"), Point.WAGERS_TAKEN: clauses("CO-2112(2).1")},
    )
