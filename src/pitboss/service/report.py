"""What a player is told, a sentence an event; what a picture of the table shows can be left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.ids import DEALER
from pitboss.money import Cents
from pitboss.service.feed import About, News
from pitboss.service.words import signed

DRAWN = ("CardDealt", "WagerPlaced", "BettingClosed", "CardsCollected")
"""Kinds of news that a picture of the table shows."""


class Sentence(NamedTuple):
    """A sentence for the player, and its clauses as they follow it, if they are to be shown."""

    text: str
    about: About = About.OWN
    cited: str = ""

    @property
    def whole(self) -> str:
        """The sentence with its clauses."""
        return f"{self.text}{self.cited}"


class Reporter:
    """Turns the news of a table into sentences for one player, who sees the table drawn if it `is_drawn`."""

    def __init__(self, *, is_drawn: bool) -> None:
        self._is_drawn = is_drawn
        self._dealer_shows = 0

    def report(self, news: Sequence[News], net: Cents | None) -> Iterator[Sentence]:
        """Yield what the player is told of these news; `net` is what the round has brought them."""
        swept = max((place for place, each in enumerate(news) if each.kind == "PokerBegun"), default=0)
        for place, each in enumerate(news):
            self._count_the_dealers(each)
            if each.says and not (self._is_drawn and place >= swept and self._shows(each)):
                settled = each.kind == "WagerSettled" and each.clauses
                yield Sentence(each.says, each.about, f" [{', '.join(each.clauses)}]" if settled else "")
            if each.kind == "RoundEnded" and net is not None:
                yield Sentence(f"This round: {signed(net)}.")

    def _count_the_dealers(self, news: News) -> None:
        if news.kind == "RoundOpened":
            self._dealer_shows = 0
        elif news.kind in ("CardDealt", "CardTurned") and news.fact["hand"] == str(DEALER) and news.fact["card"]:
            self._dealer_shows += 1

    def _shows(self, news: News) -> bool:
        """Whether a picture shows it. It says nothing of the cards that the dealer drew between two looks."""
        drew = news.kind == "CardDealt" and news.fact["hand"] == str(DEALER) and self._dealer_shows > 1
        return news.kind in DRAWN and not drew
