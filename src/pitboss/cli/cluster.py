"""`pitboss cluster`: a cluster on this machine; and the way from `simulate --cluster` to any."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.amounts import whole

if TYPE_CHECKING:
    from pitboss.simulation.crew import Crew

MOST_WORKERS = 512

cluster = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@cluster.callback()
def clusters() -> None:
    """Clusters of dask, for pitboss simulate --cluster.

    Example: pitboss cluster local 4
    """


@cluster.command("local", short_help="Start a cluster on this machine.")
def local(workers: Annotated[str, typer.Argument(metavar="N", help="Worker processes.")]) -> None:
    """Start a scheduler and N workers on this machine, until Ctrl-C; only this machine can reach them.

    Example: pitboss cluster local 4
    """
    from pitboss.cli.houses import need_numba
    from pitboss.cli.output import pasted, say

    count = whole("cluster local", workers, 1, MOST_WORKERS)
    need_numba()
    _need_dask("this command")
    from pitboss.simulation.crew import started

    with _silence(), _asked_to_end() as asked, started(count) as address:
        say(f"A cluster with {count} {'worker' if count == 1 else 'workers'} is at {address} until Ctrl-C. To use it:")
        say(f"  {pasted('simulate', 'spanish21-ma', '--rounds', '1e10', '--cluster', address)}")
        while not asked:
            time.sleep(0.1)


@contextmanager
def _asked_to_end() -> Iterator[list[int]]:
    """Gathers signals to end instead of ending by them, so that no worker is left behind, whenever they come."""
    asked: list[int] = []
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(each, lambda number, _: asked.append(number)) for each in signals]
    try:
        yield asked
    finally:
        for each, handler in zip(signals, before, strict=True):
            signal.signal(each, handler)


def _need_dask(what: str) -> None:
    from importlib.util import find_spec

    from pitboss.cli.output import MALFORMED, stop

    if find_spec("distributed") is None:
        stop(f"{what} needs dask.distributed; install it with pip install 'pitboss[cluster]'", MALFORMED)


@contextmanager
def crew_at(address: str | None) -> Iterator[Crew | None]:
    """The workers of a cluster, all of whom have what this machine has; stops where it is not so."""
    if address is None:
        yield None
        return
    _need_dask("--cluster")
    with _silence():
        crew = _connected(address)
        try:
            yield crew
        finally:
            crew.close()


@contextmanager
def _silence() -> Iterator[None]:
    """Dask logs and warns at length about what is said here in a sentence."""
    import logging
    import warnings

    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings(action="ignore"):
            yield
    finally:
        logging.disable(before)


def _connected(address: str) -> Crew:
    from pitboss.cli.output import MALFORMED, NO, stop
    from pitboss.simulation.crew import Crew, NoCluster, Unfit
    from pitboss.simulation.run import Lost

    try:
        crew = Crew(address)
    except NoCluster as error:
        stop(f"--cluster: {error}", MALFORMED)
    try:
        crew.check()
    except (Unfit, Lost) as error:
        crew.close()
        stop(f"--cluster: {error}", NO)
    return crew
