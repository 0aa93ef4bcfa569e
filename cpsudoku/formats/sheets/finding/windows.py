"""Windows: n rows and n columns of a sheet that may be a grid, and the evidence for each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect

FRAMED = 0.5  # how much heavier the lines of boxes are than the lines inside them


@dataclass(frozen=True)
class Window:
    """The rows and columns of a sheet that form a grid, from the top and from the left.

    ``last`` is the last row and column, if the last cell of the grid covers several sheet cells.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    last: Place | None = None

    @property
    def size(self) -> int:
        """The size of the grid."""
        return len(self.rows)

    @cached_property
    def rect(self) -> Rect:
        """The rectangle from its first to its last cell."""
        bottom, right = self.last or (self.rows[-1], self.columns[-1])
        return Rect(self.rows[0], self.columns[0], bottom, right)

    @property
    def spacers(self) -> int:
        """The number of rows and columns between its own."""
        return self.rect.height + self.rect.width - 2 * self.size

    @property
    def places(self) -> list[Place]:
        """Its cells, row by row."""
        return [(r, c) for r in self.rows for c in self.columns]

    @staticmethod
    def of_rect(rect: Rect) -> Window:
        """The window without spacers that fills a rectangle."""
        return Window(
            tuple(range(rect.top, rect.bottom + 1)), tuple(range(rect.left, rect.right + 1))
        )


@dataclass(frozen=True)
class Candidate:
    """A window and the evidence for it.

    ``digits`` counts the cells with digits or candidates. ``alike`` counts those of them that are
    typed, or those that are calculated, whichever are more. ``foreign`` counts the other cells that
    are not blank. ``clashes`` is the share of equal pairs, 1 for random digits. ``slack`` counts
    its empty rows and columns. ``frame`` is how well lines fit its boxes. ``fill`` and ``even`` are
    whether backgrounds and column widths fit. ``numbered`` counts which of its upper and left side
    have line numbers.
    """

    window: Window
    digits: int
    alike: int
    foreign: int
    clashes: float
    slack: int
    frame: float
    fill: bool
    even: bool
    named: str = ""
    numbered: int = 0

    @property
    def framed(self) -> bool:
        """Whether it has lines around it and its boxes."""
        return self.frame >= FRAMED

    @property
    def is_clean(self) -> bool:
        """Whether nothing in it is wrong."""
        return not (self.foreign or self.clashes)

    @property
    def is_tight(self) -> bool:
        """Whether nothing in it is wrong and none of its lines is empty."""
        return self.is_clean and not self.slack

    @property
    def is_numbered(self) -> bool:
        """Whether both its rows and its columns have line numbers."""
        return self.numbered == 2

    @property
    def rank(self) -> tuple[float, ...]:
        """A sort key. Better evidence is greater. Readings of equal rank are equally good."""
        return (*self._shown, self.is_tight, *self._quality)

    @property
    def rank_by_size(self) -> tuple[float, ...]:
        """The same key, but more digits are better even if the window is not tight."""
        return (*self._shown, *self._quality)

    @property
    def _shown(self) -> tuple[bool, ...]:
        """What shows a grid whatever its digits are."""
        return (bool(self.named), self.framed, self.is_numbered)

    @property
    def _quality(self) -> tuple[float, ...]:
        return (
            self.alike,
            0 if self.digits else self.window.size,  # a box of an empty board is not a board
            self.foreign == 0,
            self.clashes == 0,
            self.numbered,
            -self.slack,
            not self.window.spacers,
            round(self.frame, 1),
            self.fill,
            self.even,
        )
