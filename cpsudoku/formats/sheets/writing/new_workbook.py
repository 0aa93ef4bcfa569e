"""A workbook for typing puzzles: boxes, validation, and clashes that turn red while typing."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board, House
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.sheets.reading.sheet_picture import Rect
from cpsudoku.formats.sheets.writing.board_cells import add_rules, borders
from cpsudoku.runtime.errors import cell_address

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

TOP, LEFT = 3, 2  # B3: leaves a row for the title and a margin at the left
NAME = "sudoku"
_CLASH = "FF7C80"
_FONT = "Calibri"  # without a name LibreOffice uses a font with serifs
_WIDTH, _HEIGHT = 4.43, 27  # 36 pixels each, in Excel's units


def new_board(board: Board, puzzles: Sequence[Puzzle | None]) -> bytes:
    """A workbook with one board per sheet, with the givens and rules of a puzzle or empty.

    The first board is the named range ``sudoku``, the others are ``sudoku_2`` and so on. There are
    no macros: data validation accepts only digits, conditional formatting shows clashes.
    """
    from openpyxl import Workbook
    from openpyxl.workbook.defined_name import DefinedName

    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    for number, puzzle in enumerate(puzzles, 1):
        title = "Sudoku" if len(puzzles) == 1 else f"Sudoku {number}"
        sheet = workbook.create_sheet(title)
        shown = puzzle or Puzzle(Grid(bytes(len(board)), board))
        _draw(sheet, board, shown.givens)
        add_rules(sheet, shown, TOP, LEFT)
        name = NAME if number == 1 else f"{NAME}_{number}"
        text = f"'{title}'!{_absolute(_board(board))}"
        workbook.defined_names[name] = DefinedName(name, attr_text=text)
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def _board(board: Board) -> Rect:
    return Rect(TOP, LEFT, TOP + board.height - 1, LEFT + board.width - 1)


def _places(board: Board, cells: Iterable[int]) -> list[Rect]:
    """The fewest ranges of these cells: one for a rectangle, else one for each run in a row."""
    runs: list[Rect] = []
    for cell in sorted(cells):
        row, column = board.positions[cell]
        here = Rect(TOP + row, LEFT + column, TOP + row, LEFT + column)
        if runs and runs[-1].bottom == here.top and runs[-1].right == here.left - 1:
            runs[-1] = runs[-1]._replace(right=here.right)
        else:
            runs.append(here)
    whole = Rect(runs[0].top, runs[0].left, runs[-1].bottom, runs[0].right)
    rows = [Rect(row, whole.left, row, whole.right) for row in range(whole.top, whole.bottom + 1)]
    return [whole] if runs == rows else runs


def _absolute(rect: Rect) -> str:
    """``$B$3:$J$11``."""
    ends = (cell_address(rect.top, rect.left), cell_address(rect.bottom, rect.right))
    parts = ((end.rstrip("0123456789"), end) for end in ends)
    return ":".join(f"${letters}${end[len(letters) :]}" for letters, end in parts)


def _draw(sheet: Worksheet, board: Board, grid: Grid) -> None:
    """Add the title, cells, lines, widths, rules for typing, and printing on one page."""
    from openpyxl.styles import Alignment, Font, PatternFill
    from openpyxl.worksheet.properties import PageSetupProperties

    rect, digits = _board(board), f"{board.values[0]}-{board.values[-1]}"
    sheet.cell(1, LEFT, f"Type the digits {digits}, save, then: cpsudoku solve FILE")
    sheet.cell(1, LEFT).font = Font(name=_FONT, italic=True, color="FF808080")
    for cell, (r, c) in enumerate(board.positions):
        value = board.values[grid[cell] - 1] if grid[cell] else None
        target = sheet.cell(TOP + r, LEFT + c, value)
        target.font = Font(name=_FONT, size=16, bold=grid[cell] != 0)
        target.alignment = Alignment(horizontal="center", vertical="center")
        target.border = borders(board, cell, "FF808080")
        if grid[cell]:
            target.fill = PatternFill("solid", fgColor="FFFFFFCC")
    _rules(sheet, board)
    sheet.column_dimensions["A"].width = 2
    for number in range(board.height):
        sheet.row_dimensions[TOP + number].height = _HEIGHT
    for number in range(board.width):
        letters = cell_address(1, LEFT + number)[:-1]
        sheet.column_dimensions[letters].width = _WIDTH
    sheet.sheet_view.showGridLines = False
    sheet.print_area = str(rect)  # without the text above it
    sheet.page_setup.fitToHeight = sheet.page_setup.fitToWidth = 1
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_options.horizontalCentered = True


def _rules(sheet: Worksheet, board: Board) -> None:
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
    for part in _places(board, range(len(board))):
        validation.add(str(part))
    sheet.add_data_validation(validation)
    red = PatternFill(bgColor=f"FF{_CLASH}")
    for part, formula in _clashes(board):
        sheet.conditional_formatting.add(
            str(part),
            FormulaRule(formula=[formula], fill=red),  # type: ignore[no-untyped-call]
        )


def _clashes(board: Board) -> Iterator[tuple[Rect, str]]:
    """For each part of a board, a formula that is true if its first cell repeats in a house.

    The cells of a part are in the same houses, except for their rows and columns.
    """
    houses = [(set(house.cells), _ranges(board, house)) for house in (*board.houses, *board.groups)]
    parts: dict[tuple[tuple[str, ...], ...], list[int]] = {}
    for cell in range(len(board)):
        own = tuple(ranges for cells, ranges in houses if cell in cells)
        if own:
            parts.setdefault(own, []).append(cell)
    for own, cells in parts.items():
        for part in _places(board, cells):
            first = cell_address(part.top, part.left)
            column, row = first.rstrip("0123456789"), part.top
            counts = ("+".join(f"COUNTIF({each},{first})" for each in ranges) for ranges in own)
            formula = ",".join(f"{count}>1" for count in counts).format(column=column, row=row)
            yield part, f'AND({first}<>"",OR({formula}))'


def _ranges(board: Board, house: House) -> tuple[str, ...]:
    """The cells of a house in a formula; ``{row}`` and ``{column}`` are those of the cell."""
    places = _places(board, house.cells)
    first, last = (cell_address(1, at)[:-1] for at in (places[0].left, places[-1].right))
    if len(places) == 1 and house.kind == "row":
        return (f"${first}{{row}}:${last}{{row}}",)
    if len(places) == 1 and house.kind == "column":
        return (f"{{column}}${places[0].top}:{{column}}${places[0].bottom}",)
    return tuple(_absolute(place) for place in places)
