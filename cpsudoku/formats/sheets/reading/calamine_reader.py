"""Read a workbook with python-calamine in a process of its own, with a limit on its memory.

A damaged ``.xls`` or ``.xlsb`` can make calamine ask for many gigabytes, which ends the process, or
panic, which prints to stderr. Neither may happen to the process that reads a thousand workbooks.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from cpsudoku.formats.sheets.reading import calamine_program
from cpsudoku.formats.sheets.reading.calamine_program import MOST_MEMORY, REPORTED

PROGRAM = calamine_program.__file__


class CalamineError(Exception):
    """calamine could not read the workbook; the message is its own."""


@dataclass(frozen=True)
class SheetValues:
    """One sheet: ``rows`` begin at the first row of the sheet and at column ``left``, from 0."""

    name: str
    is_visible: bool
    left: int
    rows: list[list[Any]]
    merged: list[tuple[tuple[int, int], tuple[int, int]]]


def read_values(data: bytes) -> list[SheetValues]:
    """The work sheets of a workbook, in order.

    Raises CalamineError where calamine can't read it, with the message ``PASSWORD`` where it is
    protected.
    """
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-S", "-P", PROGRAM],  # -S: its path is ours, and that saves 20 ms
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
        return f"it asks for more than {MOST_MEMORY >> 20} MiB of memory"
    return f"reading it ended with code {code}"
