"""Towers: ``5:3//2/...,b4c``, skyscrapers on a Latin square.

The clues above, below, left and right are divided by ``/``. After a comma come the givens, if any.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.formats.links.game_ids.parts import (
    NAME,
    Content,
    IdKind,
    latin_board,
    numbers_by_runs,
    numbers_text,
)
from cpsudoku.formats.links.outside import lines_from_sides, skyscraper_clues
from cpsudoku.formats.symbols import shorten
from cpsudoku.runtime.errors import InputError

_MOST = 9


def read(head: str, description: str) -> Content:
    """The givens and the rules; raises InputError."""
    board = latin_board(head, _MOST)
    clues, _, givens = description.partition(",")
    numbers = clues.split("/")
    lines = lines_from_sides(board)
    if len(numbers) != len(lines):
        raise InputError(
            "{count} clues; a grid of this size has {needed}", count=len(numbers), needed=len(lines)
        )
    rules = list[Constraint]()
    for number, line in zip(numbers, lines, strict=True):
        if number:
            if len(number) > 4 or not 1 <= int(number) <= board.size:
                raise InputError(
                    "{number} is not a clue 1-{size}", number=shorten(number), size=board.size
                )
            rules += rules_of(f"skyscraper {number}: {' '.join(map(board.cell_name, line))}", board)
    cells = numbers_by_runs(givens, len(board), board.size) if givens else [0] * len(board)
    return Grid(bytes(cells), board), rules


def write(puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
    """The game id; raises Unsupported."""
    clues = "/".join(str(clue or "") for clue in skyscraper_clues(puzzle, NAME, rules))
    givens = f",{numbers_text(grid.cells)}" if any(grid.cells) else ""
    return f"{puzzle.board.size}:{clues}{givens}"


GAME = IdKind(re.compile(r"\d{1,2}(?:d[a-z])?:\d*/[\d/]*(?:,[\d_a-z]*)?"), read, write, most=_MOST)
