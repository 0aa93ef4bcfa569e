"""The shapes that rules draw, as primitives: below the digits, on the lines, and above them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import cos, hypot, sin
from typing import Any

from cpsudoku.core.constraints import shapes
from cpsudoku.scene.edges import inset, loops
from cpsudoku.scene.inks import pale, strong
from cpsudoku.scene.layout import LEADING, Layout
from cpsudoku.scene.outside import OutsideSpot
from cpsudoku.scene.primitives import LETTER_WIDTH, Box, Disc, Path, Point, Primitive, Text, fitted

BASE_LINE = 0.355  # of the size of a digit: the distance from its middle to its base line
THICK, THIN = 0.26, 0.04  # of a cell: lines of rules
LABEL = 1.8  # of a cell: the widest label of a line
INSET = 0.08  # of a cell: the outline of a cage
# What is on a thick line, by its colour: strokes with a width, a dash and a gap in cells. It
# distinguishes lines without colour. Grey lines have nothing on them.
_Stroke = tuple[float, tuple[float, float] | None]
_ON_LINES: dict[str, tuple[_Stroke, ...]] = {
    "green": ((0.03, None),),
    "orange": ((0.03, (0.36, 0.12)),),
    "red": ((0.03, (0.1, 0.3)),),
    "blue": ((0.2, (0.03, 0.22)),),
    "teal": ((0.12, (0.02, 0.08)),),
    "pink": ((0.08, (0.3, 0.2)),),
    "yellow": ((0.08, (0.08, 0.24)),),
    "brown": ((0.05, (0.05, 0.1)),),
    "indigo": ((0.03, None),),
}
_EDGED = {"purple": 0.2, "indigo": 0.2}  # lines with dark edges: the width between them, in cells
# The strokes over an area, by its colour: rising, falling, across or upright.
_HATCHES = {
    "blue": "/",
    "purple": "\\",
    "orange": "-",
    "pink": "|",
    "teal": "-|",
    "brown": "/\\",
}
# The dash and the gap of an outline, in cells.
_DASHES = {
    "cage": (0.1, 0.07),
    "blue": (0.24, 0.07),
    "orange": (0.03, 0.06),
    "teal": (0.16, 0.16),
    "brown": (0.4, 0.04),
    "purple": (0.3, 0.14),
    "pink": (0.06, 0.18),
    "green": (0.2, 0.03),
}


def beneath(layout: Layout) -> Iterator[Primitive]:
    """The shapes behind the digits and the lines of the board: areas, marks in cells, lines."""
    for kind in (shapes.Shade, shapes.Mark, shapes.Line, shapes.Pill):
        for shape in layout.shapes:
            if isinstance(shape, kind):
                yield from _BENEATH[kind](layout, shape)


def outlines(layout: Layout) -> Iterator[Primitive]:
    """The dashed outlines inside the cells. Outlines that share a cell do not touch."""
    drawn: list[tuple[set[int], int]] = []
    for shape in layout.shapes:
        if isinstance(shape, shapes.Outline):
            cells = set(shape.cells)
            taken = {depth for others, depth in drawn if others & cells}
            depth = next(each for each in range(len(taken) + 1) if each not in taken)
            drawn.append((cells, depth))
            yield from _outline(layout, shape, INSET + 0.05 * min(depth, 5))


def above(layout: Layout) -> Iterator[Primitive]:
    """The shapes on the lines and outside the board: dots, signs, texts, clues, words."""
    for shape in layout.shapes:
        if isinstance(shape, shapes.Dot):
            yield from _dot(layout, shape)
        elif isinstance(shape, shapes.Sign):
            yield from _sign(layout, shape)
        elif isinstance(shape, shapes.Line) and shape.text:
            size = max(0.13, min(0.2, 0.5 / (LETTER_WIDTH * len(shape.text)))) * layout.cell
            text = fitted(shape.text, LABEL * layout.cell, size)
            yield from _label(*layout.middle(shape.cells[:2]), text, size)
    yield from _corner_texts(layout)
    for spot in layout.spots:
        if any(clue in layout.shapes for clue in spot.clues):
            yield from _clue(layout, spot)
    yield from _words(layout)


def reddened(drawn: Iterable[Primitive]) -> Iterator[Primitive]:
    """The same shapes in red; areas are pale red, and thick lines get a red core."""
    for each in drawn:
        if isinstance(each, Text | Box):
            yield replace(each, ink="eliminated" if isinstance(each, Text) else "alert")
        elif isinstance(each, Disc):
            yield replace(each, stroke="eliminated", width=each.width or 0.08 * each.radius)
        else:
            share = 0.25 if each.stroke.startswith("pale-") else 1.0
            yield replace(each, stroke="eliminated", width=share * each.width)


# Areas and marks


def _shade(layout: Layout, shape: shapes.Shade) -> Iterator[Primitive]:
    """A pale area. Colours other than grey also have strokes."""
    side, hatches = layout.cell, _HATCHES.get(shape.color, "")
    for cell in shape.cells:
        x, y = layout.corner(cell)
        yield Box(x, y, side, side, pale(shape.color) if hatches else "shade")
        for start, end in (each for hatch in hatches for each in _STROKES[hatch]):
            points = [(x + u * side, y + v * side) for u, v in (start, end)]
            yield Path(tuple(points), strong(shape.color), 0.015 * side)
    if shape.text:
        x, y = layout.corner(min(shape.cells))
        size = 0.24 * side
        yield Text(x + 0.95 * side, y + 0.92 * side, shape.text, size, "given", True, "end")


_RISING = (((0.0, 0.5), (0.5, 0.0)), ((0.0, 1.0), (1.0, 0.0)), ((0.5, 1.0), (1.0, 0.5)))
_PARTS = (0.17, 0.5, 0.83)
_STROKES: dict[str, tuple[tuple[Point, Point], ...]] = {  # over a cell with side 1
    "/": _RISING,
    "\\": tuple(((1 - x, y), (1 - u, v)) for (x, y), (u, v) in _RISING),
    "-": tuple(((0.0, part), (1.0, part)) for part in _PARTS),
    "|": tuple(((part, 0.0), (part, 1.0)) for part in _PARTS),
}


def _mark(layout: Layout, shape: shapes.Mark) -> Iterator[Primitive]:
    """A shape in a cell, behind its digit."""
    x, y = layout.centre(shape.cell)
    side = layout.cell
    if shape.shape == "circle":
        yield Disc(x, y, 0.4 * side, "pale-grey", "strong-grey", 0.03 * side)
    elif shape.shape == "double":
        yield Disc(x, y, 0.43 * side, "pale-yellow", "strong-yellow", 0.04 * side)
        yield Disc(x, y, 0.35 * side, "", "strong-yellow", 0.025 * side)
    elif shape.shape == "square":
        points = _square(x, y, 0.36 * side)
        yield Path(points, "strong-grey", 0.03 * side, closed=True, fill="pale-grey")
    else:
        yield from _chevrons(layout, shape)


def _diamond(x: float, y: float, reach: float) -> tuple[Point, ...]:
    return (x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)


def _square(x: float, y: float, reach: float) -> tuple[Point, ...]:
    return (
        (x - reach, y - reach),
        (x + reach, y - reach),
        (x + reach, y + reach),
        (x - reach, y + reach),
    )


def _touching(layout: Layout, cell: int) -> list[int]:
    pairs = layout.board.neighbours
    return [a if b == cell else b for a, b in pairs if cell in (a, b)]


def _chevrons(layout: Layout, shape: shapes.Mark) -> Iterator[Primitive]:
    """An arrowhead at each edge to a compared cell. It points to the smaller digit."""
    x, y = layout.centre(shape.cell)
    side = layout.cell
    yield Box(x - side / 2, y - side / 2, side, side, "shade")
    tip, foot = (0.34, 0.43) if shape.shape == "minimum" else (0.43, 0.34)
    row, column = layout.board.positions[shape.cell]
    for other in shape.toward or _touching(layout, shape.cell):
        down, across = layout.board.positions[other]
        dx, dy = across - column, down - row
        points = tuple(
            (x + side * (far * dx + wide * dy), y + side * (far * dy + wide * dx))
            for far, wide in ((foot, -0.12), (tip, 0.0), (foot, 0.12))
        )
        yield Path(points, "strong-grey", 0.04 * side)


# Lines


def _line(layout: Layout, shape: shapes.Line) -> Iterator[Primitive]:
    """A line through the middles of cells, with the shapes at its ends."""
    side = layout.cell
    points = [layout.centre(cell) for cell in shape.cells]
    shown = list(points)
    if shape.end == "arrow" and len(points) > 1:
        shown[-1] = _towards(points[-1], points[-2], 0.04 * side)
    if shape.thin:
        yield Path(tuple(shown), strong(shape.color), THIN * side, closed=shape.closed)
    else:
        yield from _thick(tuple(shown), shape, side)
    ends = ((shape.start, points[:2]), (shape.end, points[:-3:-1]))
    for end, (last, *before) in ends:
        yield from _end(layout, shape, end, last, before[0] if before else last)


def _thick(points: tuple[Point, ...], shape: shapes.Line, side: float) -> Iterator[Primitive]:
    """A pale line with its dark edges or with the strokes on it."""
    light, dark, closed = pale(shape.color), strong(shape.color), shape.closed
    if shape.color in _EDGED:
        yield Path(points, dark, THICK * side, closed=closed)
    yield Path(points, light, _EDGED.get(shape.color, THICK) * side, closed=closed)
    for width, dashes in _ON_LINES.get(shape.color, ()):
        scaled = None if dashes is None else (dashes[0] * side, dashes[1] * side)
        yield Path(points, dark, width * side, scaled, closed=closed)


def _end(
    layout: Layout, shape: shapes.Line, end: str, last: Point, before: Point
) -> Iterator[Primitive]:
    side, (x, y) = layout.cell, last
    stroke = strong(shape.color)
    if end == "bulb":
        yield Disc(x, y, 0.38 * side, pale(shape.color))
    elif end in ("circle", "target"):
        yield Disc(x, y, 0.4 * side, "paper", stroke, THIN * side)
        if end == "target" and last != before:
            tip = _towards(last, before, 0.42 * side)
            yield _head(tip, before, 0.22 * side, stroke, THIN * side)
    elif end == "ring":
        yield Disc(x, y, 0.36 * side, "paper", pale(shape.color), 0.13 * side)
    elif end == "diamond":
        reach = 0.44 * side
        points = _diamond(x, y, reach)
        yield Path(points, stroke, THIN * side, closed=True, fill="paper")
    elif end == "arrow" and last != before:
        yield _head(last, before, 0.22 * side, stroke, THIN * side)


def _head(tip: Point, before: Point, length: float, stroke: str, width: float) -> Path:
    """The open head of an arrow that comes from ``before``."""
    away = hypot(before[0] - tip[0], before[1] - tip[1])
    dx, dy = (before[0] - tip[0]) / away, (before[1] - tip[1]) / away
    turn = 0.65
    sides = [
        (
            tip[0] + length * (dx * cos(angle) - dy * sin(angle)),
            tip[1] + length * (dx * sin(angle) + dy * cos(angle)),
        )
        for angle in (turn, -turn)
    ]
    return Path((sides[0], tip, sides[1]), stroke, width)


def _towards(start: Point, end: Point, length: float) -> Point:
    away = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return (
        start[0] + (end[0] - start[0]) * length / away,
        start[1] + (end[1] - start[1]) * length / away,
    )


def _pill(layout: Layout, shape: shapes.Pill) -> Iterator[Primitive]:
    """A round frame: a wide line with a paler one over it."""
    points = tuple(layout.centre(cell) for cell in shape.cells)
    yield Path(points, "strong-grey", 0.8 * layout.cell)
    yield Path(points, "paper", (0.8 - 2 * THIN) * layout.cell)


_BENEATH: dict[type, Callable[[Layout, Any], Iterator[Primitive]]] = {
    shapes.Shade: _shade,
    shapes.Mark: _mark,
    shapes.Line: _line,
    shapes.Pill: _pill,
}

# Outlines, and shapes on the lines


def _outline(layout: Layout, shape: shapes.Outline, depth: float) -> Iterator[Primitive]:
    side = layout.cell
    ink = "cage" if shape.color == "cage" else strong(shape.color)
    dash, gap = _DASHES.get(shape.color, _DASHES["cage"])
    for loop in loops([layout.board.positions[cell] for cell in shape.cells]):
        points = tuple(layout.at(x, y) for x, y in inset(loop, depth))
        yield Path(points, ink, 0.028 * side, (dash * side, gap * side), closed=True)


def _corner_texts(layout: Layout) -> Iterator[Primitive]:
    """The texts of outlines, each in its first cell. A second text in a cell is at the right."""
    seen: dict[int, int] = {}
    side = layout.cell
    for shape in layout.shapes:
        if isinstance(shape, shapes.Outline) and shape.text:
            first = min(shape.cells)
            number = seen[first] = seen.get(first, 0) + 1
            x, y = layout.corner(first)
            size = min(0.22, 0.9 / (LETTER_WIDTH * len(shape.text))) * side
            width = (LETTER_WIDTH * len(shape.text) + 0.3) * size
            left = x + 0.045 * side if number == 1 else x + 0.96 * side - width
            down = y + (0.035 + 0.2 * max(0, number - 2)) * side
            yield Box(left, down, width, 1.0 * size, "paper")
            base = down + 0.5 * size + BASE_LINE * size
            yield Text(left + width / 2, base, shape.text, size, "given")


def _dot(layout: Layout, shape: shapes.Dot) -> Iterator[Primitive]:
    """A dot, which is larger if it has a text in it."""
    x, y = layout.middle(shape.cells)
    side, words = layout.cell, shape.text.split()
    fill = shape.color if shape.color in ("white", "black") else pale(shape.color)
    ink = f"on-{shape.color}" if shape.color in ("white", "black") else "given"
    if len(shape.cells) > 2:
        rows = [" ".join(words[at : at + 2]) for at in range(0, len(words), 2)]
        radius, size = 0.25 * side, (0.26 if len(rows) < 2 else 0.22) * side
    else:
        rows, size = [shape.text] * bool(shape.text), 0.2 * side
        radius = 0.11 * side if not rows else 0.15 * side
    stroke = "given" if shape.color in ("white", "black") else strong(shape.color)
    yield Disc(x, y, radius, fill, stroke, 0.03 * side)
    widest = max((LETTER_WIDTH * len(row) for row in rows), default=0) * size
    size *= min(1.0, 1.75 * radius / widest) if widest else 1.0
    for number, row in enumerate(rows):
        down = (number - (len(rows) - 1) / 2) * size
        yield Text(x, y + down + BASE_LINE * size, row, size, ink)


def _sign(layout: Layout, shape: shapes.Sign) -> Iterator[Primitive]:
    """A letter on an edge, or a chevron that points to the smaller digit."""
    x, y = layout.middle(shape.cells)
    side = layout.cell
    if shape.text not in ("<", ">"):
        yield from _label(x, y, shape.text, 0.27 * side)
        return
    one, other = shape.cells if shape.text == "<" else shape.cells[::-1]
    tip = _towards((x, y), layout.centre(one), 0.1 * side)
    yield Disc(x, y, 0.13 * side, "paper")
    yield _head(tip, layout.centre(other), 0.26 * side, "given", 0.045 * side)


def _label(x: float, y: float, text: str, size: float) -> Iterator[Primitive]:
    """A text on a background that covers the lines behind it."""
    width = (LETTER_WIDTH * len(text) + 0.35) * size
    yield Box(x - width / 2, y - 0.55 * size, width, 1.1 * size, "paper")
    yield Text(x, y + BASE_LINE * size, text, size, "given", bold=True)


# Outside


def _clue(layout: Layout, spot: OutsideSpot) -> Iterator[Primitive]:
    """A text outside the board, and the arrow that shows where it looks."""
    side, size = layout.cell, spot.size * layout.cell
    x, y = layout.at(*spot.centre)
    if spot.is_label:
        yield from _label(x, y, spot.text, size)
        return
    if spot.arrow is not None:
        start, tip = (layout.at(*point) for point in spot.arrow)
        yield Path((start, tip), "given", 0.03 * side)
        yield _head(tip, start, 0.13 * side, "given", 0.03 * side)
    yield Text(x, y + BASE_LINE * size, spot.text, size, "given")


def _words(layout: Layout) -> Iterator[Primitive]:
    """The words below the board."""
    size = layout.letters * layout.cell
    top = layout.top + layout.foot * layout.cell
    for number, line in enumerate(layout.lines):
        base = top + size + (number + 0.75) * LEADING * size
        yield Text(layout.left, base, line, size, "given", anchor="start")
