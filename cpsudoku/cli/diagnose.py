"""``cpsudoku diagnose``, and what ``check --why`` says."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from json import dumps as json_text
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, NoReturn

import typer
from typer import Option

from cpsudoku.cli import options as o
from cpsudoku.cli.job import Job
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import Report, plain_verdict, refuse_overwriting, say
from cpsudoku.cli.workbooks import copy_of, is_book
from cpsudoku.core.errors import InputError
from cpsudoku.core.files import writing
from cpsudoku.core.printable import one_line
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats import WriteOptions
from cpsudoku.solving import output_format, write

if TYPE_CHECKING:
    from cpsudoku.diagnosing import Diagnosis

Smallest = Annotated[
    bool, Option("--smallest", help="Prove that no fewer givens conflict than those shown.")
]
Edits = Annotated[
    int,
    Option("--edits", metavar="N", min=1, max=2, help="Digits mistyped: 1, or 2 for pairs too."),
]
Suggestions = Annotated[
    int, Option("--suggestions", metavar="N", min=0, help="How many typing mistakes to show.")
]
Count = Annotated[int, Option("--count", metavar="N", min=2, help="Count solutions up to N.")]
Fix = Annotated[
    Path | None, Option("--fix", metavar="FILE", help="Write the mended puzzles to a file.")
]
Svg = Annotated[Path | None, Option("--svg", metavar="FILE", help="Draw the diagnoses.")]
Seconds = Annotated[
    float, Option("--limit", metavar="SECONDS", help="At most this long for a puzzle.")
]


def diagnose(
    inputs: o.Inputs = None,
    smallest: Smallest = False,
    edits: Edits = 1,
    suggestions: Suggestions = 5,
    count: Count = 1000,
    fix: Fix = None,
    svg: Svg = None,
    output: o.Output = None,
    json: o.Json = False,
    from_: o.From = None,
    box: o.Box = None,
    column: o.Column = None,
    sheet: o.Sheet = None,
    range_: o.Range = None,
    named: o.Named = None,
    every: o.Every = False,
    limit: Seconds = 10.0,
    keep_formulas: o.KeepFormulas = False,
    quiet: o.Quiet = False,
) -> None:
    """Say what is wrong with puzzles and how to mend them.

    No solution: the givens that can't stand together, and the likely typing mistakes. Several:
    the cells that vary, and the fewest clues to add. Proper: redundant givens, symmetries, the
    level where that is quickly known. Of
    book.xlsx, book.diagnosed.xlsx is a copy with the cells marked.

    Exit code: as of 'check'.
    """
    job = Job(
        inputs, from_, box, column, sheet, range_, None, output, json,
        quiet=quiet, named=named, every=every,
    )  # fmt: skip
    from cpsudoku.diagnosing import diagnose as diagnosis_of

    ask = partial(
        diagnosis_of,
        count=count,
        edits=edits,
        suggestions=suggestions,
        smallest=smallest,
        limit=limit,
    )
    run_diagnosis(job, ask, Extras(fix, svg, keep_formulas))


@dataclass
class Extras:
    """The files beside the text, and what is to go into them.

    ``why`` is for ``check --why``: a line a puzzle, and no more of those that are proper.
    """

    fix: Path | None = None
    svg: Path | None = None
    keep_formulas: bool = False
    why: bool = False
    found: list[Diagnosis] = field(default_factory=list)

    def write(self, job: Job) -> None:
        """Write the mended puzzles, the picture, and the marked copies of workbooks."""
        if self.fix is not None:
            _write_mended(self.found, self.fix, self.keep_formulas)
        if self.svg is not None:
            from cpsudoku.drawing.diagnosis import drawing_of
            from cpsudoku.drawing.svg_sheet import svg

            with writing(self.svg) as stream:
                stream.write(svg([drawing_of(found) for found in self.found]).encode())
        if not job.json and not self.why:
            _mark_workbooks(job, self.found)


def run_diagnosis(job: Job, ask: Callable[[Puzzle], Diagnosis], extras: Extras) -> NoReturn:
    """Diagnose each puzzle of the job and say what came out; ends with the exit code."""
    if extras.keep_formulas:  # refused before the work begins
        output_format(str(extras.fix or ""), None, WriteOptions(keep_formulas=True))
    for path in (extras.fix, extras.svg):
        refuse_overwriting(path, job.inputs or [])
    report = Report(job.quiet)
    books = any(is_book(text) for text in job.inputs or [])
    to_file = job.output is not None and (job.json or not books)
    with (
        closing(job.entries()) as entries,
        Counter(not job.quiet) as counter,
        writing(job.output) if to_file and job.output else nullcontext(sys.stdout.buffer) as stream,
    ):
        tell = _teller(job, stream, extras.why)
        for result, found in _diagnosed(entries, ask):
            report.count(result)
            counter.advance()
            counter.pause()
            tell(result, found)
            if found is not None:
                extras.found.append(found)
    extras.write(job)
    report.summary()
    raise typer.Exit(report.exit_code)


def _diagnosed(
    entries: Iterator[Puzzle | InputError], ask: Callable[[Puzzle], Diagnosis]
) -> Iterator[tuple[Result, Diagnosis | None]]:
    """Each entry as a result, with its diagnosis where it is a puzzle."""
    for entry in entries:
        if isinstance(entry, InputError):
            yield Result(problem=entry), None
            continue
        found = ask(entry)
        yield Result(entry, found.verdict), found


def _teller(job: Job, stream: IO[bytes], why: bool) -> Callable[[Result, Diagnosis | None], None]:
    """What prints a diagnosis: as JSON, as a picture with words, or as a line with words."""

    def tell(result: Result, found: Diagnosis | None) -> None:
        if job.json:
            text = _json(result, found)
        elif why:
            proper = found is None or found.verdict.is_unique
            text = "\n    ".join([plain_verdict(result), *([] if proper else _words(found))])
        elif found is None:
            return  # said on stderr
        elif stream is sys.stdout.buffer and sys.stdout.isatty():
            _show(found)
            return
        else:
            text = "\n".join([_head(found), _picture(found), *_words(found), ""])
        stream.write(f"{text}\n".encode())
        stream.flush()

    return tell


def _json(result: Result, found: Diagnosis | None) -> str:
    from cpsudoku.drawing.diagnosis import data_of_diagnosis
    from cpsudoku.formats.tables.json import data_of

    if found is not None and len(found.verdict.solutions) > 2:  # two are shown, all are counted
        two = replace(found.verdict, solutions=found.verdict.solutions[:2], exhausted=False)
        result = Result(result.puzzle, two)
    data = data_of(result)
    if found is not None:
        data["diagnosis"] = data_of_diagnosis(found)
    return json_text(data)


def _words(found: Diagnosis | None) -> list[str]:
    from cpsudoku.drawing.diagnosis import in_words

    return in_words(found) if found is not None else []


def _head(found: Diagnosis) -> str:
    shown = found.puzzle.label and found.puzzle.source.sheet is None  # else it is the range
    label = f"  {one_line(found.puzzle.label)}" if shown else ""
    return f"{found.puzzle.source}: {found.verdict.word}{label}"


def _picture(found: Diagnosis) -> str:
    from cpsudoku.drawing.diagnosis import marks_of
    from cpsudoku.drawing.terminal_grid import ASCII, boxed

    givens = found.puzzle.givens
    return boxed(givens, givens, marks_of(found), lines=ASCII).plain


def _show(found: Diagnosis) -> None:
    """The diagnosis on a terminal."""
    from rich.console import Console

    from cpsudoku.drawing.diagnosis import marks_of
    from cpsudoku.drawing.terminal_grid import CLASHES, DIFFERS, boxed, lines_for

    console = Console(highlight=False)
    givens, marks = found.puzzle.givens, marks_of(found)
    look = CLASHES if "conflict" in marks.values() else DIFFERS
    console.print(_head(found), style="bold", markup=False)
    console.print(boxed(givens, givens, marks, look, lines_for(console)))
    for text in _words(found):
        console.print(text, markup=False, soft_wrap=True)
    console.print()


def _write_mended(every: list[Diagnosis], path: Path, keep_formulas: bool) -> None:
    """Write each puzzle as it should be; says which could not be mended."""
    mended = []
    for found in every:
        if found.mended is None:
            say(f"{found.puzzle.source}: no way is known to mend it; it is not in {path}")
        else:
            mended.append(replace(found.puzzle, givens=found.mended, answer=None))
    write(mended, path, keep_formulas=keep_formulas)


def _mark_workbooks(job: Job, every: list[Diagnosis]) -> None:
    """Write a copy of each workbook with the cells marked."""
    from cpsudoku.drawing.diagnosis import in_words, marks_of

    by_file: dict[str, list[Diagnosis]] = {}
    for found in every:
        if found.puzzle.source.sheet is not None:
            by_file.setdefault(found.puzzle.source.file, []).append(found)
    if len(by_file) > 1 and job.output is not None:
        raise InputError("-o is for the copy of one workbook; there are several")
    for name, diagnoses in by_file.items():
        from cpsudoku.formats.sheets.writing.fill import Note, marked

        notes = [
            Note(each.puzzle, marks_of(each), [each.verdict.word, *in_words(each)])
            for each in diagnoses
        ]
        target = copy_of(Path(name), "diagnosed", job.output)
        data = marked(Path(name).read_bytes(), notes)
        with writing(target) as stream:
            stream.write(data)
        if not job.quiet:
            say(f"wrote {target}")
