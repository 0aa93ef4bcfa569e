"""Searches many classic 9x9 puzzles with the bulk kernel, and opens the kernel for rules.

While the kernel is not compiled, its form in NumPy searches (``plain``), with the same results.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines.lanes import memory, plain
from cpsudoku.engines.lanes.memory import Counts, Flags, Grids, new_counters, work_of_search
from cpsudoku.engines.lanes.plain import LaneEvidence
from cpsudoku.runtime.compiled import HAS_COMPILER
from cpsudoku.runtime.compiled.declaring import alone_in
from cpsudoku.runtime.compiled.door import Work, is_compiled, open_all

if TYPE_CHECKING:
    from cpsudoku.engines.lanes.rule_set import RuleSet

FORBID = 16  # a cell FORBID + d is blank, but not d
PIECE = 2048  # puzzles after which the plain form looks whether the kernel is compiled
# A puzzle that was split is split again as soon as a sweep lowers the sum of its masks by at most
# this, not only when nothing changes: 1.0 to 1.06 x as fast, 1.1 x if it has several solutions.
SLOW = 150
MOST_GUESSES = 2000  # of the plain form, a second or two; the kernel searches harder puzzles

_NEEDED = ["kernel"]
_PLAIN = Work()
_HERE = Path(__file__).parent
_run = alone_in(
    "cpsudoku.engines.lanes.kernel",
    "run",
    *(str(_HERE / f"{name}.py") for name in ("kernel", "sweep", "vectors")),
    memory.__file__,
)


def rules_of(puzzle: Puzzle) -> RuleSet:
    """The rules of a puzzle, for the kernel for rules, which this compiles or loads."""
    from cpsudoku.engines.lanes.rule_set import rule_set  # classic puzzles need none of it

    open_all(["rules"])
    return rule_set(puzzle.board, puzzle.constraints)


def search(cells: Grids, want: int = 2, nodes: int = 0) -> tuple[Grids, Grids, Flags]:
    """The number of solutions of each puzzle, up to `want`, and the first one found.

    cells: uint8[n, 81], digits 0..9, 0 is blank; FORBID + d is a blank that is not d.
    want: 1..255. nodes: the most guesses per puzzle, 0 for no limit.
    Returns counts uint8[n]; solutions uint8[n, 81], zeros if there is none; exhausted bool[n],
    False if `nodes` ran out before the count was certain.
    """
    counts, solutions, exhausted, _ = _search(cells, want, nodes, SLOW, 1)
    return counts, solutions[:, 0], exhausted


def search_two(cells: Grids, want: int = 2, nodes: int = 0) -> tuple[Grids, Grids, Flags]:
    """Like `search`, with the first two solutions: uint8[n, 2, 81]."""
    counts, solutions, exhausted, _ = _search(cells, want, nodes, SLOW, 2)
    return counts, solutions, exhausted


def search_counting(
    cells: Grids, want: int = 2, nodes: int = 0
) -> tuple[Grids, Grids, Flags, Counts]:
    """Like `search`, with the number of guesses for each puzzle: uint32[n].

    A guess is a split. The number depends only on the puzzle: here, each lane is swept until
    nothing changes before it is split, and a lane that waits for its split does not change. So the
    other puzzles, the width and the CPU do not matter.
    """
    counts, solutions, exhausted, guesses = _search(cells, want, nodes, 0, 1)
    return counts, solutions[:, 0], exhausted, guesses


def _search(
    cells: Grids, want: int, nodes: int, slow: int, keep: int
) -> tuple[Grids, Grids, Flags, Counts]:
    check(cells, want)
    puzzles = np.require(cells, np.uint8, ["C", "W"])
    n, start = len(puzzles), 0
    found = LaneEvidence.none(n, keep)
    while start < n and not is_compiled(*_NEEDED) and _PLAIN.is_plain(_NEEDED):
        part = slice(start, start + PIECE)
        with _PLAIN.working():
            _search_plainly(puzzles[part], want, nodes, slow, found.rows(part))
        start += PIECE
    if start < n:
        open_all(_NEEDED)  # once: whether it is compiled takes 25 µs to find out, and then 0.2
        search_by_kernel(puzzles[start:], want, nodes, slow, found.rows(slice(start, n)))
    return found.counts, found.solutions, found.exhausted, found.guesses


def _search_plainly(puzzles: Grids, want: int, nodes: int, slow: int, found: LaneEvidence) -> None:
    """Search with NumPy. Only puzzles that need very many guesses wait for the kernel."""
    most = min(nodes or MOST_GUESSES, MOST_GUESSES) if HAS_COMPILER else nodes
    plain.run(puzzles, want, most, slow, found)
    late = np.flatnonzero(~found.exhausted)
    if most != nodes and late.size:
        by_kernel = LaneEvidence.none(len(late), found.solutions.shape[1])
        search_by_kernel(puzzles[late], want, nodes, slow, by_kernel)
        found.replace(late, by_kernel)


def search_by_kernel(puzzles: Grids, want: int, nodes: int, slow: int, found: LaneEvidence) -> None:
    """Search all puzzles with the kernel, which is loaded or compiled first."""
    with work_of_search() as work:
        _run(
            puzzles.reshape(-1),
            want,
            found.solutions.shape[1],
            nodes if nodes > 0 else -1,
            slow,
            work,
            new_counters(),
            found.counts,
            found.solutions.reshape(-1),
            found.guesses,
            found.exhausted,
        )


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
