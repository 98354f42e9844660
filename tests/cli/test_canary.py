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
from conformance.suite import any_game
from pitboss.cards import Card, spelled
from pitboss.cli.keys import Lines, Quit
from pitboss.cli.screen import SUITS, Plain, Screen
from pitboss.cli.seat import Seat
from pitboss.core.facts import BettingClosed, CardDealt, RoundOpened, ShoeRevealed, WagerPlaced
from pitboss.core.kinds import Face
from pitboss.core.layout import Layout
from pitboss.core.requests import Act, Decide
from pitboss.core.view import Viewer, seen_by
from pitboss.ids import DEALER, MAIN, Box, HandId, Player
from pitboss.money import Cents
from pitboss.record.file_tables import Sitting, new_table
from pitboss.store.encoding import encode
from pitboss.store.journal import Journal, SealedFile, sealed_path
from pitboss.tables.automatic import plain_play
from pitboss.tables.intents import Sit
from pitboss.tables.live import Automatic
from table.driving import answer, say, watched

ME, BOB = Player("guest"), Player("bob")


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
        self.lines = 0

    def choice(self, redraw: Callable[[], None]) -> str:
        redraw()
        self.search()
        assert self.looked_at < 5000, "the table does not go on"
        return "s" if self.sitting.table.runner.state.in_round and self.asked() not in ("", "bust") else ""

    def line(self) -> str:
        self.search()
        assert self.looked_at < 5000, "the table does not go on"
        if self.sitting.table.runner.state.rounds >= self.rounds and not self.sitting.table.runner.state.in_round:
            raise Quit
        self.lines += 1
        return "l" if self.lines % 4 == 0 and not self.sitting.table.runner.state.in_round else ""

    def asked(self) -> str:
        pending = self.sitting.table.pending
        return pending.options[0].verb.verb if isinstance(pending, Decide) else ""

    def search(self) -> None:
        state = self.sitting.table.runner.state
        said = self.said()
        if state.rounds != self.round:
            self.round, self.mark = state.rounds, self.heard
        self.heard = len(said)
        shoe = self.sitting.table.shoe
        assert shoe is not None
        stack = shoe._stack
        if stack is None:
            return
        self.sealed_stays_sealed(said)
        hidden = list(stack.unseen().get(DEALER, ()) if state.in_round else ())
        shown: Counter[Card] = Counter()
        for hand in state.layout.hands.values():
            others = hand.concealed if hand.caller != ME else 0
            shown.update(hand.cards[others:])
            hidden += hand.cards[:others]
        for card in hidden:
            if not shown[card]:
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


HIDDEN = {"decks": 2, "player_cards": "face_down"}
TABLES: list[tuple[str, dict[str, object]]] = [
    ("spanish21-ma", {}),
    ("spanish21-md", {}),
    ("spanish21-charity", {}),
    ("21-plus-3", HIDDEN),
    ("pai-jack", {}),
]


@pytest.mark.parametrize("shown", ["plain", "screen"])
@pytest.mark.parametrize(("rulebook", "settings"), TABLES, ids=[name for name, _ in TABLES])
def test_what_is_hidden_is_never_said(
    rulebook: str,
    settings: dict[str, object],
    shown: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    said: list[str] = []

    def everything() -> str:
        said.append(ESCAPES.sub("", capsys.readouterr().out))
        return "".join(said)

    journal = Journal(tmp_path / "j", lambda: 0)
    journal.read()
    playing = any_game(rulebook, settings)
    sitting = new_table(journal, playing, None, {BOB: Automatic(plain_play, Cents(1000))})
    for player, box in ((ME, 1), (BOB, 2)):
        say(sitting.table, Act(player, HandId(Box(box), 1), Sit(Cents(10**7))))
    watcher = Watcher(sitting, everything, rounds=25)
    output = Plain() if shown == "plain" else Screen("a table", ME, MAIN)
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


VIEWERS = (Player("ann"), Player("bob"), Player("cat"), None)


@pytest.mark.parametrize(("rulebook", "settings"), [("21-plus-3", HIDDEN), ("pai-jack", {})])
def test_no_fact_and_no_state_tells_a_card_that_was_not_shown_yet(rulebook: str, settings: dict[str, object]) -> None:
    """Everything that another viewer can get, as text: each fact as he may know it, and the table at each question."""
    person = watched(rulebook, settings, seed=3)
    person.sit(("ann", 1), ("bob", 2), ("cat", 3))
    layout, searched = Layout(), 0
    told: dict[Player | None, list[str]] = {viewer: [] for viewer in VIEWERS}
    while person.table.runner.state.rounds < 25:
        since = len(person.facts)
        person.must(answer(person.table))
        for fact in person.facts[since:]:
            if isinstance(fact, RoundOpened):
                layout, told = Layout(), {viewer: [] for viewer in VIEWERS}
            for viewer, heard in told.items():
                heard.append(encode(seen_by(fact, Viewer(viewer), layout)).decode("ascii"))
            fact.apply(layout)
            searched += sum(search(layout, viewer, " ".join(heard)) for viewer, heard in told.items())
        for viewer in VIEWERS:
            state = repr(person.table.seen_by(viewer).layout)
            searched += search(
                layout, viewer, re.sub(r"Card\(rank=<Rank.\w+: '(.)'>, suit=<Suit.\w+: '(.)'>\)", r" \1\2 ", state)
            )
    assert searched > 1000


def search(layout: Layout, viewer: Player | None, heard: str) -> int:
    """How many cards were looked for that this viewer may not know, none of which he was told."""
    others = {name: hand.concealed if hand.caller != viewer else 0 for name, hand in layout.hands.items()}
    shown = Counter(card for name, hand in layout.hands.items() for card in hand.cards[others[name] :])
    hidden = [card for name, hand in layout.hands.items() for card in hand.cards[: others[name]] if not shown[card]]
    for card in hidden:
        assert not spoken_of(card.text, heard), f"{viewer} was told of {card}"
    return len(hidden)


def test_the_search_would_find_a_leak() -> None:
    layout = Layout()
    ann = HandId(Box(1), 1)
    for fact in (WagerPlaced(Player("ann"), ann, MAIN, Cents(100), ()), BettingClosed((Box(1),), (Player("ann"),))):
        fact.apply(layout)
    dealt = CardDealt(ann, Face.TO_PLAYER, Card.parse("7h"))
    dealt.apply(layout)
    assert search(layout, None, encode(seen_by(dealt, Viewer(None), layout)).decode("ascii")) == 1
    with pytest.raises(AssertionError, match="was told of 7h"):
        search(layout, None, encode(dealt).decode("ascii"))
