"""Pencilmark grids as HoDoKu copies them: every cell shows all its candidates."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import BOXES, MARKS, REGIONS, RULES, is_solution
from cpsudoku.formats.document import Document
from cpsudoku.formats.rule_text import rule_text, without_rules
from cpsudoku.formats.text.grid import GridText
from cpsudoku.runtime.printable import one_line

LARGEST = 9  # above it, candidates can have two digits, and no notation separates them


class PencilmarkText(GridText):
    """The format ``pencilmarks``."""

    name = "pencilmarks"
    title = "grids of candidates up to 9x9, as HoDoKu writes them"
    carries = frozenset((RULES, BOXES, REGIONS, MARKS))
    sizes = range(1, LARGEST + 1)

    def recognises(self, document: Document) -> bool:
        """Whether most rows of the sample have as many cells as digits, some with several marks."""
        several = 0
        for line in without_rules(document.sample).splitlines():
            words = re.findall(r"[^\s|│┃║]+", line)
            marked = [re.fullmatch(r"[1-9]{1,9}", word) for word in words]
            if len(words) in (4, 6, 8, 9) and all(marked):
                several += sum(len(word) > 1 for word in words)
        return several >= 2 and super().recognises(document)

    def text_of(self, result: Result) -> str:
        """The candidates that the givens and the pencilmarks leave, in columns; then the rules."""
        if result.grid is None or result.puzzle is None:
            return ""
        marks = candidates_of(result.puzzle, result.grid)
        label = f"# {one_line(result.puzzle.label)}\n" if result.puzzle.label else ""
        rules = "" if is_solution(result) else rule_text(result.puzzle)
        return f"{label}{_draw_marks(marks, result.grid)}{rules}\n"


def candidates_of(puzzle: Puzzle, grid: Grid) -> list[str]:
    """The text of each cell: its digit, or the digits that its peers and the rules allow."""
    every = range(1, grid.board.size + 1)
    allowed = [set(marks) for marks in puzzle.marks or [every] * len(grid.cells)]
    for cell, digit in enumerate(grid.cells):
        peers = {grid[peer] for peer in grid.board.peers[cell]}
        allowed[cell] = {digit} if digit else allowed[cell] - peers
    return ["".join(map(str, sorted(digits))) or "." for digits in allowed]


def _draw_marks(marks: Sequence[str], grid: Grid) -> str:
    size = grid.board.size
    rows, columns = grid.board.box_shape or (size, size)
    widths = [max(len(mark) for mark in marks[column::size]) for column in range(size)]
    parts = [range(at, at + columns) for at in range(0, size, columns)]
    rule = "+".join("-" * (sum(widths[c] + 1 for c in part) + 1) for part in parts)
    text = f".{rule.replace('+', '.')}.\n"
    for r in range(size):
        drawn = (
            " " + " ".join(marks[r * size + c].ljust(widths[c]) for c in part) + " "
            for part in parts
        )
        text += "|" + "|".join(drawn) + "|\n"
        if r + 1 < size and (r + 1) % rows == 0:
            text += f":{rule}:\n"
    return text + f"'{rule.replace('+', chr(39))}'\n"


FORMAT = PencilmarkText()
