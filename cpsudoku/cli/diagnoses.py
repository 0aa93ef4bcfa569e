"""The step and the output of diagnoses: of ``diagnose``, and of ``check --why``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from json import dumps as json_text
from pathlib import Path
from typing import IO, TYPE_CHECKING

from cpsudoku.cli.job import ResultSink, Step, run
from cpsudoku.cli.options import Input, Output
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import Report, exit_code_of, head_of, plain_verdict
from cpsudoku.cli.say import say
from cpsudoku.cli.workbooks import (
    bytes_of,
    copy_of,
    is_book,
    refuse_all,
    refuse_existing,
    written_words,
)
from cpsudoku.core.verdict import Result
from cpsudoku.formats import Entry, WriteOptions
from cpsudoku.formats.base import WRITTEN as WORKBOOKS
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.files import writing
from cpsudoku.runtime.listening import a_person_reads
from cpsudoku.runtime.words import worded
from cpsudoku.solving import output_format, refuse_overwriting, write

if TYPE_CHECKING:
    from cpsudoku.diagnosing import Diagnosis

Ask = Callable[..., "Iterator[Diagnosis | InputError]"]  # diagnose_many with some keywords


@dataclass
class Extras:
    """The files to write beside the text, and the diagnoses to write into them.

    ``why`` is for ``check --why``, which prints one line per puzzle and a diagnosis only if the
    puzzle is not proper. ``publish`` is for ``check --publish``, which always prints it.
    """

    fix: Path | None = None
    svg: Path | None = None
    keep_formulas: bool = False
    why: bool = False
    publish: bool = False
    force: bool = False
    found: list[Diagnosis] = field(default_factory=list)

    def write(self, written: Output, quiet: bool) -> None:
        """Write the corrected puzzles, the picture, and the marked copies of workbooks."""
        if self.fix is not None:
            _write_mended(self.found, self.fix, self.keep_formulas)
        if self.svg is not None:
            from cpsudoku.drawing.diagnosis import diagnosis_drawing
            from cpsudoku.drawing.svg_sheet import svg

            with writing(self.svg) as stream:
                stream.write(svg([diagnosis_drawing(found) for found in self.found]).encode())
        if self.marks_workbooks(written):
            _mark_workbooks(written.output, quiet, self.force, self.found)

    def marks_workbooks(self, written: Output) -> bool:
        """Whether copies of workbooks get the diagnoses."""
        return not written.json and not self.why

    def refuse_early(self, written: Output, inputs: list[str]) -> None:
        """Raise InputError, before any work, if no copy of the workbooks could be written."""
        if self.marks_workbooks(written):
            refuse_all(inputs, partial(_copy_to, output=written.output, force=self.force))


@dataclass(frozen=True)
class Diagnosed(Result):
    """A result with the diagnosis of the puzzle; None if the entry is not a puzzle."""

    diagnosis: Diagnosis | None = None


def diagnosing(ask: Ask) -> Step[Diagnosed]:
    """The step that diagnoses each puzzle."""

    def step(entries: Iterator[Entry], counter: Counter) -> Iterator[Diagnosed]:
        for found in ask(entries, progress=counter.update):
            if isinstance(found, InputError):
                yield Diagnosed(problem=found)
            else:
                yield Diagnosed(found.puzzle, found.verdict, diagnosis=found)

    return step


class Diagnoses(ResultSink[Diagnosed]):
    """Diagnoses as text, as JSON or on a terminal, with their extra files."""

    def __init__(self, source: Input, written: Output, extras: Extras) -> None:
        # fail before the work begins
        output_format(str(extras.fix or ""), None, WriteOptions(keep_formulas=extras.keep_formulas))
        for path in (extras.fix, extras.svg):
            refuse_overwriting(path, source.inputs or [])
        extras.refuse_early(written, source.inputs or [])
        books = any(is_book(text) for text in source.inputs or [])
        self._written, self._extras = written, extras
        self._output = written.output if written.json or not books else None

    def take(self, results: Iterator[Diagnosed], counter: Counter) -> None:
        """Print or write each diagnosis."""
        output = self._output
        with writing(output) if output else nullcontext(sys.stdout.buffer) as stream:
            show = _printer(self._written.json, stream, self._extras)
            for result in counter.pausing(results):
                show(result, result.diagnosis)
                if result.diagnosis is not None:
                    self._extras.found.append(result.diagnosis)

    def finish(self, report: Report) -> None:
        """Write the extra files, and print the summary."""
        self._extras.write(self._written, report.quiet)
        report.print_summary()


def run_diagnosis(source: Input, written: Output, quiet: bool, ask: Ask, extras: Extras) -> int:
    """Diagnose each puzzle of the inputs, report the results, and return the exit code."""
    sink = Diagnoses(source, written, extras)
    report = Report(quiet, partial(exit_code_of, ignore_drawings=source.ignore_drawings))
    return run(source, written.output, report, diagnosing(ask), sink)


def _printer(
    json: bool, stream: IO[bytes], extras: Extras
) -> Callable[[Result, Diagnosis | None], None]:
    """The function that prints a diagnosis: as JSON, as a picture with text, or as lines."""

    def show(result: Result, found: Diagnosis | None) -> None:
        if json:
            text = _json(result, found)
        elif extras.why:
            words = _words(found)
            if found is not None and found.verdict.is_unique:
                words = words[1:] if extras.publish else []  # the verdict says the first
            text = "\n    ".join([plain_verdict(result), *words])
        elif found is None:
            return  # reported on stderr
        elif stream is sys.stdout.buffer and a_person_reads():
            _show(found)
            return
        else:
            text = "\n".join(
                [head_of(found.puzzle, found.verdict.word), _picture(found), *_words(found), ""]
            )
        stream.write(f"{text}\n".encode())
        stream.flush()

    return show


def _json(result: Result, found: Diagnosis | None) -> str:
    from cpsudoku.drawing.diagnosis import data_of_diagnosis
    from cpsudoku.formats.tables.json import data_of

    if found is not None and len(found.verdict.solutions) > 2:  # show two, count all
        two = replace(found.verdict, solutions=found.verdict.solutions[:2], exhausted=False)
        result = Result(result.puzzle, two)
    data = data_of(result)
    if found is not None:
        data["diagnosis"] = data_of_diagnosis(found)
    return json_text(data)


def _words(found: Diagnosis | None) -> list[str]:
    from cpsudoku.drawing.diagnosis_words import in_words

    return in_words(found) if found is not None else []


def _picture(found: Diagnosis) -> str:
    from cpsudoku.drawing.diagnosis import diagnosis_marks
    from cpsudoku.drawing.framed import ASCII
    from cpsudoku.drawing.terminal_grid import boxed, rules_below

    givens = found.puzzle.givens
    grid = boxed(givens, givens, diagnosis_marks(found), lines=ASCII).plain
    return "\n".join(filter(None, (grid, rules_below(found.puzzle, found.conflict_rules).plain)))


def _show(found: Diagnosis) -> None:
    """Print the diagnosis on a terminal."""
    from rich.console import Console

    from cpsudoku.drawing.diagnosis import diagnosis_marks
    from cpsudoku.drawing.terminal_grid import (
        CLASHES,
        DIFFERS,
        boxed,
        lines_for,
        rules_below,
        width_allowed,
    )

    console = Console(highlight=False)
    givens, marks = found.puzzle.givens, diagnosis_marks(found)
    look = CLASHES if "conflict" in marks.values() else DIFFERS
    console.print(head_of(found.puzzle, found.verdict.word), style="bold", markup=False)
    grid = boxed(givens, givens, marks, look, lines_for(console), width_allowed(console))
    console.print(grid, crop=False)
    if found.puzzle.constraints:
        console.print(rules_below(found.puzzle, found.conflict_rules))
    for text in _words(found):
        console.print(text, markup=False)
    console.print()


def _write_mended(every: list[Diagnosis], path: Path, keep_formulas: bool) -> None:
    """Write each corrected puzzle, and report those that could not be corrected."""
    mended = []
    for found in every:
        if found.mended_puzzle is None:
            say(
                worded(
                    "{source}: no correction was found, so the puzzle is not in {path}",
                    source=found.puzzle.source,
                    path=path,
                )
            )
        else:
            mended.append(found.mended_puzzle)
    write(mended, path, keep_formulas=keep_formulas)


def _mark_workbooks(output: Path | None, quiet: bool, force: bool, every: list[Diagnosis]) -> None:
    """Write a copy of each workbook with the cells marked."""
    from cpsudoku.drawing.diagnosis import diagnosis_marks
    from cpsudoku.drawing.diagnosis_words import in_words

    by_file: dict[str, list[Diagnosis]] = {}
    for found in every:
        if found.puzzle.source.sheet is not None:
            by_file.setdefault(found.puzzle.source.file, []).append(found)
    if len(by_file) > 1 and output is not None:
        raise InputError("-o names the copy of one workbook, but the inputs are several workbooks")
    for name, diagnoses in by_file.items():
        from cpsudoku.formats.sheets.writing.marking import DiagnosisNote, marked
        from cpsudoku.formats.sheets.writing.seal import sealed

        notes = [
            DiagnosisNote(each.puzzle, diagnosis_marks(each), [each.verdict.word, *in_words(each)])
            for each in diagnoses
        ]
        path = Path(name)
        old = bytes_of(path)
        target = _copy_to(path, old, output, force)
        copy = marked(old, notes, target.suffix.lower() in WORKBOOKS)
        with writing(target, noted=False) as stream:
            stream.write(sealed(copy.data))
        if not quiet:
            say(written_words(target, copy.unchanged))


def _copy_to(path: Path, data: bytes, output: Path | None, force: bool) -> Path:
    """The name of the marked copy of a workbook; raises InputError if it must not be replaced."""
    target = copy_of(path, data, "diagnosed", output)
    if output is None and not force:
        refuse_existing(target)
    return target
