"""Preparing a shoe where people deal, as each text has it; a table that was opened before goes on as it began."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.audit.verify import audit
from pitboss.cards import Card, cards
from pitboss.core.facts import (
    BurnCardShown,
    CardBurned,
    CardsCollected,
    CardsCut,
    CardsShuffled,
    ErrorForgiven,
    HandRemoved,
    ShoeRevealed,
)
from pitboss.core.incidents import BurnForgotten, Corrected, Relieved, SpotsSwapped
from pitboss.core.practices import EARLIER
from pitboss.core.requests import Act, Close, Decide, Decline, FaceDown, NextCard, Offer, Shuffled, Turn, Window
from pitboss.core.shuffling import dealers_way
from pitboss.core.wagering import PlaceWager
from pitboss.games.blackjack.intents import Bet, Hit, Stand
from pitboss.ids import MAIN, Author, Pile, Player, Role, Wager, clauses
from pitboss.money import Cents
from pitboss.notation.file import parse_round
from pitboss.notation.replay import replay
from pitboss.notation.write import write_round
from pitboss.record.header import new_header
from pitboss.service.question import question
from pitboss.store.journal import JournalInMemory
from pitboss.tables.commands import Door, Mode
from pitboss.tables.intents import SeeBurnCard
from pitboss.tables.live import LiveTable
from table.driving import watched
from table.test_live import ANN, BOB, DAN, DORA, ONE, SUE, TWO, Pit

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
    pit.say(DAN, Shuffled(), SpotsSwapped())
    assert pit.of(ErrorForgiven)[-1].clauses == clauses("CO-2104(5).3")  # type: ignore[attr-defined]
    pit.deal("2c")
    pit.by(ANN, Act(ANN, ONE, Bet()))
    pit.deal("3c")
    pit.by(ANN, Act(ANN, ONE, Bet()))
    pit.deal("4c")
    pit.say(DAN, Close())
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
