"""Numbers beside a window that count its rows or columns."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.formats.sheets.finding.plane import Plane
from cpsudoku.formats.sheets.finding.values import CellKind
from cpsudoku.formats.sheets.finding.windows import Window
from cpsudoku.formats.sheets.reading.sheet_picture import Place


def are_line_numbers(plane: Plane, line: Sequence[Place]) -> bool:
    """Whether a line of cells beside a window counts from 0 or 1 along it, and not further."""
    meanings = [plane.at(place) for place in line]
    values = [0 if m.kind is CellKind.BLANK else m.digit for m in meanings if m.text]
    if values not in (list(range(len(line))), list(range(1, len(line) + 1))):
        return False
    (row, column), is_row = line[-1], line[0][0] == line[-1][0]
    after = (row, column + 1) if is_row else (row + 1, column)
    return plane.at(after).digit != values[-1] + 1


def numbered_sides(plane: Plane, window: Window) -> int:
    """How many of its upper and left side have line numbers, with no number in the corner."""
    top, left = window.rect[:2]
    if plane.is_number((top - 1, left - 1)):
        return 0
    lines = [(top - 1, c) for c in window.columns], [(r, left - 1) for r in window.rows]
    return sum(are_line_numbers(plane, line) for line in lines)
