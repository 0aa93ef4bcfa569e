"""Marks the cells of puzzles in workbooks, with a sheet of explanations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.sheets.reading.damaged import refusing_damage
from cpsudoku.formats.sheets.writing.answer_styles import STYLES, LookChange
from cpsudoku.formats.sheets.writing.conversion import edited_of
from cpsudoku.formats.sheets.writing.editing import editable
from cpsudoku.formats.sheets.writing.fill import Filled
from cpsudoku.formats.sheets.writing.newsheet import NewSheet
from cpsudoku.formats.sheets.writing.places import is_listed, place_in
from cpsudoku.formats.sheets.writing.sheetxml import CellChange
from cpsudoku.runtime.errors import Source


@dataclass(frozen=True)
class DiagnosisNote:
    """A diagnosis of a puzzle: the relevant cells, each with its kind, and the text."""

    puzzle: Puzzle
    cells: Mapping[int, str]
    words: Sequence[str]


_LOOKS = {
    **{"conflict": STYLES["classic"].clash, "varies": STYLES["classic"].differs},
    **{"clue": LookChange(fill="B7E1CD"), "redundant": LookChange(fill="DDDDDD")},
}


def marked(data: bytes, notes: Iterable[DiagnosisNote], as_xlsx: bool = False) -> Filled:
    """The workbook with coloured cells in its puzzles, and a sheet that explains them.

    Every other part is unchanged. A format that can only be read becomes a new ``.xlsx``.
    ``as_xlsx`` does so with OpenDocument, too.
    """
    all_notes = list(notes)
    source = Source(all_notes[0].puzzle.source.file) if all_notes else Source()
    with refusing_damage(source):
        return _marked(edited_of(data, source, as_xlsx), all_notes)


def _marked(data: bytes, notes: Sequence[DiagnosisNote]) -> Filled:
    book, rows = editable(data, Source()), [("sheet", "range", "diagnosis")]
    for note in notes:
        source = note.puzzle.source
        first, *others = note.words or ("",)
        rows.append((source.sheet or "", source.range or "", first))
        rows += [("", "", text) for text in others]
        if source.rows and source.sheet is not None and not is_listed(note.puzzle):
            changes = {
                place_in(note.puzzle, cell): CellChange(None, _LOOKS[what])
                for cell, what in note.cells.items()
            }
            if changes:  # there are none if the puzzle is proper and minimal
                book.change(source.sheet, changes)
    cells = {
        (r, c): CellChange(text) for r, row in enumerate(rows, 1) for c, text in enumerate(row, 1)
    }
    book.add_sheet(NewSheet("Diagnosis", cells, widths=(20, 12, 90)))
    return Filled(book.save(), book.unchanged)
