"""Blocks to verdicts on several cores, in order; a worker that dies costs a block, not the run."""

from __future__ import annotations

import multiprocessing
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice

from cpsudoku.bulk.block import AnyBlock
from cpsudoku.bulk.judge_block import Judged, judge_block, warm_up
from cpsudoku.bulk.settings import Settings
from cpsudoku.core.errors import EngineError
from cpsudoku.core.processes import begin_worker

AHEAD = 3  # blocks a worker may be ahead of the writer
TRIES = 3


def judged(
    blocks: Iterable[AnyBlock], settings: Settings, jobs: int, say: Callable[[str], None]
) -> Iterator[tuple[AnyBlock, Judged]]:
    """Each block with its verdicts, in the order of the blocks; a single one needs no workers.

    Raises EngineError when a block ends its worker three times.
    """
    left = iter(blocks)
    first = list(islice(left, 2))
    if jobs == 1 or len(first) < 2:
        for block in chain(first, left):
            yield block, judge_block(block, settings)
        return
    warm_up(settings)  # the workers inherit what it compiles
    with _Pool(settings, jobs, say) as pool:
        for block in chain(first, left):
            pool.submit(block)
            if len(pool.waiting) > AHEAD * jobs:
                yield pool.first()
        while pool.waiting:
            yield pool.first()


class _Pool:
    """The workers and the blocks they are busy with, oldest first."""

    def __init__(self, settings: Settings, jobs: int, say: Callable[[str], None]) -> None:
        self._settings, self._jobs, self._say = settings, jobs, say
        self.waiting: deque[tuple[AnyBlock, Future[Judged]]] = deque()
        self._executor = self._new()

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _new(self) -> ProcessPoolExecutor:
        method = "fork" if sys.platform == "linux" else "spawn"
        context = multiprocessing.get_context(method)
        return ProcessPoolExecutor(self._jobs, context, initializer=begin_worker)

    def submit(self, block: AnyBlock) -> None:
        """Hand a block to the next free worker."""
        try:
            future = self._executor.submit(judge_block, block, self._settings)
        except BrokenProcessPool:
            self._renew()
            future = self._executor.submit(judge_block, block, self._settings)
        self.waiting.append((block, future))

    def first(self) -> tuple[AnyBlock, Judged]:
        """The oldest block with its verdicts; waits for them."""
        for _ in range(TRIES):
            block, future = self.waiting[0]
            try:
                result = future.result()
            except BrokenProcessPool:
                self._renew()
                continue
            self.waiting.popleft()
            return block, result
        place = f"{block.source}, from line {block.first_line}"
        raise EngineError(f"{place}: a worker died {TRIES} times on this block", "-")

    def _renew(self) -> None:
        """New workers for all blocks that have no verdicts yet."""
        self._say("a worker died; its block is done again")
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._new()
        for at, (block, future) in enumerate(self.waiting):
            if not future.done() or future.cancelled() or future.exception() is not None:
                again = self._executor.submit(judge_block, block, self._settings)
                self.waiting[at] = (block, again)
