"""All candidates in one line: nine symbols for each of 81 cells. A dot is an excluded digit."""

from __future__ import annotations

import re

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.text.one_per_line import OnePerLine
from cpsudoku.runtime.errors import InputError, Source

MARKS_LINE = re.compile(r"[1-9.]{729}")
_CELLS = 81


def puzzle_of_marks(text: str, source: Source, label: str = "") -> Puzzle:
    """The puzzle of 729 symbols. A cell with one candidate is a given. Raises InputError."""
    marks = []
    for cell in range(_CELLS):
        digits = [int(each) for each in text[9 * cell :][:9] if each != "."]
        if digits != sorted(set(digits)):
            r, c = divmod(cell, 9)
            raise InputError(
                "the candidates of r{r}c{c} are not in order", source, r=r + 1, c=c + 1
            )
        marks.append(tuple(digits))
    givens = bytes(digits[0] if len(digits) == 1 else 0 for digits in marks)
    grid = Grid(givens, Board.boxes(3, 3))
    return Puzzle(grid, source=source, label=label, marks=tuple(marks))


class MarksLine(OnePerLine):
    """The format ``marks``."""

    name = "marks"
    title = "candidates of 9x9 in 729 symbols, nine for each cell, one puzzle per line"
    pattern = MARKS_LINE

    def puzzle_of(self, text: str, source: Source, label: str) -> Puzzle:
        """The puzzle of the symbols of a line."""
        return puzzle_of_marks(text, source, label)


FORMAT = MarksLine()
