"""Remembers how much help was given for a position, so that the next call gives more."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from cpsudoku.core.candidates import Candidates
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.files import PRIVATE, replacing
from cpsudoku.runtime.json_text import value_of_json
from cpsudoku.runtime.system import folder_of_caches

MOST = 200  # positions that are remembered
_DIGITS = 32  # of the hash of a position


class Levels:
    """The last level of help for each position, in a file in the user's cache folder.

    Without such a folder, or if the file can't be read or written, nothing is remembered.
    """

    def __init__(self, path: Path | None = None) -> None:
        home = folder_of_caches()
        self.path = path or (home / "cpsudoku" / "hints.json" if home is not None else None)

    def next(self, position: Candidates, most: int) -> int:
        """The level after the last one for a position: 1 at first, ``most`` at the end."""
        return min(self._read().get(_key(position), 0) + 1, most)

    def keep(self, position: Candidates, level: int) -> bool:
        """Remember the level for a position; False if that is not possible."""
        if self.path is None:
            return False
        known = self._read()
        known.pop(_key(position), None)
        known[_key(position)] = level
        kept = dict(list(known.items())[-MOST:])
        with suppress(OSError, InputError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(self.path, PRIVATE) as stream:
                stream.write(json.dumps(kept).encode())
            return True
        return False

    def _read(self) -> dict[str, int]:
        """The levels in the file, oldest first; none if there is no such file or it is damaged."""
        try:
            data = value_of_json(self.path.read_bytes()) if self.path is not None else {}
        except (OSError, ValueError):
            return {}
        if not isinstance(data, dict):
            return {}
        return {key: level for key, level in data.items() if type(level) is int and level > 0}


def _key(position: Candidates) -> str:
    said = repr((position.puzzle.givens.line, position.puzzle.constraints, position.cells))
    return hashlib.sha256(f"{said}{position.marks}".encode()).hexdigest()[:_DIGITS]
