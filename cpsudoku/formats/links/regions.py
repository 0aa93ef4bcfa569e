"""Boards of links: a rectangle of cells with regions of any form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.houses import House


def board_with(
    height: int,
    width: int,
    size: int,
    regions: Sequence[Sequence[int]],
    has_lines: bool = True,
    lowest: int = 1,
) -> Board:
    """The rectangle with so many digits and these regions, with or without rows and columns.

    Raises BadShape.
    """
    cells = range(height * width)
    is_square = height == width == size
    if has_lines and not regions and max(height, width) <= size:
        if is_square:
            return Board.without_boxes(size).with_lowest(lowest)
        return Board.rectangle(height, width, size, None, lowest)
    boxes = None if is_square or not has_lines else _boxes_of(height, width, regions)
    if boxes is not None and max(height, width) <= size:
        return Board.rectangle(height, width, size, boxes, lowest)
    number = {cell: n for n, region in enumerate(regions) for cell in region}
    sizes = {len(region) for region in regions}
    is_full = len(number) == len(cells) and len(regions) == size and sizes == {size}
    if has_lines and is_square and is_full:
        drawn = [[number[cell] for cell in cells[start:][:size]] for start in cells[::size]]
        return Board.jigsaw(drawn).with_lowest(lowest)
    rows = [cells[start:][:width] for start in cells[::width]]
    columns = [cells[c::width] for c in range(width)]
    kinds = (("row", "row", rows), ("column", "column", columns), ("region", "box", regions))
    houses = [
        House(f"{name} {n}", tuple(each), kind)
        for name, kind, found in kinds
        if has_lines or kind == "box"
        for n, each in enumerate(found, 1)
    ]
    full = tuple(house for house in houses if len(house.cells) == size)
    partial = tuple(house for house in houses if len(house.cells) != size and len(house.cells) > 1)
    return Board(tuple(divmod(cell, width) for cell in cells), size, full, partial, lowest)


def _boxes_of(height: int, width: int, regions: Sequence[Sequence[int]]) -> tuple[int, int] | None:
    """The rows and columns of the boxes, if the regions are boxes of one size in reading order."""
    down = len({cell // width for cell in regions[0]}) if regions else 0
    across = len(regions[0]) // down if down else 0
    if not across or height % down or width % across:
        return None
    corners = ((r, c) for r in range(0, height, down) for c in range(0, width, across))
    boxes = [
        [(r + i) * width + c + j for i in range(down) for j in range(across)] for r, c in corners
    ]
    return (down, across) if [sorted(region) for region in regions] == boxes else None


def joined_cells(pairs: Iterable[tuple[int, int]], count: int) -> list[list[int]]:
    """The groups of so many cells that pairs join, in the order of their first cells."""
    groups = list(range(count))

    def root(cell: int) -> int:
        while groups[cell] != cell:
            groups[cell] = groups[groups[cell]]
            cell = groups[cell]
        return cell

    for one, other in pairs:
        first, second = sorted((root(one), root(other)))
        groups[second] = first
    found: dict[int, list[int]] = {}
    for cell in range(count):
        found.setdefault(root(cell), []).append(cell)
    return list(found.values())


def is_joined(cells: Iterable[int], board: Board) -> bool:
    """Whether each of some cells can be reached from each other one through edges among them."""
    among = set(cells)
    pairs = [pair for pair in board.neighbours if among.issuperset(pair)]
    return len(joined_cells(pairs, len(board))) == len(board) - len(among) + 1
