"""New puzzles: as wished, proper, the same for the same seed; full grids without visible bias."""

from __future__ import annotations

import gc
import itertools
import multiprocessing
import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from cpsudoku.cli.app import app
from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.symmetry import SYMMETRIES, orbits, symmetries_of
from cpsudoku.engines.lanes import redundant
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import Book, items_of
from cpsudoku.generating import GenerationRun, Wish, generate_many, generation
from cpsudoku.generating.draws import keys_of, numbers
from cpsudoku.generating.full import full_grids
from cpsudoku.generating.mix import GOLDEN, RandomStream, key_of
from cpsudoku.generating.rated import Hardness
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.solving import check, settle
from cpsudoku.teaching.rating.base import Rating
from cpsudoku.teaching.rating.rate import rate
from cpsudoku.techniques.walk import walk
from tests.command import run
from tests.puzzles import SOLVED, WIKIPEDIA

CLASSIC = Board.of_size(9)
CHECKERED = ".x" * 40 + "."


def made(count: int, seed: int = 1, **wishes: object) -> list[Grid]:
    """The first puzzles of a wish, each seen to be proper by CP-SAT."""
    wish = Wish(**({"board": CLASSIC} | wishes))  # type: ignore[arg-type]
    found = list(GenerationRun(wish, seed, limit=30).puzzles(count))
    assert len(found) == count
    for each in found[:5]:
        assert settle(Puzzle(each.givens)).solutions == (each.solution,)
    return [each.givens for each in found]


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_puzzles_have_the_symmetry_asked_for(symmetry: str) -> None:
    for puzzle in made(10, symmetry=symmetry):
        assert set(SYMMETRIES[symmetry]) <= set(symmetries_of(puzzle.cells, puzzle.board))


@pytest.mark.parametrize("size", [4, 6, 9, 12])
def test_orbits_are_what_the_moves_keep_together(size: int) -> None:
    for name in SYMMETRIES:
        found = orbits(name, size)
        assert sorted(itertools.chain(*found)) == list(range(size * size))
        for orbit in found:
            cells = bytes(cell in orbit for cell in range(size * size))
            assert set(SYMMETRIES[name]) <= set(symmetries_of(cells, Board.without_boxes(size)))


def test_without_a_wish_puzzles_are_minimal() -> None:
    puzzles = made(60)
    cells = np.frombuffer(b"".join(puzzle.cells for puzzle in puzzles), np.uint8).reshape(-1, 81)
    assert not redundant(cells).any()
    assert 23 < np.count_nonzero(cells, axis=1).mean() < 26


def test_minimal_holds_for_single_givens_of_a_symmetry() -> None:
    cells = np.frombuffer(b"".join(p.cells for p in made(3, symmetry="180")), np.uint8)
    assert redundant(cells.reshape(-1, 81)).any()  # the wish is not met by itself
    for puzzle in made(3, symmetry="180", minimal=True):
        assert not redundant(np.frombuffer(puzzle.cells, np.uint8)[None]).any()


@pytest.mark.parametrize("clues", [(22, 22), (28, 30), (60, 60), (81, 81)])
def test_puzzles_have_the_number_of_clues_asked_for(clues: tuple[int, int]) -> None:
    counts = {puzzle.count for puzzle in made(8 if clues != (81, 81) else 1, clues=clues)}
    assert counts <= set(range(clues[0], clues[1] + 1))


def test_clues_stand_where_the_pattern_has_them() -> None:
    pattern = Grid.from_line(CHECKERED.replace("x", "1"))
    for puzzle in made(2, pattern=pattern):
        assert [bool(digit) for digit in puzzle.cells] == [bool(mark) for mark in pattern.cells]


def test_puzzles_of_a_solution_lead_there_and_differ() -> None:
    puzzles = made(20, solution=Grid.from_line(SOLVED))
    assert len(set(puzzles)) == 20
    assert all(check(puzzle).solution == Grid.from_line(SOLVED) for puzzle in puzzles)


@pytest.mark.parametrize(("size", "box"), [(4, "2x2"), (6, "3x2"), (8, "2x4"), (10, "2x5")])
def test_other_sizes_are_made_too(size: int, box: str) -> None:
    puzzles = made(2, board=Board.parse_box(box), minimal=True)
    for puzzle in puzzles:
        for cell in [cell for cell, digit in enumerate(puzzle.cells) if digit][:6]:
            less = bytearray(puzzle.cells)
            less[cell] = 0
            assert not check(Grid(bytes(less), puzzle.board)).is_unique
    assert puzzles[0].board.size == size


def test_a_large_puzzle_is_made() -> None:
    assert made(1, board=Board.of_size(16), clues=(120, 130))[0].count <= 130


def test_the_seed_alone_tells_the_puzzles() -> None:
    one = [each.givens for each in GenerationRun(Wish(CLASSIC), 5).puzzles(150)]
    two = [each.givens for each in GenerationRun(Wish(CLASSIC), 5, jobs=2).puzzles(200)][:150]
    assert one == two
    assert one != [each.givens for each in GenerationRun(Wish(CLASSIC), 6).puzzles(150)]
    assert one[0].line == (
        "3...2.........1..3..1.78......6..8....69...72.2.....5.6...1...97........239..5..1"
    )  # as on every machine


def test_random_numbers_are_the_same_in_each_way_of_making_them() -> None:
    keys = keys_of(3, 10, 4, 1)
    assert keys.tolist() == [key_of(3, 1, candidate) for candidate in range(10, 14)]
    stream = RandomStream(int(keys[0]))
    high = [int(each) >> 32 for each in numbers(keys[:1], 1, 5)[0]]
    assert [stream.below(2**32) for _ in range(5)] == high
    assert GOLDEN % 2 == 1


# Of a uniform sample each count of a digit in a cell is binomial, and the sum of chi-squares has
# the mean 648 and, since rows, columns and boxes hold each digit once (480 degrees of freedom), a
# standard deviation of 42.
SAMPLE, MEAN, DEVIATION = 4000, 648.0, 42.0


def test_digits_stand_in_each_cell_as_often_as_chance_has_it() -> None:
    grids = full_grids(keys_of(11, 0, SAMPLE, 0))
    assert all(
        Puzzle(Grid(bytes(81), CLASSIC)).is_solved_by(Grid(g.tobytes(), CLASSIC))
        for g in grids[:200]
    )
    counts = np.stack([(grids == digit).sum(axis=0) for digit in range(1, 10)])
    chi_square = float(((counts - SAMPLE / 9) ** 2 / (SAMPLE / 9)).sum())
    assert abs(chi_square - MEAN) < 4 * DEVIATION
    skewed = grids.copy()
    skewed[: SAMPLE // 10] = grids[0]
    counts = np.stack([(skewed == digit).sum(axis=0) for digit in range(1, 10)])
    assert float(((counts - SAMPLE / 9) ** 2 / (SAMPLE / 9)).sum()) > MEAN + 8 * DEVIATION


def test_kinds_of_grids_come_nearly_as_often_as_they_should() -> None:
    grids = full_grids(keys_of(12, 0, SAMPLE, 0)).reshape(-1, 9, 9)
    found = np.zeros(SAMPLE)
    for a, b in [(3 * k + i, 3 * k + j) for k in range(3) for i, j in ((0, 1), (0, 2), (1, 2))]:
        for c, d in itertools.combinations(range(9), 2):
            if c // 3 != d // 3:
                for g in (grids, grids.transpose(0, 2, 1)):
                    found += (g[:, a, c] == g[:, b, d]) & (g[:, a, d] == g[:, b, c])
    assert 11.1 < found.mean() < 11.9  # exchangeable rectangles: 11.6 if uniform, 10.6 of dives


def hard(puzzle: Puzzle) -> Rating | None:
    """A rater for tests: more clues, harder."""
    count = puzzle.givens.count
    return Rating(puzzle, "unique", level="hard", score=count) if count > 25 else None


def test_a_wish_for_a_rating_goes_to_the_rater() -> None:
    found = list(GenerationRun(Wish(CLASSIC, rater=hard), 1).puzzles(5))
    assert len(found) == 5
    assert all(each.rating and each.rating.score == each.givens.count > 25 for each in found)


@pytest.mark.parametrize("name", ["x-wing", "naked-pair", "pointing"])
def test_a_technique_alone_is_all_that_singles_need(name: str) -> None:
    wish = Wish(CLASSIC, rater=Hardness(hardest=name, alone=True))
    for made in GenerationRun(wish, 5, limit=30).puzzles(3):
        start, solution = Candidates.of(Puzzle(made.givens)), made.solution
        singles = ["full-house", "naked-single", "hidden-single"]
        assert not end_of(start, singles, solution).is_solved
        assert end_of(start, [*singles, name], solution).is_solved


def end_of(start: Candidates, techniques: list[str], solution: Grid) -> Candidates:
    """Where these techniques lead to."""
    for candidates, step in walk(start, techniques, solution):
        start = step.apply(candidates)
    return start


def test_puzzles_of_a_rating() -> None:
    wish = Wish(CLASSIC, rater=Hardness(er=(2.6, 3.0)))
    run = GenerationRun(wish, 5, limit=30)
    run.start_clock()  # compiling is no part of the limit
    made = list(run.puzzles(1))
    assert len(made) == 1
    for each in made:
        rating = rate(Puzzle(each.givens), scale="se121")
        assert rating.er is not None
        assert 2.6 <= rating.er <= 3.0
        assert each.rating is not None
        assert each.rating.er == rating.er


REFUSED = {
    "too few clues": (["--clues", "16"], "fewer than 17 clues"),
    "too many clues": (["--clues", "90"], "81 cells"),
    "no numbers": (["--clues", "many"], "not of the form"),
    "turned round": (["--clues", "30-20"], "must not be larger than the second"),
    "not in groups": (["--clues", "18", "--symmetry", "full"], "cannot add up"),
    "no symmetry": (["--symmetry", "round"], "one of none, 180"),
    "a short pattern": (["--pattern", "x.x"], "3 cells"),
    "a sparse pattern": (["--pattern", "x" * 9 + "." * 72], "9 clues"),
    "empty rows": (["--pattern", "." * 18 + "x" * 63], "row 1 and row 2 empty"),
    "not that symmetric": (["--pattern", "." + "x" * 80, "--symmetry", "180"], "does not have"),
    "a wrong solution": (["--solution", SOLVED[:-1] + "8"], "repeats a digit in row 9"),
    "no full solution": (["--solution", WIKIPEDIA], "empty cell"),
    "a strange size": (["--size", "26"], "not a whole number from 1 to 25"),
    "two sizes": (["--size", "9", "--box", "2x3"], "6x6 grid, but --size is 9"),
    "no level": (["--difficulty", "awful"], "one of easy"),
    "out of range": (["--rating", "20-21"], "from 1.0 to 12.0"),
    "no technique": (["--technique", "y-wing-x"], "unknown technique"),
    "alone with none": (["--alone"], "--alone: needs --technique"),
    "levels of 6x6": (["--difficulty", "easy", "--size", "6"], "work only for 9x9"),
    "a strange page": (
        ["--per-page", "3", "-o", "x.pdf"],
        "--per-page: 3 is not one of 1, 2, 4, 6, 9, 12",
    ),
}


def invoke(*arguments: str | Path) -> Result:
    """``cpsudoku generate`` in this process."""
    return CliRunner().invoke(app, ["generate", *map(str, arguments)])


@pytest.mark.parametrize("name", REFUSED)
def test_what_can_not_be_is_refused_at_once(name: str) -> None:
    arguments, said = REFUSED[name]
    done = invoke(*arguments)
    assert done.exit_code == 2
    assert said in done.output


def test_wishes_are_refused_from_python_too() -> None:
    with pytest.raises(InputError, match="fewer than 8 clues"):
        GenerationRun(Wish(Board.of_size(6), clues=(3, 7)), 1)


def test_compiling_does_not_use_up_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(generation, "monotonic", lambda: clock[0])
    monkeypatch.setattr(generation, "open_all", lambda *_: clock.append(clock.pop() + 100.0))
    monkeypatch.setattr(generation, "_can_begin_plain", lambda _: False)
    made = generate_many(3, seed=1, limit=10)
    assert len(list(made)) == 3
    assert clock == [100.0]


def test_a_limit_ends_a_wish_that_is_not_met() -> None:
    done = run("generate", "--clues", "17", "--symmetry", "full", "--limit", "0.5")
    assert (done.code, done.out) == (3, "")
    assert re.search(r"made 0 of 1 puzzle in [\d,]+ attempts?;", done.err)


def test_the_command_writes_lines_books_pictures_and_pages(tmp_path: Path) -> None:
    done = run("generate", "--count", "3", "--seed", "1", "--to", "json")
    assert [check(line.split('"')[3]).word for line in done.lines] == ["unique"] * 3
    for name, start in (("a.xlsx", b"PK"), ("a.svg", b"<svg"), ("a.pdf", b"%PDF")):
        if name == "a.pdf":
            pytest.importorskip("fpdf")
        file, again = tmp_path / name, tmp_path / f"again-{name}"
        for each in (file, again):
            assert invoke("--count", "3", "--seed", "1", "-o", each, "-q").exit_code == 0
        assert file.read_bytes().startswith(start)
        if name != "a.xlsx":  # which says when it was written
            assert file.read_bytes() == again.read_bytes()
    items = items_of(Book.open((tmp_path / "a.xlsx").read_bytes(), Source("a.xlsx")), ReadOptions())
    assert [item.role for item in items].count("puzzle") == 3
    assert len(items) == 6


def test_the_workers_end_when_nobody_needs_the_puzzles_any_more() -> None:
    before = set(multiprocessing.active_children())
    made = generate_many(1000, rules="killer", size=4, seed=1, jobs=2)
    next(made)
    workers = set(multiprocessing.active_children()) - before
    assert workers
    gc.disable()
    try:
        del made
        assert not workers & set(multiprocessing.active_children())
    finally:
        gc.enable()
