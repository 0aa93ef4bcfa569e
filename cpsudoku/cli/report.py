"""What a run says: results on stdout, problems and the summary on stderr, the exit code."""

from __future__ import annotations

import os
import sys
from collections import Counter as Tally
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from time import perf_counter

from cpsudoku.cli.options import Pages, Written
from cpsudoku.core.errors import (
    EXIT_IMPROPER,
    EXIT_OK,
    EXIT_UNDECIDED,
    EXIT_USAGE,
    InputError,
    Source,
    spelled,
)
from cpsudoku.core.files import STDOUT, writing
from cpsudoku.core.printable import one_line, printable
from cpsudoku.core.verdict import STATUS_WORDS, Result, Status
from cpsudoku.core.words import detail
from cpsudoku.formats import Format
from cpsudoku.solving import output_format

SHOWN_PROBLEMS = 10
_WORST_FIRST = (EXIT_USAGE, EXIT_UNDECIDED, EXIT_IMPROPER, EXIT_OK)


def say(text: str) -> None:
    """One line for a person, on stderr, with parameters as options: ``{sheet}`` is ``--sheet``."""
    shown = printable(spelled(text, _option))
    print(f"cpsudoku: {shown}", file=sys.stderr, flush=True)


def _option(parameter: str) -> str:
    return "-o" if parameter == "output" else f"--{parameter.replace('_', '-')}"


def processes(asked: int | None, quiet: bool) -> int:
    """The number of processes to use: the number asked for, at most one per core."""
    cores = os.cpu_count() or 1
    if asked is not None and asked > cores and not quiet:
        say(f"--jobs {asked}: at most one process per core is used, {cores} here")
    return cores if asked is None else min(asked, cores)


def exit_code_of(result: Result, first_will_do: bool = False) -> int:
    """0 for a proper puzzle, 1 for none or several solutions, 2 malformed, 3 undecided.

    first_will_do: one solution is all that was asked for. A wrong solution that came with the
    puzzle makes 1.
    """
    if result.problem is not None:
        return EXIT_USAGE
    verdict = result.verdict
    if verdict is None:
        return EXIT_OK
    if verdict.status is Status.UNKNOWN and not (first_will_do and verdict.solution):
        return EXIT_UNDECIDED
    if verdict.status in (Status.MULTIPLE, Status.NO_SOLUTION):
        return EXIT_IMPROPER
    return EXIT_IMPROPER if verdict.puzzle.answer_ok is False else EXIT_OK


def worst(codes: Collection[int]) -> int:
    """The exit code of many: 2, then 3, then 1, then 0."""
    return next((code for code in _WORST_FIRST if code in codes), EXIT_OK)


class Report:
    """Counts results as they pass, prints problems on stderr, and knows the exit code."""

    def __init__(self, quiet: bool, first_will_do: bool = False) -> None:
        self.quiet = quiet
        self._first_will_do = first_will_do
        self._words: Tally[str] = Tally()
        self._codes: set[int] = set()
        self._wrong_answers = 0
        self._engines: Tally[str] = Tally()
        self._start = perf_counter()

    def counting(self, results: Iterable[Result]) -> Iterator[Result]:
        """The same results, counted."""
        for result in results:
            self.count(result)
            yield result

    def count(self, result: Result) -> None:
        """Count one result, and print its problem."""
        self._words[result.word] += 1
        self._codes.add(exit_code_of(result, self._first_will_do))
        if result.puzzle is not None and result.verdict is not None:
            self._engines[result.verdict.engine] += 1
            self._wrong_answers += result.puzzle.answer_ok is False
        if result.problem is not None:
            count = self._words[result.word]
            if count <= SHOWN_PROBLEMS:
                say(result.problem.template)
            elif count == SHOWN_PROBLEMS + 1:
                say("more entries are malformed; only the first are named here")

    @property
    def exit_code(self) -> int:
        """The worst of all results: 2, then 3, then 1, then 0."""
        return worst(self._codes)

    def summary(self) -> None:
        """How many of which status, where there was more than one."""
        total = sum(self._words.values())
        if self.quiet or total < 2:
            return
        seconds = perf_counter() - self._start
        words = [word for word in (*STATUS_WORDS, "") if self._words[word]]
        parts = [f"{self._words[word]:,} {word or 'read'}" for word in words]
        if self._wrong_answers:
            parts.append(f"{self._wrong_answers:,} with a wrong solution")
        rate = f"in {seconds:.1f} s ({total / seconds:,.0f}/s)"
        engines = ", ".join(f"{name} {count:,}" for name, count in self._engines.most_common())
        by = f", by {engines}" if len(self._engines) > 1 else ""
        say(f"{total:,} puzzles: {', '.join(parts)} {rate}{by}")


def format_of(written: Written, pages: Pages) -> Format:
    """The format of the results; raises Unsupported for one that can't be written."""
    name = "json" if written.json else written.to
    return output_format(str(written.output or ""), name, pages.options(written.keep_formulas))


def write_to(output: Path | None, chosen: Format, results: Iterable[Result]) -> None:
    """Write in a format, to a file that appears when it is whole, or to stdout."""
    target = output or STDOUT
    if target == STDOUT and chosen.is_binary and sys.stdout.isatty():
        problem = f"a terminal can't show {chosen.name}; use -o FILE{chosen.suffixes[0]}"
        raise InputError(problem, Source("<stdout>"))
    with writing(target) as stream:
        chosen.write(results, stream)


def refuse_overwriting(output: Path | None, inputs: Iterable[str]) -> None:
    """Raise InputError when the output is one of the inputs, by whatever name."""
    if output is None or not output.exists():
        return
    for text in inputs:
        if text != "-" and is_file(text) and output.samefile(text):
            raise InputError("it is an input; write to another file", Source(str(output)))


def is_file(text: str) -> bool:
    """Whether an input is a file; a text too long for a name is none."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def plain_solution(result: Result) -> str:
    """A line of a piped ``solve``: solution (or givens), status, label, what is wrong."""
    if result.grid is None or result.puzzle is None:
        return f"#\t{result.word}\t{detail(result)}"
    said = "" if exit_code_of(result) == EXIT_OK else detail(result)
    fields = [result.grid.line, result.word, one_line(result.puzzle.label), said]
    return "\t".join(fields).rstrip("\t")


def plain_verdict(result: Result) -> str:
    """A line of a piped ``check``: status, where it stands, puzzle, what there is to say."""
    puzzle = result.puzzle.givens.line if result.puzzle is not None else ""
    said = result.problem.problem if result.problem is not None else detail(result)
    return "\t".join([result.word, str(result.source), puzzle, said])
