"""`pitboss rules`: read a rulebook, a clause, the open questions, the coverage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.desk.law import Covered, Point, Side
    from pitboss.desk.texts import Clause, Rulebook


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
    json: Annotated[bool, typer.Option("--json", help="Print JSON (coverage, diff).")] = False,  # noqa: FBT002
) -> None:
    """Read the law: a rulebook, a clause, the open questions, two texts compared, coverage, the sign of a house.

    Examples: pitboss rules spanish21-ma "MA-9(d)"; pitboss rules spanish21-ma --readings; pitboss rules coverage;
    pitboss rules sign docs/houses/maryland.toml; pitboss rules diff spanish21-ma spanish21-md
    """
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.desk.texts import UnknownName, complete_texts, rulebook_text

    _refuse_what_is_ignored(rulebook, clause, other, readings=readings, json=json)
    if rulebook == "coverage":
        ids = [clause] if clause else [book.id for book in complete_texts()]
        _coverage(ids, json=json)
        return
    if rulebook == "sign":
        _sign(clause)
        return
    if rulebook == "diff":
        _diff(clause, other, json=json)
        return
    try:
        book = rulebook_text(rulebook)
    except UnknownName as error:
        stop(str(error), MALFORMED)
    if readings:
        _readings(book)
    elif clause:
        _one(book, clause)
    else:
        _all(book)


def _refuse_what_is_ignored(what: str, clause: str, other: str, *, readings: bool, json: bool) -> None:
    """Arguments that would be passed over in silence are a mistake of the person's."""
    from pitboss.cli.output import MALFORMED, stop

    if json and what not in ("coverage", "diff"):
        stop("--json goes with rules coverage and rules diff only", MALFORMED)
    if other and what != "diff":
        stop(f"{other!r} is one argument too many; see pitboss rules --help", MALFORMED)
    if readings and (clause or what in ("coverage", "diff", "sign")):
        stop("--readings goes with a rulebook alone, as in pitboss rules spanish21-ma --readings", MALFORMED)
    if what == "diff" and not other:
        stop("rules diff compares two rulebooks, as in pitboss rules diff spanish21-ma spanish21-md", MALFORMED)
    if what == "sign" and not clause:
        stop("rules sign needs a house file, as in pitboss rules sign docs/houses/maryland.toml", MALFORMED)


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
    from pitboss.cli.output import MALFORMED, say, stop, wrapped
    from pitboss.desk.law import coverage_of
    from pitboss.desk.texts import UnknownName, clauses_under

    cited = _spelled_like(book, cited)
    if cited in book.options:
        say(wrapped("  ".join(_option(book, cited))))
        return
    if cited in book.interpretations:
        _question(book, cited)
        return
    try:
        wanted = {row.id for row in clauses_under(book, cited)}
    except UnknownName as error:
        stop(f"{book.id}: {error}", MALFORMED)
    for covered in coverage_of(book.id):
        if covered.clause.id in wanted:
            _clause(book, covered.clause, covered.by, covered.tests)


def _spelled_like(book: Rulebook, cited: str) -> str:
    """The name as the rulebook spells it, whatever case it was typed in."""
    names = [*book.options, *book.interpretations, *(row.id for row in book.clauses)]
    for name in names:
        if name.lower().startswith(cited.lower()) and (len(name) == len(cited) or name[len(cited)] in ".("):
            return name[: len(cited)]
    return cited


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
            say(wrapped(f"{code}: {question.question} Readings: {question.readings} We take: {question.default}", 2))
    say()


def _test_name(test: str) -> str:
    """A golden round by its own name, another test by its function's."""
    return test.rpartition("[")[2].rstrip("]") if "/golden/" in test else test.rpartition("::")[2]


def _sign(path: str) -> None:
    """The sign of a lawful house; an unlawful house has none."""
    from pathlib import Path

    from pitboss.cli.output import MALFORMED, NO, say, stop, wrapped
    from pitboss.desk.questions import BadQuestion
    from pitboss.desk.submissions import submission

    try:
        found = submission(Path(path))
    except BadQuestion as error:
        stop(f"{path}: {error}", MALFORMED)
    if found.defects:
        stop(
            f"{path}: this house has defects, so it has no sign; see pitboss check {path}",
            MALFORMED if found.is_malformed else NO,
        )
    say(wrapped(found.rulebook.title.upper()))
    heading = ""
    for line in found.sign:
        if line.heading != heading:
            say()
            say(line.heading)
            heading = line.heading
        say(wrapped(f"{line.says}. [{', '.join(line.clauses)}]".replace(".. [", ". ["), 4, "  "))


def _diff(first: str, second: str, *, json: bool) -> None:
    from pitboss.cli.output import MALFORMED, say, say_json, stop, wrapped
    from pitboss.desk.law import NotComparable, Verdict, compare_texts
    from pitboss.desk.texts import UnknownName, rulebook_text

    try:
        found = compare_texts(rulebook_text(first), rulebook_text(second))
    except UnknownName as error:
        stop(f"{error}; try pitboss rules diff spanish21-ma spanish21-md", MALFORMED)
    except NotComparable as error:
        stop(str(error), MALFORMED)
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
                say(wrapped(f"{name}: {_said(side)}", 6, "    "))
        say()


MANY = 8  # clauses: a pay table, of which the effect says everything


def _said(side: Side) -> str:
    """What a text does and says under a topic; of a whole pay table what it pays, and where it stands."""
    effect = f"{side.effect}. " if side.effect is not None else ""
    if effect and len(side.clauses) > MANY:
        return f"{effect}[{side.clauses[0].id} to {side.clauses[-1].id}]"
    return effect + (" ".join(f"{clause.says} [{clause.id}]" for clause in side.clauses) or "Says nothing.")


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
    from pitboss.desk.law import coverage_of
    from pitboss.desk.texts import UnknownName

    try:
        covered = {each: coverage_of(each) for each in ids}
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
        header = [("CLAUSE", "STATUS", "IN OUR WORDS; what carries it out; tests that show it")]
        say(table(header + [(row.clause.id, row.clause.status, _covered(row)) for row in table_]))
        say()


def _covered(row: Covered) -> str:
    """A clause in our words, what carries it out or why nothing does, and some of the tests."""
    carried = ", ".join(name.removeprefix("pitboss.") for name in row.by) or row.clause.why
    parts = [row.clause.says.rstrip("."), carried] if carried else [row.clause.says.rstrip(".")]
    if row.tests:
        more = f" and {len(row.tests) - 2} more" if len(row.tests) > 2 else ""
        parts.append(f"tests: {', '.join(map(_test_name, row.tests[:2]))}{more}")
    return "; ".join(parts) + "."
