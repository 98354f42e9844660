"""A client that knows no game: it is given questions as JSON, and says what they say may be said."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from conformance.suite import any_game
from pitboss.core.options import Refusal
from pitboss.ids import Author, Role
from pitboss.record.header import new_header
from pitboss.service.corrections import corrections
from pitboss.service.question import question
from pitboss.service.wire import to_json
from pitboss.shoe.randomness import PracticeRandomness
from pitboss.shoe.virtual import VaultInMemory, VirtualShoe
from pitboss.store.answers import read_answer, verbs_of
from pitboss.store.journal import JournalInMemory
from pitboss.tables.commands import Command, Door, Mode
from pitboss.tables.live import LiveTable

Json = dict[str, Any]
PLAYERS = [Author(Role.PLAYER, name) for name in ("ann", "bob")]
HOUSE = Author(Role.HOUSE, "boss")
SUPERVISOR = Author(Role.SUPERVISOR, "sue")
STAFF = [
    Author(Role.DEALER, "dan"),
    Author(Role.DEALER, "dora"),
    Author(Role.FLOOR, "flo"),
    SUPERVISOR,
]


def a_table(rulebook: str, seed: int = 0, house: Json | None = None, *, live: bool = False) -> LiveTable:
    """Return a new table without a file, at which people deal if it is live."""
    game = any_game(rulebook, house or {})
    mode = Mode.LIVE if live else Mode.DEMO
    journal = JournalInMemory()
    journal.begin(new_header(game, None, 0, mode))
    shoe = None if live else VirtualShoe(rulebook, game.shoe, PracticeRandomness(seed), VaultInMemory())
    table = LiveTable(game, shoe, journal, door=Door(mode, game.rules.turn))
    if live:
        assert say(table, STAFF[0], 1, f"{STAFF[0]} relief {STAFF[0].name}") is None
    return table


def asked(table: LiveTable, viewer: Author | None) -> Json | None:
    """Return what a viewer is asked, as it travels."""
    made = question(table, viewer)
    return None if made is None else dict(json.loads(json.dumps(to_json(made))))


def say(table: LiveTable, author: Author, seen: int, text: str) -> Refusal | None:
    """Say something in the words of the record."""
    return table.submit(Command(author, seen, str(table.lines), read_answer(text, verbs_of(table.game))))


def said_with(choice: Json, player: str, values: list[str]) -> str:
    """Return the words of a choice with these values in its gaps."""
    words = str(choice["say"])
    for value in values:
        words = words.replace("{}", value, 1)
    if "hand" not in choice:
        return words
    return f"{'dealer' if choice['hand'].startswith('0.') else player}@{choice['hand']} {words}"


def written(takes: Json, cents: int) -> str:
    """Return a number as it fills a gap: dollars where cents are asked for."""
    return f"{cents // 100}.{cents % 100:02}" if takes["kind"] == "cents" else str(cents)


def most_of(takes: Json) -> int:
    """Return the largest number that fits; a plain large one if there is no largest."""
    least, step = int(takes.get("least", 0)), int(takes.get("step", 1))
    most = takes.get("most")
    return least + 1000 * step if most is None else int(most)


class Stranger:
    """Fills gaps and takes ways by chance."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.names = 0

    def fills(self, takes: Json) -> str:
        """Return something that fits this gap."""
        if takes.get("of"):
            return str(self.chance.choice(takes["of"]))
        match takes["kind"]:
            case "reason":
                return "it had to be"
            case "name":
                self.names += 1
                return f"dealer-{self.names}"
        least, step, most = int(takes.get("least", 0)), int(takes.get("step", 1)), most_of(takes)
        ends = [least, most, least + self.chance.randrange((most - least) // step + 1) * step]
        return written(takes, self.chance.choice(ends))

    def words(self, choice: Json, player: str) -> str:
        """Return one way to take a choice."""
        if not choice.get("takes"):
            way = self.chance.choice(choice["ways"])
            return said_with({**choice, "say": way}, player, [])
        return said_with(choice, player, [self.fills(takes) for takes in choice["takes"]])


@dataclass
class Party:
    """Everybody at one table, each a stranger to the game; what they do is counted by kind and verb."""

    table: LiveTable
    seed: int
    live: bool = False
    trouble: float = 0.03
    corrects: float = 0.01
    counts: Counter[str] = field(default_factory=Counter)
    samples: dict[str, Json] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stranger = Stranger(self.seed)

    @property
    def _chance(self) -> random.Random:
        return self.stranger.chance

    def viewers(self) -> list[Author]:
        if not self.live:
            return [*PLAYERS, HOUSE]
        on_duty = Author(Role.DEALER, self.table.seen_by(None).dealer)
        return [*PLAYERS, *STAFF, *([] if on_duty in STAFF else [on_duty])]

    def step(self) -> str:
        """Let somebody say something that their question offers; return the words."""
        questions = [(who, made) for who in self.viewers() if (made := asked(self.table, who)) is not None]
        if not questions:
            return ""
        for _, made in questions:
            self.samples.setdefault(f"{made['kind']}", made)
            self.counts[f"asked {made['kind']}"] += 1
            self.counts.update(f"offered {verb}" for verb in {each["verb"] for each in made.get("reports", ())})
        author, made, text = self._chosen(questions)
        refusal = say(self.table, author, made["seen"], text)
        assert refusal is None, f"{author} said {text!r} to {json.dumps(made)[:3000]}, and was refused: {refusal}"
        return text

    def _chosen(self, questions: list[tuple[Author, Json]]) -> tuple[Author, Json, str]:
        """Something that is offered, or now and then a report; a report too where there is no other way on."""
        offered = list(self._all_of("choices", questions))
        passes = [(who, made) for who, made in questions if made.get("passes") and "keeps-open" not in made]
        if self.live and self._chance.random() < self.corrects:
            entries = self._corrections()
            if entries:
                return self._taken(*self._chance.choice(entries))
        if self._chance.random() < self.trouble or not (offered or passes):
            reports = [each for each in self._all_of("reports", questions) if self._wanted(each[2])]
            if reports:
                return self._taken(*self._one_of_each_verb(reports))
        if passes and (not offered or self._chance.random() < 0.4):
            who, made = self._chance.choice(passes)
            self.counts[f"said {made['passes']}"] += 1
            return who, made, made["passes"]
        assert offered, f"nobody can go on: {json.dumps([made for _, made in questions])[:4000]}"
        return self._taken(*self._one_of_each_verb(offered))

    def _corrections(self) -> list[tuple[Author, Json, Json]]:
        """What the supervisor may correct of the round in progress."""
        may_be = corrections(self.table, SUPERVISOR)
        return [(SUPERVISOR, {"seen": self.table.lines}, json.loads(json.dumps(to_json(each)))) for each in may_be]

    def _all_of(self, what: str, questions: list[tuple[Author, Json]]) -> Iterator[tuple[Author, Json, Json]]:
        for who, made in questions:
            yield from ((who, made, each) for each in made.get(what, ()) if self._wanted(each))

    def _wanted(self, choice: Json) -> bool:
        rare = {"close-table": 0.0, "leave": 0.02, "withdraw": 0.2, "reshuffle": 0.05, "see-burn": 0.2, "buy": 0.1}
        rare |= {"void-round": 0.3}
        return choice.get("affordable", True) and self._chance.random() < rare.get(choice["verb"], 1.0)

    def _one_of_each_verb(self, some: list[tuple[Author, Json, Json]]) -> tuple[Author, Json, Json]:
        verb = self._chance.choice(sorted({each["verb"] for _, _, each in some}))
        return self._chance.choice([each for each in some if each[2]["verb"] == verb])

    def _taken(self, who: Author, made: Json, choice: Json) -> tuple[Author, Json, str]:
        self.counts[f"said {choice['verb']}"] += 1
        return who, made, self.stranger.words(choice, who.name)


def play(rulebook: str, seed: int, commands: int, *, live: bool = False, house: Json | None = None) -> Iterator[Party]:
    """Yield the party after each of its commands."""
    party = Party(a_table(rulebook, seed, house, live=live), seed, live)
    for _ in range(commands):
        if not party.step():
            return
        yield party
