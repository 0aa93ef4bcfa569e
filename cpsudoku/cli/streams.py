"""The three standard streams, which may be closed, full, or abandoned by their reader."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO, cast

from cpsudoku.cli.say import say
from cpsudoku.runtime.errors import EXIT_CLOSED_PIPE, EXIT_USAGE, reason
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from typing_extensions import Buffer  # in collections.abc since 3.12

STDOUT_NAME = "<stdout>"  # the ``filename`` of its errors
_CLOSED_AS = (os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)  # of stdin, stdout, stderr


class _Output(io.FileIO):
    """Standard output. ``fault`` keeps the first error, even if it was caught elsewhere."""

    fault: OSError | None = None

    def write(self, data: Buffer, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            error.filename = STDOUT_NAME
            self.fault = self.fault or error
            raise


class _Messages(io.FileIO):
    """Standard error. Messages that cannot be written are lost without an error."""

    def write(self, data: Buffer, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


class Streams:
    """Replaces the standard streams of the process, and remembers their errors."""

    def __init__(self) -> None:
        _occupy()
        if sys.stdin is None:
            sys.stdin = open(0, closefd=False)  # noqa: SIM115  it stays open
        self._output: _Output | None = None
        if sys.stdout is None or _is_file(sys.stdout):
            self._output = _Output(1, "wb", closefd=False)
            sys.stdout = _text(self._output, sys.stdout)
        if sys.stderr is None or _is_file(sys.stderr):
            sys.stderr = _text(_Messages(2, "wb", closefd=False), sys.stderr, True)

    def end(self, code: int) -> int:
        """Flush the streams and return the exit code.

        If stdout is full or closed, the code is 2, with a message. If its reader closed it, the
        code is 141. In all other cases it is ``code``.
        """
        fault: OSError | None = None
        try:
            sys.stdout.flush()
        except OSError as error:
            fault = error
        if self._output is not None:
            fault = self._output.fault or fault
        if fault is not None:
            if isinstance(fault, BrokenPipeError):
                code = EXIT_CLOSED_PIPE
            else:
                say(worded("cannot write to stdout: {fault}", fault=reason(fault)))
                code = EXIT_USAGE
        with suppress(OSError):
            sys.stderr.flush()
        return code


def _occupy() -> None:
    """Reopen closed standard streams, so that no other file gets their numbers.

    Each is opened in the wrong direction, so that using it is still an error.
    """
    for number, mode in enumerate(_CLOSED_AS):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, mode)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)


def _is_file(stream: TextIO) -> bool:
    """Whether a stream is a plain stream of the operating system, not Windows' console."""
    buffer = getattr(stream, "buffer", None)
    return type(getattr(buffer, "raw", buffer)) is io.FileIO


def _text(raw: io.FileIO, old: TextIO | None, by_line: bool = False) -> TextIO:
    """A text stream over a raw one, with the encoding of the stream that it replaces."""
    return io.TextIOWrapper(
        cast("io.BufferedWriter", io.BufferedWriter(raw)),
        encoding=old.encoding if old is not None else None,
        errors="backslashreplace",
        line_buffering=by_line or raw.isatty(),
        write_through=getattr(old, "write_through", False),
    )
