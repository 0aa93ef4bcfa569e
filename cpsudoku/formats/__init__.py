"""File formats, one file each. ``FORMATS`` is the table: a new format is a file and a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import BOXES
from cpsudoku.formats import packed
from cpsudoku.formats.base import (
    READ_ONLY,
    Entry,
    Format,
    ReadOptions,
    WriteOptions,
    with_asked_rules,
)
from cpsudoku.formats.document import Document, open_input
from cpsudoku.formats.line_by_line import LineFormat
from cpsudoku.runtime.errors import InputError, Unsupported
from cpsudoku.runtime.registry import Registry
from cpsudoku.runtime.remarks import remark
from cpsudoku.runtime.words import both, worded

# Formats are tried in this order: those with a distinctive mark before those known by shape.
FORMATS: Registry[Format] = Registry(
    "format",
    {
        "xlsx": "cpsudoku.formats.sheets.xlsx:FORMAT",
        "parquet": "cpsudoku.formats.tables.parquet:FORMAT",
        "photo": "cpsudoku.formats.photos.photo:FORMAT",
        "lmd": "cpsudoku.formats.exchange.lmd:FORMAT",
        "f-puzzles": "cpsudoku.formats.links.f_puzzles:FORMAT",
        "sudokupad": "cpsudoku.formats.links.sudokupad:FORMAT",
        "sudokumaker": "cpsudoku.formats.links.sudokumaker:FORMAT",
        "lisudoku": "cpsudoku.formats.links.lisudoku:FORMAT",
        "ipuz": "cpsudoku.formats.exchange.ipuz:FORMAT",
        "sudoku-puzzle": "cpsudoku.formats.exchange.sudoku_puzzle:FORMAT",
        "opensudoku": "cpsudoku.formats.exchange.opensudoku:FORMAT",
        "json": "cpsudoku.formats.tables.json:FORMAT",
        "csv": "cpsudoku.formats.tables.csv:FORMAT",
        "iss": "cpsudoku.formats.links.iss:FORMAT",
        "sumocue": "cpsudoku.formats.links.sumocue:FORMAT",
        "ps": "cpsudoku.formats.links.ps:FORMAT",
        "tatham": "cpsudoku.formats.links.game_ids.tatham:FORMAT",
        "penpa": "cpsudoku.formats.links.penpa:FORMAT",
        "puzz-link": "cpsudoku.formats.links.puzz_link.puzz_link:FORMAT",
        "sudokuwiki": "cpsudoku.formats.links.sudokuwiki:FORMAT",
        "killer": "cpsudoku.formats.text.killer_line:FORMAT",
        "jigsaw": "cpsudoku.formats.text.jigsaw_line:FORMAT",
        "cages": "cpsudoku.formats.text.cages:FORMAT",
        "marks": "cpsudoku.formats.text.marks_line:FORMAT",
        "pencilmarks": "cpsudoku.formats.text.pencilmarks:FORMAT",
        "sdm": "cpsudoku.formats.text.sdm:FORMAT",
        "line": "cpsudoku.formats.text.line:FORMAT",
        "sdk": "cpsudoku.formats.text.sdk:FORMAT",
        "ss": "cpsudoku.formats.text.ss:FORMAT",
        "grid": "cpsudoku.formats.text.grid:FORMAT",
        "link": "cpsudoku.formats.links.link:FORMAT",
        "svg": "cpsudoku.formats.pictures.svg:FORMAT",
        "png": "cpsudoku.formats.pictures.png:FORMAT",
        "pdf": "cpsudoku.formats.pictures.pdf:FORMAT",
    },
)
# These are recognised before a document is decoded as text. Some workbooks are web pages, too.
BINARY = ("lmd", "xlsx", "parquet", "photo")
IN_JSON = (
    "f-puzzles",
    "sudokupad",
    "sudokumaker",
    "lisudoku",
    "ipuz",
    "sudoku-puzzle",
)  # other programs' formats that may be in a .json file
# Formats whose lines may be in one file.
LINES = (
    *("f-puzzles", "sudokupad", "sudokumaker", "lisudoku", "sudoku-puzzle", "iss"),
    *("sumocue", "ps", "tatham", "penpa", "puzz-link", "sudokuwiki", "killer", "jigsaw", "marks"),
)
TABLES = ("csv", "parquet")
INSIDE = {"json": ("f-puzzles",)}  # formats of links whose files also have a suffix of this one
READ_BY = {"png": "photo", "pdf": "photo"}  # formats that another one reads
PLAIN = ("", ".txt")  # suffixes that do not determine a format
_QUICK = ("csv", "json", "parquet", "line")  # most files, so no other format is loaded for them
# A list of classic puzzles without anything else: no format before ``line`` recognises it.
_LINK = re.compile(r"https?://\S+")
_LIST = re.compile(r"(?:#.*\n)*[.0-9]{81}(?:\n(?:(?:#.*|[.0-9]{81})\n)*(?:[.0-9]{81})?)?")


def format_of_suffix(name: str) -> Format | None:
    """The format of a file name's suffix, or None."""
    suffix = PurePath(name).suffix.lower()
    if suffix in PLAIN:
        return None  # without loading every format
    formats = (FORMATS[known] for known in (*_QUICK, *FORMATS))
    return next((known for known in formats if suffix in known.suffixes), None)


def _reader_of_suffix(name: str) -> Format | None:
    """The format that reads files of this name's suffix, or None."""
    known = format_of_suffix(name)
    return FORMATS[READ_BY[known.name]] if known is not None and known.name in READ_BY else known


def require_libraries(names: Iterable[str]) -> None:
    """Raise MissingExtra if reading one of these files needs a library that is not installed."""
    for ending in {"".join(PurePath(name).suffixes[-2:]).lower() for name in names}:
        path = PurePath(f"x{ending}")
        packed.require_library(path.suffix)
        known = _reader_of_suffix(path.stem if path.suffix in packed.COMPRESSED else path.name)
        if known is not None and known.reads:
            known.require_library()


def format_to_write(target: str, name: str | None = None) -> Format:
    """The format for a file: the named one, or the one of its suffix, or ``line``.

    Raises Unsupported if no format has the suffix or the format is read-only.
    """
    suffix = PurePath(target).suffix.lower()
    if suffix in READ_ONLY:
        raise Unsupported(
            "{target}: new {suffix} workbooks can't be written; write an .xlsx",
            target=target,
            suffix=suffix,
        )
    if name is not None:
        return _written(FORMATS[name])
    found = format_of_suffix(target)
    if found is None and suffix not in PLAIN:
        known = [each for name in FORMATS for each in FORMATS[name].suffixes]
        written = " ".join(sorted({*known, *PLAIN} - {*READ_ONLY, ""}))
        raise Unsupported(
            "{target}: no format has the suffix {suffix}; choose one of {written}, or a format "
            "by its name: {formats}",
            target=target,
            suffix=repr(suffix),
            written=written,
            formats=", ".join(FORMATS),
        )
    return _written(found or FORMATS["line"])


def _written(format: Format) -> Format:
    """The same format; raises Unsupported if it can't be written."""
    if not format.writes:
        known = ", ".join(name for name in FORMATS if FORMATS[name].writes)
        raise Unsupported(
            "format {format} is only read; choose one of {known}",
            format=repr(format.name),
            known=known,
        )
    return format


def format_of(document: Document) -> Format:
    """The format of a document, by its suffix or else by its content.

    Raises InputError if the document is empty, is not text or does not resemble a puzzle.
    """
    known = _reader_of_suffix(f"x{document.suffix}") if document.suffix else None
    if known is not None and known.name == "json":
        return next(
            (FORMATS[each] for each in IN_JSON if FORMATS[each].recognises(document)), known
        )
    if known is not None:
        inside = (FORMATS[name] for name in INSIDE.get(known.name, ()))
        return next((each for each in inside if each.recognises(document)), known)
    if _is_list(document):
        return FORMATS["line"]
    for name in BINARY:
        if FORMATS[name].recognises(document):
            return FORMATS[name]
    if not document.sample.strip(" \r\n"):  # tabs alone are an empty grid from a spreadsheet
        raise InputError("it is empty", document.source)
    for name in FORMATS:
        if FORMATS[name].recognises(document):
            return FORMATS[name]
    if _LINK.fullmatch(document.sample.strip()):
        from cpsudoku.formats.links.programs import PROGRAMS

        raise InputError(
            "links of this site are not read; cpsudoku reads links of {programs} that contain "
            "their puzzle, and with {online} also short ones",
            document.source,
            programs=", ".join(program.name for program in PROGRAMS),
        )
    names = ", ".join(name for name in FORMATS if FORMATS[name].reads)
    raise InputError(
        "no puzzle is recognised in it; {from} FORMAT names one of {names}",
        document.source,
        names=names,
    )


def _is_list(document: Document) -> bool:
    """Whether a document is a list of classic puzzles, perhaps below rules for all of them."""
    if not document.shared_rules and document.peek(1)[:1] not in b".#0123456789":
        return False
    sample = document.sample
    return _LIST.fullmatch(sample.lstrip("\n") if document.shared_rules else sample) is not None


def options_for(document: Document, options: ReadOptions) -> ReadOptions:
    """The options with the rules that a document has for all of its puzzles; raises InputError."""
    if document.shared_rules is None and not document.begins_with_rules:
        return options
    from cpsudoku.formats.shared_rules import with_shared_rules  # few files need it

    return with_shared_rules(document, options)


def read_document(
    document: Document, name: str | None = None, options: ReadOptions = ReadOptions()
) -> Iterator[Entry]:
    """The puzzles of a document, and an InputError for each entry that is not a puzzle."""
    options = options_for(document, options)
    chosen = FORMATS[READ_BY.get(name, name)] if name is not None else format_of(document)
    if not chosen.reads:
        raise InputError("{name} files are written but not read", document.source, name=chosen.name)
    if options.column is not None and chosen.name not in TABLES:
        raise Unsupported(
            "{source}: {column} is for {tables}, and this is read as {chosen}",
            source=document.source,
            tables=both(TABLES),
            chosen=chosen.name,
        )
    if options.is_for_workbooks and chosen.name != "xlsx":
        wrong = worded("{sheet}, {range}, {named} and {all} are for workbooks")
        raise Unsupported(
            "{source}: {wrong}, and this is read as {chosen}",
            source=document.source,
            wrong=wrong,
            chosen=chosen.name,
        )
    empty, noted = True, set[int]()
    entries = chosen.read(document, options)
    if name is None and isinstance(chosen, LineFormat):
        entries = chosen.read_lines(document, options, _line_format)
    for entry in entries:
        empty = False
        if isinstance(entry, Puzzle) and _has_no_boxes(entry, chosen, options):
            size = entry.board.size
            if size not in noted:
                remark(
                    worded(
                        "{source}: {size}x{size} grids have rows and columns, no boxes",
                        source=document.source,
                        size=size,
                    )
                )
            noted.add(size)
        yield with_asked_rules(entry, options.rules)
    if empty:
        raise InputError("no puzzle in it (read as {chosen})", document.source, chosen=chosen.name)


def _line_format(text: str) -> LineFormat | None:
    """The format of a line in a file with links of several programs."""
    formats = (FORMATS[name] for name in LINES)
    return next(
        (each for each in formats if isinstance(each, LineFormat) and each.is_line(text)), None
    )


def _has_no_boxes(puzzle: Puzzle, format: Format, options: ReadOptions) -> bool:
    """Whether a puzzle is assumed to have no boxes because its size has no usual ones."""
    is_said = format.name == "json" or isinstance(format, LineFormat)
    is_said = is_said or options.board is not None or options.without_boxes
    return puzzle.board.is_usual and puzzle.board.size not in BOXES and not is_said


__all__ = [
    "FORMATS",
    "READ_ONLY",
    "Document",
    "Entry",
    "Format",
    "ReadOptions",
    "WriteOptions",
    "format_of",
    "format_of_suffix",
    "format_to_write",
    "open_input",
    "read_document",
    "require_libraries",
]
