"""`pitboss audit`: is this journal whole, and did the rules give what it records."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.desk.records import Receipt, Report


def audit(
    journal: Annotated[Path, typer.Argument(metavar="JOURNAL", help="A journal that pitboss play wrote.")],
    head: Annotated[str | None, typer.Option(metavar="HASH", help="The head shown last; finds a cut-off end.")] = None,
    receipt: Annotated[Path | None, typer.Option(metavar="FILE", help="A receipt that was kept elsewhere.")] = None,
    key: Annotated[str | None, typer.Option(metavar="PUB", help="The public key that must have signed it.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,  # noqa: FBT002
) -> None:
    """Verify a journal: its chain, its facts without the rules, every round with the rules, its shoes, its end.

    Exit 0: nothing is wrong with it. Exit 1: something is, and each line of it is named. Exit 2: it is no journal.

    Example: pitboss audit evening.journal
    """
    from pitboss.cli.output import MALFORMED, NO, complain, plainly, progress, reading, say_json, stop
    from pitboss.desk.records import audit_journal

    if head is not None and not re.fullmatch(r"[0-9a-f]{64}", head.strip().lower()):
        stop("--head takes the 64 hexadecimal digits that pitboss play showed", MALFORMED)
    expected = None if head is None else head.strip().lower()
    if key is not None and receipt is None:
        stop("--key says who must have signed a --receipt, and none is given", MALFORMED)
    signed = None if receipt is None else _receipt(receipt, key)
    with reading(journal), plainly(), progress("auditing") as step:
        report = audit_journal(journal, expected, None if signed is None else signed[0], lambda line: step(line, 0))
    if signed is not None and key is None:
        report.notes.append(f"the receipt was signed with the key {signed[1]}; --key makes sure of it")
    if json:
        say_json(_object(journal, report))
    else:
        _print(journal, report)
    if report.problems:
        first = report.problems[0]
        complain(f"{journal}: line {first.line}: {first.says}")
        raise typer.Exit(NO)


def _receipt(path: Path, key: str | None) -> tuple[Receipt, str]:
    """A receipt and who signed it; stops where it is none, or signed by somebody else."""
    from pitboss.cli.output import plainly, read_bytes
    from pitboss.desk.records import receipt_in

    data = read_bytes(path)
    with plainly():
        return receipt_in(path, data, key)


def _object(path: Path, report: Report) -> dict[str, Any]:
    return {
        "journal": str(path),
        "rulebook": report.header.rulebook,
        "ok": not report.problems,
        "lines": report.lines,
        "rounds": report.rounds,
        "refusals": report.refusals,
        "shoes": report.shoes,
        "revealed": report.revealed,
        "lost": report.lost,
        "opened_again": report.openings,
        "closed": report.closed,
        "head": report.head,
        "problems": [{"line": each.line, "says": each.says, "clauses": list(each.clauses)} for each in report.problems],
        "notes": report.notes,
    }


def _print(path: Path, report: Report) -> None:
    from pitboss.cli.output import say, wrapped
    from pitboss.desk.houses import rulebook

    again = f", opened again {report.openings} time(s)" if report.openings else ""
    say(f"{path}: {rulebook(report.header.rulebook).title}")
    say(f"  {report.lines:,} lines, {report.rounds:,} rounds, {report.refusals:,} refusals{again}")
    if not report.problems:
        say("  chain   whole")
        say("  facts   fold without the rules; no card and no chip appears or vanishes")
        otherwise = f"of today give {report.differences} recorded line(s) otherwise; see the notes"
        say(f"  rules   {otherwise if report.differences else 'give every recorded fact and refusal again'}")
        say(f"  shoes   {report.shoes}; {report.revealed} revealed order(s) match their commitments")
        say(f"  end     {'closed' if report.closed else 'open'}")
    for problem in report.problems[:20]:
        cited = f" [{', '.join(problem.clauses)}]" if problem.clauses else ""
        say(wrapped(f"line {problem.line}: {problem.says}{cited}", 4, "  "))
    if len(report.problems) > 20:
        say(f"  and {len(report.problems) - 20} more; --json lists them all")
    for note in report.notes:
        say(wrapped(f"note: {note}", 4, "  "))
    say(f"  head    {report.head}")
