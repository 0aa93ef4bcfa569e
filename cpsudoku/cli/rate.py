"""``cpsudoku rate``."""

from __future__ import annotations

import csv
import io
import json as json_text
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cpsudoku.cli import values
from cpsudoku.cli.groups import Group, option
from cpsudoku.cli.inputs import entries_of
from cpsudoku.cli.options import Input, Jobs, Output, Patience, Quiet
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import processes, worst
from cpsudoku.cli.say import say
from cpsudoku.core.words import uninterpreted_in_words
from cpsudoku.runtime.errors import (
    EXIT_IMPROPER,
    EXIT_OK,
    EXIT_UNDECIDED,
    EXIT_USAGE,
    UnknownName,
    Unsupported,
)
from cpsudoku.runtime.files import STDOUT, is_stream, writing
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.printable import json_safe
from cpsudoku.teaching.rating.base import BOTH, GUESSES, scales_of
from cpsudoku.techniques import ROWS, SCALE

if TYPE_CHECKING:
    from cpsudoku.teaching.rating.base import Rating

_CODES = {"unique": EXIT_OK, "malformed": EXIT_USAGE, "unsupported": EXIT_USAGE}
_UNDECIDED = ("unknown", "beyond")


@dataclass(frozen=True)
class Scale(Group):
    """On which scale puzzles are rated."""

    title = "Rating"
    scale: str = option(
        BOTH,
        "--scale",
        metavar="NAME",
        values=values.scales,
        help="Use this scale: se121 (ER/EP/ED), hodoku (level and score), both, or guesses (of the "
        "bulk kernel).",
    )


def rate(
    source: Input,
    written: Output,
    rating: Scale,
    patience: Patience,
    workers: Jobs,
    messages: Quiet,
) -> None:
    """Rate how hard puzzles are for a person.

    ER, EP and ED are ratings of Sudoku Explainer 1.2.1. They rate the hardest step, the hardest
    step before the first digit is placed, and the first step. Level and score are those of HoDoKu.
    Puzzles with other rules or boards get only a level, that of the hardest technique they need.
    Puzzles without exactly one solution are not rated; their status is reported instead. With
    -o FILE.csv or FILE.jsonl, write a table. The scale guesses is not for people: it counts the
    guesses of the bulk kernel until the solution is proved to be the only one. With -o and this
    scale, write a table of verdicts as 'cpsudoku check --guesses' does.

    Exit code: 0 if every puzzle is rated, 1 if some puzzle has no or several solutions, 2 for bad
    input or a --scale that does not fit the puzzle, 3 if the limit ran out, parts of a puzzle were
    not interpreted, or the techniques do not suffice. With several puzzles, it is that of the worst
    one (2, 3, 1, 0).
    """
    scales_of(rating.scale)  # fail before reading if the name is unknown
    if rating.scale == GUESSES and not written.json and _is_table(written.output):
        if source.ignore_drawings:
            raise Unsupported("--scale guesses does not take --ignore-drawings with -o TABLE")
        raise typer.Exit(_count_guesses(source, written.output, patience, workers, messages))
    codes: set[int] = set()
    entries = entries_of(source, written.output)
    with closing(entries), Counter(not messages.quiet) as counter:
        from cpsudoku.teaching.rating.many import rate_many

        ratings = rate_many(
            entries,
            scale=rating.scale,
            limit=patience.limit,
            jobs=processes(workers.jobs, messages.quiet),
            progress=counter.update,
        )
        noted = _noted(ratings, counter, codes, source.ignore_drawings)
        _write(noted, written.output, written.json)
    raise typer.Exit(worst(codes))


def _is_table(output: Path | None) -> bool:
    from cpsudoku.bulk.settings import is_table

    return is_table(output)


def _count_guesses(
    source: Input, output: Path | None, patience: Patience, workers: Jobs, messages: Quiet
) -> int:
    """Write a table of verdicts with guesses, and return the exit code."""
    from cpsudoku.cli.bulk import judge_files, without_guesses

    quiet = messages.quiet
    summary = judge_files(source, output, workers, quiet, guesses=True, limit=patience.limit)
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


def _noted(
    ratings: Iterable[Rating], counter: Counter, codes: set[int], ignore_drawings: bool
) -> Iterator[Rating]:
    """Yield the same ratings, report problems, and collect the exit codes."""
    for rating in ratings:
        codes.add(_code_of(rating.status))
        if rating.puzzle is not None and rating.puzzle.uninterpreted:
            counter.pause()
            parts = uninterpreted_in_words(rating.puzzle.uninterpreted)
            say(f"{rating.puzzle.source}: {parts}")
            if not ignore_drawings:
                codes.add(EXIT_UNDECIDED)
        if rating.problem:
            counter.pause()
            say(rating.problem)
        yield rating


def _write(ratings: Iterable[Rating], output: Path | None, json: bool) -> None:
    if output is None or output == STDOUT:
        for rating in ratings:
            print(_json(rating) if json else _plain(rating), flush=True)
        return
    lines = _lines_of(output, json)
    with writing(output) as stream:
        for line in lines(ratings):
            stream.write(line.encode())


def _lines_of(output: Path, json: bool) -> Callable[[Iterable[Rating]], Iterator[str]]:
    """The function that makes the lines of a file; raises UnknownName for another suffix."""
    if json or output.suffix in (".jsonl", ".json"):
        return lambda ratings: (f"{_json(rating)}\n" for rating in ratings)
    if output.suffix == ".csv" or is_stream(output):
        return _csv_lines
    raise UnknownName(f"{output}: ratings are written to .csv or .jsonl, not {output.suffix!r}")


def _json(rating: Rating) -> str:
    return json_safe(json_text.dumps(rating.to_data(), ensure_ascii=False))


def _csv_lines(ratings: Iterable[Rating]) -> Iterator[str]:
    """A heading and one row per puzzle, with one column per technique for its uses."""
    heads = ["puzzle", "status", "scale", "ER", "EP", "ED", "hodoku_level", "hodoku_score"]
    heads += ["level", "guesses"]
    yield _csv([*heads, "hardest", "seconds", *ROWS])
    for rating in ratings:
        data = rating.to_data()
        counts = data["techniques"]
        row = [data[name] for name in (*heads, "hardest", "seconds")]
        yield _csv([*row, *(counts.get(name, "") for name in ROWS)])


def _csv(row: list[object]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow("" if part is None else part for part in row)
    return text.getvalue()


def _plain(rating: Rating) -> str:
    """One line with the puzzle, its ratings and the hardest technique."""
    line = rating.puzzle.givens.line if rating.puzzle is not None else "-"
    parts = [line]
    if rating.status not in ("unique", "beyond"):
        return f"{line}  {rating.status}"
    if rating.text:
        parts.append(f"ER {rating.text} ({SCALE})")
    elif rating.status == "beyond":
        known = rating.score is not None
        parts.append(f"beyond the scale of {SCALE}" if known else "beyond all techniques")
    if rating.level is not None and rating.score is None:
        parts.append(f"level {rating.level}")
    elif rating.level is not None:
        parts.append(f"HoDoKu {rating.level} {rating.score}")
    if rating.guesses is not None:
        parts.append(plural(rating.guesses, "guess", "guesses"))
    if rating.hardest:
        parts.append(rating.hardest)
    return "  ".join(parts)
