"""What is put on each wager: the usual amounts, or those that are asked for, as far as the house allows them."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.core.betting import WagerTerms
from pitboss.core.driver import Runner
from pitboss.core.limits import refuses_amount, refuses_too_little
from pitboss.core.options import Refusal
from pitboss.core.requests import Act
from pitboss.core.rules import Rules
from pitboss.core.wagering import PlaceWager, refuses_closing
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.desk.ways.registry import later_wagers
from pitboss.games.kinds import changes_play, insurance_of
from pitboss.games.registry import AnyRules, Game
from pitboss.ids import Box, HandId, Player, Wager, is_tip
from pitboss.law.rulebook import UnknownName
from pitboss.money import Cents, dollars, spoken

USUAL = dollars(10)


def stakes_of(game: Game, bets: Mapping[str, Cents] | None = None, *, every: bool = False) -> dict[Wager, Cents]:
    """Return the wagers to place, each put to the house as a player's would be; raise `BadQuestion` and `Refused`.

    Wagers that must be placed have their usual stakes, others none. A wager that changes how hands are best played has
    the stake of the main one, or its least if it wins from a meter, unless `bets` name it; a stake of 0 leaves it out.
    """
    rules = game.rules
    late = {side.id: side.terms for side in rules.sides if side.late is not None}
    offered = {**rules.betting.wagers, **late}
    insurance = insurance_of(rules)
    known = [*(each for each in offered if not is_tip(each)), *([] if insurance is None else [insurance.wager.id])]
    stakes = {rules.played: _usual_beside(rules, offered)}
    changing = {side.id: side.terms for side in rules.sides if changes_play(side)}
    if every:
        beside = [wager for wager, terms in offered.items() if not (terms.compulsory or is_tip(wager))]
        beside = [wager for wager in beside if wager != rules.played and offered[wager].together is None]
        stakes |= {wager: _least(offered[wager], rules.betting.chip) for wager in beside}
    if bets and rules.played not in bets and _may_be_alone(rules, bets):
        del stakes[rules.played]
    else:
        main = (bets or {}).get(rules.played, stakes[rules.played])
        stakes |= {wager: _usual_of(rules, terms, main) for wager, terms in changing.items()}
    for name, amount in (bets or {}).items():
        if is_tip(Wager(name)):
            raise BadQuestion(f"{name}: a tip is a gift to the dealer, and only wagers are priced and simulated")
        need_first(rules, name)
        if name in rules.betting.not_offered:
            raise BadQuestion(f"{name}: {rules.betting.not_offered[Wager(name)].says}")
        if name not in known:
            raise BadQuestion(str(UnknownName("wager", name, known)))
        stakes[Wager(name)] = amount
        if not amount:
            _need_optional(rules, name)
            del stakes[Wager(name)]
    stakes |= rules.betting.owed(stakes)
    if every and insurance is not None and insurance.wager.id not in stakes and rules.played in stakes:
        amounts = insurance.amounts(stakes[rules.played], rules.betting.chip)
        if not isinstance(amounts, Refusal):
            stakes[insurance.wager.id] = amounts.most
    _need_allowed(game, stakes)
    return stakes


def need_first(rules: AnyRules, name: str) -> None:
    """Raises `BadQuestion` for a further wager on a poker hand: it is nothing without the first one."""
    first = later_wagers(rules).get(Wager(name))
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


def _need_optional(rules: AnyRules, name: str) -> None:
    """Raise `BadQuestion` for a wager that cannot be left out."""
    terms = rules.betting.wagers.get(Wager(name))
    if name == rules.played or (terms is not None and terms.compulsory):
        raise BadQuestion(f"{name} cannot be left out; give it an amount of dollars, as in 25 or 12.50")


def _usual_of(rules: AnyRules, terms: WagerTerms, main: Cents) -> Cents:
    """Return the usual stake of a wager that changes play: a larger one would not win more from a meter."""
    from_meter = rules.meter is not None and rules.meter.wager == terms.wager
    return terms.smallest(rules.betting.chip) if from_meter else _nearest(terms, main)


def _nearest(terms: WagerTerms, amount: Cents) -> Cents:
    """Return this amount, or the nearest one within the limits of a wager."""
    least = amount if terms.least is None else max(amount, terms.least.amount)
    return least if terms.most is None else min(least, terms.most.amount)


def usual_stake(terms: WagerTerms) -> Cents:
    """Return ten dollars, or the amount nearest to them within the limits of the house."""
    return _nearest(terms, USUAL)


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
    _need_insurable(rules, stakes)


def _need_insurable(rules: AnyRules, stakes: Mapping[Wager, Cents]) -> None:
    insurance = insurance_of(rules)
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
