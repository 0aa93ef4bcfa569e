"""Lists with one puzzle per row and one digit per cell: 81 columns, or 162 with answers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import Entry, ReadOptions
from cpsudoku.formats.sheets.finding.evidence import clashes_of
from cpsudoku.formats.sheets.finding.plane import Plane
from cpsudoku.formats.sheets.finding.strings import extends
from cpsudoku.formats.sheets.finding.values import CellKind, Meaning
from cpsudoku.formats.sheets.reading.sheet_picture import Place
from cpsudoku.formats.text.puzzle_line import puzzle_of_line
from cpsudoku.runtime.errors import BadSymbol, Source, cell_address
from cpsudoku.runtime.words import worded

CELLS = 81
_SPAN = 45  # the fewest columns from the first digit of a puzzle to its last
_FEWEST = 17  # the fewest givens of a proper puzzle
_BAD_SHARE = 20  # one in this many cells of a column may be something other than a digit
_CLASHING_SHARE = 10  # one in this many rows may have clashing givens


@dataclass(frozen=True)
class RowList:
    """The rows of a sheet with puzzles, from column ``left``, and whether they have answers.

    An answer is in the 81 cells after its puzzle.
    """

    rows: tuple[int, ...]
    left: int
    has_answers: bool = False

    @property
    def places(self) -> frozenset[Place]:
        """The cells."""
        width = CELLS * (1 + self.has_answers)
        return frozenset((r, self.left + at) for r in self.rows for at in range(width))

    def puzzle_places(self, row: int) -> tuple[Place, ...]:
        """The cells of the puzzle in a row."""
        return tuple((row, self.left + at) for at in range(CELLS))


def _is_digit(meaning: Meaning) -> bool:
    return meaning.kind is CellKind.DIGIT and meaning.fits(9)


def row_list(plane: Plane) -> RowList | None:
    """The list on a sheet, if there is one: its rows, and the columns with only digits."""
    digits: dict[int, list[int]] = defaultdict(list)
    for (row, column), meaning in plane.meanings.items():
        if _is_digit(meaning):
            digits[row].append(column)
    rows = sorted(
        row
        for row, columns in digits.items()
        if len(columns) >= _FEWEST and max(columns) - min(columns) >= _SPAN
    )
    if not rows:
        return None
    for start, end in _runs(plane, frozenset(rows)):
        answers = end - start + 1 > CELLS
        # the first cells may be blank in every row, but the last column must have a digit
        lefts = range(max(1, end + 1 - CELLS * (1 + answers)), start + 1)
        found = (RowList(tuple(rows), left, answers) for left in lefts)
        fitting = next((each for each in found if _fits(plane, each)), None)
        if fitting is not None:
            return fitting
    return None


def _runs(plane: Plane, rows: frozenset[int]) -> list[tuple[int, int]]:
    """The first and the last column of each run of columns with only digits and blanks."""
    good: Counter[int] = Counter()
    bad: Counter[int] = Counter()
    for row, column in plane.meanings:
        if row in rows:
            (good if plane.is_number((row, column)) else bad)[column] += 1
    runs: list[tuple[int, int]] = []
    start = end = 0
    for column in range(min(good), max(good) + 2):
        if bad[column] * _BAD_SHARE > len(rows) or column > max(good):
            if start and end - start >= _SPAN:
                runs.append((start, end))
            start = 0
        elif good[column]:
            start, end = start or column, column
    return runs


def _fits(plane: Plane, found: RowList) -> bool:
    """Whether nearly all rows are puzzles without a clash. Random digits always clash."""
    board = Board.of_size(9)
    some = found.rows[:: max(1, len(found.rows) // 100)]
    clashing = sum(
        clashes_of([plane.at((row, found.left + at)).digit for at in range(CELLS)], board) > 0
        for row in some
    )
    return clashing * _CLASHING_SHARE <= len(some)


def entries_of_rows(
    plane: Plane, found: RowList, source: Source, options: ReadOptions
) -> Iterator[Entry]:
    """The puzzles of a list, top first."""
    for row in found.rows:
        puzzle = _entry(plane, row, found.left, source, options)
        if found.has_answers and isinstance(puzzle, Puzzle):
            answer = _entry(plane, row, found.left + CELLS, source, options)
            if isinstance(answer, Puzzle) and extends(answer, puzzle):
                yield Puzzle(
                    puzzle.givens, source=puzzle.source, label=puzzle.label, answer=answer.givens
                )
                continue
        yield puzzle


def _entry(plane: Plane, row: int, left: int, source: Source, options: ReadOptions) -> Entry:
    here = source.at(row, left)
    text = ""
    for column in range(left, left + CELLS):
        meaning = plane.at((row, column))
        if not _is_digit(meaning) and meaning.kind not in (CellKind.EMPTY, CellKind.BLANK):
            held = meaning.problem or repr(meaning.text)
            problem = worded(
                "{row} holds {held}, not a digit 1-9 or a blank",
                row=cell_address(row, column),
                held=held,
            )
            return BadSymbol(problem, here)
        text += str(meaning.digit) if meaning.digit else "."
    puzzle = puzzle_of_line(text, here, options)
    where = here.spread((row,) * 9, (left,) * 9)
    return Puzzle(puzzle.givens, source=where, label=f"{source.sheet}!{cell_address(row, left)}")
