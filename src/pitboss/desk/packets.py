"""Pai Jack behind the desk: what its wagers are worth, and how packets are best set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.pai_jack import RULES_OF_THUMB, Packets, Points, Worth
from pitboss.analysis.priced import Priced, Thumb
from pitboss.cards import Card, cards, in_our_letters, spelled
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.games.colorado.pai_jack_rules import PaiJackRules
from pitboss.games.registry import Game
from pitboss.ids import Wager
from pitboss.money import Cents
from pitboss.rules.setting import PACKET, Setting
from pitboss.wagers.pai_jack_bonus import is_pai_jack

MOST_SHOWN = 12  # packets that are better not set by house way, the costliest first


def packets_of(game: Game) -> Packets | None:
    """The game as one of packets that are set, if it is one."""
    return Packets(game.rules, game.shoe) if isinstance(game.rules, PaiJackRules) else None


def priced(packets: Packets, wanted: Iterable[str]) -> dict[Wager, Priced]:
    """The wagers asked for: the main one with the best setting of every packet."""
    rules = packets.rules
    found = {rules.played: packets.main(packets.best)} if rules.played in wanted else {}
    return found | {side.id: packets.side(side) for side in rules.sides if side.id in wanted}


def together(packets: Packets, stakes: Mapping[Wager, Cents]) -> tuple[float, float] | None:
    """Both wagers of a packet, expectation and deviation for a unit of all that is wagered; nothing of one alone."""
    sides = [side for side in packets.rules.sides if stakes.get(side.id)]
    if not sides:
        return None
    (side,), total = sides, sum(stakes.values())
    main, bonus = packets.main(packets.best), packets.side(side)
    on_main, on_side = stakes[packets.rules.played], stakes[side.id]
    variance = on_main**2 * main.variance + on_side**2 * bonus.variance
    variance += 2 * on_main * on_side * packets.covariance(packets.best, side)
    return float((on_main * main.ev + on_side * bonus.ev) / total), float(variance) ** 0.5 / total


@dataclass(frozen=True, slots=True)
class Better:
    """A packet that is better not set by house way: both settings as points, its chance, what the house way loses."""

    packet: str
    house_way: str
    best: str
    chance: float
    loss: float


@dataclass(frozen=True, slots=True)
class Settings:
    """How packets are best set: what that is worth, rules of thumb, and the packets on which the house way costs most.

    On so many `packets`, told apart by what cards count, and `hands` the house way is not the best.
    """

    best: Fraction
    thumbs: tuple[Thumb, ...]
    better: tuple[Better, ...]
    packets: int
    hands: int


def best_settings(packets: Packets) -> Settings:
    best = packets.main(packets.best).ev
    worths = [(rule.says, packets.main(packets.by(rule)).ev) for rule in RULES_OF_THUMB]
    thumbs = tuple(Thumb(says, worth, best - worth) for says, worth in worths)
    differ = packets.differences
    hands = sum(int(packets.weights[packets.number[each.packet]]) for each in differ)
    shown = tuple(
        Better(
            _counts(each.packet),
            _totals(each.house_way),
            _totals(each.best),
            float(each.chance),
            float(each.loss),
        )
        for each in differ[:MOST_SHOWN]
    )
    return Settings(best, thumbs, shown, len(differ), hands)


def _counts(points: Points) -> str:
    """Cards by what they count, the highest first."""
    return " ".join("A" if each == 11 else str(each) for each in sorted(points, reverse=True))


def _totals(worth: Worth) -> str:
    return f"{worth.totals.high} over {worth.totals.low}"


def advised(packets: Packets, hand: str) -> list[tuple[Setting, Worth]]:
    """Every setting of these very cards with its worth, the best first; raises `BadQuestion` and `Refused`."""
    held = _packet(packets, hand)
    if is_pai_jack(held):
        raise Refused(f"{hand} is a Pai Jack, which is paid and not set")
    found = packets.settings(held)
    if not found:
        raise Refused(f"no setting of {hand} is lawful; the hand is a bust")
    return found


def _packet(packets: Packets, text: str) -> tuple[Card, ...]:
    try:
        held = cards(" ".join(in_our_letters(word) for word in text.split()))
    except ValueError as error:
        raise BadQuestion(str(error)) from None
    if len(held) != PACKET:
        raise BadQuestion(f"a packet has {PACKET} cards, not {len(held)}")
    twice = [card for card, count in Counter(held).items() if count > packets.cards.count(card)]
    if twice:
        raise BadQuestion(f"{spelled(twice)} stands more often in the packet than in the deck")
    return held
