"""Game ids of Solo in Simon Tatham's collection: ``3x3:b5a2...``, with jigsaws, X and killers.

The part before the colon begins with the numbers of columns and rows of blocks: ``3x2`` has blocks
of three rows and two columns. Then come ``j`` (jigsaw), ``x`` (diagonals), ``k`` (killer), and
settings of Solo's generator (``a``, ``m4``, ``r2``, ``db``), which are ignored here. After the
colon come the givens (a letter is a run of blanks), the borders of the regions, the borders of the
cages, and the sums of the cages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.board import LARGEST, Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.formats.symbols import shorten
from cpsudoku.formats.text.one_per_line import OnePerLine, killer_of
from cpsudoku.runtime.errors import InputError, Source

SOLO = re.compile(r"\d{1,2}(?:x\d{1,2})?(?:[jxk]|[rma]d?\d?|d[tbiaeu])*(?::[0-9a-z_,]+|#\S+)")
_HEAD = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?((?:[jxk]|[rma]d?\d?|d[tbiaeu])*)")


@dataclass(frozen=True)
class _Kind:
    """The meaning of the part before the colon."""

    size: int
    block: tuple[int, int] | None  # rows and columns, or None for a jigsaw
    has_diagonals: bool
    is_killer: bool


def puzzle_of_id(text: str, source: Source, label: str = "") -> Puzzle:
    """The puzzle of a game id; raises InputError."""
    if "#" in text:
        told = "paste the game id, which has a colon after the size"
        raise InputError(f"{shorten(text)} names a random seed and not a puzzle; {told}")
    head, _, description = text.partition(":")
    kind = _kind(head)
    parts = iter(description.split(","))
    givens = _numbers(next(parts), kind.size**2, kind.size)
    board = Board.boxes(*kind.block) if kind.block else _jigsaw(_next(parts), kind.size)
    rules = list(rules_of("diagonals", board)) if kind.has_diagonals else []
    if kind.is_killer:
        rules += _cages(_next(parts), _next(parts), board)
    left = next(parts, None)
    if left is not None:
        raise InputError(f"{shorten(left)} is more than the parts of this kind of puzzle")
    return Puzzle(Grid(bytes(givens), board), tuple(rules), source=source, label=label)


def _kind(head: str) -> _Kind:
    match = _HEAD.fullmatch(head)
    if match is None:
        raise InputError(f"{shorten(head)} is not a kind of puzzle such as 3x3, 9j or 3x3kx")
    flags = re.sub(r"d[tbiaeu]|[rma]d?\d?", "", match[3])
    rows, columns = int(match[1]), int(match[2] or 1)
    is_jigsaw = columns == 1 or "j" in flags
    size = rows * columns
    if not 2 <= size <= LARGEST:
        raise InputError(f"a {size}x{size} grid; at most {LARGEST}x{LARGEST} is possible")
    return _Kind(size, None if is_jigsaw else (rows, columns), "x" in flags, "k" in flags)


def _next(parts: Iterator[str]) -> str:
    part = next(parts, None)
    if part is None:
        raise InputError("a part is missing: the borders of regions or cages, or their sums")
    return part


def _numbers(text: str, count: int, most: int) -> list[int]:
    """The number in each cell, or 0."""
    numbers: list[int] = []
    for part in re.findall(r"\d+|[a-z]|_|.", text):
        if part.isdigit():
            if len(part) > 4 or not 1 <= int(part) <= most:
                raise InputError(f"{shorten(part)} is not a number 1-{most}")
            numbers.append(int(part))
        elif part != "_":
            numbers += [0] * (ord(part) - 96)
        if len(numbers) > count:
            break
    if len(numbers) != count:
        told = "more than" if len(numbers) > count else f"{len(numbers)} of"
        raise InputError(f"numbers and blanks for {told} {count} cells")
    return numbers


def _regions(text: str, size: int) -> list[list[int]]:
    """The cells of each region, in reading order of their first cells.

    The edges inside the grid are listed row by row, then column by column. A letter is a run of
    open edges followed by a closed one. ``z`` is a run of open edges only.
    """
    groups = list(range(size * size))

    def root(cell: int) -> int:
        while groups[cell] != cell:
            groups[cell] = groups[groups[cell]]
            cell = groups[cell]
        return cell

    edges = [(r * size + c, r * size + c + 1) for r in range(size) for c in range(size - 1)]
    edges += [(r * size + c, r * size + c + size) for c in range(size) for r in range(size - 1)]
    at = 0
    for letter in text:
        run = 0 if letter == "_" else ord(letter) - 96
        if not 0 <= run <= 26 or at + run > len(edges):
            raise InputError(f"the borders of regions have more than {len(edges)} edges")
        for one, other in edges[at : at + run]:
            first, second = sorted((root(one), root(other)))
            groups[second] = first
        at += run + (letter != "z")
    if at != len(edges) + 1:
        raise InputError(f"the borders of regions end at edge {at} of {len(edges)}")
    found: dict[int, list[int]] = {}
    for cell in range(size * size):
        found.setdefault(root(cell), []).append(cell)
    return list(found.values())


def _jigsaw(text: str, size: int) -> Board:
    names = [0] * (size * size)
    for number, cells in enumerate(_regions(text, size)):
        for cell in cells:
            names[cell] = number
    return Board.jigsaw([names[at : at + size] for at in range(0, size * size, size)])


def _cages(borders: str, sums: str, board: Board) -> list[Constraint]:
    """The cages; the sum of each is in one of its cells."""
    clues = _numbers(sums, len(board), board.size * len(board))
    found = []
    for cells in _regions(borders, board.size):
        total = next((clues[cell] for cell in cells if clues[cell]), 0)
        if total or len(cells) > 1:
            found.append(killer_of(board, total, cells))
    return found


class SoloId(OnePerLine):
    """The format ``solo``."""

    name = "solo"
    title = "game ids of Solo by Simon Tatham: 3x3:..., 9jk:..., one per line"
    pattern = SOLO

    def puzzle_of(self, text: str, source: Source, label: str) -> Puzzle:
        """The puzzle of the symbols of a line."""
        return puzzle_of_id(text, source, label)


FORMAT = SoloId()
