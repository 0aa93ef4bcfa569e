"""Reads a workbook with python-calamine in a separate process with limited memory.

A damaged ``.xls`` or ``.xlsb`` can make calamine request many gigabytes, which ends the process, or
panic, which prints to stderr. Neither may happen in a process that reads a thousand workbooks.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import dataclass

from cpsudoku.formats.sheets.reading import calamine_program
from cpsudoku.formats.sheets.reading.calamine_program import MOST_MEMORY, REPORTED
from cpsudoku.runtime.words import worded

PROGRAM = calamine_program.__file__


class CalamineError(Exception):
    """calamine could not read the workbook. The message is that of calamine."""


@dataclass(frozen=True)
class SheetValues:
    """One sheet. ``rows`` begin in the first row of the sheet, at column ``left``, from 0."""

    name: str
    is_visible: bool
    left: int
    rows: list[list[object]]
    merged: list[tuple[tuple[int, int], tuple[int, int]]]


def read_values(data: bytes) -> list[SheetValues]:
    """The worksheets of a workbook, in order.

    Raises CalamineError if calamine can't read the workbook. If the workbook is protected, the
    message is ``PASSWORD``.
    """
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-S", "-P", PROGRAM],  # -S: we pass the path, which saves 20 ms
        input=data,
        capture_output=True,
        env=os.environ | {"PYTHONPATH": path, "RUST_BACKTRACE": "0"},
        check=False,
    )
    if done.returncode:
        raise CalamineError(_reason(done.returncode, done.stderr.decode("utf-8", "replace")))
    return [SheetValues(*sheet) for sheet in pickle.loads(done.stdout)]


def _reason(code: int, stderr: str) -> str:
    if code == REPORTED:
        return stderr.strip().splitlines()[-1]
    if "memory allocation" in stderr or "MemoryError" in stderr:
        return worded("it asks for more than {most} MiB of memory", most=MOST_MEMORY >> 20)
    return worded("reading it ended with code {code}", code=code)
