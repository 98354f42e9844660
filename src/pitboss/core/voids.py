"""What a void does to wagers. Each edition's handlers decide when a round is void; this is how it ends."""

from __future__ import annotations

from pitboss.core.facts import CardsCollected, MeterKeyed, RoundVoided, TipSettled, TipUnwound, WagerUnwound
from pitboss.core.kinds import Outcome
from pitboss.core.procedure import Round
from pitboss.core.rules import R, RoundVoid
from pitboss.core.settle import give_back
from pitboss.ids import DEALER, Clauses, StakeId, tip_on


def return_wagers(t: Round[R], void: RoundVoid, *, unwind: bool) -> None:
    """Gives every wager back. With `unwind`, what the round had already decided is put back to nothing too.

    What a meter has paid is out of it, so a wager whose award was keyed in stands.
    """
    keyed = {fact.hand for fact in t.facts if isinstance(fact, MeterKeyed)} if t.practices.paid_stands else set()
    t.record(RoundVoided(void.why, void.reshuffle, void.clauses))
    for key, stake in t.layout.stakes.items():
        if stake.pending:
            give_back(t, key, stake, void.clauses, Outcome.VOID)
    if unwind:
        for key, row in list(t.layout.settlements.items()):
            if row.outcome is not Outcome.VOID and not (key.hand in keyed and _is_on_meter(t, key)):
                unwound = TipUnwound if isinstance(row, TipSettled) else WagerUnwound
                t.record(unwound(*key, row.stake, row.collected, row.paid, void.clauses))


def _is_on_meter(t: Round[R], key: StakeId) -> bool:
    return t.rules.meter is not None and key.wager in (t.rules.meter.wager, tip_on(t.rules.meter.wager))


def collect_cards(t: Round[R], clauses: Clauses) -> None:
    """Clears the layout, if it is not clear yet, from the dealer's far right, the dealer's own hand last."""
    if t.layout.cleared:
        return
    order = [hand for hand in (*reversed(t.layout.order), DEALER) if hand not in t.layout.removed]
    hands = [t.layout.hands[hand] for hand in order]
    cards = tuple(card for hand in hands for card in hand.cards)
    t.record(CardsCollected(cards, sum(hand.face_down for hand in hands), clauses))
