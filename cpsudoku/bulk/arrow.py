"""Arrow batches with verdicts, for Ray Data, Spark, Dask, DuckDB and Polars."""

from __future__ import annotations

import io
from typing import Any

from cpsudoku.bulk.block import Block
from cpsudoku.bulk.encode import header
from cpsudoku.bulk.judge_block import judge_block
from cpsudoku.bulk.settings import Requirements, Settings
from cpsudoku.bulk.sources import arrow, csv_of, table_layout
from cpsudoku.core.errors import Source

NUMBERS = ("clues", "count")
TRUTHS = ("given_solution_ok", "minimal")
_OF_A_FILE = ("source", "line", "puzzle", "duplicate_of")


def check_batch(
    batch: Any,
    column: str | None = None,
    *,
    minimal: bool = False,
    canonical: bool = False,
    require: str = "",
    limit: float | None = None,
    cross_check: float = 0.0,
    engine: str | None = None,
    count: int = 2,
) -> Any:
    """The rows of a ``pyarrow.RecordBatch`` or ``Table``, in order, each with its verdict.

    ``column`` names the column of puzzles; by default it is found by its name or content. The new
    columns are ``status``, ``clues``, ``solution``, ``given_solution_ok`` and ``reason``; on
    request ``minimal`` and ``canonical``; ``failed``, the requirements of ``require`` that a row
    does not meet; and, with a ``count`` other than 2, ``count``, the number of solutions found up
    to that number. ``engine`` is a name of ``ENGINES``. A name that the batch already has gets the
    prefix ``cpsudoku_``. Duplicates are not looked for: only a whole run sees all rows. The result
    has the type of ``batch``, RecordBatch or Table; also a batch without rows gets the columns.
    Raises InputError if no column holds puzzles.

    With Ray Data: ``dataset.map_batches(check_batch, batch_format="pyarrow")``; with Spark:
    ``frame.mapInArrow(lambda batches: map(check_batch, batches), schema)``.
    """
    pa, _ = arrow()
    from pyarrow import csv

    settings = Settings(
        "raw", minimal, canonical, Requirements.parse([require] if require else []), limit,
        cross_check, engine, count,
    )  # fmt: skip
    names = batch.schema.names
    rows = header(settings) + (_rows(batch, column, settings) if batch.num_rows else b"")
    types = dict.fromkeys(NUMBERS, pa.int16()) | dict.fromkeys(TRUTHS, pa.bool_())
    columns = rows.partition(b"\n")[0].decode().split(",")
    convert = csv.ConvertOptions(
        column_types={name: types.get(name, pa.string()) for name in columns},
        strings_can_be_null=True,
    )
    table = csv.read_csv(io.BytesIO(rows), convert_options=convert)
    whole = batch if isinstance(batch, pa.Table) else pa.Table.from_batches([batch])
    for name in columns:
        if name not in _OF_A_FILE:
            free = f"cpsudoku_{name}" if name in names else name
            whole = whole.append_column(free, table.column(name))
    if isinstance(batch, pa.Table):
        return whole
    columns_of_batch = [column.combine_chunks() for column in whole.columns]
    return pa.RecordBatch.from_arrays(columns_of_batch, schema=whole.schema)


def _rows(batch: Any, column: str | None, settings: Settings) -> bytes:
    """The puzzles of a batch as rows of CSV; raises InputError if no column holds puzzles."""
    names = batch.schema.names
    used, layout = table_layout(csv_of(batch.slice(0, 50), names), column, Source("<batch>"))
    text = csv_of(batch, used, heading=False).encode()
    return judge_block(Block("<batch>", 1, text, layout), settings).body
