"""Positions as lines to listen to, for screen readers: no frames, row by row, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby

from cpsudoku.core.candidates import Candidate, Candidates, digits_of
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import ROLES, Step


def spoken_position(
    candidates: Candidates,
    step: Step | None = None,
    written: Collection[Candidate] | None = None,
) -> Iterator[str]:
    """A line for each row: its digits, and for each blank cell the candidates; then a step's parts.

    written: the candidates that are named, by default all.
    """
    board = candidates.board
    cells = range(len(board.positions))
    for row, places in groupby(cells, key=lambda cell: board.row_column(cell)[0]):
        texts = [_cell_text(candidates, cell, written) for cell in places]
        yield translated("Row {row}: {cells}.", row=row + 1, cells=", ".join(texts))
    for role in step.roles if step is not None else ():
        names = [
            translated(
                "{digits} in {cells}",
                digits=_digits_text(candidates, [digit for _, digit in each]),
                cells=board.cell_name(cell),
            )
            for cell, each in groupby(sorted(role.candidates), key=lambda at: at[0])
        ]
        title = translated(ROLES[role.name])
        label = f" {role.label}" if role.label else ""
        yield f"{title}{label}: {', '.join(names)}."


def spoken_grid(grid: Grid, marked: Collection[int] = ()) -> Iterator[str]:
    """A line for each row of a grid, and one for the cells that are marked, as wrong or different.

    The digits after ``blank`` of a blank are not named: they are not written.
    """
    yield from spoken_position(Candidates(Puzzle(grid), grid.cells, (0,) * len(grid.cells)))
    if marked:
        names = ", ".join(grid.board.cell_name(cell) for cell in sorted(marked))
        yield translated("Marked cells: {cells}.", cells=names)


def _cell_text(candidates: Candidates, cell: int, written: Collection[Candidate] | None) -> str:
    """``5``, or ``blank 1 2 4``; after the name of the cell if its row has holes."""
    board, digit = candidates.board, candidates.cells[cell]
    row = board.row_column(cell)[0]
    is_whole = sum(place[0] == row for place in board.positions) == board.width
    name = "" if is_whole else f"{board.cell_name(cell)}: "
    if digit:
        return f"{name}{board.symbols[digit]}"
    digits = [
        each
        for each in digits_of(candidates.marks[cell])
        if written is None or (cell, each) in written
    ]
    return f"{name}{translated('blank')} {_digits_text(candidates, digits)}".rstrip()


def _digits_text(candidates: Candidates, digits: Collection[int]) -> str:
    return " ".join(candidates.board.symbols[digit] for digit in digits)
