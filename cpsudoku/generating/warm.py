"""Which form of the generator makes the next puzzles, and how its compiled parts are loaded.

A run begins in plain Python, which makes forty candidates per second at once. When that has worked
for half a second, the compiled parts are loaded if they are ready, or else compiled in the
background, while plain Python goes on. Both make the same puzzles.
"""

from __future__ import annotations

from collections.abc import Callable

from cpsudoku.core.programs import is_loaded, load, unfinished
from cpsudoku.core.remarks import remark
from cpsudoku.generating.wish import Wish

PATIENCE = 0.5  # seconds that the plain form works before the compiled one is loaded


class _Plain:
    """The plain form. ``spent`` are the seconds that it has worked in this process."""

    spent = 0.0


PLAIN = _Plain()


def begins_plain(wish: Wish) -> bool:
    """Whether plain Python makes the next candidate. Loads the compiled parts when it does not."""
    if not can_begin_plain(wish) or is_loaded(wish.programs):
        return False
    if PLAIN.spent < PATIENCE or unfinished(wish.programs):
        return True
    load(wish.programs, remark)
    return False


def can_begin_plain(wish: Wish) -> bool:
    """Whether a wish does not need compiled code from the start.

    Ratings of chains do: in plain Python the first one can take longer than the run waits.
    """
    return wish.is_quick and "chains" not in wish.programs


def warm_up(wish: Wish, say: Callable[[str], None]) -> None:
    """Load the compiled parts that a run cannot begin without, and report if it must wait."""
    if wish.is_classic and not can_begin_plain(wish):
        load(wish.programs, say)
