"""What a text comes to in play, point by point, read off its compiled rules: the substance behind the words."""

from __future__ import annotations

from pitboss.core.facts import Outcome
from pitboss.games.blackjack.settlement import Case, Finished
from pitboss.games.registry import compile_game
from pitboss.games.spanish21.common import MATCH, SpanishRules
from pitboss.law.house import defaults
from pitboss.law.rulebook import Rulebook
from pitboss.money import spoken

BLACKJACK, SPLIT_21, LONG_21 = Finished(21, 2, True), Finished(21, 2, False), Finished(21, 3, False)


def points(book: Rulebook) -> dict[str, str]:
    """For each topic that the rules decide, what they do under the rulebook's defaults."""
    rules = compile_game(defaults(book)).rules
    assert isinstance(rules, SpanishRules)
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


def _dealer(rules: SpanishRules) -> dict[str, str]:
    at_once = "at once against 2 to 9, else after the hole card"
    return {
        "dealer soft 17": "draws" if rules.hits_soft_17 else "stands",
        "player blackjack paid": at_once if rules.blackjack_paid_at_once else "after the round",
        "losing insurance taken": "at the check" if rules.insurance_collected_at_check else "when the card shows",
        "insurance against faces": "yes" if len(rules.insured_ranks) > 1 else "no",
        "insurance amount": _insurance(rules),
    }


def _insurance(rules: SpanishRules) -> str:
    half = "exactly half" if rules.insurance_exact else "up to half"
    return f"{half}, rounded {'up' if rules.insurance_rounds_up else 'down'} to chips"


def _hands(rules: SpanishRules) -> dict[str, str]:
    decide = rules.settlement.table.decide
    split_wins = decide(Case(SPLIT_21, LONG_21)).outcome is Outcome.WIN
    long_wins = decide(Case(LONG_21, BLACKJACK)).outcome is Outcome.WIN
    amount = "up to the original" if rules.double_for_less else "the full amount"
    draws = "soft 21 may be hit" if rules.hits_soft_21 else "no hit on 21"
    doubles = "21 may be doubled" if rules.doubles_21 else "no double on 21"
    return {
        "surrender": "yes" if rules.surrender else "no",
        "rescue": "yes" if rules.rescue else "no",
        "redouble": f"{rules.max_doubles} double{'s' if rules.max_doubles > 1 else ''}",
        "double": f"two or more cards, {amount}, {doubles}",
        "draw on soft 21": f"{draws}, {doubles}",
        "split allowed": "equal rank" if rules.split_by_rank else "equal points",
        "split ace-ten": f"21, no blackjack; {'beats' if split_wins else 'ties'} a dealer 21 of three or more cards",
        "multi-card 21 against dealer blackjack": "wins, if it ever meets one" if long_wins else "loses",
        "premiums on split hands": "no" if "split" in rules.settlement.no_premium else "yes",
        "premiums on doubled hands": "no" if "doubled" in rules.settlement.no_premium else "yes",
    }


def _wagers(rules: SpanishRules) -> dict[str, str]:
    match = rules.betting.wagers[MATCH]
    awards = ", ".join(spoken(award.amount) for award in rules.awards.values())
    boxes = "adjacent boxes" if rules.betting.adjacent_boxes else "any boxes"
    return {
        "match limits": "at most the main wager" if match.not_above_main else "not tied to the main wager",
        "match of faces": "by points" if rules.match_by_points else "by rank",
        "match settlement": "losers first" if rules.match_losers_first else "in one pass from the right",
        "super award $1,000 / $5,000 / $50": awards or "none",
        "bonus spin": "where the house has a wheel" if hasattr(rules, "wheel") else "no",
        "several boxes": f"{boxes}, {rules.betting.boxes_per_player} by default",
    }
