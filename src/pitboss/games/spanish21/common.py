"""What all texts of Spanish 21 have in common: each part takes the clauses of the text that calls it.

A text that differs in a part states it itself. Readings are those that the texts share; one that a text lacks may not
be asked of it, so a part here asks only what every text that uses it leaves open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pitboss.cards import SPANISH_DECK, Rank
from pitboss.core.before_play import BEFORE_PLAY
from pitboss.core.options import Intent, Ruling
from pitboss.core.shuffling import CutOrder, Reshuffles, ShoeCites, ShoeTerms
from pitboss.core.supervision import Shuffler
from pitboss.core.wagering import Agree, may_agree
from pitboss.games.blackjack.house import odds_of, side_pays
from pitboss.games.blackjack.intents import Accept, Cover, Take
from pitboss.games.blackjack.menu import MENU, may_accept, may_cover, may_take
from pitboss.games.blackjack.rules import Play
from pitboss.games.blackjack.settlement import PaidAtOnce, Premiums, Settlement, SettlementOrder
from pitboss.games.spanish21.comparison import OTHER_WINNING_ROWS, TWO_CARD_ROW, Comparison, ComparisonCites
from pitboss.games.spanish21.premiums import SUITED_SEVENS, premium
from pitboss.ids import Clauses, HandId, Player, Wager, once_each
from pitboss.law.house import House
from pitboss.rules.dealing import Check, Dealer, Dealing
from pitboss.rules.doubling import Doubling
from pitboss.rules.drawing import Drawing
from pitboss.rules.insurance import Insurance
from pitboss.rules.splitting import Splitting
from pitboss.rules.surrender import Rescue, Surrender
from pitboss.wagers.fixed_award import Envy, FixedAward, Prize
from pitboss.wagers.insurance import insurance as insurance_wager


def menu() -> dict[type[Intent], Callable[[Play, Player, HandId], Ruling]]:
    return {**BEFORE_PLAY, **MENU, Accept: may_accept}


def sharing_menu() -> dict[type[Intent], Callable[[Play, Player, HandId], Ruling]]:
    """Where several people may bet on one box."""
    return {**menu(), Agree: may_agree, Cover: may_cover, Take: may_take}


def shoe(
    house: House,
    cites: ShoeCites,
    *,
    is_cut: bool = True,
    order: CutOrder = CutOrder.FAR_RIGHT_ROTATING,
    reshuffles: Reshuffles = Reshuffles.AFTER_A_ROUND,
    burn_after_betting: bool = False,
    burn_may_be_seen: bool = False,
    approximately: bool = True,
    preshuffled: Clauses = (),
    device_loads: Clauses = (),
    by_hand: ShoeCites | None = None,
    approval: str = "",
) -> ShoeTerms:
    """How the shoe is prepared: where it is cut, where the cut card lies.

    A dealer puts it in by eye where the text says `approximately`: a twentieth less is accepted (S24).
    """
    behind, quarter = house.integer("cut_card_behind"), len(SPANISH_DECK) * house.integer("decks") // 4
    least = min(behind, quarter)
    return ShoeTerms(
        cards=len(SPANISH_DECK) * house.integer("decks"),
        is_cut=is_cut,
        cut_from_ends=house.integer("cut_from_ends"),
        behind=behind if house.integer("cut_cards") else None,
        order=order,
        reshuffles=reshuffles,
        burn_after_betting=burn_after_betting,
        burn_may_be_seen=burn_may_be_seen,
        cites=cites,
        least_behind=least * 19 // 20 if approximately else least,
        preshuffled=preshuffled,
        device_loads=device_loads,
        by_hand=by_hand,
        approval=approval,
    )


def dealing(house: House, clauses: Clauses, ends_play: Clauses, *, under_ace: Clauses = ()) -> Dealing:
    """A hole card or none, and who looks at it, by the procedure of the house."""
    procedure = house.word("dealing_procedure")
    looks = procedure in ("hole_reader", "dealer_checks")
    check = Check(procedure == "hole_reader", clauses, ends_play, under_ace) if looks else None
    return Dealing(procedure != "no_hole", check)


def split_aces(house: House, clauses: Clauses) -> Clauses | None:
    """The clause by which a split ace gets one card and no more, if the house reads it so (S08)."""
    return clauses if house.takes("S08", "one_card") else None


def splitting(house: House, rule: Splitting) -> Splitting:
    """A rule of the text with what the house fills in: how often, and what a pair is (S07, S08)."""
    aces, one_card = house.integer("max_splits_aces"), house.takes("S08", "one_card")
    return replace(
        rule,
        times=house.integer("max_splits"),
        times_aces=min(aces, 1) if one_card else aces,
        limit_aces=rule.limit_aces or (rule.again if one_card else ()),
        by_rank=house.takes("S07", "rank"),
    )


def double_once_or_twice(
    house: House,
    drawing: Drawing,
    *,
    offered: Clauses,
    amount: Clauses,
    one_card: Clauses,
    to_blackjack: Clauses,
    not_on_blackjack: Clauses = (),
) -> Doubling:
    """Massachusetts and Maryland: once, twice if so read (S09), for less (S10), on a 21 only if so read (S06)."""
    literal = house.takes("S06", "literal")
    return Doubling(
        drawing,
        offered,
        amount,
        one_card,
        to_blackjack,
        times=2 if house.takes("S09", "redouble") else 1,
        for_less=house.takes("S10", "for_less"),
        on_21=literal,
        again_on_21=literal,
        not_on_blackjack=not_on_blackjack,
    )


def surrender(house: House, rule: Surrender) -> Surrender:
    """On the first cards; on split hands too if so read (S12), and then a blackjack may spare some of them (S39)."""
    if not house.takes("S12", "split_hands_too"):
        return rule
    return replace(rule, on_split_hand=None, original_only=house.takes("S39", "original_only"))


def rescue(house: House, offered: Clauses, not_bust: Clauses) -> Rescue:
    return Rescue(offered, not_bust, late=house.takes("S11", "before_dealer"))


def insurance(
    house: House,
    *,
    offered: Clauses,
    amount: Clauses,
    moment: Clauses,
    locked: Clauses,
    loses: Clauses,
    collected: Clauses,
    chips: Clauses,
    wins: Clauses = (),
    not_against: Clauses = (),
    against: frozenset[Rank] = frozenset({Rank.ACE}),
    exact: bool = False,
    collected_at_check: bool = False,
    by_second_card: bool = False,
) -> Insurance:
    pays = house.payout("insurance", "win")
    won, lost = replace(pays, clauses=wins + pays.clauses), once_each(loses + collected)
    return Insurance(
        insurance_wager(won, offered, lost, against, by_second_card=by_second_card),
        offered,
        amount,
        moment,
        locked,
        chips,
        not_against=not_against or offered,
        exact=exact,
        rounds_up=house.takes("S23", "up"),
        collected_at_check=collected_at_check,
        by_second_card=by_second_card,
    )


def dealer(house: House, *, hits_soft: bool = False, second_card_if_needed: bool = False) -> Dealer:
    return Dealer(house.integer("dealer_stands"), hits_soft, second_card_if_needed)


def settlement(
    house: House,
    cites: ComparisonCites,
    comparison: Comparison,
    premiums: Premiums,
    *,
    split_21: Clauses,
    long_21: Clauses = (),
    only_against_21: bool = False,
    at_once: PaidAtOnce | None = None,
    busts_lost: bool = False,
) -> Settlement:
    """Who wins, and what a win pays; `only_against_21` pays a blackjack its odds only where it meets a 21 (S01).

    `split_21` says that 21 in the two cards of a split hand is no blackjack, `long_21` what one in more cards pays.
    """
    win = house.payout("main", "win")
    return Settlement(
        table=comparison.table(cites),
        win=win,
        blackjack=house.payout("main", "blackjack"),
        blackjack_rows=frozenset(() if only_against_21 else OTHER_WINNING_ROWS),
        two_card_row=TWO_CARD_ROW,
        dealer_stands=house.integer("dealer_stands"),
        order=SettlementOrder(house.word("settlement_order")),
        premiums=premiums,
        at_once=at_once,
        busts_lost=busts_lost,
        split_21=split_21,
        long_21=replace(win, clauses=long_21) if long_21 else None,
    )


def shuffler(house: House, failed: Clauses, removed: Clauses) -> Shuffler | None:
    return Shuffler(failed, removed) if house.word("shuffle_method") == "automated" else None


def premiums(
    house: House,
    *,
    doubled: Clauses,
    split: Clauses,
    on_original: bool = False,
    unsplit_only: bool = False,
    most_cards: int | None = None,
) -> Premiums:
    """The premium hands, without those that were doubled; without split ones if so read (S28)."""
    return Premiums(
        partial(premium, most_cards=most_cards),
        odds_of(side_pays(house, Wager("premium"))),
        doubled,
        split if house.takes("S28", "no_premium") else None,
        on_original,
        unsplit_only,
    )


def suited_sevens_award(house: House) -> FixedAward:
    """Three suited sevens against a seven: a sum by the size of the wager, and one for everybody else (S16)."""
    book = house.rulebook
    prizes = [book.award(line.row) for line in book.awards if line.row != "others"]
    return FixedAward(
        SUITED_SEVENS,
        Rank.SEVEN,
        tuple(Prize(each.amount, each.clauses, each.least, each.below) for each in prizes),
        Prize(book.award("others").amount, book.award("others").clauses),
        Envy(house.readings["S16"]),
    )
