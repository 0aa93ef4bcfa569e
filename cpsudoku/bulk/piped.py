"""Verdicts as lines for a pipe, from blocks, without an object for each proper puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from cpsudoku.bulk.block import AnyBlock, Block, EntryBlock
from cpsudoku.bulk.encode import STATUSES, UNIQUE, Plan
from cpsudoku.bulk.entries import stream_of
from cpsudoku.bulk.joining import NOTHING
from cpsudoku.bulk.judge_block import rows_in
from cpsudoku.bulk.judging import NINE, judge_cells
from cpsudoku.bulk.plan import Plan as RunPlan
from cpsudoku.bulk.plan import is_puzzle_text
from cpsudoku.bulk.reconcile import settle as reconcile
from cpsudoku.bulk.rows import PUZZLE
from cpsudoku.bulk.settings import LEAST_BYTES, Settings
from cpsudoku.bulk.sources import Stream, can_be_reopened
from cpsudoku.bulk.text import NO_ANSWER, Bytes, Ints
from cpsudoku.bulk.verify import Bools, clue_counts, solves
from cpsudoku.bulk.work import Work
from cpsudoku.bulk.workers import on_cores
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.engines import BULK_ENGINE
from cpsudoku.formats import Entry, ReadOptions
from cpsudoku.runtime.compiled.door import open_all
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.remarks import note, remark
from cpsudoku.solving import settle_all, settle_many

Line = Callable[[Result], str]
"""A function from a result to its line. Workers call it, so it must be importable.

It has four fields with a tab between them: the status, the place, the puzzle and a remark.
"""


@dataclass
class Piped:
    """The lines of a block. ``proper`` is the number of proper puzzles without a Result.

    ``others`` are the results of the other rows.
    """

    text: Bytes
    proper: int
    others: list[Result]


class Piping:
    """The verdicts of files with one puzzle per line, as lines."""

    def __init__(self, streams: Sequence[Stream], jobs: int) -> None:
        self._streams, self._jobs = streams, jobs
        self._faults = 0  # files that break off

    @staticmethod
    def of(
        files: Sequence[str], format: str | None, options: ReadOptions, jobs: int
    ) -> Piping | None:
        """The lines of these files; None if another way is as fast, or the only one.

        Standard input and pipes are read puzzle by puzzle, because somebody may type them.
        """
        if any(is_puzzle_text(file) or not can_be_reopened(file) for file in files):
            return None
        plan = RunPlan(tuple(files), format=format, options=options)
        try:
            found = [stream_of(file, number, plan) for number, file in enumerate(files, 1)]
        except InputError:
            return None
        streams = [stream for stream in found if isinstance(stream, Stream)]
        is_worth_it = sum(stream.total for stream in streams) >= LEAST_BYTES
        return Piping(streams, jobs) if is_worth_it and len(streams) == len(found) else None

    def lines(self, line: Line) -> Iterator[Piped]:
        """The lines of each block, in order. Raises EngineError if a row was lost."""
        work, needs = partial(piped, line=line), Settings().programs
        open_all(needs, note)
        written = 0
        for _, done in on_cores(work, self._blocks(), self._jobs, needs, remark):
            written += done.proper + len(done.others)
            yield done
        reconcile([stream.tally for stream in self._streams], written - self._faults)

    def _blocks(self) -> Iterator[AnyBlock]:
        """The blocks of all files. If a file breaks off, the problem is an entry."""
        for stream in self._streams:
            try:
                yield from stream.blocks()
            except InputError as error:
                self._faults += 1
                yield EntryBlock(str(error.source), (error,))


def piped(block: AnyBlock, line: Line) -> Piped:
    """The lines of a block. A row that is not a proper puzzle takes the way of a single one."""
    work = rows_in(block)
    is_proper = _proper(work)
    others = np.flatnonzero(~is_proper).tolist()
    results = _results([_entry(work, row) for row in others])
    plan = Plan(len(is_proper), "raw")
    heads = np.full(plan.count, NOTHING)
    for row, result in zip(others, results, strict=True):
        heads[row] = plan.piece(f"{line(result)}\n".encode())
    place = str(Source(block.source, row=1)).removesuffix("1")
    heads[is_proper] = plan.piece(f"{STATUSES[UNIQUE]}\t{place}".encode())
    plan.add(heads)
    plan.add_number(work.rows.number + block.first_line, is_proper)
    plan.add(np.where(is_proper, plan.piece(b"\t"), NOTHING))
    plan.add_grids(PUZZLE, is_proper, NOTHING)
    plan.add(_remarks(work, is_proper, plan, line))
    cells = work.rows.cells
    return Piped(plan.joined((cells, cells, cells))[0], int(is_proper.sum()), results)


def _proper(work: Work) -> Bools:
    """Which rows are classic puzzles with exactly one solution, and with no wrong answer."""
    rows, classic = work.rows, work.classic
    proper = np.zeros(len(rows.kind), np.bool_)
    proper[classic] = judge_cells(rows.cells[classic])[0] == UNIQUE
    answered = rows.has_answer != NO_ANSWER
    if answered.any():
        proper &= ~answered | solves(rows.answers, rows.cells)
    return proper


def _entry(work: Work, row: int) -> Entry:
    """A row of a block, read with everything that its line has."""
    if row in work.odd:
        return work.odd[row]
    block = work.block
    assert isinstance(block, Block)
    start, source = int(work.rows.start[row]), work.source(row)
    end = block.text.find(b"\n", start)
    entry = block.layout.entry(block.text[start : end if end >= 0 else len(block.text)], source)
    assert entry is not None
    return entry


def _results(entries: list[Entry]) -> list[Result]:
    """The result of each entry: from the kernel if it accepts it, else from the usual engines."""
    classic = [each for each in entries if isinstance(each, Puzzle) and each.is_classic_9x9]
    verdicts = iter(settle_all(classic, BULK_ENGINE))
    odd = (each for each in entries if not (isinstance(each, Puzzle) and each.is_classic_9x9))
    others = settle_many(odd, jobs=1)
    return [
        Result(each, next(verdicts))
        if isinstance(each, Puzzle) and each.is_classic_9x9
        else next(others)
        for each in entries
    ]


def _remarks(work: Work, is_proper: Bools, plan: Plan, line: Line) -> Ints:
    """The end of the line of each proper puzzle. It depends on the number of givens."""
    clues = clue_counts(work.rows.cells)
    pieces = np.full(82, NOTHING)
    for count in np.unique(clues[is_proper]).tolist():
        row = int(np.flatnonzero(is_proper & (clues == count))[0])
        grid = Grid(work.rows.cells[row].tobytes(), NINE)
        example = line(Result(Puzzle(grid), settle_all([Puzzle(grid)], BULK_ENGINE)[0]))
        pieces[count] = plan.piece(("\t" + example.split("\t", 3)[3] + "\n").encode())
    return np.where(is_proper, pieces[clues], NOTHING)
