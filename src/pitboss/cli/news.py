"""What a person at a seat is told: one sentence an event, and which of them make way where there is no room for all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.core.facts import (
    BettingClosed,
    CardBurned,
    CardDealt,
    CardsCollected,
    CardsCut,
    CardsShuffled,
    CardTurned,
    CutCardPlaced,
    CutDeclined,
    Fact,
    PokerBegun,
    RoundOpened,
    ShoeClosed,
    ShoeRevealed,
    WagerPlaced,
    WagerSettled,
)
from pitboss.core.view import Viewer
from pitboss.ids import DEALER, Box, Player
from pitboss.notation.transcript import Narrator

DRAWN_ON_THE_SCREEN = (CardDealt, WagerPlaced, BettingClosed, CardsCollected)
OF_THE_SHOE = (CardsShuffled, CardsCut, CutDeclined, CutCardPlaced, CardBurned, ShoeClosed, ShoeRevealed)


class About(IntEnum):
    """What a sentence is about; what comes first here makes way first."""

    SHOE = 0
    OTHERS = 1
    OWN = 2


class News(NamedTuple):
    text: str
    about: About = About.OWN


class Listener:
    """Hears facts for one person at his box. With a screen it leaves out what can be seen there."""

    def __init__(self, name: Callable[[Card], str], me: Player, box: Box, *, has_screen: bool) -> None:
        self._narrator = Narrator(name, Viewer(me))
        self._me = me
        self._box = box
        self._has_screen = has_screen
        self._dealer_shows = 0

    def hear(self, facts: Sequence[Fact]) -> Iterator[tuple[Fact, News | None]]:
        """Every fact since the last look at the table, with what is to be told of it, or None."""
        swept = max((at for at, fact in enumerate(facts) if isinstance(fact, PokerBegun)), default=0)
        for at, fact in enumerate(facts):
            sentence = self._narrator.tell(fact)
            self._count_the_dealers(fact)
            seen = self._has_screen and at >= swept and self._is_seen(fact)
            if not sentence or seen:
                yield fact, None
            else:
                text = sentence if isinstance(fact, WagerSettled) else without_clauses(sentence)
                yield fact, News(text, self._about(fact))

    def _count_the_dealers(self, fact: Fact) -> None:
        if isinstance(fact, RoundOpened):
            self._dealer_shows = 0
        elif isinstance(fact, CardDealt | CardTurned) and fact.hand == DEALER and fact.card is not None:
            self._dealer_shows += 1

    def _is_seen(self, fact: Fact) -> bool:
        """Whether the table shows it. What the dealer drew is told all the same: he plays between two looks."""
        drew = isinstance(fact, CardDealt) and fact.hand == DEALER and self._dealer_shows > 1
        return isinstance(fact, DRAWN_ON_THE_SCREEN) and not drew

    def _about(self, fact: Fact) -> About:
        if isinstance(fact, OF_THE_SHOE):
            return About.SHOE
        hand, player = getattr(fact, "hand", DEALER), getattr(fact, "player", self._me)
        return About.OWN if hand.box in (self._box, DEALER.box) and player == self._me else About.OTHERS


def without_clauses(sentence: str) -> str:
    return re.sub(r" \[[^\[\]]*\]$", "", sentence)


def fitting(news: Sequence[News], fits: Callable[[Sequence[str]], bool]) -> list[str]:
    """What there is room for. The shoe makes way first, then other boxes, then clauses, and last what is oldest."""
    of_the_round = [each for each in news if each.about > About.SHOE] or news
    own = [each for each in of_the_round if each.about > About.OTHERS] or of_the_round
    for some in (news, of_the_round, own):
        lines = [each.text for each in some]
        if fits(lines):
            return lines
    lines = [without_clauses(each.text) for each in own]
    while len(lines) > 1 and not fits(lines):
        del lines[0]
    return lines
