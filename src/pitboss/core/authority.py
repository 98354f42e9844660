"""Who may say what: the one table of what needs an authority. Refusals, documentation and tests come from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pitboss.core.incidents import ByStaff
from pitboss.core.kinds import Decision, StaffOrder
from pitboss.core.options import Refusal
from pitboss.ids import Clauses, Role


class Permission(NamedTuple):
    """What a matter is, the least rank that it needs, and whether a reason is to be given.

    Without a role it is for whoever the text puts in charge of the pit: in Maryland a floorperson, elsewhere a
    supervisor (S33).
    """

    about: str
    role: Role | None = None
    reason: bool = True

    def needs(self, in_charge: Role) -> Role:
        return self.role or in_charge


PERMISSIONS: Mapping[str, Permission] = {
    "relief": Permission("another dealer takes over, and burns a card", Role.DEALER, reason=False),
    "hears": Permission("a spoken wager with cash is heard", Role.DEALER, reason=False),
    "confirms": Permission("spoken wagers are confirmed", reason=False),
    "reader-failed": Permission("the card reader does not work", Role.FLOOR, reason=False),
    "reader-repaired": Permission("the card reader works again", Role.FLOOR, reason=False),
    "wrong-peek": Permission("the hole card was read by mistake", reason=False),
    StaffOrder.RECUT: Permission("the cut was improper and is made again"),
    StaffOrder.RESHUFFLE: Permission("the shoe ends before its cut card"),
    StaffOrder.SHUFFLER_FAILED: Permission("the shuffler has not finished its work"),
    StaffOrder.SHUFFLER_REMOVED: Permission("the shuffler leaves the table, or is marked out of order"),
    StaffOrder.NEW_DECKS: Permission("the decks are replaced by others"),
    "permit-entry": Permission("who sat out since the shuffle may bet again"),
    "miscount": Permission("a card is missing at the count, or one too many"),
    "misdeal": Permission("a wrong number of cards was dealt", Role.SUPERVISOR),
    "instruct": Permission("the dealer is to press the key for a verified hand", Role.SUPERVISOR, reason=False),
    "key": Permission("the key for an award of the progressive meter is pressed", Role.DEALER, reason=False),
    "dropped": Permission("a card has fallen from the table", Role.SUPERVISOR),
    "verify": Permission("a hand that wins from the progressive meter is what it seems", Role.SUPERVISOR, reason=False),
    "foul": Permission("the pit supervisor says what is done about a foul hand", Role.SUPERVISOR, reason=False),
    Decision.CONTINUE: Permission("something unforeseen changes nothing", Role.SUPERVISOR),
    Decision.VOID_HAND: Permission("something unforeseen voids a hand", Role.SUPERVISOR),
    Decision.VOID_ROUND: Permission("something unforeseen voids the round", Role.SUPERVISOR),
    "correct": Permission("an entry of this round was mistyped", Role.SUPERVISOR),
    "adjust": Permission("chips are given or taken for a round that is over", Role.SUPERVISOR),
}


def refuses_authority(
    incident: ByStaff, in_charge: Role, deals: Callable[[str], bool], clauses: Clauses
) -> Refusal | None:
    """Return why this is not for who says it: their rank is too low, they deal here, or they give no reason.

    `deals` tells of a name whether somebody of that name deals, or has dealt in this round.
    """
    permission, by = PERMISSIONS[incident.matter], incident.by
    needed = permission.needs(in_charge)
    if not by.role.may_act_as(needed):
        says = f"that is for a {needed} to say, and {by.name} speaks as {by.role}"
        return Refusal("no-authority", says, clauses)
    if needed is not Role.DEALER and deals(by.name):
        return Refusal("own-approval", f"{by.name} deals here, and nobody approves what he does himself", clauses)
    if permission.reason and not (incident.because or "").strip():
        return Refusal("no-reason", f"{incident.matter} needs a reason", clauses)
    return None
