"""From options of the rules to choices of a viewer: with labels, costs, and no more than their chips reach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pitboss.core.hands import score
from pitboss.core.options import Intent, Option, Refusal, Taken, Takes
from pitboss.core.requests import Act
from pitboss.core.wagering import PlaceWager
from pitboss.games.blackjack.intents import Bet as StayIn
from pitboss.games.blackjack.intents import Split
from pitboss.games.colorado.blackjack_switch import Switch
from pitboss.ids import Clauses, HandId, Player, StakeId, Wager, once_each
from pitboss.money import ZERO, Cents, plain, spoken
from pitboss.service.asked import Blank, BlankKind, Choice, No
from pitboss.service.words import called, capital, name_of, phrase
from pitboss.tables.live import LiveTable

NOT_ENOUGH_CHIPS = "not-enough-chips"
"""The code of the refusal of what is lawful and only takes more chips than the player has."""
_KINDS = {
    Taken.CENTS: BlankKind.CENTS,
    Taken.CARDS: BlankKind.NUMBER,
    Taken.PLAYER: BlankKind.PLAYER,
    Taken.NAME: BlankKind.NAME,
    Taken.NAME_AND_WORDS: BlankKind.REASON,
}


def no(verb: str, refusal: Refusal) -> No:
    """Return a refusal of a verb as plain data."""
    return No(verb, refusal.code, refusal.says, refusal.clauses)


class Chooser:
    """Makes the choices of one player at a table."""

    def __init__(self, table: LiveTable, player: Player) -> None:
        self._table = table
        self._player = player
        state = table.seen_by(player)
        self._layout = state.layout
        self._others = tuple(other for other in state.seats if other != player)
        self._held: Cents | None = state.chips(player) if player in state.seats else None

    def of(self, hand: HandId, option: Option) -> list[Choice]:
        """Return the choices that an option gives on a hand: one for all its ways, or one for each thing it takes."""
        takes = option.takes
        if not takes:
            return [self._of_ways(hand, option)]
        made = (self._taking(hand, option, each) for each in takes)
        return [choice for choice in made if choice is not None]

    def _of_ways(self, hand: HandId, option: Option) -> Choice:
        costs = {intent: self.cost(hand, intent) for intent in option.intents}
        within = [intent for intent in option.intents if self._reaches(costs[intent])]
        ways = within or list(option.intents)
        return Choice(
            option.verb.verb,
            capital(self.meaning(hand, ways[-1])),
            ways[-1].written(),
            str(hand),
            ways=tuple(intent.written() for intent in ways),
            cost=Cents(min(costs[intent] for intent in ways)),
            affordable=bool(within),
            clauses=once_each(option.clauses),
        )

    def _taking(self, hand: HandId, option: Option, takes: Takes) -> Choice | None:
        """One choice with a gap; None if it takes the name of another player and nobody else is here."""
        verb, kind = option.verb.verb, _KINDS[takes.kind]
        say = " ".join(filter(None, (verb, takes.word, "{}")))
        if kind is BlankKind.PLAYER:
            blank = Blank(kind, of=self._others)
            label = capital(name_of(verb))
            clauses = once_each(option.clauses)
            return Choice(verb, label, say, str(hand), (blank,), clauses=clauses) if self._others else None
        if kind in (BlankKind.NAME, BlankKind.REASON):  # what nobody but the person knows
            label = capital(name_of(verb))
            blanks = (Blank(BlankKind.NAME), Blank(kind))[: 1 + (kind is BlankKind.REASON)]
            say = " ".join((verb, *("{}" for _ in blanks)))
            return Choice(verb, label, say, str(hand), blanks, clauses=once_each(option.clauses))
        blank = Blank(kind, takes.least, takes.most, takes.step)
        reach = self._within_chips(blank, lambda amount: self._cost_of(hand, option, takes, amount))
        affordable = reach is not None
        blank = blank if reach is None else reach
        usual = self._usual(option, takes, blank) if affordable else list(option.intents)
        return Choice(
            verb,
            self._label(hand, option, takes, usual),
            say,
            str(hand),
            (blank,),
            tuple(intent.written() for intent in usual),
            self._cost_of(hand, option, takes, blank.least),
            affordable,
            self._clauses(option, takes),
        )

    def _clauses(self, option: Option, takes: Takes) -> Clauses:
        """The clauses of an option; of a wager, which is placed by a rule about all of them, those of its terms."""
        if option.verb is PlaceWager:
            return self._table.game.rules.betting.wagers[Wager(takes.word)].cited()
        return once_each(option.clauses)

    def _usual(self, option: Option, takes: Takes, blank: Blank) -> list[Intent]:
        """The usual ways to use an option, as far as the chips reach; the last takes the most."""
        within = [intent for intent in option.intents if _fits(intent, blank)]
        if len(within) < len(option.intents) and blank.most is not None:
            most = self._intent(option, takes, blank.most)
            within += [most] if most not in within else []
        return within

    def _label(self, hand: HandId, option: Option, takes: Takes, usual: Sequence[Intent]) -> str:
        """A wager is called by its name, and anything else by its verb and the most that it takes."""
        if takes.word:
            return called(Wager(takes.word))
        if takes.kind is not Taken.CENTS or not usual:
            return capital(name_of(option.verb.verb))
        return capital(self.meaning(hand, usual[-1]))

    def meaning(self, hand: HandId, intent: Intent) -> str:
        """Return what an intent is called; of a switch, what it would make of the two spots."""
        if isinstance(intent, Switch):
            hands = self._layout.hands
            one, other = hands[hand].cards, hands[HandId(hand.box, 2)].cards
            made = score((one[0], other[1])), score((other[0], one[1]))
            return f"switch to {made[0].spoken} and {made[1].spoken}"
        cost = self.cost(hand, intent)
        if isinstance(intent, StayIn):
            return f"bet {spoken(cost)}"
        stake = self._layout.stakes.get(self._played_on(hand))
        several = stake is not None and cost > stake.original
        return f"split for {spoken(cost)}" if several and isinstance(intent, Split) else phrase(intent)

    def _played_on(self, hand: HandId) -> StakeId:
        return StakeId(self._player, hand, self._table.game.rules.played)

    def cost(self, hand: HandId, intent: Intent) -> Cents:
        """Return what an intent takes from the player's chips."""
        table = self._table.runner.table
        return ZERO if table.round is None else table.puts_up(Act(self._player, hand, intent))

    def _cost_of(self, hand: HandId, option: Option, takes: Takes, amount: int) -> Cents:
        return self.cost(hand, self._intent(option, takes, amount))

    def _intent(self, option: Option, takes: Takes, amount: int) -> Intent:
        word = plain(Cents(amount)) if takes.kind is Taken.CENTS else str(amount)
        intent = option.verb.read([*filter(None, [takes.word]), word])
        assert intent is not None
        return intent

    def _reaches(self, cost: Cents) -> bool:
        return not cost or self._held is None or cost <= self._held

    def _within_chips(self, blank: Blank, cost: Callable[[int], Cents]) -> Blank | None:
        """A gap with no more than the chips reach to; None if they do not reach to the least of it."""
        least = cost(blank.least)
        if not least or self._held is None:
            return blank
        if least > self._held:
            return None
        most = self._held * blank.least // least
        within = blank.least + (most - blank.least) // blank.step * blank.step
        return replace(blank, most=within if blank.most is None else min(blank.most, within))


def _fits(intent: Intent, blank: Blank) -> bool:
    amount = getattr(intent, "amount", None)
    return amount is None or (blank.least <= amount and (blank.most is None or amount <= blank.most))
