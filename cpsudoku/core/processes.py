"""Worker processes, and work that several of them do in order."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TypeVar

from cpsudoku.core import parameters
from cpsudoku.core.remarks import remark

Item = TypeVar("Item")
Done = TypeVar("Done")

PATIENCE = 0.3  # seconds of work before other processes are started, which takes 0.1
AHEAD = 3  # items per worker that may be ahead of the reader


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
    from cpsudoku.core.worker_pool import WorkerPool  # loads multiprocessing, 0.02 s

    prepare()
    with WorkerPool(work, jobs, name_of, say) as pool:
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
