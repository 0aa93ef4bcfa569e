"""Puzzles side by side in one picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import ceil, sqrt

from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import WriteOptions
from cpsudoku.formats.pictures.board import (
    PicturePanel,
    caption,
    drawn,
    label_of,
    puzzles_among,
    status_label,
)
from cpsudoku.formats.pictures.code import ABOVE, drawn_code, link_for_code, side_of_code
from cpsudoku.runtime.errors import Unsupported
from cpsudoku.runtime.language import translated
from cpsudoku.scene.primitives import Box, Primitive, Scene, Text, fitted

CODE, MODULE = 0.5, 3.0  # the usual side of a code, of that of a board; the least of a module
MOST = 100  # puzzles in one picture; more belong on pages
CELL, MARGIN, GAP, CAPTION, HEADING = 40.0, 20.0, 32.0, 28.0, 44.0


def sheet(results: Iterable[Result], options: WriteOptions) -> Scene:
    """The picture of all results: the solutions of those that were solved, else their givens.

    Raises Unsupported for more than ``MOST`` puzzles.
    """
    boards = _boards(results, options)
    if not boards:
        return _empty()
    columns = min(5, ceil(sqrt(len(boards))))
    side = CELL * max(board.layout.columns for board in boards)
    high = CELL * max(board.layout.rows for board in boards)
    above = CAPTION if any(board.is_captioned for board in boards) else 0.0
    top = MARGIN + (HEADING if options.title else 0.0)
    width = 2 * MARGIN + columns * (side + GAP) - GAP
    sides = [
        side_of_code(board.link, side * CODE, MODULE, side) if board.link else 0.0
        for board in boards
    ]
    code = max(sides) + ABOVE if any(sides) else 0.0
    height = top + MARGIN + ceil(len(boards) / columns) * (above + high + code + GAP) - GAP
    shapes: list[Primitive] = [Box(0, 0, width, height, "paper")]
    if options.title:
        title = fitted(options.title, width - 2 * MARGIN, 22)
        shapes.append(Text(width / 2, MARGIN + 22, title, 22, bold=True))
    for number, board in enumerate(boards):
        r, c = divmod(number, columns)
        x, y = MARGIN + c * (side + GAP), top + r * (above + high + code + GAP) + above
        shapes += caption(board, x, y - 9, side, 16)
        shapes += drawn(board, x, y, CELL)
        if board.link:
            shapes += drawn_code(board.link, x, y + high + ABOVE, sides[number])
    return Scene(width, height, tuple(shapes), options.title or boards[0].label)


def _empty() -> Scene:
    none = translated("no puzzles")
    return Scene(340, 80, (Box(0, 0, 340, 80, "paper"), Text(170, 45, none, 16)), none)


def _boards(results: Iterable[Result], options: WriteOptions) -> list[PicturePanel]:
    """The boards, with their numbers if there are several."""
    boards: list[PicturePanel] = []
    for puzzle, result in puzzles_among(results):
        label = ", ".join(filter(None, (label_of(puzzle, options.labels), status_label(result))))
        grid, name = result.grid or puzzle.givens, str(len(boards) + 1)
        link = link_for_code(puzzle) if options.qr else ""
        candidates = result.candidates
        boards.append(PicturePanel(puzzle, grid, name, label, candidates=candidates, link=link))
        if len(boards) > MOST:
            raise Unsupported("a picture holds at most {most} puzzles; write a .pdf", most=MOST)
    return boards if len(boards) > 1 else [replace(board, name="") for board in boards]
