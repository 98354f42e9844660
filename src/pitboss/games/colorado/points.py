"""What a game of Colorado's Rule 21 comes to, point by point, read off its rules and its pay tables."""

from __future__ import annotations

from collections import defaultdict

from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.colorado.pai_jack_rules import PaiJackRules
from pitboss.games.registry import compile_game
from pitboss.law.house import defaults
from pitboss.law.rulebook import Rulebook
from pitboss.rules.setting import PACKET

TABLES = {
    "21-plus-3": "21+3",
    "golden-21": "Golden 21",
    "super-match": "Super Match",
    "buster": "Buster",
    "top-3": "Top 3",
    "bust-bonus": "Bust Bonus",
    "three-card-bonus": "Three Card Bonus",
    "pai-jack-bonus": "Pai Jack bonus",
}


def points(book: Rulebook) -> dict[str, str]:
    """For each topic that rules or data decide, what they come to under the rulebook's defaults."""
    rules = compile_game(defaults(book)).rules
    play = _play(rules) if isinstance(rules, BlackjackRules) else _packets(rules)
    return {**_choices(book), **play, **_pay_tables(book)}


def _choices(book: Rulebook) -> dict[str, str]:
    """What a text fixes or leaves to the operator."""
    found = {}
    for topic, option in (("decks", "decks"), ("dealer soft 17", "soft17"), ("dealt from", "dealing")):
        if option in book.options:
            found[topic] = book.options[option].spoken(6).replace("_", " ")
    found["tips"] = "where the house takes them" if "tip_bets" in book.options else "no"
    return found


def _play(rules: BlackjackRules) -> dict[str, str]:
    pays, insurance = rules.settlement, rules.insurance
    assert insurance is not None
    kept = "kept for the end" if pays.at_21 is None else "paid at once, and never beaten"
    split = rules.splitting
    assert split is not None
    return {
        "blackjacks": f"paid {pays.blackjack.odds}" if pays.blackjack_rows else "none; three cards begin a hand",
        "21 after the first cards": kept,
        "insurance": f"up to half of the wager, {insurance.wager.odds(tuple(insurance.wager.pays)).odds}",
        "splits": f"into {split.ways} hands, {split.times} time(s) a spot",
        "surrender": "no" if rules.surrender is None else "of cards above 21" if rules.surrender.above_21 else "yes",
        "deal": f"{rules.dealing.count} cards to each of {rules.betting.spots} spot(s) of a box",
        "two hands a player": "yes" if rules.betting.spots > 1 else "no",
    }


def _packets(rules: PaiJackRules) -> dict[str, str]:
    pays = rules.settlement
    return {
        "deal": f"{PACKET} cards to each hand and to the dealer",
        "a player's Pai Jack": f"paid {pays.pai_jack.odds}, {'at once' if pays.pays_at_once else 'at the end'}",
        "foul hands": rules.foul.replace("_", " "),
        "help with setting": "yes" if rules.assists else "no",
    }


def _pay_tables(book: Rulebook) -> dict[str, str]:
    """Every table of a wager as its rows and odds, whatever it is called in its text."""
    found = {}
    for wager, name in TABLES.items():
        tables: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for line in book.payouts.get(wager, ()):
            held = (line.decks if not line.when else None, *sorted(line.when.items()))
            tables[repr(held)][line.says] = line.odds
        shown = sorted("; ".join(f"{says} {odds}" for says, odds in sorted(each.items())) for each in tables.values())
        if shown:
            found[f"pay table of {name}"] = " | ".join(shown)
    return found
