"""Rows as they were in the input: the lines of a file, or puzzles in the format ``line``."""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.road.judge.judged import Judged
from cpsudoku.road.kernels.text import Ints
from cpsudoku.road.kernels.verify import Bools
from cpsudoku.road.sinks.base import BlockPart, Encoding
from cpsudoku.road.source.block import AnyBlock


@dataclass(frozen=True)
class Originals(Encoding):
    """The rows of the input, unchanged."""

    def part(self, judged: Judged) -> OriginalRows:
        """Where the rows of a block are."""
        return OriginalRows(judged.work.rows.start, judged.work.rows.end)


@dataclass(frozen=True)
class OriginalRows(BlockPart):
    """Where rows begin and end in their block."""

    starts: Ints
    stops: Ints

    def data(self, block: AnyBlock, rows: Bools | None) -> bytes:
        """The rows as lines."""
        if rows is None:
            return block.raw(self.starts, self.stops)
        return block.raw(self.starts[rows], self.stops[rows])


ORIGINALS = Originals()
