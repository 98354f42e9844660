"""`pitboss simulate`: very many rounds, with the exact value beside the simulated one; or one of them dealt again."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.analysis.family.solver import Solution
    from pitboss.games.registry import Game
    from pitboss.ids import Wager
    from pitboss.money import Cents
    from pitboss.simulation.compiled import Compiled
    from pitboss.simulation.run import Order, Part

INTERRUPTED = 130
SAVE_EVERY = 2.0  # seconds


def simulate(
    rulebook: Annotated[str, typer.Argument(metavar="ID", help="The rulebook to play by.")],
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds, as in 1e8.")] = "10_000_000",
    seed: Annotated[str, typer.Option(metavar="S", help="The same seed deals the same rounds.")] = "0",
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="K=V", help="An option or reading.")] = None,
    house: Annotated[Path | None, typer.Option(metavar="FILE", help="A house file.")] = None,
    plan: Annotated[str, typer.Option(metavar="PLAN", help="best, a chart (*.csv), or a policy by name.")] = "best",
    bets: Annotated[
        list[str] | None, typer.Option("--bet", metavar="WAGER=AMOUNT", help="As in main=25; main=10 by itself.")
    ] = None,
    every_wager: Annotated[bool, typer.Option("--every-wager", help="Place every wager that is offered.")] = False,  # noqa: FBT002
    boxes: Annotated[int, typer.Option(metavar="N", help="Boxes played, 1 to 7.")] = 1,
    shoes: Annotated[bool, typer.Option("--shoes", help="Deal shoes to the cut card.")] = False,  # noqa: FBT002
    workers: Annotated[int, typer.Option(metavar="N", help="Threads; all cores by itself.")] = 0,
    checkpoint: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on from here after a kill.")] = None,
    number: Annotated[str | None, typer.Option("--round", metavar="K", help="One round; SHOE:K with --shoes.")] = None,
    as_round: Annotated[bool, typer.Option("--as-round", help="Print that round in the notation.")] = False,  # noqa: FBT002
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,  # noqa: FBT002
    csv: Annotated[bool, typer.Option("--csv", help="Print rows of CSV.")] = False,  # noqa: FBT002
    bankroll: Annotated[str | None, typer.Option(metavar="DOLLARS", help="What a session begins with.")] = None,
    session: Annotated[str, typer.Option(metavar="N", help="Rounds of a session.")] = "1000",
    stop_at: Annotated[str | None, typer.Option("--stop", metavar="DOLLARS", help="Quit with so much.")] = None,
    picture: Annotated[Path | None, typer.Option(metavar="FILE", help="The session as *.svg or *.png.")] = None,
) -> None:
    """Simulate rounds: means with their errors, how often everything happens, and what a session may bring.

    Example: pitboss simulate spanish21-ma --rounds 1e8 --seed 7
    """
    from pitboss.cli.houses import game_for, need_numba
    from pitboss.cli.output import MALFORMED, stop

    need_numba()
    if picture is not None and bankroll is None:
        stop("--picture draws a session; give it a --bankroll, as in --bankroll 500", MALFORMED)
    if json and csv:
        stop("--json and --csv are two forms; ask for one", MALFORMED)
    asked = _Asked(
        rounds=_whole("--rounds", rounds, 1, 10**15),
        seed=_whole("--seed", seed, 0, 2**64 - 1),
        boxes=_whole("--boxes", str(boxes), 1, 7),
        workers=_whole("--workers", str(workers), 0, 512),
        shoes=shoes,
    )
    game = game_for(rulebook, house, settings or [])
    prepared = _prepare(game, plan, bets or [], asked.boxes, every=every_wager)
    if shoes and prepared.compiled.game.rules.shoe.behind is None:
        stop("this house has no cut card to deal a shoe to; leave --shoes out", MALFORMED)
    if number is not None or as_round:
        _one_round(prepared, asked.seed, number or "0", shoes=shoes)
        return
    outlook = _session_of(prepared, bankroll, session, stop_at, picture)
    _simulate(prepared, asked, checkpoint, outlook, form="json" if json else "csv" if csv else "text")


@dataclass(frozen=True, slots=True)
class _Asked:
    rounds: int
    seed: int
    boxes: int
    workers: int
    shoes: bool


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A compiled game, the solution that it plays by, and where the plan came from."""

    compiled: Compiled
    solution: Solution
    plan: str
    note: str


def _whole(option: str, text: str, least: int, most: int) -> int:
    """A whole number as people write large ones: 1e8, 100_000_000 or 100,000,000."""
    from decimal import Decimal, InvalidOperation

    from pitboss.cli.output import MALFORMED, stop

    try:
        number = Decimal(text.replace("_", "").replace(",", ""))
    except InvalidOperation:
        stop(f"{option} takes a whole number, as in 1e8, not {text!r}", MALFORMED)
    if not number.is_finite() or number != number.to_integral_value() or not least <= number <= most:
        stop(f"{option} takes a whole number from {least:,} to {most:,}, not {text!r}", MALFORMED)
    return int(number)


def _dollars(option: str, text: str) -> Cents:
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.core.options import read_amount

    try:
        cents = read_amount([text])
    except ValueError:
        cents = None
    if cents is None or cents <= 0:
        stop(f"{option} takes an amount of dollars, as in 25, not {text!r}", MALFORMED)
    return cents


def _prepare(game: Game, plan: str, bets: list[str], boxes: int, *, every: bool) -> _Prepared:
    from pitboss.analysis.family.terms import NotPriced
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.ids import MAIN
    from pitboss.simulation.compiled import Compiled, NotSimulated, at_stake
    from pitboss.simulation.plans import plan_of

    stakes = _stakes(game, bets, every=every)
    if boxes > game.house.integer("seats"):
        stop(f"this house has {game.house.integer('seats')} boxes, not {boxes}", MALFORMED)
    game = at_stake(game, stakes[MAIN])
    try:
        solution, name, note = _solution(game, plan)
        return _Prepared(Compiled(game, plan_of(solution), stakes, boxes), solution, name, note)
    except (NotPriced, NotSimulated) as error:
        stop(str(error), MALFORMED)


def _stakes(game: Game, bets: list[str], *, every: bool) -> dict[Wager, Cents]:
    """The wagers to place; each is put to the house as a player's would be."""
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.ids import MAIN, Wager
    from pitboss.law.rulebook import UnknownName
    from pitboss.money import dollars

    offered = game.rules.betting.wagers
    insurance = Wager("insurance")
    stakes = {MAIN: dollars(10)}
    if every:
        stakes |= {wager: terms.least.amount for wager, terms in offered.items() if wager != MAIN}
    for text in bets:
        name, equals, amount = text.partition("=")
        if not equals:
            stop(f"--bet takes WAGER=AMOUNT, as in main=25, not {text!r}", MALFORMED)
        if name in game.rules.betting.not_offered:
            stop(f"{name}: {game.rules.betting.not_offered[Wager(name)].says}", MALFORMED)
        if name not in {*offered, insurance}:
            stop(str(UnknownName("wager", name, [*offered, insurance])), MALFORMED)
        stakes[Wager(name)] = _dollars(f"--bet {name}", amount)
    if every and insurance not in stakes:
        stakes[insurance] = _half(game, stakes[MAIN])
    _allowed(game, stakes)
    return stakes


def _half(game: Game, main: Cents) -> Cents:
    from pitboss.money import Cents

    chip = game.rules.betting.chip
    return Cents(main // 2 // chip * chip)


def _allowed(game: Game, stakes: dict[Wager, Cents]) -> None:
    """Stops where the house would refuse one of these wagers."""
    from fractions import Fraction

    from pitboss.cli.output import NO, stop
    from pitboss.core.procedure import Runner
    from pitboss.core.requests import Act
    from pitboss.core.wagering import PlaceWager
    from pitboss.ids import MAIN, Box, HandId, Player, Wager
    from pitboss.money import down_to_chip, spoken, up_to_chip

    table: Runner[Any] = Runner(game.rules)
    insurance = Wager("insurance")
    for wager, amount in sorted(stakes.items(), key=lambda entry: entry[0] != MAIN):
        if wager == insurance:
            continue
        refusal = table.answer(Act(Player("one"), HandId(Box(1), 1), PlaceWager(wager, amount)))
        if refusal is not None:
            stop(f"{wager}: {refusal.says} [{', '.join(refusal.clauses)}]", NO)
    table.close()
    chip, rules = game.rules.betting.chip, game.rules
    to_chip = up_to_chip if rules.insurance_rounds_up else down_to_chip
    most = to_chip(Fraction(stakes[MAIN], 2), chip)
    insured = stakes.get(insurance)
    if insured is not None and (insured > most or insured % chip or (rules.insurance_exact and insured != most)):
        says = "exactly" if rules.insurance_exact else "at most, in whole chips,"
        cited = ", ".join(rules.cites.insurance_amount)
        stop(f"insurance of {spoken(stakes[MAIN])} is {says} {spoken(most)}, not {spoken(insured)} [{cited}]", NO)


def _solution(game: Game, plan: str) -> tuple[Solution, str, str]:
    """What is played by: the solver's best play, a chart from a file, or a simple policy."""
    from pitboss.analysis.family.chart import POLICIES, by_rule, charted
    from pitboss.analysis.family.solver import solve
    from pitboss.analysis.family.terms import NotPriced
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.games.registry import compile_game

    note = ""
    try:
        best = solve(game)
    except NotPriced as error:
        readings = {code: game.house.rulebook.default_reading(code) for code in game.house.readings}
        usual = compile_game(replace(game.house, readings=readings))
        best = solve(replace(usual, shoe=game.shoe))
        note = f"{str(error).removesuffix(' cannot be priced yet')}: played as is best under the usual readings"
    if plan == "best":
        return best, "best play by the very cards held", note
    if plan in POLICIES:
        says, stands = POLICIES[plan]
        return charted(best, by_rule(stands)), f"{plan}: {says}", note
    if plan.endswith(".csv"):
        return charted(best, _chart(Path(plan))), f"the chart {Path(plan).name}", note
    return stop(f"--plan takes best, a chart named *.csv, or one of {', '.join(POLICIES)}, not {plan!r}", MALFORMED)


def _chart(path: Path) -> Any:
    import csv
    import io

    from pitboss.analysis.family.chart import BadChart, Grid
    from pitboss.cli.output import MALFORMED, complain, read_bytes, stop

    try:
        return Grid.parse(list(csv.reader(io.StringIO(read_bytes(path).decode("utf-8-sig")))))
    except (UnicodeDecodeError, csv.Error):
        stop(f"{path}: the file is not a chart as pitboss strategy --format csv writes it", MALFORMED)
    except BadChart as error:
        for each in error.wrong[:-1]:
            complain(f"{path}: {each}")
        stop(f"{path}: {error.wrong[-1]}", MALFORMED)


def _one_round(prepared: _Prepared, seed: int, number: str, *, shoes: bool) -> None:
    """Deals one round again and prints it in the notation, settled by the table's own procedures."""
    from pitboss.cli.output import MALFORMED, NO, say, stop
    from pitboss.notation.write import write_round
    from pitboss.simulation.again import deal_again, nets_of, through_the_core

    compiled = prepared.compiled
    if shoes:
        shoe, colon, of_shoe = number.partition(":")
        if not colon:
            stop("with --shoes a round is SHOE:K, as in --round 17:3 for the third round of shoe 17", MALFORMED)
        dealt = deal_again(compiled, seed, _whole("--round", shoe, 0, 10**15), _whole("--round", of_shoe, 1, 10**4))
    else:
        dealt = deal_again(compiled, seed, _whole("--round", number, 0, 10**15))
    if dealt is None:
        stop(f"the shoe of --round {number} has fewer rounds with seed {seed}", NO)
    if dealt.reshuffled:
        stop("the shoe ran out in this round and was reshuffled, which the notation cannot tell yet", NO)
    runner, stack = through_the_core(compiled, dealt)
    assert nets_of(runner, compiled) == dealt.nets, "the table and the kernel differ"
    title = f"Round {number} of a simulation with seed {seed}; {prepared.plan}"
    say(write_round(compiled.game, runner.answers, title=title, unseen=stack.unseen()).rstrip())


def _session_of(
    prepared: _Prepared, bankroll: str | None, rounds: str, stop_at: str | None, picture: Path | None
) -> _Session | None:
    from importlib.util import find_spec

    from pitboss.cli.output import MALFORMED, NO, stop
    from pitboss.money import Cents
    from pitboss.simulation.bankroll import Session

    if bankroll is None:
        if stop_at is not None:
            stop("--stop is of a session; give it a --bankroll, as in --bankroll 500", MALFORMED)
        return None
    if picture is not None and (picture.suffix not in (".svg", ".png") or not picture.parent.is_dir()):
        stop("--picture takes a file in a folder that exists, named *.svg or *.png", MALFORMED)
    if picture is not None and find_spec("matplotlib") is None:
        stop("--picture needs matplotlib; install it with pip install 'pitboss[analysis]'", MALFORMED)
    compiled = prepared.compiled
    least = Cents(compiled.boxes * sum(amount for wager, amount in compiled.stakes.items() if wager != "insurance"))
    held = _dollars("--bankroll", bankroll)
    goal = None if stop_at is None else _dollars("--stop", stop_at)
    if held < least:
        stop("the bankroll does not suffice for one round", NO)
    if goal is not None and goal <= held:
        stop("--stop must be more than the bankroll", NO)
    return _Session(Session(_whole("--session", rounds, 1, 1_000_000), held, least, goal), picture)


@dataclass(frozen=True, slots=True)
class _Session:
    session: Any
    picture: Path | None


def _simulate(prepared: _Prepared, asked: _Asked, checkpoint: Path | None, session: _Session | None, form: str) -> None:
    from pitboss.cli.output import complain
    from pitboss.cli.simulated import say_result
    from pitboss.simulation.run import Order, play_chunk

    order = Order(prepared.compiled, asked.seed, asked.rounds, asked.shoes)
    play_chunk(replace(order, rounds=1, chunk=1), 0)  # the first run ever compiles, which is no part of the speed
    began = time.perf_counter()
    part, before, interrupted = _played(order, asked.workers, checkpoint)
    seconds = time.perf_counter() - began
    if interrupted:
        complain(f"interrupted; this is the result of the first {part.rounds:,} of {asked.rounds:,} rounds")
    if part.rounds:
        rate = (part.rounds - before) / seconds if seconds else 0.0
        say_result(prepared, order, part, rate, session, form)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _played(order: Order, workers: int, checkpoint: Path | None) -> tuple[Part, int, bool]:
    """The run, with a bar, saved every few seconds; how many rounds an earlier run had; whether it was interrupted."""
    from pitboss.cli.output import progress
    from pitboss.simulation.run import nothing, run

    begun = _begun(order, checkpoint)
    part = begun or nothing(order)
    before, saved, interrupted = part.rounds, time.monotonic(), False
    with progress("dealing") as step:
        try:
            for part in run(order, begun, workers):
                step(part.rounds, order.rounds)
                if checkpoint is not None and time.monotonic() - saved > SAVE_EVERY:
                    _save(checkpoint, order, part)
                    saved = time.monotonic()
        except KeyboardInterrupt:
            interrupted = True
    if checkpoint is not None:
        _save(checkpoint, order, part)
    return part, before, interrupted


def _begun(order: Order, checkpoint: Path | None) -> Part | None:
    from pitboss.cli.output import MALFORMED, NO, stop
    from pitboss.simulation.run import BadCheckpoint, load_checkpoint

    if checkpoint is None:
        return None
    if not checkpoint.parent.is_dir():
        stop("--checkpoint takes a file in a folder that exists", MALFORMED)
    try:
        return load_checkpoint(checkpoint, order)
    except BadCheckpoint as error:
        stop(f"{checkpoint} {error}; give another --checkpoint or remove it", NO)
    except OSError as error:
        stop(f"{checkpoint}: the file cannot be read: {(error.strerror or 'unknown reason').lower()}", MALFORMED)


def _save(checkpoint: Path, order: Order, part: Part) -> None:
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.simulation.run import save_checkpoint

    try:
        save_checkpoint(checkpoint, order, part)
    except OSError as error:
        stop(f"{checkpoint}: the checkpoint cannot be written: {(error.strerror or 'unknown').lower()}", MALFORMED)
