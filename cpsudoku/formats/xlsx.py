"""Excel workbooks (``.xlsx``, ``.xlsm``) through openpyxl: a range of a sheet is the grid.

Without ``--range`` that is A1:I9 of the active sheet. Answers go to a new workbook, a sheet a
puzzle: givens bold, answers red, thick lines around the boxes.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from typing import IO, TYPE_CHECKING, Any

from cpsudoku.errors import BadShape, BadSymbol, InputError, Source, UnknownName, cell_address
from cpsudoku.formats.base import Entry, ReadOptions, refuse_rules
from cpsudoku.formats.document import Document
from cpsudoku.formats.rows import puzzle_of
from cpsudoku.formats.symbols import Token, shorten
from cpsudoku.geometry import SIZES, sizes_allowed
from cpsudoku.grid import Grid
from cpsudoku.verdict import Result

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

DEFAULT_RANGE = "A1:I9"
_RANGE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7}):\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_LAST_ROW, _LAST_COLUMN = 1_048_576, 16_384
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


class Xlsx:
    """The format ``xlsx``."""

    name = "xlsx"
    title = "Excel workbooks: A1:I9 of the active sheet, or --sheet and --range"
    suffixes = (".xlsx", ".xlsm")
    carries_rules = False

    def recognises(self, document: Document) -> bool:
        """By the first bytes of a zip archive."""
        return document.peek(4).startswith(_ZIP)

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """The one grid of the range."""
        data = document.data()
        workbook = _load(data, document.source, stored=False)
        sheet = _sheet(workbook, options.sheet, document.source)
        source = Source(document.source.file, sheet.title)
        top, left, size = _range(options, source)
        cells = [(r, c) for r in range(top, top + size) for c in range(left, left + size)]
        stored = sheet
        if any(sheet.cell(r, c).data_type == "f" for r, c in cells):
            stored = _load(data, document.source, stored=True)[sheet.title]
        tokens = [_token(sheet, stored, r, c, source) for r, c in cells]
        yield puzzle_of(tokens, size, options, source.at(top, left))

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


def _load(data: bytes, source: Source, stored: bool) -> Workbook:
    """The workbook, with the stored values of formulas or the formulas themselves."""
    from openpyxl import load_workbook

    if data.startswith(_OLE):
        raise InputError(
            "it is an old .xls or a password-protected workbook; save it as a plain .xlsx first",
            source,
        )
    if not data.startswith(_ZIP):
        raise InputError(
            "it is no Excel workbook (renamed?); for a text use --from csv, grid or line", source
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about parts we do not read
            return load_workbook(io.BytesIO(data), data_only=stored)
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, OSError, EOFError) as error:
        raise InputError(f"it is no Excel workbook, or a damaged one: {error}", source) from None


def _sheet(workbook: Workbook, name: str | None, source: Source) -> Worksheet:
    """The sheet of that name, else the active one."""
    from openpyxl.worksheet.worksheet import Worksheet

    if name is not None:
        by_name = {sheet.title.lower(): sheet for sheet in workbook.worksheets}
        if name.lower() not in by_name:
            known = ", ".join(repr(sheet.title) for sheet in workbook.worksheets)
            raise UnknownName(f"{source}: no sheet {name!r}; its sheets are {known}")
        return by_name[name.lower()]
    active = workbook.active
    if not isinstance(active, Worksheet):
        raise InputError("the active sheet holds no cells (a chart?); use --sheet NAME", source)
    return active


def _range(options: ReadOptions, source: Source) -> tuple[int, int, int]:
    """First row, first column and size of the range, counted from 1."""
    from openpyxl.utils import column_index_from_string

    text = options.range or _range_of_size(options)
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        raise InputError(f"range {text!r} is not of the form A1:I9", source)
    left, right = (column_index_from_string(letters.upper()) for letters in (match[1], match[3]))
    top, bottom = int(match[2]), int(match[4])
    if not (1 <= top <= bottom <= _LAST_ROW and left <= right <= _LAST_COLUMN):
        raise InputError(f"range {text!r} is not in the sheet, or its ends are swapped", source)
    rows, columns = bottom - top + 1, right - left + 1
    if rows != columns or rows not in SIZES:
        raise BadShape(
            f"range {text} has {rows} rows and {columns} columns; a grid is square, "
            f"{sizes_allowed()}",
            source,
        )
    return top, left, rows


def _range_of_size(options: ReadOptions) -> str:
    if options.geometry is None:
        return DEFAULT_RANGE
    size = options.geometry.size
    return f"A1:{cell_address(size, size)}"


def _token(sheet: Worksheet, stored: Worksheet, row: int, column: int, source: Source) -> Token:
    """The text of a cell; raises BadSymbol for what can be no digit, with what it held."""
    here = source.at(row, column)
    value: Any = stored.cell(row, column).value
    if value is None and sheet.cell(row, column).data_type == "f":
        formula = shorten(str(sheet.cell(row, column).value))
        raise BadSymbol(
            f"the formula {formula} has no stored value; open the workbook in a "
            "spreadsheet program, let it calculate, and save it",
            here,
        )
    if value is None:
        return Token("", here)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise BadSymbol(f"{value} is not a digit or a blank", here)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = str(value).strip()
    return Token(text if text.isascii() else _plain(text), here)


def _plain(text: str) -> str:
    import unicodedata

    return unicodedata.normalize("NFKC", text).strip()


def _title(label: str, workbook: Workbook) -> str:
    """A sheet title that Excel takes and that is not used yet."""
    plain = re.sub(r"[\\/*?:\[\]]", " ", label).strip().strip("'")[:26]
    number = len(workbook.worksheets) + 1
    if not plain:
        return f"Puzzle {number}"
    used = {sheet.title.lower() for sheet in workbook.worksheets}
    return plain if plain.lower() not in used else f"{plain[:20]} {number}"


def _fill(sheet: Worksheet, grid: Grid, givens: Grid) -> None:
    """Write the grid at A1 with lines around its boxes."""
    from openpyxl.styles import Alignment, Border, Font, Side

    geometry = grid.geometry
    size = geometry.size
    thin, thick = Side(style="thin"), Side(style="medium")
    for cell, digit in enumerate(grid.cells):
        r, c = geometry.row_column(cell)
        target = sheet.cell(r + 1, c + 1, digit or None)
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
        sheet.row_dimensions[number].height = 24
        sheet.column_dimensions[cell_address(1, number)[:-1]].width = 4.5


FORMAT = Xlsx()
