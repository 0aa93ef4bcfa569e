"""Unequal: ``4:0R,3,...``, a Latin square with signs between cells.

Each part is a cell: its digit, or 0, and ``U``, ``R``, ``D`` and ``L`` if it is greater than the
cell above, right, below or left of it. A letter in front is a run of blank cells. In the adjacent
form ``4a:...`` the letters mean that both digits differ by 1, and no letter that they do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.distances.non_consecutive import NonConsecutive
from cpsudoku.core.constraints.pairs.greater import Greater
from cpsudoku.core.constraints.pairs.negative import Negative
from cpsudoku.core.constraints.pairs.white import WhiteDot
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.formats.links.game_ids.parts import NAME, Content, IdKind, latin_board
from cpsudoku.formats.links.unsaid import refused_rule
from cpsudoku.formats.symbols import shorten
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import both, worded

_ID = re.compile(r"\d{1,2}a?(?:d[a-z])?:(?:[a-z]*\d+[URDL]*,){2,}[a-z]*\d*[URDL]*")
_PART = re.compile(r"([a-z]*)(\d+)([URDL]*)")
_STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


def read(head: str, description: str) -> Content:
    """The givens and the rules; raises InputError."""
    is_adjacent = "a" in head.partition("d")[0]
    board = latin_board(head)
    givens, signs = _cells(description, board)
    if not is_adjacent:
        return Grid(bytes(givens), board), _rules("greater", signs, board)
    for one, other in signs:
        if (other, one) not in signs:
            names = both((board.cell_name(one), board.cell_name(other)))
            raise InputError("only one of {names} is marked as adjacent to the other", names=names)
    dots = [(one, other) for one, other in signs if one < other]
    rules = [*_rules("white", dots, board), *rules_of("negative white", board)]
    return Grid(bytes(givens), board), rules


def _cells(description: str, board: Board) -> tuple[list[int], list[tuple[int, int]]]:
    """The digit of each cell, and the pairs of cells with a sign, the marked cell first."""
    givens, signs = list[int](), list[tuple[int, int]]()
    for part in description.removesuffix(",").split(","):
        match = _PART.fullmatch(part)
        if match is None or len(match[2]) > 4 or int(match[2]) > board.size:
            form = worded("a digit 0-{size} and letters of URDL", size=board.size)
            raise InputError("{found} is not {allowed}", found=shorten(part), allowed=form)
        givens += [0] * sum(ord(letter) - 96 for letter in match[1])
        cell = len(givens)
        if cell >= len(board):
            raise InputError("more than {count} cells", count=len(board))
        for letter in dict.fromkeys(match[3]):
            signs.append((cell, _beside(cell, letter, board)))
        givens.append(int(match[2]))
    if len(givens) != len(board):
        raise InputError("{count} of {cells} cells", count=len(givens), cells=len(board))
    return givens, signs


def _beside(cell: int, letter: str, board: Board) -> int:
    (row, column), (down, across) = board.row_column(cell), _STEPS[letter]
    found = board.cell_at.get((row + down, column + across))
    if found is None:
        raise InputError(
            "{letter} of {cell} points off the grid", letter=letter, cell=board.cell_name(cell)
        )
    return found


def _rules(name: str, pairs: Sequence[tuple[int, int]], board: Board) -> list[Constraint]:
    """A rule for each pair of cells."""
    lines = ("; ".join(" ".join(map(board.cell_name, pair)) for pair in pairs),) if pairs else ()
    return [rule for line in lines for rule in rules_of(f"{name}: {line}", board)]


def write(puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
    """The game id; raises Unsupported."""
    board = puzzle.board
    is_adjacent = any(isinstance(rule, WhiteDot | Negative | NonConsecutive) for rule in rules)
    if is_adjacent and not any(isinstance(rule, Negative | NonConsecutive) for rule in rules):
        reason = worded("unless all white dots are given (negative white)")
        raise refused_rule(puzzle, NAME, rules[0], reason)
    signs = dict[int, set[str]]()
    for rule in rules:
        for one, other in _signs(puzzle, rule, is_adjacent):
            (row, column), (r, c) = board.row_column(one), board.row_column(other)
            letter = next(key for key, step in _STEPS.items() if step == (r - row, c - column))
            signs.setdefault(one, set()).add(letter)
    parts = (
        f"{digit}{''.join(letter for letter in _STEPS if letter in signs.get(cell, ()))}"
        for cell, digit in enumerate(grid.cells)
    )
    return f"{board.size}{'a' * is_adjacent}:{','.join(parts)}"


def _signs(puzzle: Puzzle, rule: Constraint, is_adjacent: bool) -> Iterator[tuple[int, int]]:
    """The pairs of cells with a sign of a rule; raises Unsupported."""
    if isinstance(rule, Greater) and not is_adjacent:
        yield from pairwise(rule.cells)
    elif isinstance(rule, WhiteDot) and rule.difference == 1:
        one, other = rule.cells
        yield from ((one, other), (other, one))
    elif not (isinstance(rule, Negative) and rule.marks == ("white",)) and not (
        isinstance(rule, NonConsecutive) and rule.where == "unmarked"
    ):
        raise refused_rule(puzzle, NAME, rule)


GAME = IdKind(_ID, read, write)
