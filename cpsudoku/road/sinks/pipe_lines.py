"""Verdicts as lines for a pipe, without an object for each proper puzzle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result, Verdict
from cpsudoku.engines import BULK_ENGINE
from cpsudoku.formats import Entry
from cpsudoku.road.judge.judged import Judged
from cpsudoku.road.judge.reading import entry_of
from cpsudoku.road.judge.work import BlockFacts
from cpsudoku.road.kernels.fields import Bytes, Ints
from cpsudoku.road.kernels.joining import NOTHING
from cpsudoku.road.kernels.verify import Bools
from cpsudoku.road.sinks.base import BlockEncoding, BlockPart
from cpsudoku.road.sinks.pieces import PiecePlan
from cpsudoku.road.source.block import AnyBlock
from cpsudoku.road.statuses import STATUSES, UNIQUE
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.solving import settle_all

Line = Callable[[Result], str]
"""A function from a result to its line. Workers call it, so it must be importable.

It has four fields with a tab between them: the status, the place, the puzzle and a remark.
"""


@dataclass(frozen=True)
class PipeLines(BlockEncoding):
    """A line for each row, by this function."""

    line: Line

    def part(self, judged: Judged) -> PipedRows:
        """The lines of a block. A row that is odd or not proper gets a Result."""
        work, line = judged.work, self.line
        is_proper = (work.statuses == UNIQUE) & ~work.is_odd & ~work.wrong
        others = np.flatnonzero(~is_proper).tolist()
        plan = PiecePlan(len(judged), "raw")
        heads = np.full(plan.count, NOTHING)
        for row, result in zip(others, _results(work, others), strict=True):
            heads[row] = plan.piece(f"{line(result)}\n".encode())
        place = str(Source(work.block.source, row=1)).removesuffix("1")
        heads[is_proper] = plan.piece(f"{STATUSES[UNIQUE]}\t{place}".encode())
        plan.add(heads)
        plan.add_number(work.lines, is_proper)
        plan.add(np.where(is_proper, plan.piece(b"\t"), NOTHING))
        plan.add_grids(work.rows.cells, is_proper)
        plan.add(_remarks(work, is_proper, plan, line))
        return PipedRows(plan.joined()[0])


@dataclass(frozen=True)
class PipedRows(BlockPart):
    """Rows as lines."""

    text: Bytes

    def data(self, block: AnyBlock, rows: Bools | None) -> memoryview:
        """All rows."""
        return self.text.data


def _results(work: BlockFacts, rows: Sequence[int]) -> list[Result]:
    """The results of some rows, with both solutions of a puzzle that has several."""
    entries = {row: entry_of(work, row) for row in rows}
    puzzles = {row: each for row, each in entries.items() if isinstance(each, Puzzle)}
    searched = [row for row in puzzles if row not in work.odd and row not in work.verdicts]
    found = settle_all([puzzles[row] for row in searched], BULK_ENGINE)
    verdicts = work.verdicts | dict(zip(searched, found, strict=True))
    return [_result(work, row, entry, verdicts.get(row)) for row, entry in entries.items()]


def _result(work: BlockFacts, row: int, entry: Entry, verdict: Verdict | None) -> Result:
    if isinstance(entry, InputError):
        return Result(problem=entry)
    if verdict is None:
        return Result(problem=InputError(work.reasons[work.reason_of[row]], entry.source))
    return Result(entry, verdict)


def _remarks(work: BlockFacts, is_proper: Bools, plan: PiecePlan, line: Line) -> Ints:
    """The end of the line of each proper puzzle. It depends on the number of givens."""
    pieces = np.full(82, NOTHING)
    for count in np.flatnonzero(np.bincount(work.clues[is_proper])).tolist():
        row = int(np.flatnonzero(is_proper & (work.clues == count))[0])
        puzzle = work.alike.puzzle(work.rows.cells[row])
        example = line(Result(puzzle, settle_all([puzzle], BULK_ENGINE)[0]))
        pieces[count] = plan.piece(("\t" + example.split("\t", 3)[3] + "\n").encode())
    return np.where(is_proper, pieces[np.minimum(work.clues, 81)], NOTHING)
