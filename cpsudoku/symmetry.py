"""The symmetries that a pattern of givens can have, and what they do to the cells of a board."""

from __future__ import annotations

from collections.abc import Callable

Move = Callable[[int, int, int], tuple[int, int]]
"""A row, a column and the number of the last one, to the row and column they go to."""

# Mirrors are named by their axis: `vertical` swaps left and right.
MOVES: dict[str, Move] = {
    "180": lambda r, c, last: (last - r, last - c),
    "90": lambda r, c, last: (c, last - r),
    "vertical": lambda r, c, last: (r, last - c),
    "horizontal": lambda r, c, last: (last - r, c),
    "diagonal": lambda r, c, last: (c, r),
    "antidiagonal": lambda r, c, last: (last - c, last - r),
}
# What a pattern can be asked to be, and the moves that make it so.
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
            orbit = _orbit(cell, [MOVES[name] for name in SYMMETRIES[symmetry]], size)
            seen |= orbit
            found.append(tuple(sorted(orbit)))
    return tuple(found)


def _orbit(cell: int, moves: list[Move], size: int) -> set[int]:
    orbit, left = {cell}, [cell]
    while left:
        here = left.pop()
        for move in moves:
            there = _moved(here, move, size)
            if there not in orbit:
                orbit.add(there)
                left.append(there)
    return orbit


def _moved(cell: int, move: Move, size: int) -> int:
    r, c = move(*divmod(cell, size), size - 1)
    return r * size + c


def symmetries_of(cells: bytes, size: int) -> tuple[str, ...]:
    """The moves after which the pattern of filled cells looks the same."""
    return tuple(
        name
        for name, move in MOVES.items()
        if all(
            (cells[cell] == 0) == (cells[_moved(cell, move, size)] == 0)
            for cell in range(size * size)
        )
    )
