"""What an action of a round file means in the round as it stands: which hand, and what is done with it."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.core.options import Intent, Option, Refusal, read_amount
from pitboss.core.procedure import Round
from pitboss.core.rules import Rules
from pitboss.core.wagering import PlaceLate
from pitboss.games.blackjack.intents import Bet as StayIn
from pitboss.games.registry import Game
from pitboss.ids import Box, HandId, Player
from pitboss.money import ZERO, spoken
from pitboss.notation.amounts import refuses_words
from pitboss.notation.file import Action, Malformed


@dataclass(frozen=True, slots=True)
class Refused:
    """What the rules refused, as it was written, and why."""

    action: str
    refusal: Refusal


class Stop(Exception):
    """The round of a file ends here, because the rules refuse what it says."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.action)
        self.refused = refused


class Meaning:
    """Reads actions in a round of this game."""

    def __init__(self, game: Game, in_round: Round[Rules]) -> None:
        self.rules, self.verbs, self.round = game.rules, game.verbs, in_round

    def intent(self, action: Action, hand: HandId) -> Intent:
        """What is to be done; raises `Stop` if the rules refuse it, and `Malformed` if it cannot be read."""
        verb = self.verbs[action.verb]
        if verb is StayIn and action.words:
            return self._bet_of(action, hand)
        try:
            intent = verb.read(action.words)
        except ValueError as error:
            raise self._no_words(verb, action, str(error)) from None
        return intent or self._permitted(verb, action, hand).intents[-1]

    def _no_words(self, verb: type[Intent], action: Action, says: str) -> Exception:
        """What is wrong with what follows a verb: an amount that cannot be put up, or no amount at all."""
        refusal = refuses_words(verb, action.words, self.rules.betting)
        if refusal is not None:
            return Stop(Refused(action.text, refusal))
        return Malformed(f"the action {action.text!r}: {action.verb} {says}")

    def _permitted(self, verb: type[Intent], action: Action, hand: HandId) -> Option:
        ruling = self.round.ruling(verb, action.player, hand)
        if isinstance(ruling, Refusal):
            raise Stop(Refused(action.text, ruling))
        return ruling

    def _bet_of(self, action: Action, hand: HandId) -> Intent:
        """A bet of so much: it is as large as the wager by which it is measured, and need not be said."""
        permitted, rules = self._permitted(StayIn, action, hand), self.rules
        try:
            amount = read_amount(action.words)
        except ValueError as error:
            raise self._no_words(StayIn, action, str(error)) from None
        measure = rules.measured_by(StayIn())
        due = rules.puts_up(StayIn(), self.round.layout.stake_of(hand, measure).original)
        if amount != due:
            says = f"a bet is as large as the {measure} wager of {spoken(due)}, not {spoken(amount or ZERO)}"
            raise Stop(Refused(action.text, Refusal(f"not-equal-to-{measure}", says, permitted.clauses)))
        return StayIn()

    def hand(self, action: Action, pending: HandId) -> HandId:
        """The hand that an action means: the pending one if it may, else the player's own last hand there."""
        mine = action.player in self._on(pending)
        if mine and action.box in (None, pending.box) and action.number in (None, pending.number):
            return pending
        return self.own_hand(action)

    def _on(self, hand: HandId) -> set[Player]:
        """Who calls a hand or has a wager on it."""
        layout = self.round.layout
        return {*(key.player for key in layout.stakes if key.hand == hand), *filter(None, [layout.hands[hand].caller])}

    def own_hand(self, action: Action) -> HandId:
        """The player's last hand there; a hand that is not there is for the rules to refuse."""
        layout = self.round.layout
        if action.box is not None and action.number is not None:
            return HandId(action.box, action.number)
        hands = [hand for hand in layout.order if action.box in (None, hand.box)]
        own = [hand for hand in hands if layout.hands[hand].caller == action.player]
        own = own or [hand for hand in hands if action.player in self._on(hand)]
        return (own or hands or [HandId(action.box or Box(0), 0)])[-1]

    def box_of(self, action: Action) -> HandId:
        """The hand that an action in a window means; raises `Malformed` if it may be several."""
        layout = self.round.layout
        own = [hand for hand in layout.order if action.player in self._on(hand)]
        of_box = issubclass(self.verbs[action.verb], PlaceLate)  # and of no hand on it
        if action.box is None and len({hand.box for hand in own} if of_box else own) > 1:
            several = "several boxes; write {0}@BOX" if of_box else "several hands; write {0}@BOX.HAND"
            raise Malformed(f"{action.player} has {several.format(action.player)} in {action.text!r}")
        return self.own_hand(action)
