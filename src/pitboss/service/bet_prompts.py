"""Asking a person for their bet, wager by wager, until the rules and their chips allow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pitboss.ids import Wager
from pitboss.money import Cents, spoken
from pitboss.service.bets import Bet, Bets
from pitboss.service.prompts import ENTER, Prompt, Reply, Talk, dollars, typed
from pitboss.service.words import called

WITHOUT = "without"
"""The name of the reply that leaves the played wager out."""


class BetPrompts:
    """Asks for whole bets. A refusal for want of chips ends with `buying`, which says how chips are bought."""

    def __init__(self, bets: Bets, buying: str) -> None:
        self._bets = bets
        self._buying = buying

    def bet(self, replies: Sequence[Reply]) -> Talk[Bet | Reply]:
        """Return the main wager with what may go beside it, or one of these replies. Enter repeats the last bet."""
        again, played = self._bets.again(), self._bets.played
        if not self._bets.last:
            yield from self._mention(self._bets.optional(again))
        first = [Reply(ENTER, self._bets.listed(again))] if again else []
        alone = self._bets.alone()
        skip = [Reply(WITHOUT, f"no {played} wager, {' or '.join(alone)} alone")] if alone else []
        main = yield from self._wager(played, {}, [*first, *skip, *replies])
        if isinstance(main, Reply):
            if main.name == ENTER:
                return self._noted(again)
            return self._noted((yield from self._with_optional({}))) if main.name == WITHOUT else main
        bet = yield from self._with_compulsory(self._bets.whole({played: main}))
        return self._noted((yield from self._with_optional(bet)))

    def _noted(self, bet: Bet) -> Bet:
        """The bet, which Enter repeats next time."""
        self._bets.last = bet or self._bets.last
        return bet

    def _mention(self, optional: Sequence[Wager]) -> Talk[None]:
        """A player who has not bet yet does not know what Enter leaves out."""
        if optional:
            names = " and ".join(called(wager).lower() for wager in optional)
            yield f"You may bet on {names} too: type an amount instead of Enter, and you are asked."

    def _with_compulsory(self, bet: Bet) -> Talk[Bet]:
        """A bet with the wagers that must be placed too; the player chooses the amount of some of them."""
        for wager in [each for each in bet if each != self._bets.played]:
            without = {each: amount for each, amount in bet.items() if each != wager}
            yield from self._pay_table(wager)
            if self._bets.is_free(wager, without):
                chosen = yield from self._wager(wager, without, [Reply(ENTER, spoken(bet[wager]))])
                bet[wager] = bet[wager] if isinstance(chosen, Reply) else chosen
            else:
                yield f"{called(wager)} must be placed too: {spoken(bet[wager])}."
        return bet

    def _with_optional(self, bet: Bet) -> Talk[Bet]:
        for wager in self._bets.beside():
            if self._bets.has_room(wager, bet):
                yield from self._pay_table(wager)
                side = yield from self._wager(wager, bet, [Reply(ENTER, "none")])
                bet |= {} if isinstance(side, Reply) else {wager: side}
        return bet

    def _pay_table(self, wager: Wager) -> Talk[None]:
        if rows := self._bets.pay_table(wager):
            yield rows

    def _wager(self, wager: Wager, bet: Bet, replies: Sequence[Reply]) -> Talk[Cents | Reply]:
        """Return an amount that the rules and the chips allow, or the reply that was given instead."""
        says = f"{self._bets.asked(wager)}, {self._bets.limits(wager, bet)}:"
        prompt = Prompt(says, replies, [(called(wager), self._bets.clauses(wager))], takes_lines=True)

        def read(text: str) -> Talk[Cents | None]:
            amount = (yield from dollars(text)) if text else None
            refusal = None if amount is None else self._bets.refuses(self._bets.whole({**bet, wager: amount}))
            if refusal is None:
                return amount
            more = self._buying if refusal.code == "not-enough-chips" else ""
            yield replace(refusal, says=f"{refusal.says}{more}")
            return None

        return (yield from typed(prompt, read))
