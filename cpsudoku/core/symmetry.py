"""The symmetries that a pattern of givens can have, and how they map the cells of a board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from cpsudoku.core.board import Board
from cpsudoku.runtime.errors import BadShape

Move = Callable[[int, int, int], tuple[int, int]]
"""Maps a row and a column to their image, given the number of the last row and column."""

# Mirrors are named by their axis: `vertical` swaps left and right.
MOVES: dict[str, Move] = {
    "180": lambda r, c, last: (last - r, last - c),
    "90": lambda r, c, last: (c, last - r),
    "vertical": lambda r, c, last: (r, last - c),
    "horizontal": lambda r, c, last: (last - r, c),
    "diagonal": lambda r, c, last: (c, r),
    "antidiagonal": lambda r, c, last: (last - c, last - r),
}
# The symmetries that a user can request, and the moves that define them.
SYMMETRIES: dict[str, tuple[str, ...]] = {
    "none": (),
    **{name: (name,) for name in MOVES},
    "mirrors": ("vertical", "horizontal"),
    "diagonals": ("diagonal", "antidiagonal"),
    "full": ("90", "vertical"),
}


def orbits(symmetry: str, size: int) -> tuple[tuple[int, ...], ...]:
    """The sets of cells that must be filled or blank together, each ascending."""
    seen: set[int] = set()
    found = []
    for cell in range(size * size):
        if cell not in seen:
            orbit = _orbit(cell, SYMMETRIES[symmetry], size)
            seen |= orbit
            found.append(tuple(sorted(orbit)))
    return tuple(found)


def orbits_of(symmetry: str, board: Board) -> tuple[tuple[int, ...], ...]:
    """The same for a board of any shape. Raises BadShape if it does not have the symmetry."""
    moves = [MOVES[name] for name in SYMMETRIES[symmetry]]
    if board.height != board.width and any(move(0, 1, 9)[0] not in (0, 9) for move in moves):
        raise BadShape(
            "a board of {height}x{width} cells does not have it",
            height=board.height,
            width=board.width,
        )
    seen: set[int] = set()
    orbits = []
    for start in range(len(board)):
        orbit, left = {start}, [start]
        while left and start not in seen:
            here = board.positions[left.pop()]
            for move in moves:
                place = _moved(move, here, board)
                there = board.cell_at.get(place)
                if there is None:
                    raise BadShape("the cells of the board do not have it")
                if there not in orbit:
                    orbit.add(there)
                    left.append(there)
        if start not in seen:
            seen |= orbit
            orbits.append(tuple(sorted(orbit)))
    return tuple(orbits)


def _moved(move: Move, place: tuple[int, int], board: Board) -> tuple[int, int]:
    """The image of a place on the canvas of a board."""
    row, column = move(*place, -1)
    return row % board.height, column % board.width


def _orbit(cell: int, moves: Sequence[str], size: int) -> set[int]:
    orbit, left = {cell}, [cell]
    while left:
        here = left.pop()
        for move in moves:
            there = image(move, size)[here]
            if there not in orbit:
                orbit.add(there)
                left.append(there)
    return orbit


@cache
def image(move: str, size: int) -> tuple[int, ...]:
    """For each cell of a board, the cell that a move maps it to."""
    places = (divmod(cell, size) for cell in range(size * size))
    moved = (MOVES[move](r, c, size - 1) for r, c in places)
    return tuple(r * size + c for r, c in moved)


def symmetries_of(cells: bytes, board: Board) -> tuple[str, ...]:
    """The moves of the canvas that leave the pattern of filled cells unchanged."""
    filled = {  # distances from the middle, in half cells
        (2 * r - board.height + 1, 2 * c - board.width + 1)
        for (r, c), digit in zip(board.positions, cells, strict=True)
        if digit
    }
    return tuple(
        name for name, move in MOVES.items() if {move(r, c, 0) for r, c in filled} == filled
    )
