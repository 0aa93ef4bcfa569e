"""The three standard streams as a command finds them: open or closed, full, or without a reader."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO, cast

from cpsudoku.cli.report import say
from cpsudoku.core.errors import EXIT_CLOSED_PIPE, EXIT_USAGE, reason

if TYPE_CHECKING:
    from typing_extensions import Buffer  # collections.abc has it from 3.12 on

STDOUT_NAME = "<stdout>"  # as ``filename`` of an error
_CLOSED_AS = (os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)  # of stdin, stdout, stderr


class _Output(io.FileIO):
    """Standard output; ``fault`` is the first error, whoever caught it since."""

    fault: OSError | None = None

    def write(self, data: Buffer, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            error.filename = STDOUT_NAME
            self.fault = self.fault or error
            raise


class _Messages(io.FileIO):
    """Standard error; what can't be written there is lost, and changes nothing else."""

    def write(self, data: Buffer, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


class Streams:
    """Takes over the standard streams of the process, and knows how they fared."""

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
        """Put out what was printed; the exit code, another one where stdout could not be written.

        2 for a full or closed stdout, with a message; 141 where its reader went away.
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
                say(f"stdout can't be written: {reason(fault)}")
                code = EXIT_USAGE
        with suppress(OSError):
            sys.stderr.flush()
        return code


def _occupy() -> None:
    """Give closed standard streams their numbers back, so that no file of ours gets one.

    They are opened the wrong way round: to use them is still an error.
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
    """Whether a stream is a plain one of the operating system: not Windows' console."""
    buffer = getattr(stream, "buffer", None)
    return type(getattr(buffer, "raw", buffer)) is io.FileIO


def _text(raw: io.FileIO, old: TextIO | None, by_line: bool = False) -> TextIO:
    """A text stream over a raw one, in the encoding of the one it takes the place of."""
    return io.TextIOWrapper(
        cast("io.BufferedWriter", io.BufferedWriter(raw)),
        encoding=old.encoding if old is not None else None,
        errors="backslashreplace",
        line_buffering=by_line or raw.isatty(),
        write_through=getattr(old, "write_through", False),
    )
