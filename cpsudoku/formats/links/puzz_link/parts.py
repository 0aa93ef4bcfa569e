"""The parts of links of puzz.link that several genres share: numbers and borders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.core.sizes import LARGEST
from cpsudoku.formats.links.regions import joined_cells
from cpsudoku.formats.links.unsaid import refusal
from cpsudoku.formats.symbols import shorten
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import worded

NAME = "puzz-link"  # of the format
Content = tuple[Grid, Sequence[Constraint]]  # the givens and the rules of a link

# What stands before a number in base 16, the places of the number, and what 0 stands for.
_FORMS = (
    *(("", 1, 0), ("-", 2, 0), ("+", 3, 0), ("=", 3, 4096)),
    *(("@", 3, 8192), ("*", 4, 12240), ("$", 5, 77776)),
)
_SIGNS = {sign: (places, start) for sign, places, start in _FORMS} | {"%": (3, 8192)}


@dataclass(frozen=True)
class Genre:
    """A genre of puzz.link: how the part of a link after its size is read and written.

    ``read`` takes the numbers of columns and rows, and raises InputError. ``write`` raises
    Unsupported.
    """

    read: Callable[[int, int, str], Content]
    write: Callable[[Puzzle, Grid, Sequence[Constraint]], str]


def square_of(columns: int, rows: int) -> int:
    """The size of a square grid; raises InputError."""
    if columns != rows or not 2 <= rows <= LARGEST:
        allowed = worded("2x2 to {largest}x{largest} are possible", largest=LARGEST)
        raise InputError(
            "a grid of {rows} rows and {columns} columns; {allowed}",
            rows=rows,
            columns=columns,
            allowed=allowed,
        )
    return rows


def numbers_of(text: str, count: int, most: int | None = None) -> tuple[list[int], str]:
    """That many numbers, with 0 for a missing one or a question mark, and the text after them.

    A letter from ``g`` on is a run of missing numbers. Raises InputError.
    """
    numbers = list[int]()
    while len(numbers) < count and text:
        if text[0] == "." or "g" <= text[0] <= "z":
            numbers += [0] * max(1, ord(text[0]) - ord("f"))
            text = text[1:]
            continue
        value, text = _first_number(text)
        if most is not None and not 1 <= value <= most:
            raise InputError("{part} is not a number 1-{most}", part=value, most=most)
        numbers.append(value)
    if len(numbers) != count:
        amount = (
            worded("more than")
            if len(numbers) > count
            else worded("{count} of", count=len(numbers))
        )
        raise InputError("numbers and gaps for {amount} {count} places", amount=amount, count=count)
    return numbers, text


def _first_number(text: str) -> tuple[int, str]:
    """The number at the beginning of a text, and the text after it; raises InputError."""
    sign = text[0] if text[0] in _SIGNS else ""
    places, start = _SIGNS[sign]
    end = len(sign) + places
    if not re.fullmatch(rf"[\da-f]{{{places}}}", text[len(sign) : end]):
        raise InputError("{text} is neither a number nor a gap", text=shorten(text[: max(end, 1)]))
    return int(text[len(sign) : end], 16) + start, text[end:]


def numbers_text(numbers: Sequence[int]) -> str:
    """The text of some numbers; 0 is a missing one."""
    parts: list[str] = []
    for is_missing, group in groupby(numbers, key=lambda number: number == 0):
        run = list(group)
        parts += _gap(len(run)) if is_missing else map(_number, run)
    return "".join(parts)


def _gap(length: int) -> str:
    """The letters of a run of missing numbers: ``g`` is one, ``z`` is 20."""
    whole, left = divmod(length, 20)
    return "z" * whole + (chr(102 + left) if left else "")


def _number(value: int) -> str:
    sign, places, start = next(form for form in _FORMS if value < form[2] + 16 ** form[1])
    return f"{sign}{value - start:0{places}x}"


def refuse_more(text: str) -> None:
    """Raise InputError if there is text after the puzzle."""
    if text:
        raise InputError("{text} is more than this kind of puzzle has", text=shorten(text))


def rooms_and_rest(text: str, board: Board) -> tuple[list[list[int]], str]:
    """The cells of each room, in the order of their first cells, and the text after the borders.

    Each symbol is five borders in base 32. First come those in rows, then those between rows.
    """
    opened: list[tuple[int, int]] = []
    for pairs in (board.apart(0, 1), board.apart(1, 0)):
        length = -(-len(pairs) // 5)
        part, text = text[:length], text[length:]
        if not re.fullmatch(r"[\da-v]*", part) or len(part) < length:
            raise InputError(
                "{part} is not {length} symbols of borders, 0-9 and a-v",
                part=shorten(part),
                length=length,
            )
        bits = "".join(f"{int(symbol, 32):05b}" for symbol in part)
        opened += [pair for pair, bit in zip(pairs, bits, strict=False) if bit == "0"]
    return joined_cells(opened, len(board)), text


def borders_text(rooms: Sequence[Sequence[int]], board: Board) -> str:
    """The text of the borders between rooms, which together have all cells."""
    number = {cell: at for at, cells in enumerate(rooms) for cell in cells}
    text = ""
    for pairs in (board.apart(0, 1), board.apart(1, 0)):
        bits = "".join("01"[number[one] != number[other]] for one, other in pairs)
        fives = (bits[at : at + 5].ljust(5, "0") for at in range(0, len(bits), 5))
        text += "".join("0123456789abcdefghijklmnopqrstuv"[int(five, 2)] for five in fives)
    return text


def rules_at(name: str, cells: Iterable[int], board: Board) -> tuple[Constraint, ...]:
    """The rule of a name, with its number if it has one, at some cells. Raises InputError."""
    return rules_of(f"{name}: {' '.join(map(board.cell_name, cells))}", board)


def refuse_givens(puzzle: Puzzle, grid: Grid, genre: str) -> None:
    """Raise Unsupported if there are digits in the grid."""
    if any(grid.cells):
        raise refusal(puzzle, NAME, worded("given digits in a puzzle of {genre}", genre=genre))
