"""The kernel's edges (odd grids, any memory, threads), and the minlex form of a puzzle."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.engines.lanes.canonical import canonical
from cpsudoku.engines.lanes.rule_set import rule_set
from cpsudoku.engines.lanes.searching import FORBID, search, search_counting, search_two
from tests.puzzles import IMPOSSIBLE, INKALA, SEVERAL, SOLVED, WIKIPEDIA

Grids = npt.NDArray[np.uint8]
SIX = list(itertools.permutations(range(3)))
ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


# Rows with one given, an empty row, and an empty column
STAIRS = "5........67........98............7614...................8.......1...........6...7"


def cells_of(*lines: str) -> Grids:
    """The puzzles as uint8[n, 81]."""
    data = b"".join(Grid.from_line(line).cells for line in lines)
    return np.frombuffer(data, np.uint8).reshape(-1, 81)


def holes(share: float, count: int, seed: int) -> Grids:
    """Shuffled full grids with that share of their cells left."""
    random, rng = Random(seed), np.random.default_rng(seed)
    full = []
    for _ in range(count):
        labels = random.sample("123456789", 9)
        full.append("".join(labels[int(symbol) - 1] for symbol in SOLVED))
    return np.where(rng.random((count, 81)) < share, cells_of(*full), 0).astype(np.uint8)


ODD = [
    ("." * 81, 2, 2),
    ("." * 81, 255, 255),
    ("11" + "." * 79, 2, 0),
    ("1..1" + "." * 77, 2, 0),
    ("1" + "." * 71 + "1" + "." * 8, 2, 0),
    ("1" * 81, 2, 0),
    ("12345678." + "........9" + "." * 63, 2, 0),
    (IMPOSSIBLE, 2, 0),
    (WIKIPEDIA[:40] + "." * 41, 255, 255),
    (SOLVED, 2, 1),
]


@pytest.mark.parametrize(("line", "want", "count"), ODD, ids=range(len(ODD)))
def test_odd_grids_are_counted(line: str, want: int, count: int) -> None:
    counts, solutions, exhausted = search(cells_of(line), want)
    assert (counts[0], exhausted[0]) == (count, True)
    assert solutions.any() == (count > 0)


def test_cells_in_any_memory_are_read() -> None:
    puzzles = holes(0.4, 99, seed=2)
    expected = search(puzzles)[1]
    frozen = puzzles.copy()
    frozen.flags.writeable = False
    for cells in (np.asfortranarray(puzzles), frozen):
        assert (search(cells)[1] == expected).all()
    assert (search(puzzles[::-2])[1] == expected[::-2]).all()
    assert [len(column) for column in search(puzzles[:0])] == [0, 0, 0]


BAD = [
    (np.zeros((1, 80), np.uint8), 2),
    (np.zeros((1, 81), np.uint8), 0),
    (np.zeros((1, 81), np.uint8), 256),
    (np.full((1, 81), 10, np.uint8), 2),
    (np.full((1, 81), 99, np.uint8), 2),
    (np.zeros((1, 81), np.int64), 2),
]


@pytest.mark.parametrize(("cells", "want"), BAD, ids=range(len(BAD)))
def test_what_it_would_not_understand_is_refused(cells: Grids, want: int) -> None:
    with pytest.raises(ValueError, match="search: "):
        search(cells, want)


def test_a_forbidden_digit_is_not_used() -> None:
    puzzle = cells_of(WIKIPEDIA).copy()
    puzzle[0, 2] = FORBID + 4  # r1c3 is 4 in the only solution
    assert search(puzzle)[0].tolist() == [0]
    puzzle[0, 2] = FORBID + 5
    assert search(puzzle)[0].tolist() == [1]


def test_order_and_company_do_not_matter() -> None:
    puzzles = np.concatenate([holes(0.3, 150, seed=6), cells_of(INKALA, SEVERAL, ESCARGOT)])
    order = np.random.default_rng(0).permutation(len(puzzles))
    whole = search_two(puzzles, 3, nodes=60)
    for one, other in zip(whole, search_two(puzzles[order], 3, nodes=60), strict=True):
        assert (one[order] == other).all()


def test_threads_do_not_disturb_each_other() -> None:
    puzzles = holes(0.35, 300, seed=7)
    expected = search(puzzles)[1]
    results: list[Grids] = []
    threads = [
        threading.Thread(target=lambda: results.append(search(puzzles)[1])) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    assert all((result == expected).all() for result in results)


IN_OTHER_WIDTH = """
import sys, numpy as np
from cpsudoku.core.board import Board
from cpsudoku.engines.lanes.searching import search_counting
from cpsudoku.engines.lanes.rule_set import rule_set
from cpsudoku.engines.lanes.vectors import LANES
from cpsudoku.runtime.compiled.door import open_all
open_all(["kernel", "rules"])
cells, rules = np.load(sys.argv[1]), rule_set(Board.of_size(9), ())
found = *search_counting(cells), *rules.search(cells)
shared = [rules.search(row[None], 2, shared=np.zeros(1, np.bool_))[0][0] for row in cells]
np.savez(sys.argv[2], LANES, shared, *found)
"""


def test_a_cpu_without_avx_512_finds_the_same(tmp_path: Path) -> None:
    cells = np.concatenate([holes(0.3, 100, seed=6), cells_of(INKALA, SEVERAL, ESCARGOT)])
    np.save(tmp_path / "cells.npy", cells)
    command = [sys.executable, "-c", IN_OTHER_WIDTH]
    command += [str(tmp_path / name) for name in ("cells.npy", "found.npz")]
    other = {"NUMBA_CPU_NAME": "x86-64", "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run(command, env={**os.environ, **other}, check=True)
    expected = (*search_counting(cells), *rule_set(Board.of_size(9), ()).search(cells))
    width, shared, *found = np.load(tmp_path / "found.npz").values()
    assert width == 16
    assert (shared == expected[0]).all()
    assert all((one == two).all() for one, two in zip(found, expected, strict=True))


# ---- the minlex form ---------------------------------------------------------------------------


def line_orders() -> list[list[int]]:
    """All 1,296 orders of nine lines that keep bands together."""
    return [
        [3 * band + line for band, lines in zip(bands, inner, strict=True) for line in lines]
        for bands in SIX
        for inner in itertools.product(SIX, repeat=3)
    ]


def rearranged(cells: Grids, rng: np.random.Generator) -> Grids:
    """Each puzzle after a random symmetry."""
    orders = line_orders()
    out = []
    for row in cells:
        grid = row.reshape(9, 9) if rng.integers(2) else row.reshape(9, 9).T
        grid = grid[orders[rng.integers(1296)]][:, orders[rng.integers(1296)]]
        out.append(np.append(0, rng.permutation(9) + 1)[grid].ravel())
    return np.array(out, np.uint8)


def relabelled(rows: Grids) -> Grids:
    """Each row of cells with its digits renamed in order of appearance."""
    out = np.zeros_like(rows)
    label = np.zeros((len(rows), 10), np.uint8)
    following = np.ones(len(rows), np.uint8)
    every = np.arange(len(rows))
    for cell in range(rows.shape[1]):
        digit = rows[:, cell]
        new = (digit > 0) & (label[every, digit] == 0)
        label[every[new], digit[new]] = following[new]
        following += new
        out[:, cell] = np.where(digit > 0, label[every, digit], 0)
    return out


def brute_force(cells: Grids) -> bytes:
    """The least of all 3,359,232 arrangements, relabelled, one column order at a time."""
    orders = np.array(line_orders())
    best = b"\xff"
    for grid in (cells.reshape(9, 9), cells.reshape(9, 9).T):
        for columns in orders:
            forms = relabelled(grid[:, columns][orders].reshape(-1, 81))
            best = min(best, *(row.tobytes() for row in forms))
    return best


SHARES = [0.0, 0.02, 0.1, 0.3, 0.6, 1.0]


@pytest.mark.parametrize("share", SHARES)
def test_the_form_survives_symmetries(share: float) -> None:
    puzzles = holes(share, 8, seed=9)
    forms = canonical(puzzles)
    assert ((forms > 0).sum(axis=1) == (puzzles > 0).sum(axis=1)).all()
    assert (canonical(forms) == forms).all()
    for seed in range(3):
        assert (canonical(rearranged(puzzles, np.random.default_rng(seed))) == forms).all()


def test_forms_of_different_puzzles_differ() -> None:
    forms = canonical(cells_of(WIKIPEDIA, INKALA, ESCARGOT, SEVERAL))
    assert len(np.unique(forms, axis=0)) == 4


def least_form(cells: Grids) -> bytes:
    """The least arrangement, row by row: in each order of columns, every row that may be next."""
    grids = (cells.reshape(9, 9), cells.reshape(9, 9).T)
    tied: list[tuple[Grids, list[int], list[int]]]
    tied = [(grid[:, order], [], [0]) for grid in grids for order in line_orders()]
    form = b""
    for _ in range(9):
        longer = []
        for grid, used, labels in tied:
            open_band = {row // 3 for row in used[len(used) // 3 * 3 :]}
            for row in set(range(9)) - set(used):
                if open_band in (set(), {row // 3}):
                    known = list(labels)
                    for digit in grid[row]:
                        known += [digit] * (digit not in known)
                    line = bytes(map(known.index, grid[row]))
                    longer.append((line, grid, [*used, row], known))
        least = min(line for line, *_ in longer)
        tied = [(grid, used, known) for line, grid, used, known in longer if line == least]
        form += least
    return form


def test_the_form_is_that_of_a_search_in_all_orders_of_columns() -> None:
    for cells in (*cells_of(INKALA, STAIRS), *holes(0.5, 1, seed=3)):
        assert canonical(cells[None])[0].tobytes() == least_form(cells)


def test_the_form_is_the_least(exhaustive: bool) -> None:
    if not exhaustive:
        pytest.skip("all 3,359,232 arrangements take half a minute; run with --exhaustive")
    for cells in (*cells_of(WIKIPEDIA, INKALA, STAIRS), *holes(0.06, 2, seed=3)):
        assert canonical(cells[None])[0].tobytes() == brute_force(cells)
