"""Multi-Sector Locked Set: cells of some rows and columns that need every digit they can have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import product
from typing import TYPE_CHECKING

from cpsudoku.core.candidates import Candidates, bits
from cpsudoku.techniques.almost_locked.covers import covered_step, covered_text
from cpsudoku.techniques.base import General, Step

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Sets = NDArray[np.uint16]

LARGEST = 9  # boards beyond have too many sets of rows
HAS_NUMPY = find_spec("numpy") is not None


@dataclass(frozen=True)
class MultiSectorLockedSet(General):
    """The empty cells of half of the rows and half of the columns.

    Each digit is counted in the rows or in the columns, where it counts less. Only sets of half of
    the lines are tried, rounded up or down: of 348 of the hardest puzzles, other sizes with three
    to six lines had none.
    """

    name: str = "multi-sector-locked-set"
    title: str = "Multi-Sector Locked Set"
    definition: str = (
        "The empty cells where some rows cross some columns need as many digits as these rows and "
        "columns can give them at most: the digits can be removed from their other cells."
    )
    any_houses: bool = False

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """The fewest rows and columns first."""
        size, seen = candidates.board.size, set[int]()
        if size > LARGEST:
            return
        crossing = _Crossing(candidates) if HAS_NUMPY else _PlainCrossing(candidates)
        for rows, columns in product(sorted({size // 2, size - size // 2}), repeat=2):
            for across, down in crossing.locked(rows, columns):
                cells = sum(down << row * size for row in bits(across)) & candidates.empty
                if cells.bit_count() > size and cells not in seen:  # else it is simpler
                    seen.add(cells)
                    step = self._step(candidates, cells)
                    if step.eliminations:
                        yield step

    def _step(self, candidates: Candidates, cells: int) -> Step:
        shares = [
            (digit, house)
            for digit in range(1, candidates.board.size + 1)
            for house in _houses(candidates, digit, cells)
        ]
        return covered_step(self.name, candidates, cells, shares)

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The cells, what each row and column gives them, and what follows."""
        return covered_text(step, candidates.puzzle.board)


def _houses(candidates: Candidates, digit: int, cells: int) -> list[int]:
    """The fewest rows or columns with a digit in some cells; if equal, what removes more."""
    board, places = candidates.board, candidates.places[digit - 1]
    found = []
    for lines in (board.rows, board.columns):
        touched = [line for line in lines if places & cells & board.house_cells[line]]
        gone = sum((places & ~cells & board.house_cells[line]).bit_count() for line in touched)
        found.append((len(touched), -gone, touched))
    return min(found, key=lambda each: each[:2])[2]


class _Crossing:
    """The rows and columns of some candidates as sets of bits, for all sets of lines at once."""

    def __init__(self, candidates: Candidates) -> None:
        import numpy as np

        n = candidates.board.size
        self.counts = np.array([i.bit_count() for i in range(1 << n)], np.uint8)
        grids = [_lines(places, n) for places in candidates.places]
        self.columns_of = np.array([_unions(rows) for rows, _ in grids])
        self.rows_of = np.array([_unions(columns) for _, columns in grids])
        self.empty_rows = _lines(candidates.empty, n)[0]

    def locked(self, rows: int, columns: int) -> Iterator[tuple[int, int]]:
        """The sets of so many rows and columns whose cells are as many as their digits count."""
        import numpy as np

        across, down = self._sets(rows), self._sets(columns)
        cells = sum(
            self.counts[np.uint16(empty) & down][None, :] * (across >> row & 1)[:, None]
            for row, empty in enumerate(self.empty_rows)
        )
        for columns_of, rows_of in zip(self.columns_of, self.rows_of, strict=True):
            by_column = self.counts[columns_of[across][:, None] & down[None, :]]
            by_row = self.counts[across[:, None] & rows_of[down][None, :]]
            cells = cells - np.minimum(by_column, by_row)
        for i, j in np.argwhere(cells == 0):
            yield int(across[i]), int(down[j])

    def _sets(self, count: int) -> Sets:
        import numpy as np

        return np.flatnonzero(self.counts == count).astype(np.uint16)


class _PlainCrossing:
    """The same for one pair of sets after the other, where NumPy is not installed."""

    def __init__(self, candidates: Candidates) -> None:
        self.size = candidates.board.size
        grids = [_lines(places, self.size) for places in candidates.places]
        self.unions = [(_unions(rows), _unions(columns)) for rows, columns in grids]
        self.empty_rows = _lines(candidates.empty, self.size)[0]

    def locked(self, rows: int, columns: int) -> Iterator[tuple[int, int]]:
        """The sets of so many rows and columns whose cells are as many as their digits count."""
        for across in self._sets(rows):
            empty = [self.empty_rows[row] for row in bits(across)]
            digits = [(columns_of[across], rows_of) for columns_of, rows_of in self.unions]
            for down in self._sets(columns):
                left = sum((cells & down).bit_count() for cells in empty)
                for touched, rows_of in digits:
                    left -= min((touched & down).bit_count(), (across & rows_of[down]).bit_count())
                    if left < 0:
                        break
                if left == 0:
                    yield across, down

    def _sets(self, count: int) -> list[int]:
        return [lines for lines in range(1 << self.size) if lines.bit_count() == count]


def _lines(cells: int, n: int) -> tuple[list[int], list[int]]:
    """A set of cells, by rows and by columns."""
    rows = [cells >> n * row & (1 << n) - 1 for row in range(n)]
    columns = [sum((row >> c & 1) << r for r, row in enumerate(rows)) for c in range(n)]
    return rows, columns


def _unions(lines: list[int]) -> list[int]:
    """For each set of lines the union of what they hold."""
    found = [0]
    for line in lines:
        found += [known | line for known in found]
    return found


MULTI_SECTOR_LOCKED_SET = MultiSectorLockedSet()
