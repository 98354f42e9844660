"""What a person may bet: limits as a sentence, pay tables, the last bet again, a trial before anything is put down."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

from pitboss.core.betting import WagerTerms
from pitboss.core.driver import Runner
from pitboss.core.facts import WagerPlaced
from pitboss.core.options import Refusal
from pitboss.core.requests import Act
from pitboss.core.rules import RoundContext
from pitboss.core.wagering import PlaceWager, refuses_closing
from pitboss.games.kinds import pays_of
from pitboss.games.registry import AnyRules
from pitboss.ids import Clauses, HandId, Player, Wager, is_tip
from pitboss.money import Cents, spoken
from pitboss.payouts import Jackpot, Payout, Pays, Sum
from pitboss.tables.live import LiveTable
from pitboss.tables.procedure import opened_with

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
            bet: Bet = {}
            for fact in placed:
                if fact.wager in self._rules.betting.wagers:
                    bet.setdefault(fact.wager, fact.amount)  # a split places the played one again
            if bet:
                return bet
        return {}

    def again(self) -> Bet:
        """The last bet if there are chips for it, else a plain one, else none."""
        chips = self._table.runner.state.chips(self._me)
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

    def alone(self) -> list[Wager]:
        """The wagers that may be placed without the played one."""
        return [wager for wager in self.beside() if self._against({wager: self._smallest(wager)}) is None]

    def optional(self, bet: Bet) -> list[Wager]:
        """The wagers that may still be placed beside this bet."""
        return [wager for wager in self.beside() if wager not in bet and self.has_room(wager, bet)]

    def has_peers(self) -> bool:
        """Whether another wager is as much a wager of the game as the played one, which then goes by its name."""
        compulsory = [wager for wager, terms in self._rules.betting.wagers.items() if terms.compulsory]
        return any(wager != self._rules.played for wager in (*compulsory, *self.alone()))

    def is_free(self, wager: Wager, bet: Bet) -> bool:
        """Whether it is for the player to say how much a wager is that must be placed beside this bet."""
        return self._terms(wager).equals is None and not self.limits(wager, bet).startswith("exactly")

    def _smallest(self, wager: Wager) -> Cents:
        return self._terms(wager).smallest(self._rules.betting.chip)

    def has_room(self, wager: Wager, bet: Bet) -> bool:
        """Whether this wager may be placed at all when this bet is down: the rules and the chips are asked."""
        return self.refuses({**bet, wager: self._smallest(wager)}) is None

    def asked(self, wager: Wager) -> str:
        """How a wager is asked for."""
        if wager == self._rules.played:
            return f"Your {wager} wager" if self.has_peers() else "Your wager"
        return f"{called(wager)}, which must be placed" if self._terms(wager).compulsory else called(wager)

    def clauses(self, wager: Wager) -> Clauses:
        return self._terms(wager).cited()

    def limits(self, wager: Wager, bet: Bet) -> str:
        """The limits of a wager as a sentence; other wagers that lie there, or must, may leave it less."""
        return self._within(wager, bet).spoken(bet)

    def _within(self, wager: Wager, bet: Bet) -> WagerTerms:
        """The terms of a wager with the most that the rules let lie beside this bet."""
        terms, chip = self._terms(wager), self._rules.betting.chip
        if terms.most is None:
            return terms
        step = chip if terms.multiple_of is None else terms.multiple_of.amount
        amounts = range(terms.smallest(chip), terms.most.amount + 1, step)
        allowed = bisect_right(amounts, 0, key=lambda cents: self._against_so_much(wager, Cents(cents), bet))
        return replace(terms, most=replace(terms.most, amount=Cents(amounts[allowed - 1]))) if allowed else terms

    def _against_so_much(self, wager: Wager, amount: Cents, bet: Bet) -> bool:
        return self._against(self.whole({**bet, wager: amount})) is not None

    def listed(self, bet: Bet) -> str:
        unnamed = () if self.has_peers() else (self._rules.played,)
        named = {wager: "" if wager in unnamed else f"{wager} " for wager in bet}
        return ", ".join(f"{named[wager]}{spoken(amount)}" for wager, amount in bet.items())

    def refuses(self, bet: Bet) -> Refusal | None:
        """What the rules or the chips have against a bet."""
        chips, needed = self._table.runner.state.chips(self._me), self._needs(bet)
        refusal = self._against(bet)
        if refusal is not None or needed <= chips:
            return refusal
        says = f"this takes {spoken(needed)}, and you have {spoken(chips)}; y buys chips"
        return Refusal("not-enough-chips", says, self._rules.betting.chip_clauses)

    def _needs(self, bet: Bet) -> Cents:
        """The chips that a bet takes: a wager may lie on several spots of its box."""
        terms = self._rules.betting
        return Cents(sum(amount * len(terms.places(wager, self._rules.played)[1]) for wager, amount in bet.items()))

    def _against(self, bet: Bet) -> Refusal | None:
        """What the rules have against a bet, tried on a round that is not dealt."""
        context = RoundContext(opened_with=opened_with(self._table.runner.table))
        trial: Runner[AnyRules] = Runner(self._rules, context)
        hand = HandId(self._table.runner.state.seats[self._me].box, 1)
        for wager, amount in bet.items():
            refusal = trial.answer(Act(self._me, hand, PlaceWager(wager, amount)))
            if refusal is not None:
                return refusal
        refusal = refuses_closing(trial.round)
        trial.close()
        return refusal

    def pay_table(self, wager: Wager) -> str:
        """One line: every row that the wager pays, and what; nothing where it is paid by no rows."""
        rows = [f"{pays.says.lower()} {_paid(pays)}" for pays in pays_of(self._rules, wager)]
        if is_tip(wager):
            return f"{called(wager)}: for the dealer, decided as the wager on which it rides."
        return f"{called(wager)} pays {'; '.join(rows)}.{self._meter(wager)}" if rows else ""

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
