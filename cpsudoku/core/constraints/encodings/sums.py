"""Sums of cells, encoded for CP-SAT in the strongest form: digit sets, clauses or linear sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import eq, ge, le
from typing import TYPE_CHECKING

from cpsudoku.core.constraints.encodings.different import post_different
from cpsudoku.core.constraints.encodings.pairs import post_pair
from cpsudoku.core.constraints.encodings.sets import post_sets, sets_with_sum
from cpsudoku.core.constraints.modelling import Variables

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import Constraint, CpModel, IntVar, LinearExprT

    from cpsudoku.core.board import Board
    from cpsudoku.core.constraints.lowered import Relation

Terms = Sequence[tuple[int, int]]  # (cell, weight), in which a cell may be repeated
Group = tuple[tuple[int, ...], int]  # cells that hold different values, and their weight
Literals = Sequence["IntVar | bool"]
RELATIONS: Mapping[str, Callable[[int, int], bool]] = {"=": eq, "<=": le, ">=": ge}


def are_peers(board: Board, cells: Sequence[int]) -> bool:
    """Whether these cells hold different digits in every filling of the board."""
    all_cells = sum(1 << cell for cell in set(cells))
    return len(set(cells)) == len(cells) and all(
        not all_cells & ~(board.peer_cells[cell] | 1 << cell) for cell in cells
    )


@lru_cache(maxsize=1024)
def pair_sum(relation: str, weight: int, mate: int, total: int) -> Relation:
    """The relation of two values whose sum of weight x value has the relation to the total."""
    holds = RELATIONS[relation]
    return lambda one, other: holds(weight * one + mate * other, total)


def merged_terms(terms: Terms) -> dict[int, int]:
    """The total weight of each cell, without cells whose weights cancel out."""
    weights: dict[int, int] = {}
    for cell, weight in terms:
        weights[cell] = weights.get(cell, 0) + weight
    return {cell: weight for cell, weight in weights.items() if weight}


def groups_of_terms(board: Board, terms: Terms) -> list[Group]:
    """The terms of a sum as groups. The cells of a group have one weight and different values."""
    found: list[tuple[list[int], int, int]] = []  # cells, weight, cells that may join
    for cell, weight in merged_terms(terms).items():
        for number, (cells, of_group, joins) in enumerate(found):
            if of_group == weight and joins >> cell & 1:
                cells.append(cell)
                found[number] = cells, weight, joins & board.peer_cells[cell]
                break
        else:
            found.append(([cell], weight, board.peer_cells[cell]))
    return [(tuple(cells), weight) for cells, weight, _ in found]


def post_cage(model: CpModel, x: Variables, cells: Sequence[int], total: int) -> None:
    """The cells hold different digits with this sum."""
    sets = sets_with_sum(x.board.values, len(cells), total)
    if sets is not None:
        post_sets(model, x, cells, sets)
        return
    post_different(model, x, cells)
    model.add(x.total([(cell, 1) for cell in cells]) == total)


def post_sum(
    model: CpModel, x: Variables, terms: Terms, relation: str, total: int, when: Literals = ()
) -> None:
    """The sum of weight x value is exactly, at most or at least ``total``.

    ``relation`` is a key of ``RELATIONS``. With ``when``, it holds if all these literals are true.
    """
    weights = merged_terms(terms)
    if not when and relation == "=" and set(weights.values()) == {1}:
        cells = tuple(weights)
        if are_peers(x.board, cells) and len(cells) > 2:
            post_cage(model, x, cells, total)
            return
    free = [cell for cell in weights if len(x[cell]) > 1]
    rest = total - sum(weights[cell] * next(iter(x[cell])) for cell in weights if cell not in free)
    off = [~literal for literal in when if literal is not True]
    holds = RELATIONS[relation]
    if not free:
        if not holds(0, rest):
            model.add_bool_or(off)
    elif len(free) == 1:
        for value, literal in x[free[0]].items():
            if not holds(weights[free[0]] * value, rest):
                model.add_bool_or([*off, ~literal])
    elif len(free) == 2 and not off:
        one, other = free
        post_pair(model, x, one, other, pair_sum(relation, weights[one], weights[other], rest))
    else:
        whole = x.total([(cell, weights[cell]) for cell in free])
        stated = add_relation(model, whole, relation, rest)
        if off:
            stated.only_enforce_if([literal for literal in when if literal is not True])


def post_equal_sums(model: CpModel, x: Variables, lists: Sequence[Sequence[int]]) -> None:
    """All these lists of cells have the same sum."""
    shortest, *others = sorted(lists, key=len)
    for cells in others:
        terms = [*((cell, 1) for cell in cells), *((cell, -1) for cell in shortest)]
        post_sum(model, x, terms, "=", 0)


def add_relation(model: CpModel, expression: LinearExprT, relation: str, total: int) -> Constraint:
    """An expression is exactly, at most or at least ``total``."""
    if relation == "=":
        return model.add(expression == total)
    return model.add(expression <= total if relation == "<=" else expression >= total)
