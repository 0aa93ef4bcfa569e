"""A board as lines of characters with inks. The game and the slow-motion search show it.

This module does not depend on a terminal. An ink names a foreground and a ground. A palette turns
these names into colours, or into bold and underlined text if there are no colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.drawing.character_cell import CellShape, Ink, Run, cut, face_line
from cpsudoku.drawing.character_signs import on_lines
from cpsudoku.drawing.looks import LOOKS, drawn_label, roles_in_order
from cpsudoku.scene.edges import is_parted
from cpsudoku.scene.faces import Face
from cpsudoku.techniques.base import Step

THIN, THICK, SIGN = Ink("thin"), Ink("thick"), Ink("sign")


class CharacterBoard:
    """The lines of a board with cells of one shape. Only the faces change from call to call.

    The board shows the parts of rules that fit between the cells or outside it; see ``on_lines``.
    """

    def __init__(
        self, board: Board, shape: CellShape, constraints: Iterable[Constraint] = ()
    ) -> None:
        self.board, self.shape = board, shape._replace(symbols=board.symbols)
        self._signs = on_lines(board, constraints)

    @cached_property
    def _row_tops(self) -> list[int]:
        """The first line of each row of cells, then the number of lines minus one."""
        above = any(row < 0 for row, _ in self._signs.outside)
        divided, height = self._divided_rows, self.board.height
        return self._tops(height, divided, self.shape.height, self.shape.rules, int(above))

    @cached_property
    def _column_tops(self) -> list[int]:
        """The same for the columns."""
        divided, width = self._divided_columns, self.board.width
        return self._tops(width, divided, self.shape.width, self.shape.bars, self._beside(-1))

    @staticmethod
    def _tops(
        count: int, divided: frozenset[int], extent: int, lines: bool, margin: int
    ) -> list[int]:
        tops, at = [], margin
        for line in range(count):
            at += line == 0 or lines or line in divided
            tops.append(at)
            at += extent
        return [*tops, at]

    def _beside(self, column: int) -> int:
        """The width of the clues in a column outside the board."""
        found = (text for (_, at), text in self._signs.outside.items() if at == column)
        return max((len(text) + 1 for text in found), default=0)

    @cached_property
    def _divided_rows(self) -> frozenset[int]:
        """The rows with a border between regions above at least one of their cells."""
        rows, columns = range(1, self.board.height), range(self.board.width)
        return frozenset(r for r in rows if any(self._above(r, c) for c in columns))

    @cached_property
    def _divided_columns(self) -> frozenset[int]:
        rows, columns = range(self.board.height), range(1, self.board.width)
        return frozenset(c for c in columns if any(self._before(r, c) for r in rows))

    def _above(self, row: int, column: int) -> bool | None:
        """Whether the line above a place is thick; None if there is no line."""
        return is_parted(self.board, (row - 1, column), (row, column))

    def _before(self, row: int, column: int) -> bool | None:
        """Whether the line to the left of a place is thick; None if there is no line."""
        return is_parted(self.board, (row, column - 1), (row, column))

    @property
    def width(self) -> int:
        """The number of characters in a line."""
        return self._column_tops[-1] + 1 + self._beside(self.board.width)

    @property
    def height(self) -> int:
        """The number of lines."""
        below = any(row == self.board.height for row, _ in self._signs.outside)
        return self._row_tops[-1] + 1 + below

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell at a character of a line. A border belongs to the cell before it."""
        left, top = self._column_tops[0] - 1, self._row_tops[0] - 1
        if not (left <= x <= self._column_tops[-1] and top <= y <= self._row_tops[-1]):
            return None
        row, column = self._index(self._row_tops, y), self._index(self._column_tops, x)
        return self.board.cell_at.get((row, column))

    def place_of(self, cell: int) -> tuple[int, int, int, int]:
        """The left, top, width and height of a cell, including the lines around it."""
        row, column = self.board.row_column(cell)
        left, top = self._column_tops[column] - 1, self._row_tops[row] - 1
        return left, top, self.shape.width + 2, self.shape.height + 2

    def _index(self, tops: list[int], at: int) -> int:
        before = [i for i, top in enumerate(tops[:-1]) if top <= at]
        return before[-1] if before else 0

    def line(self, y: int, faces: Sequence[Face]) -> list[Run]:
        """One line of the board, as runs of characters with the same ink."""
        if y < self._row_tops[0] - 1 or y > self._row_tops[-1]:
            return self._clue_line(-1 if y == 0 else self.board.height)
        row = self._index(self._row_tops, y)
        inside = y - self._row_tops[row]
        if not 0 <= inside < self.shape.height:
            return self._rules[row + 1 if inside >= 0 else 0]
        is_middle = inside == (self.shape.height - 1) // 2
        runs = self._outside(row, -1, is_middle)
        ruled = self._is_ruled(row) and inside == self.shape.height - 1
        for column in range(self.board.width):
            runs += self._bar(row, column, is_middle)
            cell = self.board.cell_at.get((row, column))
            if cell is None:
                runs += self._hole(row, column, is_middle)
            else:
                line = face_line(faces[cell], self.shape, inside)
                runs += _ruled(line) if ruled else line
        runs += self._bar(row, self.board.width, is_middle)
        return runs + self._outside(row, self.board.width, is_middle)

    # Clues outside

    def _outside(self, row: int, column: int, is_middle: bool) -> list[Run]:
        """The clue beside a row, or blanks of the same width."""
        width = self._beside(column)
        text = self._signs.outside.get((row, column), "") if is_middle else ""
        fitted = f"{text} ".rjust(width) if column < 0 else f" {text}".ljust(width)
        return [(fitted, SIGN)] if width else []

    def _hole(self, row: int, column: int, is_middle: bool) -> list[Run]:
        text = self._signs.outside.get((row, column), "") if is_middle else ""
        return [(cut(text, self.shape.width).center(self.shape.width), SIGN)]

    def _clue_line(self, row: int) -> list[Run]:
        """The clues above or below the board, each centred in its column."""
        text = " " * self.width
        for (at, column), clue in self._signs.outside.items():
            if at == row:
                place = max(-1, min(column, self.board.width))
                left = 0 if place < 0 else self._column_tops[place]
                room = self._beside(-1) if place < 0 else self.shape.width
                if place < self.board.width:
                    left += max(0, (room - len(clue)) // 2)
                left = min(left, self.width - len(clue))
                if not text[max(0, left - 1) : left + len(clue) + 1].strip():
                    text = text[:left] + clue + text[left + len(clue) :]
        return [(text, SIGN)]

    # Lines

    def _is_ruled(self, row: int) -> bool:
        """Whether no line separates a row from the next one, and its cells have room for one."""
        next_divided = row + 1 in self._divided_rows or row + 1 == self.board.height
        return self.shape.height > 1 and not self.shape.rules and not next_divided

    def _bar(self, row: int, column: int, is_middle: bool) -> list[Run]:
        """The line or gap to the left of a place, or nothing."""
        thick = self._before(row, column)
        is_edge = column in (0, self.board.width)
        if not (is_edge or self.shape.bars or column in self._divided_columns):
            return []
        sign = self._signs.before.get((row, column)) if is_middle else None
        if sign is not None:
            return [(sign, SIGN)]
        if thick:
            return [("┃", THICK)]
        return [("│" if thick is False and self.shape.bars else " ", THIN)]

    @cached_property
    def _rules(self) -> list[list[Run]]:
        """The line above each row of cells, and the line below the last row."""
        return [self._rule(row) for row in range(self.board.height + 1)]

    def _rule(self, row: int) -> list[Run]:
        tops, width = self._column_tops, self.shape.width
        runs = self._outside(row, -1, is_middle=False)
        for column in range(self.board.width + 1):
            end = tops[column - 1] + width if column else tops[0] - 1
            if column == self.board.width or tops[column] > end:
                runs.append(self._joint(row, column))
            if column < self.board.width:
                runs += self._segment(row, column)
        return runs + self._outside(row, self.board.width, is_middle=False)

    def _segment(self, row: int, column: int) -> list[Run]:
        """The line above a place, with the sign on it."""
        thick, width = self._above(row, column), self.shape.width
        line = "━" if thick else "─" if thick is False and self.shape.rules else " "
        ink = THICK if thick else THIN
        corner = self._signs.corners.get((row, column), "")
        sign = self._signs.above.get((row, column), "")
        if len(corner) + len(sign) + bool(corner and sign) > width:
            sign = ""
        if len(corner) > width:
            corner = ""
        before = max((width - len(sign)) // 2 - len(corner), bool(corner and sign))
        runs = [(corner, SIGN), (line * before, ink), (sign, SIGN)]
        runs.append((line * (width - sum(len(text) for text, _ in runs)), ink))
        return [run for run in runs if run[0]]

    def _joint(self, row: int, column: int) -> Run:
        """The character where the line above a row meets the line to the left of a column."""
        left, right = self._above(row, column - 1), self._above(row, column)
        up, down = self._before(row - 1, column), self._before(row, column)
        across, upright = bool(left or right), bool(up or down)
        if (row, column) in self._signs.joints and None not in (left, right, up, down):
            return self._signs.joints[row, column], SIGN
        ends = _edge(up, down), _edge(left, right)
        joint = _JOINTS[ends][2 * across + upright]
        if not self.shape.bars and not upright:
            joint = "━" if across else " "
        elif not self.shape.rules and not across:
            joint = "┃" if upright else " " if up is down is None else "│"
        return joint, THICK if across or upright else THIN


def _edge(before: bool | None, after: bool | None) -> str:
    """The side of a line without cells: the first line of a board has none before it."""
    if before is None:
        return "none" if after is None else "first"
    return "last" if after is None else ""


# For each edge of the board, the joints of two thin lines, of thin across and thick down, of thick
# across and thin down, and of two thick lines. The frame is thick.
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
    ("none", "none"): "    ",
}


@lru_cache(maxsize=1 << 14)
def _ruled(line: tuple[Run, ...]) -> list[Run]:
    """The last line of a cell, with a thin line at the bottom of its blank characters."""
    return [
        (part.replace(" ", "▁"), Ink("thin", ink.ground) if part[0] == " " else ink)
        for text, ink in line
        for part in re.findall(" +|[^ ]+", text)
    ]


class CandidatePart(NamedTuple):
    """The part that a candidate plays in a step: the name of its look, and its sign."""

    role: str
    sign: str


def parts_in(step: Step) -> dict[int, dict[int, CandidatePart]]:
    """The parts of the candidates of each cell in a step. An effect replaces a pattern."""
    found: dict[int, dict[int, CandidatePart]] = {}
    parts = roles_in_order(step)
    for part in parts:
        shown = CandidatePart(part.name, drawn_label(part, parts) or LOOKS[part.name].mark)
        for cell, digit in part.candidates:
            found.setdefault(cell, {})[digit] = shown
    return found


def with_parts(face: Face, parts: Mapping[int, CandidatePart]) -> Face:
    """The face with these parts for its candidates."""
    roles = tuple((digit, part.role) for digit, part in sorted(parts.items()))
    signs = tuple((digit, part.sign) for digit, part in sorted(parts.items()))
    return face._replace(roles=roles, signs=signs)
