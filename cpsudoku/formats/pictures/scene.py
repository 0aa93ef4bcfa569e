"""A drawing as values: filled boxes and texts at places. SVG, PNG and PDF each draw the same ones.

A line is a thin box, so that its ends and corners look alike in every medium.
"""

from __future__ import annotations

from dataclasses import dataclass

# Colours on white paper.
PAPER, INK, ENTRY, GREY, HAIR, SHADE = (
    *("#ffffff", "#14181d", "#0b57a4", "#59636e"),
    *("#8b949e", "#e9eef5"),
)
LETTER_WIDTH = 0.56  # of the size of a text, on average


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle filled with one colour."""

    x: float
    y: float
    width: float
    height: float
    colour: str = INK


@dataclass(frozen=True, slots=True)
class Text:
    """A text whose base line starts, ends or has its middle at a point; see ``anchor``."""

    x: float
    y: float
    text: str
    size: float
    colour: str = INK
    bold: bool = False
    anchor: str = "middle"  # or start, end: as in SVG


Shape = Box | Text


@dataclass(frozen=True)
class Scene:
    """One picture or page. A unit is a pixel of a picture and a point (1/72 inch) of a page."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""


def fitted(text: str, width: float, size: float) -> str:
    """The text, shortened at the end if it is too wide."""
    most = max(1, int(width / (LETTER_WIDTH * size)))
    return text if len(text) <= most else text[: max(1, most - 3)].rstrip() + "..."
