"""Workbooks (``.xlsx``, ``.xlsm``, ``.xls``, ``.xlsb``, ``.ods``): every grid on every sheet.

Written is a new workbook, a sheet a puzzle: givens bold, answers red, thick lines around the
boxes. ``writing.fill`` writes answers into the workbook that the puzzles came from.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, TYPE_CHECKING

from cpsudoku.core.errors import cell_address
from cpsudoku.core.grid import Grid
from cpsudoku.core.printable import one_line
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import READ_ONLY, WRITTEN, Entry, ReadOptions, refuse_rules
from cpsudoku.formats.document import Document
from cpsudoku.formats.sheets.book import Book, puzzles_of
from cpsudoku.formats.sheets.reading.guard import OLE, ZIP
from cpsudoku.formats.sheets.writing.newsheet import put

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet


class Xlsx:
    """The format ``xlsx``."""

    name = "xlsx"
    title = "workbooks: every grid on every sheet, or those that are chosen; written as .xlsx"
    suffixes = (*WRITTEN, *READ_ONLY)
    carries_rules = False

    def recognises(self, document: Document) -> bool:
        """By the first bytes of a zip archive or of an old Excel file."""
        return document.peek(4).startswith((ZIP, OLE))

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """The grids of the workbook, wherever they stand, or those that the options choose."""
        return puzzles_of(Book.open(document.data(), document.source), options)

    def write(self, results: Iterable[Result], stream: IO[bytes]) -> None:
        """A new workbook with a sheet for each puzzle."""
        from openpyxl import Workbook

        workbook = Workbook()
        workbook.remove(workbook.worksheets[0])
        for result in results:
            refuse_rules(self.name, result)
            if result.grid is not None and result.puzzle is not None:
                title = _title(result.puzzle.label, workbook)
                _fill(workbook.create_sheet(title), result.grid, result.puzzle.givens)
        if not workbook.worksheets:
            workbook.create_sheet("no puzzle")
        buffer = io.BytesIO()  # zipfile seeks; a pipe does not
        workbook.save(buffer)
        stream.write(buffer.getvalue())


def with_answers(pairs: Sequence[tuple[Grid, Grid]], titles: Sequence[str]) -> bytes:
    """A new workbook with a sheet for each puzzle, and one sheet with all solutions."""
    from openpyxl import Workbook

    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    for (puzzle, _), title in zip(pairs, titles, strict=True):
        _fill(workbook.create_sheet(_title(title, workbook)), puzzle, puzzle)
    answers = workbook.create_sheet("Answers")
    top = 1
    for (puzzle, solution), title in zip(pairs, titles, strict=True):
        put(answers, top, 1, title)
        _fill(answers, solution, puzzle, top)
        top += solution.geometry.size + 2
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def _title(label: str, workbook: Workbook) -> str:
    """A sheet title that Excel takes and that is not used yet."""
    plain = re.sub(r"[\\/*?:\[\]]", " ", one_line(label)).strip().strip("'")[:26]
    number = len(workbook.worksheets) + 1
    if not plain:
        return f"Puzzle {number}"
    used = {sheet.title.lower() for sheet in workbook.worksheets}
    return plain if plain.lower() not in used else f"{plain[:20]} {number}"


def _fill(sheet: Worksheet, grid: Grid, givens: Grid, above: int = 0) -> None:
    """Write the grid at A1, or below that many rows, with lines around its boxes."""
    from openpyxl.styles import Alignment, Border, Font, Side

    geometry = grid.geometry
    size = geometry.size
    thin, thick = Side(style="thin"), Side(style="medium")
    for cell, digit in enumerate(grid.cells):
        r, c = geometry.row_column(cell)
        target = sheet.cell(above + r + 1, c + 1, digit or None)
        given = givens[cell] != 0
        target.font = Font(size=14, bold=given, color="FF000000" if given else "FFC00000")
        target.alignment = Alignment(horizontal="center", vertical="center")
        box = geometry.box_of[cell]
        target.border = Border(
            left=thick if c == 0 or geometry.box_of[cell - 1] != box else thin,
            right=thick if c == size - 1 or geometry.box_of[cell + 1] != box else thin,
            top=thick if r == 0 or geometry.box_of[cell - size] != box else thin,
            bottom=thick if r == size - 1 or geometry.box_of[cell + size] != box else thin,
        )
    for number in range(1, size + 1):
        sheet.row_dimensions[above + number].height = 24
        sheet.column_dimensions[cell_address(1, number)[:-1]].width = 4.5


FORMAT = Xlsx()
