"""Reading a `*.round.toml` file: its shape, its house, its bets, its cards and its actions.

Everything that is wrong with the file itself is `Malformed`, with one sentence that says what to do.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pitboss.core.betting import BettingTerms
from pitboss.core.incidents import ByStaff, Corrected, Overdrawn
from pitboss.core.meter import Shown, micro
from pitboss.core.practices import EARLIER, TODAY
from pitboss.core.rules import RoundContext
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.registry import Game, compile_game
from pitboss.ids import (
    HOUSE_DEALER,
    SECOND_SPOT,
    Author,
    Box,
    ClauseId,
    Clauses,
    HandId,
    Player,
    Wager,
    is_name,
    is_tip,
)
from pitboss.law.house import Defect, check, not_dealt_yet
from pitboss.law.rulebook import UnknownName, known_wagers, load
from pitboss.money import ZERO, Cents, dollars
from pitboss.notation.tokens import STAFF, Token, check_composition, read_staff, read_token, words_of
from pitboss.store.answers import read_report, verbs_of

T = TypeVar("T")
MOST_BYTES = 1_000_000
TABLE_KEYS = (
    "face_up_found",
    "tens_found",
    "meter",
    "reserve",
    "cut_card_after",
    "opened_with",
    "may_enter",
    "dealer",
    "live",
    "practices",
    "reader_out",
)


class Malformed(Exception):
    """The question makes no sense. The message is one sentence for a person."""


def _sound(read: Callable[[], T]) -> T:
    """What is read, or `Malformed` with the sentence that says what is wrong with it."""
    try:
        return read()
    except ValueError as error:
        raise Malformed(str(error)) from None


class Unlawful(Exception):
    """The house is well described, and the rulebook does not permit it."""

    def __init__(self, rulebook: str, defects: list[Defect]) -> None:
        super().__init__("; ".join(defect.says for defect in defects))
        self.rulebook = rulebook
        self.defects = defects

    @property
    def clauses(self) -> Clauses:
        found: dict[ClauseId, None] = {}
        for defect in self.defects:
            found |= dict.fromkeys(defect.clauses)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Bet:
    """What one player puts on one box; amounts as written."""

    player: Player
    box: Box
    wagers: tuple[tuple[Wager, int | Decimal], ...]
    seated: bool = True
    consent: bool = True
    heard_by: Author | None = None
    confirmed_by: Author | None = None
    coupon: int | Decimal | None = None

    @property
    def hand(self) -> HandId:
        return HandId(self.box, 1)


@dataclass(frozen=True, slots=True)
class Action:
    """`NAME[@BOX[.HAND]] VERB [ARGUMENT …]`."""

    text: str
    player: Player
    box: Box | None
    number: int | None
    verb: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """`ROLE[:NAME] WORDS …`: what staff says at a decision's place.

    What has no incident of its own is one of `MOMENTS`.
    """

    text: str
    incident: ByStaff | None
    moment: str = ""


@dataclass(frozen=True, slots=True)
class RoundFile:
    game: Game
    tokens: tuple[Token, ...]
    actions: tuple[Action | Report, ...]
    bets: tuple[Bet, ...]
    table: RoundContext
    expect: Mapping[Player, Cents] | None
    meter: Shown | None = None


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    rulebook: str
    cards: str
    actions: list[str] = Field(default_factory=list)
    house: dict[str, Any] = Field(default_factory=dict)
    readings: dict[str, Any] = Field(default_factory=dict)
    table: dict[str, Any] = Field(default_factory=dict)
    bets: list[dict[str, Any]]
    expect: dict[str, Any] | None = None


def read_round(path: Path) -> RoundFile:
    """The round in a file; raises `Malformed` or `Unlawful`."""
    return parse_round(read_text(path))


def read_text(path: Path) -> str:
    """The text of a file, or of standard input for `-`, that ought to be small and TOML."""
    try:
        data = sys.stdin.buffer.read(MOST_BYTES + 1) if str(path) == "-" else _beginning(path)
        if len(data) > MOST_BYTES:
            raise Malformed(f"the file is larger than {MOST_BYTES // 1000} kB, which no round needs")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Malformed("the file is not text in UTF-8") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name cannot be used"
        raise Malformed(f"the file cannot be read: {reason.lower()}") from None


def _beginning(path: Path) -> bytes:
    """As much of a file, or of what comes through a pipe, as could be of use."""
    if not path.exists() or path.is_dir():
        raise Malformed("that is not a file" if path.is_dir() else "there is no such file")
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


MOST_PARTS = 100
QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")


def parse_toml(text: str) -> dict[str, Any]:
    """TOML with exact decimals; raises `Malformed` with line and column."""
    if not text.strip():
        raise Malformed("the file is empty")
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") > MOST_PARTS and QUOTED.sub("", line).count(".") > MOST_PARTS:
            raise Malformed(f"line {number} has a key of very many parts, which no round needs")
    try:
        data = tomllib.loads(text, parse_float=Decimal)
        _check_numbers(data)
        return data
    except tomllib.TOMLDecodeError as error:
        raise Malformed(f"the file is not valid TOML: {str(error)[:200]}") from None
    except RecursionError:
        raise Malformed("the file nests tables too deeply") from None
    except (ValueError, ArithmeticError) as error:
        raise Malformed(f"the file holds a number that cannot be read: {str(error)[:80]}") from None


def _check_numbers(value: object) -> None:
    """Whole numbers that no round needs would only slow everything down."""
    if isinstance(value, int) and value.bit_length() > 64:
        raise ValueError("it has too many digits")
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _check_numbers(each)


def parse_round(text: str) -> RoundFile:
    shape = _shape(parse_toml(text))
    game = _game(shape)
    places = Places(text)
    bets = tuple(_bet(row, game) for row in shape.bets)
    boxes = {each.player: sorted({bet.box for bet in bets if bet.player == each.player}) for each in bets}
    tokens = _tokens(shape.cards, game, places)
    actions = tuple(places.of("actions", each, partial(_action, each, boxes, game)) for each in shape.actions)
    if not _may_come_again(game, actions):  # which is known when they are dealt
        _sound(partial(check_composition, tokens, game))
    table, shown = _table(shape.table), _meter(shape.table, game)
    return RoundFile(
        game=game,
        tokens=tokens,
        actions=actions,
        bets=bets,
        table=table._replace(
            live=table.live or any(isinstance(token, Overdrawn) for token in tokens),  # which only people do
            unseated=tuple(sorted({bet.box for bet in bets if not bet.seated})),
        ),
        expect=None if shape.expect is None else _expect(shape.expect, set(boxes)),
        meter=shown,
    )


_SHOULD_BE = {
    "rulebook": "a text in quotes",
    "cards": "a text in quotes",
    "actions": "a list of texts in quotes",
    "house": "a table, written [house]",
    "readings": "a table, written [readings]",
    "table": "a table, written [table]",
    "bets": "tables, each written [[bets]]",
    "expect": "a table, written [expect]",
}


def _shape(data: dict[str, Any]) -> _Shape:
    for key in data:
        if key not in _Shape.model_fields:
            raise Malformed(str(UnknownName("key", key, _Shape.model_fields)))
    try:
        shape = _Shape.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        if first["type"] == "missing":
            raise Malformed(f"the file lacks {key!r}") from None
        raise Malformed(f"{key!r} must be {_SHOULD_BE[str(first['loc'][0])]}") from None
    if not shape.bets:
        raise Malformed("a round needs at least one [[bets]] table")
    return shape


def _game(shape: _Shape) -> Game:
    try:
        rulebook = load(shape.rulebook)
    except UnknownName as error:
        raise Malformed(str(error)) from None
    house = check(rulebook, shape.house, shape.readings)
    if not isinstance(house, list):
        undealt = not_dealt_yet(house)
        if undealt:
            raise Malformed("; ".join(defect.says for defect in undealt))
        return compile_game(house)
    malformed = [defect.says for defect in house if defect.malformed]
    if malformed:
        raise Malformed("; ".join(malformed))
    raise Unlawful(rulebook.id, house)


def _bet(row: dict[str, Any], game: Game) -> Bet:
    player, box = row.get("player"), row.get("box")
    if not isinstance(player, str) or not is_name(player):
        raise Malformed(f"a bet needs a player: letters, digits, - and _, not {player!r}")
    if not isinstance(box, int) or isinstance(box, bool):
        raise Malformed(f"the bet of {player} needs a box: a whole number, not {box!r}")
    told = {key: row.get(key, True) for key in ("seated", "consent")}
    for key, value in told.items():
        if not isinstance(value, bool):
            raise Malformed(f"{key} in the bet of {player} must be true or false")
    heard_by, confirmed_by = (_sound(partial(read_staff, row[key])) if key in row else None for key in _SPOKEN)
    if confirmed_by is not None and heard_by is None:
        raise Malformed(f"the bet of {player} is confirmed and nobody has heard it; add heard_by")
    coupon = None if "coupon" not in row else _number("the coupon", row["coupon"])
    wagers = {key: value for key, value in row.items() if key not in ("player", "box", "coupon", *told, *_SPOKEN)}
    for key in wagers:
        if key in _Shape.model_fields:
            raise Malformed(f"{key!r} stands inside a [[bets]] table; move it above the first [[bets]]")
    if not wagers:
        raise Malformed(f"the bet of {player} on box {box} names no wager; add for example main = 10")
    names = sorted(map(_wager, wagers), key=lambda wager: (is_tip(wager), wager != game.rules.played))
    placed = tuple((wager, _amount(wager, wagers[wager])) for wager in _as_needed(names, game.rules.betting))
    return Bet(Player(player), Box(box), placed, told["seated"], told["consent"], heard_by, confirmed_by, coupon)


def _as_needed(names: list[Wager], betting: BettingTerms) -> list[Wager]:
    """Keys have no order: what a wager needs is placed before it, and else they are placed as they are written."""
    placed: list[Wager] = []

    def place(wager: Wager) -> None:
        if wager not in names or wager in placed:
            return
        for tie in betting.wagers[wager].needs if wager in betting.wagers else ():
            place(tie.to)
        placed.append(wager)

    for name in names:
        place(name)
    return placed


_SPOKEN = ("heard_by", "confirmed_by")


def _wager(name: str) -> Wager:
    base = name.removeprefix("tip-")
    if not {base, base.removesuffix(SECOND_SPOT)} & set(known_wagers()):
        raise Malformed(str(UnknownName("wager", name, known_wagers())))
    return Wager(name)


def _amount(name: str, value: object) -> int | Decimal:
    return _number(f"the {name} wager", value)


def _number(what: str, value: object) -> int | Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not Decimal(value).is_finite():
        raise Malformed(f"{what} must be a number of dollars, not {str(value)[:40]!r}")
    return value


class Places:
    """On which lines of a file something stands, for who has to mend it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def of(self, key: str, piece: str, read: Callable[[], T]) -> T:
        """What is read from a piece of this key's value; what is wrong with it is said with its line."""
        try:
            return read()
        except (Malformed, ValueError) as error:
            begins = re.search(rf"^\s*{key}\s*=", self._text, re.MULTILINE)
            at = -1 if begins is None else self._text.find(piece, begins.end())
            line = "" if at < 0 else f"line {self._text.count(chr(10), 0, at) + 1}: "
            raise Malformed(f"{line}{error}") from None


def _tokens(text: str, game: Game, places: Places) -> tuple[Token, ...]:
    return tuple(places.of("cards", word, partial(read_token, word, game)) for word in words_of(text))


def _may_come_again(game: Game, actions: tuple[Action | Report, ...]) -> bool:
    """Whether a card may stand again in `cards`: after a shuffle, or where a correction withdrew it."""
    corrected = any(isinstance(each, Report) and isinstance(each.incident, Corrected) for each in actions)
    return corrected or reshuffles_in_a_round(game)


def reshuffles_in_a_round(game: Game) -> bool:
    """Whether the cards are shuffled for a second part of the round, whatever is left of them."""
    return isinstance(game.rules, BlackjackRules) and game.rules.poker is not None


_WHO = re.compile(r"(?P<player>[^@\s]+)(@(?P<box>[0-9]{1,3})(\.(?P<hand>[0-9]{1,3}))?)?")


Boxes = Mapping[Player, list[Box]]
"""On which boxes everybody bets."""


def _action(text: str, boxes: Boxes, game: Game) -> Action | Report:
    words = text.split()
    if words and words[0].partition(":")[0] in STAFF:
        return _report(text, words[0], words[1:], boxes, game)
    who = _WHO.fullmatch(words[0]) if words else None
    if who is None or len(words) < 2:
        raise Malformed(f"the action {text!r} is not of the form NAME VERB, NAME@BOX VERB or NAME@BOX.HAND VERB")
    player = Player(who["player"])
    if player not in boxes:
        raise Malformed(f"the action {text!r} names a player without a bet; players are {', '.join(sorted(boxes))}")
    verb = words[1]
    if verb not in game.verbs:
        raise Malformed(str(UnknownName("verb", verb, game.verbs)))
    box = Box(int(who["box"])) if who["box"] else None
    number = int(who["hand"]) if who["hand"] else None
    return Action(text, player, box, number, verb, tuple(words[2:]))


MOMENTS = ("exposed", "unseen", "next")
"""`dealer exposed`, `dealer unseen`: the bracket that comes next in `cards` happens now. `dealer next`: an offer, a
window or the look for a blackjack passes, and what follows was said after it."""


def _report(text: str, who: str, words: list[str], boxes: Boxes, game: Game) -> Report:
    """What staff says; a decision needs its reason."""
    if len(words) == 1 and words[0] in MOMENTS:
        return Report(text, None, words[0])
    try:
        verbs = verbs_of(game)
        return Report(text, read_report(read_staff(who), _completed(words, boxes, verbs), verbs))
    except ValueError as error:
        raise Malformed(f"the report {text!r}: {error}") from None


HAND_OF_THE_ENTRY = 0
"""The number of a hand that a correction leaves to the entry which it is about."""


def _completed(words: list[str], boxes: Boxes, verbs: Container[str]) -> list[str]:
    """A corrected decision with its box and hand, where the file names only the player, or only the box."""
    match words:
        case ["correct", entry, who, verb, *rest] if verb in verbs:
            found = _WHO.fullmatch(who)
            if found is None or (found["box"] is None and found["player"] not in boxes):
                raise ValueError("say whose decision is corrected, as in ann or ann@1.1")
            own = boxes.get(Player(found["player"]), [])
            if found["box"] is None and len(own) > 1:
                raise ValueError(f"{who} has several boxes; write {who}@BOX")
            hand = f"{found['box'] or own[0]}.{found['hand'] or HAND_OF_THE_ENTRY}"
            return ["correct", entry, f"{found['player']}@{hand}", verb, *rest]
    return words


METER_KEYS = ("meter", "reserve")


def _meter(values: dict[str, Any], game: Game) -> Shown | None:
    """What the meter shows when the wagers of this round are locked, theirs included: the seed unless it is written."""
    meter, amounts = game.rules.meter, {}
    for key in METER_KEYS:
        if key in values and meter is None:
            raise Malformed(f"table.{key}: {game.house.rulebook.id} has no meter")
        try:
            amounts[key] = dollars(_number(f"table.{key}", values[key])) if key in values else None
        except ValueError as error:
            raise Malformed(f"table.{key}: {error}") from None
        if (amounts[key] or 0) < 0:
            raise Malformed(f"table.{key} is below zero; a meter and its reserve never are")
    if meter is None:
        return None
    shown, reserve = amounts["meter"], amounts["reserve"]
    return Shown(micro(meter.seed if shown is None else shown), micro(reserve or ZERO))


def _table(values: dict[str, Any]) -> RoundContext:
    values = {key: value for key, value in values.items() if key not in METER_KEYS}
    for key, value in values.items():
        if key not in TABLE_KEYS:
            raise Malformed(str(UnknownName("table key", key, TABLE_KEYS)))
        number = isinstance(value, int) and not isinstance(value, bool)
        if key in ("face_up_found", "tens_found") and not (number and 0 <= value <= 1):
            raise Malformed(f"table.{key} must be 0 or 1; at 2 the shoe has been reshuffled")
        if key == "cut_card_after" and not (number and value >= 0):
            raise Malformed("table.cut_card_after must be the number of cards that come before the cut card")
        if key in _LISTS and not (isinstance(value, list) and all(isinstance(each, str) for each in value)):
            raise Malformed(f'table.{key} must be a list of players, as in ["ann"]')
        if key in ("live", "reader_out") and not isinstance(value, bool):
            raise Malformed(f"table.{key} must be true or false")
        if key == "dealer" and not (isinstance(value, str) and is_name(value)):
            raise Malformed('table.dealer must be the name of who deals, as in "dora"')
        if key == "practices" and not (isinstance(value, str) and value in _PRACTICES):
            raise Malformed(f'table.practices must be one of {", ".join(_PRACTICES)}, as in "earlier"')
    if "practices" in values:
        values["practices"] = _PRACTICES[values["practices"]]
    return RoundContext(**values | {key: tuple(map(Player, values[key])) for key in _LISTS if key in values})


_LISTS = ("opened_with", "may_enter")
_PRACTICES = {"today": TODAY, "earlier": EARLIER}


def _expect(values: dict[str, Any], players: set[Player]) -> dict[Player, Cents]:
    expected = {}
    for name, value in values.items():
        if name not in players and name != HOUSE_DEALER:
            raise Malformed(f"expect names {name!r}, who has no bet; players are {', '.join(sorted(players))}")
        try:
            expected[Player(name)] = dollars(_number(f"expect.{name}", value))
        except ValueError as error:
            raise Malformed(f"expect.{name}: {error}") from None
    return expected
