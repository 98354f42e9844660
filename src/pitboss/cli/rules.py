"""`pitboss rules`: read a rulebook, a clause, the open questions, the coverage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.law.clauses import Clause
    from pitboss.law.diff import Point
    from pitboss.law.rulebook import Rulebook


def rules(
    rulebook: Annotated[
        str, typer.Argument(metavar="ID|diff|coverage|sign", help="A rulebook id, or one of the words.")
    ],
    clause: Annotated[
        str,
        typer.Argument(
            metavar="[WHAT]",
            help="A clause such as MA-9(d), an option, a question; coverage: an ID; sign: a HOUSE file.",
        ),
    ] = "",
    other: Annotated[str, typer.Argument(metavar="[ID]", help="diff: the second rulebook.")] = "",
    readings: Annotated[bool, typer.Option("--readings", help="List the open questions.")] = False,  # noqa: FBT002
    json: Annotated[bool, typer.Option("--json", help="Print JSON (coverage).")] = False,  # noqa: FBT002
) -> None:
    """Read the law: a rulebook, a clause, the open questions, two texts compared, coverage, the sign of a house.

    Examples: pitboss rules spanish21-ma "MA-9(d)"; pitboss rules spanish21-ma --readings; pitboss rules coverage;
    pitboss rules sign docs/houses/maryland.toml; pitboss rules diff spanish21-ma spanish21-md
    """
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.law.rulebook import UnknownName, load, rulebook_ids

    if rulebook == "coverage":
        ids = [clause] if clause else [each for each in rulebook_ids() if load(each).ready]
        _coverage(ids, json=json)
        return
    if rulebook == "sign":
        _sign(clause)
        return
    if rulebook == "diff":
        _diff(clause, other, json=json)
        return
    try:
        book = load(rulebook)
    except UnknownName as error:
        stop(str(error), MALFORMED)
    if readings:
        _readings(book)
    elif clause:
        _one(book, clause)
    else:
        _all(book)


def _all(book: Rulebook) -> None:
    from pitboss.cli.output import say, table, wrapped

    say(wrapped(f"{book.title}. {len(book.clauses)} statements, in our own words."))
    say()
    say("OPTIONS")
    say(table([_option(book, name) for name in book.options]))
    say()
    say("CLAUSES")
    say(table([(row.id, row.status, row.says) for row in book.clauses]))


def _option(book: Rulebook, name: str) -> tuple[str, str]:
    option = book.options[name]
    decks = 6
    default = "" if option.default is None else f", default {_shown(option.default)}"
    cited = ", ".join((*option.clauses, *((option.question,) if option.question else ())))
    return name, f"{option.spoken(decks)}{default}. {option.says}. [{cited}]"


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _one(book: Rulebook, cited: str) -> None:
    from pitboss.cli.output import MALFORMED, say, stop
    from pitboss.law.clauses import rows_under
    from pitboss.law.coverage import coverage
    from pitboss.law.rulebook import UnknownName
    from pitboss.notation import replay, transcript  # noqa: F401  importing all rooms makes their citations known

    if cited in book.options:
        say("  ".join(_option(book, cited)))
        return
    if cited in book.interpretations:
        _question(book, cited)
        return
    wanted = {row.id for row in rows_under(book.clauses, cited)}
    if not wanted:
        stop(str(UnknownName("clause", cited, [row.id for row in book.clauses])), MALFORMED)
    for covered in coverage(book):
        if covered.clause.id in wanted:
            _clause(book, covered.clause, covered.by, covered.tests)


def _clause(book: Rulebook, clause: Clause, by: tuple[str, ...], tests: tuple[str, ...]) -> None:
    from pitboss.cli.output import say, wrapped

    say(clause.id)
    say(wrapped(clause.says, 2))
    say(wrapped(f"Status: {clause.status}{': ' + clause.why if clause.why else ''}", 2))
    if by:
        say(wrapped(f"Carried out by: {', '.join(by)}", 2))
    if tests:
        more = f" and {len(tests) - 3} more" if len(tests) > 3 else ""
        say(wrapped(f"Shown by: {', '.join(map(_test_name, tests[:3]))}{more}", 2))
    for code in clause.questions:
        question = book.interpretations.get(code)
        if question is not None:
            say(wrapped(f"{code}: {question.question} We take: {question.default}", 2))
    say()


def _test_name(test: str) -> str:
    """A golden round by its own name, another test by its function's."""
    return test.rpartition("[")[2].rstrip("]") if "/golden/" in test else test.rpartition("::")[2]


def _sign(path: str) -> None:
    """The sign of a lawful house; an unlawful house has none."""
    from pathlib import Path

    from pitboss.cli.output import MALFORMED, NO, say, stop, wrapped
    from pitboss.law.sign import sign
    from pitboss.notation.file import Malformed
    from pitboss.notation.submission import read_submission

    try:
        book, house = read_submission(Path(path))
    except Malformed as error:
        stop(f"{path or 'rules sign'}: {error}; try pitboss rules sign HOUSE.toml", MALFORMED)
    if isinstance(house, list):
        stop(f"{path}: this house is not lawful, so it has no sign; see pitboss check {path}", NO)
    say(wrapped(book.title.upper()))
    heading = ""
    for line in sign(house):
        if line.heading != heading:
            say()
            say(line.heading)
            heading = line.heading
        say(wrapped(f"{line.says}. [{', '.join(line.clauses)}]".replace(".. [", ". ["), 4, "  "))


def _diff(first: str, second: str, *, json: bool) -> None:
    from pitboss.cli.output import MALFORMED, say, say_json, stop, wrapped
    from pitboss.games.spanish21.points import points
    from pitboss.law.diff import Verdict, diff
    from pitboss.law.rulebook import UnknownName, load

    try:
        books = load(first), load(second)
    except UnknownName as error:
        stop(f"{error}; try pitboss rules diff spanish21-ma spanish21-md", MALFORMED)
    if any(book.game != "Spanish 21" for book in books):
        stop("only the texts of Spanish 21 can be compared so far", MALFORMED)
    found = diff(*books, *map(points, books))
    if json:
        say_json({"left": first, "right": second, "points": [_point(point) for point in found]})
        return
    titles = {
        Verdict.DIFFERENT: "THE TEXTS DIFFER",
        Verdict.COMPARE: "SAID IN OTHER WORDS, TO BE COMPARED",
        Verdict.SAME: "THE SAME",
    }
    for verdict, title in titles.items():
        chosen = [point for point in found if point.verdict is verdict]
        say(f"{title} ({len(chosen)} topics)")
        if verdict is Verdict.SAME:
            say(wrapped(", ".join(point.topic for point in chosen), 2))
            continue
        for point in chosen:
            say(f"  {point.topic}")
            for name, side in ((first, point.left), (second, point.right)):
                effect = f"{side.effect}. " if side.effect is not None else ""
                says = " ".join(f"{clause.says} [{clause.id}]" for clause in side.clauses) or "Says nothing."
                say(wrapped(f"{name}: {effect}{says}", 6, "    "))
        say()


def _point(point: Point) -> dict[str, Any]:
    return {
        "topic": point.topic,
        "verdict": point.verdict,
        "left": {"effect": point.left.effect, "clauses": [clause.id for clause in point.left.clauses]},
        "right": {"effect": point.right.effect, "clauses": [clause.id for clause in point.right.clauses]},
    }


def _readings(book: Rulebook) -> None:
    for code in sorted(book.interpretations):
        _question(book, code)


def _question(book: Rulebook, code: str) -> None:
    from pitboss.cli.output import say, wrapped

    question = book.interpretations[code]
    say(wrapped(f"{code}  {question.question}"))
    say(wrapped(f"Readings: {question.readings}", 6))
    say(wrapped(f"We take: {question.default} {question.why}", 6))
    for value, meaning in question.values.items():
        default = " (default)" if value == book.default_reading(code) else ""
        say(wrapped(f'readings.{code} = "{value}"{default}: {meaning}', 6))
    say()


def _coverage(ids: list[str], *, json: bool) -> None:
    from pitboss.cli.output import MALFORMED, say, say_json, stop, table, wrapped
    from pitboss.law.coverage import coverage
    from pitboss.law.rulebook import UnknownName, load
    from pitboss.notation import replay, transcript  # noqa: F401  importing all rooms makes their citations known

    try:
        covered = {each: coverage(load(each)) for each in ids}
    except UnknownName as error:
        stop(str(error), MALFORMED)
    if json:
        rows = {
            book: {
                "clauses": [
                    {"id": row.clause.id, "status": row.clause.status, "by": list(row.by), "tests": list(row.tests)}
                    for row in table_
                ]
            }
            for book, table_ in covered.items()
        }
        say_json({"rulebooks": rows})
        return
    for book, table_ in covered.items():
        say(book.upper())
        counts: dict[str, int] = {}
        for row in table_:
            counts[row.clause.status] = counts.get(row.clause.status, 0) + 1
        say(wrapped(", ".join(f"{count} {status}" for status, count in sorted(counts.items()))))
        header = [("CLAUSE", "STATUS", "TESTS", "IN OUR WORDS, AND WHAT CARRIES IT OUT")]
        say(table(header + [(r.clause.id, r.clause.status, str(len(r.tests)), _by(r.clause, r.by)) for r in table_]))
        say()


def _by(clause: Clause, by: tuple[str, ...]) -> str:
    carried = ", ".join(name.removeprefix("pitboss.") for name in by) or clause.why
    return f"{clause.says} ({carried})" if carried else clause.says
