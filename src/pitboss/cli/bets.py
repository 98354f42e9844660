"""What a person may bet: limits as a sentence, pay tables, the last bet again, a trial before anything is put down."""

from __future__ import annotations

from typing import Any

from pitboss.core.facts import WagerPlaced
from pitboss.core.options import Refusal
from pitboss.core.procedure import Runner
from pitboss.core.requests import Act
from pitboss.core.wagering import PlaceWager, WagerTerms
from pitboss.ids import MAIN, Clauses, HandId, Player, Wager
from pitboss.money import Cents, spoken
from pitboss.table.live import LiveTable

Bet = dict[Wager, Cents]
USUAL = Cents(2500)


def called(wager: Wager) -> str:
    return wager.replace("-", " ").capitalize()


class Bets:
    """The bets of one person at a table. `last` is the bet that Enter repeats."""

    def __init__(self, table: LiveTable, me: Player) -> None:
        self._table = table
        self._me = me
        self.last = self._last_on_record()

    @property
    def _rules(self) -> Any:
        return self._table.game.rules

    def _terms(self, wager: Wager) -> WagerTerms:
        terms: WagerTerms = self._rules.betting.wagers[wager]
        return terms

    def _last_on_record(self) -> Bet:
        """The wagers before the cards in the last round in which this person played."""
        for record in reversed(self._table.runner.records):
            placed = [fact for fact in record.facts if isinstance(fact, WagerPlaced) and fact.player == self._me]
            before = {fact.wager: fact.amount for fact in placed if fact.wager in self._rules.betting.wagers}
            if MAIN in before:
                first = next(fact.amount for fact in placed if fact.wager == MAIN)
                return {**before, MAIN: first}
        return {}

    def again(self) -> Bet:
        """The last bet if there are chips for it, else a plain one, else none."""
        chips = self._table.floor.chips(self._me)
        main = self._terms(MAIN)
        least = main.least.amount if main.least else USUAL
        most = min(main.most.amount if main.most else USUAL, chips)
        usual: Bet = {MAIN: Cents(max(least, min(USUAL, most)))}
        for bet in (self.last, usual, {MAIN: least}):
            if bet and self.refuses(bet) is None:
                return bet
        return {}

    def beside(self, bet: Bet) -> list[Wager]:
        """The side wagers for which there are still chips when this bet is down."""
        left = self._table.floor.chips(self._me) - sum(bet.values())
        least = {wager: terms.least.amount if terms.least else 1 for wager, terms in self._rules.betting.wagers.items()}
        return [wager for wager in self._rules.betting.wagers if wager != MAIN and least[wager] <= left]

    def clauses(self, wager: Wager) -> Clauses:
        terms = self._terms(wager)
        limits = [limit.clauses for limit in (terms.least, terms.most) if limit is not None]
        every = (*terms.clauses, *(each for limit in limits for each in limit), *terms.not_above_main)
        return tuple(dict.fromkeys(every))

    def limits(self, wager: Wager, bet: Bet) -> str:
        terms = self._terms(wager)
        least = terms.least.amount if terms.least else None
        most = [terms.most.amount] if terms.most else []
        if terms.not_above_main and MAIN in bet:
            most.append(bet[MAIN])
        if most and least == min(most):
            return f"exactly {spoken(min(most))}"
        parts = [f"from {spoken(least)}" if least is not None else "", f"to {spoken(min(most))}" if most else ""]
        return " ".join(part for part in parts if part)

    def listed(self, bet: Bet) -> str:
        rows = [spoken(amount) if wager == MAIN else f"{wager} {spoken(amount)}" for wager, amount in bet.items()]
        return ", ".join(rows)

    def refuses(self, bet: Bet) -> Refusal | None:
        """What the rules or the chips have against a bet, tried on a round that is not dealt."""
        trial: Runner[Any] = Runner(self._rules)
        hand = HandId(self._table.floor.seats[self._me].box, 1)
        for wager, amount in bet.items():
            refusal = trial.answer(Act(self._me, hand, PlaceWager(wager, amount)))
            if refusal is not None:
                return refusal
        trial.close()
        chips, needed = self._table.floor.chips(self._me), Cents(sum(bet.values()))
        if needed > chips:
            says = f"this takes {spoken(needed)}, and you have {spoken(chips)}; y buys chips"
            return Refusal("not-enough-chips", says, self._rules.betting.chip_clauses)
        return None

    def pay_table(self, wager: Wager) -> str:
        rules = self._rules
        rows: list[tuple[str, str]] = []
        if wager.startswith("match-the-dealer"):
            pays = rules.match_pays
            other, same = pays["other_suit"].odds, pays["same_suit"].odds
            rows = [("a card of another suit", str(other)), ("of the same suit", str(same))]
            rows += [("one of each", str(other.plus(same))), ("two of the same suit", str(same.plus(same)))]
        elif wager == "bonus-spin":
            total = sum(weight for _, weight in rules.wheel)
            rows = [("an ace", f"{spoken(rules.ace_award)} for the stake")]
            rows += [(f"a blackjack, {weight} in {total}", f"{spoken(pays)} for it") for pays, weight in rules.wheel]
        paid = "; ".join(f"{name} {odds}" for name, odds in rows)
        return f"{called(wager)} pays {paid}." if rows else f"{called(wager)}."
