"""Reading a person: single keys on a terminal, whole lines otherwise. End of input and Ctrl-C both mean to quit."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Quit(Exception):
    """The person wants to stop now, or cannot be heard any more."""


class Lines:
    """Answers as lines: for pipes, screen readers and `--plain`."""

    def choice(self, redraw: Callable[[], None]) -> str:
        """The line that was typed, in small letters; an empty one is the default."""
        del redraw
        return self.line().lower()

    def line(self) -> str:
        try:
            text = sys.stdin.readline()
        except KeyboardInterrupt:
            raise Quit from None
        except UnicodeDecodeError:
            return "\ufffd"
        if not text:
            raise Quit
        return text.strip()


class Keys(Lines):
    """Single keys on a terminal, without Enter; amounts are typed as lines."""

    def __init__(self) -> None:
        self._size = _size()

    def choice(self, redraw: Callable[[], None]) -> str:
        """The key that was pressed. When the window changes its size, the screen is drawn again."""
        with _single_keys():
            while True:
                if _size() != self._size:
                    self._size = _size()
                    redraw()
                try:
                    ready, _, _ = select.select([sys.stdin], [], [], 0.2)
                    if ready:
                        return _key()
                except KeyboardInterrupt:
                    raise Quit from None


def _key() -> str:
    data = os.read(sys.stdin.fileno(), 64)
    if not data or data[:1] in b"\x00\x03\x04":  # Ctrl-D, also one that was typed ahead, and Ctrl-C
        raise Quit
    if data[:1] in b"\r\n":
        return ""
    return data.decode("utf-8", "replace")[:1].lower()


def _size() -> os.terminal_size | None:
    try:
        return os.get_terminal_size(sys.stdin.fileno())
    except OSError:
        return None


@contextmanager
def _single_keys() -> Iterator[None]:
    """The terminal gives each key at once and does not print it; afterwards it is as it was."""
    import termios
    import tty

    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    try:
        tty.setcbreak(fd, termios.TCSADRAIN)  # what was typed ahead is not thrown away
        yield
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)
