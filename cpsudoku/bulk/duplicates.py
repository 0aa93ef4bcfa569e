"""Finds the row that a row repeats, with a table of 64-bit hashes that grows when it is full.

A slot has 12 bytes. Among ten million different puzzles, two share a hash once in 400,000 runs
(n² / 2^65).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpsudoku.bulk.hashing import Hashes
from cpsudoku.bulk.text import Ints, compiled

Rows = npt.NDArray[np.uint32]

SLOTS = 1 << 20  # 12 MB; to touch all pages of a large table takes longer than to grow
GROWTH = 4
FULLEST = 0.8
FIRST_SEEN = -1


@compiled
def _insert(keys: Hashes, rows: Rows, hashes: Hashes, numbers: Rows, first: Ints) -> int:
    """Insert hashes; set ``first`` to the earlier row with each, or -1. Returns the number new."""
    mask = np.uint64(len(keys) - 1)
    new = 0
    for at in range(len(hashes)):
        first[at] = FIRST_SEEN
        key = hashes[at]
        if key == 0:
            continue
        slot = (key ^ (key >> np.uint64(32))) & mask
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
    """The hashes of all rows so far, with the number of the first row for each."""

    def __init__(self, slots: int = SLOTS) -> None:
        self._keys: Hashes = np.zeros(slots, np.uint64)
        self._rows: Rows = np.zeros(slots, np.uint32)
        self._used = 0

    def insert(self, hashes: Hashes, numbers: Ints) -> Ints:
        """For each row in turn, the number of an earlier row with its hash, or -1.

        hashes: uint64[n], 0 for a row that is never a duplicate. numbers: int64[n] below 2^32.
        """
        if self._used + len(hashes) > FULLEST * len(self._keys):
            self._grow()
        first = np.empty(len(hashes), np.int64)
        self._used += _insert(self._keys, self._rows, hashes, numbers.astype(np.uint32), first)
        return first

    def _grow(self) -> None:
        keys, rows = self._keys, self._rows
        self._keys = np.zeros(GROWTH * len(keys), np.uint64)
        self._rows = np.zeros(GROWTH * len(keys), np.uint32)
        _insert(self._keys, self._rows, keys, rows, np.empty(len(keys), np.int64))
