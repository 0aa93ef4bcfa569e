"""Parquet tables (``.parquet``) with a column of puzzles, read and written with pyarrow."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice, zip_longest
from types import ModuleType
from typing import IO, TYPE_CHECKING

from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import BaseFormat, Entry, ReadOptions, refuse_losses
from cpsudoku.formats.document import Document
from cpsudoku.formats.tables.columns import columns_of
from cpsudoku.formats.tables.csv import HEADER, fields_of_result
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.plural import listed, plural
from cpsudoku.runtime.printable import encodable, one_line
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

MAGIC = b"PAR1"
ROWS = 1 << 13  # read or written at once
SAMPLE_ROWS = 50
MOST_LISTED = 10  # ranges of rows in a message


class Parquet(BaseFormat):
    """The format ``parquet``."""

    name = "parquet"
    title = "Parquet tables with a column of puzzles"
    suffixes = (".parquet",)
    is_binary = True
    library = ("pyarrow", worded("reading or writing Parquet and Arrow"))

    def recognises(self, document: Document) -> bool:
        """Whether the file begins like a Parquet file."""
        return document.peek(len(MAGIC))[: len(MAGIC)] == MAGIC

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """The puzzle of each row; raises InputError if no column holds puzzles.

        If some rows can't be read, it is raised after the others.
        """
        source = document.source
        table = opened(io.BytesIO(document.data()), source)
        names = table.schema_arrow.names
        columns = columns_of(first_rows(table), options.column, source)
        if columns is None:
            raise InputError(
                "no column of puzzles; the columns are {names}", source, names=", ".join(names)
            )
        for first, batch in batches(table, source, ROWS):
            rows = csv_of(batch, names, heading=False).splitlines()
            for number, row in enumerate(rows, first):
                entry = columns.entry(row, source.at(number), options)
                if entry is not None:
                    yield entry

    def write(self, results: Iterable[Result], stream: IO[bytes]) -> None:
        """Write a row for each result: puzzle, solution, status, label."""
        pa, parquet = arrow()
        schema = pa.schema([(name, pa.string()) for name in HEADER])
        left = iter(results)
        with parquet.ParquetWriter(stream, schema) as writer:
            while some := list(islice(left, ROWS)):
                for result in some:
                    refuse_losses(self, result)
                columns = zip(*map(fields_of_result, some), strict=True)
                arrays = [pa.array(list(map(encodable, c)), pa.string()) for c in columns]
                writer.write_batch(pa.record_batch(arrays, schema))


def opened(stream: IO[bytes], source: Source) -> ParquetFile:
    """The table in a file, a ``ParquetFile``; raises InputError if there is none."""
    _, parquet = arrow()
    try:
        return parquet.ParquetFile(stream, page_checksum_verification=True)
    except _faults() as error:
        raise InputError("it is not a Parquet file: {why}", source, why=_why(error)) from None


def batches(
    table: ParquetFile,
    source: Source,
    size: int,
    columns_of_group: Callable[[int], Sequence[str] | None] = lambda _: None,
) -> Iterator[tuple[int, pa.RecordBatch]]:
    """The rows of a table in batches, each with the number of its first row.

    ``columns_of_group`` names the columns to read of a row group, or None for all.
    A damaged part costs the rows from there to the end of its row group. They are named by the
    InputError that is raised after the other groups.
    """
    missing, end = [], 1
    why: str = worded("there are fewer rows than its header says")
    for group in range(table.num_row_groups):
        row, end = end, end + table.metadata.row_group(group).num_rows
        try:
            for batch in table.iter_batches(size, [group], columns_of_group(group)):
                yield row, batch
                row += batch.num_rows
        except _faults() as error:
            why = _why(error)
        if row < end:
            missing.append(worded("{least} to {most}", least=f"{row:,}", most=f"{end - 1:,}"))
    if missing:
        rest = len(missing) - MOST_LISTED
        more = [plural(rest, "other range")] if rest > 0 else []
        parts = listed([*missing[:MOST_LISTED], *more])
        raise InputError("rows {parts} can't be read: {why}", source, parts=parts, why=why)


def readable_parts(table: ParquetFile, group: int, name: str) -> Iterator[pa.Array]:
    """A column of a row group in parts, up to one that is damaged."""
    with suppress(*_faults()):
        for batch in table.iter_batches(ROWS, [group], [name]):
            yield column_of(batch, name)


def first_rows(table: ParquetFile) -> str:
    """Some rows as CSV with a heading; "" if there are none.

    They come from the first group that can be read as a whole, or else from the first one, with
    nothing in the columns that are damaged.
    """
    names = table.schema_arrow.names
    for group in range(table.num_row_groups):
        batch = _first_batch(table, group)
        if batch is not None:
            return csv_of(batch, names)
    columns = [_first_batch(table, 0, [name]) for name in names] if table.num_row_groups else []
    some = [[""] if batch is None else texts_of(batch.column(0)) for batch in columns]
    return _csv([names, *zip_longest(*some, fillvalue="")]) if columns else ""


def _first_batch(
    table: ParquetFile, group: int, columns: Sequence[str] | None = None
) -> pa.RecordBatch | None:
    """The first rows of a group; None if it has none, or if they can't be read."""
    with suppress(*_faults()):
        return next(table.iter_batches(SAMPLE_ROWS, [group], columns), None)
    return None


def _faults() -> tuple[type[Exception], ...]:
    """What pyarrow raises for a damaged file. A name of a column may be no UTF-8."""
    return arrow()[0].ArrowException, OSError, UnicodeDecodeError


def _why(error: Exception) -> str:
    return one_line(str(error)).replace(r"\n", " ").strip().rstrip(".")


def csv_of(batch: pa.RecordBatch, names: Sequence[str], heading: bool = True) -> str:
    """The rows of an Arrow batch as CSV, one line each. Line ends inside a value become spaces."""
    columns = [texts_of(column_of(batch, name)) for name in names]
    return _csv(([names] if heading else []) + list(zip(*columns, strict=True)))


def column_of(rows: pa.Table | pa.RecordBatch, name: str) -> pa.Array | pa.ChunkedArray:
    """A column by its name; the first of two with the same name counts."""
    return rows.column(rows.schema.names.index(name))


def _csv(rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(rows)  # "" is a row
    return text.getvalue()


def texts_of(column: pa.Array) -> list[str]:
    """The values of a column as texts on one line. Bytes that are not UTF-8 become U+FFFD."""
    try:
        values = column.to_pylist()
    except UnicodeDecodeError:
        found = column.cast("binary").to_pylist()
        values = [value and value.decode(errors="replace") for value in found]
    return [str(value if value is not None else "").replace("\n", " ") for value in values]


def arrow() -> tuple[ModuleType, ModuleType]:
    """The modules pyarrow and pyarrow.parquet; raises MissingExtra if they are not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        FORMAT.require_library()  # raises the error that names the command to install it
        raise
    return pyarrow, pyarrow.parquet


FORMAT = Parquet()
