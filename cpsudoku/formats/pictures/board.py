"""One board as shapes: cells, digits, pencilmarks, lines, and a caption above it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil, sqrt

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.regions.all_different import AllDifferent
from cpsudoku.core.errors import Unsupported
from cpsudoku.core.grid import SYMBOLS, Grid
from cpsudoku.core.printable import one_line
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result, Status
from cpsudoku.formats.pictures.scene import ENTRY, GREY, HAIR, INK, SHADE, Box, Shape, Text, fitted

THIN, THICK = 0.02, 0.065  # of the side of a cell
BASE_LINE = 0.355  # of the size of a digit: how far its base line is below its middle


@dataclass(frozen=True)
class Panel:
    """A puzzle with what its cells show, and the caption above it.

    ``name`` is at the left of the caption, ``label`` at the right.
    """

    puzzle: Puzzle
    grid: Grid
    name: str = ""
    label: str = ""

    @property
    def is_captioned(self) -> bool:
        """Whether there is anything to write above it."""
        return bool(self.name or self.label)


def puzzles_among(results: Iterable[Result]) -> Iterator[tuple[Puzzle, Result]]:
    """Each result that is a puzzle; raises Unsupported for rules that can't be drawn."""
    for result in results:
        if result.puzzle is None:
            continue
        for constraint in result.puzzle.constraints:
            if not isinstance(constraint, AllDifferent):
                raise Unsupported(
                    f"{result.source}: a picture can't show {constraint.name}; try {{to}} json"
                )
        yield result.puzzle, result


def label_of(puzzle: Puzzle, shown: bool) -> str:
    """The label of a puzzle, if labels are shown."""
    return one_line(puzzle.label) if shown else ""


def status_of(result: Result) -> str:
    """The status in words, unless the puzzle has exactly one solution or was not solved."""
    verdict = result.verdict
    return "" if verdict is None or verdict.status is Status.UNIQUE else verdict.word


def drawn(panel: Panel, left: float, top: float, side: float) -> Iterator[Shape]:
    """The shapes of a board whose upper left corner is at a place."""
    board = panel.grid.board
    cell = side / board.size
    for r, c in map(board.row_column, sorted(_shaded(panel.puzzle))):
        yield Box(left + c * cell, top + r * cell, cell, cell, SHADE)
    yield from _digits(panel, left, top, cell)
    yield from _marks(panel, left, top, cell)
    for is_thick in (False, True):
        width, colour = (THICK * cell, INK) if is_thick else (THIN * cell, HAIR)
        for x1, y1, x2, y2, thick in board_lines(board):
            if thick == is_thick:
                yield Box(
                    left + x1 * cell - width / 2,
                    top + y1 * cell - width / 2,
                    (x2 - x1) * cell + width,
                    (y2 - y1) * cell + width,
                    colour,
                )


def caption(panel: Panel, left: float, base: float, side: float, size: float) -> Iterator[Text]:
    """The name at the left and the label at the right, above a board."""
    if panel.name:
        yield Text(left, base, panel.name, size, bold=True, anchor="start")
    small = 0.85 * size
    label = fitted(panel.label, side - size * (len(panel.name) + 1), small)
    if label:
        yield Text(left + side, base, label, small, GREY, anchor="end")


def _digits(panel: Panel, left: float, top: float, cell: float) -> Iterator[Text]:
    size = 0.62 * cell
    for at, digit in enumerate(panel.grid.cells):
        if digit:
            r, c = panel.grid.board.row_column(at)
            given = panel.puzzle.givens[at] != 0
            x, y = left + (c + 0.5) * cell, top + (r + 0.5) * cell + BASE_LINE * size
            yield Text(x, y, SYMBOLS[digit], size, INK if given else ENTRY, given)


def _marks(panel: Panel, left: float, top: float, cell: float) -> Iterator[Text]:
    """The pencilmarks that the puzzle came with, in the cells that are empty."""
    columns = ceil(sqrt(panel.grid.board.size))
    slot = cell / columns
    size = 0.72 * slot
    for at, marks in enumerate(panel.puzzle.marks or ()):
        r, c = panel.grid.board.row_column(at)
        for digit in marks if not panel.grid[at] else ():
            down, across = divmod(digit - 1, columns)
            x = left + c * cell + (across + 0.5) * slot
            y = top + r * cell + (down + 0.5) * slot + BASE_LINE * size
            yield Text(x, y, SYMBOLS[digit], size, GREY)


def _shaded(puzzle: Puzzle) -> set[int]:
    """The cells of additional regions, such as diagonals."""
    houses = {frozenset(house.cells) for house in puzzle.board.houses}
    regions = (set(rule.cells) for rule in puzzle.constraints if isinstance(rule, AllDifferent))
    return {cell for region in regions if frozenset(region) not in houses for cell in region}


def board_lines(board: Board) -> Iterator[tuple[int, int, int, int, bool]]:
    """The lines of a board from x, y to x, y in cells, and whether they are thick.

    Thick lines are around the board and between boxes, thin ones between other cells. Each is as
    long as it can be.
    """
    size, box_of = board.size, board.box_of
    for line in range(size + 1):
        for step, across in ((1, size), (size, 1)):  # to the next column, to the next row
            thick = [
                line in (0, size)
                or box_of[line * step + at * across] != box_of[(line - 1) * step + at * across]
                for at in range(size)
            ]
            for first, last, is_thick in _runs(thick):
                ends = (line, first, line, last) if step == 1 else (first, line, last, line)
                yield *ends, is_thick


def _runs(values: list[bool]) -> Iterator[tuple[int, int, bool]]:
    """Where each run of equal values begins and ends, and the value."""
    first = 0
    for at in range(1, len(values) + 1):
        if at == len(values) or values[at] != values[first]:
            yield first, at, values[first]
            first = at
