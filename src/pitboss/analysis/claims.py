"""What the engines account for: steps, their order, rulings, and the classes of rule values.

A game from a new rulebook is dealt by its own steps, but solver and kernel answer from what they know of the game. Here
they state what they know. A game with anything else in it is refused by name, because its figures would be those of
another game. Whoever teaches an engine a new step, verb or value claims it here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache, partial
from types import FunctionType, MethodType
from typing import Any

from pitboss.analysis import rounds
from pitboss.core.before_play import BEFORE_PLAY
from pitboss.core.betting import BettingTerms, Limit, PayoutLimit, Sharing, Tie, TipCites, Together, WagerTerms
from pitboss.core.meter import AwardProcedures, Meter, Shares
from pitboss.core.options import Intent, Refusal
from pitboss.core.rules import Handler
from pitboss.core.settle import DecisionTable, SettlementRow
from pitboss.core.shuffling import ShoeCites, ShoeTerms
from pitboss.core.supervision import EntryBar, Shuffler, SpokenWagers, Supervision
from pitboss.core.wagering import Agree, may_agree
from pitboss.games.blackjack import contest, menu, poker_part
from pitboss.games.blackjack.intents import Accept, Bet, Cover, Fold, Keep, Show, Take
from pitboss.games.blackjack.late import may_place_late
from pitboss.games.blackjack.rules import BlackjackRules, Conduct
from pitboss.games.blackjack.settlement import PaidAtOnce, Premiums, Settlement
from pitboss.games.colorado import blackjack_switch, buffalo, pai_jack_menu, pai_jack_settlement, three_card_21
from pitboss.games.colorado.pai_jack_rules import DeclareBust, HouseWay, PaiJackRules, SetHand, SetUnseen
from pitboss.games.colorado.straight_jack_progressive import BackOut, may_back_out
from pitboss.games.registry import AnyRules, Game
from pitboss.money import Odds
from pitboss.payouts import Jackpot, Payout, Spin, Sum
from pitboss.rules.contest import Contest
from pitboss.rules.dealing import Check, Dealer, Dealing
from pitboss.rules.doubling import Doubling
from pitboss.rules.drawing import Drawing
from pitboss.rules.first_21 import FirstTwentyOne
from pitboss.rules.insurance import Insurance
from pitboss.rules.irregularities import (
    Irregularities,
    Misdeals,
    PassedOver,
    ReaderTrouble,
    SeenTooEarly,
    SetAside,
)
from pitboss.rules.poker_part import PokerPart, PokerStep
from pitboss.rules.setting import Arranging
from pitboss.rules.splitting import Splitting, ThreeWays
from pitboss.rules.surrender import Rescue, Surrender
from pitboss.wagers.fixed_award import FixedAward, Prize
from pitboss.wagers.side import Combination, Late, OwnHand, SideWager, WholeHand

AnyStep = Callable[[Any], Awaitable[None]]
Rulings = Mapping[type[Intent], Callable[..., Any]]


class NotPriced(Exception):
    """No engine accounts for this house or reading. The message names what is not known."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way of playing that an engine accounts for: its own steps, and the rulings of its verbs.

    `has` tells whether the values of a game have this way. A way that `decides` changes how hands are played; no solver
    takes two of those together.
    """

    name: str
    steps: frozenset[AnyStep]
    rulings: Rulings
    has: Callable[[AnyRules], bool]
    decides: bool = True

    def in_steps(self, rules: AnyRules) -> bool:
        return any(step in self.steps for step in rules.steps)


def _three_ways(rules: AnyRules) -> bool:
    return isinstance(rules, BlackjackRules) and isinstance(rules.splitting, ThreeWays)


ALWAYS: Rulings = {
    **BEFORE_PLAY,
    Accept: menu.may_accept,
    Cover: menu.may_cover,
    Take: menu.may_take,
    Show: menu.may_show,
    Agree: may_agree,
    **{verb: partial(may_place_late, verb) for verb in (buffalo.PlaceBustBonus, buffalo.TipBustBonus)},
}
"""What decides nothing about a hand's play: shuffling and wagering, shared boxes, claims, cards dealt in error."""

WAYS = (
    Way(
        "switch",
        frozenset(rounds.SWITCHING),
        {blackjack_switch.Switch: blackjack_switch.may_switch, Keep: blackjack_switch.may_keep},
        lambda rules: rules.betting.spots > 1,
    ),
    Way("three-way split", frozenset(rounds.PARTING), {Keep: three_card_21.may_keep}, _three_ways),
    Way(
        "contest",
        frozenset(rounds.CONTESTED),
        {Bet: contest.may_bet, Fold: contest.may_fold},
        lambda rules: isinstance(rules, BlackjackRules) and rules.contest is not None,
    ),
    Way(
        "own-hand wager",
        frozenset(rounds.CHASING),
        {},
        lambda rules: any(side.own is not None for side in rules.sides),
    ),
    Way(
        "meter",
        frozenset(rounds.METERED),
        {BackOut: may_back_out},
        lambda rules: rules.meter is not None,
        decides=False,
    ),
    Way(
        "poker part",
        frozenset(rounds.POKER_AFTER),
        {Bet: poker_part.may_bet, Fold: poker_part.may_fold},
        lambda rules: isinstance(rules, BlackjackRules) and rules.poker is not None,
        decides=False,
    ),
    Way(
        "packets",
        frozenset(rounds.PACKETS),
        {
            Show: pai_jack_menu.may_show,
            SetHand: pai_jack_menu.may_set,
            SetUnseen: pai_jack_menu.may_set_unseen,
            HouseWay: pai_jack_menu.may_ask_for_help,
            DeclareBust: pai_jack_menu.may_declare_bust,
            **dict.fromkeys(menu.MENU, pai_jack_menu.no_such_decision),
        },
        lambda rules: isinstance(rules, PaiJackRules),
    ),
)

VALUES = frozenset(
    {
        *(BlackjackRules, Conduct, Settlement, Premiums, PaidAtOnce, PaiJackRules, pai_jack_settlement.Settlement),
        *(Dealing, Check, Dealer, Drawing, FirstTwentyOne, Doubling, Splitting, ThreeWays, Surrender, Rescue),
        *(Insurance, Contest, PokerPart, PokerStep, Arranging, FixedAward, Prize, Meter, Shares, AwardProcedures),
        *(Irregularities, Misdeals, PassedOver, ReaderTrouble, SeenTooEarly, SetAside, Handler),
        *(Supervision, EntryBar, Shuffler, SpokenWagers, ShoeTerms, ShoeCites),
        *(BettingTerms, Limit, PayoutLimit, Sharing, Tie, TipCites, Together, WagerTerms, Refusal),
        *(
            SideWager,
            WholeHand,
            OwnHand,
            Late,
            Combination,
            Payout,
            Spin,
            Sum,
            Jackpot,
            Odds,
            DecisionTable,
            SettlementRow,
        ),
    }
)
"""The exact classes of the values that rules are made of. A subclass may override what no engine asks."""

WAGERS = frozenset({SideWager, WholeHand, OwnHand})
"""Values whose functions may be objects that are called, such as the rows of a poker hand."""

PLAIN = (bool, int, str, Fraction, Enum, type)
FUNCTIONS = (FunctionType, MethodType, partial)


def need_claimed(game: Game) -> None:
    """Raise `NotPriced` if a game has anything that no engine accounts for."""
    strangers = unclaimed(game.rules)
    if strangers:
        raise NotPriced(
            f"{game.house.rulebook.id} cannot be priced, charted or simulated: no engine accounts for "
            f"{' or for '.join(strangers)}."
        )


@lru_cache(maxsize=64)
def unclaimed(rules: AnyRules) -> tuple[str, ...]:
    """Return everything in these rules that no engine accounts for, by name."""
    shape = [*_steps(rules), *_missing_steps(rules), *_order(rules), *_disagreeing(rules), *_deciding(rules)]
    return tuple(dict.fromkeys([*shape, *_rulings(rules), *_missing_verbs(rules), *_values(rules)]))


def _steps(rules: AnyRules) -> Iterator[str]:
    for step in rules.steps:
        if step not in rounds.STEPS:
            yield f"the step {_name(step)}"


def _missing_steps(rules: AnyRules) -> Iterator[str]:
    for step in rounds.missing(rules) if isinstance(rules, BlackjackRules) else ():
        yield f"a round without the step {_name(step)}"


def _rulings(rules: AnyRules) -> Iterator[str]:
    """A known verb that is ruled on by another function is a stranger too, and so is a subclass of a known verb."""
    known: Rulings = {**ALWAYS, **_usual(rules), **_of_ways(rules)}
    for verb, ruling in rules.menu.items():
        if verb not in known:
            yield f"the verb {verb.verb!r}"
        elif _with_arguments(ruling) != _with_arguments(known[verb]):
            yield f"the ruling {_name(ruling)} on {verb.verb!r}"


def _usual(rules: AnyRules) -> Rulings:
    return {} if isinstance(rules, PaiJackRules) else menu.MENU


def _of_ways(rules: AnyRules) -> Rulings:
    return {verb: ruling for way in WAYS if way.has(rules) for verb, ruling in way.rulings.items()}


def _missing_verbs(rules: AnyRules) -> Iterator[str]:
    """A round asks the menu for the verbs that its steps offer, whether or not they are permitted."""
    for verb in _offered(rules):
        if verb not in rules.menu:
            yield f"a menu without the verb {verb.verb!r}"


def _offered(rules: AnyRules) -> Iterator[type[Intent]]:
    asked = {**BEFORE_PLAY, **_usual(rules), **_of_ways(rules)}
    yield from (verb for verb, ruling in asked.items() if ruling is not pai_jack_menu.no_such_decision)
    for side in rules.sides:
        yield from side.late.terms if side.late is not None else ()
        yield from (Show,) if side.claimed else ()
    if rules.betting.sharing is not None:
        yield from (Agree, Cover, Take)
    if isinstance(rules, BlackjackRules) and (rules.irregular.passed_over or rules.irregular.in_error):
        yield Accept


def _order(rules: AnyRules) -> Iterator[str]:
    if all(step in rounds.STEPS for step in rules.steps) and not rounds.is_known(rules.steps):
        yield f"steps in the order {', '.join(map(_name, rules.steps))}"


def _disagreeing(rules: AnyRules) -> Iterator[str]:
    """A way whose steps are there without its values, or its values without its steps."""
    for way in WAYS:
        if way.has(rules) != way.in_steps(rules):
            missing = "steps" if way.has(rules) else "values"
            yield f"the way {way.name!r} without its {missing}"


def _deciding(rules: AnyRules) -> Iterator[str]:
    deciding = [way.name for way in WAYS if way.decides and way.has(rules)]
    if len(deciding) > 1:
        yield f"{' and '.join(deciding)} deciding about the same hands"


def _values(value: object, *, in_wager: bool = False) -> Iterator[str]:
    """The values in a value whose class is not known; functions are asked by the engines and may be any.

    Objects that are called are functions in a side wager alone: elsewhere they could stand in for a rule.
    """
    kind = type(value)
    if kind in VALUES or kind in {tuple, list, frozenset}:
        for part in _parts(value):
            yield from _values(part, in_wager=in_wager or kind in WAGERS)
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _values(part, in_wager=in_wager)
    elif isinstance(value, tuple(VALUES)) or not (_is_plain(value) or (in_wager and callable(value))):
        yield f"the value {kind.__module__}.{kind.__qualname__}"


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, (*PLAIN, *FUNCTIONS))


def _parts(value: Any) -> Iterator[object]:
    if is_dataclass(value):
        for field in fields(value):
            if field.init:
                yield getattr(value, field.name)
    else:
        yield from value


def _with_arguments(ruling: Callable[..., Any]) -> tuple[object, ...]:
    """What tells one ruling from another: its function, and the arguments that a `partial` gives it."""
    if isinstance(ruling, partial):
        return ruling.func, ruling.args, ruling.keywords
    return (ruling,)


def _name(function: Callable[..., Any]) -> str:
    if isinstance(function, partial):
        return f"{_name(function.func)} with arguments of its own"
    return str(getattr(function, "__name__", function))
