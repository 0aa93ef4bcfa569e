"""The puzzle of a picture, also after a person has read the cells that were in doubt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving.doubting import decided
from cpsudoku.solving.entering import entered


def seen(puzzle: Puzzle) -> Puzzle:
    """The puzzle that a picture shows, with what is in doubt and what was not read of its lines.

    Raises InputError if the digits are not those of a Sudoku.
    """
    if puzzle.sight is None:
        return puzzle
    found = decided(puzzle)
    return entered(replace(found, uninterpreted=(*found.uninterpreted, *puzzle.sight.unread)))


def corrected(puzzle: Puzzle, digits: Mapping[int, int]) -> Puzzle:
    """The puzzle that a picture shows if some cells have these digits, or 0 for a blank.

    Fewer or other cells may be in doubt then, but never those that a person has read. Raises
    InputError if the puzzle is not from a picture, or if the digits are not those of a Sudoku.
    """
    if puzzle.sight is None:
        raise InputError("the puzzle was not read from a picture", puzzle.source)
    size = puzzle.board.size
    for cell, digit in digits.items():
        if not (0 <= cell < len(puzzle.board) and 0 <= digit <= size):
            raise InputError(
                "cell {cell} can't hold {digit}; the board has {size}x{size} cells",
                cell=cell,
                digit=digit,
                size=size,
            )
    found = seen(replace(puzzle, sight=puzzle.sight.certain(digits)))
    assert found.sight is not None
    known = {found.sight.in_words(cell) for cell in found.sight.confirmed}
    left = tuple(part for part in found.uninterpreted if part not in known)
    return replace(found, uninterpreted=left)
