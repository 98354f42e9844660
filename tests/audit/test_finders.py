"""Which proof finds which tampering: the table of docs/explanation/tampering.md, tried out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from audit.test_tamper import BODIES, DATA, LINES, chained, open_session
from pitboss.audit.verify import Report, audit
from pitboss.store.chain import opened
from pitboss.store.lines import NotAJournal
from pitboss.store.receipts import receipt_of

PAGE = Path(__file__).parents[2] / "docs/explanation/tampering.md"
Bodies = list[bytes]
FINDERS = {
    "chain": "the chain is broken|this is no line of a journal",
    "bytes": "no line that pitboss writes",
    "rules": "the rules|the record has|does not answer|is no answer|one header|refusal of the last command",
    "fold": "cannot follow|appeared or vanished|the shoe was counted",
    "count": "more often than it can be in it|more cards came out",
    "shoe": "revealed|bound|sealed|was dealt as|read otherwise|set aside|cuts in the middle",
    "receipt": "receipt",
}


def row(body: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(body + b"}")
    return found


def body(members: dict[str, Any]) -> bytes:
    return json.dumps(members, separators=(",", ":")).encode("ascii")[:-1]


def first(bodies: Bodies, **wanted: str) -> int:
    """The first line, from the middle on, with these members; a value may be its beginning."""
    numbers: list[int] = [*range(len(bodies) // 2, len(bodies)), *range(len(bodies) // 2)]
    for number in numbers:
        if all(str(row(bodies[number]).get(name, "\0")).startswith(value) for name, value in wanted.items()):
            return number
    raise AssertionError(wanted)


def changed(bodies: Bodies, number: int, **members: object) -> Bodies:
    return [*bodies[:number], body({**row(bodies[number]), **members}), *bodies[number + 1 :]]


def house_otherwise(bodies: Bodies) -> Bodies:
    house = row(bodies[0])["house"]
    other = re.sub(r"main_max = \d+", "main_max = 7777", house)
    assert other != house
    return changed(bodies, 0, house=other)


def command_otherwise(bodies: Bodies) -> Bodies:
    at = first(bodies, command="ann@1.1 wager main")
    return changed(bodies, at, command="ann@1.1 wager main 15.00")


def author_otherwise(bodies: Bodies) -> Bodies:
    """Ann's wager was said by bob."""
    return changed(bodies, first(bodies, command="ann@1.1 wager main"), by="player:bob")


def time_otherwise(bodies: Bodies) -> Bodies:
    return changed(bodies, first(bodies, command="ann@1.1 wager main"), at=4)


def payment_otherwise(bodies: Bodies) -> Bodies:
    at = first(bodies, fact="WagerSettled")
    return changed(bodies, at, paid=row(bodies[at])["paid"] + 100)


def engine_otherwise(bodies: Bodies) -> Bodies:
    """What was paid, and by which engine: then it may have been dealt so."""
    return changed(payment_otherwise(bodies), 0, engine="0123456789abcdef")


def clause_otherwise(bodies: Bodies) -> Bodies:
    return changed(bodies, first(bodies, fact="WagerSettled"), clauses="MA-1")


def card_otherwise(bodies: Bodies) -> Bodies:
    """A card that was dealt, in what the shoe said and in the fact."""
    at = first(bodies, fact="CardDealt", face="up")
    card = row(bodies[at])["card"]
    said = max(number for number in range(at) if row(bodies[number]).get("shoe") == card)
    other = "5c" if card != "5c" else "6c"
    return changed(changed(bodies, at, card=other), said, shoe=other)


def order_otherwise(bodies: Bodies) -> Bodies:
    at = first(bodies, fact="ShoeRevealed")
    order = row(bodies[at])["order"].split()
    return changed(bodies, at, order=" ".join([order[1], order[0], *order[2:]]))


def a_line_less(bodies: Bodies) -> Bodies:
    at = first(bodies, fact="CardDealt")
    return [*bodies[:at], *bodies[at + 1 :]]


def the_end_cut_off(bodies: Bodies) -> Bodies:
    rounds = [number for number, each in enumerate(bodies) if row(each).get("fact") == "RoundEnded"]
    return bodies[: rounds[-3] + 1]


def other_bytes(bodies: Bodies) -> Bodies:
    at = first(bodies, fact="WagerSettled")
    return [*bodies[:at], json.dumps(row(bodies[at])).encode("ascii")[:-1], *bodies[at + 1 :]]


def no_tens(_: Bodies) -> Bodies:
    """Every jack became a ten, everywhere, in a shoe that is still in use."""
    return [re.sub(rb"\bJ([cdhs])\b", rb"T\1", each) for each in open_session("spanish21-ma")]


def written_anew(_: Bodies) -> Bodies:
    return open_session("spanish21-ma")


TRIED: dict[str, Callable[[Bodies], Bodies]] = {
    "the house in the header": house_otherwise,
    "the amount of a command": command_otherwise,
    "who said something": author_otherwise,
    "when something was said": time_otherwise,
    "what a wager was paid": payment_otherwise,
    "what a wager was paid, and the engine in the header": engine_otherwise,
    "the clause of a payment": clause_otherwise,
    "a card, wherever it stands": card_otherwise,
    "two cards of a revealed order": order_otherwise,
    "a line taken out": a_line_less,
    "the same line in other bytes": other_bytes,
    "every jack a ten, in a shoe that is not revealed": no_tens,
    "the last two rounds cut off": the_end_cut_off,
    "a whole evening written anew": written_anew,
}


def found_by(report: Report | None) -> set[str]:
    """Who said something was wrong; the header may be so wrong that it is no journal."""
    if report is None:
        return {"header"}
    return {name for name, says in FINDERS.items() for each in report.problems if re.search(says, each.says)}


def audited(data: bytes, *, receipt: bool) -> Report | None:
    kept = receipt_of([DATA], 0) if receipt else None
    try:
        return audit(data, receipt=kept)
    except NotAJournal:
        return None


def as_it_is(bodies: Bodies) -> bytes:
    """The bodies with the hashes that their lines had: nobody has mended the chain."""
    old = [parts[1] for line in LINES if (parts := opened(line[:-1]))]
    place, lines = 0, []
    for each in bodies:
        if each != BODIES[place] and each == BODIES[min(place + 1, len(BODIES) - 1)]:
            place += 1  # the line before was taken out
        lines.append(each + b',"hash":"' + old[place] + b'"}\n')
        place = min(place + 1, len(BODIES) - 1)
    return b"".join(lines)


def table() -> list[str]:
    rows = []
    for name, edit in TRIED.items():
        edited = edit(list(BODIES))
        plain, mended = audited(as_it_is(edited), receipt=False), audited(chained(edited), receipt=False)
        kept = audited(chained(edited), receipt=True)
        cells = [" ".join(sorted(found_by(each) - {"receipt"})) or "nobody" for each in (plain, mended)]
        rows.append(f"| {name} | {cells[0]} | {cells[1]} | {'yes' if 'receipt' in found_by(kept) else 'no'} |")
    return rows


@pytest.mark.slow
def test_the_page_says_who_finds_what() -> None:
    page = PAGE.read_text(encoding="utf-8").splitlines()
    assert [line for line in page if line.startswith("| ") and not line.startswith("| what was changed")] == table()


@pytest.mark.slow
def test_what_nobody_finds_without_a_receipt_is_found_with_one() -> None:
    for line in table():
        name, plain, mended, receipt = (each.strip() for each in line.strip("|").split("|"))
        assert receipt == "yes" or "nobody" not in (plain, mended), name
