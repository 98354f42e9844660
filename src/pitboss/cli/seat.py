"""A person at a seat: what the table asks becomes a question with keys, and a key becomes an answer."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence

from pitboss.audit.sitting import Sitting
from pitboss.cards import Card
from pitboss.cli.keys import Lines, Quit
from pitboss.cli.screen import Output, Plain, Screen, without_clauses
from pitboss.core.facts import BettingClosed, CardDealt, CardsCollected, RoundEnded, WagerPlaced, WagerSettled
from pitboss.core.options import Intent, Option, read_amount
from pitboss.core.preparation import Cut
from pitboss.core.requests import Act, Answer, Close, Decide, Decline, Offer, Request, Window
from pitboss.core.wagering import PlaceWager, WagerTerms
from pitboss.games.blackjack.intents import Insure
from pitboss.ids import DEALER, HOUSE_DEALER, MAIN, HandId, Player, Wager
from pitboss.money import Cents, spoken
from pitboss.notation.transcript import Narrator, transcript
from pitboss.table.intents import BuyChips, CloseTable, SeeBurnCard
from pitboss.table.procedure import RoundRecord

KEYS = {"hit": "h", "stand": "s", "double": "d", "split": "p", "surrender": "r", "rescue": "e", "insurance": "i"}
ALWAYS = (("?", "the rules"), ("l", "last rounds"), ("q", "quit"))
SHOWN_BY_THE_SCREEN = (CardDealt, WagerPlaced, BettingClosed, CardsCollected)
Bet = dict[Wager, Cents]


class Seat:
    """One person's side of a table, from the first question to the last."""

    def __init__(self, sitting: Sitting, me: Player, output: Output, keys: Lines) -> None:
        self._sitting = sitting
        self._table = sitting.table
        self._me = me
        self._out = output
        self._keys = keys
        self._narrator = Narrator(_spoken if isinstance(output, Plain) else str)
        self._queue: deque[Answer] = deque()
        self._bet: Bet = {}
        self._news: list[str] = []

    @property
    def _hand(self) -> HandId:
        return HandId(self._table.floor.seats[self._me].box, 1)

    def play(self) -> None:
        """Until the table is closed; raises `Quit` when the person wants to stop before that."""
        while (request := self._table.pending) is not None:
            self._read_news()
            if not self._queue:
                self._show()
                self._queue.extend(self._ask(request))
            if self._queue:
                self._submit(self._queue.popleft())
        self._read_news()
        self._show()

    def _submit(self, answer: Answer) -> None:
        refusal = self._table.submit(answer)
        if refusal is not None:
            self._queue.clear()
            self._out.refused(refusal)
            if isinstance(self._out, Screen):
                self._pause()

    def _pause(self) -> None:
        self._out.ask("Press Enter to go on.", ())
        self._keys.line()

    def _read_news(self) -> None:
        for fact in self._table.take_unread():
            sentence = self._narrator.tell(fact)
            drawn = isinstance(self._out, Screen) and isinstance(fact, SHOWN_BY_THE_SCREEN)
            if sentence and not drawn:
                self._news.append(sentence if isinstance(fact, WagerSettled) else without_clauses(sentence))

    def _show(self) -> None:
        self._out.show(self._table.floor, self._table.view(self._me), self._news)
        self._news = []

    # Questions. Each returns the answers that follow from what the person chose; none means that it is asked again.

    def _ask(self, request: Request) -> list[Answer]:
        match request:
            case Window("between rounds"):
                return self._between_rounds()
            case Window("betting"):
                return self._betting()
            case Window():
                return self._window(request)
            case Offer(_, _, options) if options[0].verb is Cut:
                return self._cut(request)
            case Decide() | Offer():
                return self._decide(request)
            case _:
                raise AssertionError(f"{request} is not for a person")

    def _choose(self, question: str, keys: Sequence[tuple[str, str]], options: Sequence[Option]) -> str:
        """One of these keys; the keys that always work are dealt with here."""
        while True:
            self._out.ask(question, [*keys, *ALWAYS])
            key = self._keys.choice(self._redraw) or "Enter"
            if key in dict(keys):
                return key
            if self._always(key, options):
                self._out.tell(f"{key!r} is not one of the keys." if key != "Enter" else "Press one of the keys.")

    def _line(self, question: str, keys: Sequence[tuple[str, str]], options: Sequence[Option]) -> str:
        """A line that is typed; the keys that always work are dealt with here."""
        while True:
            self._out.ask(question, [*keys, *ALWAYS])
            text = self._keys.line().lower()
            if not text or self._always(text, options):
                return text

    def _always(self, key: str, options: Sequence[Option]) -> str:
        """Does what the keys that always work stand for; gives any other text back."""
        match key:
            case "q":
                raise Quit
            case "?":
                self._explain(options)
            case "l":
                self._last_rounds()
            case _:
                return key
        return ""

    def _redraw(self) -> None:
        if isinstance(self._out, Screen):
            self._out.resized()

    def _between_rounds(self) -> list[Answer]:
        shoe = self._table.floor.shoe
        keys = [("x", "leave the table"), ("y", "buy chips")]
        if shoe is None:
            key = self._choose("A new shoe is due.", [("Enter", "shuffle"), *keys], ())
            return [Close()] if key == "Enter" else self._aside(key)
        if self._table.game.rules.shoe.burn_may_be_seen and not shoe.burn_shown:
            keys.append(("b", "see the burn card"))
        wagers = self._wagers(keys)
        return [Close(), *wagers] if wagers and isinstance(wagers[-1], Close) else wagers

    def _aside(self, key: str) -> list[Answer]:
        match key:
            case "n":
                return [Close()]
            case "x":
                return [Act(HOUSE_DEALER, DEALER, CloseTable())]
            case "y":
                chips = self._amount("Chips for how many dollars?", "none")
                return [] if chips is None else [self._act(BuyChips(chips))]
            case _:
                return [self._act(SeeBurnCard())]

    def _betting(self) -> list[Answer]:
        """The window is open already: after a refusal, or when the table was left in mid-bet."""
        mine = [key for key in self._table.floor.layout.stakes if key.player == self._me]
        return [Close()] if mine else self._wagers([("n", "no wager")])

    def _wagers(self, keys: Sequence[tuple[str, str]]) -> list[Answer]:
        """A main wager and what may go beside it, or one of these keys. Enter repeats the last bet."""
        terms = self._table.game.rules.betting.wagers
        again = self._bet or {MAIN: self._usual(terms[MAIN])}
        text = self._line(f"Your wager, {_limits(terms[MAIN])}:", [("Enter", _listed(again)), *keys], ())
        if not text:
            return [*self._place(again), Close()]
        if text in dict(keys):
            return self._aside(text)
        main = self._read(text)
        if main is None:
            return []
        bet = {MAIN: main}
        for wager in terms:
            if wager != MAIN:
                self._out.tell(self._pay_table(wager))
                side = self._amount(f"{_called(wager)}, {_limits(terms[wager])}:", "none")
                if side is not None:
                    bet[wager] = side
        return [*self._place(bet), Close()]

    def _place(self, bet: Bet) -> list[Answer]:
        self._bet = bet
        return [self._act(PlaceWager(wager, amount)) for wager, amount in bet.items()]

    def _usual(self, terms: WagerTerms) -> Cents:
        least = terms.least.amount if terms.least else Cents(100)
        most = terms.most.amount if terms.most else Cents(2500)
        return max(least, min(Cents(2500), most, self._table.floor.chips(self._me)))

    def _pay_table(self, wager: Wager) -> str:
        rules = self._table.game.rules
        rows: list[tuple[str, str]] = []
        if wager.startswith("match-the-dealer"):
            rows = [(row.replace("_", " "), str(payout.odds)) for row, payout in rules.match_pays.items()]
            two = [rules.match_pays["other_suit"].odds, rules.match_pays["same_suit"].odds]
            rows += [("both suits", str(two[0].plus(two[1]))), ("two same suit", str(two[1].plus(two[1])))]
        elif wager == "bonus-spin":
            total = sum(weight for _, weight in rules.wheel)
            rows = [(f"wheel, {weight} in {total}", spoken(pays)) for pays, weight in rules.wheel]
            rows.insert(0, ("an ace", spoken(rules.ace_award)))
        paid = "; ".join(f"{name} {odds}" for name, odds in rows)
        return f"{_called(wager)} pays {paid}." if rows else f"{_called(wager)}."

    def _window(self, request: Window) -> list[Answer]:
        """Insurance and the like: what may be done on my hands, or nothing more."""
        round_ = self._table.runner.table.round
        assert round_ is not None
        mine = [hand for hand in round_.layout.order if round_.layout.hands[hand].caller == self._me]
        found = [(hand, option) for hand in mine for option in round_.options(self._me, hand, request.verbs)]
        held = self._table.floor.chips(self._me)
        found = [(hand, option) for hand, option in found if _cost(option) <= held]
        if not found:
            return [Close()]
        hand, option = found[0]
        intent = option.intents[-1]
        keys = [(KEYS.get(option.verb.verb, "y"), _phrase(intent)), ("Enter", "no")]
        where = f" on box {hand.box}" if len(mine) > 1 else ""
        name = "Insurance" if isinstance(intent, Insure) else option.verb.verb.capitalize()
        key = self._choose(f"{name}{where}?", keys, [option])
        return [Close()] if key == "Enter" else [Act(self._me, hand, intent)]

    def _cut(self, request: Offer) -> list[Answer]:
        least, middle, most = (intent.at for intent in request.options[0].intents if isinstance(intent, Cut))
        while True:
            text = self._line(f"Cut, {least} to {most} cards from the top:", [("Enter", "decline")], request.options)
            if not text:
                return [Decline()]
            try:
                return [Act(request.player, request.hand, Cut.read([text]))]
            except ValueError:
                self._out.tell(f"Type a number of cards, for example {middle}.")

    def _decide(self, request: Decide | Offer) -> list[Answer]:
        order = list(KEYS)
        options = sorted(self._table.affordable(request), key=lambda option: order.index(option.verb.verb))
        keys = [(KEYS[option.verb.verb], _phrase(option.intents[-1])) for option in options]
        choices = {key: option for (key, _), option in zip(keys, options, strict=True)}
        if isinstance(request, Offer):
            keys.append(("Enter", "no"))
        layout = self._table.floor.layout
        hand = layout.hands[request.hand]
        several = f", hand {request.hand.number}" if len(layout.hands_of(request.hand.box)) > 1 else ""
        key = self._choose(f"Your {hand.score.spoken}{several}:", keys, options)
        if key == "Enter":
            return [Decline()]
        return [Act(request.player, request.hand, choices[key].intents[-1])]

    def _amount(self, question: str, nothing: str) -> Cents | None:
        """An amount of dollars, or nothing where the line is empty."""
        amount = None
        while amount is None:
            text = self._line(question, [("Enter", nothing)], ())
            if not text:
                return None
            amount = self._read(text)
        return amount

    def _read(self, text: str) -> Cents | None:
        try:
            return read_amount([text.removeprefix("$")])
        except ValueError:
            self._out.tell("Type an amount of dollars, for example 25 or 12.50.")
            return None

    def _act(self, intent: Intent) -> Act:
        return Act(self._me, self._hand, intent)

    # Asides, which change nothing.

    def _explain(self, options: Sequence[Option]) -> None:
        """The rule behind every option, in our own words, by its clause."""
        book = self._table.game.house.rulebook
        texts = {row.id: row.says for row in book.clauses}
        if not options:
            self._out.tell(f"{book.title}. pitboss rules {book.id} shows the whole text.")
        for option in options:
            self._out.tell(f"{option.verb.verb}:")
            for each in option.clauses:
                self._out.tell(f"  {each}: {texts[each]}")
        self._rest()

    def _last_rounds(self) -> None:
        """The last ten rounds, settled line by line."""
        finished = [record for record in self._table.runner.records if _ended(record)]
        if not finished:
            self._out.tell("No round has been finished yet.")
        for record in finished:
            self._out.tell(f"Round {record.number}")
            for sentence in transcript(record.facts, _spoken if isinstance(self._out, Plain) else str):
                self._out.tell(f"  {sentence}")
        self._rest()

    def _rest(self) -> None:
        """On a screen an aside waits to be read, and the table is drawn again."""
        if isinstance(self._out, Screen):
            self._pause()
            self._out.redraw()


def _ended(record: RoundRecord) -> bool:
    return bool(record.facts) and isinstance(record.facts[-1], RoundEnded)


def _spoken(card: Card) -> str:
    return card.spoken


def _cost(option: Option) -> Cents:
    return min((intent.puts_up(Cents(0)) for intent in option.intents), default=Cents(0))


def _phrase(intent: Intent) -> str:
    amount = getattr(intent, "amount", None)
    name = "insure" if isinstance(intent, Insure) else intent.verb
    return name if amount is None else f"{name} for {spoken(amount)}"


def _limits(terms: WagerTerms) -> str:
    least = f"from {spoken(terms.least.amount)}" if terms.least else ""
    most = f"to {spoken(terms.most.amount)}" if terms.most else ""
    return " ".join(part for part in (least, most) if part)


def _called(wager: Wager) -> str:
    return re.sub(r"-", " ", wager).capitalize()


def _listed(bet: Bet) -> str:
    return ", ".join(spoken(amount) if wager == MAIN else f"{wager} {spoken(amount)}" for wager, amount in bet.items())
