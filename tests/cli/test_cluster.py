"""`pitboss simulate --cluster` and `pitboss cluster`: from the first word to the last process."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cli.commands import Finished, run
from cli.terminal import Terminal
from pitboss.cli import simulate as command
from pitboss.simulation import cluster, crew
from simulation.clusters import PATIENCE, until

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]  # dask's own warnings are not ours
AT_ONCE = 1 << 16
SMALL = f"""
import pitboss.cli.simulate, pitboss.simulation.cluster
pitboss.cli.simulate.SAVE_EVERY, pitboss.cli.simulate.ROUNDS_AT_ONCE = 0.0, {AT_ONCE}
pitboss.simulation.cluster.AIM = 0.0
from pitboss.cli.main import main
main()
"""


def simulate(*arguments: str) -> Finished:
    return run("simulate", "spanish21-md", "--seed", "5", *arguments)


def as_json(*arguments: str) -> dict[str, Any]:
    done = simulate("--json", *arguments)
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    assert found.pop("rounds_per_second") > 0
    return found


def children(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    by_thread = [each.read_text(encoding="utf-8").split() for each in Path(f"/proc/{pid}/task").glob("*/children")]
    found = [int(child) for started in by_thread for child in started]
    return [each for child in found for each in (child, *children(child))]


def alive(pid: int) -> bool:
    """Whether a process is there; one that has ended and waits to be asked how is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def workers_of(pid: int) -> list[int]:
    return [each for each in children(pid) if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]


def chunks_saved(path: Path) -> int:
    return int(json.loads(path.read_text(encoding="utf-8"))["last"]) if path.exists() else 0


def wait_for_more(path: Path) -> None:
    before = chunks_saved(path)
    until(lambda: chunks_saved(path) > before, "another chunk")


@contextmanager
def local(count: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`pitboss cluster local`, and the address that it prints."""
    arguments = [sys.executable, "-m", "pitboss", "cluster", "local", str(count)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            says = process.stdout.readline()
            match = re.fullmatch(rf"A cluster with {count} workers is at (tcp://127\.0\.0\.1:\d+) until .*\n", says)
            assert match, says
            assert process.stdout.readline().endswith(f"simulate spanish21-ma --rounds 1e10 --cluster {match[1]}\n")
            yield process, match[1]
        finally:
            process.kill()


def test_a_cluster_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run goes on on it; a worker is killed in another one; then it ends, and that run goes on without it."""
    monkeypatch.setattr(command, "ROUNDS_AT_ONCE", AT_ONCE)
    monkeypatch.setattr(cluster, "AIM", 0.0)
    path, once_more = tmp_path / "run", ("--checkpoint", str(tmp_path / "once-more"))
    with local(2) as (process, address):
        as_json("--rounds", "2e5", *once_more)
        on_it = as_json("--rounds", "1e6", *once_more, "--cluster", address)
        assert on_it == as_json("--rounds", "1e6")

        endless = ["simulate", "spanish21-md", "--seed", "5", "--rounds", "1e12", "--json", "--cluster", address]
        arguments = [sys.executable, "-c", SMALL, *endless, "--checkpoint", str(path)]
        going = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_for_more(path)
        processes = children(process.pid)
        os.kill(workers_of(process.pid)[0], signal.SIGKILL)
        wait_for_more(path)

        process.terminate()
        text, says = going.communicate(timeout=PATIENCE)
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
    until(lambda: not any(map(alive, processes)), "all processes to end")

    so_far = json.loads(text)["rounds"]
    assert says == (
        f"pitboss: the scheduler at {address} went away; "
        f"this is the result of the first {so_far:,} of 1,000,000,000,000 rounds\n"
    )
    assert going.returncode == 130
    assert so_far == AT_ONCE * chunks_saved(path)
    rounds = str(so_far + 100_000)
    assert as_json("--rounds", rounds, "--checkpoint", str(path)) == as_json("--rounds", rounds)


def test_ctrl_c_ends_a_cluster_of_this_machine() -> None:
    terminal = Terminal("cluster", "local", "1")
    terminal.wait_for("--cluster tcp://127.0.0.1:")
    processes = children(terminal.pid)
    assert len(processes) >= 1
    terminal.press("\x03")
    assert terminal.end() == 0
    assert "Traceback" not in terminal.text
    until(lambda: not any(map(alive, processes)), "all processes to end")


# Where there is no cluster.


@pytest.mark.parametrize(
    "address",
    [
        "",
        "nowhere",
        "tcp://",
        "tcp://host",
        "host:",
        ":8786",
        "host:port",
        "host:0",
        "host:99999",
        "a b:1",
        "http://x:1",
    ],
)
def test_an_address_that_is_none(address: str) -> None:
    done = simulate("--rounds", "1e12", "--cluster", address)
    assert (done.code, done.out) == (2, "")
    says = f"a scheduler is at HOST:PORT, as in tcp://10.0.0.5:8786, not at {address!r}"
    assert done.err == f"pitboss: --cluster: {says}\n"


@contextmanager
def listening(answer: bytes = b"") -> Iterator[str]:
    """A program that says something else than a scheduler would, or nothing; its address."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        held = []

        def serve() -> None:
            connection, _ = server.accept()
            held.append(connection)
            connection.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        yield f"127.0.0.1:{server.getsockname()[1]}"
        for connection in held:
            connection.close()


def refused_at(address: str) -> str:
    done = simulate("--rounds", "1e12", "--cluster", address)
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    return done.err


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    assert crew.FOUND_IN <= 5
    monkeypatch.setattr(crew, "FOUND_IN", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    assert refused_at(address) == f"pitboss: --cluster: no scheduler answers at tcp://{address}\n"


def test_somebody_else_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "FOUND_IN", 0.5)
    with listening(b"HTTP/1.1 400 Bad Request\r\n\r\n") as address:
        assert f"what answers at tcp://{address} is no scheduler that dask can talk to" in refused_at(address)
    with listening() as address:
        assert f"no scheduler answers at tcp://{address}" in refused_at(address)


def test_certificates_are_missing() -> None:
    assert "takes certificates, and dask's settings on this machine name none" in refused_at("tls://127.0.0.1:1")


def test_dask_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = simulate("--cluster", "127.0.0.1:1")
    assert (done.code, done.out) == (2, "")
    says = "needs dask.distributed; install it with pip install 'pitboss[cluster]'"
    assert done.err == f"pitboss: --cluster {says}\n"
    assert run("cluster", "local", "2").err == f"pitboss: this command {says}\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("simulate spanish21-md --cluster a:1 --workers 2", "--workers is about this machine"),
        ("simulate spanish21-md --cluster a:1 --round 5", "it does not go with --cluster"),
        ("cluster local 0", "from 1 to 512"),
        ("cluster local many", "from 1 to 512"),
    ],
)
def test_nonsense(arguments: str, says: str) -> None:
    done = run(*arguments.split())
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert len(done.err.splitlines()) == 1


def test_help_has_an_example() -> None:
    for arguments in (("cluster", "--help"), ("cluster", "local", "--help")):
        assert "Example: pitboss cluster local 4" in run(*arguments).out


def test_dask_is_imported_for_a_cluster_only() -> None:
    script = """
import sys, pitboss.cli.main, pitboss.cli.simulated, pitboss.desk.simulations, pitboss.simulation.retell
with pitboss.cli.cluster.crew_at(None):
    from pitboss.simulation.run import Lost, run
assert not {"distributed", "dask"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
