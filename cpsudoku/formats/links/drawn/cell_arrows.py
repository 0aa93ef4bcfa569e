"""Cells with short arrows: their digit says something of the cells ahead of the arrow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot

from cpsudoku.core.board import Board
from cpsudoku.formats.links.drawn.figures import Drawing, DrawnLine, Place
from cpsudoku.formats.links.drawn.offers import Offer, any_of
from cpsudoku.formats.links.drawn.sentences import RuleWords
from cpsudoku.formats.links.outside import DIAGONAL, STRAIGHT, cells_ahead

_HALF = 0.5**0.5
Build = Callable[[Board, str, Sequence[str], str], "str | None"]


def cell_arrows(drawing: Drawing) -> tuple[dict[int, dict[Place, None]], frozenset[int]]:
    """The directions of the arrows in each cell, and all of their parts."""
    arrows: dict[int, dict[Place, None]] = {}
    parts = set[int]()
    for line in drawing.lines:
        cell = drawing.board.cell_at.get(line.only_place or (-1, -1))
        step = _direction(line) if line.has_head else None
        if cell is not None and step is not None:
            arrows.setdefault(cell, {})[step] = None
            parts |= set(line.numbers)
    return arrows, frozenset(parts)


def cell_arrow_questions(drawing: Drawing, words: RuleWords) -> Iterator[list[Offer]]:
    """The offers for what the digit of a cell with arrows says about the cells that they see."""
    arrows, parts = cell_arrows(drawing)
    board, name = drawing.board, drawing.board.cell_name
    for noun, build in KINDS_OF_ARROWS.items():
        about = words.about(noun)
        number, same = words.numbered(noun, sorted(about))
        if not arrows or not same:
            continue
        lines = [
            build(
                board,
                name(cell),
                [*map(name, cells_ahead(board, board.row_column(cell), step))],
                number,
            )
            for cell, steps in arrows.items()
            for step in steps
        ]
        found = [line for line in lines if line is not None]
        if len(found) == len(lines):
            yield [Offer(noun, len(lines), tuple(found), parts, same)]


def _distance(board: Board, name: str, ahead: Sequence[str], number: str) -> str | None:
    """The digit is the number of steps to a digit that the sentences name."""
    pairs = [(step, ahead[step - 1]) for step in board.values if 0 < step <= len(ahead)]
    ways = [f"(all-of: (only {step}: {name}) & (only {number}: {other}))" for step, other in pairs]
    return any_of([way[1:-1] for way in ways]) if number and ways else None


def _next_higher(board: Board, name: str, ahead: Sequence[str], _: str) -> str | None:
    """The digit after that of the cell is in the direction."""
    return any_of([f"pair b=a+1: {name} {other}" for other in ahead]) if ahead else None


def _again(board: Board, name: str, ahead: Sequence[str], _: str) -> str | None:
    """The digit of the cell is in the direction, too."""
    return any_of([f"pair a=b: {name} {other}" for other in ahead]) if ahead else None


def _visible(board: Board, name: str, ahead: Sequence[str], _: str) -> str | None:
    """The digit is the number of skyscrapers that are visible from its cell."""
    counts = [count for count in board.values if 0 < count <= len(ahead)]
    seen = " ".join(ahead)
    ways = [f"all-of: (only {n}: {name}) & (skyscraper {n}: {seen})" for n in counts]
    return any_of(ways) if ways else None


KINDS_OF_ARROWS: dict[str, Build] = {
    "distance arrow": _distance,
    "next-higher arrow": _next_higher,
    "repeating arrow": _again,
    "visible arrow": _visible,
}


def _direction(line: DrawnLine) -> Place | None:
    """The step that an arrow shows: upright, level or diagonal. None for others."""
    (r, c), (row, column) = line.points[0], line.points[-1]
    length = hypot(row - r, column - c)
    if length == 0:
        return None
    step = ((row - r) / length, (column - c) / length)
    straight = next((each for each in STRAIGHT if _is_near(each, step)), None)
    return straight or next(
        (each for each in DIAGONAL if _is_near((each[0] * _HALF, each[1] * _HALF), step)), None
    )


def _is_near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return hypot(one[0] - other[0], one[1] - other[1]) < 0.1
