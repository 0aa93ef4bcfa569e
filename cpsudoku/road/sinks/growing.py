"""Files that grow block by block, can be cut back to a checkpoint, and appear when complete."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from cpsudoku.formats.tables.parquet import arrow
from cpsudoku.road.settings import PARQUET
from cpsudoku.road.sinks.base import Encoding
from cpsudoku.road.sinks.beside import Beside
from cpsudoku.runtime.errors import InputError, Source, reason
from cpsudoku.runtime.files import (
    is_stream,
    new_file,
    open_stream,
    own_file,
    partial_of,
    take_place,
    target_of,
)
from cpsudoku.runtime.remarks import note
from cpsudoku.runtime.words import worded

BESIDE = 1 << 23  # bytes of rows; with more of them, their final form is written beside


class Growing:
    """An output in its ``.partial`` file; raises InputError if that can't be written.

    A device, a FIFO, a socket or standard output has no such file. Data written there can't be cut
    back, so the run can't be resumed. ``rows``: ALL, GOOD or BAD. A new file gets its head.
    """

    def __init__(self, path: Path, keep_bytes: int, encoding: Encoding, rows: str) -> None:
        self.path, self.encoding, self.rows = path, encoding, rows
        self.is_stream = is_stream(path)
        self._source = Source(str(path))
        self._size = keep_bytes
        self._beside: Beside | None = None
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
        if not keep_bytes:
            self.write(encoding.head())

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
        if self._size >= BESIDE:
            self._go_on_beside()

    def _go_on_beside(self) -> None:
        """Let a thread write the final form of the rows so far, if they need one."""
        convert = None if self.is_stream else self.encoding.final_form
        if convert is None:
            return
        try:
            self._beside = self._beside or Beside(self.partial, convert)
            self._beside.reached(self._size)
        except OSError as error:
            self.stop()
            raise self._problem(error) from None

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
        """Give the file its name, in the final form of its encoding."""
        try:
            replaces = not self.is_stream and self.path.exists()
            self._go_on_beside()
            if self._beside is None:
                self.sync()
            self._file.close()
            if self._beside is not None:
                self._beside.finish(self.path)
                self.partial.unlink()  # not flushed to the disk, as the final form is
            elif not self.is_stream:
                take_place(self.partial, target_of(self.path))
            if replaces:
                note(worded("replaced {path}", path=self.path))
        except OSError as error:
            raise self._problem(error) from None

    def stop(self) -> None:
        """Leave the file as it is, for another run to continue it."""
        if self._beside is not None:
            self._beside.stop()

    def _problem(self, error: OSError) -> InputError:
        return InputError("can't be written: {error}", self._source, error=reason(error))
