"""The final form of a file, which a thread writes while the rows of the file still arrive.

Parquet can't be cut back to a checkpoint and continued, but a stream of Arrow batches can. So the
run writes a stream, and the thread writes Parquet beside it, which replaces the stream in the end::

    verdicts.parquet.partial       schema | batch | batch | batch ..
    verdicts.parquet.partial.new   PAR1 | row group | row group ..
"""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

from cpsudoku.runtime.files import new_file, take_place, target_of

Convert = Callable[[io.RawIOBase, IO[bytes]], None]
"""A function that reads all rows, and writes them in their final form."""


class Beside:
    """The final form of a growing file. ``convert`` runs in a thread of its own.

    The thread ends after ``finish`` or ``stop``.
    """

    def __init__(self, partial: Path, convert: Convert) -> None:
        self._new = partial.with_name(partial.name + ".new")
        self._convert = convert
        self._rows = _Tail(partial)
        self._problem: BaseException | None = None
        self._new.unlink(missing_ok=True)  # of a run that was killed
        self._file = new_file(self._new)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            with self._file as file, self._rows as rows:
                self._convert(rows, file)
                os.fsync(file.fileno())
        except BaseException as error:
            self._problem = error

    def reached(self, size: int) -> None:
        """Let the thread read so many bytes. Raises what went wrong in it so far."""
        if self._problem is not None:
            raise self._problem
        self._rows.reach(size)

    def finish(self, path: Path) -> None:
        """Wait for the thread, and give its file this name. Raises what went wrong in it."""
        self._rows.end()
        self._thread.join()
        if self._problem is not None:
            raise self._problem
        take_place(self._new, target_of(path))

    def stop(self) -> None:
        """End the thread soon, and delete its file."""
        self._rows.stop()
        self._thread.join()
        with suppress(OSError):
            self._new.unlink(missing_ok=True)


class _Unwanted(Exception):
    """Nobody wants the final form any more."""


class _Tail(io.RawIOBase):
    """A file that grows. Whoever reads it waits for bytes that are still to come."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        self._read = self._size = 0
        self._has_end = self._is_stopped = False
        self._changed = threading.Condition()

    def reach(self, size: int) -> None:
        """So many bytes can be read."""
        with self._changed:
            self._size = size
            self._changed.notify()

    def end(self) -> None:
        """Nothing comes any more."""
        with self._changed:
            self._has_end = True
            self._changed.notify()

    def stop(self) -> None:
        """Whoever reads gets an exception."""
        with self._changed:
            self._is_stopped = True
            self._changed.notify()

    def close(self) -> None:
        """Close the file too."""
        self._file.close()
        super().close()

    def readable(self) -> bool:
        """It is read."""
        return True

    def read(self, size: int = -1) -> bytes:
        """So many bytes, or the rest of the file if that has fewer.

        ``readinto`` would copy them once more.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self._is_stopped or self._has_end or self._size >= self._read + size
            )
            if self._is_stopped:
                raise _Unwanted
            left = self._size - self._read
        done = self._file.read(left if size < 0 else min(size, left))
        self._read += len(done)
        return done
