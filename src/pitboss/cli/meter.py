"""`pitboss meter`: a progressive meter, its books, and its end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.desk.meters import MeterSeen


def meter(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The meter, as in JOURNAL.meter.")],
    discontinue: Annotated[bool, typer.Option("--discontinue", help="Give the meter up.")] = False,  # noqa: FBT002
    petition: Annotated[str, typer.Option(metavar="TEXT", help="The petition that was granted, to give it up.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,  # noqa: FBT002
) -> None:
    """Check every line of a meter's record, and say what it shows and whether its books balance.

    Example: pitboss meter pit-3.meter
    """
    from pitboss.cli.output import MALFORMED, plainly, say_json, stop
    from pitboss.desk.meters import discontinue_meter, look_at_meter

    if petition and not discontinue:
        stop("--petition goes with --discontinue", MALFORMED)
    with plainly():
        found = discontinue_meter(file, petition) if discontinue else look_at_meter(file)
    if json:
        say_json(_object(found))
    else:
        _print(found)


def _object(found: MeterSeen) -> dict[str, Any]:
    from pitboss.money import plain

    terms, purse = found.terms, found.purse
    books = {"seeds": purse.seeds, "contributed": purse.contributed, "paid": purse.paid}
    return {
        "name": terms.name,
        "rulebook": terms.rulebook,
        "seed": plain(terms.seed),
        "increment": found.increment,
        "reserve_share": found.reserve_share,
        "first_dollar": terms.shares.first_dollar,
        "shown": _dollars(purse.shown.amount),
        "reserve": _dollars(purse.shown.reserve),
        **{name: _dollars(amount) for name, amount in books.items()},
        "balanced": purse.balanced,
        "won": purse.won,
        "discontinued": purse.petition,
        "tables": len(purse.tables),
        "lines": found.lines,
        "torn": found.torn,
    }


def _dollars(micro: int) -> str:
    """Millionths of a cent as dollars, in full."""
    whole, part = divmod(micro, 10**8)
    return f"{whole}.{part:08d}"


def _print(found: MeterSeen) -> None:
    from pitboss.cli.output import say, table

    terms, purse = found.terms, found.purse
    state = "discontinued" if purse.petition is not None else "in play"
    say(f"{terms.name}, a meter of {terms.rulebook}, {state}; {len(purse.tables)} table(s).")
    say(f"All {found.lines} lines of its record are sound.")
    if found.torn:
        say("A last line that was cut off in the middle was taken away: it was never acknowledged.")
    say()
    share = "of a wager's first dollar" if terms.shares.first_dollar else "of a wager"
    books = [
        ("shows", purse.shown.amount, f"{found.increment} {share}"),
        ("in reserve", purse.shown.reserve, f"{found.reserve_share} {share}"),
        ("paid", purse.paid, ""),
        ("seeds", purse.seeds, ""),
        ("contributed", purse.contributed, ""),
    ]
    say(table([(f"  {name}", f"${_dollars(amount)}", about) for name, amount, about in books], right=(1,)))
    say()
    say("  What is shown, in reserve and paid is what seeds and wagers have brought, to the millionth of a cent.")
