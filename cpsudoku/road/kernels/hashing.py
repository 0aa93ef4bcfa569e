"""Hashes of puzzles and of the text that was read."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cpsudoku.road.kernels.fields import CELLS, Bytes
from cpsudoku.road.kernels.text import compiled
from cpsudoku.runtime.compiled.declaring import in_numpy, inner

Hashes = npt.NDArray[np.uint64]

_U = np.uint64
_A, _B, _STEP = _U(0xBF58476D1CE4E5B9), _U(0x94D049BB133111EB), _U(0x9E3779B97F4A7C15)
_LOW, _SMALL = _U(0xFFFFFFFF), _U(0x7FFFFFFF)
_WORD = 8  # bytes


@inner()
def _mixed(word: np.uint64) -> np.uint64:
    """A number in which each bit depends on each bit of the word (splitmix64)."""
    word = (word ^ (word >> _U(30))) * _A
    word = (word ^ (word >> _U(27))) * _B
    return word ^ (word >> _U(31))


@compiled
def _hash(cells: Bytes, result: Hashes) -> None:
    """The sum of mixed words, each with its place.

    Words of a sum need not wait for each other: 0.01 µs a grid; cell by cell 0.1.
    """
    for row in range(len(cells)):
        key = _STEP
        total = _mixed(_U(cells[row, CELLS - 1]))
        for start in range(0, CELLS - 1, _WORD):
            word = _U(0)
            for at in range(_WORD):
                word |= _U(cells[row, np.uintp(start + at)]) << _U(8 * at)
            total += _mixed(word + key)
            key += _STEP
        result[row] = _mixed(total) | _U(1)


@in_numpy(_hash)
def _hash_in_numpy(cells: Bytes, result: Hashes) -> None:
    words = np.ascontiguousarray(cells[:, : CELLS - 1]).view("<u8").astype(_U)
    keys = np.arange(1, words.shape[1] + 1, dtype=_U) * _STEP
    mixed: Any = _mixed  # whose arguments are single words where they are compiled
    total = mixed(cells[:, CELLS - 1].astype(_U)) + mixed(words + keys).sum(1)
    result[:] = mixed(total) | _U(1)


def hashes(cells: Bytes) -> Hashes:
    """A 64-bit hash of each grid, never 0. cells: uint8[n, 81]."""
    result = np.empty(len(cells), np.uint64)
    _hash(cells, result)
    return result


@compiled
def _digest(words: Hashes) -> np.uint64:
    """The sum of one product for each word, which LLVM vectorises."""
    total, key = _U(len(words)), _STEP
    for word in words:
        total += ((word & _LOW) + (key >> _U(33))) * ((word >> _U(32)) + (key & _SMALL))
        key += _STEP
    return _mixed(total)


def digest(data: bytes) -> bytes:
    """Some bytes that change if the data change. blake2b would take half as long as the kernel."""
    whole = len(data) // _WORD
    words = int(_digest(np.frombuffer(data, np.uint64, whole)))
    return words.to_bytes(_WORD, "little") + data[whole * _WORD :]
