"""Several grids in one SVG, each with a title, coloured cells, candidates, and words below."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.drawing.svg_picture import LINE, MARGIN, Picture
from cpsudoku.runtime.printable import markup
from cpsudoku.runtime.wide_lines import wrapped
from cpsudoku.scene.svg import ink

LETTER = 7.2  # the approximate width of a letter of the words


@dataclass(frozen=True)
class DrawnGrid:
    """One grid to draw.

    The cells show the digits of ``grid``; those in ``givens`` are bold. ``fills`` are the inks
    behind cells, ``candidates`` the small digits in them, ``chosen`` the highlighted ones. The
    rules of ``constraints`` are drawn on the board, and ``guilty`` ones in red. Their sentences and
    ``words`` are below it.
    """

    grid: Grid
    givens: Grid
    fills: Mapping[int, str] = field(default_factory=dict)
    candidates: Mapping[int, Collection[int]] = field(default_factory=dict)
    chosen: Collection[tuple[int, int]] = ()
    title: str = ""
    words: Sequence[str] = ()
    constraints: Sequence[Constraint] = ()
    guilty: Sequence[Constraint] = ()


def svg(drawings: Sequence[DrawnGrid], columns: int = 3) -> str:
    """One picture with all drawings, in rows of this many."""
    parts: list[str] = []
    width = y = 0.0
    for at in range(0, len(drawings), columns):
        x = highest = 0.0
        for drawing in drawings[at : at + columns]:
            wide, high, drawn = _drawn(drawing, x, y)
            parts += drawn
            x, highest = x + wide, max(highest, high)
        width, y = max(width, x), y + highest
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{y:g}" '
        f'viewBox="0 0 {width:g} {y:g}" font-family="sans-serif">'
    )
    ground = f'<rect width="{width:g}" height="{y:g}" {ink("paper")}/>'
    return "\n".join([head, ground, *parts, "</svg>", ""])


def _drawn(drawing: DrawnGrid, x: float, y: float) -> tuple[float, float, list[str]]:
    """The width and height of a drawing, and its elements, moved to a place."""
    picture = Picture(
        drawing.grid.board,
        drawing.title,
        constraints=drawing.constraints,
        worded=True,
        filling=drawing.grid,
    )
    for cell, name in drawing.fills.items():
        picture.fill([cell], name)
    picture.accuse(drawing.guilty)
    picture.grid(drawing.grid, drawing.givens)
    marks = [(cell, digit) for cell, each in drawing.candidates.items() for digit in sorted(each)]
    picture.candidates([mark for mark in marks if mark not in drawing.chosen])
    picture.candidates([mark for mark in marks if mark in drawing.chosen], "placed", bold=True)
    wide, high = picture.width, picture.foot + MARGIN
    lines = _wrapped(drawing.words, int((wide - 2 * MARGIN) / LETTER))
    texts = [
        f'<text x="{x + MARGIN:g}" y="{y + high + n * LINE:g}" font-size="13" {ink("given")}>'
        f"{markup(line)}</text>"
        for n, line in enumerate(lines)
    ]
    inner = picture.svg.replace("<svg ", f'<svg x="{x:g}" y="{y:g}" ', 1).rstrip()
    return wide, high + len(lines) * LINE, [inner, *texts]


def _wrapped(words: Sequence[str], width: int) -> list[str]:
    return [line for text in words for line in wrapped(text, width)]
