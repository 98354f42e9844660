"""The rules of each verb: yes with its clauses, or no with the clause that forbids it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from pitboss.cards import Card, Rank
from pitboss.core.hands import Hand
from pitboss.core.options import Amounts, Intent, Option, Refusal, Ruling
from pitboss.core.procedure import Round
from pitboss.core.turn import not_open
from pitboss.games.blackjack.intents import DoubleDown, Hit, Insure, Rescue, Split, Stand, Surrender
from pitboss.games.blackjack.rules import BlackjackRules, Cites
from pitboss.games.blackjack.settlement import is_blackjack
from pitboss.ids import MAIN, Clauses, HandId, Player, StakeId, Wager
from pitboss.law.citations import clause
from pitboss.money import Cents, down_to_chip, spoken, up_to_chip

Table = Round[BlackjackRules]
INSURANCE = Wager("insurance")


@lru_cache(maxsize=1024)
def _plain(verb: type[Intent], clauses: Clauses) -> Option:
    """The option to use a verb that takes no amount."""
    return Option(verb, clauses, (verb(),))


def _not_in_text(verb: type[Intent], clauses: Clauses) -> Refusal:
    return Refusal("not-in-rulebook", f"this rulebook gives no right to {verb.verb}", clauses)


def _cannot_draw(t: Table, this: Hand, *, doubling: bool) -> Refusal | None:
    """A doubled hand has had its cards, and a 21 draws none, which a double would need (S06, CH06, CH20)."""
    cites, rules = t.rules.cites, t.rules
    if this.doubles >= (rules.max_doubles if doubling else 1):
        return Refusal("already-doubled", "a doubled hand gets no other card than its own", cites.double_one_card)
    if rules.split_aces_one_card and this.split and this.cards[0].rank is Rank.ACE:  # S08
        return Refusal("split-aces", "a split ace gets one card and no more", cites.split_decisions)
    total, soft = this.score
    if total < 21:
        return None
    if total > 21:
        return Refusal("bust", f"a total of {total} has lost", cites.bust + (cites.double if doubling else ()))
    if is_blackjack(this):
        if doubling and rules.doubles_blackjack:
            return None
        clauses = cites.double if doubling else cites.no_draw_on_blackjack
        return Refusal("blackjack", "a blackjack takes no card", clauses)
    if _doubles_21(rules, this) if doubling else rules.hits_soft_21 and soft:
        return None
    clauses = cites.draw_below_21 + (cites.double if doubling else ())
    return Refusal("total-21", "a total of 21 takes no card", clauses)


def _no_double_here(t: Table, this: Hand) -> Refusal | None:
    """The standard game may keep doubles to two cards and away from split hands."""
    if len(this.cards) > 2 and not t.rules.doubles_any_number:
        return Refusal("not-first", "only the first two cards of a hand may be doubled", t.rules.cites.double)
    if this.split and not t.rules.doubles_after_split:
        return Refusal("split-hand", "a split hand cannot be doubled", t.rules.cites.double)
    return None


def _doubles_21(rules: BlackjackRules, this: Hand) -> bool:
    return rules.redoubles_21 if this.doubles else rules.doubles_21


@clause("MA-7(e).2", "MA-10(c).2", "MD-7.H(2)(d)", "CH-stay")
def may_stand(t: Table, player: Player, hand: HandId) -> Ruling:
    return not_open(t, player, hand) or _plain(Stand, t.rules.cites.stand)


@clause("MA-12(a)", "MD-7.H(2)(e)", "MD-7.J", "CH-hit")
def may_hit(t: Table, player: Player, hand: HandId) -> Ruling:
    this = t.hand(hand)
    refusal = _cannot_draw(t, this, doubling=False) or not_open(t, player, hand)
    return refusal or _plain(Hit, t.rules.cites.draw)


@clause("MA-9(a)", "MD-7.H(2)(b)", "MD-10.A", "MD-10.B", "CH-double")
def may_double(t: Table, player: Player, hand: HandId) -> Ruling:
    """On two or more cards, for at most the original wager, as often as the text allows."""
    this, rules, cites = t.hand(hand), t.rules, t.rules.cites
    refusal = _cannot_draw(t, this, doubling=True) or _no_double_here(t, this)
    if refusal is not None:
        return refusal
    stake = t.layout.stake_of(hand)
    again = this.doubles and rules.second_double_is_what_is_at_stake
    most = stake.total if again else stake.original
    least = rules.betting.chip if rules.double_for_less else most
    capped = _capped(t, least, most)
    if isinstance(capped, Refusal):
        return capped
    refusal = not_open(t, player, hand)
    if refusal is not None:
        return refusal
    return _double_option(cites, least, capped, rules.betting.chip)


@lru_cache(maxsize=1024)
def _double_option(cites: Cites, least: Cents, most: Cents, chip: Cents) -> Option:
    return _amount_option(DoubleDown, cites.double, Amounts(least, most, chip, cites.double_amount, cites.chips))


def _capped(t: Table, least: Cents, most: Cents) -> Cents | Refusal:
    """What may be added at most, where a text limits each added wager (CH04)."""
    cap = t.rules.added_wager_most
    if cap is None:
        return most
    if least > cap.amount:
        says = f"an added wager of {spoken(least)} is over the maximum of {spoken(cap.amount)}"
        return Refusal("over-maximum", says, cap.clauses)
    return Cents(min(most, cap.amount))


@clause("MA-10(a)", "MA-10(c).3", "MA-10(c).4", "MD-7.H(2)(c)", "MD-11.A", "MD-11.D", "CH-split")
def may_split(t: Table, player: Player, hand: HandId) -> Ruling:
    """Two cards of equal value (S07), as long as the box has not been split too often."""
    cites, this = t.rules.cites, t.hand(hand)
    again = cites.resplit if this.split else cites.split
    if len(this.cards) != 2 or not _is_pair(t.rules, *this.cards):
        return Refusal("not-a-pair", "only two cards of equal value may be split", again)
    aces = this.cards[0].rank is Rank.ACE
    limit = t.rules.max_splits_aces if aces else t.rules.max_splits
    if len(t.layout.hands_of(hand.box)) > limit:
        what = "aces" if aces else "a box"
        return Refusal("too-many-splits", f"{what} may be split {limit} time(s)", cites.split_limit)
    capped = _capped(t, t.layout.stake_of(hand).original, t.layout.stake_of(hand).original)
    return not_open(t, player, hand) or (capped if isinstance(capped, Refusal) else _plain(Split, again))


def _is_pair(rules: BlackjackRules, first: Card, second: Card) -> bool:
    return first.rank is second.rank if rules.split_by_rank else first.points == second.points  # S07


@clause("MA-8(a)", "MD-7.H(2)(a)", "MD-9.A", "MD-9.B")
def may_surrender(t: Table, player: Player, hand: HandId) -> Ruling:
    """On the first two cards, before any other decision (S12)."""
    cites, this = t.rules.cites, t.hand(hand)
    if not t.rules.surrender:
        return _not_in_text(Surrender, cites.surrender)
    if this.split and not t.rules.surrender_split_hands:
        return Refusal("split-hand", "a split hand cannot be surrendered", cites.split_decisions)
    if len(this.cards) > 2 or this.doubles:
        return Refusal("not-first", "surrender comes before any other decision", cites.surrender_first)
    if is_blackjack(this):
        return Refusal("blackjack", "a blackjack has won and is not surrendered", cites.surrender)
    return not_open(t, player, hand) or _plain(Surrender, cites.surrender)


def _rescue_moment(t: Table, this: Hand) -> bool:
    """Right after the double card; or once all have acted, until the dealer's second card shows (S11)."""
    if t.rules.late_rescue:
        return this.closed == "doubled" and not t.layout.open_hands() and not t.layout.second_card_shown
    return this.closed is None


@clause("MA-9(d)", "MD-10.H")
def may_rescue(t: Table, player: Player, hand: HandId) -> Ruling:
    """Right after the double card, unless that card was one too many; or until the dealer plays (S11)."""
    cites, this = t.rules.cites, t.hand(hand)
    if not t.rules.rescue:
        return _not_in_text(Rescue, cites.rescue)
    if not this.doubles:
        return Refusal("not-doubled", "only a doubled hand can be rescued", cites.rescue)
    if this.score.total > 21:
        return Refusal("bust", "a hand above 21 cannot be rescued", cites.rescue_not_bust)
    if not _rescue_moment(t, this):
        return Refusal("too-late", "the moment to rescue has not come or is over", cites.rescue)
    if this.caller != player:
        return Refusal("not-your-hand", f"the hand on box {hand.box} is not called by {player}", cites.turn)
    return _plain(Rescue, cites.rescue)


@clause("MA-5(i)", "MA-11(a).1", "MA-11(b)", "MD-6.E", "MD-8.B", "MD-8.C", "MD-8.D", "CH-ins.2")
def may_insure(t: Table, player: Player, hand: HandId) -> Ruling:
    """Against an ace, for up to half of the wager, or the next amount that chips can make (S23)."""
    cites = t.rules.cites
    up = t.layout.dealer.cards
    if not up or up[0].rank not in t.rules.insured_ranks:
        return Refusal("no-ace", "insurance is offered against a dealer ace only", cites.insurance)
    main = t.layout.stakes.get(StakeId(player, hand, MAIN))
    if main is None:
        return Refusal("not-your-hand", f"{player} has no wager on hand {hand} to insure", cites.turn)
    if StakeId(player, hand, INSURANCE) in t.layout.stakes:
        return Refusal(
            "already-placed",
            f"{player} has insured box {hand.box} and may not change it",
            cites.locked + cites.insurance_amount,
        )
    if t.layout.insurance_closed:
        return Refusal("too-late", "insurance is placed before any further card", cites.insurance_moment)
    chip, to_chip = t.rules.betting.chip, up_to_chip if t.rules.insurance_rounds_up else down_to_chip
    most = to_chip(Fraction(main.original, 2), chip)
    if not most:
        return Refusal("too-little", "half of the wager cannot be made of chips", cites.insurance_amount)
    amounts = Amounts(most if t.rules.insurance_exact else chip, most, chip, cites.insurance_amount, cites.chips)
    return _amount_option(Insure, cites.insurance, amounts)


@lru_cache(maxsize=1024)
def _amount_option(verb: type[DoubleDown] | type[Insure], clauses: Clauses, amounts: Amounts) -> Option:
    def check(intent: Intent) -> Refusal | None:
        assert isinstance(intent, verb)
        return amounts.refuses(intent.amount)

    ends: tuple[Cents, ...] = tuple(dict.fromkeys((amounts.least, amounts.most)))
    return Option(verb, clauses, tuple(verb(amount) for amount in ends), check)


DECISIONS: tuple[type[Intent], ...] = (Surrender, Stand, Hit, DoubleDown, Split)
MENU: dict[type[Intent], Any] = {
    Stand: may_stand,
    Hit: may_hit,
    DoubleDown: may_double,
    Split: may_split,
    Surrender: may_surrender,
    Rescue: may_rescue,
    Insure: may_insure,
}
