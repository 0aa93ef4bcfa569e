"""Texts that are kept in the user's cache folder for a day."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from cpsudoku.runtime.compiled.folder import NAME, OWNER_ONLY
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.files import replacing
from cpsudoku.runtime.system import folder_of_caches

DAY = 24 * 3600.0  # seconds


@dataclass(frozen=True)
class KeptTexts:
    """Texts by their names, in a folder; None keeps nothing. A fault of the folder keeps nothing.

    ``most`` is the number of bytes of the longest text.
    """

    folder: Path | None
    most: int

    @staticmethod
    def of_user(kind: str, most: int) -> KeptTexts:
        """The texts of some kind in the user's cache folder."""
        home = folder_of_caches()
        return KeptTexts(home / NAME / kind if home is not None else None, most)

    def get(self, name: str) -> str | None:
        """The text of a name, or None if there is none of today."""
        path = self._path(name)
        if path is None:
            return None
        with suppress(OSError, UnicodeDecodeError):
            found = path.stat()
            if found.st_size <= self.most and 0 <= time.time() - found.st_mtime < DAY:
                return path.read_text("utf-8")
        return None

    def put(self, name: str, text: str) -> None:
        """Keep a text, and delete those that are too old."""
        path = self._path(name)
        if path is None:
            return
        with suppress(OSError, InputError):
            path.parent.parent.mkdir(OWNER_ONLY, parents=True, exist_ok=True)
            path.parent.mkdir(OWNER_ONLY, exist_ok=True)
            with replacing(path, kept=False) as stream:
                stream.write(text.encode("utf-8"))
            for other in path.parent.iterdir():
                if time.time() - other.stat().st_mtime > DAY:
                    other.unlink()

    def _path(self, name: str) -> Path | None:
        return self.folder / sha256(name.encode()).hexdigest() if self.folder is not None else None
