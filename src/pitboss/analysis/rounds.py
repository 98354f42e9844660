"""The rounds that the engines know: which steps come in which order, and when a game may leave one of them out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any

from pitboss.core.burning import burn_if_due
from pitboss.core.wagering import take_wagers
from pitboss.games.blackjack.contest import bet_or_fold, tell_dealers_poker_hand
from pitboss.games.blackjack.ending import draw_dealer, settle_main, show_second_card_if_needed
from pitboss.games.blackjack.irregular import (
    deal_cards_asked_for,
    deal_late_first_cards,
    look_at_dealer,
    offer_exposed_card,
    put_exposed_card_aside,
)
from pitboss.games.blackjack.late import offer_after_check, offer_after_play
from pitboss.games.blackjack.poker_part import play_poker
from pitboss.games.blackjack.progressive import lock_meter, press_game_over
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.sides import (
    collect_lost,
    pay_fixed_awards,
    settle_after_deal,
    settle_second_card,
    settle_with_main,
    spin_wheels,
)
from pitboss.games.blackjack.steps import (
    check_hole_card,
    deal_hole_card,
    deal_to_each_box,
    deal_up_card,
    offer_insurance,
    offer_late_rescue,
    pay_blackjacks_at_once,
    pick_up_cards,
    play_hands,
    settle_held_surrenders,
)
from pitboss.games.colorado import blackjack_switch, pai_jack, three_card_21
from pitboss.games.spanish21.charity import turn_first_card
from pitboss.payouts import Spin
from pitboss.wagers.side import Moment

AnyStep = Callable[[Any], Awaitable[None]]
Asked = Callable[[BlackjackRules], bool]

SWITCHING: tuple[AnyStep, ...] = (blackjack_switch.play_boxes,)
PARTING: tuple[AnyStep, ...] = (three_card_21.pay_first_21s, three_card_21.spare_above_21, three_card_21.play_boxes)
CONTESTED: tuple[AnyStep, ...] = (bet_or_fold, tell_dealers_poker_hand)
CHASING: tuple[AnyStep, ...] = (collect_lost,)
METERED: tuple[AnyStep, ...] = (lock_meter, press_game_over)
POKER_AFTER: tuple[AnyStep, ...] = (play_poker,)
PACKETS: tuple[AnyStep, ...] = (
    pai_jack.deal_packets,
    pai_jack.pay_pai_jacks,
    pai_jack.set_hands,
    pai_jack.reveal_dealer,
    pai_jack.look_at_dealer,
    pai_jack.settle_wagers,
    pai_jack.pick_up_cards,
)

_FIRST_CARDS: tuple[AnyStep, ...] = (
    deal_to_each_box,
    deal_up_card,
    deal_to_each_box,
    deal_late_first_cards,
    deal_hole_card,
)
_BOTH_FACE_DOWN: tuple[AnyStep, ...] = (
    take_wagers,
    burn_if_due,
    deal_to_each_box,
    deal_hole_card,
    deal_to_each_box,
    deal_hole_card,
    turn_first_card,
)
"""The dealer's first card is dealt like a hole card, and then turned."""

_THREE_FIRST: tuple[AnyStep, ...] = (
    take_wagers,
    *_FIRST_CARDS,
    deal_to_each_box,
    settle_after_deal,
    three_card_21.pay_first_21s,
)
_ENDING: tuple[AnyStep, ...] = (
    deal_cards_asked_for,
    offer_late_rescue,
    offer_after_play,
    show_second_card_if_needed,
    settle_second_card,
    settle_held_surrenders,
    draw_dealer,
    put_exposed_card_aside,
    look_at_dealer,
)
_CHECKED: tuple[AnyStep, ...] = (
    offer_insurance,
    check_hole_card,
    pay_blackjacks_at_once,
    offer_exposed_card,
    offer_after_check,
)
_SETTLED: tuple[AnyStep, ...] = (settle_main, pay_fixed_awards, settle_with_main, spin_wheels, pick_up_cards)
_DEALT: tuple[AnyStep, ...] = (*_FIRST_CARDS, settle_after_deal)

DRAWING: tuple[AnyStep, ...] = (take_wagers, *_DEALT, *_CHECKED, play_hands, *_ENDING, *_SETTLED)

ROUNDS: tuple[tuple[AnyStep, ...], ...] = (
    DRAWING,
    (*_BOTH_FACE_DOWN, settle_after_deal, *_CHECKED, play_hands, *_ENDING, *_SETTLED),
    (take_wagers, *_DEALT, *_CHECKED, *SWITCHING, *_ENDING, settle_with_main, *_SETTLED),
    (*_THREE_FIRST, *_CHECKED, three_card_21.spare_above_21, three_card_21.play_boxes, *_ENDING, *_SETTLED),
    (take_wagers, *_DEALT, bet_or_fold, *_CHECKED, play_hands, *_ENDING, tell_dealers_poker_hand, *_SETTLED),
    (take_wagers, *_DEALT, *CHASING, *_CHECKED, play_hands, *_ENDING, *_SETTLED),
    (take_wagers, lock_meter, *_DEALT, *CHASING, *_CHECKED, play_hands, *_ENDING, *_SETTLED, press_game_over),
    (take_wagers, *_DEALT, *_CHECKED, play_hands, *_ENDING, *_SETTLED[:-1], *POKER_AFTER, pick_up_cards),
    (take_wagers, *PACKETS),
)
"""Orders of steps that the engines know."""


def _settles(moment: Moment) -> Asked:
    return lambda rules: any(side.settled is moment for side in rules.sides)


def _offers(moment: Moment) -> Asked:
    return lambda rules: any(side.late is not None and moment in side.late.moments for side in rules.sides)


def _spins(rules: BlackjackRules) -> bool:
    return any(isinstance(pays, Spin) for side in rules.sides for pays in side.pays.values())


WHEN_ASKED: Mapping[AnyStep, Asked] = {
    burn_if_due: lambda rules: rules.shoe.burn_after_betting,
    settle_after_deal: _settles(Moment.AFTER_DEAL),
    settle_with_main: _settles(Moment.WITH_MAIN),
    spin_wheels: _spins,
    pay_fixed_awards: lambda rules: rules.award is not None,
    pay_blackjacks_at_once: lambda rules: rules.settlement.at_once is not None,
    offer_after_check: _offers(Moment.AFTER_CHECK),
    offer_after_play: _offers(Moment.AFTER_PLAY),
    offer_late_rescue: lambda rules: rules.rescue is not None and rules.rescue.late,
    settle_held_surrenders: lambda rules: rules.surrender is not None,
    deal_late_first_cards: lambda rules: rules.irregular.passed_over is not None,
    deal_cards_asked_for: lambda rules: rules.irregular.passed_over is not None,
    offer_exposed_card: lambda rules: rules.irregular.in_error is not None,
    put_exposed_card_aside: lambda rules: rules.irregular.in_error is not None,
    look_at_dealer: lambda _: True,
}
"""Steps that a round may leave out, each with the question whether the values of a game ask for it.

A step does nothing where they do not. Where they do, a round without it is another game.
"""

STEPS: frozenset[AnyStep] = frozenset(step for steps in ROUNDS for step in steps)


def is_known(steps: Sequence[AnyStep]) -> bool:
    """Return whether these steps are one of the known rounds, in its order and with every step that must be there."""
    return any(_is_within(steps, known) for known in ROUNDS)


def missing(rules: BlackjackRules) -> Iterator[AnyStep]:
    """Yield the steps that the values of a game ask for and that its round leaves out."""
    return (step for step, asked in WHEN_ASKED.items() if step not in rules.steps and asked(rules))


def _is_within(steps: Sequence[AnyStep], known: Sequence[AnyStep]) -> bool:
    rest = list(steps)
    for step in known:
        if rest and rest[0] == step:
            rest.pop(0)
        elif step not in WHEN_ASKED:
            return False
    return not rest
