"""What an edit of a workbook is meant to change, and the check that it changed nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from cpsudoku.formats.sheets.checking.content import Meant
from cpsudoku.formats.sheets.checking.unchanged import IntendedChanges, difference
from cpsudoku.formats.sheets.reading.sheet_picture import Place
from cpsudoku.formats.sheets.writing.sheetxml import CellChange
from cpsudoku.runtime.errors import Unsupported
from cpsudoku.runtime.plural import first_listed


def note_changes(edit: IntendedChanges, title: str, changes: Mapping[Place, CellChange]) -> None:
    """Add the changes of a sheet to what is meant to change."""
    cells = edit.cells.setdefault(title, {})
    for place, change in changes.items():
        before, new = cells.get(place), _meant(change)
        cells[place] = new if before is None or new.value is not None else before


def _meant(change: CellChange) -> Meant:
    if change.clears:
        return Meant("")
    value = None if change.value is None else str(change.value)
    return Meant(value, change.forgets, change.overwrites)


def others_unchanged(before: bytes, after: bytes, edit: IntendedChanges) -> int:
    """The number of other cells with content.

    Raises Unsupported if one of them differs, or any other part of the workbook.
    """
    found = difference(before, after, edit)
    if found.lost:
        raise Unsupported(
            "saving would lose or change {lost}; {to} xlsx {output} FILE.xlsx writes the "
            "answer to a new workbook",
            lost=first_listed(found.lost),
        )
    return found.others
