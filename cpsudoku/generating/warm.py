"""Loads the compiled parts of the generator before time is measured."""

from __future__ import annotations

from collections.abc import Callable

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.generating.wish import Wish
from cpsudoku.teaching.rating.base import HARD_PUZZLE


def warm_up(wish: Wish, say: Callable[[str], None]) -> None:
    """Load the compiled parts, and report if they must be compiled first."""
    if not wish.is_classic:
        return
    from cpsudoku.core.compiling import announced
    from cpsudoku.engines import lanes
    from cpsudoku.generating.full import full_grids
    from cpsudoku.generating.mix import keys_of

    lanes.warm_up(say)
    full_grids(keys_of(0, 0, 1, 0))
    if wish.rater is not None:
        with announced(say, "the rating", "a minute or more"):
            wish.rater(Puzzle(Grid.from_line(HARD_PUZZLE)))
