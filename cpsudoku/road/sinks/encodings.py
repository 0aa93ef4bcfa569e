"""How each output of a run is written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cpsudoku.road.judge.judged import Judged
from cpsudoku.road.kernels.fields import Ints
from cpsudoku.road.kernels.verify import Bools
from cpsudoku.road.plan import Plan
from cpsudoku.road.settings import TABLES
from cpsudoku.road.sinks.arrow_table import ArrowTable
from cpsudoku.road.sinks.base import BlockEncoding, BlockPart
from cpsudoku.road.sinks.text_table import TextTable
from cpsudoku.road.source.block import AnyBlock


@dataclass(frozen=True)
class Originals(BlockEncoding):
    """The rows as they are in the input: lines of a file, or puzzles in the format ``line``."""

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


def encodings_of(plan: Plan) -> dict[str, BlockEncoding]:
    """The encoding of each output, by name."""
    return {name: _encoding_of(name, path, plan) for name, path in plan.outputs.items()}


def _encoding_of(name: str, path: Path, plan: Plan) -> BlockEncoding:
    """How rows are written: as the table that the suffix names, or as they are in the input.

    A device for all rows gets the rows of CSV, without a heading.
    """
    kind = TABLES.get(path.suffix.lower())
    if kind == "parquet":
        return ArrowTable(plan.settings)
    if kind is None and name != "output":
        return Originals()
    if kind == "jsonl":
        return TextTable(kind, plan.settings, has_heading=False)
    written = "raw" if plan.keep_formulas else "csv"
    return TextTable(written, plan.settings, has_heading=kind is not None)
