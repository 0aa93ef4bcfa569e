"""Grids on pages to print: puzzles first, the answers at the end, smaller."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from cpsudoku.core.errors import BadParameter, MissingExtra
from cpsudoku.core.grid import SYMBOLS
from cpsudoku.drawing.svg_sheet import Drawing

if TYPE_CHECKING:
    from fpdf import FPDF

LAYOUTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}  # columns, rows; in A4, upright
ANSWERS = (3, 4)
WIDTH, HEIGHT, MARGIN, GAP, TITLE = 210.0, 297.0, 15.0, 10.0, 8.0  # mm
MADE = datetime(2000, 1, 1, tzinfo=UTC)  # so that equal puzzles make equal files


def check_layout(per_page: int) -> None:
    """Raise where there is no such page, or no library to write it."""
    if per_page not in LAYOUTS:
        raise BadParameter("per_page", per_page, f"one of {', '.join(map(str, LAYOUTS))}")
    _document()


def pdf(puzzles: Sequence[Drawing], answers: Sequence[Drawing], per_page: int) -> bytes:
    """A PDF of puzzles, that many a page, and of their answers, twelve a page."""
    document = _document()
    _pages(document, puzzles, LAYOUTS[per_page])
    _pages(document, answers, ANSWERS)
    return bytes(document.output())


def _document() -> FPDF:
    try:
        from fpdf import FPDF
    except ImportError:
        raise MissingExtra("a PDF needs fpdf2: pip install 'cpsudoku[pdf]'") from None
    document = FPDF(format="A4")
    document.set_auto_page_break(False)
    document.set_creation_date(MADE)
    return document


def _pages(document: FPDF, drawings: Sequence[Drawing], layout: tuple[int, int]) -> None:
    """The drawings in columns and rows on as many pages as they need."""
    columns, rows = layout
    wide = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns
    high = (HEIGHT - 2 * MARGIN - (rows - 1) * GAP) / rows
    side = min(wide, high - TITLE)
    for number, drawing in enumerate(drawings):
        place = number % (columns * rows)
        if place == 0:
            document.add_page()
        r, c = divmod(place, columns)
        left = MARGIN + c * (wide + GAP) + (wide - side) / 2
        _draw(document, drawing, left, MARGIN + r * (high + GAP), side)


def _draw(document: FPDF, drawing: Drawing, left: float, top: float, side: float) -> None:
    """One title and grid, its upper left corner at a place."""
    geometry = drawing.grid.geometry
    step = side / geometry.size
    document.set_font("helvetica", "B", min(14, side / 5))
    document.set_xy(left, top)
    title = drawing.title.encode("latin-1", "replace").decode("latin-1")
    document.cell(side, TITLE, title, align="C")
    top += TITLE
    for cell, digit in enumerate(drawing.grid.cells):
        if digit:
            r, c = geometry.row_column(cell)
            document.set_font("helvetica", "B" if drawing.givens[cell] else "", step * 1.8)
            document.set_xy(left + c * step, top + r * step)
            document.cell(step, step, SYMBOLS[digit], align="C")
    _lines(document, drawing, left, top, step)


def _lines(document: FPDF, drawing: Drawing, left: float, top: float, step: float) -> None:
    """Thin lines between cells, thick ones between boxes and around."""
    geometry = drawing.grid.geometry
    size, box = geometry.size, geometry.box_of
    for cell in range(size * size):
        r, c = geometry.row_column(cell)
        x, y = left + c * step, top + r * step
        document.set_line_width(0.7 if c == 0 or box[cell - 1] != box[cell] else 0.2)
        document.line(x, y, x, y + step)
        document.set_line_width(0.7 if r == 0 or box[cell - size] != box[cell] else 0.2)
        document.line(x, y, x + step, y)
    document.set_line_width(0.7)
    document.rect(left, top, size * step, size * step)
