"""The parts of a board on a new sheet: the borders of its cells, and its rules in a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import COMMON_SIZES
from cpsudoku.formats.rule_text import rule_text
from cpsudoku.formats.sheets.writing.newsheet import put
from cpsudoku.runtime.errors import Source, Unsupported
from cpsudoku.scene.edges import is_parted

if TYPE_CHECKING:
    from openpyxl.styles import Border
    from openpyxl.worksheet.worksheet import Worksheet


def refuse_unfindable(board: Board, source: Source) -> None:
    """Raise Unsupported for a board that would not be found when the sheet is read.

    Regions are written beside the board and determine its size.
    """
    if board.size not in COMMON_SIZES and not board.regions:
        sizes = ", ".join(map(str, COMMON_SIZES))
        shape = f"{board.height}x{board.width}"
        raise Unsupported(
            "{source}: sheets hold the sizes {sizes}, and this board is {shape}; try {to} json",
            source=source,
            sizes=sizes,
            shape=shape,
        )


def borders(board: Board, cell: int, thin_color: str = "FF000000") -> Border:
    """The borders of a cell: thick between regions and around the board."""
    from openpyxl.styles import Border, Side

    thin, thick = Side(style="thin", color=thin_color), Side(style="medium")
    r, c = board.positions[cell]
    left, right, top, bottom = (
        thick if is_parted(board, (r, c), beyond) else thin
        for beyond in ((r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c))
    )
    return Border(left=left, right=right, top=top, bottom=bottom)


def add_rules(sheet: Worksheet, puzzle: Puzzle, top: int = 1, left: int = 1) -> None:
    """Add a table ``rule | cells | value`` beside a board at a place, unless it would be empty."""
    lines = rule_text(puzzle).splitlines()
    if puzzle.board.box_shape is not None:  # the lines between the cells show it
        lines = [line for line in lines if not line.startswith("boxes:")]
    if not lines:
        return
    left += puzzle.board.width + 1
    for column, heading in enumerate(("rule", "cells", "value")):
        put(sheet, top, left + column, heading)
    for row, line in enumerate(lines, top + 1):
        head, _, cells = line.partition(":")
        name, _, value = head.partition(" ")
        for column, text in enumerate((name, cells.strip(), value)):
            if text:
                put(sheet, row, left + column, text)
