"""What is done about everything that can go wrong, at every moment at which it may: found by asking the rules.

A live table is played through two shoes of its own, an ordinary one and one that runs out. Whenever it comes to a
moment for the first time, each irregularity is reported there: it is taken, and the facts that it sets in motion say
by which clauses, or it is refused, and the refusal says why it cannot be there.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.core.authority import PERMISSIONS
from pitboss.core.cut_card import PlaceCutCard
from pitboss.core.facts import CardsCollected, CardsCut, Fact, clauses_of
from pitboss.core.incidents import (
    Adjusted,
    Admitted,
    BurnForgotten,
    ByStaff,
    Confirmed,
    Corrected,
    CutCardOut,
    DealerKeyed,
    DrawnUnseen,
    Dropped,
    Exposed,
    FaceUpInShoe,
    FoulRuled,
    Heard,
    Incident,
    Instructed,
    Miscounted,
    Misdealt,
    Missed,
    Ordered,
    Overdrawn,
    ReaderFailed,
    ReaderRepaired,
    Relieved,
    Ruled,
    ShoeEmpty,
    SpotsSwapped,
    TenInShoe,
    Verified,
    WrongPeek,
)
from pitboss.core.kinds import Decision, FoulPolicy, Occasion, StaffOrder
from pitboss.core.legal_answers import choices
from pitboss.core.options import Intent
from pitboss.core.requests import (
    Act,
    Answer,
    Decide,
    GameOver,
    KeyAward,
    LockMeter,
    NextCard,
    Offer,
    Reader,
    Request,
    Shuffle,
    Shuffled,
    Spin,
    Turn,
    Window,
)
from pitboss.core.shuffling import Load
from pitboss.core.table_state import TableState
from pitboss.core.wagering import PlaceWager
from pitboss.games.kinds import dealers_first_cards, played_wagers
from pitboss.games.registry import Game, family
from pitboss.ids import DEALER, HOUSE_DEALER, Author, Box, Clauses, HandId, Player, Role, once_each
from pitboss.money import Cents
from pitboss.shoe.stack import EmptyShoe, Stack
from pitboss.tables.answering import answer_of, at, first, from_shoe, meter, to, verifying
from pitboss.tables.conduct import Table
from pitboss.tables.intents import Counted, Sit
from pitboss.tables.runner import TableRunner

ROUNDS = 60  # enough to come to every moment of every game
VISITS = 5  # of each moment, because what may happen there depends on what lies on the layout
CARDS = {
    "face-up": "a card lies face up in the shoe",
    "ten": "a 10 is found in the shoe",
    "missed": "a card that is due is not dealt",
    "unseen": "a card is drawn in error, and nobody sees it",
    "exposed": "a card is drawn in error, and it is seen",
    "overdrawn": "the dealer, who must stand, draws one more",
    "shoe-empty": "the shoe runs out",
    "cut-card": "the cut card comes out",
    "burn-forgotten": "the dealer forgets to burn a card",
    "spots-swapped": "the community cards lie on each other's spots",
}
PLAYERS = (Player("ann"), Player("bob"))
SUPERVISOR, DEALING = Author(Role.SUPERVISOR, "sue"), Author(Role.DEALER, "dan")


class Cell(NamedTuple):
    """One irregularity at one moment: the clauses by which it is dealt with, or why it cannot be there."""

    matter: str
    moment: str
    taken: bool
    clauses: Clauses
    says: str


@dataclass(frozen=True, slots=True)
class Moment:
    """A table just before an irregularity: as it last rested, all that was answered since, and what comes next."""

    name: str
    rested: TableState
    answers: tuple[Answer, ...]
    next_card: Card | None


def irregular_matters() -> dict[str, str]:
    """Return every irregularity by its name, with what it is."""
    return {**CARDS, **{matter: permission.about for matter, permission in PERMISSIONS.items()}}


def matrix(game: Game) -> list[Cell]:
    """Every irregularity at every moment of this game, in the order in which a table comes to them."""
    found: dict[tuple[str, str], Cell] = {}
    for playing in _shoes(game):
        for moment in _moments(playing):
            for matter, incident in incidents_at(playing, moment):
                known = found.get((matter, moment.name))
                if known is None or not known.taken:
                    cell = _report(playing, moment, matter, incident)
                    if known is None or cell.taken:
                        found[matter, moment.name] = cell
    return list(found.values())


def _shoes(game: Game) -> Iterator[Game]:
    """The game as it is, and with a shoe that runs out in mid-round, where its rules can be told so."""
    yield game
    drawn = family(game)
    if drawn is not None:
        rules = replace(drawn.rules, shoe=replace(drawn.rules.shoe, cards=26, behind=None, cut_from_ends=2))
        yield replace(game, rules=rules, shoe=game.shoe[:26])


def started(game: Game, moment: Moment) -> TableRunner:
    """A live table at this moment."""
    runner = TableRunner(game.rules, state=deepcopy(moment.rested), cards=game.shoe)
    for answer in moment.answers:
        refusal = runner.answer(answer, DEALING)
        assert refusal is None, refusal
    return runner


def _report(game: Game, moment: Moment, matter: str, incident: Incident) -> Cell:
    runner = started(game, moment)
    told: list[Fact] = []
    runner.table.watched_by(told.append)
    refusal = runner.answer(incident, SUPERVISOR)
    runner.close()
    if refusal is not None:
        return Cell(matter, moment.name, taken=False, clauses=refusal.clauses, says=refusal.says)
    cited = once_each(tuple(each for fact in told[:2] for each in clauses_of(fact)))
    return Cell(matter, moment.name, taken=True, clauses=cited, says="")


class Dealer:
    """Deals by chance from a seeded shoe, as people would who make no mistakes."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.chance = random.Random(21)
        self.runner = TableRunner(game.rules, self.happened, cards=game.shoe)
        self.stack = Stack(())
        self.rested = TableState()
        self.answers: list[Answer] = []
        self.answerers = first(
            at(Occasion.BETWEEN_ROUNDS, lambda _table, _window: next(self._seats(), None)),
            at(Occasion.BETTING, lambda _table, _window: next(self._wagers(), None)),
            to(Shuffle, self._shuffle),
            to(Spin, lambda _: 1),
            verifying(SUPERVISOR, DEALING),
            meter(game.rules),
            self._by_chance,
            self._from_shoe,
        )

    def happened(self, fact: Fact) -> None:
        if isinstance(fact, CardsCut):
            self.stack.cards.rotate(-fact.at)
        elif isinstance(fact, CardsCollected):
            self.stack.collect()

    def step(self) -> None:
        request = self.runner.pending
        assert request is not None
        answer = answer_of(self.answerers, self.runner.table, request)
        refusal = self.runner.answer(answer, DEALING)
        assert refusal is None, refusal
        self.answers.append(answer)
        if isinstance(self.runner.pending, Window) and self.runner.pending.occasion is Occasion.BETWEEN_ROUNDS:
            self.rested, self.answers = deepcopy(self.runner.table.state), []

    def _from_shoe(self, t: Table, request: Request) -> Answer | None:
        try:
            return from_shoe(self.stack)(t, request)
        except EmptyShoe:
            return ShoeEmpty()

    def _by_chance(self, t: Table, request: Request) -> Answer | None:
        """What players do in a round, at random; before it they take the cut that is offered."""
        match request:
            case Decide(player, hand, options) if player == HOUSE_DEALER:
                return Act(player, hand, options[0].intents[0])
            case Offer(player, hand, options) if t.round is None:
                return Act(player, hand, options[0].intents[0])
            case Window(Occasion.FOULED) if t.round is not None:
                fouls = [FoulRuled(SUPERVISOR, hand, each) for hand in t.round.layout.fouls for each in FoulPolicy]
                return next(each for each in fouls if t.round.refuses_incident(request, each) is None)
            case Decide() | Offer() | Window() if t.round is not None:
                return self.chance.choice(choices(t.round, request))
        return None

    def _seats(self) -> Iterator[Answer]:
        if not self.runner.table.state.dealer:
            yield Relieved(DEALING, DEALING.name)
        for number, player in enumerate(PLAYERS, start=1):
            if player not in self.runner.table.state.seats:
                yield Act(player, HandId(Box(number), 1), Sit(Cents(10**9)))

    def _wagers(self) -> Iterator[Answer]:
        betting, state = self.game.rules.betting, self.runner.table.state
        for player in PLAYERS:
            placed, hand = state.layout.placed_by(player), HandId(state.seats[player].box, 1)
            wanted = {wager: betting.wagers[wager].smallest(betting.chip) for wager in played_wagers(self.game.rules)}
            missing = {wager: amount for wager, amount in wanted.items() if wager not in placed}
            for wager, amount in (missing or betting.owed(placed)).items():
                yield Act(player, hand, PlaceWager(wager, amount))

    def _shuffle(self, request: Shuffle) -> Shuffled:
        out = Counter(request.out)
        for hand, cards in self.stack.unseen().items():
            out.update(() if request.fresh or not isinstance(hand, HandId) else cards)
        left = list((Counter(self.game.shoe) - out).elements())
        self.chance.shuffle(left)
        self.stack = Stack(()) if request.fresh else self.stack
        self.stack.load(left)
        return Shuffled()


def _moments(game: Game) -> Iterator[Moment]:
    """Each moment as often as it is to be visited."""
    dealer, seen = Dealer(game), Counter[str]()
    while dealer.runner.table.state.rounds < ROUNDS:
        request = dealer.runner.pending
        assert request is not None
        name = name_of(dealer, request)
        seen[name] += 1
        if seen[name] <= VISITS:
            card = dealer.stack.cards[0] if dealer.stack.cards else None
            yield Moment(name, dealer.rested, tuple(dealer.answers), card)
        dealer.step()


def name_of(dealer: Dealer, request: Request) -> str:
    """What people at a table would call this moment."""
    state = dealer.runner.table.state
    match request:
        case Window(occasion):
            return WINDOWS.get(occasion, "a late wager")
        case Decide(_, _, options) if options[0].verb in STACKS:
            return STACKS[options[0].verb]
        case Decide() | Offer():
            dealt = state.layout.dealer.cards or state.layout.dealer.face_down > 1
            decided = "a decision at poker" if state.layout.community else "a decision"
            return decided if state.in_round and dealt else "the cut"
        case NextCard(to):
            return _card_for(dealer, to)
    return DEVICES[type(request)]


WINDOWS = {
    Occasion.BETWEEN_ROUNDS: "between rounds",
    Occasion.BETTING: "the bets",
    Occasion.INSURANCE: Occasion.INSURANCE.value,
    Occasion.DEALER_DONE: "the dealer is done",
    Occasion.POKER_DEALT: "all poker cards are dealt",
    Occasion.FOULED: "a foul hand waits",
}
STACKS: dict[type[Intent], str] = {PlaceCutCard: "the cut is made", Load: "the stack is ready", Counted: "the count"}
DEVICES: dict[type[Request], str] = {
    Shuffle: "the shuffle",
    Reader: "the look for a blackjack",
    Turn: "a card is turned",
    Spin: "the wheel",
    LockMeter: "the meter is locked",
    KeyAward: "an award is keyed in",
    GameOver: "game over",
}


def _card_for(dealer: Dealer, to: object) -> str:
    layout, state = dealer.runner.table.state.layout, dealer.runner.table.state
    if state.shoe is not None and not state.shoe.undealt:
        return "the shoe is empty"
    if not isinstance(to, HandId):
        return "the burn"
    if layout.community:
        return "a poker card"
    begins = dealers_first_cards(dealer.game.rules)
    first = any(len(layout.hands[hand].cards) < begins and not layout.hands[hand].split for hand in layout.order)
    held = len(layout.dealer.cards) + layout.dealer.face_down
    if first or (held < begins and layout.open_hands() and to == DEALER):
        return "the first cards"
    return "the dealer's cards" if to == DEALER else "a card asked for"


def incidents_at(game: Game, moment: Moment) -> Iterator[tuple[str, Incident]]:
    """One report of each kind, as it would be made at this moment."""
    runner = started(game, moment)
    state, rules = runner.table.state, game.rules
    boss, card = SUPERVISOR, moment.next_card
    box = state.layout.boxes()[0] if state.in_round and state.layout.order else Box(1)
    hand, least = HandId(box, 1), rules.betting.wagers[rules.played].smallest(rules.betting.chip)
    if card is not None:
        yield "face-up", FaceUpInShoe(card)
        yield "exposed", Exposed(card)
        yield "overdrawn", Overdrawn(card)
    yield "ten", TenInShoe(Card.parse("Td"))
    yield "missed", Missed()
    yield "unseen", DrawnUnseen()
    yield "shoe-empty", ShoeEmpty()
    yield "cut-card", CutCardOut()
    yield "burn-forgotten", BurnForgotten()
    yield "spots-swapped", SpotsSwapped()
    by_staff: list[ByStaff] = [
        WrongPeek(boss),
        ReaderFailed(boss),
        ReaderRepaired(boss),
        Misdealt(boss, box, "three cards"),
        Verified(boss, hand),
        Instructed(boss, hand),
        DealerKeyed(DEALING, hand, 100),
        Dropped(boss, box, "a card fell"),
        FoulRuled(boss, hand, FoulPolicy.HOUSE_WAY),
        *(Ordered(boss, order, "it had to be") for order in StaffOrder),
        Relieved(boss, "dora"),
        Admitted(boss, PLAYERS[1], "he asked"),
        Miscounted(boss, rules.shoe.cards - 1, "one is missing"),
        Heard(boss, PLAYERS[0], HandId(Box(1), 1), rules.played, least),
        Confirmed(boss, PLAYERS[0], HandId(Box(1), 1)),
        *(Ruled(boss, each, hand if each is Decision.VOID_HAND else None, "it had to be") for each in Decision),
        Adjusted(boss, PLAYERS[0], Cents(100), "paid wrongly", state.rounds),
    ]
    for report in by_staff:
        yield report.matter, report
    named = [each for each in (runner.records[-1].answers if state.in_round else ()) if isinstance(each, Card)]
    other = next((each for each in game.shoe if named and each != named[0]), card or Card.parse("2c"))
    yield "correct", Corrected(boss, 1, other, "misread")
    runner.close()
