"""Practices of tables that have changed: a table goes on with those under which it was opened.

A record says in its format which practices its table follows. What is read again must come out as it was, so a step
whose practice has changed asks `practices` and keeps both ways.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.ids import is_name, is_same_person, was_name


class Practices(NamedTuple):
    """Each says what a table does today. At a table that was opened before the practice changed it is false."""

    knows_people: bool = True
    """A name is one person however it is spelled; nobody holds an office where they play; a live table has a dealer,
    who alone deals; whoever entered a card counts as a dealer of its round."""
    looks_first: bool = True
    """At a live table the dealer's hand is looked at before money moves."""
    heard_always: bool = True
    """Staff is heard whatever is asked."""
    forgives_errors: bool = True
    """An error that the text calls harmless can be reported."""
    removes_hands: bool = True
    """Where the text says so, the cards of a blackjack that is paid at once go to the discard rack then."""
    shows_burn_always: bool = True
    """A player may ask for a burn card in a round too, and for each one that was burned."""
    reports_cut_card: bool = True
    """Where people deal, the dealer says where the cut card goes in and when it comes out, and a device may load the
    shoe."""
    recuts_until_dealt: bool = True
    """Where the text says so, a recut is ordered until the first card is dealt."""
    opens_preshuffled: bool = True
    """Decks that come shuffled are not shuffled again."""
    paid_stands: bool = True
    """What was decided on a hand stays so when a supervisor voids the hand (S41), and an award that was keyed in stays
    paid when the round is void."""
    tells_misreadings: bool = True
    """A blackjack that was not found when the hole card was looked at is told as what it is."""
    dealer_keys_awards: bool = True
    """Where people deal, dealing stops at a hand that wins from the meter until it is verified; a supervisor then tells
    the dealer to press the key, and the dealer presses it."""
    keeps_hidden: bool = True
    """At a live table a card that only its player looks at lies there face down, and is entered when it is shown."""
    one_amount: bool = True
    """A dealer's blackjack after a split takes the amount of one original wager, whichever hand has lost it (S02)."""
    supervised_fouls: bool = True
    """At a live table a foul hand waits for the pit supervisor's word, and who helps to set a hand is named."""

    def is_name(self, text: str) -> bool:
        """Whether a person may be called this at the table."""
        return is_name(text) if self.knows_people else was_name(text)

    def is_same_person(self, one: str, other: str) -> bool:
        return is_same_person(one, other) if self.knows_people else one == other


TODAY = Practices()
EARLIER = Practices(*(False for _ in Practices._fields))
"""Those of tables whose record is of the first or the second format."""
