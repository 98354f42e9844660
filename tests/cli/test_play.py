"""A person at the terminal: whole sessions by keys, bad keys, resizing, the end of input, and what must never show."""

from __future__ import annotations

import os
import re
import resource
import stat
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from cli.commands import Finished, run
from cli.terminal import Terminal
from pitboss.audit.verify import audit
from pitboss.cli.verbs import KEYS as KEYS_OF_VERBS
from pitboss.core.wagering import PlaceLate
from pitboss.games.registry import compile_game
from pitboss.law.house import defaults
from pitboss.law.rulebook import load, rulebook_ids
from pitboss.service.conversation import read_low
from pitboss.store.journal import Journal, sealed_path

KEYS = {  # what a question of the table begins with, and a plain way to answer it
    "A new shoe is due.": "\n",
    "Cut, ": "\n",
    "Your wager, ": "\n",
    "Your ": "s",
    "Insurance?": "\n",
}


def decisions(terminal: Terminal, until: str) -> None:
    terminal.play([until], {**{f"Your {total}": "s" for total in ("soft ", *"0123456789")}, "Insurance?": "\n"})


def start(journal: Path, *more: str, size: tuple[int, int] = (80, 24), echoes: bool = True, **env: str) -> Terminal:
    return Terminal("play", "spanish21-ma", "--journal", str(journal), *more, size=size, env=env, echoes=echoes)


def into_a_round(terminal: Terminal) -> None:
    terminal.wait_for("A new shoe is due.")
    terminal.wait_for("[q] quit")
    terminal.press("\n")
    terminal.wait_for("Cut, 48 to 240")
    terminal.press("120\n")
    terminal.wait_for("Your wager, ")
    terminal.press("\n")


def test_a_whole_session_by_keys(tmp_path: Path) -> None:
    journal = tmp_path / "evening.journal"
    terminal = start(journal, "--seed", "4", "--others", "2")
    into_a_round(terminal)
    for _ in range(4):
        decisions(terminal, "Your wager, ")
        terminal.press("25\n")
        terminal.wait_for("Match the dealer pays each matching card of another suit")
        terminal.wait_for("[Enter] none")
        terminal.press("5\n")
    decisions(terminal, "Your wager, ")
    terminal.press("b\n")
    terminal.wait_for("The burn card is shown: ")
    terminal.press("x\n")
    terminal.wait_for("The table is closed.")
    assert terminal.end() == 0
    head = re.search(r"--head\s+([0-9a-f]{64})", terminal.text)
    assert head
    report = audit(journal.read_bytes(), head[1])
    assert (report.problems, report.rounds, report.closed) == ([], 5, True)
    assert re.search(r"guest's main of \$25\.00 on box 1\.1: \w+.*\[MA-5", terminal.text)
    assert not sealed_path(journal).exists()


def test_bad_keys_and_bad_bets_are_answered_with_a_sentence(tmp_path: Path) -> None:
    terminal = start(tmp_path / "j", "--seed", "4")
    terminal.wait_for("[q] quit")
    for bad in ("z", "\x1b[A", "7"):
        terminal.press(bad)
        terminal.wait_for("is not one of the keys")
    terminal.press("\n")
    terminal.wait_for("Cut, ")
    terminal.press("abc\n")
    terminal.wait_for("Type a number of cards")
    terminal.press("5\n")
    terminal.wait_for("Refused: the stack of 288 is cut from 48 to 240", "Refused")
    terminal.press("\n")
    terminal.wait_for("Cut, ")
    terminal.press("60\n")
    for bad, sentence in (
        ("lots", "Type an amount of dollars"),
        ("1e9", "Type an amount of dollars"),
        ("7.77", "Refused"),
        ("1000000", "Refused"),
        ("-5", "Refused"),
    ):
        terminal.wait_for("Your wager, ")
        terminal.press(f"{bad}\n")
        terminal.wait_for(sentence)
    terminal.wait_for("Your wager, ")
    terminal.press("25\n")
    terminal.wait_for("Match the dealer, from $1.00 to $25.00:")
    terminal.press("30\n")
    terminal.wait_for("is above the main wager")
    terminal.wait_for("Match the dealer, from $1.00 to $25.00:")
    terminal.press("q\n")
    assert terminal.end() == 0
    assert audit((tmp_path / "j").read_bytes()).problems == []


def test_the_rules_behind_the_options_and_the_last_rounds(tmp_path: Path) -> None:
    terminal = start(tmp_path / "j", "--seed", "4")
    into_a_round(terminal)
    terminal.wait_for("[q] quit")
    terminal.press("?")
    terminal.wait_for("MA-12(a).1: A player may draw while his total is below 21.")
    terminal.wait_for("Press Enter to go on.")
    terminal.press("\n")
    decisions(terminal, "Your wager, ")
    terminal.press("l\n")
    terminal.wait_for("Round 1: ")
    terminal.wait_for("Which round?")
    terminal.press("1\n")
    terminal.wait_for("Dealer turns")
    terminal.wait_for("Press Enter to go on.")
    terminal.press("\nq\n")
    assert terminal.end() == 0


@pytest.mark.parametrize("way", ["q", "\x03", "\x04"], ids=["q", "Ctrl-C", "end of input"])
def test_leaving_in_mid_round_and_coming_back(way: str, tmp_path: Path) -> None:
    journal = tmp_path / "evening.journal"
    terminal = start(journal)
    into_a_round(terminal)
    which = terminal.wait_for("[h] hit", "Your wager, ", "Insurance?")
    terminal.wait_for("[q] quit")
    terminal.press(way if which == "[h] hit" else way + "\n")
    terminal.wait_for("Come back with:")
    terminal.wait_for("Head of the journal: ")
    assert terminal.end() == 0
    shown = re.findall(r"(?:Dealer|1 guest) .*", terminal.text)[-2:]
    assert stat.S_IMODE(sealed_path(journal).stat().st_mode) == 0o600

    again = start(journal)
    assert again.wait_for("[h] hit", "Your wager, ", "Insurance?") == which
    assert [line.split() for line in re.findall(r"(?:Dealer|1 guest) .*", again.text)[-2:]] == [
        line.split() for line in shown
    ]
    again.wait_for("[q] quit")
    again.press("s" if which == "[h] hit" else "\n")  # and the table goes on
    leave = {"Your wager, ": "q\n", "[h] hit": "q", "Match the dealer, ": "q\n", "Insurance?": "q\n"}
    again.play(["Come back with:"], leave)
    assert again.end() == 0
    assert audit(journal.read_bytes()).problems == []


def test_ctrl_c_at_a_line_and_at_the_start(tmp_path: Path) -> None:
    for before in ("", "\n"):
        terminal = start(tmp_path / f"j{len(before)}")
        terminal.wait_for("[q] quit")
        terminal.press(before)
        if before:
            terminal.wait_for("Cut, ")
        terminal.press("\x03")
        terminal.wait_for("Come back with:")
        assert terminal.end() == 0
        assert "Traceback" not in terminal.text


def test_resizing_draws_the_table_again(tmp_path: Path) -> None:
    terminal = start(tmp_path / "j", "--others", "6", "--seed", "3")
    into_a_round(terminal)
    terminal.wait_for("[h] hit")
    terminal.wait_for("[q] quit")
    drawn = len(terminal.raw)
    terminal.resize(60, 20)
    terminal.wait_for("Spanish 21, Massachusetts")
    lines = [line for line in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.raw[drawn:]).splitlines() if line.strip()]
    assert max(map(len, lines)) <= 60
    terminal.press("s")
    terminal.wait_for("Your ")
    os.kill(terminal.pid, 9)
    terminal.end()


@pytest.mark.parametrize("columns", [80, 40])
def test_nothing_is_wider_than_the_terminal(columns: int, tmp_path: Path) -> None:
    """What is typed is not echoed: behind a line that fills the width it would look like a part of it."""
    terminal = start(tmp_path / "j", "--others", "3", "--seed", "4", size=(columns, 24), echoes=False)
    into_a_round(terminal)
    decisions(terminal, "Your wager, ")
    terminal.press("q\n")
    terminal.wait_for("Come back with:")
    screens = terminal.text.partition("Your table is as you left it")[0]
    assert max(map(len, screens.splitlines())) <= columns
    assert terminal.end() == 0


def test_without_colour(tmp_path: Path) -> None:
    terminal = start(tmp_path / "j", "--seed", "4", NO_COLOR="1")
    into_a_round(terminal)
    terminal.wait_for("[q] quit")
    terminal.press("q")
    assert terminal.end() == 0
    colours = {code for codes in re.findall(r"\x1b\[([0-9;]*)m", terminal.raw) for code in codes.split(";") if code}
    assert not {code for code in colours if 30 <= int(code) <= 49 or 90 <= int(code) <= 107}


def piped(text: str, *arguments: str, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> Finished:
    return run("play", *arguments, stdin=text, cwd=cwd, env=env)


def in_a_process(text: str, *arguments: str, first: Callable[[], None] | None = None) -> Finished:
    """For what the system does to a process; `first` is called in it before it begins."""
    command = [sys.executable, "-m", "pitboss", "play", *arguments]
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=False, timeout=60, preexec_fn=first
    )
    return Finished(done.returncode, done.stdout, done.stderr)


def test_plain_is_one_sentence_an_event(tmp_path: Path) -> None:
    done = piped(
        "\n120\n25\n5\ns\ns\ns\nx\nx\nx\n", "spanish21-ma", "--plain", "--seed", "4", "--journal", str(tmp_path / "j")
    )
    assert done.code == 0
    assert "\x1b" not in done.out
    assert done.err == ""
    assert "Box 1 (guest) gets five of diamonds.\n" in done.out
    assert re.search(r"Your (soft )?\d+: h hit, s stand, d double for \$25\.00, .*r surrender, \? the rules,", done.out)
    assert "You have $1,000.00.\n" in done.out
    sentences = done.out.split("Check every card")[0].splitlines()
    assert all(line.rstrip().endswith((".", "]", "?", ":")) for line in sentences), sentences


@pytest.mark.parametrize(
    "rulebook",
    [
        "spanish21-ma",
        "spanish21-ma-prior",
        "spanish21-md",
        "spanish21-charity",
        "blackjack-co",
        "21-plus-3",
        "golden-21",
        "buffalo-2",
        "buffalo-3",
        "blackjack-switch",
        "3-card-21",
        "straight-jack",
        "straight-jack-progressive",
        "pai-jack",
        "ante-up-21",
        "21-hold-em",
    ],
)
def test_every_rulebook_can_be_sat_at(rulebook: str, tmp_path: Path) -> None:
    keys = "\n\n" + "\nk\nb\ns\ns\ns\ns\nr\n" * 12 + "x\n" * 9
    done = piped(keys, rulebook, "--others", "1", "--journal", str(tmp_path / "j"))
    assert done.code == 0, done.err
    report = audit((tmp_path / "j").read_bytes())
    assert report.problems == []
    assert report.rounds >= 3


@pytest.mark.clause("CO-2107-HR(1).5")
@pytest.mark.parametrize(("key", "says"), [("c", "Box 1 (guest) shows"), ("", "lose, -$5.00. [CO-2107-HR(1).5]")])
def test_hidden_cards_are_claimed_or_not(key: str, says: str, tmp_path: Path) -> None:
    """The very keys of a table: the main wager, a side wager, and the claim; without it the wager is collected."""
    house = tmp_path / "house.toml"
    house.write_text('rulebook = "21-plus-3"\n[house]\ndecks = 2\nplayer_cards = "face_down"\n')
    keys = f"\n\n25\n5\n{key}\n" + "s\n" * 4
    done = piped(keys, "21-plus-3", "--house", str(house), "--seed", "11", "--plain", "--journal", str(tmp_path / "j"))
    assert "show your cards" in done.out
    before_play = done.out.partition("Your 17: h hit")[0]
    assert says in before_play, before_play
    assert audit((tmp_path / "j").read_bytes()).problems == []


@pytest.mark.clause("CO-2112(6).1", "CO-2112(11)(j).1")
def test_a_packet_is_set_at_the_terminal(tmp_path: Path) -> None:
    """Two low cards by name, by place, a foul among them, and the house way; what is not clear is asked again."""
    keys = "\n10\n5\n9 9\n6s 6s\ns 6S jc\n" + "\n\n2 4\n3 5\n" + "\n\n1 3\n" + "\n\n\n"
    done = piped(keys, "pai-jack", "--seed", "3", "--others", "2", "--plain", "--journal", str(tmp_path / "j"))
    asked = "Your 1 seven of hearts, 2 ace of diamonds, 3 six of spades, 4 ace of hearts, 5 jack of clubs."
    assert f"{asked} Which two are low? Enter house way, " in done.out
    assert done.out.count("Type the places of two cards, as in 2 4, or the cards, as in 7h Ad.") == 2
    assert "Box 1 (guest) sets six of spades, jack of clubs | seven of hearts, ace of diamonds, " in done.out
    assert "Refused: the high hand may not pass 21. [CO-2112(7).1]" in done.out
    assert "Box 1 (guest) sets queen of diamonds, king of diamonds | " in done.out
    assert "ace of hearts, king of spades | nine of hearts" in done.out
    assert "a foul, and the pit supervisor is told." in done.out
    assert audit((tmp_path / "j").read_bytes()).problems == []


@pytest.mark.parametrize(
    ("text", "low"),
    [
        ("2 4", "8d 3s"),
        ("s 2 4", "8d 3s"),
        ("set 2, 4", "8d 3s"),
        ("th 8D", "Th 8d"),
        ("10h 5", "Th 6d"),
        ("2 2", None),
        ("2", None),
        ("2 3 4", None),
        ("2 6", None),
        ("2 kc", None),
        ("", None),
    ],
)
def test_a_low_hand_as_a_person_types_it(text: str, low: str | None) -> None:
    assert " ".join(read_low(["Th", "8d", "Ts", "3s", "6d"], text)) == (low or "")


def test_every_verb_of_every_game_has_a_key() -> None:
    """A table that offers something must have a key for it."""
    for book in rulebook_ids():
        if load(book).ready:
            verbs = compile_game(defaults(load(book))).verbs
            asked_for = {verb for verb, kind in verbs.items() if issubclass(kind, PlaceLate)}
            asked_for |= {
                "cut",
                "load",
                "place",
                "take-out",
                "break-seal",
                "withdraw",
                "coupon",
                "set",
                "house-way",
                "set-unseen",
                "bust",
            }  # a cut is asked for in cards, so is a low hand, and wagers are asked for in turn
            assert set(verbs) - asked_for <= set(KEYS_OF_VERBS), book


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    first = Journal(tmp_path / "j", lambda: 0)
    done = in_a_process("", "spanish21-ma", "--journal", str(tmp_path / "j"))
    assert done.code == 1
    assert done.err == f"pitboss: {tmp_path}/j: another process plays at this table\n"
    first.close()


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["no-such-game"], 2, "unknown rulebook 'no-such-game'"),
        (["spanish21-ma", "--bankroll", "lots"], 2, "--bankroll takes an amount"),
        (["spanish21-ma", "--bankroll", "-5"], 2, "--bankroll takes an amount"),
        (["spanish21-ma", "--bankroll", "0"], 2, "--bankroll takes an amount"),
        (["spanish21-ma", "--name", "dealer"], 2, "--name takes a letter"),
        (["spanish21-ma", "--name", "a b"], 2, "--name takes a letter"),
        (["spanish21-ma", "--name", "amy"], 2, "--name takes a letter"),
        (["spanish21-ma", "--house", "nothing.toml"], 2, "nothing.toml: there is no such file"),
        (["spanish21-ma", "--house", "docs/houses/unlawful.toml"], 1, "decks is set to 7"),
        (["spanish21-ma", "--house", "docs/houses/maryland.toml"], 2, "is a house of spanish21-md"),
        (["spanish21-ma", "--journal", "."], 2, "a journal is a file in a folder that exists"),
        (["spanish21-ma", "--journal", "no/such/folder/j"], 2, "a journal is a file in a folder that exists"),
        (["spanish21-ma", "--journal", "README.md"], 2, "README.md: it is not a journal of pitboss"),
        (["spanish21-ma", "--others", "9"], 2, "others"),
        (["spanish21-ma", "--seed", "x"], 2, "seed"),
    ],
)
def test_bad_input(arguments: list[str], code: int, says: str) -> None:
    root = Path(__file__).parents[2]
    readme = (root / "README.md").read_bytes()
    done = piped("", *arguments, cwd=root)
    assert done.code == code
    assert says in done.err
    assert "Traceback" not in done.err
    assert (root / "README.md").read_bytes() == readme


def test_an_existing_journal_keeps_its_house_and_seed(tmp_path: Path) -> None:
    journal = str(tmp_path / "j")
    assert piped("", "spanish21-ma", "--seed", "1", "--journal", journal).code == 0
    assert "is a journal of spanish21-ma" in piped("", "spanish21-md", "--journal", journal).err
    for option in (["--seed", "1"], ["--others", "1"], ["--bankroll", "5"], ["--name", "ann"]):
        done = piped("", "spanish21-ma", "--journal", journal, *option)
        assert done.code == 2
        assert "leave out" in done.err
    closed = piped("x\n", "spanish21-ma", "--journal", journal)
    assert closed.code == 0
    assert "it was closed" in piped("", "spanish21-ma", "--journal", journal).err


def test_a_torn_line_is_reported(tmp_path: Path) -> None:
    journal = tmp_path / "j"
    piped("", "spanish21-ma", "--journal", str(journal))
    journal.write_bytes(journal.read_bytes() + b'{"comm')
    done = piped("", "spanish21-ma", "--journal", str(journal))
    assert done.code == 0
    assert "The journal's last line was torn, as a kill leaves it; its 6 bytes are dropped." in done.out
    assert audit(journal.read_bytes()).problems == []


def test_a_full_disk_stops_the_table_with_a_sentence(tmp_path: Path) -> None:
    journal = tmp_path / "j"

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (9000, resource.RLIM_INFINITY))

    done = in_a_process("\n\n" + "\ns\ns\n" * 50, "spanish21-ma", "--journal", str(journal), first=limit)
    assert done.code == 1
    says = "the journal cannot be written (file too large); all that was shown is on record, come back with "
    assert done.err.startswith(f"pitboss: {says}")
    assert done.err.endswith(f"play spanish21-ma --journal {journal}\n")
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
    shown = [int(each) for each in re.findall(r"You have \$([0-9,]+)", done.out.replace(",", ""))]
    assert shown
    assert audit(journal.read_bytes()).problems == []
    assert piped("q\n", "spanish21-ma", "--journal", str(journal)).code == 0


def test_a_file_that_cannot_be_written_is_said() -> None:
    """Nobody, not even root, may make a file in /proc."""
    done = piped("", "spanish21-ma", "--journal", "/proc/pitboss.journal")
    assert done.code == 2
    assert "/proc/pitboss.journal: the journal cannot be written: " in done.err
    assert done.err.count("\n") == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_an_unwritable_folder_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    done = piped("", "spanish21-ma", "--journal", str(tmp_path / "j"))
    tmp_path.chmod(0o700)
    assert done.code == 2
    assert "the journal cannot be written: permission denied" in done.err


def test_without_a_journal_one_is_kept_in_the_state_folder(tmp_path: Path) -> None:
    done = piped("q\n", "spanish21-ma", env={"XDG_STATE_HOME": str(tmp_path)})
    assert done.code == 0
    (journal,) = (tmp_path / "pitboss").glob("*.journal")
    assert f"--journal {journal}" in done.out


def test_coming_back_tells_the_round_so_far(tmp_path: Path) -> None:
    journal = str(tmp_path / "j")
    piped("\n120\n25\n\n", "spanish21-ma", "--seed", "4", "--journal", journal)
    again = piped("s\ns\ns\ns\n", "spanish21-ma", "--journal", journal)
    assert again.code == 0, again.err
    told = again.out.partition("Your ")[0]
    assert "guest puts $25.00 on main, box 1.\n" in told
    assert len(re.findall(r"^Dealer gets", told, re.M)) == 2
    assert "This round: " in again.out
    assert audit(Path(journal).read_bytes()).problems == []


def test_words_are_understood_and_letters_are_not_guessed(tmp_path: Path) -> None:
    journal = tmp_path / "j"
    done = piped("\n120\n25\n\nsurprise\nd 10\nstand\n", "spanish21-ma", "--seed", "4", "--journal", str(journal))
    assert "'surprise' is not one of the keys." in done.out
    assert "That is not one of the keys." in done.out
    text = journal.read_text()
    assert "@1.1 stand" in text
    assert "@1.1 double" not in text


def test_the_last_bet_is_remembered_and_never_more_than_the_chips(tmp_path: Path) -> None:
    journal = str(tmp_path / "j")
    piped("\n\n40\n10\ns\ns\ns\n", "spanish21-ma", "--seed", "4", "--journal", journal)
    assert "Enter $40.00, match-the-dealer $10.00" in piped("q\n", "spanish21-ma", "--journal", journal).out
    poor = piped("\n\nq\n", "spanish21-ma", "--bankroll", "7", "--journal", str(tmp_path / "poor"))
    assert "Your wager, from $5.00 to $500.00: Enter $7.00," in poor.out
    broke = piped("\n\n5\ny\n20\nq\n", "spanish21-ma", "--bankroll", "1", "--journal", str(tmp_path / "broke"))
    assert "this takes $5.00, and you have $1.00; y buys chips" in broke.out
    assert "You have $21.00." in broke.out


def test_a_missing_seal_stops_before_anything_is_given_up(tmp_path: Path) -> None:
    journal = tmp_path / "j"
    piped("\n120\n25\n\n", "spanish21-ma", "--seed", "4", "--journal", str(journal))
    before = journal.read_bytes()
    kept = sealed_path(journal).read_bytes()
    sealed_path(journal).unlink()
    done = piped("q\n", "spanish21-ma", "--journal", str(journal))
    assert done.code == 1
    assert "is missing; put it back, or give the shoe up with --give-up-shoe" in done.err
    assert journal.read_bytes() == before
    sealed_path(journal).write_bytes(kept)
    link = tmp_path / "elsewhere"
    link.mkdir()
    (link / "table").symlink_to(journal)
    assert piped("q\n", "spanish21-ma", "--journal", str(link / "table")).code == 0
    sealed_path(journal).unlink()
    sealed_path(journal).mkdir()
    unreadable = piped("q\n", "spanish21-ma", "--journal", str(journal))
    assert unreadable.code == 2
    assert "its sealed file cannot be read" in unreadable.err
    sealed_path(journal).rmdir()
    done = piped("q\n", "spanish21-ma", "--journal", str(journal), "--give-up-shoe")
    assert done.code == 0
    assert "The round is void: the sealed order of the shoe is lost." in done.out


def test_without_utf_8_it_is_plain(tmp_path: Path) -> None:
    terminal = start(tmp_path / "j", PYTHONIOENCODING="ascii")
    terminal.wait_for("A new shoe is due. Enter shuffle")
    terminal.press("q\n")
    assert terminal.end() == 0


def test_a_table_that_was_killed_before_anybody_sat_is_sat_at(tmp_path: Path) -> None:
    journal = tmp_path / "j"
    piped("", "spanish21-ma", "--others", "2", "--journal", str(journal))
    lines = journal.read_bytes().splitlines(keepends=True)
    for kept in (1, 2, 3):
        journal.write_bytes(b"".join(lines[:kept]))
        done = piped("\n\n", "spanish21-ma", "--journal", str(journal))
        assert done.code == 0, done.err
        assert "You have $1,000.00." in done.out
        assert audit(journal.read_bytes()).problems == []


def test_a_void_round_is_listed_as_nothing(tmp_path: Path) -> None:
    journal = tmp_path / "j"
    piped("\n120\n100\n5\n", "spanish21-ma", "--seed", "4", "--journal", str(journal))
    sealed_path(journal).unlink()
    done = piped("l\n\nq\n", "spanish21-ma", "--journal", str(journal), "--give-up-shoe")
    assert "Round 1: $0.00" in done.out


@pytest.mark.clause("CO-2105(8).1", "CO-2105(8)(b).1")
def test_a_switch_is_asked_with_what_it_would_make(tmp_path: Path) -> None:
    """Both spots are named, and what switching would make of them."""
    done = piped("\n\n" + "\nk\ns\ns\ns\ns\n" * 6 + "x\n" * 9, "blackjack-switch", "--journal", str(tmp_path / "j"))
    assert done.code == 0, done.err
    asked = re.findall(
        r"Your ((?:soft )?\d+) and ((?:soft )?\d+): w switch to (?:soft )?\d+ and (?:soft )?\d+, k keep", done.out
    )
    assert len(asked) >= 2
    assert "Box 1 keeps: " in done.out
