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

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Timer

from cpsudoku.runtime import system
from cpsudoku.runtime.compiled.compiling import SILENCE
from cpsudoku.runtime.compiled.folder import CHOSEN, code_folder
from cpsudoku.runtime.compiled.numba_internals import FunctionCache, NullCache
from cpsudoku.runtime.compiled.programs import compiling_text
from cpsudoku.runtime.remarks import remark

UNUSED = 90 * 24 * 3600.0  # seconds after which a file that was not used is deleted
_told = False  # whether a remark was made; each process makes at most one


def cache_of(function: Callable[..., object], digest: str) -> NoCache | Cache:
    """The cache of a function, for ``Dispatcher._cache``. ``digest`` names its sources."""
    folder = code_folder()
    return NoCache() if folder is None else Cache(function, folder, digest)


def _tell(problem: str) -> None:
    """Report once per process that the next run must compile again."""
    global _told
    if not _told:
        _told = True
        remark(
            f"{problem}, so every run compiles it again; set {CHOSEN} to a folder that can be "
            "written"
        )


class NoCache(NullCache):
    """The cache that is used if no folder is writable. It stores nothing."""

    def load_overload(self, sig: object, target_context: object) -> None:
        """Return nothing, so that Numba compiles the function."""
        _tell("no folder for compiled code can be written")


class Cache(FunctionCache):
    """Numba's cache of one function, in which a faulty file does not end the run.

    Every exception counts as such a fault, because pickle may raise any kind for a damaged file.
    """

    def __init__(self, function: Callable[..., object], folder: Path, digest: str) -> None:
        super().__init__(function, folder, digest)
        self._lock = _Lock(folder / f"{self.base}.lock")
        self._timer: Timer | None = None

    def load_overload(self, sig: object, target_context: object) -> object:
        """The machine code for a signature, or None. Damaged files are deleted.

        After None the function is locked until its code is saved. If another process has the lock,
        this one waits for its code. Either is reported if it takes long.
        """
        found = self._loaded(sig, target_context)
        if found is None:
            self._begin()
            found = self._loaded(sig, target_context) if self._lock.take() else None
            if found is not None:
                self._end()
        return found

    def _begin(self) -> None:
        if self._timer is None:
            self._timer = Timer(SILENCE, remark, [compiling_text(self._py_func.__module__)])
            self._timer.daemon = True
            self._timer.start()

    def _end(self) -> None:
        self._lock.give_back()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

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
            _delete_unused(Path(self.cache_path))
        except Exception as error:
            reason = str(getattr(error, "strerror", None) or error or type(error).__name__)
            _tell(f"compiled code can't be kept in {self.cache_path} ({reason.lower()})")
        finally:
            self._end()


class _Lock:
    """A lock between processes, which the system releases when its owner ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def take(self) -> bool:
        """Wait for the lock; whether another process may have worked meanwhile."""
        if not system.CAN_LOCK or self._handle is not None:
            return False
        with suppress(OSError):
            flags = os.O_RDWR | os.O_CREAT | system.NO_FOLLOW
            self._handle = os.open(self._path, flags, 0o600)
            system.lock(self._handle, wait=True)
        return self._handle is not None

    def give_back(self) -> None:
        """Release the lock. Its file stays: deleting it would let two processes have the lock."""
        if self._handle is not None:
            with suppress(OSError):
                system.unlock(self._handle)
            os.close(self._handle)
            self._handle = None


def _delete_unused(folder: Path) -> None:
    """Delete what old versions of the program have left."""
    oldest = time.time() - UNUSED
    for path in folder.iterdir():
        with suppress(OSError):
            found = path.stat()
            if max(found.st_atime, found.st_mtime) < oldest:
                path.unlink()
