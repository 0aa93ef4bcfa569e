"""Rows as they were in the input: the lines of a file, or puzzles in the format ``line``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from cpsudoku.bulk.block import AnyBlock
from cpsudoku.bulk.judged import Judged
from cpsudoku.bulk.places import Repeats
from cpsudoku.bulk.text import Ints
from cpsudoku.bulk.verify import Bools


@dataclass(frozen=True)
class Originals:
    """The rows of the input, unchanged."""

    def head(self) -> bytes:
        """Nothing."""
        return b""

    def part(self, judged: Judged) -> OriginalRows:
        """Where the rows of a block are."""
        return OriginalRows(judged.work.rows.start, judged.work.rows.end)

    def finish(self, partial: Path, path: Path) -> bool:
        """Nothing is left to do."""
        return False


@dataclass(frozen=True)
class OriginalRows:
    """Where rows begin and end in their block."""

    starts: Ints
    stops: Ints

    def repeating(self, repeats: Repeats) -> Self:
        """The same: a row of the input does not name others."""
        return self

    def data(self, block: AnyBlock, rows: Bools | None) -> bytes:
        """The rows as lines."""
        if rows is None:
            return block.raw(self.starts, self.stops)
        return block.raw(self.starts[rows], self.stops[rows])


ORIGINALS = Originals()
