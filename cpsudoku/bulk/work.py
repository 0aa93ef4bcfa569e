"""The columns of a block while it is judged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from cpsudoku.bulk.block import AnyBlock
from cpsudoku.bulk.encode import BAD
from cpsudoku.bulk.text import Bytes, Ints, Rows
from cpsudoku.bulk.verify import Bools
from cpsudoku.core.grid import Grid
from cpsudoku.formats import Entry
from cpsudoku.runtime.errors import Source


@dataclass
class Work:
    """The known facts of each row; ``odd`` are the rows that are not classic 9x9 puzzles."""

    block: AnyBlock
    rows: Rows
    odd: dict[int, Entry]
    statuses: Bytes
    solutions: Bytes
    reasons: list[str]
    reason_of: Ints
    counts: Ints
    odd_solutions: dict[int, str] = field(default_factory=dict)
    engines: Counter[str] = field(default_factory=Counter)
    untested: list[int] = field(
        default_factory=list
    )  # not tested for minimality, since the limit ran out
    forms: dict[int, Grid] = field(default_factory=dict)  # canonical, of odd rows
    canonical: Bytes | None = None
    has_form: Bools = field(default_factory=lambda: np.zeros(0, bool))
    guesses: Ints = field(default_factory=lambda: np.zeros(0, np.int64))  # -1 if not counted

    @property
    def classic(self) -> Ints:
        """The numbers of the classic rows."""
        mask = np.ones(len(self.statuses), bool)
        mask[list(self.odd)] = False
        return np.flatnonzero(mask)

    @staticmethod
    def of(block: AnyBlock, rows: Rows, odd: dict[int, Entry]) -> Work:
        """The rows before judging."""
        n = len(rows.kind)
        nothing = np.zeros(n, np.int64)
        return Work(
            block, rows, odd, np.full(n, BAD, np.uint8), np.zeros((n, 81), np.uint8), [""],
            nothing, nothing.copy(), has_form=np.zeros(n, bool), guesses=np.full(n, -1, np.int64),
        )  # fmt: skip

    def source(self, row: int) -> Source:
        """The source of a row."""
        return self.block.source_of(row, int(self.rows.number[row]))

    def say(self, row: int, reason: str) -> None:
        """Set the reason of a row."""
        self.reason_of[row] = len(self.reasons)
        self.reasons.append(reason)
