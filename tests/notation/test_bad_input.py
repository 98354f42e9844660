"""Bad input of every kind gets one clear sentence, the right exit code, and no traceback."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli.main import app

GOOD = """rulebook = "spanish21-ma"
cards = "Kc 9h 9d 9s"
actions = ["ann stand"]

[[bets]]
box = 1
player = "ann"
main = 10
"""


def run(text: str | bytes, tmp_path: Path) -> tuple[int, str]:
    path = tmp_path / "some.round.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return invoke("replay", str(path))


def invoke(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result.exit_code, result.stderr


def change(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


def test_the_good_file_is_good(tmp_path: Path) -> None:
    assert run(GOOD, tmp_path) == (0, "")
    assert run(b"\xef\xbb\xbf" + GOOD.encode(), tmp_path) == (0, ""), "some editors put a mark before the text"


MALFORMED: dict[str, tuple[str | bytes, str]] = {
    "toml": (change('"Kc 9h 9d 9s"', '"Kc 9h 9d 9s'), "not valid TOML"),
    "toml line and column": ("rulebook = \n", "line 1, column"),
    "no rulebook": (change('rulebook = "spanish21-ma"\n', ""), "the file lacks 'rulebook'"),
    "no bets": ('rulebook = "spanish21-ma"\ncards = ""\n', "the file lacks 'bets'"),
    "empty bets": ('rulebook = "spanish21-ma"\ncards = ""\nbets = []\n', "at least one [[bets]] table"),
    "unknown key": (change("actions", "action"), "unknown key 'action'; did you mean actions?"),
    "unknown rulebook": (change("spanish21-ma", "spanish21-mas"), "did you mean spanish21-ma?"),
    "unknown option": (GOOD + "[house]\ndeck = 6\n", "unknown option 'deck'; did you mean decks?"),
    "unknown reading": (GOOD + '[readings]\nS2 = "literal"\n', "unknown reading 'S2'"),
    "unknown wager": (change("main", "mian"), "unknown wager 'mian'; did you mean main?"),
    "unknown verb": (change("ann stand", "ann stnd"), "unknown verb 'stnd'; did you mean stand?"),
    "verb of another game": (change("ann stand", "ann switch"), "unknown verb 'switch'"),
    "unknown bracket": (change("Kc 9h", "[face-dwn 5c] Kc 9h"), "unknown bracket 'face-dwn'; did you mean face-up?"),
    "ten without a card": (change("Kc 9h", "[ten] Kc 9h"), "write [ten 5c]"),
    "missed with a card": (change("Kc 9h", "[missed 5c] Kc 9h"), "write [missed]"),
    "open bracket": (change("Kc 9h", "[face-up 5c Kc 9h"), "a [ stands alone in cards"),
    "bracket without a card": (change("Kc 9h", "[face-up] Kc 9h"), "is not complete"),
    "spin without a number": (change("Kc 9h", "[spin x] Kc 9h"), "is not complete"),
    "unknown table key": (GOOD + "[table]\nface_up = 1\n", "did you mean face_up_found?"),
    "meter of a game without one": (GOOD + "[table]\nmeter = 1\n", "has no meter"),
    "too many tens found": (GOOD + "[table]\ntens_found = 2\n", "must be 0 or 1"),
    "too many found": (GOOD + "[table]\nface_up_found = 2\n", "must be 0 or 1"),
    "not a card": (change("9h", "9x"), "'9x' is not a card"),
    "seventh seven of hearts": (change("Kc 9h 9d 9s", "7h " * 7), "7h stands 7 times in cards"),
    "a ten": (change("9h", "Th"), "Th is a 10"),
    "too few cards": (change("9d 9s", "9d"), "the next card, for the dealer is missing"),
    "no cards": (change("Kc 9h 9d 9s", ""), "the next card, for box 1, hand 1 is missing"),
    "cards left over": (change("9d 9s", "9d 9s 5c 6c"), "cards goes on, 2 too many: 5c 6c"),
    "spin left over": (change("9d 9s", "9d 9s [spin 1]"), "cards goes on, 1 too many"),
    "spin for a card": (change("9d 9s", "9d [spin 1]"), "[spin 1] stands where the dealer needs a card"),
    "action missing": (change('["ann stand"]', "[]"), "ann must decide on box 1, hand 1 (Kc 9d, 19): surrender, stand"),
    "unknown player": (change("ann stand", "anne stand"), "names a player without a bet; players are ann"),
    "no verb": (change("ann stand", "ann"), "not of the form NAME VERB"),
    "bad address": (change("ann stand", "ann@x stand"), "not of the form NAME VERB"),
    "argument too many": (change("ann stand", "ann stand now"), "stand takes nothing after it"),
    "amount not a number": (change("ann stand", "ann double ten"), "double takes an amount of dollars"),
    "insurance without amount": (change("ann stand", "ann insurance"), "insurance takes an amount"),
    "unknown report": (change("ann stand", "floor reader-broke"), "staff says one of relief, hears"),
    "report without a word": (change("ann stand", "floor"), "staff says one of"),
    "void hand without a hand": (change("ann stand", "supervisor void-hand soon"), "as in void-hand 2.1"),
    "misdeal without a box": (change("ann stand", "supervisor misdeal here"), "as in misdeal 1"),
    "exposed and no bracket": (change("ann stand", "dealer exposed"), "[exposed 5c] is not what comes next"),
    "stake nan": (change("main = 10", "main = nan"), "must be a number of dollars"),
    "stake infinite": (change("main = 10", "main = inf"), "must be a number of dollars"),
    "stake text": (change("main = 10", 'main = "10"'), "must be a number of dollars"),
    "stake true": (change("main = 10", "main = true"), "must be a number of dollars"),
    "no wager": (change("main = 10\n", ""), "names no wager"),
    "no player": (change('player = "ann"\n', ""), "needs a player"),
    "bad player name": (change('player = "ann"', 'player = "an n"'), "needs a player"),
    "reserved player name": (change('player = "ann"', 'player = "dealer"'), "needs a player"),
    "no box": (change("box = 1\n", ""), "needs a box"),
    "box text": (change("box = 1", 'box = "1"'), "needs a box"),
    "house of later": (
        GOOD + '[house]\ncontinuous_shuffler = true\napproved_procedure = "MGC 2026-17"\n',
        "cannot deal it yet",
    ),
    "actions below the bets": (GOOD + 'actions = ["ann stand"]\n', "stands inside a [[bets]] table"),
    "confirmed unheard": (change("box = 1", 'box = 1\nconfirmed_by = "supervisor"'), "nobody has heard it"),
    "heard by a number": (change("box = 1", "box = 1\nheard_by = 5"), "nobody of the staff"),
    "coupon a text": (change("box = 1", 'box = 1\ncoupon = "x"'), "the coupon must be a number"),
    "dealer without a name": (GOOD + '[table]\ndealer = "floor"\n', "the name of who deals"),
    "live a text": (GOOD + '[table]\nlive = "yes"\n', "must be true or false"),
    "may_enter a text": (GOOD + '[table]\nmay_enter = "ann"\n', "must be a list of players"),
    "seated by a word": (change("box = 1", 'box = 1\nseated = "no"'), "must be true or false"),
    "cards a list": (change('"Kc 9h 9d 9s"', '["Kc"]'), "'cards' must be a text in quotes"),
    "actions a text": (change('["ann stand"]', '"ann stand"'), "'actions' must be a list of texts"),
    "action a number": (change('["ann stand"]', "[1]"), "'actions.0' must be a list of texts"),
    "house a number": ("house = 1\n" + GOOD, "'house' must be a table, written [house]"),
    "expect unknown": (GOOD + "[expect]\nbob = 1\n", "expect names 'bob', who has no bet"),
    "expect nan": (GOOD + "[expect]\nann = nan\n", "must be a number of dollars"),
    "expect fractions": (GOOD + "[expect]\nann = 1.005\n", "not an amount of dollars and whole cents"),
    "expect astronomical": (GOOD + "[expect]\nann = 1e999999999999\n", "not an amount of dollars and whole cents"),
    "limit astronomical": (GOOD + "[house]\nmain_max = 1e999999999999\n", "main_max must be an amount"),
    "huge stake": (change("main = 10", "main = 0x" + "f" * 6000), "number that cannot be read"),
    "huge box": (change("box = 1", "box = 0x" + "f" * 6000), "number that cannot be read"),
    "underscored amount": (change("ann stand", "ann double 1_0"), "double takes an amount of dollars"),
    "foreign digits": (change("ann stand", "ann@\u0661 stand"), "not of the form NAME VERB"),
    "empty file": ("", "the file is empty"),
    "blank file": (" \n\t\n", "the file is empty"),
    "binary file": (b"\x00\xff\xfe\x80" * 100, "not text in UTF-8"),
    "nul bytes": (b"\x00" * 100, "not valid TOML"),
    "deep nesting": ("a = " + "[" * 50_000, "nests tables too deeply"),
    "huge number": ("a = " + "9" * 10_000, "number that cannot be read"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_is_exit_2_with_one_sentence(name: str, tmp_path: Path) -> None:
    text, sentence = MALFORMED[name]
    code, stderr = run(text, tmp_path)
    assert sentence in stderr
    assert stderr.count("\n") == 1, stderr
    assert code == 2


REFUSED: dict[str, tuple[str, str | None]] = {
    "zero": (change("main = 10", "main = 0"), "MA-5(a).1"),
    "negative": (change("main = 10", "main = -10"), "MA-5(a).1"),
    "not in chips": (change("main = 10", "main = 10.25"), "MA-5(c).1"),
    "not in cents": (change("main = 10", "main = 10.005"), "MA-5(c).1"),
    "spoken and not in cents": (change("main = 10", 'main = 10.005\nheard_by = "dealer"'), "MA-5(c).1"),
    "coupon not in cents": (change("main = 10", "main = 10\ncoupon = 0.001"), "MA-5(c).1"),
    "coupon of nothing": (change("main = 10", "main = 10\ncoupon = 0"), "MA-5(c).1"),
    "heard by a player": (change("main = 10", 'main = 10\nheard_by = "player:ann"'), "MA-7(e).2"),
    "under minimum": (change("main = 10", "main = 4.50"), "MA-5(a).1"),
    "over maximum": (change("main = 10", "main = 500.50"), "MA-5(a).1"),
    "enormous": (change("main = 10", "main = 1e30"), "MA-5(a).1"),
    "enormous and whole": (change("main = 10", "main = 100000000000000000"), "MA-5(a).1"),
    "enormously negative": (change("main = 10", "main = -1e30"), "MA-5(c).1"),
    "enormous coupon": (change("main = 10", "main = 10\ncoupon = 1e30"), "MA-5(c).1"),
    "side wager alone": (change("main = 10", "match-the-dealer = 5"), "MA-6(b).1"),
    "side wager above its cap": (change("main = 10", "main = 10\nmatch-the-dealer = 11"), "MA-6(b)(1)"),
    "wager of another rulebook": (change("main = 10", "main = 10\n21-plus-3 = 5"), "MA-5(c).1"),
    "tip": (change("main = 10", "main = 10\ntip-main = 5"), "MA-5(c).1"),
    "insurance as a bet": (change("main = 10", "main = 10\ninsurance = 5"), "MA-5(c).1"),
    "no such box": (change("box = 1", "box = 8"), "MA-7(d)(1)"),
    "box zero": (change("box = 1", "box = 0"), "MA-7(d)(1)"),
    "unlawful house": (GOOD + "[house]\ndecks = 7\n", "MA-2(a).1"),
    "no such hand": (change("ann stand", "ann@1.2 stand"), "MA-7(e).2"),
    "no such box to play": (change("ann stand", "ann@5 stand"), "MA-7(e).2"),
    "a hair too much": (change("main = 10", "main = 10.00000000000000000000000000000001"), "MA-5(c).1"),
    "astronomical": (change("main = 10", "main = 1e999999999999"), "MA-5(a).1"),
    "double in parts of a cent": (change("ann stand", "ann double 0.001"), "MA-5(c).1"),
    "insurance in parts of a cent": (change("ann stand", "ann insurance 0.001"), "MA-5(c).1"),
    "enormous double": (change("ann stand", "ann double 100000000000000000"), "MA-5(c).1"),
    "decision not offered": (change("ann stand", "ann split"), "MA-10(a).1"),
    "decision after the end": (change('"ann stand"', '"ann stand", "ann stand"'), "MA-7(e).2"),
    "wrong hand number": (change("ann stand", "ann@1.1 stand"), None),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_rules_refuse_is_exit_1_with_a_clause(name: str, tmp_path: Path) -> None:
    text, clause = REFUSED[name]
    path = tmp_path / "refused.round.toml"
    path.write_text(text)
    code, stderr = invoke("replay", str(path))
    if clause is None:
        assert (code, stderr) == (0, "")
        return
    assert code == 1
    assert stderr.count("\n") == 1
    result = CliRunner().invoke(app, ["replay", "--json", str(path)])
    assert f'"{clause}"' in result.stdout


def refusal(text: str, tmp_path: Path) -> dict[str, object]:
    path = tmp_path / "refused.round.toml"
    path.write_text(text)
    result = CliRunner().invoke(app, ["replay", "--json", str(path)])
    assert result.exit_code == 1
    found: dict[str, object] = json.loads(result.stdout)["refused"]
    return found


@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        ("main = 10", "main = 1e300", "over-maximum", "a main wager of 1E+300 dollars is over the maximum of $500.00"),
        ("main = 10", "main = -1e300", "not-positive", "-1E+300 is no amount that can be wagered"),
        ("main = 10", "main = 5.005", "not-in-chips", "5.005 is not a whole number of cents"),
        ("ann stand", "ann insurance 0.001", "not-in-chips", "0.001 is not a whole number of cents"),
        ("ann stand", "ann double 99999999999999999", "too-much", "99999999999999999 dollars are more than is counted"),
    ],
)
def test_what_is_wrong_with_an_amount_is_said_truly(old: str, new: str, code: str, says: str, tmp_path: Path) -> None:
    found = refusal(change(old, new), tmp_path)
    assert (found["code"], found["says"]) == (code, says)


HOLD_EM = """rulebook = "21-hold-em"
cards = "Kc Th Qd 9d 2s 3s 4s"
actions = ["ann stand", "ann bet", "ann bet"]

[[bets]]
box = 1
player = "ann"
main = 10
poker = 2
"""


@pytest.mark.parametrize("amount", ["2", "2.00"])
def test_a_bet_may_say_how_large_it_is(amount: str, tmp_path: Path) -> None:
    assert run(HOLD_EM.replace("ann bet", f"ann bet {amount}"), tmp_path) == (0, "")


@pytest.mark.parametrize(
    ("bet", "code"),
    [("bet 3", "not-equal-to-poker"), ("bet 0.001", "not-in-chips"), ("bet 99999999999999", "too-much")],
)
def test_a_bet_of_another_amount_is_refused(bet: str, code: str, tmp_path: Path) -> None:
    assert refusal(HOLD_EM.replace('"ann bet", "ann bet"', f'"ann {bet}"'), tmp_path)["code"] == code


def test_a_bet_that_is_not_due_is_refused_whatever_it_says(tmp_path: Path) -> None:
    assert refusal(HOLD_EM.replace("ann stand", "ann bet 2"), tmp_path)["code"] == "too-early"
    ante = HOLD_EM.replace("21-hold-em", "ante-up-21").replace("main = 10\npoker = 2", "21 = 10\nante = 5")
    assert refusal(ante.replace("ann stand", "ann bet 10"), tmp_path)["code"] == "not-equal-to-ante"


def test_a_bet_of_something_is_malformed(tmp_path: Path) -> None:
    code, stderr = run(HOLD_EM.replace("ann bet", "ann bet much"), tmp_path)
    assert code == 2
    assert "bet takes an amount of dollars" in stderr


def test_a_decision_out_of_turn_or_by_the_wrong_player(tmp_path: Path) -> None:
    two = change("Kc 9h 9d 9s", "Kc 9c 9h 9d 8c 9s") + '\n[[bets]]\nbox = 2\nplayer = "bob"\nmain = 10\n'
    for action in ("bob stand", "bob@1 stand", "ann@2 stand"):
        code, stderr = run(two.replace("ann stand", action), tmp_path)
        assert code == 1, action
        assert "refused" in stderr


def test_the_order_of_keys_in_a_bet_means_nothing(tmp_path: Path) -> None:
    assert run(change("main = 10", "match-the-dealer = 5\nmain = 10"), tmp_path) == (0, "")


@pytest.mark.parametrize("order", list(permutations(("21 = 10", "ante = 5", "poker-bonus = 2"))))
def test_what_a_wager_needs_is_placed_before_it(order: tuple[str, ...], tmp_path: Path) -> None:
    text = change("main = 10", "\n".join(order)).replace("spanish21-ma", "ante-up-21").replace("ann stand", "ann fold")
    assert run(text.replace('fold"', 'fold", "ann stand"'), tmp_path) == (0, "")


def test_a_card_missing_after_a_declined_offer_is_said_to_be_missing(tmp_path: Path) -> None:
    text = change("Kc 9h 9d 9s", "8c 5h 8d Kd 3c 9c").replace('"ann stand"', '"ann split", "ann double", "ann stand"')
    code, stderr = run(text, tmp_path)
    assert code == 2
    assert "the next card, for box 1, hand 2 is missing" in stderr


def test_an_unmet_expectation_is_exit_1(tmp_path: Path) -> None:
    code, stderr = run(GOOD + "[expect]\nann = 11\n", tmp_path)
    assert code == 1
    assert "the expectation is not met" in stderr


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "there is no such file" in invoke("replay", str(tmp_path / "none"))[1]
    assert "that is not a file" in invoke("replay", str(tmp_path))[1]
    big = tmp_path / "big.round.toml"
    with big.open("wb") as file:
        file.truncate(100_000_000)
    code, stderr = invoke("replay", str(big))
    assert code == 2
    assert "larger than 1000 kB" in stderr
    assert invoke("replay", "a\x00b")[0] == 2
    assert invoke("replay", "x" * 5000)[0] == 2


def test_a_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root reads everything, so the operating system's answer is put in its mouth."""

    def denied(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "closed.round.toml"
    path.write_text(GOOD)
    monkeypatch.setattr(Path, "open", denied)
    code, stderr = invoke("replay", str(path))
    assert code == 2
    assert "the file cannot be read: permission denied" in stderr


def test_the_worst_exit_code_of_several_files_wins(tmp_path: Path) -> None:
    good, no, bad = tmp_path / "good", tmp_path / "no", tmp_path / "bad"
    good.write_text(GOOD)
    no.write_text(change("main = 10", "main = 1"))
    bad.write_text("x")
    assert invoke("replay", str(good), str(good))[0] == 0
    assert invoke("replay", str(good), str(no))[0] == 1
    assert invoke("replay", str(bad), str(no), str(good))[0] == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("replay",),
        ("rules",),
        ("rules", "spanish22"),
        ("rules", "spanish21-ma", "MA-99"),
        ("rules", "coverage", "spanish22"),
        ("demo", "spanish22"),
        ("demo", "--seed", "x"),
        ("games", "--jsn"),
    ],
)
def test_a_malformed_command_is_exit_2(arguments: tuple[str, ...]) -> None:
    code, stderr = invoke(*arguments)
    assert code == 2
    assert stderr
