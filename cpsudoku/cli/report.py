"""Results on stdout, problems and the summary on stderr, and the exit code of a run."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from cpsudoku.cli.options import Input, Pages, WrittenOptions
from cpsudoku.cli.progress import per_second
from cpsudoku.cli.say import as_message, say, with_options
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import STATUS_WORDS, Result, Status
from cpsudoku.core.words import (
    detail,
    interpreted_in_words,
    layering_in_words,
    layers_in_words,
)
from cpsudoku.formats import Format
from cpsudoku.road.summary import Summary
from cpsudoku.runtime.errors import (
    EXIT_IMPROPER,
    EXIT_OK,
    EXIT_UNDECIDED,
    EXIT_USAGE,
    InputError,
    Source,
    UnreadableInput,
)
from cpsudoku.runtime.files import STDOUT, writing
from cpsudoku.runtime.language import in_words, marked, translated
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.printable import one_line, printable
from cpsudoku.runtime.words import worded
from cpsudoku.solving import output_format

Found = TypeVar("Found", bound=Result)

SHOWN_PROBLEMS = 10


def processes_to_use(asked: int | None, quiet: bool) -> int:
    """The number of processes to use: ``asked``, but at most one per core."""
    cores = os.cpu_count() or 1
    if asked is not None and asked > cores and not quiet:
        say(
            worded(
                "--jobs {asked}: using {processs}, one per core",
                asked=asked,
                processs=plural(cores, "process", "processes"),
            )
        )
    return cores if asked is None else min(asked, cores)


def exit_code_of(result: Result, first_will_do: bool = False, ignore_drawings: bool = False) -> int:
    """0 for a proper puzzle, 1 for none or several solutions, 2 malformed, 3 undecided.

    first_will_do: a solution without proof that it is the only one counts as 0. A puzzle with parts
    that were not interpreted is undecided, unless ignore_drawings. If a wrong solution came with
    the puzzle, the code is 1. If a proof was asked for and there is none, the code is 3.
    """
    if result.problem is not None:
        return EXIT_USAGE
    verdict = result.verdict
    if verdict is None:
        return EXIT_OK
    if result.unproved or (verdict.is_doubtful and not ignore_drawings):
        return EXIT_UNDECIDED
    if verdict.status is Status.UNKNOWN and not (first_will_do and verdict.solution):
        return EXIT_UNDECIDED
    if verdict.status in (Status.MULTIPLE, Status.NO_SOLUTION):
        return EXIT_IMPROPER
    return EXIT_IMPROPER if verdict.puzzle.answer_ok is False else EXIT_OK


class Report:
    """Counts results as they pass, prints problems on stderr, and prints the summary.

    ``code_of`` returns the exit code of a result. ``summary`` is that of a run in blocks.
    """

    def __init__(
        self,
        quiet: bool,
        code_of: Callable[[Result], int] | None = None,
        summary: Summary | None = None,
    ) -> None:
        self.quiet, self.summary = quiet, summary or Summary()
        self._code_of = code_of or exit_code_of
        self._told = 0  # malformed entries
        self._start = perf_counter()

    def counting(self, results: Iterable[Found]) -> Iterator[Found]:
        """Count the results, and yield those of entries.

        An input that can't be opened is only reported, because it is not an entry.
        """
        for result in results:
            if result.problem is not None and is_unreadable(result):
                self.summary.codes.add(EXIT_USAGE)
                say(result.problem.template)
                continue
            self.summary.count(result, self._code_of(result))
            if result.problem is not None:
                self.tell(result.problem)
            yield result

    def tell(self, problem: InputError) -> None:
        """Print why an entry is malformed, unless there were many such entries."""
        self._told += 1
        if self._told <= SHOWN_PROBLEMS:
            say(problem.template)
        elif self._told == SHOWN_PROBLEMS + 1:
            say(
                worded(
                    "more entries are malformed; only the first {most} are shown",
                    most=SHOWN_PROBLEMS,
                )
            )

    @property
    def exit_code(self) -> int:
        """The worst of all results: 2, then 3, then 1, then 0."""
        return self.summary.exit_code()

    def print_summary(self) -> None:
        """Print how many puzzles have which status, if there is more than one puzzle."""
        counts = self.summary.statuses
        total = counts.total()
        if self.quiet or total < 2:
            return
        seconds = perf_counter() - self._start
        with as_message():
            say(self._summary(counts, total, seconds))

    def _summary(self, counts: Counter[str], total: int, seconds: float) -> str:
        """``12 puzzles: 11 unique, 1 several in 0.5 s (24/s)``, in the present language."""
        words = [word for word in (*STATUS_WORDS, "") if counts[word]]
        parts = [f"{counts[word]:,} {translated(word or marked('read'))}" for word in words]
        if self.summary.wrong_solutions:
            wrong = f"{self.summary.wrong_solutions:,}"
            parts.append(translated("{count} with a wrong solution", count=wrong))
        said = translated(
            "{total} puzzles: {parts} in {seconds} s ({rate}/s)",
            total=f"{total:,}",
            parts=", ".join(parts),
            seconds=f"{seconds:.1f}",
            rate=per_second(total, seconds),
        )
        engines = self.summary.engines
        names = ", ".join(f"{name} {count:,}" for name, count in engines.most_common())
        return said + (translated(", by {engines}", engines=names) if len(engines) > 1 else "")


def is_unreadable(result: Result) -> bool:
    """Whether a result says that an input can't be opened."""
    return isinstance(result.problem, UnreadableInput)


def format_of(written: WrittenOptions, pages: Pages, source: Input, fills: bool = False) -> Format:
    """The format of the results; raises Unsupported if it cannot be written.

    ``fills``: the results are written into a workbook of any kind that can be changed.
    """
    name = "xlsx" if fills else "json" if written.json else written.to
    target = "" if fills else str(written.output or "")
    return output_format(target, name, pages.options(written.keep_formulas, source.ignore_drawings))


def write_to(output: Path | None, chosen: Format, results: Iterable[Result]) -> None:
    """Write the results to stdout, or to a file that appears when it is complete."""
    target = output or STDOUT
    if target == STDOUT and chosen.is_binary and sys.stdout.isatty():
        problem = worded(
            "a terminal can't show {chosen}; use -o FILE{suffixes}",
            chosen=chosen.name,
            suffixes=chosen.suffixes[0],
        )
        raise InputError(problem, Source("<stdout>"))
    with writing(target) as stream:
        chosen.write(results, stream)


def head_of(puzzle: Puzzle, word: str) -> str:
    """The line above a puzzle: its place, a word and its label."""
    shown = puzzle.label and puzzle.source.sheet is None  # a grid's label is its range
    label = f"  {one_line(puzzle.label)}" if shown else ""
    return f"{in_words(puzzle.source.words)}: {translated(word)}{label}"


def plain_solution(result: Result) -> str:
    """A line of ``solve`` in a pipe: solution (or givens), status, label, remark."""
    if result.grid is None or result.puzzle is None:
        return f"#\t{translated(result.word)}\t{_problem(result)}"
    is_fine = exit_code_of(result) == EXIT_OK
    said = _fine(result) if is_fine else detail(result)
    said = "; ".join(filter(None, [said, layers_in_words(result.grid)]))
    fields = [result.grid.line, translated(result.word), one_line(result.puzzle.label), said]
    return "\t".join(fields).rstrip("\t")


def _fine(result: Result) -> str:
    """What is said about a solved puzzle: how its rules were read, and whether layers are open."""
    parts = [layering_in_words(result.verdict)] if result.verdict is not None else []
    if result.puzzle is not None:
        parts.append(interpreted_in_words(result.puzzle))
    return "; ".join(filter(None, parts))


def plain_verdict(result: Result) -> str:
    """A line of ``check`` in a pipe: status, place, puzzle, remark."""
    puzzle = result.puzzle.givens.line if result.puzzle is not None else ""
    source = in_words(result.source.words)
    remark = _problem(result, printable(f"{source}: "))
    return "\t".join([translated(result.word), source, puzzle, remark])


def _problem(result: Result, place: str = "") -> str:
    """What is wrong with an entry, without its place, or the detail of its verdict."""
    if result.problem is None:
        return detail(result).removeprefix(place)
    return printable(with_options(result.problem.said if place else result.problem.template))
