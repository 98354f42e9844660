"""A cluster of dask: its scheduler, and those of its workers that may play.

A worker may play when it has what this machine has (`remote.equipment`); otherwise its digits might be others. Workers
are asked when they are first seen, at the beginning of a run or in the middle of it, and get no work before they have
answered.
"""

from __future__ import annotations

import asyncio
import logging
import re
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from queue import Empty, SimpleQueue
from typing import Any, TypeVar, cast

from distributed import Client, Future, LocalCluster, Security, rpc

from pitboss.simulation.remote import Equipment, differences, equipment
from pitboss.simulation.run import Lost

FOUND_IN = 4.0  # seconds that a scheduler has to answer at all, and a first worker to be there
ANSWERS_IN = 5.0  # seconds that it has to answer later on, when it may be busy
ARRIVES_IN = 2.0  # seconds that a result has to arrive, once it is known to be there
EQUIPPED_IN = 30.0  # seconds that workers have to say what they have: they may have to import it first
LOOK_EVERY = 0.5  # seconds
NAMED = 3  # workers of a sentence
ADDRESS = re.compile(r"((tcp|tls)://)?([^\s:/\[\]]+|\[[0-9a-fA-F:.]+\]):([0-9]{1,5})")
T = TypeVar("T")


class NoCluster(Exception):
    """There is no scheduler that can be used at an address. The message says why."""


class Unfit(Exception):
    """A cluster has no workers, or some whose digits might be others. The message says why."""


class Delayed(Exception):
    """A call whose answer was lost on its way; dask has it made once more."""


def checked(address: str) -> str:
    """The address of a scheduler, as dask writes it."""
    match = ADDRESS.fullmatch(address)
    if match is None or not 0 < int(match[4]) < 65536:
        raise NoCluster(f"a scheduler is at HOST:PORT, as in tcp://10.0.0.5:8786, not at {address!r}")
    return address if match[1] else f"tcp://{address}"


def find_scheduler(address: str) -> None:
    """Makes sure that a scheduler is there. A client of dask waits for long, and in vain, for what is none."""
    security = Security().get_connection_args("client")
    if address.startswith("tls:") and security.get("ssl_context") is None:
        raise NoCluster(f"{address} takes certificates, and dask's settings on this machine name none")
    try:
        kind = asyncio.run(asyncio.wait_for(_kind(address, security), FOUND_IN))
    except OSError:
        raise NoCluster(f"no scheduler answers at {address}") from None
    except Exception:  # whatever becomes of the bytes of another program
        raise NoCluster(f"what answers at {address} is no scheduler that dask can talk to") from None
    if kind != "Scheduler":
        raise NoCluster(f"at {address} there is a {kind.lower()}, not the scheduler")


async def _kind(address: str, security: Mapping[str, Any]) -> str:
    async with rpc(address, timeout=FOUND_IN, connection_args=security) as found:
        return str((await found.identity())["type"])


def result_of(call: Future[Any]) -> Any:
    """What a call that is over gave, or what it raised. Raises `Delayed`."""
    try:
        return call.result(timeout=ARRIVES_IN)
    except TimeoutError:
        raise Delayed from None


def _wrong_with(answer: object) -> str:
    """What is wrong with a worker that was asked for its equipment; nothing where all is the same."""
    if isinstance(answer, Exception):
        return "no pitboss, or another version of it"
    return differences(cast("Equipment", answer), equipment())


def _taken(queue: SimpleQueue[T]) -> list[T]:
    """All that is in a queue now."""
    return [queue.get_nowait() for _ in range(queue.qsize())]


def told(unfit: Mapping[str, str]) -> str:
    """Which workers have what, in words."""
    groups: dict[str, list[str]] = {}
    for address, what in sorted(unfit.items()):
        groups.setdefault(what, []).append(address)
    return "; ".join(f"{_named(workers)} {what}" for what, workers in groups.items())


def _named(workers: list[str]) -> str:
    if len(workers) == 1:
        return f"the worker {workers[0]} has"
    more = f" and {len(workers) - NAMED} more" if len(workers) > NAMED else ""
    return f"the workers {', '.join(workers[:NAMED])}{more} have"


class Crew:
    """The workers behind a scheduler; `fit` are the threads of those that may play, by address."""

    def __init__(self, address: str) -> None:
        """Raises `NoCluster`."""
        self.address = checked(address)
        self.fit: dict[str, int] = {}
        self._wrong: dict[str, str] = {}  # of those that have answered; nothing is wrong with those that are fit
        self._asked: set[str] = set()
        self._answers: SimpleQueue[tuple[str, object]] = SimpleQueue()
        self._over: SimpleQueue[str] = SimpleQueue()
        find_scheduler(self.address)
        self._client = Client(self.address, timeout=ANSWERS_IN, set_as_default=False)

    def close(self) -> None:
        with suppress(OSError):  # it may have gone before us
            self._client.close(timeout=ANSWERS_IN)

    @property
    def threads(self) -> int:
        return sum(self.fit.values())

    def call(self, workers: Iterable[str], function: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Has a function called by one of these workers; `wait` tells when that is over, however it ended."""
        call = self._client.submit(function, *arguments, workers=list(workers), pure=False)
        self.watch(call)
        return call

    def watch(self, call: Future[Any]) -> None:
        call.add_done_callback(lambda done: self._over.put(str(done.key)))

    def wait(self, seconds: float) -> list[str]:
        """The keys of the calls that are over, as soon as there are any, and none after so many seconds."""
        with suppress(Empty):
            return [self._over.get(timeout=seconds), *_taken(self._over)]
        return []

    def check(self) -> None:
        """Waits until the workers that are there have said what they have. Raises `Unfit` and `Lost`."""
        self._check_scheduler()
        self.look()
        began = time.monotonic()
        while self._asked or not self._wrong:
            if time.monotonic() - began > (EQUIPPED_IN if self._asked else FOUND_IN):
                break
            self.wait(LOOK_EVERY)
            self.look()
        unfit = {address: wrong for address, wrong in self._wrong.items() if wrong}
        if unfit:
            raise Unfit(f"{told(unfit)}: the digits might not be the same")
        if not self.fit:
            silent = f" that has said within {EQUIPPED_IN:.0f} seconds what it has" if self._asked else ""
            raise Unfit(f"the cluster at {self.address} has no worker{silent}")

    def _check_scheduler(self) -> None:
        """A scheduler of dask looks into what it hands on, so it must know the names in there."""
        try:
            self._client.run_on_scheduler(equipment)
        except (ImportError, AttributeError):
            raise Unfit(f"the scheduler at {self.address} has no pitboss, or another version of it") from None

    def look(self) -> dict[str, str]:
        """Who is there now: those that are new are asked what they have, those that have left are forgotten.

        Gives those that were found to be unfit just now, and what they have. Raises `Lost`.
        """
        there, loop = self._there(), self._client.loop
        assert loop is not None
        answers = [each for each in _taken(self._answers) if each[0] in there]
        self._asked -= {address for address, _ in answers}
        self._wrong = {address: wrong for address, wrong in self._wrong.items() if address in there}
        news = {address: _wrong_with(answer) for address, answer in answers if not isinstance(answer, OSError)}
        self._wrong |= news
        self.fit = {address: threads for address, threads in there.items() if self._wrong.get(address) == ""}
        for address in there.keys() - self._wrong.keys() - self._asked:
            self._asked.add(address)
            loop.add_callback(self._ask, address)
        self._asked &= there.keys()
        return {address: wrong for address, wrong in news.items() if wrong}

    async def _ask(self, address: str) -> None:
        """Out of turn and not as a call: dask ends a worker that is sent a call of a function that it does not know."""
        with suppress(OSError):  # the scheduler has gone, which others notice as well
            found = await self._client.run(equipment, workers=[address], on_error="return")
            self._answers.put((address, found[address]))
            self._over.put("")  # so that nobody waits any longer

    def ask_again(self) -> None:
        """Nobody is fit until all have answered once more."""
        self._wrong.clear()
        self.fit.clear()

    def _there(self) -> dict[str, int]:
        """The threads of all workers, by address."""
        scheduler = self._client.scheduler
        with suppress(OSError):
            if scheduler is not None and self._client.status == "running":
                found: dict[str, int] = self._client.sync(scheduler.ncores, callback_timeout=ANSWERS_IN)
                return found
        raise Lost(f"the scheduler at {self.address} went away")


@contextmanager
def started(count: int) -> Iterator[str]:
    """A scheduler in this process and so many workers in processes of their own, on this machine alone; its address.

    Memory is not limited: a worker takes as much at the end of a run as at its beginning. Ctrl-C in a terminal goes to
    all processes there, but it is for the one that ends the others, so workers inherit that they do not hear it.
    """
    workers: dict[str, Any] = {"n_workers": count, "threads_per_worker": 1, "processes": True, "memory_limit": 0}
    only_here = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "worker_dashboard_address": "127.0.0.1:0"}
    resource_tracker.ensure_running()  # which lets the thread that starts it hear Ctrl-C again
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        cluster = LocalCluster(**workers, **only_here, silence_logs=logging.CRITICAL)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    with cluster:
        yield cluster.scheduler_address
