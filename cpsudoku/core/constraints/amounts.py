"""How much a rule may list, and how many rules a puzzle may have.

Every reader has these bounds, which are far above what real puzzles need. They are checked before
any work is done, so an enormous rule is refused at once.
"""

from __future__ import annotations

from collections.abc import Sized

from cpsudoku.core.board import Board
from cpsudoku.runtime.errors import InputError

MOST_RULES = 10_000  # rules of a puzzle, or inside a rule; a 25x25 board has 1,200 edges
LONGEST = 100_000  # characters of the line of a rule
_PER_CELL = 4  # how often a rule may list each cell of its board, on average


def most_cells(board: Board) -> int:
    """The most cells that a rule may list. A cell that is listed twice counts twice."""
    return _PER_CELL * board.total


def refuse_many_cells(cells: Sized, board: Board) -> None:
    """Raise InputError if a rule lists too many cells."""
    if len(cells) > most_cells(board):
        raise InputError(
            "more than {most} cells are listed, which is {times} times as many as the board has",
            most=f"{most_cells(board):,}",
            times=_PER_CELL,
        )


def refuse_many_rules(rules: Sized) -> None:
    """Raise InputError if a puzzle or a rule has too many rules."""
    if len(rules) > MOST_RULES:
        raise InputError("more than {most} rules; a puzzle may have {most}", most=f"{MOST_RULES:,}")


def refuse_long_line(line: str) -> None:
    """Raise InputError if the line of a rule is too long."""
    if len(line) > LONGEST:
        raise InputError(
            "the rule has {count} characters; at most {longest} are allowed",
            count=f"{len(line):,}",
            longest=f"{LONGEST:,}",
        )
