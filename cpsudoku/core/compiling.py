"""Compile functions, and cache their machine code for the next run.

Every compiled function of the package is made here. Numba keeps machine code in files: in
NUMBA_CACHE_DIR, beside the source, or in the user's cache folder. It raises an exception if none
of these folders is writable, if a file is damaged, or if the disk is full. Machine code can always
be compiled again, so in this module these faults cost time but never end a run:

- No folder: each process compiles the code once, and a remark reports it.
- A damaged file: it is deleted, and the code is compiled and saved again.
- A file that can't be saved: the run uses the code that it has, and a remark reports it.

Each data file contains the signature that it was compiled for, and ends with its SHA-256. Without
the hash, machine code with a flipped bit would be executed. Without the signature, wrong code could
be loaded: if two processes save at once, the index may name the data of another signature.
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
_told = False  # whether a remark was made; each process makes at most one


class Damaged(Exception):
    """A file of machine code does not contain what was written to it."""


def compiled_from(*sources: str, **options: Any) -> Callable[[F], F]:
    """A decorator that compiles with Numba, without the GIL, and caches the machine code.

    The cached code is used until a source changes. Numba checks only the file of the function.
    ``sources`` are the other files that the machine code depends on: those of the compiled
    functions that it calls, and of emitted instructions. Without them, an upgrade that changes only
    such a file would run the old machine code. ``options`` are passed to ``numba.njit``.
    """
    digest = hashlib.sha256(b"".join(Path(s).read_bytes() for s in sources)).hexdigest()

    def decorate(function: F) -> F:
        dispatcher: Any = njit(nogil=True, **options)(function)
        dispatcher._cache = _cache_of(function, digest)  # as Dispatcher.enable_caching does
        return cast(F, dispatcher)

    return decorate


@contextmanager
def announced(say: Callable[[str], None], what: str, duration: str) -> Iterator[None]:
    """A context that reports what is being compiled if it takes longer than loading would."""

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
    """Report once per process that the next run must compile again."""
    global _told
    if not _told:
        _told = True
        remark(
            f"{problem}, so every run compiles it again; set NUMBA_CACHE_DIR to a folder that can "
            "be written"
        )


class _NoCache(caching.NullCache):
    """The cache that is used if no folder is writable. It stores nothing."""

    def load_overload(self, sig: Any, target_context: Any) -> None:
        """Return nothing, so that Numba compiles the function."""
        _tell("no folder for compiled code can be written")


class _UserFolder(caching.UserWideCacheLocator):
    """The user's cache folder, if the home folder is known. If not, "~" would be a folder name."""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        """The locator, or None if the folder is not writable."""
        is_known = os.path.isabs(cls(py_func, py_file).get_cache_path())
        return super().from_function(py_func, py_file) if is_known else None


class _ReadOnlyFolder(caching.InTreeCacheLocator):
    """Machine code beside the source in a folder that is readable but not writable."""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        """The locator, or None if the folder contains no machine code."""
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
    """The files of one function. Pickle stops before the seal, and so ignores it."""

    def save(self, key: Any, data: Any) -> None:
        """Write the machine code for a signature, together with the signature."""
        super().save(key, (key, data))

    def load(self, key: Any) -> Any:
        """The machine code for a signature, or None. Raises an exception if the file is damaged."""
        found = super().load(key)
        if found is None:
            return None
        its_key, data = found
        if its_key != key:
            raise Damaged
        return data

    def discard(self) -> None:
        """Delete everything that is cached for the function."""
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
    """Numba's cache of one function, in which a faulty file does not end the run.

    Every exception counts as such a fault, because pickle may raise any kind for a damaged file.
    """

    _impl_class = _Contents
    _cache_file: Any

    def __init__(self, function: Callable[..., Any], digest: str) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp(), digest
        self._cache_file = _Files(self._cache_path, self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The machine code for a signature, or None. Damaged files are deleted."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            self._cache_file.discard()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save the machine code for a signature if possible."""
        try:
            super().save_overload(sig, data)
        except Exception as error:
            reason = str(getattr(error, "strerror", None) or error or type(error).__name__)
            _tell(f"compiled code can't be kept in {self.cache_path} ({reason.lower()})")
