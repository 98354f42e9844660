"""The ledger: every chip movement is a transfer between two named accounts.

A wager waits in an account of its own between the moment it is placed and the moment it is settled, so chips on
the layout belong neither to the player nor to the house. The balances of all accounts always add up to nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, NewType

from pitboss.core.facts import Fact, WagerAdded, WagerPlaced, WagerSettled, WagerUnwound
from pitboss.ids import HandId, Player, Wager
from pitboss.money import Cents

Account = NewType("Account", str)

HOUSE: Final = Account("table inventory")


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


def transfers(fact: Fact) -> tuple[Transfer, ...]:
    """The chips that a fact moved, from which account to which."""
    match fact:
        case WagerPlaced(player, hand, wager, amount) | WagerAdded(player, hand, wager, amount):
            return (Transfer(purse(player), stake_account(player, hand, wager), amount),)
        case WagerSettled():
            return _settled(fact)
        case WagerUnwound(player, _, _, _, collected, paid):
            return _moved((HOUSE, purse(player), collected), (purse(player), HOUSE, paid))
        case _:
            return ()


def _settled(fact: WagerSettled) -> tuple[Transfer, ...]:
    mine, staked = purse(fact.player), stake_account(fact.player, fact.hand, fact.wager)
    return _moved(
        (staked, HOUSE, fact.collected),
        (staked, mine, Cents(fact.stake - fact.collected)),
        (HOUSE, mine, fact.paid),
    )


def _moved(*movements: tuple[Account, Account, Cents]) -> tuple[Transfer, ...]:
    return tuple(Transfer(*movement) for movement in movements if movement[2])
