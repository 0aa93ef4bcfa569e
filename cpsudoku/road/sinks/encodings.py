"""How each output of a run is written."""

from __future__ import annotations

from pathlib import Path

from cpsudoku.road.plan import Plan
from cpsudoku.road.settings import TABLES
from cpsudoku.road.sinks.arrow_table import ArrowTable
from cpsudoku.road.sinks.base import Encoding
from cpsudoku.road.sinks.originals import ORIGINALS
from cpsudoku.road.sinks.text_table import TextTable


def encodings_of(plan: Plan) -> dict[str, Encoding]:
    """The encoding of each output, by name."""
    return {name: _encoding_of(name, path, plan) for name, path in plan.outputs.items()}


def _encoding_of(name: str, path: Path, plan: Plan) -> Encoding:
    """How rows are written: as the table that the suffix names, or as they are in the input.

    A device for all rows gets the rows of CSV, without a heading.
    """
    kind = TABLES.get(path.suffix.lower())
    if kind == "parquet":
        return ArrowTable(plan.settings)
    if kind is None and name != "output":
        return ORIGINALS
    if kind == "jsonl":
        return TextTable(kind, plan.settings, has_heading=False)
    written = "raw" if plan.keep_formulas else "csv"
    return TextTable(written, plan.settings, has_heading=kind is not None)
