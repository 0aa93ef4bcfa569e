"""Adds sheets with true candidates to a workbook."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.core.candidates import Candidates, digits_of
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import TrueCandidates
from cpsudoku.formats.sheets.book import Book
from cpsudoku.formats.sheets.reading.answers import record_pencilmarks
from cpsudoku.formats.sheets.reading.damaged import refusing_damage
from cpsudoku.formats.sheets.reading.sheet_picture import Place
from cpsudoku.formats.sheets.writing.answer_styles import NO_LOOK, LookChange
from cpsudoku.formats.sheets.writing.clearing import cleared
from cpsudoku.formats.sheets.writing.conversion import edited_of
from cpsudoku.formats.sheets.writing.editing import editable
from cpsudoku.formats.sheets.writing.fill import Filled
from cpsudoku.formats.sheets.writing.former import content_records, former_records
from cpsudoku.formats.sheets.writing.newsheet import NewSheet
from cpsudoku.formats.sheets.writing.places import is_block, is_listed, place_in
from cpsudoku.formats.sheets.writing.sheetxml import CellChange
from cpsudoku.runtime.errors import Source

_PENCILLED = LookChange("808080", bold=False)
_GIVEN, _SETTLING = LookChange(bold=True, fill="FFFFCC"), LookChange(fill="B7E1CD")


def with_candidates(data: bytes, every: Sequence[TrueCandidates], as_xlsx: bool = False) -> Filled:
    """The workbook with a new sheet for each puzzle: its givens, and the candidates of other cells.

    Every other sheet is unchanged. A format that can only be read becomes a new ``.xlsx``.
    ``as_xlsx`` does so with OpenDocument, too.
    """
    source = Source(every[0].puzzle.source.file) if every else Source()
    with refusing_damage(source):
        book = editable(edited_of(data, source, as_xlsx), source)
        for found in every:
            book.add_sheet(_sheet(found))
        return Filled(book.save(), book.unchanged)


def with_marks(data: bytes, puzzles: Sequence[Puzzle], as_xlsx: bool = False) -> Filled:
    """The workbook with pencilmarks in the blank cells of its puzzles: what no peer excludes.

    They are recorded, so that they can be cleared, and replace earlier answers to these puzzles.
    Every other cell is unchanged. A format that can only be read becomes a new ``.xlsx``.
    ``as_xlsx`` does so with OpenDocument, too. Raises Unsupported for a blank cell with a formula.
    """
    source = Source(puzzles[0].source.file) if puzzles else Source()
    grids = [one for one in puzzles if not is_listed(one) and not is_block(one)]
    about = {one.source.sheet for one in grids if one.source.sheet is not None}
    with refusing_damage(source):
        before = cleared(edited_of(data, source, as_xlsx), Source(), about)
        book = editable(before.data, source)
        pictures = {one.sheet: one for one in Book.open(before.data, Source()).pictures}
        changes: dict[str, dict[Place, CellChange]] = {sheet: {} for sheet in about}
        records = list(before.kept)
        for puzzle in grids:
            sheet, cells = puzzle.source.sheet or "", _marks(puzzle)
            changes[sheet].update(cells)
            texts = {place: str(change.value) for place, change in cells.items()}
            records += [*record_pencilmarks(sheet, texts), *content_records(pictures[sheet], cells)]
        looks = {sheet: book.change(sheet, cells) for sheet, cells in changes.items()}
        book.record((*records, *former_records(changes.items(), changes, looks)))
        return Filled(book.save(), book.unchanged)


def _marks(puzzle: Puzzle) -> dict[Place, CellChange]:
    """The pencilmarks of the blank cells of a puzzle, in the font of its givens."""
    symbols, givens = puzzle.board.symbols, puzzle.givens
    like = tuple(place_in(puzzle, cell) for cell in range(len(puzzle.board)) if givens[cell])
    return {
        place_in(puzzle, cell): CellChange(
            " ".join(symbols[digit] for digit in digits_of(mark)), _PENCILLED, like=like
        )
        for cell, mark in enumerate(Candidates.of(puzzle).marks)
        if not givens[cell]
    }


def _sheet(found: TrueCandidates) -> NewSheet:
    """The sheet of a puzzle, with columns that are wide enough for all candidates."""
    puzzle, cells = found.puzzle, {}
    for cell, given in enumerate(puzzle.givens.cells):
        r, c = puzzle.board.row_column(cell)
        settles = any(found.settles(cell, digit) for digit in found.digits[cell])
        look = _GIVEN if given else _SETTLING if settles else NO_LOOK
        text = puzzle.board.symbols[given] if given else _text(found, cell)
        cells[r + 1, c + 1] = CellChange(text, look)
    where = f"{(puzzle.source.sheet or '')[:8]} {puzzle.source.range or ''}"
    widest = max(len(str(change.value)) for change in cells.values())
    title = f"Candidates {where}".strip().replace(":", "-")
    return NewSheet(title, cells, widths=[widest + 2.0] * puzzle.board.width)


def _text(found: TrueCandidates, cell: int) -> str:
    """``2 4``, or ``2:1 4`` with numbers of solutions. Undecided digits have a question mark."""
    symbols = found.puzzle.board.symbols
    texts = [f"{symbols[d]}:{found.sign(cell, d)}".rstrip(":") for d in found.digits[cell]]
    return " ".join([*texts, *(f"{symbols[digit]}?" for digit in found.undecided[cell])])
