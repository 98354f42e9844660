"""A session's outlook as a picture: where the bankroll may be, and how the chances of ruin and of the stop grow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.money import Cents, spoken

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from pitboss.simulation.bankroll import Outlook

BANDS = ((1, 99, "#d9e6f2"), (5, 95, "#a9c6e0"), (25, 75, "#6a9ac6"))  # darker is likelier, in print as well
INK, GRID, MEDIAN, RUIN, STOP = "#333333", "#d8d8d8", "#0b2c4d", "#a61c14", "#1b6b3a"
RUIN_DASHES, STOP_DASHES = (0.0, (6.0, 2.0)), (0.0, (2.0, 1.5))  # tell the two apart where there are no colours
LINES_ABOVE, LINES_BELOW = 22, 7  # so many labels find room beside each of the two panels
SETTINGS: Any = {  # the keys that matplotlib's types allow differ from one version to the next
    "svg.hashsalt": "pitboss",  # or else every drawing has other names for its parts
    "font.family": "DejaVu Sans",  # comes with matplotlib, so a drawing is the same everywhere
    "font.size": 10,
    "text.color": INK,
    "text.parse_math": False,  # a dollar sign is a dollar sign
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
}

Label = tuple[float, str, str]
"""Where a line ends, what it is, and its colour."""


def draw_outlook(outlook: Outlook, title: str, path: Path) -> None:
    """Writes an SVG or a PNG, as the name of the file says; the same outlook always gives the same SVG."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(9, 6.5), layout="constrained")
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
        figure.suptitle(title, x=0.01, horizontalalignment="left", fontsize=13, fontweight="bold")
        _draw_bankroll(above, outlook)
        _draw_chances(below, outlook)
        figure.align_ylabels()
        undated = {"Date": None} if path.suffix.lower() == ".svg" else {}
        figure.savefig(path, dpi=150, metadata={"Title": title, **undated})


def _draw_bankroll(axes: Axes, outlook: Outlook) -> None:
    """The bands and the median, in dollars, with the amounts at which the play ends."""
    held = {percent: [cents / 100 for cents in series] for percent, series in outlook.quantiles.items()}
    for low, high, colour in BANDS:
        label = f"{high - low} % of sessions"
        axes.fill_between(outlook.checkpoints, held[low], held[high], color=colour, linewidth=0, label=label)
    axes.plot(outlook.checkpoints, held[50], color=MEDIAN, linewidth=2, label="median")
    axes.axhline(outlook.session.bankroll / 100, color=INK, linewidth=0.8, linestyle=":", label="start")
    ends = [(held[50][-1], f"median {_dollars(held[50][-1])}", MEDIAN), *_draw_levels(axes, outlook)]
    axes.set_ylim(*_heights(outlook))
    axes.yaxis.set_major_formatter(lambda value, _: _dollars(value))
    axes.legend(
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=5,
        frameon=False,
        borderaxespad=0.2,
        columnspacing=1.4,
        fontsize=9,
    )
    _finish(axes, outlook, "Bankroll")
    _label_ends(axes, ends, LINES_ABOVE)


def _draw_levels(axes: Axes, outlook: Outlook) -> list[Label]:
    """A dashed line at each amount that ends the play."""
    session = outlook.session
    levels = [(session.least / 100, "ruin below", RUIN, RUIN_DASHES)]
    if session.stop is not None:
        levels.append((session.stop / 100, "stop at", STOP, STOP_DASHES))
    for value, _, colour, dashes in levels:
        axes.axhline(value, color=colour, linewidth=1.4, linestyle=dashes)
    return [(value, f"{name} {_dollars(value)}", colour) for value, name, colour, _ in levels]


def _heights(outlook: Outlook) -> tuple[float, float]:
    """The amounts to show. Awards that pass the stop by far are cut off, lest they flatten all the rest."""
    session = outlook.session
    top = max(outlook.quantiles[99]) if session.stop is None else session.stop
    bottom = min(0, *outlook.quantiles[1])
    return (bottom - 0.02 * top) / 100, 1.05 * top / 100


def _draw_chances(axes: Axes, outlook: Outlook) -> None:
    """The chances to have been ruined, and to have reached the stop, by each round."""
    axes.plot(outlook.checkpoints, outlook.ruin_by, color=RUIN, linewidth=1.8, linestyle=RUIN_DASHES)
    ends = [(outlook.ruin, f"ruined {_percent(outlook.ruin)}", RUIN)]
    if outlook.session.stop is not None:
        axes.plot(outlook.checkpoints, outlook.reached_by, color=STOP, linewidth=1.8, linestyle=STOP_DASHES)
        ends.append((outlook.reached, f"stopped {_percent(outlook.reached)}", STOP))
    axes.set_ylim(0, min(1.02, max(0.01, 1.15 * max(outlook.ruin, outlook.reached))))
    axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.3g} %")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.locator_params(axis="x", integer=True)
    axes.set_xlabel("Rounds played")
    _finish(axes, outlook, "Chance so far")
    _label_ends(axes, ends, LINES_BELOW)


def _finish(axes: Axes, outlook: Outlook, name: str) -> None:
    axes.set_ylabel(name)
    axes.set_xlim(0, outlook.session.rounds)
    axes.grid(axis="y", color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)


def _label_ends(axes: Axes, ends: Sequence[Label], lines: int) -> None:
    """Names the lines where they end, to the right of the axes; names that would overlap move up."""
    bottom, top = axes.get_ylim()
    line = (top - bottom) / lines
    place = bottom - line
    for value, text, colour in sorted(ends):
        place = max(value, place + line)
        axes.annotate(
            text, (1.01, place), xycoords=("axes fraction", "data"), color=colour, va="center", annotation_clip=False
        )


def _dollars(value: float) -> str:
    """Without the cents where there are none."""
    return spoken(Cents(round(100 * value))).removesuffix(".00")


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %" if chance >= 0.001 else "below 0.1 %"
