"""Tiny shoes for the walker: few kinds of card, so that every round that they can make can be walked."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pitboss.analysis.walker import Walk, Walker
from pitboss.cards import cards
from pitboss.core.hands import score
from pitboss.core.layout import Layout
from pitboss.core.requests import Act, Answer, Decide, Request
from pitboss.games.registry import compile_game
from pitboss.ids import Box, Player, Wager
from pitboss.law.house import House, check
from pitboss.law.rulebook import load
from pitboss.money import Cents

COUNTS = Path(__file__).parent / "counts"


def sensible(layout: Layout, request: Request, answers: list[Answer]) -> list[Answer]:
    """Leaves out what would only swell the tree: splitting ten-point cards, drawing to a hard 17 or more."""
    if not isinstance(request, Decide):
        return answers
    held = layout.hands[request.hand].cards
    total, soft = score(held)

    def worth_walking(answer: Answer) -> bool:
        assert isinstance(answer, Act)
        verb = answer.intent.verb
        if verb == "split":
            return held[0].points != 10
        return verb not in ("hit", "double") or total < 17 or soft

    return [answer for answer in answers if worth_walking(answer)]


@dataclass(frozen=True)
class Shoe:
    """A rulebook, a house and some cards; `must` names events that have to occur, so that the walk shows them."""

    cards: str
    must: tuple[str, ...]
    rulebook: str = "spanish21-ma"
    settings: dict[str, Any] = field(default_factory=dict)
    readings: dict[str, Any] = field(default_factory=dict)
    wagers: tuple[tuple[str, int], ...] = (("main", 1000),)
    face_up: int = 0
    everything: bool = False

    def walk(self) -> Walk:
        """Every round of this shoe."""
        house = check(load(self.rulebook), self.settings, self.readings)
        assert isinstance(house, House), house
        walker = Walker(compile_game(house).rules, self.face_up, None if self.everything else sensible)
        bets = [(Player("ann"), Box(1), Wager(wager), Cents(amount)) for wager, amount in self.wagers]
        return walker.walk(bets, cards(self.cards))


NO_HOLE = {"dealing_procedure": "no_hole"}
NO_READER = {"dealing_procedure": "hole_no_reader"}
SHOES = {
    "eights": Shoe("8c " * 4 + "2c 3c " + "Kc " * 30, ("PairSplit", "DoubledDown", "HandClosed rescued")),
    "eights-no-hole": Shoe("8c " * 4 + "Ac " + "Kc " * 30, ("PairSplit", "WagerSettled rescued"), settings=NO_HOLE),
    "aces": Shoe("Ac " * 4 + "Kc " * 30, ("HandClosed blackjack", "InsuranceClosed", "PairSplit")),
    "aces-no-reader": Shoe(
        "Ac " * 2 + "5c 5c " + "Kc " * 30, ("PairSplit", "WagerSettled rescued"), settings=NO_READER
    ),
    "sevens": Shoe("7h " * 3 + "7d 7d " + "Kc " * 30, ("WagerSettled award", "PairSplit"), settings=NO_READER),
    "premiums": Shoe("6s 7s 8s 6d " + "Kc " * 30, ("DoubledDown", "HandClosed 21", "HandClosed surrendered")),
    "surrenders": Shoe("6c 6c Ac " + "Kc " * 30, ("HandClosed surrendered",), settings=NO_HOLE),
    "match": Shoe("Kc Kd " * 9 + "Kh 9h 9d", ("WagerSettled win",), wagers=(("main", 1000), ("match-the-dealer", 500))),
    "voids": Shoe("Ac 9c " + "Kc " * 30, ("RoundVoided", "CardSetAside", "WagerSettled void"), face_up=2),
    "prior": Shoe("8c " * 4 + "2c " + "Kc " * 30, ("PairSplit",), rulebook="spanish21-ma-prior", settings=NO_HOLE),
    "md": Shoe("8c " * 4 + "2c " + "Kc " * 30, ("PairSplit", "HandClosed rescued"), rulebook="spanish21-md"),
    "charity": Shoe("8c 8c 5c 6c " + "Kc " * 30, ("PairSplit", "DoubledDown"), rulebook="spanish21-charity"),
    "pai-jack": Shoe(
        "Ac " + "Kc " * 5 + "4c " * 5,
        ("HandClosed pai jack", "HandClosed set", "HandClosed bust"),
        rulebook="pai-jack",
        everything=True,
    ),
}


def report(walk: Walk) -> str:
    """The counts as they are kept: rounds, the rounds in which each event occurs, the best play's value."""
    lines = [f"rounds {walk.rounds}"]
    lines += [f"{event} {count}" for event, count in sorted(walk.events.items())]
    return "\n".join([*lines, f"best play is worth {walk.value} cents"]) + "\n"
