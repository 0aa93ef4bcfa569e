"""The sinks of a run: a file for each output, and who sees the rows."""

from __future__ import annotations

from pathlib import Path

from cpsudoku.bulk.plan import Plan
from cpsudoku.bulk.settings import TABLES
from cpsudoku.bulk.sinks.arrow_table import ArrowTable
from cpsudoku.bulk.sinks.base import Encoding, Sink
from cpsudoku.bulk.sinks.growing import ALL, BAD, GOOD, Growing
from cpsudoku.bulk.sinks.originals import ORIGINALS
from cpsudoku.bulk.sinks.text_table import TextTable

_ROWS = {"output": ALL, "keep": GOOD, "reject": BAD}


def sinks_of(plan: Plan, sizes: dict[str, int] | None) -> dict[str, Sink]:
    """The outputs of a run, by name, opened.

    sizes: how much of each is kept of an interrupted run; None to begin them.
    """
    sinks: dict[str, Sink] = {} if plan.shown is None else {"shown": plan.shown}
    for name, path in plan.outputs.items():
        encoding = _encoding_of(name, path, plan)
        growing = Growing(path, 0 if sizes is None else sizes[name], encoding, _ROWS[name])
        if sizes is None:
            growing.write(encoding.head())
        sinks[name] = growing
    return sinks


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
