"""Searches many classic 9x9 puzzles with the bulk kernel."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from cpsudoku.engines.lanes import memory
from cpsudoku.engines.lanes.memory import new_counters, new_work
from cpsudoku.runtime.compiled.declaring import alone_in

Grids = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.uint32]

FORBID = 16  # a cell FORBID + d is blank, but not d

_HERE = Path(__file__).parent
_run = alone_in(
    "cpsudoku.engines.lanes.kernel",
    "run",
    *(str(_HERE / f"{name}.py") for name in ("kernel", "sweep", "vectors")),
    memory.__file__,
)


def search(cells: Grids, want: int = 2, nodes: int = 0) -> tuple[Grids, Grids, Flags]:
    """The number of solutions of each puzzle, up to `want`, and the first one found.

    cells: uint8[n, 81], digits 0..9, 0 is blank; FORBID + d is a blank that is not d.
    want: 1..255. nodes: the most guesses per puzzle, 0 for no limit.
    Returns counts uint8[n]; solutions uint8[n, 81], zeros if there is none; exhausted bool[n],
    False if `nodes` ran out before the count was certain.
    """
    counts, solutions, exhausted, _ = _search(cells, want, nodes, 1)
    return counts, solutions[:, 0], exhausted


def search_two(cells: Grids, want: int = 2, nodes: int = 0) -> tuple[Grids, Grids, Flags]:
    """Like `search`, with the first two solutions: uint8[n, 2, 81]."""
    counts, solutions, exhausted, _ = _search(cells, want, nodes, 2)
    return counts, solutions, exhausted


def search_counting(
    cells: Grids, want: int = 2, nodes: int = 0
) -> tuple[Grids, Grids, Flags, Counts]:
    """Like `search`, with the number of guesses for each puzzle: uint32[n].

    A guess is a split. The number depends only on the puzzle: each lane is swept until nothing
    changes before it is split, so the other puzzles, the width and the CPU do not matter.
    """
    counts, solutions, exhausted, guesses = _search(cells, want, nodes, 1)
    return counts, solutions[:, 0], exhausted, guesses


def _search(cells: Grids, want: int, nodes: int, keep: int) -> tuple[Grids, Grids, Flags, Counts]:
    check(cells, want)
    puzzles = np.require(cells, np.uint8, ["C", "W"])
    n = len(puzzles)
    counts, solutions = np.zeros(n, np.uint8), np.zeros((n, keep, 81), np.uint8)
    guesses, exhausted = np.zeros(n, np.uint32), np.ones(n, np.bool_)
    limit = nodes if nodes > 0 else -1
    _run(
        puzzles.reshape(-1),
        want,
        keep,
        limit,
        new_work(),
        new_counters(),
        counts,
        solutions.reshape(-1),
        guesses,
        exhausted,
    )
    return counts, solutions, exhausted, guesses


def check(cells: Grids, want: int) -> None:
    """Raise ValueError unless the arguments are valid for `search`."""
    if cells.dtype != np.uint8 or cells.ndim != 2 or cells.shape[1] != 81:
        raise ValueError(f"search: cells is {cells.dtype}{list(cells.shape)}, not uint8[n, 81]")
    if not 1 <= want <= 255:
        raise ValueError(f"search: want is {want}, not 1 to 255")
    if cells.size and cells.max() > 9:
        strange = cells[((cells > 9) & (cells <= FORBID)) | (cells > FORBID + 9)]
        if strange.size:
            raise ValueError(f"search: cells holds {strange[0]}, not 0 to 9")
