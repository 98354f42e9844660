"""Which wager of a box is the original one, of which a dealer's blackjack takes the amount after a split."""

from __future__ import annotations

from pitboss.core.kinds import Outcome
from pitboss.games.blackjack.rules import Play
from pitboss.games.blackjack.settlement import HandToPay, finished
from pitboss.ids import HandId, StakeId


def hand_to_pay(t: Play, hand: HandId) -> HandToPay:
    this = t.hand(hand)
    return HandToPay(finished(this), this.doubles > 0, this.split, t.rules.settlement.premium(this.cards))


def bears_the_original(t: Play, key: StakeId) -> bool:
    """Return whether a dealer's blackjack takes this wager, which does not win against it.

    It takes the amount of one original wager of a box. That lies on the hand from which the others were split; if that
    hand wins all the same, on the next one that does not (S02).
    """
    placed = t.layout.stakes
    if not t.table.practices.one_amount:
        return placed[key].first
    dealer, verdict = finished(t.layout.dealer), t.rules.settlement.verdict
    mine = [StakeId(key.player, hand, key.wager) for hand in t.layout.hands_of_spot(key.hand)]
    in_order = sorted((each for each in mine if each in placed), key=lambda each: not placed[each].first)
    return key == next(
        each for each in in_order if verdict(hand_to_pay(t, each.hand), dealer).outcome is not Outcome.WIN
    )
