"""Events of a progressive meter as the members of a line, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.core.meter import Micro, Shown, rounded_down
from pitboss.core.petitions import Addressee, CriteriaEased, PetitionDecided, PetitionFiled, PetitionKind
from pitboss.core.purse import Contributed, Discontinued, Event, Joined, Keyed, RoundOver
from pitboss.core.transfers import ArrivalConfirmed, LiabilityReceived, LiabilityReturned, LiabilitySent
from pitboss.ids import HandId
from pitboss.money import Cents

Row = dict[str, int | str]


def write_event(event: Event, before: Shown) -> Row:
    """Return the members of an event at a meter that showed `before`."""
    match event:
        case Joined(table):
            return {"joined": table}
        case Contributed(table, round_, hand, wager):
            return {"contribution": table, "round": round_, "hand": str(hand), "wager": wager}
        case Keyed(table, round_, hand, percent):
            award = rounded_down(before, percent)
            return {"key": table, "round": round_, "hand": str(hand), "percent": percent, "award": award}
        case RoundOver(table, round_):
            return {"over": table, "round": round_}
        case Discontinued(petition):
            return {"discontinued": petition}
        case PetitionFiled() | PetitionDecided() | CriteriaEased():
            return _write_petition(event)
        case _:
            return _write_transfer(event)


def _write_petition(event: PetitionFiled | PetitionDecided | CriteriaEased) -> Row:
    match event:
        case PetitionFiled(reference, kind, to, about, licensee):
            about_it = {"about": about, "licensee": licensee}
            return {"petition": reference, "asks": str(kind), "to": str(to), **about_it}
        case PetitionDecided(reference, granted):
            return {"decided": reference, "granted": int(granted)}
        case CriteriaEased(reference):
            return {"eased": reference}


def _write_transfer(event: LiabilitySent | LiabilityReceived | ArrivalConfirmed | LiabilityReturned) -> Row:
    match event:
        case LiabilitySent(number, reference, to, meter, what):
            where: Row = {"under": reference, "to": to, "meter": meter}
            return {"sent": number, **where, "amount": what.amount, "reserve": what.reserve}
        case LiabilityReceived(number, sender, meter, line, what):
            whence: Row = {"from": sender, "meter": meter, "line": line}
            return {"received": number, **whence, "amount": what.amount, "reserve": what.reserve}
        case ArrivalConfirmed(number, receipt):
            return {"arrived": number, "receipt": receipt}
        case LiabilityReturned(number):
            return {"returned": number}


def read_event(row: Mapping[str, Any]) -> Event:
    """Return the event of a line; raise `ValueError`, `KeyError` or `TypeError` if it has none."""
    match row:
        case {"joined": table}:
            return Joined(table)
        case {"contribution": table, "round": round_, "hand": hand, "wager": wager}:
            return Contributed(table, int(round_), HandId.parse(hand), Cents(int(wager)))
        case {"key": table, "round": round_, "hand": hand, "percent": percent}:
            return Keyed(table, int(round_), HandId.parse(hand), int(percent))
        case {"over": table, "round": round_}:
            return RoundOver(table, int(round_))
        case {"discontinued": petition}:
            return Discontinued(petition)
    return _read_petition(row)


def _read_petition(row: Mapping[str, Any]) -> Event:
    match row:
        case {"petition": reference, "asks": kind, "to": to, "about": about, "licensee": licensee}:
            return PetitionFiled(reference, PetitionKind(kind), Addressee(to), about, licensee)
        case {"decided": reference, "granted": granted}:
            return PetitionDecided(reference, bool(granted))
        case {"eased": reference}:
            return CriteriaEased(reference)
    return _read_transfer(row)


def _read_transfer(row: Mapping[str, Any]) -> Event:
    match row:
        case {"sent": number, "under": reference, "to": to, "meter": meter}:
            return LiabilitySent(int(number), reference, to, meter, _what(row))
        case {"received": number, "from": sender, "meter": meter, "line": line}:
            return LiabilityReceived(int(number), sender, meter, line, _what(row))
        case {"arrived": number, "receipt": receipt}:
            return ArrivalConfirmed(int(number), receipt)
        case {"returned": number}:
            return LiabilityReturned(int(number))
    raise ValueError("no event of a meter")


def _what(row: Mapping[str, Any]) -> Shown:
    return Shown(Micro(int(row["amount"])), Micro(int(row["reserve"])))
