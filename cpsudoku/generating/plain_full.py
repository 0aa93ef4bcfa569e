"""Draws full grids by the source of ``full``, run as plain Python on lists."""

from __future__ import annotations

from functools import cache

from cpsudoku.core.board import Board
from cpsudoku.generating.mix import below_of, number_of
from cpsudoku.runtime.compiled.plain_source import Functions, functions_of


def full_grid(key: int) -> bytes:
    """The grid of a key: 81 digits, the same as those of ``full.full_grids``."""
    out = [[0] * 81]
    digits = [0, *(bit.bit_length() for bit in range(1, 512))]
    room = [[0] * size for size in (81, 81, 81, 81, 9, 9, 12)]
    _functions()["_draw"]([key], out, Board.of_size(9).peers, digits, room)
    return bytes(out[0])


@cache
def _functions() -> Functions:
    names = {"number": number_of, "below": below_of}
    without = ("Grids", "Ints", "Room", "PEERS", "_DIGIT", "compiled")
    return functions_of(__file__, ["full"], names, without)
