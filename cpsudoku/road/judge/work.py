"""The rows of a block while they are judged: each step adds what it finds out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from cpsudoku.core.grid import Grid
from cpsudoku.core.verdict import Verdict
from cpsudoku.formats import Entry
from cpsudoku.road.alike import Alike
from cpsudoku.road.kernels.fields import Bytes, Ints
from cpsudoku.road.kernels.text import BlockRows
from cpsudoku.road.kernels.verify import Bools
from cpsudoku.road.source.block import AnyBlock
from cpsudoku.road.statuses import BAD
from cpsudoku.runtime.errors import Source


@dataclass
class BlockFacts:
    """The known facts of each row; ``odd`` are the rows whose board or rules are not the usual.

    These are the rules of ``alike``, so usually those of a classic 9x9. ``solutions`` are those of
    proper usual rows; ``verdicts`` those of rows that no kernel
    judged. ``clues``: the number of givens. ``wrong``: a solution that came with the puzzle does
    not solve it. ``tested``: whether ``minimal`` is known. ``canonical``: the minlex forms of
    classic rows, and ``forms`` those of odd ones. ``guesses``: -1 if they were not counted.
    ``failed``: bits of requirements.
    """

    block: AnyBlock
    rows: BlockRows
    odd: dict[int, Entry]
    statuses: Bytes
    solutions: Bytes
    reason_of: Ints
    counts: Ints
    clues: Ints
    guesses: Ints
    failed: Ints
    wrong: Bools
    minimal: Bools
    tested: Bools
    has_form: Bools
    reasons: list[str] = field(default_factory=lambda: [""])
    verdicts: dict[int, Verdict] = field(default_factory=dict)
    engines: Counter[str] = field(default_factory=Counter)
    forms: dict[int, Grid] = field(default_factory=dict)
    canonical: Bytes | None = None

    @property
    def alike(self) -> Alike:
        """The board and the rules of the rows that are not odd."""
        return self.block.alike

    @property
    def usual(self) -> Ints:
        """The numbers of the rows that are not odd."""
        return np.flatnonzero(~self.is_odd)

    @property
    def is_odd(self) -> Bools:
        """Which rows have other rules or another board than ``alike``."""
        mask = np.zeros(len(self.statuses), np.bool_)
        mask[list(self.odd)] = True
        return mask

    @property
    def lines(self) -> Ints:
        """The line of each row in its input; 0 if it has none, as in a workbook."""
        return self.rows.number + self.block.first_line

    @staticmethod
    def of(block: AnyBlock, rows: BlockRows, odd: dict[int, Entry]) -> BlockFacts:
        """The rows before judging."""
        n = len(rows.kind)
        reason_of, counts, clues, failed = np.zeros((4, n), np.int64)
        wrong, minimal, tested, has_form = np.zeros((4, n), np.bool_)
        return BlockFacts(
            block, rows, odd, np.full(n, BAD, np.uint8), np.zeros((n, 81), np.uint8),
            reason_of, counts, clues, np.full(n, -1, np.int64), failed,
            wrong, minimal, tested, has_form,
        )  # fmt: skip

    def source(self, row: int) -> Source:
        """The source of a row."""
        return self.block.source_of(row, int(self.rows.number[row]))

    def say(self, row: int, reason: str) -> None:
        """Set the reason of a row."""
        self.reason_of[row] = len(self.reasons)
        self.reasons.append(reason)
