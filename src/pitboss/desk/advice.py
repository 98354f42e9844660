"""The best play of a house: what every decision on a hand is worth, or a chart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitboss.analysis.priced import Joined, Thumb
from pitboss.cards import STANDARD_DECK, Card, cards, in_our_letters, spelled
from pitboss.core.hands import score, situation_of
from pitboss.desk.houses import need_meter, priceable
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.desk.solved import Solved
from pitboss.desk.stakes import USUAL, own_staked, stakes_of
from pitboss.games.blackjack.intents import Bet, Fold
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.registry import Game
from pitboss.ids import Clauses, Wager
from pitboss.money import ZERO, Cents
from pitboss.rules.contest import Contest
from pitboss.rules.poker_part import PokerPart


@dataclass(frozen=True, slots=True)
class Advised:
    """One decision: its worth for each unit of a wager, and its clauses."""

    decision: str
    worth: float
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class Advice:
    """Every decision on a hand at these stakes, the best one first, with its worth for each `unit` of one of them.

    `blackjack_excluded` says that the dealer has looked for one. `asked` is what is decided before that about a poker
    hand of the first cards. Where there is such a hand, the decisions are those `after_bet`.
    """

    stakes: Mapping[Wager, Cents]
    unit: Wager
    decisions: tuple[Advised, ...]
    blackjack_excluded: bool
    asked: tuple[Advised, ...] = ()
    after_bet: bool = False

    @property
    def best(self) -> Advised:
        return self.decisions[0]


def advise(
    game: Game,
    hand: str,
    up: str,
    *,
    bets: Mapping[str, Cents] | None = None,
    fresh: bool = False,
    meter: Cents | None = None,
) -> Advice:
    """What every decision on these very cards is worth against an up card, from a fresh shoe.

    An up card without a suit may be of any. Raises `BadQuestion` where the cards make no sense, and `Refused` where
    the decks cannot give them or nothing is left to decide.
    """
    rules = priceable(game).rules
    if rules.poker is not None and len(up.split()) > 1:
        return _advise_poker(game, rules.poker, hand, up, bets)
    if "/" in hand and rules.betting.spots > 1:
        return _advise_switch(game, hand, up, bets)
    held = _hand(game, hand)
    shown = _up_cards(game, held, up)
    stakes = stakes_of(priceable(game), bets)
    from pitboss.analysis.family.held import worths  # noqa: PLC0415  a chart that is known needs no solver

    need_meter(game, meter)
    solved = Solved(game, stakes.get(rules.played, USUAL), fresh, meter)
    if rules.contest is not None and stakes.get(rules.contest.ante):
        return _advise_contest(solved, rules, rules.contest, stakes, held, shown)
    values = worths(solved.solution, held, shown)
    own = own_staked(rules, stakes)
    if own is not None:
        values = solved.beside(own, stakes[own.id]).worths(held, shown) or values
    clauses = _offered(rules, held)
    best_first = sorted((each for each in values if each in clauses), key=lambda decision: -values[decision])
    decisions = tuple(Advised(each, values[each], clauses[each]) for each in best_first)
    return Advice(stakes, rules.played, decisions, rules.dealing.check is not None)


def _advise_switch(game: Game, hands: str, up: str, bets: Mapping[str, Cents] | None) -> Advice:
    """Whether to switch the second cards of two spots, written with a stroke between them; nothing of it is kept."""
    spots = [_hand(game, each) for each in hands.split("/")]
    if [len(each) for each in spots] != [2, 2]:
        raise BadQuestion('two spots have two cards each, as in "Tc 5d / 6h Td"')
    both = (*spots[0], *spots[1])
    _need_there(game, both)
    shown = _up_cards(game, both, up)
    stakes = stakes_of(priceable(game), bets)
    from pitboss.analysis.family.terms import Terms, multiset, rank_of  # noqa: PLC0415
    from pitboss.analysis.switch import Switching  # noqa: PLC0415

    switching, (a1, a2), (b1, b2) = Switching(Terms(priceable(game))), *spots
    rank = rank_of(next(iter(shown)))
    worths = {
        "keep": switching.deal(rank, multiset((a1, a2)), multiset((b1, b2))),
        "switch": switching.deal(rank, multiset((a1, b2)), multiset((b1, a2)), switched=True),
    }
    best_first = sorted(worths, key=lambda each: -worths[each])
    decisions = tuple(Advised(each, worths[each], game.rules.turn) for each in best_first)
    return Advice(stakes, game.rules.played, decisions, blackjack_excluded=True)


def _advise_poker(game: Game, part: PokerPart, own: str, community: str, bets: Mapping[str, Cents] | None) -> Advice:
    """Whether to bet or fold with one or two cards beside both community cards."""
    mine, both = (_cards(each) for each in (own, community))
    _need_there(game, (*mine, *both))
    if not 1 <= len(mine) <= len(part.steps) or len(both) != 2:
        raise BadQuestion('a poker hand is one or two own cards beside two community cards, as in "Kd 9c" "5h 8d"')
    stakes = stakes_of(game, bets)
    worths = Solved(game, stakes[game.rules.played]).poker_hands.worths(both, mine)
    step = part.steps[len(mine) - 1]
    cited = {Bet.verb: step.equal, Fold.verb: step.folds}
    best_first = sorted(worths, key=lambda each: -worths[each])
    decisions = tuple(Advised(each, float(worths[each]), cited[each]) for each in best_first)
    return Advice(stakes, part.wager, decisions, blackjack_excluded=False)


def _advise_contest(
    solved: Solved,
    rules: BlackjackRules,
    contest: Contest,
    stakes: Mapping[Wager, Cents],
    held: Sequence[Card],
    shown: Mapping[Card, int],
) -> Advice:
    """What both hands of a box are worth together, in units of the played wager, or of an ante alone."""
    played, ante = stakes.get(rules.played, ZERO), stakes[contest.ante]
    both, unit = solved.contested(played, ante), rules.played if played else contest.ante
    asked: dict[str, float] = {}
    worths: dict[str, float] = {}
    for up, copies in shown.items():
        share = copies / sum(shown.values()) / stakes[unit]
        for found, each in ((asked, both.asked(held, up) if len(held) == 2 else {}), (worths, both.worths(held, up))):
            for name, worth in each.items():
                found[name] = found.get(name, 0.0) + share * worth
    clauses = _offered(rules, held) | {Bet.verb: contest.offered + contest.equal, Fold.verb: contest.forfeits}
    before, after = (
        tuple(Advised(name, each[name], clauses[name]) for name in sorted(each, key=lambda name: -each[name]))
        for each in (asked, {name: worth for name, worth in worths.items() if name in clauses})
    )
    return Advice(stakes, unit, after, blackjack_excluded=True, asked=before, after_bet=True)


@dataclass(frozen=True, slots=True)
class Folding:
    """When a poker hand is folded: what best play of its wager is worth, and rules that a person can keep to.

    Where the up card decides it, `rows` is what folds against each, and `others` what is played otherwise after a bet
    than for the other wager alone.
    """

    wager: Wager
    best: float
    thumbs: tuple[Thumb, ...]
    rows: list[list[str]] | None = None
    others: list[list[str]] | None = None


@dataclass(frozen=True, slots=True)
class Chase:
    """How hands are played that may still improve a side wager: rows by their cards and the up card.

    `joined` is what both wagers are worth so, `along` what the side wager is if the main one is played for itself.
    """

    wager: Wager
    rows: list[list[str]]
    joined: Joined
    along: float


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The best play as a chart: its rows, what best play is worth, what keeping to the chart is worth, and notes.

    Both are of the main wager at its stake, the fixed award included where there is one (`with_award`). Where a box has
    two spots, `switching` is what two cards are worth by themselves, and `charted` the worth of going by that. Where it
    begins with three cards, `singles` is what one card is worth by itself and `kept` what a total of three is, and
    `charted` the worth of parting them by that. `chase` is there with a wager on the cards of its own box, `folding`
    with a poker hand.
    """

    stakes: Mapping[Wager, Cents]
    rows: list[list[str]]
    value: float
    charted: float
    notes: list[str]
    with_award: bool
    switching: list[list[str]] | None = None
    singles: list[list[str]] | None = None
    kept: list[list[str]] | None = None
    chase: Chase | None = None
    folding: Folding | None = None


def best_play(
    game: Game, *, bets: Mapping[str, Cents] | None = None, fresh: bool = False, meter: Cents | None = None
) -> BestPlay:
    """The chart of a house; raises `BadQuestion`."""
    rules, stakes = priceable(game).rules, stakes_of(priceable(game), bets)
    stake = stakes.get(rules.played, USUAL)
    need_meter(game, meter)
    solved = Solved(game, stake, fresh, meter)
    chart = solved.chart
    if solved.on_two_spots:
        found = solved.switched
        return BestPlay(stakes, chart.rows, found.value, found.by_rule, chart.notes, False, found.table)
    if solved.parts:
        three = solved.singled
        return BestPlay(stakes, *chart, with_award=False, singles=three.singles, kept=three.kept)
    if rules.poker is not None:
        folding = Folding(rules.poker.wager, float(solved.poker.ev), tuple(solved.poker_thumbs))
        return BestPlay(stakes, *chart, with_award=False, folding=folding)
    if rules.contest is not None and stakes.get(rules.contest.ante):
        folding = _folding(solved, rules.contest, stakes)
        return BestPlay(stakes, *chart, with_award=False, folding=folding)
    own = own_staked(rules, stakes)
    if own is not None:
        at = stakes[own.id]
        chase = Chase(own.id, solved.chased(own, at), solved.joined(own, at), solved.joined(own, ZERO).own)
        return BestPlay(stakes, *chart, with_award=False, chase=chase)
    return BestPlay(stakes, *chart, with_award=rules.award is not None and rules.award.prize(stake) is not None)


def _folding(solved: Solved, contest: Contest, stakes: Mapping[Wager, Cents]) -> Folding:
    """When to fold beside a played wager of this size, which both hands are then played for together."""
    played, ante = stakes.get(solved.game.rules.played, ZERO), stakes[contest.ante]
    found = solved.played_together(played, ante)
    adds = (found.ev - played * (solved.main.ev if played else 0.0)) / ante
    rows, others = solved.fold_rows(played, ante)
    return Folding(contest.ante, adds, tuple(solved.fold_thumbs(played, ante)), rows, others if played else None)


def _offered(rules: BlackjackRules, hand: Sequence[Card]) -> dict[str, Clauses]:
    """The decisions that the table offers on a hand that was not split, with their clauses."""
    this = situation_of(hand, score(hand))
    found = {"stand": rules.standing(this)} if this.total <= 21 else {}
    if rules.drawing.permits(this):
        found["hit"] = rules.drawing.cited(this)
    if rules.doubling is not None and rules.doubling.permits(this):
        found["double"] = rules.doubling.cited(this)
    if rules.splitting is not None and rules.splitting.refuses(hand, this, 1) is None:
        found["split"] = rules.splitting.cited(this)
    if rules.surrender is not None and rules.surrender.permits(this):
        found["surrender"] = rules.surrender.offered + rules.surrender.ace_in(this)
    return found


def _hand(game: Game, text: str) -> tuple[Card, ...]:
    hand = _cards(text)
    _need_there(game, hand)
    first = priceable(game).rules.dealing.count
    if len(hand) < first:
        raise BadQuestion(f"a hand has {'two' if first == 2 else 'three'} cards or more")
    if score(hand).total > 21 and len(hand) > first:
        raise Refused(f"{text} is {score(hand).total}, and a bust hand has nothing left to decide")
    return hand


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return cards(" ".join(in_our_letters(word) for word in text.split()))
    except ValueError as error:
        raise BadQuestion(str(error)) from None


def _need_there(game: Game, seen: Sequence[Card]) -> None:
    """Raises `BadQuestion` for cards that the decks do not hold so often."""
    held = Counter(game.shoe)
    for card, count in Counter(seen).items():
        if count > held[card]:
            there = f"hold it {held[card]} times" if held[card] else "have no tens"
            raise BadQuestion(f"{card} stands {count} time(s) in the hand and the up card, and the decks {there}")


def _up_cards(game: Game, hand: Sequence[Card], text: str) -> dict[Card, int]:
    """The cards that the up card may be, and how many of each the hand leaves: of every suit if none is given."""
    try:
        if len(text) > 2 or text[-1:].lower() in "cdhs":
            up = Card.parse(in_our_letters(text))
            _need_there(game, (*hand, up))
            return {up: 1}
        rank = Card.parse(in_our_letters(f"{text}c")).rank
    except ValueError as error:
        if isinstance(error, BadQuestion):
            raise
        raise BadQuestion(f"{text!r} is no up card; write A, 2 to 9, 10, J, Q or K, as in A or 7h") from None
    left = Counter(game.shoe) - Counter(hand)
    points = next(card.points for card in STANDARD_DECK if card.rank is rank)
    by_rank = points != 10 or priceable(game).rules.contest is not None  # whose poker hand tells tens apart
    alike = [card for card in STANDARD_DECK if card.rank is rank] if by_rank else _ten_valued(game)
    found = {card: left[card] for card in alike if left[card]}
    if not found:
        raise BadQuestion(f"no {text} is left for the dealer beside {spelled(hand)}")
    return found


def _ten_valued(game: Game) -> list[Card]:
    """A ten stands for every card of ten points, whether the decks have tens or not."""
    return [card for card in dict.fromkeys(game.shoe) if card.points == 10]
