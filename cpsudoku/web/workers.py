"""Processes that work on long questions. A question that nobody waits for is stopped."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cpsudoku.runtime.errors import CpsudokuError
from cpsudoku.runtime.language import ENGLISH, present_language, speaking
from cpsudoku.web.actions.base import Data

WORKERS = 2
MOST_WAITING = 64  # questions; more are refused
GRACE = 1.0  # seconds to end by itself after an interrupt
_POLL = 0.02  # seconds
_LARGEST = 600 << 20  # bytes; a process that has used more is replaced


class Stopped(Exception):
    """The question was stopped: nobody waits for its answer."""


class TooLong(Exception):
    """The time for the question ran out."""


class Busy(Exception):
    """Too many questions wait already."""


class Refused(Exception):
    """The action raised an error for the user."""


class Broken(Exception):
    """The process died, or the program has a bug."""


@dataclass
class Worker:
    """A process that answers one question after the other. It starts with the first."""

    process: Any = None
    line: Connection | None = None

    def start(self) -> None:
        """Start the process, unless it runs. It loads the engines while it waits."""
        if self.process is not None and self.process.is_alive():
            return
        context = multiprocessing.get_context("spawn")
        self.line, other = context.Pipe()
        self.process = context.Process(target=_answer_all, args=(other,), daemon=True)
        self.process.start()
        other.close()

    def ask(
        self,
        name: str,
        data: Data,
        seconds: float,
        stop: threading.Event,
        language: str = ENGLISH,
    ) -> Data:
        """The answer of an action, in a language. ``stop`` ends it early."""
        self.start()
        assert self.line is not None
        end = time.monotonic() + seconds
        try:
            self.line.send((name, data, language))
            while not self.line.poll(_POLL):
                if stop.is_set():
                    self._interrupt()
                    raise Stopped
                if time.monotonic() > end:
                    self._interrupt()
                    raise TooLong
            kind, answer, is_last = self.line.recv()
        except (EOFError, OSError):
            self.close()
            raise Broken("a worker process ended") from None
        if is_last:
            self.close()
        if kind == "done":
            assert isinstance(answer, dict)
            return answer
        raise {"refused": Refused, "interrupted": Stopped}.get(kind, Broken)(answer)

    def _interrupt(self) -> None:
        """Stop the question as Ctrl-C does, or else end the process."""
        assert self.line is not None
        if sys.platform != "win32":
            with suppress(OSError):
                os.kill(self.process.pid, signal.SIGINT)
            if self.line.poll(GRACE):
                with suppress(EOFError, OSError):
                    _, _, is_last = self.line.recv()
                    if not is_last:
                        return
        self.close()

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
        if self.line is not None:
            self.line.close()
        self.process = self.line = None


@dataclass
class Workers:
    """Some workers, and the questions that wait for them."""

    number: int = WORKERS
    waiting: int = 0
    _idle: asyncio.LifoQueue[Worker] = field(default_factory=asyncio.LifoQueue)
    _threads: ThreadPoolExecutor | None = None
    _all: list[Worker] = field(default_factory=list)

    async def open(self) -> None:
        """Start the processes in the background."""
        self._threads = ThreadPoolExecutor(self.number)
        self._all = [Worker() for _ in range(self.number)]
        for worker in self._all:
            self._idle.put_nowait(worker)
            self._threads.submit(worker.start)

    def close(self) -> None:
        """End all processes."""
        for worker in self._all:
            worker.close()
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)

    async def ask(self, name: str, data: Data, seconds: float) -> Data:
        """The answer of an action by the next free worker. Cancelling it stops the action."""
        if self.waiting >= MOST_WAITING:
            raise Busy
        self.waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self.waiting -= 1
        stop = threading.Event()
        loop = asyncio.get_running_loop()
        question = name, data, seconds, stop, present_language()
        asked = loop.run_in_executor(self._threads, worker.ask, *question)
        try:
            return await asyncio.shield(asked)
        except asyncio.CancelledError:
            stop.set()
            raise
        finally:
            asked.add_done_callback(lambda _: self._give_back(worker))

    def _give_back(self, worker: Worker) -> None:
        self._idle.put_nowait(worker)


def _answer_all(line: Connection) -> None:
    """Answer questions until the other end is closed. SIGINT ends only the present question.

    Outside a question SIGINT is ignored, so it can never cut an answer that is being sent. Each
    answer says whether it is the last one: a process that has used much memory is replaced.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _warm_up()
    while True:
        try:
            kind, answer = _answer(*line.recv())
            is_last = _memory() > _LARGEST
            line.send((kind, answer, is_last))
        except (EOFError, OSError):
            return
        if is_last:
            return


def _warm_up() -> None:
    """Load what most questions need."""
    from cpsudoku.engines import DEFAULT_ENGINE, ENGINES
    from cpsudoku.teaching import hints

    assert hints.LEVELS
    assert ENGINES[DEFAULT_ENGINE]


def _answer(name: str, data: Data, language: str) -> tuple[str, Any]:
    from cpsudoku.web.actions import ACTIONS

    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            with speaking(language):
                return "done", ACTIONS[name].work(data)
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return "interrupted", ""
    except CpsudokuError as error:
        return "refused", str(error)
    except MemoryError:
        return "refused", "it needs too much memory"
    except Exception as error:
        return "broken", f"{type(error).__name__}: {error}"


def _memory() -> int:
    """The most memory that this process has used, in bytes; 0 if it is not known.

    ``getrusage`` would not do: on Linux its peak includes that of the process that started this
    one, so every worker of a large program would look too large after its first question.
    """
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
    return 0
