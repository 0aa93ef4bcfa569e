"""A workbook for typing puzzles: boxes, validation, and clashes that turn red while typing."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.houses_and_sums import HousesAndSums
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.sheets.writing.board_cells import add_rules, borders
from cpsudoku.formats.sheets.writing.board_formulas import (
    LEFT,
    NOTHING_ELSE,
    TOP,
    absolute,
    clash_formulas,
    places,
    range_of_board,
)
from cpsudoku.formats.sheets.writing.live_board import add_candidates, add_status, checked_parts
from cpsudoku.runtime.errors import cell_address

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

NAME = "sudoku"
_CLASH = "FF7C80"
_FONT = "Calibri"  # without a name LibreOffice uses a font with serifs
_WIDTH, _HEIGHT = 4.43, 27  # 36 pixels each, in Excel's units
_WIDE, _HIGH = 9.0, 36  # of the cells with candidates
USUAL = "Type the digits {digits}, save, then: cpsudoku solve FILE"
LIVE = "Type the digits {digits}. Clashing digits turn red, and a finished board turns green."


def new_board(board: Board, puzzles: Sequence[Puzzle | None], live: bool = False) -> bytes:
    """A workbook with one board per sheet, with the givens and rules of a puzzle or empty.

    The first board is the named range ``sudoku``, the others are ``sudoku_2`` and so on. There are
    no macros: data validation accepts only digits, conditional formatting shows clashes. A ``live``
    board checks its rules too, says when it is finished, and has a second sheet with candidates.
    Raises Unsupported for rules that formulas do not check.
    """
    from openpyxl import Workbook
    from openpyxl.workbook.defined_name import DefinedName

    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    for number, puzzle in enumerate(puzzles, 1):
        title = "Sudoku" if len(puzzles) == 1 else f"Sudoku {number}"
        sheet = workbook.create_sheet(title)
        shown = puzzle or Puzzle(Grid(bytes(len(board)), board))
        more = checked_parts(shown) if live else NOTHING_ELSE
        _draw(sheet, board, shown.givens, LIVE if live else USUAL)
        _rules(sheet, board, more)
        add_rules(sheet, shown, TOP, LEFT)
        if live:
            other = workbook.create_sheet(title.replace("Sudoku", "Candidates"))
            _size(other, board, _WIDE, _HIGH)
            add_candidates(other, board, more, title)
            add_status(sheet, board, other.title)
        name = NAME if number == 1 else f"{NAME}_{number}"
        text = f"'{title}'!{absolute(range_of_board(board))}"
        workbook.defined_names[name] = DefinedName(name, attr_text=text)
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def _draw(sheet: Worksheet, board: Board, grid: Grid, about: str) -> None:
    """Add the title, cells, lines, widths, rules for typing, and printing on one page."""
    from openpyxl.styles import Alignment, Font, PatternFill
    from openpyxl.worksheet.properties import PageSetupProperties

    rect, digits = range_of_board(board), f"{board.values[0]}-{board.values[-1]}"
    sheet.cell(1, LEFT, about.format(digits=digits))
    sheet.cell(1, LEFT).font = Font(name=_FONT, italic=True, color="FF808080")
    for cell, (r, c) in enumerate(board.positions):
        value = board.values[grid[cell] - 1] if grid[cell] else None
        target = sheet.cell(TOP + r, LEFT + c, value)
        target.font = Font(name=_FONT, size=16, bold=grid[cell] != 0)
        target.alignment = Alignment(horizontal="center", vertical="center")
        target.border = borders(board, cell, "FF808080")
        if grid[cell]:
            target.fill = PatternFill("solid", fgColor="FFFFFFCC")
    _size(sheet, board, _WIDTH, _HEIGHT)
    sheet.print_area = str(rect)  # without the text above it
    sheet.page_setup.fitToHeight = sheet.page_setup.fitToWidth = 1
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_options.horizontalCentered = True


def _size(sheet: Worksheet, board: Board, width: float, height: float) -> None:
    """Make the cells of a board so wide and high, and hide the lines of the sheet."""
    sheet.column_dimensions["A"].width = 2
    for number in range(board.height):
        sheet.row_dimensions[TOP + number].height = height
    for number in range(board.width):
        letters = cell_address(1, LEFT + number)[:-1]
        sheet.column_dimensions[letters].width = width
    sheet.sheet_view.showGridLines = False


def _rules(sheet: Worksheet, board: Board, more: HousesAndSums) -> None:
    """Add validation, and a red cell for a digit that occurs twice in a house, box by box."""
    from openpyxl.formatting.rule import FormulaRule
    from openpyxl.styles import PatternFill
    from openpyxl.worksheet.datavalidation import DataValidation

    least, most = board.values[0], board.values[-1]
    validation = DataValidation(
        "whole", operator="between", formula1=str(least), formula2=str(most)
    )
    validation.allow_blank = True
    validation.errorTitle = "Not a digit of this Sudoku"
    validation.error = f"Type a whole number from {least} to {most}, or leave the cell empty."
    validation.showErrorMessage = True
    for part in places(board, range(len(board))):
        validation.add(str(part))
    sheet.add_data_validation(validation)
    red = PatternFill(bgColor=f"FF{_CLASH}")
    for part, formula in clash_formulas(board, more):
        sheet.conditional_formatting.add(
            str(part),
            FormulaRule(formula=[formula], fill=red),  # type: ignore[no-untyped-call]
        )
