"""New puzzles with rules: proper, solvable without guessing, and as they were asked for."""

from __future__ import annotations

import pytest

from cpsudoku import generate, generate_many, rate, solve
from cpsudoku.core.board import Board
from cpsudoku.core.errors import BadParameter, Unsupported
from cpsudoku.core.symmetry import orbits_of, symmetries_of
from cpsudoku.generating.placing import PLACERS
from cpsudoku.techniques import LEVELS
from tests.command import invoke

FOUR = (
    "killer",
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
