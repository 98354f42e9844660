"""Searches whole updates for cards that their viewer may not know.

Where each card is there once, all cards are searched for that are still to come, that lie face down, or that others
have looked at; with several decks only what lies face down or was looked at, and no copy of which lies open.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import dataclass, field

from pitboss.cards import STANDARD_DECK, Card
from pitboss.core.facts import CardsShuffled, Fact, RoundEnded
from pitboss.core.hands import Hand
from pitboss.ids import Author, Player, Role
from pitboss.service.feed import Feed, News, Update
from pitboss.service.view import player_of
from pitboss.service.wire import to_json
from pitboss.service.words import CardName, spoken_card
from pitboss.tables.live import LiveTable
from pitboss.tables.recent import RecentFacts
from service.client import HOUSE, PLAYERS, STAFF, Json, Party, a_table

REG = Author(Role.REGULATOR, "reg")
VIEWERS: tuple[Author | None, ...] = (*PLAYERS, None, *STAFF, HOUSE, REG)
_TEXT = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
_SPOKEN = re.compile("|".join(card.spoken for card in STANDARD_DECK))


def cards_in(text: str) -> set[str]:
    """Every card that is named in a text, however it is called."""
    return {*_TEXT.findall(text), *_SPOKEN.findall(text)}


@dataclass
class Canary:
    """Plays at a table and looks through everything that every viewer gets."""

    party: Party
    seed: int
    searched: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.one_deck = len(set(self.table.game.shoe)) == len(self.table.game.shoe)
        self.shuffled = self.ended = 0
        self.never_shown: dict[Author | None, set[Card]] = {viewer: set() for viewer in VIEWERS}
        self.table.listeners.append(self._listen)
        feed = Feed(self.table)
        self.streams = {viewer: feed.stream(viewer, name=self._name(viewer)) for viewer in VIEWERS}
        self.heard: dict[Author | None, list[News]] = {viewer: [] for viewer in VIEWERS}

    def _name(self, viewer: Author | None) -> CardName:
        """One of the viewers hears the names of cards."""
        return spoken_card if viewer == PLAYERS[1] else str

    @property
    def table(self) -> LiveTable:
        return self.party.table

    def _listen(self, line: int, fact: Fact) -> None:
        if isinstance(fact, CardsShuffled):
            self.shuffled = line
            self.never_shown = {viewer: set() for viewer in VIEWERS}
        if isinstance(fact, RoundEnded):
            self.ended = line

    @property
    def lies_there_from_before(self) -> bool:
        """Whether the cards on the layout are those of a round before the shuffle, which are in the shoe again."""
        return not self.table.runner.state.in_round and self.shuffled > self.ended

    def go(self, commands: int) -> Counter[str]:
        """Play, and fail if any update tells too much, or a resumed stream something else."""
        for _ in range(commands):
            if not self.party.step():
                break
            for viewer, stream in self.streams.items():
                update = stream.take()
                self.heard[viewer] += update.news
                self.search(viewer, update)
                if self.chance.random() < 0.1:
                    self.resume(viewer)
        return self.searched

    def search(self, viewer: Author | None, update: Update) -> None:
        """Fail if a card is named that this viewer may not know."""
        made: Json = to_json(update)
        since = self.shuffled if self.one_deck else max(self.shuffled, self.table.recent.last_round)
        made["news"] = [each for each in made.get("news", ()) if each["line"] > since]
        if self.lies_there_from_before:
            del made["view"]["dealer"]
            made["view"].pop("hands", None)
        named = cards_in(json.dumps(made, ensure_ascii=False))
        hidden = self.hidden_from(viewer)
        for card in hidden:
            for name in (card.text, card.spoken):
                assert name not in named, f"{viewer} may not know {card}: {_around(made, name)}"
        self.searched["updates"] += 1
        self.searched["hidden cards"] += len(hidden)
        self.searched["named cards"] += len(named)

    def hidden_from(self, viewer: Author | None) -> set[Card]:
        """The cards that are still to come, those that lie face down, and those that only others have looked at."""
        stack = None if self.table.shoe is None else self.table.shoe._stack
        if stack is None:
            return set()
        state, player = self.table.runner.state, player_of(viewer)
        hidden = {card for cards in stack.unseen().values() for card in cards}
        hands = () if self.lies_there_from_before else state.layout.hands.values()
        concealed = {card for hand in hands for card in hand.cards[: _hidden(hand, player)]}
        shown = {card for hand in hands for card in hand.cards[_hidden(hand, player) :]}
        if not self.one_deck:
            return (hidden | concealed) - shown if state.in_round else set()
        hidden |= set(stack.cards)
        if viewer == REG:
            return hidden | (concealed if state.in_round else set())
        self.never_shown[viewer] = (self.never_shown[viewer] | concealed) - shown
        self.searched["concealed cards"] += len(concealed)
        return hidden | self.never_shown[viewer]

    def resume(self, viewer: Author | None) -> None:
        """Fail if a stream that begins later, or again, does not tell the same of what it tells."""
        after = self.chance.randrange(self.table.lines + 1)
        update = Feed(self.table).stream(viewer, after, self._name(viewer)).take()
        forgotten = self.table.recent.forgotten
        assert update.gap == (after < forgotten), (after, forgotten)
        expected = [each for each in self.heard[viewer] if each.line > max(after, forgotten)]
        assert list(map(_told, update.news)) == list(map(_told, expected)), (viewer, after)
        self.search(viewer, update)
        self.searched["resumed"] += 1
        self.searched["gaps"] += update.gap


def _hidden(hand: Hand, player: Player | None) -> int:
    """How many of the first cards of a hand this player has not seen."""
    return 0 if player is not None and hand.caller == player else hand.concealed


def _told(news: News) -> tuple[object, ...]:
    """News without what depends on where its viewer sits now."""
    return news.line, news.kind, news.says, news.clauses, dict(news.fact)


def _around(made: Json, name: str) -> list[str]:
    return [f"{key}: {json.dumps(part)[:2000]}" for key, part in made.items() if name in json.dumps(part)]


def watching(rulebook: str, house: Json, seed: int, *, live: bool = False, keep: int = 120) -> Canary:
    """A table at which everybody looks on, and which forgets soon."""
    table = a_table(rulebook, seed, house, live=live)
    table.recent = RecentFacts(keep=keep)
    return Canary(Party(table, seed, live), seed)
