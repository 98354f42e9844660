"""Small answerers, and how to put them together, for all who answer requests by themselves.

An answerer is called with what is played, which is a round or a table, and with the pending request. It returns its
answer, or None if the request is for somebody else:

    drive(runner, first(from_shoe(stack), by_policy(policy), claiming, passing, wheel(below), meter(rules)))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from pitboss.cards import Card
from pitboss.core.driver import Runner
from pitboss.core.incidents import DealerKeyed, Instructed, Verified
from pitboss.core.kinds import Occasion
from pitboss.core.meter import Display, at_seed
from pitboss.core.options import Intent, Option
from pitboss.core.procedure import Round
from pitboss.core.requests import (
    Act,
    Answer,
    ByMeter,
    Close,
    Decide,
    Decline,
    KeyAward,
    NextCard,
    Offer,
    Reader,
    Request,
    Shuffle,
    Shuffled,
    Spin,
    Turn,
    Window,
)
from pitboss.core.rules import R, Rules
from pitboss.core.shuffling import dealers_way
from pitboss.games.blackjack.intents import Show
from pitboss.ids import HOUSE_DEALER, Author, HandId
from pitboss.shoe.stack import Stack, stopped_at

T = TypeVar("T")
"""What is played: a round or a table. Devices do not look at it, so theirs is `object`."""
Q = TypeVar("Q", bound=Request)

Answers = Callable[[T, Request], Answer | None]
Choose = Callable[[T, HandId, tuple[Option, ...]], Intent]


class Unanswered(Exception):
    """Nobody answers the pending request; the message names it."""

    def __init__(self, request: Request) -> None:
        super().__init__(f"Nobody answers {type(request).__name__}: {request}.")
        self.request = request


def drive(runner: Runner[R], answers: Answers[Round[R]]) -> Runner[R]:
    """Play the round to its end and return its runner. Raises `Unanswered` if a request is nobody's."""
    while (request := runner.pending) is not None:
        answer = answer_of(answers, runner.round, request)
        refusal = runner.answer(answer)
        assert refusal is None, f"{answer} was refused: {refusal}"
    return runner


def answer_of(answers: Answers[T], played: T, request: Request) -> Answer:
    """Return the answer to this request; raises `Unanswered` if there is none."""
    answer = answers(played, request)
    if answer is None:
        raise Unanswered(request)
    return answer


def first(*answerers: Answers[T]) -> Answers[T]:
    """Take the answer of the first of these who has one; those after it are not asked."""

    def answer(played: T, request: Request) -> Answer | None:
        for each in answerers:
            found = each(played, request)
            if found is not None:
                return found
        return None

    return answer


def to(kind: type[Q], answer: Callable[[Q], Answer | None]) -> Answers[object]:
    """Answer the requests of one kind."""
    return lambda _, request: answer(request) if isinstance(request, kind) else None


def one_by_one(answers: Iterable[Answer]) -> Answers[object]:
    """Give these answers first, whatever is asked."""
    left = iter(answers)
    return lambda _played, _request: next(left, None)


def at(occasion: Occasion, act: Callable[[T, Window], Answer | None]) -> Answers[T]:
    """Act in the windows for this occasion, and close each once `act` returns None."""

    def answer(played: T, request: Request) -> Answer | None:
        if not isinstance(request, Window) or request.occasion is not occasion:
            return None
        found = act(played, request)
        return Close() if found is None else found

    return answer


def by_policy(choose: Choose[T]) -> Answers[T]:
    """Decide for all players by a policy, which chooses among the options of the request."""

    def answer(played: T, request: Request) -> Answer | None:
        if not isinstance(request, Decide):
            return None
        return Act(request.player, request.hand, choose(played, request.hand, request.options))

    return answer


def knowing(verbs: Collection[type[Intent]], answers: Answers[T]) -> Answers[T]:
    """Ask for decisions among these verbs only; a request that offers any other is for somebody else."""

    def answer(played: T, request: Request) -> Answer | None:
        known = isinstance(request, Decide | Offer) and all(option.verb in verbs for option in request.options)
        return answers(played, request) if known else None

    return answer


def claiming(_: object, request: Request) -> Answer | None:
    """Show hidden cards where nothing else is offered, to claim what they have won."""
    match request:
        case Offer(player, hand, (Option(verb=verb, intents=(intent, *_)),)) if verb is Show:
            return Act(player, hand, intent)
    return None


def passing(_: object, request: Request) -> Answer | None:
    """Decline every offer and close every window."""
    match request:
        case Offer():
            return Decline()
        case Window():
            return Close()
    return None


def closing_empty(_: object, request: Request) -> Answer | None:
    """Close a window in which players can do nothing."""
    return Close() if isinstance(request, Window) and not request.verbs else None


def from_shoe(stack: Stack) -> Answers[object]:
    """Deal, turn and read cards of this stack."""
    return lambda _, request: stack.answer(request) if isinstance(request, NextCard | Turn | Reader) else None


def shuffling(stack: Stack, cards: Callable[[Shuffle], Iterable[Card]]) -> Answers[object]:
    """Load the stack with these cards whenever a shuffle is due."""

    def shuffle(request: Shuffle) -> Answer:
        stack.load(cards(request))
        return Shuffled()

    return to(Shuffle, shuffle)


def cutting(_: object, request: Request) -> Answer | None:
    """Cut and load for the dealer, as `dealers_way` says."""
    match request:
        case Decide(player, hand, options) if player == HOUSE_DEALER:
            return Act(player, hand, dealers_way(options))
    return None


def wheel(below: Callable[[int], int]) -> Answers[object]:
    """Turn the bonus wheel; `below(n)` gives a number from 0 to n - 1."""
    return to(Spin, lambda spin: stopped_at(spin.weights, below))


def meter(rules: Rules) -> Answers[object]:
    """Show the seed of the progressive meter to all who ask, also after an award."""
    return lambda _, request: at_seed(rules.meter).answer(request) if isinstance(request, ByMeter) else None


def from_meter(display: Display) -> Answers[object]:
    """Show this progressive meter, from which awards are taken as they are keyed in."""
    return lambda _, request: display.answer(request) if isinstance(request, ByMeter) else None


def verifying(supervisor: Author, dealer: Author) -> Answers[object]:
    """Verify every hand that wins from the meter, have its key pressed, and press it."""
    return to(KeyAward, lambda award: _approved(award, supervisor, dealer))


def _approved(award: KeyAward, supervisor: Author, dealer: Author) -> Answer | None:
    """What people say before the meter answers; None if nothing is left to say."""
    if not award.verified:
        return Verified(supervisor, award.hand)
    if not award.instructed:
        return Instructed(supervisor, award.hand)
    return None if award.pressed else DealerKeyed(dealer, award.hand, award.percent)
