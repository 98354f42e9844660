"""A person at a seat: prompts become questions with keys, and what they press or type goes back."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from pitboss.cli.keys import Lines, Quit
from pitboss.cli.screen import Keyed, Output, Plain, Screen
from pitboss.cli.verbs import ALWAYS, keys_of
from pitboss.desk.tables import Sitting
from pitboss.ids import Author, Player, Role
from pitboss.service.asked import No, Question
from pitboss.service.bet_prompts import WITHOUT
from pitboss.service.conversation import NO_WAGER, Conversation, Said
from pitboss.service.feed import Feed
from pitboss.service.past import past_rounds
from pitboss.service.prompts import ENTER, Prompt, Reply, Subjects
from pitboss.service.report import Reporter, Sentence
from pitboss.service.saying import say
from pitboss.service.view import view
from pitboss.service.words import explained, signed, spoken_card

ASIDES = {WITHOUT: "0", NO_WAGER: "n", "close-table": "x", "buy": "y", "see-burn": "b"}
"""The keys of what may be done besides betting, where a bet is asked."""

ENTER_KEY = "Enter"


class Seat:
    """One person's side of a table, from the first question to the last."""

    def __init__(self, sitting: Sitting, me: Player, output: Output, keys: Lines) -> None:
        self._table = sitting.table
        self._me = Author(Role.PLAYER, me)
        self._out = output
        self._keys = keys
        self._name = spoken_card if isinstance(output, Plain) else str
        feed = Feed(self._table)
        self._stream = feed.stream(self._me, feed.before_last_round if sitting.resumed else None, self._name)
        self._view = view(self._table, self._me)
        self._reporter = Reporter(is_drawn=isinstance(output, Screen))
        self._news: list[Sentence] = []
        self._queue: deque[Said] = deque()
        self._conversation = Conversation(self._table, me, self._name, buying="; y buys chips")

    def play(self) -> None:
        """Play until the table is closed; raise `Quit` if the person wants to stop before that."""
        while (question := self._look()) is not None:
            if not self._queue:
                self._show()
                self._queue.extend(self._answer(question))
            if self._queue:
                self._say(self._queue.popleft())
        self._show()

    def _look(self) -> Question | None:
        update = self._stream.take()
        self._view = update.view
        self._news += self._reporter.report(update.news, update.view.net)
        return update.question

    def _show(self) -> None:
        self._out.show(self._view, self._news)
        self._news = []

    def _say(self, said: Said) -> None:
        refusal = say(self._table, said.by, said.words)
        if refusal is not None:
            self._queue.clear()
            self._out.refused(refusal)
            if isinstance(self._out, Screen):
                self._pause()

    def _answer(self, question: Question) -> list[Said]:
        """What the person says to a question; if it is nothing, they are asked again."""
        talk = self._conversation.ask(question, self._view)
        try:
            part = next(talk)
            while True:
                part = talk.send(self._put(part))
        except StopIteration as end:
            said: list[Said] = end.value
            return said

    def _put(self, part: Prompt | No | str) -> Reply | str:
        """Show one part of a conversation; return the reply to a prompt, or the line that was typed."""
        match part:
            case Prompt():
                return self._ask(part)
            case No():
                self._out.refused(part)
            case str():
                self._out.tell(part)
        return ""

    def _ask(self, prompt: Prompt) -> Reply | str:
        """Return the reply whose key was pressed, or else the line that was typed; keys that always work do."""
        replies = _keys_for(prompt.replies)
        keys = [*((key, reply.means) for key, reply in replies.items()), *ALWAYS]
        about = [*prompt.about, *((each.name, each.clauses) for each in replies.values() if each.clauses)]
        while True:
            self._out.ask(prompt.says, keys)
            text = self._keys.line().lower() if prompt.takes_lines else self._keys.choice(self._redraw)
            key = text or ENTER_KEY
            key = key if prompt.takes_lines else _first_words(keys).get(key, key)
            if key in replies:
                return replies[key]
            if self._is_aside(key, about):
                continue
            if prompt.takes_lines:
                return text
            self._out.tell(f"{key!r} is not one of the keys." if key.isalnum() else "That is not one of the keys.")

    def _is_aside(self, key: str, about: Subjects) -> bool:
        """Do what a key that always works stands for; return whether this is one."""
        match key:
            case "q" | "quit":
                raise Quit
            case "?":
                self._explain(about)
            case "l":
                self._last_rounds()
            case _:
                return False
        return True

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

    def _explain(self, about: Subjects) -> None:
        """The rule behind every option, in our own words, by its clause."""
        for sentence in explained(self._table.game.house.rulebook, about):
            self._out.tell(sentence)
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


def _keys_for(replies: Sequence[Reply]) -> dict[str, Reply]:
    """Return replies by their keys, in the order in which they are shown: Enter first or last, as it comes."""
    named = {each.name: each for each in replies}
    asides = {name: ASIDES[name] for name in named if name in ASIDES}
    keys = {**asides, **keys_of([name for name in named if name not in (*asides, ENTER)])}
    enter = {ENTER: ENTER_KEY} if ENTER in named else {}
    keys = {**enter, **keys} if next(iter(named), None) == ENTER else {**keys, **enter}
    return {key: named[name] for name, key in keys.items()}


def _first_words(keys: Keyed) -> dict[str, str]:
    """The first word of what each key means, if it is no key itself: it may be typed instead."""
    known = {key for key, _ in keys}
    words = ((means.partition(" ")[0], key) for key, means in keys if (key, means) not in ALWAYS)
    return {word: key for word, key in words if word not in known}
