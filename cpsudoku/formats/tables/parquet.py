"""Parquet tables (``.parquet``) with a column of puzzles, read and written with pyarrow."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import IO, Any

from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import BaseFormat, Entry, ReadOptions, refuse_losses
from cpsudoku.formats.document import Document
from cpsudoku.formats.tables.csv import HEADER, columns_of, fields_of_result
from cpsudoku.runtime import extras
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.printable import encodable

MAGIC = b"PAR1"
ROWS = 1 << 13  # read or written at once
SAMPLE_ROWS = 50


class Parquet(BaseFormat):
    """The format ``parquet``."""

    name = "parquet"
    title = "Parquet tables with a column of puzzles"
    suffixes = (".parquet",)
    is_binary = True

    def recognises(self, document: Document) -> bool:
        """Whether the file begins like a Parquet file."""
        return document.peek(len(MAGIC))[: len(MAGIC)] == MAGIC

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """The puzzle of each row; raises InputError if no column holds puzzles."""
        pa, parquet = arrow()
        source, number = document.source, 0
        try:
            table = parquet.ParquetFile(io.BytesIO(document.data()))
            names = table.schema_arrow.names
            first = next(table.iter_batches(SAMPLE_ROWS), None)
            sample = csv_of(first, names) if first is not None else ""
            columns = columns_of(sample, options.column, source)
            if columns is None:
                raise InputError(
                    f"no column of puzzles; the columns are {', '.join(names)}", source
                )
            for batch in table.iter_batches(ROWS):
                for row in csv_of(batch, names, heading=False).splitlines():
                    number += 1
                    entry = columns.entry(row, source.at(number), options)
                    if entry is not None:
                        yield entry
        except (pa.ArrowException, OSError) as error:
            raise InputError(f"it is not a Parquet file: {error}", source) from None

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


def csv_of(batch: Any, names: Sequence[str], heading: bool = True) -> str:
    """The rows of an Arrow batch as CSV, one line each. Line ends inside a value become spaces."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)  # "" is also a row
    if heading:
        writer.writerow(names)
    known = batch.schema.names  # the first of two columns with the same name counts
    columns = [batch.column(known.index(name)).to_pylist() for name in names]
    for row in zip(*columns, strict=True):
        writer.writerow([str(v if v is not None else "").replace("\n", " ") for v in row])
    return text.getvalue()


def arrow() -> tuple[Any, Any]:
    """The modules pyarrow and pyarrow.parquet; raises MissingExtra if they are not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise extras.missing("data", "reading or writing Parquet and Arrow") from None
    return pyarrow, pyarrow.parquet


FORMAT = Parquet()
