"""The moves of a game as a numbered list, for agents that say numbers.

First come `deal` and `pass`, then one move for each verb that the rules of the game know once cards are dealt. Which
those are is asked of the rules, so a new verb has a move by itself. A verb that takes an amount is used in the usual
way; a verb that the registry of ways lists, as to set a packet, is several moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pitboss.cards import Card
from pitboss.core.before_play import BEFORE_PLAY
from pitboss.core.options import Intent, Refusal
from pitboss.core.wagering import open_round
from pitboss.desk.practice import PracticeRound, PracticeTable
from pitboss.desk.ways.registry import SEVERAL_MOVES
from pitboss.ids import Box, HandId
from pitboss.service.asked import No
from pitboss.service.choices import no

DEAL, PASS = 0, 1
NOT_HERE = ("not-in-rulebook", "not-offered")
"""The codes of refusals that hold for the whole game, whatever is dealt."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move: its name, its verb, and its number from 0 among the moves of a verb that is several."""

    name: str
    verb: type[Intent] | None = None
    number: int | None = None


@dataclass(frozen=True)
class Moves:
    """The moves of one table."""

    table: PracticeTable

    @cached_property
    def all(self) -> tuple[Move, ...]:
        """Every move in the order of its number."""
        found = [Move("deal"), Move("pass")]
        for verb in _verbs(self.table):
            several = SEVERAL_MOVES.get(verb)
            if several is None:
                found.append(Move(verb.verb, verb))
            else:
                found += [Move(f"{verb.verb} {number + 1}", verb, number) for number in range(several.count)]
        return tuple(found)

    @cached_property
    def _first(self) -> dict[type[Intent], int]:
        """The number of the first move of every verb."""
        return {move.verb: number for number, move in enumerate(self.all) if move.verb is not None and not move.number}

    def legal(self, round_: PracticeRound) -> dict[int, Intent | None]:
        """Return the numbers of the moves that may be made now, each with what it says; a pass says nothing."""
        asked = round_.asked
        if asked is None:
            return {}
        found: dict[int, Intent | None] = {PASS: None} if asked.passes else {}
        for option in asked.options:
            first, several = self._first[option.verb], SEVERAL_MOVES.get(option.verb)
            if several is None:
                found[first] = round_.usual(option)
            else:
                lawful = several.lawful(option, _cards_asked(round_))
                found |= {first + number: intent for number, intent in lawful.items()}
        return found

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
                assert move.number is not None, "a verb that is one move is legal where it is among the options"
                several = SEVERAL_MOVES[move.verb]
                return several.why_not(move.name, option, _cards_asked(round_), move.number)
        return no(move.name, round_.refuses(move.verb))


def before_deal(name: str) -> No:
    """Return why a move other than `deal` may not be made before the cards."""
    return No(name, "not-dealt", "no cards are dealt yet; the first move of a round is deal")


def _cards_asked(round_: PracticeRound) -> tuple[Card, ...]:
    """The cards of the hand that is asked about, as its player sees them."""
    asked = round_.asked
    assert asked is not None, "nobody is asked"
    return tuple(round_.seen_by(asked.player).hands[asked.hand].cards)


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
