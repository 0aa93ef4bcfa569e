"""The positions of the parts of a board: cells, candidates, clues outside, and words below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, sqrt

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.shapes import Clue, Dot, Outline, Shape, Sign
from cpsudoku.core.grid import Grid
from cpsudoku.core.layers import EXTRA
from cpsudoku.runtime.wide_lines import wrapped
from cpsudoku.scene.edges import areas_of, region_areas
from cpsudoku.scene.outside import Margins, OutsideSpot, margins_of, spots_of
from cpsudoku.scene.primitives import LETTER_WIDTH, Point

WORDS = 0.26  # size of the words below a board, as a share of a cell
LEADING = 1.35  # as a share of the size of the words
BESIDE = 0.3  # of a cell: the space above cells beside the grid
HEAD, FOOT = 0.2, 0.08  # of a cell: space for the outline of a cage and its text
EDGE = 0.13  # of a cell: space for dots and signs on its edges


@dataclass(frozen=True)
class Layout:
    """A board with the shapes of its rules, at a place; ``cell`` is the side of a cell.

    ``left`` and ``top`` are the corner of the whole drawing, including the clues outside the board.
    ``words`` are sentences below the board; ``letters`` is the size of their letters in cells.
    ``clues`` have places outside the board, if they are more than those among the shapes. The
    layers of the solution ``filling`` are drawn, too.
    """

    board: Board
    shapes: tuple[Shape, ...] = ()
    words: tuple[str, ...] = ()
    cell: float = 1.0
    left: float = 0.0
    top: float = 0.0
    letters: float = WORDS
    clues: tuple[Clue, ...] = ()
    filling: Grid | None = None

    # Size, in cells

    @cached_property
    def spots(self) -> tuple[OutsideSpot, ...]:
        """The places of the clues outside."""
        return spots_of(self.board, self.clues or clues_among(self.shapes))

    @cached_property
    def margins(self) -> Margins:
        """The space for clues at the left, top, right and bottom of the canvas, in cells."""
        return margins_of(self.board, self.spots)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The words below the board, wrapped."""
        most = max(12, int(self.columns / (LETTER_WIDTH * self.letters)))
        return tuple(line for text in self.words for line in wrapped(text, most))

    @property
    def columns(self) -> float:
        """The width of the whole drawing, in cells."""
        return self.margins[0] + self.board.width + self.margins[2]

    @property
    def rows(self) -> float:
        """The height of the whole drawing, in cells, including the words below it."""
        lines = len(self.lines)
        below = (lines * LEADING + 1) * self.letters if lines else 0.0
        return self.foot + below

    @property
    def foot(self) -> float:
        """The height of the drawing without the words, in cells."""
        lowest = max((y + 1 for _, _, y in self.beside), default=float(self.board.height))
        return self.margins[1] + max(lowest, self.board.height + self.margins[3])

    @cached_property
    def beside(self) -> tuple[tuple[int, float, float], ...]:
        """The variables beside the grid, and the left and top of each on the canvas, in cells."""
        if self.filling is None or not self.filling.variables:
            return ()
        board, found = self.board, list[tuple[int, float, float]]()
        top = board.height + self.margins[3] + BESIDE
        for layer in board.layers:
            if layer.kind == EXTRA:
                wide = min(layer.columns or board.width, board.width)
                for at, number in enumerate(board.numbers_of[layer.name]):
                    found.append((number, at % wide, top + at // wide))
                top = found[-1][2] + 1 + BESIDE
        return tuple(found)

    @cached_property
    def areas(self) -> tuple[frozenset[int], ...]:
        """For each cell, the numbers of its boxes, and of its region in a layer of regions."""
        areas, grid = areas_of(self.board), self.filling
        return areas if grid is None else region_areas(grid)

    def showing(self, shapes: tuple[Shape, ...]) -> Layout:
        """A layout with other shapes, some of its own. Cells and clues keep their places."""
        return replace(self, shapes=shapes, words=(), clues=self.clues or clues_among(self.shapes))

    # Positions

    @property
    def origin(self) -> Point:
        """The upper left corner of the canvas."""
        return self.left + self.margins[0] * self.cell, self.top + self.margins[1] * self.cell

    def at(self, x: float, y: float) -> Point:
        """A point of the canvas, given in cells."""
        left, top = self.origin
        return left + x * self.cell, top + y * self.cell

    def corner(self, cell: int) -> Point:
        """The top left corner of a cell."""
        row, column = self.board.positions[cell]
        return self.at(column, row)

    def centre(self, cell: int) -> Point:
        """The middle of a cell."""
        row, column = self.board.positions[cell]
        return self.at(column + 0.5, row + 0.5)

    def middle(self, cells: Sequence[int]) -> Point:
        """The middle of several cells. For two neighbours it is the middle of their edge."""
        centres = [self.centre(cell) for cell in cells]
        return sum(x for x, _ in centres) / len(cells), sum(y for _, y in centres) / len(cells)

    # Candidates

    @cached_property
    def slots(self) -> tuple[int, int]:
        """The columns and rows of candidates in a cell."""
        columns = ceil(sqrt(self.board.size))
        return columns, ceil(self.board.size / columns)

    @cached_property
    def room(self) -> tuple[float, float, float]:
        """The left, the top and the side of the area for candidates, in cells."""
        has_outlines = any(isinstance(shape, Outline) for shape in self.shapes)
        edge = EDGE if any(isinstance(shape, Dot | Sign) for shape in self.shapes) else 0.0
        head, foot = (HEAD, max(FOOT, edge)) if has_outlines else (edge, edge)
        return (head + foot) / 2, head, 1 - head - foot

    @property
    def slot(self) -> float:
        """The width of the area of a candidate."""
        return self.cell * self.room[2] / self.slots[0]

    def place(self, cell: int, digit: int) -> Point:
        """The middle of a candidate."""
        x, y = self.corner(cell)
        row, column = divmod(digit - 1, self.slots[0])
        left, top, side = self.room
        across = left + (column + 0.5) * side / self.slots[0]
        down = top + (row + 0.5) * side / self.slots[1]
        return x + across * self.cell, y + down * self.cell


def clues_among(shapes: Iterable[Shape]) -> tuple[Clue, ...]:
    """The clues outside the board among some shapes."""
    return tuple(shape for shape in shapes if isinstance(shape, Clue))
