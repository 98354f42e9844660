"""`pitboss simulate`: very many rounds, with the exact value beside the simulated one; or one of them dealt again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from os.path import isdir
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.amounts import amount_of, bets_of, stakes_of, whole

if TYPE_CHECKING:
    from pitboss.desk.houses import Game
    from pitboss.desk.simulations import Prepared
    from pitboss.ids import Wager
    from pitboss.money import Cents
    from pitboss.simulation.bankroll import Session
    from pitboss.simulation.crew import Crew
    from pitboss.simulation.run import Order, Part

INTERRUPTED = 130
SAVE_EVERY = 2.0  # seconds
ROUNDS_AT_ONCE = 1 << 22  # by one box; as many boxes take as much longer, and Ctrl-C should not have to wait
SHOES_AT_ONCE = 1 << 8  # shoes are whole, so this many may be dealt too many
MOST_BOXES = 7  # of a table, unless the house has more
USUAL_SESSION = "1000"


def simulate(
    rulebook: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The rulebook to play by; --house names one too.")
    ] = None,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds, as in 1e8.")] = "10_000_000",
    seed: Annotated[str, typer.Option(metavar="S", help="The same seed deals the same rounds.")] = "0",
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="K=V", help="An option or reading.")] = None,
    house: Annotated[Path | None, typer.Option(metavar="FILE", help="A house file.")] = None,
    plan: Annotated[
        str,
        typer.Option(metavar="PLAN", help="best, mimic-dealer, never-bust, or a chart (*.csv) of pitboss strategy."),
    ] = "best",
    bets: Annotated[
        list[str] | None,
        typer.Option("--bet", metavar="WAGER=DOLLARS", help="As in main=25; else main is 10, or the house's limit."),
    ] = None,
    stake: Annotated[str | None, typer.Option(metavar="DOLLARS", help="Same as --bet for the main wager.")] = None,
    every_wager: Annotated[bool, typer.Option("--every-wager", help="Place every wager that is offered.")] = False,  # noqa: FBT002
    boxes: Annotated[str, typer.Option(metavar="N", help="Boxes played, as many as the house has.")] = "1",
    shoes: Annotated[bool, typer.Option("--shoes", help="Deal shoes to the cut card, all of each.")] = False,  # noqa: FBT002
    workers: Annotated[str, typer.Option(metavar="N", help="Threads; 0 is one for each core.")] = "0",
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a cluster of dask, as in tcp://10.0.0.5:8786.")
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save here every few seconds; go on from here after a kill.")
    ] = None,
    number: Annotated[
        str | None, typer.Option("--round", metavar="K", help="Only round K, from 0; SHOE:K, from 0:1, with --shoes.")
    ] = None,
    as_round: Annotated[bool, typer.Option("--as-round", help="Print that round in the notation.")] = False,  # noqa: FBT002
    meter: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="What a progressive meter shows; its seed otherwise.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Compute it again instead of reading the cache.")] = False,  # noqa: FBT002
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,  # noqa: FBT002
    csv: Annotated[bool, typer.Option("--csv", help="Print rows of CSV.")] = False,  # noqa: FBT002
    bankroll: Annotated[str | None, typer.Option(metavar="DOLLARS", help="What a session begins with.")] = None,
    session: Annotated[
        str | None, typer.Option(metavar="N", help="Rounds of a session with a --bankroll; 1000 if not stated.")
    ] = None,
    stop_at: Annotated[
        str | None, typer.Option("--stop", metavar="DOLLARS", help="End the session with so much or more.")
    ] = None,
    picture: Annotated[Path | None, typer.Option(metavar="FILE", help="The session as *.svg or *.png.")] = None,
) -> None:
    """Simulate rounds: means with their errors, how often everything happens, and what a session may bring.

    Example: pitboss simulate spanish21-ma --rounds 1e8 --seed 7
    """
    from pitboss.cli.cluster import crew_at
    from pitboss.cli.houses import game_for, need_numba
    from pitboss.cli.output import MALFORMED, stop

    need_numba()
    if json and csv:
        stop("--json and --csv are two forms; ask for one", MALFORMED)
    game = game_for(rulebook, house, settings or [])
    asked = _Asked(
        rounds=whole("--rounds", rounds, 1, 10**15),
        seed=whole("--seed", seed, 0, 2**64 - 1),
        boxes=whole("--boxes", boxes, 1, max(MOST_BOXES, game.house.integer("seats"))),
        workers=whole("--workers", workers, 0, 512),
        shoes=shoes,
    )
    words = _Words(bankroll, session, stop_at, picture)
    words.check_alone()
    place = None
    if number is not None or as_round:
        others = {
            "--json or --csv": json or csv,
            "--bankroll": bankroll,
            "--checkpoint": checkpoint,
            "--cluster": cluster,
        }
        _check_one_round(number, [name for name, given in others.items() if given not in (None, False)])
        place = _place(number or "", shoes=shoes)
    if cluster is not None and asked.workers:
        stop("--workers is about this machine, so it does not go with --cluster", MALFORMED)
    _check_table(game, asked)
    stakes = stakes_of(game, bets_of(game, bets, stake), every=every_wager)
    outlook = _session_of(game, stakes, asked.boxes, words)
    shown = None if meter is None else amount_of("--meter", meter)
    with crew_at(cluster) as crew:
        prepared = _prepare(game, plan, stakes, asked.boxes, shown, fresh=fresh)
        if place is not None:
            _one_round(prepared, asked.seed, *place)
        else:
            form = "json" if json else "csv" if csv else "text"
            _simulate(prepared, asked, crew, checkpoint, outlook, form)


def _check_table(game: Game, asked: _Asked) -> None:
    """Stops where the house has no such table."""
    from pitboss.cli.output import MALFORMED, stop

    if asked.shoes and game.rules.shoe.behind is None:
        stop("this house has no cut card to deal a shoe to; leave --shoes out", MALFORMED)


def _check_one_round(number: str | None, others: list[str]) -> None:
    """Stops where one round is asked for, and something else that only many rounds have."""
    from pitboss.cli.output import MALFORMED, stop

    if number is None:
        stop("--as-round prints one round; say which, as in --round 17", MALFORMED)
    if others:
        stop(f"--round prints one round in the notation, so it does not go with {others[0]}", MALFORMED)


@dataclass(frozen=True, slots=True)
class _Asked:
    rounds: int
    seed: int
    boxes: int
    workers: int
    shoes: bool


def _prepare(
    game: Game, plan: str, stakes: dict[Wager, Cents], boxes: int, meter: Cents | None, *, fresh: bool
) -> Prepared:
    """The game to simulate, by best play, a chart from a file, or a simple policy; stops with what is wrong."""
    from pitboss.analysis.drawing.chart import POLICIES
    from pitboss.cli.output import MALFORMED, complain, plainly, stop
    from pitboss.desk.simulations import HOUSE_WAY, BadChart, prepare

    chart = None
    if plan.endswith(".csv"):
        chart = _lines_of(Path(plan))
    elif plan not in ("best", HOUSE_WAY, *POLICIES):
        stop(f"--plan takes best, a chart named *.csv, or one of {', '.join(POLICIES)}, not {plan!r}", MALFORMED)
    try:
        with plainly():
            name = plan if chart is None else Path(plan).name
            return prepare(game, stakes, boxes=boxes, plan=name, chart=chart, fresh=fresh, meter=meter)
    except BadChart as error:
        for each in error.wrong[:-1]:
            complain(f"{plan}: {each}")
        stop(f"{plan}: {error.wrong[-1]}", MALFORMED)


def _lines_of(path: Path) -> list[list[str]]:
    """Return the fields of a chart, as `pitboss strategy` or a spreadsheet writes it, up to its first empty line."""
    import csv
    from itertools import dropwhile, takewhile

    from pitboss.cli.output import MALFORMED, read_bytes, stop

    try:
        lines = read_bytes(path).decode("utf-8-sig").splitlines()
        head = next((line for line in lines if line.strip()), "")
        rows = csv.reader(lines, delimiter=max(",;\t", key=head.count))
        return list(takewhile(_has_text, dropwhile(lambda row: not _has_text(row), rows)))
    except (UnicodeDecodeError, csv.Error):
        stop(f"{path}: this is no chart as pitboss strategy --format csv writes it", MALFORMED)


def _has_text(row: list[str]) -> bool:
    return any(text.strip() for text in row)


def _place(number: str, *, shoes: bool) -> tuple[int, int | None]:
    """Which round `--round` means: its number, or that of a shoe and which of its rounds."""
    from pitboss.cli.output import MALFORMED, stop

    if not shoes:
        return whole("--round", number, 0, 10**15), None
    shoe, colon, of_shoe = number.partition(":")
    if not colon:
        stop("with --shoes a round is SHOE:K, as in --round 17:3 for the third round of shoe 17", MALFORMED)
    return whole("the shoe of --round", shoe, 0, 10**15), whole("the round of --round", of_shoe, 1, 10**4)


def _one_round(prepared: Prepared, seed: int, number: int, of_shoe: int | None) -> None:
    """Deals one round again and prints it in the notation, settled by the table's own procedures."""
    from pitboss.cli.output import NO, say, stop
    from pitboss.notation.write import write_round
    from pitboss.simulation.agreement import retold
    from pitboss.simulation.retold import NoSuchRound

    compiled = prepared.compiled
    name = f"{number}" if of_shoe is None else f"{number}:{of_shoe}"
    try:
        told = retold(compiled, seed, number, of_shoe)
    except NoSuchRound as error:
        stop(f"--round {name} with seed {seed} cannot be dealt: {error}", NO)
    assert told.by_kernel == told.by_table, "the table and the kernel differ"
    title = f"Round {name} of a simulation with seed {seed}; {prepared.plan}"
    say(write_round(compiled.game, told.runner.answers, title=title, unseen=told.stack.unseen()).rstrip())


@dataclass(frozen=True, slots=True)
class _Words:
    """What was said about a session."""

    bankroll: str | None
    rounds: str | None
    stop: str | None
    picture: Path | None

    def check_alone(self) -> None:
        """Stops where something is said about a session that has no bankroll, or its picture cannot be drawn."""
        from importlib.util import find_spec

        from pitboss.cli.output import MALFORMED, stop

        said = {"--session": self.rounds, "--stop": self.stop, "--picture": self.picture}
        option = next((option for option, value in said.items() if value is not None), None)
        if self.bankroll is None and option is not None:
            stop(f"{option} is about a session; give it a --bankroll, as in --bankroll 500", MALFORMED)
        if self.picture is None:
            return
        if self.picture.suffix.lower() not in (".svg", ".png") or not self.picture.parent.is_dir():
            stop("--picture takes a file in a folder that exists, named *.svg or *.png", MALFORMED)
        if isdir(self.picture):
            stop(f"{self.picture} is a folder; --picture takes a file", MALFORMED)
        if find_spec("matplotlib") is None:
            stop("--picture needs matplotlib; install it with pip install 'pitboss[analysis]'", MALFORMED)


def _session_of(game: Game, stakes: dict[Wager, Cents], boxes: int, words: _Words) -> _Session | None:
    from pitboss.cli.output import NO, stop
    from pitboss.money import Cents, spoken
    from pitboss.simulation.bankroll import MOST_ROUNDS, Session

    if words.bankroll is None:
        return None
    least = Cents(boxes * sum(amount for wager, amount in stakes.items() if wager in game.rules.betting.wagers))
    held = amount_of("--bankroll", words.bankroll)
    goal = None if words.stop is None else amount_of("--stop", words.stop)
    if held < least:
        stop(f"a bankroll of {spoken(held)} does not suffice for one round, which takes {spoken(least)}", NO)
    if goal is not None and goal <= held:
        stop(f"--stop {spoken(goal)} is reached at the start; it must be more than the bankroll of {spoken(held)}", NO)
    rounds = whole("--session", USUAL_SESSION if words.rounds is None else words.rounds, 1, MOST_ROUNDS)
    return _Session(Session(rounds, held, least, goal), words.picture)


@dataclass(frozen=True, slots=True)
class _Session:
    session: Session
    picture: Path | None


def _simulate(
    prepared: Prepared,
    asked: _Asked,
    crew: Crew | None,
    checkpoint: Path | None,
    session: _Session | None,
    form: str,
) -> None:
    from pitboss.cli.output import complain
    from pitboss.cli.simulated import say_result
    from pitboss.simulation.run import Order, play_chunk

    at_once = SHOES_AT_ONCE if asked.shoes else ROUNDS_AT_ONCE // asked.boxes
    order = Order(prepared.compiled, asked.seed, asked.rounds, asked.shoes, at_once)
    begun = _begun(order, checkpoint)
    play_chunk(replace(order, rounds=1, chunk=1), 0)  # the first run ever compiles, which is no part of the speed
    began = time.perf_counter()
    part, ended = _played(order, begun, crew, asked.workers, checkpoint)
    seconds = time.perf_counter() - began
    if ended:
        so_far = f"this is the result of the first {part.rounds:,} of" if part.rounds else "nothing was dealt yet of"
        complain(f"{ended}; {so_far} {asked.rounds:,} rounds")
    if part.rounds:
        rate = (part.rounds - (begun.rounds if begun else 0)) / seconds
        say_result(prepared, order, part, rate, session, form)
    if ended:
        raise typer.Exit(INTERRUPTED)


def _played(
    order: Order, begun: Part | None, crew: Crew | None, workers: int, checkpoint: Path | None
) -> tuple[Part, str]:
    """The run, with a bar, saved every few seconds, and why it ended too early, if it did.

    What is saved are whole chunks, so that a run that came to its end can be continued with more rounds.
    """
    from pitboss.simulation.run import Lost, enough, nothing, play_chunk

    part = begun or nothing(order)
    saved = time.monotonic()
    whole = order if order.shoes else replace(order, rounds=order.rounds // order.stretch * order.stretch)
    with _progress(order.rounds, part.rounds) as step:
        try:
            for part in _parts(whole, begun, crew, workers):
                step(part.rounds)
                if checkpoint is not None and time.monotonic() - saved > SAVE_EVERY:
                    _save(checkpoint, order, part)
                    saved = time.monotonic()
            if checkpoint is not None:
                _save(checkpoint, order, part)
            if not enough(order, part):
                return part.merged(play_chunk(order, part.last)), ""
        except (KeyboardInterrupt, Lost) as error:
            if checkpoint is not None:
                _save(checkpoint, order, part)
            return part, str(error) or "interrupted"
    return part, ""


def _parts(order: Order, begun: Part | None, crew: Crew | None, workers: int) -> Iterator[Part]:
    """By the threads of this machine, or by a cluster."""
    if crew is None:
        from pitboss.simulation.run import run

        return run(order, begun, workers)
    from pitboss.cli.output import complain
    from pitboss.simulation.cluster import run as run_by

    return run_by(crew, order, begun, complain)


@contextmanager
def _progress(rounds: int, before: int) -> Iterator[Callable[[int], None]]:
    """A bar with the rate and the time left, on a terminal, for runs of more than a second."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    console = Console(stderr=True)
    began = time.monotonic()
    room = max(4, min(30, console.width - 50))
    columns = (BarColumn(bar_width=room), TaskProgressColumn(), TextColumn("{task.fields[speed]}", markup=False))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("dealing", total=rounds, completed=before, visible=False, speed="")

        def step(done: int) -> None:
            seconds = time.monotonic() - began
            if seconds > 1:
                speed = _speed((done - before) / seconds, rounds - done)
                bar.update(task, completed=min(done, rounds), visible=True, speed=speed)

        yield step


def _speed(rate: float, left: int) -> str:
    if rate <= 0:
        return ""
    minutes, seconds = divmod(max(0, round(left / rate)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{rate / 1e6:.1f} million rounds/s, {hours}:{minutes:02}:{seconds:02} left"


def _begun(order: Order, checkpoint: Path | None) -> Part | None:
    """How far an earlier run came. What is saved at once shows that the file can be written before hours are lost."""
    from pitboss.cli.output import MALFORMED, NO, stop
    from pitboss.simulation.run import BadCheckpoint, load_checkpoint, nothing

    if checkpoint is None:
        return None
    if not checkpoint.parent.is_dir() or isdir(checkpoint):
        stop("--checkpoint takes a file in a folder that exists", MALFORMED)
    try:
        begun = load_checkpoint(checkpoint, order)
    except BadCheckpoint as error:
        stop(f"{checkpoint} {error}; give another --checkpoint or remove it", NO)
    except OSError as error:
        stop(f"{checkpoint}: the file cannot be read: {(error.strerror or 'unknown reason').lower()}", MALFORMED)
    if not _save(checkpoint, order, begun or nothing(order)):
        raise typer.Exit(MALFORMED)
    return begun


def _save(checkpoint: Path, order: Order, part: Part) -> bool:
    """Whether the checkpoint was written. Where not, a run goes on all the same: its result is still wanted."""
    from pitboss.cli.output import complain
    from pitboss.simulation.run import save_checkpoint

    try:
        save_checkpoint(checkpoint, order, part)
    except OSError as error:
        complain(f"{checkpoint}: the checkpoint cannot be written: {(error.strerror or 'unknown reason').lower()}")
        return False
    return True
