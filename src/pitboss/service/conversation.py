"""A question as a conversation: prompts one after another, until the person has said something to the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.cards import Card, in_our_letters
from pitboss.ids import Author, Player, Role, Wager
from pitboss.money import Cents, spoken
from pitboss.service.asked import Choice, Question
from pitboss.service.bet_prompts import BetPrompts
from pitboss.service.bets import Bet, Bets
from pitboss.service.prompts import ENTER, Prompt, Reply, Talk, chosen, dollars, subjects, typed
from pitboss.service.question import question as asked
from pitboss.service.saying import UNREADABLE, refuses
from pitboss.service.view import View
from pitboss.service.words import CardName, called, uncapital
from pitboss.tables.live import LiveTable

DECLINE, CLOSE = "decline", "close"
LOW = 2
ASIDES = ("close-table", "buy", "see-burn")
"""What a person is offered between rounds besides betting, in the order in which it is shown."""
NO_WAGER = "no-wager"
"""The name of the reply that leaves the betting window without a bet."""


class Said(NamedTuple):
    """What somebody says to the table, in the words of the record."""

    by: Author
    words: str


class Conversation:
    """Asks one person at a table, who is the house too between rounds.

    `name` says how cards are called. `buying` follows a refusal for want of chips, and says how chips are bought.
    """

    def __init__(self, table: LiveTable, me: Player, name: CardName = str, buying: str = "") -> None:
        self._table = table
        self._me = Author(Role.PLAYER, me)
        self._house = Author(Role.HOUSE, me)
        self._name = name
        self._bets = Bets(table, me)
        self._bet_prompts = BetPrompts(self._bets, buying)

    def ask(self, question: Question, view: View) -> Talk[list[Said]]:
        """Put a question to the person; return what they say, or an empty list if they are to be asked again."""
        match question.kind:
            case "between-rounds":
                return self._between_rounds(question, view)
            case "betting":
                return self._betting()
            case "cut":
                return self._cut(question.choices[0])
            case "set":
                return self._set(question, view)
        return self._window(question, view) if question.to == "players" else self._decide(question)

    def _mine(self, *words: str) -> list[Said]:
        return [Said(self._me, each) for each in words]

    def _taken(self, choice: Choice) -> list[Said]:
        """The usual way to take a choice of mine."""
        return self._mine(choice.text(self._me.name, way=choice.ways[-1]))

    def _between_rounds(self, question: Question, view: View) -> Talk[list[Said]]:
        house = asked(self._table, self._house)
        assert house is not None, "the table is open"
        asked_of = ((self._me, question), (self._house, house))
        asides = {each.verb: (by, each) for by, some in asked_of for each in some.choices}
        replies = [Reply(verb, uncapital(asides[verb][1].label)) for verb in ASIDES if verb in asides]
        new_shoe = chosen(Prompt(question.says, [Reply(ENTER, "shuffle"), *replies]))
        heard = yield from new_shoe if view.shoe is None else self._bet_prompts.bet(replies)
        if not isinstance(heard, Reply):
            return [*self._mine(CLOSE), *self._placed(heard)] if heard else []
        return self._mine(CLOSE) if heard.name == ENTER else (yield from self._aside(*asides[heard.name]))

    def _aside(self, by: Author, choice: Choice) -> Talk[list[Said]]:
        if not choice.takes:
            return [Said(by, choice.text(by.name))]
        ask = Prompt("Chips for how many dollars?", [Reply(ENTER, "none")], takes_lines=True)
        chips = yield from typed(ask, dollars)
        return [] if isinstance(chips, Reply) else [Said(by, choice.text(by.name, chips))]

    def _betting(self) -> Talk[list[Said]]:
        """The window is open already, because the person left the table in the middle of a bet."""
        placed = self._bets.placed()
        bet = self._bets.whole(placed) if placed else (yield from self._bet_prompts.bet([Reply(NO_WAGER, "no wager")]))
        return self._mine(CLOSE) if isinstance(bet, Reply) else self._placed(bet)

    def _placed(self, bet: Bet) -> list[Said]:
        """The wagers are placed, and the window is closed."""
        return self._mine(*self._bets.words(bet), CLOSE) if bet else []

    def _window(self, question: Question, view: View) -> Talk[list[Said]]:
        """Insurance and the like: what may be done on one of my hands, or nothing more."""
        choice = next((each for each in question.choices if each.affordable), None)
        if choice is None:
            return self._mine(CLOSE)
        if question.kind == "late-wager":
            return (yield from self._late(choice))
        several = sum(hand.player == self._me.name for hand in view.hands) > 1
        where = f" on box {choice.hand.partition('.')[0]}" if several else ""
        ask = f"{question.says.removesuffix('?')}{where}?"
        heard = yield from chosen(Prompt(ask, [_reply(choice), Reply(ENTER, "no")]))
        return self._mine(CLOSE) if heard.name == ENTER else self._taken(choice)

    def _late(self, choice: Choice) -> Talk[list[Said]]:
        """A wager that is placed when the first cards are dealt, or none."""
        wager, blank = Wager(choice.verb), choice.takes[0]
        limits = " to ".join(spoken(Cents(each)) for each in (blank.least, blank.most) if each is not None)
        yield self._bets.pay_table(wager)

        def read(text: str) -> Talk[str | None]:
            amount = yield from dollars(text)
            return None if amount is None else (yield from self._lawful(choice.text(self._me.name, amount)))

        prompt = Prompt(f"{called(wager)}, {limits}:", [Reply(ENTER, "none")], subjects([choice]), takes_lines=True)
        words = yield from typed(prompt, read)
        return self._mine(CLOSE if isinstance(words, Reply) else words)

    def _lawful(self, words: str) -> Talk[str | None]:
        """Return these words if the table would take them; otherwise the person is told why not."""
        refusal = refuses(self._table, self._me, words)
        if refusal is None:
            return words
        yield refusal
        return None

    def _cut(self, choice: Choice) -> Talk[list[Said]]:
        blank, example = choice.takes[0], choice.ways[len(choice.ways) // 2].split()[-1]

        def read(text: str) -> Talk[str | None]:
            words = choice.text(self._me.name, text)
            refusal = refuses(self._table, self._me, words)
            if refusal is None or refusal.code != UNREADABLE:
                return words
            yield f"Type a number of cards, for example {example}."
            return None

        ask = f"Cut, {blank.least} to {blank.most} cards from the top:"
        prompt = Prompt(ask, [Reply(ENTER, "decline")], subjects([choice]), takes_lines=True)
        words = yield from typed(prompt, read)
        return self._mine(DECLINE if isinstance(words, Reply) else words)

    def _set(self, question: Question, view: View) -> Talk[list[Said]]:
        """Which two cards are the low hand, or the house way; or that no setting is lawful."""
        choices, about = {each.verb: each for each in question.choices}, subjects(question.choices)
        if "bust" in choices:
            yield from chosen(Prompt("No setting of your cards is lawful.", [Reply(ENTER, "bust")], about))
            return self._taken(choices["bust"])
        packet = next(hand.cards for hand in view.hands if hand.hand == question.hand)

        def read(text: str) -> Talk[str | None]:
            low = read_low(packet, text)
            if not low:
                example = " ".join(packet[:LOW])
                yield f"Type the places of two cards, as in 2 4, or the cards, as in {example}."
                return None
            rest = " ".join(each for each in packet if each not in low)
            return (yield from self._lawful(f"{self._me.name}@{question.hand} set {' '.join(low)} | {rest}"))

        helped = [Reply(ENTER, self._house_way(choices["set"]))] if "house-way" in choices else []
        words = yield from typed(Prompt(f"{question.says}. Which two are low?", helped, about, takes_lines=True), read)
        return self._taken(choices["house-way"]) if isinstance(words, Reply) else self._mine(words)

    def _house_way(self, choice: Choice) -> str:
        """The usual setting in words: the high hand over the low one."""
        low, high = choice.ways[-1].removeprefix("set ").split(" | ")
        return f"house way, {self._named(high)} over {self._named(low)}"

    def _named(self, cards: str) -> str:
        return ", ".join(self._name(Card.parse(each)) for each in cards.split())

    def _decide(self, question: Question) -> Talk[list[Said]]:
        choices = {each.verb: each for each in question.choices if each.affordable}
        passes = [Reply(ENTER, "be paid" if "stand" in choices else "no")] if question.passes else []
        heard = yield from chosen(Prompt(f"{question.says}:", [*map(_reply, choices.values()), *passes]))
        return self._mine(DECLINE) if heard.name == ENTER else self._taken(choices[heard.name])


def _reply(choice: Choice) -> Reply:
    return Reply(choice.verb, uncapital(choice.label), choice.clauses)


def read_low(packet: Sequence[str], text: str) -> tuple[str, ...]:
    """Return the two cards that are named by their places or as cards; an empty tuple if that is not clear."""
    words = text.removeprefix("set ").removeprefix("s ").replace(",", " ").split()
    known = {str(place): card for place, card in enumerate(packet, start=1)} | {card: card for card in packet}
    low = [known.get(word) or known.get(in_our_letters(word)) for word in words]
    chosen = tuple(dict.fromkeys(card for card in low if card is not None))
    return chosen if len(low) == len(chosen) == LOW else ()
