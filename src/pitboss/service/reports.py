"""What staff may report or order now, instead of answering: everything that the table would take, and nothing else.

What a supervisor may correct is asked for by itself, because each entry of the round is tried: `corrections` tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product

from pitboss.cards import SPANISH_DECK, STANDARD_DECK, Card
from pitboss.core.authority import PERMISSIONS
from pitboss.core.incidents import (
    Adjusted,
    Admitted,
    BurnForgotten,
    ByStaff,
    Confirmed,
    CutCardOut,
    DrawnUnseen,
    Dropped,
    Exposed,
    FaceUpInShoe,
    FoulRuled,
    Heard,
    Incident,
    Miscounted,
    Misdealt,
    Missed,
    Ordered,
    Overdrawn,
    ReaderFailed,
    ReaderRepaired,
    Relieved,
    Ruled,
    SpotsSwapped,
    TenInShoe,
    WrongPeek,
)
from pitboss.core.kinds import Decision, FoulPolicy, Occasion, StaffOrder
from pitboss.core.options import Option
from pitboss.core.requests import Act, Window
from pitboss.core.wagering import PlaceWager
from pitboss.ids import Author, Box, Clauses, HandId, Player, Role, Wager
from pitboss.money import ZERO, Cents
from pitboss.service.asked import Blank, BlankKind, Choice
from pitboss.service.words import called, capital, name_of
from pitboss.store.answers import write_answer
from pitboss.tables.commands import Mode
from pitboss.tables.conduct import MOST_CHIPS
from pitboss.tables.intents import SeeBurnCard
from pitboss.tables.live import LiveTable

REASON = Blank(BlankKind.REASON)
STAFF = (Role.DEALER, Role.FLOOR, Role.SUPERVISOR, Role.HOUSE)
_SOME_REASON = "a reason"
_NEWCOMERS = ("newcomer", "another")
OfCard = FaceUpInShoe | Exposed | Overdrawn | TenInShoe
_OF_CARDS: Mapping[type[OfCard], str] = {
    FaceUpInShoe: "The next card lies face up in the shoe",
    Exposed: "A card was drawn in error, and the players saw it",
    Overdrawn: "The dealer drew one card too many",
}
_PLAIN: Mapping[type[CutCardOut | Missed | DrawnUnseen | BurnForgotten | SpotsSwapped], str] = {
    CutCardOut: "The cut card is out",
    Missed: "The dealer passed over this place",
    DrawnUnseen: "A card was drawn in error, and nobody saw it",
    BurnForgotten: "The dealer forgot to burn this card",
    SpotsSwapped: "The community cards lie on each other's spots",
}
TENS = tuple(card for card in STANDARD_DECK if card not in SPANISH_DECK)


def reports(table: LiveTable, author: Author) -> Iterator[Choice]:
    """Yield everything that this author may report now. Each was tried, and nothing at the table is changed.

    A player may ask for the burn card in a round, whatever the question is.
    """
    if author.role in STAFF:
        yield from _Reporter(table, author).all()
    elif author.role is Role.PLAYER and table.runner.state.in_round:
        yield from _asides(table, author)


def _asides(table: LiveTable, author: Author) -> Iterator[Choice]:
    player = Player(author.name)
    seat = table.runner.state.seats.get(player)
    hand = HandId(Box(0) if seat is None else seat.box, 1)
    if table.refuses(author, Act(player, hand, SeeBurnCard())) is None:
        verb, clauses = SeeBurnCard.verb, table.game.rules.shoe.cites.burn_seen
        yield Choice(verb, capital(name_of(verb)), verb, str(hand), ways=(verb,), clauses=clauses)


class _Reporter:
    """Tries what one of the staff may report."""

    def __init__(self, table: LiveTable, author: Author) -> None:
        self._table = table
        self._author = author
        runs_it = author.role is Role.HOUSE and table.door.mode is not Mode.LIVE
        self._by = Author(Role.SUPERVISOR, author.name) if runs_it else author
        self._state = table.seen_by(None)
        self._left: dict[tuple[Card, ...], tuple[Card, ...]] = {}

    def all(self) -> Iterator[Choice]:
        yield from self._of_cards()
        for kind, label in _PLAIN.items():
            if self._takes(kind()):
                yield self._choice(kind(), label, write_answer(kind()))
        for incident, words, blanks in self._by_staff():
            if self._takes(incident):
                label = f"{capital(PERMISSIONS[incident.matter].about)}{_about(incident)}"
                yield self._choice(incident, label, f"{self._by} {incident.matter} {words}".rstrip(), *blanks)
        yield from self._heard()

    def _takes(self, incident: Incident) -> bool:
        return self._table.refuses(self._author, incident) is None

    def _choice(self, incident: Incident, label: str, say: str, *blanks: Blank) -> Choice:
        verb = incident.matter if isinstance(incident, ByStaff) else write_answer(incident).partition(" ")[0]
        ways = () if blanks else (say,)
        return Choice(verb, label, say, takes=blanks, ways=ways, clauses=self._clauses(incident))

    def _clauses(self, incident: Incident) -> Clauses:
        table = self._table.runner.table
        handler = (table if table.round is None else table.round).incidents.get(type(incident))
        return () if handler is None else handler.clauses

    def _of_cards(self) -> Iterator[Choice]:
        cards = tuple(dict.fromkeys(self._table.game.shoe))
        for kind, label in _OF_CARDS.items():
            yield from self._of_some(kind, label, cards)
        yield from self._of_some(TenInShoe, "A 10 was found in the shoe", TENS)

    def _of_some(
        self,
        kind: Callable[[Card], FaceUpInShoe | Exposed | Overdrawn | TenInShoe],
        label: str,
        cards: tuple[Card, ...],
    ) -> Iterator[Choice]:
        """A report of a card, if any of these may be it; where the first is refused for what it is, others may do."""
        refusal = self._table.refuses(self._author, kind(cards[0]))
        if refusal is not None and refusal.code != "no-such-card":
            return
        may_be = self._left.get(cards, ())  # what one report may be about, others may be about too
        if not may_be or not self._takes(kind(may_be[0])):
            may_be = self._left[cards] = tuple(card for card in cards if self._takes(kind(card)))
        if may_be:
            word = write_answer(kind(cards[0])).partition(" ")[0]
            blank = Blank(BlankKind.CARD, of=tuple(card.text for card in may_be))
            yield self._choice(kind(may_be[0]), label, f"{word} {{}}", blank)

    def _by_staff(self) -> Iterator[tuple[ByStaff, str, tuple[Blank, ...]]]:
        """What may be said with a name below it: each with the words after its matter, and their gaps."""
        by, reason = self._by, (REASON,)
        for plain in (WrongPeek, ReaderFailed, ReaderRepaired):
            yield plain(by), "", ()
        for order in StaffOrder:
            yield Ordered(by, order, _SOME_REASON), "{}", reason
        if by.role is Role.DEALER and by.name != self._state.dealer:  # who takes over says so in their own name
            yield Relieved(by, by.name), by.name, ()
        newcomer = next(name for name in _NEWCOMERS if name != self._state.dealer)
        yield Relieved(by, newcomer), "{}", (Blank(BlankKind.NAME),)
        yield from self._about_the_round()
        yield from self._about_players()
        cards = len(self._table.game.shoe)
        yield Miscounted(by, cards - 1, _SOME_REASON), "{} {}", (Blank(BlankKind.NUMBER, 0, cards - 1), REASON)
        more = Blank(BlankKind.NUMBER, cards + 1, 2 * cards - 1)
        yield Miscounted(by, cards + 1, _SOME_REASON), "{} {}", (more, REASON)

    def _about_the_round(self) -> Iterator[tuple[ByStaff, str, tuple[Blank, ...]]]:
        by, layout = self._by, self._state.layout
        if not self._state.in_round:
            return
        yield Ruled(by, Decision.CONTINUE, None, _SOME_REASON), "{}", (REASON,)
        yield Ruled(by, Decision.VOID_ROUND, None, _SOME_REASON), "{}", (REASON,)
        for hand in layout.order:
            yield Ruled(by, Decision.VOID_HAND, hand, _SOME_REASON), f"{hand} {{}}", (REASON,)
        for hand, policy in product(layout.fouls, FoulPolicy):
            yield FoulRuled(by, hand, policy), f"{hand} {policy}", ()
        yield Misdealt(by, None, _SOME_REASON), "dealer {}", (REASON,)
        for box in layout.boxes():
            yield Misdealt(by, box, _SOME_REASON), f"{box} {{}}", (REASON,)
            yield Dropped(by, box, _SOME_REASON), f"{box} {{}}", (REASON,)

    def _about_players(self) -> Iterator[tuple[ByStaff, str, tuple[Blank, ...]]]:
        by, state = self._by, self._state
        for player in state.seats:
            yield Admitted(by, player, _SOME_REASON), f"{player} {{}}", (REASON,)
            gives = Blank(BlankKind.CENTS, 1, MOST_CHIPS)
            rounds = Blank(BlankKind.NUMBER, 1, state.rounds)
            gift = Adjusted(by, player, Cents(1), _SOME_REASON, state.rounds)
            yield gift, f"{{}} {player} {{}} {{}}", (rounds, gives, REASON)
            held = state.chips(player)
            takes = Blank(BlankKind.CENTS, 1, min(held, MOST_CHIPS))
            yield replace(gift, amount=Cents(-1)), f"{{}} {player} -{{}} {{}}", (rounds, takes, REASON)

    def _heard(self) -> Iterator[Choice]:
        """Spoken wagers: those that may be heard, and those that wait to be confirmed."""
        request, layout = self._table.pending, self._state.layout
        if not isinstance(request, Window) or request.occasion is not Occasion.BETTING:
            return
        for player, hand in dict.fromkeys((key.player, HandId(key.hand.box, 1)) for key in layout.spoken):
            confirmed = Confirmed(self._by, player, hand)
            if self._takes(confirmed):
                label = f"Confirm the spoken wagers of {player} on box {hand.box}"
                yield self._choice(confirmed, label, write_answer(confirmed))
        for player, seat in self._state.seats.items():
            yield from self._heard_of(player, HandId(seat.box, 1))

    def _heard_of(self, player: Player, hand: HandId) -> Iterator[Choice]:
        ruling = self._table.runner.table.ruling(PlaceWager, player, hand)
        for takes in ruling.takes if isinstance(ruling, Option) else ():
            heard = Heard(self._by, player, hand, Wager(takes.word), Cents(takes.least))
            if self._takes(heard):
                say = f"{self._by} {heard.matter} {player}@{hand} {takes.word} {{}}"
                label = f"{player} says a {called(heard.wager).lower()} wager on box {hand.box}, with cash"
                yield self._choice(heard, label, say, Blank(BlankKind.CENTS, takes.least, takes.most, takes.step))


def _about(incident: ByStaff) -> str:
    """About whom or what it is, for its label."""
    match incident:
        case Ruled(hand=HandId() as hand):
            return f": hand {hand}"
        case FoulRuled(hand=hand, policy=policy):
            return f": hand {hand}, {policy.replace('_', ' ')}"
        case Misdealt(box=box) | Dropped(box=box):
            return ": the dealer" if box is None else f": box {box}"
        case Admitted(player=player):
            return f": {player}"
        case Adjusted(player=player, amount=amount):
            return f": {'give to' if amount > ZERO else 'take from'} {player}"
    return ""
