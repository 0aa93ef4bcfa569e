"""The engine ``logic``: right wherever it decides, and it says where it does not."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from cpsudoku import solve
from cpsudoku.core.board import Board
from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.core.constraints.regions.all_different import AllDifferent
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Status, judge
from cpsudoku.engines import ENGINES, LOGIC_ENGINE
from cpsudoku.engines.logic import Logic
from cpsudoku.runtime.errors import UnknownName, Unsupported
from cpsudoku.teaching.start import marks_data
from cpsudoku.techniques import TABLE, TECHNIQUES, select
from cpsudoku.techniques.examples import examples
from cpsudoku.techniques.walk import fits
from tests.command import run
from tests.puzzles import INKALA, SOLVED, WIKIPEDIA, Known, grid_of, known_verdicts

MEDIUM = Logic(select("medium"))
SINGLES = ("full-house", "hidden-single", "naked-single")
STATUS_OF_COUNT = {0: Status.NO_SOLUTION, 1: Status.UNIQUE, 2: Status.MULTIPLE}


def test_it_is_right_wherever_it_decides() -> None:
    seen: Counter[str] = Counter()
    for known in known_verdicts():
        verdict = judge(known.puzzle, MEDIUM.search(known.puzzle), "logic")
        if verdict.status is Status.UNKNOWN:
            assert "stuck with " in verdict.note, known.name
        else:
            assert verdict.status is STATUS_OF_COUNT[known.count], known.name
            assert known.count != 1 or verdict.solution == solution_of(known), known.name
        seen[verdict.word] += 1
    assert seen["multiple"] == 0
    assert min(seen[word] for word in ("unique", "none", "conflict", "unknown")) >= 8


def solution_of(known: Known) -> Grid:
    """The solution in the file of verdicts."""
    return Grid.from_line(known.solution, known.puzzle.board)


@pytest.mark.parametrize(
    ("limit", "note"),
    [
        (Limit(seconds=0), "the limit of 0 s ran out"),
        (Limit(nodes=2), "the limit of 2 nodes ran out"),
    ],
    ids=["seconds", "nodes"],
)
def test_a_limit_that_ran_out_is_unknown(limit: Limit, note: str) -> None:
    found = ENGINES[LOGIC_ENGINE].search(Puzzle(grid_of(INKALA)), 2, limit)
    assert (found.solutions, found.exhausted, found.note) == ((), False, note)


@pytest.mark.parametrize("name", ["unique-rectangle-1", "bug-1"])
def test_what_assumes_one_solution_finds_it_and_proves_nothing(name: str) -> None:
    position = examples()[name].position.candidates
    puzzle = Puzzle(position.grid, marks=tuple(map(tuple, marks_data(position))))
    basic = (*SINGLES, "pointing", "claiming", "naked-pair", "hidden-pair", "naked-triple")
    assert "stuck" in Logic(basic).search(puzzle).note
    found = Logic((*basic, name)).search(puzzle)
    assert not found.exhausted
    assert found.note == f"{name} assumed that there is one solution"
    assert found.solutions == solve(puzzle).solutions
    assert judge(puzzle, found, "logic").status is Status.UNKNOWN


def test_techniques_that_assume_one_solution_come_last() -> None:
    puzzle = Puzzle(examples()["unique-rectangle-2"].position.candidates.grid)
    found = Logic(("unique-rectangle-2", *select("medium"))).search(puzzle)
    assert (len(found.solutions), found.exhausted, found.note) == (1, True, "")


SMALL = Board.of_size(4)
DIAGONALS = (AllDifferent(SMALL, (0, 5, 10, 15)), AllDifferent(SMALL, (3, 6, 9, 12)))


def test_a_house_that_a_variant_adds_is_used() -> None:
    puzzle = Puzzle(grid_of("......4...3.1..4"), DIAGONALS)
    plain = replace(puzzle, constraints=())
    assert solve(puzzle).is_unique
    assert not solve(plain).is_unique
    assert judge(puzzle, MEDIUM.search(puzzle), "logic").is_unique
    assert judge(plain, MEDIUM.search(plain), "logic").status is Status.UNKNOWN


def test_pencilmarks_are_used_and_a_cell_without_any_is_a_contradiction() -> None:
    every = [(1, 2, 3, 4)] * 16
    for first, exhausted, count in ((1,), True, 1), ((2,), True, 0), ((), True, 0):
        marks = (first, *every[1:])
        found = MEDIUM.search(Puzzle(grid_of(".234341221434321"), marks=marks))
        assert (found.exhausted, len(found.solutions)) == (exhausted, count), first


def test_rules_are_used_and_nothing_assumes_one_solution_beyond_houses() -> None:
    cages = tuple(KillerCage(SMALL, cells, 3) for cells in ((0, 1), (10, 11)))
    puzzle = Puzzle(grid_of("...............4"), cages)
    assert ENGINES[LOGIC_ENGINE].unsupported(puzzle) is None
    assert not any(fits(name, puzzle) for name in TABLE if TECHNIQUES[name].assumes_unique)
    found = judge(puzzle, Logic(("cage-combinations", *SINGLES)).search(puzzle), "logic")
    assert found.note == "stuck with 12 empty cells"


def test_solve_takes_techniques() -> None:
    assert solve(WIKIPEDIA, techniques="easy").engine == "logic"
    assert solve(WIKIPEDIA, engine="logic", techniques="X-Wing").status is Status.UNKNOWN
    with pytest.raises(Unsupported, match="does not use techniques; try engine logic"):
        solve(WIKIPEDIA, engine="cpsat", techniques="easy")
    with pytest.raises(UnknownName, match="did you mean x-wing"):
        solve(WIKIPEDIA, techniques="x-wimg")


COMMANDS = {
    "easy": (("--techniques", "easy"), 0, f"{SOLVED}\tunique"),
    "the engine": (("--engine", "logic"), 0, f"{SOLVED}\tunique"),
    "stuck": (
        ("--engine", "logic", "--techniques", "x-wing,XY-Wing"),
        3,
        f"{WIKIPEDIA}\tunknown\t\tundecided, no solution found yet: stuck with 51 empty cells",
    ),
}


@pytest.mark.parametrize(("options", "code", "line"), COMMANDS.values(), ids=COMMANDS.keys())
def test_the_command(options: tuple[str, ...], code: int, line: str) -> None:
    done = run("solve", WIKIPEDIA, *options)
    assert (done.code, done.lines) == (code, [line])


def test_the_engine_is_named_in_json() -> None:
    data = json.loads(run("solve", WIKIPEDIA, "--techniques", "easy", "--json").out)
    assert (data["engine"], data["status"]) == ("logic", "unique")
