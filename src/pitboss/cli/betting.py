"""Asking a person for their bet, wager by wager, until the rules and their chips allow it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pitboss.cli.screen import Keyed, Output
from pitboss.ids import Clauses, Wager
from pitboss.money import Cents, spoken
from pitboss.service.bets import Bet, Bets
from pitboss.service.words import amount_in, called

WITHOUT = "0"
Ask = Callable[[str, Keyed, Sequence[tuple[str, Clauses]]], str]


class BetAsker:
    """Asks for whole bets. `ask` puts a question with keys, and returns the line that was typed."""

    def __init__(self, bets: Bets, output: Output, ask: Ask) -> None:
        self._bets = bets
        self._out = output
        self._ask = ask

    def bet(self, keys: Keyed) -> Bet | str:
        """Return the main wager with what may go beside it, or one of these keys. Enter repeats the last bet."""
        again, played = self._bets.again(), self._bets.played
        if not self._bets.last:
            self._mention(self._bets.optional(again))
        first = [("Enter", self._bets.listed(again))] if again else []
        skip = [(WITHOUT, f"no {played} wager, {' or '.join(alone)} alone")] if (alone := self._bets.alone()) else []
        main = self._wager(played, {}, [*first, *skip, *keys])
        if main == "":
            return self._noted(again)
        if isinstance(main, str) and main != WITHOUT:
            return main
        bet = {} if isinstance(main, str) else self._with_compulsory(self._bets.whole({played: main}))
        return self._noted(self._with_optional(bet))

    def _noted(self, bet: Bet) -> Bet:
        """The bet, which Enter repeats next time."""
        self._bets.last = bet or self._bets.last
        return bet

    def _mention(self, optional: Sequence[Wager]) -> None:
        """A player who has not bet yet does not know what Enter leaves out."""
        if optional:
            names = " and ".join(called(wager).lower() for wager in optional)
            self._out.tell(f"You may bet on {names} too: type an amount instead of Enter, and you are asked.")

    def _with_compulsory(self, bet: Bet) -> Bet:
        """A bet with the wagers that must be placed too; the player chooses the amount of some of them."""
        for wager in [each for each in bet if each != self._bets.played]:
            without = {each: amount for each, amount in bet.items() if each != wager}
            self._tell(self._bets.pay_table(wager))
            if self._bets.is_free(wager, without):
                chosen = self._wager(wager, without, [("Enter", spoken(bet[wager]))])
                bet[wager] = bet[wager] if isinstance(chosen, str) else chosen
            else:
                self._out.tell(f"{called(wager)} must be placed too: {spoken(bet[wager])}.")
        return bet

    def _with_optional(self, bet: Bet) -> Bet:
        for wager in self._bets.beside():
            if self._bets.has_room(wager, bet):
                self._tell(self._bets.pay_table(wager))
                side = self._wager(wager, bet, [("Enter", "none")])
                bet |= {} if isinstance(side, str) else {wager: side}
        return bet

    def _tell(self, text: str) -> None:
        if text:
            self._out.tell(text)

    def _wager(self, wager: Wager, bet: Bet, keys: Keyed) -> Cents | str:
        """Return an amount that the rules and the chips allow, or the key that was chosen instead."""
        subjects = [(called(wager), self._bets.clauses(wager))]
        question = f"{self._bets.asked(wager)}, {self._bets.limits(wager, bet)}:"
        while True:
            text = self._ask(question, keys, subjects)
            if text in dict(keys) or (not text and "Enter" in dict(keys)):
                return text
            amount = self.read(text) if text else None
            refusal = None if amount is None else self._bets.refuses(self._bets.whole({**bet, wager: amount}))
            if refusal is not None:
                more = "; y buys chips" if refusal.code == "not-enough-chips" else ""
                self._out.refused(replace(refusal, says=f"{refusal.says}{more}"))
            elif amount is not None:
                return amount

    def read(self, text: str) -> Cents | None:
        """Return an amount of dollars; None, and a sentence for the person, if the text is not one."""
        amount = amount_in(text)
        if amount is None:
            self._out.tell("Type an amount of dollars, for example 25 or 12.50.")
        return amount
