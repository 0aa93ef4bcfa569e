"""Solvers to compare the kernel with. Each counts solutions up to two, for many puzzles."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt
from numba import njit

Grids = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int8]
Rival = Callable[[Grids], Counts]

UNDECIDED = -1
MOST_NODES = 300_000  # for one puzzle in the plain search; a puzzle that needs more is undecided
_BOX = np.array([cell // 27 * 3 + cell % 9 // 3 for cell in range(81)], np.int64)


def tdoku(library: Path) -> Rival:
    """Tdoku, called from compiled code."""
    solve = ctypes.CDLL(str(library)).TdokuSolverDpllTriadSimd
    pointer = ctypes.c_void_p
    solve.argtypes = [pointer, ctypes.c_size_t, ctypes.c_uint32, pointer, pointer]
    solve.restype = ctypes.c_size_t

    @njit(nogil=True)
    def run(lines: Grids, counts: Counts) -> None:
        solution, guesses = np.empty(82, np.uint8), np.zeros(1, np.uint64)
        for row in range(len(lines)):
            counts[row] = solve(lines[row].ctypes, 2, 0, solution.ctypes, guesses.ctypes)

    def count(puzzles: Grids) -> Counts:
        lines = np.full((len(puzzles), 82), ord("\n"), np.uint8)
        lines[:, :81] = np.where(puzzles == 0, ord("."), puzzles + ord("0"))
        counts = np.zeros(len(puzzles), np.int8)
        run(lines, counts)
        return counts

    return count


def plain(puzzles: Grids) -> Counts:
    """A plain compiled backtracker: it only takes the cell with the fewest candidates first.

    It shares the compiler with the kernel, but no code and no method. Puzzles that need more than
    MOST_NODES steps are UNDECIDED.
    """
    counts = np.zeros(len(puzzles), np.int8)
    _count_all(puzzles, counts, _BOX)
    return counts


def _compiled(function: Callable[..., object]) -> Callable[..., int]:
    return cast(Callable[..., int], njit(nogil=True, cache=True)(function))


@_compiled
def _count_all(puzzles: Grids, counts: Counts, box: npt.NDArray[np.int64]) -> None:
    for row in range(len(puzzles)):
        counts[row] = _count(puzzles[row], box)


@_compiled
def _count(puzzle: Grids, box: npt.NDArray[np.int64]) -> int:
    used = np.zeros((3, 9), np.int64)  # digits of each row, column and box, as bits
    blanks = np.zeros(81, np.int64)
    depth = 0
    for cell in range(81):
        if puzzle[cell] == 0:
            blanks[depth] = cell
            depth += 1
            continue
        bit = 1 << puzzle[cell]
        if (used[0, cell // 9] | used[1, cell % 9] | used[2, box[cell]]) & bit:
            return 0
        used[0, cell // 9] |= bit
        used[1, cell % 9] |= bit
        used[2, box[cell]] |= bit
    return _search(used, blanks, depth, box)


@_compiled
def _search(
    used: npt.NDArray[np.int64], blanks: npt.NDArray[np.int64], n: int, box: npt.NDArray[np.int64]
) -> int:
    left = np.zeros(82, np.int64)  # untried digits at each depth
    placed = np.zeros(82, np.int64)
    found, nodes, depth, down = 0, 0, 0, True
    while True:
        if down:
            if depth == n:
                found += 1
                if found == 2:
                    return 2
                down = False
                depth -= 1
                if depth < 0:
                    return found
                continue
            best, fewest = depth, 10
            for at in range(depth, n):
                cell = blanks[at]
                free = 1022 & ~(used[0, cell // 9] | used[1, cell % 9] | used[2, box[cell]])
                count = 0
                while free:
                    free &= free - 1
                    count += 1
                if count < fewest:
                    best, fewest = at, count
                    if count < 2:
                        break
            blanks[depth], blanks[best] = blanks[best], blanks[depth]
            cell = blanks[depth]
            left[depth] = 1022 & ~(used[0, cell // 9] | used[1, cell % 9] | used[2, box[cell]])
            placed[depth] = 0
        cell = blanks[depth]
        used[0, cell // 9] ^= placed[depth]
        used[1, cell % 9] ^= placed[depth]
        used[2, box[cell]] ^= placed[depth]
        if left[depth] == 0:
            down = False
            depth -= 1
            if depth < 0:
                return found
            continue
        bit = left[depth] & -left[depth]
        left[depth] ^= bit
        placed[depth] = bit
        used[0, cell // 9] ^= bit
        used[1, cell % 9] ^= bit
        used[2, box[cell]] ^= bit
        nodes += 1
        if nodes > MOST_NODES:
            return UNDECIDED
        depth += 1
        down = True
