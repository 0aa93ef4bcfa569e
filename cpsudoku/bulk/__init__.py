"""Many puzzles: blocks of lines in, one verdict per row out."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """Load ``check_batch`` on first use: the rest of the package does not need Arrow."""
    if name == "check_batch":
        from cpsudoku.bulk.arrow import check_batch

        return check_batch
    raise AttributeError(f"module 'cpsudoku.bulk' has no attribute {name!r}")
