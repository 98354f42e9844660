"""`pitboss.table`: a table in a few lines of Python, on a virtual shoe or next to a dealer with real cards.

Amounts that a program gives are dollars, as in a round file; amounts that it reads are cents. What the table does not
take is raised as `Refused`, with a code and clauses, and then nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from types import TracebackType
from typing import Self

from pitboss.core.requests import Answer
from pitboss.desk.phrasing import Phrasing
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.ids import HOUSE_DEALER, Author, Box, Player, Role, Wager
from pitboss.law.rulebook import UnknownName
from pitboss.money import Cents, dollars, plain
from pitboss.service.asked import Choice, No, Question
from pitboss.service.bets import Bet, Bets
from pitboss.service.feed import Feed, Stream
from pitboss.service.past import PastRound, past_rounds
from pitboss.service.question import KINDS, PLAYERS_WINDOWS, question
from pitboss.service.saying import refuses, say
from pitboss.service.view import View, view
from pitboss.store.journal import CannotRecord
from pitboss.tables.commands import Mode
from pitboss.tables.live import LiveTable, TableDropped

Amount = int | float | str | Decimal
"""An amount of dollars."""
Says = str | Choice | Answer
"""Words of a round file, a choice of a question, or a typed answer."""

PASSED = ("cut",)
"""What is passed without asking, unless the program says otherwise."""
REST_KINDS = ("between-rounds", "betting")
SHOE_KINDS = ("counted", "break-seal", "shuffle", "take-out", "cut", "place", "load")
"""What is asked between the end of a shoe and the first card of the next one."""
DONE_KINDS = ("dealer-done", "poker-dealt")
"""When the dealer waits for objections before wagers are paid and taken."""
UNSEEN = ("??", "face-down")


class TableHandle:
    """A table as a program has it. Make one with `pitboss.table`, and close it, or use it in a `with` statement.

    People are called by name: `ann` is a player, and staff has its role before the name, as in `supervisor:sue`. The
    dealer on duty needs no role. `passing` are kinds of questions that are passed without asking.
    """

    def __init__(
        self, table: LiveTable, release: Callable[[], None], dealer: str = "", passing: Collection[str] = PASSED
    ) -> None:
        unknown = sorted(set(passing) - KINDS)
        if unknown:
            raise BadQuestion(str(UnknownName("kind of question", unknown[0], sorted(KINDS))))
        self._open_table = table
        self._release = release
        self._passing = frozenset(passing)
        self._begun = table.lines
        self._streams: dict[str | None, Stream] = {}
        self._is_closed = False
        if dealer and table.pending is not None and self.view().on_duty != dealer:
            self.say(f"{Role.DEALER}:{dealer}", f"relief {dealer}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Release the table and its journal. What is on record stays there, and the table can be opened again."""
        if not self._is_closed:
            self._is_closed = True
            self._release()

    @property
    def is_live(self) -> bool:
        """Whether people deal at this table."""
        return self._open_table.door.mode is Mode.LIVE

    # Looking: nothing at the table is changed.

    @property
    def question(self) -> Question | None:
        """What is asked now; None while bets are open, between rounds, and when the table is over."""
        who = self.turn
        return None if who is None else self.asks(who)

    @property
    def turn(self) -> str | None:
        """Who is asked now: a player, the dealer on duty, or `supervisor:` before any name; None if `question` is."""
        asked = self.asks()
        if asked is None or asked.kind in REST_KINDS:
            return None
        role, _, name = asked.to.partition(":")
        if role == "players":
            return next(self._players_with_choices(), self._dealer)
        return name or (self._dealer if role == "dealer" else f"{role}:{role}")

    def asks(self, who: str | None = None) -> Question | None:
        """Return what is asked now, as this person may see it; as anybody may if nobody is named."""
        return question(self._table, None if who is None else self._author(who))

    def refuses(self, who: str, says: Says, *values: int | str) -> No | None:
        """Return why the table would not take this of this person now, or None."""
        phrasing = Phrasing(self._table, self._author(who))
        no = refuses(self._table, phrasing.author, phrasing.words(says, values))
        return None if no is None else phrasing.explained(no)

    def view(self, who: str | None = None) -> View:
        """Return the table as this person may see it; as anybody may if nobody is named."""
        return view(self._table, None if who is None else self._author(who))

    def news(self, who: str | None = None) -> list[str]:
        """Return what has happened since the last call for this person, in sentences."""
        if who not in self._streams:
            self._streams[who] = self.feed.stream(None if who is None else self._author(who), self._begun)
        return [each.says for each in self._streams[who].news() if each.says]

    @property
    def feed(self) -> Feed:
        """Streams of complete updates about this table, for any number of viewers."""
        return Feed(self._table)

    def rounds(self, who: str | None = None) -> list[PastRound]:
        """Return the last finished rounds as this person may read them, the oldest first."""
        return past_rounds(self._table, None if who is None else self._author(who))

    def results(self, player: str) -> Cents | None:
        """Return what the last round has brought this player, in cents; None if they had no part in it."""
        return view(self._table, Author(Role.PLAYER, player)).net

    def chips(self, player: str) -> Cents:
        """Return the chips in front of this player, in cents."""
        held = {seat.player: seat.chips for seat in self.view().seats}
        if player not in held:
            raise Refused.by(Phrasing(self._table, Author(Role.PLAYER, player)).not_seated("chips"))
        return held[player]

    # Players.

    def sit(self, player: str, chips: Amount, box: int | None = None) -> None:
        """Seat a player with these chips, at the lowest free box if none is named."""
        there = self._free_box() if box is None else box
        self.say(f"{Role.PLAYER}:{player}", f"{player}@{there}.1 sit {_written(chips)}")

    def bet(
        self, player: str, bets: Mapping[str, Amount] | None = None, /, *, box: int | None = None, **wagers: Amount
    ) -> None:
        """Put down the whole bet of a player on one box, and open the round if the table rests.

        A wager is called by its id, with `_` for `-`. What lies there already is raised or lowered, so a bet that is
        made twice is placed once.
        """
        self.chips(player)
        whole = self._whole_bet(bets or {}, wagers)
        self._need_allowed(player, box, whole)
        self._open_betting(player)
        self._need_allowed(player, box, whole)
        for words in Bets(self._table, Player(player), None if box is None else Box(box)).words(whole):
            self._say(Author(Role.PLAYER, player), words)

    def say(self, who: str, says: Says, *values: int | str, seen: int | None = None) -> None:
        """Answer for this person: with words, with a choice and the values for its gaps, or with a typed answer.

        The words are those of a round file, and the hand may be left out where only one is meant. `pass` declines what
        is offered and closes what is open. With `seen`, of a question, an answer to an older question is refused.
        """
        phrasing = Phrasing(self._table, self._author(who))
        self._say(phrasing.author, phrasing.words(says, values), seen, phrasing)
        self._pass_routine()

    # The dealer.

    def deal(self, cards: str = "") -> None:
        """Close the betting; at a live table enter the cards that came, in the order in which they came.

        A card that is dealt face down enters itself; `??` may stand for it.
        """
        if cards and not self.is_live:
            raise Refused("This table deals from a virtual shoe. Call deal() without cards.", code="virtual-shoe")
        if self._kind == "betting":
            self._close_betting()
        elif not cards:
            raise Refused("No bets are open. Call bet() first.", code="not-betting")
        for place, card in enumerate(cards.split(), start=1):
            self._enter(card, place)
        self._enter_unseen()

    def shuffle(
        self, cut: int | None = None, by: str | None = None, *, behind: int | None = None, seal: str = ""
    ) -> None:
        """Make the next shoe ready at a live table: count, shuffle, cut, load and burn.

        The dealer cuts, in the middle unless `cut` says where; `by` is a player who cuts instead. The cut card has
        `behind` cards behind it, as the house has it by default. `seal` is that of decks that come shuffled, followed
        by the reference of their approval.
        """
        if not self.is_live:
            raise Refused("This table has a virtual shoe, which is shuffled when it is due.", code="virtual-shoe")
        if not self._is_shoe_due():
            raise Refused("No shuffle is due now.", code="no-shuffle-due")
        says = {"shuffle": "shuffled", "between-rounds": "close", "break-seal": f"break-seal {seal}"}
        says |= {} if behind is None else {"place": f"place {behind}"}
        while self._is_shoe_due():
            self._make_ready(self._kind, cut, by, says)
            self._enter_unseen()

    def pay(self) -> None:
        """Say that the dealer is done, so that wagers are paid and taken."""
        if self._kind not in DONE_KINDS:
            raise Refused("The dealer is not done, so nothing is paid now.", code="not-done")
        while self._kind in DONE_KINDS:
            self._as_dealer("close")

    # How it is done.

    @property
    def _table(self) -> LiveTable:
        if self._is_closed:
            raise Refused("This table was closed. Open it again with pitboss.table.", code="closed")
        return self._open_table

    @property
    def _kind(self) -> str:
        asked = self.asks()
        return "" if asked is None else asked.kind

    @property
    def _dealer(self) -> str:
        return self.view().on_duty or HOUSE_DEALER

    def _author(self, who: str) -> Author:
        """Return the author of this name; without a role it is a player's, or that of the dealer on duty."""
        seats = [seat.player for seat in view(self._table, None).seats]
        if ":" not in who:
            return Author(Role.DEALER if who == self._dealer and who not in seats else Role.PLAYER, who)
        with suppress(ValueError):
            return Author.parse(who)
        says = f'Nobody can be called "{who[:80]}". A name has letters, digits, - and _, as in supervisor:sue.'
        raise Refused(says, code="no-author")

    def _say(self, author: Author, words: str, seen: int | None = None, why: Phrasing | None = None) -> None:
        try:
            no = say(self._table, author, words, seen)
        except (CannotRecord, TableDropped) as error:
            self.close()
            reason = str(error) or "an earlier command was not stored"
            raise Refused(f"The record cannot be written: {reason}. Open the table again.", code="not-stored") from None
        if no is not None:
            raise Refused.by(no if why is None else why.explained(no))

    def _as_dealer(self, words: str) -> None:
        self._say(Author(Role.DEALER, self._dealer), words)
        self._pass_routine()

    def _pass_routine(self) -> None:
        """Pass what the program does not want to be asked, and close windows in which nobody has anything to say."""
        while (asked := self.asks()) is not None:
            role, _, name = asked.to.partition(":")
            if role == "player" and asked.kind in self._passing and self._asks_to_pass(name):
                self._say(Author(Role.PLAYER, name), "decline")
            elif asked.kind in PLAYERS_WINDOWS and self._is_idle(asked):
                self._say(self._closer(), "close")
            else:
                return

    def _asks_to_pass(self, player: str) -> bool:
        asked = self.asks(f"{Role.PLAYER}:{player}")
        return asked is not None and asked.passes == "decline"

    def _is_idle(self, asked: Question) -> bool:
        return asked.keeps_open is None and (asked.kind in self._passing or not any(self._players_with_choices()))

    def _players_with_choices(self) -> Iterator[str]:
        """The players who have something to say in the window that is open, from the dealer's left."""
        for seat in sorted(self.view().seats, key=lambda each: each.box):
            asked = self.asks(f"{Role.PLAYER}:{seat.player}")
            if asked is not None and any(choice.affordable for choice in asked.choices):
                yield seat.player

    def _closer(self) -> Author:
        """Who closes a window: the dealer at a live table, elsewhere anybody who sits there."""
        if self.is_live:
            return Author(Role.DEALER, self._dealer)
        return Author(Role.PLAYER, self.view().seats[0].player)

    # Betting.

    def _free_box(self) -> int:
        taken = {seat.box for seat in self.view().seats}
        return next(box for box in range(1, len(taken) + 2) if box not in taken)

    def _whole_bet(self, bets: Mapping[str, Amount], wagers: Mapping[str, Amount]) -> Bet:
        known = self._table.game.rules.betting.wagers
        whole: Bet = {}
        for name, amount in (*bets.items(), *wagers.items()):
            wager = Wager(name if name in known else name.replace("_", "-"))
            if wager not in known:
                raise Refused(str(UnknownName("wager", name, list(known))), code="no-such-wager")
            if wager in whole:
                raise Refused(f"The {wager} wager is named twice. Name it once, with all of it.", code="wager-twice")
            whole[wager] = _cents(amount)
        return whole

    def _need_allowed(self, player: str, box: int | None, whole: Bet) -> None:
        no = Bets(self._table, Player(player), None if box is None else Box(box)).refuses(whole)
        if no is not None:
            raise Refused.by(no)

    def _open_betting(self, player: str) -> None:
        """Open the next round if the table rests; a virtual shoe is shuffled first where one is due."""
        for _ in range(2):
            if self._kind == "between-rounds":
                self._need_shoe()
                self._say(self._closer() if self.is_live else Author(Role.PLAYER, player), "close")
                self._pass_routine()
        if self._kind == "betting":
            return
        asked = self.asks()
        says = "the table is over" if asked is None else f"the table asks: {asked.says}"
        raise Refused(f"No bets are taken now: {says}", code="not-betting")

    def _need_shoe(self) -> None:
        if self.is_live and self.view().shoe is None:
            raise Refused("A new shoe is due. Call shuffle() first.", code="shuffle-due")

    def _close_betting(self) -> None:
        asked = self.asks()
        if asked is not None and asked.keeps_open is not None:
            raise Refused.by(asked.keeps_open)
        self._say(self._closer(), "close")
        self._pass_routine()

    # Cards.

    def _enter(self, card: str, place: int) -> None:
        """Enter one card that came, or what the reader says."""
        if card not in UNSEEN:
            self._enter_unseen()
        asked = self.asks()
        if asked is None or asked.to != "dealer":
            says = "the table is over" if asked is None else f"the table asks: {asked.says}"
            raise Refused(f"Card {place}, {card}, is not due: {says}", code="no-card-due")
        self._as_dealer("face-down" if card in UNSEEN else card)

    def _enter_unseen(self) -> None:
        """Enter the cards that are dealt face down, which nobody sees."""
        while self._is_unseen_due():
            self._as_dealer("face-down")

    def _is_unseen_due(self) -> bool:
        asked = self.asks(f"{Role.DEALER}:{self._dealer}") if self.is_live else None
        return asked is not None and any(choice.verb == "face-down" for choice in asked.choices)

    def _is_shoe_due(self) -> bool:
        """Whether a shoe is to be counted or made ready before anything else."""
        kind = self._kind
        return kind in SHOE_KINDS or (kind == "between-rounds" and self.view().shoe is None)

    def _make_ready(self, kind: str, cut: int | None, by: str | None, says: Mapping[str, str]) -> None:
        """One step between two shoes."""
        asked = self.asks()
        assert asked is not None
        player = asked.to.partition(":")[2]
        if kind == "cut" and player and player != by:
            self._say(Author(Role.PLAYER, player), "decline")
        elif kind == "cut":
            who = player or self._dealer
            self.say(who, f"cut {self._middle(who) if cut is None else cut}")
        else:
            asked = self.asks(self._dealer)
            assert asked is not None
            self.say(self._dealer, says.get(kind) or asked.choices[0].ways[-1])

    def _middle(self, who: str) -> int:
        asked = self.asks(who)
        assert asked is not None
        blank = asked.choices[0].takes[0]
        return (blank.least + (blank.most or blank.least)) // 2


def _cents(amount: Amount) -> Cents:
    try:
        return dollars(repr(amount) if isinstance(amount, float) else amount)
    except (ValueError, TypeError):
        says = f"{str(amount)[:40]} is not an amount of dollars and whole cents. Write it as in 12.50."
        raise Refused(says, code="no-amount") from None


def _written(amount: Amount) -> str:
    return plain(_cents(amount))
