"""A virtual shoe: it shuffles, binds itself to the order, is cut, deals, and reveals what it had bound itself to.

It alone knows the cards to come. What it may not forget, the order and the nonce of each shuffle, it keeps in a
vault before it says the commitment, so that a table that is killed goes on with the same cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pitboss.cards import Card
from pitboss.core.facts import (
    BurnCardShown,
    CardBurned,
    CardDealt,
    CardsCollected,
    CardsCut,
    CardsShuffled,
    CardTurned,
    ShoeLost,
    WheelSpun,
)
from pitboss.core.incidents import SealLost, ShoeEmpty
from pitboss.core.kinds import Face
from pitboss.core.requests import Answer, FaceDown, NextCard, Reader, Reveal, Revealed, Shuffle, Shuffled, Spin, Turn
from pitboss.core.table_state import TableState
from pitboss.ids import Pile
from pitboss.shoe.commitment import commitment, wheel
from pitboss.shoe.randomness import Randomness
from pitboss.shoe.stack import EmptyShoe, Stack, shuffled, stopped_at

ShoeRequest = NextCard | Turn | Reader | Spin | Shuffle | Reveal


@dataclass(frozen=True, slots=True)
class Seal:
    """One shuffle's secret: its number at the table, its order from the top before the cut, and its nonce."""

    number: int
    order: tuple[Card, ...]
    nonce: str


class Vault(Protocol):
    """Keeps the seals of the shoe in use where a kill cannot lose them and nobody else reads them."""

    def keep(self, seals: Sequence[Seal]) -> None:
        """Replaces what is kept. When this returns, it is safe."""

    def kept(self) -> list[Seal]:
        """What was kept last; nothing if it is gone."""

    def destroy(self) -> None:
        """Forgets everything; the seals have been revealed."""


class VaultInMemory:
    """For tables whose shoe need not outlive the process: tests and benchmarks."""

    def __init__(self) -> None:
        self._seals: list[Seal] = []

    def keep(self, seals: Sequence[Seal]) -> None:
        self._seals = list(seals)

    def kept(self) -> list[Seal]:
        return list(self._seals)

    def destroy(self) -> None:
        self._seals = []


class RecordDiffers(Exception):
    """The sealed order gives another answer than the one on record."""


class VirtualShoe:
    """Answers for the shoe, the card reader and the wheel of one table."""

    def __init__(self, rulebook: str, cards: Sequence[Card], randomness: Randomness, vault: Vault) -> None:
        self._rulebook = rulebook
        self._cards = tuple(cards)
        self._randomness = randomness
        self._vault = vault
        self._seals = vault.kept()
        self._stack: Stack | None = None
        self._nonce = ""
        self._cut = 0
        self._shuffles = 0
        self._spins = 0

    @property
    def lost(self) -> bool:
        """Whether a card were needed and nobody could tell which."""
        return self._stack is None

    def answer(self, request: ShoeRequest) -> Answer:
        match request:
            case Shuffle():
                return self._shuffle(request)
            case Reveal(number):
                return next(
                    (Revealed(seal.order, seal.nonce) for seal in self._seals if seal.number == number), SealLost()
                )
        if self._stack is None:
            return SealLost()
        if isinstance(request, Spin):
            self._spins += 1
            return stopped_at(request.weights, wheel(self._nonce, self._cut, self._spins))
        try:
            return self._stack.answer(request)
        except EmptyShoe:
            return ShoeEmpty()

    def _shuffle(self, request: Shuffle) -> Shuffled:
        self._shuffles += 1
        below, nonce = self._randomness.shuffle(self._shuffles)
        seal = Seal(self._shuffles, tuple(shuffled(self._rack(request), below)), nonce)
        # A shuffle that a kill kept from the record may have left a seal of the same number behind.
        before = [] if request.fresh else [each for each in self._seals if each.number < seal.number]
        self._seals = [*before, seal]
        self._vault.keep(self._seals)
        self._load(seal, fresh=request.fresh)
        return Shuffled(self.commitment(seal))

    def _rack(self, request: Shuffle) -> list[Card]:
        """All cards but those on the layout; of these the shoe alone knows the face-down ones."""
        out = Counter(request.out)
        if self._stack is not None and not request.fresh:
            for hand, cards in self._stack.unseen().items():
                out.update(() if hand is Pile.DISCARDS else cards)
        rack = []
        for card in self._cards:
            if out[card]:
                out[card] -= 1
            else:
                rack.append(card)
        assert len(rack) == request.cards, "the shoe and the table count differently"
        return rack

    def _load(self, seal: Seal, *, fresh: bool) -> None:
        if fresh or self._stack is None:
            self._stack = Stack(())
        self._stack.load(seal.order)
        self._nonce, self._cut, self._spins = seal.nonce, 0, 0

    def commitment(self, seal: Seal) -> str:
        return commitment(self._rulebook, seal.order, seal.nonce)

    def note(self, fact: object) -> None:
        """What the table did with the cards: a cut turns the stack, a pick-up takes unseen cards with it."""
        if self._stack is None:
            return
        if isinstance(fact, CardsCut):
            self._stack.cards.rotate(-fact.at)
            self._cut = (self._cut + fact.at) % len(self._stack.cards)
        elif isinstance(fact, CardsCollected):
            self._stack.collect()

    def recall(self, request: ShoeRequest, answer: Answer) -> None:
        """Follows a recorded answer, so that the shoe stands where it stood when the record ended."""
        match request, answer:
            case Shuffle(_, _, fresh), Shuffled(recorded):
                self._shuffles += 1
                known = [each for each in self._seals if each.number == self._shuffles]
                if known and self.commitment(known[-1]) == recorded and (fresh or self._stack is not None):
                    self._load(known[-1], fresh=fresh)
                else:
                    self._stack = None  # a shoe of the past, or one whose seal is lost
            case Spin(), _:
                self._spins += 1
            case _, SealLost():
                self._stack = None
            case Reveal(), _:
                pass
            case _ if self._stack is not None and self.answer(request) != answer:
                raise RecordDiffers

    def follow(self, fact: object, *, fresh: bool) -> None:
        """Follows what is on record as a fact; `fresh` says that no shoe was in use. Raises `RecordDiffers`."""
        match fact:
            case CardsShuffled(_, recorded):
                self.recall(Shuffle(0, (), fresh=fresh), Shuffled(recorded))
            case WheelSpun():
                self._spins += 1
            case ShoeLost():
                self._stack = None
            case CardBurned():
                self._came(NextCard(Pile.DISCARDS, Face.DOWN), FaceDown())
            case CardDealt(hand, face, card):
                self._came(NextCard(hand, face), FaceDown() if card is None else card)
            case CardTurned(hand, card):
                self._came(Turn(hand), card)
            case BurnCardShown(card):
                self._came(Turn(Pile.DISCARDS), card)
            case _:
                self.note(fact)

    def _came(self, request: ShoeRequest, recorded: Answer) -> None:
        """A card left the shoe, or was turned; where the order is known, it must be that one."""
        if self._stack is not None and self._stack.answer(request) != recorded:
            raise RecordDiffers

    def stand(self, state: TableState) -> None:
        """Brings the shoe to where it stood when the table rested so; its order is known or it is lost."""
        self._shuffles, self._stack, shoe = state.shuffles, None, state.shoe
        known = [each for each in self._seals if each.number == state.shuffles]
        if shoe is None or not known or self.commitment(known[-1]) != shoe.commitments[-1]:
            return
        self._stack = Stack(known[-1].order)
        self._stack.cards.rotate(-shoe.cut)
        self._stack.deal_out(shoe.drawn, shoe.burns)
        self._nonce, self._cut, self._spins = known[-1].nonce, shoe.cut, shoe.spins

    def tidy(self) -> None:
        """After a shoe has been revealed for good, its seals are of no more use."""
        self._vault.destroy()
        self._seals, self._stack = [], None
