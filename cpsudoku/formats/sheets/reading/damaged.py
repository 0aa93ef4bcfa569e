"""Damaged workbooks: whatever a library makes of them, one error that names the file."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from cpsudoku.core.errors import CpsudokuError, InputError, Source

_LONGEST = 160  # characters of a library's own words
_PANIC = "PanicException"  # of calamine, which is Rust; no Exception, and no module to import it
_TURNING = threading.Lock()


@contextmanager
def refusing_damage(source: Source) -> Iterator[None]:
    """Turn everything that a damaged workbook raises into an InputError of that file.

    A flipped bit makes zipfile, zlib, expat, openpyxl and calamine raise some twenty kinds of
    errors, KeyError and a panic of Rust among them. Each says the same: the file is damaged.
    """
    try:
        yield
    except CpsudokuError:
        raise
    except Exception as error:
        raise _damaged(error, source) from error
    except BaseException as error:
        if type(error).__name__ != _PANIC:
            raise
        raise _damaged(error, source) from None


def _damaged(error: BaseException, source: Source) -> InputError:
    words = " ".join(str(error).split()) or type(error).__name__
    return InputError(f"it is no workbook, or a damaged one: {words[:_LONGEST]}", source)


@contextmanager
def quiet_panics() -> Iterator[None]:
    """Keep what Rust writes to stderr of a panic from the screen.

    The hook of Rust writes to the file descriptor of the process, so that leads to a temporary
    file for the time. What other threads wrote there comes out when no panic came.
    """
    with _TURNING, ExitStack() as stack:
        try:
            kept = os.dup(2)
            stack.callback(os.close, kept)
            heard = stack.enter_context(tempfile.TemporaryFile())
            os.dup2(heard.fileno(), 2)
        except OSError:  # stderr is closed, or there is no room for a temporary file
            yield
            return
        try:
            yield
        finally:
            os.dup2(kept, 2)
        heard.seek(0)
        with suppress(OSError):
            os.write(2, heard.read())
