"""What is asked, in one sentence for the viewer."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.core.kinds import Closing, Face, Occasion
from pitboss.core.options import Intent
from pitboss.core.requests import (
    Decide,
    KeyAward,
    LockMeter,
    NextCard,
    Offer,
    Reader,
    Request,
    Reveal,
    Shuffle,
    Spin,
    Turn,
    Window,
)
from pitboss.core.shuffling import Cut
from pitboss.core.table_state import TableState
from pitboss.games.blackjack.intents import Bet as StayIn
from pitboss.games.colorado.blackjack_switch import Switch
from pitboss.games.colorado.pai_jack_rules import SetHand
from pitboss.ids import DEALER, HOUSE_DEALER, HandId, Pile, Player
from pitboss.money import spoken
from pitboss.rules.setting import LOW
from pitboss.service.asked import Choice
from pitboss.service.words import CardName, capital, name_of

_FACES = {Face.UP: "face up", Face.SIDEWAYS: "sideways", Face.DOWN: "face down, unseen", Face.TO_PLAYER: "face down"}
_WINDOWS = {
    Occasion.BETTING: "Place your bets.",
    Occasion.DEALER_DONE: "The dealer's hand is complete.",
    Occasion.POKER_DEALT: "The poker hands are dealt.",
    Occasion.HALTED: "The table may not be dealt.",
    Occasion.FOULED: "A hand is foul: the pit supervisor rules on it.",
}


class Teller:
    """Puts requests into words for one viewer, from the table as that viewer sees it."""

    def __init__(self, state: TableState, player: Player | None, name: CardName) -> None:
        self._state = state
        self._player = player
        self._name = name

    def says(self, request: Request, choices: Sequence[Choice]) -> str:
        """Return what is asked; of the viewer's own decision also which choices the chips do not reach."""
        match request:
            case Window(occasion):
                return self._window(occasion)
            case Decide() | Offer():
                return self._decision(request, choices)
            case NextCard() | Turn() | Reader() | Shuffle() | Spin():
                return self._to_dealer(request)
        return self._to_meter(request)

    def _window(self, occasion: Occasion) -> str:
        if occasion is Occasion.BETWEEN_ROUNDS:
            return "A new shoe is due." if self._state.shoe is None else "The next round."
        return _WINDOWS.get(occasion, f"{capital(occasion.value)}?")

    def _to_dealer(self, request: NextCard | Turn | Reader | Shuffle | Spin) -> str:
        match request:
            case NextCard(to, face):
                return f"The next card, {_FACES[face]}, to {self._place(to)}."
            case Turn(of):
                return f"Turn a card of {self._which_hand(of)}{self._place(of)}."
            case Reader(ranks=ranks):
                return f"Is the hole card one of {', '.join(sorted(map(str, ranks)))}?"
            case Shuffle(cards):
                return f"Shuffle {cards} cards."
            case Spin(hand, weights):
                return f"Spin the wheel for {self._place(hand)}: 1 to {len(weights)}."

    def _which_hand(self, of: HandId | Pile) -> str:
        """Of a packet that was set face down the low hand is turned first."""
        hand = None if isinstance(of, Pile) else self._state.layout.hands[of]
        if hand is None or hand.closed is not Closing.SET:
            return ""
        return "the low hand of " if len(hand.cards) < LOW else "the high hand of "

    def _to_meter(self, request: Request) -> str:
        match request:
            case KeyAward(hand, percent, verified, _, instructed):
                told = "key it in" if instructed else "tell the dealer to key it in"
                doing = told if verified else "verify it"
                return f"{capital(self._place(hand))} wins {percent} % of the meter: {doing}."
            case LockMeter():
                return "Lock the progressive wagers."
            case Reveal(shuffle):
                return f"Reveal the order of shuffle {shuffle}."
        return "Tell the meter that the game is over."

    def _place(self, to: HandId | Pile) -> str:
        if isinstance(to, Pile):
            return to.value
        if to == DEALER:
            return "the dealer"
        there = self._state.layout.hands.get(to)
        number = f", hand {to.number}" if len(self._state.layout.hands_of(to.box)) > 1 else ""
        return f"box {to.box}" if there is None else f"box {to.box} ({there.caller}{number})"

    def _decision(self, request: Decide | Offer, choices: Sequence[Choice]) -> str:
        verbs = [option.verb for option in request.options]
        if request.player == HOUSE_DEALER or Cut in verbs:
            return f"{capital(name_of(verbs[0].verb))}?"
        about = self._about(request.hand, verbs)
        return (
            f"Your {about}{_out_of_reach(choices)}" if request.player == self._player else f"{request.player}: {about}"
        )

    def _about(self, name: HandId, verbs: Sequence[type[Intent]]) -> str:
        """What a decision is about: a total, two of them, or cards where these count for something else."""
        layout = self._state.layout
        hands, hand = layout.hands_of(name.box), layout.hands[name]
        if hand.face_down:
            open_cards = ", ".join(["", *map(self._name, hand.cards)])
            return f"{hand.face_down} cards face down{open_cards}"
        if SetHand in verbs:
            return ", ".join(f"{place} {self._name(card)}" for place, card in enumerate(hand.cards, start=1))
        if StayIn in verbs:
            return f"{', '.join(map(self._name, hand.cards))} at poker"
        if Switch in verbs:
            return " and ".join(layout.hands[each].score.spoken for each in hands)
        return f"{hand.score.spoken}, hand {name.number}" if len(hands) > 1 else hand.score.spoken


def _out_of_reach(choices: Sequence[Choice]) -> str:
    """What the rules allow and the chips do not."""
    named = [f"{choice.verb} {spoken(choice.cost)}" for choice in choices if not choice.affordable]
    return f" (your chips do not reach to {' or to '.join(named)})" if named else ""
