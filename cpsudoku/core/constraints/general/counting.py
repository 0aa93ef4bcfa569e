"""Relations of what two cells count: an automaton of their digits and marks, and clauses."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from cpsudoku.core.constraints.encodings.clauses import negated, post_clause
from cpsudoku.core.constraints.lowered import (
    Accepted,
    CountingCell,
    Layers,
    Relation,
    path_layers,
)
from cpsudoku.core.constraints.modelling import CpModel, IntVar, LiteralT

Numbers = Mapping[int, IntVar | bool]

Amounts = tuple[tuple[int, ...], ...]  # of a ``CountingCell``
State = tuple[int, int, int]  # what the first cell counts, a digit's index, and the marks so far


def accepted_pair(
    one: CountingCell, other: CountingCell, holds: Relation, values: tuple[int, ...]
) -> Accepted:
    """What two cells count satisfies a relation: an automaton of each digit and its marks."""
    layers = _pair_layers(holds, one.amounts, other.amounts, values)
    return Accepted((one.cell, *one.marks, other.cell, *other.marks), layers)


@lru_cache(maxsize=512)
def _pair_layers(
    holds: Relation, one: Amounts, other: Amounts, values: tuple[int, ...]
) -> Layers | None:
    every = (one, other)
    marks = [len(amounts).bit_length() - 1 for amounts in every]
    turns = [(which, mark) for which in (0, 1) for mark in range(-1, marks[which])]

    def step(place: int, state: State, value: int) -> State | None:
        (which, mark), (known, at, bits) = turns[place], state
        if mark < 0:
            at, bits = values.index(value), 0
        elif value not in values[:2]:
            return None
        elif value == values[1]:
            bits |= 1 << mark
        if mark < marks[which] - 1:
            return known, at, bits
        number = every[which][bits][at]
        if which == 0:
            return number, 0, 0
        return (0, 0, 0) if holds(known, number) else None

    return path_layers(len(turns), values, (0, 0, 0), step, lambda state: True)


def post_numbers(
    model: CpModel, ours: Numbers, theirs: Numbers, holds: Relation, when: LiteralT | None = None
) -> None:
    """The numbers of two cells satisfy the relation, if the literal ``when`` is true."""
    off = [] if when is None else [negated(when)]
    for number, literal in ours.items():
        mates = [mate for each, mate in theirs.items() if holds(number, each)]
        if len(mates) < len(theirs):
            post_clause(model, [negated(literal), *mates, *off])
    for number, literal in theirs.items():
        mates = [mate for each, mate in ours.items() if holds(each, number)]
        if len(mates) < len(ours):
            post_clause(model, [negated(literal), *mates, *off])
