"""Writes the verdicts of a block as CSV or JSON lines, from a plan of pieces for each row.

A row ends with its tail, the fields ``failed`` and ``duplicate_of``. Only the whole run knows
duplicates, so it writes the tail of such a row again.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

import numpy as np

from cpsudoku.bulk.settings import Requirements, Settings
from cpsudoku.bulk.text import GRID, NOTHING, Ints, join
from cpsudoku.bulk.verify import Bools
from cpsudoku.core.printable import json_safe, one_line, without_formula
from cpsudoku.core.verdict import CONFLICT, MALFORMED, Status

STATUSES = (
    *(str(status) for status in (Status.UNIQUE, Status.MULTIPLE, Status.NO_SOLUTION)),
    *(CONFLICT, str(Status.UNKNOWN), MALFORMED),
)
UNIQUE, MULTIPLE, NONE, CLASH, UNKNOWN, BAD = range(len(STATUSES))
LONGEST_NUMBER = 20


def columns(settings: Settings) -> list[str]:
    """The columns of the output, in order."""
    count = ["count"] if settings.counts else []
    asked = ["minimal"] if settings.tests_minimality else []
    asked += ["canonical"] if settings.canonical else []
    asked += ["guesses"] if settings.guesses else []
    known = ["source", "line", "puzzle", "status", "clues", *count, "solution"]
    return [*known, "given_solution_ok", "reason", *asked, "failed", "duplicate_of"]


def header(settings: Settings) -> bytes:
    """The first line of the output."""
    return (",".join(columns(settings)) + "\n").encode() if settings.output != "jsonl" else b""


def quoted(text: str, output: str) -> bytes:
    """A text as a field of the output; an empty one is nothing in CSV and null in JSON."""
    if output == "jsonl":
        return json_safe(json.dumps(text or None, ensure_ascii=False)).encode()
    buffer = io.StringIO()
    cell = one_line(text)
    cell = without_formula(cell) if output == "csv" else cell
    csv.writer(buffer, lineterminator="").writerow([cell])
    return buffer.getvalue().encode() if text else b""


def tail(failed: Sequence[str], duplicate_of: str, output: str) -> bytes:
    """The end of a row: the requirements that it fails, and the row that it repeats."""
    if output == "jsonl":
        names = json.dumps(list(failed))
        again = json.dumps(duplicate_of or None)
        return f'"failed": {names}, "duplicate_of": {again}}}\n'.encode()
    return b",".join([quoted(";".join(failed), output), quoted(duplicate_of, output)]) + b"\n"


class Plan:
    """The pieces that make up the rows, and for each row the list of its pieces."""

    def __init__(self, count: int, output: str) -> None:
        self.count = count
        self.output = output
        self._pieces: list[bytes] = []
        self._number_of: dict[bytes, int] = {}
        self._columns: list[Ints] = []
        self._numbers: list[Ints] = []

    def piece(self, text: bytes) -> int:
        """The number of a piece; equal pieces are stored once."""
        if text not in self._number_of:
            self._number_of[text] = len(self._pieces)
            self._pieces.append(text)
        return self._number_of[text]

    def field(self, text: str) -> int:
        """The number of the piece for a text, quoted as the output needs it."""
        return self.piece(quoted(text, self.output))

    def add(self, what: Ints | int) -> None:
        """The next part of every row: one number of a piece or grid, or one per row."""
        self._columns.append(np.broadcast_to(np.int64(what), self.count))

    def add_number(self, values: Ints, known: Bools | bool = True, other: int = NOTHING) -> None:
        """The next part of every row: a number if it is known, else the piece ``other``."""
        self._numbers.append(values.astype(np.int64))
        self.add(np.where(known, -len(self._numbers), other))

    def name(self, column: str) -> None:
        """The text before a field: a comma, or the key in JSON."""
        first = not self._columns
        if self.output == "jsonl":
            self.add(self.piece(f'{"{" if first else ", "}"{column}": '.encode()))
        elif not first:
            self.add(self.piece(b","))

    def add_grids(self, grid_of: Ints, other: Ints) -> None:
        """The next part of every row: a grid if ``grid_of`` is not negative, else ``other``."""
        quote = self.piece(b'"') if self.output == "jsonl" else NOTHING
        is_grid = grid_of >= 0
        self.add(np.where(is_grid, quote, NOTHING))
        self.add(np.where(is_grid, GRID + grid_of, other))
        self.add(np.where(is_grid, quote, NOTHING))

    def add_tail(self, bits: Ints, requirements: Requirements) -> None:
        """The last part of every row that does not repeat another."""
        self._tail_column = len(self._columns)
        used = np.unique(bits)
        pieces = [
            self.piece(tail(requirements.failed_names(int(bit)), "", self.output)) for bit in used
        ]
        self.add(np.array(pieces, np.int64)[np.searchsorted(used, bits)] if len(bits) else 0)

    def joined(self, grids: np.ndarray) -> tuple[bytes, Ints, Ints]:
        """The rows as bytes, and the begin and end of the tail of each."""
        plan = np.stack(self._columns, axis=1) if self.count else np.zeros((0, 1), np.int64)
        starts = np.cumsum([0, *map(len, self._pieces)])
        pieces = np.frombuffer(b"".join(self._pieces) or b" ", np.uint8)
        lengths = np.diff(starts)
        is_piece = (plan >= 0) & (plan < GRID)
        room = int(lengths[plan[is_piece]].sum()) if len(lengths) else 0
        room += 81 * int(((plan >= GRID) & (plan < NOTHING)).sum())
        room += LONGEST_NUMBER * int((plan < 0).sum())
        out = np.empty(room, np.uint8)
        tails, ends = np.empty(self.count, np.int64), np.empty(self.count, np.int64)
        numbers = np.stack(self._numbers, axis=1) if self._numbers else np.zeros((0, 0), np.int64)
        size = join(pieces, starts, plan, numbers, grids, self._tail_column, out, tails, ends)
        return out[:size].tobytes(), tails, ends
