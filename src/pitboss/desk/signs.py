"""The whole sign of a house: what its rulebook wants posted, how its game is played, and our own figure next to a
house edge that the text states.
"""

from __future__ import annotations

from pitboss.desk.prices import price
from pitboss.desk.questions import BadQuestion
from pitboss.games.posted import posted_lines
from pitboss.games.registry import Game, compile_game
from pitboss.ids import Wager
from pitboss.law.house import House
from pitboss.law.rulebook import StatedEdge
from pitboss.law.sign import Heading, Line, in_order, sign

__all__ = ["Line", "sign_of"]


def sign_of(house: House) -> list[Line]:
    """Return every line of the sign of a house, in the order in which people look for it."""
    game = compile_game(house)
    own = [_own_edge(game, stated) for stated in house.rulebook.stated_edges]
    return in_order([*sign(house), *posted_lines(game), *own])


def _own_edge(game: Game, stated: StatedEdge) -> Line:
    """Our own figure for this house; without what it takes to compute one, that there is none."""
    try:
        priced = price(game, [stated.wager]).wagers[Wager(stated.wager)]
        says = f"pitboss computes {-100 * priced.ev:.4f} % on the {stated.wager} wager of this house, with best play"
    except (BadQuestion, ImportError):
        says = f"pitboss has computed no figure of its own on the {stated.wager} wager of this house"
    return Line(Heading.EDGE, says, stated.clauses)
