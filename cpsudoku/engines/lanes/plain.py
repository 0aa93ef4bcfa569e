"""The bulk kernel in NumPy, while it is compiled and on machines without a compiler.

It searches exactly as ``kernel.run`` does. An operation here is for all cells of all lanes, so a
sweep has some hundred of them, not five thousand. LANES.md has its speed.

The candidate masks are uint16[3, 3, 3, 3, n], by [band, line, box, k, lane], where k is the number
of a cell in its triad. sweep.py explains the eliminations, and the choice of a split.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cpsudoku.engines.lanes.memory import (
    ALL,
    ORDERS,
    THREE,
    Counts,
    Flags,
    Grids,
    Masks,
    triad_masks,
)

Numbers = npt.NDArray[np.intp]

WIDTH = 1024  # lanes; 256: 0.6 x as fast on the 17-clue list
_SHAPE = (3, 3, 3, 3, -1)
_TURNED = (2, 3, 0, 1, 4)  # the axes that exchange rows and columns
# The numbers of the two orders that put a digit of a line into a box, and of the other four.
_INSIDE = np.array([[[n for n, p in enumerate(ORDERS) if p[r] == b] for b in THREE] for r in THREE])
_ELSEWHERE = np.array(
    [[[n for n, p in enumerate(ORDERS) if p[r] != b] for b in THREE] for r in THREE]
)
_NEVER = np.uint16(0xFFFF)  # the cost of a settled band


def _others(x: Masks, axis: int) -> Masks:
    """The union of the other two along an axis."""
    union: Masks = x.take((1, 2, 0), axis) | x.take((2, 0, 1), axis)
    return union


def _arrangements(x: Masks) -> Masks:
    """The digits for which each arrangement of each band is possible: [order, band, n]."""
    single = x * ((x & (x - 1)) == 0)
    free = np.bitwise_or.reduce(x, 3) & ~_others(np.bitwise_or.reduce(single, 3), 2)
    return np.array([free[:, 0, p] & free[:, 1, q] & free[:, 2, r] for p, q, r in ORDERS])


def _digits(orders: Masks) -> tuple[Masks, Masks]:
    """The digits that each triad may have, and those that it must have."""
    may = orders[_INSIDE[:, :, 0]] | orders[_INSIDE[:, :, 1]]  # [line, box, band, n]
    need = may & ~_others(may, 1)
    may = np.where(np.bitwise_count(need) >= 3, need, may)
    may, need = (each.transpose(2, 0, 1, 3)[:, :, :, None] for each in (may, need))
    return may, need


def _swept(masks: Masks) -> tuple[Masks, Masks, Flags]:
    """The masks after one sweep, uint16[81, n]; their sums; and which lanes are not dead."""
    x = masks.reshape(_SHAPE)
    may, _ = _digits(_arrangements(x))
    x = np.ascontiguousarray((x & may).transpose(_TURNED))
    orders = _arrangements(x)
    may, need = _digits(orders)
    hidden = x & ~_others(x, 3) & need
    x = np.where(hidden == 0, x & may, hidden)
    after = np.ascontiguousarray(x.transpose(_TURNED)).reshape(81, -1)
    complete = np.bitwise_and.reduce(np.bitwise_or.reduce(orders, 0), 0)
    alive: Flags = (complete == ALL) & (after != 0).all(0)
    return after, np.add.reduce(after, 0, dtype=np.uint16), alive


def _split(masks: Masks) -> tuple[Numbers, Masks]:
    """The triad and the bit of the digit at which each lane is split."""
    x = masks.reshape(_SHAPE)
    union = np.bitwise_or.reduce([x, x.transpose(_TURNED)], 4).reshape(6, 3, 3, -1)
    orders = np.array([union[:, 0, p] & union[:, 1, q] & union[:, 2, r] for p, q, r in ORDERS])
    cost = np.bitwise_count(orders).sum(0, dtype=np.uint16)
    one, two, three = np.zeros((3, *cost.shape), np.uint16)
    for each in orders:
        one, two, three = one | each, two | (one & each), three | (two & each)
    cost[two == 0] = _NEVER
    best, lane = cost.argmin(0), np.arange(cost.shape[1])
    exactly_two = two & ~three
    digits = np.where(exactly_two == 0, two, exactly_two)[best, lane]
    digit = digits & -digits
    fits = (orders[:, best, lane] & digit) != 0
    is_open = (fits[_INSIDE].any(2) & fits[_ELSEWHERE].any(2)).reshape(9, -1)
    return best * 9 + (8 - is_open[::-1].argmax(0)), digit  # the last open triad


@cache
def _triads() -> tuple[Masks, Masks]:
    """All bits in the cells of each triad, and in the rest of its box: uint16[81, 54] each."""
    masks = triad_masks()[:, :, :81]
    return np.ascontiguousarray(masks[:, 0].T), np.ascontiguousarray(masks[:, 1].T)


@cache
def _mask_of_digit() -> Masks:
    """The mask of each value of a cell: a digit, a blank (0), or a blank that is not d (16 + d)."""
    masks = np.zeros(32, np.uint16)
    masks[0] = ALL
    masks[1:10] = 1 << np.arange(9)
    masks[17:26] = ALL ^ masks[1:10]
    return masks


class LaneEvidence(NamedTuple):
    """What a search finds out about n puzzles, as ``kernel.run`` writes it.

    counts: uint8[n]; solutions: uint8[n, kept, 81]; guesses: uint32[n]; exhausted: bool[n].
    """

    counts: Grids
    solutions: Grids
    guesses: Counts
    exhausted: Flags

    @staticmethod
    def none(n: int, kept: int) -> LaneEvidence:
        """The evidence before the search."""
        counts, solutions = np.zeros(n, np.uint8), np.zeros((n, kept, 81), np.uint8)
        return LaneEvidence(counts, solutions, np.zeros(n, np.uint32), np.ones(n, np.bool_))

    def rows(self, part: slice) -> LaneEvidence:
        """A view of some rows."""
        return LaneEvidence._make(column[part] for column in self)

    def replace(self, rows: Numbers, other: LaneEvidence) -> None:
        """Replace some rows by others."""
        for column in self._fields:
            getattr(self, column)[rows] = getattr(other, column)


def run(puzzles: Grids, want: int, nodes: int, slow: int, found: LaneEvidence) -> None:
    """Search all puzzles, uint8[n, 81], as ``kernel.run`` does."""
    search = _Search(_mask_of_digit()[puzzles].T, want, nodes, slow, found)
    while len(search.puzzle):
        search.advance()


class _Search:
    """The lanes: ``masks`` and ``before``, the sums after the last sweep, of each ``puzzle``.

    ``before`` is 0 in a lane that was not swept since it was split or filled. A lane is split if
    the sum loses at most ``slow``, which is 0 until its puzzle is split.

    ``pending`` are the branches of each puzzle that wait, the last one first to continue.
    """

    def __init__(self, masks: Masks, want: int, nodes: int, slow: int, found: LaneEvidence) -> None:
        self._every, self._want, self._nodes, self._found = masks, want, nodes, found
        self._slow = np.uint16(slow)
        self.following = min(WIDTH, masks.shape[1])
        self.puzzle = np.arange(self.following)
        self.masks = masks[:, : self.following]
        self.before, self.slow = np.zeros((2, self.following), np.uint16)
        self.pending: list[list[Masks]] = [[] for _ in range(masks.shape[1])]

    def advance(self) -> None:
        """Sweep all lanes; then split, record and refill those that are ready."""
        self.masks, total, alive = _swept(self.masks)
        lost, self.before = self.before - total, total
        is_open = total != 9 * ALL
        solved = (lost == 0) & alive & ~is_open
        stopped = self._split_lanes(np.flatnonzero((lost <= self.slow) & alive & is_open))
        self._record_lanes(np.flatnonzero(solved))
        leaving = solved | ~alive
        leaving[stopped] = True
        if leaving.any():
            self._refill(np.flatnonzero(leaving))

    def _split_lanes(self, lanes: Numbers) -> Numbers:
        """Split each of the lanes; return those whose limit forbids it."""
        if not len(lanes):
            return lanes
        self.before[lanes] = 0
        triad, digit = _split(self.masks[:, lanes])
        is_open = digit != 0  # if each band is settled, the next sweeps decide
        lanes, triad, digit = lanes[is_open], triad[is_open], digit[is_open]
        is_late = (self._found.guesses[self.puzzle[lanes]] == self._nodes) & (self._nodes > 0)
        stopped: Numbers = lanes[is_late]
        lanes, triad, digit = lanes[~is_late], triad[~is_late], digit[~is_late]
        for puzzle in self.puzzle[stopped].tolist():
            self._found.exhausted[puzzle] = False
            self.pending[puzzle].clear()
        self.slow[lanes] = self._slow
        masks, puzzles = self.masks[:, lanes], self.puzzle[lanes]
        inside, rest = _triads()
        self.masks[:, lanes] = masks & ~(digit & rest[:, triad])
        self._found.guesses[puzzles] += np.uint32(1)
        branches = (masks & ~(digit & inside[:, triad])).T
        for puzzle, branch in zip(puzzles.tolist(), branches, strict=True):
            self.pending[puzzle].append(branch)
        return stopped

    def _record_lanes(self, lanes: Numbers) -> None:
        """Record the solutions in the lanes; a puzzle with enough solutions drops its branches."""
        grids = (np.bitwise_count(self.masks[:, lanes] - 1) + 1).T
        for puzzle, grid in zip(self.puzzle[lanes].tolist(), grids, strict=True):
            seen = int(self._found.counts[puzzle])
            if seen < self._found.solutions.shape[1]:
                self._found.solutions[puzzle, seen] = grid
            self._found.counts[puzzle] = seen + 1
            if seen + 1 == self._want:
                self.pending[puzzle].clear()

    def _refill(self, lanes: Numbers) -> None:
        """Give each lane its last pending branch or the next puzzle; drop lanes without work."""
        filled, idle = [], []
        columns: list[Masks] = []
        for lane in lanes.tolist():
            pending = self.pending[self.puzzle[lane]]
            if pending:
                columns.append(pending.pop())
            elif self.following < self._every.shape[1]:
                columns.append(self._every[:, self.following])
                self.puzzle[lane], self.slow[lane] = self.following, 0
                self.following += 1
            else:
                idle.append(lane)
                continue
            filled.append(lane)
        if filled:
            self.masks[:, filled] = np.array(columns).T
            self.before[filled] = 0
        if idle:
            self.masks = np.delete(self.masks, idle, 1)
            self.puzzle, self.before = np.delete(self.puzzle, idle), np.delete(self.before, idle)
            self.slow = np.delete(self.slow, idle)
