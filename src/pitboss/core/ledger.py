"""The ledger: every chip movement is a transfer between two named accounts.

A wager waits in an account of its own between the moment it is placed and the moment it is settled, so chips on
the layout belong neither to the player nor to the house. The balances of all accounts always add up to nothing.
Which facts move chips, and how, the facts themselves say.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, NewType

from pitboss.ids import HandId, Player, Wager
from pitboss.money import Cents

Account = NewType("Account", str)

HOUSE: Final = Account("table inventory")
METER: Final = Account("progressive meter")


class Transfer(NamedTuple):
    source: Account
    target: Account
    amount: Cents


@lru_cache(maxsize=1024)
def purse(player: Player) -> Account:
    return Account("player " + player)


@lru_cache(maxsize=4096)
def stake_account(player: Player, hand: HandId, wager: Wager) -> Account:
    return Account(f"{wager} of {player} on {hand.box}.{hand.number}")


def moved(*movements: tuple[Account, Account, Cents]) -> tuple[Transfer, ...]:
    """Those of these movements that move anything."""
    return tuple([Transfer(*movement) for movement in movements if movement[2]])
