"""Makes classic 9x9 puzzles one at a time, in plain Python: the same ones as ``classic`` makes.

Compiling the kernel takes seconds, and loading it half a second. Here the grid is drawn by the
source of ``full``, run as plain Python, and the removals are tested by a search of our own. Whether
a given can be removed is a fact, so both ways end with the same puzzle.

The search keeps the cells that may hold a digit as one number, with a bit for each cell. So a few
operations find all naked singles, or a hidden single of a house.
"""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.generating.mix import FULL, ORDER, TARGET, key_of, number_of
from cpsudoku.generating.plain_full import full_grid
from cpsudoku.generating.wish import Wish
from cpsudoku.runtime.errors import EngineError

_BOARD = Board.of_size(9)
_ALL = (1 << 81) - 1
_HOUSES = tuple(sum(1 << cell for cell in house.cells) for house in _BOARD.houses)
_NOT_PEERS = tuple(_ALL & ~sum(1 << peer for peer in peers) for peers in _BOARD.peers)

Masks = list[int]
"""For each digit, the cells that may hold it."""


def plain_candidate(wish: Wish, seed: int, candidate: int) -> tuple[Grid, Grid] | None:
    """The puzzle of a candidate and its only solution, or None if it does not fit the wish."""
    full = wish.solution or Grid(full_grid(key_of(seed, FULL, candidate)), wish.board)
    target = _target(wish, seed, candidate)
    cells = _reduced(full.cells, wish, key_of(seed, ORDER, candidate), target)
    if not wish.least <= 81 - cells.count(0) <= wish.most:
        return None
    if wish.minimal and any(_can_go(cells, [cell]) for cell in range(81) if cells[cell]):
        return None
    puzzle = Grid(bytes(cells), wish.board)
    if solutions(cells, 2) != 1 or Puzzle(puzzle).broken_by(full) is not None:
        raise EngineError("a generated puzzle failed its proof", puzzle.line)
    return puzzle, full


def _target(wish: Wish, seed: int, candidate: int) -> int:
    """The number of clues at which the candidate stops; 0 to remove as many as possible."""
    if wish.clues is None or wish.minimal:
        return 0
    drawn = number_of(key_of(seed, TARGET, candidate), 0) >> 32
    return wish.least + (drawn * (wish.most - wish.least + 1) >> 32)


def _reduced(full: bytes, wish: Wish, key: int, target: int) -> bytearray:
    """The grid without the orbits that can be removed, tried in random order."""
    cells, left = bytearray(full), 81
    for number in sorted(range(len(wish.orbits)), key=lambda number: number_of(key, number)):
        orbit = wish.orbits[number]
        if left - len(orbit) >= target and _can_go(cells, orbit):
            left -= len(orbit)
            for cell in orbit:
                cells[cell] = 0
    return cells


def _can_go(cells: Sequence[int], orbit: Sequence[int]) -> bool:
    """Whether the puzzle stays proper without these givens."""
    without = bytearray(cells)
    for cell in orbit:
        without[cell] = 0
    if len(orbit) > 1:
        return solutions(without, 2) == 1
    masks = _masks_of(without)
    masks[cells[orbit[0]] - 1] &= ~(1 << orbit[0])
    return _count(masks, 1) == 0


def solutions(cells: Sequence[int], want: int) -> int:
    """The number of solutions of a puzzle, up to ``want``."""
    return _count(_masks_of(cells), want)


def _masks_of(cells: Sequence[int]) -> Masks:
    masks = [_ALL] * 9
    for cell, digit in enumerate(cells):
        if digit:
            _place(masks, 1 << cell, digit - 1)
    return masks


def _place(masks: Masks, bit: int, digit: int) -> None:
    """Remove the other digits from a cell. The next sweep removes its digit from the peers."""
    mine = masks[digit]
    masks[:] = [mask & ~bit for mask in masks]
    masks[digit] = mine


def _count(masks: Masks, want: int) -> int:
    """The number of solutions, up to ``want``. Changes the candidates."""
    open_cells = _swept(masks)
    if not open_cells:
        return int(open_cells == 0)
    bit, found = open_cells & -open_cells, 0
    for digit in range(9):
        if masks[digit] & bit and found < want:
            branch = masks.copy()
            _place(branch, bit, digit)
            found += _count(branch, want - found)
    return found


def _swept(masks: Masks) -> int | None:
    """Fill in singles until none is left. Returns the best cells to split: 0 if all are filled.

    None if a cell or a house is left without a candidate.
    """
    filled = 0
    while True:
        ones = twos = threes = 0
        for mask in masks:
            threes |= twos & mask
            twos |= ones & mask
            ones |= mask
        if ones != _ALL:
            return None
        new = ones & ~twos & ~filled
        if new:
            filled |= new
            _clear_peers(masks, new)
        elif not twos:
            return 0
        else:
            hidden = _place_hidden(masks, twos)
            if hidden is None:
                return None
            if not hidden:
                return twos & ~threes or twos


def _clear_peers(masks: Masks, filled: int) -> None:
    """Remove the digits of filled cells from their peers."""
    for digit in range(9):
        here = masks[digit] & filled
        while here:
            bit = here & -here
            masks[digit] &= _NOT_PEERS[bit.bit_length() - 1]
            here ^= bit


def _place_hidden(masks: Masks, open_cells: int) -> bool | None:
    """Place the hidden singles, and return whether there were any; None for a contradiction."""
    some = False
    for digit in range(9):
        mask = masks[digit]
        for house in _HOUSES:
            here = mask & house
            if not here:
                return None
            if not here & (here - 1) and here & open_cells:
                _place(masks, here, digit)
                open_cells ^= here
                some = True
    return some
