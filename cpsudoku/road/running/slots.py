"""Memory that a run shares with its workers, so that blocks and verdicts do not pass through pipes.

Each block in flight has a slot: the text of the block, and behind it the arrays of its verdicts.
Only what describes them is pickled. Without shared memory, or if a slot is too small, everything is
pickled as usual.
"""

from __future__ import annotations

import mmap
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cpsudoku.runtime import system

SLOT = 1 << 24  # bytes; a page that is never used takes no memory
_ALIGNED = 64

_memories: dict[int, mmap.mmap] = {}
"""The memory of each run of this process. Forked workers inherit it."""


@dataclass(frozen=True)
class Parcel:
    """A pickled object; ``places`` are where its large parts begin and end in the memory."""

    run: int
    data: bytes
    places: tuple[tuple[int, int], ...]

    def opened(self) -> Any:
        """The object. Its arrays lie in the slot until the slot is used again."""
        view = memoryview(_memories[self.run])
        return pickle.loads(self.data, buffers=[view[start:end] for start, end in self.places])


class Slots:
    """The slots of one run."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._run = id(self)
        if system.INHERITS_MEMORY:
            _memories[self._run] = mmap.mmap(-1, count * SLOT)

    def packed(self, number: int, item: object) -> Parcel | None:
        """The item in the slot of this number, or None if it has no room there."""
        start = number % self._count * SLOT
        return _packed(self._run, item, start, start + SLOT)

    def close(self) -> None:
        """Give the memory back when no array uses it any more."""
        _memories.pop(self._run, None)


def beside(parcel: Parcel, item: object) -> Parcel | None:
    """The item behind another one in its slot, or None if it has no room there."""
    start = max(end for _, end in parcel.places)
    return _packed(parcel.run, item, start, (start // SLOT + 1) * SLOT)


def _packed(run: int, item: object, start: int, end: int) -> Parcel | None:
    memory = _memories.get(run)
    if memory is None:
        return None
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(item, protocol=5, buffer_callback=buffers.append)
    parts = [buffer.raw() for buffer in buffers]
    places = _places([part.nbytes for part in parts], start)
    if not places or places[-1][1] > end:
        return None
    for (first, last), part in zip(places, parts, strict=True):
        memory[first:last] = part
    return Parcel(run, data, tuple(places))


def _places(sizes: Sequence[int], start: int) -> list[tuple[int, int]]:
    places = []
    for size in sizes:
        start = -(-start // _ALIGNED) * _ALIGNED
        places.append((start, start + size))
        start += size
    return places
