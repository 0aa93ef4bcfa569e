"""Places outside the grid, and the cells that a clue there sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.outside.skyscraper import Skyscraper
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.unsaid import Unsaid, refused_rule
from cpsudoku.runtime.words import worded

Place = tuple[int, int]  # row and column from 0; -1 and the size are outside

STRAIGHT: tuple[Place, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL: tuple[Place, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))
KNIGHT: tuple[Place, ...] = (
    *((1, 2), (2, 1), (1, -2), (2, -1)),
    *((-1, 2), (-2, 1), (-1, -2), (-2, -1)),
)


def cells_ahead(board: Board, start: Place, step: Place) -> tuple[int, ...]:
    """The cells that a clue outside the grid sees in a direction, the nearest first.

    There are none if the clue has no direction, as one at a corner.
    """

    def walk() -> Iterator[int]:
        r, c = start
        while any(step) and (r := r + step[0], c := c + step[1]) in board.cell_at:
            yield board.cell_at[r, c]

    return tuple(walk())


def cells_straight_ahead(board: Board, place: Place) -> tuple[int, ...]:
    """The row or column that a clue next to one of its ends sees; none for other places."""
    r, c = place
    down = (r == -1) - (r == board.height)
    across = 0 if down else (c == -1) - (c == board.width)
    return cells_ahead(board, place, (down, across))


def cells_around(board: Board, corner: Place) -> tuple[int, ...]:
    """The four cells around the upper left corner of a place; none if one does not exist."""
    r, c = corner
    places = [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)]
    found = tuple(board.cell_at[place] for place in places if place in board.cell_at)
    return found if len(found) == len(places) else ()


def cells_touching(board: Board, place: Place) -> list[int]:
    """The cells that touch a place at an edge or a corner, in reading order."""
    r, c = place
    places = ((row, column) for row in (r - 1, r, r + 1) for column in (c - 1, c, c + 1))
    return [board.cell_at[each] for each in places if each != place and each in board.cell_at]


def lines_from_sides(board: Board) -> list[tuple[int, ...]]:
    """The lines that clues beside a square see: from above, from below, from left and right."""
    rows = [tuple(range(start, start + board.size)) for start in range(0, len(board), board.size)]
    columns = list(zip(*rows, strict=True))
    return [line[::step] for lines in (columns, rows) for step in (1, -1) for line in lines]


def skyscraper_clues(puzzle: Puzzle, format: str, rules: Sequence[Constraint]) -> list[int]:
    """The clue of each of ``lines_from_sides``, or 0. Raises Unsupported for any other rule."""
    lines = lines_from_sides(puzzle.board)
    clues = [0] * len(lines)
    for rule in rules:
        if not isinstance(rule, Skyscraper) or rule.cells not in lines or not rule.clue:
            raise refused_rule(puzzle, format, rule, worded("in a puzzle of skyscrapers"))
        at = lines.index(rule.cells)
        if clues[at] not in (0, rule.clue):
            raise refused_rule(puzzle, format, rule, worded("beside another clue there"))
        clues[at] = rule.clue
    return clues


def place_that_sees(rule: Constraint, steps: Sequence[Place]) -> tuple[Place, Place]:
    """The place outside and the step of ``steps`` from which exactly the cells of a rule are seen.

    Raises Unsaid if there is none.
    """
    board: Board = rule.board
    r, c = board.row_column(rule.cells[0])
    for down, across in steps:
        start = r - down, c - across
        seen = cells_ahead(board, start, (down, across))
        if start not in board.cell_at and seen == tuple(rule.cells):
            return start, (down, across)
    raise Unsaid("with cells that are not seen from outside the grid")
