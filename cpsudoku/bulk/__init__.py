"""Many puzzles: blocks of lines in, one row with the verdict of each out."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """Load ``check_batch`` on first use: the rest of the package does not need Arrow.

    It is ``check_table`` under its older name.
    """
    if name == "check_batch":
        from cpsudoku.bulk.tables import check_table

        return check_table
    raise AttributeError(f"module 'cpsudoku.bulk' has no attribute {name!r}")
