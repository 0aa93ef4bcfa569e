"""Full 9x9 grids, nearly uniform over all 6.67e21.

A dive repeatedly takes the first cell with the fewest candidates and fills in a random one of them,
until the grid is full or a cell has no candidate. Only one path leads to a grid. So the chance of a
grid is one over its weight, the product of the numbers of candidates along the path. If grids were
kept with a chance proportional to their weight, all would be equally likely (Knuth 1975: the mean
weight is the number of grids; measured: 6.67e21). For speed, weights above CEILING count as
CEILING. Then one dive in 7 is kept (23 µs), and three in ten grids are less likely than they should
be, by a third at the median. The effect: the mean number of exchangeable rectangles is 11.4, that
of uniform grids is 11.6 (standard deviation 3.5), and that of unweighted dives is 10.6. Finally,
bands, stacks, rows and columns are shuffled and the grid may be mirrored, so that all cells are
alike. All digits are alike from the start.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpsudoku.core.board import Board
from cpsudoku.generating import draws, mix
from cpsudoku.generating.draws import Keys, below, keys_of, number
from cpsudoku.runtime.compiled.declaring import alone_from, inner

Grids = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Room = tuple[Grids, Grids, Ints, Ints, Ints, Ints, Ints]

CEILING = 4e22
PEERS = np.array(Board.of_size(9).peers, np.uint8)
_DIGIT = np.array([0, *(bit.bit_length() for bit in range(1, 512))], np.uint8)
_SPENT = np.uint8(200)  # the count of a filled cell, which is never the least
_USES = 82  # random numbers per dive

compiled = alone_from(draws.__file__, mix.__file__)


def full_grids(keys: Keys) -> Grids:
    """A full grid for each key: uint8[n, 81]."""
    out = np.zeros((len(keys), 81), np.uint8)
    masks, single, order = (np.zeros(size, np.int64) for size in (81, 81, 12))
    rows, columns = np.zeros(9, np.int64), np.zeros(9, np.int64)
    grid, counts = np.zeros(81, np.uint8), np.zeros(81, np.uint8)
    _draw(keys, out, PEERS, _DIGIT, (grid, counts, masks, single, rows, columns, order))
    return out


def compile_grids() -> None:
    """Call the compiled functions once."""
    full_grids(keys_of(0, 0, 1, 0))


@compiled
def _draw(keys: Keys, out: Grids, peers: Grids, digit_of: Grids, room: Room) -> None:
    grid, counts, masks, single, rows, columns, order = room
    for row in range(len(keys)):
        base = 0
        while True:
            weight = _dive(keys[row], base, grid, peers, digit_of, counts, masks, single)
            chance = np.float64(number(keys[row], base + 81) >> np.uint64(11)) / 2.0**53
            base += _USES
            if weight > chance * CEILING:
                break
        _rearrange(keys[row], base, grid, out[row], rows, columns, order)


@inner()
def _dive(
    key: np.uint64,
    base: int,
    grid: Grids,
    peers: Grids,
    digit_of: Grids,
    counts: Grids,
    masks: Ints,
    single: Ints,
) -> float:
    """Fill the grid, and return the product of the numbers of choices, or 0 for a dead end.

    ``single`` are cells with one candidate left, for which there is no choice to scan for.
    """
    for cell in range(81):
        masks[cell], counts[cell] = 511, 9
    weight, waiting = 1.0, 0
    for step in range(81):
        if waiting:
            waiting -= 1
            cell = single[waiting]
            bit = masks[cell]
        else:
            least = np.uint8(255)
            for cell in range(81):
                least = min(least, counts[cell])
            cell = 0
            while counts[cell] != least:
                cell += 1
            mask = masks[cell]
            for _ in range(np.int64(below(key, base + step, int(least)))):
                mask = mask & (mask - 1)
            weight *= least
            bit = mask & -mask
        digit = digit_of[bit]
        grid[cell] = digit
        counts[cell] = _SPENT
        masks[cell] = 0
        for n in range(20):
            peer = peers[cell, n]
            mask = masks[peer]
            lost = (mask >> (digit - 1)) & 1
            masks[peer] = mask & ~bit
            left = counts[peer] - lost
            counts[peer] = left
            if lost and left < 2:
                if left == 0:
                    return 0.0
                single[waiting] = peer
                waiting += 1
    return weight


@inner()
def _rearrange(
    key: np.uint64, base: int, grid: Grids, out: Grids, rows: Ints, columns: Ints, order: Ints
) -> None:
    """Write a random one of the 3,359,232 arrangements of the grid to ``out``."""
    _lines(key, base, rows, order)
    _lines(key, base + 20, columns, order)
    mirror = below(key, base + 40, 2) == 1
    for r in range(9):
        for c in range(9):
            cell = columns[c] * 9 + rows[r] if mirror else rows[r] * 9 + columns[c]
            out[r * 9 + c] = grid[cell]


@inner()
def _lines(key: np.uint64, base: int, lines: Ints, order: Ints) -> None:
    """Write a random order of bands, and of the lines of each band, to ``lines``.

    ``order`` becomes the order of the bands, and then of the lines of each.
    """
    for part in range(4):
        for n in range(3):
            order[part * 3 + n] = n
        for n in range(2, 0, -1):
            other = np.int64(below(key, base + part * 2 + n, n + 1))
            kept = order[part * 3 + n]
            order[part * 3 + n] = order[part * 3 + other]
            order[part * 3 + other] = kept
    for band in range(3):
        for n in range(3):
            lines[band * 3 + n] = order[band] * 3 + order[3 + band * 3 + n]
