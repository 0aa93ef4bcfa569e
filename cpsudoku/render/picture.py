"""Grids as SVG: lines around boxes, coloured cells, candidates, a title and some words below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from cpsudoku.grid import SYMBOLS, Grid

CELL = 40
MARGIN = 12
LINE = 18  # the height of a line of words
LETTER = 7  # the width of a letter of words, nearly
GIVEN, ANSWER, CANDIDATE = "#000000", "#b00000", "#606060"


@dataclass(frozen=True)
class Drawing:
    """One grid to draw.

    ``grid`` is what the cells show, black where ``givens`` has it. ``fills`` are the colours
    behind cells. ``candidates`` are the small digits of empty cells, each with its colour or ""
    for the usual one. ``words`` stand below, a line each.
    """

    grid: Grid
    givens: Grid
    fills: Mapping[int, str] = field(default_factory=dict)
    candidates: Mapping[int, Mapping[int, str]] = field(default_factory=dict)
    title: str = ""
    words: Sequence[str] = ()

    @property
    def width(self) -> int:
        """The width in pixels, margins included."""
        longest = max((len(text) for text in (self.title, *self.words)), default=0)
        return max(self.grid.geometry.size * CELL, longest * LETTER) + 2 * MARGIN

    @property
    def height(self) -> int:
        """The height in pixels, margins included."""
        lines = (1 if self.title else 0) + len(self.words)
        return self.grid.geometry.size * CELL + lines * LINE + 2 * MARGIN

    @property
    def top(self) -> int:
        """Where the grid begins, below the title."""
        return MARGIN + (LINE if self.title else 0)


def svg(drawings: Sequence[Drawing], columns: int = 3) -> str:
    """One picture of the drawings, that many beside each other."""
    rows = [drawings[at : at + columns] for at in range(0, len(drawings), columns)]
    parts, y, width = [], 0, 0
    for row in rows:
        x = 0
        for drawing in row:
            parts += [f'<g transform="translate({x},{y})">', *_drawn(drawing), "</g>"]
            x += drawing.width
        width = max(width, x)
        y += max(drawing.height for drawing in row)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}" '
        f'viewBox="0 0 {width} {y}" font-family="sans-serif">'
    )
    ground = f'<rect width="{width}" height="{y}" fill="#ffffff"/>'
    return "\n".join([head, ground, *parts, "</svg>", ""])


def _drawn(drawing: Drawing) -> list[str]:
    """The elements of one drawing."""
    size = drawing.grid.geometry.size
    parts = []
    if drawing.title:
        parts.append(_words(MARGIN, MARGIN + 12, drawing.title, "bold"))
    for cell, colour in drawing.fills.items():
        x, y = _corner(drawing, cell)
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}"/>')
    for cell in range(size * size):
        parts += _cell(drawing, cell)
    parts += _lines(drawing)
    below = drawing.top + size * CELL + LINE
    parts += [_words(MARGIN, below + n * LINE, text) for n, text in enumerate(drawing.words)]
    return parts


def _corner(drawing: Drawing, cell: int) -> tuple[int, int]:
    r, c = drawing.grid.geometry.row_column(cell)
    return MARGIN + c * CELL, drawing.top + r * CELL


def _cell(drawing: Drawing, cell: int) -> list[str]:
    """The digit of a cell, or its candidates."""
    x, y = _corner(drawing, cell)
    digit = drawing.grid[cell]
    if digit:
        colour = GIVEN if drawing.givens[cell] else ANSWER
        return [_symbol(x + CELL / 2, y + CELL / 2, digit, CELL * 0.6, colour)]
    size = drawing.grid.geometry.size
    across = (drawing.grid.geometry.box_shape or (0, round(size**0.5)))[1]
    down = -(-size // across)
    return [
        _symbol(
            x + ((d - 1) % across + 0.5) * CELL / across,
            y + ((d - 1) // across + 0.5) * CELL / down,
            d,
            CELL * 0.85 / max(across, down),
            colour or CANDIDATE,
        )
        for d, colour in sorted(drawing.candidates.get(cell, {}).items())
    ]


def _symbol(x: float, y: float, digit: int, height: float, colour: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y + height * 0.35:.1f}" font-size="{height:.1f}" '
        f'text-anchor="middle" fill="{colour}">{SYMBOLS[digit]}</text>'
    )


def _lines(drawing: Drawing) -> list[str]:
    """Thin lines between cells, thick ones between boxes and around."""
    geometry = drawing.grid.geometry
    size, box = geometry.size, geometry.box_of
    thin: list[str] = []
    thick: list[str] = []
    for cell in range(size * size):
        x, y = _corner(drawing, cell)
        r, c = geometry.row_column(cell)
        down, across = f"M{x} {y}v{CELL}", f"M{x} {y}h{CELL}"
        (thick if c == 0 or box[cell - 1] != box[cell] else thin).append(down)
        (thick if r == 0 or box[cell - size] != box[cell] else thin).append(across)
    side = size * CELL
    thick.append(f"M{MARGIN} {drawing.top + side}h{side}v{-side}")
    return [
        f'<path d="{"".join(paths)}" fill="none" stroke="#000000" stroke-width="{width}" '
        'stroke-linecap="square"/>'
        for paths, width in ((thin, 0.7), (thick, 2))
    ]


def _words(x: int, y: int, text: str, weight: str = "normal") -> str:
    return f'<text x="{x}" y="{y}" font-size="13" font-weight="{weight}">{escape(text)}</text>'
