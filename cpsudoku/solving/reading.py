"""Reads puzzles: files, texts, tables, and values about a puzzle."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import IO, Protocol, cast

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats import (
    Document,
    Entry,
    ReadOptions,
    format_of,
    open_input,
    read_document,
)
from cpsudoku.formats.base import TextFormat, asked_board, asked_rules
from cpsudoku.formats.tables.values import plain_value, puzzle_of_value
from cpsudoku.runtime import parameters
from cpsudoku.runtime.errors import InputError, Source, quoted
from cpsudoku.runtime.words import worded
from cpsudoku.solving.correcting import seen
from cpsudoku.solving.interpreting import interpreted


class AboutPuzzle(Protocol):
    """A value about a puzzle: a verdict, a diagnosis, a generated puzzle."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""


Cell = int | float | str | None
Solvable = Puzzle | Grid | str | Path | AboutPuzzle | Iterable[Iterable[Cell]] | Iterable[Cell]
"""Everything that ``as_puzzle`` accepts; arrays and data frames too."""
Several = str | Path | IO[bytes] | Iterable[Solvable | InputError]
"""Many puzzles: a file, an open binary file, or any iterable of puzzles."""


def read_entries(
    inputs: Iterable[str | Path],
    format: str | None = None,
    options: ReadOptions = ReadOptions(),
) -> Generator[Entry, None, None]:
    """Yield each puzzle of the inputs in order, or an InputError for an entry that is not one.

    An input is a file, ``-`` or a puzzle. An input that can't be read gives one InputError.
    """
    for number, text in enumerate(inputs, 1):
        yield from _of_input(str(text), number, format, options)


def read(
    source: str | Path | IO[bytes],
    *,
    format: str | None = None,
    box: str | None = None,
    regions: str | None = None,
    column: str | None = None,
    sheet: str | None = None,
    range: str | None = None,
    named: str | None = None,
    every: bool = False,
    rules: str | Iterable[str] | None = None,
    accept_guesses: bool = False,
    without: str | Iterable[str] | None = None,
    online: bool = False,
    handwriting: bool = False,
) -> Iterator[Puzzle]:
    """Yield each puzzle of a file, an open binary file, standard input (``-``), or a text.

    If a text is the name of a file, the file is read. For text that you do not trust, use
    ``Puzzle.parse``, which never opens a file. ``format`` is a name of ``FORMATS`` [default: from
    the suffix and the content]. ``box`` is the shape of the boxes, such as ``"3x2"``, or
    ``"none"``. ``regions`` are rows of letters, such as ``"AABB/AABB/CCDD/CCDD"``. ``column`` is
    for CSV; ``sheet``, ``range``, ``named`` (a named range or a table) and ``every`` (empty boards
    and solutions too) are for workbooks. ``rules`` are added to every puzzle: lines such as
    ``"diagonals"``, or names in one text with commas. ``accept_guesses`` uses guesses about the
    drawings in links that nothing can test. ``without`` leaves out sentences of the rules in a
    link, such as ``"sentence 2"``. ``online`` fetches the puzzles that short links name, from the
    few hosts that hold them. ``handwriting`` takes the handwriting in photos as entries, which
    ``hint`` and ``explain`` continue from. Raises InputError at the first entry that is not a
    puzzle; ``read_many`` continues after it.

    >>> [puzzle.givens.count for puzzle in read("1....4....3....2")]
    [4]
    """
    entries = _entries(
        source,
        format,
        reading_options(
            *(box, regions, column, sheet, range, named, every, rules, accept_guesses, without),
            *(online, handwriting),
        ),
    )
    return _raising(entries)


def read_many(
    sources: Iterable[str | Path | IO[bytes]],
    *,
    format: str | None = None,
    box: str | None = None,
    regions: str | None = None,
    column: str | None = None,
    sheet: str | None = None,
    range: str | None = None,
    named: str | None = None,
    every: bool = False,
    rules: str | Iterable[str] | None = None,
    accept_guesses: bool = False,
    without: str | Iterable[str] | None = None,
    online: bool = False,
    handwriting: bool = False,
) -> Iterator[Puzzle | InputError]:
    """Yield each puzzle of several sources in order, or an InputError for an entry that is not one.

    It takes the same sources and keywords as ``read``, and continues after every error.

    >>> [type(entry).__name__ for entry in read_many(["1....4....3....2", "1....4"])]
    ['Puzzle', 'UnreadableInput']
    """
    options = reading_options(
        *(box, regions, column, sheet, range, named, every, rules, accept_guesses, without),
        *(online, handwriting),
    )
    return (
        entry
        for number, source in enumerate(sources, 1)
        for entry in _entries(source, format, options, number)
    )


def reading_options(
    box: str | None,
    regions: str | None,
    column: str | None,
    sheet: str | None,
    range: str | None,
    named: str | None,
    every: bool,
    rules: str | Iterable[str] | None = None,
    accept_guesses: bool = False,
    without: str | Iterable[str] | None = None,
    online: bool = False,
    handwriting: bool = False,
) -> ReadOptions:
    """The options of a reader; raises BadParameter if a name is not a text."""
    texts = {"column": column, "sheet": sheet, "range": range, "named": named}
    for name, value in texts.items():
        if value is not None:
            parameters.text(name, value)
    board, without_boxes = asked_board(box, regions)
    return ReadOptions(
        board,
        column,
        sheet,
        range,
        named,
        bool(every),
        without_boxes,
        asked_rules(rules),
        bool(accept_guesses),
        asked_rules(without),
        bool(online),
        bool(handwriting),
    )


def _entries(
    source: str | Path | IO[bytes], format: str | None, options: ReadOptions, number: int = 1
) -> Iterator[Entry]:
    """The entries of one source. If it is a text, ``number`` names it in messages."""
    if isinstance(source, str | Path):
        yield from _of_input(str(source), number, format, options)
        return
    if not hasattr(source, "read"):
        allowed = worded("a file, an open binary file, - or a text of puzzles")
        raise InputError("{found} is not {allowed}", found=quoted(source), allowed=allowed)
    given = getattr(source, "name", "<stream>")
    name = given if isinstance(given, str) else str(given)
    yield from puzzles_of(Document(name, source, Path(name).suffix), format, options)


def _of_input(text: str, number: int, format: str | None, options: ReadOptions) -> Iterator[Entry]:
    """The entries of a file or a text, or one InputError if it can't be read."""
    try:
        with open_input(text, number) as document:
            yield from puzzles_of(document, format, options)
    except InputError as error:
        yield error


def puzzles_of(
    document: Document, format: str | None = None, options: ReadOptions = ReadOptions()
) -> Iterator[Entry]:
    """The puzzles of a document with the rules that their drawings mean, and its errors."""
    for entry in read_document(document, format, options):
        if isinstance(entry, InputError):
            yield entry
            continue
        try:
            yield interpreted(seen(entry), options.accept_guesses, options.without)
        except InputError as error:
            yield InputError(error.problem, entry.source)


def entries_of(things: Several) -> Iterator[Entry]:
    """The puzzles that the caller passed, and an InputError for each that is not a puzzle."""
    if isinstance(things, str | Path) or hasattr(things, "read"):
        yield from read_many([cast("str | Path | IO[bytes]", things)])
        return
    try:
        each = iter(things)
    except TypeError:
        raise InputError(
            "{things} is not a file or an iterable of puzzles", things=quoted(things)
        ) from None
    for thing in each:
        if isinstance(thing, InputError):
            yield thing
            continue
        try:
            yield as_puzzle(thing)
        except InputError as error:
            yield error


def as_puzzle(thing: Solvable) -> Puzzle:
    """Return the puzzle that a value describes: a Puzzle, Grid, text, file, table or verdict.

    A table is a list of rows, a list of all cells, an array or a data frame. It holds whole numbers
    (5 or 5.0), texts of one symbol, and 0, None, nan or '' for a blank. A verdict, a diagnosis and
    a generated puzzle give their puzzle. If a text is the name of a file, the file is read; for
    text that you do not trust, use ``Puzzle.parse``. Raises InputError for other values, and if
    there are several puzzles.
    """
    if isinstance(thing, Puzzle):
        return thing
    if isinstance(thing, Grid):
        return Puzzle(thing)
    if isinstance(thing, str | Path):
        return _only(read(thing))
    about = getattr(thing, "puzzle", None)
    if isinstance(about, Puzzle):
        return about
    return puzzle_of_value(plain_value(thing), Source())


def parse(text: str, box: str | None = None) -> Puzzle:
    """``Puzzle.parse``: the puzzle of a text, without access to the file system."""
    document = Document.of_text(parameters.text("text", text), worded("text"))
    if not isinstance(format_of(document), TextFormat):
        raise InputError("a workbook is not a text; use cpsudoku.read", document.source)
    board, without_boxes = asked_board(box)
    options = ReadOptions(board, without_boxes=without_boxes)
    return _only(_raising(puzzles_of(document, None, options)))


def _raising(entries: Iterable[Entry]) -> Iterator[Puzzle]:
    """Yield the puzzles; raise the first InputError."""
    for entry in entries:
        if isinstance(entry, InputError):
            raise entry
        yield entry


def _only(puzzles: Iterator[Puzzle]) -> Puzzle:
    """The only puzzle; raises InputError if another puzzle or an error follows."""
    puzzle = next(puzzles)
    if next(puzzles, None) is not None:
        raise InputError("it contains more than one puzzle; use cpsudoku.read", puzzle.source)
    return puzzle
