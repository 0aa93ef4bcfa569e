"""Whether the numbers around a window are its headings, sums and checks, or belong to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsudoku.formats.sheets.finding.line_numbers import are_line_numbers
from cpsudoku.formats.sheets.finding.plane import AreaCounts, Plane
from cpsudoku.formats.sheets.finding.values import CellKind, Meaning
from cpsudoku.formats.sheets.finding.windows import Window
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TOUCHED = 8  # the smallest size of a grid that is found though a number touches it
PLAIN = 9  # numbers up to this one may be digits of a larger grid, so they are not sums
MOST_TOUCHING = 4  # numbers around such a grid
_MOST_AT_SIDE = 2


@dataclass(frozen=True)
class Labels:
    """Whether the only numbers in the cells around a window are headings, sums and checks."""

    plane: Plane
    size: int
    numbers: AreaCounts
    large: AreaCounts
    formulas: AreaCounts
    starts: tuple[AreaCounts, AreaCounts]
    """Counts the cells where a column, and a row, may begin that is 0 1 2 ... or 1 2 3 ..."""

    def least_touching(self, firsts: Rect, shape: tuple[int, int]) -> NDArray[np.int32]:
        """How many numbers around windows are certainly not labels. This is quick to find out.

        The windows have one height and width, and their first cells are those of a rectangle. The
        number is above ``MOST_TOUCHING`` if there are too many at one side.
        """
        height, width = shape
        area, spacers = self.size * self.size, height * width - self.size * self.size
        calculated = self.formulas.counts(firsts, shape) - spacers > area // 2
        found = calculated * 0
        for part, at in (
            *(((1, width), (-1, 0)), ((1, width), (height, 0))),
            *(((height, 1), (0, -1)), ((height, 1), (0, width))),
        ):
            count = self.numbers.counts(firsts, part, at)
            few = calculated | (self.formulas.counts(firsts, part, at) <= self.size // 2)
            starts = self.starts[part[0] == 1].counts(firsts, (1, 1), at)
            certain = (self.large.counts(firsts, part, at) == 0) & few & (starts == 0)
            too_many = (count > _MOST_AT_SIDE) * (MOST_TOUCHING + 1)
            found = found + (count + too_many) * certain
        return found

    def _is_calculated(self, top: int, left: int, bottom: int, right: int) -> bool:
        """Whether most cells of a window certainly hold formulas, even if its spacers do."""
        area = self.size * self.size
        spacers = (bottom - top + 1) * (right - left + 1) - area
        return self.formulas.count(top, left, bottom, right) - spacers > area // 2

    def touching(self, window: Window) -> int | None:
        """The numbers around a window that are not labels, such as the number of a puzzle above it.

        None if there are too many for a grid of its size.
        """
        top, left, bottom, right = window.rect
        rows, columns = window.rows, window.columns
        sides = (
            ((top - 1, left, top - 1, right), (-1, 0)),
            ((bottom + 1, left, bottom + 1, right), (1, 0)),
            ((top, left - 1, bottom, left - 1), (0, -1)),
            ((top, right + 1, bottom, right + 1), (0, 1)),
        )
        counts: list[int] = []
        for side, outward in sides:
            count = self.numbers.count(*side)
            if count:
                line = (
                    [(side[0], c) for c in columns] if outward[0] else [(r, side[1]) for r in rows]
                )
                if not self._is_label(line, window, outward):
                    counts.append(count)
        few = max(counts, default=0) <= _MOST_AT_SIDE and sum(counts) <= MOST_TOUCHING
        may_touch = self.size >= TOUCHED and not window.spacers and few
        return sum(counts) if may_touch or not counts else None

    def _are_headings(self, letters: list[Meaning]) -> bool:
        """Whether letters beside a window are a word or headings A, B, C ..."""
        if self.size <= 9:
            return True
        values = [meaning.digit for meaning in letters]
        return len(values) == self.size and values == list(range(10, 10 + self.size))

    def _is_label(self, line: list[Place], window: Window, outward: Place) -> bool:
        """Whether a line of cells beside a window holds its headings, sums or checks."""
        size = self.size
        meanings = [self.plane.at(place) for place in line]
        filled = [m for m in meanings if m.kind is not CellKind.EMPTY and m.text]
        if are_line_numbers(self.plane, line):
            return True
        if all(m.is_letter or m.kind is CellKind.TEXT for m in filled) and self._are_headings(
            filled
        ):
            return True
        cells = self.plane.picture.cells
        formulas = sum(place in cells and bool(cells[place].formula) for place in line)
        if formulas > len(line) // 2 and not self._is_calculated(*window.rect):
            return True
        above = sum(is_large(m, size) for m in meanings)
        titles = int(len(filled) > 2)  # one other text is allowed
        may_be_sums = above > 0 and above >= len(filled) - titles and size < 25
        return may_be_sums and (len({m.text for m in filled}) == 1 or self._ends_at(line, outward))

    def _ends_at(self, line: list[Place], outward: Place) -> bool:
        """Whether no more numbers follow after a line beside a window, but those of another grid.

        A window inside a block of numbers has more than one line of them around it.
        """
        beyond = [(r + outward[0], c + outward[1]) for r, c in line]
        return not any(map(self.plane.is_number, beyond)) or are_line_numbers(self.plane, beyond)


def is_large(meaning: Meaning, size: int) -> bool:
    """Whether a cell holds more than a digit of a grid of this size, or of the usual one."""
    return meaning.kind in (CellKind.BAD, CellKind.MARKS) or meaning.digit > max(size, PLAIN)
