"""Files that grow block by block, can be cut back to a checkpoint, and appear when whole."""

from __future__ import annotations

import os
from pathlib import Path

from cpsudoku.bulk.sources import PARQUET, arrow
from cpsudoku.errors import InputError, Source
from cpsudoku.formats.document import reason

FORMATS = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", PARQUET: "csv"}


def partial_of(path: Path) -> Path:
    """Where an output stands until it is whole."""
    return path.with_name(path.name + ".partial")


class Growing:
    """An output in its ``.partial`` file; raises InputError where that can't be written."""

    def __init__(self, path: Path, keep_bytes: int = 0) -> None:
        self.path = path
        self.partial = partial_of(path)
        self._source = Source(str(path))
        if path.suffix.lower() == PARQUET:
            arrow()  # missing, it is told before the work
        try:
            mode = "r+b" if keep_bytes else "wb"
            self._file = open(self.partial, mode, buffering=0)  # noqa: SIM115  closed by finish()
            self._file.truncate(keep_bytes)
            self._file.seek(keep_bytes)
        except OSError as error:
            raise self._problem(error) from None

    def write(self, data: bytes) -> None:
        """Append; on a fault, of a full disk say, nothing of the data stays."""
        start = self._file.tell()
        view = memoryview(data)
        try:
            while view:
                view = view[self._file.write(view) :]
        except OSError as error:
            self.cut(start)
            raise self._problem(error) from None

    @property
    def size(self) -> int:
        """The bytes written."""
        return self._file.tell()

    def cut(self, size: int) -> None:
        """Forget what was written after ``size`` bytes."""
        self._file.truncate(size)
        self._file.seek(size)

    def sync(self) -> None:
        """Put everything on the disk."""
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._problem(error) from None

    def finish(self) -> None:
        """Give the file its name; a Parquet file is made of the rows now."""
        self.sync()
        self._file.close()
        try:
            if self.path.suffix.lower() == PARQUET:
                self._to_parquet()
                self.partial.unlink()
            else:
                self.partial.replace(self.path)
        except OSError as error:
            raise self._problem(error) from None

    def _to_parquet(self) -> None:
        """Rewrite the CSV rows as Parquet, batch by batch."""
        pa, pq = arrow()
        from pyarrow import csv

        numbers = {"line": pa.int64(), "clues": pa.int16(), "count": pa.int64()}
        truths = dict.fromkeys(("given_solution_ok", "minimal"), pa.bool_())
        with open(self.partial, "rb") as rows:
            names = rows.readline().decode().strip().split(",")
        types = {name: (numbers | truths).get(name, pa.string()) for name in names}
        options = csv.ConvertOptions(column_types=types, strings_can_be_null=True)
        temporary = self.path.with_name(f".{self.path.name}.tmp")
        try:
            with csv.open_csv(self.partial, convert_options=options) as reader:
                schema = pa.schema(types.items())
                with pq.ParquetWriter(temporary, schema) as writer:
                    for batch in reader:
                        writer.write_batch(batch)
            temporary.replace(self.path)
        finally:
            temporary.unlink(missing_ok=True)

    def _problem(self, error: OSError) -> InputError:
        return InputError(f"can't be written: {reason(error)}", self._source)
