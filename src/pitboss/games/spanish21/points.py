"""What a text comes to in play, point by point, read off its compiled rules: the substance behind the words."""

from __future__ import annotations

from pitboss.core.kinds import Outcome
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.settlement import Case, Finished
from pitboss.games.registry import compile_game
from pitboss.law.house import defaults
from pitboss.law.rulebook import Rulebook
from pitboss.money import spoken
from pitboss.payouts import Spin
from pitboss.wagers.bonus_spin import BONUS_SPIN
from pitboss.wagers.match_the_dealer import UP, by_points
from pitboss.wagers.side import SettlementOrder

BLACKJACK, SPLIT_21, LONG_21 = Finished(21, 2, True), Finished(21, 2, False), Finished(21, 3, False)


def points(book: Rulebook) -> dict[str, str]:
    """For each topic that the rules decide, what they do under the rulebook's defaults."""
    rules = compile_game(defaults(book)).rules
    assert isinstance(rules, BlackjackRules)
    return {**_dealer(rules), **_hands(rules), **_wagers(rules), **_choices(book)}


def _choices(book: Rulebook) -> dict[str, str]:
    """What a text fixes or leaves to the operator."""

    def permitted(option: str) -> str:
        decks = 6
        spoken_of: str = book.options[option].spoken(decks).replace("_", " ")
        return spoken_of

    return {
        "settlement order": permitted("settlement_order"),
        "resplit": f"splits: {permitted('max_splits')}; of aces: {permitted('max_splits_aces')}",
    }


def _dealer(rules: BlackjackRules) -> dict[str, str]:
    at_once = "at once against 2 to 9, else after the hole card"
    return {
        "dealer soft 17": "draws" if rules.dealer.hits_soft else "stands",
        "player blackjack paid": "after the round" if rules.settlement.at_once is None else at_once,
        **_insurance(rules),
    }


def _insurance(rules: BlackjackRules) -> dict[str, str]:
    insurance = rules.insurance
    assert insurance is not None
    half = "exactly half" if insurance.exact else "up to half"
    return {
        "losing insurance taken": "at the check" if insurance.collected_at_check else "when the card shows",
        "insurance against faces": "yes" if len(insurance.wager.against or ()) > 1 else "no",
        "insurance amount": f"{half}, rounded {'up' if insurance.rounds_up else 'down'} to chips",
    }


def _hands(rules: BlackjackRules) -> dict[str, str]:
    decide = rules.settlement.table.decide
    split_wins = decide(Case(SPLIT_21, LONG_21)).outcome is Outcome.WIN
    long_wins = decide(Case(LONG_21, BLACKJACK)).outcome is Outcome.WIN
    doubling, splitting, premiums = rules.doubling, rules.splitting, rules.settlement.premiums
    assert doubling is not None
    assert splitting is not None
    assert premiums is not None
    amount = "up to the original" if doubling.for_less else "the full amount"
    draws = "soft 21 may be hit" if rules.drawing.soft_21 else "no hit on 21"
    doubles = "21 may be doubled" if doubling.on_21 else "no double on 21"
    return {
        "surrender": "no" if rules.surrender is None else "yes",
        "rescue": "no" if rules.rescue is None else "yes",
        "redouble": f"{doubling.times} double{'s' if doubling.times > 1 else ''}",
        "double": f"two or more cards, {amount}, {doubles}",
        "draw on soft 21": f"{draws}, {doubles}",
        "split allowed": "equal rank" if splitting.by_rank else "equal points",
        "split ace-ten": f"21, no blackjack; {'beats' if split_wins else 'ties'} a dealer 21 of three or more cards",
        "multi-card 21 against dealer blackjack": "wins, if it ever meets one" if long_wins else "loses",
        "premiums on split hands": "no" if premiums.split else "yes",
        "premiums on doubled hands": "no" if premiums.doubled else "yes",
    }


def _wagers(rules: BlackjackRules) -> dict[str, str]:
    match = next(side for side in rules.sides if side.id == UP)
    award = rules.award
    awards = "" if award is None else ", ".join(spoken(each.amount) for each in (*award.prizes, award.others))
    boxes = "adjacent boxes" if rules.betting.adjacent_boxes else "any boxes"
    spins = any(isinstance(pays, Spin) for side in rules.sides for pays in side.pays.values())
    return {
        "match limits": "not tied to the main wager" if match.terms.not_above is None else "at most the main wager",
        "match of faces": "by points" if match.rows is by_points else "by rank",
        "match settlement": "losers first"
        if match.order is SettlementOrder.LOSERS_FIRST
        else "in one pass from the right",
        "super award $1,000 / $5,000 / $50": awards or "none",
        "bonus spin": "where the house has a wheel" if spins or BONUS_SPIN in rules.betting.not_offered else "no",
        "several boxes": f"{boxes}, {rules.betting.boxes_per_player} by default",
    }
