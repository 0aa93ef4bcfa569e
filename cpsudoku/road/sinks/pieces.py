"""A plan of text for many rows: numbered pieces, numbers and grids, joined by the kernel."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cpsudoku.road.kernels.fields import CELLS, Bytes, Ints
from cpsudoku.road.kernels.joining import (
    GRID,
    LONGEST_NUMBER,
    MOST_GRIDS,
    NOTHING,
    PAD,
    Plans,
    join,
    laid_out,
)
from cpsudoku.road.kernels.verify import Bools
from cpsudoku.road.settings import Requirements
from cpsudoku.runtime.printable import json_safe, one_line, without_formula

JSON_LINES = "jsonl"


def quoted(text: str, kind: str) -> bytes:
    """A text as a field of a table; an empty one is nothing in CSV and null in JSON."""
    if kind == JSON_LINES:
        return json_safe(json.dumps(text or None, ensure_ascii=False)).encode()
    buffer = io.StringIO()
    cell = one_line(text)
    cell = without_formula(cell) if kind == "csv" else cell
    csv.writer(buffer, lineterminator="").writerow([cell])
    return buffer.getvalue().encode() if text else b""


def tail(failed: Sequence[str], duplicate_of: str, kind: str) -> bytes:
    """The end of a row: the requirements that it fails, and the row that it repeats."""
    if kind == JSON_LINES:
        names = json.dumps(list(failed))
        again = json.dumps(duplicate_of or None)
        return f'"failed": {names}, "duplicate_of": {again}}}\n'.encode()
    return b",".join([quoted(";".join(failed), kind), quoted(duplicate_of, kind)]) + b"\n"


class Pieces:
    """Texts with numbers; equal ones are stored once."""

    def __init__(self) -> None:
        self.texts: list[bytes] = []
        self._number_of: dict[bytes, int] = {}

    def number(self, text: bytes) -> int:
        """The number of a piece."""
        if text not in self._number_of:
            self._number_of[text] = len(self.texts)
            self.texts.append(text)
        return self._number_of[text]


class PiecePlan:
    """The pieces that make up the rows, and for each row the list of its pieces.

    Parts that are the same in every row are joined before the rows are written.
    """

    def __init__(self, count: int, kind: str) -> None:
        self.count = count
        self.kind = kind
        self._pieces = Pieces()
        self.piece = self._pieces.number
        self._columns: list[Ints | int] = []
        self._numbers: list[Ints] = []
        self._grids: list[Bytes] = []
        self._tail_column = 0

    def field(self, text: str) -> int:
        """The number of the piece for a text, quoted as the table needs it."""
        return self.piece(quoted(text, self.kind))

    @property
    def nothing(self) -> int:
        """The number of the piece for a missing value."""
        return self.field("")

    def add(self, what: Ints | int) -> None:
        """The next part of every row: one number of a piece or grid, or one per row."""
        if isinstance(what, np.ndarray):
            is_same = len(what) == 1 or (len(what) > 0 and bool((what == what[0]).all()))
            what = int(what[0]) if is_same else what
        self._columns.append(what)

    def add_number(
        self,
        values: npt.NDArray[np.signedinteger],
        known: Bools | bool = True,
        other: int = NOTHING,
    ) -> None:
        """The next part of every row: a number if it is known, else the piece ``other``."""
        self._numbers.append(values.astype(np.int64))
        number = -len(self._numbers)
        self.add(number if np.all(known) else np.where(known, number, other))

    def name(self, column: str) -> None:
        """The text before a field: a comma, or the key in JSON."""
        first = not self._columns
        if self.kind == JSON_LINES:
            self.add(self.piece(f'{"{" if first else ", "}"{column}": '.encode()))
        elif not first:
            self.add(self.piece(b","))

    def add_grids(self, grids: Bytes, is_grid: Bools, other: Ints | int = NOTHING) -> None:
        """The next part of every row: its grid if it has one, else the piece ``other``."""
        self._grids.append(grids)
        number = GRID + len(self._grids) - 1
        quote = self.piece(b'"') if self.kind == JSON_LINES else NOTHING
        self.add(np.where(is_grid, quote, NOTHING))
        self.add(np.where(is_grid, number, other))
        self.add(np.where(is_grid, quote, NOTHING))

    def add_tail(self, bits: Ints, requirements: Requirements) -> None:
        """The last part of every row that does not repeat another."""
        self._tail_column = len(self._columns)
        used = np.flatnonzero(np.bincount(bits))  # np.unique would load numpy.ma, 0.01 s
        pieces = [
            self.piece(tail(requirements.failed_names(int(bit)), "", self.kind)) for bit in used
        ]
        self.add(np.array(pieces, np.int64)[np.searchsorted(used, bits)] if len(bits) else 0)

    def joined(self) -> tuple[Bytes, Ints, Ints]:
        """The rows as bytes, and the begin and end of the tail of each."""
        plan, tail_column = self._merged()
        pieces, starts = laid_out(self._pieces.texts)
        longest = max(CELLS, LONGEST_NUMBER, int(np.diff(starts).max(initial=0)))
        out = np.empty(plan.size * longest + PAD, np.uint8)  # what is not used takes no memory
        tails, ends = np.empty(self.count, np.int64), np.empty(self.count, np.int64)
        numbers = np.stack(self._numbers) if self._numbers else np.zeros((0, 0), np.int64)
        first, second, third = (self._grids * MOST_GRIDS)[:MOST_GRIDS]
        grids = (first, second, third)
        size = join(pieces, starts, plan, numbers, grids, tail_column, out, tails, ends)
        return out[:size], tails, ends

    def _merged(self) -> tuple[Plans, int]:
        """The columns side by side, with neighbours that never change as one; and the tail's."""
        merged: list[Ints | int] = []
        same: list[bytes] = []
        tail_column = 0
        for number, what in enumerate(self._columns):
            is_piece = isinstance(what, int) and 0 <= what < GRID
            if same and (number == self._tail_column or not is_piece):
                merged.append(self.piece(b"".join(same)))
                same = []
            if number == self._tail_column:
                tail_column = len(merged)
            if isinstance(what, int) and is_piece:
                same.append(self._pieces.texts[what])
            elif not (isinstance(what, int) and what == NOTHING):
                merged.append(what)
        merged += [self.piece(b"".join(same))] if same else []
        plan = np.empty((self.count, len(merged)), np.int32)
        for number, what in enumerate(merged):
            plan[:, number] = what
        return plan, tail_column
