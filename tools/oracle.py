"""Counts how often the oracle knows what decisions are worth, and writes the table of docs/reference/environments.md.

`tools/oracle.py [ROUNDS]` plays so many rounds of every rulebook with one seat, and a fifth as many with three.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from pitboss.core.options import Intent
from pitboss.desk.answers import BY_POLICY, EXACT, SIMULATED
from pitboss.desk.houses import game, rulebooks
from pitboss.desk.judgement import Judgement
from pitboss.desk.moves import Moves
from pitboss.desk.oracle import Oracle
from pitboss.desk.practice import PracticeRound, PracticeTable

PAGE = Path(__file__).parents[1] / "docs/reference/environments.md"
BEGIN, END = "<!-- shares -->\n", "<!-- end of shares -->"
ROUNDS, SEED = 500, 1
KINDS = (EXACT, BY_POLICY, SIMULATED)


def shares(rulebook: str, rounds: int, seats: int = 1) -> Counter[str]:
    """How many decisions were known, by kind; those that were not are counted under an empty name."""
    dealt = game(rulebook)
    table = PracticeTable.of(dealt, seats=seats)
    moves, oracle, found = Moves(table), Oracle(dealt, table.stakes), Counter[str]()
    for number in range(rounds):
        round_ = table.round(SEED, number)
        while round_.asked is not None:
            judged = oracle.judge(round_.seen_by(round_.asked.player), round_.asked)
            if not judged.forced:
                found[judged.kind] += 1
            answer(round_, chosen(judged, moves, round_))
    return found


def chosen(judged: Judgement, moves: Moves, round_: PracticeRound) -> Intent | None:
    """The best decision; where nobody knows, a pass, or the first one that may be made."""
    legal = moves.legal(round_)
    return judged.best if judged.worths else next(iter(legal.values()))


def answer(round_: PracticeRound, intent: Intent | None) -> None:
    if intent is None:
        round_.do_pass()
    else:
        assert round_.choose(intent) is None


def row(rulebook: str, found: Counter[str], beside: Counter[str]) -> str:
    """One row of the table."""
    kinds = " | ".join(str(found[kind] or "") for kind in KINDS)
    return f"| `{rulebook}` | {found.total()} | {kinds} | {share(found)} | {share(beside)} |"


def share(found: Counter[str]) -> str:
    return f"{100 * (1 - found[''] / found.total()):.1f} %" if found else "-"


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    rows = [f"| rulebook | decisions | {' | '.join(KINDS)} | known, one seat | known, three seats |", "|---" * 7 + "|"]
    for book in rulebooks():
        rows.append(row(book.id, shares(book.id, rounds), shares(book.id, rounds // 5, seats=3)))
        print(rows[-1], flush=True)
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text("\n".join([before + BEGIN, *rows, "", END + after]).replace("\n\n|", "\n|", 1), encoding="utf-8")


if __name__ == "__main__":
    main()
