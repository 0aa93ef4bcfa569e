"""CONTRIBUTING.md shows how to add a rule; here it is done as the page says."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from cpsudoku.core import rule_lines, rule_names
from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines import ENGINES
from tests import test_constraints
from tests.chance import Chance
from tests.puzzles import ROOT
from tests.rules import EXAMPLES

PAGE = (ROOT / "CONTRIBUTING.md").read_text()
FILE, ENTRY, LINES, *_ = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
((NAME, PLACE),) = ast.literal_eval(f"{{{ENTRY}}}").items()
CHECKS = (
    test_constraints.test_allows_and_post_mean_the_same,
    test_constraints.test_a_rule_is_never_too_strict_on_a_partial_filling,
    test_constraints.test_clashes_name_filled_cells_exactly_when_the_rule_is_broken,
    test_constraints.test_narrow_never_excludes_a_value_of_an_allowed_filling,
)
CHECKS_OF_EXAMPLES = (
    test_constraints.test_every_rule_has_examples_and_says_what_it_is,
    test_constraints.test_a_rule_draws_the_cells_it_speaks_of,
    test_constraints.test_a_rule_survives_json,
    test_constraints.test_a_rule_survives_its_line,
    test_constraints.test_a_rule_says_what_it_is_in_a_sentence,
)


@pytest.fixture
def new_rule(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of the rule of the page, which has been added."""
    where, _, _ = PLACE.partition(":")
    module = ModuleType(where)
    monkeypatch.setitem(sys.modules, where, module)
    monkeypatch.setitem(CONSTRAINTS._entries, NAME, PLACE)
    monkeypatch.setitem(EXAMPLES, NAME, ast.literal_eval(f"{{{LINES}}}")[NAME])
    exec(compile(FILE, where, "exec"), module.__dict__)
    rule_names.rules_by_name.cache_clear()
    rule_names._usual.cache_clear()
    yield NAME
    rule_names.rules_by_name.cache_clear()
    rule_names._usual.cache_clear()


def test_the_new_rule_is_proved(new_rule: str, chance: Chance) -> None:
    assert new_rule not in list(CONSTRAINTS)[:-1]
    for check in CHECKS:
        check(new_rule, chance)
    for check_examples in CHECKS_OF_EXAMPLES:
        check_examples(new_rule)


def test_a_puzzle_with_the_new_rule_is_solved(new_rule: str) -> None:
    board = Board.of_size(4)
    constraints = rule_lines.rules_of("parity: row 1; r1c1 r2c1 r3c1 r4c1; r2c2 r3c3", board)
    puzzle = Puzzle(Grid(bytes([1, *([0] * 15)]), board), constraints)
    assert constraints[0].title == "the parity line from r1c1 to r1c4"
    found = {}
    for engine in ("cpsat", "backtrack"):
        evidence = ENGINES[engine].search(puzzle, want=300)
        assert evidence.exhausted
        assert all(puzzle.is_solved_by(grid) for grid in evidence.solutions)
        found[engine] = set(evidence.solutions)
    assert found["cpsat"] == found["backtrack"]
    assert 0 < len(found["cpsat"]) < 72


def test_the_file_of_the_new_rule_is_in_order() -> None:
    assert all(len(line) <= 100 for line in FILE.splitlines())
    assert PLACE.startswith("cpsudoku.core.constraints.lines.")
    folder, _, name = (
        PLACE.partition(":")[0].removeprefix("cpsudoku.").replace(".", "/").rpartition("/")
    )
    assert f"{name}.py in `{folder}/`" in PAGE
