"""What ``solve`` and ``check`` share: read the inputs, settle each puzzle, show the verdicts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice

from cpsudoku.cli.inputs import entries_of
from cpsudoku.cli.options import EngineOptions, Input, Jobs, Pages, WrittenOptions
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import Report, exit_code_of, format_of, processes, write_to
from cpsudoku.cli.say import say
from cpsudoku.cli.workbooks import Filling, doubting, refuse_pages
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Result
from cpsudoku.core.words import board_in_words
from cpsudoku.formats import Entry
from cpsudoku.formats.base import ALSO_FITS, MAY_MEAN, PARTIAL_MARKS, SOLUTION_BOARD
from cpsudoku.solving import chosen_engine, settle_many

SHOWN_SOURCES = 10  # ranges of workbooks that a note names
SHOWN_GRIDS = 10  # puzzles that a terminal shows as grids

Settle = Callable[[Iterable[Entry], Counter], Iterator[Result]]
"""A function from the entries of the input to their results."""


@dataclass(frozen=True)
class Job:
    """The options of one run of ``solve`` or ``check``."""

    source: Input
    written: WrittenOptions
    engine: EngineOptions
    quiet: bool = False
    techniques: str | None = None
    pages: Pages = field(default_factory=Pages)
    workers: Jobs = field(default_factory=Jobs)


def run(
    job: Job,
    want: int,
    plain: Callable[[Result], str],
    both: bool,
    first_will_do: bool = False,
    filling: Filling | None = None,
    settle: Settle | None = None,
) -> int:
    """Settle every puzzle of the job, report the results, and return the exit code.

    ``plain`` makes the line of a result for a pipe. With ``both``, two solutions of a puzzle with
    several are shown. ``filling`` writes the answers into workbooks. ``settle`` yields the result
    of each entry [default: what an engine finds].
    """
    ignores = job.source.ignore_drawings
    code_of = partial(exit_code_of, first_will_do=first_will_do, ignore_drawings=ignores)
    report = Report(job.quiet, code_of)
    fills = filling is not None and filling.wants(job.source.inputs, job.written)
    if filling is not None and fills:
        refuse_pages(job.pages)
        filling.refuse_early(job.source.inputs or [])
    chosen = format_of(job.written, job.pages, job.source.ignore_drawings, fills)
    with (
        closing(entries_of(job.source, job.written.output)) as entries,
        Counter(not job.quiet) as counter,
    ):
        shows = sys.stdout.isatty() and (fills or not job.written.is_asked)
        ahead = list(islice(entries, SHOWN_GRIDS + 1)) if shows else []
        noted = _noted(job, chain(ahead, entries))
        settled = settle(noted, counter) if settle else _results(job, noted, want, counter)
        results = report.counting(settled)
        results = doubting(results, job.quiet)
        if filling is not None and fills:
            results = filling.collecting(results)
        if job.written.is_asked and not fills:
            write_to(job.written.output, chosen, results)
        elif shows:
            _show(results, counter, both, as_grids=len(ahead) <= SHOWN_GRIDS)
        else:
            for result in results:
                print(plain(result), flush=True)
    report.summary()
    if filling is not None and fills:
        filling.write(job.quiet)
    return report.exit_code


def _noted(job: Job, entries: Iterator[Entry]) -> Iterator[Entry]:
    """Yield the same entries and print a note for each range that was read in a workbook."""
    noted = 0
    for entry in entries:
        if isinstance(entry, Puzzle) and entry.source.sheet is not None and not job.quiet:
            noted += 1
            if noted <= SHOWN_SOURCES:
                others = dict(entry.info).get(ALSO_FITS)
                doubt = f"; {others} would fit too: use --range to choose" if others else ""
                shape = "" if entry.board.box_shape else f": {board_in_words(entry.board)}"
                notes = f"{_offered(entry)}{_board_of(entry)}{_partial_marks(entry)}"
                say(f"read {entry.source}{shape}{doubt}{notes}")
            elif noted == SHOWN_SOURCES + 1:
                say("read more grids; 'cpsudoku grids' lists them")
        yield entry


def _offered(puzzle: Puzzle) -> str:
    """A note about the rules that the sheet of a puzzle may mean, and how to add them."""
    meant = [*puzzle.uninterpreted, *(text for key, text in puzzle.info if key == MAY_MEAN)]
    if not meant:
        return ""
    names = ",".join(dict.fromkeys(part.split(maxsplit=1)[0] for part in meant))
    return f"; it may also mean {', '.join(meant)}: add --rules {names}"


def _board_of(puzzle: Puzzle) -> str:
    """A note about an empty board for the solution of a puzzle."""
    place = dict(puzzle.info).get(SOLUTION_BOARD)
    if place is None:
        return ""
    return f"; {place} is an empty board for its solution: solve --solution-boards fills it"


def _partial_marks(puzzle: Puzzle) -> str:
    """A note about pencilmarks that were read as blanks, because other cells have none."""
    marks = dict(puzzle.info).get(PARTIAL_MARKS)
    return f"; pencilmarks read as blanks: {marks}" if marks is not None else ""


def _results(job: Job, entries: Iterable[Entry], want: int, counter: Counter) -> Iterator[Result]:
    """The result of each entry, in order. Malformed entries are passed on unchanged."""
    engine = chosen_engine(job.engine.engine, job.techniques)
    limit = Limit(seconds=job.engine.limit)
    jobs = processes(job.workers.jobs, job.quiet)
    share = job.engine.cross_check
    return settle_many(entries, engine, want, limit, share, jobs, counter.update)


def _show(results: Iterator[Result], counter: Counter, both: bool, as_grids: bool) -> None:
    """Show each puzzle on a terminal, as a grid or as one line."""
    from rich.console import Console

    from cpsudoku.drawing.terminal_grid import line, show

    console = Console(highlight=False)
    for number, result in enumerate(results, 1):
        counter.pause()
        if not as_grids:
            console.print(f"{number:>4} ", end="", style="dim")
            console.print(line(result), soft_wrap=True)
        elif result.verdict is not None:
            if number > 1:
                console.print()
            show(result, console, both)
