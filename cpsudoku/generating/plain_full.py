"""Draws full grids by the source of ``full``, run as plain Python on lists."""

from __future__ import annotations

from functools import cache

from cpsudoku.core.board import Board
from cpsudoku.generating.mix import below_of, number_of
from cpsudoku.runtime.compiled.plain_source import Functions, functions_of


class _Lists:
    """What the source uses of NumPy, with lists as arrays."""

    uint8 = int64 = None

    @staticmethod
    def full(length: int, value: int, _: None) -> list[int]:
        """A list with the same number everywhere."""
        return [value] * length

    @staticmethod
    def zeros(length: int, _: None) -> list[int]:
        """A list of zeros."""
        return [0] * length

    empty = zeros


def full_grid(key: int) -> bytes:
    """The grid of a key: 81 digits, the same as those of ``full.full_grids``."""
    out = [[0] * 81]
    digits = [0, *(bit.bit_length() for bit in range(1, 512))]
    _functions()["_draw"]([key], out, Board.of_size(9).peers, digits)
    return bytes(out[0])


@cache
def _functions() -> Functions:
    names = {"np": _Lists, "number": number_of, "below": below_of}
    return functions_of(__file__, ["full"], names, without=("Grids", "PEERS", "_DIGIT", "compiled"))
