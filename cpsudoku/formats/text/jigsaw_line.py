"""Jigsaws in one line: the givens, then the region of each cell; or the regions alone."""

from __future__ import annotations

import re
from collections import Counter
from math import isqrt

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import SIZE_OF_CELLS
from cpsudoku.formats.symbols import fast_digits
from cpsudoku.formats.text.one_per_line import OnePerLine
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.words import worded

LARGEST = 9  # the format ``line`` reads longer lines, in which letters are also digits
JIGSAW = re.compile(r"(?:[0-9._*-]{16,81})[A-Za-z]{16,81}")


def puzzle_of_jigsaw(text: str, source: Source, label: str = "") -> Puzzle:
    """The puzzle of a symbol for each cell, then a symbol for the region of each cell.

    Raises InputError.
    """
    half = len(text) // 2
    size = SIZE_OF_CELLS.get(half, 0)
    if len(text) % 2 or not 0 < size <= LARGEST:
        needed = worded(
            "81 givens and 81 regions, or as many of up to {largest}x{largest} cells",
            largest=LARGEST,
        )
        raise InputError(
            "{count} symbols; a jigsaw has {needed}", source, count=len(text), needed=needed
        )
    try:
        board = board_of_layout(text[half:])
        digits = fast_digits(text[:half], size)
        if digits is None:
            raise InputError(
                "the first {half} symbols are givens from 1 to {size} and blanks",
                half=half,
                size=size,
            )
        return Puzzle(Grid(digits, board), source=source, label=label)
    except InputError as error:
        raise InputError(error.problem, source) from None


def is_filled(text: str) -> bool:
    """Whether a text has a letter for each cell of a square board, each as often as it has rows."""
    if not text.isalpha() or len(text) not in SIZE_OF_CELLS:
        return False
    counts = Counter(text)
    return len(counts) == SIZE_OF_CELLS[len(text)] and len(set(counts.values())) == 1


def is_layout(text: str) -> bool:
    """Whether a text names the region of each cell with a letter.

    In a solution that is written with letters, those of each row and column differ.
    """
    if not is_filled(text):
        return False
    size = SIZE_OF_CELLS[len(text)]
    rows = [text[at : at + size] for at in range(0, len(text), size)]
    return any(len(set(line)) < size for line in (*rows, *zip(*rows, strict=True)))


def board_of_layout(layout: str) -> Board:
    """The board of a layout with one symbol per cell; raises BadShape."""
    size = isqrt(len(layout))
    return Board.jigsaw([layout[at : at + size] for at in range(0, size * size, size)])


class JigsawLine(OnePerLine):
    """The format ``jigsaw``."""

    name = "jigsaw"
    title = "jigsaws up to 9x9: the givens, then the letter of each cell's region, one per line"
    pattern = JIGSAW

    def puzzle_of(self, text: str, source: Source, label: str) -> Puzzle:
        """The puzzle of the symbols of a line."""
        return puzzle_of_jigsaw(text, source, label)


FORMAT = JigsawLine()
