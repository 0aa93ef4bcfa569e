"""Boards as Sukaku Explainer sees them: houses, and cells that exclude digits of others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.constraints.distances.non_consecutive import NonConsecutive
from cpsudoku.core.constraints.distances.toroidal import Toroidal, ToroidalNonConsecutive
from cpsudoku.core.constraints.regions.windows import Windows
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.techniques.compiled.records import MOST_FAMILIES, MOST_JUMPS, MOST_NEAR

Cells = tuple[int, ...]
Touching = NonConsecutive | ToroidalNonConsecutive
LARGEST = 9  # digits of a board; the searches in plain Python take minutes on larger ones
# The order in which Sukaku Explainer looks at kinds of house, and at the moves of chess.
RULES = ("disjoint-groups", "windows", "diagonals")
KING = ((1, 1), (1, -1), (-1, -1), (-1, 1))  # rows, columns
KNIGHT = ((2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2))
TOUCHING = ((-1, 0), (1, 0), (0, 1), (0, -1))


@dataclass(frozen=True)
class Ground:
    """The houses of a square board in families: boxes, columns, rows, then each other kind.

    ``jumps`` are the peers of each cell outside its houses, of which chains use the first
    ``linked``, and ``near`` those that may not hold consecutive digits. ``windows`` is the family
    of windows, or -1. It ``is_general`` if there is more than boxes, columns and rows: then
    techniques look at peers instead of houses. If it ``is_toroidal``, moves cross the edges.
    """

    size: int
    families: tuple[tuple[Cells, ...], ...]
    jumps: tuple[Cells, ...]
    near: tuple[Cells, ...]
    linked: Cells
    windows: int = -1
    is_general: bool = True
    is_toroidal: bool = False

    def looks(self, cell: int) -> Cells:
        """The jumps of a cell in the order in which Sukaku Explainer looks at peers."""
        turned = [(down, across) for across, down in (*KING, *KNIGHT)]
        moved = [_moved(cell, move, self.size, self.is_toroidal) for move in turned]
        return tuple(
            dict.fromkeys([p for p in moved if p in self.jumps[cell]])
            | dict.fromkeys(self.jumps[cell])
        )


def candidates_on(ground: Ground, puzzle: Puzzle) -> Candidates:
    """The candidates of a puzzle that no given excludes, also by the houses that follow."""
    cells, full = puzzle.givens.cells, (1 << ground.size) - 1
    marks = [0 if digit else full for digit in cells]
    for house in (house for family in ground.families for house in family):
        taken = sum(1 << cells[cell] for cell in house if cells[cell]) >> 1
        for cell in house:
            marks[cell] &= ~taken
    for cell, digit in enumerate(cells):
        if digit:
            for other in ground.jumps[cell]:
                marks[other] &= ~(1 << digit - 1)
            for other in ground.near[cell]:
                marks[other] &= ~(1 << digit | 1 << digit >> 2)
    for cell, allowed in enumerate(puzzle.marks or ()):
        marks[cell] &= sum(1 << digit - 1 for digit in allowed)
    return Candidates(puzzle, cells, tuple(marks))


@lru_cache(maxsize=16)
def ground_of(puzzle: Puzzle) -> Ground | None:
    """The ground of a puzzle, or None if its rules are more than houses, offsets and touching."""
    rules = puzzle.constraints
    beside = [r for r in rules if isinstance(r, Touching)]
    if any(not rule.only_houses and rule not in beside for rule in rules):
        return None
    board = puzzle.board_with_rules
    if not _is_square(board) or any(getattr(rule, "exempt", None) for rule in beside):
        return None
    families, windows = _families(puzzle, board)
    wraps = any(isinstance(rule, Toroidal | ToroidalNonConsecutive) for rule in rules)
    jumps = tuple(_jumps(board, families, cell, wraps) for cell in range(len(board)))
    if len(families) > MOST_FAMILIES or max(map(len, jumps)) > MOST_JUMPS:
        return None
    near = tuple(_near(beside, cell, board.size) for cell in range(len(board)))
    linked = tuple(_linked(board.size, jumps[cell], cell, wraps) for cell in range(len(board)))
    is_general = len(families) > 3 or any(jumps) or not _has_boxes(board)
    return Ground(board.size, families, jumps, near, linked, windows, is_general, wraps)


def _is_square(board: Board) -> bool:
    size = board.size
    return (
        4 <= size <= LARGEST
        and board.lowest == 1
        and board.total == len(board) == size**2
        and len(board.rows) == len(board.columns) == size
        and len(board.regions) in (0, size)
    )


def _has_boxes(board: Board) -> bool:
    """Whether the regions are the usual boxes, or there are none."""
    return not board.regions or board.box_sides is not None


def _families(puzzle: Puzzle, board: Board) -> tuple[tuple[tuple[Cells, ...], ...], int]:
    """The families of houses, and the number of that of windows, or -1."""
    kinds = (board.regions, board.columns, board.rows)
    families = [[tuple(sorted(board.houses[h].cells)) for h in hs] for hs in kinds]
    windows = -1
    others = [board.houses[h] for h in board.extras]
    for name in sorted({house.kind for house in others}, key=_turn):
        houses = [tuple(sorted(house.cells)) for house in others if house.kind == name]
        if name == Windows.name:
            windows = len(families)
            known = set(map(frozenset, houses))
            houses += [each for each in _hidden_windows(board) if frozenset(each) not in known]
        first = len(families)
        for house in houses:  # no two houses of a family have a common cell
            free = [f for f in families[first:] if not any(set(house) & set(each) for each in f)]
            if free:
                free[0].append(house)
            else:
                families.append([house])
    return tuple(map(tuple, families)), windows


def _turn(rule: str) -> tuple[int, str]:
    return RULES.index(rule) if rule in RULES else len(RULES), rule


def _hidden_windows(board: Board) -> list[Cells]:
    """The houses that follow from windows: lines without windows cross in nine cells."""
    if board.size != 9 or board.box_sides != (3, 3):
        return []
    middle, sides = (0, 4, 8), ((1, 2, 3), (5, 6, 7))
    return [
        *(tuple(9 * r + c for r in middle for c in side) for side in sides),
        *(tuple(9 * r + c for c in middle for r in side) for side in sides),
        tuple(9 * r + c for r in middle for c in middle),
    ]


def _jumps(board: Board, families: tuple[tuple[Cells, ...], ...], cell: int, wraps: bool) -> Cells:
    """The peers of a cell outside its houses: king's moves, knight's moves, then others."""
    inside = {p for family in families for house in family if cell in house for p in house}
    outside = set(board.peers[cell]) - inside
    moves = [(move, across) for across in (False, True)[: 1 + wraps] for move in (*KING, *KNIGHT)]
    moved = [_moved(cell, move, board.size, across) for move, across in moves]
    return tuple(dict.fromkeys([p for p in moved if p in outside] + sorted(outside)))


def _linked(size: int, jumps: Cells, cell: int, wraps: bool) -> int:
    """How many jumps of a cell are links of chains: Sukaku Explainer's do not cross the edges."""
    if not wraps:
        return len(jumps)
    inside = {_moved(cell, move, size, wraps=False) for move in (*KING, *KNIGHT)}
    return sum(jump in inside for jump in jumps)


def _near(beside: Sequence[Touching], cell: int, size: int) -> Cells:
    """The cells that may not be consecutive to a cell."""
    wraps = any(isinstance(rule, ToroidalNonConsecutive) for rule in beside)
    moved = [_moved(cell, move, size, wraps) for move in TOUCHING if beside]
    return tuple(p for p in moved if p >= 0)[:MOST_NEAR]


def _moved(cell: int, move: tuple[int, int], size: int, wraps: bool) -> int:
    """The cell after a move, or -1 outside a board whose edges do not meet."""
    row, column = cell // size + move[0], cell % size + move[1]
    if wraps:
        return row % size * size + column % size
    return row * size + column if 0 <= row < size and 0 <= column < size else -1
