"""The settings of a packet as numbered moves: one for each two places of the low cards, in the order of a new deck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from pitboss.cards import STANDARD_DECK, Card
from pitboss.core.options import Intent, Option
from pitboss.games.colorado.pai_jack_rules import SetHand
from pitboss.rules.setting import LOW, PACKET, Setting
from pitboss.service.asked import No
from pitboss.service.choices import no

LOW_PLACES = tuple(combinations(range(PACKET), LOW))
_PLACE_IN_DECK = {card: place for place, card in enumerate(STANDARD_DECK)}


class PacketSettings:
    """A packet has ten settings, and each is a move of its own."""

    count = len(LOW_PLACES)

    def lawful(self, option: Option, packet: Sequence[Card]) -> dict[int, Intent]:
        """Return the settings of this packet that the option allows, by their number from 0."""
        lawful = {_low_cards(intent): intent for intent in option.intents if isinstance(intent, SetHand)}
        by_number = {number: lawful.get(_low_cards(_setting(packet, number))) for number in range(self.count)}
        return {number: intent for number, intent in by_number.items() if intent is not None}

    def why_not(self, name: str, option: Option, packet: Sequence[Card], number: int) -> No:
        """Return why the move of this name and number, whose setting is not lawful, may not be made."""
        refusal = option.refuses(_setting(packet, number))
        foul = "the low hand would outrank the high hand"
        return No(name, "foul", foul, option.clauses) if refusal is None else no(name, refusal)


def _setting(packet: Sequence[Card], number: int) -> SetHand:
    low, cards = LOW_PLACES[number], _in_deck_order(packet)
    high = tuple(card for place, card in enumerate(cards) if place not in low)
    return SetHand(Setting(tuple(cards[place] for place in low), high))


def _low_cards(intent: SetHand) -> tuple[Card, ...]:
    """The low cards in the order of a new deck: they tell one setting from another."""
    return tuple(_in_deck_order(intent.setting.low))


def _in_deck_order(cards: Sequence[Card]) -> list[Card]:
    return sorted(cards, key=_PLACE_IN_DECK.__getitem__)
