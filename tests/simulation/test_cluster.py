"""Runs on a cluster of real processes: the same digits whoever comes, dies, leaves or is refused."""

from __future__ import annotations

import os
import re
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

import pitboss
from cli import commands
from conformance.suite import WHEEL, game
from pitboss.analysis.compiling import fingerprint
from pitboss.analysis.drawing.terms import Terms
from pitboss.desk.stakes import stakes_of
from pitboss.simulation import cluster, jobs, remote
from pitboss.simulation import crew as crews
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.crew import Crew, Unfit, told
from pitboss.simulation.run import Lost, Order, Part, play_chunk, run
from simulation.clusters import PATIENCE, Machines, Worker, machines, until
from simulation.rounds import random_plan

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]  # dask's own warnings are not ours
SOURCE = Path(pitboss.__file__).parent


@lru_cache(maxsize=1)
def compiled() -> Compiled:
    playing = game("spanish21-ma", {"bonus_spin": True, "wheel": WHEEL})
    plan = random_plan(Terms(playing), np.random.default_rng(1))
    return Compiled(playing, plan, stakes_of(playing, {}, every=True))


def order(*, shoes: bool = False) -> Order:
    """Some dozens of chunks, the last of which is cut short."""
    return Order(compiled(), 5, 10_100, shoes, 6 if shoes else 250)


def here(asked: Order) -> Part:
    *_, part = run(asked, workers=1)
    return part


def same(one: Part, other: Part) -> bool:
    counts = zip(one.counts, other.counts, strict=True)
    return (one.first, one.last) == (other.first, other.last) and all(np.array_equal(*each) for each in counts)


def nothing_to_say(sentence: str) -> None:
    raise AssertionError(sentence)


def begun(crew: Crew, asked: Order, warn: Callable[[str], None] = nothing_to_say) -> Iterator[Part]:
    """A run some of which has been played."""
    going = cluster.run(crew, asked, None, warn)
    next(part for part in going if part.rounds)
    return going


def finished(going: Iterator[Part]) -> Part:
    *_, part = going
    return part


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machines]:
    monkeypatch.setattr(cluster, "AIM", 0.0)  # a piece is one chunk, so that there are many
    with machines(tmp_path) as found:
        yield found


@contextmanager
def crew_of(there: Machines) -> Iterator[Crew]:
    crew = Crew(there.address)
    try:
        yield crew
    finally:
        crew.close()


def wait_for(crew: Crew, *workers: Worker) -> None:
    """Until exactly these may play."""
    wanted = {worker.address for worker in workers}
    until(lambda: not crew.look() and crew.fit.keys() == wanted, f"{len(workers)} workers")


def holds(crew: Crew, worker: Worker) -> bool:
    """Whether pieces have been handed to a worker who has not given them back."""
    return any("play_squeezed" in str(key) for key in crew._client.processing([worker.address])[worker.address])


def go_on(going: Iterator[Part], until: Callable[[], bool]) -> None:
    """Goes on with a run until something is so, or for too long."""
    deadline = time.monotonic() + PATIENCE
    while not until():
        next(going)
        assert time.monotonic() < deadline


def stop(worker: Worker, crew: Crew, going: Iterator[Part]) -> None:
    """Stops a worker in the middle of a run, so that it has something to do and does not do it."""
    os.kill(worker.process.pid, signal.SIGSTOP)
    go_on(going, lambda: holds(crew, worker))


def test_the_same_digits_whoever_comes_and_dies(there: Machines) -> None:
    expected, of_shoes = here(order()), here(order(shoes=True))
    first = there.worker()
    with crew_of(there) as crew:
        crew.check()
        assert same(finished(begun(crew, order())), expected), "one worker"

        second, third = there.worker(), there.worker()
        wait_for(crew, first, second, third)
        assert same(finished(begun(crew, order())), expected), "three workers"
        assert same(finished(begun(crew, order(shoes=True))), of_shoes), "shoes"

        going = begun(crew, order())
        stop(second, crew, going)
        second.process.kill()
        assert same(finished(going), expected), "one of three workers died with pieces that it had"

        third.process.kill()
        wait_for(crew, first)
        going = begun(crew, order())
        stop(first, crew, going)
        late = there.worker()
        go_on(going, lambda: late.address in crew.fit)
        first.process.kill()
        assert same(finished(going), expected), "the only worker died, and one that came late played the rest"


def test_runs_that_cannot_go_on(there: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(cluster, "MOST_LOSSES", 1)
    with crew_of(there) as crew:
        with monkeypatch.context() as patch:
            patch.setattr(crews, "FOUND_IN", 0.0)
            with pytest.raises(Unfit, match=f"^the cluster at {there.address} has no worker$"):
                crew.check()
        worker = there.worker()
        crew.check()
        with monkeypatch.context() as patch:
            patch.setattr(cluster, "equipment", lambda: {**remote.equipment(), "numpy": "0.1"})
            with pytest.raises(Lost, match=r"^2 workers in turn .* while this machine has numpy 0\.1\)$"):
                begun(crew, order())
            patch.setattr(cluster, "equipment", remote.equipment)
            patch.setattr(cluster, "squeezed", lambda job: job)
            wait_for(crew, worker)
            with pytest.raises(Lost, match=r"^2 workers in turn .* incorrect header check\)$"):
                begun(crew, order())

        monkeypatch.setattr(cluster, "ALONE_FOR", 0.0)
        going = begun(crew, order())
        worker.process.kill()
        with pytest.raises(Lost, match=f"^no worker is left at {there.address}$"):
            finished(going)

        wait_for(crew, there.worker())
        going = begun(crew, order())
        there.scheduler.kill()
        with pytest.raises(Lost, match=f"^the scheduler at {there.address} went away$"):
            finished(going)


NO_PITBOSS = "import sys; sys.modules['pitboss'] = None"


def other_engine(folder: Path) -> dict[str, str]:
    """The environment of a worker that has a kernel of its own, and another numpy."""
    copied = folder / "other"
    shutil.copytree(SOURCE, copied / "pitboss", ignore=shutil.ignore_patterns("__pycache__"))
    with (copied / "pitboss/simulation/generator.py").open("a", encoding="utf-8") as file:
        file.write("\nTURNS = 9\n")
    about = copied / "numpy-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: numpy\nVersion: 1.0\n", encoding="utf-8")
    return {"PYTHONPATH": str(copied)}


def test_workers_that_have_something_else_get_no_work(there: Machines, tmp_path: Path) -> None:
    expected, engine, numpy = here(order()), fingerprint(), np.__version__
    good, said = there.worker(), list[str]()
    with crew_of(there) as crew:
        crew.check()
        going = begun(crew, order(), said.append)
        stop(good, crew, going)
        others = there.worker(env=other_engine(tmp_path)), there.worker(NO_PITBOSS)
        go_on(going, lambda: " ".join(said).count("the worker ") == 2)
        assert not any(holds(crew, worker) for worker in others)
        os.kill(good.process.pid, signal.SIGCONT)
        assert same(finished(going), expected)
        assert crew.fit.keys() == {good.address}
    differs, without = (worker.address for worker in others)
    first = rf"the worker {differs} has engine \w+, numpy 1.0, while this machine has engine {engine}, numpy {numpy}"
    second = f"the worker {without} has no pitboss, or another version of it"
    simulate = ("simulate", "spanish21-md", "--rounds", "1e12", "--cluster")
    mistaken = commands.run(*simulate, good.address)
    assert (mistaken.code, mistaken.out) == (2, "")
    assert mistaken.err == f"pitboss: --cluster: at {good.address} there is a worker, not the scheduler\n"
    done = commands.run(*simulate, there.address)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("pitboss: --cluster: the worker tcp://")
    assert done.err.endswith(": the digits might not be the same\n")
    for sentence in (first, second):
        assert re.search(sentence, " ".join(said))
        assert re.search(sentence, done.err)


def test_a_scheduler_without_pitboss(tmp_path: Path) -> None:
    says = "^the scheduler at tcp://[0-9.:]+ has no pitboss, or another version of it$"
    with machines(tmp_path, NO_PITBOSS) as there, crew_of(there) as crew, pytest.raises(Unfit, match=says):
        crew.check()


# In one process.


def test_what_differs_is_named_with_what_it_should_be() -> None:
    ours = remote.equipment()
    assert set(ours) == {"pitboss", "engine", "python", "numpy", "numba", "integers"}
    assert ours["engine"] == fingerprint()
    assert remote.differences(ours, ours) == ""
    for name in ours:
        says = remote.differences({**ours, name: "0.1"}, ours)
        assert says == f"{name} 0.1, while this machine has {name} {ours[name]}"
    assert remote.differences({}, ours).startswith("pitboss missing, engine missing, ")


def test_workers_that_differ_alike_are_named_together() -> None:
    many = {f"tcp://10.0.0.{number}:1": "numpy 1.0" for number in range(9)}
    named = "tcp://10.0.0.0:1, tcp://10.0.0.1:1, tcp://10.0.0.2:1 and 6 more"
    alone = "the worker tcp://10.0.1.0:1 has numba 0.1"
    assert told({**many, "tcp://10.0.1.0:1": "numba 0.1"}) == f"the workers {named} have numpy 1.0; {alone}"


def test_a_job_goes_there_and_back_as_bytes() -> None:
    job = order().job(0)
    sent = remote.squeezed(job)
    assert len(sent.tables) < len(job.tables) / 5
    data, seconds = remote.play_squeezed(sent, remote.equipment())
    assert seconds > 0
    counts = jobs.unpacked_counts(data, compiled().tables)
    assert same(Part(0, 1, counts), play_chunk(order(), 0))


def test_a_process_that_is_not_what_was_expected_does_not_play() -> None:
    with pytest.raises(remote.Differs, match=r"while this machine has numpy 0\.1"):
        remote.play_squeezed(remote.squeezed(order().job(0)), {**remote.equipment(), "numpy": "0.1"})
