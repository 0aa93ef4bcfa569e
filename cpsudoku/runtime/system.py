"""What some systems have and others lack, with what is done without it.

Windows has no locks of this kind, no masks of signals, no forks and no numbers of users. Nothing
else of ours asks for these, except programs that import nothing of ours.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

CAN_LOCK = fcntl is not None
CAN_INTERRUPT = sys.platform != "win32"  # another process, by SIGINT
INHERITS_MEMORY = sys.platform == "linux" and hasattr(os, "fork")
START_METHOD = "fork" if INHERITS_MEMORY else "spawn"  # of worker processes
NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)  # flags for ``os.open``
NO_WAIT = getattr(os, "O_NONBLOCK", 0)


def lock(handle: int, *, wait: bool) -> None:
    """Lock an open file against other processes; ``wait`` until nobody else has locked it.

    Raises OSError where the file is locked, or the disk has no locks. Without ``CAN_LOCK`` this
    does nothing: two processes can then have the same lock.
    """
    if fcntl is None:
        return
    if wait:
        fcntl.flock(handle, fcntl.LOCK_EX)
    else:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def unlock(handle: int) -> None:
    """Release a lock that was waited for."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_UN)


@contextmanager
def holding(signals: Collection[signal.Signals]) -> Iterator[None]:
    """These signals wait until the end of the context. A process that it starts keeps holding."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def let_through(signals: Collection[signal.Signals]) -> None:
    """End the waiting of these signals in this process."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)


def user() -> int | None:
    """The number of the user whose rights this process has, or None."""
    return os.geteuid() if hasattr(os, "geteuid") else None


def in_forked_child(action: Callable[[], None]) -> None:
    """Do this in each process that is forked from this one, before anything else."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=action)


def yield_to_others() -> None:
    """Leave the cores to other processes, where the system has priorities."""
    if hasattr(os, "nice"):
        os.nice(10)


def folder_of_caches() -> Path | None:
    """Where programs of this user keep what they can make again; None without a home folder."""
    named = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")
    if os.path.isabs(named):
        return Path(named)
    home = os.path.expanduser("~")
    if not os.path.isabs(home):
        return None
    return Path(home, "Library", "Caches") if sys.platform == "darwin" else Path(home, ".cache")
