"""What to change in a workbook for the answers of its puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.sheets.reading.answers import AnswerRecord
from cpsudoku.formats.sheets.reading.sheet_picture import Place, SheetPicture
from cpsudoku.formats.sheets.writing import notation
from cpsudoku.formats.sheets.writing.answer_styles import Style
from cpsudoku.formats.sheets.writing.former import content_records
from cpsudoku.formats.sheets.writing.newsheet import NewSheet
from cpsudoku.formats.sheets.writing.places import place_in
from cpsudoku.formats.sheets.writing.sheetxml import CellChange
from cpsudoku.runtime.errors import Source

_WHITE = ("rgbFFFFFFFF", "rgb00FFFFFF", "theme00.0", "indexed9", "indexed64", "#ffffff", "ffffff")


@dataclass
class AnswerPlan:
    """The changes of each sheet, and the sheets to add.

    ``boards`` has the empty board for the solution of a puzzle, by sheet and range. ``kept`` has
    the cells that need an answer but contain a formula, and the number of the new sheet that gets
    the solution instead.
    """

    pictures: Sequence[SheetPicture] = ()
    overwrites: bool = False
    boards: Mapping[tuple[str | None, str | None], Puzzle] = field(default_factory=dict)
    changes: dict[str, dict[Place, CellChange]] = field(default_factory=dict)
    sheets: list[NewSheet] = field(default_factory=list)
    kept: list[tuple[Source, list[Place], int]] = field(default_factory=list)
    records: list[AnswerRecord] = field(default_factory=list)
    places: list[tuple[str, list[Place]]] = field(default_factory=list)

    def of(self, sheet: str) -> dict[Place, CellChange]:
        """The changes of a sheet."""
        return self.changes.setdefault(sheet, {})

    def picture_of(self, puzzle: Puzzle) -> SheetPicture | None:
        """The sheet of a puzzle, if the sheets were read again."""
        return next((one for one in self.pictures if one.sheet == puzzle.source.sheet), None)

    def text_of(self, puzzle: Puzzle) -> Callable[[int, int], int | str]:
        """What to write into a cell of a puzzle for a digit."""
        picture = self.picture_of(puzzle)
        if picture is None or notation.is_plain(puzzle):
            return as_number
        places = {cell: place_in(puzzle, cell) for cell in range(len(puzzle.board))}
        return notation.notation(picture, puzzle, places)

    def calculated_blanks(self, puzzle: Puzzle) -> list[Place]:
        """The blank cells of a puzzle whose values come from formulas that are kept.

        A formula that fills several cells is always kept.
        """
        picture = self.picture_of(puzzle)
        blanks = (
            place_in(puzzle, cell) for cell, given in enumerate(puzzle.givens.cells) if not given
        )
        return [place for place in blanks if picture and self._is_kept(picture, place)]

    def keeps_backgrounds(self, puzzle: Puzzle, style: Style) -> bool:
        """Whether the givens of a board are not shaded: backgrounds mean something, or are its own.

        A white background is none.
        """
        if puzzle.interpreted or puzzle.uninterpreted or puzzle.info:
            return True
        picture = self.picture_of(puzzle) if style.yields else None
        places = (place_in(puzzle, cell) for cell in range(len(puzzle.board)))
        fills = {picture.cell(*place).fill for place in places} if picture is not None else set()
        return any(fill and not fill.startswith(_WHITE) for fill in fills)

    def contents(self, puzzle: Puzzle) -> Iterator[AnswerRecord]:
        """The records of what the blank cells of a puzzle hold."""
        picture = self.picture_of(puzzle)
        if picture is not None:
            blanks = (at for at, given in enumerate(puzzle.givens.cells) if not given)
            yield from content_records(picture, (place_in(puzzle, cell) for cell in blanks))

    def _is_kept(self, picture: SheetPicture, place: Place) -> bool:
        if not self.overwrites:
            return picture.is_calculated(place)
        return any(rect.holds(place) for rect in picture.arrays)


def as_number(_: int, digit: int) -> int:
    """A digit as it is."""
    return digit
