"""A played round as a round file: the inverse of reading and replaying one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import dropwhile, takewhile
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.core.coupons import PlaceCoupon
from pitboss.core.driver import Runner
from pitboss.core.facts import BettingClosed, CardBurned, DealerRelieved, Fact, WagersLocked
from pitboss.core.incidents import ByStaff, Confirmed, DrawnUnseen, Exposed, Heard, Incident, Ordered, Relieved
from pitboss.core.kinds import Occasion, StaffOrder
from pitboss.core.meter import PARTS
from pitboss.core.options import Intent
from pitboss.core.practices import EARLIER
from pitboss.core.requests import (
    Act,
    Answer,
    Close,
    Decline,
    FaceDown,
    NextCard,
    Offer,
    Reader,
    Request,
    Spin,
    Turn,
    Window,
)
from pitboss.core.rules import RoundContext, Rules
from pitboss.core.wagering import Agree, PlaceWager, Withdraw
from pitboss.games.registry import Game
from pitboss.ids import HOUSE_DEALER, Box, HandId, Holder, Pile, Player, Wager
from pitboss.law.housefile import written_house
from pitboss.money import Cents, plain
from pitboss.notation.tokens import written_incident, written_staff


def write_round(
    game: Game,
    answers: Iterable[Answer],
    table: RoundContext | None = None,
    *,
    title: str = "",
    unseen: Mapping[Holder, Sequence[Card]] | None = None,
    expect: bool = True,
) -> str:
    """The text of a round. `unseen` are the cards of each hand that went face down and were never turned.

    The card that is burned before the first deal is left out, as the notation begins after it.
    """
    table = table or RoundContext()
    runner: Runner[Rules] = Runner(game.rules, table)
    tokens, actions, bets = _collect(runner, answers, unseen or {})
    lines = [f"# {title}"] if title else []
    lines += [f'rulebook = "{game.house.rulebook.id}"', 'cards = """', *_wrapped(tokens), '"""']
    lines.append("actions = [" + ", ".join(f'"{action}"' for action in actions) + "]")
    lines += written_house(game.house)
    lines += _table(table, runner.round.facts)
    for player, box, wagers, spoken in bets:
        lines += ["", "[[bets]]", f"box = {box}", f'player = "{player}"']
        lines += [f'{key} = "{who}"' for key, who in spoken.items()]
        shared = len({bet[0] for bet in bets if bet[1] == box}) > 1
        lines += ["seated = false"] if shared and box in table.unseated else []
        lines += [f"{wager} = {plain(amount)}" for wager, amount in wagers.items()]
    if expect and runner.pending is None:
        lines += ["", "[expect]", *_nets(runner)]
    return "\n".join(lines) + "\n"


def _table(table: RoundContext, facts: Sequence[Fact]) -> list[str]:
    lines = [line for fact in facts if isinstance(fact, WagersLocked) for line in _meter(fact)]
    lines += [f"face_up_found = {table.face_up_found}"] if table.face_up_found else []
    lines += [f"tens_found = {table.tens_found}"] if table.tens_found else []
    before = list(takewhile(lambda fact: not isinstance(fact, BettingClosed), facts))
    if table.cut_card_after is not None:
        burned = sum(isinstance(fact, CardBurned) for fact in before) + table.burn_due
        lines.append(f"cut_card_after = {max(0, table.cut_card_after - burned)}")
    if table.opened_with is not None:
        lines.append("opened_with = [" + ", ".join(f'"{player}"' for player in table.opened_with) + "]")
    if table.may_enter is not None:
        lines.append("may_enter = [" + ", ".join(f'"{player}"' for player in table.may_enter) + "]")
    dealers = [table.dealer, *(fact.dealer for fact in before if isinstance(fact, DealerRelieved))]
    lines += [f'dealer = "{dealers[-1]}"'] if dealers[-1] else []
    lines += ["live = true"] if table.live else []
    lines += ['practices = "earlier"'] if table.live and table.practices == EARLIER else []
    lines += ["reader_out = true"] if table.reader_out else []
    return ["", "[table]", *lines] if lines else []


def _meter(locked: WagersLocked) -> list[str]:
    """What the meter showed when the wagers were locked; the notation has whole cents."""
    lines = [f"meter = {plain(Cents(locked.shown // PARTS))}"]
    return lines + ([f"reserve = {plain(Cents(locked.reserve // PARTS))}"] if locked.reserve else [])


Bets = list[tuple[Player, Box, dict[str, Cents], dict[str, str]]]
"""Who bets what on which box; and who heard and confirmed it, if it was spoken."""


class Script(NamedTuple):
    """What stands in `cards`: its tokens, and which of them are cards of each hand that lie face down, None for one
    that is left out. `turned` is how many tokens there were when each of those was turned.
    """

    tokens: list[str]
    face_down: dict[Holder, list[int | None]]
    turned: list[int]


def _collect(
    runner: Runner[Rules], answers: Iterable[Answer], unseen: Mapping[Holder, Sequence[Card]]
) -> tuple[list[str], list[str], Bets]:
    script = tokens, face_down, _ = Script([], {}, [])
    actions: list[str] = []
    bets: Bets = []
    passed: list[str] = []  # what went by since the last action, of which actions say nothing unless they must
    passed_verbs: set[tuple[type[Intent], HandId | None]] = set()  # what could have been done there, on any hand or one
    for answer in _of_the_round(runner, answers):
        request = runner.pending
        assert request is not None
        if isinstance(request, Window) and request.occasion is Occasion.BETTING and isinstance(answer, Close):
            passed, passed_verbs = [], set()
            assert runner.answer(answer) is None
            continue
        if isinstance(answer, Act):
            chances = {(type(answer.intent), None), (type(answer.intent), answer.hand)}
            actions += passed if chances & passed_verbs else ()  # it would be taken at the first chance
            _write_act(runner, answer, actions, bets)
            passed, passed_verbs = [], set()
        elif isinstance(answer, ByStaff) and _is_action(runner, request, answer):
            if not _write_spoken(answer, bets) and not _is_before(request, answer):
                actions += [*passed, written_staff(answer)]
                passed, passed_verbs = [], set()
        else:
            if isinstance(answer, Exposed | DrawnUnseen) and not isinstance(request, NextCard):
                actions += [*passed, f"dealer {'exposed' if isinstance(answer, Exposed) else 'unseen'}"]
                passed, passed_verbs = [], set()
            passed += ["dealer next"] if isinstance(answer, Close | Decline | bool) else []
            passed_verbs |= _passed_with(request)
            _write_card(request, answer, script, burns=not _is_left_out(runner))
        refusal = runner.answer(answer)
        assert refusal is None, refusal
    for hand, places in face_down.items():
        for place, card in zip(places, unseen.get(hand, ()), strict=False):
            if place is not None:
                tokens[place] = f"[burn {card}]" if hand is Pile.DISCARDS else str(card)
    return tokens, actions, bets


def _passed_with(request: Request) -> set[tuple[type[Intent], HandId | None]]:
    """What could have been done at a request, on any hand or on one."""
    if not isinstance(request, Window | Offer):
        return set()
    return {(verb, request.hand if isinstance(request, Offer) else None) for verb in request.verbs}


def _is_action(runner: Runner[Rules], request: Request, report: ByStaff) -> bool:
    """Whether a report stands among the actions, because people decide there, and not at a card's place."""
    if isinstance(request, NextCard | Turn | Spin):
        return False
    handler = runner.round.incidents.get(type(report))
    return not isinstance(request, Reader) or (handler is not None and isinstance(request, handler.at))


def _is_left_out(runner: Runner[Rules]) -> bool:
    """Whether a card that is burned now comes before the round of the file: while bets are open, or for a new shoe."""
    since = list(dropwhile(lambda fact: not isinstance(fact, BettingClosed), runner.round.facts))
    return not since or (runner.round.table.burn_due and not any(isinstance(fact, CardBurned) for fact in since))


def _is_before(request: Request, report: ByStaff) -> bool:
    """Whether a dealer was relieved while bets were open: the round is the new dealer's from its first card on."""
    betting = isinstance(request, Window) and request.occasion is Occasion.BETTING
    return betting and isinstance(report, Relieved)


def _of_the_round(runner: Runner[Rules], answers: Iterable[Answer]) -> Iterator[Answer]:
    """What a file has words for; what it leaves out is answered here: asides, and a recut before the first card."""
    recut, aside = False, None
    for answer in answers:
        layout, request = runner.round.layout, runner.pending
        recut = recut and not (isinstance(request, Window) or _deals(request))
        begins = layout.shoe_ends_after is None and isinstance(answer, Ordered) and answer.order is StaffOrder.RECUT
        recut = recut or begins
        if isinstance(answer, Act) and answer.intent.aside:
            aside = answer
            continue
        if aside is not None and isinstance(answer, Card):  # what staff said meanwhile comes before
            assert runner.answer(aside) is None
            aside = None
        if recut:
            assert runner.answer(answer) is None
        else:
            yield answer


def _deals(request: Request | None) -> bool:
    return isinstance(request, NextCard) and isinstance(request.to, HandId)


def _write_act(runner: Runner[Rules], act: Act, actions: list[str], bets: Bets) -> None:
    if isinstance(act.intent, Agree):
        return
    if isinstance(act.intent, Withdraw):
        _forget_bet(act.player, act.hand.box, act.intent.wager, bets, runner.round.rules.played)
        return
    if isinstance(act.intent, PlaceCoupon):
        played = runner.round.rules.played
        own = [bet for bet in bets if bet[:2] == (act.player, act.hand.box) and played in bet[2]]
        own[-1][2][act.intent.verb] = act.intent.value
        return
    if isinstance(act.intent, PlaceWager):
        _write_bet(act.player, act.hand.box, act.intent, bets, runner.round.rules.played)
        return
    if act.player == HOUSE_DEALER:  # the dealer's cut is always the same one
        return
    many = len(runner.round.layout.hands_of(act.hand.box)) > 1
    number = f".{act.hand.number}" if many else ""
    actions.append(f"{act.player}@{act.hand.box}{number} {act.intent.written()}")


def _write_bet(player: Player, box: Box, intent: PlaceWager, bets: Bets, played: Wager) -> None:
    """Into the last table if it is the same player's on the same box, so that bets come back in their order."""
    same = bets and bets[-1][:2] == (player, box) and not bets[-1][3]
    if not same or intent.wager in bets[-1][2] or intent.wager == played:
        bets.append((player, box, {}, {}))
    bets[-1][2][intent.wager] = intent.amount


def _write_spoken(report: ByStaff, bets: Bets) -> bool:
    """Whether this is about a spoken wager, which stands with the bets."""
    match report:
        case Heard(by, player, hand, wager, amount):
            bets.append((player, hand.box, {wager: amount}, {"heard_by": str(by)}))
        case Confirmed(by, player, hand):
            for _, _, _, spoken in [bet for bet in bets if bet[3] and bet[:2] == (player, hand.box)]:
                spoken["confirmed_by"] = str(by)
        case _:
            return False
    return True


def _forget_bet(player: Player, box: Box, wager: Wager, bets: Bets, played: Wager) -> None:
    """What was taken back before the first card is no part of the round."""
    for bet in bets:
        if bet[:2] == (player, box):
            bet[2].pop(wager, None)
            if played not in bet[2]:  # a coupon does not stay without its wager
                bet[2].pop(PlaceCoupon.verb, None)
    bets[:] = [bet for bet in bets if bet[2]]


def _write_card(request: Request, answer: Answer, script: Script, *, burns: bool) -> None:
    """What came from the shoe; a card that is burned is left out unless this round of the file `burns` it."""
    tokens, face_down, turned = script
    match request, answer:
        case NextCard(hand), FaceDown() if hand is Pile.DISCARDS and not burns:
            face_down.setdefault(hand, []).append(None)
        case NextCard(), Exposed() | DrawnUnseen():
            tokens.append(f"{written_incident(answer)[:-1]} here]")
        case Turn() | Reader(), ByStaff():
            since = turned.count(len(tokens))
            tokens.append(f"[meanwhile {f'{since} ' if since else ''}{written_incident(answer)[1:]}")
        case _, Incident():
            tokens.append(written_incident(answer))
        case NextCard(hand), FaceDown():
            face_down.setdefault(hand, []).append(len(tokens))
            tokens.append("[unknown]")
        case NextCard(), Card():
            tokens.append(str(answer))
        case Turn(hand), Card():
            place = (face_down.get(hand) or [None]).pop(0)
            if place is not None:  # a card that was burned before the round has none
                tokens[place] = f"[burn {answer}]" if hand is Pile.DISCARDS else str(answer)
            turned.append(len(tokens))
        case Spin(), int():
            tokens.append(f"[spin {answer}]")


def _wrapped(tokens: list[str], width: int = 16) -> list[str]:
    return [" ".join(tokens[at : at + width]) for at in range(0, len(tokens), width)]


def _nets(runner: Runner[Rules]) -> list[str]:
    layout = runner.round.layout
    return [f"{player} = {plain(net)}" for player, net in layout.nets().items()]
