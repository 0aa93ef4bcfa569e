"""Puzzles for a soak, many at a time: proper, improper and contradictory, of 0 to 81 clues.

Each chunk depends only on the seed, its number and its size, so it can be made again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cpsudoku.core.board import Board
from cpsudoku.generating import Wish
from cpsudoku.generating.classic import classic_block
from cpsudoku.generating.draws import keys_of
from cpsudoku.generating.full import full_grids

Grids = npt.NDArray[np.uint8]
Random = np.random.Generator

ROOT = Path(__file__).resolve().parent.parent.parent
FULL_USE = 9  # a key number that the generator itself does not use
# New grids and new minimal puzzles per 1,000 puzzles; the others are rearrangements of them.
NEW_GRIDS, NEW_MINIMAL = 20, 5


@dataclass(frozen=True)
class Share:
    """A source of puzzles, and how many of every 1,000 puzzles it makes."""

    name: str
    per_thousand: int


SHARES = (
    Share("0 to 81 clues of a solution", 300),
    Share("20 to 32 clues of a solution", 250),
    Share("minimal", 150),
    Share("minimal less 1 to 3 clues", 100),
    Share("one digit changed", 130),
    Share("random digits", 20),
    Share("hard, mutated", 50),
)


def chunk(
    seed: int, number: int, count: int, hard: tuple[str, ...] = ()
) -> tuple[Grids, npt.NDArray[np.int64]]:
    """The puzzles of a chunk, uint8[n, 81], and the source of each, a number of SHARES."""
    random = np.random.default_rng([seed, number])
    wanted = [max(1, count * share.per_thousand // 1000) for share in SHARES]
    new = max(1, count * NEW_GRIDS // 1000)
    full = full_grids(keys_of(seed, number * new, new, FULL_USE))
    new = max(1, count * NEW_MINIMAL // 1000)
    _, minimal, solved = classic_block(Wish(Board.of_size(9)), seed, number * new, new)
    parts = [
        thinned(_some(full, wanted[0], random), random.uniform(0, 1, wanted[0]), random),
        thinned(_some(full, wanted[1], random), random.uniform(20, 32, wanted[1]) / 81, random),
        _some(minimal, wanted[2], random),
        less(_some(minimal, wanted[3], random), random),
        changed(_between(minimal, solved, wanted[4], random), random),
        scattered(wanted[5], random),
        mutated(_some(hard_puzzles(hard), wanted[6], random), random),
    ]
    origin = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    return np.ascontiguousarray(np.concatenate(parts)), origin


def _some(grids: Grids, count: int, random: Random) -> Grids:
    """``count`` of the grids, each transformed by a random symmetry."""
    return rearranged(grids[random.integers(len(grids), size=count)], random)


def rearranged(grids: Grids, random: Random) -> Grids:
    """Each grid after a random symmetry of lines, bands, stacks, reflection and digits."""
    n = len(grids)
    flips = random.random(n) < 0.5
    square = grids.reshape(n, 9, 9)
    square = np.where(flips[:, None, None], square.transpose(0, 2, 1), square)
    rows, columns = _line_orders(n, random)[:, :, None], _line_orders(n, random)[:, None, :]
    square = square[np.arange(n)[:, None, None], rows, columns]
    labels = np.zeros((n, 10), np.uint8)
    labels[:, 1:] = random.permuted(np.tile(np.arange(1, 10, dtype=np.uint8), (n, 1)), axis=1)
    return labels[np.arange(n)[:, None], square.reshape(n, 81)]


def _line_orders(n: int, random: Random) -> npt.NDArray[np.intp]:
    """Random orders of nine lines that keep bands together: intp[n, 9]."""
    bands = random.permuted(np.tile(np.arange(3), (n, 1)), axis=1)
    inner = random.permuted(np.tile(np.arange(3), (3 * n, 1)), axis=1).reshape(n, 3, 3)
    orders: npt.NDArray[np.intp] = (3 * bands[:, :, None] + inner).reshape(n, 9)
    return orders


def thinned(grids: Grids, shares: npt.NDArray[np.float64], random: Random) -> Grids:
    """Each grid with only about this share of its digits."""
    keep = random.random(grids.shape, np.float32) < shares[:, None]
    return np.where(keep, grids, 0).astype(np.uint8)


def less(puzzles: Grids, random: Random) -> Grids:
    """Each puzzle without one to three of its clues."""
    out = puzzles.copy()
    for number in range(3):
        rows = np.flatnonzero(random.integers(1, 4, len(out)) > number)
        out[rows, _clue_of_each(out[rows], random)] = 0
    return out


def changed(puzzles: Grids, random: Random) -> Grids:
    """Each puzzle with one clue changed to another digit."""
    out, rows = puzzles.copy(), np.arange(len(puzzles))
    cells = _clue_of_each(out, random)
    shift = random.integers(1, 9, len(out))
    out[rows, cells] = (out[rows, cells] - 1 + shift) % 9 + 1
    return out


def scattered(count: int, random: Random) -> Grids:
    """Random digits in random cells."""
    digits = random.integers(1, 10, (count, 81)).astype(np.uint8)
    return thinned(digits, random.uniform(0, 0.4, count), random)


def mutated(puzzles: Grids, random: Random) -> Grids:
    """The puzzles: a clue is moved in one third and changed in another third."""
    out = puzzles.copy()
    third = len(out) // 3
    rows = np.arange(third)
    cells = _clue_of_each(out[:third], random)
    digits = out[rows, cells]
    out[rows, cells] = 0
    out[rows, random.integers(0, 81, third)] = digits
    out[third : 2 * third] = changed(out[third : 2 * third], random)
    return out


def _between(minimal: Grids, solved: Grids, count: int, random: Random) -> Grids:
    """Minimal puzzles, with up to a third of the remaining digits of their solution added."""
    picked = random.integers(len(minimal), size=count)
    more = thinned(solved[picked], random.uniform(0, 0.33, count), random)
    return rearranged(np.where(minimal[picked] > 0, minimal[picked], more), random)


def _clue_of_each(puzzles: Grids, random: Random) -> npt.NDArray[np.intp]:
    """A random clue of each puzzle; cell 0 if it has none."""
    lottery = np.where(puzzles > 0, random.random(puzzles.shape, np.float32), np.float32(-1))
    cells: npt.NDArray[np.intp] = lottery.argmax(axis=1)
    return cells


@cache
def hard_puzzles(lists: tuple[str, ...] = ()) -> Grids:
    """The hard or odd classic puzzles in ``data/``, and those in further files of lines."""
    files = [ROOT / "data" / "hard.txt", ROOT / "data" / "verdicts.txt", *map(Path, lists)]
    lines = [line[:81].replace("0", ".") for file in files for line in file.read_text().split("\n")]
    whole = [line for line in lines if len(line) == 81 and set(line) <= set(".123456789")]
    cells = np.frombuffer("".join(whole).encode(), np.uint8).reshape(-1, 81)
    return np.where(cells == ord("."), 0, cells - ord("0")).astype(np.uint8)
