"""Writes rows of output, without an object per row.

``join`` writes each row as its line of the plan says; here four columns, where ``$`` stands for a
line end::

    plan[i]       [ -1            | 0     | GRID       | 1     ]
    written as      numbers[0, i]   piece   grids[0][i]   piece
    out             17              ,unique,  534678912 .. $

    pieces        | ,unique, | $ | .. | PAD bytes |
    piece_starts    0          8   9

``ends[i]`` is where the row ends in ``out``, and ``tails[i]`` where its column ``tail_column``
begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cpsudoku.road.kernels.fields import CELLS, Bytes, Ints
from cpsudoku.road.kernels.text import compiled
from cpsudoku.runtime.compiled.declaring import inner

Plans = npt.NDArray[np.int32]

GRID, NOTHING = 1 << 29, 1 << 30  # in the plan of join, GRID + k is the grid of the row in grids k
PAD = 16  # bytes that may be read and written behind the end of a piece
LONGEST_NUMBER = 20
MOST_GRIDS = 3  # of a row

_NEWLINE = ord("\n")
_SYMBOLS = np.frombuffer(b".123456789", np.uint8)
_TENS = np.frombuffer(b"".join(b"%02d" % n for n in range(100)), np.uint8).copy()


def _copy_slice(source: Bytes, start: int, end: int, target: Bytes, at: int) -> int:
    target[at : at + end - start] = source[start:end]
    return at + end - start


@inner(plain=_copy_slice)
def _copy(source: Bytes, start: int, end: int, target: Bytes, at: int) -> int:
    """Copy some bytes, PAD at a time; return the place after them."""
    for done in range(0, end - start, PAD):
        for n in range(PAD):
            target[np.uintp(at + done + n)] = source[np.uintp(start + done + n)]
    return at + end - start


@inner()
def _write_number(value: int, target: Bytes, at: int) -> int:
    """Write a number in decimal, two digits at a time; return the place after it."""
    digits, bound = 1, 10
    while value >= bound:
        bound *= 10
        digits += 1
    place = at + digits
    while value >= 100:
        place -= 2
        pair = 2 * (value % 100)
        value //= 100
        target[np.uintp(place)] = _TENS[np.uintp(pair)]
        target[np.uintp(place + 1)] = _TENS[np.uintp(pair + 1)]
    if value >= 10:
        target[np.uintp(at)] = _TENS[np.uintp(2 * value)]
        target[np.uintp(at + 1)] = _TENS[np.uintp(2 * value + 1)]
    else:
        target[np.uintp(at)] = np.uint8(48 + value)
    return at + digits


def _write_grid_in_numpy(grid: Bytes, target: Bytes, at: int) -> int:
    target[at : at + CELLS] = _SYMBOLS[grid]
    return at + CELLS


@inner(plain=_write_grid_in_numpy)
def _write_grid(grid: Bytes, target: Bytes, at: int) -> int:
    """Write 81 cells, blanks as full stops; return the place after them."""
    for cell in range(CELLS):
        digit = grid[np.uintp(cell)]
        target[np.uintp(at + cell)] = np.uint8(digit + np.uint8(48)) if digit else np.uint8(46)
    return at + CELLS


@inner(plain=_copy_slice)  # Numba compiles an assignment of slices for two seconds
def _copy_exactly(source: Bytes, start: int, end: int, target: Bytes, at: int) -> int:
    """Copy some bytes; return the place after them."""
    for n in range(end - start):
        target[np.uintp(at + n)] = source[np.uintp(start + n)]
    return at + end - start


@compiled
def join(
    pieces: Bytes,
    piece_starts: Ints,
    plan: Plans,
    numbers: Ints,
    grids: tuple[Bytes, Bytes, Bytes],
    tail_column: int,
    out: Bytes,
    tails: Ints,
    ends: Ints,
) -> int:
    """Write rows; row i is the pieces, numbers and grids in plan[i]. Returns the bytes written.

    plan: int32[n, m]; p >= 0 is piece p, -1 - k is row k of ``numbers``, GRID + k is the row's grid
    in ``grids[k]``, or NOTHING. Pieces are followed by PAD bytes. ``tails``, ``ends``: int64[n],
    where column ``tail_column`` of a row begins, and where the row ends.
    """
    first, second, third = grids
    at = 0
    for row in range(len(plan)):
        for column in range(plan.shape[1]):
            if column == tail_column:
                tails[row] = at
            what = plan[row, column]
            if what < 0:
                at = _write_number(numbers[-1 - what, row], out, at)
            elif what < GRID:
                at = _copy(pieces, piece_starts[what], piece_starts[what + 1], out, at)
            elif what == GRID:
                at = _write_grid(first[row], out, at)
            elif what == GRID + 1:
                at = _write_grid(second[row], out, at)
            elif what == GRID + 2:
                at = _write_grid(third[row], out, at)
        ends[row] = at
    return at


@compiled
def _chosen(text: Bytes, starts: Ints, stops: Ints, as_lines: bool, out: Bytes) -> int:
    at = 0
    for row in range(len(starts)):
        at = _copy_exactly(text, starts[row], stops[row], out, at)
        if as_lines:
            out[at] = _NEWLINE
            at += 1
    return at


def chosen(text: Bytes, starts: Ints, stops: Ints, as_lines: bool) -> bytes:
    """Some parts of a text, each with a line end after it if they are lines without one."""
    out = np.empty(int((stops - starts).sum()) + len(starts), np.uint8)
    return out[: _chosen(text, starts, stops, as_lines, out)].tobytes()


class RowSplices(NamedTuple):
    """New bytes for some places of a body: a piece, a number unless it is negative, a piece.

    The k-th is between ``starts`` and ``stops`` in the body. ``befores`` is the number of the first
    piece; the other follows it. int64[k] each.
    """

    starts: Ints
    stops: Ints
    befores: Ints
    numbers: Ints


@compiled
def _spliced(
    body: Bytes, splices: tuple[Ints, ...], pieces: Bytes, at_of: Ints, out: Bytes, sizes: Ints
) -> int:
    starts, stops, befores, numbers = splices
    at = done = 0
    for k in range(len(starts)):
        at = _copy_exactly(body, done, starts[k], out, at)
        start, piece = at, befores[k]
        at = _copy(pieces, at_of[piece], at_of[piece + 1], out, at)
        if numbers[k] >= 0:
            at = _write_number(numbers[k], out, at)
        at = _copy(pieces, at_of[piece + 1], at_of[piece + 2], out, at)
        sizes[k] = at - start
        done = stops[k]
    return _copy_exactly(body, done, len(body), out, at)


def spliced(body: Bytes, splices: RowSplices, texts: Sequence[bytes]) -> tuple[Bytes, Ints]:
    """A copy of the body with its new parts, and the size of each of these."""
    pieces, at_of = laid_out(texts)
    lengths = np.diff(at_of)
    sizes = np.empty(len(splices.starts), np.int64)
    new = lengths[splices.befores] + lengths[splices.befores + 1] + LONGEST_NUMBER
    out = np.empty(len(body) + int(new.sum()) + PAD, np.uint8)
    return out[: _spliced(body, tuple(splices), pieces, at_of, out, sizes)], sizes


def laid_out(texts: Sequence[bytes]) -> tuple[Bytes, Ints]:
    """Pieces in a row with PAD bytes behind them, and where each begins."""
    starts = np.cumsum([0, *map(len, texts)])
    return np.frombuffer(b"".join(texts) + bytes(PAD), np.uint8), starts
