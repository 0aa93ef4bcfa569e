"""New puzzles with rules: proper, solvable without guessing, and as they were asked for."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from cpsudoku import generate, generate_many, rate, solve
from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.symmetry import orbits_of, symmetries_of
from cpsudoku.engines import ENGINES, PROPAGATE_ENGINE
from cpsudoku.generating import trials
from cpsudoku.generating.jigsaws import jigsaw_board
from cpsudoku.generating.mix import RandomStream
from cpsudoku.generating.placing import PLACERS
from cpsudoku.generating.reducing import take_away, take_away_down_to
from cpsudoku.runtime.compiled import compiling
from cpsudoku.runtime.compiled.door import Work
from cpsudoku.runtime.errors import BadParameter, Unsupported
from cpsudoku.techniques import LEVELS
from tests.command import invoke

FOUR = (
    "killer",
    "kenken",
    "thermo",
    "arrow",
    "kropki",
    "greater",
    "jigsaw",
    "diagonals",
    "renban",
    "anti-king",
)
MANY = (
    *PLACERS,
    "jigsaw",
    "diagonals",
    "windows",
    "anti-knight",
    "anti-king",
    "butterfly",
    "samurai",
)


@pytest.mark.parametrize("rules", [name for name in FOUR if name != "anti-king"])
def test_a_puzzle_with_rules_is_proper_and_needs_no_guess(rules: str) -> None:
    made = generate(rules=rules, size=4, seed=1, jobs=1)
    verdict = solve(made.puzzle)
    assert verdict.is_unique
    assert verdict.solution == made.solution
    assert made.rating is not None
    assert rate(made.puzzle).level == made.rating.level in LEVELS[:3]


def test_every_kind_is_made(exhaustive: bool) -> None:
    for rules in MANY if exhaustive else ("killer,diagonals", "anti-knight"):
        made = generate(rules=rules, seed=3, jobs=1)
        assert solve(made.puzzle).solution == made.solution
        assert made.puzzle.constraints or not made.puzzle.board.is_classic_9x9


def test_a_puzzle_without_boxes() -> None:
    made = generate(rules="kenken", box="none", size=5, seed=1, jobs=1)
    assert made.puzzle.board == Board.without_boxes(5)
    assert {rule.name for rule in made.puzzle.constraints} > {"sum", "product"}
    assert solve(made.puzzle).solution == made.solution
    pattern = "xx..x..x..xx.x.."
    classic = generate(box="none", pattern=pattern, seed=1, jobs=1)
    assert classic.puzzle.board == Board.without_boxes(4)
    assert [each == "x" for each in pattern] == [*map(bool, classic.puzzle.givens.cells)]
    assert generate(box="none", size=6, seed=1, jobs=1).puzzle.board == Board.without_boxes(6)


def test_the_seed_alone_decides() -> None:
    one, two = (list(generate_many(3, rules="killer", size=4, seed=9, jobs=n)) for n in (1, 2))
    assert [each.puzzle for each in one] == [each.puzzle for each in two]
    assert len({each.puzzle for each in one}) == 3


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_level_is_the_one_asked_for(level: str) -> None:
    made = generate(rules="jigsaw", size=6, difficulty=level, seed=2, jobs=1)
    assert made.rating is not None
    assert made.rating.level == level


def test_givens_are_symmetric_and_minimal() -> None:
    made = generate(rules="diagonals", size=6, symmetry="180", minimal=True, seed=2, jobs=1)
    assert "180" in symmetries_of(made.givens.cells, made.givens.board)
    for cell, digit in enumerate(made.givens.cells):
        if digit:
            fewer = made.puzzle.only(set(range(36)) - {cell}, {0})
            assert not solve(fewer).is_unique


def test_orbits_of_boards_of_any_shape() -> None:
    samurai = Board.of_grids("samurai")
    assert sum(map(len, orbits_of("full", samurai))) == len(samurai)
    assert max(map(len, orbits_of("180", Board.rectangle(2, 3)))) == 2


BAD = {
    "an unknown rule": ({"rules": "kiler"}, "'kiler' is not a rule"),
    "a rule that needs cells": ({"rules": "palindrome"}, "'palindrome' needs cells"),
    "two boards": ({"rules": "jigsaw,samurai"}, "jigsaw and samurai are different boards"),
    "nothing": ({"rules": ","}, "rules"),
    "an unknown level": ({"rules": "killer", "difficulty": "nasty"}, "nasty"),
    "clues that do not exist": ({"rules": "killer", "clues": 100}, "clues"),
}


@pytest.mark.parametrize(("keywords", "said"), BAD.values(), ids=BAD.keys())
def test_a_bad_wish_is_refused(keywords: dict[str, object], said: str) -> None:
    with pytest.raises(BadParameter, match=said):
        generate(**keywords, jobs=1)  # type: ignore[arg-type]


def test_scales_of_classic_puzzles_are_refused() -> None:
    with pytest.raises(Unsupported, match="does not work with"):
        generate(rules="killer", technique="x-wing")


def test_the_command_prints_the_rules() -> None:
    done = invoke("generate", "--rules", "killer", "--size", "4", "--seed", "1")
    assert done.code == 0
    assert "killer " in done.out


def puzzle_of(rules: str) -> Puzzle:
    """An empty 6x6 puzzle."""
    board = jigsaw_board(RandomStream(1), 6) if rules == "jigsaw" else Board.of_size(6)
    return Puzzle(Grid(bytes(36), board)).with_rules(*([rules] if rules == "diagonals" else []))


@pytest.mark.parametrize("symmetry", ["none", "180"])
@pytest.mark.parametrize("rules", ["", "diagonals", "jigsaw"])
@pytest.mark.parametrize("seconds", [trials.SECONDS, 0.0])
def test_givens_removed_32_at_a_time_are_those_removed_one_by_one(
    symmetry: str, rules: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "SECONDS", seconds)
    puzzle, asked = puzzle_of(rules), []

    def is_proper(cells: bytes) -> bool:
        asked.append(cells)
        tried = replace(puzzle, givens=Grid(cells, puzzle.board))
        return len(ENGINES[PROPAGATE_ENGINE].search(tried).solutions) == 1

    (solution,) = ENGINES[PROPAGATE_ENGINE].search(puzzle, 1).solutions
    orbits = RandomStream(2).shuffled(list(orbits_of(symmetry, puzzle.board)))
    slow, fast = bytearray(solution.cells), bytearray(solution.cells)
    take_away_down_to(slow, orbits, 0, partial(take_away, is_proper=is_proper))
    asked.clear()
    take_away_down_to(fast, orbits, 0, trials.Trials(puzzle, is_proper).take_away)
    assert fast == slow
    assert 3 < 36 - fast.count(0) < 30
    assert not asked or seconds == 0


def test_the_first_puzzles_do_not_wait_for_the_bulk_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "START", Work())
    monkeypatch.setattr(compiling, "is_loaded", lambda names: False)
    puzzle = Puzzle(Grid(bytes(16), Board.of_size(4)))
    remove = trials.taking_away(puzzle, lambda cells: True)
    cells = bytearray(b"\1" * 16)
    remove(cells, [(0,), (1,)])
    assert cells.count(0) == 2
    assert trials.START.spent > 0
