"""Verdicts and ratings of a column of puzzles, as Arrow columns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.tables.parquet import arrow, column_of, csv_of
from cpsudoku.road.judge.judged import Judged
from cpsudoku.road.judge_block import judge_block
from cpsudoku.road.layout import LineLayout
from cpsudoku.road.settings import Settings
from cpsudoku.road.sinks.arrow_table import batch_of, empty
from cpsudoku.road.source.block import Block
from cpsudoku.road.source.columns import may_hold_rules, table_layout
from cpsudoku.road.source.sources import SAMPLE_ROWS
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.processes import processes, shared
from cpsudoku.teaching.rating.base import Rating
from cpsudoku.teaching.rating.many import rate_many

if TYPE_CHECKING:
    import pyarrow as pa

    from cpsudoku.formats import Entry

RATED = (
    *("status", "ER", "EP", "ED", "hodoku_level", "hodoku_score"),
    *("level", "effort", "hardest", "reason"),
)
ROWS, SLOW_ROWS = 1 << 13, 1 << 7  # judged at once by the bulk kernel, and by other engines
_OF_A_FILE = ("source", "line", "puzzle", "duplicate_of")
_SOURCE = Source("<table>")


def verdicts(
    table: pa.Table, column: str | None, settings: Settings, jobs: int | None = None
) -> pa.Table:
    """The columns that a bulk check adds, one row for each row of the table.

    Work that takes long is shared by ``jobs`` processes [default: one per core]. Raises InputError
    if no column holds puzzles.
    """
    arrow()
    import pyarrow as pa

    work = partial(_rows_of, settings=settings)
    texts = _texts(table, column, settings)
    done = shared(work, texts, processes(jobs), needs=settings.programs, name_of=_name)
    return pa.Table.from_batches([_columns_of(empty(settings)), *(rows for _, rows in done)])


def _rows_of(lines: tuple[bytes, LineLayout], settings: Settings) -> pa.RecordBatch:
    return _columns_of(judge_block(Block(_SOURCE.name, 1, *lines), settings))


def _columns_of(judged: Judged) -> pa.RecordBatch:
    """The columns of a judged block without those that only a file has."""
    return batch_of(judged, without=_OF_A_FILE)


def _name(_: tuple[bytes, LineLayout]) -> str:
    return _SOURCE.name


def ratings(
    table: pa.Table, column: str | None, scale: str, limit: float | None, jobs: int | None
) -> pa.Table:
    """The columns of ``RATED``, one row for each row of the table.

    Raises InputError if no column holds puzzles.
    """
    arrow()
    import pyarrow as pa

    entries = _entries(table, column)
    rated = [_row_of(rating) for rating in rate_many(entries, scale=scale, limit=limit, jobs=jobs)]
    types = {
        "hodoku_score": pa.int32(),
        **dict.fromkeys(("ER", "EP", "ED", "effort"), pa.float64()),
    }
    schema = pa.schema([(name, types.get(name, pa.string())) for name in RATED])
    return pa.Table.from_pylist(rated, schema=schema)


def _row_of(rating: Rating) -> JsonObject:
    problem = rating.problem.removeprefix(f"{Source()}: ")
    data = rating.to_data() | {"reason": problem or None}
    return {name: data[name] for name in RATED}


def _entries(table: pa.Table, column: str | None) -> Iterator[Entry]:
    for text, layout in _texts(table, column):
        for line in text.splitlines():
            entry = layout.entry(line, Source())
            yield entry if entry is not None else InputError("'' is not a puzzle")


def _texts(
    table: pa.Table, column: str | None, settings: Settings = Settings()
) -> Iterator[tuple[bytes, LineLayout]]:
    """The puzzles of a table as lines of CSV, many at once; nothing if it has no rows."""
    if not table.num_rows:
        return
    sample = csv_of(table.slice(0, SAMPLE_ROWS), table.schema.names)
    columns = table_layout(sample, table.schema, column, _SOURCE)

    def lines(rows: pa.Table) -> tuple[bytes, LineLayout]:
        return columns.lines(
            rows, columns.needed(lambda name: may_hold_rules(column_of(rows, name)))
        )

    line, layout = lines(table.slice(0, 1))
    rows = ROWS if _is_fast(layout.entry(line.strip(), _SOURCE), settings) else SLOW_ROWS
    for start in range(0, table.num_rows, rows):
        yield lines(table.slice(start, rows))


def _is_fast(first: Entry | None, settings: Settings) -> bool:
    """Whether the bulk kernel judges rows such as the first, and nothing slower does."""
    if not settings.uses_kernel or settings.cross_check:
        return False
    return not isinstance(first, Puzzle) or first.is_classic_9x9
