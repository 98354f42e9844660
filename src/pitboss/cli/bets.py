"""What a person may bet: limits as a sentence, pay tables, the last bet again, a trial before anything is put down."""

from __future__ import annotations

from pitboss.core.facts import WagerPlaced
from pitboss.core.options import Refusal
from pitboss.core.procedure import Runner, TableState
from pitboss.core.requests import Act
from pitboss.core.wagering import PlaceWager, WagerTerms, refuses_closing
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.registry import AnyRules
from pitboss.ids import Clauses, HandId, Player, Wager, is_tip
from pitboss.money import Cents, spoken
from pitboss.payouts import Jackpot, Payout, Pays, Sum
from pitboss.table.live import LiveTable
from pitboss.table.procedure import opened_with

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
    def _rules(self) -> AnyRules:
        return self._table.game.rules

    def _terms(self, wager: Wager) -> WagerTerms:
        return self._rules.betting.wagers[wager]

    def _last_on_record(self) -> Bet:
        """The wagers before the cards in the last round in which this person played."""
        for record in reversed(self._table.runner.records):
            placed = [fact for fact in record.facts if isinstance(fact, WagerPlaced) and fact.player == self._me]
            before = {fact.wager: fact.amount for fact in placed if fact.wager in self._rules.betting.wagers}
            if self._rules.played in before:
                first = next(fact.amount for fact in placed if fact.wager == self._rules.played)
                return {**before, self._rules.played: first}
        return {}

    def again(self) -> Bet:
        """The last bet if there are chips for it, else a plain one, else none."""
        chips = self._table.floor.chips(self._me)
        main = self._terms(self._rules.played)
        least = main.least.amount if main.least else USUAL
        most = min(main.most.amount if main.most else USUAL, chips)
        usual = self.whole({self._rules.played: Cents(max(least, min(USUAL, most)))})
        for bet in (self.last, usual, self.whole({self._rules.played: least})):
            if bet and self.refuses(bet) is None:
                return bet
        return {}

    def whole(self, bet: Bet) -> Bet:
        """A bet with what must go beside it."""
        return bet | self._rules.betting.owed(bet)

    def beside(self) -> list[Wager]:
        """The wagers that may lie beside the played one, or not."""
        wagers = self._rules.betting.wagers
        return [wager for wager, terms in wagers.items() if wager != self._rules.played and not terms.compulsory]

    def is_free(self, wager: Wager) -> bool:
        """Whether it is for the player to say how much a wager is that must be placed."""
        terms = self._terms(wager)
        one_amount = terms.least is not None and terms.most is not None and terms.least.amount == terms.most.amount
        return terms.equals is None and not one_amount

    def has_room(self, wager: Wager, bet: Bet) -> bool:
        """Whether this wager may be placed at all when this bet is down: the rules and the chips are asked."""
        smallest = self._terms(wager).smallest(self._rules.betting.chip)
        return self.refuses({**bet, wager: smallest}) is None

    def clauses(self, wager: Wager) -> Clauses:
        return self._terms(wager).cited()

    def limits(self, wager: Wager, bet: Bet) -> str:
        return self._terms(wager).spoken(bet)

    def listed(self, bet: Bet) -> str:
        named = {wager: "" if wager == self._rules.played else f"{wager} " for wager in bet}
        return ", ".join(f"{named[wager]}{spoken(amount)}" for wager, amount in bet.items())

    def refuses(self, bet: Bet) -> Refusal | None:
        """What the rules or the chips have against a bet, tried on a round that is not dealt."""
        state = TableState(opened_with=opened_with(self._table.runner.table))
        trial: Runner[AnyRules] = Runner(self._rules, state)
        hand = HandId(self._table.floor.seats[self._me].box, 1)
        for wager, amount in bet.items():
            refusal = trial.answer(Act(self._me, hand, PlaceWager(wager, amount)))
            if refusal is not None:
                return refusal
        refusal = refuses_closing(trial.round)
        trial.close()
        if refusal is not None:
            return refusal
        chips, needed = self._table.floor.chips(self._me), Cents(sum(bet.values()))
        if needed > chips:
            says = f"this takes {spoken(needed)}, and you have {spoken(chips)}; y buys chips"
            return Refusal("not-enough-chips", says, self._rules.betting.chip_clauses)
        return None

    def pay_table(self, wager: Wager) -> str:
        """One line: every row that the wager pays, and what."""
        paid = [pays for side in self._rules.sides if side.id == wager for pays in side.pays.values()]
        poker = self._rules.poker if isinstance(self._rules, BlackjackRules) else None
        paid += poker.pays.values() if poker is not None and poker.wager == wager else ()
        rows = [f"{pays.says.lower()} {_paid(pays)}" for pays in paid]
        if is_tip(wager):
            return f"{called(wager)}: for the dealer, decided as the wager on which it rides."
        return f"{called(wager)} pays {'; '.join(rows)}.{self._meter(wager)}" if rows else f"{called(wager)}."

    def _meter(self, wager: Wager) -> str:
        """What the meter shows from which a wager may win."""
        meter, port = self._rules.meter, self._table.meter
        won_from = meter is not None and port is not None and meter.wager == wager
        return f" The meter shows {spoken(port.shown().cents)}." if won_from and port is not None else ""


def _paid(pays: Pays) -> str:
    if isinstance(pays, Payout):
        return str(pays.odds)
    if isinstance(pays, Sum):
        return f"{spoken(pays.amount)} for the stake"
    if isinstance(pays, Jackpot):
        return f"{pays.odds} and {pays.percent} % of the meter"
    total = sum(pays.weights)
    return ", ".join(f"{spoken(amount)} {weight} in {total}" for amount, weight in pays.sections)
