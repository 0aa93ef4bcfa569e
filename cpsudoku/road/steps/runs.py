"""Hashes of rows on disk, in sorted runs, found again with little memory.

A filter in memory knows most hashes that are in no run: each sets four bits of one word. For the
others, an index in memory names the page of a run that may hold them, so a search reads one page.
Runs of similar length are merged, so there are few.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile, gettempdir

import numpy as np
import numpy.typing as npt

from cpsudoku.road.kernels.fields import Ints
from cpsudoku.road.kernels.hashing import Hashes
from cpsudoku.road.kernels.text import compiled
from cpsudoku.runtime.compiled.declaring import inner
from cpsudoku.runtime.errors import InputError, Source, reason
from cpsudoku.runtime.words import worded

Rows = npt.NDArray[np.uint32]

PAGE = 512  # hashes: 4 KiB
MERGED = 4  # runs of a level become one of the next
PART = 1 << 20  # rows merged at once
ROWS_PER_WORD = 4  # 16 bits for each: 1 in 150 unknown hashes seems known
MOST_WORDS = 1 << 23  # 64 MB; with 100 million rows, 1 in 10 unknown hashes seems known
PROBES = 1 << 6  # after so many, the pages that were read leave our memory: up to 0.4 MB for each

_U = np.uint64
_ONE, _SIX = _U(1), _U(63)


@inner()
def _bits(key: np.uint64) -> np.uint64:
    """The four bits of a hash in its word."""
    bits = _ONE << (key >> _ONE & _SIX) | _ONE << (key >> _U(7) & _SIX)
    return bits | _ONE << (key >> _U(13) & _SIX) | _ONE << (key >> _U(19) & _SIX)


@compiled
def _mark(words: Hashes, hashes: Hashes) -> None:
    mask = _U(len(words) - 1)
    for key in hashes:
        words[(key >> _U(32)) & mask] |= _bits(key)


@compiled
def _marked(words: Hashes, hashes: Hashes, found: Ints) -> int:
    """Set ``found`` to the places of the hashes whose bits are all set. Returns their number."""
    mask = _U(len(words) - 1)
    count = 0
    for at in range(len(hashes)):
        key = hashes[at]
        bits = _bits(key)
        found[count] = at
        count += (key != 0) & (words[(key >> _U(32)) & mask] & bits == bits)
    return count


@inner()
def _number_up_to(index: Hashes, key: np.uint64) -> int:
    """How many hashes in order are not above one."""
    low, high = 0, len(index)
    while low < high:
        middle = (low + high) // 2
        if index[middle] <= key:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def _search(run: Hashes, rows: Rows, index: Hashes, hashes: Hashes, at: Ints, first: Ints) -> None:
    """Set ``first`` to the row of each hash that is in a run; ``at``: the places to search."""
    for place in at:
        key = hashes[place]
        page = _number_up_to(index, key) - 1
        if first[place] >= 0 or page < 0:
            continue
        low, high = page * PAGE, min(len(run), (page + 1) * PAGE)
        while high - low > 1:
            middle = (low + high) // 2
            if run[middle] <= key:
                low = middle
            else:
                high = middle
        if run[low] == key:
            first[place] = rows[low]


@dataclass(frozen=True)
class _Run:
    """Hashes in order, and the row of each; ``index`` has the first hash of each page."""

    memory: mmap.mmap
    level: int
    hashes: Hashes
    rows: Rows
    index: Hashes

    @staticmethod
    def of(
        parts: Iterator[tuple[Hashes, Rows]], size: int, level: int, folder: Path | None
    ) -> _Run:
        """The run of some parts in order, which have so many rows together."""
        try:
            with TemporaryFile(dir=folder) as file:
                done, firsts = 0, []
                for hashes, rows in parts:
                    firsts.append(hashes[-done % PAGE :: PAGE].copy())
                    file.seek(done * hashes.itemsize)
                    file.write(hashes.data)
                    file.seek(size * hashes.itemsize + done * rows.itemsize)
                    file.write(rows.data)
                    done += len(rows)
                file.flush()
                memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            source = Source(str(folder or gettempdir()))
            problem = worded(
                "the hashes of rows can't be written there: {error}", error=reason(error)
            )
            raise InputError(problem, source) from None
        hashes = np.frombuffer(memory, np.uint64, size)
        rows = np.frombuffer(memory, np.uint32, size, hashes.nbytes)
        return _Run(memory, level, hashes, rows, np.concatenate(firsts))

    def place(self, key: int) -> int:
        """The number of hashes below one. It reads one page."""
        edge = np.uint64(key)
        start = max(0, int(np.searchsorted(self.index, edge)) - 1) * PAGE
        return start + int(np.searchsorted(self.hashes[start : start + PAGE], edge))

    def forget(self) -> None:
        """Let the pages that were read leave our memory."""
        if hasattr(mmap, "MADV_DONTNEED"):
            self.memory.madvise(mmap.MADV_DONTNEED)


class HashRuns:
    """All runs. Each hash is in one of them at most."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._runs: list[_Run] = []
        self._words: Hashes = np.zeros(1, np.uint64)

    def add(self, hashes: Hashes, rows: Rows) -> None:
        """Add different hashes that are in no run. Raises InputError if the disk is full."""
        run = _Run.of(iter([_sorted(hashes, rows)]), len(hashes), 0, self._folder)
        self._runs.append(run)
        while len(last := self._runs[-MERGED:]) == MERGED and last[0].level == last[-1].level:
            size = sum(len(run.hashes) for run in last)
            merged = _Run.of(_merged(last), size, last[0].level + 1, self._folder)
            self._runs[-MERGED:] = [merged]
        self._filter(hashes)

    def _filter(self, new: Hashes) -> None:
        """Mark new hashes in the filter, or mark all in a larger one."""
        rows = sum(len(run.hashes) for run in self._runs)
        wanted = min(MOST_WORDS, 1 << (max(1, rows // ROWS_PER_WORD) - 1).bit_length())
        if wanted == len(self._words):
            _mark(self._words, new)
            return
        self._words = np.zeros(wanted, np.uint64)
        for run in self._runs:
            for start in range(0, len(run.hashes), PART):
                _mark(self._words, run.hashes[start : start + PART])
                run.forget()

    def find(self, hashes: Hashes) -> Ints | None:
        """The row of each hash, or -1; None if there are no runs."""
        if not self._runs:
            return None
        first = np.full(len(hashes), -1, np.int64)
        places = np.empty(len(hashes), np.int64)
        places = places[: _marked(self._words, hashes, places)]
        for run in self._runs:
            for start in range(0, len(places), PROBES):
                some = places[start : start + PROBES]
                _search(run.hashes, run.rows, run.index, hashes, some, first)
                run.forget()
        return first


def _sorted(hashes: Hashes, rows: Rows) -> tuple[Hashes, Rows]:
    order = np.argsort(hashes)
    return hashes[order], rows[order]


def _merged(runs: Sequence[_Run]) -> Iterator[tuple[Hashes, Rows]]:
    """The rows of runs in order of their hashes, part by part."""
    count = -(-sum(len(run.hashes) for run in runs) // PART)
    edges = [(number << 64) // count for number in range(1, count)]
    places = [[0, *map(run.place, edges), len(run.hashes)] for run in runs]
    for number in range(count):
        slices = [slice(at[number], at[number + 1]) for at in places]
        pairs = list(zip(runs, slices, strict=True))
        yield _sorted(
            np.concatenate([run.hashes[part] for run, part in pairs]),
            np.concatenate([run.rows[part] for run, part in pairs]),
        )
        for run in runs:
            run.forget()
