"""The rules: one file each. ``CONSTRAINTS`` is the table; to add a rule is a file and a line."""

from __future__ import annotations

from cpsudoku.core.constraints.base import Constraint, Variables
from cpsudoku.core.registry import Registry

CONSTRAINTS: Registry[type[Constraint]] = Registry(
    "constraint",
    {
        "all-different": "cpsudoku.core.constraints.all_different:AllDifferent",
        "pencilmarks": "cpsudoku.core.constraints.pencilmarks:Pencilmarks",
    },
)

__all__ = ["CONSTRAINTS", "Constraint", "Variables"]
