"""Pai Jack: what its wagers are worth, how packets are best set, and a simulation by a plan of settings."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pitboss.analysis.keeping import Foreign
from pitboss.analysis.keeping_packets import as_arrays, fill
from pitboss.analysis.pai_jack import RULES_OF_THUMB, Packets, Points, Worth
from pitboss.analysis.priced import Priced, Thumb
from pitboss.cards import Card, spelled
from pitboss.desk.answers import (
    Advice,
    Advised,
    BestPlay,
    Combined,
    Price,
    Prices,
    Section,
    price_of,
    thumb_object,
)
from pitboss.desk.cache import Cache, cache_for
from pitboss.desk.engine import Chart, wanted_of
from pitboss.desk.houses import need_known
from pitboss.desk.judgement import DecisionWorth, Judgement, unknown
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.desk.session import priced_of, written_price
from pitboss.desk.shown import read_cards
from pitboss.desk.stakes import USUAL
from pitboss.desk.worths import CARDS_SEEN, seen_beside, unanswered, unit_of
from pitboss.games.colorado.pai_jack_rules import HouseWay, PaiJackRules, SetHand
from pitboss.games.registry import Game
from pitboss.ids import Wager
from pitboss.money import Cents
from pitboss.rules.setting import PACKET, Setting
from pitboss.wagers.pai_jack_bonus import is_pai_jack
from pitboss.wagers.side import SideWager

if TYPE_CHECKING:
    from pitboss.core.layout import Layout
    from pitboss.core.options import Intent
    from pitboss.desk.practice import PlayerQuestion
    from pitboss.desk.simulations import Prepared

BEST, HOUSE_WAY = "best", "house-way"
NO_UP_CARD = "-"
COUNTED = "packets"
MOST_SHOWN = 12  # packets that are better not set by house way, the costliest first


def packets_of(game: Game) -> Packets | None:
    """Return the packets of a game that sets them, None for another game; raise `BadQuestion` for an unknown one."""
    need_known(game)
    return Packets(game.rules, game.shoe) if isinstance(game.rules, PaiJackRules) else None


def _count(packets: Packets, cache: Cache) -> None:
    """Give packets what an earlier run has counted; count and cache it if there is nothing of these packets."""
    arrays = cache.arrays(COUNTED)
    try:
        if arrays is not None:
            fill(packets, arrays)
            return
    except Foreign:
        pass
    cache.keep_arrays(COUNTED, as_arrays(packets))


@dataclass
class PacketGame:
    """Pai Jack at these stakes."""

    game: Game
    packets: Packets
    stakes: Mapping[Wager, Cents]
    cache: Cache

    @classmethod
    def of(cls, game: Game, stakes: Mapping[Wager, Cents], *, fresh: bool = False) -> PacketGame:
        packets, cache = packets_of(game), cache_for(game, USUAL, fresh=fresh)  # no answer depends on a stake
        assert packets is not None
        _count(packets, cache)
        return cls(game, packets, stakes, cache)

    @property
    def _rules(self) -> PaiJackRules:
        return self.packets.rules

    # Prices.

    def price(self, wagers: Iterable[str] | None, others: int) -> Prices:
        """Price the best setting of every packet; the method says what the house way is worth."""
        del others
        began = time.perf_counter()
        wanted = wanted_of(self.game, wagers, [self._rules.played, *(side.id for side in self._rules.sides)])
        prices = {self._rules.played: self._main()} if self._rules.played in wanted else {}
        for side in self._rules.sides:
            if side.id in wanted:
                prices[side.id] = price_of(self.game, self._side(side))
        combined = self._combined() if set(self.stakes) <= set(prices) else None
        figures = None if combined is None else (combined.ev, combined.sd)
        together = () if combined is None else combined.wagers
        seconds = time.perf_counter() - began
        return Prices(self.game, self.stakes, prices, None, seconds, figures, together=together, joint=combined)

    def _main(self) -> Price:
        best, house_way = (self.packets.main(plan) for plan in (self.packets.best, self.packets.house_way))
        price = price_of(self.game, best)
        method = f"{price.method}, with its best setting; by house way it is worth {float(house_way.ev):+.6f}"
        return replace(price, method=method)

    def _side(self, side: SideWager) -> Priced:
        return priced_of(self.cache.known(side.id, lambda: written_price(self.packets.side(side))))

    def _covariance(self, side: SideWager) -> Fraction:
        name = f"{side.id} with {self._rules.played}"
        return Fraction(self.cache.known(name, lambda: str(self.packets.covariance(self.packets.best, side))))

    def _combined(self) -> Combined | None:
        """Both wagers of a packet; None if the bonus is not placed."""
        sides = [side for side in self._rules.sides if self.stakes.get(side.id)]
        if not sides:
            return None
        (side,), total = sides, sum(self.stakes.values())
        main, bonus = self.packets.main(self.packets.best), self._side(side)
        on_main, on_side = self.stakes[self._rules.played], self.stakes[side.id]
        variance = on_main**2 * main.variance + on_side**2 * bonus.variance
        variance += 2 * on_main * on_side * self._covariance(side)
        ev = (on_main * main.ev + on_side * bonus.ev) / total
        return Combined(tuple(self.stakes), float(ev), float(variance) ** 0.5 / total, exact=str(ev))

    # Advice.

    def advise(self, hand: str, up: str) -> Advice:
        """Return every setting of these very cards with its worth; there is no up card, for which a dash stands."""
        if up != NO_UP_CARD:
            name = self.game.house.rulebook.id
            raise BadQuestion(f'{name} has no up card; write a dash for it, as in "Tc 9c 5c 4c 3c" {NO_UP_CARD}')
        settings = self.packets.settings(self._packet(hand))
        if not settings:
            raise Refused(f"no setting of {hand} is lawful; the hand is a bust")
        clauses = self._rules.arranging.set
        decisions = tuple(Advised(_written(setting), float(worth.ev), clauses) for setting, worth in settings)
        says = f"{hand}, every setting with other totals:"
        return Advice(self.stakes, self._rules.played, decisions, says, table=self._settings(settings))

    def _settings(self, settings: Sequence[tuple[Setting, Worth]]) -> Section:
        first = settings[0][0]
        house_way = self._rules.arranging.house_way([*first.low, *first.high])
        assert house_way is not None
        usual = self._rules.arranging.totals(house_way)
        rows = [["LOW | HIGH", "TOTALS", "WORTH", "WINS", "PUSHES", "LOSES", ""]]
        for setting, worth in settings:
            rows.append([_written(setting), *_figures(worth), "house way" if worth.totals == usual else ""])
        value = [
            {"low": spelled(s.low), "high": spelled(s.high), "worth": float(w.ev), "worth_exact": str(w.ev)}
            for s, w in settings
        ]
        return Section("settings", "", rows, value=value, right=(2, 3, 4, 5))

    def _packet(self, text: str) -> tuple[Card, ...]:
        held = read_cards(text)
        if len(held) != PACKET:
            raise BadQuestion(f"a packet has {PACKET} cards, not {len(held)}")
        twice = [card for card, count in Counter(held).items() if count > self.packets.cards.count(card)]
        if twice:
            raise BadQuestion(f"{spelled(twice)} was written more often than the deck holds it")
        if is_pai_jack(held):
            raise Refused(f"{text} is a Pai Jack, which is paid and not set")
        return held

    # Best play.

    def best_play(self) -> BestPlay:
        """Return rules of thumb, and the packets on which the house way costs most."""
        best, house_way = (self.packets.main(plan).ev for plan in (self.packets.best, self.packets.house_way))
        title = f"{self.game.house.rulebook.title}: how to set five cards"
        edge = -100 * float(best)
        summary = f"House edge of the main wager with the best setting of every packet {edge:.4f} %."
        differ, weights = self.packets.differences, self.packets.weights
        hands = sum(int(weights[self.packets.number[difference.packet]]) for difference in differ)
        figures = {"ev_exact": str(best), "packets": len(differ), "hands": hands}
        sections = (self._thumbs(), self._better(hands))
        return BestPlay(title, self.stakes, (), float(best), float(house_way), (), summary, sections, figures)

    def _thumbs(self) -> Section:
        best = self.packets.main(self.packets.best).ev
        worths = [(rule.says, self.packets.main(self.packets.by(rule)).ev) for rule in RULES_OF_THUMB]
        thumbs = [Thumb(says, worth, best - worth) for says, worth in worths]
        says = "Rules that a person can keep to, and what they lose:"
        value = [thumb_object(rule) for rule in thumbs]
        return Section("rules", says, rules=[_edge_and_loss(rule) for rule in thumbs], value=value)

    def _better(self, hands: int) -> Section:
        """Return the packets on which the house way costs most; on so many `hands` it is not the best."""
        differ = self.packets.differences
        says = (
            f"The house way is not the best on {len(differ)} kinds of packets, {hands:,} hands. These cost it most, "
            "where they come:"
        )
        rows, value = [["CARDS", "HOUSE WAY", "BEST", "LOSES"]], []
        for difference in differ[:MOST_SHOWN]:
            loss = float(difference.loss)
            names = _counts(difference.packet), _totals(difference.house_way), _totals(difference.best)
            rows.append([*names, f"{100 * loss:.2f} %"])
            named = dict(zip(("packet", "house_way", "best"), names, strict=True))
            value.append({**named, "chance": float(difference.chance), "loss": loss})
        return Section("better", says, rows, value=value, right=(3,))

    # Simulation.

    @cached_property
    def _plans(self) -> Mapping[str, tuple[str, Any]]:
        return {
            BEST: ("the best setting of every packet", self.packets.best),
            HOUSE_WAY: ("house way", self.packets.house_way),
        }

    def prepare(self, boxes: int, plan: str, chart: Chart | None) -> Prepared:
        """Return the game ready to be simulated, every packet set as is best or by house way."""
        from pitboss.desk.simulations import Prepared  # noqa: PLC0415
        from pitboss.simulation.packets import CompiledPackets  # noqa: PLC0415
        from pitboss.simulation.sides import NotSimulated  # noqa: PLC0415

        asked = plan if chart is None else "a chart"
        if asked not in self._plans:
            raise BadQuestion(f"packets are set by the plan best or {HOUSE_WAY}, not by {asked}")
        name, settings = self._plans[asked]
        worths = {side.id: float(self._side(side).ev) for side in self._rules.sides if self.stakes.get(side.id)}
        compiled = CompiledPackets(self.game, self.packets, settings, self.stakes, boxes)
        try:
            compiled.tables  # noqa: B018  whether these stakes can be paid is found out here
        except NotSimulated as error:
            raise BadQuestion(str(error)) from None
        return Prepared(compiled, None, name, float(self.packets.main(settings).ev), worths)

    # Decisions.

    def judge(self, seen: Layout, asked: PlayerQuestion) -> Judgement:
        """Return what every setting of a packet is worth, or why it is not known."""
        if SetHand not in asked.verbs or not asked.verbs <= {SetHand, HouseWay}:
            return unanswered(asked)
        if seen_beside(seen, asked.hand) or seen.dealer.cards:
            return unknown(CARDS_SEEN)
        packet, arranging = seen.hands[asked.hand].cards, self._rules.arranging
        known = {worth.totals: float(worth.ev) for _, worth in self.packets.settings(packet)}
        house_way = arranging.house_way(packet)
        if house_way is None or not known:
            return unknown("this packet is not set")
        stake, unit = self.stakes[self._rules.played], unit_of(self.game, self.stakes)
        worths: dict[Intent | None, DecisionWorth] = {}
        for intent in (each for option in asked.options for each in option.intents):
            setting = intent.setting if isinstance(intent, SetHand) else house_way
            worths[intent] = DecisionWorth(known[arranging.totals(setting)] * stake / unit)
        return Judgement(worths)


def _edge_and_loss(rule: Thumb) -> str:
    edge, loss = -100 * float(rule.ev), 100 * float(rule.loss)
    return f"{rule.says[0].upper()}{rule.says[1:]}: {edge:.4f} %, which loses {loss:.4f} %."


def _written(setting: Setting) -> str:
    return f"{spelled(setting.low)} | {spelled(setting.high)}"


def _figures(worth: Worth) -> list[str]:
    chances = (f"{100 * float(each):.2f} %" for each in (worth.wins, worth.pushes, worth.loses))
    return [_totals(worth), f"{float(worth.ev):+.6f}", *chances]


def _counts(points: Points) -> str:
    """Write cards by what they count, the highest first."""
    return " ".join("A" if each == 11 else str(each) for each in sorted(points, reverse=True))


def _totals(worth: Worth) -> str:
    return f"{worth.totals.high} over {worth.totals.low}"
