"""Child processes: they begin undisturbed, and they always end."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

from cpsudoku.runtime import system

GRACE = 1.0  # seconds to end by itself, and again after SIGTERM
TAKING = 60.0  # seconds that another thread may need to note the exit code it took
_SIGNALS = {signal.SIGINT, signal.SIGTERM}


@contextmanager
def undisturbed() -> Iterator[None]:
    """A process that starts in this context gets no SIGINT or SIGTERM until it calls ``begun``.

    Before that it would have the handlers of this process, or those of Python. An exception of such
    a handler can leave a module half imported, or be lost in a destructor.
    """
    with system.holding(_SIGNALS):
        yield


def begun() -> None:
    """From now on this process ignores SIGINT, and SIGTERM ends it, also one that came before."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    system.let_through(_SIGNALS)


def end(processes: Sequence[BaseProcess]) -> None:
    """Wait for processes that should end. Terminate those that are late, then kill them."""
    _await(processes)
    for process in _alive(processes):
        process.terminate()
    _await(processes)
    for process in _alive(processes):
        process.kill()
    for process in processes:
        wait([process.sentinel])
        _reap(process)


def _reap(process: BaseProcess) -> None:
    """Take the exit code of a process that has ended, so that it no longer counts as a child.

    Where another thread has just taken it, as that of a pool of Python's does, ``join`` returns
    before the code is known.
    """
    over = time.monotonic() + TAKING
    while process.exitcode is None and time.monotonic() < over:
        time.sleep(0.001)
    process.join()


def _await(processes: Sequence[BaseProcess]) -> None:
    """Wait until all have ended, or the time is over."""
    over = time.monotonic() + GRACE
    while left := _alive(processes):
        seconds = over - time.monotonic()
        if seconds <= 0 or not wait([each.sentinel for each in left], seconds):
            return


def _alive(processes: Sequence[BaseProcess]) -> list[BaseProcess]:
    """Those that have not ended.

    ``is_alive`` may be true a moment too long, while another thread waits for the same process.
    """
    return [each for each in processes if not wait([each.sentinel], 0)]
