"""``cpsudoku convert``."""

from __future__ import annotations

import webbrowser
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import typer

from cpsudoku.cli.groups import OptionGroup, option
from cpsudoku.cli.job import ResultOutput, run
from cpsudoku.cli.options import Input, Language, Pages, Quiet, WrittenOptions
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import Report
from cpsudoku.cli.say import say
from cpsudoku.core.verdict import Result
from cpsudoku.formats import Entry, WriteOptions
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import worded

MOST_OPENED = 5  # puzzles; more tabs would only be in the way


@dataclass(frozen=True)
class Browsing(OptionGroup):
    """Whether the puzzles are opened."""

    title = "Browser"
    open: bool = option(
        False,
        "--open",
        help="Open each puzzle in the browser too, in the program of --to [default: link].",
    )


def convert(
    source: Input,
    written: WrittenOptions,
    pages: Pages,
    browsing: Browsing,
    language: Language,
    messages: Quiet,
) -> None:
    """Write puzzles in another format, unsolved.

    'cpsudoku formats' lists the formats.

    Exit code: 0 if every entry is a puzzle, 2 if some entry is not; the others are written.
    """
    opener = None
    if browsing.open:
        written = replace(written, to=written.to or "link")
        opener = Opener(str(written.to), pages.options(False, source.ignore_drawings))
    report, sink = Report(messages.quiet), ResultOutput(source, written, pages)

    def unsolved(entries: Iterable[Entry], _: Counter) -> Iterator[Result]:
        results = _results(entries)
        return results if opener is None else opener.noting(results)

    code = run(source, written.output, report, unsolved, sink, Counter(False))
    if opener is not None:
        opener.open()
    raise typer.Exit(code)


def _results(entries: Iterable[Entry]) -> Iterator[Result]:
    """The entries as results without verdicts."""
    for entry in entries:
        yield Result(problem=entry) if isinstance(entry, InputError) else Result(entry)


@dataclass
class Opener:
    """Opens puzzles in the browser, in the program of a format."""

    name: str
    options: WriteOptions
    links: list[str] = field(default_factory=list)

    def noting(self, results: Iterable[Result]) -> Iterator[Result]:
        """The same results, whose links are noted. Raises InputError if there are too many."""
        from cpsudoku.formats.links.link import link_of

        for result in results:
            if result.puzzle is not None:
                if len(self.links) == MOST_OPENED:
                    raise InputError(
                        "--open opens at most {most} puzzles at once", most=MOST_OPENED
                    )
                self.links.append(link_of(result, self.name, self.options))
            yield result

    def open(self) -> None:
        """Open the links."""
        for link in self.links:
            if not webbrowser.open(link):
                say(worded("no browser was found; open the link yourself"))
                return
