"""`pitboss meter`: a progressive meter, its books, and its end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.petitions import Petitioning

if TYPE_CHECKING:
    from pitboss.desk.meters import MeterSeen, PetitionSeen
    from pitboss.desk.transfers_seen import TransferSeen


def meter(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The meter, as in JOURNAL.meter.")],
    discontinue: Annotated[bool, typer.Option("--discontinue", help="Give the meter up.")] = False,  # noqa: FBT002
    petition: Annotated[str, typer.Option(metavar="REF", help="The petition that this is about.")] = "",
    ask: Annotated[str, typer.Option(metavar="KIND", help="File the petition: ease, move or pass.")] = "",
    to: Annotated[str, typer.Option(metavar="WHO", help="With --ask: director or designee.")] = "",
    about: Annotated[
        str, typer.Option(metavar="TEXT", help="With --ask: the eased criteria, or the jackpot that takes over.")
    ] = "",
    licensee: Annotated[str, typer.Option(metavar="NAME", help="With --ask pass: the other licensee.")] = "",
    granted: Annotated[bool, typer.Option("--granted", help="The petition was granted.")] = False,  # noqa: FBT002
    denied: Annotated[bool, typer.Option("--denied", help="The petition was denied.")] = False,  # noqa: FBT002
    ease: Annotated[bool, typer.Option("--ease", help="Put the eased criteria into force.")] = False,  # noqa: FBT002
    transfer: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Move all that the meter owes to this meter.")
    ] = None,
    hand_over: Annotated[bool, typer.Option("--hand-over", help="Move it to a jackpot elsewhere.")] = False,  # noqa: FBT002
    receipt: Annotated[str, typer.Option(metavar="TEXT", help="The jackpot kept elsewhere has taken it.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,  # noqa: FBT002
) -> None:
    """Check every line of a meter's record, and say what it shows and whether its books balance.

    Example: pitboss meter pit-3.meter
    """
    from pitboss.cli.output import plainly, say_json

    wanted = Petitioning(
        petition.strip(),
        {
            "--ask": ask,
            "--granted": granted,
            "--denied": denied,
            "--ease": ease,
            "--discontinue": discontinue,
            "--transfer": transfer,
            "--hand-over": hand_over,
            "--receipt": receipt,
        },
        {"--to": to, "--about": about, "--licensee": licensee},
    )
    deed = wanted.deed()
    with plainly():
        found = deed(file)
    if json:
        say_json(_object(found))
    else:
        _print(found)


def _object(found: MeterSeen) -> dict[str, Any]:
    from pitboss.money import plain

    terms, purse = found.terms, found.purse
    books = {"seeds": purse.seeds, "contributed": purse.contributed, "paid": purse.paid}
    moved = {"sent": purse.transfers.sent, "received": purse.transfers.received}
    return {
        "name": terms.name,
        "rulebook": terms.rulebook,
        "seed": plain(terms.seed),
        "increment": found.increment,
        "reserve_share": found.reserve_share,
        "first_dollar": terms.shares.first_dollar,
        "shown": _dollars(purse.shown.amount),
        "reserve": _dollars(purse.shown.reserve),
        **{name: _dollars(amount) for name, amount in (books | moved).items()},
        "balanced": purse.balanced,
        "won": purse.won,
        "discontinued": purse.petition,
        "criteria": found.criteria,
        "petitions": [_petition(each) for each in found.petitions],
        "transfers": [_transfer(each) for each in found.transfers],
        "tables": len(purse.tables),
        "lines": found.lines,
        "torn": found.torn,
    }


def _petition(petition: PetitionSeen) -> dict[str, str]:
    asks = {"asks": petition.kind, "to": petition.to, "about": petition.about, "licensee": petition.licensee}
    return {"reference": petition.reference, **asks, "decision": petition.decision}


def _transfer(each: TransferSeen) -> dict[str, Any]:
    way = "to" if each.leaves else "from"
    return {"number": each.number, way: each.name, "amount": _dollars(each.what), "state": each.says}


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
        ("sent", purse.transfers.sent, "to other jackpots"),
        ("seeds", purse.seeds, ""),
        ("contributed", purse.contributed, ""),
        ("received", purse.transfers.received, "from other meters"),
    ]
    books = [row for row in books if row[1] or row[0] not in ("sent", "received")]
    say(table([(f"  {name}", f"${_dollars(amount)}", about) for name, amount, about in books], right=(1,)))
    say()
    what, whence = ("in reserve and paid", "seeds and wagers")
    if found.transfers:
        what, whence = ("in reserve, paid and sent", "seeds, wagers and transfers")
    say(f"  What is shown, {what} is what {whence} have brought, to the millionth of a cent.")
    _print_petitions(found)


def _print_petitions(found: MeterSeen) -> None:
    """Petitions with their decisions, the criteria in force, and transfers with how far each is."""
    from pitboss.cli.output import say, wrapped

    lines = [_petition_line(each) for each in found.petitions]
    if found.criteria is not None:
        lines.append(f"The winning criteria were eased: {found.criteria}.")
    for each in found.transfers:
        way = "to" if each.leaves else "from"
        lines.append(f"Transfer {each.number} {way} {each.name}, ${_dollars(each.what)}: {each.says}.")
    if lines:
        say()
    for line in lines:
        say(wrapped(line, 2))


def _petition_line(petition: PetitionSeen) -> str:
    names = f"{petition.about} of {petition.licensee}" if petition.licensee else petition.about
    return f"Petition {petition.reference} {petition.asks} ({names}), to the {petition.to}: {petition.decision}."
