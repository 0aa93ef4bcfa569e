"""Boards whose cells are merged cells of the sheet: one model between the sheet and the puzzle.

A lattice divides a part of a sheet into rows and columns of merged cells, which may have different
heights and widths. Its picture has one cell for each, so everything that finds grids on a sheet
finds them on a lattice too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from cpsudoku.formats.sheets.finding.plane import Plane
from cpsudoku.formats.sheets.finding.values import CellKind
from cpsudoku.formats.sheets.finding.windows import Window
from cpsudoku.formats.sheets.reading.sheet_picture import Cell, Place, Rect, SheetPicture

_LARGEST = 9  # sheet cells along one side of a merged cell
_FEWEST = 4  # rows and columns
_MOST = 5_000  # merged cells of a sheet
_MERGED_SHARE = 0.5  # of the cells of a lattice
Span = tuple[int, int]
"""The first and the last row or column of a line of a lattice."""


@dataclass(frozen=True)
class Lattice:
    """The rows and the columns of a part of a sheet with merged cells, each as a span."""

    sheet: SheetPicture
    rows: tuple[Span, ...]
    columns: tuple[Span, ...]

    @property
    def rect(self) -> Rect:
        """The range of the sheet."""
        return Rect(self.rows[0][0], self.columns[0][0], self.rows[-1][1], self.columns[-1][1])

    @property
    def picture(self) -> SheetPicture:
        """The lattice as a sheet with one cell for each of its cells, from A1."""
        spans = product(enumerate(self.rows, 1), enumerate(self.columns, 1))
        cells = {(r, c): self._cell(down, across) for (r, down), (c, across) in spans}
        drawn = {at: cell for at, cell in cells.items() if cell != Cell()}
        rows = {down[0]: r for r, down in enumerate(self.rows, 1)}
        columns = {across[0]: c for c, across in enumerate(self.columns, 1)}
        notes = {
            (rows[r], columns[c]): note
            for (r, c), note in self.sheet.notes.items()
            if r in rows and c in columns
        }
        return SheetPicture(self.sheet.sheet, drawn, notes=notes)

    def _cell(self, down: Span, across: Span) -> Cell:
        """The first sheet cell of a cell, with the lines around all of it."""
        left, top = self.sheet.lines
        rows, columns = range(down[0], down[1] + 1), range(across[0], across[1] + 1)
        lines = (
            max(left.get((r, across[0]), 0) for r in rows),
            max(left.get((r, across[1] + 1), 0) for r in rows),
            max(top.get((down[0], c), 0) for c in columns),
            max(top.get((down[1] + 1, c), 0) for c in columns),
        )
        first = self.sheet.cell(down[0], across[0])
        return Cell(
            first.value,
            first.formula,
            first.calculated,
            lines,
            first.fill,
            first.is_error,
            first.shows_zero,
        )

    def holds(self, window: Window) -> bool:
        """Whether a window of the picture lies on the lattice."""
        return window.rows[-1] <= len(self.rows) and window.columns[-1] <= len(self.columns)

    def window(self, window: Window) -> Window:
        """A window of the picture as a window of the sheet."""
        return Window(
            tuple(self.rows[r - 1][0] for r in window.rows),
            tuple(self.columns[c - 1][0] for c in window.columns),
            (self.rows[window.rows[-1] - 1][1], self.columns[window.columns[-1] - 1][1]),
        )


def lattices(plane: Plane) -> Iterator[Lattice]:
    """The parts of a sheet that merged cells divide into rows and columns."""
    merged = [
        rect
        for rect in plane.picture.merged
        if max(rect.height, rect.width) <= _LARGEST and plane.at(rect[:2]).kind is not CellKind.TEXT
    ]
    for group in _groups(merged) if len(merged) <= _MOST else ():
        lattice = _lattice(plane, group)
        if lattice is not None and _is_merged(plane, lattice, group):
            yield lattice


def _groups(merged: Sequence[Rect]) -> Iterator[list[Rect]]:
    """The merged cells in groups. Neighbours are at most the size of one of them apart."""
    at = {place: rect for rect in merged for place in rect.places}
    near: dict[Rect, set[Rect]] = {rect: set() for rect in merged}
    for rect in merged:
        for other in {at[place] for place in _ring(rect) if place in at}:
            near[rect].add(other)
            near[other].add(rect)
    left = set(merged)
    while left:
        waiting, group = [left.pop()], list[Rect]()
        while waiting:
            group.append(waiting.pop())
            reached = near[group[-1]] & left
            left -= reached
            waiting += reached
        yield sorted(group)


def _ring(rect: Rect) -> list[Place]:
    """The cells around a rectangle, as far away as it is high and wide."""
    top, left = max(1, rect.top - rect.height), max(1, rect.left - rect.width)
    return Rect(top, left, rect.bottom + rect.height, rect.right + rect.width).places


def _lattice(plane: Plane, group: Sequence[Rect]) -> Lattice | None:
    """The lattice of a group of merged cells; None if their edges do not fit each other."""
    rows = _spans({(rect.top, rect.bottom) for rect in group})
    columns = _spans({(rect.left, rect.right) for rect in group})
    if not rows or not columns:
        return None
    lines = {place[0] for place in plane.numbers if any(a <= place[1] <= b for a, b in columns)}
    rows = _extended(rows, lines)
    lines = {place[1] for place in plane.numbers if any(a <= place[0] <= b for a, b in rows)}
    columns = _extended(columns, lines)
    is_small = min(len(rows), len(columns)) < _FEWEST
    return None if is_small else Lattice(plane.picture, rows, columns)


def _extended(spans: tuple[Span, ...], used: set[int]) -> tuple[Span, ...]:
    """The spans with the adjacent lines before and after them that hold digits."""
    first, last = spans[0][0], spans[-1][1]
    while first - 1 in used:
        first -= 1
    while last + 1 in used:
        last += 1
    before = tuple((at, at) for at in range(first, spans[0][0]))
    return before + spans + tuple((at, at) for at in range(spans[-1][1] + 1, last + 1))


def _spans(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans that do not overlap, and those between them; empty if they overlap.

    What lies between two spans is a gap, or lines of the usual size without a merged cell.
    """
    known = sorted(spans)
    usual = Counter(last - first + 1 for first, last in known).most_common(1)[0][0]
    found = known[:1]
    for first, last in known[1:]:
        before = found[-1][1]
        if first <= before:
            return ()
        step = usual if (first - before - 1) % usual == 0 else first - before - 1
        found += [(at, at + step - 1) for at in range(before + 1, first, max(step, 1))]
        found.append((first, last))
    return tuple(found)


def _is_merged(plane: Plane, lattice: Lattice, group: Sequence[Rect]) -> bool:
    """Whether most cells are merged, and only the first sheet cell of a cell holds something."""
    lines = [{first for first, _ in spans} for spans in (lattice.rows, lattice.columns)]
    used = [{rect[axis] for rect in group} for axis in (0, 1)]
    if len(group) < _MERGED_SHARE * len(used[0]) * len(used[1]):
        return False
    return all(
        place[0] in lines[0] and place[1] in lines[1]
        for place, meaning in plane.meanings.items()
        if meaning.kind is not CellKind.EMPTY and lattice.rect.holds(place)
    )
