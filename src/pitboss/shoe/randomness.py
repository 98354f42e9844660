"""Where randomness comes from: the operating system, or a seed for practice, which the journal then says."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from typing import Protocol


class Randomness(Protocol):
    """Randomness for the numbered shuffles and spins of one table."""

    def shuffle(self, number: int) -> tuple[Callable[[int], int], str]:
        """For one shuffle: `below(n)`, which gives each of 0 to n - 1 with equal chance, and a nonce."""

    def spin(self, number: int) -> Callable[[int], int]:
        """For one turn of the wheel: `below(n)`."""


class SystemRandomness:
    """The operating system's generator; nobody can predict or repeat it."""

    def shuffle(self, number: int) -> tuple[Callable[[int], int], str]:
        del number
        return secrets.randbelow, secrets.token_hex(32)

    def spin(self, number: int) -> Callable[[int], int]:
        del number
        return secrets.randbelow


class PracticeRandomness:
    """Everything from a seed: the same seed gives the same shoes, and whoever knows it knows them."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def shuffle(self, number: int) -> tuple[Callable[[int], int], str]:
        generator = random.Random(f"{self.seed} shoe {number}")
        return generator.randrange, f"{generator.getrandbits(256):064x}"

    def spin(self, number: int) -> Callable[[int], int]:
        return random.Random(f"{self.seed} spin {number}").randrange
