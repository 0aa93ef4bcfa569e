"""Which techniques a puzzle of a level can need."""

from __future__ import annotations

from cpsudoku.runtime.errors import InputError
from cpsudoku.techniques import LEVELS, TABLE


def refuse_too_hard(technique: str, level: str) -> None:
    """Raise InputError if a puzzle of that level never needs the technique.

    A puzzle is at least as hard as the hardest technique it needs.
    """
    needed = TABLE[technique].level
    if LEVELS.index(needed) > LEVELS.index(level):
        raise InputError(
            "technique {technique} is {needed}, so no puzzle that needs it is {level}; use "
            "{difficulty} {needed} or a harder level",
            technique=repr(technique),
            needed=needed,
            level=level,
        )
