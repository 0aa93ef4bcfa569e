"""Killers as a list of numbers: ``3x3:d:k:3841:3841:...``, as PS and SumoCue write them."""

from __future__ import annotations

import re

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.formats.text.one_per_line import OnePerLine, killer_of
from cpsudoku.runtime.errors import InputError, Source

PS = re.compile(r"3x3:(d?):k:((?:\d{1,5}:){80}\d{1,5}):?")
_CELLS = 81


def puzzle_of_numbers(text: str, source: Source, label: str = "") -> Puzzle:
    """The puzzle of such a line. Each number is 256 times the sum, plus the number of the cage.

    A cell whose sum is 0 is in no cage. Raises InputError.
    """
    match = PS.fullmatch(text)
    if match is None:
        found = text.count(":") - 3
        raise InputError(
            "3x3:d:k: and {cells} numbers are needed, not {found}", cells=_CELLS, found=found
        )
    board = Board.boxes(3, 3)
    cages: dict[int, list[int]] = {}
    for cell, number in enumerate(map(int, match[2].split(":"))):
        if number >> 8:
            cages.setdefault(number, []).append(cell)
    rules = [killer_of(board, number >> 8, cells) for number, cells in cages.items()]
    diagonals = rules_of("diagonals", board) if match[1] else ()
    return Puzzle(Grid(bytes(_CELLS), board), (*diagonals, *rules), source=source, label=label)


class NumberedCages(OnePerLine):
    """The format ``ps``."""

    name = "ps"
    title = "killers as numbers: 3x3:d:k:3841:..., one per line"
    pattern = re.compile(r"3x3:d?:k:[\d:]*")

    def puzzle_of(self, text: str, source: Source, label: str) -> Puzzle:
        """The puzzle of the symbols of a line."""
        return puzzle_of_numbers(text, source, label)


FORMAT = NumberedCages()
