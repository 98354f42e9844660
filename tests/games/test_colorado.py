"""21+3 and Golden 21 beyond single rounds: hidden cards, claims, tips and entry at a table, and the poker hands."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from conformance.suite import any_game
from pitboss.audit.verify import audit
from pitboss.cards import STANDARD_DECK, Card, cards
from pitboss.core.facts import CardDealt, CardsShuffled, HandRevealed, ShoeClosed, TipSettled, WagerSettled
from pitboss.core.requests import Act, Close, Decide, Decline, Offer
from pitboss.core.view import Viewer, layout_seen
from pitboss.core.wagering import PlaceWager, open_round
from pitboss.games.blackjack.intents import Show, Stand
from pitboss.ids import HOUSE_DEALER, MAIN, Box, HandId, Player, Wager, clauses
from pitboss.law.sign import sign
from pitboss.money import Cents
from pitboss.notation.transcript import Narrator
from pitboss.poker import Kind, first_made, made
from pitboss.shoe.stack import Stack
from table.driving import Watched, watched

ANN, BOB = Player("ann"), Player("bob")
ONE, TWO = HandId(Box(1), 1), HandId(Box(2), 1)
SIDE, GOLDEN = Wager("21-plus-3"), Wager("golden-21")
HIDDEN = {"decks": 2, "player_cards": "face_down"}

THREE_CARDS = (Kind.STRAIGHT_FLUSH, Kind.THREE_OF_A_KIND, Kind.STRAIGHT, Kind.FLUSH)
FOUR_CARDS = (Kind.FOUR_OF_A_KIND, Kind.STRAIGHT_FLUSH, Kind.THREE_OF_A_KIND, Kind.FLUSH, Kind.STRAIGHT)


@pytest.mark.clause("CO-2102.2")
@pytest.mark.parametrize(
    ("count", "order", "frequencies"),
    [
        (2, (Kind.STRAIGHT_FLUSH, Kind.PAIR, Kind.STRAIGHT, Kind.FLUSH), (52, 78, 156, 260)),
        (
            3,
            (Kind.STRAIGHT_FLUSH, Kind.THREE_OF_A_KIND, Kind.STRAIGHT, Kind.FLUSH, Kind.PAIR),
            (48, 52, 720, 1096, 3744),
        ),
        (4, (*FOUR_CARDS, Kind.TWO_PAIR, Kind.PAIR), (13, 44, 2496, 2816, 2772, 2808, 82368)),
    ],
)
def test_how_often_cards_make_what(count: int, order: tuple[Kind, ...], frequencies: tuple[int, ...]) -> None:
    """Known frequencies of hands from one deck, each text ranking them in its own way."""
    found = Counter(first_made(each, order) for each in combinations(STANDARD_DECK, count))
    assert tuple(found[kind] for kind in order) == frequencies


@pytest.mark.parametrize(
    ("five", "best"),
    [
        ("Th Jh Qh Kh Ah", Kind.ROYAL_FLUSH),
        ("Ah 2h 3h 4h 5h", Kind.STRAIGHT_FLUSH),
        ("Ah 2h 3h 4h Kh", Kind.FLUSH),
        ("Qh Kh Ad 2c 3s", None),
        ("9c 9d 9h 9s 2c", Kind.FOUR_OF_A_KIND),
        ("9c 9d 9h 2s 2c", Kind.FULL_HOUSE),
        ("9c 9d 2h 2s Kc", Kind.TWO_PAIR),
        ("9c 8d 7h 6s 5c", Kind.STRAIGHT),
    ],
)
def test_five_cards(five: str, best: Kind | None) -> None:
    assert first_made(cards(five), reversed(Kind)) == best


def test_a_hand_is_all_that_it_is() -> None:
    assert made(cards("9h 9h 9h")) == {Kind.PAIR, Kind.THREE_OF_A_KIND, Kind.SUITED_THREE_OF_A_KIND, Kind.FLUSH}
    assert made(cards("Ah 2d")) == {Kind.STRAIGHT}
    assert made(cards("Ah 2d"), ace_low=False) == set()
    assert made(cards("Ah Kd"), ace_low=False) == {Kind.STRAIGHT}


def hidden_round(*answers: bool) -> tuple[list[object], list[Player]]:
    """Two boxes with three clubs each, hidden; each player shows or not. Returns the facts and who was asked."""
    bets = [(who, Box(box), wager, Cents(1000)) for who, box in ((ANN, 1), (BOB, 2)) for wager in (MAIN, SIDE)]
    runner = open_round(any_game("21-plus-3", HIDDEN).rules, bets)
    shoe, says, asked = Stack(cards("9c 8c 7c 2c 3c Kd")), iter(answers), []
    while runner.pending is not None:
        match runner.pending:
            case Offer(player, hand, (option,)) if option.verb is Show:
                asked.append(player)
                assert runner.answer(Act(player, hand, Show()) if next(says) else Decline()) is None
            case Decide(player, hand):
                assert runner.answer(Act(player, hand, Stand())) is None
            case request:
                assert runner.answer(shoe.answer(request)) is None
    return list(runner.round.facts), asked


@pytest.mark.clause("CO-2107-HR(1).5", "CO-2107-HR(1).1", "CO-2107-SG.note.1")
def test_a_hidden_hand_wins_only_if_it_is_shown() -> None:
    facts, asked = hidden_round(True, False)
    assert asked == [BOB, ANN], "from the dealer's right"
    settled = {fact.player: fact for fact in facts if isinstance(fact, WagerSettled) and fact.wager == SIDE}
    assert settled[BOB].net == 9000
    assert settled[ANN].net == -1000
    assert settled[ANN].clauses == ("CO-2107-HR(1).5",)


@pytest.mark.clause("CO-2107-SG.note.1")
def test_nobody_else_sees_hidden_cards() -> None:
    """Neither in a view nor in what is told, until the hand is shown; a canary is looked for in all of it."""
    bets = [(who, Box(box), MAIN, Cents(1000)) for who, box in ((ANN, 1), (BOB, 2))]
    runner = open_round(any_game("21-plus-3", HIDDEN).rules, bets)
    shoe, told = Stack(cards("Ts 5c 6d 3h 4h 2h 2d")), {who: Narrator(viewer=Viewer(who)) for who in (ANN, BOB)}
    heard: dict[Player, list[str]] = {ANN: [], BOB: []}
    while not isinstance(runner.pending, Decide):
        assert runner.answer(shoe.answer(runner.pending)) is None  # type: ignore[arg-type]
    for fact in runner.round.facts:
        for who, narrator in told.items():
            heard[who].append(narrator.tell(fact))
    canary = Card.parse("Ts")
    seen_by_bob = layout_seen(runner.round.layout, Viewer(BOB)).hands[ONE]
    assert (seen_by_bob.cards, seen_by_bob.face_down) == ([], 2)
    assert canary in layout_seen(runner.round.layout, Viewer(ANN)).hands[ONE].cards
    assert "Ts" in " ".join(heard[ANN])
    assert "Ts" not in " ".join(heard[BOB])


def test_a_card_drawn_to_a_hidden_hand_is_seen_by_all() -> None:
    runner = open_round(any_game("21-plus-3", HIDDEN).rules, [(ANN, Box(1), MAIN, Cents(1000))])
    for card in cards("5c 6d 3h"):
        assert runner.answer(card) is None
    shoe = Stack(cards("2h 2d"))
    assert runner.pending is not None
    runner.answer(shoe.answer(runner.pending))
    assert isinstance(runner.pending, Decide)
    hit = next(option for option in runner.pending.options if option.verb.verb == "hit")
    runner.answer(Act(ANN, ONE, hit.intents[0]))
    runner.answer(Card.parse("4s"))
    hand = layout_seen(runner.round.layout, Viewer(BOB)).hands[ONE]
    assert (tuple(hand.cards), hand.face_down) == (cards("4s"), 2)
    narrator = Narrator(viewer=Viewer(BOB))
    said = [narrator.tell(fact) for fact in runner.round.facts]
    assert "Box 1 (ann) gets 4s: 2 face down, 4s." in said


def bet(table: Watched, who: Player, hand: HandId, **wagers: int) -> None:
    for wager, dollars in wagers.items():
        table.must(Act(who, hand, PlaceWager(Wager(wager.replace("_", "-")), Cents(100 * dollars))))


@pytest.mark.clause("CO-2108-GW(3)(a).1", "CO-2108-GW(3)(a).2")
def test_who_did_not_open_may_not_enter_until_the_next_shuffle() -> None:
    table = watched("golden-21", {"decks": 2, "no_mid_deck_entry": True})
    table.sit(("ann", 1), ("bob", 2))
    table.must(Close())
    to_the_betting(table)
    bet(table, ANN, ONE, main=10, golden_21=1)
    bet(table, BOB, TWO, main=10)
    table.rounds(1)
    to_the_betting(table)
    bet(table, ANN, ONE, main=10)
    bet(table, BOB, TWO, main=10)
    refusal = table.submit(Act(BOB, TWO, PlaceWager(GOLDEN, Cents(100))))
    assert refusal is not None
    assert refusal.code == "mid-deck"
    bet(table, ANN, ONE, golden_21=1)
    while not table.of(ShoeClosed):
        table.rounds(1)
    to_the_betting(table)
    bet(table, BOB, TWO, main=10, golden_21=1)


@pytest.mark.clause("CO-2108-GW(3)(a).1")
def test_who_did_not_bet_on_the_first_hand_may_not_enter_the_main_game() -> None:
    """A player who opened may skip a hand and come back; nobody else enters before the next shuffle."""
    table = opened({"decks": 2, "no_mid_deck_main_entry": True}, ann={"main": 10})
    refusal = table.submit(Act(BOB, TWO, PlaceWager(MAIN, Cents(1000))))
    assert refusal is not None
    assert (refusal.code, refusal.clauses) == ("mid-deck", clauses("CO-2108-GW(3)(a).1"))
    table.must(Close())  # nobody bets: no round
    to_the_betting(table)
    bet(table, ANN, ONE, main=10, golden_21=1)  # the wager has no bar of its own here
    while not table.of(ShoeClosed):
        dealt_out(table)
        bet(table, ANN, ONE, main=10)
    bet(table, BOB, TWO, main=10)


@pytest.mark.clause("CO-2108-GW(3)(a).1")
def test_a_player_who_opened_may_skip_a_hand() -> None:
    table = opened({"decks": 2, "no_mid_deck_main_entry": True}, ann={"main": 10}, bob={"main": 10})
    bet(table, ANN, ONE, main=10)
    dealt_out(table)
    bet(table, BOB, TWO, main=10)


@pytest.mark.clause("CO-2108-GW(3)(a).1", "CO-2108-GW(3)(a).2")
def test_the_bar_of_the_game_and_that_of_the_wager_are_two() -> None:
    """Of two players who opened, only the one who opened with the wager may place it later."""
    house: dict[str, object] = {"decks": 2, "no_mid_deck_main_entry": True, "no_mid_deck_entry": True}
    table = opened(house, ann={"main": 10, "golden_21": 1}, bob={"main": 10})
    bet(table, BOB, TWO, main=10)
    refusal = table.submit(Act(BOB, TWO, PlaceWager(GOLDEN, Cents(100))))
    assert refusal is not None
    assert (refusal.code, refusal.clauses[-1]) == ("mid-deck", "CO-2108-GW(3)(a).2")
    bet(table, ANN, ONE, main=10, golden_21=1)


def opened(house: dict[str, object], **bets: dict[str, int]) -> Watched:
    """A table of ann and bob at the second hand of its deck, whose first hand had these bets."""
    table = watched("golden-21", house)
    table.sit(("ann", 1), ("bob", 2))
    to_the_betting(table)
    for name, wagers in bets.items():
        bet(table, Player(name), ONE if name == "ann" else TWO, **wagers)
    dealt_out(table)
    return table


def dealt_out(table: Watched) -> None:
    """The betting is over, the round is played, and the betting of the next one begins."""
    table.must(Close())
    table.rounds(0)
    to_the_betting(table)


def to_the_betting(table: Watched) -> None:
    """Up to the betting of the next round."""
    while not table.table.runner.state.in_round:
        table.must(_between(table))


def _between(table: Watched) -> Act | Close | Decline:
    return Decline() if isinstance(table.table.pending, Offer) else Close()


@pytest.mark.clause("CO-2108-GW(4).1", "CO-2108-GW(4).2")
def test_tips_at_a_table_are_the_dealers_and_no_chip_is_lost() -> None:
    table = watched("golden-21", {"tip_bets": True})
    table.sit(("ann", 1), ("bob", 2))
    for _ in range(25):
        to_the_betting(table)
        bet(table, ANN, ONE, main=10, golden_21=2, tip_main=5, tip_golden_21=1)
        bet(table, BOB, TWO, main=10)
        table.rounds(1)
    tips = table.of(TipSettled)
    assert len(tips) == 50
    assert table.table.runner.state.tips == sum(tip.net for tip in tips) > 0
    assert table.table.runner.state.balanced()
    assert {tip.whose for tip in tips} == {HOUSE_DEALER}
    table.close()
    assert table.journal is not None
    assert audit(table.journal.data).problems == []


@pytest.mark.clause("CO-2105(7).1")
def test_switch_is_shuffled_right_before_play_starts() -> None:
    table = watched("blackjack-switch", {})
    table.sit(("ann", 1))
    assert not table.of(CardsShuffled)
    table.rounds(1)
    assert len(table.of(CardsShuffled)) == 1
    assert len(table.of(CardDealt)) >= 6


@pytest.mark.clause("CO-2108(2).2")
@pytest.mark.parametrize(("dealing", "shoes"), [("continuous", 5), ("shoe", 0), ("hand", 0)])
def test_a_continuous_shuffler_takes_the_cards_of_every_round_back(dealing: str, shoes: int) -> None:
    table = watched("golden-21", {"dealing": dealing})
    table.sit(("ann", 1))
    table.rounds(5)
    assert len(table.of(ShoeClosed)) == shoes


def test_hidden_cards_are_turned_when_the_play_needs_them() -> None:
    facts, _ = hidden_round(False, False)
    shown = [fact.hand for fact in facts if isinstance(fact, HandRevealed)]
    assert shown == [TWO, ONE], "before the main wagers are settled, from the dealer's right"
    assert sum(isinstance(fact, CardDealt) for fact in facts) == 6


@pytest.mark.clause("CO-2107(2)", "CO-2107-HR(1).2", "CO-2107-X")
@pytest.mark.parametrize(("version", "paid"), [("standard", (9, 9, 9, 9)), ("xtreme", (5, 10, 20, 30))])
def test_the_sign_has_the_pay_table_of_the_version(version: str, paid: tuple[int, ...]) -> None:
    lines = [line.says for line in sign(any_game("21-plus-3", {"version": version}).house)]
    names = ("Flush", "Straight", "Three of a kind", "Straight flush")
    for name, odds in zip(names, paid, strict=True):
        assert f"21 plus 3 wager. {name}: {odds} to 1" in lines
    assert sum(line.startswith("21 plus 3 wager. ") for line in lines) == 4


@pytest.mark.clause("CO-2113-A", "CO-2113-B", "CO-2114-A", "CO-2114-B")
@pytest.mark.parametrize(("table", "paid"), [("A", (9, 9, 9, 9)), ("B", (30, 20, 10, 5))])
@pytest.mark.parametrize("book", ["buffalo-2", "buffalo-3"])
def test_the_sign_of_buffalo_has_its_pay_table(book: str, table: str, paid: tuple[int, ...]) -> None:
    lines = [line.says for line in sign(any_game(book, {"table_21_plus_3": table}).house)]
    for name, odds in zip(("Straight flush", "Three of a kind", "Straight", "Flush"), paid, strict=True):
        assert f"21 plus 3 wager. {name}: {odds} to 1" in lines


@pytest.mark.clause(
    "CO-2107.rights", "CO-2108.rights", "CO-2108-GW(3).1", "CO-2113.rights", "CO-2114.rights", "CO-2105.rights"
)
def test_the_signs_name_the_rights_and_the_limits() -> None:
    rights = {"21-plus-3": "Galaxy Gaming", "golden-21": "Score Gaming", "blackjack-switch": "Shuffle Master"}
    for book, says in {**rights, "buffalo-2": "Galaxy Gaming", "buffalo-3": "Galaxy Gaming"}.items():
        lines = [line.says for line in sign(any_game(book, {}).house)]
        assert any(says in line for line in lines)
        assert any("$1.00 to $100.00" in line for line in lines)


@pytest.mark.clause("CO-2107-SG(2).2", "CO-2108-GW(3).2", "CO-2108-GW(3)(a)", "CO-2108-GW(4).1")
def test_the_signs_say_what_a_house_has_chosen() -> None:
    def notices(book: str, settings: dict[str, object]) -> str:
        return " ".join(line.says for line in sign(any_game(book, settings).house) if line.heading == "NOTICES")

    limit = "no more than $1,000.00 together"
    assert limit in notices("21-plus-3", {"aggregate_limit": 1000})
    assert "together" not in notices("21-plus-3", {})
    chosen: dict[str, object] = {"decks": 2, "golden_cap_main": True, "no_mid_deck_entry": True, "tip_bets": True}
    chosen["no_mid_deck_main_entry"] = True
    entry = "who place it on the first hand after the shuffle", "The main game is for those who bet on the first hand"
    for says in ("may not exceed the main wager", *entry, "Tips for the dealer"):
        assert says in notices("golden-21", chosen)
        assert says not in notices("golden-21", {})
