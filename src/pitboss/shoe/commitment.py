"""How a virtual shoe binds itself to an order before the cut, so that neither side can change it afterwards.

The commitment is a SHA-256 over a domain tag, the rulebook, the order and a nonce of 256 random bits. Without the
nonce somebody could try orders until one fits; with it, the commitment says nothing until the order is revealed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from pitboss.cards import Card, spelled

DOMAIN = "pitboss shoe 1"


def commitment(rulebook: str, order: Sequence[Card], nonce: str) -> str:
    """The hash that is shown before the cut."""
    return hashlib.sha256("\n".join((DOMAIN, rulebook, spelled(order), nonce)).encode("ascii")).hexdigest()
