"""Work that several worker processes do, with results in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from itertools import chain, islice
from typing import Protocol, TypeVar

from cpsudoku.runtime import parameters
from cpsudoku.runtime.compiled.door import open_all
from cpsudoku.runtime.remarks import remark
from cpsudoku.runtime.threads import cores

Item = TypeVar("Item")
Done = TypeVar("Done")
Done_co = TypeVar("Done_co", covariant=True)

PATIENCE = 0.3  # seconds of work before other processes start; starting them takes 0.1
AHEAD = 3  # items per worker that may be ahead of the reader
HELD = 2048  # small items that may be, so that no worker waits for a long one: 2 to 10 KB each


class TaskPool(Protocol[Item, Done_co]):
    """Others that work on items, and the items that they have, oldest first."""

    @property
    def waiting(self) -> Sized:
        """The items whose results were not fetched yet."""

    @property
    def is_ready(self) -> bool:
        """Whether the oldest item is done."""

    def submit(self, item: Item) -> None:
        """Hand an item over."""

    def first(self) -> tuple[Item, Done_co]:
        """Wait for the oldest item, and return it with its result."""


def processes(jobs: int | None) -> int:
    """The number of processes to use: one per core, or fewer if ``jobs`` is smaller.

    Raises BadParameter unless ``jobs`` is a whole number, 1 or more, or None.
    """
    return cores() if jobs is None else min(parameters.whole("jobs", jobs, least=1), cores())


def in_order(
    work: Callable[[Item], Done],
    items: Iterable[Item],
    jobs: int,
    *,
    ahead: int = AHEAD,
    needs: Iterable[str] = (),
    name_of: Callable[[Item], str] = str,
    size_of: Callable[[Item], int] = lambda _: HELD,
    say: Callable[[str], None] = remark,
    prepare: Callable[[], None] = lambda: None,
) -> Generator[tuple[Item, Done]]:
    """Each item with its result from ``work``, in the order of the items.

    ``ahead`` items per worker may be done before the reader wants them, and more as long as their
    sizes add up to at most HELD.

    With one job, or fewer than two items, this process does the work. ``needs`` are the compiled
    programs that the work calls; they are loaded before the workers start, so that these inherit
    them, and ``prepare`` is called for the same reason. If a worker dies, its item is done again.
    Raises EngineError with the name of the item if this happens three times.
    """
    left = iter(items)
    first = list(islice(left, 2))
    if jobs == 1 or len(first) < 2:
        for item in chain(first, left):
            yield item, work(item)
        return
    from cpsudoku.runtime.worker_pool import WorkerPool  # loads multiprocessing, 0.02 s

    open_all(needs, say)
    prepare()
    with WorkerPool(work, jobs, name_of, say) as pool:
        yield from through(pool, chain(first, left), ahead * jobs, size_of)


def through(
    pool: TaskPool[Item, Done],
    items: Iterable[Item],
    ahead: int,
    size_of: Callable[[Item], int] = lambda _: HELD,
) -> Iterator[tuple[Item, Done]]:
    """Each item with its result from a pool, in the order of the items.

    ``ahead`` items may be done before the reader wants them, and more as in ``in_order``.
    """
    held = 0
    for item in items:
        pool.submit(item)
        held += size_of(item)
        while pool.is_ready or (len(pool.waiting) > ahead and held > HELD):
            done = pool.first()
            held -= size_of(done[0])
            yield done
    while pool.waiting:
        yield pool.first()


def shared(
    work: Callable[[Item], Done],
    items: Iterable[Item],
    jobs: int,
    *,
    needs: Iterable[str] = (),
    name_of: Callable[[Item], str] = str,
    size_of: Callable[[Item], int] = lambda _: HELD,
    prepare: Callable[[], None] = lambda: None,
) -> Iterator[tuple[Item, Done]]:
    """Like ``in_order``, but other processes start only if the work takes long.

    For the first PATIENCE seconds this process does the work and yields each result at once.
    """
    left, spent = iter(items), 0.0
    for item in left:
        start = time.monotonic()
        done = work(item)
        spent += time.monotonic() - start
        yield item, done
        if spent >= PATIENCE and jobs > 1:
            yield from in_order(
                work,
                left,
                jobs,
                needs=needs,
                name_of=name_of,
                size_of=size_of,
                prepare=prepare,
            )
