"""``cpsudoku clear``."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cpsudoku.cli.groups import OptionGroup, again, argument, option
from cpsudoku.cli.open_books import note_open, refuse_change
from cpsudoku.cli.options import Language, Quiet, WrittenOptions
from cpsudoku.cli.say import say
from cpsudoku.cli.workbooks import bytes_of, copy_of, refuse_existing, written_words
from cpsudoku.runtime.errors import EXIT_OK, EXIT_USAGE, CpsudokuError, InputError, Source
from cpsudoku.runtime.files import backed_up, writing
from cpsudoku.runtime.plural import listed, plural
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from cpsudoku.formats.sheets.writing.clearing import Cleared


@dataclass(frozen=True)
class BooksToClear(OptionGroup):
    """The workbooks to clear, and where the results are written."""

    title = "Workbooks"
    files: list[Path] = argument(MISSING, "FILE", "Clear these workbooks.")
    output: Path | None = again(WrittenOptions, "output", None)
    in_place: bool = option(
        False, "--in-place", help="Change the workbook itself, and keep the old one as .bak."
    )
    force: bool = option(False, "--force", help="Replace book.cleared.xlsx if it exists.")


def clear(filled: BooksToClear, language: Language, messages: Quiet) -> None:
    """Remove what cpsudoku wrote into workbooks.

    Answers, pencilmarks, verdicts and sheets go. Givens, and what was typed over an answer, stay.
    The result is written to book.cleared.xlsx.

    Exit code: 0 if something is removed, 2 if some file holds nothing of it or cannot be read.
    """
    if filled.in_place and filled.output is not None:
        raise InputError("--in-place changes the workbook itself; remove -o")
    if filled.output is not None and len(filled.files) > 1:
        raise InputError("-o names the copy of one workbook, but the inputs are several workbooks")
    code = EXIT_OK
    for path in filled.files:
        try:
            _clear(path, filled, messages.quiet)
        except CpsudokuError as error:
            say(error.template)
            code = EXIT_USAGE
    raise typer.Exit(code)


def _clear(path: Path, filled: BooksToClear, quiet: bool) -> None:
    """Clear one workbook."""
    from cpsudoku.formats.sheets.writing.clearing import cleared

    source = Source(str(path))
    data = bytes_of(path)
    emptied = cleared(data, source)
    if not (emptied.grids or emptied.sheets):
        raise InputError("it holds nothing that cpsudoku wrote", source)
    target = path if filled.in_place else copy_of(path, data, "cleared", filled.output)
    if filled.in_place:
        refuse_change(path)
        backed_up(path)
    elif filled.output is None and not filled.force and not _holds(target, emptied.data):
        refuse_existing(target)
    with writing(target, noted=False) as stream:
        stream.write(emptied.data)
    if not quiet:
        say(worded("removed {removed}", removed=_removed(emptied)))
        say(written_words(target, emptied.unchanged))
        note_open(path, target)


def _removed(emptied: Cleared) -> str:
    """``51 answers and 1 sheet``: what was removed from a workbook."""
    marks = plural(emptied.marks, "cell of pencilmarks", "cells of pencilmarks")
    counted = (
        (emptied.answers, plural(emptied.answers, "answer")),
        (emptied.marks, marks),
        (emptied.sheets, plural(emptied.sheets, "sheet")),
    )
    return listed([words for number, words in counted if number] or ["the verdicts"])


def _holds(target: Path, data: bytes) -> bool:
    """Whether the cleared copy exists already. It has no seal, because nothing of ours is left."""
    return target.is_file() and bytes_of(target) == data
