"""Every rule is stated twice, narrows soundly, draws its cells, and survives being written down."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from math import prod
from random import Random
from typing import Any, NamedTuple

import pytest
from ortools.sat.python import cp_model

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.constraints.base import Value
from cpsudoku.core.constraints.shapes import Note, cells_of_shape
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import example_of, line_of, rules_of, syntax_of
from cpsudoku.core.verdict import Limit, judge
from cpsudoku.engines import ENGINES
from cpsudoku.engines.cpsat import Cells
from cpsudoku.runtime.errors import InputError
from tests.chance import Chance
from tests.patience import PATIENCE
from tests.rules import BOARDS, EXAMPLES, every_rule, random_rules, rules

Domains = dict[int, tuple[int, ...]]
TRIES = 60  # for a filling that keeps the houses and the rule
FILLINGS = 1500  # that one comparison may list
# Rules whose ``post`` takes the houses of the board for granted: the cells of a sum that share a
# house hold one of some sets of digits.
RELY_ON_HOUSES = {
    *("sum", "arrow", "double-arrow", "zipper", "region-sum", "little-killer", "sandwich"),
    *("x-sum", "skyscraper", "frame-sum", "full-rank", "lunchbox", "schroedinger-sum"),
}

each_name = pytest.mark.parametrize("name", list(CONSTRAINTS))


class _All(cp_model.CpSolverSolutionCallback):
    """The values of some cells in each solution; stops when solutions repeat without end."""

    def __init__(self, x: Cells, cells: Sequence[int]) -> None:
        super().__init__()
        self.x, self.cells = x, cells
        self.found: set[tuple[int, ...]] = set()
        self.repeats = 0

    def on_solution_callback(self) -> None:
        grid = self.x.grid(list(self.response_proto.solution))
        filling = tuple(grid.every[cell] + self.x.board.lowest - 1 for cell in self.cells)
        self.repeats += filling in self.found
        self.found.add(filling)
        if self.repeats > 2 * FILLINGS:
            self.stop_search()


def posted(rule: Constraint, domains: Domains) -> set[tuple[int, ...]]:
    """Every filling of the rule's cells that CP-SAT accepts, in the order of ``domains``."""
    model = cp_model.CpModel()
    below = rule.board.lowest - 1
    masks = [1] * rule.board.total
    for cell, values in domains.items():
        masks[cell] = sum(1 << value - below - 1 for value in values)
    x = Cells(model, masks, rule.board)
    rule.post(model, x)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    found: set[tuple[int, ...]] = set()
    while True:  # a filling may have many solutions, so those found are excluded after a while
        every = _All(x, list(domains))
        status = solver.solve(model, every)
        found |= every.found
        if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            return found
        assert status == cp_model.FEASIBLE
        for filling in every.found:
            literals = [x[cell][value] for cell, value in zip(domains, filling, strict=True)]
            model.add_bool_or([~each for each in literals if not isinstance(each, bool)])


def values_of(rule: Constraint, filling: dict[int, Value]) -> list[Value]:
    """The values of the cells of a rule; a cell may be listed twice."""
    return [filling[cell] for cell in rule.cells]


def values_at(board: Board, cell: int) -> list[int]:
    """The values that a cell or variable can hold at all."""
    return [v for v in board.values if board.domains[cell] >> v - board.lowest & 1]


def some_filling(rule: Constraint, random: Random, keeps_houses: bool) -> dict[int, Value]:
    """A filling in which each cell gets a value that the rule still allows, if there is one."""
    filling: dict[int, Value] = dict.fromkeys(rule.cells)
    for cell in random.sample(list(filling), len(filling)):
        values = values_at(rule.board, cell)
        fitting = [v for v in values if rule.allows(values_of(rule, {**filling, cell: v}))]
        if keeps_houses:
            taken = {filling.get(peer) for peer in rule.board.peers[cell]}
            fitting = [value for value in fitting if value not in taken]
        filling[cell] = random.choice(fitting or values)
    return filling


def some_solution(rule: Constraint, random: Random, keeps_houses: bool) -> dict[int, Value]:
    """A filling of the rule's cells that CP-SAT accepts; some values if there is none."""
    model = cp_model.CpModel()
    board = rule.board
    x = Cells(model, list(board.domains), board)
    rule.post(model, x)
    for house in board.houses if keeps_houses else ():
        model.add_all_different([x.value(cell) for cell in house.cells if cell in rule.cells])
    literals = [
        each for cell in set(rule.cells) for each in x[cell].values() if not isinstance(each, bool)
    ]
    model.maximize(sum(each * random.randint(-9, 9) for each in literals))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = 0.01
    if solver.solve(model) == cp_model.UNKNOWN:
        solver.parameters.stop_after_first_solution = True
        solver.parameters.max_deterministic_time = 0.2
        solver.solve(model)
    if not solver.response_proto.solution:
        return {cell: values_at(board, cell)[0] for cell in rule.cells}
    grid = x.grid(list(solver.response_proto.solution))
    return {cell: grid.every[cell] + board.lowest - 1 for cell in rule.cells}


def some_domains(rule: Constraint, random: Random) -> Domains:
    """Remaining values of each cell, few enough that every filling can be tried.

    Values that the rule allows are more likely, or few fillings would be allowed.
    """
    cells = list(dict.fromkeys(rule.cells))
    relies = bool({each.name for each in (rule, *getattr(rule, "rules", ()))} & RELY_ON_HOUSES)
    for _ in range(TRIES if relies and not rule.board.layers else 1):
        # A walk from cell to cell would rarely end well in a layer.
        filling = (
            some_solution(rule, random, relies)
            if rule.board.layers
            else some_filling(rule, random, relies)
        )
        pairs = ((a, b) for a in cells for b in rule.board.peers[a] if b in filling)
        is_possible = all(filling[a] != filling[b] for a, b in pairs)
        if is_possible and rule.allows(values_of(rule, filling)):
            break
    domains: Domains = {}
    count = 1
    for cell in random.sample(cells, len(cells)):
        values = values_at(rule.board, cell)
        most = min(len(values), FILLINGS // count)
        size = random.randint(1, most) if random.random() < 0.8 else 1
        chosen = random.sample(values, size)
        fitting_one = filling[cell]
        likely = 0.95 if len(cells) < 10 else 0.995
        if fitting_one is not None and fitting_one not in chosen and random.random() < likely:
            chosen[0] = fitting_one
        domains[cell] = tuple(sorted(chosen))
        count *= len(chosen)
    return {cell: domains[cell] for cell in cells}


def allowed(rule: Constraint, domains: Domains) -> Iterator[tuple[int, ...]]:
    """Every filling that the rule allows, in the order of ``domains``."""
    for filling in product(*domains.values()):
        if rule.allows(values_of(rule, dict(zip(domains, filling, strict=True)))):
            yield filling


def possible(
    rule: Constraint, domains: Domains, fillings: Iterable[tuple[int, ...]]
) -> set[tuple[int, ...]]:
    """The fillings that break no house of the board, which a rule may take for granted."""
    at = {cell: index for index, cell in enumerate(domains)}
    pairs = [(at[a], at[b]) for a in at for b in at if a < b and b in rule.board.peers[a]]
    return {each for each in fillings if all(each[i] != each[j] for i, j in pairs)}


def tables(rule: Constraint, random: Random, count: int) -> Iterator[Domains]:
    """Random domains, and all values of all cells where these are few."""
    domains = {cell: tuple(values_at(rule.board, cell)) for cell in rule.cells}
    if prod(map(len, domains.values())) <= FILLINGS:
        yield domains
    for _ in range(count):
        yield some_domains(rule, random)


class Sample(NamedTuple):
    """Domains of the cells of a rule, and the fillings with them that it allows."""

    line: str
    rule: Constraint
    domains: Domains
    fillings: tuple[tuple[int, ...], ...]


def sampled(name: str, random: Random, tries: int) -> Iterator[Sample]:
    """Samples of each example of a rule."""
    for line, rule in rules(name):
        for domains in tables(rule, random, tries):
            yield Sample(line, rule, domains, tuple(allowed(rule, domains)))


@cache
def samples(name: str, chance: Chance) -> tuple[Sample, ...]:
    """The samples that several tests of a rule share; those of layers take longest."""
    few, many = (1, 15) if CONSTRAINTS[name].brings else (2, 8)
    return tuple(sampled(name, chance.random(1), many if chance.exhaustive else few))


@each_name
def test_every_rule_has_examples_and_says_what_it_is(name: str) -> None:
    rule = CONSTRAINTS[name]
    assert rule.name == name
    assert len(EXAMPLES[name]) >= 3
    assert all(isinstance(each, rule) for _, each in rules(name))
    assert rule.summary.endswith(".")
    assert rule.summary[0].isupper()
    assert syntax_of(rule).startswith(name)
    assert isinstance(example_of(rule)[0], rule)


def test_no_example_is_left_without_a_rule() -> None:
    assert sorted(EXAMPLES) == sorted(CONSTRAINTS)


def test_names_and_aliases_are_different() -> None:
    words = [
        word.split()[0].replace("-", "")
        for name in CONSTRAINTS
        for word in (name, *CONSTRAINTS[name].aliases)
    ]
    assert sorted(words) == sorted(set(words))


@each_name
def test_allows_and_post_mean_the_same(name: str, chance: Chance) -> None:
    taken = refused = 0
    every = sampled(name, Random(1), 60) if chance.exhaustive else samples(name, chance)
    for line, rule, domains, found in every:
        fillings, accepted = set(found), posted(rule, domains)
        if name in RELY_ON_HOUSES:
            fillings, accepted = (possible(rule, domains, each) for each in (fillings, accepted))
        assert accepted == fillings, (line, domains)
        taken += len(fillings)
        refused += prod(map(len, domains.values())) - len(fillings)
    assert taken
    assert refused
    assert chance.is_enough(taken > 20 and refused > 20)


@each_name
def test_a_rule_is_never_too_strict_on_a_partial_filling(name: str, chance: Chance) -> None:
    random = Random(2)
    decided = 0
    for line, rule, domains, fillings in samples(name, chance):
        for filling in random.sample(fillings, min(30, len(fillings))):
            partial = {
                cell: value if random.random() < 0.6 else None
                for cell, value in zip(domains, filling, strict=True)
            }
            assert rule.allows(values_of(rule, partial)), (line, filling, partial)
            assert not rule.clashes(values_of(rule, partial))
            decided += 1
    assert decided
    assert chance.is_enough(decided > 20)


@each_name
def test_clashes_name_filled_cells_exactly_when_the_rule_is_broken(
    name: str, chance: Chance
) -> None:
    random = Random(3)
    broken = 0
    for line, rule, domains, _ in samples(name, chance):
        every = list(product(*domains.values()))
        for filling in random.sample(every, min(15, len(every))):
            values = values_of(rule, dict(zip(domains, filling, strict=True)))
            clash = rule.clashes(values)
            assert bool(clash) == (not rule.allows(values)), (line, filling)
            assert set(clash) <= set(rule.cells)
            broken += bool(clash)
    assert broken
    assert chance.is_enough(broken > 10)


@each_name
def test_narrow_never_excludes_a_value_of_an_allowed_filling(name: str, chance: Chance) -> None:
    excluded = 0
    for line, rule, domains, found in samples(name, chance):
        fillings = possible(rule, domains, found)
        for each in rule.narrow(domains):
            excluded += 1
            at = list(domains).index(each.cell)
            assert each.value in domains[each.cell], (line, domains, each)
            assert all(filling[at] != each.value for filling in fillings), (line, domains, each)
            assert each.reason
    assert excluded
    assert chance.is_enough(excluded > 5)


@each_name
def test_a_random_rule_means_the_same_everywhere(name: str, chance: Chance) -> None:
    random = chance.random(6)
    decided = 0
    for line, rule in random_rules(random, name, 60 if chance.exhaustive else 3):
        for domains in tables(rule, random, 4 if chance.exhaustive else 2):
            fillings, found = set(allowed(rule, domains)), posted(rule, domains)
            if name in RELY_ON_HOUSES:
                fillings, found = (possible(rule, domains, each) for each in (fillings, found))
            assert found == fillings, (line, rule.board, domains)
            kept = possible(rule, domains, fillings)
            for each in rule.narrow(domains):
                at = list(domains).index(each.cell)
                assert all(filling[at] != each.value for filling in kept), (line, domains, each)
            assert type(rule).from_data(rule.to_data(), rule.board) == rule
            assert rules_of(line_of(rule), rule.board) == (rule,)
            decided += 1
    assert decided > 5


@each_name
def test_what_a_rule_implies_holds_in_every_allowed_filling(name: str, chance: Chance) -> None:
    checked = 0
    for line, rule, domains, fillings in samples(name, chance):
        implied = {cell for house in rule.houses() for cell in house.cells}
        implied |= {cell for total in rule.totals() for cell in total.cells}
        implied |= {cell for pair in rule.pairs() for cell in (pair.one, pair.other)}
        assert implied <= set(rule.cells)
        for filling in fillings:
            value = dict(zip(domains, filling, strict=True))
            for house in rule.houses():
                assert len({value[cell] for cell in house.cells}) == len(house.cells), line
            for total in rule.totals():
                assert sum(value[cell] for cell in total.cells) == total.total, line
            for pair in rule.pairs():
                assert pair.holds(value[pair.one], value[pair.other]), (line, pair)
            checked += 1
    assert checked
    assert chance.is_enough(checked > 10)


@each_name
def test_a_rule_draws_the_cells_it_speaks_of(name: str) -> None:
    for line, rule in rules(name):
        shapes = rule.drawing()
        drawn = {cell for shape in shapes for cell in cells_of_shape(shape)}
        everywhere = any(isinstance(shape, Note) for shape in shapes)
        board = rule.board
        places = [
            *((cell,) for cell in range(len(board))),
            *(cells for _, cells in board.variables),
        ]
        spoken_of = {cell for number in rule.cells for cell in places[number]}
        assert everywhere or drawn >= spoken_of, (line, shapes)
        assert drawn <= set(range(len(rule.board))), line


@each_name
def test_a_rule_survives_json(name: str) -> None:
    for line, rule in rules(name):
        data: dict[str, Any] = json.loads(json.dumps(rule.to_data()))
        assert type(rule).from_data(data, rule.board) == rule, line


@each_name
def test_a_rule_arrives_whole_in_another_process(name: str) -> None:
    for line, rule in rules(name):
        rule.narrow(dict.fromkeys(rule.cells, rule.board.values))
        rule.pairs()
        rule.allows([None] * len(rule.cells))
        assert pickle.loads(pickle.dumps(rule)) == rule, line


@each_name
def test_a_rule_survives_its_line(name: str) -> None:
    for line, rule in rules(name):
        assert rules_of(line_of(rule), rule.board) == (rule,), line


@each_name
def test_a_rule_says_what_it_is_in_a_sentence(name: str) -> None:
    for line, rule in rules(name):
        assert rule.describe().endswith("."), line
        assert rule.title, line
        assert hash(rule) == hash(rules_of(line_of(rule), rule.board)[0]), line


@each_name
@pytest.mark.parametrize(
    "data",
    [{"cells": "r1c1"}, {"cells": [0, 1]}, {"cells": ["r9c9", "r9c8"]}, {"colour": "red"}],
    ids=str,
)
def test_data_of_another_form_is_refused(name: str, data: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=f"^{name!r}"):
        CONSTRAINTS[name].from_data(data, BOARDS["4x4"])


def some_rules(random: Random, board_name: str) -> tuple[Constraint, ...]:
    """Some of the examples of a board."""
    board = BOARDS[board_name]
    every = [rule for _, rule in every_rule() if rule.board == board]
    return tuple(random.sample(every, min(len(every), random.randint(1, 4))))


@pytest.mark.parametrize("board_name", ["4x4", "jigsaw", "zero", "latin", "wide", "twins"])
def test_engines_agree_on_random_rules(board_name: str, chance: Chance) -> None:
    random = chance.random(5)
    board = BOARDS[board_name]
    seen: set[str] = set()
    for _ in range(300 if chance.exhaustive else 20):
        puzzle = _random_puzzle(random, board, some_rules(random, board_name))
        found = []
        for engine in ("cpsat", "backtrack"):
            evidence = ENGINES[engine].search(puzzle, want=3, limit=Limit(seconds=PATIENCE))
            assert all(puzzle.is_solved_by(grid) for grid in evidence.solutions)
            assert evidence.exhausted or len(evidence.solutions) == 3
            found.append((len(evidence.solutions), judge(puzzle, evidence, engine).status))
            if evidence.exhausted:
                found[-1] += (frozenset(evidence.solutions),)  # type: ignore[assignment]
        assert found[0] == found[1], puzzle
        seen.add(str(found[0][1]))
    assert chance.is_enough(len(seen) >= 2)


def _random_puzzle(random: Random, board: Board, constraints: tuple[Constraint, ...]) -> Puzzle:
    givens = bytearray(len(board))
    for cell in random.sample(range(len(board)), random.randint(0, len(board) // 4)):
        taken = {givens[peer] for peer in board.peers[cell]}
        givens[cell] = random.choice([d for d in range(1, board.size + 1) if d not in taken] or [0])
    return Puzzle(Grid(bytes(givens), board), constraints)
