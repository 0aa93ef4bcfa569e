"""The parts of game ids that several games share: numbers in cells, and borders of groups."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from string import ascii_letters

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import LARGEST
from cpsudoku.formats.links.regions import joined_cells
from cpsudoku.formats.symbols import shorten
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import worded

NAME = "tatham"  # of the format
Content = tuple[Grid, Sequence[Constraint]]  # the givens and the rules of a game id


@dataclass(frozen=True)
class IdKind:
    """How the ids of a game of the collection are read and written.

    ``pattern`` matches its game ids. ``read`` returns the content of the parts before and after the
    colon, or raises InputError. ``write`` returns the game id of a puzzle whose grid and rules may
    be others, and raises Unsupported. ``least`` and ``most`` are its sizes.
    """

    pattern: re.Pattern[str]
    read: Callable[[str, str], Content]
    write: Callable[[Puzzle, Grid, Sequence[Constraint]], str]
    least: int = 3
    most: int = LARGEST


def refuse_size(size: int, least: int, most: int = LARGEST) -> None:
    """Raise InputError for a size that the game does not have, or that cpsudoku does not."""
    if not least <= size <= most:
        limit = (
            worded("at most {most}x{most}", most=most)
            if size > most
            else worded("at least {least}x{least}", least=least)
        )
        raise InputError("a {size}x{size} grid; {limit} is possible", size=size, limit=limit)


def latin_board(head: str, most: int = LARGEST) -> Board:
    """The board of a head that begins with the size; raises InputError."""
    size = int(head.rstrip(ascii_letters))
    refuse_size(size, 3, most)
    return Board.without_boxes(size)


def numbers_by_runs(text: str, count: int, most: int) -> list[int]:
    """The number in each cell, or 0. A letter is a run of cells without a number."""
    numbers: list[int] = []
    for part in re.findall(r"\d+|[a-z]|_|.", text):
        if part.isdigit():
            if len(part) > 4 or not 1 <= int(part) <= most:
                raise InputError("{part} is not a number 1-{most}", part=shorten(part), most=most)
            numbers.append(int(part))
        elif part != "_":
            numbers += [0] * (ord(part) - 96)
        if len(numbers) > count:
            break
    if len(numbers) != count:
        amount = (
            worded("more than")
            if len(numbers) > count
            else worded("{count} of", count=len(numbers))
        )
        raise InputError(
            "numbers and blanks for {amount} {count} cells", amount=amount, count=count
        )
    return numbers


def numbers_text(numbers: Sequence[int]) -> str:
    """The text of the number in each cell; 0 is a cell without one."""
    parts: list[str] = []
    for is_filled, group in groupby(numbers, key=bool):
        run = list(group)
        parts.append("_".join(map(str, run)) if is_filled else _letters(len(run), 26))
    return "".join(parts)


def _letters(run: int, longest: int) -> str:
    """The letters of a run: as many of the longest run as possible, then the rest."""
    whole, left = divmod(run, longest)
    return chr(96 + longest) * whole + (chr(96 + left) if left else "")


def _edges(size: int) -> list[tuple[int, int]]:
    """The pairs of cells at the edges inside a grid: row by row, then column by column."""
    rows = [(r * size + c, r * size + c + 1) for r in range(size) for c in range(size - 1)]
    return rows + [
        (r * size + c, r * size + c + size) for c in range(size) for r in range(size - 1)
    ]


def lettered_groups(text: str, size: int, longest: str = "z") -> list[list[int]]:
    """The cells of each group, in reading order of their first cells.

    The edges inside the grid are listed row by row, then column by column. A letter is a run of
    open edges followed by a closed one. The ``longest`` letter is a run of open edges only.
    """
    edges, opened = _edges(size), list[tuple[int, int]]()
    at = 0
    for letter in text:
        run = 0 if letter == "_" else ord(letter) - 96
        if not 0 <= run <= 26 or at + run > len(edges):
            raise InputError(
                "the borders of regions have more than {count} edges", count=len(edges)
            )
        opened += edges[at : at + run]
        at += run + (letter != longest)
    if at != len(edges) + 1:
        raise InputError(
            "the borders of regions end at edge {at} of {count}", at=at, count=len(edges)
        )
    return joined_cells(opened, size * size)


def groups_text(groups: Sequence[Sequence[int]], size: int, longest: str = "z") -> str:
    """The borders between groups, which together have all cells. Each is joined at edges."""
    number = {cell: at for at, cells in enumerate(groups) for cell in cells}
    edges = "".join("o|"[number[one] != number[other]] for one, other in _edges(size))
    text, most = "", ord(longest) - 96
    for run in map(len, edges.split("|")):
        text += _letters(run, most) + "_" * (run % most == 0)
    return text
