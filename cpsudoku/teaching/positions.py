"""Reads positions: puzzles, half-filled grids, pencilmarks, lines of a HoDoKu library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats import Document, ReadOptions, open_input
from cpsudoku.runtime.errors import InputError, Source, Unsupported
from cpsudoku.runtime.words import worded
from cpsudoku.solving import Several, Solvable, as_puzzle, entries_of, puzzles_of
from cpsudoku.solving.entering import givens_and_entries
from cpsudoku.techniques.hodoku_notation import is_position, parse_position

Position = Candidates | InputError
"""An entry that was read: a position, or the error of an entry that is not one."""


def candidates_of(thing: Solvable | Candidates) -> Candidates:
    """The position that a value describes; raises InputError if it is not a position."""
    if isinstance(thing, Candidates):
        return thing
    if isinstance(thing, str) and _is_library_line(thing):
        return parse_position(thing).candidates
    return _position(as_puzzle(thing))


def positions_of(
    things: Several | Iterable[Solvable | Candidates | InputError], original: Puzzle | None = None
) -> Iterator[Position]:
    """Yield each position that the caller passed, or an InputError for a value that is not one.

    ``original`` is the puzzle without the entries.
    """
    for position in _positions(things):
        try:
            if original is None or isinstance(position, InputError):
                yield position
            else:
                yield with_givens(position, original)
        except InputError as error:
            yield error


def _positions(
    things: Several | Iterable[Solvable | Candidates | InputError],
) -> Iterator[Position]:
    if isinstance(things, str | Path):
        yield from read_positions([things])
        return
    ready = hasattr(things, "read") or not isinstance(things, Iterable)
    for thing in entries_of(things) if ready else things:
        try:
            yield thing if isinstance(thing, InputError) else candidates_of(thing)
        except InputError as error:
            yield error
        except Unsupported as error:
            yield InputError(error.template)


def read_positions(
    inputs: Iterable[str | Path],
    format: str | None = None,
    options: ReadOptions = ReadOptions(),
) -> Iterator[Position]:
    """Yield each position of the inputs in order, or an InputError for an entry that is not one.

    An input is a file, ``-``, a puzzle, or a line of a HoDoKu library.
    """
    for number, text in enumerate(map(str, inputs), 1):
        try:
            if _is_library_line(text):
                yield _of_library(text, Source(worded("argument {number}", number=number)))
                continue
            with open_input(text, number) as document:
                if format is None and _is_library(document):
                    yield from _library(document)
                else:
                    for entry in puzzles_of(document, format, options):
                        yield entry if isinstance(entry, InputError) else _first_position(entry)
        except InputError as error:
            yield error


def _first_position(puzzle: Puzzle) -> Position:
    try:
        return _position(puzzle)
    except Unsupported as error:
        return InputError(str(error))


def _position(puzzle: Puzzle) -> Candidates:
    """The givens of a puzzle as a position, with the entries that were seen in its picture.

    Raises Unsupported if techniques can't solve it.
    """
    return Candidates.of(puzzle, givens_and_entries(puzzle))


def _is_library_line(text: str) -> bool:
    """Whether an argument is a line of a HoDoKu library, perhaps a malformed one."""
    return text.startswith(":") and text.count(":") >= 3


def _is_library(document: Document) -> bool:
    """Whether the first line that is not a comment is a line of a HoDoKu library."""
    if document.peek(1)[:1] not in (b":", b"#"):
        return False
    lines = (line for line in document.sample.splitlines() if line.strip() and line[0] != "#")
    return is_position(next(lines, ""))


def _library(document: Document) -> Iterator[Position]:
    for number, line in document.lines():
        if line.strip() and not line.startswith("#"):
            yield _of_library(line, document.source.at(number))


def _of_library(line: str, source: Source) -> Position:
    try:
        candidates = parse_position(line).candidates
    except InputError as error:
        return InputError(error.problem, source)
    return replace(candidates, puzzle=replace(candidates.puzzle, source=source))


def with_givens(candidates: Candidates, original: Puzzle) -> Candidates:
    """A half-filled grid as entries into its puzzle, so that its givens are known.

    Candidates that were already removed stay removed. Raises InputError if the grid does not
    belong to the puzzle.
    """
    puzzle, board = candidates.puzzle, original.board
    if puzzle.board != board:
        problem = worded(
            "it is not a filling of {source}, a {size}x{size} grid",
            source=original.source,
            size=board.size,
        )
        raise InputError(problem, puzzle.source)
    for cell, given in enumerate(original.givens.cells):
        if given and candidates.cells[cell] not in (0, given):
            name = board.cell_name(cell)
            problem = worded(
                "{name} is {cells}, but {source} gives {given}",
                name=name,
                cells=candidates.cells[cell],
                source=original.source,
                given=given,
            )
            raise InputError(problem, puzzle.source)
    pairs = zip(original.givens.cells, candidates.cells, strict=True)
    cells = bytes(given or digit for given, digit in pairs)
    of_both = replace(original, marks=_both(original.marks, puzzle.marks), source=puzzle.source)
    found = Candidates.of(of_both, cells)
    marks = zip(found.marks, candidates.marks, strict=True)
    return Candidates(of_both, cells, tuple(mark & left for mark, left in marks))


def _both(
    one: tuple[tuple[int, ...], ...] | None, other: tuple[tuple[int, ...], ...] | None
) -> tuple[tuple[int, ...], ...] | None:
    """The candidates that both allow."""
    if one is None or other is None:
        return one or other
    return tuple(
        tuple(digit for digit in here if digit in there)
        for here, there in zip(one, other, strict=True)
    )
