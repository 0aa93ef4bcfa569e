"""The drawings of SudokuPad as lines, marks and cages on a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.part_names import DRAWN
from cpsudoku.core.variables import Position
from cpsudoku.formats.links.drawn.collecting import Collector, point_of
from cpsudoku.formats.links.drawn.figures import Point
from cpsudoku.formats.links.drawn.paths import paths_of
from cpsudoku.runtime.json_text import JsonObject

LINES = {"lines": "line", "arrows": "arrow"}
LAYERS = ("underlays", "overlays")  # the lower one first


def figures_of_parts(
    parts: Mapping[str, Sequence[JsonObject]], board: Board, corner: Position
) -> Collector:
    """The drawings on a board. ``corner`` is its first row and column in the file."""
    figures = Collector(board)
    for key, noun in LINES.items():
        for line in parts[key]:
            places = line.get("wayPoints")
            found = places if isinstance(places, list) else []
            points = [point_of(each, corner) for each in found]
            strokes: list[list[Point | None]] = [points]
            if places in (None, []):
                path = line.get("d")
                if not path:  # left behind by the editor, and not seen
                    continue
                read = paths_of(path) if isinstance(path, str) else []
                strokes = [[point_of(each, corner) for each in stroke] for stroke in read] or [[]]
            for stroke in strokes:
                figures.add_line(noun, stroke, line.get("color"), line.get("thickness"))
    for layer in LAYERS:
        for shape in parts[layer]:
            if shape.get("class") != "board-position":
                centre = point_of(shape.get("center"), corner)
                figures.add_mark(centre, bool(shape.get("rounded")), {**shape, "layer": layer})
    for cage in parts["cages"]:
        cells = [_cell(board, corner, place) for place in cage["cells"] if place]
        text = str(cage.get("sum", cage.get("value")) or "")
        figures.add_cage(cells, text, cage.get("outlineC"), DRAWN)
    return figures


def _cell(board: Board, corner: Position, place: object) -> int | None:
    point = point_of(place, corner)
    return None if point is None else board.cell_at.get((int(point[0]), int(point[1])))
