"""Boards with holes, as in Str8ts and Kakuro: places that hold nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from cpsudoku.core.board import MOST_KEPT, Board
from cpsudoku.core.houses import House
from cpsudoku.core.sizes import LARGEST
from cpsudoku.core.variables import Position
from cpsudoku.runtime.errors import BadShape, quoted

MOST_SIDE = 100  # rows and columns
CELL, HOLE = ".", "X"


@lru_cache(maxsize=MOST_KEPT)
def with_holes(rows: str, size: int | None = None) -> Board:
    """The board whose rows and columns hold different digits, with holes.

    rows: ``.`` for each cell and ``X`` for each hole, with ``/`` between the rows. size: the
    number of digits, by default that of the rows or of the columns, whichever is larger.
    Raises BadShape.
    """
    positions = _positions(rows)
    found = []
    for axis, kind in enumerate(("row", "column")):
        for number, cells in enumerate(_lines(range(len(positions)), positions, axis), 1):
            if not cells:
                raise BadShape("{kind} {number} has no cells", kind=kind, number=number)
            found.append(House(f"{kind} {number}", cells, kind))
    sides = rows.count("/") + 1, len(rows.split("/", maxsplit=1)[0])
    return _of_houses(positions, size or min(max(sides), LARGEST), found)


@lru_cache(maxsize=MOST_KEPT)
def of_runs(rows: str, size: int | None = None) -> Board:
    """The board in which each run of cells holds different digits.

    A run is a part of a row or column without a hole. rows: as for ``with_holes``. size: the
    number of digits, by default 9. Raises BadShape.
    """
    positions = _positions(rows)
    names = [f"r{r + 1}c{c + 1}" for r, c in positions]
    runs = runs_of(range(len(positions)), positions)
    houses = [House(f"run {names[run[0]]}-{names[run[-1]]}", run, "run") for run in runs]
    return _of_houses(positions, size or 9, houses)


def rows_with_holes(board: Board) -> str:
    """The cells and holes of a board, as ``with_holes`` takes them."""
    return "/".join(
        "".join(CELL if (r, c) in board.cell_at else HOLE for c in range(board.width))
        for r in range(board.height)
    )


def runs_of(cells: Iterable[int], positions: Sequence[Position]) -> Iterator[tuple[int, ...]]:
    """The runs of some cells: two or more that lie next to each other in a row or column.

    Those in rows come first. cells: in reading order.
    """
    cells = tuple(cells)
    for axis in (0, 1):
        for line in _lines(cells, positions, axis):
            starts = [
                number
                for number, cell in enumerate(line)
                if not number or sum(positions[cell]) != sum(positions[line[number - 1]]) + 1
            ]
            runs = (line[start:end] for start, end in pairwise((*starts, len(line))))
            yield from (run for run in runs if len(run) > 1)


def _positions(rows: str) -> tuple[Position, ...]:
    """The places of the cells."""
    texts = rows.split("/")
    if len(texts) > MOST_SIDE or max(map(len, texts)) > MOST_SIDE:
        raise BadShape("a board with holes has at most {most} rows and columns", most=MOST_SIDE)
    for number, text in enumerate(texts, 1):
        if len(text) != len(texts[0]):
            raise BadShape(
                "row {number} has {count} places, and row 1 has {needed}",
                number=number,
                count=len(text),
                needed=len(texts[0]),
            )
        for sign in set(text) - {CELL, HOLE}:
            raise BadShape(
                "{sign} is not {cell} for a cell or {hole} for a hole",
                sign=quoted(sign),
                cell=CELL,
                hole=HOLE,
            )
    return tuple(
        (r, c) for r, text in enumerate(texts) for c, sign in enumerate(text) if sign == CELL
    )


def _lines(cells: Iterable[int], positions: Sequence[Position], axis: int) -> list[tuple[int, ...]]:
    """Those of some cells that are in each row, or in each column if ``axis`` is 1."""
    count = 1 + max((place[axis] for place in positions), default=-1)
    found: list[list[int]] = [[] for _ in range(count)]
    for cell in cells:
        found[positions[cell][axis]].append(cell)
    return [*map(tuple, found)]


def _of_houses(positions: tuple[Position, ...], size: int, houses: Sequence[House]) -> Board:
    full = tuple(house for house in houses if len(house.cells) == size)
    groups = tuple(house for house in houses if len(house.cells) != size)
    return Board(positions, size, full, groups)
