"""What ``solve`` and ``check`` have in common: inputs to verdicts to screen, file, exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

import typer

from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import Report, refuse_overwriting, say, write_to
from cpsudoku.cli.workbooks import Filling, doubting
from cpsudoku.core.geometry import Geometry
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Result
from cpsudoku.formats import FORMATS, Entry, Format, ReadOptions, WriteOptions
from cpsudoku.formats.base import ALSO_FITS
from cpsudoku.solving import chosen_engine, output_format, read_entries, settle_many

T = TypeVar("T")
SHOWN_SOURCES = 10  # of what was read in workbooks


@dataclass(frozen=True)
class Job:
    """What the user asked for, from the options that commands share."""

    inputs: list[str] | None
    format: str | None = None
    box: str | None = None
    column: str | None = None
    sheet: str | None = None
    range: str | None = None
    to: str | None = None
    output: Path | None = None
    json: bool = False
    engine: str | None = None
    limit: float | None = None
    cross_check: float = 0.0
    quiet: bool = False
    named: str | None = None
    every: bool = False
    techniques: str | None = None
    keep_formulas: bool = False
    look: WriteOptions = field(default_factory=WriteOptions)

    def entries(self) -> Generator[Entry, None, None]:
        """What is in the inputs; standard input when none is named and it is no terminal."""
        return self.read(read_entries)

    def read(self, reader: Callable[[list[str], str | None, ReadOptions], T]) -> T:
        """What a reader makes of the inputs, or of standard input."""
        inputs = self.inputs or []
        if not inputs:
            if sys.stdin.isatty():
                raise typer.BadParameter("name a file, - for standard input, or a puzzle")
            inputs = ["-"]
        refuse_overwriting(self.output, inputs)
        if self.format is not None:
            FORMATS[self.format]  # an unknown name is told before anything is read
        geometry = Geometry.parse_box(self.box) if self.box is not None else None
        chosen = (self.sheet, self.range, self.named, self.every)
        options = ReadOptions(geometry, self.column, *chosen)
        return reader(inputs, self.format, options)

    def output_format(self) -> Format:
        """The format that the results are written in; raises Unsupported where none can be."""
        name = "json" if self.json else self.to
        options = replace(self.look, keep_formulas=self.keep_formulas)
        return output_format(str(self.output or ""), name, options)

    @property
    def writes_format(self) -> bool:
        """Whether the results go out in a file format rather than for eyes or a pipe."""
        return self.json or self.to is not None or self.output is not None


def run(
    job: Job,
    want: int,
    plain: Callable[[Result], str],
    both: bool,
    first_will_do: bool = False,
    filling: Filling | None = None,
) -> None:
    """Settle every puzzle of the job and say what came out; ends with the exit code.

    ``plain`` makes the line of a pipe, ``both`` shows two solutions where there are several;
    ``filling`` writes the answers into workbooks.
    """
    report = Report(job.quiet, first_will_do)
    fills = filling is not None and filling.wants(job.inputs, job.to, job.json)
    chosen = job.output_format()
    with closing(job.entries()) as entries, Counter(not job.quiet) as counter:
        results = report.counting(_results(job, _noted(job, entries), want, counter))
        results = doubting(results, job.quiet)
        if filling is not None and fills:
            results = filling.collecting(results)
        if job.writes_format and not fills:
            write_to(job.output, chosen, results)
        elif sys.stdout.isatty():
            _show(results, report, counter, both)
        else:
            for result in results:
                print(plain(result), flush=True)
    report.summary()
    if filling is not None and fills:
        filling.write(job.quiet)
    raise typer.Exit(report.exit_code)


def _noted(job: Job, entries: Iterator[Entry]) -> Iterator[Entry]:
    """The same entries; says which range of a workbook was read."""
    noted = 0
    for entry in entries:
        if isinstance(entry, Puzzle) and entry.source.sheet is not None and not job.quiet:
            noted += 1
            if noted <= SHOWN_SOURCES:
                others = dict(entry.info).get(ALSO_FITS)
                doubt = f"; {others} would fit too, --range chooses" if others else ""
                say(f"read {entry.source}{doubt}")
            elif noted == SHOWN_SOURCES + 1:
                say("read more grids; 'cpsudoku grids' lists them")
        yield entry


def _results(job: Job, entries: Iterable[Entry], want: int, counter: Counter) -> Iterator[Result]:
    """The verdict of each puzzle in order; a malformed one is passed on as it is."""
    engine = chosen_engine(job.engine, job.techniques)
    limit = Limit(seconds=job.limit)
    return settle_many(entries, engine, want, limit, job.cross_check, counter.update)


def _show(results: Iterator[Result], report: Report, counter: Counter, both: bool) -> None:
    """On a terminal: one puzzle as a picture, several as a line each."""
    from rich.console import Console

    from cpsudoku.drawing.terminal_grid import line, show

    console = Console(highlight=False)
    first = list(islice(results, 2))
    counter.pause()
    if len(first) == 1:
        show(first[0], console, both)
        return
    for number, result in enumerate(chain(first, results), 1):
        counter.pause()
        console.print(f"{number:>4} ", end="", style="dim")
        console.print(line(result), soft_wrap=True)
