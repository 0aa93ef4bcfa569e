"""The memory of the kernel for rules, and its search. The compiler is loaded only to compile it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cpsudoku.engines.interrupt import stoppable
from cpsudoku.engines.lanes.memory import aligned, lanes
from cpsudoku.runtime.compiled.declaring import alone_in

Masks = npt.NDArray[np.uint16]
Rules = npt.NDArray[np.int64]
Grids = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Counters = npt.NDArray[np.int64]  # [PUZZLE, FIRST, PENDING or GUESSES, lane]
# Masks of the lanes: cells, rows, stack, picks, nearby; the stack holds some rows per lane.
Work = tuple[Masks, Masks, Masks, Masks, Masks]

# The first numbers of `rules`: the number of cells, and where each list begins.
CELLS, HOUSES, STARS, LOCKS, BANDS, HEADER = 0, 1, 2, 3, 4, 5
# A list is the number of its members, and the members, each with its cells at the end:
# a house: the digits that it must hold, the number of its cells;
# a star: the number of cells that the first one sees (without a house of three cells or more);
# a lock: the numbers of two kinds of cells; a digit of the second kind is also in the first;
# a band: three houses by three, nine parts of PART cells, one row of parts after the other.
PART = 3  # 9x9 boards with boxes
DEPTH = 1000  # the most pending branches of a lane

_HERE = Path(__file__).parent
SOURCES = [
    str(_HERE / f"{name}.py")
    for name in ("memory", "rule_memory", "rule_kernel", "rule_sweep", "vectors")
]
_run = alone_in("cpsudoku.engines.lanes.rule_kernel", "run", *SOURCES)


def search(
    masks: Masks, rules: Rules, want: int, nodes: int, keep: int, shared: Flags | None = None
) -> tuple[Grids, Grids, Flags]:
    """The number of solutions of each puzzle, up to `want`, and the first `keep` found.

    masks: uint16[n, row], candidates of the cells, and zeros up to a multiple of the lanes. rules:
    from rule_set.py. want: 1..255. nodes: the most guesses per puzzle, 0 for no limit. shared: all
    lanes search the only puzzle, without a limit; what is returned counts unless this flag is set.
    Returns counts uint8[n]; solutions uint8[n, keep, row], zeros if there is none; exhausted
    bool[n], False if a limit ran out before the count was certain.
    """
    n, row = masks.shape
    work = _work(row)
    counts, solutions = np.zeros(n, np.uint8), np.zeros((n, keep, row), np.uint8)
    exhausted, stop = np.ones(n, np.bool_), np.zeros(1, np.bool_) if shared is None else shared
    limit = nodes if nodes > 0 else -1
    state = np.zeros((4, lanes()), np.int64)
    with stoppable(lambda: stop.fill(True)):
        _run(
            masks.reshape(-1),
            rules,
            want,
            keep,
            limit,
            DEPTH,
            work,
            counts,
            solutions.reshape(-1),
            exhausted,
            stop,
            state,
            shared is not None,
        )
    if stop[0] and shared is None:
        raise KeyboardInterrupt
    _FREE[:] = [work]
    return counts, solutions, exhausted


_FREE: list[Work] = []  # the memory of the last search: with it, 32 puzzles take 0.6 of the time


def _work(row: int) -> Work:
    """Memory for the lanes, zeros where that matters."""
    with suppress(IndexError):
        free = _FREE.pop()  # other threads may do the same
        if free[0].size == row * lanes():
            return free
    return (
        aligned(row * lanes()),
        aligned(lanes() * row),
        aligned(lanes() * DEPTH * row),  # 6 MB for 81 cells; untouched pages cost nothing
        aligned(2 * lanes()),
        aligned(row * lanes()),
    )
