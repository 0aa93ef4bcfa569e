"""The program of ``calamine_reader``: reads a workbook from stdin, writes its sheets to stdout.

The sheets are pickled. The program imports nothing from cpsudoku, and little else, so it starts in
about 30 ms.
"""

from __future__ import annotations

import io
import pickle
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from python_calamine import CalamineSheet


MOST_MEMORY = 1 << 30  # bytes of address space; the largest accepted workbook needs half of it
MOST_SECONDS = 120  # of processor time; ten million cells take 20
REPORTED = 250  # the exit code if the reason is the last line of stderr
PASSWORD = "password"


def _sheets(data: bytes) -> list[tuple[object, ...]]:
    import python_calamine as calamine

    workbook = calamine.load_workbook(io.BytesIO(data))
    return [
        _values(workbook.get_sheet_by_name(meta.name), str(meta.visible).endswith("Visible"))
        for meta in workbook.sheets_metadata
        if str(meta.typ).endswith(".WorkSheet")
    ]


def _values(sheet: CalamineSheet, is_visible: bool) -> tuple[object, ...]:
    left = sheet.start[1] if sheet.start is not None else 0
    rows = [list(row) for row in sheet.iter_rows()]
    return sheet.name, is_visible, left, rows, list(sheet.merged_cell_ranges or [])


def _limit_memory_and_time() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


def _main() -> int:
    _limit_memory_and_time()
    try:
        pickle.dump(_sheets(sys.stdin.buffer.read()), sys.stdout.buffer)
    except BaseException as error:
        words = " ".join(str(error).split()) or type(error).__name__
        print(PASSWORD if type(error).__name__ == "PasswordError" else words, file=sys.stderr)
        return REPORTED
    return 0


if __name__ == "__main__":
    sys.exit(_main())
