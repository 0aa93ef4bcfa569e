"""How many threads one search may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_threads: ContextVar[int | None] = ContextVar("threads", default=None)


def cores() -> int:
    """The number of processes that this machine can run at once."""
    return os.cpu_count() or 1


def threads() -> int:
    """The number of threads that one search may use: one per core, or as ``at_most`` says."""
    return min(_threads.get() or cores(), cores())


@contextmanager
def at_most(count: int) -> Iterator[None]:
    """A context in which a search uses at most ``count`` threads, and at most as many as before."""
    before = _threads.set(min(count, threads()))
    try:
        yield
    finally:
        _threads.reset(before)


def use_one_thread() -> None:
    """Let the searches of this process use one thread, because other processes use the others."""
    _threads.set(1)
