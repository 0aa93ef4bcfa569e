"""What ``solve`` and ``check`` share: the step that settles puzzles, and how verdicts are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice

from cpsudoku.cli.job import ResultOutput, Step, run
from cpsudoku.cli.options import EngineOptions, Input, Jobs, Pages, WrittenOptions
from cpsudoku.cli.photos import PhotoDrawing
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import Report, exit_code_of, processes_to_use
from cpsudoku.cli.say import say
from cpsudoku.cli.workbooks import Filling, doubting
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Result
from cpsudoku.core.words import board_in_words
from cpsudoku.formats import Entry
from cpsudoku.formats.base import ALSO_FITS, MAY_MEAN, PARTIAL_MARKS, SOLUTION_BOARD
from cpsudoku.runtime.listening import a_person_reads
from cpsudoku.runtime.words import joined, worded
from cpsudoku.solving import chosen_engine, settle_many

SHOWN_SOURCES = 10  # ranges of workbooks that a note names
SHOWN_GRIDS = 10  # puzzles that a terminal shows as grids


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

    def settling(self, want: int) -> Step[Result]:
        """The step that settles each puzzle by an engine, and looks for so many solutions."""

        def step(entries: Iterable[Entry], counter: Counter) -> Iterator[Result]:
            engine = chosen_engine(self.engine.engine, self.techniques)
            limit = Limit(seconds=self.engine.limit)
            jobs, share = processes_to_use(self.workers.jobs, self.quiet), self.engine.cross_check
            return settle_many(entries, engine, want, limit, share, jobs, counter.update)

        return step


def run_verdicts(
    job: Job,
    step: Step[Result],
    plain: Callable[[Result], str],
    both: bool,
    first_will_do: bool = False,
    filling: Filling | None = None,
    photos: PhotoDrawing | None = None,
) -> int:
    """Take the step with every puzzle of the job, and return the exit code.

    ``plain`` makes the line of a result for a pipe. With ``both``, two solutions of a puzzle with
    several are shown. ``filling`` writes the answers into workbooks, and ``photos`` draws what was
    found into photos.
    """
    ignores = job.source.ignore_drawings
    code_of = partial(exit_code_of, first_will_do=first_will_do, ignore_drawings=ignores)
    shown = _VerdictPrinter(plain, both)
    sink = ResultOutput(job.source, job.written, job.pages, shown.show, filling)

    def noted(entries: Iterator[Entry], counter: Counter) -> Iterator[Result]:
        if sink.shows:
            entries = shown.ahead(entries)
        results = doubting(step(_noted(entries, job.quiet), counter), job.quiet)
        return results if photos is None else photos.collecting(results)

    code = run(job.source, job.written.output, Report(job.quiet, code_of), noted, sink)
    if photos is not None:
        photos.write(job.quiet)
    return code


class _VerdictPrinter:
    """Shows verdicts as lines in a pipe, and on a terminal as grids if there are few."""

    def __init__(self, plain: Callable[[Result], str], both: bool) -> None:
        self._plain, self._both = plain, both
        self._is_screen, self._as_grids = a_person_reads(), True

    def ahead(self, entries: Iterator[Entry]) -> Iterator[Entry]:
        """The same entries; for a terminal, some are read ahead to know whether there are few."""
        if not self._is_screen:
            return entries
        some = list(islice(entries, SHOWN_GRIDS + 1))
        self._as_grids = len(some) <= SHOWN_GRIDS
        return chain(some, entries)

    def show(self, results: Iterable[Result], counter: Counter) -> None:
        """Print each result."""
        if self._is_screen:
            _show(results, counter, self._both, self._as_grids)
            return
        for result in results:
            print(self._plain(result), flush=True)


def _noted(entries: Iterator[Entry], quiet: bool) -> Iterator[Entry]:
    """Yield the same entries and print a note for each range that was read in a workbook."""
    noted = 0
    for entry in entries:
        if isinstance(entry, Puzzle) and entry.source.sheet is not None and not quiet:
            noted += 1
            if noted <= SHOWN_SOURCES:
                others = dict(entry.info).get(ALSO_FITS)
                doubt = (
                    worded("; {others} would fit too: use --range to choose", others=others)
                    if others
                    else ""
                )
                board = "" if entry.board.box_shape else board_in_words(entry.board)
                shape = joined([": ", board], "{one}{other}") if board else ""
                notes = (_offered(entry), _board_of(entry), _partial_marks(entry))
                say(
                    worded(
                        "read {source}{shape}{doubt}{notes}",
                        source=entry.source,
                        shape=shape,
                        doubt=doubt,
                        notes=joined(notes, "{one}{other}"),
                    )
                )
            elif noted == SHOWN_SOURCES + 1:
                say(worded("read more grids; 'cpsudoku grids' lists them"))
        yield entry


def _offered(puzzle: Puzzle) -> str:
    """A note about the rules that the sheet of a puzzle may mean, and how to add them."""
    meant = [*puzzle.uninterpreted, *(text for key, text in puzzle.info if key == MAY_MEAN)]
    if not meant:
        return ""
    names = ",".join(dict.fromkeys(part.split(maxsplit=1)[0] for part in meant))
    return worded(
        "; it may also mean {meant}: add --rules {names}", meant=", ".join(meant), names=names
    )


def _board_of(puzzle: Puzzle) -> str:
    """A note about an empty board for the solution of a puzzle."""
    place = dict(puzzle.info).get(SOLUTION_BOARD)
    if place is None:
        return ""
    return worded(
        "; {place} is an empty board for its solution: solve --solution-boards fills it",
        place=place,
    )


def _partial_marks(puzzle: Puzzle) -> str:
    """A note about pencilmarks that were read as blanks, because other cells have none."""
    marks = dict(puzzle.info).get(PARTIAL_MARKS)
    return worded("; pencilmarks read as blanks: {marks}", marks=marks) if marks is not None else ""


def _show(results: Iterable[Result], counter: Counter, both: bool, as_grids: bool) -> None:
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
