"""A drawn line with its cells, the marks on it, and the words about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cpsudoku.formats.links.drawn.figures import Drawing, DrawnLine, DrawnMark

Marks = Mapping[int, Sequence[DrawnMark]]


@dataclass(frozen=True)
class MarkedLine:
    """A line with the marks on it, and the words about it."""

    drawing: Drawing
    line: DrawnLine
    cells: tuple[int, ...]
    marks: Marks  # the discs and diamonds in each cell
    text: str  # the sentences about it, in lower case
    number: str = ""  # the number that they give its rule
    others: tuple[tuple[int, ...], ...] = ()  # the cells of the other lines of its group

    @property
    def is_loop(self) -> bool:
        """Whether it ends where it begins."""
        return len(self.cells) > 2 and self.cells[0] == self.cells[-1]

    @property
    def is_diagonal(self) -> bool:
        """Whether all of its cells are on the diagonals of its first one."""
        (r, c), *others = map(self.drawing.board.row_column, self.distinct)
        return all(abs(row - r) == abs(column - c) for row, column in others)

    def mark_at(self, cell: int, *shapes: str) -> DrawnMark | None:
        """The mark of one of these shapes in a cell, preferably in the colour of the line."""
        found = [mark for mark in self.marks.get(cell, ()) if mark.shape in shapes]
        alike = (mark for mark in found if mark.fill.key == self.line.colour.key)
        return next(alike, found[-1] if found else None)

    def bulb_at(self, cell: int) -> DrawnMark | None:
        """The disc in a cell that may be a bulb: in the colour of the line, or only at ends.

        Discs that are also in other cells than those where lines end have a meaning of their own.
        """
        discs = [mark for mark in self.marks.get(cell, ()) if mark.shape == "circle"]
        alike = (mark for mark in discs if mark.fill.key == self.line.colour.key)
        at_ends = (mark for mark in discs if self._is_only_at_ends(mark))
        return next(alike, next(at_ends, None))

    def on_top_of(self, disc: DrawnMark) -> list[DrawnMark]:
        """The discs that are drawn with another one at an end: the same again, or inside it."""
        cell = self.drawing.board.cell_at.get(disc.place, -1)
        return [
            mark
            for mark in self.marks.get(cell, ())
            if mark != disc
            and mark.shape == disc.shape == "circle"
            and mark.size <= disc.size
            and self._is_only_at_ends(mark)
        ]

    def _is_only_at_ends(self, mark: DrawnMark) -> bool:
        """Whether all marks of the same look are where lines end."""
        look = (mark.fill.key, mark.border.key, round(mark.size, 1))
        return all(
            each.place in self.drawing.ends_of_lines
            for marks in self.marks.values()
            for each in marks
            if (each.fill.key, each.border.key, round(each.size, 1)) == look
        )

    def named(self, cells: Sequence[int] | None = None) -> str:
        """Cells as a line of rules names them."""
        return self.drawing.named(self.cells if cells is None else cells)

    @property
    def bulbs(self) -> tuple[int, ...]:
        """Its cells with a disc of its colour."""
        marks = ((cell, self.mark_at(cell, "circle")) for cell in self.distinct)
        return tuple(cell for cell, mark in marks if mark and mark.fill.key == self.line.colour.key)

    @property
    def distinct(self) -> tuple[int, ...]:
        """Its cells without repeats."""
        return tuple(dict.fromkeys(self.cells))
