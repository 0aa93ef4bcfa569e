"""What the tables of verdicts have in common, as text and in Arrow."""

from __future__ import annotations

import numpy as np

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.road.kernels.verify import Bools
from cpsudoku.road.source.block import AnyBlock, EntryBlock
from cpsudoku.runtime.errors import Unsupported

TAIL = ("failed", "duplicate_of")  # the last two columns


def refuse_losses(block: AnyBlock, rows: Bools) -> None:
    """Raise Unsupported for a chosen puzzle that a row of a table of verdicts can't hold."""
    if not isinstance(block, EntryBlock):
        return
    for row in np.flatnonzero(rows).tolist():
        entry = block.entries[row]
        if isinstance(entry, Puzzle) and not (entry.is_plain and entry.board.is_usual):
            raise Unsupported(
                f"{entry.source}: a row of a table can't hold its rules or its board; "
                "name a .txt file for {keep} and {reject}"
            )
