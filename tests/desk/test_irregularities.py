"""The matrix of irregularities: each cell is dealt with as its text says and play goes on, or it is refused."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy

import pytest

from conformance.suite import any_game
from pitboss.core.authority import PERMISSIONS
from pitboss.core.incidents import (
    Confirmed,
    Corrected,
    Exposed,
    FaceUpInShoe,
    Incident,
    Ordered,
    Overdrawn,
    ReaderRepaired,
)
from pitboss.core.kinds import Occasion, StaffOrder
from pitboss.core.requests import Window
from pitboss.desk.irregularities import CARDS, SUPERVISOR, Cell, Dealer, Moment, incidents_at, matrix, name_of, started
from pitboss.games.registry import Game
from pitboss.ids import Author, Role

pytestmark = pytest.mark.slow

OTHER = Author(Role.SUPERVISOR, "sam")
BOOKS = [
    ("spanish21-ma", {}),
    ("spanish21-ma", {"verbal_wagers": True, "no_mid_shoe_entry": True, "shuffle_method": "automated"}),
    ("spanish21-ma-prior", {"dealing_procedure": "no_hole"}),
    ("spanish21-md", {}),
    ("spanish21-md", {"verbal_wagers": True, "no_mid_shoe_entry": True, "shuffle_method": "automated"}),
    ("spanish21-charity", {}),
    ("blackjack-co", {}),
    ("21-plus-3", {}),
    ("golden-21", {}),
    ("buffalo-2", {}),
    ("buffalo-3", {}),
    ("blackjack-switch", {}),
    ("3-card-21", {}),
    ("straight-jack", {}),
    ("straight-jack-progressive", {"paytable": "SJP4"}),
    ("pai-jack", {}),
    ("ante-up-21", {}),
    ("21-hold-em", {}),
]

# From the texts: by which clauses each irregularity is dealt with, wherever it can happen.
SAYS: dict[str, dict[str, set[str]]] = {
    "spanish21-ma": {
        "cut-card": {"MA-7(j).1", "MA-4(g).1"},
        "face-up": {"MA-15(a).1"},
        "ten": {"MA-15(b).1"},
        "missed": {"MA-15(f)", "MA-15(h).2", "MA-15(i)"},
        "unseen": {"MA-15(c)"},
        "exposed": {"MA-15(d).1", "MA-15(d).2"},
        "overdrawn": {"MA-15(e)"},
        "shoe-empty": {"MA-15(g).1"},
        "wrong-peek": {"MA-15(l).1", "MA-15(l)(2)"},
        "reader-failed": {"MA-15(k)bis"},
        "recut": {"MA-4(f).1", "MA-4(f).2"},
        "reshuffle-now": {"MA-4(g).2"},
        "relief": {"MA-7(c).3"},
        "miscount": {"MA-7(j)(2)"},
    },
    "spanish21-md": {
        "face-up": {"MD-13.A"},
        "ten": {"MD-13.C"},
        "missed": {"MD-13.J", "MD-13.N", "MD-13.O.1", "MD-13.O(1)"},
        "unseen": {"MD-13.E"},
        "exposed": {"MD-13.F", "MD-13.G"},
        "overdrawn": {"MD-13.I"},
        "shoe-empty": {"MD-13.K"},
        "wrong-peek": {"MD-13.P.1", "MD-13.P(2)"},
        "reader-failed": {"MD-13.Q"},
        "recut": {"MD-5.F.1", "MD-5.F(1)"},
        "cut-card": {"MD-7.C", "MD-5.G.1"},
        "reshuffle-now": {"MD-5.A.1"},
        "new-decks": {"MD-13.D"},
        "relief": {"MD-7.B(4)"},
    },
    "spanish21-charity": {"shoe-empty": {"CH-silent"}, "cut-card": {"CH-cut.5"}},
    "blackjack-switch": {"misdeal": {"CO-2105(4).1"}},
    "ante-up-21": {"misdeal": {"CO-2106(7)(a)"}},
    "21-hold-em": {"spots-swapped": {"CO-2104(5).3"}},
    "pai-jack": {"misdeal": {"CO-2112(4).1"}, "dropped": {"CO-2112(4).3"}},
}


@pytest.mark.parametrize("book", [*SAYS])
def test_it_is_dealt_with_as_the_text_says(book: str) -> None:
    cells = matrix(any_game(book, {}))
    for matter, expected in SAYS[book].items():
        cited = {each for cell in cells if cell.matter == matter and cell.taken for each in cell.clauses}
        assert cited, f"{matter} happens nowhere"
        assert cited <= expected, matter
    foreseen = {cell.matter for cell in cells if cell.taken and cell.matter in CARDS}
    assert foreseen == set(SAYS[book]) & set(CARDS) or book in ("blackjack-switch", "ante-up-21")


@pytest.mark.parametrize(("book", "house"), BOOKS[::3])
def test_every_cell_has_an_answer(book: str, house: dict[str, object]) -> None:
    cells = matrix(any_game(book, house))
    assert {cell.matter for cell in cells} == {*CARDS, *PERMISSIONS}
    moments = {cell.moment for cell in cells}
    expected = {"between rounds", "the bets", "the first cards", "a decision", "the count"}
    assert expected | ({"the dealer's cards"} if book != "pai-jack" else set()) <= moments
    for cell in cells:
        assert cell.taken or cell.says, cell
    assert len({(cell.matter, cell.moment) for cell in cells}) == len(cells)


@pytest.mark.parametrize(
    ("book", "house"), [each for each in BOOKS if each[0] != "straight-jack"]
)  # as its progressive
def test_after_every_cell_play_goes_on(book: str, house: dict[str, object]) -> None:
    """Each is reported once at each moment at which it is taken; then two more rounds are played from there."""
    playing = any_game(book, house)
    dealer, tried, visits = Dealer(playing), set[tuple[str, str]](), Counter[str]()
    while dealer.runner.table.state.rounds < 25:
        request = dealer.runner.pending
        assert request is not None
        moment = Moment(
            name_of(dealer, request),
            dealer.rested,
            tuple(dealer.answers),
            dealer.stack.cards[0] if dealer.stack.cards else None,
        )
        visits[moment.name] += 1
        for matter, incident in incidents_at(playing, moment) if visits[moment.name] <= 3 else ():
            if (matter, moment.name) not in tried and goes_on(playing, dealer, moment, incident):
                tried.add((matter, moment.name))
        dealer.step()
    assert len(tried) > 10


def goes_on(playing: Game, dealer: Dealer, moment: Moment, incident: Incident) -> bool:
    """Whether it is taken; if so, all chips and cards are there two rounds later."""
    other = Dealer(playing)
    other.runner, other.stack = started(playing, moment), deepcopy(dealer.stack)
    other.runner.table.watched_by(other.happened)
    if isinstance(incident, FaceUpInShoe | Exposed | Overdrawn):
        other.stack.cards.popleft()
    if other.runner.answer(incident, SUPERVISOR) is not None:
        return False
    if isinstance(incident, Corrected):
        return True  # an evening at a live table plays on after corrections
    state = other.runner.table.state
    until = state.rounds + 2
    while state.rounds < until or state.in_round:
        relieve(other)
        other.step()
        state = other.runner.table.state
    assert state.balanced()
    return True


def relieve(dealer: Dealer) -> None:
    """What holds a table up is put right."""
    state, request = dealer.runner.table.state, dealer.runner.pending
    if not isinstance(request, Window):
        return
    if state.decks_out and not state.in_round and state.shoe is None:
        assert dealer.runner.answer(Ordered(SUPERVISOR, StaffOrder.NEW_DECKS, "the old ones are bad")) is None
    for key in tuple(state.layout.spoken):
        assert dealer.runner.answer(Confirmed(OTHER, key.player, key.hand)) is None
    halted = request.occasion is Occasion.HALTED or (
        not state.in_round and dealer.game.rules.may_not_deal(state) is not None
    )
    if halted:
        assert dealer.runner.answer(ReaderRepaired(SUPERVISOR)) is None


def test_a_cell_says_what_it_is() -> None:
    cells = matrix(any_game("spanish21-charity", {}))
    shoe = next(cell for cell in cells if cell.matter == "shoe-empty" and cell.taken)
    assert shoe == Cell("shoe-empty", "the shoe is empty", True, ("CH-silent",), "")  # type: ignore[arg-type]
