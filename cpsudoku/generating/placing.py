"""Places clues of rules on a full grid: cages, lines, dots, numbers outside.

Each function returns lines of the rule language that the grid satisfies. The choice depends only on
the random numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import prod

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.generating.mix import RandomStream

Placer = Callable[[Grid, RandomStream], list[str]]
TRIES = 40  # random walks for one line
LONGEST_CAGE = 4


def killer(grid: Grid, stream: RandomStream) -> list[str]:
    """Cages of 2 to 5 cells that cover the board, and perhaps single cells."""
    cages = _cages(grid, stream)
    return [f"killer {_sum(grid, cage)}: {_names(grid.board, cage)}" for cage in cages]


def kenken(grid: Grid, stream: RandomStream) -> list[str]:
    """Cages with sums, products, differences and quotients that cover the board."""
    lines = []
    for cage in _cages(grid, stream):
        clues = list(_calculations(sorted(grid[cell] + grid.board.lowest - 1 for cell in cage)))
        lines.append(f"{clues[stream.below(len(clues))]}: {_names(grid.board, cage)}")
    return lines


def _calculations(values: Sequence[int]) -> Iterator[str]:
    """What ascending values make. The largest one is the first of a difference or quotient."""
    *others, largest = values
    yield f"sum {sum(values)}"
    if others:
        yield f"product {prod(values)}"
        if largest >= sum(others):
            yield f"difference {largest - sum(others)}"
        if all(others) and largest % prod(others) == 0:
            yield f"quotient {largest // prod(others)}"


def _cages(grid: Grid, stream: RandomStream) -> list[list[int]]:
    """Cells in cages without repeated digits that cover the board, in ascending order."""
    board = grid.board
    near = _beside(board)
    left = set(range(len(board)))
    cages: list[list[int]] = []
    for first in stream.shuffled(list(range(len(board)))):
        if first not in left:
            continue
        cage = [first]
        size = 2 + stream.below(LONGEST_CAGE - 1)
        while len(cage) < size:
            digits = {grid[cell] for cell in cage}
            more = sorted(
                {n for cell in cage for n in near[cell] if n in left and grid[n] not in digits}
                - set(cage)
            )
            if not more:
                break
            cage.append(more[stream.below(len(more))])
        if len(cage) == 1 and _joined(grid, cages, first, near):
            left.discard(first)
            continue
        left -= set(cage)
        cages.append(cage)
    return [sorted(cage) for cage in cages]


def _joined(grid: Grid, cages: list[list[int]], cell: int, near: Sequence[Sequence[int]]) -> bool:
    """Whether a cell joined a cage beside it that has no such digit."""
    for cage in cages:
        touches = any(each in near[cell] for each in cage)
        if touches and len(cage) <= LONGEST_CAGE and grid[cell] not in {grid[c] for c in cage}:
            cage.append(cell)
            return True
    return False


def thermo(grid: Grid, stream: RandomStream) -> list[str]:
    """Thermometers of 3 to 6 cells."""
    lines = _lines(grid, stream, 3, 6, lambda cells: grid[cells[-2]] < grid[cells[-1]])
    return [f"thermo: {_names(grid.board, line)}" for line in lines]


def whispers(grid: Grid, stream: RandomStream) -> list[str]:
    """Whispers lines of 3 to 6 cells."""
    least = (grid.board.size + 1) // 2
    lines = _lines(grid, stream, 3, 6, lambda c: abs(grid[c[-2]] - grid[c[-1]]) >= least)
    return [f"whispers: {_names(grid.board, line)}" for line in lines]


def renban(grid: Grid, stream: RandomStream) -> list[str]:
    """Renban lines of 3 to 5 cells."""

    def fits(cells: Sequence[int]) -> bool:
        digits = sorted(grid[cell] for cell in cells)
        return all(other - one == 1 for one, other in pairwise(digits))

    lines = _lines(grid, stream, 3, 5, fits)
    return [f"renban: {_names(grid.board, line)}" for line in lines]


def arrow(grid: Grid, stream: RandomStream) -> list[str]:
    """Arrows of 2 to 4 cells, each with its circle."""
    board, shift = grid.board, grid.board.lowest - 1

    def fits(cells: Sequence[int]) -> bool:
        return sum(grid[cell] + shift for cell in cells[1:]) <= grid[cells[0]] + shift

    def complete(cells: Sequence[int]) -> bool:
        return sum(grid[cell] + shift for cell in cells[1:]) == grid[cells[0]] + shift

    lines = _lines(grid, stream, 3, 5, fits, complete)
    return [f"arrow: {board.cell_name(line[0])} = {_names(board, line[1:])}" for line in lines]


def kropki(grid: Grid, stream: RandomStream) -> list[str]:
    """All white and black dots; touching cells without a dot have no such digits."""
    del stream
    lines = []
    for one, other in grid.board.neighbours:
        low, high = sorted((grid[one], grid[other]))
        if 2 * low == high:
            lines.append(f"black: {_names(grid.board, (one, other))}")
        elif high - low == 1:
            lines.append(f"white: {_names(grid.board, (one, other))}")
    return [*lines, "negative white", "negative black"]


def consecutive(grid: Grid, stream: RandomStream) -> list[str]:
    """A white dot wherever digits are consecutive, and nowhere else."""
    del stream
    lines = [
        f"white: {_names(grid.board, pair)}"
        for pair in grid.board.neighbours
        if abs(grid[pair[0]] - grid[pair[1]]) == 1
    ]
    return [*lines, "negative white"]


def xv(grid: Grid, stream: RandomStream) -> list[str]:
    """X and V wherever two digits add up to 10 and 5, and nowhere else."""
    del stream
    sums = {5: "xv V", 10: "xv X"}
    lines = [
        f"{sums[grid[one] + grid[other]]}: {_names(grid.board, (one, other))}"
        for one, other in grid.board.neighbours
        if grid[one] + grid[other] in sums
    ]
    return [*lines, "negative xv"]


def greater(grid: Grid, stream: RandomStream) -> list[str]:
    """All signs between cells of a box."""
    del stream
    boxes = grid.board.box_of
    return [
        f"greater: {_names(grid.board, sorted(pair, key=lambda cell: -grid[cell]))}"
        for pair in grid.board.neighbours
        if boxes[pair[0]] == boxes[pair[1]]
    ]


def little_killer(grid: Grid, stream: RandomStream) -> list[str]:
    """Sums of diagonals, about as many as there are rows."""
    board = grid.board
    starts = [
        (cell, way)
        for cell, (r, c) in enumerate(board.positions)
        for way in ((1, 1), (1, -1))
        if r == 0 or (c == 0 and way == (1, 1)) or (c == board.width - 1 and way == (1, -1))
    ]
    lines: list[str] = []
    for cell, (down, across) in stream.shuffled(starts):
        r, c = board.positions[cell]
        line = []
        while (r, c) in board.cell_at:
            line.append(board.cell_at[r, c])
            r, c = r + down, c + across
        if 2 <= len(line) < board.size and len(lines) < board.size:
            lines.append(f"little-killer {_sum(grid, line)}: {_names(board, line)}")
    return lines


def sandwich(grid: Grid, stream: RandomStream) -> list[str]:
    """The sum between the lowest and the highest digit, for every row and column."""
    del stream
    lines = []
    for house in (*_houses(grid.board, "row"), *_houses(grid.board, "column")):
        digits = [grid[cell] for cell in house[1]]
        first, last = sorted((digits.index(1), digits.index(grid.board.size)))
        lines.append(f"sandwich {_sum(grid, house[1][first + 1 : last])}: {house[0]}")
    return lines


def frame_sum(grid: Grid, stream: RandomStream) -> list[str]:
    """The sum of the first cells of every row and column, from all sides."""
    del stream
    lines = []
    for name, cells in (*_houses(grid.board, "row"), *_houses(grid.board, "column")):
        shape = grid.board.box_sides or (3, 3)
        count = shape[1] if name.startswith("row") else shape[0]
        lines.append(f"frame-sum {_sum(grid, cells[:count])}: {name}")
        lines.append(f"frame-sum {_sum(grid, cells[-count:])}: {name} reversed")
    return lines


PLACERS: dict[str, Placer] = {
    "killer": killer,
    "kenken": kenken,
    "thermo": thermo,
    "arrow": arrow,
    "kropki": kropki,
    "consecutive": consecutive,
    "xv": xv,
    "greater": greater,
    "whispers": whispers,
    "renban": renban,
    "little-killer": little_killer,
    "sandwich": sandwich,
    "frame-sum": frame_sum,
}


def _houses(board: Board, kind: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    for house in board.houses:
        if house.kind == kind:
            yield house.name, house.cells


def _lines(
    grid: Grid,
    stream: RandomStream,
    least: int,
    most: int,
    fits: Callable[[Sequence[int]], bool],
    complete: Callable[[Sequence[int]], bool] = lambda cells: True,
) -> list[list[int]]:
    """Random lines without common cells, about as many as there are rows."""
    near = _around(grid.board)
    free = set(range(len(grid.board)))
    found: list[list[int]] = []
    starts = stream.shuffled(sorted(free))
    for start in starts:
        if start in free and len(found) < grid.board.size:
            line = _walk(stream, start, near, free, most, fits, complete)
            if len(line) >= least:
                found.append(line)
                free -= set(line)
    return found


def _walk(
    stream: RandomStream,
    start: int,
    near: Sequence[Sequence[int]],
    free: set[int],
    most: int,
    fits: Callable[[Sequence[int]], bool],
    complete: Callable[[Sequence[int]], bool],
) -> list[int]:
    """The longest complete line from a cell among some random walks."""
    best: list[int] = []
    for _ in range(TRIES // 4):
        line = [start]
        length = 2 + stream.below(most - 1)
        while len(line) < length:
            after = [c for c in near[line[-1]] if c in free and c not in line and fits([*line, c])]
            if not after:
                break
            line.append(after[stream.below(len(after))])
            if complete(line) and len(line) > max(1, len(best)):
                best = list(line)
    return best


def _beside(board: Board) -> list[list[int]]:
    """For each cell those that touch it at an edge."""
    found: list[list[int]] = [[] for _ in board.positions]
    for one, other in board.neighbours:
        found[one].append(other)
        found[other].append(one)
    return found


def _around(board: Board) -> list[list[int]]:
    """For each cell the up to eight cells around it."""
    at = board.cell_at
    return [
        [
            at[r + down, c + across]
            for down in (-1, 0, 1)
            for across in (-1, 0, 1)
            if (down or across) and (r + down, c + across) in at
        ]
        for r, c in board.positions
    ]


def _sum(grid: Grid, cells: Sequence[int]) -> int:
    return sum(grid[cell] + grid.board.lowest - 1 for cell in cells)


def _names(board: Board, cells: Sequence[int]) -> str:
    return " ".join(map(board.cell_name, cells))
