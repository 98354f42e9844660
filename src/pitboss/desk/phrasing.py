"""What a program says to a table, in the words of the record."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.core.authority import PERMISSIONS
from pitboss.core.requests import Answer
from pitboss.desk.questions import Refused
from pitboss.ids import DEALER, HOUSE_DEALER, Author, Role
from pitboss.service.asked import Choice, No, Question
from pitboss.service.question import question
from pitboss.service.saying import UNREADABLE
from pitboss.service.view import view
from pitboss.store.answers import verbs_of, write_answer
from pitboss.tables.intents import Sit
from pitboss.tables.live import LiveTable

PASS = "pass"


class Phrasing:
    """Puts what one person, the author, says at a table into the words of the record, which name the hand."""

    def __init__(self, table: LiveTable, author: Author) -> None:
        self._table = table
        self.author = author

    def words(self, says: str | Choice | Answer, values: Sequence[int | str] = ()) -> str:
        """Return the words of the record; raise `Refused` if they are not clear."""
        if isinstance(says, Choice):
            return self._chosen(says, values)
        return self._said(" ".join(says.split())) if isinstance(says, str) else write_answer(says)

    def explained(self, no: No) -> No:
        """Return a refusal with what may be said instead, where the table knows no such words or no such player."""
        if self.author.role is Role.PLAYER and self._seat is None and no.verb != Sit.verb:
            return self.not_seated(no.verb)
        if no.code != UNREADABLE:
            return no
        return No(no.verb, no.code, f'{self._expected()}, got "{no.verb[:40]}".')

    def not_seated(self, verb: str) -> No:
        """Return the refusal of anything that only a player at the table may say."""
        name = self.author.name
        return No(verb, "not-seated", f'{name} is not at this table. Seat them first, as in sit("{name}", 500).')

    def _chosen(self, choice: Choice, values: Sequence[int | str]) -> str:
        if not values and choice.ways:
            return choice.text(self.author.name, way=choice.ways[-1])
        if len(values) != len(choice.takes):
            takes = ", ".join(blank.kind for blank in choice.takes) or "nothing"
            raise Refused(f"{choice.verb} takes {takes}; {len(values)} given.", code="wrong-values")
        return choice.text(self.author.name, *values)

    def _said(self, text: str) -> str:
        first, _, rest = text.partition(" ")
        verb = rest.partition(" ")[0]
        verbs = verbs_of(self._table.game)
        if text == PASS:
            return self._passed()
        if first in PERMISSIONS and (rest or first not in verbs):
            return f"{self.author} {text}"
        if first in verbs:
            hand = self._hand_for(first)
            return f"{self._name_at(hand)} {text if rest else self._usual(first, hand)}"
        return f"{self._name_at(first)} {rest}" if _is_hand(first) and verb in verbs else text

    def _passed(self) -> str:
        asked = self._asked()
        if asked is None or not asked.passes:
            raise Refused(f"There is nothing that {self.author.name} may pass now.", code="nothing-to-pass")
        return asked.passes

    def _usual(self, verb: str, hand: str) -> str:
        """A verb with nothing after it: the usual way to use it, which for an amount is the most that may be put up."""
        asked = self._asked()
        choices = () if asked is None else asked.choices
        ways = next((each.ways for each in choices if (each.verb, each.hand) == (verb, hand)), ())
        return ways[-1] if ways else verb

    def _name_at(self, hand: str) -> str:
        return f"{HOUSE_DEALER if hand == str(DEALER) else self.author.name}@{hand}"

    def _hand_for(self, verb: str) -> str:
        """The hand that is meant: the only one with this verb, or the one that is asked about, or the player's seat."""
        asked = self._asked()
        hands = [] if asked is None else [each.hand for each in asked.choices if each.verb == verb]
        hands = list(dict.fromkeys(hands))
        if len(hands) == 1:
            return hands[0]
        if len(hands) > 1 and self._seat not in hands:
            says = f'{verb} may be about {", ".join(hands)}. Name the hand, as in "{hands[-1]} {verb}".'
            raise Refused(says, code="which-hand")
        return (not hands and asked is not None and asked.hand) or self._seat or str(DEALER)

    @property
    def _seat(self) -> str | None:
        """The first hand of the box at which this player sits."""
        seats = view(self._table, None).seats if self.author.role is Role.PLAYER else ()
        return next((f"{seat.box}.1" for seat in seats if seat.player == self.author.name), None)

    def _asked(self) -> Question | None:
        return question(self._table, self.author)

    def _expected(self) -> str:
        asked = self._asked()
        verbs = [] if asked is None else [each.verb for each in asked.choices if each.affordable]
        verbs += [PASS] if asked is not None and asked.passes else []
        if not verbs:
            return f"Nothing is asked of {self.author.name} now"
        *others, last = dict.fromkeys(verbs)
        return f"Expected {', '.join(others)} or {last}" if others else f"Expected {last}"


def _is_hand(word: str) -> bool:
    box, dot, number = word.partition(".")
    return bool(dot) and box.isascii() and box.isdecimal() and number.isascii() and number.isdecimal()
