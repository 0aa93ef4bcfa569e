"""``cpsudoku rate``."""

from __future__ import annotations

import csv
import io
import json as json_text
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cpsudoku.cli import values
from cpsudoku.cli.bulk import Bulk, judge_files, terminated_as_interrupted, without_guesses
from cpsudoku.cli.groups import OptionGroup, again, option
from cpsudoku.cli.inputs import ahead_of, reading_options
from cpsudoku.cli.options import Input, Jobs, Language, Output, Quiet, StepPatience
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import processes_to_use
from cpsudoku.cli.say import say
from cpsudoku.core.words import uninterpreted_in_words
from cpsudoku.formats import Entry
from cpsudoku.runtime.errors import (
    EXIT_IMPROPER,
    EXIT_OK,
    EXIT_UNDECIDED,
    EXIT_USAGE,
    InputError,
    UnknownName,
    UnreadableInput,
    Unsupported,
    worst,
)
from cpsudoku.runtime.files import STDOUT, is_stream
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import in_words, translated
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.printable import json_safe
from cpsudoku.solving.ahead import Ahead
from cpsudoku.teaching.rating.base import BOTH, GUESSES, scales_of
from cpsudoku.techniques import ROWS, SCALE

if TYPE_CHECKING:
    from cpsudoku.road.rating_run import RatingPlan
    from cpsudoku.teaching.rating.base import Rating

Rated = Callable[[Iterator[Entry]], Iterator["Rating"]]
"""A function from entries to their ratings."""
_CODES = {"unique": EXIT_OK, "malformed": EXIT_USAGE, "unsupported": EXIT_USAGE}
_UNDECIDED = ("unknown", "beyond")


@dataclass(frozen=True)
class Scale(OptionGroup):
    """On which scale puzzles are rated."""

    title = "Rating"
    scale: str = option(
        BOTH,
        "--scale",
        metavar="NAME",
        values=values.scales,
        help="Use this scale: se121 (ER/EP/ED), hodoku (level and score), both, effort (our own, "
        "for every rule), or guesses (of the bulk kernel).",
    )


@dataclass(frozen=True)
class Resumed(OptionGroup):
    """Whether a run continues another."""

    title = "Many puzzles"
    resume: bool = again(Bulk, "resume", False)


def rate(
    source: Input,
    written: Output,
    rating: Scale,
    patience: StepPatience,
    workers: Jobs,
    going_on: Resumed,
    language: Language,
    messages: Quiet,
) -> None:
    """Rate how hard puzzles are for a person.

    ER, EP and ED are ratings of Sudoku Explainer 1.2.1. They rate the hardest step, the hardest
    step before the first digit is placed, and the first step. Level and score are those of HoDoKu.
    Puzzles with other rules or boards get a level, that of the hardest technique they need. If the
    rules are houses, offsets or non-consecutive cells, they also get the ER, EP and ED of Sukaku
    Explainer, and for all other rules an effort, a number on a scale of our own. Puzzles without
    exactly one solution are not rated; their status is reported instead. With -o FILE.csv or
    FILE.jsonl, write a table. The scale guesses is not for people: it counts the guesses of the
    bulk kernel until the solution is proved to be the only one. With -o and this scale, write a
    table of verdicts as 'cpsudoku check --guesses' does. An interrupted run with -o continues with
    --resume.

    Exit code: 0 if every puzzle is rated, 1 if some puzzle has no or several solutions, 2 for bad
    input or a --scale that does not fit the puzzle, 3 if the limit ran out, parts of a puzzle were
    not interpreted, or the techniques do not suffice. With several puzzles, it is that of the worst
    one (2, 3, 1, 0).
    """
    scales_of(rating.scale)  # fail before reading if the name is unknown
    if rating.scale == GUESSES and not written.json and _is_table(written.output):
        if source.ignore_drawings:
            raise Unsupported("--scale guesses does not take --ignore-drawings with -o TABLE")
        asked = {"limit": patience.limit, "resume": going_on.resume}
        raise typer.Exit(_count_guesses(source, written.output, workers, messages.quiet, asked))
    form = _form_of(written)
    if form is None and going_on.resume:
        raise InputError("--resume needs the -o FILE of the interrupted run")
    with (
        closing(ahead_of(source, written.output)) as entries,
        Counter(not messages.quiet) as counter,
    ):
        shown = _Shown(entries, counter, source.ignore_drawings)
        jobs = processes_to_use(workers.jobs, messages.quiet)
        rated = partial(_rated, scale=rating.scale, limit=patience.limit, jobs=jobs)
        if form is None:
            codes = _print(entries, rated, shown, written.json)
        else:
            plan = _plan(source, written.output, rating.scale, form, patience.limit)
            codes = _write(replace(plan, jobs=jobs, resume=going_on.resume), entries, rated, shown)
    raise typer.Exit(worst(codes))


@dataclass(frozen=True)
class _Shown:
    """What stderr shows of a run: its progress and the problems of its ratings."""

    entries: Ahead
    counter: Counter
    ignore_drawings: bool

    def progress(self, done: int) -> None:
        """Show that so many puzzles are rated."""
        self.counter.update(done, done, self.entries.estimate, self.entries.total)

    def code_of(self, rating: Rating) -> int:
        """Report the problems of a rating, and return its exit code."""
        problems, code = [], _code_of(rating.status)
        if rating.puzzle is not None and rating.puzzle.uninterpreted:
            parts = uninterpreted_in_words(rating.puzzle.uninterpreted)
            problems.append(f"{in_words(rating.puzzle.source.words)}: {parts}")
            code = code if self.ignore_drawings else worst({code, EXIT_UNDECIDED})
        problems += [rating.problem] if rating.problem else []
        for problem in problems:
            self.counter.pause()
            say(problem)
        return code


def _readable(entries: Iterable[Entry], codes: set[int]) -> Iterator[Entry]:
    """The entries without the inputs that can't be opened, which are reported."""
    for entry in entries:
        if isinstance(entry, UnreadableInput):
            say(entry.template)
            codes.add(EXIT_USAGE)
        else:
            yield entry


def _rated(
    entries: Iterator[Entry], scale: str, limit: float | None, jobs: int
) -> Iterator[Rating]:
    from cpsudoku.teaching.rating.many import rate_many

    return rate_many(entries, scale=scale, limit=limit, jobs=jobs)


def _plan(
    source: Input, output: Path | None, scale: str, form: str, limit: float | None
) -> RatingPlan:
    from cpsudoku.road.rating_run import RatingPlan

    files = tuple(source.inputs or ["-"])
    options = reading_options(source)
    return RatingPlan(
        files,
        output=output,
        format=source.format,
        options=options,
        scale=scale,
        form=form,
        seconds=limit,
    )


def _print(entries: Iterator[Entry], rated: Rated, shown: _Shown, json: bool) -> set[int]:
    """Print a line for each rating, and return the exit codes."""
    codes = set[int]()
    for number, rating in enumerate(rated(_readable(entries, codes)), 1):
        shown.progress(number)
        codes.add(shown.code_of(rating))
        print(_json(rating) if json else _plain(rating), flush=True)
    return codes


def _write(plan: RatingPlan, entries: Iterator[Entry], rated: Rated, shown: _Shown) -> set[int]:
    """Write the ratings to a file, and return the exit codes."""
    from cpsudoku.road.rating_run import RatingRun

    is_csv = plan.form == "csv"
    heading, line_of = (_csv([*_FACTS, *ROWS]), _csv_line) if is_csv else ("", _json_line)
    run = RatingRun(plan, heading, line_of, shown.code_of, shown.progress, say)
    with terminated_as_interrupted():
        run.run(entries, rated)
    return run.codes


def _is_table(output: Path | None) -> bool:
    from cpsudoku.road.settings import is_table

    return is_table(output)


def _count_guesses(
    source: Input, output: Path | None, workers: Jobs, quiet: bool, asked: JsonObject
) -> int:
    """Write a table of verdicts with guesses, and return the exit code."""
    summary = judge_files(source, output, workers, quiet, guesses=True, **asked)
    for row in summary.bad_rows:
        say(row)
    codes = {_code_of(status) for status, count in summary.statuses.items() if count}
    if summary.problems or summary.without_guesses:
        codes.add(EXIT_USAGE)
    if summary.with_uninterpreted and not source.ignore_drawings:
        codes.add(EXIT_UNDECIDED)
    if summary.without_guesses:
        say(without_guesses(summary.without_guesses))
    return worst(codes)


def _code_of(status: str) -> int:
    undecided = EXIT_UNDECIDED if status in _UNDECIDED else EXIT_IMPROPER
    return _CODES.get(status, undecided)


def _form_of(written: Output) -> str | None:
    """The form of the file, csv or jsonl; None for lines on standard output.

    Raises UnknownName for another suffix.
    """
    output = written.output
    if output is None or output == STDOUT:
        return None
    if written.json or output.suffix in (".jsonl", ".json"):
        return "jsonl"
    if output.suffix == ".csv" or is_stream(output):
        return "csv"
    raise UnknownName(
        "{path}: ratings are written to .csv or .jsonl, not {suffix}",
        path=output,
        suffix=repr(output.suffix),
    )


def _json(rating: Rating) -> str:
    return json_safe(json_text.dumps(rating.to_data(), ensure_ascii=False))


def _json_line(rating: Rating) -> str:
    return f"{_json(rating)}\n"


_FACTS = (
    *("puzzle", "status", "scale", "ER", "EP", "ED", "hodoku_level", "hodoku_score"),
    *("level", "effort", "guesses", "hardest"),
)


def _csv_line(rating: Rating) -> str:
    """One row, with one column per technique for its uses."""
    data = rating.to_data()
    uses = data["techniques"]
    return _csv([*(data[name] for name in _FACTS), *(uses.get(name, "") for name in ROWS)])


def _csv(row: Sequence[object]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow("" if part is None else part for part in row)
    return text.getvalue()


def _plain(rating: Rating) -> str:
    """One line with the puzzle, its ratings and the hardest technique."""
    line = rating.puzzle.givens.line if rating.puzzle is not None else "-"
    parts = [line]
    if rating.status not in ("unique", "beyond"):
        return f"{line}  {translated(rating.status)}"
    if rating.text:
        parts.append(f"ER {rating.text} ({rating.scale})")
    elif rating.status == "beyond":
        known = rating.score is not None
        parts.append(f"beyond the scale of {SCALE}" if known else "beyond all techniques")
    if rating.level is not None and rating.score is None:
        parts.append(translated("level {level}", level=translated(rating.level)))
    elif rating.level is not None:
        parts.append(f"HoDoKu {translated(rating.level)} {rating.score}")
    if rating.effort is not None:
        parts.append(translated("effort {number}", number=f"{rating.effort:.2f}"))
    if rating.guesses is not None:
        parts.append(plural(rating.guesses, "guess", "guesses"))
    if rating.hardest:
        parts.append(rating.hardest)
    return "  ".join(parts)
