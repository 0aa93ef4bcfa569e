"""Says what is in a grid of a picture that was not read, so that no variant is taken for plain."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.constraints.shapes import Clue, Note
from cpsudoku.core.sight import Sight
from cpsudoku.formats.photos.cursor import cursor_in
from cpsudoku.formats.photos.drawings import drawn_cells
from cpsudoku.formats.photos.flat import Flat
from cpsudoku.formats.photos.outside import numbers_outside
from cpsudoku.formats.photos.shading import shaded_cells
from cpsudoku.runtime.words import both, tallied, worded

NAMED = 4  # cells that are named; of more, the others are counted
ORNAMENTS = 5  # shaded blank cells of one row or column, as newspapers ask for their digits


def unread_parts(
    flat: Flat,
    board: Board,
    sight: Sight,
    rules: Sequence[Constraint] = (),
    known: Sequence[int] = (),
) -> tuple[list[str], list[int]]:
    """What was not read, in words, and the shaded cells that are only an ornament.

    sight: what was read in the cells. People are asked for those that are unclear, whatever is
    drawn there. rules: those that the user named, whose drawings are known. known: cells that are
    known to have a drawing.
    """
    ink = flat.ink
    marked = _cells_drawn_by(rules)
    shaded = [cell for cell in shaded_cells(flat, board.box_shape) if cell not in marked]
    expected = _around(marked, board.size).union(sight.unclear)
    drawn = [cell for cell in sorted({*drawn_cells(ink), *known}) if cell not in expected]
    cursor = cursor_in(ink, board.box_shape) if drawn else None
    if cursor is not None:
        around = _around([cursor], board.size)
        drawn = [cell for cell in drawn if cell not in around]
    parts = list[str]()
    ornament = shaded if _is_ornament(shaded, board.size, sight.likeliest) else []
    if shaded and not ornament:
        parts.append(worded("a shade or colour in {named}", named=_named(board, shaded)))
    if drawn:
        parts.append(worded("something drawn in {named}", named=_named(board, drawn)))
    sides = numbers_outside(ink)
    if sides and not any(rule.looks_along for rule in rules):
        parts.append(worded("numbers {sides} the grid", sides=both(sides)))
    return parts, ornament


def _cells_drawn_by(rules: Sequence[Constraint]) -> set[int]:
    """The cells in which rules have something drawn; notes and clues are beside the grid."""
    beside = (Note, Clue)
    return {
        cell
        for rule in rules
        if not all(isinstance(shape, beside) for shape in rule.drawing())
        for cell in rule.cells
    }


def _around(cells: Collection[int], size: int) -> set[int]:
    """These cells and those that touch them, into which a line may reach."""
    return {
        other
        for cell in cells
        for other in range(size * size)
        if abs(other // size - cell // size) < 2 and abs(other % size - cell % size) < 2
    }


def _is_ornament(cells: Sequence[int], size: int, likeliest: bytes) -> bool:
    """Whether these cells are few, blank, and in one row or column."""
    rows, columns = {cell // size for cell in cells}, {cell % size for cell in cells}
    is_line = min(len(rows), len(columns)) == 1
    return is_line and len(cells) <= ORNAMENTS and not any(likeliest[cell] for cell in cells)


def _named(board: Board, cells: Sequence[int]) -> str:
    """``r1c1 r1c2 r1c3 r1c4 and 5 more cells``."""
    names = " ".join(board.cell_name(cell) for cell in cells[:NAMED])
    more = len(cells) - NAMED
    return (
        tallied(
            "{names} and {count} more cell", "{names} and {count} more cells", more, names=names
        )
        if more > 0
        else names
    )
