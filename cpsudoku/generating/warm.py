"""Which form of the generator makes the next puzzles, and how its compiled parts are loaded.

Plain Python makes forty candidates per second at once. Both forms make the same puzzles.
"""

from __future__ import annotations

from collections.abc import Callable

from cpsudoku.generating.wish import Wish
from cpsudoku.runtime.plain_start import PlainStart
from cpsudoku.runtime.programs import load

PLAIN = PlainStart()


def begins_plain(wish: Wish) -> bool:
    """Whether plain Python makes the next candidate. Loads the compiled parts when it does not."""
    return can_begin_plain(wish) and PLAIN.is_plain(wish.programs)


def can_begin_plain(wish: Wish) -> bool:
    """Whether a wish does not need compiled code from the start.

    Ratings of chains do: in plain Python the first one can take longer than the run waits.
    """
    return wish.is_quick and "chains" not in wish.programs


def warm_up(wish: Wish, say: Callable[[str], None]) -> None:
    """Load the compiled parts that a run cannot begin without, and report if it must wait."""
    if wish.is_classic and not can_begin_plain(wish):
        load(wish.programs, say)
