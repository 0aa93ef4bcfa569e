"""What each board fulfils. A check raises BadShape if a board would not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cpsudoku.core.grids import MOST_GRIDS
from cpsudoku.core.houses import House
from cpsudoku.core.sizes import LARGEST, sizes_allowed
from cpsudoku.core.variables import Position
from cpsudoku.runtime.errors import BadShape


def check_size(size: int) -> None:
    """A square board has a size that is supported."""
    if not isinstance(size, int) or not 1 <= size <= LARGEST:
        raise BadShape(
            "a {size}x{size} grid is not supported; {sizes_allowed}",
            size=size,
            sizes_allowed=sizes_allowed(),
        )


def check_cells(positions: tuple[Position, ...], size: int, lowest: int) -> None:
    """There are cells in reading order, and digits that are supported."""
    if not 1 <= size <= LARGEST:
        raise BadShape(
            "{size} digits are not supported; allowed are 1-{largest}", size=size, largest=LARGEST
        )
    if lowest not in (0, 1):
        raise BadShape("the lowest digit is 0 or 1, not {lowest}", lowest=lowest)
    if not _are_in_order(positions):
        raise BadShape("the cells of a board are different places in reading order")


def check_houses(
    houses: Sequence[House], groups: Sequence[House], loose: Sequence[House], cells: int, size: int
) -> None:
    """Houses have different cells of the board, and as many as there are digits; groups fewer."""
    every = _numbers(cells)
    for house in (*houses, *groups, *loose):
        its_cells = set(house.cells)
        if len(its_cells) != len(house.cells) or not its_cells <= every:
            raise BadShape(
                "{house} has a cell twice, or one that is not on the board", house=house.name
            )
    for house in houses:
        if len(house.cells) != size:
            raise BadShape(
                "{house} has {count} cells; it needs {size}, one for each digit",
                house=house.name,
                count=len(house.cells),
                size=size,
            )
    for group in groups:
        if len(group.cells) > size:
            raise BadShape(
                "{group} has {count} cells for {size} different digits",
                group=group.name,
                count=len(group.cells),
                size=size,
            )


def check_corners(corners: Sequence[Position]) -> None:
    """Several grids have different corners on the canvas."""
    if len(corners) > MOST_GRIDS:
        raise BadShape(
            "{count} grids; a board has at most {most}", count=f"{len(corners):,}", most=MOST_GRIDS
        )
    if not corners or len(set(corners)) < len(corners):
        raise BadShape("a board of several grids needs different corners")
    if min(min(corner) for corner in corners) < 0 or max(max(corner) for corner in corners) > 970:
        raise BadShape("a grid lies outside the canvas, whose last cell is r999c999")


@lru_cache(maxsize=64)
def _are_in_order(positions: tuple[Position, ...]) -> bool:
    """Whether there are places, and all are different and in reading order."""
    return bool(positions) and list(positions) == sorted(set(positions))


@lru_cache(maxsize=64)
def _numbers(cells: int) -> frozenset[int]:
    """The numbers of some cells."""
    return frozenset(range(cells))
