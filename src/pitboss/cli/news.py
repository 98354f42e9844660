"""What a player at the terminal is told: a sentence an event, and which of them make way if there is no room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pitboss.ids import DEALER
from pitboss.money import Cents
from pitboss.service.feed import About, News
from pitboss.service.words import signed

DRAWN_ON_THE_SCREEN = ("CardDealt", "WagerPlaced", "BettingClosed", "CardsCollected")


class Notice(NamedTuple):
    """A sentence for the player, and its clauses as they follow it, if they are to be shown."""

    text: str
    about: About = About.OWN
    cited: str = ""

    @property
    def whole(self) -> str:
        """The sentence with its clauses."""
        return f"{self.text}{self.cited}"


class Reporter:
    """Turns the news of a table into notices for one player. With a screen it leaves out what is drawn there."""

    def __init__(self, *, has_screen: bool) -> None:
        self._has_screen = has_screen
        self._dealer_shows = 0

    def report(self, news: Sequence[News], net: Cents | None) -> Iterator[Notice]:
        """Yield what the player is told of these news; `net` is what the round has brought them."""
        swept = max((place for place, each in enumerate(news) if each.kind == "PokerBegun"), default=0)
        for place, each in enumerate(news):
            self._count_the_dealers(each)
            if each.says and not (self._has_screen and place >= swept and self._is_drawn(each)):
                settled = each.kind == "WagerSettled" and each.clauses
                yield Notice(each.says, each.about, f" [{', '.join(each.clauses)}]" if settled else "")
            if each.kind == "RoundEnded" and net is not None:
                yield Notice(f"This round: {signed(net)}.")

    def _count_the_dealers(self, news: News) -> None:
        if news.kind == "RoundOpened":
            self._dealer_shows = 0
        elif news.kind in ("CardDealt", "CardTurned") and news.fact["hand"] == str(DEALER) and news.fact["card"]:
            self._dealer_shows += 1

    def _is_drawn(self, news: News) -> bool:
        """Whether the screen shows it. It says nothing of the cards that the dealer drew between two looks."""
        drew = news.kind == "CardDealt" and news.fact["hand"] == str(DEALER) and self._dealer_shows > 1
        return news.kind in DRAWN_ON_THE_SCREEN and not drew


def fitting(news: Sequence[Notice], fits: Callable[[Sequence[str]], bool]) -> list[str]:
    """Return what there is room for.

    The shoe makes way first, then other boxes, then clauses, and last the oldest sentences.
    """
    of_the_round = [each for each in news if each.about is not About.SHOE] or news
    own = [each for each in of_the_round if each.about is About.OWN] or of_the_round
    for some in (news, of_the_round, own):
        lines = [each.whole for each in some]
        if fits(lines):
            return lines
    lines = [each.text for each in own]
    while len(lines) > 1 and not fits(lines):
        del lines[0]
    return lines
