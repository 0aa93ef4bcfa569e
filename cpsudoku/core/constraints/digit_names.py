"""Digits of a kind, such as primes: a field of rules in which a word may stand for digits."""

from __future__ import annotations

import re
from dataclasses import replace

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.field_kinds import NEEDED, AnyField, D, FieldKind, Needed, field_of
from cpsudoku.core.constraints.fields import SMALL, numbers
from cpsudoku.runtime.errors import InputError, quoted

KINDS = {
    "primes": (2, 3, 5, 7, 11, 13, 17, 19, 23),
    "fibonacci": (1, 2, 3, 5, 8, 13, 21),
    "squares": (1, 4, 9, 16, 25),
}
_STARTS = re.compile(rf"\d\S*|(?:{'|'.join(KINDS)})(?!\S)", re.IGNORECASE)


def digits(default: D | Needed = NEEDED) -> tuple[int, ...] | D:
    """Several digits. In text, they are numbers, or a word of ``KINDS`` for those of the board."""
    field: AnyField = numbers("DIGITS", most=SMALL)  # type: ignore[assignment]
    plain: FieldKind[tuple[int, ...]] = field.metadata["kind"]

    def read(text: str, board: Board) -> tuple[int, ...]:
        kind = KINDS.get(text.lower())
        if kind is None:
            return plain.read(text, board)
        found = tuple(value for value in board.values if value in kind)
        if not found:
            raise InputError("no digit of the board is one of the {text}", text=quoted(text))
        return found

    return field_of(replace(plain, read=read, starts=_STARTS), default)
