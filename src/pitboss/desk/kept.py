"""What was worked out about a house, kept between runs in the folder of a person's caches.

There are two files for a house at a stake: answers as JSON, and the numbers of its solution as arrays. Both are named
after everything that they depend on, and carry a checksum: what is damaged, or of another house, another stake or other
code, is not read and is written anew. `PITBOSS_CACHE` names another folder; empty, it keeps nothing.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.analysis.compiling import cache_folder
from pitboss.games.registry import Game, is_as_compiled
from pitboss.law.housefile import written_house
from pitboss.money import Cents
from pitboss.store.entries import answering_fingerprint, edition_fingerprint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_FILES = 128
SUM = hashlib.sha256().digest_size


class Kept:
    """The answers and the arrays of one house at one stake. Without a folder nothing is found and nothing kept."""

    def __init__(self, folder: Path | None, key: str, *, fresh: bool = False) -> None:
        self._folder, self._key, self._fresh = folder, key, fresh
        self._answers = self._read_answers()

    def answer(self, name: str) -> Any:
        """What was kept under a name, as JSON has it; nothing if nothing was."""
        return self._answers.get(name)

    def keep(self, name: str, answer: object) -> None:
        self._answers[name] = answer
        self._write("json", json.dumps(self._answers).encode())

    def arrays(self) -> Mapping[str, NDArray[np.generic]] | None:
        """The arrays that were kept, if they are whole."""
        data = self._read("npz")
        if data is None:
            return None
        import numpy as np  # noqa: PLC0415  most answers need no numbers

        with np.load(io.BytesIO(data), allow_pickle=False) as found:
            return dict(found)

    def keep_arrays(self, arrays: Mapping[str, NDArray[np.generic]]) -> None:
        import numpy as np  # noqa: PLC0415

        out = io.BytesIO()
        np.savez(out, **arrays)  # type: ignore[arg-type]
        self._write("npz", out.getvalue())

    def _read_answers(self) -> dict[str, Any]:
        data = self._read("json")
        return {} if data is None else dict(json.loads(data))

    def _path(self, kind: str) -> Path | None:
        return None if self._folder is None else self._folder / f"{self._key}.{kind}"

    def _read(self, kind: str) -> bytes | None:
        """A file without its checksum; nothing where there is none, or where it is not what was written."""
        path = self._path(kind)
        try:
            data = b"" if path is None or self._fresh else path.read_bytes()
        except OSError:
            return None
        body = data[SUM:]
        return body if data[:SUM] == self._checksum(body) else None

    def _checksum(self, body: bytes) -> bytes:
        return hashlib.sha256(self._key.encode() + body).digest()

    def _write(self, kind: str, body: bytes) -> None:
        """All of it or nothing. A folder that cannot be written to costs time and no answer."""
        path = self._path(kind)
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(self._checksum(body) + body)
            Path(file.name).replace(path)
            _forget_old(path.parent)
        except OSError:
            return


def _forget_old(folder: Path) -> None:
    """Of very many houses those are forgotten that nobody has asked about for longest."""
    files = sorted(folder.iterdir(), key=lambda each: each.stat().st_mtime, reverse=True)
    for each in files[MOST_FILES:]:
        each.unlink(missing_ok=True)


def kept_for(game: Game, stake: Cents, *, fresh: bool = False) -> Kept:
    """What is known of a house at a main wager of this size; with `fresh` nothing is read, and all is written anew."""
    folder = _folder() if is_as_compiled(game) else None
    if folder is None:
        return Kept(None, "")
    house = "\n".join(written_house(game.house, everything=True))
    shoe = "".join(card.text for card in game.shoe)
    code = (answering_fingerprint(), edition_fingerprint())
    parts = (game.house.rulebook.id, house, shoe, str(stake), *code)
    return Kept(folder, hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32], fresh=fresh)


def _folder() -> Path | None:
    named = os.environ.get("PITBOSS_CACHE")
    if named is not None:
        return Path(named) / "solutions" if named else None
    return cache_folder() / "solutions"
