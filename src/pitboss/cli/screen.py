"""The table as it is shown: a screen drawn with rich, or one plain sentence an event.

Both are given the table as one seat may see it, and nothing that is not on record yet.
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
from pitboss.cli.news import About, News, fitting
from pitboss.cli.output import visible
from pitboss.core.hands import Hand, score
from pitboss.core.layout import Layout
from pitboss.core.options import Refusal
from pitboss.core.table_state import TableState
from pitboss.games.kinds import sets_packets
from pitboss.games.registry import AnyRules
from pitboss.ids import HandId, Player, Wager
from pitboss.money import Cents, spoken

SUITS = {Suit.CLUBS: "\u2663", Suit.DIAMONDS: "\u2666", Suit.HEARTS: "\u2665", Suit.SPADES: "\u2660"}
RED = {Suit.DIAMONDS, Suit.HEARTS}
MARGIN = " " * 13  # left of the cards, where the name of a box is
Keyed = Sequence[tuple[str, str]]
Note = Sequence[str]


class Output(Protocol):
    """Where a person at the table is told things."""

    def show(self, state: TableState, news: Sequence[News]) -> None:
        """The table as it is now, and what has happened since it was shown last."""

    def ask(self, question: str, keys: Keyed) -> None:
        """A question, with the keys that answer it."""

    def tell(self, text: str) -> None:
        """Something aside: a rule, an old round, a total."""

    def refused(self, refusal: Refusal) -> None: ...


class Plain:
    """One sentence an event, in the order of events; nothing is drawn and nothing is coloured."""

    def __init__(self, me: Player) -> None:
        self._me = me

    def show(self, state: TableState, news: Sequence[News]) -> None:
        for each in news:
            self.tell(each.text)
        if not state.in_round and self._me in state.seats:
            self.tell(f"You have {spoken(state.chips(self._me))}.")

    def ask(self, question: str, keys: Keyed) -> None:
        choices = ", ".join(f"{key} {meaning}" for key, meaning in keys)
        self.tell(f"{question} {choices}." if choices else question)

    def tell(self, text: str) -> None:
        sys.stdout.write(visible(text) + "\n")
        sys.stdout.flush()

    def refused(self, refusal: Refusal) -> None:
        self.tell(f"Refused: {refusal.says}. [{', '.join(refusal.clauses)}]")


class Screen:
    """A table drawn anew before each question, in 80 columns or less, with or without colour."""

    def __init__(self, title: str, me: Player, played: Wager, *, packets: bool = False) -> None:
        self._console = Console(highlight=False)
        self._packets = packets
        self._counts = True
        self._title = title
        self._played = played
        self._me = me
        self._shown: tuple[TableState, Sequence[News]] | None = None
        self._question: tuple[str, Keyed] = ("", ())

    def show(self, state: TableState, news: Sequence[News]) -> None:
        self._shown = (state, news)
        self.redraw()

    def redraw(self) -> None:
        self._console.clear()
        if self._shown is not None:
            self._console.print(self._drawn(*self._shown))

    def _drawn(self, state: TableState, news: Sequence[News]) -> Group:
        """With large cards, unless the table, the news of one's own and a question need their room."""
        own = sum(each.about is About.OWN for each in news)
        for large in (True, False):
            parts = [self._heading(state), Group(*self._hands(state.layout, large=large)), Rule(style="dim")]
            room = self._console.height - _height(self._console, parts) - self._room_to_ask
            told = self._news(news, max(3, room))
            if room > 0 and len(told) >= own:
                break
        return Group(*parts, *told, Text(self._purse(state), style="bold"))

    @property
    def _room_to_ask(self) -> int:
        """The lines that a question takes with the chips above it and the cursor below."""
        return 6 if self._console.width < 60 else 5

    def resized(self) -> None:
        """The same table and the same question in a window of another size."""
        self.redraw()
        self.ask(*self._question)

    def _heading(self, state: TableState) -> RenderableType:
        shoe = state.shoe
        if self._console.height < 20 or self._console.width < 60:
            left = "" if shoe is None else f", {shoe.undealt} cards in the shoe"
            return Text(f" Round {state.rounds}{left}", style="bold", no_wrap=True, overflow="ellipsis")
        right = "no shoe"
        if shoe is not None:
            before = "" if shoe.before_cut_card is None else f", {max(0, shoe.before_cut_card)} to the cut card"
            right = f"shoe {state.shoes}: {shoe.undealt} cards{before}"
        grid = Table.grid(expand=True)
        grid.add_column(ratio=1)
        grid.add_column(justify="right")
        grid.add_row(Text(self._title, style="bold"), Text(f"round {state.rounds}", style="dim"))
        grid.add_row(Text(right, style="dim"), Text(_seal(state), style="dim"))
        return Panel(grid, border_style="green")

    def _hands(self, layout: Layout, *, large: bool) -> list[RenderableType]:
        """The dealer's hand and one's own drawn as cards where there is room, all others in a line each."""
        if not layout.order:
            return []
        self._counts = not layout.community  # at poker nothing is counted
        name = "Dealer" if self._counts else "Community"
        rows: list[RenderableType] = [(self._large if large else self._small)(name, layout.dealer, ())]
        for each in layout.order:
            hand = layout.hands[each]
            lies = bool(hand.cards or hand.face_down)
            if lies or layout.community:  # at poker a box without cards still shows what its blackjack hand came to
                label, note = _label(hand, each), _note(layout, each, self._played)
                mine = large and lies and hand.caller == self._me
                rows.append(self._large(label, hand, note) if mine else self._small(label, hand, note))
        return rows

    def _small(self, label: str, hand: Hand, note: Note) -> Group:
        line = Text(f" {label:<12}", style="dim", no_wrap=True, overflow="ellipsis")
        for card in hand.cards:
            line.append_text(self._card(card)).append(" ")
        line.append("?? " * hand.face_down, style="dim").append(f" {self._total(hand)}", style="dim")
        return Group(*self._with_note(line, note, "dim"))

    def _with_note(self, line: Text, note: Note, style: str) -> list[Text]:
        """The note behind the cards where it fits whole, and in lines of its own below them otherwise."""
        behind = f"  {', '.join(note)}".rstrip()
        if line.cell_len + len(behind) <= self._console.width:
            return [line.append(behind, style=style)]
        return [line, *(Text(f"{MARGIN}{each}", style) for each in _packed(note, self._console.width - len(MARGIN)))]

    def _large(self, label: str, hand: Hand, note: Note) -> Group:
        side = "\u2502"
        faces = [self._card(card) for card in hand.cards] + [Text("??", style="dim") for _ in range(hand.face_down)]
        middle = Text(f" {label:<12}", style="bold", no_wrap=True, overflow="ellipsis")
        for face in faces:
            middle.append(side, style="dim").append_text(face).append(side, style="dim")
        middle.append(f"  {self._total(hand)}".rstrip(), style="bold")
        middle, *below = self._with_note(middle, note, "bold")
        return Group(
            Text(MARGIN + "\u256d\u2500\u2500\u256e" * len(faces), style="dim"),
            middle,
            Text(MARGIN + "\u2570\u2500\u2500\u256f" * len(faces), style="dim"),
            *below,
        )

    def _total(self, hand: Hand) -> str:
        """What a hand counts; a packet only when it is set, and then both of its hands."""
        if self._packets:
            return " over ".join(score(group).spoken for group in reversed(hand.groups))
        counts = self._counts and (
            not hand.face_down or hand.caller is None
        )  # of a hand with hidden cards only the dealer's does
        return hand.score.spoken if hand.cards and counts else ""

    def _card(self, card: Card) -> Text:
        return Text(f"{card.rank}{SUITS[card.suit]}", style="bold red" if card.suit in RED else "bold")

    def _news(self, news: Sequence[News], room: int) -> list[Text]:
        def drawn(lines: Sequence[str]) -> list[Text]:
            return [Text(_filled(f" {each}", self._console.width - 1, "   ")) for each in lines]

        return drawn(fitting(news, lambda lines: _height(self._console, drawn(lines)) <= room))

    def _purse(self, state: TableState) -> str:
        if self._me not in state.seats:
            return ""
        stakes = state.layout.stakes.items()
        staked = sum(stake.total for key, stake in stakes if key.player == self._me and stake.pending)
        on_layout = f"   on the layout {spoken(Cents(staked))}" if staked else ""
        return f" You have {spoken(state.chips(self._me))}{on_layout}"

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

    def refused(self, refusal: Refusal) -> None:
        says = f" Refused: {refusal.says}. [{', '.join(refusal.clauses)}]"
        self._console.print(Text(_filled(says, self._console.width - 1, "   "), style="bold yellow"))


def _filled(text: str, width: int, margin: str) -> str:
    return textwrap.fill(visible(text), width, subsequent_indent=margin, break_on_hyphens=False, drop_whitespace=True)


def _seal(state: TableState) -> str:
    shoe = state.shoe
    return f"sealed {shoe.commitments[-1][:16]}\u2026" if shoe is not None and shoe.commitments else ""


def _height(console: Console, parts: Sequence[RenderableType]) -> int:
    return len(console.render_lines(Group(*parts), pad=False))


def _label(hand: Hand, name: HandId) -> str:
    number = f".{name.number}" if name.number > 1 else ""
    return f"{name.box}{number} {hand.caller or ''}"


def _packed(note: Note, width: int) -> list[str]:
    """What a note says in lines of this width, broken between two wagers and never within one."""
    unbroken = ", ".join(each.replace(" ", "\u00a0") for each in note)
    lines = textwrap.wrap(unbroken, width, break_on_hyphens=False)
    return [line.replace("\u00a0", " ") for line in lines]


def _note(layout: Layout, hand: HandId, played: Wager) -> Note:
    """What lies on a hand, or what became of it."""
    parts = []
    for key, stake in layout.stakes.items():
        if key.hand == hand and stake.pending:
            parts.append(f"{spoken(stake.total)}" if key.wager == played else f"{key.wager} {spoken(stake.total)}")
    for key, row in layout.settlements.items():
        if key.hand == hand and key.player == layout.hands[hand].caller:
            sign = "+" if row.net > 0 else ""
            whose = "" if row.whose == key.player else f" for the {row.whose}"
            parts.append(f"{key.wager} {sign}{spoken(row.net)}{whose}")
    closed = layout.hands[hand].closed
    return [*([str(closed)] if closed else []), *parts]


def output(*, plain: bool, title: str, me: Player, rules: AnyRules) -> Plain | Screen:
    """A drawn screen on a terminal, plain sentences otherwise."""
    dumb = os.environ.get("TERM", "") in ("", "dumb") or "utf" not in (sys.stdout.encoding or "").lower()
    if plain or dumb or not (sys.stdout.isatty() and sys.stdin.isatty()):
        return Plain(me)
    return Screen(title, me, rules.played, packets=sets_packets(rules))
