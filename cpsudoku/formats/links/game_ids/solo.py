"""Solo: ``3x3:b5a2...``, a Sudoku, also with jigsaws, X and killers.

The part before the colon begins with the numbers of rows and columns of a block: ``3x2`` has blocks
of three rows and two columns. Then come ``j`` (jigsaw), ``x`` (diagonals), ``k`` (killer), and
settings of Solo's generator (``a``, ``m4``, ``r2``, ``db``), which are ignored here. After the
colon come the givens (a letter is a run of blanks), the borders of the regions, the borders of the
cages, and the sums of the cages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.core.constraints.regions.diagonals import Diagonals
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.formats.links.game_ids.parts import (
    NAME,
    Content,
    IdKind,
    groups_text,
    lettered_groups,
    numbers_by_runs,
    numbers_text,
    refuse_size,
)
from cpsudoku.formats.links.regions import is_joined
from cpsudoku.formats.links.unsaid import refusal, refused_rule, take_cage
from cpsudoku.formats.symbols import shorten
from cpsudoku.formats.text.one_per_line import killer_of
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import worded

_KIND = r"(\d{1,2})(?:x(\d{1,2}))?((?:[jxk]|[rma]d?\d?|d[tbiaeu])*)"
_HEAD = re.compile(_KIND)


@dataclass(frozen=True)
class _Kind:
    """The meaning of the part before the colon."""

    size: int
    block: tuple[int, int] | None  # rows and columns, or None for a jigsaw
    has_diagonals: bool
    is_killer: bool


def read(head: str, description: str) -> Content:
    """The givens and the rules; raises InputError."""
    kind = _kind(head)
    parts = iter(description.split(","))
    givens = numbers_by_runs(next(parts), kind.size**2, kind.size)
    board = Board.boxes(*kind.block) if kind.block else _jigsaw(_next(parts), kind.size)
    rules = list(rules_of("diagonals", board)) if kind.has_diagonals else []
    if kind.is_killer:
        rules += _cages(_next(parts), _next(parts), board)
    left = next(parts, None)
    if left is not None:
        raise InputError("{left} is more than the parts of this kind of puzzle", left=shorten(left))
    return Grid(bytes(givens), board), rules


def _kind(head: str) -> _Kind:
    match = _HEAD.fullmatch(head)
    if match is None:
        raise InputError(
            "{head} is not a kind of puzzle such as 3x3, 9j or 3x3kx", head=shorten(head)
        )
    flags = re.sub(r"d[tbiaeu]|[rma]d?\d?", "", match[3])
    rows, columns = int(match[1]), int(match[2] or 1)
    is_jigsaw = columns == 1 or "j" in flags
    size = rows * columns
    refuse_size(size, 2)
    return _Kind(size, None if is_jigsaw else (rows, columns), "x" in flags, "k" in flags)


def _next(parts: Iterator[str]) -> str:
    part = next(parts, None)
    if part is None:
        raise InputError("a part is missing: the borders of regions or cages, or their sums")
    return part


def _jigsaw(text: str, size: int) -> Board:
    names = [0] * (size * size)
    for number, cells in enumerate(lettered_groups(text, size)):
        for cell in cells:
            names[cell] = number
    return Board.jigsaw([names[at : at + size] for at in range(0, size * size, size)])


def _cages(borders: str, sums: str, board: Board) -> list[Constraint]:
    """The cages; the sum of each is in one of its cells."""
    clues = numbers_by_runs(sums, len(board), board.size * len(board))
    found = []
    for cells in lettered_groups(borders, board.size):
        total = next((clues[cell] for cell in cells if clues[cell]), 0)
        if total or len(cells) > 1:
            found.append(killer_of(board, total, cells))
    return found


def write(puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
    """The game id of a board with boxes or regions; raises Unsupported."""
    board, size = puzzle.board, puzzle.board.size
    for rule in rules:
        if isinstance(rule, Diagonals) and rule.which == "both":
            continue
        if not isinstance(rule, KillerCage) or rule.sum == 0:
            raise refused_rule(puzzle, NAME, rule)
    head, parts = _written_board(puzzle), [numbers_text(grid.cells)]
    if "j" in head:
        parts.append(groups_text(_regions(board), size))
    if any(isinstance(rule, Diagonals) for rule in rules):
        head += "x"
    cages = [rule for rule in rules if isinstance(rule, KillerCage)]
    if cages:
        head += "k"
        parts += _written_cages(puzzle, cages)
    return f"{head}:{','.join(parts)}"


def _written_board(puzzle: Puzzle) -> str:
    """The first part of the head: the sides of a block, or the size and ``j``."""
    shape, size = puzzle.board.box_shape, puzzle.board.size
    if shape is not None and min(shape) > 1:
        return f"{shape[0]}x{shape[1]}"
    if not all(is_joined(cells, puzzle.board) for cells in _regions(puzzle.board)):
        raise refusal(puzzle, NAME, worded("regions whose cells do not touch"))
    return f"{size}j"


def _regions(board: Board) -> list[Sequence[int]]:
    return [house.cells for house in board.houses if house.kind == "box"]


def _written_cages(puzzle: Puzzle, cages: Sequence[KillerCage]) -> list[str]:
    """The borders and the sums of the cages. Each other cell is a cage without a sum."""
    size = puzzle.board.size
    if size > 9:
        raise refusal(puzzle, NAME, worded("cages on a {size}x{size} board", size=size))
    sums = [0] * size**2
    taken: set[int] = set()
    for cage in cages:
        take_cage(puzzle, NAME, cage, taken)
        sums[min(cage.cells)] = cage.sum or 0
    alone = [[cell] for cell in range(size**2) if cell not in taken]
    return [groups_text([*(cage.cells for cage in cages), *alone], size), numbers_text(sums)]


GAME = IdKind(re.compile(rf"{_KIND}:[0-9a-z_,]+"), read, write, least=2)
