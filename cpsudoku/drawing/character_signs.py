"""The parts of rules that a board of characters can show: texts on its lines and outside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import shapes
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.rule_lines import line_of
from cpsudoku.core.variables import Position
from cpsudoku.scene.layout import clues_among
from cpsudoku.scene.outside import clues_by_place, clues_text, direction
from cpsudoku.scene.tags import shapes_of_rules

_DOTS = {"white": "○", "black": "●"}
_ARROWS = {(1, 1): "↘", (1, -1): "↙", (-1, 1): "↗", (-1, -1): "↖"}
_UPRIGHT = {"<": "∧", ">": "∨"}
_MIRRORED = {"<": ">", ">": "<"}


@dataclass
class Signs:
    """Texts by places of the canvas.

    ``before`` are in the middle of the line to the left of a place, and ``above`` in the middle of
    the line above it. ``corners`` are at the left end of the line above it, and ``joints`` at its
    upper left corner. ``outside`` are in places that have no cell.
    """

    before: dict[Position, str] = field(default_factory=dict)
    above: dict[Position, str] = field(default_factory=dict)
    corners: dict[Position, str] = field(default_factory=dict)
    joints: dict[Position, str] = field(default_factory=dict)
    outside: dict[Position, str] = field(default_factory=dict)


def on_lines(board: Board, constraints: Iterable[Constraint]) -> Signs:
    """The signs for the shapes that rules draw. Lines through cells have no sign."""
    signs, drawn = Signs(), shapes_of_rules(constraints)
    for shape in drawn:
        if type(shape) in _PLACED:
            _PLACED[type(shape)](signs, board, shape)
    for place, clues in clues_by_place(board, clues_among(drawn)).items():
        if place not in board.cell_at:
            signs.outside[place] = ",".join(_clue_text(board, clue) for clue in clues)
    return signs


def rules_in_words(constraints: Iterable[Constraint]) -> list[str]:
    """The rules as lines to show below a board of characters, so that nothing is lost.

    Rules that differ only in their cells share a line, as in ``white: r1c1 r1c2; r5c5 r5c6``.
    """
    found: dict[str, list[str]] = {}
    for constraint in constraints:
        head, colon, tail = line_of(constraint).partition(": ")
        found.setdefault(head + colon, []).append(tail)
    return [head + "; ".join(tails) for head, tails in found.items()]


def _clue_text(board: Board, clue: shapes.Clue) -> str:
    arrow = _ARROWS.get(direction(board, clue), "") if clue.arrow else ""
    return f"{clues_text([clue])}{arrow}"


def _outline(signs: Signs, board: Board, shape: shapes.Outline) -> None:
    if shape.text:
        signs.corners.setdefault(board.positions[min(shape.cells)], shape.text)


def _dot(signs: Signs, board: Board, shape: shapes.Dot) -> None:
    text = _DOTS.get(shape.color, "○")
    if len(shape.cells) == 2:
        _on_edge(signs, board, shape.cells, text, text)
    else:
        signs.joints[board.positions[max(shape.cells)]] = text


def _sign(signs: Signs, board: Board, shape: shapes.Sign) -> None:
    text = shape.text
    if shape.cells[0] > shape.cells[1]:
        text = _MIRRORED.get(text, text)
    _on_edge(signs, board, sorted(shape.cells), text, _UPRIGHT.get(text, text))


def _on_edge(signs: Signs, board: Board, cells: Iterable[int], beside: str, stacked: str) -> None:
    """Put ``beside`` between two cells in a row, or ``stacked`` between two cells in a column."""
    (row, column), (other_row, other_column) = sorted(board.positions[cell] for cell in cells)
    if (other_row - row, other_column - column) == (0, 1):
        signs.before[other_row, other_column] = beside[:1]
    elif (other_row - row, other_column - column) == (1, 0):
        signs.above[other_row, other_column] = stacked


_PLACED: dict[type, Callable[[Signs, Board, Any], None]] = {
    shapes.Outline: _outline,
    shapes.Dot: _dot,
    shapes.Sign: _sign,
}
