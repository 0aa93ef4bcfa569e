"""How functions are compiled, and where their machine code is kept for the next run.

Every compiled function of the package is made here. Numba keeps machine code in files: in
NUMBA_CACHE_DIR, beside the source, or in the user's cache folder. It raises an exception when none
of these folders can be written, when a file is damaged and when the disk is full. Machine code can
always be made again, so here each of these costs time and ends no run:

- no folder: the code is compiled once in each process, and a remark says so;
- a damaged file: it is deleted, and the code is compiled and saved again;
- a file that can't be saved: the run uses the code that it has, and a remark says so.

Each data file ends with its SHA-256, and holds the signature that it is for. A flipped bit in
machine code would be run as it is. Two processes that save at once can leave an index that names
the data of another signature.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import caching

from cpsudoku.core.remarks import remark

F = TypeVar("F", bound=Callable[..., Any])

SEAL_SIZE = 32
PATIENCE = 1.0  # seconds; loading machine code takes less, compiling takes more
_told = False  # whether a remark was made: one a process


class Damaged(Exception):
    """A file of machine code does not hold what was written to it."""


def compiled_from(*sources: str, **options: Any) -> Callable[[F], F]:
    """Decorator: compile with Numba, without the GIL; keep the code until a source changes.

    Numba compares only the file of the function. ``sources`` are the other files that its machine
    code is made from: those of the compiled functions that it calls, and of emitted instructions.
    Without them an upgrade that changes only such a file would run the old machine code.
    ``options`` are those of ``numba.njit``.
    """
    digest = hashlib.sha256(b"".join(Path(s).read_bytes() for s in sources)).hexdigest()

    def decorate(function: F) -> F:
        dispatcher: Any = njit(nogil=True, **options)(function)
        dispatcher._cache = _cache_of(function, digest)  # as Dispatcher.enable_caching does
        return cast(F, dispatcher)

    return decorate


@contextmanager
def announced(say: Callable[[str], None], what: str, duration: str) -> Iterator[None]:
    """Within it, say what is compiled when that takes longer than loading would."""

    def tell() -> None:
        when = "" if _told else ", first run only"
        say(f"compiling {what}{when} ({duration})")

    timer = Timer(PATIENCE, tell)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _cache_of(function: Callable[..., Any], digest: str) -> Any:
    try:
        return _Cache(function, digest)
    except RuntimeError:  # "cannot cache function ...: no locator available"
        return _NoCache()


def _tell(problem: str) -> None:
    """Say once that the next run has to compile again."""
    global _told
    if not _told:
        _told = True
        remark(
            f"{problem}, so every run compiles it again; set NUMBA_CACHE_DIR to a folder that can "
            "be written"
        )


class _NoCache(caching.NullCache):
    """What stands for a cache where no folder can be written."""

    def load_overload(self, sig: Any, target_context: Any) -> None:
        """Nothing; the function is compiled next."""
        _tell("no folder for compiled code can be written")


class _UserFolder(caching.UserWideCacheLocator):
    """The user's cache folder, unless the home is unknown: "~" would become a folder's name."""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        """The locator, or None where the folder can't be written."""
        is_known = os.path.isabs(cls(py_func, py_file).get_cache_path())
        return super().from_function(py_func, py_file) if is_known else None


class _ReadOnlyFolder(caching.InTreeCacheLocator):
    """Machine code beside the source that can be read though not written, as in an image."""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        """The locator, or None where no machine code is kept there."""
        here = cls(py_func, py_file)
        return here if any(Path(here.get_cache_path()).glob("*.nbi")) else None


class _Contents(caching.CompileResultCacheImpl):
    _locator_classes: Any = (
        caching.UserProvidedCacheLocator,
        caching.InTreeCacheLocator,
        _UserFolder,
        _ReadOnlyFolder,
    )


class _Files(caching.IndexDataCacheFile):
    """The files of one function; pickle ignores the seal, since it stops before it."""

    def save(self, key: Any, data: Any) -> None:
        """Write the machine code for a signature, with that signature."""
        super().save(key, (key, data))

    def load(self, key: Any) -> Any:
        """The machine code for a signature, None where there is none; raises when damaged."""
        found = super().load(key)
        if found is None:
            return None
        its_key, data = found
        if its_key != key:
            raise Damaged
        return data

    def discard(self) -> None:
        """Forget everything that is kept of the function."""
        with suppress(OSError):
            os.unlink(self._index_path)

    def _dump(self, obj: Any) -> bytes:
        body = super()._dump(obj)
        return bytes(body + hashlib.sha256(body).digest())

    def _load_data(self, name: str) -> Any:
        content = Path(self._data_path(name)).read_bytes()
        body, seal = content[:-SEAL_SIZE], content[-SEAL_SIZE:]
        if hashlib.sha256(body).digest() != seal:
            raise Damaged
        return pickle.loads(body)


class _Cache(caching.FunctionCache):
    """Numba's cache of one function, except that no fault of a file ends the run.

    Every exception counts as one: pickle raises any kind for a damaged file.
    """

    _impl_class = _Contents
    _cache_file: Any

    def __init__(self, function: Callable[..., Any], digest: str) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp(), digest
        self._cache_file = _Files(self._cache_path, self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The machine code for a signature, or None; what is damaged is deleted."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            self._cache_file.discard()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the machine code for a signature where that is possible."""
        try:
            super().save_overload(sig, data)
        except Exception as error:
            reason = str(getattr(error, "strerror", None) or error or type(error).__name__)
            _tell(f"compiled code can't be kept in {self.cache_path} ({reason.lower()})")
