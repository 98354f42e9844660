"""`pitboss strategy`: the best play, as a chart or for one hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.analysis.family.solver import Solution
    from pitboss.games.registry import Game

FORMATS = ("text", "csv", "html", "svg")


def strategy(
    rulebook: Annotated[str, typer.Argument(metavar="ID", help="The rulebook to play by.")],
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="K=V", help="An option or reading.")] = None,
    house: Annotated[Path | None, typer.Option(metavar="FILE", help="A house file.")] = None,
    form: Annotated[str, typer.Option("--format", help="text, csv, html or svg.")] = "text",
    explain: Annotated[tuple[str, str] | None, typer.Option(metavar="HAND UP", help='As in "8c 8d" A.')] = None,
) -> None:
    """Print the best play as a chart, or what every decision on one hand is worth.

    Example: pitboss strategy spanish21-ma --explain "8c 8d" A
    """
    from pitboss.analysis.family.chart import Chart
    from pitboss.cli.houses import game_for, need_numba
    from pitboss.cli.output import MALFORMED, say, stop

    need_numba()
    from pitboss.analysis.edge import solve_main
    from pitboss.analysis.family.terms import NotPriced

    if form not in FORMATS:
        stop(f"--format takes text, csv, html or svg, not {form!r}", MALFORMED)
    game = game_for(rulebook, house, settings or [])
    try:
        solution = solve_main(game)
    except NotPriced as error:
        stop(str(error), MALFORMED)
    if explain is not None:
        _explain(game, solution, *explain)
        return
    chart = Chart(solution)
    title = f"{game.house.rulebook.title}: best play by total and number of cards"
    lost = 100 * (solution.value - chart.value) if form != "csv" else 0.0
    note = f"House edge with best play {-100 * solution.value:.4f} %; keeping to this chart costs {lost:.4f} % more."
    say(_drawn(form, title, chart.grid.written(), note).rstrip())


def _drawn(form: str, title: str, rows: list[list[str]], note: str) -> str:
    from pitboss.cli import charts

    match form:
        case "csv":
            return charts.as_csv(rows)
        case "html":
            return charts.as_html(title, rows, [note])
        case "svg":
            return charts.as_svg(title, rows, [note])
    return charts.as_text(title, rows, [note])


def _explain(game: Game, solution: Solution, hand_text: str, up_text: str) -> None:
    from pitboss.analysis.family.chart import LETTERS
    from pitboss.analysis.family.kernel import DOUBLE, HIT, SPLIT, STAND, SURRENDER
    from pitboss.cli.output import say, table

    hand, up = _hand(game, hand_text, up_text)
    cites = game.rules.cites
    clauses = {
        STAND: cites.stand,
        HIT: cites.draw,
        DOUBLE: cites.double,
        SPLIT: cites.split,
        SURRENDER: cites.surrender,
    }
    names = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split", SURRENDER: "surrender"}
    values = _values(solution, hand, up)
    best = max(values.values())
    known = "the dealer having no blackjack" if solution.terms.peeks else "a dealer's blackjack not being excluded"
    say(f"{hand_text} against {up_text}, {known}:")
    rows = [("", "  DECISION", "WORTH", "AGAINST THE BEST", "CLAUSES")]
    for action, value in sorted(values.items(), key=lambda entry: -entry[1]):
        mark = LETTERS[action] if value == best else ""
        cited = ", ".join(clauses[action])
        rows.append((mark, f"  {names[action]}", f"{value:+.6f}", f"{value - best:+.6f}", cited))
    say(table(rows, right=(2, 3)))


def _values(solution: Solution, hand: Any, up: int) -> dict[int, float]:
    """The worth of each decision on these very cards."""
    from pitboss.analysis.family.kernel import DOUBLE, HIT, NEVER, STAND
    from pitboss.analysis.family.tables import numbers
    from pitboss.analysis.family.terms import completed, multiset

    at, counts = solution.up_cards[up], multiset(hand)
    if len(hand) > 2:
        row = at.values[numbers()[counts]]
        values = {action: float(row[action]) for action in (STAND, HIT, DOUBLE) if row[action] > NEVER}
        if len(hand) == 3 and len({card.suit for card in hand}) == 1:
            values[STAND] = at.stood(counts, "spades" if hand[0].suit.value == "s" else "suited")
        return values
    suit, left = None, 0.0
    if completed(counts) is not None and hand[0].suit is hand[1].suit:
        suit = "spades" if hand[0].suit.value == "s" else "suited"
        left = solution.terms.copies - (2 if hand[0].rank is hand[1].rank else 0)
    return at.decisions(counts, suit, left)


def _hand(game: Game, hand_text: str, up_text: str) -> tuple[Any, int]:
    """The cards of `--explain`, or one sentence why they are none."""
    from collections import Counter

    from pitboss.analysis.family.terms import rank_of
    from pitboss.cards import Card, cards
    from pitboss.cli.output import MALFORMED, NO, stop
    from pitboss.core.hands import score

    try:
        hand = cards(" ".join(_written(word) for word in hand_text.split()))
    except ValueError as error:
        stop(str(error), MALFORMED)
    try:
        shown = _written(up_text if len(up_text) > 2 or up_text[-1:].lower() in "cdhs" else f"{up_text}c")
        up = Card.parse(shown.replace("T", "K"))
    except ValueError:
        stop(f"{up_text!r} is no up card; write A, 2 to 9, 10, J, Q or K, as in A or 7h", MALFORMED)
    held = Counter(game.shoe)
    for card, count in Counter(hand).items():
        if count > held[card]:
            there = f"hold it {held[card]} times" if held[card] else "have no tens"
            stop(f"{card} stands {count} time(s) in the hand, and the decks {there}", MALFORMED)
    if len(hand) < 2:
        stop("a hand has two cards or more", MALFORMED)
    if score(hand).total > 21:
        stop(f"{hand_text} is {score(hand).total}, and a bust hand has nothing left to decide", NO)
    return hand, rank_of(up)


def _written(word: str) -> str:
    """A card as people type it, `10H` or `8C`, in the notation's letters."""
    return f"{word[:-1].upper().replace('10', 'T')}{word[-1:].lower()}"
