"""A person at a seat: a question becomes a question with keys, and a key becomes words for the table."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pitboss.cards import Card, in_our_letters
from pitboss.cli.betting import BetAsker
from pitboss.cli.keys import Lines, Quit
from pitboss.cli.news import Notice, Reporter
from pitboss.cli.screen import Keyed, Output, Plain, Screen
from pitboss.cli.verbs import ALWAYS, ASIDES, keys_of
from pitboss.desk.tables import Sitting
from pitboss.ids import Author, Clauses, Player, Role, Wager
from pitboss.money import Cents, spoken
from pitboss.service.asked import Choice, Question
from pitboss.service.bets import Bet, Bets
from pitboss.service.feed import Feed
from pitboss.service.past import past_rounds
from pitboss.service.question import question as asked
from pitboss.service.saying import UNREADABLE, refuses, say
from pitboss.service.view import view
from pitboss.service.words import called, signed, spoken_card, texts_of, uncapital

Subjects = Sequence[tuple[str, Clauses]]
DECLINE, CLOSE = "decline", "close"
LOW = 2


class Said(NamedTuple):
    """What somebody says to the table, in the words of the record."""

    by: Author
    words: str


class Seat:
    """One person's side of a table, from the first question to the last. The person is the house between rounds."""

    def __init__(self, sitting: Sitting, me: Player, output: Output, keys: Lines) -> None:
        self._table = sitting.table
        self._me = Author(Role.PLAYER, me)
        self._house = Author(Role.HOUSE, me)
        self._out = output
        self._keys = keys
        self._name = spoken_card if isinstance(output, Plain) else str
        feed = Feed(self._table)
        self._stream = feed.stream(self._me, feed.before_last_round if sitting.resumed else None, self._name)
        self._view = view(self._table, self._me)
        self._reporter = Reporter(has_screen=isinstance(output, Screen))
        self._notices: list[Notice] = []
        self._queue: deque[Said] = deque()
        self._bets = Bets(self._table, me)
        self._asker = BetAsker(self._bets, output, self.line)

    def play(self) -> None:
        """Play until the table is closed; raise `Quit` if the person wants to stop before that."""
        while (question := self._look()) is not None:
            if not self._queue:
                self._show()
                self._queue.extend(self._ask(question))
            if self._queue:
                self._say(self._queue.popleft())
        self._show()

    def _look(self) -> Question | None:
        update = self._stream.take()
        self._view = update.view
        self._notices += self._reporter.report(update.news, update.view.net)
        return update.question

    def _show(self) -> None:
        self._out.show(self._view, self._notices)
        self._notices = []

    def _say(self, said: Said) -> None:
        refusal = say(self._table, said.by, said.words)
        if refusal is not None:
            self._queue.clear()
            self._out.refused(refusal)
            if isinstance(self._out, Screen):
                self._pause()

    # Questions. Each returns what follows from the person's choice; if nothing does, they are asked again.

    def _ask(self, question: Question) -> list[Said]:
        match question.kind:
            case "between-rounds":
                return self._between_rounds(question)
            case "betting":
                return self._betting()
            case "cut":
                return self._cut(question)
            case "set":
                return self._set(question)
        return self._window(question) if question.to == "players" else self._decide(question)

    def _mine(self, *words: str) -> list[Said]:
        return [Said(self._me, each) for each in words]

    def _chosen(self, choice: Choice) -> list[Said]:
        """The usual way to take a choice of mine."""
        return self._mine(choice.text(self._me.name, way=choice.ways[-1]))

    def _between_rounds(self, question: Question) -> list[Said]:
        house = asked(self._table, self._house)
        assert house is not None, "the table is open"
        asked_of = ((self._me, question), (self._house, house))
        asides = {each.verb: (by, each) for by, some in asked_of for each in some.choices}
        keys = [(ASIDES[verb], uncapital(asides[verb][1].label)) for verb in ASIDES if verb in asides]
        if self._view.shoe is None:
            key = self.choose(question.says, [("Enter", "shuffle"), *keys], ())
            bet: Bet | str = {} if key == "Enter" else key
        else:
            bet = self._asker.bet(keys)
        if isinstance(bet, str):
            by, choice = next(asides[verb] for verb, key in ASIDES.items() if key == bet)
            return self._aside(by, choice)
        return [*self._mine(CLOSE), *self._placed(bet)] if bet or self._view.shoe is None else []

    def _aside(self, by: Author, choice: Choice) -> list[Said]:
        if not choice.takes:
            return [Said(by, choice.text(by.name))]
        chips = self._amount("Chips for how many dollars?", "none")
        return [] if chips is None else [Said(by, choice.text(by.name, chips))]

    def _amount(self, question: str, nothing: str) -> Cents | None:
        """An amount of dollars, or None if the line is empty."""
        while text := self.line(question, [("Enter", nothing)], ()):
            amount = self._asker.read(text)
            if amount is not None:
                return amount
        return None

    def _betting(self) -> list[Said]:
        """The window is open already, because the person left the table in the middle of a bet."""
        placed = self._bets.placed()
        bet = self._bets.whole(placed) if placed else self._asker.bet([("n", "no wager")])
        if isinstance(bet, str):
            return self._mine(CLOSE)
        return self._placed(bet) if bet else []

    def _placed(self, bet: Bet) -> list[Said]:
        """The wagers are placed, and the window is closed."""
        return self._mine(*self._bets.words(bet), CLOSE) if bet else []

    def _window(self, question: Question) -> list[Said]:
        """Insurance and the like: what may be done on one of my hands, or nothing more."""
        choice = next((each for each in question.choices if each.affordable), None)
        if choice is None:
            return self._mine(CLOSE)
        if question.kind == "late-wager":
            return self._late(choice)
        keys = [(keys_of([choice.verb])[choice.verb], uncapital(choice.label)), ("Enter", "no")]
        several = sum(hand.player == self._me.name for hand in self._view.hands) > 1
        where = f" on box {choice.hand.partition('.')[0]}" if several else ""
        key = self.choose(f"{question.says.removesuffix('?')}{where}?", keys, _subjects([choice]))
        return self._mine(CLOSE) if key == "Enter" else self._chosen(choice)

    def _late(self, choice: Choice) -> list[Said]:
        """A wager that is placed when the first cards are dealt, or none."""
        wager, blank = Wager(choice.verb), choice.takes[0]
        limits = " to ".join(spoken(Cents(each)) for each in (blank.least, blank.most) if each is not None)
        self._out.tell(self._bets.pay_table(wager))

        def words(text: str) -> str:
            amount = self._asker.read(text)
            return "" if amount is None else choice.text(self._me.name, amount)

        return self._typed(f"{called(wager)}, {limits}:", [("Enter", "none")], [choice], words) or self._mine(CLOSE)

    def _typed(self, question: str, keys: Keyed, choices: Sequence[Choice], words: Callable[[str], str]) -> list[Said]:
        """What a typed line means, once the table would take it; an empty list for an empty line.

        `words` turns a line into words for the table. If it makes no sense, it tells the person and returns none.
        """
        while (text := self.line(question, keys, _subjects(choices))) or not keys:
            said = words(text)
            refusal = refuses(self._table, self._me, said) if said else None
            if refusal is not None:
                self._out.refused(refusal)
            elif said:
                return self._mine(said)
        return []

    def _cut(self, question: Question) -> list[Said]:
        choice = question.choices[0]
        blank = choice.takes[0]
        ask = f"Cut, {blank.least} to {blank.most} cards from the top:"
        while text := self.line(ask, [("Enter", "decline")], _subjects([choice])):
            words = choice.text(self._me.name, text)
            refusal = refuses(self._table, self._me, words)
            if refusal is None or refusal.code != UNREADABLE:
                return self._mine(words)
            example = choice.ways[len(choice.ways) // 2].split()[-1]
            self._out.tell(f"Type a number of cards, for example {example}.")
        return self._mine(DECLINE)

    def _set(self, question: Question) -> list[Said]:
        """Which two cards are the low hand, or the house way; or that no setting is lawful."""
        choices = {each.verb: each for each in question.choices}
        if "bust" in choices:
            self.choose("No setting of your cards is lawful.", [("Enter", "bust")], _subjects(question.choices))
            return self._chosen(choices["bust"])
        low, high = choices["set"].ways[-1].removeprefix("set ").split(" | ")
        helped = f"house way, {self._named(high)} over {self._named(low)}"
        keys = [("Enter", helped)] if "house-way" in choices else []
        packet = next(hand.cards for hand in self._view.hands if hand.hand == question.hand)

        def words(text: str) -> str:
            chosen = read_low(packet, text)
            if not chosen:
                example = " ".join(packet[:LOW])
                self._out.tell(f"Type the places of two cards, as in 2 4, or the cards, as in {example}.")
                return ""
            rest = " ".join(each for each in packet if each not in chosen)
            return f"{self._me.name}@{question.hand} set {' '.join(chosen)} | {rest}"

        ask = f"{question.says}. Which two are low?"
        return self._typed(ask, keys, question.choices, words) or self._chosen(choices["house-way"])

    def _named(self, cards: str) -> str:
        return ", ".join(self._name(Card.parse(each)) for each in cards.split())

    def _decide(self, question: Question) -> list[Said]:
        choices = {each.verb: each for each in question.choices if each.affordable}
        keys = keys_of(list(choices))
        shown = [(key, uncapital(choices[verb].label)) for verb, key in keys.items()]
        if question.passes:
            shown.append(("Enter", "be paid" if "stand" in choices else "no"))
        chosen = self.choose(f"{question.says}:", shown, _subjects([choices[verb] for verb in keys]))
        if chosen == "Enter":
            return self._mine(DECLINE)
        return self._chosen(next(choices[verb] for verb, key in keys.items() if key == chosen))

    # Keys and lines.

    def choose(self, question: str, keys: Keyed, subjects: Subjects) -> str:
        """Return one of these keys, typed as such or as the first word of its meaning; keys that always work do."""
        known = {key for key, _ in (*keys, *ALWAYS)}
        words = {word: key for key, meaning in keys if (word := meaning.partition(" ")[0]) not in known}
        while True:
            self._out.ask(question, [*keys, *ALWAYS])
            key = self._keys.choice(self._redraw) or "Enter"
            key = words.get(key, key)
            if key in dict(keys):
                return key
            if self._always(key, subjects):
                self._out.tell(f"{key!r} is not one of the keys." if key.isalnum() else "That is not one of the keys.")

    def line(self, question: str, keys: Keyed, subjects: Subjects) -> str:
        """Return a line that is typed; the keys that always work do."""
        while True:
            self._out.ask(question, [*keys, *ALWAYS])
            text = self._keys.line().lower()
            if not text or self._always(text, subjects):
                return text

    def _always(self, key: str, subjects: Subjects) -> str:
        """Do what a key that always works stands for; return any other text."""
        match key:
            case "q" | "quit":
                raise Quit
            case "?":
                self._explain(subjects)
            case "l":
                self._last_rounds()
            case _:
                return key
        return ""

    def _redraw(self) -> None:
        if isinstance(self._out, Screen):
            self._out.resized()

    def _pause(self) -> None:
        self._out.ask("Press Enter to go on.", ())
        self._read_line()

    def _read_line(self) -> str:
        text = self._keys.line()
        if text.lower() in ("q", "quit"):
            raise Quit
        return text

    # Asides, which change nothing.

    def _explain(self, subjects: Subjects) -> None:
        """The rule behind every option, in our own words, by its clause."""
        book = self._table.game.house.rulebook
        if not subjects:
            self._out.tell(f"{book.title}. pitboss rules {book.id} shows the whole text.")
        for name, clauses in subjects:
            self._out.tell(f"{name}:")
            for clause, says in texts_of(book, clauses):
                self._out.tell(f"  {clause}: {says}")
        self._rest()

    def _last_rounds(self) -> None:
        """The last ten rounds with their results, and one of them line by line."""
        rounds = {each.number: each for each in past_rounds(self._table, self._me)}
        if not rounds:
            self._out.tell("No round has been finished yet.")
            self._rest()
            return
        for number, each in rounds.items():
            self._out.tell(f"Round {number}: {signed(each.net)}")
        self._out.ask(f"Which round? Enter for round {max(rounds)}.", ())
        text = self._read_line()
        chosen = rounds.get(int(text)) if text.isascii() and text.isdecimal() and len(text) < 9 else None
        for sentence in (chosen or rounds[max(rounds)]).told(self._name):
            self._out.tell(f"  {sentence}")
        self._rest()

    def _rest(self) -> None:
        """On a screen an aside waits to be read, and the table is drawn again."""
        if isinstance(self._out, Screen):
            self._pause()
            self._out.redraw()


def _subjects(choices: Sequence[Choice]) -> Subjects:
    return [(each.verb, each.clauses) for each in choices]


def read_low(packet: Sequence[str], text: str) -> tuple[str, ...]:
    """Return the two cards that are named by their places or as cards; an empty tuple if that is not clear."""
    words = text.removeprefix("set ").removeprefix("s ").replace(",", " ").split()
    known = {str(place): card for place, card in enumerate(packet, start=1)} | {card: card for card in packet}
    low = [known.get(word) or known.get(in_our_letters(word)) for word in words]
    chosen = tuple(dict.fromkeys(card for card in low if card is not None))
    return chosen if len(low) == len(chosen) == LOW else ()
