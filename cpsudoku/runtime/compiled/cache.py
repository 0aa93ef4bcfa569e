"""The machine code of one compiled function in files, in which no fault ends a run.

Machine code can always be compiled again, so here faults only cost time:

- No folder: each process compiles the code once, and a remark reports it.
- A damaged file: it is deleted, and the code is compiled and saved again.
- A file that can't be saved: the run uses the code that it has, and a remark reports it.
- Two processes that need the same code: one compiles it, and the other waits for the file.

Each data file contains the signature that it was compiled for, and ends with its SHA-256. Without
the hash, machine code with a flipped bit would be executed. Without the signature, wrong code could
be loaded: if two processes save at once, the index may name the data of another signature.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cpsudoku.runtime.compiled.folder import code_folder
from cpsudoku.runtime.compiled.kept import Making, delete_unused, report_loss, report_unsaved
from cpsudoku.runtime.compiled.numba_internals import FunctionCache, NullCache


def cache_of(function: Callable[..., object], digest: str) -> NoCache | Cache:
    """The cache of a function, for ``Dispatcher._cache``. ``digest`` names its sources."""
    folder = code_folder()
    return NoCache() if folder is None else Cache(function, folder, digest)


class NoCache(NullCache):
    """The cache that is used if no folder is writable. It stores nothing."""

    def load_overload(self, sig: object, target_context: object) -> None:
        """Return nothing, so that Numba compiles the function."""
        report_loss("no folder for compiled code can be written")


class Cache(FunctionCache):
    """Numba's cache of one function, in which a faulty file does not end the run.

    Every exception counts as such a fault, because pickle may raise any kind for a damaged file.
    """

    def __init__(self, function: Callable[..., object], folder: Path, digest: str) -> None:
        super().__init__(function, folder, digest)
        self._making = Making(function.__module__, folder / f"{self.base}.lock")

    def load_overload(self, sig: object, target_context: object) -> object:
        """The machine code for a signature, or None. Damaged files are deleted.

        After None the function is locked until its code is saved. If another process has the lock,
        this one waits for its code. Either is reported if it takes long.
        """
        found = self._loaded(sig, target_context)
        if found is None:
            found = self._loaded(sig, target_context) if self._making.begin() else None
            if found is not None:
                self._making.end()
        return found

    def _loaded(self, sig: object, target_context: object) -> object:
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            self._cache_file.discard()
            return None

    def save_overload(self, sig: object, data: object) -> None:
        """Save the machine code for a signature if possible."""
        try:
            super().save_overload(sig, data)
            delete_unused(Path(self.cache_path))
        except Exception as error:
            report_unsaved(Path(self.cache_path), error)
        finally:
            self._making.end()
