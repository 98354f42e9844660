"""The table as a terminal shows it: a screen drawn with rich, or one plain sentence an event.

Both draw the view of one player, in which everything is on record already.
"""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Sequence
from typing import Protocol

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from pitboss.cards import Card, Suit
from pitboss.cli.news import fitting
from pitboss.cli.output import visible
from pitboss.ids import Player, Wager
from pitboss.money import spoken
from pitboss.service.asked import No
from pitboss.service.feed import About
from pitboss.service.report import Sentence
from pitboss.service.view import HandView, View

SUITS = {Suit.CLUBS: "\u2663", Suit.DIAMONDS: "\u2666", Suit.HEARTS: "\u2665", Suit.SPADES: "\u2660"}
RED = {Suit.DIAMONDS, Suit.HEARTS}
MARGIN = " " * 13  # left of the cards, where the name of a box is
Keyed = Sequence[tuple[str, str]]
Note = Sequence[str]


class Output(Protocol):
    """Where a person at the table is told things."""

    def show(self, view: View, news: Sequence[Sentence]) -> None:
        """The table as it is now, and what has happened since it was shown last."""

    def ask(self, question: str, keys: Keyed) -> None:
        """A question, with the keys that answer it."""

    def tell(self, text: str) -> None:
        """Something aside: a rule, an old round, a total."""

    def refused(self, refusal: No) -> None: ...


class Plain:
    """One sentence an event, in the order of events; nothing is drawn and nothing is coloured."""

    def show(self, view: View, news: Sequence[Sentence]) -> None:
        for each in news:
            self.tell(each.whole)
        if not view.in_round and view.chips is not None:
            self.tell(f"You have {spoken(view.chips)}.")

    def ask(self, question: str, keys: Keyed) -> None:
        choices = ", ".join(f"{key} {meaning}" for key, meaning in keys)
        self.tell(f"{question} {choices}." if choices else question)

    def tell(self, text: str) -> None:
        sys.stdout.write(visible(text) + "\n")
        sys.stdout.flush()

    def refused(self, refusal: No) -> None:
        self.tell(_refused(refusal))


class Screen:
    """A table drawn again before each question, in 80 columns or less, with or without colour."""

    def __init__(self, title: str, me: Player, played: Wager) -> None:
        self._console = Console(highlight=False)
        self._title = title
        self._played = played
        self._me = me
        self._shown: tuple[View, Sequence[Sentence]] | None = None
        self._question: tuple[str, Keyed] = ("", ())

    def show(self, view: View, news: Sequence[Sentence]) -> None:
        self._shown = (view, news)
        self.redraw()

    def redraw(self) -> None:
        self._console.clear()
        if self._shown is not None:
            self._console.print(self._drawn(*self._shown))

    def _drawn(self, view: View, news: Sequence[Sentence]) -> Group:
        """With large cards, unless the table, the news of one's own and a question need their room."""
        own = sum(each.about is About.OWN for each in news)
        for large in (True, False):
            parts = [self._heading(view), Group(*self._hands(view, large=large)), Rule(style="dim")]
            room = self._console.height - _height(self._console, parts) - self._room_to_ask
            told = self._news(news, max(3, room))
            if room > 0 and len(told) >= own:
                break
        return Group(*parts, *told, Text(_purse(view), style="bold"))

    @property
    def _room_to_ask(self) -> int:
        """The lines that a question takes with the chips above it and the cursor below."""
        return 6 if self._console.width < 60 else 5

    def resized(self) -> None:
        """The same table and the same question in a window of another size."""
        self.redraw()
        self.ask(*self._question)

    def _heading(self, view: View) -> RenderableType:
        shoe = view.shoe
        if self._console.height < 20 or self._console.width < 60:
            left = "" if shoe is None else f", {shoe.left} cards in the shoe"
            return Text(f" Round {view.round}{left}", style="bold", no_wrap=True, overflow="ellipsis")
        right, seal = "no shoe", ""
        if shoe is not None:
            before = "" if shoe.to_cut is None else f", {shoe.to_cut} to the cut card"
            right = f"shoe {shoe.number}: {shoe.left} cards{before}"
            seal = f"sealed {shoe.seal[:16]}\u2026" if shoe.seal else ""
        grid = Table.grid(expand=True)
        grid.add_column(ratio=1)
        grid.add_column(justify="right")
        grid.add_row(Text(self._title, style="bold"), Text(f"round {view.round}", style="dim"))
        grid.add_row(Text(right, style="dim"), Text(seal, style="dim"))
        return Panel(grid, border_style="green")

    def _hands(self, view: View, *, large: bool) -> list[RenderableType]:
        """The dealer's hand and one's own drawn as cards where there is room, all others in a line each."""
        if not view.hands:
            return []
        name = "Community" if view.community else "Dealer"
        rows: list[RenderableType] = [(self._large if large else self._small)(name, view.dealer, ())]
        for hand in view.hands:
            lies = bool(hand.cards or hand.down)
            if lies or view.community:  # at poker a box without cards still shows the result of its blackjack hand
                mine = large and lies and hand.player == self._me
                rows.append((self._large if mine else self._small)(_label(hand), hand, _note(hand, self._played)))
        return rows

    def _small(self, label: str, hand: HandView, note: Note) -> Group:
        line = Text(f" {label:<12}", style="dim", no_wrap=True, overflow="ellipsis")
        for card in hand.cards:
            line.append_text(_drawn_card(card)).append(" ")
        line.append("?? " * hand.down, style="dim").append(f" {hand.total}", style="dim")
        return Group(*self._with_note(line, note, "dim"))

    def _with_note(self, line: Text, note: Note, style: str) -> list[Text]:
        """The note behind the cards where it fits whole, and in lines of its own below them otherwise."""
        behind = f"  {', '.join(note)}".rstrip()
        if line.cell_len + len(behind) <= self._console.width:
            return [line.append(behind, style=style)]
        return [line, *(Text(f"{MARGIN}{each}", style) for each in _packed(note, self._console.width - len(MARGIN)))]

    def _large(self, label: str, hand: HandView, note: Note) -> Group:
        side = "\u2502"
        faces = [_drawn_card(card) for card in hand.cards] + [Text("??", style="dim") for _ in range(hand.down)]
        middle = Text(f" {label:<12}", style="bold", no_wrap=True, overflow="ellipsis")
        for face in faces:
            middle.append(side, style="dim").append_text(face).append(side, style="dim")
        middle.append(f"  {hand.total}".rstrip(), style="bold")
        middle, *below = self._with_note(middle, note, "bold")
        return Group(
            Text(MARGIN + "\u256d\u2500\u2500\u256e" * len(faces), style="dim"),
            middle,
            Text(MARGIN + "\u2570\u2500\u2500\u256f" * len(faces), style="dim"),
            *below,
        )

    def _news(self, news: Sequence[Sentence], room: int) -> list[Text]:
        def drawn(lines: Sequence[str]) -> list[Text]:
            return [Text(_filled(f" {each}", self._console.width - 1, "   ")) for each in lines]

        return drawn(fitting(news, lambda lines: _height(self._console, drawn(lines)) <= room))

    def ask(self, question: str, keys: Keyed) -> None:
        self._question = (question, keys)
        line = Text().append(f" {question}", style="bold cyan")
        for key, meaning in keys:
            item = Text(f"[{key}]", style="bold").append(f" {meaning}", style="default")
            if line.cell_len + item.cell_len + 2 > self._console.width:  # a key and its meaning stay together
                self._console.print(line)
                line = Text("")
            line.append("  ").append_text(item)
        self._console.print(line)

    def tell(self, text: str) -> None:
        margin = " " * (len(text) - len(text.lstrip()) + 1)
        self._console.print(Text(_filled(f" {text}", self._console.width - 1, f"{margin}  ")))

    def refused(self, refusal: No) -> None:
        self._console.print(Text(_filled(f" {_refused(refusal)}", self._console.width - 1, "   "), style="bold yellow"))


def _refused(refusal: No) -> str:
    cited = f" [{', '.join(refusal.clauses)}]" if refusal.clauses else ""
    return f"Refused: {refusal.says}.{cited}"


def _filled(text: str, width: int, margin: str) -> str:
    return textwrap.fill(visible(text), width, subsequent_indent=margin, break_on_hyphens=False, drop_whitespace=True)


def _drawn_card(text: str) -> Text:
    card = Card.parse(text)
    return Text(f"{card.rank}{SUITS[card.suit]}", style="bold red" if card.suit in RED else "bold")


def _purse(view: View) -> str:
    if view.chips is None:
        return ""
    staked = f"   on the layout {spoken(view.staked)}" if view.staked else ""
    return f" You have {spoken(view.chips)}{staked}"


def _height(console: Console, parts: Sequence[RenderableType]) -> int:
    return len(console.render_lines(Group(*parts), pad=False))


def _label(hand: HandView) -> str:
    return f"{hand.hand.removesuffix('.1')} {hand.player}"


def _packed(note: Note, width: int) -> list[str]:
    """What a note says in lines of this width, broken between two wagers and never within one."""
    unbroken = ", ".join(each.replace(" ", "\u00a0") for each in note)
    lines = textwrap.wrap(unbroken, width, break_on_hyphens=False)
    return [line.replace("\u00a0", " ") for line in lines]


def _note(hand: HandView, played: Wager) -> Note:
    """What lies on a hand, or what became of it."""
    parts = [hand.closed] if hand.closed else []
    for each in hand.wagers:
        name = "" if each.wager == played and each.net is None else f"{each.wager} "
        if each.net is None:
            parts.append(f"{name}{spoken(each.amount)}")
        elif each.player == hand.player:
            whose = f" for the {each.to}" if each.to else ""
            parts.append(f"{name}{'+' if each.net > 0 else ''}{spoken(each.net)}{whose}")
    return parts


def output(*, plain: bool, title: str, me: Player, played: Wager) -> Plain | Screen:
    """A drawn screen on a terminal, plain sentences otherwise."""
    dumb = os.environ.get("TERM", "") in ("", "dumb") or "utf" not in (sys.stdout.encoding or "").lower()
    if plain or dumb or not (sys.stdout.isatty() and sys.stdin.isatty()):
        return Plain()
    return Screen(title, me, played)
