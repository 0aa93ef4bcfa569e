"""Judges blocks on the machines of a Ray cluster, in order."""

from __future__ import annotations

import logging
import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Generic, TypeVar

from cpsudoku.road.running.workers import Judging, name_of, written
from cpsudoku.road.settings import Settings
from cpsudoku.road.sinks.base import BlockEncoding, JudgedBlock
from cpsudoku.road.source.block import AnyBlock
from cpsudoku.runtime import extras
from cpsudoku.runtime.errors import BadParameter, EngineError, quoted
from cpsudoku.runtime.processes import AHEAD, through
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    import ray

Item = TypeVar("Item")
Done = TypeVar("Done")
TRIES = 3


@contextmanager
def on_ray(address: str | None) -> Iterator[Judging]:
    """A context with a way to judge blocks: on the cluster at an address, or on a local one.

    Raises MissingExtra without Ray, and BadParameter if there is no cluster at the address.
    """
    ray = _ray()
    local = {} if address else {"include_dashboard": False}
    with redirect_stdout(sys.stderr):  # where Ray reports a worker's death
        try:
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **local)
        except (ConnectionError, ValueError) as error:
            problem = f"{quoted(address)}: {error}"
            raise BadParameter(
                "address", address, worded("that of a Ray cluster"), problem
            ) from None
        try:
            yield _judged
        finally:
            ray.shutdown()


def _judged(
    blocks: Iterable[AnyBlock],
    settings: Settings,
    encodings: Sequence[BlockEncoding],
    jobs: int,
    say: Callable[[str], None],
) -> Iterator[JudgedBlock]:
    """Each block with its verdicts, in order, as ``judged`` has them.

    Raises EngineError if a block kills its worker three times.
    """
    pool = _RayPool(partial(written, settings=settings, encodings=encodings), name_of)
    for block, (facts, parts) in through(pool, blocks, AHEAD * pool.cores):
        yield JudgedBlock(block, facts, dict(zip(encodings, parts, strict=True)))


class _RayPool(Generic[Item, Done]):
    """Tasks on a cluster, each of which works on one item. Ray repeats those whose worker died."""

    def __init__(self, work: Callable[[Item], Done], name_of: Callable[[Item], str]) -> None:
        self._ray, self._name_of = _ray(), name_of
        self._work = self._ray.put(work)
        self._task = self._ray.remote(max_retries=TRIES - 1)(_pickled)
        self.cores = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self.waiting: deque[tuple[Item, ray.ObjectRef[bytes]]] = deque()

    def submit(self, item: Item) -> None:
        """Hand an item to the cluster."""
        self.waiting.append((item, self._task.remote(self._work, item)))

    @property
    def is_ready(self) -> bool:
        """Whether the oldest item is done."""
        return bool(self.waiting and self._ray.wait([self.waiting[0][1]], timeout=0)[0])

    def first(self) -> tuple[Item, Done]:
        """Wait for the oldest item, and return it with its result."""
        item, task = self.waiting.popleft()
        try:
            done: Done = pickle.loads(self._ray.get(task))
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except self._ray.exceptions.RayError:
            name = self._name_of(item)
            raise EngineError(
                "{name}: a worker died {tries} times on it", "-", name=name, tries=TRIES
            ) from None
        return item, done


def _pickled(work: Callable[[Item], Done], item: Item) -> bytes:
    """The result for an item. Ray itself would return arrays that can't be changed."""
    return pickle.dumps(work(item), protocol=pickle.HIGHEST_PROTOCOL)


def _ray() -> ModuleType:
    extras.require("ray", "{on} ray")
    import ray

    return ray
