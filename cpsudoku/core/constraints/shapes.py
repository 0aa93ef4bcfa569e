"""The shapes that show rules on the board. ``drawing`` turns them into pictures.

Colours are names: ``cage``, ``grey``, ``green``, ``purple``, ``blue``, ``orange``, ``red``,
``yellow``, ``pink``, ``teal``, ``indigo``, ``brown``, ``white``, ``black``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Outline:
    """A dashed outline around cells, with a small text in its first cell."""

    cells: tuple[int, ...]
    text: str = ""
    color: str = "cage"


@dataclass(frozen=True)
class Shade:
    """A pale background for cells, with a small text in the first cell."""

    cells: tuple[int, ...]
    color: str = "grey"
    text: str = ""


@dataclass(frozen=True)
class Line:
    """A line through the middles of cells.

    ``start`` and ``end`` are the shapes at its ends: ``""``, ``bulb``, ``circle``, ``arrow``,
    ``target`` (a circle that an arrow points at), ``ring`` (a circle of the line itself) or
    ``diamond``. ``closed`` joins the last cell to the first.
    """

    cells: tuple[int, ...]
    color: str = "grey"
    thin: bool = False
    start: str = ""
    end: str = ""
    text: str = ""
    closed: bool = False


@dataclass(frozen=True)
class Pill:
    """A round frame around neighbouring cells."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class Dot:
    """A dot on the edge of two cells or on the corner of four."""

    cells: tuple[int, ...]
    color: str = "white"
    text: str = ""


@dataclass(frozen=True)
class Sign:
    """A text on the edge of two cells: ``X``, ``V``, or ``<`` from the first to the second."""

    cells: tuple[int, int]
    text: str


@dataclass(frozen=True)
class Mark:
    """A shape in a cell.

    ``shape`` is ``circle``, ``square``, ``double`` (two circles), ``minimum`` or ``maximum``.
    A minimum or maximum has arrows to the neighbours ``toward``, or to all sides if it is empty.
    """

    cell: int
    shape: str
    toward: tuple[int, ...] = ()


@dataclass(frozen=True)
class Clue:
    """A text outside the board, in front of the first of the cells that it looks along.

    With ``arrow``, an arrow shows the direction. Diagonals use it. ``tag`` are the letters of its
    rule, if several rules have clues.
    """

    cells: tuple[int, ...]
    text: str
    arrow: bool = False
    tag: str = ""


@dataclass(frozen=True)
class Note:
    """A sentence below the board, for rules that hold everywhere."""

    text: str


OfCells = Outline | Shade | Line
Shape = Outline | Shade | Line | Pill | Dot | Sign | Mark | Clue | Note


def cells_of_shape(shape: Shape) -> tuple[int, ...]:
    """The cells that a shape marks."""
    if isinstance(shape, Mark):
        return (shape.cell, *shape.toward)
    return () if isinstance(shape, Note) else shape.cells
