"""A workbook for typing puzzles: boxes, validation, and clashes that turn red while typing."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.errors import cell_address
from cpsudoku.core.grid import Grid
from cpsudoku.formats.sheets.reading.sheet_picture import Rect

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

TOP, LEFT = 3, 2  # B3: a row for the title above, a margin at the left
NAME = "sudoku"
_CLASH = "FF7C80"
_FONT = "Calibri"  # without a name LibreOffice uses a font with serifs
_WIDTH, _HEIGHT = 4.43, 27  # 36 pixels each, in Excel's units


def new_board(board: Board, grids: Sequence[Grid | None]) -> bytes:
    """A workbook with one board per sheet, with the givens of a grid or empty.

    The first board is the named range ``sudoku``, the others are ``sudoku_2`` and so on. There are
    no macros: data validation accepts only digits, conditional formatting shows clashes.
    """
    from openpyxl import Workbook
    from openpyxl.workbook.defined_name import DefinedName

    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    for number, grid in enumerate(grids, 1):
        title = "Sudoku" if len(grids) == 1 else f"Sudoku {number}"
        sheet = workbook.create_sheet(title)
        _draw(sheet, board, grid)
        name = NAME if number == 1 else f"{NAME}_{number}"
        text = f"'{title}'!{_absolute(_board(board))}"
        workbook.defined_names[name] = DefinedName(name, attr_text=text)
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def _board(board: Board) -> Rect:
    return Rect(TOP, LEFT, TOP + board.size - 1, LEFT + board.size - 1)


def _absolute(rect: Rect) -> str:
    """``$B$3:$J$11``."""
    ends = (cell_address(rect.top, rect.left), cell_address(rect.bottom, rect.right))
    parts = ((end.rstrip("0123456789"), end) for end in ends)
    return ":".join(f"${letters}${end[len(letters) :]}" for letters, end in parts)


def _draw(sheet: Worksheet, board: Board, grid: Grid | None) -> None:
    """Title, cells, lines, widths, the rules for typing and printing on one page."""
    from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
    from openpyxl.worksheet.properties import PageSetupProperties

    size, rect = board.size, _board(board)
    sheet.cell(1, LEFT, f"Type the digits 1-{size}, save, then: cpsudoku solve FILE")
    sheet.cell(1, LEFT).font = Font(name=_FONT, italic=True, color="FF808080")
    thin, thick = Side(style="thin", color="FF808080"), Side(style="medium")
    box = board.box_of
    for cell, (row, column) in enumerate(rect.places):
        r, c = board.row_column(cell)
        target = sheet.cell(row, column, (grid[cell] or None) if grid is not None else None)
        target.font = Font(name=_FONT, size=16, bold=grid is not None and grid[cell] != 0)
        target.alignment = Alignment(horizontal="center", vertical="center")
        target.border = Border(
            left=thick if c == 0 or box[cell - 1] != box[cell] else thin,
            right=thick if c == size - 1 or box[cell + 1] != box[cell] else thin,
            top=thick if r == 0 or box[cell - size] != box[cell] else thin,
            bottom=thick if r == size - 1 or box[cell + size] != box[cell] else thin,
        )
        if grid is not None and grid[cell]:
            target.fill = PatternFill("solid", fgColor="FFFFFFCC")
    _rules(sheet, board)
    sheet.column_dimensions["A"].width = 2
    for number in range(size):
        sheet.row_dimensions[TOP + number].height = _HEIGHT
        letters = cell_address(1, LEFT + number)[:-1]
        sheet.column_dimensions[letters].width = _WIDTH
    sheet.sheet_view.showGridLines = False
    sheet.print_area = str(rect)  # without the text above it
    sheet.page_setup.fitToHeight = sheet.page_setup.fitToWidth = 1
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_options.horizontalCentered = True


def _rules(sheet: Worksheet, board: Board) -> None:
    """Validation, and a red cell for a digit that occurs twice in a house, box by box."""
    from openpyxl.formatting.rule import FormulaRule
    from openpyxl.styles import PatternFill
    from openpyxl.worksheet.datavalidation import DataValidation

    rect, size = _board(board), board.size
    validation = DataValidation("whole", operator="between", formula1="1", formula2=str(size))
    validation.allow_blank = True
    validation.errorTitle = "Not a digit of this Sudoku"
    validation.error = f"Type a whole number from 1 to {size}, or leave the cell empty."
    validation.showErrorMessage = True
    validation.add(str(rect))
    sheet.add_data_validation(validation)
    rows, columns = board.box_shape or (size, size)
    red = PatternFill(bgColor=f"FF{_CLASH}")
    for top in range(rect.top, rect.bottom + 1, rows):
        for left in range(rect.left, rect.right + 1, columns):
            box = Rect(top, left, top + rows - 1, left + columns - 1)
            sheet.conditional_formatting.add(
                str(box),
                FormulaRule(formula=[_clashes(rect, box)], fill=red),  # type: ignore[no-untyped-call]
            )


def _clashes(rect: Rect, box: Rect) -> str:
    """A formula: whether the first cell of a box occurs again in its row, column or box."""
    cell = cell_address(box.top, box.left)
    letters, number = cell.rstrip("0123456789"), box.top
    first, last = (cell_address(1, at)[:-1] for at in (rect.left, rect.right))
    row = f"${first}{number}:${last}{number}"
    column = f"{letters}${rect.top}:{letters}${rect.bottom}"
    counts = (f"COUNTIF({each},{cell})>1" for each in (row, column, _absolute(box)))
    return f'AND({cell}<>"",OR({",".join(counts)}))'
