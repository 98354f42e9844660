"""Whole tables from seeds: random people at random seats over several shoes, with every check on.

What fails names its seed and prints the round in progress in the notation, ready to become a golden round.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from decimal import Decimal

import pytest

from conformance.suite import WHEEL, invariants
from pitboss.audit.verify import audit
from pitboss.core.facts import CardsCollected, RoundEnded
from pitboss.core.fold import fold_table
from pitboss.core.kinds import Occasion
from pitboss.core.legal_answers import choices
from pitboss.core.requests import Act, Answer, Close, Decide, Decline, Offer, Window
from pitboss.core.shuffling import Cut
from pitboss.core.table_state import TableState
from pitboss.core.wagering import PlaceWager
from pitboss.ids import HOUSE_DEALER, Box, HandId, Player, is_tip
from pitboss.money import Cents
from pitboss.notation.write import write_round
from pitboss.tables.intents import BuyChips, Leave, OrderReshuffle, SeeBurnCard, Sit
from pitboss.tables.live import LiveTable
from seeds import seeds
from table.driving import Watched, watched

NAMES = [Player(name) for name in ("ann", "bob", "cat", "dan", "eve", "fay", "gus")]
HOUSES: list[tuple[str, Mapping[str, object]]] = [
    ("spanish21-ma", {"boxes_per_player": 2}),
    ("spanish21-ma", {"dealing_procedure": "no_hole", "decks": 8}),
    ("spanish21-ma", {"bonus_spin": True, "wheel": WHEEL, "dealing_procedure": "hole_no_reader"}),
    ("spanish21-ma-prior", {"shuffle_method": "automated"}),
    ("spanish21-md", {"boxes_per_player": 2, "settlement_order": "one_pass_from_right"}),
    ("spanish21-md", {"shuffle_method": "automated", "decks": 8}),
    ("spanish21-charity", {}),
    ("blackjack-co", {"boxes_per_player": 2}),
    ("blackjack-co", {"decks": 1, "cut_card_behind": 20}),
    ("21-plus-3", {"decks": 2, "player_cards": "face_down", "aggregate_limit": 100}),
    ("golden-21", {"decks": 2, "no_mid_deck_entry": True, "tip_bets": True}),
    ("golden-21", {"dealing": "continuous"}),
    ("buffalo-2", {"decks": 2, "tip_bets": True}),
    ("buffalo-3", {"boxes_per_player": 2}),
    ("blackjack-switch", {"tip_bets": True}),
    ("3-card-21", {"boxes_per_player": 2}),
    ("straight-jack", {"boxes_per_player": 2}),
    ("straight-jack-progressive", {"paytable": "SJP4", "meter_reserve": Decimal("0.05")}),
    ("ante-up-21", {"tip_bets": True}),
    ("ante-up-21", {"decks": 2, "poker_bonus": False, "require_both": False}),
    ("21-hold-em", {"burn_count": 2}),
    ("21-hold-em", {"poker_entry": "compulsory", "main_min": 1, "main_max": 4}),
    ("pai-jack", {"tip_bets": True, "foul_policy": "reset"}),
]
ROUNDS = 60


class People:
    """Random people: they come and go, cut or decline, bet what they like and do whatever is legal."""

    def __init__(self, table: LiveTable, seed: int) -> None:
        self.table = table
        self.chance = random.Random(seed)

    def say(self) -> Answer:
        match self.table.pending:
            case Window(Occasion.BETWEEN_ROUNDS):
                return self.between_rounds()
            case Window(Occasion.BETTING):
                return self.bet()
            case Offer(player, hand, (option,)) if option.verb is Cut:
                cut = Act(player, hand, self.chance.choice(option.intents))
                return cut if self.chance.random() < 0.5 else Decline()
            case (Decide() | Offer() | Window()) as request:
                t = self.table.runner.table.round
                assert t is not None
                return self.chance.choice(choices(t, request))
        raise AssertionError(self.table.pending)

    def between_rounds(self) -> Answer:
        state = self.table.runner.state
        free = [box for box in range(1, 8) if box not in {seat.box for seat in state.seats.values()}]
        away = [name for name in NAMES if name not in state.seats]
        roll = self.chance.random()
        if not state.seats or (roll < 0.05 and away and free):
            return Act(self.chance.choice(away), HandId(Box(self.chance.choice(free)), 1), Sit(Cents(10**6)))
        someone = self.chance.choice(list(state.seats))
        place = HandId(state.seats[someone].box, 1)
        if roll < 0.08:
            return Act(someone, place, self.chance.choice([Leave(), BuyChips(Cents(5000)), SeeBurnCard()]))
        if roll < 0.10:
            return Act(HOUSE_DEALER, HandId(Box(0), 1), OrderReshuffle())
        return Close()

    def bet(self) -> Answer:
        state, terms = self.table.runner.state, self.table.game.rules.betting
        for name, seat in state.seats.items():
            placed = state.layout.placed_by(name)
            for wager, owed in terms.owed(placed).items() if placed else ():
                return Act(name, HandId(seat.box, 1), PlaceWager(wager, owed))
            for wager, each in terms.wagers.items() if placed and self.chance.random() < 0.3 else ():
                beside = {tie.to for tie in each.needs} <= set(placed) and not is_tip(wager)
                if wager not in placed and beside and each.equals is None and not each.from_first_hand:
                    return Act(name, HandId(seat.box, 1), PlaceWager(wager, each.smallest(terms.chip)))
        waiting = [name for name in state.seats if name not in state.layout.players()]
        if not waiting or self.chance.random() < 0.02:
            return Close()
        main = terms.wagers[self.table.game.rules.played]
        assert main.most is not None
        assert main.least is not None
        amount = Cents(min(main.most.amount, main.least.amount * self.chance.randint(1, 5)))
        return Act(waiting[0], HandId(state.seats[waiting[0]].box, 1), PlaceWager(self.table.game.rules.played, amount))


class Checks:
    """A second fold of the same facts, from nothing, which must always agree with the live table."""

    def __init__(self) -> None:
        self.state = TableState()
        self.seen = 0

    def catch_up(self, person: Watched) -> None:
        for fact in person.facts[self.seen :]:
            fold_table(self.state, fact)
            if self.state.in_round:
                invariants(self.state.layout)
            if isinstance(fact, RoundEnded):
                assert self.state.balanced(), "chips appeared or vanished"
        self.seen = len(person.facts)
        assert self.state == person.table.runner.state, "the fold of the facts is not the live table"
        if self.state.shoe is not None and not self.state.in_round:
            assert self.state.shoe.undealt + self.state.shoe.discarded == person.table.game.rules.shoe.cards
        hands = self.state.layout.hands.values()
        for name in (*NAMES, None):
            hidden = sum(hand.face_down + (hand.concealed if hand.caller != name else 0) for hand in hands)
            seen = person.table.seen_by(name).layout.hands.values()
            assert sum(hand.face_down for hand in seen) == hidden


def play(person: Watched, seed: int) -> None:
    people, checks = People(person.table, seed), Checks()
    while person.table.runner.state.rounds < ROUNDS or person.table.runner.state.in_round:
        person.submit(people.say())
        checks.catch_up(person)
    person.close()
    assert person.journal is not None
    report = audit(person.journal.data, person.journal.head)
    assert report.problems == [], report.problems[0]
    assert report.closed
    assert report.revealed == len([fact for fact in person.facts if type(fact).__name__ == "CardsShuffled"])
    assert CardsCollected in {type(fact) for fact in person.facts}


def last_round(person: Watched) -> str:
    """The round in progress, or the last one, in the notation."""
    if not person.table.runner.records:
        return "before the first round"
    record = person.table.runner.records[-1]
    return write_round(person.table.game, record.answers, record.table, expect=False)


@pytest.mark.parametrize("seed", seeds(7, few=1))
@pytest.mark.parametrize(("rulebook", "settings"), HOUSES, ids=lambda each: str(each)[:40])
def test_tables_from_seeds(rulebook: str, settings: Mapping[str, object], seed: int) -> None:
    person = watched(rulebook, settings, seed=seed)
    try:
        play(person, seed)
    except AssertionError as error:
        raise AssertionError(f"{error}\nseed {seed}, {rulebook}, {dict(settings)}\n{last_round(person)}") from error
