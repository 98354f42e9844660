"""The purse behind a progressive meter, shared by tables: what they add to it, what they win from it, and its books.

Everything that is done to it is an event, and its state is the fold of them. What a table says twice, because it could
not know whether it was heard, changes nothing: a contribution is what a hand of a round has added in all, and a key
press of a hand is answered as it was the first time. After every event seeds, contributions and what was received are
what is shown, in reserve, paid and sent, to the millionth of a cent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pitboss.core.meter import (
    ALL,
    MeterRefuses,
    Micro,
    Shares,
    Shown,
    after_award,
    may_be_given_up,
    micro,
    rounded_down,
)
from pitboss.core.petitions import PetitionEvent, PetitionKind, Petitions
from pitboss.core.transfers import (
    ArrivalConfirmed,
    LiabilityReceived,
    LiabilityReturned,
    LiabilitySent,
    TransferEvent,
    Transfers,
)
from pitboss.ids import HandId
from pitboss.money import Cents


@dataclass(frozen=True, slots=True)
class Joined:
    """A table plays for this meter from now on."""

    table: str


@dataclass(frozen=True, slots=True)
class Contributed:
    """A hand of a round has wagered so much on the meter in all; nothing if the wager went back."""

    table: str
    round: int
    hand: HandId
    wager: Cents


@dataclass(frozen=True, slots=True)
class Keyed:
    """A share of the meter was keyed in for a hand."""

    table: str
    round: int
    hand: HandId
    percent: int


@dataclass(frozen=True, slots=True)
class RoundOver:
    """All wagers of a round are settled, and what they have added stands."""

    table: str
    round: int


@dataclass(frozen=True, slots=True)
class Discontinued:
    """The meter is given up, under the reference of a petition that was granted, or when it has been won."""

    petition: str


Event = Joined | Contributed | Keyed | RoundOver | Discontinued | PetitionEvent | TransferEvent


@dataclass(slots=True)
class AtTable:
    """What a table has said of its last round."""

    round: int
    wagers: dict[HandId, Cents] = field(default_factory=dict)
    keyed: dict[HandId, tuple[int, Shown]] = field(default_factory=dict)
    over: bool = False

    @property
    def plays(self) -> bool:
        """Whether wagers of its round are locked and not settled."""
        return not self.over and any(self.wagers.values())


@dataclass(slots=True)
class Purse:
    """A meter with its books; amounts in millionths of a cent.

    `won` says that its highest award has been won and that nothing was added since: with the next contribution it owes
    players a jackpot again. `petition` is under what it was discontinued, None while it is in play.
    """

    seed: Cents
    shares: Shares
    shown: Shown = field(init=False)
    seeds: int = field(init=False)
    contributed: int = 0
    paid: int = 0
    won: bool = False
    petition: str | None = None
    tables: dict[str, AtTable] = field(default_factory=dict)
    petitions: Petitions = field(default_factory=Petitions)
    transfers: Transfers = field(default_factory=Transfers)

    def __post_init__(self) -> None:
        self.shown = Shown(micro(self.seed), Micro(0))
        self.seeds = micro(self.seed)

    @property
    def balanced(self) -> bool:
        came = self.seeds + self.contributed + self.transfers.received
        return came == self.shown.amount + self.shown.reserve + self.paid + self.transfers.sent

    @property
    def in_play(self) -> bool:
        return self.petition is None

    def join(self, table: str) -> list[Event]:
        """Raises `MeterRefuses` for a new table at a meter that was given up."""
        if table in self.tables:
            return []
        if self.petition is not None:
            raise MeterRefuses("this meter was discontinued, and no more tables play for it")
        return [Joined(table)]

    def lock(self, table: str, round_: int, wagers: Iterable[tuple[HandId, Cents]]) -> list[Event]:
        """What is new in these wagers, which were taken while the meter was in play. Raises `MeterRefuses`."""
        self._need_current(table, round_)
        return self._changes(table, round_, dict(wagers))

    def key(self, table: str, round_: int, hand: HandId, percent: int) -> list[Event]:
        """A key press, unless the hand has been keyed in already; raises `MeterRefuses`."""
        self._need_current(table, round_)
        known = self._at(table, round_).keyed.get(hand)
        if known is None:
            return [Keyed(table, round_, hand, percent)]
        if known[0] != percent:
            raise MeterRefuses(f"hand {hand} of round {round_} was keyed in for {known[0]} %, not for {percent} %")
        return []

    def over(self, table: str, round_: int, wagers: Mapping[HandId, Cents]) -> list[Event]:
        """The end of a round with the wagers that stood; nothing if it was heard before, or is older."""
        at = self.tables.get(table)
        if at is not None and (at.round > round_ or (at.round == round_ and at.over)):
            return []
        return [*self._changes(table, round_, dict(wagers)), RoundOver(table, round_)]

    def discontinue(self, reference: str = "") -> list[Event]:
        """Raise `MeterRefuses` while the meter owes a jackpot and no granted petition lets another one take it."""
        if not self.in_play:
            raise MeterRefuses("this meter was discontinued before")
        if reference:
            self.petitions.need_granted(reference, PetitionKind.MOVE, PetitionKind.PASS)
        if not may_be_given_up(won=self.won, liability_leaves=bool(reference)):
            owes = "the highest award has not been won since the last contribution"
            raise MeterRefuses(f"{owes}; name a petition that was granted to move or pass the liability")
        return [Discontinued(reference)]

    def ease(self, reference: str) -> list[PetitionEvent]:
        """The criteria of a granted petition come into force; raises `MeterRefuses`."""
        if not self.in_play:
            raise MeterRefuses("this meter was discontinued; nobody can win it by other criteria")
        return self.petitions.ease(reference)

    def send(self, reference: str, to: str, meter: str) -> list[Event]:
        """All that the meter owes leaves it. Raise `MeterRefuses` where the petition does not permit it or not yet."""
        filed = self.petitions.need_granted(reference, PetitionKind.MOVE, PetitionKind.PASS)
        if filed.about != to:
            raise MeterRefuses(f"petition {reference} names the jackpot {filed.about}, not {to}")
        if self.in_play:
            raise MeterRefuses("wagers on this meter are still taken; discontinue it under the petition first")
        if any(at.plays for at in self.tables.values()):
            raise MeterRefuses("a round with wagers on this meter is not over; what they may win stays until then")
        if not any(self.shown):
            raise MeterRefuses("nothing is left in this meter to transfer")
        return [LiabilitySent(self.transfers.next_number, reference, to, meter, self.shown)]

    def confirm(self, reference: str, receipt: str) -> list[Event]:
        """A jackpot kept elsewhere has taken what was sent to it. Raise `MeterRefuses` if nothing waits for that."""
        waiting = [each for each in self.transfers.in_transit() if each.reference == reference and not each.meter]
        if not waiting:
            raise MeterRefuses(f"nothing is in transit under petition {reference} to a jackpot kept elsewhere")
        return [ArrivalConfirmed(each.number, receipt) for each in waiting]

    def answered(self, table: str, round_: int, hand: HandId) -> Shown:
        """What a key press of this hand was answered."""
        return self._at(table, round_).keyed[hand][1]

    def apply(self, event: Event) -> None:
        match event:
            case Joined(table):
                self._at(table, 0)
            case Contributed(table, round_, hand, wager):
                self._contribute(self._at(table, round_), hand, wager)
            case Keyed(table, round_, hand, percent):
                self._at(table, round_).keyed[hand] = (percent, self.shown)
                self._pay(percent)
            case RoundOver(table, round_):
                self._at(table, round_).over = True
            case Discontinued(petition):
                self.petition = petition
            case LiabilitySent() | LiabilityReceived() | ArrivalConfirmed() | LiabilityReturned():
                self._transfer(event)
            case _:
                self.petitions.apply(event)
        assert self.balanced, "a meter has lost or found something"

    def _contribute(self, at: AtTable, hand: HandId, wager: Cents) -> None:
        before, now = self.shares.of(at.wagers.get(hand, Cents(0))), self.shares.of(wager)
        more, reserve = now.amount - before.amount, now.reserve - before.reserve
        at.wagers[hand] = wager
        self.shown = self.shown.plus(Shown(Micro(more), Micro(reserve)))
        self.contributed += more + reserve
        if more + reserve > 0:
            self.won = False

    def _transfer(self, event: TransferEvent) -> None:
        if isinstance(event, LiabilitySent) and event.what != self.shown:
            raise ValueError("a meter sends all that it owes")
        self.shown = self.shown.plus(self.transfers.apply(event))
        if isinstance(event, LiabilityReceived):
            self.won = False

    def _pay(self, percent: int) -> None:
        self.paid += micro(rounded_down(self.shown, percent))
        self.shown = after_award(self.shown, percent, self.seed)
        if percent == ALL:
            self.seeds += micro(self.seed)
            self.won = True

    def _at(self, table: str, round_: int) -> AtTable:
        """A table in its round; a new one if it has not spoken of this round yet."""
        at = self.tables.get(table)
        if at is None or at.round < round_:
            at = self.tables[table] = AtTable(round_)
        return at

    def _need_current(self, table: str, round_: int) -> None:
        at = self.tables.get(table)
        if at is not None and (at.round > round_ or (at.round == round_ and at.over)):
            raise MeterRefuses(f"round {round_} of this table is over")

    def _changes(self, table: str, round_: int, wagers: dict[HandId, Cents]) -> list[Event]:
        at = self.tables.get(table)
        known = at.wagers if at is not None and at.round == round_ else {}
        wanted = {**dict.fromkeys(known, Cents(0)), **wagers}
        new = [(hand, wager) for hand, wager in wanted.items() if known.get(hand, Cents(0)) != wager]
        for hand, wager in new:
            if wager < 0:
                raise MeterRefuses(f"a wager of hand {hand} is below zero")
        return [Contributed(table, round_, hand, wager) for hand, wager in new]
