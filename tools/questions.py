"""Writes the reference of questions from their dataclasses, and the samples of them with which tests compare.

`python tools/questions.py [FOLDER]` writes both files into a folder, if one is named.
"""

from __future__ import annotations

import json
import sys
from dataclasses import MISSING, fields
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from pitboss.service.asked import Blank, BlankKind, Choice, No, Question, Spot  # noqa: E402
from pitboss.service.feed import About, News, Update  # noqa: E402
from pitboss.service.view import HandView, SeatView, ShoeView, View, WagerView  # noqa: E402
from pitboss.service.wire import JsonObject, key_of, schema_of  # noqa: E402
from service.samples import STORED, samples  # noqa: E402

PAGE = ROOT / "docs/reference/questions.md"
CLASSES: tuple[type, ...] = (
    Question,
    Choice,
    Blank,
    No,
    Spot,
    Update,
    News,
    View,
    HandView,
    WagerView,
    SeatView,
    ShoeView,
)
MEANS: dict[type, dict[str, str]] = {
    Question: {
        "seen": "last line of the record; give it back with the answer",
        "kind": "what is asked: one of the kinds above",
        "to": "`player:NAME`, `players`, `dealer`, `supervisor` or `device`",
        "says": "the question in one sentence",
        "yours": "whether this viewer may answer",
        "hand": "the hand that it is about, as `BOX.NUMBER`; the dealer's is `0.1`",
        "choices": "what may be said",
        "refused": "verbs of this question whose own rule says no, and why",
        "bets": "wagers of the viewer, while bets are taken",
        "reports": "what staff may report or order instead of an answer",
        "passes": "`close` or `decline`, if the viewer may say that",
        "keeps_open": "why a window cannot be closed yet",
    },
    Choice: {
        "verb": "the verb of the record",
        "label": "what a button says",
        "say": "the words, with `{}` for each gap",
        "hand": "the hand whose name stands before the words",
        "takes": "what fills the gaps, in order",
        "ways": "whole ways to say it: all of them if there is no gap, some usual ones otherwise",
        "cost": "the least that it takes from the chips, in cents",
        "affordable": "whether the chips reach",
        "clauses": "the clauses that permit it",
    },
    Blank: {
        "kind": f"one of {', '.join(f'`{each}`' for each in BlankKind)}",
        "least": "the least number",
        "most": "the largest number; `null` if there is none",
        "step": "from one number to the next",
        "of": "all that fits, if it is no number",
    },
    No: {
        "verb": "the verb that is refused",
        "code": "a word for programs, listed in the [notation](notation.md)",
        "says": "why, in one sentence",
        "clauses": "the clauses that forbid it",
    },
    Spot: {
        "hand": "the first hand of the box",
        "wager": "the name of the wager, as in `wager NAME 25`",
        "label": "its name for people",
        "placed": "what lies there, in cents",
        "room": "what the whole of it may be, as far as rules and chips reach",
        "compulsory": "whether a player who bets must place it",
        "needs": "wagers that must lie on the box before it",
        "not_above": "the wager that it may not exceed",
        "equals": "the wager that it must equal when betting closes",
        "clauses": "its terms",
        "refused": "why there is no room",
    },
    Update: {
        "seen": "last line of the record",
        "view": "the table now",
        "question": "what is asked now; `null` if the table is closed",
        "news": "what has happened since the last update",
        "gap": "whether older news is forgotten",
    },
    News: {
        "line": "its line of the record",
        "kind": "the name of the fact",
        "says": "what happened, in one sentence; empty if there is nothing to say",
        "about": f"one of {', '.join(f'`{each}`' for each in About)}",
        "clauses": "the clauses that it carries out",
        "fact": "the members of the fact, as the [journal](journal.md) has them, as far as the viewer may know",
    },
    View: {
        "seen": "last line of the record",
        "round": "number of the round",
        "in_round": "whether it is in progress",
        "dealer": "the dealer's hand",
        "hands": "the players' hands, from the dealer's left",
        "seats": "who sits where",
        "shoe": "what everybody knows of the shoe; `null` if there is none",
        "community": "whether the dealer's cards belong to every poker hand",
        "meter": "what the progressive meter shows, in cents",
        "on_duty": "the dealer who has taken over",
        "chips": "the viewer's chips; `null` for a viewer who does not sit there",
        "staked": "what the viewer has on the layout",
        "net": "the viewer's result of the last round so far",
        "closed": "whether the table is closed",
    },
    HandView: {
        "hand": "its name",
        "player": "who decides on it",
        "cards": "the cards that the viewer may know",
        "down": "how many others lie face down",
        "total": "what it counts",
        "groups": "the two hands of a packet that was set",
        "closed": "why nothing more is decided on it",
        "wagers": "what lies on it",
    },
    WagerView: {
        "player": "whose it is",
        "wager": "its name",
        "amount": "how much, in cents",
        "net": "what it brought; `null` until it is settled",
        "to": "who gets what it wins, if not its player",
        "clauses": "by which clauses it was settled",
    },
    SeatView: {"player": "who", "box": "at which box", "chips": "with how many chips, in cents"},
    ShoeView: {
        "number": "number of the shoe",
        "left": "cards to come",
        "to_cut": "cards before the cut card; `null` if nobody counts them",
        "seal": "commitment to the order of the cards; empty where people shuffle",
    },
}
BEGIN = """\
<!-- Made by `make reference` from the dataclasses of `pitboss.service` and its tests; do not edit. -->

# Questions

What a table asks, as every face gets it: plain data in Python (`pitboss.service.question`), and the same in JSON
(`pitboss.service.wire.to_json`). `schema_of(Question)` gives the JSON schema; so do `Update` and `View`.

## How JSON is written

- A field that has its default is left out: an absent `yours` is `false`, and absent `choices` are `[]`.
- `_` in a name becomes `-`: `keeps_open` is `keeps-open`. `refused` of a question is called `not`.
- Amounts are whole cents. Cards are two characters, as `7h`.

## How an answer is made

1. Choose from `choices`, or from `reports`.
2. If it has `takes`, fill each `{}` of `say` in order. Cents are said as dollars: 1250 is `12.50`. Otherwise say one of
   its `ways`.
3. If it has a `hand`, put `NAME@HAND` before it: `ann@3.1 double 94.50`. For the hand `0.1` the name is `dealer`.
4. Or say what `passes`: `close` or `decline`.
5. Send it with `seen`. An answer to a question that has changed is refused as `stale`.

Whatever fits is taken; one step beyond `least` or `most` is refused. A refusal has a code, a sentence and clauses, and
changes nothing. What is not in the words of the record is `unreadable`, and is not recorded.

## Kinds

What it offers is said by the viewer of the sample: a player, the dealer or a supervisor. The kinds `lock-meter`,
`key-award` and `game-over` are for the meter, which answers before anybody looks.

| kind | to | the sample says | it offers |
|---|---|---|---|
"""
END = """
The [samples](../../tests/service/samples.json) are whole questions of every kind, and one update.

## Fields
"""


def page(made: JsonObject) -> str:
    """The page, with the kinds of these samples."""
    lines = [*map(_kind_row, made["questions"].values())]
    text = BEGIN + "\n".join(dict.fromkeys(lines)) + "\n" + END
    return text + "".join(map(_fields, CLASSES))


def _kind_row(sample: JsonObject) -> str:
    asked = sample["question"]
    said = [each["say"] for each in asked.get("choices", ())] + [asked.get("passes", "")]
    reports = [f"reports `{each['verb']}`" for each in asked.get("reports", ())]
    offers = ", ".join(dict.fromkeys([*(f"`{each}`" for each in said if each), *reports])).replace("|", "\\|")
    return f"| `{asked['kind']}` | `{asked['to']}` | {asked['says']} | {offers or 'nothing to this viewer'} |"


def _fields(kind: type) -> str:
    means = MEANS[kind]
    rows = [f"\n### {kind.__name__}\n", "| field | type | default | what it is |", "|---|---|---|---|"]
    listed = fields(kind)
    assert {each.name for each in listed} == set(means), f"the fields of {kind.__name__} are described otherwise"
    for each in listed:
        default = "" if each.default is MISSING else f"`{json.dumps(each.default)}`"
        default = "`{}`" if each.default_factory is not MISSING else default
        rows.append(f"| `{key_of(each)}` | {_type(kind, key_of(each))} | {default} | {means[each.name]} |")
    return "\n".join(rows) + "\n"


def _type(kind: type, key: str) -> str:
    """The type of a field, in the words of its schema."""
    return _spoken(schema_of(kind)["$defs"][kind.__name__]["properties"][key])


def _spoken(schema: JsonObject) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(map(_spoken, schema["anyOf"]))
    if schema.get("type") == "array":
        return f"list of {_spoken(schema['items'])}"
    return "word" if "enum" in schema else str(schema.get("type", "anything"))


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    made = samples()
    text = json.dumps(made, indent=1, ensure_ascii=False) + "\n"
    (STORED if folder is None else folder / STORED.name).write_text(text, encoding="utf-8")
    (PAGE if folder is None else folder / PAGE.name).write_text(page(made), encoding="utf-8")


if __name__ == "__main__":
    main()
