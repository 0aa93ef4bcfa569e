"""Random numbers that depend only on their key: the same on every machine, in any order.

SplitMix64 (Steele, Lea and Flood, 2014): number n of a key is a hash of key + n * GOLDEN. It is
written twice, for NumPy and Numba, and for Python's integers; a test compares the two.
"""

from __future__ import annotations

from typing import TypeVar, cast

import numpy as np
import numpy.typing as npt

from cpsudoku.core.compiling import inner

Keys = npt.NDArray[np.uint64]
T = TypeVar("T")

GOLDEN = 0x9E3779B97F4A7C15
_FIRST, _SECOND, _MASK = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, (1 << 64) - 1


@inner()
def number(key: np.uint64, n: int) -> np.uint64:
    """Random number n of a key."""
    z = key + np.uint64(n) * np.uint64(GOLDEN)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(_FIRST)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(_SECOND)
    return np.uint64(z ^ (z >> np.uint64(31)))


@inner()
def below(key: np.uint64, n: int, end: int) -> np.uint64:
    """Random number n of a key, from 0 to end - 1; the bias is under end / 2**32."""
    return ((number(key, n) >> np.uint64(32)) * np.uint64(end)) >> np.uint64(32)


def numbers(keys: Keys, first: int, count: int) -> Keys:
    """Random numbers first .. first + count - 1 of each key: uint64[n, count]."""
    steps = np.arange(first, first + count, dtype=np.uint64) * np.uint64(GOLDEN)
    return _hashed_all(keys[:, None] + steps)


def keys_of(seed: int, first: int, count: int, use: int) -> Keys:
    """The keys of candidates first .. first + count - 1 of a seed, for one use.

    The same as ``key_of(seed, use, candidate)``.
    """
    start = np.uint64((key_of(seed, use) + GOLDEN) & _MASK)
    return _hashed_all(start ^ _hashed_all(np.arange(first, first + count, dtype=np.uint64)))


def _hashed_all(z: Keys) -> Keys:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(_FIRST)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(_SECOND)
    return cast(Keys, z ^ (z >> np.uint64(31)))


def key_of(*parts: int) -> int:
    """The key made from some whole numbers."""
    key = 0
    for part in parts:
        key = _hashed(((key + GOLDEN) & _MASK) ^ _hashed(part & _MASK))
    return key


def _hashed(z: int) -> int:
    z = (z ^ (z >> 30)) * _FIRST & _MASK
    z = (z ^ (z >> 27)) * _SECOND & _MASK
    return z ^ (z >> 31)


class Stream:
    """The random numbers of a key, one after another, for Python."""

    def __init__(self, key: int) -> None:
        self._key, self._n = key, 0

    def below(self, end: int) -> int:
        """A number from 0 to end - 1."""
        self._n += 1
        return (_hashed((self._key + self._n * GOLDEN) & _MASK) >> 32) * end >> 32

    def shuffled(self, items: list[T]) -> list[T]:
        """The items in random order."""
        out = list(items)
        for last in range(len(out) - 1, 0, -1):
            other = self.below(last + 1)
            out[last], out[other] = out[other], out[last]
        return out
