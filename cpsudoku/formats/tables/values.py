"""Turns Python or JSON values into a puzzle: lists of rows or of cells.

A cell is a number (5 and 5.0 are the same), a text of one symbol, or a blank: None, nan, '' or a
blank symbol. A list of digits means the candidates of a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from decimal import Decimal
from itertools import islice
from math import isnan
from numbers import Real
from typing import Any

from cpsudoku.core.grid import symbols_allowed
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import SIZE_OF_CELLS, SIZES, sizes_allowed
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.rows import puzzle_of_tokens
from cpsudoku.formats.symbols import BLANK_WORDS, CellToken
from cpsudoku.formats.text.puzzle_line import puzzle_of_line
from cpsudoku.runtime.errors import BadShape, BadSymbol, CpsudokuError, InputError, Source, quoted
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import worded

ALLOWED = worded("a puzzle is a text, a path, a Puzzle, a Grid, or a table of numbers")
MOST_CELLS = max(SIZE_OF_CELLS)
DEPTH = 3  # rows, cells, candidates
MOST_MARKS = MOST_CELLS * max(SIZES)
MARKED = 9  # the largest size whose candidates can be listed
_MISSING = ("NAType", "NaTType")  # missing values of pandas, which is not imported here


def puzzle_of_value(value: object, source: Source, options: ReadOptions = ReadOptions()) -> Puzzle:
    """The puzzle of a line of text, a list of rows, or a list of all cells."""
    if isinstance(value, str):
        return puzzle_of_line(value, source, options)
    if not isinstance(value, list):
        raise InputError(
            "{value} is not a puzzle; use a text or a list of rows", source, value=quoted(value)
        )
    if not value:
        raise InputError("the list holds no puzzle", source)
    rows = value if _has_rows(value) else None
    if rows is None and len(value) not in SIZE_OF_CELLS:
        what, needed = ("cell", 81) if not any(map(_is_row, value)) else ("row", 9)
        problem = worded(
            "the list has {things}, a 9x9 grid needs {needed}; {sizes_allowed}",
            things=plural(len(value), what),
            needed=needed,
            sizes_allowed=sizes_allowed(),
        )
        raise BadShape(problem, source)
    size = SIZE_OF_CELLS[len(value)] if rows is None else len(value)
    for number, row in enumerate(rows or [], 1):
        if len(row) != size:
            raise BadShape(
                "row {number} has {found}, needs {size}",
                source,
                number=number,
                found=plural(len(row), "cell"),
                size=size,
            )
    cells = value if rows is None else [cell for row in rows for cell in row]
    tokens = [_token(cell, number, size, source) for number, cell in enumerate(cells)]
    return puzzle_of_tokens(tokens, size, options, source)


def is_grid(value: list[object]) -> bool:
    """Whether a list is a grid itself, or intended as one: rows of cells, or all its cells.

    A list of rows that are too short still counts, so that the message can name the short row.
    """
    rows = [row for row in value if isinstance(row, list)]
    if len(rows) == len(value):
        return bool(rows) and all(not isinstance(cell, list) for row in rows for cell in row)
    lines = [row for row in value if isinstance(row, str)]
    if len(value) in SIZES and len(lines) == len(value):
        return all(len(line) == len(value) for line in lines)
    return len(value) in SIZE_OF_CELLS and all(
        cell is None or isinstance(cell, int | float) or (isinstance(cell, str) and len(cell) < 3)
        for cell in value
    )


def _has_rows(value: Sequence[object]) -> bool:
    """Whether the items are rows. Sixteen single symbols are the cells of a 4x4."""
    if len(value) not in SIZES or not all(isinstance(row, list | str) for row in value):
        return False
    return any(map(_is_row, value))


def _is_row(item: object) -> bool:
    return isinstance(item, list) or (isinstance(item, str) and len(item) > 1)


def _token(cell: object, number: int, size: int, source: Source) -> CellToken:
    """The symbol of a cell; raises BadSymbol, with row and column, for any other value."""
    if isinstance(cell, str):
        return CellToken(cell.strip(), source)
    if _is_missing(cell):
        return CellToken("", source)
    digits = [_mark(digit) for digit in cell] if isinstance(cell, list) else [_whole(cell)]
    most = size if len(digits) < 2 or size <= MARKED else -1
    if any(digit is None or not 0 <= digit <= most for digit in digits):
        r, c = divmod(number, size)
        raise BadSymbol(
            "r{r}c{c}: {cell} is not a digit {allowed} or a {blanks}",
            source,
            r=r + 1,
            c=c + 1,
            cell=quoted(cell),
            allowed=symbols_allowed(size),
            blanks=BLANK_WORDS,
        )
    return CellToken("".join(map(str, digits)), source)


def _is_missing(cell: object) -> bool:
    if cell is None or type(cell).__name__ in _MISSING:
        return True
    return isinstance(cell, float) and isnan(cell)


def _mark(item: object) -> int | None:
    """One of the digits that are listed in a cell, as a number or as a text."""
    return int(item) if isinstance(item, str) and item in tuple("123456789") else _whole(item)


def _whole(cell: Any) -> int | None:
    """The whole number in a cell: 5 and 5.0 count, but not 5.7, True or '5'."""
    is_number = isinstance(cell, Real | Decimal) and not isinstance(cell, bool)
    try:
        number = int(cell) if is_number else None
        return number if number == cell else None
    except (ArithmeticError, ValueError):  # infinite, or not a number
        return None


def plain_value(thing: object) -> object:
    """A Python value in the form for ``puzzle_of_value``: arrays, frames and iterables as lists.

    The number 0 becomes None: it is a blank, whatever other blanks there are. Raises InputError if
    the value can't be a table.
    """
    if isinstance(thing, bytes | bytearray | memoryview):
        raise InputError(
            "{thing} is not a puzzle; decode it to a text, or pass io.BytesIO(...) to "
            "cpsudoku.read",
            thing=quoted(thing),
        )
    if hasattr(thing, "read"):
        raise InputError(
            "{thing} is not a puzzle; pass open files to cpsudoku.read", thing=quoted(thing)
        )
    try:
        value = _listed(thing, DEPTH)
    except CpsudokuError:
        raise
    except Exception as error:  # an iterable of another library may raise anything
        raise InputError(
            "{thing} can't be read as a table: {error}; {allowed}",
            thing=quoted(thing),
            error=error,
            allowed=ALLOWED,
        ) from error
    if not isinstance(value, list):
        raise InputError("{thing} is not a puzzle; {allowed}", thing=quoted(thing), allowed=ALLOWED)
    return value


def _listed(value: object, depth: int) -> object:
    """Lists of lists, ``depth`` levels deep. Deeper values, and values of other types, are kept."""
    if isinstance(value, str | bytes | Mapping | Set | type):
        return value
    for name in ("to_numpy", "tolist"):  # pandas, polars; numpy, torch, array
        if hasattr(value, name):
            _refuse_large(value)
            value = getattr(value, name)()
    if isinstance(value, Iterable) and not isinstance(value, str) and depth:
        items = list(islice(value, MOST_CELLS + 1))
        if len(items) > MOST_CELLS:
            raise BadShape(
                "a table of more than {most} rows or cells is not a puzzle", most=MOST_CELLS
            )
        return [_listed(item, depth - 1) for item in items]
    return None if _whole(value) == 0 else value


def _refuse_large(array: object) -> None:
    """Raise BadShape instead of converting millions of numbers to a list."""
    size = getattr(array, "size", None)
    if isinstance(size, int) and size > MOST_MARKS:
        raise BadShape(
            "an array of {size} numbers is not a puzzle; {allowed}",
            size=f"{size:,}",
            allowed=ALLOWED,
        )
