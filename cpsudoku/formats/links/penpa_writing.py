"""Writes the text of a Penpa+ link. Rules without a tool there are said in words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.core.constraints.lines.arrow import Arrow
from cpsudoku.core.constraints.lines.thermo import Thermometer
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.variables import Position
from cpsudoku.formats.links.penpa_board import PenpaBoard
from cpsudoku.formats.links.regions import is_joined
from cpsudoku.formats.links.spoken import with_sentences, write_rules
from cpsudoku.formats.links.unsaid import Unsaid, refusal
from cpsudoku.formats.links.written_parts import refuse_layers, refuse_no_sum
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.printable import encodable
from cpsudoku.runtime.words import worded

NAME = "penpa"
PIXELS = 38  # of a cell
BORDER, DASHED = 2, 10  # styles of the borders of regions and of cages
BLACK, GREEN, DIGIT = 1, 2, "1"  # colours of numbers, and the style of a digit of a cell
_ESCAPES = ((",", "%2C"), ("\n", "%2D"), ("&", "%2E"), ("=", "%2F"))
_LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")
_TABLES = (
    *("surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall"),
    *("cage", "deletelineE"),
)
_STACKS = ("command_redo", "command_undo", "command_replay")
_VERSION = "[3,2,3]"


def text_of_penpa(puzzle: Puzzle, solution: Grid | None) -> str:
    """The text of an edit link, with the solution if one is known. Raises Unsupported."""
    writing = _PenpaDrawing(puzzle)
    info = dict(puzzle.info)
    write_rules(puzzle, NAME, writing.write, writing.said.append)
    rules = with_sentences(info.get("rules", ""), writing.said)
    size, frame = puzzle.board.size, writing.frame
    side, middle = (size + 1) * PIXELS, _middle(frame)
    head = (
        *("sudoku", size, size, PIXELS, 0, 1, 1, side, side, middle, middle, 0, 0, 0, 0),
        *(f"Title: {_escaped(puzzle.label)}", f"Author: {_escaped(info.get('author', ''))}"),
        *(_escaped(info.get("source", "")), _escaped(rules), "OFF", "false"),
    )
    empty, answer = json.dumps(_empty_parts()), _empty_parts()
    for cell, digit in enumerate(solution.cells) if solution is not None else ():
        if not puzzle.givens[cell]:
            answer["number"][str(writing.point(cell))] = [str(digit), GREEN, DIGIT]
    cells = [frame.point((r, c)) for r in range(size) for c in range(size)]
    steps = [after - before for before, after in zip([0, *cells], cells, strict=False)]
    lines = [",".join(map(str, head)), "[0,0,0,0]", '{"qa":"pu_q"}', json.dumps(writing.parts)]
    lines += [
        json.dumps(answer),
        json.dumps(steps),
        "[]",
        "{}",
        '"x"',
        '"x"',
        _VERSION,
        "",
        '"x"',
        "0",
    ]
    return "\n".join((*lines, empty, empty, "{}", "[]", "false"))


def _middle(frame: PenpaBoard) -> int:
    """The point in the middle: a cell, or a crossing if the size is even."""
    half, is_odd = divmod(frame.width, 2)
    return frame.point((half, half)) if is_odd else frame.crossing((half, half))


def _frame_of(puzzle: Puzzle) -> PenpaBoard:
    return PenpaBoard(puzzle.board.width, puzzle.board.height)


def _empty_parts() -> JsonObject:
    parts: JsonObject = {key: {"__a": []} for key in _STACKS}
    return parts | {key: {} for key in _TABLES} | {key: [] for key in _LISTS}


def _escaped(text: str) -> str:
    """A text in the first line of a link. Penpa+ shows it as HTML."""
    text = escape(encodable(text), quote=False)
    for character, short in _ESCAPES:
        text = text.replace(character, short)
    return text.replace("\r", "")


class _PenpaDrawing:
    def __init__(self, puzzle: Puzzle) -> None:
        board = puzzle.board
        if not board.is_square or board.lowest != 1:
            raise refusal(puzzle, NAME, worded("a board of this shape"))
        self.puzzle, self.board, self.frame = puzzle, board, _frame_of(puzzle)
        self.parts, self.said = _empty_parts(), list[Constraint]()
        self.caged = set[int]()
        for cell, digit in enumerate(puzzle.givens.cells):
            if digit:
                point = str(self.point(cell))
                self.parts["number"][point] = [str(digit), BLACK, DIGIT]
        self._borders()

    def point(self, cell: int) -> int:
        """The number of a cell."""
        return self.frame.point(self.board.positions[cell])

    def _borders(self) -> None:
        """Draw the borders between regions. Raises Unsupported for regions that are not full."""
        of = self.board.box_of
        if len(set(of)) not in (1, self.board.size):
            raise refusal(self.puzzle, NAME, worded("regions that do not fill the board"))
        for house in self.board.houses:
            if house.kind == "box" and not is_joined(house.cells, self.board):
                raise refusal(self.puzzle, NAME, worded("regions in several pieces"))
        for one, other in self.board.neighbours:
            if of[one] != of[other]:
                r, c = self.board.positions[max(one, other)]
                is_beside = self.board.positions[min(one, other)][0] == r
                end = (r + 1, c) if is_beside else (r, c + 1)
                points = sorted((self.frame.crossing((r, c)), self.frame.crossing(end)))
                self.parts["lineE"][f"{points[0]},{points[1]}"] = BORDER

    def write(self, rule: Constraint) -> None:
        """Draw a rule with its tool; raises Unsaid."""
        refuse_layers(rule)
        if isinstance(rule, KillerCage):
            self._cage(rule)
        elif isinstance(rule, Thermometer) and rule.name == Thermometer.name:
            self.parts["thermo"].append(self._points(rule.cells))
        elif isinstance(rule, Arrow) and len(rule.circle) == 1:
            (circle,) = rule.circle
            self.parts["arrows"].append(self._points((circle, *rule.line)))
            self.parts["symbol"][str(self.point(circle))] = [BLACK, "circle_L", 1]
        else:
            raise Unsaid

    def _points(self, cells: Iterable[int]) -> list[int]:
        return [self.point(cell) for cell in cells]

    def _cage(self, rule: KillerCage) -> None:
        refuse_no_sum(rule.sum)
        if self.caged.intersection(rule.cells):
            raise Unsaid("that overlaps another cage")
        self.caged.update(rule.cells)
        self.parts["killercages"].append(self._points(rule.cells))
        places = {self.board.positions[cell] for cell in rule.cells}
        if rule.sum is not None:
            corner = self.frame.corner(min(places))
            self.parts["numberS"][str(corner)] = [str(rule.sum), BLACK]
        for one, other in _outline(places, self.frame):
            self.parts["cage"][f"{min(one, other)},{max(one, other)}"] = DASHED


def _outline(places: set[Position], frame: PenpaBoard) -> Sequence[tuple[int, int]]:
    """The pieces of the outline of a cage, a little inside its cells: each two corners."""
    found = []
    for r, c in sorted(places):
        above, below = (r - 1, c) in places, (r + 1, c) in places
        before, after = (r, c - 1) in places, (r, c + 1) in places
        corners = [frame.corner((r, c), number) for number in range(4)]
        sides = ((above, 0, 1), (below, 2, 3), (before, 0, 2), (after, 1, 3))
        found += [(corners[one], corners[other]) for inner, one, other in sides if not inner]
        if after:
            right = [frame.corner((r, c + 1), number) for number in range(4)]
            if not (above and (r - 1, c + 1) in places):
                found.append((corners[1], right[0]))
            if not (below and (r + 1, c + 1) in places):
                found.append((corners[3], right[2]))
        if below:
            under = [frame.corner((r + 1, c), number) for number in range(4)]
            if not (before and (r + 1, c - 1) in places):
                found.append((corners[2], under[0]))
            if not (after and (r + 1, c + 1) in places):
                found.append((corners[3], under[1]))
    return found
