"""What bulk runs say of puzzles of every size, against brute force that shares no code."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import BOXES
from cpsudoku.diagnosing import diagnose
from cpsudoku.road.plan import Plan
from cpsudoku.road.run import Run
from cpsudoku.road.settings import Requirements, Settings
from cpsudoku.road.steps.forms import form_of
from cpsudoku.road.summary import Summary

Cells = tuple[int, ...]
# A box, the cells to blank in a full grid, and how many puzzles to test.
SIZES = [
    ((2, 2), (4, 10), 40), ((2, 3), (8, 20), 12), ((2, 4), (10, 20), 4), ((3, 3), (20, 40), 3),
    ((2, 5), (12, 20), 2), ((3, 4), (15, 25), 2), ((4, 4), (20, 30), 1),
]  # fmt: skip


def full_grid(rows: int, columns: int) -> np.ndarray:
    """A full grid by formula."""
    size = rows * columns
    r, c = np.indices((size, size))
    return np.asarray((columns * (r % rows) + r // rows + c) % size + 1)


def shuffled(grid: np.ndarray, rows: int, columns: int, random: Random) -> np.ndarray:
    """An image of a grid: digits, bands, stacks and lines in another order, perhaps transposed."""
    size = rows * columns
    digits = [0, *random.sample(range(1, size + 1), size)]
    grid = np.array(digits)[grid]
    grid = grid[_order(size, rows, random)][:, _order(size, columns, random)]
    return grid.T if rows == columns and random.random() < 0.5 else grid


def _order(size: int, together: int, random: Random) -> list[int]:
    bands = random.sample(range(0, size, together), size // together)
    return [
        line for band in bands for line in random.sample(range(band, band + together), together)
    ]


def puzzles(rows: int, columns: int, blanks: tuple[int, int], count: int) -> Iterator[np.ndarray]:
    """Shuffled grids with some cells blank; every third with a symmetric pattern."""
    random = Random(rows * 100 + columns)
    size = rows * columns
    for number in range(count):
        grid = shuffled(full_grid(rows, columns), rows, columns, random).copy()
        wanted = random.randint(*blanks)
        if number % 3 == 1 and size <= 9:
            take_away(grid, rows, columns)
            wanted = 0
        for cell in random.sample(range(size * size), wanted):
            r, c = divmod(cell, size)
            grid[r, c] = 0
            if number % 3 == 0:
                grid[size - 1 - r, c] = 0
        yield grid


def take_away(grid: np.ndarray, rows: int, columns: int) -> None:
    """Blank cells one after another for as long as the puzzle stays proper."""
    for r, c in np.argwhere(grid != 0):
        digit, grid[r, c] = grid[r, c], 0
        if solution_count(grid, rows, columns) != 1:
            grid[r, c] = digit


def line_of(grid: np.ndarray) -> str:
    """The puzzle on a line."""
    size = len(grid)
    return Grid(bytes(grid.ravel().tolist()), Board.of_size(size)).line


def solution_count(grid: np.ndarray, rows: int, columns: int) -> int:
    """The number of solutions, 2 at most: the cell with the fewest digits left, each in turn."""
    best: tuple[int, int, set[int]] | None = None
    every = set(range(1, rows * columns + 1))
    for r, c in np.argwhere(grid == 0).tolist():
        top, left = r - r % rows, c - c % columns
        seen = {*grid[r], *grid[:, c], *grid[top : top + rows, left : left + columns].ravel()}
        digits = every - seen
        if best is None or len(digits) < len(best[2]):
            best = r, c, digits
    if best is None:
        return 1
    count = 0
    for digit in best[2]:
        grid[best[0], best[1]] = digit
        count += solution_count(grid, rows, columns)
        if count > 1:
            break
    grid[best[0], best[1]] = 0
    return min(count, 2)


def is_minimal(grid: np.ndarray, rows: int, columns: int) -> bool:
    """Whether every given is needed."""
    for r, c in np.argwhere(grid != 0):
        less = grid.copy()
        less[r, c] = 0
        if solution_count(less, rows, columns) == 1:
            return False
    return True


def is_symmetric(grid: np.ndarray) -> bool:
    """Whether the pattern has one of the symmetries of a square."""
    filled = grid != 0
    images = [np.rot90(filled, 2), np.rot90(filled), filled[::-1], filled[:, ::-1], filled.T]
    images.append(np.rot90(filled, 2).T)
    return any((image == filled).all() for image in images)


def verdicts(
    folder: Path, lines: list[str], settings: Settings
) -> tuple[Summary, list[dict[str, str]]]:
    """The summary and the rows of a run over some lines."""
    source, output = folder / "p.txt", folder / "v.csv"
    source.write_text("\n".join(lines))
    plan = Plan((str(source),), settings, output)
    summary = Run(plan, lambda text: None, lambda *_: None).run()
    with output.open(newline="") as file:
        return summary, list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("box", "blanks", "count"), SIZES, ids=["x".join(map(str, box)) for box, _, _ in SIZES]
)
def test_requirements_hold_for_every_size(
    tmp_path: Path, box: tuple[int, int], blanks: tuple[int, int], count: int
) -> None:
    grids = list(puzzles(*box, blanks, count))
    grids.append(grids[0])
    half = int(np.median([np.count_nonzero(grid) for grid in grids]))
    asked = ["unique,minimal,symmetric,no-duplicates", f"min-clues={half},max-clues={half + 1}"]
    settings = Settings(requirements=Requirements.parse(asked))
    _, rows = verdicts(tmp_path, [line_of(grid) for grid in grids], settings)
    decided: Counter[str] = Counter()
    seen: set[str] = set()
    for grid, row in zip(grids, rows, strict=True):
        proper = solution_count(grid.copy(), *box) == 1
        clues = np.count_nonzero(grid)
        expected = {
            "unique": proper,
            "minimal": proper and is_minimal(grid, *box),
            "symmetric": is_symmetric(grid),
            "no-duplicates": line_of(grid) not in seen,
            "min-clues": clues >= half,
            "max-clues": clues <= half + 1,
        }
        failed = [name for name, holds in expected.items() if not holds]
        assert sorted(row["failed"].split(";") if row["failed"] else []) == sorted(failed)
        assert row["minimal"] == (str(expected["minimal"]).lower() if proper else "")
        seen.add(line_of(grid))
        decided.update(name for name, holds in expected.items() if holds)
    assert 0 < decided["symmetric"] <= len(grids)
    assert decided["unique"]
    assert box[0] * box[1] > 9 or 0 < decided["minimal"] < len(grids)


def test_what_a_table_says_of_a_small_puzzle_is_what_diagnose_says(tmp_path: Path) -> None:
    line = "4.1........1.24."
    settings = Settings(minimal=True, requirements=Requirements.parse(["symmetric"]))
    _, (row,) = verdicts(tmp_path, [line], settings)
    found = diagnose(line)
    assert (row["minimal"], row["failed"]) == ("true", "symmetric")
    assert (found.redundant, found.symmetries) == ((), ())


# ---- canonical forms ---------------------------------------------------------------------------


def images(cells: Cells, rows: int, columns: int) -> set[Cells]:
    """Every image of a grid, by swaps of two lines, bands or stacks at a time."""
    size = rows * columns
    moves = [_swap(size, rows, *pair) for pair in _pairs(size, rows)]
    moves += [_transposed(_swap(size, columns, *pair), size) for pair in _pairs(size, columns)]
    if rows == columns:
        moves.append(_transposed(range(size * size), size))
    seen, left = {cells}, [cells]
    while left:
        here = left.pop()
        for move in moves:
            there = tuple(here[cell] for cell in move)
            if there not in seen:
                seen.add(there)
                left.append(there)
    return seen


def _pairs(size: int, together: int) -> Iterator[tuple[int, int, int]]:
    """Two neighbouring lines or bands, and how many lines each has."""
    for line in range(size - 1):
        if line // together == (line + 1) // together:
            yield line, line + 1, 1
    for band in range(0, size - together, together):
        yield band, band + together, together


def _swap(size: int, together: int, first: int, second: int, lines: int) -> list[int]:
    order = list(range(size))
    order[first : first + lines], order[second : second + lines] = (
        order[second : second + lines],
        order[first : first + lines],
    )
    return [row * size + column for row in order for column in range(size)]


def _transposed(move: list[int] | range, size: int) -> list[int]:
    flip: Callable[[int], int] = lambda cell: cell % size * size + cell // size  # noqa: E731
    if isinstance(move, range):
        return [flip(cell) for cell in move]
    return [flip(move[flip(cell)]) for cell in range(size * size)]


def relabelled(cells: Cells) -> bytes:
    """The digits numbered as they come."""
    labels = {0: 0}
    return bytes(labels.setdefault(digit, len(labels)) for digit in cells)


@pytest.mark.parametrize(("box", "count"), [((2, 2), 20), ((2, 3), 2), ((3, 2), 1)])
def test_small_canonical_forms_are_the_smallest_image(box: tuple[int, int], count: int) -> None:
    board = Board.boxes(*box)
    for grid in puzzles(*box, (8, 14), count):
        cells = tuple(grid.ravel().tolist())
        form = form_of(Puzzle(Grid(bytes(cells), board)))
        assert form is not None
        assert form.cells == min(map(relabelled, images(cells, *box)))


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 3)], ids=["4x4", "6x6", "9x9"])
def test_images_of_a_puzzle_are_duplicates_where_forms_are_asked_for(
    tmp_path: Path, box: tuple[int, int]
) -> None:
    size = box[0] * box[1]
    random = Random(size)
    grid = full_grid(*box).copy()
    grid[0] = grid[:, 1] = grid[size - 1] = 0
    grid[1, 0] = 0
    other = full_grid(*box)
    lines = [line_of(shuffled(grid, *box, random)) for _ in range(4)] + [line_of(other)]
    summary, rows = verdicts(tmp_path, lines, Settings(canonical=True))
    assert [row["duplicate_of"] for row in rows] == ["", "1", "1", "1", ""]
    assert len({row["canonical"] for row in rows}) == 2
    assert all(len(row["canonical"]) == size * size for row in rows)
    assert summary.without_canonical == 0


@pytest.mark.parametrize("size", sorted(set(BOXES) - {4, 6, 9}))
def test_larger_puzzles_have_no_canonical_form_and_the_summary_says_so(
    tmp_path: Path, size: int
) -> None:
    grid = full_grid(*BOXES[size]).copy()
    grid[0, : size // 2] = 0
    relabelled_grid = np.where(grid == 0, 0, grid % size + 1)
    lines = [line_of(grid), line_of(relabelled_grid), line_of(grid)]
    summary, rows = verdicts(tmp_path, lines, Settings(canonical=True))
    assert [row["canonical"] for row in rows] == ["", "", ""]
    assert [row["duplicate_of"] for row in rows] == ["", "", "1"]
    assert summary.without_canonical == 3


def test_clashing_givens_have_no_canonical_form(tmp_path: Path) -> None:
    lines = ["11" + "." * 14, "55" + "." * 79, "55" + "." * 79]
    summary, rows = verdicts(tmp_path, lines, Settings(canonical=True))
    assert [row["status"] for row in rows] == ["conflict"] * 3
    assert [row["canonical"] for row in rows] == ["", "", ""]
    assert [row["duplicate_of"] for row in rows] == ["", "", "2"]
    assert summary.without_canonical == 0


NUMBERS = [
    ("min-clues=100", 100, 625), ("max-clues=256", 0, 256), ("min-clues=82,max-clues=90", 82, 90),
]  # fmt: skip


@pytest.mark.parametrize(("text", "least", "most"), NUMBERS, ids=[text for text, _, _ in NUMBERS])
def test_numbers_of_clues_suit_larger_puzzles(text: str, least: int, most: int) -> None:
    asked = Requirements.parse([text])
    assert (asked.min_clues, asked.max_clues) == (least, most)
