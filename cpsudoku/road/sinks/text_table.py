"""Tables of verdicts as CSV or JSON lines: a plan of pieces for each row, joined by the kernel.

A row ends with its tail, the fields ``failed`` and ``duplicate_of``. Only the whole run knows
duplicates, so it writes the tail of such a row again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from cpsudoku.road.judge.judged import (
    Column,
    Grids,
    Judged,
    Numbers,
    RowTexts,
    Truths,
    column_names,
)
from cpsudoku.road.kernels.fields import Bytes, Ints
from cpsudoku.road.kernels.joining import RowSplices, chosen, spliced
from cpsudoku.road.kernels.verify import Bools
from cpsudoku.road.settings import Requirements, Settings
from cpsudoku.road.sinks.base import TAIL, BlockEncoding, BlockPart, refuse_unsayable
from cpsudoku.road.sinks.pieces import JSON_LINES, PiecePlan, tail
from cpsudoku.road.source.block import AnyBlock
from cpsudoku.road.steps.places import Repeats


@dataclass(frozen=True)
class TextTable(BlockEncoding):
    """Rows as csv, as raw (CSV in which a text may begin like a formula) or as jsonl."""

    kind: str
    settings: Settings
    has_heading: bool

    def head(self) -> bytes:
        """The names of the columns."""
        if not self.has_heading:
            return b""
        return (",".join([*column_names(self.settings), *TAIL]) + "\n").encode()

    def part(self, judged: Judged) -> TextRows:
        """The rows of a block as text."""
        plan = PiecePlan(len(judged), self.kind)
        for name, column in judged.columns.items():
            plan.name(name)
            _add(plan, column)
        plan.add(plan.piece(b", " if self.kind == JSON_LINES else b","))
        requirements = self.settings.requirements
        plan.add_tail(judged.facts.failed, requirements)
        return TextRows(*plan.joined(), self.kind, requirements)


def _add(plan: PiecePlan, column: Column) -> None:
    """Add the fields of a column to the plan."""
    if isinstance(column, RowTexts):
        plan.add(_pieces(plan, column))
    elif isinstance(column, Numbers):
        plan.add_number(column.values, column.known, plan.nothing)
    elif isinstance(column, Truths):
        word = np.where(column.values, plan.piece(b"true"), plan.piece(b"false"))
        plan.add(np.where(column.known, word, plan.nothing))
    elif isinstance(column, Grids):
        plan.add_grids(column.cells, column.known, _pieces(plan, column.others))


def _pieces(plan: PiecePlan, words: RowTexts) -> Ints:
    return np.array([plan.field(text) for text in words.texts], np.int64)[words.of]


@dataclass(frozen=True)
class TextRows(BlockPart):
    """Rows as text. ``tails`` and ``ends``: where the tail of each begins, and where it ends."""

    body: Bytes
    tails: Ints
    ends: Ints
    kind: str
    requirements: Requirements

    def repeating(self, repeats: Repeats) -> Self:
        """The rows, with a new tail for each that repeats another."""
        rows = repeats.rows
        befores, texts = self._new_tails(repeats)
        old = (self.tails[rows], self.ends[rows])
        body, sizes = spliced(self.body, RowSplices(*old, befores, repeats.lines), texts)
        lengths = np.diff(self.ends, prepend=0)
        lengths[rows] += sizes - (old[1] - old[0])
        ends = np.cumsum(lengths)
        tails = ends - (self.ends - self.tails)
        tails[rows] = ends[rows] - sizes
        return replace(self, body=body, tails=tails, ends=ends)

    def _new_tails(self, repeats: Repeats) -> tuple[Ints, Sequence[bytes]]:
        """The tail of each row as the number of a text; the line goes between it and the next."""
        count = len(repeats.places.texts)
        keys = 2 * (repeats.failed * count + repeats.places.of) + (repeats.lines >= 0)
        used, which = np.unique(keys, return_inverse=True)
        texts: list[bytes] = []
        for key in used.tolist():
            bits, place = divmod(key // 2, count)
            names, text = self.requirements.failed_names(bits), repeats.places.texts[place]
            if key % 2:
                before, _, after = tail(names, f"{text}0", self.kind).rpartition(b"0")
                texts += [before, after]
            else:
                texts += [tail(names, text, self.kind), b""]
        return 2 * which, texts

    def data(self, block: AnyBlock, rows: Bools | None) -> bytes | memoryview:
        """The rows as text."""
        if rows is None:
            return self.body.data
        refuse_unsayable(block, rows)
        starts = np.concatenate([[0], self.ends])[:-1]
        return chosen(self.body, starts[rows], self.ends[rows], False)
