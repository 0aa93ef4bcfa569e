"""``cpsudoku candidates``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

import typer

from cpsudoku.cli.groups import OptionGroup, again, option
from cpsudoku.cli.job import ResultOutput, run
from cpsudoku.cli.options import (
    Input,
    Jobs,
    Language,
    Listening,
    Pages,
    Patience,
    Quiet,
    WrittenOptions,
)
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import Report, head_of, processes_to_use
from cpsudoku.cli.workbooks import Filling
from cpsudoku.core.verdict import Result, Status, TrueCandidates
from cpsudoku.formats import Entry
from cpsudoku.runtime.errors import EXIT_IMPROPER, EXIT_OK, EXIT_UNDECIDED, EXIT_USAGE, InputError
from cpsudoku.runtime.listening import a_person_reads
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from cpsudoku.formats.sheets.writing.fill import Filled


@dataclass(frozen=True)
class Counting(OptionGroup):
    """How many solutions to count for each candidate, and how long."""

    title = "Engine"
    count: int = option(
        1, "--count", metavar="N", least=1, help="Count the solutions with each candidate up to N."
    )
    limit: float = again(Patience, "limit", 10.0)


@dataclass(frozen=True)
class Pencilled(OptionGroup):
    """What is written into a workbook."""

    title = "Workbooks"
    marks: bool = option(
        False,
        "--marks",
        help="Write pencilmarks into the blank cells of book.candidates.xlsx, not true candidates.",
    )


def candidates(
    source: Input,
    written: WrittenOptions,
    pages: Pages,
    counting: Counting,
    workers: Jobs,
    pencilled: Pencilled,
    language: Language,
    listening: Listening,
    messages: Quiet,
) -> None:
    """Find the digits that each cell has in some solution.

    These are the true candidates: no correct reasoning can eliminate them, and every other digit
    is impossible. With --count N, show for each candidate how many solutions have it, up to N.
    -o FILE.svg, .png or .pdf draws them. For book.xlsx, write a copy with a sheet of candidates
    for each puzzle to book.candidates.xlsx. --marks writes pencilmarks into the puzzles instead:
    the digits that no peer excludes, which do not give the solution away.

    Exit code: 0 if every candidate is known, 1 if some puzzle has no solution, 2 for bad input, 3
    if the limit ran out or parts of a puzzle were not interpreted. With several puzzles, it is that
    of the worst one (2, 3, 1, 0).
    """
    from cpsudoku.solving import candidates_many

    quiet, ignores = messages.quiet, source.ignore_drawings
    report = Report(quiet, partial(exit_code_of_candidates, ignore_drawings=ignores))
    filling = CandidateSheets(
        output=written.output, way_out=worded("{output} writes another file"), marks=pencilled.marks
    )
    if pencilled.marks and not filling.wants(source.inputs, written):
        raise InputError("--marks writes pencilmarks into workbooks; name one, without --to")

    def step(entries: Iterator[Entry], counter: Counter) -> Iterator[Result]:
        found = candidates_many(
            entries,
            count=counting.count,
            limit=counting.limit,
            jobs=processes_to_use(workers.jobs, quiet),
            progress=counter.update,
        )
        return map(_result, found)

    sink = ResultOutput(source, written, pages, _show_all, filling)
    raise typer.Exit(run(source, written.output, report, step, sink))


def exit_code_of_candidates(result: Result, ignore_drawings: bool = False) -> int:
    """0 if all candidates are known, 1 if there is no solution, 2 malformed, 3 undecided."""
    found = result.candidates
    if found is None:
        return EXIT_USAGE
    if found.verdict.is_doubtful and not ignore_drawings:
        return EXIT_UNDECIDED
    if found.verdict.status is Status.NO_SOLUTION:
        return EXIT_IMPROPER
    return EXIT_OK if found.is_counted else EXIT_UNDECIDED


@dataclass
class CandidateSheets(Filling):
    """Writes copies of workbooks with a sheet of candidates for each puzzle.

    ``marks``: pencilmarks are written into the puzzles instead.
    """

    what: ClassVar[str] = "candidates"

    marks: bool = False

    def filled(self, data: bytes, results: list[Result], as_xlsx: bool) -> Filled:
        """The workbook with the sheets."""
        from cpsudoku.formats.sheets.writing.candidate_sheets import with_candidates, with_marks

        found = [result.candidates for result in results if result.candidates is not None]
        if self.marks:
            return with_marks(data, [each.puzzle for each in found], as_xlsx)
        return with_candidates(data, found, as_xlsx)


def _result(found: TrueCandidates | InputError) -> Result:
    if isinstance(found, InputError):
        return Result(problem=found)
    return Result(found.marked, candidates=found)


def _show_all(results: Iterable[Result], counter: Counter) -> None:
    for result in counter.pausing(results):
        _show(result)


def _show(result: Result) -> None:
    """Print the candidates of one puzzle: coloured on a terminal, in ASCII in a pipe."""
    candidates = result.candidates
    if candidates is None:
        return  # reported on stderr
    from rich.console import Console

    from cpsudoku.drawing.framed import ASCII
    from cpsudoku.drawing.terminal_grid import lines_for, rules_below
    from cpsudoku.drawing.true_candidates import (
        candidates_grid,
        candidates_in_words,
        candidates_legend,
    )

    head = head_of(candidates.puzzle, candidates.verdict.word)
    rules, legend = rules_below(candidates.puzzle), candidates_legend(candidates)
    if not a_person_reads():
        parts = [
            head,
            candidates_grid(candidates, ASCII).plain,
            rules.plain,
            legend.plain,
            *candidates_in_words(candidates),
        ]
        print("\n".join(filter(None, parts)), end="\n\n", flush=True)
        return
    console = Console(highlight=False)
    console.print(head, style="bold", markup=False)
    console.print(candidates_grid(candidates, lines_for(console), console.width), soft_wrap=True)
    for text in filter(None, (rules, legend, *candidates_in_words(candidates))):
        console.print(text, markup=False)
    console.print()
