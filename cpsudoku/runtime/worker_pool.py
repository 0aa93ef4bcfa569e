"""Worker processes, and the items that they work on."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Generic, TypeVar

from cpsudoku.runtime import system
from cpsudoku.runtime.children import begun, end, undisturbed
from cpsudoku.runtime.errors import EngineError
from cpsudoku.runtime.threads import use_one_thread
from cpsudoku.runtime.words import worded

Item = TypeVar("Item")
Done = TypeVar("Done")
TRIES = 3


class WorkerPool(Generic[Item, Done]):
    """The workers and the items that they work on, oldest first."""

    def __init__(
        self,
        work: Callable[[Item], Done],
        jobs: int,
        name_of: Callable[[Item], str],
        say: Callable[[str], None],
    ) -> None:
        self._work, self._jobs, self._name_of, self._say = work, jobs, name_of, say
        self.waiting: deque[tuple[Item, Future[Done]]] = deque()
        self._owner = os.getpid()
        self._executor = self._new()

    def __enter__(self) -> WorkerPool[Item, Done]:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _end(self) -> None:
        """End all workers, those with work at once: after Ctrl-C, or if nobody needs the rest.

        A process that is forked while the pool is open has a copy of it, which ends nothing.
        """
        if os.getpid() != self._owner:
            return
        workers = list((getattr(self._executor, "_processes", None) or {}).values())
        results = getattr(self._executor, "_result_queue", None)
        self._executor.shutdown(wait=False, cancel_futures=True)
        if self.waiting:
            for worker in workers:
                worker.terminate()
            # Without this, the thread that reads results would wait for the rest of one that a
            # worker was sending, and this process would never end.
            if results is not None:
                results._writer.close()
        end(workers)

    def _new(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context(system.START_METHOD)
        return ProcessPoolExecutor(self._jobs, context, initializer=begin_worker)

    def submit(self, item: Item) -> None:
        """Hand an item to the next free worker."""
        try:
            future = self._handed(item)
        except BrokenProcessPool:
            self._renew()
            future = self._handed(item)
        self.waiting.append((item, future))

    def _handed(self, item: Item) -> Future[Done]:
        with undisturbed():  # the first item starts the workers
            return self._executor.submit(self._work, item)

    @property
    def is_ready(self) -> bool:
        """Whether the oldest item is done."""
        return bool(self.waiting) and self.waiting[0][1].done()

    def first(self) -> tuple[Item, Done]:
        """Wait for the oldest item, and return it with its result."""
        for _ in range(TRIES):
            item, future = self.waiting[0]
            try:
                result = future.result()
            except BrokenProcessPool:
                self._renew()
                continue
            self.waiting.popleft()
            return item, result
        raise EngineError(
            "{name}: a worker died {tries} times on it", "-", name=self._name_of(item), tries=TRIES
        )

    def _renew(self) -> None:
        """Start new workers for all items that have no result yet."""
        self._say(worded("a worker died; its work is done again"))
        self._end()
        self._executor = self._new()
        for at, (item, future) in enumerate(self.waiting):
            if not future.done() or future.cancelled() or future.exception() is not None:
                self.waiting[at] = (item, self._handed(item))


def begin_worker() -> None:
    """Leave Ctrl-C to the main process, and exit when it has ended or was killed.

    The searches of a worker use one thread.
    """
    begun()
    use_one_thread()
    threading.Thread(target=_outlive_nobody, args=[os.getppid()], daemon=True).start()


def _outlive_nobody(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
