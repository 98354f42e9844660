"""The hole card before it is turned, and the undealt shoe, never appear: not on a screen, not in a file.

The shoe of a real table is opened here, as no player can, and everything that is said and written is searched for it.
"""

from __future__ import annotations

import os
import re
import stat
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.terminal import ESCAPES
from conformance.suite import game
from pitboss.audit.sitting import Sitting, new_table
from pitboss.cards import Card, spelled
from pitboss.cli.keys import Lines, Quit
from pitboss.cli.screen import SUITS, Plain, Screen
from pitboss.cli.seat import Seat
from pitboss.core.facts import ShoeRevealed
from pitboss.core.requests import Act
from pitboss.ids import DEALER, MAIN, Box, HandId, Player
from pitboss.money import Cents
from pitboss.store.journal import Journal, SealedFile, sealed_path
from pitboss.table.intents import Sit
from table.driving import say

ME = Player("guest")


def names(card: Card) -> set[str]:
    return {f"{card.rank}{SUITS[card.suit]}", card.text, card.spoken}


def spoken_of(name: str, said: str) -> bool:
    """Whether a card is named; two of its letters inside a hash are no name."""
    return re.search(rf"(?<![0-9A-Za-z]){name}(?![0-9A-Za-z])", said) is not None


class Watcher(Lines):
    """Plays by itself, and before each answer searches everything that was said so far in this round."""

    def __init__(self, sitting: Sitting, said: Callable[[], str], rounds: int) -> None:
        self.sitting = sitting
        self.said = said
        self.rounds = rounds
        self.searched = 0
        self.looked_at = 0
        self.mark = 0
        self.heard = 0
        self.round = 0

    def choice(self, redraw: Callable[[], None]) -> str:
        redraw()
        self.search()
        assert self.looked_at < 5000, "the table does not go on"
        return "s" if self.sitting.table.floor.in_round and self.asked() else ""

    def line(self) -> str:
        self.search()
        assert self.looked_at < 5000, "the table does not go on"
        if self.sitting.table.floor.rounds >= self.rounds and not self.sitting.table.floor.in_round:
            raise Quit
        return ""

    def asked(self) -> bool:
        return type(self.sitting.table.pending).__name__ == "Decide"

    def search(self) -> None:
        floor = self.sitting.table.floor
        said = self.said()
        if floor.rounds != self.round:
            self.round, self.mark = floor.rounds, self.heard
        self.heard = len(said)
        stack = self.sitting.table.shoe._stack
        if stack is None:
            return
        self.sealed_stays_sealed(said)
        hole = stack.unseen().get(DEALER, ())
        shown = Counter(card for hand in floor.layout.hands.values() for card in hand.cards)
        for card in hole:
            if not shown[card] and floor.in_round:
                self.searched += 1
                found = [name for name in names(card) if spoken_of(name, said[self.mark :])]
                assert not found, f"{card} lies face down, and {found} was said"

    def sealed_stays_sealed(self, said: str) -> None:
        path = self.sitting.journal.path
        for seal in SealedFile(sealed_path(path)).kept():
            self.looked_at += 1
            written = path.read_text(encoding="ascii")
            for secret in (seal.nonce, spelled(seal.order[:9]), spelled(seal.order[-9:])):
                assert secret not in said
                assert secret not in written
        if sealed_path(path).exists():
            assert stat.S_IMODE(sealed_path(path).stat().st_mode) == 0o600


@pytest.mark.parametrize("shown", ["plain", "screen"])
@pytest.mark.parametrize("rulebook", ["spanish21-ma", "spanish21-md", "spanish21-charity"])
def test_what_is_hidden_is_never_said(
    rulebook: str, shown: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    said: list[str] = []

    def everything() -> str:
        said.append(ESCAPES.sub("", capsys.readouterr().out))
        return "".join(said)

    journal = Journal(tmp_path / "j", lambda: 0)
    journal.read()
    sitting = new_table(journal, game(rulebook, {}), None)
    say(sitting.table, Act(ME, HandId(Box(1), 1), Sit(Cents(10**7))))
    watcher = Watcher(sitting, everything, rounds=25)
    output = Plain(ME) if shown == "plain" else Screen("a table", ME, MAIN)
    with pytest.raises(Quit):
        Seat(sitting, ME, output, watcher).play()
    assert watcher.searched > 15
    assert watcher.looked_at > 30
    sitting.close()


def test_the_order_is_in_the_journal_only_when_the_shoe_is_closed(tmp_path: Path) -> None:
    from table.driving import Watched, on_disk

    table, _ = on_disk(tmp_path / "j", "spanish21-ma", seed=None)
    person = Watched(table)
    person.sit(("ann", 1))
    person.rounds(2)
    (seal,) = SealedFile(sealed_path(tmp_path / "j")).kept()
    assert seal.nonce not in (tmp_path / "j").read_text()
    person.close()
    assert seal.nonce in (tmp_path / "j").read_text()
    assert person.of(ShoeRevealed)[0].order == seal.order


def test_errors_say_nothing_of_the_shoe(tmp_path: Path) -> None:
    """A damaged journal beside a sealed shoe: the sentence names the line and no card."""
    from cli.test_play import piped

    journal = tmp_path / "j"
    piped("\n\n\n", "spanish21-ma", "--journal", str(journal))
    order = SealedFile(sealed_path(journal)).kept()[0].order
    journal.write_bytes(journal.read_bytes().replace(b"SeatTaken", b"SeatLost", 1))
    done = piped("", "spanish21-ma", "--journal", str(journal))
    assert done.code == 2
    assert "breaks its chain" in done.err
    assert spelled(order[:3]) not in done.err + done.out
    os.chmod(sealed_path(journal), 0o600)
