"""A step and a verb that no face has ever heard of are asked, explained, taken and told in JSON all the same."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import pytest

from conformance.suite import any_game
from pitboss.core.options import Intent, Option, Refusal, Ruling, Taken, Takes, read_amount
from pitboss.games.registry import Game
from pitboss.ids import ClauseId, HandId, Player
from pitboss.money import Cents, plain
from service import client
from service.client import PLAYERS, Json, Party, a_table, asked

CLAUSE = ClauseId("CO-2102.1")


@dataclass(frozen=True, slots=True)
class Juggle(Intent):
    """Nothing that any game knows."""

    verb: ClassVar[str] = "juggle"


@dataclass(frozen=True, slots=True)
class Boast(Intent):
    """Nothing that any game knows, with an amount."""

    verb: ClassVar[str] = "boast"
    amount: Cents

    @classmethod
    def read(cls, words: Any) -> Self:
        amount = read_amount(words)
        if amount is None:
            raise ValueError("takes an amount of dollars, as in boast 5")
        return cls(amount)

    def written(self) -> str:
        return f"{self.verb} {plain(self.amount)}"


async def offer_juggling(t: Any) -> None:
    """A step of its own: every hand may juggle or boast after the first cards."""
    for hand in t.layout.order:
        await t.offer(hand, (Juggle, Boast))


def may_juggle(_t: object, _player: Player, hand: HandId) -> Ruling:
    if hand.box <= 3:
        return Option(Juggle, (CLAUSE,), (Juggle(),))
    return Refusal("no-juggling", "only boxes 1 to 3 may juggle", (CLAUSE,))


def may_boast(_t: object, _player: Player, _hand: HandId) -> Ruling:
    return Option(Boast, (CLAUSE,), (Boast(Cents(300)),), _refuses_boast, _boasts)


def _boasts() -> tuple[Takes, ...]:
    return (Takes(Taken.CENTS, 100, 300, 50),)


def _refuses_boast(intent: Intent) -> Refusal | None:
    amount = getattr(intent, "amount", 0)
    if amount in range(100, 301, 50):
        return None
    return Refusal("no-boast", f"{amount} is no boast", (CLAUSE,))


def juggling() -> Game:
    game = any_game("blackjack-co", {})
    rules: Any = game.rules
    steps = (*rules.steps[:2], offer_juggling, *rules.steps[2:])
    menu = {**rules.menu, Juggle: may_juggle, Boast: may_boast}
    verbs = {**game.verbs, Juggle.verb: Juggle, Boast.verb: Boast}
    return replace(game, rules=replace(rules, steps=steps, menu=menu), verbs=verbs)


@pytest.mark.parametrize("live", [False, True], ids=["virtual", "live"])
def test_a_stranger_plays_a_verb_that_nobody_knows(*, live: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "any_game", lambda *_: juggling())
    party = Party(a_table("blackjack-co", 1, live=live), 1, live)
    questions: list[Json] = []
    for _ in range(700):
        assert party.step()
        questions += [made for who in PLAYERS if (made := asked(party.table, who)) and made.get("yours")]
    assert party.counts["said juggle"] > 3
    assert party.counts["said boast"] > 3
    offered = [each for each in questions if any(choice["verb"] == "boast" for choice in each.get("choices", ()))]
    juggled = next(each for each in offered if each["choices"][0]["verb"] == "juggle")
    assert juggled["kind"] == "decide"
    assert juggled["passes"] == "decline"
    juggle, boast = juggled["choices"]
    assert juggle == {
        "verb": "juggle",
        "label": "Juggle",
        "say": "juggle",
        "hand": juggled["hand"],
        "ways": ["juggle"],
        "clauses": [CLAUSE],
    }
    assert boast["label"] == "Boast for $3.00"
    assert boast["say"] == "boast {}"
    assert boast["takes"] == [{"kind": "cents", "least": 100, "most": 300, "step": 50}]
    refused = [no for each in offered for no in each.get("not", ())]
    assert {
        "verb": "juggle",
        "code": "no-juggling",
        "says": "only boxes 1 to 3 may juggle",
        "clauses": [CLAUSE],
    } in refused


def test_a_verb_that_nobody_knows_is_on_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "any_game", lambda *_: juggling())
    party = Party(a_table("blackjack-co", 1), 1)
    while not (party.counts["said juggle"] and party.counts["said boast"]):
        assert party.step()
    data: bytes = party.table.recorder.data  # type: ignore[attr-defined]
    assert b" juggle" in data
    assert b" boast 1." in data or b" boast 2." in data or b" boast 3." in data
