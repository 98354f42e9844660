"""What is put on each wager: the usual amounts, or those that are asked for, as far as the house allows them."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.core.options import Refusal
from pitboss.core.procedure import Rules, Runner
from pitboss.core.requests import Act
from pitboss.core.wagering import PlaceWager, WagerTerms, refuses_amount, refuses_closing, refuses_too_little
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.registry import AnyRules, Game
from pitboss.ids import Box, HandId, Player, Wager, is_tip
from pitboss.law.rulebook import UnknownName
from pitboss.money import Cents, dollars, spoken
from pitboss.wagers.side import SideWager

USUAL = dollars(10)


def stakes_of(game: Game, bets: Mapping[str, Cents] | None = None, *, every: bool = False) -> dict[Wager, Cents]:
    """The wagers to place, each put to the house as a player's would be; raises `BadQuestion` and `Refused`."""
    rules = game.rules
    late = {side.id: side.terms for side in rules.sides if side.late is not None}
    offered = {**rules.betting.wagers, **late}
    insurance = rules.insurance if isinstance(rules, BlackjackRules) else None
    known = [*(each for each in offered if not is_tip(each)), *([] if insurance is None else [insurance.wager.id])]
    stakes = {rules.played: _usual_beside(rules, offered)}
    if every:
        beside = [wager for wager, terms in offered.items() if not (terms.compulsory or is_tip(wager))]
        beside = [wager for wager in beside if wager != rules.played and offered[wager].together is None]
        stakes |= {wager: _least(offered[wager], rules.betting.chip) for wager in beside}
    if bets and rules.played not in bets and _may_be_alone(rules, bets):
        del stakes[rules.played]
    for name, amount in (bets or {}).items():
        if is_tip(Wager(name)):
            raise BadQuestion(f"{name}: a tip is a gift to the dealer, and only wagers are priced and simulated")
        need_first(rules, name)
        if name in rules.betting.not_offered:
            raise BadQuestion(f"{name}: {rules.betting.not_offered[Wager(name)].says}")
        if name not in known:
            raise BadQuestion(str(UnknownName("wager", name, known)))
        stakes[Wager(name)] = amount
    stakes |= rules.betting.owed(stakes)
    if every and insurance is not None and insurance.wager.id not in stakes and rules.played in stakes:
        amounts = insurance.amounts(stakes[rules.played], rules.betting.chip)
        if not isinstance(amounts, Refusal):
            stakes[insurance.wager.id] = amounts.most
    _need_allowed(game, stakes)
    return stakes


def need_first(rules: AnyRules, name: str) -> None:
    """Raises `BadQuestion` for a further wager on a poker hand: it is nothing without the first one."""
    first = None
    if isinstance(rules, BlackjackRules) and rules.poker is not None and name in rules.poker.wagers[1:]:
        first = rules.poker.wager
    if isinstance(rules, BlackjackRules) and rules.contest is not None and name == rules.contest.bet:
        first = rules.contest.ante
    if first is not None:
        raise BadQuestion(f"{name} is as large as {first}, placed when cards lie, and priced with it: ask for {first}")


def _usual_beside(rules: AnyRules, offered: Mapping[Wager, WagerTerms]) -> Cents:
    """The usual stake of the played wager, with room for what must lie beside it."""
    chip, played = rules.betting.chip, offered[rules.played]
    usual = usual_stake(played)
    for terms in offered.values():
        if terms.compulsory and terms.together is not None:
            room = Cents(terms.together.most.amount - terms.smallest(chip))
            usual = max(played.smallest(chip), min(usual, room))
    return usual


def _may_be_alone(rules: AnyRules, bets: Mapping[str, Cents]) -> bool:
    """Whether the wagers that are asked for may lie without the one that is played usually: then they are all."""
    wagers = rules.betting.wagers
    named = [wagers[Wager(name)] for name in bets if Wager(name) in wagers]
    needed = {tie.to for terms in named for tie in terms.needs}
    return (
        any(not terms.needs for terms in named) and not wagers[rules.played].compulsory and rules.played not in needed
    )


def usual_stake(terms: WagerTerms) -> Cents:
    """Ten dollars, or what comes nearest to them within the limits of the house."""
    least = USUAL if terms.least is None else max(USUAL, terms.least.amount)
    return least if terms.most is None else min(least, terms.most.amount)


def _least(terms: WagerTerms, chip: Cents) -> Cents:
    return USUAL if terms.least is None else terms.smallest(chip)


def _need_allowed(game: Game, stakes: Mapping[Wager, Cents]) -> None:
    """Raises `Refused` where the house would refuse one of these wagers."""
    rules = game.rules
    table: Runner[Rules] = Runner(rules)
    for wager in rules.betting.in_order(stakes):
        if wager in rules.betting.wagers:
            refusal = table.answer(Act(Player("one"), HandId(Box(1), 1), PlaceWager(wager, stakes[wager])))
            if refusal is not None:
                raise Refused.by(refusal, wager)
    refusal = refuses_closing(table.round)
    if refusal is not None:
        raise Refused(refusal.says, refusal.clauses)
    for side in rules.sides:
        if side.late is not None and side.id in stakes:
            one, amount = Player("one"), stakes[side.id]
            small = refuses_too_little(side.terms, amount)
            refusal = small or refuses_amount(table.round, side.terms, one, HandId(Box(1), 1), amount, amount)
            if refusal is not None:
                raise Refused.by(refusal, side.id)
    table.close()
    if isinstance(rules, BlackjackRules):
        _need_insurable(rules, stakes)


def _need_insurable(rules: BlackjackRules, stakes: Mapping[Wager, Cents]) -> None:
    insurance = rules.insurance
    if insurance is None or insurance.wager.id not in stakes:
        return
    if rules.played not in stakes:
        raise Refused(f"insurance needs a {rules.played} wager", insurance.amount)
    amounts, insured = insurance.amounts(stakes[rules.played], rules.betting.chip), stakes[insurance.wager.id]
    if isinstance(amounts, Refusal):
        raise Refused.by(amounts, insurance.wager.id)
    if amounts.refuses(insured) is not None:
        how = "exactly" if insurance.exact else "at most, in whole chips,"
        says = f"insurance of {spoken(stakes[rules.played])} is {how} {spoken(amounts.most)}, not {spoken(insured)}"
        raise Refused(says, insurance.amount)


def own_staked(rules: BlackjackRules, stakes: Mapping[Wager, Cents]) -> SideWager | None:
    """The wager on the cards of its own box that is placed, if there is one: it is played for with the main wager."""
    return next((side for side in rules.sides if side.own is not None and stakes.get(side.id)), None)
