"""An evening at a live table: people deal real cards and enter them, and everything that can happen to a table happens.

Seats, wagers, shared boxes, spoken wagers, irregularities, orders, relief, mistyped entries and their corrections, and
commands by those who may not say them. After every command chips and cards are counted. What fails is shown as the
round file of the round in which it failed.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from conformance.suite import any_game, fouls
from pitboss.audit.verify import audit
from pitboss.cards import Card
from pitboss.core.coupons import PlaceCoupon
from pitboss.core.decks import BreakSeal
from pitboss.core.facts import CardsCollected, CardsCut, CutCardPlaced, Fact, RoundCorrected
from pitboss.core.fold import fold_table
from pitboss.core.incidents import (
    Adjusted,
    Admitted,
    BurnForgotten,
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
from pitboss.core.kinds import Decision, Face, FoulPolicy, Occasion, StaffOrder
from pitboss.core.layout import Layout
from pitboss.core.legal_answers import choices
from pitboss.core.options import Option, Refusal
from pitboss.core.requests import (
    Act,
    Answer,
    Close,
    Decide,
    Decline,
    KeyAward,
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
from pitboss.core.table_state import TableState
from pitboss.core.wagering import Agree, PlaceWager, Withdraw
from pitboss.ids import DEALER, HOUSE_DEALER, Author, Box, HandId, Player, Role, is_tip
from pitboss.money import Cents
from pitboss.notation.file import parse_round
from pitboss.notation.replay import replay
from pitboss.notation.write import write_round
from pitboss.record.header import new_header
from pitboss.shoe.stack import EmptyShoe, Stack
from pitboss.store.journal import JournalInMemory
from pitboss.tables.commands import Door, Mode
from pitboss.tables.intents import BuyChips, CloseTable, Counted, Leave, SeeBurnCard, Sit
from pitboss.tables.live import LiveTable

DAN, DORA = Author(Role.DEALER, "dan"), Author(Role.DEALER, "dora")
SAM = Author(Role.SUPERVISOR, "sam")
FLO, SUE, REG = Author(Role.FLOOR, "flo"), Author(Role.SUPERVISOR, "sue"), Author(Role.REGULATOR, "reg")
HOUSES: dict[str, list[dict[str, object]]] = {
    "spanish21-ma": [
        {},
        {
            "match_play_coupons": True,
            "bettors_per_box": 3,
            "verbal_wagers": True,
            "no_mid_shoe_entry": True,
            "boxes_per_player": 3,
        },
        {"shuffle_method": "automated", "device_loads_shoe": True, "opening": "preshuffled"},
        {"dealing_procedure": "hole_reader", "recut_by": "last_cutter"},
    ],
    "spanish21-ma-prior": [{"dealing_procedure": "hole_no_reader"}],
    "spanish21-md": [
        {},
        {"verbal_wagers": True, "no_mid_shoe_entry": True, "boxes_per_player": 3},
        {"shuffle_method": "automated", "device_loads_shoe": True},
    ],
    "spanish21-charity": [{}],
    "blackjack-co": [{}],
    "21-plus-3": [{"decks": 2, "player_cards": "face_down"}],
    "golden-21": [{"tip_bets": True}],
    "buffalo-2": [{}],
    "buffalo-3": [{}],
    "blackjack-switch": [{}],
    "3-card-21": [{}],
    "straight-jack": [{}],
    "straight-jack-progressive": [{"paytable": "SJP4"}],
    "ante-up-21": [{"tip_bets": True}],
    "21-hold-em": [{"burn_count": 1}],
    "pai-jack": [{"boxes_per_player": 2, "tip_bets": True}, {"foul_policy": "reset"}],
}
NAMES = [Player(f"p{number}") for number in range(1, 10)]


def copied(stack: Stack) -> Stack:
    """The same cards in another stack."""
    other = Stack(stack.cards)
    other._sealed = {hand: deque(cards) for hand, cards in stack.unseen().items()}
    return other


@dataclass
class Evening:
    """One table and everybody at it, by a seed."""

    rulebook: str
    seed: int
    house: dict[str, object] = field(default_factory=dict)
    wrong: float = 0.08  # how often something goes wrong where it can
    journal: Any = field(default_factory=JournalInMemory)

    def __post_init__(self) -> None:
        self.by_chance = random.Random(self.seed)
        self.game = any_game(self.rulebook, self.house)
        header = new_header(self.game, None, 0, Mode.LIVE)
        self.journal.begin(header)
        door = Door(Mode.LIVE, self.game.rules.turn)
        self.table = LiveTable(self.game, None, self.journal, door=door)
        self.heard: list[Fact] = []
        self.table.listeners.append(lambda _, fact: self.heard.append(fact))
        self.stack = Stack(())
        self.stacks: list[Stack] = []  # as it lay before each answer of the round
        self.place = 0  # of the last answer in it
        self.seen: Counter[str] = Counter()
        self.to_correct: tuple[int, Card, Card] | None = None  # the number of an entry, what it is, and what was typed
        self.fold = TableState()
        self.behind = -1  # cards behind the cut card

    # Saying something, and what must hold afterwards.

    def say(self, author: Author, answer: Answer) -> Refusal | None:
        answered = self._answered()
        before = copied(self.stack)
        foreseen = self.table.refuses(author, answer)
        refusal = self.table.say(author, answer)
        assert refusal == foreseen, f"asked, the table said {foreseen}; told, it said {refusal}"
        new, self.heard[:] = self.heard[:], []
        for fact in new:
            fold_table(self.fold, fact)
            if isinstance(fact, CutCardPlaced):
                self.behind = fact.behind
            if isinstance(fact, CardsCut):
                self.stack.cards.rotate(-fact.at)
            elif isinstance(fact, CardsCollected):
                self.stack.collect()
            elif isinstance(fact, RoundCorrected):
                self.stack = copied(self.stacks[fact.kept]) if fact.kept < len(self.stacks) else before
            self.seen[type(fact).__name__] += 1
        if refusal is None:
            by_itself = max(0, self._answered() - answered - 1)  # answers that a meter gives
            if self._answered() > answered:
                self.stacks = [*self.stacks[:answered], before, *(copied(self.stack) for _ in range(by_itself))]
            self.place = answered
        else:
            self.seen[refusal.code] += 1
        self.check()
        return refusal

    def _answered(self) -> int:
        records = self.table.runner.records
        return len(records[-1].answers) if records and self.table.runner.state.in_round else 0

    def must(self, author: Author, answer: Answer) -> None:
        refusal = self.say(author, answer)
        assert refusal is None, f"{answer} was refused: {refusal}"

    def check(self) -> None:
        """No chip and no card has appeared or vanished, and the table is the fold of its facts."""
        state = self.table.runner.state
        if not state.in_round:
            assert state.balanced()
        assert sum(state.layout.accounts.values()) == 0
        known = (state.seats, state.shoe, state.house, state.decks_out, state.dealer)
        assert known == (self.fold.seats, self.fold.shoe, self.fold.house, self.fold.decks_out, self.fold.dealer)
        shoe = state.shoe
        if shoe is not None and state.in_round and not state.layout.cleared:
            lying, unseen = state.layout.lying()
            rack = len(state.layout.discards)
            assert shoe.undealt + shoe.discarded + len(lying) + unseen <= self.game.rules.shoe.cards + rack

    # One step.

    def step(self) -> None:
        request = self.table.pending
        assert request is not None
        if self.by_chance.random() < self.wrong:
            self.refused_attempt()
        if self.to_correct is not None and self.table.runner.state.in_round and self.by_chance.random() < 0.5:
            self.correct(*self.to_correct)
            return
        if self.by_chance.random() < self.wrong and self.goes_wrong():
            return
        if self.by_chance.random() < self.wrong / 4 and self.asks_for_burn_card():
            return
        self.answer(request)

    def answer(self, request: Request) -> None:
        match request:
            case Window(Occasion.BETWEEN_ROUNDS):
                self.between_rounds()
            case Window(Occasion.BETTING):
                self.bet()
            case Window(Occasion.HALTED | Occasion.FOULED as occasion):
                self.wait_for_staff(occasion)
            case Decide(_, _, options) if options[0].verb is Counted and self.by_chance.random() < self.wrong:
                short = self.game.rules.shoe.cards - 1
                self.must(self.in_charge, Miscounted(self.in_charge, short, "one is missing"))
            case Decide(player, _, options) if player == HOUSE_DEALER:
                self.prepare(options[0])
            case Decide() | Offer() | Window():
                self.answer_for_people(request)
            case Shuffle():
                self.shuffle(request)
            case KeyAward(hand, percent, verified, _, instructed):  # the meter answers everything else by itself
                said = Instructed(SUE, hand) if verified else Verified(SUE, hand)
                self.must(*((self.dealer, DealerKeyed(self.dealer, hand, percent)) if instructed else (SUE, said)))
            case Spin(_, weights):
                self.must(self.dealer, self.by_chance.randint(1, len(weights)))
            case _:
                self.deal(request)

    def wait_for_staff(self, occasion: Occasion) -> None:
        """The reader is repaired; or the supervisor says of a foul what the house has elected, and nothing else."""
        if occasion is Occasion.HALTED:
            self.must(FLO, ReaderRepaired(FLO))
            return
        layout = self.table.runner.state.layout
        waits = [hand for hand, ruled in layout.fouls.items() if ruled[-1] is None]
        (hand,) = (hand for hand in waits if layout.hands[hand].closed is None)  # and has not died meanwhile
        refused = [policy for policy in FoulPolicy if self.say(SUE, FoulRuled(SUE, hand, policy)) is not None]
        assert len(refused) == len(FoulPolicy) - 1

    def prepare(self, option: Option) -> None:
        """What the dealer does with a stack; decks that come shuffled lie by chance."""
        if option.verb is BreakSeal:
            self.stack = Stack(self.by_chance.sample(self.game.shoe, len(self.game.shoe)))
        self.must(self.dealer, Act(HOUSE_DEALER, DEALER, self.by_chance.choice(option.intents)))

    @property
    def dealer(self) -> Author:
        return Author(Role.DEALER, self.table.runner.state.dealer or "dan")

    def deal(self, request: NextCard | Turn | Reader | Any) -> None:
        before = copied(self.stack)
        comes = isinstance(request, NextCard) and len(self.stack.cards) <= self.behind
        seen = comes and self.by_chance.random() < 0.95  # otherwise the dealer has not noticed
        if seen and self.say(self.dealer, CutCardOut()) is None:
            self.lay_before(before)
            return
        try:
            answer = self.stack.answer(request)
        except EmptyShoe:
            answer = ShoeEmpty()
        mistyped = self._mistyped(answer, request)
        if mistyped is not None and self.say(self.dealer, mistyped) is not None:
            mistyped = None  # a card that cannot come is not taken
        refusal = None if mistyped is not None else self.say(self.dealer, answer)
        if refusal is not None and refusal.code == "no-such-card" and self.to_correct is not None:
            self.stack = before  # the card that was typed before comes only now, so the mistake is noticed
            self.correct(*self.to_correct)
            return
        self.lay_before(before)
        assert refusal is None, refusal
        if mistyped is not None and isinstance(answer, Card):
            cards = [each for each in self.table.runner.records[-1].answers if isinstance(each, Card)]
            self.to_correct = len(cards), answer, mistyped

    def lay_before(self, stack: Stack) -> None:
        """So the cards lay before the last answer, which has moved some of them."""
        if self.place < len(self.stacks) and self.table.runner.state.in_round:
            self.stacks[self.place] = stack

    def _mistyped(self, answer: Answer, request: Request) -> Card | None:
        """Another card of the shoe, typed by mistake; only one at a time."""
        rare = self.by_chance.random() < self.wrong / 2
        if not (rare and isinstance(answer, Card) and isinstance(request, NextCard) and self.to_correct is None):
            return None
        return self.by_chance.choice(list(self.stack.cards)) if self.stack.cards else None

    def shuffle(self, request: Shuffle) -> None:
        before, out = copied(self.stack), Counter(request.out)
        for hand, cards in self.stack.unseen().items():
            if isinstance(hand, HandId) and not request.fresh:
                out.update(cards)
        left = list((Counter(self.game.shoe) - out).elements())
        assert len(left) == request.cards
        self.by_chance.shuffle(left)
        if request.fresh:
            self.stack = Stack(())
        self.stack.load(left)
        self.must(self.dealer, Shuffled())
        self.lay_before(before)

    def answer_for_people(self, request: Decide | Offer | Window) -> None:
        round_ = self.table.runner.table.round
        if round_ is None:
            assert isinstance(request, Offer), "only the cut is offered between rounds"
            player, options = request.player, request.options
            cut = self.by_chance.random() < 0.5
            answer: Answer = Act(player, request.hand, self.by_chance.choice(options[0].intents)) if cut else Decline()
            self.must(Author(Role.PLAYER, player), answer)
            return
        found = choices(round_, request)
        answer = self.by_chance.choice([*found, *fouls(round_, request)])
        if isinstance(answer, Act) and answer.player in self.table.runner.state.seats:
            needed = self.table.runner.table.puts_up(answer)
            if needed > self.table.runner.state.chips(answer.player):
                self.sit_or_buy(answer.player)
                self.seen["too poor"] += self.say(Author(Role.PLAYER, answer.player), answer) is not None
                self.must(*self._cheapest(request, found))
                return
        self.must(self._speaker(request, answer), answer)

    def _speaker(self, request: Request, answer: Answer) -> Author:
        if isinstance(answer, Act):
            return self.dealer if answer.player == HOUSE_DEALER else Author(Role.PLAYER, answer.player)
        return Author(Role.PLAYER, request.player) if isinstance(request, Offer) else self.dealer

    def _cheapest(self, request: Decide | Offer | Window, found: list[Answer]) -> tuple[Author, Answer]:
        for answer in found:
            table = self.table.runner.table
            free = not isinstance(answer, Act) or table.puts_up(answer) == 0
            if free:
                return self._speaker(request, answer), answer
        raise AssertionError("there is always something that costs nothing")

    def sit_or_buy(self, player: Player) -> None:
        """In a round nobody buys; it is refused, and on record."""
        refusal = self.say(Author(Role.PLAYER, player), Act(player, HandId(Box(1), 1), BuyChips(Cents(10**6))))
        assert refusal is not None
        assert refusal.code == "between-rounds"

    # Between rounds, and wagers.

    def between_rounds(self) -> None:
        seats = self.table.runner.state.seats
        if self.to_correct is not None:
            self.stays_mistyped(*self.to_correct[1:])
        self.to_correct, self.stacks = None, []
        free = [
            box for box in range(1, self.game.rules.betting.seats + 1) if box not in {s.box for s in seats.values()}
        ]
        away = [name for name in NAMES if name not in seats]
        self.make_ready()
        chance = self.by_chance.random()
        if not seats or (len(seats) < 7 and free and away and chance < 0.3):
            player = self.by_chance.choice(away)
            self.must(
                Author(Role.PLAYER, player), Act(player, HandId(Box(self.by_chance.choice(free)), 1), Sit(Cents(10**7)))
            )
        elif chance < 0.34 and len(seats) > 1:
            player = self.by_chance.choice(list(seats))
            self.must(Author(Role.PLAYER, player), Act(player, HandId(Box(0), 1), Leave()))
        elif chance < 0.42:
            relief = DORA if self.dealer == DAN else DAN
            self.must(relief, Relieved(relief, relief.name))
        elif chance < 0.46:
            self.say(self.in_charge, Ordered(self.in_charge, StaffOrder.RESHUFFLE, "a card is bent"))
        elif chance < 0.5:
            player = self.by_chance.choice(list(seats))
            self.adjust(player)
        elif chance < 0.56:
            player = self.by_chance.choice(NAMES)
            self.say(self.in_charge, Admitted(self.in_charge, player, "the pit lets him in"))
        else:
            self.must(self.dealer, Close())

    def make_ready(self) -> None:
        """What speaks against dealing is mended."""
        state = self.table.runner.state
        if not state.dealer:
            assert self.say(self.dealer, Close()) is not None, "nobody deals before they are on duty"
            self.must(DAN, Relieved(DAN, "dan"))
        if state.decks_out:
            refusal = self.say(self.dealer, Close())
            assert refusal is not None
            assert refusal.code == "decks-out"
            self.must(self.in_charge, Ordered(self.in_charge, StaffOrder.NEW_DECKS, "the old ones are bad"))
        if state.reader_out and self.game.rules.may_not_deal(state) is not None:
            self.must(FLO, ReaderRepaired(FLO))

    def adjust(self, player: Player) -> None:
        """Little is adjusted by one alone; what is more waits for another one, and for nobody who dealt the round."""
        amount = Cents(self.by_chance.choice([-500, 500, -20000, 20000]))
        adjusted = Adjusted(SUE, player, amount, "paid wrongly before", self.table.runner.state.rounds)
        if self.say(SUE, adjusted) is None and self.table.runner.state.proposed is not None:
            held = self.table.runner.state.chips(player)
            self.must(SUE, adjusted)
            assert self.table.runner.state.chips(player) == held, "nobody seconds themselves"
            self.must(SAM, replace(adjusted, by=SAM))

    @property
    def in_charge(self) -> Author:
        return FLO if self.game.rules.supervision.in_charge is Role.FLOOR else SUE

    def bet(self) -> None:
        """Some random wagers, many of them refused; when everything lies there that must, the betting closes."""
        state = self.table.runner.state
        for player, seat in self.by_chance.sample(list(state.seats.items()), len(state.seats)):
            box = seat.box if self.by_chance.random() < 0.9 else Box(self.by_chance.randint(1, 7))
            if self.by_chance.random() < 0.85:
                self.bet_on(player, HandId(box, 1))
        self.share()
        refusal = self.say(self.dealer, Close())
        if refusal is not None:  # something compulsory is missing, too small or not confirmed: it is taken back
            for key in list(state.layout.stakes):
                self.settle_up(key.player, HandId(key.hand.box, 1))
            for key in list(state.layout.spoken):
                self.must(SUE, Confirmed(SUE, key.player, key.hand))
            self.must(self.dealer, Close())

    def settle_up(self, player: Player, hand: HandId) -> None:
        """What must lie beside a wager is put there, or raised to what it must be."""
        layout, betting = self.table.runner.state.layout, self.game.rules.betting
        author = Author(Role.PLAYER, player)
        there = {key.wager: stake.original for key, stake in layout.stakes.items() if key[:2] == (player, hand)}
        for wager, terms in betting.wagers.items():
            least = None if terms.least is None else terms.least.amount
            if wager in there and least is not None and there[wager] < least:
                self.must(author, Act(player, hand, PlaceWager(wager, Cents(least - there[wager]))))
        there = {key.wager: stake.original for key, stake in layout.stakes.items() if key[:2] == (player, hand)}
        for wager, amount in betting.owed(there).items():
            self.must(author, Act(player, hand, PlaceWager(wager, amount)))
        for wager, terms in betting.wagers.items():
            other = None if terms.equals is None else there.get(terms.equals.to)
            if wager in there and other is not None and other > there[wager]:
                self.must(author, Act(player, hand, PlaceWager(wager, Cents(other - there[wager]))))

    def bet_on(self, player: Player, hand: HandId) -> None:
        betting, author = self.game.rules.betting, Author(Role.PLAYER, player)
        amount = Cents(1000 * self.by_chance.randint(1, 5))
        spoken = self.game.rules.supervision.spoken
        if spoken is not None and spoken.taken and self.by_chance.random() < 0.2:
            refusal = self.say(self.dealer, Heard(self.dealer, player, hand, self.game.rules.played, amount))
            if refusal is None and spoken.confirmed is not None:
                self.must(SUE, Confirmed(SUE, player, hand))
        else:
            refusal = self.say(author, Act(player, hand, PlaceWager(self.game.rules.played, amount)))
        if refusal is not None:
            return
        for wager, terms in betting.wagers.items():
            if wager == self.game.rules.played or is_tip(wager):
                continue
            if terms.compulsory or self.by_chance.random() < 0.4:
                most = amount if terms.equals is not None or terms.most is None else min(amount, terms.most.amount)
                least = Cents(100) if terms.least is None else terms.least.amount
                self.say(
                    author, Act(player, hand, PlaceWager(wager, most if terms.equals is not None else max(least, most)))
                )
        if self.by_chance.random() < 0.2:
            self.say(author, Act(player, hand, PlaceCoupon(Cents(500 * self.by_chance.randint(0, 3)))))
        if self.by_chance.random() < 0.05:
            wager = self.by_chance.choice(list(betting.wagers))
            self.say(author, Act(player, hand, Withdraw(wager)))

    def share(self) -> None:
        """Somebody bets on a box of somebody else, with or without consent."""
        state = self.table.runner.state
        owned = [(player, seat.box) for player, seat in state.seats.items() if state.layout.bettors(seat.box)]
        if self.game.rules.betting.sharing is None or len(owned) < 2:
            return
        (owner, box), (other, _) = self.by_chance.sample(owned, 2)
        if self.by_chance.random() < 0.7 and state.layout.bettors(box)[0] == owner:
            self.must(Author(Role.PLAYER, owner), Act(owner, HandId(box, 1), Agree(other)))
        self.bet_on(other, HandId(box, 1))

    # What goes wrong.

    def correct(self, entry: int, card: Card, typed: Card) -> None:
        self.to_correct = None
        if self.say(SUE, Corrected(SUE, entry, card, "it was misread")) is not None:
            self.stays_mistyped(card, typed)

    def stays_mistyped(self, card: Card, typed: Card) -> None:
        """Nobody has noticed: the cards to come are then as if the entry had been right."""
        if typed in self.stack.cards:
            self.stack.cards[self.stack.cards.index(typed)] = card

    def goes_wrong(self) -> bool:
        """Something irregular, if the rules let it happen now."""
        found = self.irregularities()
        if not found:
            return False
        author, incident = self.by_chance.choice(found)
        taken = isinstance(incident, FaceUpInShoe | Exposed | Overdrawn)
        if taken and not self.stack.cards:
            return False
        before = copied(self.stack)
        if taken:
            self.stack.cards.popleft()
        refusal = self.say(author, incident)
        if refusal is not None:
            assert refusal.says
            self.stack = before
            return False
        self.lay_before(before)
        return True

    def irregularities(self) -> list[tuple[Author, Incident]]:
        layout, dealer = self.table.runner.state.layout, self.dealer
        staff = self.in_charge
        orders: list[tuple[Author, Incident]] = [
            (staff, Ordered(staff, order, "the pit says so"))
            for order in StaffOrder
            if order is not StaffOrder.NEW_DECKS
        ]
        orders += [(dealer, BurnForgotten()), (dealer, SpotsSwapped())]
        orders += [(staff, Miscounted(staff, self.game.rules.shoe.cards - 1, "one is missing"))]
        relief = DORA if dealer == DAN else DAN
        orders += [(relief, Relieved(relief, relief.name))]
        if not self.table.runner.state.in_round or not layout.betting_closed or not self.stack.cards:
            return orders
        card, hand = self.stack.cards[0], self.by_chance.choice(layout.order)
        found: list[tuple[Author, Incident]] = [
            (dealer, FaceUpInShoe(card)),
            (FLO, TenInShoe(Card.parse("Td"))),
            (dealer, Missed()),
            (dealer, DrawnUnseen()),
            (dealer, Exposed(card)),
            (dealer, Overdrawn(card)),
            (FLO, ReaderFailed(FLO)),
            (FLO, ReaderRepaired(FLO)),
            (staff, WrongPeek(staff)),
            (SUE, Misdealt(SUE, hand.box, "three cards")),
            (SUE, Dropped(SUE, hand.box, "a card fell")),
            (SUE, Ruled(SUE, Decision.CONTINUE, None, "nothing has happened")),
            (SUE, Ruled(SUE, Decision.VOID_HAND, hand, "a card fell")),
        ]
        if self.by_chance.random() < 0.2:
            found.append((SUE, Ruled(SUE, Decision.VOID_ROUND, None, "a table fell")))
            found.append((SUE, Misdealt(SUE, None, "three cards")))
        return found + orders

    def asks_for_burn_card(self) -> bool:
        """Somebody at the table asks for it in a round, and the text may let them see it."""
        state = self.table.runner.state
        if not state.in_round or not state.seats:
            return False
        before, player = copied(self.stack), self.by_chance.choice(list(state.seats))
        hand = HandId(state.seats[player].box, 1)
        if self.say(Author(Role.PLAYER, player), Act(player, hand, SeeBurnCard())) is not None:
            return False
        self.lay_before(before)
        return True

    def refused_attempt(self) -> None:
        """Somebody says what is not for them to say; nothing changes but the record."""
        state, myself = self.table.runner.state, Author(Role.SUPERVISOR, self.dealer.name)
        before = deepcopy((state.seats, state.shoe, state.layout.accounts, state.layout.order))
        attempts: list[tuple[Author, Answer]] = [
            (REG, Close()),
            (DAN, Ruled(DAN, Decision.VOID_ROUND, None, "I would like that")),
            (DAN, Ruled(SUE, Decision.VOID_ROUND, None, "she would like that")),
            (SUE, Ruled(SUE, Decision.VOID_ROUND, None, "")),
            (FLO, Ordered(FLO, StaffOrder.RECUT, "")),
            (myself, Ruled(myself, Decision.VOID_ROUND, None, "mine")),
            (SUE, Corrected(SUE, 999, Card.parse("2c"), "there is none")),
            (Author(Role.PLAYER, "p9"), Act(HOUSE_DEALER, DEALER, CloseTable())),
            *self.impostors(),
        ]
        foreign, request = Card.parse("Td"), self.table.pending
        if foreign not in self.game.shoe and isinstance(request, NextCard) and request.face is not Face.DOWN:
            attempts = [(self.dealer, foreign)]
        author, answer = self.by_chance.choice(attempts)
        if author == myself and state.dealer == "":
            return  # nobody has said yet who deals
        refusal = self.say(author, answer)
        assert refusal is not None, f"{author} was let {answer}"
        assert before == (state.seats, state.shoe, state.layout.accounts, state.layout.order), "it changed something"

    def impostors(self) -> list[tuple[Author, Answer]]:
        """People under another spelling, in an office that they do not hold, or out of turn."""
        state = self.table.runner.state
        someone = self.by_chance.choice([*state.seats, Player("nobody")])
        player, spelled = Author(Role.SUPERVISOR, someone), Author(Role.SUPERVISOR, f"{self.dealer.name}_".title())
        other = DORA if self.dealer == DAN else DAN
        found: list[tuple[Author, Answer]] = [
            (spelled, Ruled(spelled, Decision.VOID_ROUND, None, "I misdealt")),
            (other, Close()),
            (other, Card.parse("9c")),
            (Author(Role.HOUSE, "pit"), Close()),
            (Author(Role.TIME_LIMIT, "clock"), Close()),
            (Author(Role.TIME_LIMIT, "clock"), Act(someone, HandId(Box(1), 1), BuyChips(Cents(500)))),
        ]
        if someone in state.seats:
            found += [
                (player, Ruled(player, Decision.VOID_ROUND, None, "I lose")),
                (player, Adjusted(player, someone, Cents(10**6), "I am nice", state.rounds)),
                (SUE, Relieved(SUE, someone)),
                (SUE, Relieved(SUE, someone.upper())),
            ]
        return found

    # The whole evening.

    def play(self, rounds: int) -> None:
        try:
            while self.table.runner.state.rounds < rounds or self.table.runner.state.in_round:
                self.step()
            self.end()
        except Exception as error:
            raise AssertionError(f"{self.rulebook}, seed {self.seed}: {error!r}\n{self.text()}") from error

    def end(self) -> None:
        """The record is sound, and its last rounds come back from their text with the same cents."""
        report = audit(self.journal.data)
        assert report.problems == [], report.problems[:3]
        for record in self.table.runner.records:
            played = Layout()
            for fact in record.facts:
                fact.apply(played)
            if played.stakes and played.ended:
                again = replay(parse_round(write_round(self.game, record.answers, record.table, expect=False)))
                assert again.refused is None, again.refused
                assert again.nets == played.nets()

    def text(self) -> str:
        """The round in which it happened, as a file."""
        records = self.table.runner.records
        if not records:
            return "(no round yet)"
        try:
            return write_round(self.game, records[-1].answers, records[-1].table, expect=False)
        except Exception as error:
            return f"(this round cannot be written: {error!r})"
