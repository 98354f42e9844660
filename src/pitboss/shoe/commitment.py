"""How a virtual shoe binds itself to an order before the cut, so that neither side can change it afterwards.

The commitment is a SHA-256 over a domain tag, the rulebook, the order and a nonce of 256 random bits. Without the
nonce somebody could try orders until one fits; with it, the commitment says nothing until the order is revealed.

The bonus wheel is bound by the same commitment: where it stops follows from the nonce, from the cut, which the house
does not choose, and from how often it was spun since the shuffle.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence
from itertools import count

from pitboss.cards import Card, spelled

DOMAIN = "pitboss shoe 1"
WHEEL = "pitboss wheel 1"


def commitment(rulebook: str, order: Sequence[Card], nonce: str) -> str:
    """The hash that is shown before the cut."""
    return hashlib.sha256("\n".join((DOMAIN, rulebook, spelled(order), nonce)).encode("ascii")).hexdigest()


def wheel(nonce: str, cut: int, spin: int) -> Callable[[int], int]:
    """For one turn of the wheel, counted from 1 since the shuffle: `below(n)`, each of 0 to n - 1 equally likely."""

    def below(n: int) -> int:
        even = (1 << 256) - (1 << 256) % n
        for trial in count():
            text = "\n".join((WHEEL, str(cut), str(spin), str(trial)))
            drawn = int.from_bytes(hmac.digest(bytes.fromhex(nonce), text.encode("ascii"), "sha256"), "big")
            if drawn < even:
                return drawn % n
        raise AssertionError

    return below
