"""New puzzles: each proper, proved and verified; the same for the same seed, on every machine."""

from __future__ import annotations

from collections.abc import Callable

from cpsudoku.generate.run import Made, Run
from cpsudoku.generate.wish import Wish

__all__ = ["Made", "Run", "Wish", "warm_up"]


def warm_up(say: Callable[[str], None]) -> None:
    """Load the compiled parts; tells so where they have to be compiled first."""
    from cpsudoku.engines import lanes
    from cpsudoku.generate.full import full_grids
    from cpsudoku.generate.mix import keys_of

    lanes.warm_up(say)
    full_grids(keys_of(0, 0, 1, 0))
