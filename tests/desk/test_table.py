"""`pitboss.table`: every rulebook played in a few lines, virtual and live, and everything that it says no to."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import pitboss
from filed import filed
from pitboss.audit.verify import audit
from pitboss.cards import Card
from pitboss.core.requests import Act
from pitboss.games.blackjack.intents import Stand
from pitboss.ids import Box, HandId, Player
from pitboss.law.rulebook import rulebook_ids
from pitboss.store.journal import CannotRecord

BETS = {"ante-up-21": {"21": 10, "ante": 10}, "3-card-21": {"main": 10, "three-card-bonus": 10}}
Act_ = Callable[[pitboss.TableHandle], object]


def bets_of(rulebook: str) -> dict[str, int]:
    return BETS.get(rulebook, {"main": 10})


def answer_by_chance(t: pitboss.TableHandle, chance: random.Random) -> None:
    """Answer whatever is asked with something that the question offers."""
    question, who = t.question, t.turn
    assert question is not None
    assert who is not None
    choices = [choice for choice in question.choices if choice.affordable]
    if question.kind == "reader":
        t.say(who, "no")
    elif choices and choices[0].verb == "card":
        t.deal(chance.choice(choices[0].takes[0].of))
    elif question.kind in ("dealer-done", "poker-dealt"):
        t.pay()
    elif question.kind == "verify":
        t.say("supervisor:sue", f"verify {question.hand}")
    elif question.kind == "fouled":  # which is set face down, and found when it is turned
        asked = t.asks("supervisor:sue")
        assert asked is not None
        t.say("supervisor:sue", next(each for each in asked.reports if each.verb == "foul"))
    elif choices and (not question.passes or chance.random() < 0.5):
        t.say(who, chance.choice(choices))
    else:
        t.say(who, "pass")


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_game_is_played_on_a_virtual_shoe(rulebook: str) -> None:
    chance = random.Random(5)
    with pitboss.table(rulebook, seed=5) as t:
        t.sit("ann", 1000)
        for _ in range(8):
            before = t.chips("ann")
            t.bet("ann", bets_of(rulebook))
            t.deal()
            while t.question:
                answer_by_chance(t, chance)
            assert t.results("ann") == t.chips("ann") - before
        assert len(t.rounds("ann")) == 8
        assert any("ann puts" in each for each in t.news("ann"))
        assert t.news("ann") == []


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_game_is_dealt_by_a_dealer(rulebook: str) -> None:
    chance = random.Random(6)
    with pitboss.table(rulebook, house=filed(rulebook), live=True, dealer="dora") as t:
        t.sit("ann", 1000)
        for _ in range(3):
            if t.view().shoe is None or t.question:
                t.shuffle()
            t.bet("ann", bets_of(rulebook))
            t.deal()
            while t.view().in_round:
                if t.question and t.question.kind in ("shuffle", "cut", "place", "load"):
                    t.shuffle()  # in 21-Hold 'em the cards are shuffled in the round
                else:
                    answer_by_chance(t, chance)
        assert t.view().round == 3


def test_a_live_round_of_one_box_takes_nine_calls() -> None:
    with pitboss.table("spanish21-ma", house={"dealing_procedure": "no_hole"}, live=True, dealer="dora") as t:
        t.sit("ann", 500)
        t.shuffle(cut=144)
        t.bet("ann", main=10)
        t.deal("8c 9h Kd")
        t.say("ann", "stand")
        t.deal("8d")
        t.pay()
        assert t.results("ann") == 1000


def test_answers_are_words_choices_or_typed() -> None:
    for says in ("stand", "1.1 stand", "ann@1.1 stand", Act(Player("ann"), HandId(Box(1), 1), Stand())):
        t = decided()
        t.say("ann", says)
        assert t.view("ann").hands[0].closed == "stood"
    t = decided()
    question = t.question
    assert question is not None
    double = next(choice for choice in question.choices if choice.verb == "double")
    t.say("ann", double, double.takes[0].most or 0, seen=question.seen)
    assert t.view("ann").hands[0].wagers[0].amount == 5000


def test_a_verb_alone_takes_the_most_that_it_may() -> None:
    t = decided()
    t.say("ann", "double")
    assert t.view("ann").hands[0].wagers[0].amount == 5000


def test_a_bet_that_is_made_twice_is_placed_once_and_changed_as_a_whole() -> None:
    t = seated()
    for _ in range(2):
        t.bet("ann", main=25, match_the_dealer=5)
    assert t.view("ann").staked == 3000
    t.bet("ann", {"main": 10})
    assert t.view("ann").staked == 1000


def test_what_is_passed_may_be_chosen() -> None:
    t = pitboss.table("spanish21-ma", seed=7, passing=())
    t.sit("ann", 500)
    with pytest.raises(pitboss.Refused, match="asks: Cut") as refused:
        t.bet("ann", main=10)
    assert refused.value.code == "not-betting"
    t.say("ann", "cut 100")
    t.bet("ann", main=10)
    assert t.view("ann").staked == 1000
    with pytest.raises(pitboss.BadQuestion, match="unknown kind of question 'coffee'"):
        pitboss.table("spanish21-ma", passing=("coffee",))


def test_insurance_is_passed_where_it_is_to_be() -> None:
    asked = {kind: kinds_in_rounds(kind) for kind in ((), ("insurance",))}
    assert "insurance" in asked[()]
    assert asked["insurance",] == asked[()] - {"insurance"}


def kinds_in_rounds(passing: tuple[str, ...]) -> set[str]:
    """The kinds of questions of some rounds."""
    kinds = set()
    with pitboss.table("blackjack-co", seed=3, passing=("cut", *passing)) as t:
        t.sit("ann", 5000)
        for _ in range(30):
            t.bet("ann", main=10)
            t.deal()
            while question := t.question:
                kinds.add(question.kind)
                t.say("ann", "pass" if question.passes else "stand")
    return kinds


def test_two_players_are_asked_in_turn() -> None:
    t = pitboss.table("spanish21-ma", seed=7)
    t.sit("ann", 500)
    t.sit("bob", 500)
    t.bet("bob", main=10)
    t.bet("ann", main=20)
    t.deal()
    turns = []
    while t.question:
        turns.append(t.turn)
        t.say(turns[-1] or "", "stand" if not t.question.passes else "pass")
    assert list(dict.fromkeys(turns)) == ["ann", "bob"]
    assert [t.asks(who) is not None for who in ("ann", "bob", None)] == [True] * 3


def test_staff_speaks_by_role_and_the_record_says_so(tmp_path: Path) -> None:
    path = tmp_path / "live.journal"
    with pitboss.table("spanish21-ma", path, live=True, dealer="dora") as t:
        t.sit("ann", 500)
        t.shuffle()
        t.bet("ann", main=10)
        t.deal("8c 9h Kd")
        t.say("supervisor:sue", "void-round the deck fell")
        assert not t.view().in_round
        assert t.chips("ann") == 50_000
    with pitboss.table("spanish21-ma", path, live=True, dealer="dora") as t:
        assert t.view().on_duty == "dora"
        assert t.chips("ann") == 50_000
    assert audit(path.read_bytes()).problems == []
    assert path.read_bytes().count(b"relief dora") == 1


# Everything that it says no to, with nothing changed.


def seated() -> pitboss.TableHandle:
    t = pitboss.table("spanish21-ma", seed=7)
    t.sit("ann", 500)
    return t


def decided() -> pitboss.TableHandle:
    """A table at which ann decides on a twelve."""
    t = seated()
    t.bet("ann", main=25)
    t.deal()
    return t


def live() -> pitboss.TableHandle:
    t = pitboss.table("spanish21-ma", live=True, dealer="dora")
    t.sit("ann", 500)
    return t


def dealt_to() -> pitboss.TableHandle:
    t = live()
    t.shuffle()
    t.bet("ann", main=10)
    t.deal("8c")
    return t


def closed() -> pitboss.TableHandle:
    t = decided()
    t.close()
    return t


@pytest.mark.parametrize(
    ("made", "does", "code"),
    [
        (decided, lambda t: t.say("ann", "9h"), "not-yours"),
        (decided, lambda t: t.say("dealer:dora", "9h"), "not-yours"),
        (decided, lambda t: t.say("ann", "juggle"), "unreadable"),
        (decided, lambda t: t.say("ann", ""), "unreadable"),
        (decided, lambda t: t.say("ann", "hit\x00"), "unreadable"),
        (decided, lambda t: t.say("ann", "x" * 100_000), "unreadable"),
        (decided, lambda t: t.say("ann", "double -5"), "not-positive"),
        (decided, lambda t: t.say("ann", "double ٣"), "unreadable"),
        (decided, lambda t: t.say("ann", "double 1e9"), "unreadable"),
        (decided, lambda t: t.say("ann", "split"), "not-a-pair"),
        (decided, lambda t: t.say("ann", "2.1 stand"), "no-such-hand"),
        (decided, lambda t: t.say("bob", "stand"), "not-seated"),
        (decided, lambda t: t.say("bob", "pass"), "nothing-to-pass"),
        (decided, lambda t: t.say("player:", "stand"), "no-author"),
        (decided, lambda t: t.say("king:ann", "stand"), "no-author"),
        (decided, lambda t: t.say("ann", "stand", seen=3), "stale"),
        (decided, lambda t: t.say("ann", "stand", seen=10**9), "not-on-record"),
        (decided, lambda t: t.say("ann", "stand", seen=-1), "unreadable"),
        (decided, lambda t: t.say("ann", t.question.choices[-1], 1, 2), "wrong-values"),
        (decided, lambda t: t.bet("ann", main=30), "too-late"),
        (decided, lambda t: t.sit("bob", 500), "between-rounds"),
        (decided, lambda t: t.deal(), "not-betting"),
        (decided, lambda t: t.deal("9h"), "virtual-shoe"),
        (decided, lambda t: t.shuffle(), "virtual-shoe"),
        (decided, lambda t: t.pay(), "not-done"),
        (decided, lambda t: t.chips("bob"), "not-seated"),
        (seated, lambda t: t.say("ann", "stand"), "out-of-turn"),
        (seated, lambda t: t.bet("bob", main=10), "not-seated"),
        (seated, lambda t: t.bet("ann", match_the_dealer=5), "needs-main"),
        (seated, lambda t: t.bet("ann", {"main": 5}, main=5), "wager-twice"),
        (seated, lambda t: t.bet("ann", maine=5), "no-such-wager"),
        (seated, lambda t: t.bet("ann", main="ten"), "no-amount"),
        (seated, lambda t: t.bet("ann", main=float("nan")), "no-amount"),
        (seated, lambda t: t.bet("ann", main=10.001), "no-amount"),
        (seated, lambda t: t.bet("ann", main=10**30), "no-amount"),
        (seated, lambda t: t.bet("ann", main=-10), "not-positive"),
        (seated, lambda t: t.bet("ann", main=600), "over-maximum"),
        (seated, lambda t: t.bet("ann", main=10, box=99), "no-such-box"),
        (seated, lambda t: t.bet("ann", main=10, box=-1), "no-such-box"),
        (seated, lambda t: t.sit("ann", 500), "seated"),
        (seated, lambda t: t.sit("bob", 500, box=1), "box-taken"),
        (seated, lambda t: t.sit("bob", 0), "not-positive"),
        (seated, lambda t: t.sit("b b", 10), "no-author"),
        (live, lambda t: t.bet("ann", main=10), "shuffle-due"),
        (live, lambda t: t.deal("9h"), "no-card-due"),
        (live, lambda t: t.pay(), "not-done"),
        (dealt_to, lambda t: t.deal("Tc"), "no-such-card"),
        (dealt_to, lambda t: t.deal("nonsense"), "unreadable"),
        (dealt_to, lambda t: t.deal("??"), "no-answer"),
        (dealt_to, lambda t: t.shuffle(), "no-shuffle-due"),
        (dealt_to, lambda t: t.say("ann", "9h"), "not-yours"),
        (dealt_to, lambda t: t.say("supervisor:sue", "void-round"), "no-reason"),
    ],
)
def test_it_says_no_with_a_code_and_changes_nothing(
    made: Callable[[], pitboss.TableHandle], does: Act_, code: str
) -> None:
    t = made()
    before, asked = t.view("ann"), t.question
    with pytest.raises(pitboss.Refused) as refused:
        does(t)
    assert refused.value.code == code
    assert refused.value.says
    assert "Traceback" not in refused.value.says
    assert plain(t.view("ann")) == plain(before)
    assert (t.question is None) == (asked is None)


def plain(view: object) -> str:
    """A view without the line of the record: a refusal is on record too."""
    return str(view).partition(",")[2]


@pytest.mark.parametrize(
    "does",
    [
        lambda t: t.say("ann", "stand"),
        lambda t: t.bet("ann", main=10),
        lambda t: t.deal(),
        lambda t: t.question,
        lambda t: t.view(),
        lambda t: t.news(),
        lambda t: t.results("ann"),
        lambda t: t.feed,
    ],
)
def test_a_closed_table_is_used_no_more(does: Act_) -> None:
    t = closed()
    with pytest.raises(pitboss.Refused, match="was closed") as refused:
        does(t)
    assert refused.value.code == "closed"
    t.close()  # again, without harm


def test_cards_before_a_wrong_one_stay() -> None:
    t = dealt_to()
    with pytest.raises(pitboss.Refused):
        t.deal("9h zz")
    assert t.view().dealer.cards == ("9h",)


def test_a_table_that_cannot_be_stored_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    t = pitboss.table("spanish21-ma", tmp_path / "a.journal", seed=7)
    t.sit("ann", 500)

    def fails() -> None:
        raise CannotRecord("no space left on device")

    monkeypatch.setattr(t.feed._table.recorder, "sync", fails)
    with pytest.raises(pitboss.Refused, match="no space left") as refused:
        t.bet("ann", main=10)
    assert refused.value.code == "not-stored"
    monkeypatch.undo()
    with pitboss.table("spanish21-ma", tmp_path / "a.journal") as again:
        assert again.chips("ann") == 50_000


def test_it_is_opened_with_what_makes_sense(tmp_path: Path) -> None:
    for wrong in ({"live": True, "seed": 1}, {"meter": tmp_path / "x.meter"}):
        with pytest.raises(pitboss.BadQuestion):
            pitboss.table("straight-jack-progressive", **wrong)
    with pytest.raises(pitboss.BadQuestion, match="unknown rulebook"):
        pitboss.table("spanish22")
    with pytest.raises(pitboss.Unlawful):
        pitboss.table("spanish21-ma", house={"decks": 7})
    first = pitboss.table("spanish21-ma", tmp_path / "a.journal")
    with pytest.raises(pitboss.Refused, match="another process") as refused:
        pitboss.table("spanish21-ma", tmp_path / "a.journal")
    assert refused.value.code == "in-use"
    first.close()


def test_cards_are_the_dealers_own() -> None:
    t = dealt_to()
    t.deal(Card.parse("9h").text)
    assert t.view().dealer.cards == ("9h",)


def test_a_dealer_places_the_cut_card_and_opens_sealed_decks() -> None:
    house = {"dealing_procedure": "no_hole", "opening": "preshuffled"}
    with pitboss.table("spanish21-ma", house=house, live=True, dealer="dora") as t:
        t.sit("ann", 500)
        t.shuffle(cut=144, behind=100, seal="4471 A-12 of 1 March")
        shoe = t.view().shoe
        assert shoe is not None
        assert (shoe.left, shoe.to_cut) == (287, 187)
