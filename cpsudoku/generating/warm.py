"""Loads the compiled parts of the generator before time is measured."""

from __future__ import annotations

from collections.abc import Callable

from cpsudoku.core.programs import load
from cpsudoku.generating.wish import Wish


def warm_up(wish: Wish, say: Callable[[str], None]) -> None:
    """Load the compiled parts, and report if they must be compiled first."""
    if wish.is_classic:
        load(wish.programs, say)
