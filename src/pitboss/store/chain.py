"""The hash chain over a journal's lines. It works on stored bytes and never encodes anything anew.

A line is one JSON object whose last member is its hash: SHA-256 over the hash of the line before and the bytes of
the line up to that member. A changed, removed, added or reordered line therefore breaks the chain at its place.
"""

from __future__ import annotations

import hashlib

START = b"pitboss journal 1"
_MEMBER = b',"hash":"'
_TAIL = len(_MEMBER) + 64 + len(b'"}')


def link(previous: bytes, body: bytes) -> bytes:
    """The hash of a line, in hexadecimal. `body` is the line up to its hash."""
    return hashlib.sha256(previous + body).hexdigest().encode("ascii")


def sealed(previous: bytes, row: bytes) -> tuple[bytes, bytes]:
    """A JSON object as a line of the chain, with its end, and its hash."""
    body = row[:-1]
    digest = link(previous, body)
    return body + _MEMBER + digest + b'"}\n', digest


def opened(line: bytes) -> tuple[bytes, bytes] | None:
    """The body of a line, as JSON without its last brace, and its hash; nothing if it is not of that form."""
    if len(line) <= _TAIL or line[-_TAIL : -_TAIL + len(_MEMBER)] != _MEMBER or not line.endswith(b'"}'):
        return None
    return line[:-_TAIL], line[-66:-2]
