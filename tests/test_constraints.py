"""Every rule is said twice: ``allows`` and ``post`` mean the same, by enumeration."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from cpsudoku.core.constraints.all_different import AllDifferent
from cpsudoku.core.constraints.pencilmarks import Pencilmarks
from ortools.sat.python import cp_model

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.errors import InputError

BOARD = Board.of_size(4)
ALL = (1, 2, 3, 4)

# Rules on a 4x4 board, at least one for each name in the table.
EXAMPLES: dict[str, list[Constraint]] = {
    "all-different": [
        AllDifferent((0, 1, 2, 3), 4),
        AllDifferent((0, 4, 8, 12), 4),
        AllDifferent((0, 5, 10), 4),
        AllDifferent((3, 7), 4),
        AllDifferent((9,), 4),
    ],
    "pencilmarks": [
        Pencilmarks((ALL,) * 16),
        Pencilmarks(((1, 2), (3,), (1, 2, 4), (1, 3, 4)) * 4),
        Pencilmarks(((), *((ALL,) * 15))),
    ],
}
RULES = [(f"{name} {n}", rule) for name in EXAMPLES for n, rule in enumerate(EXAMPLES[name], 1)]

every_rule = pytest.mark.parametrize(
    "rule", [rule for _, rule in RULES], ids=[name for name, _ in RULES]
)

Domains = tuple[tuple[int, ...], ...]


class Literals:
    """Variables with a domain a cell; a cell with one digit is settled."""

    size = 4

    def __init__(self, model: cp_model.CpModel, domains: Mapping[int, Sequence[int]]) -> None:
        self.cells: dict[int, dict[int, cp_model.IntVar | bool]] = {}
        for cell, digits in domains.items():
            if len(digits) == 1:
                self.cells[cell] = {digits[0]: True}
                continue
            self.cells[cell] = {d: model.new_bool_var(f"{cell}={d}") for d in digits}
            model.add_exactly_one(self.cells[cell].values())

    def __getitem__(self, cell: int) -> Mapping[int, cp_model.IntVar | bool]:
        return self.cells[cell]


class _All(cp_model.CpSolverSolutionCallback):
    """The digits of each solution."""

    def __init__(self, x: Literals, cells: Sequence[int]) -> None:
        super().__init__()
        self.x, self.cells, self.found = x, cells, list[tuple[int, ...]]()

    def on_solution_callback(self) -> None:
        self.found.append(
            tuple(
                next(d for d, literal in self.x[cell].items() if self.boolean_value(literal))
                for cell in self.cells
            )
        )


def posted(rule: Constraint, domains: Domains) -> set[tuple[int, ...]]:
    """Every filling of the rule's cells that CP-SAT takes."""
    model = cp_model.CpModel()
    x = Literals(model, dict(zip(rule.cells, domains, strict=True)))
    rule.post(model, x)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    every = _All(x, rule.cells)
    status = solver.solve(model, every)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    assert len(set(every.found)) == len(every.found)
    return set(every.found)


def some_domains(rule: Constraint, random: Random, free: int = 4) -> Domains:
    """What each cell can be: at most ``free`` cells are open, the others are settled.

    They mostly hold what the rule takes there, or few fillings would be allowed.
    """
    cells = len(rule.cells)
    opened = set(random.sample(range(cells), min(free, cells)))
    domains: list[tuple[int, ...]] = []
    for cell in range(cells):
        before, after = [0] * cell, [0] * (cells - cell - 1)
        taken = [digit for digit in ALL if rule.allows([*before, digit, *after])]
        if cell in opened:
            domains.append(tuple(sorted(random.sample(ALL, random.randint(1, 4)))))
        else:
            domains.append((random.choice(taken if taken and random.random() < 0.95 else ALL),))
    return tuple(domains)


def allowed(rule: Constraint, domains: Domains) -> Iterator[tuple[int, ...]]:
    """Every filling that the rule allows."""
    return (digits for digits in product(*domains) if rule.allows(digits))


def test_every_rule_of_the_table_has_an_example() -> None:
    assert list(EXAMPLES) == list(CONSTRAINTS)
    for name, rules in EXAMPLES.items():
        assert all(isinstance(rule, CONSTRAINTS[name]) for rule in rules)


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_allows_and_post_mean_the_same(name: str) -> None:
    random = Random(1)
    taken = refused = 0
    for rule in EXAMPLES[name]:
        every = tuple((ALL,) * len(rule.cells)) if len(rule.cells) < 5 else None
        tables = [some_domains(rule, random) for _ in range(30)] + ([every] if every else [])
        for domains in tables:
            fillings = set(allowed(rule, domains))
            assert posted(rule, domains) == fillings, domains
            taken += len(fillings)
            refused += len(set(product(*domains)) - fillings)
    assert taken > 100
    assert refused > 100


@every_rule
def test_a_rule_is_never_too_strict_on_a_partial_filling(rule: Constraint) -> None:
    random = Random(2)
    decided = 0
    for _ in range(300):
        domains = some_domains(rule, random, 3)
        for digits in allowed(rule, domains):
            partial = [digit if random.random() < 0.5 else 0 for digit in digits]
            assert rule.allows(partial), (digits, partial)
            decided += 1
    assert decided > 100 or not any(True for _ in allowed(rule, ((1,),) * len(rule.cells)))
    assert rule.allows([0] * len(rule.cells))


@every_rule
def test_a_rule_survives_json(rule: Constraint) -> None:
    data: dict[str, Any] = json.loads(json.dumps(rule.to_data()))
    assert CONSTRAINTS[rule.name].from_data(data, BOARD) == rule


@every_rule
def test_a_repr_evaluates_back(rule: Constraint) -> None:
    assert eval(repr(rule)) == rule
    assert hash(eval(repr(rule))) == hash(rule)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("all-different", {}),
        ("all-different", {"cells": "0 1 2"}),
        ("all-different", {"cells": [0, 16]}),
        ("all-different", {"cells": [-1]}),
        ("all-different", {"cells": ["r1c1"]}),
        ("all-different", {"cells": [True]}),
        ("pencilmarks", {}),
        ("pencilmarks", {"marks": [[1]] * 15}),
        ("pencilmarks", {"marks": [[1]] * 17}),
        ("pencilmarks", {"marks": [1] * 16}),
        ("pencilmarks", {"marks": [[0]] * 16}),
        ("pencilmarks", {"marks": [[5]] * 16}),
        ("pencilmarks", {"marks": [["1"]] * 16}),
        ("pencilmarks", {"marks": [[True]] * 16}),
    ],
    ids=str,
)
def test_data_of_another_form_is_told(name: str, data: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=f'^rule {name!r} needs "'):
        CONSTRAINTS[name].from_data(data, BOARD)


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_every_rule_refuses_empty_data(name: str) -> None:
    with pytest.raises(InputError, match="needs"):
        CONSTRAINTS[name].from_data({}, BOARD)
