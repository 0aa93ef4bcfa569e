"""File formats: one file each. ``FORMATS`` is the table; to add a format is a file and a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from cpsudoku.core.errors import InputError, Unsupported
from cpsudoku.core.registry import Registry
from cpsudoku.formats.base import READ_ONLY, Entry, Format, ReadOptions
from cpsudoku.formats.document import Document, open_input

# In the order in which a content is tried: what is told by a mark before what is told by shape.
FORMATS: Registry[Format] = Registry(
    "format",
    {
        "xlsx": "cpsudoku.formats.sheets.xlsx:FORMAT",
        "json": "cpsudoku.formats.tables.json:FORMAT",
        "csv": "cpsudoku.formats.tables.csv:FORMAT",
        "pencilmarks": "cpsudoku.formats.text.pencilmarks:FORMAT",
        "sdm": "cpsudoku.formats.text.sdm:FORMAT",
        "line": "cpsudoku.formats.text.line:FORMAT",
        "sdk": "cpsudoku.formats.text.sdk:FORMAT",
        "ss": "cpsudoku.formats.text.ss:FORMAT",
        "grid": "cpsudoku.formats.text.grid:FORMAT",
    },
)


def format_of_suffix(name: str) -> Format | None:
    """The format that a file name's suffix means, if any."""
    suffix = PurePath(name).suffix.lower()
    formats = (FORMATS[known] for known in FORMATS)
    return next((known for known in formats if suffix in known.suffixes), None)


def format_of(document: Document) -> Format:
    """The format of a document, by its suffix, else by its content.

    Raises InputError where it is empty, no text, or nothing like a puzzle.
    """
    known = format_of_suffix(f"x{document.suffix}") if document.suffix else None
    if known is not None:
        return known
    if FORMATS["xlsx"].recognises(document):
        return FORMATS["xlsx"]
    if not document.sample.strip(" \r\n"):  # tabs alone are an empty grid from a spreadsheet
        raise InputError("it is empty", document.source)
    for name in FORMATS:
        if FORMATS[name].recognises(document):
            return FORMATS[name]
    names = ", ".join(FORMATS)
    raise InputError(
        f"no puzzle is recognised in it; {{from}} FORMAT names one of {names}", document.source
    )


def read_document(
    document: Document, name: str | None = None, options: ReadOptions = ReadOptions()
) -> Iterator[Entry]:
    """The puzzles of a document, and an InputError for each entry that is none."""
    found = FORMATS[name] if name is not None else format_of(document)
    if options.column is not None and found.name != "csv":
        raise Unsupported(
            f"{document.source}: {{column}} is for csv, and this is read as {found.name}"
        )
    if options.is_for_workbooks and found.name != "xlsx":
        wrong = "{sheet}, {range}, {named} and {all} are for workbooks"
        raise Unsupported(f"{document.source}: {wrong}, and this is read as {found.name}")
    empty = True
    for entry in found.read(document, options):
        empty = False
        yield entry
    if empty:
        raise InputError(f"no puzzle in it (read as {found.name})", document.source)


__all__ = [
    "FORMATS",
    "READ_ONLY",
    "Document",
    "Entry",
    "Format",
    "ReadOptions",
    "format_of",
    "format_of_suffix",
    "open_input",
    "read_document",
]
