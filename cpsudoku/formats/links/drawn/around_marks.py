"""Marks whose digit counts cells around them: the words about them, and the rules they become."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cpsudoku.formats.links.drawn.figures import Drawing, DrawnMark, Place
from cpsudoku.formats.links.drawn.mark_families import Build, MarkFamily
from cpsudoku.formats.links.drawn.offers import minus, one_is_rest
from cpsudoku.formats.links.outside import cells_around

_SHAPES = ("circle", "square", "diamond", "text")


def _sum_of(steps: Sequence[Place]) -> Build:
    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        """The digit is the sum of the digits that are one of these steps away."""
        lines, at = list[str](), drawing.board.cell_at
        for mark in marks:
            (r, c), cell = mark.place, drawing.cells([mark.place])
            near = [at[r + down, c + right] for down, right in steps if (r + down, c + right) in at]
            if not cell or not near or mark.text:
                return None
            lines.append(f"sum 0: {drawing.named(cell)} {minus(drawing.named(near))}")
        return lines

    return build


def _of_parity_at_corner(rest: int) -> Build:
    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        """The number in the circle is that of the digits of this parity around it."""
        lines = []
        for mark in marks:
            cells = cells_around(drawing.board, mark.corner or (0, 0))
            if not cells or mark.text not in ("0", "1", "2", "3", "4"):
                return None
            ways = (f"({_PARITIES[rest]}: {drawing.named((cell,))})" for cell in cells)
            lines.append(f"exactly {mark.text}: {' | '.join(ways)}")
        return lines

    return build


def _absent(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """The digits in the circle are in none of the cells around it."""
    lines, values = [], drawing.board.values
    for mark in marks:
        cells = cells_around(drawing.board, mark.corner or (0, 0))
        absent = {int(digit) for digit in re.findall(r"\d", mark.text)}
        others = [str(value) for value in values if value not in absent]
        if not cells or not absent or len(values) > 9 or re.sub(r"[\d\s,]", "", mark.text):
            return None
        lines.append(f"only {','.join(others)}: {drawing.named(cells)}")
    return lines


def _one_is_rest(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """Of the four cells around a circle, one has the sum of the other three."""
    around = [cells_around(drawing.board, mark.corner or (0, 0)) for mark in marks]
    if not all(around) or any(mark.text for mark in marks):
        return None
    names = ([drawing.named((cell,)) for cell in cells] for cells in around)
    return [one_is_rest(each, range(len(each))) for each in names]


_PARITIES = ("even", "odd")
_ORTHOGONAL = ((-1, 0), (0, 1), (1, 0), (0, -1))
_DIAGONAL = ((-1, -1), (-1, 1), (1, 1), (1, -1))
AROUND = (
    MarkFamily("neighbour sum", "cell", _SHAPES, "neighbour sum", (), _sum_of(_ORTHOGONAL)),
    MarkFamily(
        "diagonal neighbour sum", "cell", _SHAPES, "diagonal neighbour sum", (), _sum_of(_DIAGONAL)
    ),
    MarkFamily("even count", "corner", _SHAPES, "even count", (), _of_parity_at_corner(0)),
    MarkFamily("odd count", "corner", _SHAPES, "odd count", (), _of_parity_at_corner(1)),
    MarkFamily("absent digits", "corner", _SHAPES, "absent digits", (), _absent),
    MarkFamily("three-to-one sum", "corner", _SHAPES, "three-to-one sum", (), _one_is_rest),
)
