"""A sample of every kind of question, as it travels, from tables at which what must happen happens."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path

from conformance.suite import WHEEL, any_game
from pitboss.core.practices import EARLIER, TODAY
from pitboss.ids import Author, Role
from pitboss.record.header import new_header
from pitboss.service.asked import Question
from pitboss.service.feed import Feed
from pitboss.service.question import question
from pitboss.service.saying import say
from pitboss.service.view import view
from pitboss.service.wire import to_json
from pitboss.store.journal import JournalInMemory
from pitboss.tables.commands import Door, Mode
from pitboss.tables.live import LiveTable
from service.client import PLAYERS, STAFF, SUPERVISOR, Json, asked

STORED = Path(__file__).with_name("samples.json")
ANN, BOB = PLAYERS
DAN, SHUFFLER = STAFF[0], Author(Role.DEVICE, "shuffler")
XTREME: Json = {"decks": 1, "player_cards": "face_down", "version": "xtreme", "aggregate_limit": 40}
ALWAYS = {
    "shuffle": "shuffled",
    "load": "dealer@0.1 load",
    "take-out": "dealer@0.1 take-out",
    "break-seal": "dealer@0.1 break-seal 4471 A-12 of 1 March",
    "counted": "dealer@0.1 counted",
    "reader": "no",
    "spin": "spin 1",
    "decide": "{} stand",
    "switch": "{} keep",
    "set": "{} house-way",
    "bet": "{} bet",
    "claim": "{} show",
}
"""What is said where a sample does not say otherwise; `{}` is the player and the hand."""


@dataclass(frozen=True)
class Sample:
    """How a live table comes to a question: its game, the cards of each hand, what is bet, and what else is said."""

    kind: str
    viewer: Author
    rulebook: str = "spanish21-ma"
    house: Json = field(default_factory=dict)
    readings: Json = field(default_factory=dict)
    bets: tuple[str, ...] = ("main 10",)
    cards: dict[str, str] = field(default_factory=dict)
    says: dict[str, tuple[Author, str]] = field(default_factory=dict)
    """What is said once at questions of a kind, before what is always said."""
    hand: str = ""
    """The hand that it must be about, if any will not do."""
    always: dict[str, str] = field(default_factory=dict)


VERIFY = Sample(
    "verify",
    SUPERVISOR,
    "straight-jack-progressive",
    {"paytable": "SJP4"},
    bets=("main 10", "straight-jack-progressive 5"),
    cards={"1.1": "As 2c 3c 4c 5c 6c", "0.1": "Kh Qh"},
    always={"decide": "{} hit"},
)
SAMPLES = {
    "between-rounds": Sample("between-rounds", ANN),
    "between-rounds, newcomer": Sample("between-rounds", BOB),
    "between-rounds, staff": Sample("between-rounds", SUPERVISOR),
    "shuffle": Sample("shuffle", DAN),
    "cut": Sample("cut", ANN),
    "place": Sample("place", DAN),
    "load": Sample("load", DAN),
    "break-seal": Sample("break-seal", DAN, house={"opening": "preshuffled"}),
    "take-out": Sample(
        "take-out", DAN, "spanish21-md", house={"shuffle_method": "automated", "device_loads_shoe": True}
    ),
    "card": Sample("card", DAN, "pai-jack", hand="1.1"),
    "card, face up": Sample("card", DAN, "21-hold-em", hand="1.1"),
    "betting": Sample("betting", ANN, bets=()),
    "insurance": Sample("insurance", ANN, cards={"0.1": "Ah"}),
    "decide": Sample("decide", ANN, cards={"1.1": "8c 8d", "0.1": "6h"}),
    "decide, another's": Sample("decide", BOB, cards={"1.1": "8c 8d", "0.1": "6h"}),
    "reader": Sample("reader", DAN, cards={"0.1": "Ah"}),
    "rescue": Sample(
        "rescue",
        ANN,
        readings={"S11": "before_dealer"},
        cards={"1.1": "5c 4d 2h", "0.1": "6h"},
        says={"decide": (ANN, "ann@1.1 double 10")},
    ),
    "turn": Sample("turn", DAN, cards={"1.1": "9c 8d", "0.1": "6h"}),
    "dealer-done": Sample("dealer-done", DAN, cards={"1.1": "9c 8d", "0.1": "9h 8h"}),
    "spin": Sample(
        "spin", DAN, house={"bonus_spin": True, "wheel": WHEEL}, bets=("main 10", "bonus-spin 5"),
        cards={"1.1": "Ac Kd", "0.1": "9h 8s"},
    ),
    "counted": Sample("counted", DAN, says={"between-rounds": (SUPERVISOR, "supervisor:sue reshuffle-now a wasp")}),
    "halted": Sample(
        "halted", SUPERVISOR, "spanish21-md", says={"decide": (SUPERVISOR, "supervisor:sue reader-failed")}
    ),
    "late-wager": Sample("late-wager", ANN, "buffalo-2", cards={"0.1": "6h"}),
    "switch": Sample("switch", ANN, "blackjack-switch", cards={"1.1": "Tc 5d", "1.2": "6h Td", "0.1": "6s"}),
    "decide, face down": Sample("decide", ANN, "21-plus-3", XTREME, cards={"0.1": "6h"}),
    "fouled": Sample(
        "fouled", SUPERVISOR, "pai-jack", cards={"1.1": "Th Ts 8d 3s 6d"},
        says={"set": (ANN, "ann@1.1 set Th Ts | 8d 3s 6d")},
    ),
    "set": Sample("set", ANN, "pai-jack", cards={"1.1": "Kc 7c Qc 9c 2c"}),
    "decide, a packet": Sample("decide", ANN, "pai-jack", says={"claim": (ANN, "decline")}),
    "turn, what was set": Sample(
        "turn", DAN, "pai-jack", cards={"0.1": "2s 3s 4s 5s 6s"}, hand="1.1",
        says={"claim": (ANN, "decline"), "decide": (ANN, "ann@1.1 set-unseen")},
    ),
    "bet": Sample("bet", ANN, "21-hold-em", bets=("main 10", "poker 5"), cards={"1.1": "9c 8d", "0.1": "6h"}),
    "poker-dealt": Sample("poker-dealt", DAN, "21-hold-em", bets=("main 10", "poker 5"), cards={"0.1": "6h"}),
    "claim": Sample(
        "claim", ANN, "21-plus-3", XTREME, bets=("main 10", "21-plus-3 5"), cards={"1.1": "9c 8c", "0.1": "7c"}
    ),
    "verify": VERIFY,
    "instruct": replace(VERIFY, kind="instruct"),
    "key": replace(VERIFY, kind="key", viewer=DAN),
    "reveal": Sample(
        "reveal", SHUFFLER,
        says={
            "shuffle": (SHUFFLER, "shuffled 00ff"),
            "between-rounds": (SUPERVISOR, "supervisor:sue reshuffle-now a wasp"),
        },
    ),
}  # fmt: skip


class Actors:
    """Everybody at the table of a sample, who do what it says until its question is put."""

    def __init__(self, sample: Sample) -> None:
        self.sample = sample
        game = any_game(sample.rulebook, sample.house, sample.readings)
        journal = JournalInMemory()
        earlier = sample.kind == "reveal"  # a device could bind a live shoe at tables of earlier formats only
        header = new_header(game, None, 0, Mode.LIVE)
        journal.begin(replace(header, format=2) if earlier else header)
        door = Door(Mode.LIVE, game.rules.turn, EARLIER if earlier else TODAY)
        self.table = LiveTable(game, None, journal, door=door)
        self.cards = {hand: cards.split() for hand, cards in sample.cards.items()}
        self.says = dict(sample.says)
        self.always = ALWAYS | sample.always
        self.bets = [f"ann@1.1 wager {each}" for each in sample.bets]
        self.tell(ANN, "ann@1.1 sit 500")
        self.tell(DAN, "dealer:dan relief dan")

    def tell(self, author: Author, text: str) -> None:
        refusal = say(self.table, author, text)
        assert refusal is None, f"{author} said {text!r}: {refusal}"

    def reach(self) -> None:
        """Go on until the question of the sample is put, after everything that is to be said before it."""
        for _ in range(200):
            made = question(self.table, None)
            assert made is not None
            if made.kind == self.sample.kind and self.is_ready(made):
                return
            self.step(made.kind, made.hand, made.to)
        raise AssertionError(f"{self.sample.kind} is never asked")

    def is_ready(self, made: Question) -> bool:
        """Whether everything was said that comes before, and this is about the hand of the sample."""
        waits = self.says or (made.kind == "betting" and self.bets)
        return not waits and self.sample.hand in ("", made.hand)

    def step(self, kind: str, hand: str, to: str) -> None:
        if kind in self.says and self.may_be_said(kind):
            self.tell(*self.says.pop(kind))
        elif kind == "betting" and self.bets:
            self.tell(ANN, self.bets.pop(0))
        elif kind in ("card", "turn"):
            self.tell(DAN, self.card(hand))
        elif kind in ("verify", "instruct"):
            self.tell(SUPERVISOR, f"{SUPERVISOR} {kind} {hand}")
        elif kind == "cut" and to == "dealer":
            self.tell(DAN, f"dealer@0.1 cut {self.table.game.rules.shoe.cards // 2}")
        elif kind == "cut":
            self.tell(ANN, "decline")
        elif kind == "place":
            self.tell(DAN, f"dealer@0.1 place {self.table.game.rules.shoe.cards // 4}")
        elif kind in self.always:
            self.tell(ANN if to.startswith("player:") else DAN, self.always[kind].format(f"ann@{hand}"))
        else:
            self.tell(DAN, "close")

    def may_be_said(self, kind: str) -> bool:
        """Whether there was a round after which a reshuffle may be ordered, where that is what is to be said."""
        return kind != "between-rounds" or self.table.seen_by(None).rounds > 0

    def card(self, hand: str) -> str:
        """The next card of this hand, or any that may come."""
        made = question(self.table, DAN)
        assert made is not None
        if made.choices[0].verb == "face-down":
            return "face-down"
        listed = self.cards.get(hand, [])
        return listed.pop(0) if listed else made.choices[0].takes[0].of[0]


def sampled(name: str) -> Json:
    """One question, with the viewer to whom it is put, and the game."""
    sample = SAMPLES[name]
    actors = Actors(sample)
    actors.reach()
    made = asked(actors.table, sample.viewer)
    assert made is not None
    return {"rulebook": sample.rulebook, "viewer": str(sample.viewer), "question": made}


def samples() -> Json:
    """Every sample: the questions, and an update with a view, news and a question."""
    actors = Actors(replace(SAMPLES["decide"], kind="dealer-done"))
    stream = Feed(actors.table).stream(ANN)
    actors.reach()
    update = to_json(stream.take())
    assert to_json(view(actors.table, ANN)) == update["view"]
    return {
        "questions": {name: sampled(name) for name in SAMPLES},
        "update": {"rulebook": "spanish21-ma", "viewer": str(ANN), "update": json.loads(json.dumps(update))},
    }
