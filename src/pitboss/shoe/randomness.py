"""Where randomness comes from: the operating system, or a seed for practice, which the journal then says."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from typing import Protocol


class Randomness(Protocol):
    """Randomness for the numbered shuffles of one table; where its wheel stops follows from a shuffle's nonce."""

    def shuffle(self, number: int) -> tuple[Callable[[int], int], str]:
        """For one shuffle: `below(n)`, which gives each of 0 to n - 1 with equal chance, and a nonce."""


class SystemRandomness:
    """The operating system's generator; nobody can predict or repeat it."""

    def shuffle(self, number: int) -> tuple[Callable[[int], int], str]:
        del number
        return secrets.randbelow, secrets.token_hex(32)


class PracticeRandomness:
    """Everything from a seed: the same seed gives the same shoes, and whoever knows it knows them."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def shuffle(self, number: int) -> tuple[Callable[[int], int], str]:
        generator = random.Random(f"{self.seed} shoe {number}")
        return generator.randrange, f"{generator.getrandbits(256):064x}"
