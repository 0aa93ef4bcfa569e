"""Random numbers that depend only on their key: the same on every machine, in any order.

SplitMix64 (Steele, Lea and Flood, 2014): number n of a key is a hash of key + n * GOLDEN. It is
written twice: here for Python's integers, and in ``draws`` for NumPy and Numba. A test compares the
two.
"""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")

GOLDEN = 0x9E3779B97F4A7C15
FIRST, SECOND, MASK = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, (1 << 64) - 1
FULL, ORDER, TARGET = range(3)  # uses of the random numbers of a candidate


def number_of(key: int, n: int) -> int:
    """Random number n of a key."""
    return _hashed((key + n * GOLDEN) & MASK)


def below_of(key: int, n: int, end: int) -> int:
    """Random number n of a key, from 0 to end - 1; the bias is under end / 2**32."""
    return (number_of(key, n) >> 32) * end >> 32


def key_of(*parts: int) -> int:
    """The key made from some whole numbers."""
    key = 0
    for part in parts:
        key = _hashed(((key + GOLDEN) & MASK) ^ _hashed(part & MASK))
    return key


def _hashed(z: int) -> int:
    z = (z ^ (z >> 30)) * FIRST & MASK
    z = (z ^ (z >> 27)) * SECOND & MASK
    return z ^ (z >> 31)


class RandomStream:
    """The random numbers of a key, one after another, for Python."""

    def __init__(self, key: int) -> None:
        self._key, self._n = key, 0

    def below(self, end: int) -> int:
        """A number from 0 to end - 1."""
        self._n += 1
        return below_of(self._key, self._n, end)

    def shuffled(self, items: list[T]) -> list[T]:
        """The items in random order."""
        out = list(items)
        for last in range(len(out) - 1, 0, -1):
            other = self.below(last + 1)
            out[last], out[other] = out[other], out[last]
        return out
