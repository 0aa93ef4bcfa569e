"""The parts of a drawing: boxes, discs, paths and texts, with named inks and positions.

A line of a board is a thin box, so that its ends and corners look the same in every medium.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from cpsudoku.runtime.wide_lines import columns

Point = tuple[float, float]
LETTER_WIDTH = 0.56  # of the size of a text, on average


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle filled with one ink."""

    x: float
    y: float
    width: float
    height: float
    ink: str = "given"


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle that is filled with an ink, outlined with an ink, or both."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points, with round ends and corners, or the shape that it encloses.

    ``dashes`` are the lengths of a dash and of the gap after it; empty for a solid line.
    """

    points: tuple[Point, ...]
    stroke: str = ""
    width: float = 0.0
    dashes: tuple[float, float] | None = None
    closed: bool = False
    fill: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A text. ``anchor`` decides whether its base line starts, ends or is centred at a point."""

    x: float
    y: float
    text: str
    size: float
    ink: str = "given"
    bold: bool = False
    anchor: str = "middle"  # or start, end: as in SVG


Primitive = Box | Disc | Path | Text


@dataclass(frozen=True)
class Scene:
    """One picture or page. A unit is a pixel of a picture or a point (1/72 inch) of a page."""

    width: float
    height: float
    shapes: tuple[Primitive, ...]
    title: str = ""


def fitted(text: str, width: float, size: float) -> str:
    """The text, shortened at the end if it is too wide."""
    most = max(1, int(width / (LETTER_WIDTH * size)))
    if columns(text) <= most:
        return text
    kept = text[:1]
    for letter in text[1:]:
        if columns(kept + letter) > most - 3:
            break
        kept += letter
    return kept.rstrip() + "..."


def dashed(path: Path) -> Iterable[Path]:
    """The dashes of a path, each as a separate path, for media without dashed lines."""
    if path.dashes is None:
        yield path
        return
    dash, gap = path.dashes
    ends = [*path.points, path.points[0]] if path.closed else list(path.points)
    left, drawing, part = dash, True, [ends[0]]
    for (x, y), (u, v) in pairwise(ends):
        length, at = ((u - x) ** 2 + (v - y) ** 2) ** 0.5, 0.0
        while length - at > left:
            at += left
            point = (x + (u - x) * at / length, y + (v - y) * at / length)
            if drawing:
                yield replace(path, points=(*part, point), dashes=None, closed=False)
            drawing, part = not drawing, [point]
            left = dash if drawing else gap
        left -= length - at
        if drawing:
            part.append((u, v))
    if drawing and len(part) > 1:
        yield replace(path, points=tuple(part), dashes=None, closed=False)


_PLAIN = str.maketrans({"≤": "<=", "≥": ">=", "≠": "!=", "×": "x", "÷": "/", "−": "-", "…": "..."})


def plain(text: str) -> str:
    """A text without the signs that some fonts lack."""
    return text.translate(_PLAIN)
