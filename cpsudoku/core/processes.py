"""Worker processes, and work that several of them do in order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import chain, islice
from typing import Generic, TypeVar

from cpsudoku.core import parameters
from cpsudoku.core.errors import EngineError
from cpsudoku.core.remarks import remark

Item = TypeVar("Item")
Done = TypeVar("Done")

PATIENCE = 0.3  # seconds of work before other processes are started, which takes 0.1
AHEAD = 3  # items per worker that may be ahead of the reader
TRIES = 3


def cores() -> int:
    """The number of processes that this machine runs at once."""
    return os.cpu_count() or 1


def processes(jobs: int | None) -> int:
    """The number of processes to use: one per core, or fewer where ``jobs`` asks for fewer.

    Raises BadParameter unless ``jobs`` is a whole number, 1 or more, or None.
    """
    return cores() if jobs is None else min(parameters.whole("jobs", jobs, least=1), cores())


def in_order(
    work: Callable[[Item], Done],
    items: Iterable[Item],
    jobs: int,
    *,
    ahead: int = AHEAD,
    prepare: Callable[[], None] = lambda: None,
    name_of: Callable[[Item], str] = str,
    say: Callable[[str], None] = remark,
) -> Iterator[tuple[Item, Done]]:
    """Each item with what ``work`` makes of it, in the order of the items.

    With one job, or fewer than two items, the work is done here. ``prepare`` runs before the
    workers start, which inherit what it compiles. If a worker dies, its item is done again.
    Raises EngineError, with the name of the item, when that happens three times.
    """
    left = iter(items)
    first = list(islice(left, 2))
    if jobs == 1 or len(first) < 2:
        for item in chain(first, left):
            yield item, work(item)
        return
    prepare()
    with _Pool(work, jobs, name_of, say) as pool:
        for item in chain(first, left):
            pool.submit(item)
            if len(pool.waiting) > ahead * jobs:
                yield pool.first()
        while pool.waiting:
            yield pool.first()


def shared(
    work: Callable[[Item], Done],
    items: Iterable[Item],
    jobs: int,
    *,
    prepare: Callable[[], None] = lambda: None,
    name_of: Callable[[Item], str] = str,
) -> Iterator[tuple[Item, Done]]:
    """As ``in_order``, but other processes are started only if the work takes long.

    Until it has taken PATIENCE, it is done here, and each result is yielded at once.
    """
    left, spent = iter(items), 0.0
    for item in left:
        start = time.monotonic()
        done = work(item)
        spent += time.monotonic() - start
        yield item, done
        if spent >= PATIENCE and jobs > 1:
            yield from in_order(work, left, jobs, prepare=prepare, name_of=name_of)


class _Pool(Generic[Item, Done]):
    """The workers and the items they are busy with, oldest first."""

    def __init__(
        self,
        work: Callable[[Item], Done],
        jobs: int,
        name_of: Callable[[Item], str],
        say: Callable[[str], None],
    ) -> None:
        self._work, self._jobs, self._name_of, self._say = work, jobs, name_of, say
        self.waiting: deque[tuple[Item, Future[Done]]] = deque()
        self._executor = self._new()

    def __enter__(self) -> _Pool[Item, Done]:
        return self

    def __exit__(self, *_: object) -> None:
        workers = list(getattr(self._executor, "_processes", None) or ())
        self._executor.shutdown(wait=False, cancel_futures=True)
        if self.waiting:  # by Ctrl-C, or because nobody wants the rest: do not wait for it
            for worker in workers:
                with suppress(OSError):
                    os.kill(worker, signal.SIGTERM)

    def _new(self) -> ProcessPoolExecutor:
        method = "fork" if sys.platform == "linux" else "spawn"
        context = multiprocessing.get_context(method)
        return ProcessPoolExecutor(self._jobs, context, initializer=begin_worker)

    def submit(self, item: Item) -> None:
        """Hand an item to the next free worker."""
        try:
            future = self._executor.submit(self._work, item)
        except BrokenProcessPool:
            self._renew()
            future = self._executor.submit(self._work, item)
        self.waiting.append((item, future))

    def first(self) -> tuple[Item, Done]:
        """The oldest item with its result; waits for it."""
        for _ in range(TRIES):
            item, future = self.waiting[0]
            try:
                result = future.result()
            except BrokenProcessPool:
                self._renew()
                continue
            self.waiting.popleft()
            return item, result
        raise EngineError(f"{self._name_of(item)}: a worker died {TRIES} times on it", "-")

    def _renew(self) -> None:
        """Start new workers for all items that have no result yet."""
        self._say("a worker died; its work is done again")
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._new()
        for at, (item, future) in enumerate(self.waiting):
            if not future.done() or future.cancelled() or future.exception() is not None:
                self.waiting[at] = (item, self._executor.submit(self._work, item))


def begin_worker() -> None:
    """Leave Ctrl-C to the main process, and end when it is gone (done, or killed)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_outlive_nobody, args=[os.getppid()], daemon=True).start()


def _outlive_nobody(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
