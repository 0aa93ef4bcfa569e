"""Cells in columns with lines around the boxes or regions, for any board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from rich.text import Span, Text

from cpsudoku.core.board import Board
from cpsudoku.core.variables import Position
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
    areas: tuple[frozenset[int], ...] | None = None,
) -> Text:
    """The board; each of its cells has one or more lines of pieces.

    gap: returns the piece between two cells; None is a line of the board instead of a cell. Without
    a gap, the cells touch. apart: a blank line follows each row of several lines inside a box.
    areas: those of each cell, with lines between them; by default the regions of the board.
    """
    return _Frame(board, cells, lines, gap, apart, areas).text()


def text_width(text: Text) -> int:
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
        areas: tuple[frozenset[int], ...] | None,
    ) -> None:
        self.board, self.cells, self.lines, self.gap = board, cells, lines, gap
        self.apart = apart
        self.at_left, self.above = _heavy_lines(board, areas)
        rows, columns = range(board.height), range(board.width)
        self.widths = [1] * board.width
        for (_, column), cell in zip(board.positions, cells, strict=True):
            widest = max(map(length, cell), default=0)
            self.widths[column] = max(self.widths[column], widest)
        self.bars = [any((r, c) in self.at_left for r in rows) for c in range(board.width + 1)]
        self.flats = [any((r, c) in self.above for c in columns) for r in range(board.height + 1)]

    def text(self) -> Text:
        """All lines."""
        found: list[list[Piece]] = []
        for row in range(self.board.height + 1):
            if self.flats[row]:
                found.append(self._rule(row))
            if row < self.board.height:
                found += self._row(row)
        plain, spans, end = list[str](), list[Span](), 0
        for number, pieces in enumerate(found):
            while pieces and not pieces[-1][0].strip() and pieces[-1][1] in ("", LINE):
                pieces.pop()
            for piece, style in [("\n", ""), *pieces] if number else pieces:
                plain.append(piece)
                start, end = end, end + len(piece)
                if style:
                    spans.append(Span(start, end, style))
        return Text("".join(plain), spans=spans, no_wrap=True)

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
                pieces.append((bar if (row, column) in self.at_left else " ", LINE))
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
                flat = self.lines[3] if (row, column) in self.above else " "
                gaps = 1 + self.bars[column + 1] if self.gap else 0
                text += flat * (self.widths[column] + gaps)
        return [(text.rstrip(), LINE)]

    def _joint(self, row: int, column: int) -> str:
        """The character where the line above a row meets the line to the left of a column."""
        up, down = ((r, column) in self.at_left for r in (row - 1, row))
        left, right = ((row, c) in self.above for c in (column - 1, column))
        if not (up or down):
            return self.lines[3] if left or right else " "
        if not (left or right):
            return self.lines[4]
        corners = self.lines[0 if not up else 1 if down else 2]
        return corners[0 if not left else 1 if right else 2]


@lru_cache(maxsize=16)
def _heavy_lines(
    board: Board, areas: tuple[frozenset[int], ...] | None
) -> tuple[frozenset[Position], frozenset[Position]]:
    """The places with a line of the board, or of an area, at their left, and above them."""
    places = [(r, c) for r in range(board.height + 1) for c in range(board.width + 1)]
    return (
        frozenset((r, c) for r, c in places if is_parted(board, (r, c - 1), (r, c), areas)),
        frozenset((r, c) for r, c in places if is_parted(board, (r - 1, c), (r, c), areas)),
    )


def length(pieces: Sequence[Piece]) -> int:
    """The number of characters in the pieces."""
    return sum(len(text) for text, _ in pieces)
