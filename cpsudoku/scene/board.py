"""A whole board as primitives: the shapes of its rules, its lines, and the content of its cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cpsudoku.core.candidates import digits_of
from cpsudoku.scene import layers, rules
from cpsudoku.scene.edges import board_lines
from cpsudoku.scene.faces import Face
from cpsudoku.scene.layout import Layout
from cpsudoku.scene.primitives import LETTER_WIDTH, Box, Disc, Primitive, Text

THIN, THICK = 0.02, 0.065  # of the side of a cell
DIGIT, CANDIDATE = 0.62, 0.72  # sizes: of a cell, of the area of a candidate
GROUND, SIGN = 0.4, 0.4  # of the area of a candidate: the radius of a disc, the size of a sign


def drawn(layout: Layout, faces: Sequence[Face]) -> Iterator[Primitive]:
    """A board with its cells."""
    yield from layers.beneath(layout)
    yield from rules.beneath(layout)
    for cell, face in enumerate(faces):
        yield from grounds(layout, cell, face)
        yield from digit(layout, cell, face)
        yield from drawn_candidates(layout, cell, face)
        yield from signs(layout, cell, face)
    yield from lines(layout)
    yield from layers.above(layout)
    yield from rules.above(layout)


def lines(
    layout: Layout, thin: str = "hair", widths: tuple[float, float] = (THIN, THICK)
) -> Iterator[Primitive]:
    """The thin lines of the board, then the outlines, then the thick lines."""
    edges = list(board_lines(layout.board, layout.areas))
    for is_thick in (False, True):
        width, ink = widths[is_thick] * layout.cell, "thick" if is_thick else thin
        for x1, y1, x2, y2, thick in edges:
            if thick == is_thick:
                left, top = layout.at(x1, y1)
                yield Box(
                    left - width / 2,
                    top - width / 2,
                    (x2 - x1) * layout.cell + width,
                    (y2 - y1) * layout.cell + width,
                    ink,
                )
        if not is_thick:
            yield from rules.outlines(layout)


def fills(layout: Layout, inks: Mapping[int, str]) -> Iterator[Primitive]:
    """Cells filled with an ink behind their content."""
    for cell, ink in inks.items():
        yield Box(*layout.corner(cell), layout.cell, layout.cell, ink)


def digit(layout: Layout, cell: int, face: Face) -> Iterator[Primitive]:
    """The large digit of a cell; givens are bold."""
    if face.digit:
        size = DIGIT * layout.cell
        x, y = layout.centre(cell)
        text = layout.board.symbols[face.digit]
        yield Text(x, y + rules.BASE_LINE * size, text, size, face.ink, face.ink == "given")


def drawn_candidates(layout: Layout, cell: int, face: Face) -> Iterator[Primitive]:
    """The small candidates of an empty cell. Those with a role are highlighted."""
    size, roles = CANDIDATE * layout.slot, dict(face.roles)
    for each in digits_of(0 if face.digit else face.marks):
        x, y = layout.place(cell, each)
        yield Text(
            x,
            y + rules.BASE_LINE * size,
            layout.board.symbols[each],
            size,
            "given" if each in roles else "mark",
        )


def grounds(layout: Layout, cell: int, face: Face) -> Iterator[Primitive]:
    """A disc in the ink of its role behind each candidate that has one."""
    for each, ink in face.roles:
        yield Disc(*layout.place(cell, each), GROUND * layout.slot, ink)


def signs(layout: Layout, cell: int, face: Face) -> Iterator[Primitive]:
    """The small signs at the upper right of candidates, inside the cell."""
    for each, text in face.signs:
        x, y = layout.place(cell, each)
        size = max(0.24, min(SIGN, 0.3 / (LETTER_WIDTH * len(text)))) * layout.slot
        right = x + 0.5 * layout.slot
        yield Text(right, y - 0.08 * layout.slot, text, size, "link", anchor="end")
