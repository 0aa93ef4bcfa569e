"""The random numbers of ``mix`` for NumPy and for compiled functions."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpsudoku.generating.mix import FIRST, GOLDEN, MASK, SECOND, key_of
from cpsudoku.runtime.compiled.declaring import inner

Keys = npt.NDArray[np.uint64]


@inner()
def number(key: np.uint64, n: int) -> np.uint64:
    """Random number n of a key."""
    z = key + np.uint64(n) * np.uint64(GOLDEN)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(FIRST)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(SECOND)
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
    start = np.uint64((key_of(seed, use) + GOLDEN) & MASK)
    return _hashed_all(start ^ _hashed_all(np.arange(first, first + count, dtype=np.uint64)))


def _hashed_all(z: Keys) -> Keys:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(FIRST)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(SECOND)
    z ^= z >> np.uint64(31)
    return z
