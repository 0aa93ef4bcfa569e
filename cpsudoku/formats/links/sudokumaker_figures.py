"""The drawings of SudokuMaker: lines, cages and symbols that are not clues.

Points are ``{"x": 0.5, "y": 0.5}``, and a symbol is ``[x, y]`` or ``[x, y, number]`` with the
number of its look among the ``params``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin

from cpsudoku.core.board import Board
from cpsudoku.core.part_names import drawn_with
from cpsudoku.formats.links.drawn.collecting import Collector, number_of, point_of
from cpsudoku.formats.links.json_place import JsonPlace
from cpsudoku.formats.links.sudokumaker_clues import CAGES, LINES, SYMBOLS
from cpsudoku.runtime.json_text import JsonObject

_PIXELS = 64  # SudokuPad draws a cell with this width


def figures_of_constraints(constraints: Sequence[JsonPlace], board: Board) -> Collector:
    """The drawings among the constraints of a puzzle; raises InputError if they are not lists."""
    figures = Collector(board)
    for each in constraints:
        kind, style = each["type"].value, each["style"].value
        if kind == LINES:
            width = _PIXELS * number_of(_part(style, "thickness"), 0.1)
            for line in each["lines"].items_if_any():
                points = [_point(point["x"].value, point["y"].value) for point in line.objects()]
                figures.add_line("line", points, _part(style, "color"), width)
        elif kind == CAGES:
            for cage in each["cages"].objects():
                text = str(cage["value"].value or "")
                colour = _part(_part(style, "cage"), "color")
                figures.add_cage(_cells(cage, board), text, colour, drawn_with(text))
        elif kind == SYMBOLS:
            _add_symbols(figures, each)
    return figures


def _part(style: object, key: str) -> object:
    """A part of a style, or None if it is missing."""
    return style.get(key) if isinstance(style, dict) else None


def _cells(cage: JsonPlace, board: Board) -> list[int | None]:
    numbers = (each.value for each in cage["cells"].items_if_any())
    return [n if isinstance(n, int) and 0 <= n < len(board) else None for n in numbers]


def _point(x: object, y: object) -> tuple[float, float] | None:
    return point_of([y, x])


def _add_symbols(figures: Collector, constraint: JsonPlace) -> None:
    looks = [each.value for each in constraint["params"].items_if_any()]
    for symbol in constraint["symbols"].items_if_any():
        place: list[object] = [each.value for each in symbol.items()]
        number = place[2] if len(place) > 2 else 0
        found = looks[number] if isinstance(number, int) and 0 <= number < len(looks) else None
        look = found if isinstance(found, dict) else {}
        centre = _point(place[0], place[1]) if len(place) > 1 else None
        if look.get("type") == "arrow":
            points = list(_ends_of_arrow(centre, look))
            figures.add_line("arrow", points, look.get("stroke"), look.get("strokeWidth"))
        else:
            figures.add_mark(centre, look.get("type") == "ellipse", _styled(look))


def _ends_of_arrow(
    centre: tuple[float, float] | None, look: JsonObject
) -> Iterator[tuple[float, float]]:
    """The tail and the tip of an arrow around a point. Angle 0 is to the right, 90 is down."""
    if centre is None:
        return
    half, angle = number_of(look.get("length")) / 2, radians(number_of(look.get("angle")))
    for length in (-half, half):
        yield centre[0] + length * sin(angle), centre[1] + length * cos(angle)


def _styled(look: JsonObject) -> JsonObject:
    """The look of a symbol with the keys of SudokuPad. A text needs no colours."""
    if look.get("type") == "text":
        return {"text": look.get("text"), "layer": "text"}
    return {
        "width": look.get("width", 2 * number_of(look.get("rx"))),
        "height": look.get("height", 2 * number_of(look.get("ry"))),
        "angle": look.get("angle"),
        "backgroundColor": look.get("fill"),
        "borderColor": look.get("stroke"),
        "layer": "shape",
    }
