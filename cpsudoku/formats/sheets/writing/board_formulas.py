"""Formulas about a board on a new sheet: what clashes in its houses and cages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.houses_and_sums import HousesAndSums
from cpsudoku.formats.sheets.reading.sheet_picture import Rect
from cpsudoku.runtime.errors import cell_address

TOP, LEFT = 3, 2  # B3: leaves a row for the title and a margin at the left
NOTHING_ELSE = HousesAndSums()
Fault = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]


def range_of_board(board: Board) -> Rect:
    """The range of a board."""
    return Rect(TOP, LEFT, TOP + board.height - 1, LEFT + board.width - 1)


def places(board: Board, cells: Iterable[int]) -> list[Rect]:
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


def absolute(rect: Rect) -> str:
    """``$B$3:$J$11``."""
    ends = (cell_address(rect.top, rect.left), cell_address(rect.bottom, rect.right))
    parts = ((end.rstrip("0123456789"), end) for end in ends)
    return ":".join(f"${letters}${end[len(letters) :]}" for letters, end in parts)


def faults(board: Board, more: HousesAndSums = NOTHING_ELSE) -> dict[Fault, list[int]]:
    """What can be wrong with a digit by its houses and by the facts of rules, with its cells.

    A fault has the ranges of each house in which the digit may occur twice, and conditions about
    sums. The ranges have ``{row}`` and ``{column}`` where they depend on the cell, and ``{sheet}``.
    """
    own_houses = [(house.cells, house.kind) for house in (*board.houses, *board.groups)]
    every = (*own_houses, *((cells, "") for cells in more.different))
    houses = [(set(cells), _ranges(board, cells, kind)) for cells, kind in every]
    sums = [(set(cells), _wrong_sum(board, cells, total)) for cells, total in more.sums]
    found: dict[Fault, list[int]] = {}
    for cell in range(len(board)):
        own = tuple(ranges for cells, ranges in houses if cell in cells)
        wrong = tuple(text for cells, text in sums if cell in cells)
        if own or wrong:
            found.setdefault((own, wrong), []).append(cell)
    return found


def clash(fault: Fault, address: str, sheet: str = "") -> str:
    """A formula that is true if the digit at an address has one of these faults."""
    own, wrong = fault
    counts = ("+".join(f"COUNTIF({each},{{sheet}}{address})" for each in ranges) for ranges in own)
    text = ",".join((*(f"{count}>1" for count in counts), *wrong))
    return f"OR({filled_in(text, address, sheet)})"


def filled_in(text: str, address: str, sheet: str = "") -> str:
    """A text with the row and column of an address, and with the sheet of its ranges."""
    column = address.rstrip("0123456789")
    return text.format(column=column, row=address[len(column) :], sheet=sheet)


def clash_formulas(board: Board, more: HousesAndSums = NOTHING_ELSE) -> Iterator[tuple[Rect, str]]:
    """For each part of a board, a formula that is true if its first cell holds a wrong digit.

    The cells of a part have the same faults, except for their rows and columns.
    """
    for fault, cells in faults(board, more).items():
        for part in places(board, cells):
            first = cell_address(part.top, part.left)
            yield part, f'AND({first}<>"",{clash(fault, first)})'


def _ranges(board: Board, cells: Sequence[int], kind: str) -> tuple[str, ...]:
    """The cells of a house in a formula; ``{row}`` and ``{column}`` are those of the cell."""
    found = places(board, cells)
    first, last = (cell_address(1, at)[:-1] for at in (found[0].left, found[-1].right))
    if len(found) == 1 and kind == "row":
        return (f"{{sheet}}${first}{{row}}:${last}{{row}}",)
    if len(found) == 1 and kind == "column":
        return (f"{{sheet}}{{column}}${found[0].top}:{{column}}${found[0].bottom}",)
    return tuple(f"{{sheet}}{absolute(place)}" for place in found)


def _wrong_sum(board: Board, cells: Sequence[int], total: int) -> str:
    """A condition that is true if the digits of some cells can't add up to a total."""
    ranges = ",".join(f"{{sheet}}{absolute(place)}" for place in places(board, cells))
    whole = f"AND(COUNT({ranges})={len(cells)},SUM({ranges})<>{total})"
    return f"SUM({ranges})>{total},{whole}"
