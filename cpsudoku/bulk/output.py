"""Files that grow block by block, can be cut back to a checkpoint, and appear when complete."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import IO, Any

from cpsudoku.bulk.sources import PARQUET
from cpsudoku.formats.tables.parquet import arrow
from cpsudoku.runtime.errors import InputError, Source, reason
from cpsudoku.runtime.files import (
    is_stream,
    new_file,
    open_stream,
    own_file,
    partial_of,
    take_place,
    target_of,
    writing,
)
from cpsudoku.runtime.printable import of_cell
from cpsudoku.runtime.remarks import note

GROUP = 16  # batches of 1 MiB in a row group of Parquet: 80,000 rows
_DIFFERENT = ("line", "puzzle", "solution", "canonical")  # columns without many equal values


class Growing:
    """An output in its ``.partial`` file; raises InputError if that can't be written.

    A device, a FIFO, a socket or standard output has no such file. Data written there can't be cut
    back, so the run can't be resumed.
    """

    def __init__(self, path: Path, keep_bytes: int = 0) -> None:
        self.path = path
        self.is_stream = is_stream(path)
        self._source = Source(str(path))
        self._size = keep_bytes
        if path.suffix.lower() == PARQUET:
            arrow()  # if it is missing, fail before the work
            if self.is_stream:
                raise InputError("a Parquet table needs a regular file", self._source)
        if path.is_dir():
            raise InputError("it is a folder, not a file to write", self._source)
        try:
            self._file = self._opened(keep_bytes)
        except OSError as error:
            raise self._problem(error) from None

    def _opened(self, keep_bytes: int) -> IO[bytes]:
        if self.is_stream:
            return open_stream(self.path)
        self.partial = partial_of(self.path)
        if keep_bytes:
            file = own_file(self.partial)
            file.truncate(keep_bytes)
            file.seek(keep_bytes)
            return file
        self.partial.unlink(
            missing_ok=True
        )  # from an earlier run, or a link that somebody put there
        return new_file(self.partial)

    def write(self, data: bytes | memoryview) -> None:
        """Append the data; after a failure, such as a full disk, none of it stays."""
        start = self.size
        view = memoryview(data)
        size = view.nbytes
        try:
            while view:
                view = view[self._file.write(view) :]
            if self.is_stream:
                self._file.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            self.cut(start)
            raise self._problem(error) from None
        self._size = start + size

    @property
    def size(self) -> int:
        """The bytes written."""
        return self._size

    def cut(self, size: int) -> None:
        """Drop everything after ``size`` bytes."""
        self._size = size
        if not self.is_stream:
            self._file.truncate(size)
            self._file.seek(size)

    def sync(self) -> None:
        """Flush everything to the disk."""
        try:
            if not self.is_stream:
                os.fsync(self._file.fileno())
        except OSError as error:
            raise self._problem(error) from None

    def finish(self) -> None:
        """Give the file its name; a Parquet file is made from the rows here."""
        self.sync()
        try:
            self._file.close()
            if self.is_stream:
                return
            if self.path.suffix.lower() == PARQUET:
                self._to_parquet()
                self.partial.unlink()
            else:
                replaces = self.path.exists()
                take_place(self.partial, target_of(self.path))
                if replaces:
                    note(f"replaced {self.path}")
        except OSError as error:
            raise self._problem(error) from None

    def _to_parquet(self) -> None:
        """Rewrite the CSV rows as Parquet, batch by batch."""
        pa, pq = arrow()
        from pyarrow import csv

        numbers = dict.fromkeys(("line", "count", "guesses"), pa.int64()) | {"clues": pa.int16()}
        truths = dict.fromkeys(("given_solution_ok", "minimal"), pa.bool_())
        with open(self.partial, "rb") as rows:
            names = rows.readline().decode().strip().split(",")
        types = {name: (numbers | truths).get(name, pa.string()) for name in names}
        options = csv.ConvertOptions(column_types=types, strings_can_be_null=True)
        with (  # Arrow itself can't open a name that is not UTF-8
            open(self.partial, "rb") as rows,
            csv.open_csv(rows, convert_options=options) as reader,
            writing(self.path) as file,
        ):
            schema = pa.schema(types.items())
            repeated = [name for name in names if name not in _DIFFERENT]
            with pq.ParquetWriter(file, schema, use_dictionary=repeated) as writer:
                while some := list(islice(reader, GROUP)):
                    batches = [[_of_cells(column) for column in each.columns] for each in some]
                    group = [pa.record_batch(columns, schema) for columns in batches]
                    writer.write_table(pa.Table.from_batches(group))

    def _problem(self, error: OSError) -> InputError:
        return InputError(f"can't be written: {reason(error)}", self._source)


def _of_cells(column: Any) -> Any:
    """A column of CSV without the apostrophes that protect its texts from being formulas."""
    import pyarrow as pa

    if column.type != pa.string() or not _has_apostrophe(column):
        return column
    return pa.array([of_cell(text) if text else text for text in column.to_pylist()], pa.string())


def _has_apostrophe(column: Any) -> bool:
    """Whether a column of texts has an apostrophe. Its buffer is searched as a whole."""
    data = column.buffers()[2]
    return data is not None and b"'" in memoryview(data).tobytes()
