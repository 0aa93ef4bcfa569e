"""Well-known boards of several 9x9 grids."""

from __future__ import annotations

from cpsudoku.core.variables import Position

MOST_GRIDS = 100  # of one board; well-known ones have up to 13
# The corners of the grids of each, as (row, column) from 0.
GRIDS: dict[str, tuple[Position, ...]] = {
    "butterfly": ((0, 0), (0, 3), (3, 0), (3, 3)),
    "flower": ((0, 3), (3, 0), (3, 3), (3, 6), (6, 3)),
    "windmill": ((0, 3), (3, 12), (6, 6), (9, 0), (12, 9)),
    "samurai": ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12)),
    "sohei": ((0, 6), (6, 0), (6, 12), (12, 6)),
    "shogun": (
        *((0, 0), (0, 12), (0, 24), (0, 36), (6, 6), (6, 18), (6, 30)),
        *((12, 0), (12, 12), (12, 24), (12, 36)),
    ),
    "sumo": (
        *((0, 0), (0, 12), (0, 24), (6, 6), (6, 18), (12, 0), (12, 12), (12, 24)),
        *((18, 6), (18, 18), (24, 0), (24, 12), (24, 24)),
    ),
    "gattai-3": ((0, 0), (3, 9), (9, 3)),
}
