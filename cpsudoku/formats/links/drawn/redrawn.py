"""Recognises what was drawn with plain lines: heads and shafts of arrows, outlines of diamonds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

from cpsudoku.formats.links.drawn.figures import DrawnLine, DrawnMark, Point

_NEAR = 0.06  # points that are meant to be the same are not further apart
_LONGEST_SIDE = 0.6  # of the head of an arrow
_SMALLEST, _LARGEST = 0.3, 0.95  # the width of an outline in a cell


def with_heads(lines: Sequence[DrawnLine]) -> list[DrawnLine]:
    """The lines, as arrows if a short hook of the same colour has its tip at one of their ends."""
    hooks = [line for line in lines if _is_hook(line)]
    found, used = list[DrawnLine](), set[int]()
    for line in lines:
        if line.has_head or line.length <= _LONGEST_SIDE or line in hooks:
            continue
        for points in (line.points, line.points[::-1]):
            heads = [each for each in hooks if _is_head(each, points, line)]
            if heads:
                more = tuple(each.number for each in heads)
                used.update(more)
                found.append(replace(line, points=points, has_head=True, more=more))
                break
    kept = {line.number: line for line in (*lines, *found)}
    return [line for line in kept.values() if line.number not in used]


def without_shafts(lines: Sequence[DrawnLine]) -> list[DrawnLine]:
    """The lines without those that draw a part of an arrow of the same colour again.

    They become parts of the arrow.
    """
    arrows = [line for line in lines if line.has_head]
    shafts: dict[int, list[int]] = {}
    for line in lines:
        whole = next((arrow for arrow in arrows if _is_part(line, arrow)), None)
        if whole is not None:
            shafts.setdefault(whole.number, []).append(line.number)
    drawn_again = {number for numbers in shafts.values() for number in numbers}
    return [
        replace(line, more=(*line.more, *shafts.get(line.number, ())))
        for line in lines
        if line.number not in drawn_again
    ]


def _is_part(line: DrawnLine, arrow: DrawnLine) -> bool:
    """Whether a line without a head lies on an arrow of the same colour, cell after cell."""
    count, way = len(line.places), arrow.places
    if line.has_head or count < 2 or line.colour.key != arrow.colour.key:
        return False
    parts = [way[at : at + count] for at in range(len(way) - count + 1)]
    return line.places in parts or line.places[::-1] in parts


def _is_hook(line: DrawnLine) -> bool:
    """Whether a line has two short sides of the same length."""
    if len(line.points) != 3:
        return False
    one, tip, other = line.points
    sides = (_distance(one, tip), _distance(tip, other))
    return min(sides) > 0.05 and max(sides) < _LONGEST_SIDE and max(sides) - min(sides) < _NEAR


def _is_head(hook: DrawnLine, points: Sequence[Point], line: DrawnLine) -> bool:
    """Whether a hook is the head of a line at its last point, with both sides pointing back."""
    one, tip, other = hook.points
    if hook.colour.key != line.colour.key or _distance(tip, points[-1]) > _NEAR:
        return False
    before = points[-2]
    back = (before[0] - tip[0], before[1] - tip[1])
    middle = ((one[0] + other[0]) / 2 - tip[0], (one[1] + other[1]) / 2 - tip[1])
    along = back[0] * middle[0] + back[1] * middle[1]
    return along > 0.8 * hypot(*back) * hypot(*middle)


def outlines(lines: Sequence[DrawnLine]) -> dict[int, DrawnMark]:
    """The small closed lines that are diamonds or squares in a cell, by their numbers."""
    found = ((line.number, _outline(line)) for line in lines if not line.has_head)
    return {number: mark for number, mark in found if mark is not None}


def _outline(line: DrawnLine) -> DrawnMark | None:
    """The diamond or square that a line goes round, or None."""
    points = line.points
    if len(points) != 5 or _distance(points[0], points[-1]) > _NEAR or line.only_place is None:
        return None
    rows, columns = [r for r, _ in points], [c for _, c in points]
    tall, wide = max(rows) - min(rows), max(columns) - min(columns)
    centre = ((max(rows) + min(rows)) / 2, (max(columns) + min(columns)) / 2)
    if not all(_SMALLEST < each < _LARGEST for each in (tall, wide)):
        return None
    half = {"diamond": ((tall / 2, 0), (0, wide / 2)), "square": ((tall / 2, wide / 2),)}
    for shape, corners in half.items():
        away = ((abs(r - centre[0]), abs(c - centre[1])) for r, c in points)
        if all(any(_distance(each, corner) < _NEAR for corner in corners) for each in away):
            angle = 45.0 if shape == "diamond" else 0.0
            return DrawnMark((line.number,), centre, wide, tall, border=line.colour, angle=angle)
    return None


def _distance(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
