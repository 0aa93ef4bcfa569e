"""The memory of the bulk kernels. It is laid out here, without loading the compiler."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache

import numpy as np
import numpy.typing as npt

Grids = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.uint32]
Masks = npt.NDArray[np.uint16]
# Plain arrays and tuples of them, no classes: an old cache would not load without the class.
# Masks of the lanes: cells, rows, stack, picks, of splits; the stack holds DEPTH rows per lane.
Work = tuple[Masks, Masks, Masks, Masks, Masks]
Counters = npt.NDArray[np.int64]  # [PUZZLE or PENDING, lane]

THREE = range(3)
ORDERS = tuple(itertools.permutations(THREE))  # ORDERS[n][line] is the box that holds the digit
ALL = 0x1FF  # the mask of a cell that may have any digit
ROW = 96  # words of one puzzle laid out flat: 81 masks, the sum, padding to 3 vectors
# Each split removes at least one candidate from both branches, and 81 always remain.
DEPTH = 729 - 81 + 1
SETS = 1 << len(ORDERS)  # bit n of such a set is ORDERS[n]
SPLITS = 54 * 2 * ROW  # where the triad of each split begins, after the masks of the triads


@cache
def lanes() -> int:
    """The words of a vector: 16 without AVX-512 is 1.1 to 1.5 x as fast as 32, see LANES.md."""
    features = os.environ.get("NUMBA_CPU_FEATURES")
    if features is None:
        from llvmlite import binding  # 0.03 s

        features = binding.get_host_cpu_features().flatten()
    return 32 if "+avx512bw" in features.split(",") else 16


def aligned(size: int) -> Masks:
    """Zeros, aligned so that each vector lies in one cache line: 1.12 x on the 17-clue list."""
    words = np.zeros(size + lanes(), np.uint16)
    skip = -(words.ctypes.data // 2) % lanes()
    return words[skip : skip + size]


def cell(band: int, line: int, box: int, k: int, vertical: bool) -> int:
    """Cell k of the triad where `line` of `band` crosses its box number `box`."""
    r, c = 3 * band + line, 3 * box + k
    return c * 9 + r if vertical else r * 9 + c


def triad_masks() -> Masks:
    """uint16[54, 2, ROW]: all bits in the cells of each triad, and in the rest of its box."""
    masks = np.zeros((54, 2, ROW), np.uint16)
    for number, line, box, r, k in itertools.product(range(6), THREE, THREE, THREE, THREE):
        i = cell(number % 3, r, box, k, number >= 3)
        masks[number * 9 + line * 3 + box, int(r != line), i] = 0xFFFF
    return masks


def split_triads() -> Masks:
    """uint16[6 * SETS]: the triad of a split for each band and set of orders of its digit.

    It is the last one where only some of the orders put the digit: band * 9 + line * 3 + box.
    """
    triads = np.zeros((6, SETS), np.uint16)
    for number, orders, line, box in itertools.product(range(6), range(SETS), THREE, THREE):
        inside = sum(1 << n for n, order in enumerate(ORDERS) if order[line] == box)
        if orders & inside and orders & ~inside:
            triads[number, orders] = number * 9 + line * 3 + box
    return triads


@cache
def _split_masks() -> Masks:
    return np.concatenate([triad_masks().ravel(), split_triads().ravel()])  # 2 ms, so only once


def new_work() -> Work:
    """The memory of one search of the kernel for classic puzzles."""
    masks = aligned(SPLITS + 6 * SETS)
    masks[:] = _split_masks()
    stack = aligned(lanes() * DEPTH * ROW)  # 4 MB; untouched pages cost nothing
    cells = aligned((ROW + 54) * lanes())  # and the triads of the columns, see sweep.py
    return cells, aligned(lanes() * ROW), stack, aligned(2 * lanes()), masks


_FREE: list[Work] = []  # the memory of the last search


@contextmanager
def work_of_search() -> Iterator[Work]:
    """The memory of one search, which the next one uses again: 25 to 60 µs less for each."""
    work = None
    with suppress(IndexError):
        work = _FREE.pop()  # other threads may do the same
    work = work or new_work()
    yield work
    _FREE[:] = [work]


def new_counters() -> Counters:
    """The state of the lanes before a search of the kernel for classic puzzles."""
    return np.zeros((2, lanes()), np.int64)
