"""Killers in 81 symbols: each cell is the sum of its cage or points towards it.

``0-9``, ``A-Z`` (10-35) and ``a-j`` (36-45) are sums; ``<v>^`` and, diagonally, ``` `',. ``` point.
"""

from __future__ import annotations

import re

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.text.one_per_line import OnePerLine, killer_of
from cpsudoku.runtime.errors import InputError, Source

KILLER = re.compile(r"(?=[^<v>^`',]*[<v>^`',])[0-9A-Za-j<v>^`',.]{81}")
_STEPS = {
    **{"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0)},
    **{"`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1)},
}
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"


def puzzle_of_killer(text: str, source: Source, label: str = "") -> Puzzle:
    """The puzzle of 81 symbols; raises InputError if cells point at each other."""
    board = Board.boxes(3, 3)
    cages: dict[int, list[int]] = {}
    for cell in range(81):
        cages.setdefault(_root(text, cell), []).append(cell)
    rules = [
        killer_of(board, _SUMS.index(text[root]), cells)
        for root, cells in cages.items()
        if text[root] in _SUMS and (text[root] != "0" or len(cells) > 1)
    ]
    return Puzzle(Grid(bytes(81), board), tuple(rules), source=source, label=label)


def _root(text: str, cell: int) -> int:
    """The cell that a chain of pointers ends at. A cell that points off the board is a root."""
    at = cell
    for _ in range(81):
        r, c = divmod(at, 9)
        step = _STEPS.get(text[at])
        if step is None or not (0 <= r + step[0] < 9 and 0 <= c + step[1] < 9):
            return at
        at = 9 * (r + step[0]) + c + step[1]
    raise InputError(
        "the cage of cell {cell} of 81 has no sum: its cells form a loop", cell=cell + 1
    )


class KillerLine(OnePerLine):
    """The format ``killer``."""

    name = "killer"
    title = "killers in 81 symbols, which point to the sum of their cage, one per line"
    pattern = KILLER

    def puzzle_of(self, text: str, source: Source, label: str) -> Puzzle:
        """The puzzle of the symbols of a line."""
        return puzzle_of_killer(text, source, label)


FORMAT = KillerLine()
