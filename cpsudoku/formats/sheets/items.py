"""The grids of a workbook, each with its role."""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import Entry
from cpsudoku.formats.sheets.finding.plane import bounding_box
from cpsudoku.formats.sheets.reading.sheet_picture import Place
from cpsudoku.runtime.language import marked
from cpsudoku.runtime.words import worded

ROLE_PUZZLE = marked("puzzle")
ROLE_SOLUTION = marked("its solution")
ROLE_EMPTY = marked("empty board")
ROLE_UNREADABLE = marked("not readable")
ROLE_MIRROR = marked("mirror")
ROLE_HELPER = marked("helper")


@dataclass(frozen=True)
class Item:
    """A grid of a workbook: its puzzle, its role, the evidence for it, the reason for the role.

    ``places`` are its cells on its sheet. ``heading`` is a text beside a full or empty board that
    says solution. ``solves`` is the number of the item whose solution it is, or whose solution an
    empty board is for. ``is_table``: its place beside a puzzle, not its formulas, makes it a
    helper.
    """

    entry: Entry
    role: str
    why: str
    places: tuple[Place, ...] = ()
    reason: str = ""
    heading: str = ""
    solves: int | None = None
    is_table: bool = False

    @property
    def sheet(self) -> str:
        """The title of its sheet."""
        return self.entry.source.sheet or ""

    @property
    def range(self) -> str:
        """The range of its cells on its sheet."""
        return str(bounding_box(self.places)) if self.places else ""

    @property
    def is_bare(self) -> bool:
        """Whether only its digits show that it is a grid: no lines, backgrounds or name."""
        return self.why.startswith("digits")

    @property
    def height(self) -> int:
        """The number of its rows on its sheet."""
        return bounding_box(self.places).height if self.places else 0

    @property
    def is_complete(self) -> bool:
        """Whether it is a full grid."""
        return isinstance(self.entry, Puzzle) and self.entry.givens.is_complete

    @property
    def has_one_digit(self) -> bool:
        """Whether all its digits are equal: it shows the places of a digit, or answers yes or no.

        A grid of candidates does not count.
        """
        entry = self.entry
        if not isinstance(entry, Puzzle) or entry.marks is not None:
            return False
        return len(set(entry.givens.cells) - {0}) == 1


def place_of_item(item: Item, beside: Item) -> str:
    """The place of an item, for a reader who looks at another one."""
    same = item.sheet == beside.sheet
    if same:
        return item.range
    return worded("sheet {sheet}, {range}", sheet=repr(item.sheet), range=item.range)
