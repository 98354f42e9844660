"""The poker hand of a box beside its blackjack hand: bet or folded when the first cards lie, settled with it."""

from __future__ import annotations

from pitboss.core.facts import HandClosed, PokerFolded, WagerPlaced
from pitboss.core.kinds import Closing, Outcome
from pitboss.core.options import Option, Refusal, Ruling
from pitboss.core.settle import give_back, lose, win
from pitboss.core.turn import not_open
from pitboss.games.blackjack.intents import Bet, Fold
from pitboss.games.blackjack.rules import Play
from pitboss.ids import Box, HandId, Player, StakeId, once_each
from pitboss.law.points import Point, carries
from pitboss.rules.contest import Contest
from pitboss.rules.situation import is_blackjack


def contest_of(t: Play) -> Contest:
    assert t.rules.contest is not None, "this game has no poker hand beside its blackjack hand"
    return t.rules.contest


def may_bet(t: Play, player: Player, hand: HandId) -> Ruling:
    return _refuses(t, player, hand) or Option(Bet, contest_of(t).offered, (Bet(),))


def may_fold(t: Play, player: Player, hand: HandId) -> Ruling:
    return _refuses(t, player, hand) or Option(Fold, contest_of(t).forfeits, (Fold(),))


def _refuses(t: Play, player: Player, hand: HandId) -> Refusal | None:
    """A poker hand is bet or folded once, by who has an ante on it."""
    contest = contest_of(t)
    if player != t.hand(hand).caller:
        return not_open(t, player, hand)
    ante = t.layout.stakes.get(StakeId(player, hand, contest.ante))
    if ante is None:
        return Refusal("no-ante", f"{player} has no {contest.ante} on hand {hand}", contest.offered + contest.equal)
    if StakeId(player, hand, contest.bet) in t.layout.stakes:
        says = f"{player} has bet the poker hand of box {hand.box} and may not change it"
        return Refusal("already-placed", says, contest.offered + contest.equal)
    if not ante.pending:
        says = f"{player} has folded the poker hand of box {hand.box}"
        return Refusal("folded", says, contest.offered + contest.forfeits)
    return None


@carries(Point.POKER_ASKED)
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


@carries(Point.POKER_SETTLED)
def settle_contest(t: Play, box: Box) -> None:
    """The ante of a box, then its bet. All cards that lie there make its poker hand, whichever of its hands they are
    in (AU04).
    """
    contest = t.rules.contest
    if contest is None:
        return
    first = HandId(box, 1)
    own = contest.hand(
        t.hand(first).first_cards, [card for each in t.layout.hands_of(box) for card in t.hand(each).cards]
    )
    dealer = t.layout.dealer
    ante, bet = contest.decide(own, dealer.cards, natural=is_blackjack(dealer))
    for wager, (outcome, cited) in ((contest.ante, ante), (contest.bet, bet)):
        for key, stake in t.layout.pending_on(first, wager):
            if outcome is Outcome.WIN:
                win(t, key, stake, contest.pays.odds, once_each(cited + contest.pays.clauses))
            elif outcome is Outcome.LOSE:
                lose(t, key, stake, cited)
            else:
                give_back(t, key, stake, cited)
