"""The poker hand of a box beside its blackjack hand: bet or folded when the first cards lie, settled with it."""

from __future__ import annotations

from pitboss.core.facts import HandClosed, PokerFolded, PokerHandTold, WagerPlaced
from pitboss.core.kinds import Closing, Outcome
from pitboss.core.options import Option, Refusal, Ruling
from pitboss.core.settle import give_back, lose, win
from pitboss.core.turn import not_open
from pitboss.games.blackjack.intents import Bet, Fold
from pitboss.games.blackjack.rules import Play
from pitboss.ids import DEALER, Box, HandId, Player, StakeId, once_each
from pitboss.law.points import Point, carries
from pitboss.poker.two_cards import best_two
from pitboss.rules.contest import Contest
from pitboss.rules.situation import is_blackjack


def contest_of(t: Play) -> Contest:
    assert t.rules.contest is not None, "this game has no poker hand beside its blackjack hand"
    return t.rules.contest


def may_bet(t: Play, player: Player, hand: HandId) -> Ruling:
    return _refuses(t, player, hand) or Option(Bet, contest_of(t).offered + contest_of(t).equal, (Bet(),))


def may_fold(t: Play, player: Player, hand: HandId) -> Ruling:
    return _refuses(t, player, hand) or Option(Fold, contest_of(t).forfeits, (Fold(),))


def _refuses(t: Play, player: Player, hand: HandId) -> Refusal | None:
    """A poker hand is bet or folded once, by who has an ante on it; a box has one, however often it was split."""
    contest, first = contest_of(t), HandId(hand.box, 1)
    if player != t.hand(hand).caller:
        return not_open(t, player, hand)
    ante = t.layout.stakes.get(StakeId(player, first, contest.ante))
    if ante is None:
        return Refusal("no-ante", f"{player} has no {contest.ante} on box {hand.box}", contest.offered + contest.equal)
    if StakeId(player, first, contest.bet) in t.layout.stakes:
        says = f"{player} has bet the poker hand of box {hand.box} and may not change it"
        return Refusal("already-placed", says, contest.offered + contest.equal)
    if not ante.pending:
        says = f"{player} has folded the poker hand of box {hand.box}"
        return Refusal("folded", says, contest.offered + contest.forfeits)
    return None


@carries(Point.CONTEST_ASKED)
async def bet_or_fold(t: Play) -> None:
    """Each box with an ante in turn. Who has no other wager there and folds is asked nothing more (AU11)."""
    contest = contest_of(t)
    for key, stake in t.layout.pending(contest.ante):
        match await t.decide(key.hand, (Bet, Fold)):
            case Bet():
                t.record(WagerPlaced(key.player, key.hand, contest.bet, stake.original, contest.equal))
            case Fold():
                t.record(PokerFolded(key.hand, contest.forfeits))
                lose(t, key, stake, contest.forfeits)
                if t.rules.without_played(t, key.hand) is not None:
                    t.record(HandClosed(key.hand, Closing.FOLDED, contest.forfeits))


@carries(Point.CONTEST_TOLD)
async def tell_dealers_poker_hand(t: Play) -> None:
    """The dealer's best two cards, and whether they play, before they are compared with anybody's."""
    contest, dealer = contest_of(t), t.layout.dealer
    if t.layout.pending(contest.ante):
        plays = is_blackjack(dealer) or contest.qualifies(dealer.cards)
        t.record(PokerHandTold(DEALER, best_two(dealer.cards).spoken, plays, contest.told))


@carries(Point.CONTEST_SETTLED)
def settle_contest(t: Play, box: Box) -> None:
    """The ante of a box, then its bet. All cards that lie there make its poker hand, whichever of its hands they are
    in (AU04), and so does the card that passed 21.
    """
    contest, first = t.rules.contest, HandId(box, 1)
    if contest is None or not t.layout.pending_on(first, contest.ante):
        return
    hands = [hand for hand in (t.hand(each) for each in t.layout.hands_of(box)) if hand.closed is not Closing.DEAD]
    own = contest.hand(t.hand(first).first_cards, [card for hand in hands for card in hand.cards])
    t.record(PokerHandTold(first, own.spoken, True, contest.ranked))
    dealer = t.layout.dealer
    busts = contest.bust_plays if any(hand.closed is Closing.BUST for hand in hands) else ()
    busts += contest.dealer_bust_plays if dealer.score.total > 21 else ()
    ante, bet = contest.decide(own, dealer.cards, natural=is_blackjack(dealer))
    wagers = ((contest.ante, contest.ante_pays, ante), (contest.bet, contest.bet_pays, bet))
    for wager, pays, (outcome, by) in wagers:
        for key, stake in t.layout.pending_on(first, wager):
            if outcome is Outcome.WIN:
                win(t, key, stake, pays.odds, once_each(by + pays.clauses + busts))
            elif outcome is Outcome.LOSE:
                lose(t, key, stake, once_each(by + busts))
            else:
                give_back(t, key, stake, once_each(by + busts))
