"""The moves of a game as a numbered list, for agents that say numbers.

First come `deal` and `pass`, then one move for each verb that the rules of the game know once cards are dealt. Which
those are is asked of the rules, so a new verb has a move by itself. A verb that takes an amount is used in the usual
way; a packet has ten settings, and each has a move of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from pitboss.cards import STANDARD_DECK, Card
from pitboss.core.before_play import BEFORE_PLAY
from pitboss.core.options import Intent, Option, Refusal
from pitboss.core.wagering import open_round
from pitboss.desk.practice import PlayerQuestion, PracticeRound, PracticeTable
from pitboss.games.colorado.pai_jack_rules import SetHand
from pitboss.ids import Box, HandId
from pitboss.rules.setting import LOW, PACKET, Setting
from pitboss.service.asked import No
from pitboss.service.choices import no

DEAL, PASS = 0, 1
NOT_HERE = ("not-in-rulebook", "not-offered")
"""The codes of refusals that hold for the whole game, whatever is dealt."""
LOW_PLACES = tuple(combinations(range(PACKET), LOW))
_PLACE_IN_DECK = {card: place for place, card in enumerate(STANDARD_DECK)}


@dataclass(frozen=True, slots=True)
class Move:
    """One move: its name, and its verb with the places of the low cards where it sets a packet."""

    name: str
    verb: type[Intent] | None = None
    low: tuple[int, ...] = ()


@dataclass(frozen=True)
class Moves:
    """The moves of one table."""

    table: PracticeTable

    @cached_property
    def all(self) -> tuple[Move, ...]:
        """Every move in the order of its number."""
        found = [Move("deal"), Move("pass")]
        for verb in _verbs(self.table):
            if verb is SetHand:
                found += [Move(f"{verb.verb} {number}", verb, low) for number, low in enumerate(LOW_PLACES, start=1)]
            else:
                found.append(Move(verb.verb, verb))
        return tuple(found)

    @cached_property
    def _number(self) -> dict[type[Intent], int]:
        return {move.verb: number for number, move in enumerate(self.all) if move.verb is not None and not move.low}

    @cached_property
    def _settings(self) -> tuple[int, ...]:
        return tuple(number for number, move in enumerate(self.all) if move.low)

    def legal(self, round_: PracticeRound) -> dict[int, Intent | None]:
        """Return the numbers of the moves that may be made now, each with what it says; a pass says nothing."""
        asked = round_.asked
        if asked is None:
            return {}
        found: dict[int, Intent | None] = {PASS: None} if asked.passes else {}
        for option in asked.options:
            if option.verb is SetHand:
                found |= self._lawful_settings(round_, asked, option)
            else:
                found[self._number[option.verb]] = round_.usual(option)
        return found

    def _lawful_settings(self, round_: PracticeRound, asked: PlayerQuestion, option: Option) -> dict[int, Intent]:
        packet = round_.seen_by(asked.player).hands[asked.hand].cards
        lawful = {_as_set(intent): intent for intent in option.intents if isinstance(intent, SetHand)}
        by_number = {number: lawful.get(_as_set(_setting(packet, self.all[number].low))) for number in self._settings}
        return {number: intent for number, intent in by_number.items() if intent is not None}

    def why_not(self, round_: PracticeRound, number: int) -> No:
        """Return why this move, which is not among the legal ones, may not be made now."""
        move, asked = self.all[number], round_.asked
        assert asked is not None, "nobody is asked"
        if number == DEAL:
            return No(move.name, "round-in-progress", "the round is not over")
        if number == PASS:
            clauses = asked.options[0].clauses
            return No(move.name, "must-decide", f"something must be decided on hand {asked.hand}", clauses)
        assert move.verb is not None
        for option in asked.options:
            if option.verb is move.verb:
                packet = round_.seen_by(asked.player).hands[asked.hand].cards
                refusal = option.refuses(_setting(packet, move.low))
                foul = "the low hand would outrank the high hand"
                return No(move.name, "foul", foul, option.clauses) if refusal is None else no(move.name, refusal)
        return no(move.name, round_.refuses(move.verb))


def before_deal(name: str) -> No:
    """Return why a move other than `deal` may not be made before the cards."""
    return No(name, "not-dealt", "no cards are dealt yet; the first move of a round is deal")


def in_deck_order(cards: Sequence[Card]) -> list[Card]:
    """Sort cards as settings count them: by their place in a new deck."""
    return sorted(cards, key=_PLACE_IN_DECK.__getitem__)


def _setting(packet: Sequence[Card], low: tuple[int, ...]) -> SetHand:
    cards = in_deck_order(packet)
    high = tuple(card for place, card in enumerate(cards) if place not in low)
    return SetHand(Setting(tuple(cards[place] for place in low), high))


def _as_set(intent: SetHand) -> tuple[Card, ...]:
    """The low cards in the order of a new deck: they tell one setting from another."""
    return tuple(in_deck_order(intent.setting.low))


def _verbs(table: PracticeTable) -> list[type[Intent]]:
    """Ask the rules which verbs the game has once bets are down: all but those that it never permits."""
    rules, player = table.game.rules, table.players[0]
    runner = open_round(rules, table.bets)
    found = []
    for verb in rules.menu:
        if verb not in BEFORE_PLAY:
            ruling = runner.round.ruling(verb, player, HandId(Box(1), 1))
            if not (isinstance(ruling, Refusal) and ruling.code in NOT_HERE):
                found.append(verb)
    runner.close()
    return found
