"""Answers about a house, cached between runs in the folder of a person's caches.

A house at a stake has a file of answers as JSON, and a file for each group of arrays, as those of its solution. All are
named after everything that they depend on, and carry a checksum: a file that is damaged, or of another house, another
stake or other code, is not read and is written again. `PITBOSS_CACHE` names another folder; if it is empty, nothing is
cached.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.analysis.compiling import cache_folder
from pitboss.games.registry import Game, is_as_compiled
from pitboss.law.housefile import written_house
from pitboss.money import Cents
from pitboss.store.fingerprints import answering_fingerprint, edition_fingerprint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_FILES = 256
SUM = hashlib.sha256().digest_size


Arrays = Mapping[str, "NDArray[np.generic]"]


class Cache:
    """The answers and the arrays of one house at one stake. Without a folder nothing is read and nothing written."""

    def __init__(self, folder: Path | None, key: str, *, fresh: bool = False) -> None:
        self._folder, self._key, self._fresh = folder, key, fresh
        self._answers = self._read_answers()
        self._arrays: dict[str, Arrays] = {}

    def answer(self, name: str) -> Any:
        """Return the answer under a name, as JSON has it; None if there is none."""
        return self._answers.get(name)

    def keep(self, name: str, answer: object) -> None:
        self._answers[name] = answer
        self._write("json", json.dumps(self._answers).encode())

    def known(self, name: str, compute: Callable[[], Any]) -> Any:
        """Return the answer under a name, as JSON has it; compute and cache it if there is none."""
        answer = self.answer(name)
        if answer is None:
            answer = compute()
            self.keep(name, answer)
        return answer

    def arrays(self, name: str) -> Arrays | None:
        """Return the arrays under a name; None if there are none, or if their file is damaged."""
        if name in self._arrays:
            return self._arrays[name]
        data = self._read(f"{name}.npz")
        if data is None:
            return None
        import numpy as np  # noqa: PLC0415  most answers need no numbers

        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            return dict(file)

    def keep_arrays(self, name: str, arrays: Arrays) -> None:
        import numpy as np  # noqa: PLC0415

        self._arrays[name] = arrays
        out = io.BytesIO()
        np.savez(out, **arrays)  # type: ignore[arg-type]
        self._write(f"{name}.npz", out.getvalue())

    def _read_answers(self) -> dict[str, Any]:
        data = self._read("json")
        return {} if data is None else dict(json.loads(data))

    def _path(self, kind: str) -> Path | None:
        return None if self._folder is None else self._folder / f"{self._key}.{kind}"

    def _read(self, kind: str) -> bytes | None:
        """Return a file without its checksum; None if there is no file, or if the checksum is of other bytes."""
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
        """Write a whole file or none. A folder that cannot be written to costs time and no answer."""
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
    """Remove the files that were written longest ago, if there are very many."""
    files = sorted(folder.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files[MOST_FILES:]:
        file.unlink(missing_ok=True)


def cache_for(game: Game, stake: Cents, *, fresh: bool = False) -> Cache:
    """Return the cache of a house at a main wager of this size; with `fresh` nothing is read and all is written."""
    folder = _folder() if is_as_compiled(game) else None
    if folder is None:
        return Cache(None, "")
    house = "\n".join(written_house(game.house, everything=True))
    shoe = "".join(card.text for card in game.shoe)
    code = (answering_fingerprint(), edition_fingerprint())
    parts = (game.house.rulebook.id, house, shoe, str(stake), *code)
    return Cache(folder, hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32], fresh=fresh)


def _folder() -> Path | None:
    named = os.environ.get("PITBOSS_CACHE")
    if named is not None:
        return Path(named) / "solutions" if named else None
    return cache_folder() / "solutions"
