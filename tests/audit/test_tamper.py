"""Every kind of edit at every kind of line of a journal is found, and named by its line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.audit.verify import Report, audit
from pitboss.cards import Card
from pitboss.core.incidents import SealLost, ShoeEmpty
from pitboss.core.kinds import Face
from pitboss.core.requests import Act, Answer, NextCard, Reader, Reveal, Revealed
from pitboss.ids import DEALER, Box, HandId, Player
from pitboss.money import Cents
from pitboss.shoe.virtual import ShoeRequest, VirtualShoe
from pitboss.store.chain import START, opened, sealed
from pitboss.store.lines import NotAJournal
from pitboss.tables.intents import BuyChips, SeeBurnCard
from table.driving import Watched, watched

pytestmark = pytest.mark.slow
VERIFIER = Path(__file__).parents[2] / "docs/verify_shoe.py"


def session(rulebook: str = "spanish21-ma", seed: int = 4) -> Watched:
    """A closed journal with every kind of line: refusals, a burn card shown, two shoes, an opening."""
    person = watched(rulebook, seed=seed)
    person.sit(("ann", 1), ("bob", 2))
    person.rounds(3)
    assert person.submit(Act(Player("ann"), HandId(Box(1), 1), BuyChips(Cents(0))))  # which buys nothing
    if rulebook.startswith("spanish21-ma"):
        person.must(Act(Player("ann"), HandId(Box(1), 1), SeeBurnCard()))
    assert person.journal is not None
    person.journal.reopened(0)
    while person.table.runner.state.shoes < 2:
        person.rounds(1)
    person.rounds(2)
    person.close()
    return person


def journal(rulebook: str = "spanish21-ma", seed: int = 4) -> tuple[bytes, str]:
    person = session(rulebook, seed)
    assert person.journal is not None
    return person.journal.data, person.journal.head


DATA, HEAD = journal()
LINES = DATA.splitlines(keepends=True)


def chained(bodies: list[bytes]) -> bytes:
    """A journal of these rows with a chain that is whole: the work of somebody who knows the format."""
    head, lines = START, []
    for body in bodies:
        line, head = sealed(head, body + b"}")
        lines.append(line)
    return b"".join(lines)


BODIES = [parts[0] for line in LINES if (parts := opened(line[:-1]))]


def kind(body: bytes) -> str:
    row = json.loads(body + b"}")
    name, value = next(iter(row.items()))
    return str(value) if name == "fact" else f"{name} {str(value).split()[0]}" if name == "shoe" else name


def examples() -> list[int]:
    """One line of each kind, from the middle of the journal where there is a choice."""
    places: dict[str, list[int]] = {}
    for number, body in enumerate(BODIES):
        places.setdefault(re.sub(r"[A-Z0-9][cdhs]", "card", kind(body)), []).append(number)
    return sorted(found[len(found) // 2] for found in places.values())


EXAMPLES = examples()


def test_the_untouched_journal_is_whole() -> None:
    report = audit(DATA, HEAD)
    assert report.problems == []
    assert (report.closed, report.refusals, report.openings, report.shoes, report.revealed) == (True, 1, 1, 2, 2)
    kinds = {kind(body) for body in BODIES}
    assert {"journal", "command", "refusal", "opened", "BurnCardShown", "ShoeRevealed", "TableClosed"} <= kinds


def altered(body: bytes) -> bytes:
    """The same line with one letter or digit of a value changed."""
    at = max(body.rfind(b":"), body.find(b":", 12)) + 2
    while not body[at : at + 1].isalnum():
        at -= 1
    other = b"3" if body[at : at + 1] != b"3" else b"4"
    return body[:at] + other + body[at + 1 :]


def change(lines: list[bytes], at: int) -> list[bytes]:
    return [*lines[:at], altered(lines[at]), *lines[at + 1 :]]


def remove(lines: list[bytes], at: int) -> list[bytes]:
    return lines[:at] + lines[at + 1 :]


def double(lines: list[bytes], at: int) -> list[bytes]:
    return [*lines[: at + 1], *lines[at:]]


def swap(lines: list[bytes], at: int) -> list[bytes]:
    first, second = (at, at + 1) if at + 1 < len(lines) else (at - 1, at)
    swapped = list(lines)
    swapped[first], swapped[second] = lines[second], lines[first]
    return swapped


def cut_off(lines: list[bytes], at: int) -> list[bytes]:
    return lines[:at]


def insert(lines: list[bytes], at: int) -> list[bytes]:
    return [*lines[:at], lines[len(lines) // 3], *lines[at:]]


EDITS = [change, remove, double, swap, insert]
Edit = Callable[[list[bytes], int], list[bytes]]


def named(report: Report, at: int) -> bool:
    """Whether the first problem is at the edited line or right after it."""
    return bool(report.problems) and report.problems[0].line in (at, at + 1, at + 2)


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
@pytest.mark.parametrize("at", EXAMPLES[1:], ids=lambda at: kind(BODIES[at]))
def test_an_edit_breaks_the_chain_at_its_line(edit: Edit, at: int) -> None:
    data = b"".join(edit(LINES, at))
    if data != DATA:
        assert named(audit(data), at)


@pytest.mark.parametrize("at", range(1, len(LINES), 7))
def test_a_cut_off_end_is_found_by_the_head(at: int) -> None:
    data = b"".join(cut_off(LINES, at))
    report = audit(data, HEAD)
    assert any("not in the journal" in problem.says for problem in report.problems)


def test_a_line_cut_in_two_is_found() -> None:
    assert "torn" in audit(DATA[:-10]).problems[0].says


def test_lines_after_the_head_are_found() -> None:
    heads = [json.loads(line)["hash"] for line in LINES]
    assert "3 line(s) follow" in audit(DATA, heads[-4]).problems[-1].says


def immaterial(at: int) -> bool:
    """The time of a command, and how often the journal was opened: nothing else in it depends on these."""
    return kind(BODIES[at]) in ("opened", "command", "journal")


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
@pytest.mark.parametrize("at", EXAMPLES[1:], ids=lambda at: kind(BODIES[at]))
def test_a_forger_who_mends_the_chain_is_found_by_the_rules(edit: Edit, at: int) -> None:
    bodies = edit(BODIES, at)
    beside = "opened" in {kind(BODIES[at]), kind(BODIES[min(at + 1, len(BODIES) - 1)])}
    if bodies == BODIES or (immaterial(at) and edit is change) or (beside and edit is not insert):
        pytest.skip("nothing that the rules could know has changed")
    report = audit(chained(bodies))
    assert report.problems, edit.__name__
    assert not any("chain" in problem.says for problem in report.problems)


@pytest.mark.parametrize("at", EXAMPLES, ids=lambda at: kind(BODIES[at]))
def test_a_forger_who_mends_the_chain_cannot_keep_the_head(at: int) -> None:
    bodies = change(BODIES, at) if at else [BODIES[0].replace(b'"at":0', b'"at":1'), *BODIES[1:]]
    assert bodies != BODIES
    assert audit(chained(bodies), HEAD).problems


class Dishonest(VirtualShoe):
    """A house that deals otherwise than it bound itself to, and keeps the rules and the chain in order."""

    trick = ""

    def answer(self, request: ShoeRequest) -> Answer:
        match self.trick, request:
            case "other card", NextCard(hand, Face.UP) if hand == DEALER:
                super().answer(request)
                return Card.parse("Kc")
            case "lying reader", Reader():
                return not super().answer(request)
            case "hides the order", Reveal():
                return SealLost()
            case "other order", Reveal():
                honest = super().answer(request)
                assert isinstance(honest, Revealed)
                return Revealed(honest.order[::-1], honest.nonce)
            case "says empty", NextCard():
                return ShoeEmpty()
        return super().answer(request)


TRICKS = {
    "other card": "of the shoe was dealt as Kc",
    "lying reader": "was read otherwise",
    "other order": "not the one that the shoe had bound itself to",
}


@pytest.mark.parametrize("trick", TRICKS)
@pytest.mark.parametrize("rulebook", ["spanish21-ma", "spanish21-md", "spanish21-charity"])
def test_a_dishonest_shoe_is_found(trick: str, rulebook: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if trick == "other card" and rulebook == "spanish21-charity":
        pytest.skip("this dealer's up card is turned, not dealt")
    monkeypatch.setattr("table.driving.VirtualShoe", Dishonest)
    Dishonest.trick = trick
    data, head = journal(rulebook, seed=6)
    problems = [problem.says for problem in audit(data, head).problems]
    assert any(TRICKS[trick] in says for says in problems), problems
    assert not any("chain" in says for says in problems)


def test_a_hidden_order_is_unproven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.driving.VirtualShoe", Dishonest)
    Dishonest.trick = "hides the order"
    report = audit(*journal())
    assert report.lost == 2
    assert any("unproven" in note for note in report.notes)


def test_an_order_that_is_not_the_seeds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.shoe.randomness import SystemRandomness

    monkeypatch.setattr("table.driving.PracticeRandomness", lambda _: SystemRandomness())
    assert any("seed" in problem.says for problem in audit(*journal()).problems)


def verifier(data: bytes, folder: Path) -> subprocess.CompletedProcess[str]:
    path = folder / "table.journal"
    path.write_bytes(data)
    command = [sys.executable, "-I", str(VERIFIER), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


DAMAGED = {
    "empty": b"",
    "other text": b"hello\n",
    "no journal": b"{}\n",
    "no text": b"\xff\xfe\n",
    "half": DATA[: len(DATA) // 2],
    "other names": DATA.replace(b"hand", b"hund"),
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_the_verifier_survives_anything(content: bytes, tmp_path: Path) -> None:
    found = verifier(content, tmp_path)
    assert "Traceback" not in found.stderr


def test_the_verifier_needs_no_pitboss_and_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = VERIFIER.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 125
    assert set(re.findall(r"^(?:import|from) (\w+)", text, re.M)) <= set(sys.stdlib_module_names)
    assert verifier(DATA, tmp_path).stdout == "2 revealed order(s), 0 wrong, 0 not revealed\n"
    monkeypatch.setattr("table.driving.VirtualShoe", Dishonest)
    for trick in ("other card", "other order"):
        Dishonest.trick = trick
        found = verifier(journal()[0], tmp_path)
        assert found.returncode == 1, trick
        assert "2 wrong" in found.stdout


def other_bytes(body: bytes) -> dict[str, bytes]:
    """The same line as other bytes that a reader of JSON might take for it."""
    row = json.loads(body + b"}")
    name, value = list(row.items())[-1]
    tail = json.dumps({name: value}, separators=(",", ":"))[1:-1].encode("ascii")
    number = next((key for key, each in row.items() if isinstance(each, int)), None)
    word = next((each for each in row.values() if isinstance(each, str) and each), "?")
    found = {
        "spaces": json.dumps(row, separators=(", ", ": ")).encode("ascii")[:-1],
        "an escape": body.replace(f'"{word}"'.encode(), f'"\\u{ord(word[0]):04x}{word[1:]}"'.encode(), 1),
        "another order": json.dumps(dict(reversed(row.items())), separators=(",", ":")).encode("ascii")[:-1],
        "a member more": body + b',"more":1',
        "a member twice": body + b"," + tail,
    }
    if number is not None:
        found["a float"] = json.dumps({**row, number: float(row[number])}, separators=(",", ":")).encode("ascii")[:-1]
        found["a truth"] = json.dumps({**row, number: True}, separators=(",", ":")).encode("ascii")[:-1]
    return {how: other for how, other in found.items() if other != body}


@pytest.mark.parametrize("at", examples())
def test_only_the_very_bytes_of_a_line_are_taken(at: int) -> None:
    for how, other in other_bytes(BODIES[at]).items():
        if at == 0 and how != "a member more":
            continue  # without its header it is no journal at all
        found = audit_bodies([*BODIES[:at], other, *BODIES[at + 1 :]])
        if found is None:
            assert at == 0
            continue
        assert any(problem.line == at + 1 for problem in found.problems), how


def audit_bodies(bodies: list[bytes]) -> Report | None:
    try:
        return audit(chained(bodies))
    except NotAJournal:
        return None


def test_a_clock_that_is_put_back_is_a_note() -> None:
    commands = [number for number, body in enumerate(BODIES) if body.startswith(b'{"command"')]
    late = commands[len(commands) // 2]
    row = json.loads(BODIES[late] + b"}")
    row["at"] += 1000
    bodies = [*BODIES[:late], json.dumps(row, separators=(",", ":")).encode("ascii")[:-1], *BODIES[late + 1 :]]
    report = audit(chained(bodies))
    assert report.problems == []
    assert any("the clock was put back" in note for note in report.notes)


def open_session(rulebook: str) -> list[bytes]:
    """A journal whose shoe is still in use, so that no order has been revealed."""
    person = watched(rulebook, seed=4)
    person.sit(("ann", 1), ("bob", 2))
    person.rounds(12)
    assert person.journal is not None
    return [parts[0] for line in person.journal.data.splitlines() if (parts := opened(line))]


@pytest.mark.parametrize(("rulebook", "old", "new"), [("spanish21-ma", "J", "T"), ("blackjack-co", "[2-9]", "2")])
def test_cards_of_a_shoe_in_use_are_counted(rulebook: str, old: str, new: str) -> None:
    """Spanish decks have no tens, and six decks have six of each card; the forger has mended everything else."""
    bodies = open_session(rulebook)
    honest = audit(chained(bodies))
    assert honest.problems == []
    assert honest.unproven > 50
    assert any("counted, and not proven" in note for note in honest.notes)
    forged = [re.sub(rf"\b{old}([cdhs])\b".encode(), f"{new}\\1".encode(), body) for body in bodies]
    problems = audit(chained(forged)).problems
    assert any("more often than it can be in it" in problem.says for problem in problems)
