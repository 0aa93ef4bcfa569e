"""A board as lines of characters with inks: what is played on, and what a search is watched on.

Knows nothing of terminals: an ink is names of a foreground and a ground, which a palette turns
into colours, or into bold and underlined where there are none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from math import ceil, sqrt
from typing import NamedTuple

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import digits_of
from cpsudoku.core.grid import SYMBOLS
from cpsudoku.drawing.looks import LOOKS, drawn_label, parts_of
from cpsudoku.scene.faces import Face
from cpsudoku.techniques.base import Step


class Ink(NamedTuple):
    """How a character looks, by names of a palette."""

    text: str = "mark"
    ground: str = "paper"


Run = tuple[str, Ink]
THIN, THICK = Ink("thin"), Ink("thick")


class Shape(NamedTuple):
    """The inside of a cell in characters, and the lines between cells of one box.

    ``columns`` of candidates stand in a line.
    """

    width: int
    height: int
    columns: int
    bars: bool
    rules: bool


def shapes_of(size: int) -> list[Shape]:
    """The shapes of a cell, roomiest first; those of one line have no room for all candidates."""
    side = ceil(sqrt(size))
    half = ceil(size / 2)
    return [
        Shape(2 * side + 1, ceil(size / side), side, bars=True, rules=True),
        Shape(max(5, half), 2, half, bars=True, rules=True),
        Shape(max(5, half), 2, half, bars=True, rules=False),
        Shape(3, 1, 3, bars=True, rules=True),
        Shape(3, 1, 3, bars=True, rules=False),
        Shape(3, 1, 3, bars=False, rules=False),
        Shape(2, 1, 2, bars=False, rules=False),
    ]


class CharacterBoard:
    """The lines of a board in one shape of cell; both are fixed, the faces are given each time."""

    def __init__(self, board: Board, shape: Shape) -> None:
        self.board, self.shape = board, shape

    @cached_property
    def _row_tops(self) -> list[int]:
        """The line on which each row of cells begins, then the number of lines less one."""
        return self._tops(self._divided_rows, self.shape.height, self.shape.rules)

    @cached_property
    def _column_tops(self) -> list[int]:
        """The same of columns."""
        return self._tops(self._divided_columns, self.shape.width, self.shape.bars)

    def _tops(self, divided: frozenset[int], extent: int, lines: bool) -> list[int]:
        tops, at = [], 0
        for line in range(self.board.size):
            at += line == 0 or lines or line in divided
            tops.append(at)
            at += extent
        return [*tops, at]

    @cached_property
    def _divided_rows(self) -> frozenset[int]:
        """The rows above which another box begins somewhere."""
        size, box_of = self.board.size, self.board.box_of
        cells = range(size, size * size)
        return frozenset(cell // size for cell in cells if box_of[cell] != box_of[cell - size])

    @cached_property
    def _divided_columns(self) -> frozenset[int]:
        size, box_of = self.board.size, self.board.box_of
        cells = (cell for cell in range(size * size) if cell % size)
        return frozenset(cell % size for cell in cells if box_of[cell] != box_of[cell - 1])

    @property
    def width(self) -> int:
        """The number of characters of a line."""
        return self._column_tops[-1] + 1

    @property
    def height(self) -> int:
        """The number of lines."""
        return self._row_tops[-1] + 1

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell that a character of a line is in; lines belong to the cell before them."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return None
        row, column = self._index(self._row_tops, y), self._index(self._column_tops, x)
        return row * self.board.size + column

    def place_of(self, cell: int) -> tuple[int, int, int, int]:
        """The left, the top, the width and the height of a cell with the lines around it."""
        row, column = self.board.row_column(cell)
        left, top = self._column_tops[column] - 1, self._row_tops[row] - 1
        return left, top, self.shape.width + 2, self.shape.height + 2

    def _index(self, tops: list[int], at: int) -> int:
        before = [i for i, top in enumerate(tops[:-1]) if top <= at]
        return before[-1] if before else 0

    def line(self, y: int, faces: Sequence[Face]) -> list[Run]:
        """One line of the board as runs of characters of one ink."""
        row = self._index(self._row_tops, y)
        inside = y - self._row_tops[row]
        if not 0 <= inside < self.shape.height:
            return self._rules[row + 1 if inside >= 0 else 0]
        runs: list[Run] = []
        first = row * self.board.size
        ruled = self._is_ruled(row) and inside == self.shape.height - 1
        for column in range(self.board.size):
            bar = self._bar(first, column)
            if bar is not None:
                runs.append(bar)
            line = face_line(faces[first + column], self.shape, inside)
            runs += _ruled(line) if ruled else line
        runs.append(("┃", THICK))
        return runs

    def _is_ruled(self, row: int) -> bool:
        """Whether a row stands directly on the next one, with room for a line at its foot."""
        next_divided = row + 1 in self._divided_rows or row + 1 == self.board.size
        return self.shape.height > 1 and not self.shape.rules and not next_divided

    def _bar(self, first: int, column: int) -> Run | None:
        """What stands before a cell of a row: a line, a gap, or nothing."""
        if column == 0:
            return "┃", THICK
        box_of = self.board.box_of
        if box_of[first + column] != box_of[first + column - 1]:
            return "┃", THICK
        if self.shape.bars:
            return "│", THIN
        return (" ", THIN) if column in self._divided_columns else None

    @cached_property
    def _rules(self) -> list[list[Run]]:
        """The line above each row of cells, and the last."""
        return [self._rule(row) for row in range(self.board.size + 1)]

    def _rule(self, row: int) -> list[Run]:
        runs: list[Run] = []
        size, tops, width = self.board.size, self._column_tops, self.shape.width
        for column in range(size + 1):
            end = tops[column - 1] + width if column else 0
            if column == size or tops[column] > end:
                runs.append(self._joint(row, column))
            if column < size:
                heavy = self._parted(row, column, below=True)
                thin = "─" if self.shape.rules else " "
                runs.append(("━" * width, THICK) if heavy else (thin * width, THIN))
        return runs

    def _parted(self, row: int, column: int, below: bool) -> bool:
        """Whether a thick line runs above a cell (below the row before it), or left of it."""
        size, box_of = self.board.size, self.board.box_of
        if row in (0, size) if below else column in (0, size):
            return True
        cell = row * size + column
        return box_of[cell] != box_of[cell - (size if below else 1)]

    def _joint(self, row: int, column: int) -> Run:
        """The character where the lines above a row and left of a column meet."""
        size = self.board.size
        across = [self._parted(row, c, below=True) for c in (column - 1, column) if 0 <= c < size]
        down = [self._parted(r, column, below=False) for r in (row - 1, row) if 0 <= r < size]
        joint = _JOINTS[_edge(row, size), _edge(column, size)][2 * any(across) + any(down)]
        if not self.shape.bars and not any(down):
            joint = "━" if any(across) else " "
        elif not self.shape.rules and not any(across):
            joint = "┃" if any(down) else "│"
        return joint, THICK if any(across) or any(down) else THIN


def _edge(line: int, size: int) -> str:
    return "first" if line == 0 else "last" if line == size else ""


# For each edge of the board: the joints of thin and thin, thin across and thick down, thick across
# and thin down, thick and thick. The frame is thick.
_JOINTS: Mapping[tuple[str, str], str] = {
    ("first", "first"): "┏┏┏┏",
    ("first", "last"): "┓┓┓┓",
    ("last", "first"): "┗┗┗┗",
    ("last", "last"): "┛┛┛┛",
    ("first", ""): "┯┳┯┳",
    ("last", ""): "┷┻┷┻",
    ("", "first"): "┠┠┣┣",
    ("", "last"): "┨┨┫┫",
    ("", ""): "┼╂┿╋",
}


@lru_cache(maxsize=1 << 14)
def face_line(face: Face, shape: Shape, inside: int) -> tuple[Run, ...]:
    """One line of the inside of a cell."""
    if face.digit or face.flag:
        middle = (shape.height - 1) // 2
        digit = SYMBOLS[face.digit] if face.digit else ""
        text = digit + face.flag if inside == middle else ""
        left = (shape.width - 1) // 2
        ink = Ink(face.ink, face.ground)
        return ((f"{' ' * left}{text}".ljust(shape.width), ink),)
    if shape.height == 1:
        return _small(face, shape)
    if face.marks:
        return _marks_line(face, shape, inside)
    return _own_line(face, shape, inside)


@lru_cache(maxsize=1 << 14)
def _ruled(line: tuple[Run, ...]) -> list[Run]:
    """The last line of a cell with a thin line at the foot of what is blank."""
    return [
        (part.replace(" ", "▁"), Ink("thin", ink.ground) if part[0] == " " else ink)
        for text, ink in line
        for part in re.findall(" +|[^ ]+", text)
    ]


def _marks_line(face: Face, shape: Shape, inside: int) -> tuple[Run, ...]:
    """A line of candidates, each at the place of its digit, its sign behind it where it fits."""
    step = 2 if shape.width >= 2 * shape.columns else 1
    roles, signs = dict(face.roles), dict(face.signs)
    pad = (shape.width - step * shape.columns) // 2 + (step == 2)
    runs: list[Run] = [(" " * pad, Ink("mark", face.ground))] if pad else []
    first = inside * shape.columns
    for digit in range(first + 1, first + shape.columns + 1):
        here = bool(face.marks >> (digit - 1) & 1)
        role = roles.get(digit, "mark") if here else "mark"
        runs.append((SYMBOLS[digit] if here else " ", Ink(role, face.ground)))
        if step == 2:
            runs.append((signs.get(digit, " ") if here else " ", Ink("sign", face.ground)))
    return _fitted(runs, shape.width, face.ground)


def _own_line(face: Face, shape: Shape, inside: int) -> tuple[Run, ...]:
    """A line of own pencilmarks: corner marks on the first line, centre marks on the middle."""
    corner = "".join(SYMBOLS[digit] for digit in digits_of(face.corner))
    centre = "".join(SYMBOLS[digit] for digit in digits_of(face.centre))
    text, role = "", "mark"
    if inside == shape.height // 2:
        text, role = _cut(centre, shape.width).center(shape.width), "centre"
    elif inside == 0:
        text = _cut(corner, shape.width)
    return _fitted([(text, Ink(role, face.ground))], shape.width, face.ground)


def _small(face: Face, shape: Shape) -> tuple[Run, ...]:
    """A cell of one line: its marks where they fit, else a sign that there are some."""
    marks = face.marks or face.centre or face.corner
    roles = dict(face.roles)
    special = [digit for digit in digits_of(marks) if digit in roles]
    digits = digits_of(marks)
    if len(digits) >= shape.width:  # a gap keeps it from the next cell
        digits = tuple(special) if 0 < len(special) < shape.width else ()
    if not digits:
        dot = ("·" if marks or face.ink == "blank" else " ").center(shape.width)
        return ((dot, Ink("mark", face.ground)),)
    runs = [(SYMBOLS[digit], Ink(roles.get(digit, "mark"), face.ground)) for digit in digits]
    return _fitted(runs, shape.width, face.ground)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _fitted(runs: list[Run], width: int, ground: str) -> tuple[Run, ...]:
    """Runs of exactly that many characters, those of one ink together."""
    fitted: list[Run] = []
    for text, ink in [*runs, (" " * width, Ink("mark", ground))]:
        part = text[:width]
        width -= len(part)
        before = fitted[-1][1] if fitted else None
        if before is not None and (before == ink or (part.isspace() and before.text == "mark")):
            fitted[-1] = (fitted[-1][0] + part, before)
        elif part:
            fitted.append((part, ink))
    return tuple(fitted)


class Part(NamedTuple):
    """The part that a candidate plays in a step: the name of its look, and its sign."""

    role: str
    sign: str


def parts_in(step: Step) -> dict[int, dict[int, Part]]:
    """For each cell the part of its candidates in a step; effects go over the pattern."""
    found: dict[int, dict[int, Part]] = {}
    parts = parts_of(step)
    for part in parts:
        shown = Part(part.name, drawn_label(part, parts) or LOOKS[part.name].mark)
        for cell, digit in part.candidates:
            found.setdefault(cell, {})[digit] = shown
    return found


def with_parts(face: Face, parts: Mapping[int, Part]) -> Face:
    """A face whose candidates play these parts."""
    roles = tuple((digit, part.role) for digit, part in sorted(parts.items()))
    signs = tuple((digit, part.sign) for digit, part in sorted(parts.items()))
    return face._replace(roles=roles, signs=signs)
