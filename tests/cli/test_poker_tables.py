"""Tables at which poker and blackjack are played together, as a person sees them: nothing is cut, nothing untold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.commands import run
from cli.terminal import ESCAPES, Terminal
from pitboss.cli.news import fitting
from pitboss.service.feed import About
from pitboss.service.report import Sentence

CLEARED = "\x1b[2J"


def screen(terminal: Terminal, key: str, until: str = "[q] quit") -> str:
    """What is on the screen when this key was pressed and the next question is put."""
    drawn = len(terminal.raw)
    terminal.press(key)
    terminal.wait_for(until)
    return ESCAPES.sub("", terminal.raw[drawn:].rpartition(CLEARED)[2])


def sit(rulebook: str, journal: Path, *more: str, size: tuple[int, int] = (80, 24)) -> Terminal:
    terminal = Terminal("play", rulebook, "--journal", str(journal), *more, size=size)
    terminal.wait_for("[q] quit")
    return terminal


def leave(terminal: Terminal) -> None:
    terminal.press("q\n")
    terminal.wait_for("Come back with:")
    assert terminal.end() == 0


def test_the_end_of_the_blackjack_part_is_told(tmp_path: Path) -> None:
    """The cards are gone when the table is drawn next, so that all of them are told, the dealer's too."""
    terminal = sit("21-hold-em", tmp_path / "j", "--seed", "1")
    for key in ("\n", "10\n", "10\n"):
        screen(terminal, key)
    shown = screen(terminal, "h")
    assert "Box 1 (guest) gets 7d: 4c Qs 7d, 21." in shown
    assert "Dealer turns Th: 2d Th, 12." in shown
    assert "Dealer gets Jc: 2d Th Jc, 22." in shown
    assert "guest's main of $10.00 on box 1.1: win" in shown
    leave(terminal)


def test_the_card_with_which_a_hand_busts_is_told_and_other_boxes_stay(tmp_path: Path) -> None:
    terminal = sit("21-hold-em", tmp_path / "j", "--seed", "7", "--others", "2")
    for key in ("\n", "10\n", "10\n"):
        screen(terminal, key)
    shown = screen(terminal, "h")
    while "at poker" not in shown:
        shown = screen(terminal, "h")
    assert re.search(r"Box 1 \(guest\) gets (\w\w): [\w ]* \1, \d\d\.", shown)
    assert re.search(r"^ 2 amy +\w+, main [+-]?\$", shown, re.MULTILINE)
    assert re.search(r"^ 3 ben +\w+, main [+-]?\$", shown, re.MULTILINE)
    leave(terminal)


@pytest.mark.parametrize("columns", [80, 50])
def test_every_wager_of_a_box_is_shown_whole(columns: int, tmp_path: Path) -> None:
    terminal = sit("21-hold-em", tmp_path / "j", "--seed", "1", size=(columns, 24))
    for key in ("\n", "10\n", "10\n", "s", "b"):
        screen(terminal, key)
    shown = screen(terminal, "b")
    assert "\u2026" not in shown
    table = " ".join(shown.partition("\u2500" * columns)[0].split())
    assert "main -$10.00, poker -$10.00, poker-2 -$10.00, poker-3 -$10.00" in table
    assert max(map(len, shown.splitlines())) <= columns
    leave(terminal)


def test_what_the_dealer_draws_is_told_in_a_narrow_window_too(tmp_path: Path) -> None:
    terminal = sit("ante-up-21", tmp_path / "j", "--seed", "3", size=(50, 24))
    for key in ("\n", "\n", "10\n", "5\n", "2.50\n", "b"):
        screen(terminal, key)
    shown = screen(terminal, "s")
    assert "Dealer turns 6h: 8s 6h, 14." in shown
    assert "Dealer gets 8d: 8s 6h 8d, 22." in shown
    for lost in ("ante of $5.00", "bet of $5.00"):
        assert f"guest's {lost} on box 1.1: lose, -$5.00." in shown
    leave(terminal)


def test_a_window_that_becomes_narrow_cuts_no_wager(tmp_path: Path) -> None:
    terminal = sit("ante-up-21", tmp_path / "j", "--seed", "3")
    for key in ("\n", "\n", "10\n", "5\n", "2.50\n", "b"):
        screen(terminal, key)
    drawn = len(terminal.raw)
    terminal.resize(50, 24)
    terminal.wait_for("[q] quit")
    shown = ESCAPES.sub("", terminal.raw[drawn:])
    assert "$10.00, ante $5.00, bet $5.00, poker-bonus -$2.50" in " ".join(shown.split())
    leave(terminal)


def test_the_lines_of_a_refusal_are_indented(tmp_path: Path) -> None:
    terminal = sit("ante-up-21", tmp_path / "j", "--seed", "3", size=(50, 24))
    for key in ("\n", "\n"):
        screen(terminal, key)
    drawn = len(terminal.raw)
    terminal.press("500\n")
    terminal.wait_for("[q] quit")
    refused = ESCAPES.sub("", terminal.raw[drawn:]).partition(" Refused: ")[2].partition("\n Your ")[0]
    assert "\n" in refused.strip()
    assert all(line.startswith("   ") for line in refused.strip("\n").splitlines()[1:]), refused
    leave(terminal)


NEWS = [
    Sentence("52 cards are shuffled.", About.SHOE),
    Sentence("Box 2 (amy) gets 7d: 4c 7d, 11.", About.OTHERS),
    Sentence("Box 1 (guest): bust."),
    Sentence("guest's main of $5.00 on box 1.1: lose, -$5.00.", cited=" [MA-5]"),
]


@pytest.mark.parametrize(
    ("room", "left"),
    [
        (200, [each.whole for each in NEWS]),
        (110, [each.whole for each in NEWS[1:]]),
        (100, [each.whole for each in NEWS[2:]]),
        (70, [NEWS[2].text, "guest's main of $5.00 on box 1.1: lose, -$5.00."]),
        (1, ["guest's main of $5.00 on box 1.1: lose, -$5.00."]),
    ],
)
def test_what_makes_way_where_there_is_no_room(room: int, left: list[str]) -> None:
    assert fitting(NEWS, lambda lines: sum(map(len, lines)) <= room) == left


def test_news_of_the_shoe_alone_do_not_make_way_for_nothing() -> None:
    assert fitting(NEWS[:1], lambda _: False) == [NEWS[0].text]


def plainly(keys: str, journal: Path, *arguments: str) -> str:
    """All that is said at a table where these keys are pressed."""
    done = run("play", *arguments, "--seed", "3", "--plain", "--journal", str(journal), stdin=keys)
    assert done.code == 0, done.err
    return done.out


def house_file(folder: Path, rulebook: str, *settings: str) -> list[str]:
    path = folder / "house.toml"
    path.write_text(f'rulebook = "{rulebook}"\n[house]\n' + "\n".join(settings) + "\n")
    return [rulebook, "--house", str(path)]


@pytest.mark.parametrize(
    ("rulebook", "names"),
    [("21-hold-em", "poker"), ("spanish21-ma", "match the dealer"), ("blackjack-switch", "super match and buster")],
)
def test_who_has_not_bet_yet_is_told_what_enter_leaves_out(rulebook: str, names: str, tmp_path: Path) -> None:
    mention = f"You may bet on {names} too: type an amount instead of Enter, and you are asked.\nYour wager, "
    assert mention in plainly("\n\n", tmp_path / "first", rulebook)
    many = plainly("\n\n" + "\nk\ns\n" * 6, tmp_path / "many", rulebook)
    assert many.count("Your wager, ") > 1
    assert many.count("You may bet on") == 1


def test_nothing_is_mentioned_where_there_is_nothing_else_to_bet_on(tmp_path: Path) -> None:
    assert "You may bet on" not in plainly("\n\n", tmp_path / "j", "blackjack-co")


@pytest.mark.clause("CO-2105(2).2")
def test_a_wager_that_the_house_leaves_out_is_not_mentioned(tmp_path: Path) -> None:
    out = plainly("\n\n", tmp_path / "j", *house_file(tmp_path, "blackjack-switch", "buster_offered = false"))
    assert "You may bet on super match too" in out


@pytest.mark.clause("CO-2106(2).1")
def test_an_ante_alone_is_placed_where_the_house_allows_it(tmp_path: Path) -> None:
    arguments = house_file(tmp_path, "ante-up-21", "require_both = false")
    out = plainly("\n\n0\n\n0\n5\n\nb\ns\nq\n", tmp_path / "j", *arguments)
    asked = "Your 21 wager, from $5.00 to $100.00: Enter 21 $25.00, 0 no 21 wager, ante alone, "
    assert out.count(asked) == 2, "without any wager it is asked again"
    assert "Ante, from $5.00 to $100.00: Enter none, " in out
    assert "guest puts $5.00 on ante, box 1." in out
    assert "on 21, box 1." not in out
    assert ": Enter ante $5.00, 0 no 21 wager" in out, "Enter repeats it"
    assert ": Enter ante $5.00, 0 no 21 wager" in run("play", "ante-up-21", "--journal", str(tmp_path / "j")).out


def test_the_played_wager_is_left_out_nowhere_else(tmp_path: Path) -> None:
    for rulebook in ("ante-up-21", "21-hold-em", "spanish21-ma"):
        assert "0 no " not in plainly("\n\n", tmp_path / rulebook, rulebook)


@pytest.mark.clause("CO-2106(2).1")
def test_a_wager_that_must_be_placed_is_asked_for_as_such(tmp_path: Path) -> None:
    out = plainly("\n\n10\n12\n8\nq\n", tmp_path / "j", "ante-up-21")
    assert "Your 21 wager, from $5.00 to $100.00: Enter 21 $25.00, ante $5.00, " in out
    assert "\nAnte, which must be placed, from $5.00 to $10.00: Enter $5.00, " in out
    out = plainly("\n\n5\nq\n", tmp_path / "least", "ante-up-21")
    assert "\nAnte must be placed too: $5.00.\n" in out, "beside the least there is one amount only"


@pytest.mark.clause("CO-2104(2)(b).2")
def test_limits_of_two_wagers_together_are_said(tmp_path: Path) -> None:
    arguments = house_file(tmp_path, "21-hold-em", 'poker_entry = "compulsory"', "main_min = 1")
    out = plainly("\n2\nq\n", tmp_path / "j", *arguments)
    assert "Your main wager, from $1.00 to $4.00: Enter main $1.00, poker $1.00, " in out
    assert "Poker, which must be placed, from $1.00 to $3.00: Enter $1.00, " in out


def test_why_a_bet_is_not_among_the_keys(tmp_path: Path) -> None:
    out = plainly("\n\n5\nb\nq\n", tmp_path / "j", "ante-up-21", "--bankroll", "10")
    asked = "Your ace of clubs, seven of clubs at poker (your chips do not reach to bet $5.00): f fold, "
    assert out.count(asked) == 2
