"""Finds the row that a row repeats, by 64-bit hashes: recent ones in a table, older ones on disk.

A slot has 12 bytes. Among ten million different puzzles, two share a hash once in 400,000 runs
(n² / 2^65).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from cpsudoku.road.judge.judged import Facts
from cpsudoku.road.kernels.fields import Ints
from cpsudoku.road.kernels.hashing import Hashes
from cpsudoku.road.kernels.text import compiled
from cpsudoku.road.settings import Requirements
from cpsudoku.road.source.block import AnyBlock
from cpsudoku.road.steps.places import Places, Repeats
from cpsudoku.road.steps.runs import HashRuns
from cpsudoku.runtime.compiled.declaring import inner

Rows = npt.NDArray[np.uint32]

SLOTS = 1 << 20  # 12 MB; to touch all pages of a large table takes longer than to grow
MOST_SLOTS = 1 << 21  # 24 MB for 1.7 million rows; when it is full, it is written to the disk
GROWTH = 2
FULLEST = 0.8
FIRST_SEEN = -1
TOGETHER = 64  # slots that are read before the first of them is used


@inner()
def _slot(key: np.uint64, mask: np.uint64) -> np.uint64:
    return (key ^ (key >> np.uint64(32))) & mask


@compiled
def _insert(keys: Hashes, rows: Rows, hashes: Hashes, numbers: Rows, first: Ints) -> int:
    """Insert hashes; set ``first`` to the earlier row with each, or -1. Returns the number new.

    A slot is read as soon as its hash is known, so that the processor waits for many at once: 0.04
    instead of 0.09 µs a row.
    """
    mask = np.uint64(len(keys) - 1)
    new = 0
    for start in range(0, len(hashes), TOGETHER):
        end = min(len(hashes), start + TOGETHER)
        for at in range(start, end):
            first[at] = np.int64(keys[_slot(hashes[at], mask)])
        for at in range(start, end):
            first[at] = FIRST_SEEN
            key = hashes[at]
            if key == 0:
                continue
            slot = _slot(key, mask)
            while keys[slot] != 0 and keys[slot] != key:
                slot = (slot + np.uint64(1)) & mask
            if keys[slot] == key:
                first[at] = rows[slot]
            else:
                keys[slot] = key
                rows[slot] = numbers[at]
                new += 1
    return new


class Duplicates:
    """The hashes of all rows so far, with the number of the first row for each.

    The table has at most ``most`` slots. Older rows are in nameless files in a folder [default:
    that of temporary files].
    """

    def __init__(
        self, slots: int = SLOTS, most: int = MOST_SLOTS, folder: Path | None = None
    ) -> None:
        self._keys: Hashes = np.zeros(slots, np.uint64)
        self._rows: Rows = np.zeros(slots, np.uint32)
        self._used, self._most = 0, most
        self._older = HashRuns(folder)

    def insert(self, hashes: Hashes, numbers: Ints) -> Ints:
        """For each row in turn, the number of an earlier row with its hash, or -1.

        hashes: uint64[n], 0 for a row that is never a duplicate. numbers: int64[n] below 2^32.
        Raises InputError if the disk is full.
        """
        while self._used + len(hashes) > FULLEST * len(self._keys):
            self._make_room(len(hashes))
        first = np.empty(len(hashes), np.int64)
        older = self._older.find(hashes)
        new = hashes if older is None else np.where(older >= 0, np.uint64(0), hashes)
        self._used += _insert(self._keys, self._rows, new, numbers.astype(np.uint32), first)
        return first if older is None else np.maximum(first, older)

    def _make_room(self, wanted: int) -> None:
        keys, rows = self._keys, self._rows
        if len(keys) < self._most or wanted > FULLEST * len(keys):
            self._keys = np.zeros(GROWTH * len(keys), np.uint64)
            self._rows = np.zeros(GROWTH * len(keys), np.uint32)
            _insert(self._keys, self._rows, keys, rows, np.empty(len(keys), np.int64))
        else:
            used = keys != 0
            self._older.add(keys[used], rows[used])
            keys[:] = 0
            self._used = 0


class Repeating:
    """The step that finds rows that repeat earlier ones of a run. ``folder`` as in Duplicates."""

    def __init__(self, requirements: Requirements, folder: Path | None) -> None:
        self._bit = requirements.bit("no-duplicates")
        self._duplicates, self._places = Duplicates(folder=folder), Places()

    def learn(self, block: AnyBlock, lines: Ints, hashes: Hashes) -> Ints:
        """The number of the earlier row that each row of a block repeats, or -1."""
        return self._duplicates.insert(hashes, self._places.add(block, lines))

    def found_in(self, block: AnyBlock, facts: Facts) -> Repeats | None:
        """The rows that repeat earlier ones; they fail the requirement. None if there are none."""
        first = self.learn(block, facts.lines, facts.hashes)
        again = np.flatnonzero(first >= 0)
        if not len(again):
            return None
        facts.duplicates = len(again)
        facts.failed[again] |= self._bit
        return Repeats(again, facts.failed[again], *self._places.of(first[again], block.source))
