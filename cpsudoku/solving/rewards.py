"""Scores the answer of a learner to a puzzle."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving.reading import Solvable, as_puzzle
from cpsudoku.solving.settling import settle

SECONDS = 10.0


@dataclass(frozen=True)
class Reward:
    """The parts of a score. Each part is a number from 0 to 1.

    ``format``: 1 if the answer has one symbol for each cell. ``givens``: the share of givens that
    it keeps. ``cells``: the share of blank cells that are right; None if the puzzle does not have
    exactly one solution. ``solved``: 1 if it is a solution, as the rules alone define it.
    """

    format: float
    givens: float
    cells: float | None
    solved: float

    @property
    def total(self) -> float:
        """A score from 0 to 1: 1 only for a solution.

        An answer that is not a solution gets 0.1 for its format, 0.1 for the givens and up to 0.5
        for right cells.
        """
        if self.solved:
            return 1.0
        return 0.1 * self.format + 0.1 * self.givens * self.format + 0.5 * (self.cells or 0.0)


def reward(puzzle: Solvable, answer: object) -> Reward:
    """Score an answer: its format, the givens it keeps, its right cells, whether it is a solution.

    ``answer`` is a text, a grid or numbers. In a text, spaces, line ends and the lines of a drawn
    grid do not count. An answer that is not a grid of this board is not an error; its score is 0.
    Scoring one answer after the other to the same puzzle solves it only once. Raises InputError if
    ``puzzle`` is not a puzzle.

    >>> reward("1..4..1.2......3", "1234 3412 2341 4123").total
    1.0
    >>> reward("1..4..1.2......3", "1234 3412 2341 4121")
    Reward(format=1.0, givens=0.8, cells=1.0, solved=0.0)
    """
    asked = as_puzzle(puzzle)
    digits = _digits(asked, answer)
    if digits is None:
        return Reward(0.0, 0.0, 0.0, 0.0)
    given = [cell for cell, digit in enumerate(asked.givens.cells) if digit]
    kept = [cell for cell in given if digits[cell] == asked.givens[cell]]
    solved = all(digits) and asked.is_solved_by(Grid(bytes(digits), asked.board))
    return Reward(
        1.0, len(kept) / len(given) if given else 1.0, _right(asked, digits), float(solved)
    )


def _right(puzzle: Puzzle, digits: list[int]) -> float | None:
    """The share of blank cells that equal the only solution."""
    solution = _solution(puzzle)
    if solution is None:
        return None
    blank = [cell for cell, digit in enumerate(puzzle.givens.cells) if not digit]
    right = [cell for cell in blank if digits[cell] == solution[cell]]
    return len(right) / len(blank) if blank else 1.0


@lru_cache(maxsize=4096)
def _solution(puzzle: Puzzle) -> Grid | None:
    """The only solution of a puzzle."""
    verdict = settle(puzzle, limit=Limit(seconds=SECONDS))
    return verdict.solution if verdict.is_unique else None


def _digits(puzzle: Puzzle, answer: object) -> list[int] | None:
    """The digit of each cell, 0 for a blank; None if the answer does not have that many."""
    board = puzzle.board
    if isinstance(answer, str):
        known = {symbol: digit for digit, symbol in enumerate(board.symbols)}
        known |= {symbol.lower(): digit for symbol, digit in known.items()}
        symbols = re.sub(r"[\s|+-]", "", answer)
        digits = [known.get(symbol, -1) for symbol in symbols]
    else:
        digits = _numbers(answer, board.size)
    return digits if len(digits) == len(board) and min(digits) >= 0 else None


def _numbers(answer: Any, size: int) -> list[int]:
    """The digits of a grid, a verdict, or numbers in rows; -1 for other values."""
    answer = getattr(answer, "solution", answer)
    if isinstance(answer, Grid):
        return list(answer.cells)
    found: list[int] = []
    try:
        for row in answer:
            found += _numbers(row, size) if hasattr(row, "__iter__") else [_whole(row, size)]
    except (TypeError, InputError):
        return []
    return found


def _whole(value: Any, size: int) -> int:
    try:
        digit = int(value)
    except (TypeError, ValueError, OverflowError):
        return -1
    return digit if digit == value and 0 <= digit <= size else -1
