"""Converts the errors of libraries about damaged workbooks to errors that name the file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cpsudoku.runtime.errors import CpsudokuError, InputError, Source

_LONGEST = 160  # characters of a library's own message


@contextmanager
def refusing_damage(source: Source) -> Iterator[None]:
    """Convert every error that a damaged workbook causes to an InputError for that file.

    A flipped bit makes zipfile, zlib, expat, openpyxl and calamine raise about twenty kinds of
    errors, including KeyError. All of them mean that the file is damaged.
    """
    try:
        yield
    except CpsudokuError:
        raise
    except Exception as error:
        raise _damaged(error, source) from error


def _damaged(error: BaseException, source: Source) -> InputError:
    words = " ".join(str(error).split()) or type(error).__name__
    return InputError(
        "it is not a workbook, or it is damaged: {words}", source, words=words[:_LONGEST]
    )
