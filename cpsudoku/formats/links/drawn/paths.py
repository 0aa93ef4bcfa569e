"""The points of a line that is drawn as a path of SVG: ``M96 160L274 160Q352 160 384 192``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from cpsudoku.formats.links.drawn.figures import Point

PIXELS = 64.0  # of a cell
_LONGEST = 20_000  # characters of a path that is read
_STEPS = 6  # points of a curve
_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}  # numbers of each command


def paths_of(text: str) -> list[list[Point]]:
    """The points [row, column] of each stroke, or nothing if a command is not known."""
    tokens, strokes = _TOKEN.findall(text[:_LONGEST]), list[list[Point]]()
    command, at = "", 0
    x = y = 0.0
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        count = _COUNTS.get(command.upper())
        numbers = tokens[at : at + (count or 0)]
        if count is None or len(numbers) < count or any(map(str.isalpha, numbers)):
            return []
        at += count
        if command.upper() == "M":
            x, y = _absolute(command, list(map(float, numbers)), x, y)
            if not strokes or strokes[-1][-1] != (y, x):
                strokes.append([(y, x)])
            command = "l" if command == "m" else "L"
        elif not strokes or (count == 0 and at < len(tokens) and not tokens[at].isalpha()):
            return []
        else:
            points = _drawn(command, list(map(float, numbers)), x, y) or [strokes[-1][0][::-1]]
            strokes[-1] += [(row, column) for column, row in points]
            x, y = points[-1]
    return [[(row / PIXELS, column / PIXELS) for row, column in each] for each in strokes]


def _absolute(command: str, numbers: Sequence[float], x: float, y: float) -> list[float]:
    """The numbers of a command, which count from the last point if it is a small letter."""
    if not command.islower():
        return list(numbers)
    return [number + (y if n % 2 else x) for n, number in enumerate(numbers)]


def _drawn(command: str, numbers: list[float], x: float, y: float) -> list[Point]:
    """The points (x, y) of a command after the last one; none for the end of a closed stroke."""
    kind = command.upper()
    if kind == "H":
        return [(numbers[0] + (x if command == "h" else 0.0), y)]
    if kind == "V":
        return [(x, numbers[0] + (y if command == "v" else 0.0))]
    places = _absolute(command, numbers, x, y)
    knots = [(x, y), *zip(places[::2], places[1::2], strict=True)]
    if kind in ("L", "Z"):
        return knots[1:]
    return [_on_curve(knots, step / _STEPS) for step in range(1, _STEPS + 1)]


def _on_curve(knots: Sequence[Point], part: float) -> Point:
    """The point of a Bezier curve at this part of its way."""
    while len(knots) > 1:
        knots = [
            (one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part)
            for one, other in pairwise(knots)
        ]
    return knots[0]
