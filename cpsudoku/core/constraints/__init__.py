"""The rules: one file each. ``CONSTRAINTS`` is the table; to add a rule is a file and a line."""

from __future__ import annotations

from cpsudoku.core.constraints.base import Constraint, Domains, Elimination, Total, Variables
from cpsudoku.core.registry import Registry

CONSTRAINTS: Registry[type[Constraint]] = Registry(
    "rule",
    {
        "region": "cpsudoku.core.constraints.regions.all_different:AllDifferent",
        "killer": "cpsudoku.core.constraints.cages.killer:KillerCage",
        "thermo": "cpsudoku.core.constraints.lines.thermo:Thermometer",
        "white": "cpsudoku.core.constraints.pairs.white:WhiteDot",
    },
)

__all__ = ["CONSTRAINTS", "Constraint", "Domains", "Elimination", "Total", "Variables"]
