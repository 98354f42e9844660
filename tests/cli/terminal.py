"""A pseudo-terminal with a program in it: what a person sees, and keys that a person presses."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Mapping, Sequence

PATIENCE = 60.0  # a machine may have much else to do
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]|\r")


class Terminal:
    """Runs `pitboss` with these arguments in a terminal of this size, which shows what is typed if it echoes."""

    def __init__(
        self,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
        echoes: bool = True,
    ) -> None:
        self.raw = ""
        self._seen = 0
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            self._set_size(0, *size)  # before the program can look at it
            if not echoes:
                modes = termios.tcgetattr(0)
                modes[3] &= ~termios.ECHO
                termios.tcsetattr(0, termios.TCSANOW, modes)
            # An environment of its own: libraries set COLUMNS behind Python's back, where `os.environ` does not see it.
            mine = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
            mine |= {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8", **(env or {})}
            os.execve(sys.executable, [sys.executable, "-m", "pitboss", *arguments], mine)

    @staticmethod
    def _set_size(descriptor: int, columns: int, rows: int) -> None:
        fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        self._set_size(self.fd, columns, rows)
        os.kill(self.pid, signal.SIGWINCH)

    @property
    def text(self) -> str:
        """Everything that was ever shown, without the codes that move and colour it."""
        return ESCAPES.sub("", self.raw)

    def wait_for(self, *wanted: str) -> str:
        """Reads until one of these is shown, after what was waited for last; which one it was."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            news = self.text[self._seen :]
            found = [(at, each) for each in wanted if (at := news.find(each)) >= 0]
            if found:
                at, which = min(found)
                self._seen += at + len(which)
                return which
            if not self._read(0.2) and self._ended():
                break
        raise AssertionError(f"waited for {wanted} and saw:\n{self.text[-2000:]}")

    def _read(self, wait: float) -> bool:
        ready, _, _ = select.select([self.fd], [], [], wait)
        if not ready:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # the other side is gone
            return False
        self.raw += data.decode("utf-8", "replace")
        return bool(data)

    def _ended(self) -> bool:
        try:
            return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:
            return True

    def press(self, keys: str) -> None:
        os.write(self.fd, keys.encode())

    def play(self, wanted: Sequence[str], keys: Mapping[str, str]) -> None:
        """Presses the key for each thing that is shown, until one of the wanted things is."""
        while (which := self.wait_for(*wanted, *keys)) not in wanted:
            self.press(keys[which])

    def end(self) -> int:
        """Reads to the end; the exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read(0.2) or not self._ended():
            if time.monotonic() > deadline:
                os.kill(self.pid, signal.SIGKILL)
                raise AssertionError(f"the program goes on and shows:\n{self.text[-2000:]}")
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)
