"""Cells in columns with lines around the boxes or regions, for any board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from cpsudoku.core.board import Board
from cpsudoku.scene.edges import is_parted

Piece = tuple[str, str]  # text, style
Lines = tuple[str, str, str, str, str]  # corners of the top, middle and bottom; flat; upright
Gap = Callable[[int | None, int | None], Piece]
LINE = "dim"
UNICODE: Lines = ("┌┬┐", "├┼┤", "└┴┘", "─", "│")
ASCII: Lines = ("+++", "+++", "+++", "-", "|")


def framed(
    board: Board,
    cells: Sequence[Sequence[list[Piece]]],
    lines: Lines,
    gap: Gap | None = lambda _left, _right: (" ", ""),
    apart: bool = False,
    areas: Sequence[frozenset[int]] | None = None,
) -> Text:
    """The board; each of its cells has one or more lines of pieces.

    gap: returns the piece between two cells; None is a line of the board instead of a cell. Without
    a gap, the cells touch. apart: a blank line follows each row of several lines inside a box.
    areas: those of each cell, with lines between them; by default the regions of the board.
    """
    return _Frame(board, cells, lines, gap, apart, areas).text()


def width_of(text: Text) -> int:
    """The number of columns that a text takes."""
    return max(map(len, text.plain.split("\n")))


class _Frame:
    def __init__(
        self,
        board: Board,
        cells: Sequence[Sequence[list[Piece]]],
        lines: Lines,
        gap: Gap | None,
        apart: bool,
        areas: Sequence[frozenset[int]] | None,
    ) -> None:
        self.board, self.cells, self.lines, self.gap = board, cells, lines, gap
        self.apart, self.areas = apart, areas
        rows, columns = range(board.height), range(board.width)
        self.widths = [1] * board.width
        for (_, column), cell in zip(board.positions, cells, strict=True):
            widest = max(map(length, cell), default=0)
            self.widths[column] = max(self.widths[column], widest)
        self.bars = [any(self._before(r, c) for r in rows) for c in range(board.width + 1)]
        self.flats = [any(self._above(r, c) for c in columns) for r in range(board.height + 1)]

    def text(self) -> Text:
        """All lines."""
        found: list[list[Piece]] = []
        for row in range(self.board.height + 1):
            if self.flats[row]:
                found.append(self._rule(row))
            if row < self.board.height:
                found += self._row(row)
        text = Text(no_wrap=True)
        for number, pieces in enumerate(found):
            while pieces and not pieces[-1][0].strip() and pieces[-1][1] in ("", LINE):
                pieces.pop()
            text.append("\n" if number else "")
            for piece in pieces:
                text.append(*piece)
        return text

    def _row(self, row: int) -> list[list[Piece]]:
        at = self.board.cell_at
        cells = [at.get((row, column)) for column in range(self.board.width)]
        high = max((len(self.cells[cell]) for cell in cells if cell is not None), default=1)
        high += self.apart and high > 1 and not self.flats[row + 1]
        return [self._line(row, cells, line) for line in range(high)]

    def _line(self, row: int, cells: list[int | None], line: int) -> list[Piece]:
        bar, pieces = self.lines[4], list[Piece]()
        for column, cell in enumerate([*cells, None]):
            if self.bars[column]:
                pieces.append((bar if self._before(row, column) else " ", LINE))
            if column == self.board.width:
                break
            left = None if self.bars[column] else cells[column - 1]
            if self.gap:
                pieces.append(self.gap(left, cell))
            inside = self._inside(cell, line)
            pieces += inside
            pieces.append((" " * (self.widths[column] - length(inside)), ""))
            if self.gap and self.bars[column + 1]:
                pieces.append(self.gap(cell, None))
        return pieces

    def _inside(self, cell: int | None, line: int) -> list[Piece]:
        """The pieces of one line of a cell; none below its last line."""
        if cell is None or line >= len(self.cells[cell]):
            return []
        return self.cells[cell][line]

    def _rule(self, row: int) -> list[Piece]:
        text = ""
        for column in range(self.board.width + 1):
            if self.bars[column]:
                text += self._joint(row, column)
            if column < self.board.width:
                flat = self.lines[3] if self._above(row, column) else " "
                gaps = 1 + self.bars[column + 1] if self.gap else 0
                text += flat * (self.widths[column] + gaps)
        return [(text.rstrip(), LINE)]

    def _joint(self, row: int, column: int) -> str:
        """The character where the line above a row meets the line to the left of a column."""
        up, down = self._before(row - 1, column), self._before(row, column)
        left, right = self._above(row, column - 1), self._above(row, column)
        if not (up or down):
            return self.lines[3] if left or right else " "
        if not (left or right):
            return self.lines[4]
        corners = self.lines[0 if not up else 1 if down else 2]
        return corners[0 if not left else 1 if right else 2]

    def _above(self, row: int, column: int) -> bool:
        return bool(is_parted(self.board, (row - 1, column), (row, column), self.areas))

    def _before(self, row: int, column: int) -> bool:
        return bool(is_parted(self.board, (row, column - 1), (row, column), self.areas))


def length(pieces: Sequence[Piece]) -> int:
    """The number of characters in the pieces."""
    return sum(len(text) for text, _ in pieces)
