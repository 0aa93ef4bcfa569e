"""Marks whose digit counts cells around them: the words about them, and the rules they become."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.formats.links.drawn.figures import Drawing, DrawnMark, Place
from cpsudoku.formats.links.drawn.mark_families import Build, MarkFamily

_SHAPES = ("circle", "square", "diamond", "text")


def _neighbours(drawing: Drawing, place: Place) -> str:
    """The cells that touch a cell at an edge or a corner."""
    row, column = place
    near = ((r, c) for r in range(row - 1, row + 2) for c in range(column - 1, column + 2))
    at = drawing.board.cell_at
    return drawing.named([at[each] for each in near if each != place and each in at])


def _smaller(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """The digit is the number of smaller digits around it."""
    lines, values = [], drawing.board.values
    for mark in marks:
        cell, near = (
            drawing.named(drawing.cells([mark.place]) or ()),
            _neighbours(drawing, mark.place),
        )
        ways = (
            f"(all-of: (only {digit}: {cell}) & "
            f"(count {','.join(map(str, values[:number]))}: {cell} = {near}))"
            for number, digit in enumerate(values)
            if number
        )
        lines.append("any-of: " + " | ".join(ways))
    return lines


def _of_parity(rest: int) -> Build:
    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        """The digit is the number of digits of this parity around it."""
        digits = ",".join(str(digit) for digit in drawing.board.values if digit % 2 == rest)
        return [
            f"count {digits}: {drawing.named(drawing.cells([mark.place]) or ())} = "
            f"{_neighbours(drawing, mark.place)}"
            for mark in marks
        ]

    return build


AROUND = (
    MarkFamily("smaller-digit counter", "cell", _SHAPES, "smaller-digit counter", (), _smaller),
    MarkFamily("odd-digit counter", "cell", _SHAPES, "odd-digit counter", (), _of_parity(1)),
    MarkFamily("even-digit counter", "cell", _SHAPES, "even-digit counter", (), _of_parity(0)),
)
