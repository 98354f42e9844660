"""Random houses, seats, bets and decisions, chosen by hypothesis; a failure shrinks to a round file.

The machine answers one request a step. What fails is printed as a `.round.toml`, ready to become a golden round.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from conformance.suite import WHEEL, any_game, fouls, invariants
from pitboss.core.driver import Runner
from pitboss.core.fold import fold
from pitboss.core.incidents import FaceUpInShoe, ShoeEmpty
from pitboss.core.kinds import Found
from pitboss.core.layout import Layout
from pitboss.core.legal_answers import choices
from pitboss.core.meter import at_seed
from pitboss.core.requests import (
    Act,
    Answer,
    ByMeter,
    Close,
    Decide,
    NextCard,
    Offer,
    Reader,
    Shuffle,
    Shuffled,
    Spin,
    Turn,
    Window,
)
from pitboss.core.rules import RoundContext
from pitboss.core.wagering import PlaceWager
from pitboss.ids import Box, HandId, Player, Wager
from pitboss.law.rulebook import load
from pitboss.money import Cents
from pitboss.notation.file import parse_round
from pitboss.notation.replay import replay
from pitboss.notation.write import write_round
from pitboss.shoe.stack import Stack

pytestmark = pytest.mark.slow
PROCEDURES = st.sampled_from(["no_hole", "hole_no_reader", "hole_reader"])
HOUSES: dict[str, dict[str, st.SearchStrategy[object]]] = {
    "spanish21-ma": {
        "decks": st.sampled_from([6, 8]),
        "dealing_procedure": PROCEDURES,
        "boxes_per_player": st.integers(1, 3),
        "bonus_spin": st.booleans(),
        "wheel": st.just(WHEEL),
    },
    "spanish21-ma-prior": {"dealing_procedure": PROCEDURES, "match_offered": st.booleans()},
    "spanish21-md": {
        "decks": st.sampled_from([6, 8]),
        "boxes_per_player": st.integers(1, 3),
        "max_splits": st.integers(1, 3),
        "max_splits_aces": st.integers(1, 3),
        "settlement_order": st.sampled_from(["losers_then_winners", "one_pass_from_right"]),
    },
    "blackjack-co": {
        "decks": st.sampled_from([2, 6, 8]),
        "soft17": st.sampled_from(["stand", "hit"]),
        "double": st.sampled_from(["any_two", "any_number"]),
        "double_after_split": st.booleans(),
        "surrender": st.sampled_from(["none", "late"]),
        "max_splits": st.integers(0, 3),
        "resplit_aces": st.booleans(),
        "hit_split_aces": st.booleans(),
    },
    "21-plus-3": {
        "decks": st.just(2),
        "version": st.sampled_from(["standard", "xtreme"]),
        "player_cards": st.sampled_from(["face_up", "face_down"]),
    },
    "golden-21": {
        "schedule": st.sampled_from([1, 2, 3, 12, 13, 14]),
        "golden_cap_main": st.booleans(),
        "tip_bets": st.booleans(),
        "tip_even_dollar": st.booleans(),
    },
    "buffalo-2": {"decks": st.just(2), "surrender": st.sampled_from(["none", "late"]), "tip_bets": st.booleans()},
    "blackjack-switch": {"soft17": st.sampled_from(["stand", "hit"]), "tip_bets": st.booleans()},
    "3-card-21": {"paytable": st.integers(3, 5), "double": st.sampled_from(["any_two", "any_number"])},
    "buffalo-3": {"decks": st.just(4), "top_3_table": st.sampled_from(["A", "B"]), "tip_bets": st.booleans()},
    "straight-jack-progressive": {"paytable": st.sampled_from(["SJP1", "SJP2", "SJP3", "SJP4"]), "decks": st.just(2)},
    "straight-jack": {"surrender": st.sampled_from(["none", "late"]), "max_splits": st.integers(0, 3)},
    "spanish21-charity": {"boxes_per_player": st.integers(1, 3), "main_min": st.integers(1, 5)},
    "ante-up-21": {
        "schedule": st.sampled_from("ABCD"),
        "require_both": st.booleans(),
        "max_splits": st.integers(0, 3),
    },
    "21-hold-em": {"tip_bets": st.booleans(), "soft17": st.sampled_from(["stand", "hit"])},
    "pai-jack": {
        "foul_policy": st.sampled_from(["house_way", "reset", "lose"]),
        "bonus_table": st.integers(1, 4),
        "assistance": st.booleans(),
        "boxes_per_player": st.integers(1, 3),
    },
}


def switches(rulebook: str) -> dict[str, st.SearchStrategy[str]]:
    questions = load(rulebook).interpretations
    return {code: st.sampled_from(list(each.values)) for code, each in questions.items() if each.switch}


Chosen = tuple[str, dict[str, object], dict[str, object]]


@st.composite
def games(draw: st.DrawFn) -> Chosen:
    """A rulebook with a random lawful house and random readings."""
    rulebook = draw(st.sampled_from(list(HOUSES)))
    house = draw(st.fixed_dictionaries(HOUSES[rulebook]))
    return rulebook, house, draw(st.fixed_dictionaries({}, optional=dict(switches(rulebook))))


ASKED = Decide | Offer | Window | Spin | ByMeter


class Table(RuleBasedStateMachine):
    @initialize(playing=games(), found=st.integers(0, 1), ranks=st.sets(st.sampled_from("A26789K"), min_size=2))
    def open(self, playing: Chosen, found: int, ranks: set[str]) -> None:
        self.game = any_game(*playing)
        few = [card for card in self.game.shoe if card.rank in ranks]
        self.cards = few if len(self.game.shoe) > 52 else list(self.game.shoe)  # one deck has no card to spare
        self.start(RoundContext(face_up_found=found))

    def start(self, table: RoundContext) -> None:
        self.table = table
        self.runner: Runner[Any] = Runner(self.game.rules, self.table)
        self.shoe = Stack(())
        self.left = list(self.cards)
        self.betting = True

    def answer(self, answer: Answer) -> None:
        try:
            refusal = self.runner.answer(answer)
            assert refusal is None, refusal
        except Exception:
            note(self.text(expect=False))
            raise

    def text(self, *, expect: bool) -> str:
        unseen = self.shoe.unseen()
        return write_round(self.game, self.runner.answers, self.table, unseen=unseen, expect=expect)

    @precondition(lambda self: self.betting)
    @rule(
        box=st.integers(1, 7),
        who=st.integers(0, 3),
        chips=st.integers(1, 1000),
        match=st.booleans(),
        spin=st.booleans(),
    )
    def bet(self, box: int, who: int, chips: int, match: bool, spin: bool) -> None:  # noqa: FBT001
        act = Act(Player(f"p{who}"), HandId(Box(box), 1), PlaceWager(self.game.rules.played, Cents(50 * chips)))
        if self.runner.answer(act) is not None:
            return
        stakes = self.runner.round.layout.stakes.items()
        placed = {key.wager: stake.original for key, stake in stakes if key.hand == act.hand}
        for wager, terms in self.game.rules.betting.wagers.items():
            if terms.compulsory and wager != self.game.rules.played:  # a wager that was raised takes as much of it
                more = Cents(placed[self.game.rules.played] - placed.get(wager, 0))
                self.answer(Act(act.player, act.hand, PlaceWager(wager, more)))
        down = Wager("match-the-dealer-down")
        sides = [(Wager("match-the-dealer"), Cents(100), match), (Wager("bonus-spin"), Cents(500), spin)]
        sides += [(down, Cents(150), spin), (Wager("pai-jack-bonus"), Cents(100), match)]
        sides += [(Wager("poker-bonus"), Cents(100), match), (Wager("poker"), Cents(100), match or spin)]
        for wager, amount, wanted in sides:
            if wanted:  # a side wager raised too far is refused, and the round goes on without it
                self.runner.answer(Act(act.player, act.hand, PlaceWager(wager, amount)))

    @precondition(lambda self: self.betting and self.runner.round.layout.order)
    @rule()
    def no_more_bets(self) -> None:
        refusal = self.runner.answer(Close())
        if refusal is None:
            self.betting = False
        else:  # more may be wagered, until it is enough and side by side
            assert refusal.code in ("under-minimum", "not-adjacent"), refusal

    @precondition(lambda self: not self.betting and isinstance(self.runner.pending, NextCard | Turn | Reader | Shuffle))
    @rule(at=st.integers(0, 10**6), face_up=st.sampled_from([False] * 15 + [True]))
    def deal(self, at: int, face_up: bool) -> None:  # noqa: FBT001
        request = self.runner.pending
        assert request is not None
        if isinstance(request, Shuffle):
            self.left = list((Counter(self.cards) - Counter(request.out)).elements())
            self.answer(Shuffled())
            return
        if isinstance(request, NextCard):
            if not self.left:
                self.answer(ShoeEmpty())
                return
            card = self.left.pop(at % len(self.left))
            if face_up and FaceUpInShoe in self.game.rules.incidents:
                self.answer(FaceUpInShoe(card))
                return
            self.shoe.cards.append(card)
        self.answer(self.shoe.answer(request))

    @precondition(lambda self: not self.betting and isinstance(self.runner.pending, ASKED))
    @rule(at=st.integers(0, 10**6))
    def decide(self, at: int) -> None:
        request = self.runner.pending
        assert request is not None
        if isinstance(request, Spin):
            self.answer(1 + at % len(request.weights))
            return
        if isinstance(request, ByMeter):
            self.answer(at_seed(self.game.rules.meter).answer(request))
            return
        assert isinstance(request, Decide | Offer | Window)
        possible = [*choices(self.runner.round, request), *fouls(self.runner.round, request)]
        self.answer(possible[at % len(possible)])

    @precondition(lambda self: self.runner.round.layout.ended)
    @rule()
    def next_round(self) -> None:
        """On a fresh shoe after a void, else with what the shoe has shown so far."""
        layout = self.runner.round.layout
        found = layout.found_before[Found.FACE_UP] + layout.found.get(Found.FACE_UP, 0)
        self.start(RoundContext() if layout.void else RoundContext(min(1, found)))

    @invariant()
    def holds(self) -> None:
        if not hasattr(self, "runner"):
            return
        try:
            self.check(self.runner.round.layout)
        except Exception:
            note(self.text(expect=False))
            raise

    def check(self, layout: Layout) -> None:
        invariants(layout)
        assert fold(self.runner.round.facts) == layout
        if layout.ended:
            self.comes_back_from_text()

    def comes_back_from_text(self) -> None:
        """A finished round is written as text, read and played again: the same cents for everyone."""
        played = replay(parse_round(self.text(expect=True)))
        assert played.refused is None, played.refused
        assert played.met is True
        assert played.runner.round.facts == self.runner.round.facts


Table.TestCase.settings = settings(
    max_examples=600, stateful_step_count=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
TestTable = Table.TestCase
