"""What the compiled rules of a game put on its sign: how the dealer plays, and what players may do with their hands."""

from __future__ import annotations

from pitboss.core.kinds import Outcome
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.settlement import Finished, HandToPay, Settlement
from pitboss.games.registry import Game
from pitboss.ids import Clauses, Wager, once_each
from pitboss.law.points import Point
from pitboss.law.sign import Heading, Line, wager_title
from pitboss.payouts import Payout
from pitboss.rules.doubling import Doubling
from pitboss.rules.splitting import Splitting, ThreeWays

TIMES = {1: "once", 2: "twice"}
NUMBERS = {2: "two", 3: "three"}
MOST_OVER = range(22, 27)  # totals on which a dealer who draws to 17 can bust
BLACKJACK = Finished(21, 2, True)
SWITCHED = Finished(21, 2, False, switched=True)
OTHER_HANDS = tuple(Finished(total, 3, False) for total in range(4, 22))


def posted_lines(game: Game) -> list[Line]:
    """Return the lines of the sign that follow from the rules and not from the rulebook's data alone.

    >>> from pitboss.games.registry import compile_game
    >>> from pitboss.law.house import defaults
    >>> from pitboss.law.rulebook import load
    >>> posted_lines(compile_game(defaults(load("spanish21-md"))))[0].says
    'The dealer stands on soft 17'
    """
    rules = game.rules
    shared = _shared_payouts(game)
    if not isinstance(rules, BlackjackRules):
        return shared
    return [*shared, _soft_total(game, rules), *_dealer_busts(rules.settlement), *_blackjack(rules), *_hands(rules)]


def _rule(says: str, clauses: Clauses) -> Line:
    return Line(Heading.RULES, says, once_each(clauses))


def _shared_payouts(game: Game) -> list[Line]:
    """Side wagers that have no pay table under their own name, because they are paid by that of another."""
    own = game.house.rulebook.payouts
    shared = [(side.id, pays) for side in game.rules.sides if side.id not in own for pays in side.pays.values()]
    return [_paid(wager, pays) for wager, pays in shared if isinstance(pays, Payout)]


def _paid(wager: Wager, pays: Payout) -> Line:
    says = f"{wager_title(wager)}. {pays.says}: {pays.odds.pays} to {pays.odds.to}"
    return Line(Heading.PAYOUTS, says, pays.clauses)


def _soft_total(game: Game, rules: BlackjackRules) -> Line:
    does = "hits" if rules.dealer.hits_soft else "stands on"
    options = game.house.rulebook.options
    cited = game.house.cited("soft17") if "soft17" in options else rules.points.get(Point.DEALER_DRAWS, ())
    return _rule(f"The dealer {does} soft {rules.dealer.stands}", cited)


def _dealer_busts(settlement: Settlement) -> list[Line]:
    """Totals above 21 on which the dealer does not lose."""
    return [line for total in MOST_OVER for line in _busts_with(settlement, total)]


def _busts_with(settlement: Settlement, total: int) -> list[Line]:
    dealer = Finished(total, 3, False)
    verdicts = {hand: settlement.verdict(HandToPay(hand), dealer) for hand in (*OTHER_HANDS, SWITCHED, BLACKJACK)}
    pushes = [hand for hand, verdict in verdicts.items() if verdict.outcome is Outcome.PUSH]
    says = f"A dealer total of {total} is a push against {_against(pushes)}"
    return [_rule(says, tuple(each for hand in pushes for each in verdicts[hand].clauses))] if pushes else []


def _against(pushes: list[Finished]) -> str:
    if pushes == [SWITCHED]:
        return "a switched blackjack only"
    others = [str(hand.total) for hand in OTHER_HANDS if hand in pushes]
    every = "every hand that is not bust" if len(others) == len(OTHER_HANDS) else f"totals of {', '.join(others)}"
    return every if BLACKJACK in pushes else f"{every}, except a blackjack, which wins"


def _blackjack(rules: BlackjackRules) -> list[Line]:
    """What a blackjack is paid against a lower hand; a game whose first cards are three has none."""
    verdict = rules.settlement.verdict(HandToPay(BLACKJACK), Finished(20, 2, False))
    if verdict.odds is None or rules.dealing.count > BLACKJACK.cards:
        return []
    return [_rule(f"A blackjack is paid {verdict.odds.pays} to {verdict.odds.to}", verdict.clauses)]


def _hands(rules: BlackjackRules) -> list[Line]:
    silent, splitting = rules.conduct.silent, rules.splitting
    doubled = _rule("No hand may be doubled", silent) if rules.doubling is None else _doubling(rules.doubling)
    if splitting is None or not splitting.times:
        return [doubled, _rule("No hand may be split", silent if splitting is None else splitting.limit)]
    return [doubled, *_splitting(rules, splitting)]


def _doubling(rule: Doubling) -> Line:
    on = "any number of cards" if rule.any_number else f"the first {NUMBERS[rule.first_cards]} cards"
    if not rule.before_split:
        on = "two cards after a split only"
    elif not rule.any_number and rule.first_cards > 2 and rule.after_split:
        on += ", or two after a split"
    else:
        on += ", also after a split" if rule.after_split else ", not after a split"
    on += ", a 21 too" if rule.on_21 else ""
    amount = "the original wager or less" if rule.for_less else "the original wager"
    says = f"A hand may be doubled on {on}, for {amount}, {TIMES.get(rule.times, f'{rule.times} times')}"
    if rule.times > 1 and rule.second_is_at_stake:
        says += " (the second time for all that is at stake)"
    again = rule.again if rule.times > 1 else ()
    return _rule(says, rule.offered + rule.amount + again)


def _splitting(rules: BlackjackRules, rule: Splitting) -> list[Line]:
    equal = "rank" if rule.by_rank else "value"
    if isinstance(rule, ThreeWays):
        says = f"Three first cards may be split into three hands if two are of equal {equal} or if they are above 21"
        split = _rule(f"{says}; these hands are not split again", rule.offered + rule.above_21 + rule.limit)
    else:
        where = "spot" if rules.betting.spots > 1 else "box"
        says = f"Two cards of equal {equal} may be split {_often(rule.times)} on a {where}"
        cited = rule.offered + rule.again + rule.limit + rule.limit_aces
        split = _rule(f"{says}, aces {_often(rule.times_aces)}", cited)
    aces = rules.drawing.split_aces
    return [split] if aces is None else [split, _rule("A split ace gets one card and no more", aces)]


def _often(times: int) -> str:
    return "never" if not times else "once" if times == 1 else f"up to {times} times"
