"""The table around its rounds, clause by clause: shuffle, cut, cut card, burn, count, exhaustion, seats and chips."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pitboss.audit.verify import audit
from pitboss.core.facts import (
    BurnCardShown,
    CardBurned,
    CardsCut,
    CardsShuffled,
    CutCardPlaced,
    CutCardReached,
    CutDeclined,
    ReshuffleOrdered,
    RoundOpened,
    RoundVoided,
    SeatLeft,
    ShoeClosed,
    ShoeExhausted,
    ShoeLost,
    ShoeRevealed,
    TableClosed,
    WagerSettled,
)
from pitboss.core.incidents import SealLost
from pitboss.core.requests import Act, Close, Decide, Decline, Offer, Window
from pitboss.core.shuffling import Cut
from pitboss.core.wagering import PlaceWager
from pitboss.games.blackjack.intents import Stand
from pitboss.games.registry import Game
from pitboss.ids import MAIN, Author, Box, HandId, Player, Role
from pitboss.money import Cents
from pitboss.tables.commands import Command
from pitboss.tables.intents import BuyChips, Leave, OrderReshuffle, SeeBurnCard, Sit
from table.driving import BET, Watched, answer, watched

ALL = ["spanish21-ma", "spanish21-ma-prior", "spanish21-md", "spanish21-charity"]
DEALER_AT = HandId(Box(0), 1)


def act(name: str, box: int, intent: Any) -> Act:
    return Act(Player(name), HandId(Box(box), 1), intent)


def seated(rulebook: str, settings: dict[str, object] | None = None, **options: Any) -> Watched:
    table = watched(rulebook, settings, **options)
    table.sit(("ann", 2), ("bob", 5), ("cat", 7))
    return table


def offered(table: Watched) -> list[str]:
    """Starts a shuffle and lets everybody decline; who was asked, in order."""
    table.must(Close())
    names = []
    while isinstance(request := table.table.pending, Offer):
        names.append(str(request.player))
        table.must(Decline())
    return names


def new_shoe(table: Watched) -> None:
    table.must(act("dealer", 0, OrderReshuffle()))


@pytest.mark.clause("MA-4(a).1", "MA-4(b)(2)", "MA-4(c).1", "MA-4(c).2", "MA-4(d)(1)", "MA-4(e).2", "MA-4(e).4")
@pytest.mark.clause("MD-5.A.1", "MD-5.B", "MD-5.C", "MD-5.D(1)", "MD-5.E(1)", "MD-5.E(2)")
@pytest.mark.clause("CH-cut.1", "CH-cut.3", "CH-cut.4")
@pytest.mark.parametrize("rulebook", ALL)
def test_the_first_shoe_is_shuffled_offered_to_the_first_arrival_and_cut(rulebook: str) -> None:
    table = seated(rulebook)
    assert offered(table) == ["ann", "cat", "bob"]
    assert [type(fact) for fact in table.facts[3:8]] == [CardsShuffled, CutDeclined, CutDeclined, CutDeclined, CardsCut]
    (shuffled,), (cut,) = table.of(CardsShuffled), table.of(CardsCut)
    assert shuffled.cards == 288
    assert (cut.by, cut.at) == ("dealer", 144)
    assert table.of(CutCardPlaced)[0].behind == (48 if rulebook == "spanish21-charity" else 72)


@pytest.mark.clause("MA-4(e).1", "MD-5.E.1", "CH-cut.2")
@pytest.mark.parametrize(("rulebook", "least"), [("spanish21-ma", 48), ("spanish21-md", 10), ("spanish21-charity", 48)])
def test_a_cut_keeps_its_distance_from_both_ends(rulebook: str, least: int) -> None:
    table = seated(rulebook)
    table.must(Close())
    for at in (0, least - 1, 288 - least + 1, 288):
        assert table.submit(act("ann", 2, Cut(at))).code == "cut-too-near-the-end"
    assert table.submit(act("bob", 5, Cut(100))).code == "out-of-turn"
    table.must(act("ann", 2, Cut(288 - least)))
    assert table.of(CardsCut)[0].at == 288 - least


@pytest.mark.clause("MA-4(e).2", "MD-5.E(1)", "CH-cut.3")
@pytest.mark.parametrize("rulebook", ["spanish21-ma", "spanish21-md", "spanish21-charity"])
def test_the_cut_moves_the_top_part_to_the_bottom(rulebook: str) -> None:
    plain, cut = seated(rulebook, seed=9), seated(rulebook, seed=9)
    plain.must(Close())
    plain.must(act("ann", 2, Cut(60)))
    cut.must(Close())
    cut.must(act("ann", 2, Cut(61)))
    for table in (plain, cut):
        table.rounds(1)
        table.close()
    order = plain.of(ShoeRevealed)[0].order
    assert order == cut.of(ShoeRevealed)[0].order
    first = [fact.card for fact in plain.facts if getattr(fact, "card", None)][:2]
    assert first == list(order[61:63])  # the burn card was the one under the cut
    assert [fact.card for fact in cut.facts if getattr(fact, "card", None)][:1] == [order[62]]


@pytest.mark.clause("MA-4(d)(2).1", "MA-4(d)(2).2")
def test_massachusetts_offers_the_cut_from_the_far_right_and_moves_on_each_shuffle() -> None:
    table = seated("spanish21-ma")
    offered(table)
    later = []
    for _ in range(4):
        table.rounds(1)
        new_shoe(table)
        later.append(offered(table))
    assert later == [["cat", "bob", "ann"], ["bob", "ann", "cat"], ["ann", "cat", "bob"], ["cat", "bob", "ann"]]


@pytest.mark.clause("MD-5.D(2)", "MD-5.D(3)", "MD-5.D(4)", "MD-5.D(5)", "MD-5.D(6)", "MD-5.G.2")
def test_maryland_offers_the_cut_where_the_cover_card_came() -> None:
    seen = set()
    for seed in range(12):
        table = seated("spanish21-md", seed=seed)
        offered(table)
        while table.table.runner.state.shoe is not None:
            table.rounds(1)
        at = table.of(CutCardReached)[-1].hand.box
        from_the_right = ["cat", "bob", "ann"]
        expected = {2: ["ann", "cat", "bob"], 5: ["bob", "ann", "cat"], 7: from_the_right, 0: from_the_right}
        assert offered(table) == expected[at], f"seed {seed}"
        seen.add(at)
    assert seen >= {0, 5}, "the seeds show both a player's area and the dealer's"
    table.rounds(1)
    new_shoe(table)
    assert offered(table) == ["cat", "bob", "ann"]  # D(5): ordered, so the far right


@pytest.mark.clause("MA-4(b)(1).1", "MD-5.B")
def test_a_machine_shuffle_is_cut_in_maryland_only() -> None:
    table = seated("spanish21-ma", {"shuffle_method": "automated"})
    assert offered(table) == []
    assert not table.of(CardsCut)
    table = seated("spanish21-md", {"shuffle_method": "automated"})
    assert offered(table) == ["ann", "cat", "bob"]


@pytest.mark.clause("MA-7(c).1", "MD-7.B(3)", "CH-burn")
@pytest.mark.parametrize("rulebook", ALL)
def test_one_card_is_burned_from_a_new_shoe(rulebook: str) -> None:
    table = seated(rulebook)
    offered(table)
    late = rulebook == "spanish21-charity"
    assert len(table.of(CardBurned)) == (0 if late else 1)
    table.rounds(3)
    kinds = [type(fact) for fact in table.facts]
    assert kinds.count(CardBurned) == 1
    assert (kinds.index(CardBurned) > kinds.index(RoundOpened)) == late


@pytest.mark.clause("MA-7(c).4", "MD-7.B(3)")
def test_the_burn_card_is_shown_where_the_text_says_so() -> None:
    table = seated("spanish21-ma")
    assert table.submit(act("ann", 2, SeeBurnCard())).code == "no-burn-card"
    offered(table)
    table.must(act("bob", 5, SeeBurnCard()))
    assert table.submit(act("ann", 2, SeeBurnCard())).code == "no-burn-card"
    table.close()
    order, cut = table.of(ShoeRevealed)[0].order, table.of(CardsCut)[0].at
    assert table.of(BurnCardShown)[0].card == order[cut]
    for rulebook in ("spanish21-md", "spanish21-charity"):
        table = seated(rulebook)
        offered(table)
        assert table.submit(act("ann", 2, SeeBurnCard())).code == "not-disclosed"


@pytest.mark.clause("MA-4(g).1", "MA-7(j)", "MD-5.G.1", "MD-7.C", "MD-7.D", "CH-cut.5", "MA-7(h)")
@pytest.mark.parametrize("rulebook", ALL)
def test_the_round_in_which_the_cut_card_comes_is_the_last(rulebook: str) -> None:
    table = seated(rulebook)
    offered(table)
    while table.table.runner.state.shoe is not None:
        table.rounds(1)
    behind = table.of(CutCardPlaced)[0].behind
    kinds = [type(fact) for fact in table.facts]
    opened = len(kinds) - 1 - kinds[::-1].index(RoundOpened)
    assert kinds[opened:].count(CutCardReached) == 1
    assert CutCardReached not in kinds[:opened]
    dealt = sum(kind.__name__ in ("CardDealt", "CardBurned") for kind in kinds[: kinds.index(CutCardReached)])
    assert dealt == 288 - behind
    (closed,) = table.of(ShoeClosed)
    assert closed.undealt + closed.discarded == 288
    assert closed.undealt < behind


@pytest.mark.clause("MA-7(j).1", "MD-7.C", "CH-cut.5")
def test_a_cut_card_before_the_first_card_makes_that_round_the_last() -> None:
    """S25, in the notation: the cut card lies on top."""
    from pitboss.notation.file import parse_round
    from pitboss.notation.replay import replay

    text = """
    rulebook = "spanish21-md"
    cards = "Kh 9c Ks 8d"
    actions = ["ann stand"]
    [table]
    cut_card_after = 0
    [[bets]]
    box = 1
    player = "ann"
    main = 10
    [expect]
    ann = 10
    """
    played = replay(parse_round(text))
    assert played.met
    assert played.runner.round.layout.reshuffle_due
    assert isinstance(played.runner.round.facts[3], CutCardReached)


def small(cards: int, behind: int) -> Any:
    """The same game with a shoe of so many cards, so that it runs out."""

    def shrink(game: Game) -> Game:
        shoe = replace(game.rules.shoe, cards=cards, behind=behind, cut_from_ends=3)
        rules = replace(game.rules, shoe=shoe)
        return replace(game, rules=rules, shoe=game.shoe[:cards])

    return shrink


@pytest.mark.clause("MA-15(g)", "MD-13.K", "MD-13.L", "CH-silent")
@pytest.mark.parametrize("rulebook", ALL)
def test_a_shoe_that_runs_out_goes_on_with_the_discards(rulebook: str) -> None:
    for seed in range(8):
        table = watched(rulebook, seed=seed, deck=small(48, 4))
        table.sit(*((name, box) for box, name in enumerate("abcdefg", start=1)))
        for _ in range(12):
            table.rounds(1, cut=Decline())
        exhausted = table.of(ShoeExhausted)
        assert exhausted, "with seven boxes 48 cards do not last"
        at = table.facts.index(exhausted[0])
        after = [type(fact) for fact in table.facts[at:]]
        assert after[1] is CardsShuffled
        assert after.index(CardBurned) < after.index(WagerSettled)
        assert table.facts[at + 1].cards < 48
        table.close()
        assert len(table.of(ShoeRevealed)) == len(table.of(CardsShuffled))


@pytest.mark.clause("MA-15(g).1", "MD-13.K")
def test_after_an_exhausted_shoe_comes_a_new_one() -> None:
    """S21: the cut card had been reached long before."""
    table = watched("spanish21-ma", seed=3, deck=small(48, 4))
    table.sit(*((name, box) for box, name in enumerate("abcdefg", start=1)))
    while not table.of(ShoeExhausted):
        table.rounds(1)
    assert table.table.runner.state.shoe is None
    assert len(table.of(ShoeRevealed)) == len(table.of(CardsShuffled))


def test_a_round_that_needs_more_cards_than_there_are_is_void() -> None:
    table = watched("spanish21-ma", seed=1, deck=small(12, 2))
    table.sit(*((name, box) for box, name in enumerate("abcdefg", start=1)))
    table.rounds(1)
    assert table.of(RoundVoided)[0].why == "all cards lie on the layout"
    assert {row.net for row in table.of(WagerSettled)} == {0}


@pytest.mark.clause("CH-cut.5")
def test_the_charity_text_knows_no_ordered_reshuffle() -> None:
    table = seated("spanish21-charity")
    offered(table)
    table.rounds(1)
    assert table.submit(act("dealer", 0, OrderReshuffle())).code == "not-in-rulebook"


@pytest.mark.clause("MA-4(g).2", "MD-5.G.2", "MD-5.A.1")
@pytest.mark.parametrize("rulebook", ALL[:3])
def test_the_house_may_order_a_reshuffle_after_any_round(rulebook: str) -> None:
    table = seated(rulebook)
    assert table.submit(act("dealer", 0, OrderReshuffle())).code == "no-shoe"
    offered(table)
    if rulebook != "spanish21-md":
        assert table.submit(act("dealer", 0, OrderReshuffle())).code == "no-round-yet"
    table.rounds(1)
    assert table.submit(act("ann", 2, OrderReshuffle())).code == "house-only"
    new_shoe(table)
    assert table.of(ReshuffleOrdered)
    assert table.of(ShoeClosed)
    assert table.table.runner.state.shoe is None


def test_seats_and_chips() -> None:
    table = seated("spanish21-ma")
    assert table.submit(act("ann", 3, Sit(Cents(100)))).code == "seated"
    assert table.submit(act("dan", 2, Sit(Cents(100)))).code == "box-taken"
    assert table.submit(act("dan", 8, Sit(Cents(100)))).code == "no-such-box"
    assert table.submit(act("dan", 3, Sit(Cents(0)))).code == "not-positive"
    assert table.submit(act("dan", 3, BuyChips(Cents(100)))).code == "not-seated"
    assert table.submit(act("dan", 3, Leave())).code == "not-seated"
    table.sit(("dan", 3), chips=1500)
    table.must(act("dan", 3, BuyChips(Cents(500))))
    assert table.table.runner.state.chips(Player("dan")) == 2000
    table.must(act("dan", 3, Leave()))
    assert table.of(SeatLeft)[0].chips == 2000


def test_only_who_sits_wagers_and_only_what_he_has() -> None:
    table = watched("spanish21-ma", seed=5)
    table.sit(("ann", 1), chips=1500)
    table.sit(("bob", 2))
    table.must(Close())
    table.must(Decline())
    table.must(Decline())
    table.must(Close())
    assert table.submit(act("eve", 3, PlaceWager(MAIN, BET))).code == "not-seated"
    assert table.submit(act("ann", 2, PlaceWager(MAIN, BET))).code == "box-taken"
    assert table.submit(act("ann", 1, PlaceWager(MAIN, Cents(2000)))).code == "not-enough-chips"
    table.must(act("ann", 1, PlaceWager(MAIN, BET)))
    table.must(Close())
    request: Any = table.table.pending
    assert isinstance(request, Decide)
    double = next(option for option in request.options if option.verb.verb == "double")
    assert table.submit(act("ann", 1, double.intents[-1])).code == "not-enough-chips"
    (paid_for,) = [option for option in table.table.affordable(request) if option.verb.verb == "double"]
    assert paid_for.intents[-1].puts_up(BET) == 500  # for less, with all that is left
    table.must(act("ann", 1, paid_for.intents[-1]))


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", ALL)
def test_a_lost_seal_voids_the_round_and_ends_the_shoe(rulebook: str) -> None:
    """At every question of a round and between rounds, the vault may turn out to be empty (S37)."""
    questions = 0
    for stop in range(40):
        table = seated(rulebook, seed=2)
        for _ in range(stop):
            table.must(answer(table.table))
        if table.table.runner.state.shoe is None:
            assert table.table.runner.answer(SealLost())
            continue
        in_round = table.table.runner.state.in_round
        table.lose_the_seal()
        questions += 1
        assert table.of(ShoeLost)
        assert len(table.of(RoundVoided)) == in_round
        assert not table.table.runner.state.shoes or isinstance(table.table.pending, Window)
        if in_round:  # every wager came back
            assert {row.net for row in table.table.runner.state.layout.settlements.values()} <= {0}
        table.rounds(8)
        table.close()
        assert table.of(TableClosed)
        assert table.journal is not None
        assert audit(table.journal.data).problems == []
    assert questions > 10


def test_the_table_closes_between_rounds_only() -> None:
    from pitboss.tables.intents import CloseTable

    table = seated("spanish21-ma")
    offered(table)
    table.must(Close())
    assert table.submit(act("dealer", 0, CloseTable())).code == "between-rounds"
    assert not table.of(TableClosed)


def test_names_are_readable() -> None:
    table = watched("spanish21-ma")
    for number, name in enumerate(("dealer", "floor", "a b", "a@b", "", "1st", "\u00e9", "x" * 41)):
        sits = Command(Author(Role.PLAYER, "ann"), 1, str(number), act(name, 1, Sit(Cents(100))))
        refusal = table.table.submit(sits)
        assert refusal is not None
        assert refusal.code == ("not-yours" if name == "dealer" else "no-name"), name


def test_what_does_not_answer_is_refused_and_changes_nothing() -> None:
    table = seated("spanish21-ma")
    for wrong in (Decline(), act("ann", 2, Stand())):
        assert table.submit(wrong).code in ("no-answer", "out-of-turn")
    table.rounds(1)
    assert table.journal is not None
    assert audit(table.journal.data).problems == []


def test_a_round_without_wagers_is_no_round() -> None:
    table = seated("spanish21-ma")
    offered(table)
    table.must(Close())
    table.must(Close())
    assert not table.table.runner.state.in_round
    table.rounds(1)
    table.close()
    assert table.journal is not None
    assert audit(table.journal.data).problems == []


@pytest.mark.clause("MA-4(i).3", "MD-5.H.1", "MD-5.I(1)", "MA-4(d)(1)", "MD-5.D(1)")
@pytest.mark.parametrize("rulebook", ["spanish21-ma", "spanish21-md"])
def test_an_empty_table_does_not_go_on_with_its_shoe(rulebook: str) -> None:
    table = seated(rulebook)
    offered(table)
    table.rounds(1)
    for name, box in (("ann", 2), ("bob", 5), ("cat", 7)):
        assert table.table.runner.state.shoe is not None
        table.must(act(name, box, Leave()))
    assert table.table.runner.state.shoe is None
    table.sit(("dan", 1), ("eve", 4))
    assert offered(table) == ["dan", "eve"]


@pytest.mark.clause("MD-5.D(2)")
def test_maryland_offers_the_cut_to_whoever_plays_the_area() -> None:
    """With two boxes a player, the cover card may come out at the box beside his seat."""
    for seed in range(40):
        table = watched("spanish21-md", {"boxes_per_player": 2}, seed=seed)
        table.sit(("ann", 1), ("cat", 7))
        table.must(Close())
        table.must(Decline())
        table.must(Decline())
        while table.table.runner.state.shoe is not None:
            table.must(Close())
            for box in (1, 2):
                table.must(act("ann", box, PlaceWager(MAIN, BET)))
            table.rounds(0)
        if table.of(CutCardReached)[-1].hand.box == 2:
            assert offered(table) == ["ann", "cat"]
            return
    raise AssertionError("no seed brought the cover card to box 2")


@pytest.mark.clause("MA-15(a)", "MD-13.B")
def test_a_shuffle_begins_the_count_of_face_up_cards_anew() -> None:
    """S17: one before the discards are shuffled and one after are not two."""
    from pitboss.notation.file import parse_round
    from pitboss.notation.replay import replay

    text = """
    rulebook = "spanish21-ma"
    cards = "[face-up 2c] Kh 9c [reshuffle] [burn 3c] Ks [face-up 4c] 8d"
    actions = ["ann cut 100", "ann stand"]
    [[bets]]
    box = 1
    player = "ann"
    main = 10
    [expect]
    ann = 10
    """
    assert replay(parse_round(text)).met


def test_a_wager_on_both_spots_takes_the_chips_for_both() -> None:
    person = watched("blackjack-switch")
    person.sit(("ann", 1), chips=3000)
    while not person.table.seen_by(None).in_round:
        person.must(answer(person.table))
    bet = Act(Player("ann"), HandId(Box(1), 1), PlaceWager(MAIN, Cents(2500)))
    refusal = person.submit(bet)
    assert refusal is not None
    assert refusal.code == "not-enough-chips"
    assert "$50.00" in refusal.says
    person.must(Act(Player("ann"), HandId(Box(1), 1), PlaceWager(MAIN, Cents(1500))))
    assert person.table.seen_by(Player("ann")).chips(Player("ann")) == 0
