"""What must hold of every question that is put to anybody, whatever the game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from pitboss.ids import Author, Box, Player, Role, Wager
from pitboss.money import ZERO, Cents, plain
from pitboss.service.asked import No
from pitboss.service.bets import Bet, Bets
from pitboss.service.choices import NOT_ENOUGH_CHIPS
from pitboss.service.saying import refuses
from pitboss.tables.live import LiveTable
from service.client import Json, said_with, written

ONLOOKERS = (
    None,
    Author(Role.PLAYER, "zoe"),
    Author(Role.REGULATOR, "reg"),
    Author(Role.OPERATOR, "opal"),
    Author(Role.TIME_LIMIT, "clock"),
    Author(Role.DEVICE, "shoe"),
)
PLAIN = {"reason": "it had to be", "name": "newcomer"}
"""What fits a gap for words."""
EXAMPLES = {"double": "double 5", "set": "set Kc 7c | Qc 9c 2c", "sit": "sit 5", "buy": "buy 5", "coupon": "coupon 5"}
"""Words of verbs that are not complete by themselves."""


@dataclass
class Laws:
    """Holds the questions of one table against what the table does with what they say."""

    table: LiveTable
    chance: random.Random
    tried: dict[str, int] = field(default_factory=dict)

    def hold(self, who: Author, made: Json) -> None:
        """Fail if a question breaks a law."""
        self.says_each_thing_once(made)
        self.refuses_what_it_refuses(who, made)
        self.passes_what_it_passes(who, made)
        for choice in made.get("choices", ()):
            self.takes_no_more_than_it_says(who, choice)
        reports = made.get("reports", ())
        for choice in self.chance.sample(reports, min(2, len(reports))):
            self.takes_no_more_than_it_says(who, choice)
        for spot in made.get("bets", ()):
            if self.chance.random() < 0.3:
                self.has_the_room_that_it_says(who, spot)

    def refusal(self, who: Author, text: str) -> No | None:
        return refuses(self.table, who, text)

    def count(self, what: str) -> None:
        self.tried[what] = self.tried.get(what, 0) + 1

    # Each thing once.

    def says_each_thing_once(self, made: Json) -> None:
        offered = [each["verb"] for each in made.get("choices", ())]
        refused = [each["verb"] for each in made.get("not", ())]
        assert not set(offered) & set(refused), f"offered and refused: {made}"
        assert len(set(refused)) == len(refused), f"refused twice: {refused}"
        for each in parts(made):
            cited = each.get("clauses", [])
            assert len(set(cited)) == len(cited), f"a clause twice: {each}"
        for spot in made.get("bets", ()):
            assert ("room" in spot) != ("refused" in spot), spot

    # What is refused, and what passes.

    def refuses_what_it_refuses(self, who: Author, made: Json) -> None:
        """The rule of each verb under `not` refuses it at this very decision, and no other verb stands there."""
        decision = made["to"].startswith("player:") or made["to"] == "dealer"
        for each in made.get("not", ()):
            assert each["code"] not in ("out-of-turn", "no-answer"), f"not about this decision: {each}"
            verb, hand = each["verb"], made.get("hand", "1.1")
            words = EXAMPLES.get(verb, f"{verb} {self.table.game.rules.played} 5" if verb == "wager" else verb)
            words = {"withdraw": f"withdraw {self.table.game.rules.played}", "agree": "agree zoe"}.get(verb, words)
            said = self.refusal(who, f"{'dealer' if hand.startswith('0.') else who.name}@{hand} {words}")
            assert said is not None, f"{words} is said to be refused, and is taken: {each}"
            if decision:
                assert (said.code, list(said.clauses)) == (each["code"], each["clauses"]), f"{said} is not {each}"
                self.count("not")

    def passes_what_it_passes(self, who: Author, made: Json) -> None:
        if "passes" in made:
            assert self.refusal(who, made["passes"]) is None, made
            assert "keeps-open" not in made, made
        if "keeps-open" in made:
            said = self.refusal(who, "close")
            assert said is not None, made
            assert said.code in (made["keeps-open"]["code"], "not-yours", "not-on-duty"), said

    def takes_no_more_than_it_says(self, who: Author, choice: Json) -> None:
        """The ends of each gap pass, and one step beyond is refused; so are gaps that cannot be filled at all."""
        if not choice.get("affordable", True):
            self.is_only_too_dear(who, choice)
            return
        for way in choice.get("ways", ()):
            said = self.refusal(who, said_with({**choice, "say": way}, who.name, []))
            assert said is None, f"{way!r} is offered by {choice}, and refused: {said}"
        for place, gap in enumerate(choice.get("takes", ())):
            for value in passing(gap, self.chance):
                text = filled(choice, place, value, who.name)
                said = self.refusal(who, text)
                assert said is None, f"{text!r} fits {choice}, and is refused: {said}"
                self.count("fits")
            for value in beyond(gap):
                text = filled(choice, place, value, who.name)
                assert self.refusal(who, text) is not None, f"{text!r} is beyond {choice}, and is taken"
                self.count("beyond")

    def is_only_too_dear(self, who: Author, choice: Json) -> None:
        words = [said_with({**choice, "say": way}, who.name, []) for way in choice.get("ways", ())]
        if choice.get("takes"):
            words = [filled(choice, 0, passing(choice["takes"][0], self.chance)[0], who.name)]
        for each in words:
            said = self.refusal(who, each)
            assert said is not None, f"{each!r} is said to be too dear, and is taken: {choice}"
            assert said.code == NOT_ENOUGH_CHIPS, f"{choice}: {said}"
            self.count("too dear")

    # Wagers.

    def has_the_room_that_it_says(self, who: Author, spot: Json) -> None:
        """The most may be put there, and no step more; the least is enough when betting closes, and no step less."""
        played = f"{who.name}@{spot['hand']} wager {spot['wager']}"
        if "room" not in spot:
            least = self.smallest(Wager(spot["wager"])) - spot.get("placed", 0)
            said = self.refusal(who, f"{played} {plain(Cents(max(least, 50)))}")
            assert said is not None, f"{spot} has no room, and takes enough"
            assert said.code == spot["refused"]["code"], f"{spot} is refused for something else: {said}"
            self.count("no room")
            return
        room, lies = spot["room"], spot.get("placed", 0)
        least, most, step = room["least"], room["most"], room.get("step", 1)
        assert least <= most, spot
        if most > lies:
            said = self.refusal(who, f"{played} {plain(Cents(most - lies))}")
            assert said is None, f"the most of {spot} is refused: {said}"
        assert self.refusal(who, f"{played} {plain(Cents(most + step - lies))}") is not None, f"more than {spot}"
        assert self.refusal(who, f"{played} {plain(Cents(step + step // 2))}") is not None, f"off the steps of {spot}"
        self.is_enough(who, spot, least, step)
        self.count("room")

    def is_enough(self, who: Author, spot: Json, least: int, step: int) -> None:
        """Alone with what it needs the least of a wager lies there when betting closes, and a step less does not."""
        box, wager = Box(int(spot["hand"].partition(".")[0])), Wager(spot["wager"])
        bets = Bets(self.table, Player(who.name), box)
        if bets.placed() and self.table.game.rules.betting.wagers_stay:
            return
        enough = self.with_needs(bets, wager, Cents(least))
        assert self.closes(bets, enough), (
            f"the least of {spot} is too little: {enough} {bets.placed()} {bets.refuses(enough)}"
        )
        if least > step:
            fewer = self.with_needs(bets, wager, Cents(least - step))
            assert not self.closes(bets, fewer), f"less than the least of {spot} is enough"
        self.count("least")

    def closes(self, bets: Bets, bet: Bet) -> bool:
        said = bets.refuses(bet)
        return said is None or said.code == NOT_ENOUGH_CHIPS

    def with_needs(self, bets: Bets, wager: Wager, amount: Cents) -> Bet:
        """A wager with those that it needs beside it, each no smaller than it must be."""
        bet: Bet = {wager: amount}
        wagers = self.table.game.rules.betting.wagers
        for each in (wager, *(tie.to for tie in wagers[wager].needs)):
            terms = wagers[each]
            for tie in filter(None, (*terms.needs, terms.not_above, terms.equals)):
                least = max(ZERO if tie in terms.needs else bet[each], self.smallest(tie.to))
                bet[tie.to] = bet[each] if tie == terms.equals else max(least, bet.get(tie.to, ZERO))
        return bets.whole(bet)

    def smallest(self, wager: Wager) -> Cents:
        betting = self.table.game.rules.betting
        return betting.wagers[wager].smallest(betting.chip)


def parts(made: Json) -> Iterator[Json]:
    """Everything in a question that cites clauses."""
    for each in ("choices", "reports", "not", "bets"):
        yield from made.get(each, ())
    yield from (spot["refused"] for spot in made.get("bets", ()) if "refused" in spot)
    if "keeps-open" in made:
        yield made["keeps-open"]


def passing(gap: Json, chance: random.Random) -> list[str]:
    """What fits a gap: both ends of a number, and some of what is listed."""
    if gap.get("of"):
        return chance.sample(gap["of"], min(3, len(gap["of"])))
    if gap["kind"] in PLAIN:
        return [PLAIN[gap["kind"]]]
    ends = [gap.get("least", 0), gap.get("most", gap.get("least", 0) + 1000 * gap.get("step", 1))]
    return [written(gap, end) for end in ends]


def beyond(gap: Json) -> list[str]:
    """What does not fit a gap by one step, or by a part of one."""
    if gap.get("of") or gap["kind"] in PLAIN:
        return {"card": ["Xx", "1s", "7h7h"], "player": ["nobody", "a b"], "name": ["a b", "7"]}.get(gap["kind"], [])
    least, step = gap.get("least", 0), gap.get("step", 1)
    wrong = [least - step, *([gap["most"] + step] if "most" in gap else []), *([least + step // 2] if step > 1 else [])]
    return [written(gap, each) if each >= 0 else f"-{written(gap, -each)}" for each in wrong]


def filled(choice: Json, place: int, value: str, player: str) -> str:
    """The words of a choice with this value in one gap, and something that fits in the others."""
    first = random.Random(0)
    values = [value if each == place else passing(gap, first)[0] for each, gap in enumerate(choice["takes"])]
    return said_with(choice, player, values)


def everything_of(table: LiveTable) -> tuple[object, ...]:
    """All that a question must not change, as text."""
    runner, door = table.runner, table.door
    round_ = runner.table.round
    return (
        table.lines,
        table.recorder.data,  # type: ignore[attr-defined]
        repr(runner.state),
        id(runner.pending),
        (runner.table.asked, None if round_ is None else round_.asked),
        tuple(repr(value) for value in vars(door).values()),
        [(record.number, len(record.answers), len(record.facts)) for record in runner.records],
        None if table.shoe is None else repr(vars(table.shoe)),
        None if table.meter is None else table.meter.shown(),
        (len(table.recent), table.recent.forgotten),
    )
