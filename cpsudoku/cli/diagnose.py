"""``cpsudoku diagnose``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import typer

from cpsudoku.cli.diagnoses import Extras, run_diagnosis
from cpsudoku.cli.groups import OptionGroup, again, option
from cpsudoku.cli.options import (
    Input,
    Jobs,
    Language,
    Listening,
    MaxSolutions,
    Output,
    Patience,
    Quiet,
    WrittenOptions,
)
from cpsudoku.cli.report import processes_to_use
from cpsudoku.cli.workbooks import is_book
from cpsudoku.formats import PLAIN
from cpsudoku.runtime.errors import Unsupported
from cpsudoku.runtime.words import worded

_TEXTS = (".md", ".log")  # suffixes of texts besides PLAIN
_JSON = (".json", ".jsonl", ".ndjson")


@dataclass(frozen=True)
class Depth(OptionGroup):
    """How thorough a diagnosis is."""

    title = "Diagnosis"
    smallest: bool = option(
        False, "--smallest", help="Prove that no smaller set of givens and rules conflicts."
    )
    unnecessary: bool = option(
        False, "--unnecessary", help="Find the givens and rules that a puzzle does not need."
    )
    edits: int = option(
        1, "--edits", metavar="N", least=1, most=2, help="Look for N mistyped digits, 1 or 2."
    )
    suggestions: int = option(
        5, "--suggestions", metavar="N", least=0, help="Show at most N possible typing mistakes."
    )
    max_solutions: int = again(MaxSolutions, "max_solutions", 1000)
    limit: float = again(Patience, "limit", 10.0)


@dataclass(frozen=True)
class Files(OptionGroup):
    """The files that a diagnosis can write."""

    title = "Output"
    fix: Path | None = option(
        None, "--fix", metavar="FILE", help="Write the corrected puzzles to FILE."
    )
    svg: Path | None = option(
        None, "--svg", metavar="FILE", help="Draw the diagnoses as SVG, as -o FILE.svg does."
    )


@dataclass(frozen=True)
class Findings(Output):
    """Where a diagnosis is written."""

    keep_formulas: bool = again(WrittenOptions, "keep_formulas", False)
    force: bool = option(
        False, "--force", help="Replace book.diagnosed.xlsx even if it was changed."
    )


def diagnose(
    source: Input,
    written: Findings,
    files: Files,
    depth: Depth,
    workers: Jobs,
    language: Language,
    listening: Listening,
    messages: Quiet,
) -> None:
    """Find out what is wrong with puzzles, and how to correct them.

    For a puzzle without a solution, show the givens and rules that contradict each other, and the
    likely mistakes, such as a wrong digit or a wrong sum of a cage. For one with several solutions,
    show the cells that vary and the fewest clues that settle it. For a proper one, show redundant
    givens, symmetries and, if it is quick to find, the level. For book.xlsx, write a copy with the
    cells marked to book.diagnosed.xlsx.

    Exit code: 0 if every puzzle has exactly one solution, 1 if some puzzle has no or several
    solutions, 2 for bad input, 3 if the limit ran out or parts of a puzzle were not interpreted.
    With several puzzles, it is that of the worst one (2, 3, 1, 0).
    """
    from cpsudoku.diagnosing import diagnose_many

    ask = partial(
        diagnose_many,
        count=depth.max_solutions,
        edits=depth.edits,
        suggestions=depth.suggestions,
        smallest=depth.smallest,
        unnecessary=depth.unnecessary,
        limit=depth.limit,
        jobs=processes_to_use(workers.jobs, messages.quiet),
    )
    drawn = files.svg
    if not written.json and written.output is not None and written.output.suffix.lower() == ".svg":
        if drawn is not None:
            raise Unsupported("{output} FILE.svg does what --svg does; use only one of them")
        drawn, written = written.output, replace(written, output=None)
    _refuse_suffix(source, written)
    extras = Extras(files.fix, drawn, written.keep_formulas, force=written.force)
    raise typer.Exit(run_diagnosis(source, written, messages.quiet, ask, extras))


def _refuse_suffix(source: Input, written: Output) -> None:
    """Raise Unsupported for an output with the suffix of something that a diagnosis is not."""
    if written.output is None:
        return
    suffix = written.output.suffix.lower()
    books = not written.json and any(is_book(text) for text in source.inputs or [])
    if books or suffix in (*PLAIN, *(_JSON if written.json else _TEXTS)):
        return
    wanted = (
        worded("add --json")
        if suffix in _JSON
        else worded("choose .txt, .svg, or .json with --json")
    )
    raise Unsupported(
        "{output}: a diagnosis can't be written as {suffix}; {wanted}",
        output=written.output,
        suffix=suffix,
        wanted=wanted,
    )
