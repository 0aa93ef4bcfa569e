"""The drawings of f-puzzles that are not copies of a clue, as lines, marks and cages on a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.part_names import WITH_COLOUR, WITH_COLOURS, WITH_HIGHLIGHT, drawn_with
from cpsudoku.formats.links.calculations import calculation_of
from cpsudoku.formats.links.drawn.collecting import Collector, number_of
from cpsudoku.formats.links.drawn.colours import colour_of
from cpsudoku.formats.links.drawn.figures import Point
from cpsudoku.formats.links.f_puzzles_grid import place_named
from cpsudoku.formats.links.json_place import JsonPlace
from cpsudoku.runtime.json_text import JsonObject

DRAWINGS = ("line", "rectangle", "circle", "text", "cage")
COLOURS = {"c": WITH_COLOUR, "cArray": WITH_COLOURS, "highlight": WITH_HIGHLIGHT}  # of a cell
_COPIES = ("fromConstraint", "isNewConstraint", "fromRangskSolver")  # of a clue that is also listed
_OF_LOCKOUTS = ("isLLConstraint",)
_PIXELS = 32  # SudokuPad draws a line of width 1 with this thickness


def figures_of_object(data: JsonObject, rows: Sequence[JsonObject], board: Board) -> Collector:
    """The drawings of a puzzle with these cells; raises InputError if they are not lists."""
    figures = Collector(board)
    for (r, c), cell in zip(board.positions, rows, strict=True):
        for key, said in COLOURS.items():
            if cell.get(key):
                figures.add_mark((r + 0.5, c + 0.5), False, _filled(cell[key]), ("cell", said))
    for each in _drawn(data, "line"):
        thickness = _PIXELS * number_of(each["width"].value)
        for line in [place.value for place in each["lines"].items_if_any()] or [[]]:
            places = [_middle([cell]) for cell in line] if isinstance(line, list) else []
            figures.add_line("line", places, each["outlineC"].value, thickness)
    for key in ("rectangle", "circle", "text"):
        for each in _drawn(data, key):
            centre = _middle(each["cells"].value)
            figures.add_mark(centre, key == "circle", _styled(key, each.object()))
    for each in _drawn(data, "cage"):
        text = str(each["value"].value or "")
        if calculation_of(text) is not None:  # this is a rule
            continue
        corners = [place_named(corner.value) for corner in each["cells"].items_if_any()]
        cells = [board.cell_at.get(place) if place else None for place in corners]
        figures.add_cage(cells, text, each["outlineC"].value, drawn_with(text))
    return figures


def _drawn(data: JsonObject, key: str) -> Iterator[JsonPlace]:
    """The drawings of a kind that are not copies of a clue."""
    for place in JsonPlace(data.get(key), key).items_if_any():
        drawn = place if isinstance(place.value, dict) else JsonPlace({}, place.path)
        copies = (*_COPIES, *(_OF_LOCKOUTS if data.get("lockout") else ()))
        if not any(drawn.object().get(name) for name in copies):
            yield drawn


def _middle(cells: object) -> Point | None:
    """The point in the middle of some cells."""
    places = [place_named(each) for each in cells] if isinstance(cells, list) else []
    found = [place for place in places if place is not None]
    if not found or len(found) < len(places):
        return None
    count = len(found)
    return sum(r for r, _ in found) / count + 0.5, sum(c for _, c in found) / count + 0.5


def _filled(colour: object) -> JsonObject:
    """A whole cell of a colour, or of the first of several. A colour that has a number is grey."""
    first = next(iter(colour), "") if isinstance(colour, list) else colour
    seen = first if colour_of(first).is_seen else "#cfcfcf"
    return {"width": 1, "height": 1, "backgroundColor": seen, "layer": "cell"}


def _styled(key: str, drawn: JsonObject) -> JsonObject:
    """A drawing with the keys of SudokuPad. A text needs no colours."""
    if key == "text":
        return {"text": drawn.get("value"), "layer": key}
    return {
        "text": drawn.get("value"),
        "width": drawn.get("width"),
        "height": drawn.get("height"),
        "angle": drawn.get("angle"),
        "backgroundColor": drawn.get("baseC"),
        "borderColor": drawn.get("outlineC"),
        "layer": "shape",
    }
