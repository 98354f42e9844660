"""Preparing a shoe where people deal, as each text has it; a table that was opened before goes on as it began."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.audit.verify import audit
from pitboss.cards import Card, cards
from pitboss.core.cut_card import PlaceCutCard
from pitboss.core.decks import BreakSeal, TakeOut
from pitboss.core.facts import (
    BurnCardShown,
    CardBurned,
    CardsCollected,
    CardsCut,
    CardsShuffled,
    CutCardAtBurn,
    CutCardOverdue,
    CutCardPlaced,
    CutCardReached,
    ErrorForgiven,
    HandRemoved,
    SealBroken,
    ShoeClosed,
    ShoeRevealed,
)
from pitboss.core.incidents import BurnForgotten, Corrected, CutCardOut, Ordered, Relieved, SpotsSwapped
from pitboss.core.kinds import StaffOrder
from pitboss.core.practices import EARLIER
from pitboss.core.requests import (
    Act,
    Close,
    Decide,
    Decline,
    FaceDown,
    NextCard,
    Offer,
    Shuffle,
    Shuffled,
    Turn,
    Window,
)
from pitboss.core.shuffling import Cut, Load, dealers_way
from pitboss.core.wagering import PlaceWager
from pitboss.games.blackjack.intents import Bet, Hit, Stand
from pitboss.ids import DEALER, HOUSE_DEALER, MAIN, Author, Box, Clauses, HandId, Pile, Player, Role, Wager, clauses
from pitboss.money import Cents
from pitboss.notation.file import parse_round
from pitboss.notation.replay import replay
from pitboss.notation.write import write_round
from pitboss.record.header import new_header
from pitboss.service.question import question
from pitboss.store.answers import read_answer, verbs_of, write_answer
from pitboss.store.journal import JournalInMemory
from pitboss.tables.commands import Door, Mode
from pitboss.tables.intents import Counted, SeeBurnCard
from pitboss.tables.live import LiveTable
from table.driving import watched
from table.test_live import ANN, BOB, DAN, DORA, FLO, ONE, SUE, TWO, Pit

PLAYERS = {each: Author(Role.PLAYER, each) for each in (ANN, BOB)}


class EarlierPit(Pit):
    """A live table that was opened before practices changed: its record is of the second format."""

    def __init__(self, rulebook: str = "spanish21-ma", **house: object) -> None:
        super().__init__(rulebook, **house)
        self.facts = []
        self.journal = JournalInMemory()
        header = replace(new_header(self.game, None, 0, Mode.LIVE), format=2)
        self.journal.begin(header)
        self.table = LiveTable(
            self.game, None, self.journal, door=Door(Mode.LIVE, self.game.rules.turn, header.practices)
        )
        self.table.listeners.append(lambda _, fact: self.facts.append(fact))
        self.say(DAN, Relieved(DAN, "dan"))
        self.take_seats()


def to_the_burn(pit: Pit) -> None:
    """Nobody takes the cut, and the dealer prepares the shoe as asked."""
    while not isinstance(pit.table.pending, NextCard):
        match pit.table.pending:
            case Offer(player):
                pit.by(player, Decline())
            case Decide(player, hand, options):
                pit.say(DAN, Act(player, hand, dealers_way(options)))


def round_again(pit: Pit) -> str:
    """The last round as a file, which comes to the same when it is replayed."""
    record = pit.table.runner.records[-1]
    text = write_round(pit.game, record.answers, record.table)
    again = replay(parse_round(text))
    assert again.refused is None, (again.refused, text)
    assert again.nets == pit.table.runner.state.layout.nets()
    return text


# 21-Hold 'em: errors that the text calls harmless.


@pytest.mark.clause("CO-2104(1).4")
def test_a_forgotten_burn_is_harmless() -> None:
    pit = Pit("21-hold-em", burn_count=1)
    pit.say(DAN, Close(), Shuffled())
    pit.say(DAN, BurnForgotten())
    assert pit.of(ErrorForgiven) == [ErrorForgiven("the dealer forgot to burn a card", clauses("CO-2104(1).4"))]
    assert not pit.of(CardBurned)
    pit.asks(Window)
    assert pit.table.runner.state.shoe is not None
    assert pit.table.runner.state.shoe.undealt == 52
    assert pit.why_not(DAN, BurnForgotten()).code == "no-such-incident"
    pit.bet(ANN)
    pit.deal("9h 7h Ts ?")
    pit.by(ANN, Act(ANN, ONE, Stand()))
    pit.deal("Td")
    pit.sound()


@pytest.mark.clause("CO-2104(1).4")
def test_a_burn_that_no_text_forgives_is_not_forgotten() -> None:
    pit = Pit()
    pit.to_the_cut()
    to_the_burn(pit)
    assert pit.why_not(DAN, BurnForgotten()).code == "no-such-incident"
    earlier = EarlierPit("21-hold-em", burn_count=1)
    earlier.say(DAN, Close(), Shuffled())
    assert earlier.why_not(DAN, BurnForgotten()).code == "no-such-incident"
    earlier.say(DAN, FaceDown())
    earlier.sound()


@pytest.mark.clause("CO-2104(5).3")
def test_swapped_community_cards_are_harmless() -> None:
    pit = Pit("21-hold-em")
    pit.say(DAN, Close(), Shuffled(), Close())
    pit.by(ANN, Act(ANN, ONE, PlaceWager(MAIN, Cents(1000))), Act(ANN, ONE, PlaceWager(Wager("poker"), Cents(1000))))
    pit.say(DAN, Close())
    assert pit.why_not(DAN, SpotsSwapped()).clauses == clauses("CO-2104(5).3")
    pit.deal("9h 7h Ts ?")
    pit.by(ANN, Act(ANN, ONE, Stand()))
    pit.deal("Td")
    pit.say(DAN, Close(), Shuffled(), SpotsSwapped())
    assert pit.of(ErrorForgiven)[-1].clauses == clauses("CO-2104(5).3")  # type: ignore[attr-defined]
    pit.deal("?")
    pit.by(ANN, Act(ANN, ONE, Bet()))
    pit.deal("?")
    pit.by(ANN, Act(ANN, ONE, Bet()))
    pit.deal("?")
    pit.say(DAN, Close())
    pit.deal("2c 3c 4c")
    assert "[spots-swapped]" in round_again(pit)
    pit.sound()


# Maryland: a blackjack that is paid at once is removed at once.

EXHAUSTED = """
rulebook = "spanish21-md"
cards = "Ah 9c 5s Kh 8d 6h [reshuffle] [burn ??] 2c Qc"
actions = ["bob hit", "bob stand"]
[[bets]]
box = 1
player = "ann"
main = 10
[[bets]]
box = 2
player = "bob"
main = 10
"""


@pytest.mark.clause("MD-7.H(1)(a)")
def test_a_blackjack_that_is_paid_leaves_the_layout() -> None:
    pit = Pit("spanish21-md")
    pit.loaded()
    pit.bet(ANN, BOB)
    pit.deal("Ah 9c 5s Kh 8d ?")
    assert pit.of(HandRemoved) == [HandRemoved(ONE, cards("Ah Kh"), clauses("MD-7.H(1)(a)"))]
    state = pit.table.runner.state
    assert state.shoe is not None
    assert state.shoe.discarded == 3, "with the burn card"
    assert state.layout.lying() == (list(cards("5s 9c 8d")), 1)
    pit.by(BOB, Act(BOB, TWO, Stand()))
    pit.deal("6h Qd")
    pit.say(DAN, Close())
    assert pit.of(CardsCollected)[-1].cards == cards("9c 8d 5s 6h Qd")  # type: ignore[attr-defined]
    assert sorted(map(str, state.layout.discards)) == sorted(map(str, cards("Ah Kh 9c 8d 5s 6h Qd")))
    pit.sound()
    round_again(pit)


@pytest.mark.clause("MD-7.H(1)(a)", "MD-13.K")
def test_its_cards_are_shuffled_when_the_shoe_runs_out() -> None:
    file = parse_round(EXHAUSTED)
    shuffled = [fact for fact in replay(file).runner.round.facts if isinstance(fact, CardsShuffled)]
    assert [fact.cards for fact in shuffled] == [288 - 4], "two cards of bob's and two of the dealer's lie there"
    before = replay(replace(file, table=file.table._replace(practices=EARLIER)))
    shuffled = [fact for fact in before.runner.round.facts if isinstance(fact, CardsShuffled)]
    assert [fact.cards for fact in shuffled] == [288 - 6]
    assert not any(isinstance(fact, HandRemoved) for fact in before.runner.round.facts)


@pytest.mark.clause("MA-5(e).1")
def test_massachusetts_removes_no_hand() -> None:
    """Under the reading that pays a blackjack at once its cards stay until they are picked up."""
    text = EXHAUSTED.replace("-md", "-ma").replace(" [reshuffle] [burn ??]", "") + '[readings]\nMA21 = "at_once"\n'
    round_ = replay(parse_round(text)).runner.round
    assert not any(isinstance(fact, HandRemoved) for fact in round_.facts)


# The burn card, whenever a player asks.


@pytest.mark.clause("MA-7(c).4")
def test_the_burn_card_is_shown_in_a_round_too() -> None:
    pit = Pit()
    pit.loaded()
    pit.bet(ANN, BOB)
    pit.deal("9h 7h")
    asked = question(pit.table, PLAYERS[ANN])
    assert asked is not None
    assert [choice.text(ANN) for choice in asked.reports] == ["ann@1.1 see-burn"]
    pit.by(BOB, Act(BOB, TWO, SeeBurnCard()))
    assert pit.table.pending == Turn(Pile.DISCARDS)
    assert pit.why_not(PLAYERS[ANN], Act(ANN, ONE, SeeBurnCard())).code == "no-burn-card"
    pit.deal("2c")
    assert pit.of(BurnCardShown) == [BurnCardShown(Card.parse("2c"), clauses("MA-7(c).4"))]
    assert pit.table.runner.state.shoe is not None
    assert pit.table.runner.state.shoe.came["2c"] == 1
    assert pit.why_not(PLAYERS[ANN], Act(ANN, ONE, SeeBurnCard())).code == "no-burn-card"
    pit.deal("8s 9s 8c")
    pit.by(ANN, Act(ANN, ONE, Stand()))
    assert pit.why_not(Author(Role.PLAYER, "eve"), Act(Player("eve"), ONE, SeeBurnCard())).code == "no-burn-card"
    pit.by(BOB, Act(BOB, TWO, Stand()))
    pit.deal("Kh")
    pit.say(DAN, Close())
    round_again(pit)
    pit.sound()


@pytest.mark.clause("MA-7(c).3", "MA-7(c).4")
def test_each_burn_card_is_shown() -> None:
    """That of the dealer who took over too, at a decision."""
    pit = Pit()
    pit.loaded()
    pit.say(DORA, Relieved(DORA, "dora"), FaceDown())
    pit.bet(ANN)
    pit.deal("9h 7h 8s")
    for card in ("2c", "3c"):
        pit.by(ANN, Act(ANN, ONE, SeeBurnCard()))
        pit.deal(card)
    assert [fact.card.text for fact in pit.of(BurnCardShown)] == ["2c", "3c"]  # type: ignore[attr-defined]
    pit.by(ANN, Act(ANN, ONE, Hit()))
    assert pit.why_not(SUE, Corrected(SUE, 4, Act(ANN, ONE, SeeBurnCard()), "no")).code == "no-answer"
    pit.deal("2h")
    pit.say(SUE, Corrected(SUE, 4, Card.parse("4c"), "the burn card was misread"))
    pit.sound()


@pytest.mark.clause("MA-7(c).4")
@pytest.mark.parametrize("pit", [Pit("spanish21-md"), EarlierPit()], ids=["in Maryland", "at an earlier table"])
def test_it_is_not_shown_in_a_round_everywhere(pit: Pit) -> None:
    pit.loaded()
    pit.bet(ANN)
    refusal = pit.why_not(PLAYERS[ANN], Act(ANN, ONE, SeeBurnCard()))
    assert refusal.code == ("not-disclosed" if pit.game.house.rulebook.id == "spanish21-md" else "between-rounds")
    asked = question(pit.table, PLAYERS[ANN])
    assert asked is not None
    assert not asked.reports


@pytest.mark.clause("MA-7(c).4")
def test_a_virtual_burn_card_is_shown_in_a_round() -> None:
    table = watched("spanish21-ma")
    table.sit(("ann", 1))
    table.rounds(1)
    table.must(Close())
    table.must(Act(ANN, ONE, PlaceWager(MAIN, Cents(1000))))
    table.must(Act(ANN, ONE, SeeBurnCard()))
    shown, table_file = table.of(BurnCardShown), table.journal
    table.rounds(1)
    table.close()
    order, cut = table.of(ShoeRevealed)[0].order, table.of(CardsCut)[0].at
    assert [fact.card for fact in shown] == [order[cut]]
    assert table_file is not None
    assert audit(table_file.data).problems == []


# The cut, and the cut card.


def moments(pit: Pit, moment: str) -> None:
    """Bring a table to where a shoe is loaded and nothing is dealt from it."""
    pit.to_the_cut()
    pit.by(ANN, Act(ANN, ONE, Cut(100)))
    prepare(pit)
    if moment != "the burn":
        pit.say(DAN, FaceDown())
    if moment in ("the bets", "the first card"):
        pit.say(DAN, Close())
        pit.by(ANN, Act(ANN, ONE, PlaceWager(MAIN, Cents(1000))))
    if moment == "the first card":
        pit.say(DAN, Close())


def prepare(pit: Pit) -> None:
    """The dealer does with the stack what is asked."""
    while isinstance(pit.table.pending, Decide):
        pit.say(DAN, Act(HOUSE_DEALER, DEALER, dealers_way(pit.table.pending.options)))


@pytest.mark.clause("MA-4(f).1", "MA-4(f).2", "MA-7(c).1")
@pytest.mark.parametrize("moment", ["the burn", "between rounds", "the bets", "the first card"])
@pytest.mark.parametrize(("recut_by", "then"), [("last_cutter", ANN), ("next_entitled", BOB)])
def test_a_recut_until_the_first_card_is_dealt(moment: str, recut_by: str, then: Player) -> None:
    pit = Pit(recut_by=recut_by)
    moments(pit, moment)
    was = type(pit.table.pending)
    pit.say(SUE, Ordered(SUE, StaffOrder.RECUT, "the cut card was seen"))
    if moment in ("the bets", "the first card"):
        assert isinstance(pit.table.pending, Offer | Decide)
    else:
        pit.asks(Offer)
    assert pit.asked == then
    cards = 288 if moment == "the burn" else 287
    least, most = pit.game.rules.shoe.cut_limits(cards)
    hand = HandId(Box(1 if then == ANN else 2), 1)
    refusal = pit.why_not(PLAYERS[then], Act(then, hand, Cut(most + 1)))
    assert refusal.says == f"the stack of {cards} is cut from {least} to {most} cards below the top, not at {most + 1}"
    pit.by(then, Act(then, hand, Cut(50)))
    prepare(pit)
    pit.asks(NextCard)
    pit.say(DAN, FaceDown())
    assert len(pit.of(CardBurned)) == (1 if moment == "the burn" else 2), "it is burned from again"
    if moment != "the burn":
        assert type(pit.table.pending) is was
    shoe = pit.table.runner.state.shoe
    assert shoe is not None
    assert shoe.undealt + shoe.discarded == 288
    assert shoe.before_cut_card == shoe.undealt - 72
    pit.say(DAN, *([Close()] * {"the bets": 1, "the first card": 0}.get(moment, 1)))
    if moment not in ("the bets", "the first card"):
        pit.by(ANN, Act(ANN, ONE, PlaceWager(MAIN, Cents(1000))))
        pit.say(DAN, Close())
    pit.deal("9h")
    assert pit.why_not(SUE, Ordered(SUE, StaffOrder.RECUT, "too late")).clauses == clauses("MA-4(f).1", "MA-4(f).2")
    pit.deal("7h 8s")
    pit.by(ANN, Act(ANN, ONE, Stand()))
    pit.deal("Kh")
    pit.say(DAN, Close())
    round_again(pit)
    pit.sound()


@pytest.mark.clause("MA-4(f).1", "MD-5.F.1")
@pytest.mark.parametrize("pit", [Pit("spanish21-md"), EarlierPit(dealing_procedure="no_hole")], ids=["md", "earlier"])
def test_elsewhere_no_recut_once_the_stack_is_loaded(pit: Pit) -> None:
    pit.loaded()
    boss = FLO if pit.game.house.rulebook.id == "spanish21-md" else SUE
    assert pit.why_not(boss, Ordered(boss, StaffOrder.RECUT, "too late")).code == "no-such-incident"
    pit.say(DAN, Close())
    assert pit.why_not(boss, Ordered(boss, StaffOrder.RECUT, "too late")).code == "no-such-incident"


@pytest.mark.clause("MA-4(e).4", "MD-5.E(2)", "CH-cut.4")
@pytest.mark.parametrize(
    ("rulebook", "house", "least", "cited"),
    [
        ("spanish21-ma", {}, 68, "MA-4(e).4"),
        ("spanish21-ma", {"decks": 8}, 91, "MA-4(e).4"),
        ("spanish21-md", {}, 72, "MD-5.E(2)"),
        ("spanish21-md", {"decks": 8, "cut_card_behind": 120}, 96, "MD-5.E(2)"),
        ("spanish21-charity", {}, 45, "CH-cut.4"),
    ],
)
def test_the_dealer_says_where_the_cut_card_goes(
    rulebook: str, house: dict[str, object], least: int, cited: str
) -> None:
    pit = Pit(rulebook, **house)
    pit.to_the_cut()
    pit.by(ANN, Act(ANN, ONE, Cut(100)))
    refusal = pit.why_not(DAN, Act(HOUSE_DEALER, DEALER, PlaceCutCard(least - 1)))
    assert (refusal.code, refusal.clauses) == ("cut-card-too-near-the-end", clauses(cited))
    assert pit.why_not(DAN, Act(HOUSE_DEALER, DEALER, Load())).code == "out-of-turn"
    pit.say(DAN, Act(HOUSE_DEALER, DEALER, PlaceCutCard(least)))
    cards = pit.game.rules.shoe.cards
    assert pit.of(CutCardPlaced) == [CutCardPlaced(least, clauses(cited), cards - least)]
    assert pit.table.runner.state.shoe is not None
    assert pit.table.runner.state.shoe.before_cut_card == cards - least
    pit.sound()


def near_the_cut_card(pit: Pit, before: int) -> None:
    """A shoe with this number of cards in front of its cut card, when the burn card is gone."""
    pit.to_the_cut()
    pit.by(ANN, Act(ANN, ONE, Cut(100)))
    pit.say(DAN, Act(HOUSE_DEALER, DEALER, PlaceCutCard(pit.game.rules.shoe.cards - 1 - before)))
    prepare(pit)
    pit.say(DAN, FaceDown())
    pit.bet(ANN)


@pytest.mark.clause("MA-7(j).1", "MA-4(g).1", "MD-7.C", "CH-cut.5")
@pytest.mark.parametrize(("dealt", "early"), [(0, 2), (1, 1), (2, 0), (3, -1)])
def test_the_cut_card_is_reported_when_it_comes_out(dealt: int, early: int) -> None:
    """Also as the first card of a round; the count is a check, and never in the way."""
    pit = Pit()
    near_the_cut_card(pit, 2)
    cards_of_round = ["9h", "7h", "8s"]
    pit.deal(" ".join(cards_of_round[:dealt])) if dealt else None
    if dealt == 3:
        pit.by(ANN, Act(ANN, ONE, Stand()))
    assert not pit.of(CutCardReached), "nobody has reported it"
    pit.say(DAN, CutCardOut())
    hand = DEALER if dealt in (1, 3) else ONE
    assert pit.of(CutCardReached) == [CutCardReached(hand, clauses("MA-4(g).1", "MA-7(j).1"), early)]
    assert pit.why_not(DAN, CutCardOut()).says == "the cut card is out already"
    pit.deal(" ".join(cards_of_round[dealt:])) if dealt < 3 else None
    if dealt < 3:
        pit.by(ANN, Act(ANN, ONE, Stand()))
    pit.deal("Kh")
    pit.say(DAN, Close())
    pit.asks(Decide)
    pit.say(DAN, Act(HOUSE_DEALER, DEALER, Counted()))
    assert pit.of(ShoeClosed), "it was the last round"
    assert "[cut-card]" in round_again(pit)
    pit.sound()


@pytest.mark.clause("MA-7(j).1")
def test_a_cut_card_that_nobody_reports_is_overdue() -> None:
    pit = Pit()
    near_the_cut_card(pit, 1)
    pit.deal("9h 7h 8s")
    pit.by(ANN, Act(ANN, ONE, Stand()))
    pit.deal("Kh")
    pit.say(DAN, Close())
    assert pit.of(CutCardOverdue) == [CutCardOverdue(3, clauses("MA-4(g).1", "MA-7(j).1"))]
    assert not pit.of(ShoeClosed), "the count blocks nothing and ends nothing"
    pit.bet(ANN)
    pit.say(DAN, CutCardOut())
    pit.sound()


@pytest.mark.clause("MA-7(j).1", "MA-7(c).3")
def test_a_cut_card_before_a_burned_card() -> None:
    """The dealer who takes over finds it; the round that follows is the last."""
    pit = Pit()
    pit.loaded()
    pit.say(DORA, Relieved(DORA, "dora"), CutCardOut(), FaceDown())
    (found,) = pit.of(CutCardAtBurn)
    assert found == CutCardAtBurn(288 - 72 - 1, clauses("MA-4(g).1", "MA-7(j).1"))
    pit.bet(ANN)
    pit.deal("9h")
    assert [fact.hand for fact in pit.of(CutCardReached)] == [ONE]  # type: ignore[attr-defined]
    pit.sound()


@pytest.mark.clause("MA-7(j).1", "MA-4(e).4")
def test_an_earlier_table_counts_its_cut_card() -> None:
    pit = EarlierPit(dealing_procedure="no_hole")
    pit.to_the_cut()
    pit.by(ANN, Act(ANN, ONE, Cut(100)))
    pit.say(DAN, Act(HOUSE_DEALER, DEALER, Load()))
    assert pit.of(CutCardPlaced) == [CutCardPlaced(72, clauses("MA-4(e).4"))]
    pit.say(DAN, FaceDown())
    pit.bet(ANN)
    assert pit.why_not(DAN, CutCardOut()).code == "no-such-incident"
    pit.sound()


# Decks that come shuffled, and devices.

SEAL = BreakSeal("4471", "A-12 of 1 March")


@pytest.mark.clause("MA-3(a).1", "MA-4(a).1", "MA-4(b)(2)", "MD-4.G", "MD-5.A.1")
@pytest.mark.parametrize("method", ["manual", "automated"])
@pytest.mark.parametrize(
    ("rulebook", "cited"),
    [
        ("spanish21-ma", clauses("MA-3(a).1", "MA-4(a).1", "MA-4(b)(2)")),
        ("spanish21-md", clauses("MD-4.G", "MD-5.A.1")),
    ],
)
def test_decks_that_come_shuffled_are_cut_and_not_shuffled(rulebook: str, cited: Clauses, method: str) -> None:
    approved = {"preshuffled_approval": "A-12 of 1 March"} if rulebook == "spanish21-md" else {}
    pit = Pit(rulebook, opening="preshuffled", shuffle_method=method, **approved)
    pit.say(DAN, Close())
    asked = question(pit.table, DAN)
    assert asked is not None
    assert asked.kind == "break-seal"
    assert asked.choices[0].say == ("break-seal {}" if approved else "break-seal {} {}")
    if not approved:
        refusal = pit.why_not(DAN, Act(HOUSE_DEALER, DEALER, BreakSeal("4471")))
        assert (refusal.code, refusal.clauses) == ("no-approval", cited)
    assert pit.why_not(DAN, Shuffled()).code == "no-answer"
    assert pit.why_not(PLAYERS[ANN], Act(HOUSE_DEALER, DEALER, SEAL)).code == "not-yours"
    pit.say(DAN, Act(HOUSE_DEALER, DEALER, BreakSeal("4471") if approved else SEAL))
    assert pit.of(SealBroken) == [SealBroken(288, "4471", "A-12 of 1 March", cited)]
    pit.asks(Offer)
    pit.by(ANN, Act(ANN, ONE, Cut(100)))
    (cut,) = pit.of(CardsCut)
    assert cut.clauses[0] == clauses("MA-4(b)(2)" if rulebook == "spanish21-ma" else "MD-5.B")[0]  # type: ignore[attr-defined]
    prepare(pit)
    pit.say(DAN, FaceDown())
    boss = SUE if rulebook == "spanish21-ma" else FLO
    pit.bet(ANN)
    pit.deal("9h 7h 8s" + (" ?" if pit.game.rules.dealing.hole_card else ""))
    pit.by(ANN, Act(ANN, ONE, Stand()))
    pit.deal("Kh")
    pit.say(DAN, Close())
    pit.say(boss, Ordered(boss, StaffOrder.RESHUFFLE, "a bent card"))
    pit.say(DAN, Act(HOUSE_DEALER, DEALER, Counted()), Close())
    pit.asks(Shuffle)
    pit.sound()


def test_a_seal_has_words() -> None:
    pit = Pit(opening="preshuffled")
    pit.say(DAN, Close())
    verbs = verbs_of(pit.game)
    act = Act(HOUSE_DEALER, DEALER, SEAL)
    assert read_answer(write_answer(act), verbs) == act
    for words in ("break-seal", "break-seal 4471  x"):
        with pytest.raises(ValueError, match="seal"):
            read_answer(f"dealer@0.1 {words}", verbs)


@pytest.mark.clause("MA-3(a).1", "MD-4.G")
def test_an_earlier_table_shuffles_them() -> None:
    pit = EarlierPit(opening="preshuffled")
    pit.say(DAN, Close())
    pit.asks(Shuffle)


@pytest.mark.clause("MA-4(b)(1).1", "MA-4(b)(1).2")
@pytest.mark.parametrize("device_loads", [True, False])
def test_a_device_loads_the_shoe_or_the_dealer_does(device_loads: bool) -> None:  # noqa: FBT001
    pit = Pit(shuffle_method="automated", device_loads_shoe=device_loads)
    pit.say(DAN, Close(), Shuffled())
    assert pit.why_not(SUE, Ordered(SUE, StaffOrder.RECUT, "there is no cut")).code == "no-such-incident"
    pit.say(DAN, Act(HOUSE_DEALER, DEALER, PlaceCutCard(72)))
    if not device_loads:
        assert isinstance(pit.table.pending, Decide)
        (option,) = pit.table.pending.options
        assert (option.verb, option.clauses) == (Load, clauses("MA-4(b)(1).1"))
        pit.say(DAN, Act(HOUSE_DEALER, DEALER, Load()))
    pit.asks(NextCard)
    pit.say(DAN, FaceDown())
    assert pit.why_not(SUE, Ordered(SUE, StaffOrder.RECUT, "there is no cut")).code == "no-such-incident"
    pit.sound()


@pytest.mark.clause("MD-5.A(2)", "MD-5.B", "MD-5.F.1")
def test_what_a_device_has_loaded_is_taken_out_to_be_cut() -> None:
    pit = Pit("spanish21-md", shuffle_method="automated", device_loads_shoe=True)
    pit.say(DAN, Close(), Shuffled())
    assert isinstance(pit.table.pending, Decide)
    (option,) = pit.table.pending.options
    assert (option.verb, option.clauses) == (TakeOut, clauses("MD-5.A(2)", "MD-5.B"))
    asked = question(pit.table, DAN)
    assert asked is not None
    assert (asked.kind, asked.says) == ("take-out", "Take the stack out of the shoe, to be cut?")
    assert pit.why_not(FLO, Ordered(FLO, StaffOrder.RECUT, "too soon")).code == "no-such-incident"
    pit.say(DAN, Act(HOUSE_DEALER, DEALER, TakeOut()))
    pit.by(ANN, Act(ANN, ONE, Cut(100)))
    pit.say(FLO, Ordered(FLO, StaffOrder.RECUT, "it was seen"))
    pit.by(BOB, Act(BOB, TWO, Cut(60)))
    pit.say(DAN, Act(HOUSE_DEALER, DEALER, PlaceCutCard(72)))
    pit.asks(NextCard)
    pit.sound()
