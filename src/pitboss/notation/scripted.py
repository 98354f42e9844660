"""The cards of a file as a shoe: what stands in `cards` answers for cards, the card reader and the wheel, in order.

When an entry of the round is corrected, the round is put again, and the shoe with it: every card lies where the entries
that stand have it, and those that were withdrawn may come again.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable

from pitboss.cards import Card
from pitboss.core.incidents import ByStaff, DrawnUnseen, Exposed, Incident, Overdrawn, ShoeEmpty
from pitboss.core.kinds import Face, Occasion
from pitboss.core.requests import Answer, FaceDown, NextCard, Reader, Request, Shuffle, Shuffled, Spin, Turn, Window
from pitboss.ids import DEALER, Holder, Pile
from pitboss.notation.file import Malformed
from pitboss.notation.tokens import Burned, Here, Meanwhile, SpinResult, Token, Unknown, card_of, written_incident


class ScriptedShoe:
    """The cards of a file, with what else happens at a card's place.

    A poker card that nobody saw has a stand-in, since a player would have looked at it: a card of which the file says
    nothing, neither in `cards` nor among those that are `named` elsewhere. `unseen` are the stand-ins that lie there.
    """

    def __init__(self, tokens: Iterable[Token], held: Iterable[Card], named: Iterable[Card] = ()) -> None:
        self.tokens = deque(tokens)
        self.unseen: set[Card] = set()
        self._named = {*named, *filter(None, map(card_of, self.tokens))}
        self._stand_ins: set[Card] = set()  # also of entries that were withdrawn
        self._held = Counter(held)
        self._left = Counter(self._held)  # of what was shuffled last
        self._community: tuple[Card, ...] = ()
        self._emptied = False  # by a [reshuffle], and not for a second part of the round
        self._face_down: list[Card | Unknown] = []  # every card that was dealt so
        self._dealt_down = 0  # of these, in the round as it stands
        self._lying: dict[Holder, deque[int]] = {}  # which of these nobody has turned yet
        self._turned = 0  # so many cards since the last token was taken

    def put_again(self) -> ScriptedShoe:
        """The shoe as it was before the round, which goes on in the file where this one stands."""
        shoe = ScriptedShoe(self.tokens, self._held.elements(), self._named)
        shoe._face_down, shoe._stand_ins = list(self._face_down), set(self._stand_ins)
        return shoe

    def follow(self, request: Request, answer: Answer) -> Card | None:
        """Follows an entry that stands. Gives its card where that cannot have come."""
        match request, answer:
            case Shuffle(), _:
                self._shuffle(request)
            case _, Incident():
                return self._drawn(self._note(answer))
            case NextCard(to), FaceDown():
                self._turned = 0
                return self._drawn(self._lay(to, self._face_down[self._dealt_down]))
            case NextCard(), Card():
                self._turned = 0
                self.unseen |= {answer} & self._stand_ins if self._community else set()
                return self._drawn(answer)
            case Turn(of), Card():
                self._turned += 1
                return self._turned_as(self._lying[of].popleft(), answer)
        return None

    def why_not(self, card: Card) -> str:
        """Why a card cannot come now."""
        if card in self._community:
            return f"{card} lies on the table as a community card and cannot come again"
        if not self._held[card]:
            return f"{card} is none of these cards"
        return f"{card} is {self._held[card]} time(s) in these cards, and all of them are out"

    def answer(self, request: Request) -> Answer:
        match request:
            case Shuffle():
                self._shuffle(request)
                return Shuffled()
            case NextCard():
                return self._deal(request, self._take(f"the next card, for {whom(request.to)}"))
            case Turn() | Reader() if self.tokens and self._is_said_now(self.tokens[0]):
                return self._said_meanwhile()
            case Turn(of):
                self._turned += 1
                card = self._face_down[self._lying[of].popleft()]
                if isinstance(card, Unknown):
                    raise Malformed(f"the card of {whom(of)} is turned here, and cards has it as {card.written}")
                return card
            case Reader(hand, ranks):
                card = self._face_down[self._lying[hand][0]]
                return isinstance(card, Card) and card.rank in ranks  # an unknown blackjack would have been turned
        raise AssertionError(f"{request} is not for the shoe")

    def happens(self, request: Request | None = None) -> Incident | None:
        """What happens next at a decision's place, if it is something that happens there."""
        done = isinstance(request, Window) and request.occasion is Occasion.DEALER_DONE
        if not self.tokens or not isinstance(self.tokens[0], Overdrawn if done else Exposed | DrawnUnseen):
            return None
        token = self.tokens.popleft()
        assert isinstance(token, Incident)
        self._counted(self._note(token))
        return token

    def _is_said_now(self, token: Token) -> bool:
        return isinstance(token, Meanwhile) and token.after <= self._turned

    def _said_meanwhile(self) -> ByStaff:
        token = self._take("what is said meanwhile")
        assert isinstance(token, Meanwhile)
        return token.incident

    def spin(self, request: Spin) -> int | ByStaff:
        token = self._take(f"the result of the wheel for {whom(request.hand)}, as in [spin 1]")
        if isinstance(token, ByStaff):
            return token
        if not isinstance(token, SpinResult) or not 1 <= token.section <= len(request.weights):
            raise Malformed(f"the wheel for {whom(request.hand)} needs [spin 1] to [spin {len(request.weights)}]")
        return token.section

    def _take(self, needed: str) -> Token:
        if not self.tokens:
            raise Malformed(f"cards ends too early: {needed} is missing")
        self._turned = 0
        return self.tokens.popleft()

    def _deal(self, request: NextCard, token: Token) -> Answer:
        token = token.incident if isinstance(token, Here) else token
        if isinstance(token, Meanwhile):
            raise Malformed(
                f"{written_incident(token.incident)[1:-1]} is said meanwhile, and no card is turned or looked at here"
            )
        if isinstance(token, Incident):
            self._counted(self._note(token))
            return token
        card = self._card(request, token)
        self._counted(card)
        if request.face is Face.DOWN:
            del self._face_down[self._dealt_down :]
            self._face_down.append(card)
            self._lay(request.to, card)
            return FaceDown()
        if isinstance(card, Unknown):
            if request.face is Face.TO_PLAYER and self._community:
                return self._stand_in()
            raise Malformed(f"{card.written} stands where {whom(request.to)} needs a card that is seen")
        return card

    def _card(self, request: NextCard, token: Card | Burned | SpinResult | Unknown) -> Card | Unknown:
        if request.to is Pile.DISCARDS:
            if isinstance(token, Card | SpinResult):
                raise Malformed("a card is burned here; write it as [burn 5c], or [burn ??] if nobody saw it")
            return token.card if isinstance(token, Burned) else token
        if isinstance(token, Burned | SpinResult):
            word = f"[burn {token.card}]" if isinstance(token, Burned) else f"[spin {token.section}]"
            raise Malformed(f"{word} stands where {whom(request.to)} needs a card")
        return token

    def _stand_in(self) -> Card:
        """For a card of the poker part that nobody saw; it decides nothing unless its hand is shown."""
        card = next(each for each, left in self._left.items() if left > 0 and each not in self._named)
        self._drawn(card)
        self._stand_ins.add(card)
        self.unseen.add(card)
        return card

    def _lay(self, to: Holder, card: Card | Unknown) -> Card | Unknown:
        self._lying.setdefault(to, deque()).append(self._dealt_down)
        self._dealt_down += 1
        return card

    def _turned_as(self, place: int, card: Card) -> Card | None:
        """A card that lay face down is this one, whatever the file had there before it was corrected."""
        before = self._face_down[place]
        if isinstance(before, Card):
            self._left[before] += 1
        self._face_down[place] = card
        return self._drawn(card)

    def _note(self, incident: Incident) -> Card | None:
        self._emptied = self._emptied or isinstance(incident, ShoeEmpty)
        return card_of(incident)

    def _shuffle(self, request: Shuffle) -> None:
        """What lies on the layout is not shuffled and cannot come again."""
        self._left = self._held - Counter(request.out)
        self._community = () if self._emptied else request.out
        self._emptied = False

    def _drawn(self, card: Card | Unknown | None) -> Card | None:
        """A card leaves the stack; given back where it cannot be in it."""
        if not isinstance(card, Card):
            return None
        self._left[card] -= 1
        return card if self._left[card] < 0 else None

    def _counted(self, card: Card | Unknown | None) -> None:
        """A card that may still come out of the stack; one that is found there by accident is one of them."""
        missing = self._drawn(card)
        if missing is not None:
            raise Malformed(self.why_not(missing))


def whom(hand: Holder) -> str:
    if isinstance(hand, Pile):
        return hand.value
    return "the dealer" if hand == DEALER else f"box {hand.box}, hand {hand.number}"
