"""Sessions against a slow twin with exact fractions, and against what the books say of gambler's ruin."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.simulation import bankroll
from pitboss.simulation.bankroll import PERCENTS, Outlook, Session, check, outlook

Chances = dict[int, Fraction]

COIN = {-500: 0.5, 500: 0.5}
TABLE = {-2000: 0.01, -1000: 0.43, -500: 0.05, 0: 0.08, 1000: 0.39, 1500: 0.03, 2000: 0.0098, 50_000: 0.0002}
SMALL: list[tuple[Chances, Session]] = [
    ({-500: Fraction(1, 2), 500: Fraction(1, 2)}, Session(12, 2000, 500)),
    ({-500: Fraction(1, 2), 500: Fraction(1, 2)}, Session(12, 2000, 500, 3000)),
    ({-750: Fraction(2, 5), 250: Fraction(2, 5), 1000: Fraction(1, 5)}, Session(9, 1130, 600, 2345)),
    ({-500: Fraction(9, 10), 100_000: Fraction(1, 10)}, Session(8, 1500, 500)),
    ({-500: Fraction(9, 10), 100_000: Fraction(1, 10)}, Session(8, 1500, 500, 4000)),
    ({-500: Fraction(1)}, Session(5, 1200, 500, 2000)),
    ({500: Fraction(1)}, Session(5, 1200, 500, 2000)),
    ({250: Fraction(1, 3), 750: Fraction(2, 3)}, Session(5, 1200, 500)),
    ({0: Fraction(1)}, Session(40, 1200, 500)),
]


def twin(results: Chances, session: Session) -> Chances:
    """What the player holds at the end, round by round and without any lattice."""
    held: Chances = {session.bankroll: Fraction(1)}
    for _ in range(session.rounds):
        after: Chances = {}
        for amount, chance in held.items():
            quits = amount < session.least or (session.stop is not None and amount >= session.stop)
            for net, likely in {0: Fraction(1)}.items() if quits else results.items():
                after[amount + net] = after.get(amount + net, Fraction(0)) + chance * likely
        held = after
    return held


def quantile(held: Chances, percent: int) -> int:
    return next(
        each for each in sorted(held) if sum(held[low] for low in held if low <= each) >= Fraction(percent, 100)
    )


def compare(results: Chances, session: Session) -> None:
    seen = outlook({net: float(chance) for net, chance in results.items()}, session)
    held = twin(results, session)
    stop = session.stop or float("inf")
    assert seen.ruin == pytest.approx(float(sum(held[each] for each in held if each < session.least)), abs=1e-12)
    assert seen.reached == pytest.approx(float(sum(held[each] for each in held if each >= stop)), abs=1e-12)
    assert seen.ahead == pytest.approx(float(sum(held[each] for each in held if each > session.bankroll)), abs=1e-12)
    assert seen.mean == pytest.approx(float(sum(each * held[each] for each in held)), rel=1e-12)
    assert {each: seen.quantiles[each][-1] for each in PERCENTS} == {each: quantile(held, each) for each in PERCENTS}


@pytest.mark.parametrize(("results", "session"), SMALL)
def test_small_sessions_are_those_of_the_twin(results: Chances, session: Session) -> None:
    compare(results, session)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.integers(-6, 9), st.integers(1, 20), min_size=1, max_size=5),
    st.sampled_from([1, 50, 250]),
    st.builds(Session, st.integers(1, 7), st.integers(1000, 2500), st.integers(1, 1000)),
    st.none() | st.integers(2501, 5000),
)
def test_any_small_session_is_that_of_the_twin(
    weights: dict[int, int], unit: int, session: Session, stop: int | None
) -> None:
    total = sum(weights.values())
    results = {net * unit: Fraction(weight, total) for net, weight in weights.items()}
    compare(results, replace(session, stop=stop))


def test_every_checkpoint_is_a_shorter_session_of_its_own() -> None:
    long = outlook(TABLE, Session(60, 10_000, 1000, 20_000))
    for rounds in (1, 7, 33):
        short = outlook(TABLE, Session(rounds, 10_000, 1000, 20_000))
        at = long.checkpoints.index(rounds)
        assert (long.ruin_by[at], long.reached_by[at]) == pytest.approx((short.ruin, short.reached), abs=1e-14)
        assert [long.quantiles[each][at] for each in PERCENTS] == [short.quantiles[each][-1] for each in PERCENTS]


@pytest.mark.parametrize("wins", [0.47, 0.49, 0.52])
def test_a_long_session_ends_as_the_formula_of_gamblers_ruin_says(wins: float) -> None:
    start, goal, odds = 10, 25, (1 - wins) / wins
    seen = outlook({-100: 1 - wins, 100: wins}, Session(20_000, start * 100, 1, goal * 100))
    assert seen.reached == pytest.approx((1 - odds**start) / (1 - odds**goal), abs=1e-12)
    assert seen.ruin + seen.reached == pytest.approx(1, abs=1e-12)


def test_a_fair_coin_without_a_stop_ruins_as_the_reflection_principle_says() -> None:
    rounds, start = 4000, 40
    seen = outlook(COIN, Session(rounds, start * 500, 500))
    lost = [Fraction(comb(rounds, wins), 2**rounds) for wins in range((rounds - start) // 2 + 1)]
    assert seen.ruin == pytest.approx(float(2 * sum(lost) - lost[-1]), abs=1e-12)
    assert seen.mean == pytest.approx(start * 500, rel=1e-12)


def test_many_rounds_at_once_are_as_many_single_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(8000, 60_000, 1000)
    leaping = outlook(TABLE, session)
    monkeypatch.setattr(bankroll, "FEW_ROUNDS", session.rounds)
    playing = outlook(TABLE, session)
    assert leaping.ruin_by == pytest.approx(playing.ruin_by, abs=1e-12)
    assert leaping.quantiles == playing.quantiles
    assert leaping.mean == pytest.approx(playing.mean, abs=1e-6)


def test_the_mean_without_ruin_is_that_of_all_rounds() -> None:
    seen = outlook(TABLE, Session(5000, 10_000_000, 1000))
    assert seen.ruin == pytest.approx(0, abs=1e-12)
    assert seen.mean == pytest.approx(10_000_000 + 5000 * sum(net * chance for net, chance in TABLE.items()), rel=1e-11)


def test_a_stop_out_of_reach_is_none() -> None:
    free = outlook(TABLE, Session(3000, 60_000, 1000))
    bound = outlook(TABLE, Session(3000, 60_000, 1000, 10**10))
    assert replace(bound, session=free.session) == free


@pytest.mark.parametrize("stop", [None, 90_000])
def test_an_outlook_agrees_with_itself(stop: int | None) -> None:
    seen = outlook(TABLE, Session(1234, 60_000, 1000, stop))
    assert seen.ruin + seen.reached + seen.going == pytest.approx(1, abs=1e-12)
    assert (seen.checkpoints[0], seen.checkpoints[-1], len(seen.checkpoints)) == (0, 1234, 101)
    assert (seen.ruin_by[-1], seen.reached_by[-1]) == (seen.ruin, seen.reached)
    assert list(seen.ruin_by) == sorted(seen.ruin_by)
    for at in range(len(seen.checkpoints)):
        across = [seen.quantiles[each][at] for each in PERCENTS]
        assert across == sorted(across)
    assert {series[0] for series in seen.quantiles.values()} == {60_000}


def test_no_chance_is_lost_on_the_board() -> None:
    course = bankroll._Course(bankroll._Walk(TABLE), Session(3000, 60_000, 1000))
    for board in course.boards(range(0, 3001, 500)):
        assert board.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    ("session", "says"),
    [
        (Session(0, 1000, 500), "from 1 to 1,000,000 rounds"),
        (Session(1_000_001, 1000, 500), "from 1 to 1,000,000 rounds"),
        (Session(10, 0, 500), "must be more than nothing"),
        (Session(10, 1000, 0), "must be more than nothing"),
        (Session(10, 400, 500), "does not suffice"),
        (Session(10, 1000, 500, 1000), "must be more than the bankroll"),
        (Session(1_000_000, 2_000_000, 500, 5_500_000), "takes too long"),
    ],
)
def test_a_session_without_sense_is_told_in_a_sentence(session: Session, says: str) -> None:
    assert says in (check(COIN, session) or "")
    with pytest.raises(ValueError, match=says):
        outlook(COIN, session)


@pytest.mark.parametrize("results", [{}, {100: 0.5, -100: 0.4}, {100: 1.5, -100: -0.5}])
def test_chances_must_be_chances(results: dict[int, float]) -> None:
    assert "add up to 1" in (check(results, Session(10, 1000, 500)) or "")


def test_a_sound_session_passes() -> None:
    assert check(TABLE, Session(1000, 60_000, 1000, 120_000)) is None


@pytest.fixture(scope="module")
def drawable() -> Outlook:
    pytest.importorskip("matplotlib")
    return outlook(TABLE, Session(300, 30_000, 1000, 60_000))


def test_a_drawing_is_an_svg_and_always_the_same(drawable: Outlook, tmp_path: Path) -> None:
    from pitboss.cli.pictures import draw_outlook

    first, second = tmp_path / "first.svg", tmp_path / "second.svg"
    draw_outlook(drawable, "A session & its <end>", first)
    draw_outlook(drawable, "A session & its <end>", second)
    assert ElementTree.parse(first).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert first.read_bytes() == second.read_bytes()


def test_a_drawing_may_be_a_png(drawable: Outlook, tmp_path: Path) -> None:
    from pitboss.cli.pictures import draw_outlook

    path = tmp_path / "session.png"
    draw_outlook(drawable, "A session", path)
    assert path.read_bytes().startswith(b"\x89PNG")
