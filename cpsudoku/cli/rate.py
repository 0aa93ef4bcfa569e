"""``cpsudoku rate``."""

from __future__ import annotations

import csv
import io
import json as json_text
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from cpsudoku.cli import options as o
from cpsudoku.cli.job import Job
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import processes, say, worst
from cpsudoku.core.errors import EXIT_IMPROPER, EXIT_OK, EXIT_UNDECIDED, EXIT_USAGE, UnknownName
from cpsudoku.core.files import STDOUT, is_stream, writing
from cpsudoku.core.printable import json_safe
from cpsudoku.teaching.rating.base import BOTH, scales_of
from cpsudoku.techniques import SCALE, TABLE

if TYPE_CHECKING:
    from cpsudoku.teaching.rating.base import Rating

_CODES = {"unique": EXIT_OK, "malformed": EXIT_USAGE, "unsupported": EXIT_USAGE}
_UNDECIDED = ("unknown", "beyond")

Scale = Annotated[
    str,
    Option("--scale", metavar="NAME", help="se121 (ER/EP/ED), hodoku (level and score), or both."),
]
Output = Annotated[
    Path | None,
    Option("-o", "--output", metavar="FILE", help="A table: .csv, or .jsonl of JSON lines."),
]


def rate(
    inputs: o.Inputs = None,
    scale: Scale = BOTH,
    output: Output = None,
    json: o.Json = False,
    jobs: o.Jobs = None,
    from_: o.From = None,
    box: o.Box = None,
    column: o.Column = None,
    sheet: o.Sheet = None,
    range_: o.Range = None,
    named: o.Named = None,
    limit: o.Seconds = None,
    quiet: o.Quiet = False,
) -> None:
    """Say how hard each puzzle is for a person, on two scales.

    ER/EP/ED are the ratings of classic Sudoku Explainer 1.2.1: the hardest step, the hardest up
    to the first digit placed, the first step. Level and score are HoDoKu's. A puzzle that is not
    proper gets its status and no number. The first run compiles the search, in about a minute.

    Exit code: 0 if every puzzle was rated, 1 if some has none or several solutions, 2 bad input
    or another size than 9x9, 3 undecided or beyond the techniques; of many the worst (2, 3, 1, 0).
    """
    job = Job(inputs, from_, box, column, sheet, range_, output=output, json=json, named=named)
    scales_of(scale)  # an unknown name is refused before anything is read
    codes: set[int] = set()
    with closing(job.entries()) as entries, Counter(not quiet) as counter:
        from cpsudoku.teaching.rating.many import rate_many

        jobs = processes(jobs, quiet)
        ratings = rate_many(entries, scale=scale, limit=limit, jobs=jobs, progress=counter.update)
        _write(_noted(ratings, counter, codes), output, json)
    raise typer.Exit(worst(codes))


def _noted(ratings: Iterable[Rating], counter: Counter, codes: set[int]) -> Iterator[Rating]:
    """The same ratings; problems are told, and the codes kept."""
    for rating in ratings:
        undecided = EXIT_UNDECIDED if rating.status in _UNDECIDED else EXIT_IMPROPER
        codes.add(_CODES.get(rating.status, undecided))
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
    """How to write that file; raises UnknownName for another suffix."""
    if json or output.suffix in (".jsonl", ".json"):
        return lambda ratings: (f"{_json(rating)}\n" for rating in ratings)
    if output.suffix == ".csv" or is_stream(output):
        return _csv_lines
    raise UnknownName(f"{output}: ratings are written to .csv or .jsonl, not {output.suffix!r}")


def _json(rating: Rating) -> str:
    return json_safe(json_text.dumps(rating.to_data(), ensure_ascii=False))


def _csv_lines(ratings: Iterable[Rating]) -> Iterator[str]:
    """A header, then a row a puzzle; a column for each technique's count."""
    heads = ["puzzle", "status", "scale", "ER", "EP", "ED", "hodoku_level", "hodoku_score"]
    yield _csv([*heads, "hardest", "seconds", *TABLE])
    for rating in ratings:
        data = rating.to_data()
        counts = data["techniques"]
        row = [data[name] for name in (*heads, "hardest", "seconds")]
        yield _csv([*row, *(counts.get(name, "") for name in TABLE)])


def _csv(row: list[object]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow("" if part is None else part for part in row)
    return text.getvalue()


def _plain(rating: Rating) -> str:
    """A line for eyes and pipes: the puzzle, the numbers, the hardest technique."""
    line = rating.puzzle.givens.line if rating.puzzle is not None else "-"
    parts = [line]
    if rating.status not in ("unique", "beyond"):
        return f"{line}  {rating.status}"
    if rating.text:
        parts.append(f"ER {rating.text} ({SCALE})")
    elif rating.status == "beyond":
        parts.append(f"beyond the scale of {SCALE}")
    if rating.level is not None:
        parts.append(f"HoDoKu {rating.level} {rating.score}")
    if rating.hardest:
        parts.append(rating.hardest)
    return "  ".join(parts)
