"""A board that checks itself: formulas show its candidates and say when it is finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.houses_and_sums import HousesAndSums, houses_and_sums
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.sheets.writing.board_formulas import (
    LEFT,
    TOP,
    Fault,
    absolute,
    clash,
    faults,
    filled_in,
    places,
    range_of_board,
)
from cpsudoku.runtime.errors import Unsupported, cell_address

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_GREEN = "FFC6EFCE"
_CLASH = "!"  # on the second sheet: a digit that clashes
_NOTHING = "-"  # an empty cell without candidates
_LONGEST = 8000  # characters of a formula; Excel allows 8192
FINISHED = "Finished: all digits are right"


def checked_parts(puzzle: Puzzle) -> HousesAndSums:
    """What the rules of a puzzle say that formulas check. Raises Unsupported for other rules."""
    found = houses_and_sums(puzzle.constraints)
    if not isinstance(found, HousesAndSums):
        raise Unsupported(
            "{source}: formulas do not check the rule {found}",
            source=puzzle.source,
            found=found.title,
        )
    if puzzle.board.lowest != 1:
        raise Unsupported(
            "{source}: formulas do not check a board with digits from 0", source=puzzle.source
        )
    return found


def add_candidates(sheet: Worksheet, board: Board, more: HousesAndSums, about: str) -> None:
    """Fill a sheet with the candidates of each empty cell of the board on the sheet ``about``.

    A candidate is a digit that no cell of its houses holds. Raises Unsupported if a formula would
    be too long for Excel.
    """
    from openpyxl.styles import Alignment, Font

    sheet.cell(1, LEFT, f"Candidates of each empty cell; {_CLASH} marks a digit that clashes")
    prefix = f"'{about}'!"
    for fault, cells in faults(board, more).items():
        for cell in cells:
            row, column = board.positions[cell]
            address = cell_address(TOP + row, LEFT + column)
            formula = _candidates(board, fault, address, prefix)
            if len(formula) > _LONGEST:
                raise Unsupported(
                    "the board: the formula for {address} is too long for Excel", address=address
                )
            target = sheet.cell(TOP + row, LEFT + column, formula)
            target.font = Font(name="Calibri", size=9, color="FF808080")
            target.alignment = Alignment(horizontal="center", vertical="center", wrap_text=True)


def _candidates(board: Board, fault: Fault, address: str, sheet: str) -> str:
    """The formula for the candidates of a cell, or for whether its digit clashes."""
    ranges = [filled_in(each, address, sheet) for own in fault[0] for each in own]
    digits = (
        f'IF({"+".join(f"COUNTIF({each},{digit})" for each in ranges)}=0,"{digit} ","")'
        for digit in range(1, board.size + 1)
    )
    wrong = f'IF({clash(fault, address, sheet)},"{_CLASH}","")'
    found = f"TRIM({'&'.join(digits)})"
    return f'=IF({sheet}{address}<>"",{wrong},IF({found}="","{_NOTHING}",{found}))'


def add_status(sheet: Worksheet, board: Board, candidates: str) -> None:
    """Add a line below the board that says what is left, and turn a finished board green."""
    from openpyxl.formatting.rule import FormulaRule
    from openpyxl.styles import PatternFill

    own = places(board, range(len(board)))
    cells = ",".join(map(absolute, own))
    other = absolute(range_of_board(board))
    wrong = f"COUNTIF('{candidates}'!{other},\"{_CLASH}\")"
    stuck = f"COUNTIF('{candidates}'!{other},\"{_NOTHING}\")"
    open_cells = f'"Empty cells: "&({len(board)}-COUNT({cells}))'
    row = TOP + board.height + 1
    sheet.cell(row, LEFT).value = (
        f'=IF({wrong}>0,"Clashing digits: "&{wrong},'
        f'IF({stuck}>0,"Empty cells without a candidate: "&{stuck},'
        f'IF(COUNT({cells})={len(board)},"{FINISHED}",{open_cells})))'
    )
    formula = f'${cell_address(1, LEFT)[:-1]}${row}="{FINISHED}"'
    green = PatternFill(bgColor=_GREEN)
    for part in own:
        sheet.conditional_formatting.add(
            str(part),
            FormulaRule(formula=[formula], fill=green),  # type: ignore[no-untyped-call]
        )
