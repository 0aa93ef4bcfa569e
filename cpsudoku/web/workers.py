"""Processes that work on long questions. A question that nobody waits for is stopped."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING

from cpsudoku.runtime import system
from cpsudoku.runtime.children import GRACE, begun, undisturbed
from cpsudoku.runtime.errors import CpsudokuError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import ENGLISH, present_language, speaking
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from cpsudoku.runtime.registry import Registry
    from cpsudoku.web.actions.base import Action


WORKERS = 2
MOST_WAITING = 64  # questions; more are refused
READY = "ready"  # the first message of a process
ASKED_FIRST = ("check", "candidates", "hint")  # these load nearly everything, in 1 s
SMALL = "1..4..1.2......3"
_POLL = 0.02  # seconds
_LARGEST = 600 << 20  # bytes; a process that has used more is replaced


@dataclass(frozen=True)
class Questions:
    """What workers are asked: a table of actions, as ``module:attribute``.

    ``first`` is a request that a new process answers before it is ready.
    """

    table: str
    first: JsonObject

    def load(self) -> Registry[Action]:
        """The table."""
        module, _, name = self.table.partition(":")
        found: Registry[Action] = getattr(import_module(module), name)
        return found


FOR_THE_PAGE = Questions("cpsudoku.web.actions:ACTIONS", {"puzzle": {"puzzle": SMALL}})
FOR_PROGRAMS = Questions("cpsudoku.web.tools:TOOLS", {"puzzle": SMALL})


class Stopped(Exception):
    """The question was stopped: nobody waits for its answer."""


class TooLong(Exception):
    """The time for the question ran out."""


class Busy(Exception):
    """Too many questions wait already."""


class Refused(Exception):
    """The action raised an error for the user, which is its argument."""


class Broken(Exception):
    """The process died, or the program has a bug."""


@dataclass
class Worker:
    """A process that answers one question after the other. It starts with the first.

    ``is_ready`` once it has loaded what it needs. After ``end`` it does not start again.
    """

    questions: Questions = FOR_THE_PAGE
    process: BaseProcess | None = None
    line: Connection | None = None
    is_ready: bool = False
    is_over: bool = False

    def start(self) -> None:
        """Start the process, unless it runs. It loads the engines while it waits."""
        if self.is_over or (self.process is not None and self.process.is_alive()):
            return
        context = multiprocessing.get_context("spawn")
        resource_tracker.ensure_running()  # here, because it ends what ``undisturbed`` does
        self.line, other = context.Pipe()
        process = context.Process(target=_answer_all, args=(other, self.questions), daemon=True)
        self.is_ready = False
        with undisturbed():
            process.start()
        other.close()
        self.process = process

    def ask(
        self,
        name: str,
        data: JsonObject,
        seconds: float,
        stop: threading.Event,
        language: str = ENGLISH,
    ) -> JsonObject:
        """The answer of an action, in a language. ``stop`` ends it early."""
        try:
            kind, answer = self._answer((name, data, language), seconds, stop)
        except (EOFError, OSError):
            self._replace()
            raise Stopped if stop.is_set() else Broken(worded("a worker process ended")) from None
        if kind == "done":
            assert isinstance(answer, dict)
            return answer
        raise {"refused": Refused, "interrupted": Stopped}.get(kind, Broken)(answer)

    def _answer(
        self, question: tuple[str, JsonObject, str], seconds: float, stop: threading.Event
    ) -> tuple[str, object]:
        """How the process answers a question. Raises EOFError or OSError if the process ends."""
        self.start()
        if self.line is None:
            raise EOFError
        while not self.is_ready:
            if stop.is_set():  # it has not been asked: it may go on loading
                raise Stopped
            self.is_ready = self.line.poll(_POLL) and bool(self.line.recv())
        self.line.send(question)
        over = time.monotonic() + seconds
        while not self.line.poll(_POLL):
            if stop.is_set():
                self._interrupt()
                raise Stopped
            if time.monotonic() > over:
                self._interrupt()
                raise TooLong
        kind, answer, is_last = self.line.recv()
        if is_last:
            self._replace()
        return kind, answer

    def _interrupt(self) -> None:
        """Stop the question as Ctrl-C does.

        The process goes on only if it says that the interrupt ended a search. Otherwise the
        exception may have been lost in a destructor, or have left something half done.
        """
        assert self.line is not None
        assert self.process is not None
        assert self.process.pid is not None
        with suppress(EOFError, OSError):
            if system.CAN_INTERRUPT:
                os.kill(self.process.pid, signal.SIGINT)
                if self.line.poll(GRACE):
                    kind, _, is_last = self.line.recv()
                    if kind == "interrupted" and not is_last:
                        return
        self._replace()

    def _replace(self) -> None:
        """End the process and start another one."""
        self._close()
        self.start()

    def _close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
        if self.line is not None:
            self.line.close()
        self.process = self.line = None

    def stop(self) -> None:
        """End the process, from any thread. A question that it works on is then stopped."""
        self.is_over = True
        process = self.process
        if process is not None:
            process.kill()

    def end(self) -> None:
        """End the process and wait for that. Nobody may ask it any more."""
        self.is_over = True
        self._close()


@dataclass
class Workers:
    """Some workers, and the questions that wait for them."""

    number: int = WORKERS
    questions: Questions = FOR_THE_PAGE
    waiting: int = 0
    is_over: bool = False
    _idle: asyncio.LifoQueue[Worker] = field(default_factory=asyncio.LifoQueue)
    _threads: ThreadPoolExecutor | None = None
    _all: list[Worker] = field(default_factory=list)
    _asked: dict[asyncio.Future[JsonObject], threading.Event] = field(default_factory=dict)

    async def open(self, ahead: bool = True) -> None:
        """Make the workers. With ``ahead``, their processes start before the first question."""
        self._threads = ThreadPoolExecutor(self.number)
        self._all = [Worker(self.questions) for _ in range(self.number)]
        for worker in self._all:
            self._idle.put_nowait(worker)
            if ahead:
                self._threads.submit(worker.start)

    async def close(self) -> None:
        """Stop all questions and end all processes."""
        self.is_over = True
        for stop in self._asked.values():
            stop.set()
        for worker in self._all:
            worker.stop()
        await asyncio.gather(*self._asked, return_exceptions=True)
        if self._threads is not None:
            self._threads.shutdown()
        for worker in self._all:
            worker.end()

    async def ask(self, name: str, data: JsonObject, seconds: float) -> JsonObject:
        """The answer of an action by the next free worker. Cancelling it stops the action."""
        if self.waiting >= MOST_WAITING:
            raise Busy
        self.waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self.waiting -= 1
        if self.is_over:
            self._idle.put_nowait(worker)
            raise Stopped
        stop = threading.Event()
        loop = asyncio.get_running_loop()
        question = name, data, seconds, stop, present_language()
        asked = loop.run_in_executor(self._threads, worker.ask, *question)
        self._asked[asked] = stop
        asked.add_done_callback(partial(self._give_back, worker))
        try:
            return await asyncio.shield(asked)
        except asyncio.CancelledError:
            stop.set()
            raise

    def _give_back(self, worker: Worker, asked: asyncio.Future[JsonObject]) -> None:
        """Let others ask the worker. Nobody may be left to hear of an error."""
        del self._asked[asked]
        if not asked.cancelled():
            asked.exception()
        self._idle.put_nowait(worker)


def _answer_all(line: Connection, questions: Questions) -> None:
    """Answer questions until the other end is closed. SIGINT ends only the present question.

    Outside a question SIGINT is ignored, so it can never cut an import or an answer that is being
    sent. Each answer says whether it is the last one: a process is replaced if it has used much
    memory, if its program has a bug, or if it was interrupted anywhere but in a search.
    """
    begun()
    actions = questions.load()
    for name in ASKED_FIRST:
        actions[name].work(questions.first)
    with suppress(EOFError, OSError, KeyboardInterrupt):  # of a SIGINT at the very end
        line.send(READY)
        is_last = False
        while not is_last:
            kind, answer, is_whole = _answer(actions, *line.recv())
            is_last = not is_whole or _memory() > _LARGEST
            line.send((kind, answer, is_last))


def _answer(
    actions: Registry[Action], name: str, data: JsonObject, language: str
) -> tuple[str, object, bool]:
    """How the question is answered, the answer, and whether this process is as before."""
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            with speaking(language):
                return "done", actions[name].work(data), True
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt as stop:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return "interrupted", "", _in_search(stop)
    except CpsudokuError as error:
        return "refused", error, True
    except MemoryError:
        return "refused", CpsudokuError(worded("it needs too much memory")), False
    except Exception as error:
        return "broken", f"{type(error).__name__}: {error}", False


def _in_search(stop: KeyboardInterrupt) -> bool:
    """Whether an interrupt reached an engine itself, not a library or an import inside it."""
    modules = [str(frame.f_globals.get("__name__", "")) for frame, _ in walk_tb(stop.__traceback__)]
    is_import = any(module.startswith("importlib") for module in modules)
    return modules[-1].startswith("cpsudoku.engines.") and not is_import


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
