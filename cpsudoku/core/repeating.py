"""Boards whose digits may be repeated, as in puzzles of stars or shaded cells only."""

from __future__ import annotations

from functools import lru_cache
from math import prod

from cpsudoku.core.board import MOST_KEPT, Board
from cpsudoku.core.houses import House
from cpsudoku.core.variables import Position
from cpsudoku.runtime.errors import BadShape

MOST_SIDE = 100  # rows and columns
MOST_BOXES = 26  # each has a letter


@lru_cache(maxsize=MOST_KEPT)
def with_repeats(
    sides: Position, digits: tuple[int, int], regions: str = "", box: Position | None = None
) -> Board:
    """The board whose rows, columns and boxes may hold a digit several times.

    They are its ``loose`` houses, which rules such as star battles need. sides: the numbers of
    rows and columns. digits: the lowest and the highest one. regions: rows of letters with ``/``
    between them; cells with the same letter are a box. box: the rows and columns of each box, if
    there are no regions. Raises BadShape.
    """
    rows, columns = sides
    if not 1 <= min(sides) <= max(sides) <= MOST_SIDE:
        raise BadShape(
            "a board of {rows}x{columns} cells; allowed are 1-{most} of each",
            rows=rows,
            columns=columns,
            most=MOST_SIDE,
        )
    places = tuple((r, c) for r in range(rows) for c in range(columns))
    if len(set(regions) - {"/"}) > MOST_BOXES or (box and rows * columns > MOST_BOXES * prod(box)):
        raise BadShape("a board of repeated digits has at most {most} boxes", most=MOST_BOXES)
    boxes = _of_letters(regions, sides) if regions else [_box(place, box) for place in places]
    kinds: dict[str, list[tuple[int, ...]]] = {
        "row": [(r,) for r, _ in places],
        "column": [(c,) for _, c in places],
        "box": boxes,
    }
    areas = []
    for kind, keys in kinds.items():
        found: dict[tuple[int, ...], list[int]] = {}
        for cell, key in enumerate(keys):
            if key:
                found.setdefault(key, []).append(cell)
        areas += [House(f"{kind} {n}", tuple(c), kind) for n, c in enumerate(found.values(), 1)]
    lowest, highest = digits
    return Board(places, highest - lowest + 1, (), (), lowest, loose=tuple(areas))


def _of_letters(regions: str, sides: Position) -> list[tuple[int, ...]]:
    """For each cell, what its region is called."""
    rows = regions.split("/")
    if len(rows) != sides[0] or any(len(row) != sides[1] for row in rows):
        raise BadShape(
            "regions need {rows} rows of {columns} letters, as the board has cells",
            rows=sides[0],
            columns=sides[1],
        )
    return [(ord(letter),) for row in rows for letter in row]


def _box(place: Position, box: Position | None) -> tuple[int, ...]:
    """The box of a cell, or an empty tuple without boxes."""
    return (place[0] // box[0], place[1] // box[1]) if box else ()
