"""Ctrl-C during a long call into C++ that releases the GIL but ignores Python's signals."""

from __future__ import annotations

import os
import select
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_LOOK = 0.01  # seconds between looks at an event
_AGAIN = 0.05  # seconds between stops: one before the search has really begun is lost


class _Watcher:
    """A daemon thread that receives a signal while the main thread is inside C++."""

    def __init__(self) -> None:
        self.ear, self.mouth = socket.socketpair()
        self.ear.setblocking(False)
        self.mouth.setblocking(False)
        self.process = os.getpid()
        self.lock = threading.Lock()
        self.stop: Callable[[], None] | None = None
        self.previous = -1
        threading.Thread(target=self._listen, name="ctrl-c", daemon=True).start()

    def _listen(self) -> None:
        while True:
            select.select([self.ear], [], [])
            while self._heard():
                threading.Event().wait(_AGAIN)

    def _heard(self) -> bool:
        """Whether a SIGINT is pending while a search runs; if so, stop the search."""
        with self.lock:  # so that a signal left over from one search never stops the next
            with suppress(BlockingIOError):
                if self.stop is not None and signal.SIGINT in self.ear.recv(64, socket.MSG_PEEK):
                    self.stop()
                    return True
            self._pass_on()
            return False

    def _pass_on(self) -> None:
        """Pass the signal on to the previous listener (asyncio)."""
        with suppress(BlockingIOError):
            heard = self.ear.recv(64)
            if self.previous != -1:
                os.write(self.previous, heard)

    def enter(self, stop: Callable[[], None]) -> None:
        with self.lock:
            self._pass_on()  # KeyboardInterrupt may have cut the last leave() short
            self.stop = stop
            previous = signal.set_wakeup_fd(self.mouth.fileno(), warn_on_full_buffer=False)
            if previous != self.mouth.fileno():
                self.previous = previous

    def leave(self) -> None:
        with self.lock:
            self.stop = None
            signal.set_wakeup_fd(self.previous, warn_on_full_buffer=False)
            self._pass_on()


@contextmanager
def stopped_by(event: threading.Event | None, stop: Callable[[], None]) -> Iterator[None]:
    """Inside the context, ``stop`` is called after the event is set."""
    if event is None:
        yield
        return
    left = threading.Event()

    def watch() -> None:
        while not left.wait(_LOOK):
            if event.is_set():
                stop()

    watcher = threading.Thread(target=watch, name="first answer", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        left.set()
        watcher.join()


_watcher: _Watcher | None = None


@contextmanager
def stoppable(stop: Callable[[], None]) -> Iterator[None]:
    """Inside the context, Ctrl-C calls ``stop`` from another thread.

    KeyboardInterrupt then follows soon. Python runs signal handlers only between bytecodes of the
    main thread, so not during a solve. In any other thread this does nothing, since signals are not
    handled there. It costs 4 µs and can't be nested.
    """
    global _watcher
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if _watcher is None or _watcher.process != os.getpid():  # a fork has no watcher thread
        _watcher = _Watcher()
    try:
        _watcher.enter(stop)
        yield
    finally:
        _watcher.leave()
