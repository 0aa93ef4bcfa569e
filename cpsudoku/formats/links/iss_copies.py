"""Copies of rules: ``.Replicate~BITS~R1C1...End`` shifts the rules inside it to other cells.

Bit number i, of a code with 6 bits for each digit, says whether there is a copy whose origin is the
cell i places after the origin in reading order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.formats.links.iss_codes import bits_of
from cpsudoku.formats.links.iss_tokens import (
    LINE,
    MOST_TOKENS,
    Arguments,
    IssToken,
    cell_id,
    is_cell,
)
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError, quoted

COPIED = "Replicate"


def copied(tokens: Sequence[IssToken], board: Board, is_inside: bool = False) -> list[IssToken]:
    """The tokens, with copies instead of the tokens that ask for them; raises InputError.

    Copies that are inside another rule hold together.
    """
    found = list[IssToken]()
    for token in tokens:
        token.inside = copied(token.inside, board, token.name != COPIED)
        if token.name != COPIED:
            found.append(token)
            continue
        try:
            shifts = list(_shifts(token, board))
            if len(found) + len(shifts) * len(token.inside) > MOST_TOKENS:
                raise InputError("more than {most} rules with all copies", most=f"{MOST_TOKENS:,}")
            copies = [_shifted(each, board, *shift) for shift in shifts for each in token.inside]
            found += [IssToken("And", [], copies)] if is_inside else copies
        except Unsaid:  # extra cells
            found.append(token)
    return found


def _shifts(token: IssToken, board: Board) -> Iterator[tuple[int, int]]:
    """How many rows and columns each copy is shifted by."""
    arguments = Arguments(token.arguments, board)
    origin = arguments.cell(arguments.text(1)) if len(token.arguments) > 1 else 0
    r, c = board.row_column(origin)
    for cell, bit in enumerate(bits_of(arguments.text(0)), origin):
        if bit and cell >= board.total:
            raise InputError("{token}: a copy is not on the board", token=quoted(str(token)))
        if bit:
            row, column = board.row_column(cell)
            yield row - r, column - c


def _shifted(token: IssToken, board: Board, down: int, across: int) -> IssToken:
    """A copy of a token in which all cells are shifted."""

    def shifted(argument: str) -> str:
        name, sign, values = argument.partition("_")
        if not is_cell(name):
            if LINE.fullmatch(argument):
                raise InputError("{token} has no place for copies of it", token=quoted(str(token)))
            return argument
        cell = board.beside(Arguments([], board).cell(name), down, across)
        if cell is None:
            raise InputError("{token}: a copy is not on the board", token=quoted(str(token)))
        return cell_id(board, cell) + sign + values

    inside = [_shifted(each, board, down, across) for each in token.inside]
    return IssToken(token.name, list(map(shifted, token.arguments)), inside)
