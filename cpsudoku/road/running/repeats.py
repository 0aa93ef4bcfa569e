"""Marks the rows of Parquet files that repeat an earlier one, when all are written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cpsudoku.formats.tables.parquet import arrow
from cpsudoku.road.kernels.text import Ints
from cpsudoku.road.settings import Requirements
from cpsudoku.road.steps.duplicates import Duplicates
from cpsudoku.road.tables import free_names

if TYPE_CHECKING:
    import pyarrow as pa

DUPLICATE_OF = "duplicate_of"
ROWS = 1 << 16  # read and written at once


def mark_repeats(folder: Path, requirements: Requirements) -> None:
    """Replace the last column of each file, the hashes of its rows, by ``duplicate_of``.

    This is the number of the first row with the same puzzle, counted from 1 through all files in
    the order of their names. The column before it, ``failed``, gets the requirement as well.
    """
    pa, parquet = arrow()
    duplicates = Duplicates(folder=folder.parent)
    number = 1
    for path in sorted(folder.glob("*.parquet")):
        marked = path.with_suffix(".marked")
        with parquet.ParquetFile(path) as table:
            names = table.schema_arrow.names[:-1]
            added = pa.field(*free_names([DUPLICATE_OF], names), pa.int64())
            schema = pa.schema([*list(table.schema_arrow)[:-1], added])
            with parquet.ParquetWriter(marked, schema) as writer:
                for rows in table.iter_batches(ROWS):
                    numbers = np.arange(number, number + len(rows))
                    first = duplicates.insert(rows.columns[-1].to_numpy(), numbers)
                    writer.write_batch(_marked(rows, first, schema, requirements))
                    number += len(rows)
        marked.replace(path)


def _marked(
    rows: pa.RecordBatch, first: Ints, schema: pa.Schema, requirements: Requirements
) -> pa.RecordBatch:
    import pyarrow as pa

    *columns, failed, _ = rows.columns
    texts: list[str | None] = failed.to_pylist()
    for row in np.flatnonzero(first >= 0).tolist():
        texts[row] = _with_duplicates((texts[row] or "").split(";"), requirements)
    repeats = pa.array(first, pa.int64(), mask=first < 0)
    return pa.record_batch([*columns, pa.array(texts, failed.type), repeats], schema)


def _with_duplicates(failed: Sequence[str], requirements: Requirements) -> str:
    """The failed requirements and ``no-duplicates``, in the order in which they were asked."""
    return ";".join(name for name in requirements.names if name in (*failed, "no-duplicates"))
