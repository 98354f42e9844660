"""A played round as a round file: the inverse of reading and replaying one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from pitboss.cards import Card
from pitboss.core.procedure import Runner, TableState
from pitboss.core.requests import (
    Act,
    Answer,
    FaceDown,
    FaceUpInShoe,
    NextCard,
    Request,
    Spin,
    Turn,
)
from pitboss.core.wagering import PlaceWager
from pitboss.games.registry import Game
from pitboss.ids import MAIN, Box, HandId, Player
from pitboss.law.house import House, defaults
from pitboss.money import Cents, Odds, plain


def write_round(
    game: Game,
    answers: Iterable[Answer],
    table: TableState | None = None,
    *,
    title: str = "",
    unseen: Iterable[Card] = (),
    expect: bool = True,
) -> str:
    """The text of a round. `unseen` are cards that were dealt face down and never turned, in order."""
    table = table or TableState()
    runner: Runner[Any] = Runner(game.rules, table)
    tokens, actions, bets = _collect(runner, answers, iter(unseen))
    lines = [f"# {title}"] if title else []
    lines += [f'rulebook = "{game.house.rulebook.id}"', 'cards = """', *_wrapped(tokens), '"""']
    lines.append("actions = [" + ", ".join(f'"{action}"' for action in actions) + "]")
    lines += _house(game.house)
    if table != TableState():
        lines += ["", "[table]", *(f"{key} = {value}" for key, value in table._asdict().items() if value)]
    for player, box, wagers in bets:
        lines += ["", "[[bets]]", f"box = {box}", f'player = "{player}"']
        lines += [f"{wager} = {plain(amount)}" for wager, amount in wagers.items()]
    if expect and runner.pending is None:
        lines += ["", "[expect]", *_nets(runner)]
    return "\n".join(lines) + "\n"


Bets = list[tuple[Player, Box, dict[str, Cents]]]


def _collect(
    runner: Runner[Any], answers: Iterable[Answer], unseen: Iterator[Card]
) -> tuple[list[str], list[str], Bets]:
    tokens: list[str] = []
    actions: list[str] = []
    bets: Bets = []
    face_down: dict[HandId, list[int]] = {}
    for answer in answers:
        request = runner.pending
        assert request is not None
        if isinstance(answer, Act):
            _write_act(runner, answer, actions, bets)
        else:
            _write_card(request, answer, tokens, face_down)
        refusal = runner.answer(answer)
        assert refusal is None, refusal
    for places in face_down.values():
        for place in places:
            tokens[place] = str(next(unseen))
    return tokens, actions, bets


def _write_act(runner: Runner[Any], act: Act, actions: list[str], bets: Bets) -> None:
    if isinstance(act.intent, PlaceWager):
        _write_bet(act.player, act.hand.box, act.intent, bets)
        return
    many = len(runner.round.layout.hands_of(act.hand.box)) > 1
    number = f".{act.hand.number}" if many else ""
    actions.append(f"{act.player}@{act.hand.box}{number} {act.intent.written()}")


def _write_bet(player: Player, box: Box, intent: PlaceWager, bets: Bets) -> None:
    """Into the last table if it is the same player's on the same box, so that bets come back in their order."""
    same = bets and bets[-1][:2] == (player, box) and intent.wager not in bets[-1][2] and intent.wager != MAIN
    if not same:
        bets.append((player, box, {}))
    bets[-1][2][intent.wager] = intent.amount


def _write_card(request: Request, answer: Answer, tokens: list[str], face_down: dict[HandId, list[int]]) -> None:
    match request, answer:
        case _, FaceUpInShoe(card):
            tokens.append(f"[face-up {card}]")
        case NextCard(hand), FaceDown():
            face_down.setdefault(hand, []).append(len(tokens))
            tokens.append("")
        case NextCard(), Card():
            tokens.append(str(answer))
        case Turn(hand), Card():
            tokens[face_down[hand].pop(0)] = str(answer)
        case Spin(), int():
            tokens.append(f"[spin {answer}]")


def _wrapped(tokens: list[str], width: int = 16) -> list[str]:
    return [" ".join(tokens[at : at + width]) for at in range(0, len(tokens), width)]


def _nets(runner: Runner[Any]) -> list[str]:
    layout = runner.round.layout
    return [f"{player} = {plain(layout.net(player))}" for player in layout.players()]


def _house(house: House) -> list[str]:
    """What differs from the rulebook's defaults."""
    usual = defaults(house.rulebook)
    lines: list[str] = []
    different = {name: value for name, value in house.values.items() if value != usual.values[name]}
    wheel = different.pop("wheel", None)
    if different:
        lines += ["", "[house]", *(f"{name} = {_value(house, name, value)}" for name, value in different.items())]
    if isinstance(wheel, tuple):
        for pays, weight in house.wheel("wheel"):
            lines += ["", "[[house.wheel]]", f"pays = {plain(pays)}", f"weight = {weight}"]
    lines += _readings(house.readings, usual.readings)
    return lines


def _readings(chosen: Mapping[str, str], usual: Mapping[str, str]) -> list[str]:
    different = [f'{code} = "{value}"' for code, value in chosen.items() if value != usual[code]]
    return ["", "[readings]", *different] if different else []


def _value(house: House, name: str, value: Any) -> str:
    if house.rulebook.options[name].type == "money":
        return str(Decimal(plain(value)))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value)
    if all(isinstance(each, str) for each in value):
        return "[" + ", ".join(f'"{each}"' for each in value) + "]"
    rows: list[tuple[str, Odds]] = list(value)
    return "{ " + ", ".join(f'{row} = "{odds}"' for row, odds in rows) + " }"
