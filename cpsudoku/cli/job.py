"""How commands go through puzzles one by one: read, take a step with each, hand over the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Protocol, TypeVar

from cpsudoku.cli.asking import asked, asking
from cpsudoku.cli.inputs import entries_of_inputs
from cpsudoku.cli.options import Input, Pages, WrittenOptions
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import Found, Report, format_of, write_to
from cpsudoku.cli.workbooks import Filling, refuse_pages
from cpsudoku.core.verdict import Result
from cpsudoku.formats import Entry
from cpsudoku.road.way import travel

Taken_contra = TypeVar("Taken_contra", bound=Result, contravariant=True)

Step = Callable[[Iterator[Entry], Counter], Iterable[Found]]
"""A function from the entries of the input to their results."""
Show = Callable[[Iterable[Result], Counter], None]
"""A function that prints results as they come."""


class ResultSink(Protocol[Taken_contra]):
    """Where results go."""

    def take(self, results: Iterator[Taken_contra], counter: Counter) -> None:
        """Print or write each result."""

    def finish(self, report: Report) -> None:
        """Print the summary, and write what needs all results."""
        report.print_summary()


def run(
    source: Input,
    output: Path | None,
    report: Report,
    step: Step[Found],
    sink: ResultSink[Found],
    counter: Counter | None = None,
) -> int:
    """Take the step with every puzzle of the inputs, and return the exit code.

    ``output`` is the file that the sink writes, if it writes one. ``counter`` shows the progress
    [default: one that shows it unless the report is quiet].
    """
    with (
        closing(entries_of_inputs(source, output)) as entries,
        counter or Counter(not report.quiet) as counting,
    ):
        travel(
            asked(entries, None if report.quiet else asking(counting)),
            lambda read: step(read, counting),
            report.counting,
            lambda found: sink.take(found, counting),
        )
    sink.finish(report)
    return report.exit_code


class ResultOutput(ResultSink[Result]):
    """Results in a file or in copies of workbooks; without these, ``show`` prints them.

    ``filling`` writes them into the workbooks among the inputs, unless the output is another file.
    """

    def __init__(
        self,
        source: Input,
        written: WrittenOptions,
        pages: Pages,
        show: Show | None = None,
        filling: Filling | None = None,
    ) -> None:
        fills = filling is not None and filling.wants(source.inputs, written)
        self._filling = filling if fills else None
        if self._filling is not None:
            refuse_pages(pages)
            self._filling.refuse_early(source.inputs or [])
        self._output, self._format = written.output, format_of(written, pages, source, fills)
        self._show = show if fills or not written.is_asked else None

    @property
    def shows(self) -> bool:
        """Whether results are printed as they come."""
        return self._show is not None

    def take(self, results: Iterator[Result], counter: Counter) -> None:
        """Write or print each result."""
        if self._filling is not None:
            results = self._filling.collecting(results)
        if self._show is not None:
            self._show(results, counter)
        else:
            write_to(self._output, self._format, results)

    def finish(self, report: Report) -> None:
        """Print the summary, and write the copies of workbooks."""
        report.print_summary()
        if self._filling is not None:
            self._filling.write(report.quiet)
