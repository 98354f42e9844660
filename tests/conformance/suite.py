"""One conformance suite for every game: what must hold of any round, whatever its rules.

Nothing here assumes a dealer total, two-card starts or hit and stand. A game joins by being listed in `GAMES`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from pitboss.cards import Card
from pitboss.core.betting import WagerTerms
from pitboss.core.coupons import PlaceCoupon
from pitboss.core.cut_card import PlaceCutCard
from pitboss.core.decks import BreakSeal
from pitboss.core.driver import Runner, rerun
from pitboss.core.facts import (
    CardDealt,
    CardTurned,
    Fact,
    HandRevealed,
    PairSplit,
    PokerBegun,
    SplitThreeWays,
    SwitchDecided,
)
from pitboss.core.incidents import (
    DrawnUnseen,
    Dropped,
    Exposed,
    FaceUpInShoe,
    FoulRuled,
    Incident,
    Misdealt,
    Missed,
    Overdrawn,
    ReaderFailed,
    ReaderRepaired,
    Ruled,
    TenInShoe,
    WrongPeek,
)
from pitboss.core.kinds import Decision, Face, FoulPolicy, Occasion
from pitboss.core.layout import Layout
from pitboss.core.ledger import HOUSE
from pitboss.core.legal_answers import choices
from pitboss.core.meter import at_seed
from pitboss.core.options import Intent, Refusal
from pitboss.core.procedure import Round
from pitboss.core.requests import (
    Act,
    Answer,
    ByMeter,
    Close,
    Decide,
    KeyAward,
    MeterShows,
    Offer,
    Request,
    Shuffle,
    Shuffled,
    Spin,
    Window,
)
from pitboss.core.rules import RoundContext, Rules
from pitboss.core.shuffling import Cut
from pitboss.core.view import Viewer, layout_seen, seen_by
from pitboss.core.wagering import PlaceWager, Withdraw
from pitboss.games.colorado.pai_jack_rules import SetHand
from pitboss.games.registry import Family, Game, compile_game, family
from pitboss.ids import DEALER, Author, Box, HandId, Player, Role, StakeId, Wager
from pitboss.law.house import House, check
from pitboss.law.rulebook import load
from pitboss.money import Cents
from pitboss.rules.setting import Setting
from pitboss.shoe.stack import Stack, shuffled
from pitboss.store.encoding import decode, encode
from pitboss.tables.answering import answer_of, verifying

Question = Decide | Offer | Window
WHEEL = [{"pays": 20, "weight": 5}, {"pays": 100, "weight": 1}]
BESIDE: dict[str, dict[str, object]] = {  # questions that arise only where another one is read otherwise
    "S39": {"S12": "split_hands_too"},
    "S40": {"S17": "round"},
    "MA24": {"MA20": "premium_on_original"},
    "MD18": {"MD01": "faces_too"},
}
GAMES: dict[str, tuple[str, Mapping[str, object]]] = {
    "ma, reader": ("spanish21-ma", {}),
    "ma, hole card": ("spanish21-ma", {"dealing_procedure": "hole_no_reader", "boxes_per_player": 3}),
    "ma, no hole card": ("spanish21-ma", {"dealing_procedure": "no_hole", "decks": 8}),
    "ma, bonus spin": ("spanish21-ma", {"bonus_spin": True, "wheel": WHEEL, "boxes_per_player": 2}),
    "ma prior": ("spanish21-ma-prior", {"dealing_procedure": "no_hole"}),
    "md": ("spanish21-md", {"boxes_per_player": 2, "settlement_order": "one_pass_from_right"}),
    "md, 8 decks": ("spanish21-md", {"decks": 8, "max_splits": 1, "max_splits_aces": 1}),
    "charity": ("spanish21-charity", {}),
    "blackjack": ("blackjack-co", {"boxes_per_player": 2}),
    "blackjack, one deck": ("blackjack-co", {"decks": 1, "surrender": "late", "double": "any_number", "soft17": "hit"}),
    "21+3": ("21-plus-3", {"boxes_per_player": 2}),
    "21+3, face down": ("21-plus-3", {"decks": 2, "player_cards": "face_down", "surrender": "late"}),
    "21+3 xtreme, limited": ("21-plus-3", {"decks": 1, "aggregate_limit": 40, "player_cards": "face_down"}),
    "golden 21": ("golden-21", {"tip_bets": True, "tip_even_dollar": True, "tip_max": 5}),
    "golden 21, two decks": ("golden-21", {"decks": 2, "golden_cap_main": True, "tip_bets": True, "surrender": "late"}),
    "buffalo 2": ("buffalo-2", {"boxes_per_player": 2, "surrender": "late"}),
    "buffalo 2, one deck": ("buffalo-2", {"decks": 1, "tip_bets": True, "tip_max": 5, "soft17": "hit"}),
    "buffalo 3": ("buffalo-3", {"tip_bets": True, "tip_even_dollar": True, "top_3_table": "B"}),
    "switch": ("blackjack-switch", {"boxes_per_player": 2, "tip_bets": True, "tip_max": 5}),
    "switch, no buster": ("blackjack-switch", {"buster_offered": False, "tip_bets": True}),
    "switch, no side wagers": ("blackjack-switch", {"super_match": False, "buster_offered": False}),
    "switch, 8 decks": ("blackjack-switch", {"decks": 8, "soft17": "stand", "max_splits": 1}),
    "3 card 21": ("3-card-21", {"boxes_per_player": 2}),
    "3 card 21, 8 decks": ("3-card-21", {"decks": 8, "hit_split_aces": True, "double": "any_number", "paytable": 5}),
    "straight jack": ("straight-jack", {"boxes_per_player": 2, "surrender": "late"}),
    "straight jack progressive": ("straight-jack-progressive", {"paytable": "SJP4", "boxes_per_player": 2, "decks": 1}),
    "ante up 21": ("ante-up-21", {"boxes_per_player": 2, "tip_bets": True}),
    "ante up 21, two decks": ("ante-up-21", {"decks": 2, "poker_bonus": False, "double_after_split": False}),
    "ante up 21, an ante alone": ("ante-up-21", {"require_both": False, "ante_at_most_21": False, "schedule": "C"}),
    "21-hold 'em": ("21-hold-em", {"tip_bets": True, "boxes_per_player": 2, "extra_blackjack_hands": True}),
    "21-hold 'em, compulsory": (
        "21-hold-em",
        {"poker_entry": "compulsory", "main_min": 1, "main_max": 4, "soft17": "hit", "surrender": "late"},
    ),
    "pai jack": ("pai-jack", {"boxes_per_player": 2, "tip_bets": True, "tip_max": 5}),
    "pai jack, set anew": ("pai-jack", {"foul_policy": "reset", "assistance": False, "bonus_table": 4}),
    "pai jack, fouls lose": ("pai-jack", {"foul_policy": "lose", "bonus_offered": False}),
}


def any_game(rulebook: str, settings: Mapping[str, object], readings: Mapping[str, object] | None = None) -> Game:
    house = check(load(rulebook), settings, readings or {})
    assert isinstance(house, House), house
    return compile_game(house)


def game(rulebook: str, settings: Mapping[str, object], readings: Mapping[str, object] | None = None) -> Family:
    """A game of the blackjack family, whose rules a test may look into."""
    found = family(any_game(rulebook, settings, readings))
    assert found is not None
    return found


def invariants(layout: Layout) -> None:
    """Chips and cards are conserved after every fact."""
    assert sum(layout.accounts.values()) == 0, "chips appeared or vanished"
    staked = sum(stake.total for stake in layout.stakes.values() if stake.pending)
    on_layout = sum(amount for account, amount in layout.accounts.items() if " on " in account)
    assert staked == on_layout, "what is pending is not what lies on the layout"
    assert all(amount >= 0 for account, amount in layout.accounts.items() if " on " in account)
    lying = sum(len(hand.cards) + hand.face_down for hand in layout.hands.values())
    away = len(layout.discards) + layout.unseen_discards
    assert layout.cards_dealt == (away if layout.cleared else lying + away), "cards appeared or vanished"


@dataclass
class Shadow:
    """Folds the decoded bytes of every fact and compares with the live layout, after every fact."""

    known: frozenset[str]
    runner: Runner[Rules] | None = None
    layout: Layout = field(default_factory=Layout)

    def watch(self, fact: Fact) -> None:
        assert self.known.issuperset(getattr(fact, "clauses", ())), f"{fact} cites what the rulebook has not"
        read = decode(encode(fact))
        assert read == fact, f"{fact} came back as {read}"
        read.apply(self.layout)
        if self.runner is None:
            return
        live = self.runner.round.layout
        assert self.layout == live, "the fold of the bytes is not the live state"
        invariants(live)


@dataclass
class Drive:
    """One random round with every check on."""

    game: Game
    generator: random.Random
    cards: list[Card]
    incidents: float = 0.0
    table: RoundContext = field(default_factory=RoundContext)

    def __post_init__(self) -> None:
        self.shoe = Stack(self.cards)
        self.meter = at_seed(self.game.rules.meter)
        self.shadow = Shadow(frozenset(row.id for row in self.game.house.rulebook.clauses))
        self.runner: Runner[Rules] = Runner(self.game.rules, self.table, self.shadow.watch)
        self.shadow.runner = self.runner

    def play(self) -> None:
        self.bet()
        while self.runner.pending is not None:
            self.step()
        self.finish()

    def bet(self) -> None:
        terms = self.game.rules.betting
        count = self.generator.randint(1, min(4, terms.seats))
        first = self.generator.randint(1, terms.seats - count + 1)
        boxes = list(range(first, first + count))
        if not terms.adjacent_boxes:
            boxes = self.generator.sample(range(1, terms.seats + 1), count)
        for at, box in enumerate(boxes):
            player = Player(f"p{at // terms.boxes_per_player}")
            played = self.game.rules.played
            alone = [each for each, its in terms.wagers.items() if each != played and not (its.needs or its.compulsory)]
            if alone and self.generator.random() < 0.3:
                amount = self.stake(terms.wagers[alone[0]], terms.chip)
                self.accept(Act(player, HandId(Box(box), 1), PlaceWager(alone[0], amount)))
                continue
            main = self.stake(terms.wagers[played], terms.chip)
            self.accept(Act(player, HandId(Box(box), 1), PlaceWager(played, main)))
            placed = {played}
            for wager, each in terms.wagers.items():
                beside = all(tie.to in placed for tie in each.needs)
                beside = beside and not (each.one_box and at % terms.boxes_per_player)
                if wager != played and beside and (each.compulsory or self.generator.random() < 0.5):
                    amount = each.smallest(terms.chip) if each.equals is None else main
                    self.accept(Act(player, HandId(Box(box), 1), PlaceWager(wager, amount)))
                    placed.add(wager)
        self.refuse_bad_bets(boxes[0])
        self.accept(Close())

    def stake(self, terms: WagerTerms, chip: Cents) -> Cents:
        """A lawful amount: from the minimum to ten times as much, in chips."""
        least = terms.least.amount if terms.least else chip
        most = min(10 * least, terms.most.amount if terms.most else 10 * least)
        return Cents(self.generator.randrange(-(-least // chip), most // chip + 1) * chip)

    def refuse_bad_bets(self, box: int) -> None:
        player = next(iter(self.runner.round.layout.stakes)).player
        hand = HandId(Box(box), 1)
        bad = [
            Act(player, hand, PlaceWager(self.game.rules.played, Cents(10**9))),
            Act(player, HandId(Box(box), 2), PlaceWager(self.game.rules.played, Cents(1000))),
            Act(Player("stranger"), hand, PlaceWager(self.game.rules.played, Cents(1000))),
            Act(player, HandId(Box(99), 1), PlaceWager(self.game.rules.played, Cents(1000))),
            Act(Player("stranger"), HandId(Box(box + 1), 1), PlaceWager(self.game.rules.played, Cents(-100))),
            Act(player, hand, PlaceWager(Wager("no-such-wager"), Cents(100))),
        ]
        for act in bad:
            self.refused(act)

    def step(self) -> None:
        request = self.runner.pending
        assert request is not None
        if self.generator.random() < self.incidents and self.goes_wrong(request):
            return
        if isinstance(request, Window) and request.occasion is Occasion.HALTED:
            assert self.runner.answer(Close()) is not None, "a table that may not be dealt goes on"
            self.accept(ReaderRepaired(Author(Role.FLOOR, "flo")))
            return
        if isinstance(request, Window) and request.occasion is Occasion.FOULED:
            assert self.runner.answer(Close()) is not None, "a foul goes on before anybody has ruled on it"
            self.accept(self.ruling_on_a_foul())
            return
        if isinstance(request, Decide | Offer | Window):
            self.refuse_everything_else(request)
            self.every_option_can_be_taken(request)
            self.take(request)
            return
        self.nobody_may_act()
        if isinstance(request, ByMeter):
            self.key(request)
            return
        if isinstance(request, Shuffle):
            left = list((Counter(self.cards) - Counter(request.out)).elements())
            self.shoe.load(shuffled(left, self.generator.randrange))
            self.accept(Shuffled())
            return
        self.accept(
            self.generator.randint(1, len(request.weights)) if isinstance(request, Spin) else self.shoe.answer(request)
        )

    def ruling_on_a_foul(self) -> FoulRuled:
        """What the house has elected is said of the hand that waits, and nothing else is taken."""
        round_, request, sue = self.runner.round, self.runner.pending, Author(Role.SUPERVISOR, "sue")
        assert request is not None
        waits = [hand for hand, said in round_.layout.fouls.items() if None in said]
        (hand,) = [hand for hand in waits if round_.hand(hand).closed is None]  # and has not died meanwhile
        rulings = [FoulRuled(sue, hand, policy) for policy in FoulPolicy]
        (elected,) = [each for each in rulings if round_.refuses_incident(request, each) is None]
        return elected

    def key(self, request: ByMeter) -> None:
        """The meter answers; a win is keyed in only when it is verified."""
        if isinstance(request, KeyAward) and request.waits_for_people:
            refusal = self.runner.answer(MeterShows(10**9, 0))
            assert refusal is not None, (
                "an award was keyed in that nobody has verified, or for which no key was pressed"
            )
            dealer = Author(Role.DEALER, self.runner.round.dealer_on_duty or "dan")
            self.accept(answer_of(verifying(Author(Role.SUPERVISOR, "sue"), dealer), self.runner.round, request))
        else:
            self.accept(self.meter.answer(request))

    def goes_wrong(self, request: Request) -> bool:
        """Something irregular that the rules let happen now, if there is anything."""
        known = self.game.rules.incidents
        round_ = self.runner.round
        if not self.shoe.cards or not round_.layout.betting_closed:
            return False
        for incident in self.generator.sample(found := self.irregularities(), len(found)):
            handler = known.get(type(incident))
            if handler is None or not handler.hears(request, round_.practices):
                refusal = self.runner.answer(incident)
                assert refusal is not None, f"{incident} was taken at {request}"
                assert refusal.clauses
            elif round_.refuses_incident(request, incident) is None:
                if isinstance(incident, FaceUpInShoe | Exposed | Overdrawn):
                    self.shoe.cards.popleft()
                self.accept(incident)
                return True
        return False

    def irregularities(self) -> list[Incident]:
        """One of each kind; what ends a round comes rarely."""
        card, layout = self.shoe.cards[0], self.runner.round.layout
        sue = Author(Role.SUPERVISOR, "sue")
        found: list[Incident] = [
            FaceUpInShoe(card),
            TenInShoe(Card.parse("Td")),
            Missed(),
            DrawnUnseen(),
            Exposed(card),
            Overdrawn(card),
            ReaderFailed(sue),
            ReaderRepaired(sue),
            Ruled(sue, Decision.CONTINUE, None, "nothing has happened"),
        ]
        hand = self.generator.choice(layout.order)
        rare: list[Incident] = [
            WrongPeek(sue),
            Misdealt(sue, hand.box, "three cards"),
            Misdealt(sue, None, "three cards"),
            Dropped(sue, hand.box, "a card fell"),
            Ruled(sue, Decision.VOID_HAND, hand, "a card fell"),
            Ruled(sue, Decision.VOID_ROUND, None, "a table fell"),
        ]
        return found + (rare if self.generator.random() < 0.2 else [])

    def nobody_may_act(self) -> None:
        """While a card is awaited every act is refused, by every verb."""
        hand = self.runner.round.layout.order[0]
        player = self.runner.round.caller(hand)
        for verb in self.game.verbs.values():
            self.refused(Act(player, hand, self.example(verb, hand)))

    def take(self, request: Question) -> None:
        answer = self.generator.choice([*choices(self.runner.round, request), *fouls(self.runner.round, request)])
        before = self.others(answer)
        self.accept(answer)
        closes = isinstance(answer, Close)  # what follows may be about everybody
        assert closes or self.others(answer) == before, "an act touched another seat's cards or chips"

    def others(self, answer: Answer) -> dict[Any, Any]:
        """Cards, doubles and wagers of every box but the acting one."""
        box = answer.hand.box if isinstance(answer, Act) else None
        layout = self.runner.round.layout
        held = {hand: layout.hands[hand] for hand in layout.order if hand.box != box}
        hands = {name: (list(hand.cards), hand.doubles, hand.split) for name, hand in held.items()}
        stakes = {key: stake.total for key, stake in layout.stakes.items() if key.hand.box != box}
        return {**hands, **stakes}

    def every_option_can_be_taken(self, request: Question) -> None:
        for answer in choices(self.runner.round, request):
            again = rerun(self.game.rules, self.runner.answers, self.table)
            assert again.answer(answer) is None, f"{answer} is offered and refused"
            again.close()

    def refuse_everything_else(self, request: Question) -> None:
        """Every verb on every hand by every player, unless the request offers it."""
        layout = self.runner.round.layout
        allowed = {
            (a.player, a.hand, type(a.intent)) for a in choices(self.runner.round, request) if isinstance(a, Act)
        }
        for verb in self.game.verbs.values():
            for hand in layout.order:
                for player in {*layout.players(), Player("stranger")}:
                    if (player, hand, verb) not in allowed:
                        self.refused(Act(player, hand, self.example(verb, hand)))
        self.refused(Act(Player("stranger"), HandId(Box(1), 9), self.example(verb, layout.order[0])))
        for key in list(layout.stakes)[:2]:
            self.refused(Act(key.player, key.hand, PlaceWager(self.game.rules.played, Cents(1000))))

    def example(self, verb: type[Intent], hand: HandId) -> Intent:
        fields = getattr(verb, "__dataclass_fields__", {})
        if "amount" in fields:
            return verb(amount=next(iter(self.runner.round.layout.stakes.values())).original)  # type: ignore[call-arg]
        if "setting" in fields:
            cards = tuple(self.runner.round.hand(hand).cards)
            return verb(setting=Setting(cards[:2], cards[2:]))  # type: ignore[call-arg]
        if verb is PlaceCoupon:
            return PlaceCoupon(Cents(100))
        if verb is Withdraw:
            return Withdraw(self.game.rules.played)
        of_cards: dict[type[Intent], Intent] = {
            Cut: Cut(1),
            PlaceCutCard: PlaceCutCard(72),
            BreakSeal: BreakSeal("4471", "A-12"),
        }
        return of_cards.get(verb) or verb()

    def accept(self, answer: Answer) -> None:
        refusal = self.runner.answer(answer)
        assert refusal is None, f"{answer} was refused: {refusal}"
        self.views_hide_what_is_hidden()

    def refused(self, act: Act) -> None:
        before, pending = len(self.runner.round.facts), self.runner.pending
        refusal = self.runner.answer(act)
        assert isinstance(refusal, Refusal), f"{act} was accepted"
        assert refusal.code
        assert refusal.says
        assert refusal.clauses, f"{refusal.code} cites no clause"
        known = {row.id for row in self.game.house.rulebook.clauses}
        assert known.issuperset(refusal.clauses), refusal.clauses
        assert len(self.runner.round.facts) == before
        assert self.runner.pending is pending, "a refusal changed something"

    def views_hide_what_is_hidden(self) -> None:
        """Each viewer sees the cards that lie face up for him, by the record of how they were dealt."""
        layout = self.runner.round.layout
        if not layout.betting_closed:
            return
        shown, own = self.faces()
        for viewer in (*layout.players(), None):
            seen = layout_seen(layout, Viewer(viewer))
            for name, hand in seen.hands.items():
                mine = own.get(name, []) if layout.hands[name].caller == viewer else []
                expected = shown.get(name, []) + mine
                assert sorted(map(str, hand.cards)) == sorted(map(str, expected)), f"{viewer} at {name}"
                assert len(hand.cards) + hand.face_down == self.dealt_to(name)
            assert self.told_to(Viewer(viewer)) == seen

    def told_to(self, viewer: Viewer) -> Layout:
        """The round as somebody knows it who was told what he may know of each fact, and nothing else."""
        layout, known = Layout(), Layout()
        for fact in self.runner.round.facts:
            seen_by(fact, viewer, layout).apply(known)
            fact.apply(layout)
        return known

    def faces(self) -> tuple[dict[HandId, list[Card]], dict[HandId, list[Card]]]:
        """For each hand the cards that everybody may see, and those that only its caller may see."""
        shown: dict[HandId, list[Card]] = {}
        own: dict[HandId, list[Card]] = {}
        for fact in self.runner.round.facts:
            match fact:
                case CardDealt(hand, Face.TO_PLAYER, Card() as card):
                    own.setdefault(hand, []).append(card)
                case CardDealt(hand, _, Card() as card) | CardTurned(hand, card):
                    shown.setdefault(hand, []).append(card)
                case PairSplit(hand, new_hand):
                    shown[new_hand] = [shown[hand].pop()]
                case SplitThreeWays(hand, second, third):
                    shown[third] = [shown[hand].pop()]
                    shown[second] = [shown[hand].pop()]
                case SwitchDecided(hand, other, True):
                    shown[hand][1], shown[other][1] = shown[other][1], shown[hand][1]
                case PokerBegun(community):
                    shown, own = {DEALER: list(community)}, {}
                case HandRevealed(hand):
                    shown[hand] = shown.get(hand, []) + own.pop(hand, [])
        return shown, own

    def dealt_to(self, hand: HandId) -> int:
        count = 0
        for fact in self.runner.round.facts:
            count += isinstance(fact, CardDealt) and fact.hand == hand
            if isinstance(fact, PokerBegun):
                count = len(fact.community) if hand == DEALER else 0
            if isinstance(fact, PairSplit):
                count += (fact.new_hand == hand) - (fact.hand == hand)
            if isinstance(fact, SplitThreeWays):
                count += (hand in (fact.second, fact.third)) - 2 * (fact.hand == hand)
        return count

    def finish(self) -> None:
        layout = self.runner.round.layout
        assert layout.ended
        assert not any(stake.pending for stake in layout.stakes.values()), "a wager was never settled"
        assert sum(layout.nets().values()) == -layout.accounts.get(HOUSE, 0)
        self.cards_are_conserved(layout)
        again = rerun(self.game.rules, self.runner.answers, self.table)
        assert again.round.facts == self.runner.round.facts, "a re-run from the answers is another round"
        self.settled_once(layout)

    def cards_are_conserved(self, layout: Layout) -> None:
        held = Counter(self.cards)
        seen = Counter(layout.discards)
        waits = Counter([] if layout.exposed is None else [layout.exposed])  # in a void round it is nobody's
        unseen = held - seen - Counter(self.shoe.cards) - waits
        assert not seen - held, "a card was seen that the shoe did not hold"
        assert unseen.total() == layout.unseen_discards

    def settled_once(self, layout: Layout) -> None:
        """Every wager that was placed has one row, and rows without a stake are awards."""
        rows = set(layout.settlements)
        assert {StakeId(*key) for key in layout.stakes} <= rows
        for key in rows - set(layout.stakes):
            assert layout.settlements[key].stake == 0


def fouls(t: Round[Any], request: Question) -> list[Answer]:
    """Settings that nobody offers and that are taken all the same, to be dealt with as the house does."""
    if not isinstance(request, Decide) or not any(option.verb is SetHand for option in request.options):
        return []
    packet, arranging = tuple(t.hand(request.hand).cards), t.rules.arranging
    pairs = [(low, tuple(card for card in packet if card not in low)) for low in combinations(packet, 2)]
    settings = [Setting(*each) for each in pairs if not arranging.refuses(packet, Setting(*each))]
    return [Act(request.player, request.hand, SetHand(each)) for each in settings if arranging.is_foul(each)]


def shoe(game_: Game, generator: random.Random, *, rich: bool) -> list[Card]:
    """A shuffled shoe; a rich one is short of ranks, so that pairs, 21s and blackjacks come often."""
    cards = list(game_.shoe)
    if rich and len(cards) > 100:
        ranks = set(generator.sample(sorted({card.rank for card in cards}), 4)) | {"A", "K"}
        cards = [card for card in cards if card.rank in ranks]
    return shuffled(cards, generator.randrange)
