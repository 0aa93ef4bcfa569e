"""Collects the drawings of a puzzle while it is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import isfinite

from cpsudoku.core.board import Board
from cpsudoku.core.guesses import Part
from cpsudoku.core.part_names import DRAWN
from cpsudoku.formats.links.drawn.colours import Colour, colour_of
from cpsudoku.formats.links.drawn.figures import (
    Drawing,
    DrawnCage,
    DrawnLine,
    DrawnMark,
    Point,
    merged,
)
from cpsudoku.formats.links.drawn.redrawn import outlines, with_heads, without_shafts
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.words import Worded

_FAR = 1000.0  # rows and columns that a point may be away from the board
_LARGEST = 80.0  # rows and columns of a shape; a larger one is cut off
_MOST = 1_500  # parts of a drawing that is interpreted; the benchmark has 405 at most
_LONGEST = 400  # points of a line
_SETTING = re.compile(r"\s*(?:foglight\s*$|msgcorrect:)", re.IGNORECASE)  # in place of a sum


class Collector:
    """The parts of a drawing, with their names, in the order in which they are added."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.parts: list[Part] = []
        self._lines: list[DrawnLine] = []
        self._marks: list[DrawnMark] = []
        self._cages: list[DrawnCage] = []

    @property
    def drawing(self) -> Drawing:
        """Everything that was added, or nothing if there are too many parts."""
        if len(self.parts) > _MOST:
            return Drawing(self.board)
        lines = without_shafts(with_heads(self._lines))
        marks = outlines(lines)
        kept = tuple(line for line in lines if line.number not in marks)
        return Drawing(
            self.board, kept, merged((*self._marks, *marks.values())), tuple(self._cages)
        )

    def _number(self, noun: str, said: Worded = DRAWN) -> int:
        """The number of a new part."""
        self.parts.append((noun, said))
        return len(self.parts) - 1

    def add_line(
        self, noun: str, points: Iterable[Point | None], colour: object, thickness: object
    ) -> None:
        """Add a ``line`` or an ``arrow``. Without two points, it only has a name."""
        number = self._number(noun)
        kept = tuple(point for point in points if point is not None)
        if 1 < len(kept) <= _LONGEST:
            width = number_of(thickness, 1.0)
            self._lines.append(DrawnLine(number, kept, colour_of(colour), width, noun == "arrow"))

    def add_mark(
        self,
        centre: Point | None,
        is_round: bool,
        data: JsonObject,
        name: Part | None = None,
    ) -> None:
        """Add a circle, a rectangle or a text, with the keys of SudokuPad."""
        text = data.get("text")
        said = "" if text is None or isinstance(text, bool) else str(text).strip()
        noun = "text" if said else "circle" if is_round else "rectangle"
        number = self._number(*(name or (noun, DRAWN)))
        if centre is not None:
            mark = DrawnMark(
                (number,),
                centre,
                min(_LARGEST, number_of(data.get("width"))),
                min(_LARGEST, number_of(data.get("height"))),
                colour_of(data.get("backgroundColor")),
                colour_of(data.get("borderColor")),
                said,
                is_round,
                number_of(data.get("angle")),
                str(data.get("layer", "")),
            )
            self._marks.append(mark)

    def add_cage(
        self, cells: Sequence[int | None], text: str, colour: object, said: Worded
    ) -> None:
        """Add a cage without rules of its own. A cell that is None is outside the board.

        Cages that light up fog or hold a message about the solution are not drawn.
        """
        if _SETTING.match(text):
            return
        number = self._number("cage", said)
        kept = tuple(dict.fromkeys(cell for cell in cells if cell is not None))
        if kept and None not in cells:
            seen: Colour = colour_of(colour)
            self._cages.append(DrawnCage(number, kept, text.strip(), seen))


def point_of(place: object, corner: tuple[int, int] = (0, 0)) -> Point | None:
    """The point [row, column] of a file on a board with this first row and column."""
    if not isinstance(place, list | tuple) or len(place) < 2:
        return None
    r, c = number_of(place[0], 2 * _FAR), number_of(place[1], 2 * _FAR)
    return None if max(abs(r), abs(c)) > _FAR else (r - corner[0], c - corner[1])


def number_of(value: object, usual: float = 0.0) -> float:
    """A number, or the usual one in place of anything else."""
    if not isinstance(value, int | float | str):
        return usual
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return usual
    return number if isfinite(number) else usual
