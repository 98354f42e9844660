"""What a person may bet: limits, pay tables, the last bet again, and whole bets, tried before anything is put down."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace

from pitboss.core.betting import WagerTerms
from pitboss.core.driver import Runner, rerun
from pitboss.core.facts import WagerPlaced
from pitboss.core.options import Intent, Refusal, Ruling
from pitboss.core.requests import Act
from pitboss.core.rules import RoundContext
from pitboss.core.wagering import PlaceWager, Withdraw, refuses_closing
from pitboss.games.kinds import pays_of
from pitboss.games.registry import AnyRules
from pitboss.ids import Box, Clauses, HandId, Player, StakeId, Wager, is_tip
from pitboss.money import ZERO, Cents, spoken
from pitboss.payouts import Jackpot, Payout, Pays, Sum
from pitboss.service.asked import Blank, BlankKind, No, Spot
from pitboss.service.choices import no
from pitboss.service.words import called
from pitboss.store.answers import write_answer
from pitboss.tables.live import LiveTable
from pitboss.tables.procedure import opened_with, round_state

Bet = dict[Wager, Cents]
USUAL = Cents(2500)


class Bets:
    """The bets of one player at a table, on one box: the player's own, if no other is named."""

    def __init__(self, table: LiveTable, player: Player, box: Box | None = None) -> None:
        self._table = table
        self._player = player
        self._box = box
        self.last = self._last_on_record()
        """The bet of the last round in which this player played."""

    @property
    def hand(self) -> HandId:
        """The first hand of the box."""
        return HandId(self._box or self._table.seen_by(self._player).seats[self._player].box, 1)

    @property
    def played(self) -> Wager:
        """The wager that the game is about."""
        return self._rules.played

    @property
    def _rules(self) -> AnyRules:
        return self._table.game.rules

    def _terms(self, wager: Wager) -> WagerTerms:
        return self._rules.betting.wagers[wager]

    def _last_on_record(self) -> Bet:
        for record in reversed(self._table.runner.records):
            bet: Bet = {}
            for fact in record.facts:
                mine = isinstance(fact, WagerPlaced) and fact.player == self._player
                if isinstance(fact, WagerPlaced) and mine and fact.wager in self._rules.betting.wagers:
                    bet.setdefault(fact.wager, fact.amount)  # a split places the played one again
            if bet:
                return bet
        return {}

    # Bets to propose.

    def again(self) -> Bet:
        """Return the last bet if there are chips for it, else a plain one, else none."""
        chips = self._table.seen_by(self._player).chips(self._player)
        main = self._terms(self._rules.played)
        least = main.least.amount if main.least else USUAL
        most = min(main.most.amount if main.most else USUAL, chips)
        usual = self.whole({self._rules.played: Cents(max(least, min(USUAL, most)))})
        for bet in (self.last, usual, self.whole({self._rules.played: least})):
            if bet and self.refuses(bet) is None:
                return bet
        return {}

    def whole(self, bet: Bet) -> Bet:
        """Return a bet with what must go beside it."""
        return bet | self._rules.betting.owed(bet)

    def beside(self) -> list[Wager]:
        """Return the wagers that may lie beside the played one, or not."""
        wagers = self._rules.betting.wagers
        return [wager for wager, terms in wagers.items() if wager != self._rules.played and not terms.compulsory]

    def alone(self) -> list[Wager]:
        """Return the wagers that may be placed without the played one."""
        return [wager for wager in self.beside() if self._against({wager: self._smallest(wager)}) is None]

    def optional(self, bet: Bet) -> list[Wager]:
        """Return the wagers that may still be placed beside this bet."""
        return [wager for wager in self.beside() if wager not in bet and self.has_room(wager, bet)]

    def has_peers(self) -> bool:
        """Whether another wager is as much a wager of the game as the played one, which then goes by its name."""
        compulsory = [wager for wager, terms in self._rules.betting.wagers.items() if terms.compulsory]
        return any(wager != self._rules.played for wager in (*compulsory, *self.alone()))

    def is_free(self, wager: Wager, bet: Bet) -> bool:
        """Whether it is for the player to say how much a wager is that must be placed beside this bet."""
        return self._terms(wager).equals is None and not self.limits(wager, bet).startswith("exactly")

    def has_room(self, wager: Wager, bet: Bet) -> bool:
        """Whether this wager may be placed at all when this bet is down: the rules and the chips are asked."""
        return self.refuses({**bet, wager: self._smallest(wager)}) is None

    def _smallest(self, wager: Wager) -> Cents:
        return self._terms(wager).smallest(self._rules.betting.chip)

    # Words.

    def asked(self, wager: Wager) -> str:
        """Return how a wager is asked for."""
        if wager == self._rules.played:
            return f"Your {wager} wager" if self.has_peers() else "Your wager"
        return f"{called(wager)}, which must be placed" if self._terms(wager).compulsory else called(wager)

    def clauses(self, wager: Wager) -> Clauses:
        """Return every clause of the terms of a wager."""
        return self._terms(wager).cited()

    def limits(self, wager: Wager, bet: Bet) -> str:
        """Return the limits of a wager as a sentence; other wagers that lie there, or must, may leave it less."""
        return self._within(wager, bet).spoken(bet)

    def _within(self, wager: Wager, bet: Bet) -> WagerTerms:
        """The terms of a wager with the most that the rules let lie beside this bet."""
        terms, chip = self._terms(wager), self._rules.betting.chip
        if terms.most is None:
            return terms
        amounts = range(terms.smallest(chip), terms.most.amount + 1, self._step(wager))
        allowed = bisect_right(amounts, 0, key=lambda cents: self._is_too_much(wager, Cents(cents), bet))
        return replace(terms, most=replace(terms.most, amount=Cents(amounts[allowed - 1]))) if allowed else terms

    def _is_too_much(self, wager: Wager, amount: Cents, bet: Bet) -> bool:
        return self._against(self.whole({**bet, wager: amount})) is not None

    def listed(self, bet: Bet) -> str:
        """Return a bet in words."""
        unnamed = () if self.has_peers() else (self._rules.played,)
        named = {wager: "" if wager in unnamed else f"{wager} " for wager in bet}
        return ", ".join(f"{named[wager]}{spoken(amount)}" for wager, amount in bet.items())

    def pay_table(self, wager: Wager) -> str:
        """Return one line with every row that the wager pays; an empty one if it is paid by no rows."""
        rows = [f"{pays.says.lower()} {_paid(pays)}" for pays in pays_of(self._rules, wager)]
        if is_tip(wager):
            return f"{called(wager)}: for the dealer, decided as the wager on which it rides."
        return f"{called(wager)} pays {'; '.join(rows)}.{self._meter(wager)}" if rows else ""

    def _meter(self, wager: Wager) -> str:
        """What the meter shows from which a wager may win."""
        meter, port = self._rules.meter, self._table.meter
        won_from = meter is not None and port is not None and meter.wager == wager
        return f" The meter shows {spoken(port.shown().cents)}." if won_from and port is not None else ""

    # Whole bets.

    def placed(self) -> Bet:
        """Return what lies on the box in this round, by the names under which it was placed."""
        state, betting = self._table.seen_by(self._player), self._rules.betting
        stakes = state.layout.stakes if state.in_round else {}
        lying: Bet = {}
        for wager in betting.wagers:
            lies_as, spots = betting.places(wager, self._rules.played)
            stake = stakes.get(StakeId(self._player, HandId(self.hand.box, spots[0]), lies_as))
            if stake is not None:
                lying[wager] = stake.original
        return lying

    def spots(self) -> Iterator[Spot]:
        """Yield every wager of the game as it may lie on this box; only while bets are taken."""
        round_ = self._table.runner.table.round
        assert round_ is not None, "bets are not taken now"
        ruling, placed = round_.ruling(PlaceWager, self._player, self.hand), self.placed()
        for wager, terms in self._rules.betting.wagers.items():
            lies = placed.get(wager, ZERO)
            room = self._room(wager, lies, ruling)
            yield Spot(
                str(self.hand),
                wager,
                called(wager),
                lies,
                room,
                bool(terms.compulsory),
                tuple(tie.to for tie in terms.needs),
                "" if terms.not_above is None else terms.not_above.to,
                "" if terms.equals is None else terms.equals.to,
                terms.cited(),
                None if room else self._why_no_room(wager, lies, ruling),
            )

    def _room(self, wager: Wager, lies: Cents, ruling: Ruling) -> Blank | None:
        """What the whole of a wager may be now, as far as rules and chips reach."""
        takes = () if isinstance(ruling, Refusal) else ruling.takes
        more = next((each for each in takes if each.word == wager), None)
        if more is None and not lies:
            return None
        betting = self._rules.betting
        step = self._step(wager)
        held = self._table.seen_by(self._player).chips(self._player)
        reach = held // len(betting.places(wager, self._rules.played)[1]) // step * step
        raised = 0 if more is None else reach if more.most is None else min(more.most, reach)
        least = self._smallest(wager)
        least = max(least, lies) if betting.wagers_stay else least
        return Blank(BlankKind.CENTS, least, lies + raised, step) if least <= lies + raised else None

    def _step(self, wager: Wager) -> Cents:
        multiple_of = self._terms(wager).multiple_of
        return self._rules.betting.chip if multiple_of is None else multiple_of.amount

    def _why_no_room(self, wager: Wager, lies: Cents, ruling: Ruling) -> No | None:
        """Why a wager cannot be made what it must be at least."""
        missing = PlaceWager(wager, max(self._step(wager), Cents(self._smallest(wager) - lies)))
        refusal = ruling if isinstance(ruling, Refusal) else ruling.refuses(missing)
        refusal = refusal or self._beyond_chips({**self.placed(), wager: Cents(lies + missing.amount)})
        return None if refusal is None else no(f"{PlaceWager.verb} {wager}", refusal)

    def changes(self, bet: Mapping[Wager, Cents]) -> list[Act]:
        """Return what is to be said so that this bet lies on the box, whatever lies there now.

        A wager that is raised is added to; one that is lowered is taken back first, with those that need it.
        """
        there, hand = self.placed(), self.hand
        back = self._taken_back(there, bet)
        stays = {wager: ZERO if wager in back else amount for wager, amount in there.items()}
        order = [wager for wager in self._in_order(bet) if bet[wager] != stays.get(wager, ZERO)]
        missing = {wager: Cents(bet[wager] - stays.get(wager, ZERO)) for wager in order}
        intents: list[Intent] = [*map(Withdraw, back), *(PlaceWager(*each) for each in missing.items())]
        return [Act(self._player, hand, intent) for intent in intents]

    def _in_order(self, bet: Iterable[Wager]) -> list[Wager]:
        """The wagers of a bet, each after those that it needs and those that it may not exceed."""
        wagers = self._rules.betting.wagers

        def depth(wager: Wager) -> int:
            ties = () if wager not in wagers else (*wagers[wager].needs, wagers[wager].not_above)
            return 1 + max((depth(tie.to) for tie in ties if tie is not None), default=0)

        return sorted(bet, key=depth)

    def words(self, bet: Mapping[Wager, Cents]) -> list[str]:
        """Return the same as `changes`, in the words of the record."""
        return list(map(write_answer, self.changes(bet)))

    def _taken_back(self, there: Bet, bet: Mapping[Wager, Cents]) -> list[Wager]:
        """What must be taken back, in an order in which it may be."""
        back = {wager for wager, amount in there.items() if bet.get(wager, ZERO) < amount}
        order = self._rules.betting.in_order(there)
        for wager in order:  # what is needed comes before what needs it
            terms = self._rules.betting.wagers[wager]
            if any(tie.to in back for tie in terms.needs):
                back.add(wager)
        return [wager for wager in reversed(order) if wager in back]

    def refuses(self, bet: Mapping[Wager, Cents]) -> No | None:
        """Return what the rules or the chips have against this bet on the box, or None."""
        refusal = self._against(bet) or self._beyond_chips(bet)
        return None if refusal is None else no(PlaceWager.verb, refusal)

    def _beyond_chips(self, bet: Mapping[Wager, Cents]) -> Refusal | None:
        state = self._table.seen_by(self._player)
        chips = Cents(state.chips(self._player) + self._needs(self.placed()))
        if self._needs(bet) <= chips:
            return None
        says = f"this takes {spoken(self._needs(bet))}, and you have {spoken(chips)}"
        return Refusal("not-enough-chips", says, self._rules.betting.chip_clauses)

    def _needs(self, bet: Mapping[Wager, Cents]) -> Cents:
        """The chips that a bet takes: a wager may lie on several spots of its box."""
        terms = self._rules.betting
        return Cents(sum(amount * len(terms.places(wager, self._rules.played)[1]) for wager, amount in bet.items()))

    def _against(self, bet: Mapping[Wager, Cents]) -> Refusal | None:
        """What the rules have against a bet: as it would be placed now, and as it would lie when betting closes."""
        return self._against_placing(bet) or self._against_closing(bet)

    def _against_placing(self, bet: Mapping[Wager, Cents]) -> Refusal | None:
        """Tried on a copy of the round in progress, or of the next one."""
        runner, state = self._table.runner, self._table.runner.table.state
        if runner.table.round is not None:
            trial = rerun(self._rules, runner.records[-1].answers, runner.records[-1].table)
        else:
            context = RoundContext() if state.shoe is None else round_state(runner.table)
            trial = Runner(self._rules, context)
        with closing(trial):
            return _first_refusal(trial, self.changes(bet))

    def _against_closing(self, bet: Mapping[Wager, Cents]) -> Refusal | None:
        """Tried on a round in which nobody else bets."""
        trial: Runner[AnyRules] = Runner(self._rules, RoundContext(opened_with=opened_with(self._table.runner.table)))
        acts = [Act(self._player, self.hand, PlaceWager(wager, bet[wager])) for wager in self._in_order(bet)]
        with closing(trial):
            return _first_refusal(trial, acts) or refuses_closing(trial.round)


def _first_refusal(trial: Runner[AnyRules], acts: Sequence[Act]) -> Refusal | None:
    refusals = (trial.answer(act) for act in acts)
    return next((refusal for refusal in refusals if refusal is not None), None)


def _paid(pays: Pays) -> str:
    if isinstance(pays, Payout):
        return str(pays.odds)
    if isinstance(pays, Sum):
        return f"{spoken(pays.amount)} for the stake"
    if isinstance(pays, Jackpot):
        return f"{pays.odds} and {pays.percent} % of the meter"
    total = sum(pays.weights)
    return ", ".join(f"{spoken(amount)} {weight} in {total}" for amount, weight in pays.sections)
