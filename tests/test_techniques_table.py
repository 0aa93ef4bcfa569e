"""The table of techniques: one source for its facts, and the same steps in Python and compiled."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import numpy as np
import pytest

from cpsudoku.core.candidates import Candidates
from cpsudoku.techniques import LEVELS, ORDERS, TABLE, TECHNIQUES
from cpsudoku.techniques.base import Detail
from cpsudoku.techniques.chains.forcing_chain import _branches
from cpsudoku.techniques.classic_scale import explained_step
from cpsudoku.techniques.compiled import records
from cpsudoku.techniques.compiled.codes import EASY, FOUND, NESTED, TURNS
from cpsudoku.techniques.compiled.forms import COMPILED, PLAIN, Form, effect_of
from cpsudoku.techniques.compiled.room import type_of
from cpsudoku.techniques.examples import examples
from cpsudoku.techniques.table import NAME_OF_CODE

CHAINS = {NAME_OF_CODE[code] for code, _ in TURNS}
# On the scale without a compiled form of their own, each with the technique that finds its steps.
COUNTED_AS = {
    "locked-pair": ("naked-pair", "the scale has no name for a pair that clears two houses"),
    "locked-triple": ("naked-triple", "the scale has no name for a triple that clears two houses"),
    "turbot-fish": ("forcing-chain", "the scale counts it as a forcing X-chain of six nodes"),
    "unique-rectangle-5": ("unique-rectangle-2", "the scale has one type for one extra digit"),
}
# Positions where the first step of the compiled search is one of another technique.
FOUND_FIRST = {
    "claiming": ("pointing", "one search finds both, and pointing comes first"),
    "direct-claiming": ("direct-pointing", "one search finds both, and pointing comes first"),
    "bug-4": ("bug-2", "both types apply, and type 2 comes first"),
}
# Positions where the compiled search finds nothing, because the scale does not look there.
FEW_EMPTY = "the scale looks for sets only where the other cells are as many, or more"
LEFT_OUT = {
    "locked-triple": FEW_EMPTY,
    "hidden-pair": FEW_EMPTY,
    "hidden-triple": FEW_EMPTY,
    "hidden-quad": FEW_EMPTY,
    "naked-quad": FEW_EMPTY,
    "swordfish": FEW_EMPTY,
    "jellyfish": FEW_EMPTY,
}


def place_of(name: str) -> int:
    """The code of the search that finds a technique."""
    return next(code for code in EASY if TABLE[NAME_OF_CODE[code]].se121 == TABLE[name].se121)


@pytest.mark.parametrize("name", TABLE)
def test_a_technique_takes_its_facts_from_the_table(name: str) -> None:
    row, technique = TABLE[name], TECHNIQUES[name]
    assert technique.name == row.name == name
    assert row.level in LEVELS
    assert row.where.startswith(f"cpsudoku.techniques.{row.family}.")
    step = examples()[name].step()
    assert step.technique == name
    assert step.rating >= row.rating if row.rating else step.rating == 0


def test_codes_are_unique_and_each_is_in_the_order_of_the_scale() -> None:
    codes = [row.code for row in TABLE.values() if row.code]
    assert sorted(codes) == list(range(1, len(codes) + 1))
    assert all(TABLE[name].se121 for name in NAME_OF_CODE.values())
    without = {name for name in ORDERS["se121"] if not TABLE[name].code}
    assert without == {"unique-rectangle-5"}


@pytest.mark.parametrize("name", TABLE)
def test_each_position_has_the_same_step_in_compiled_code_and_in_python(name: str) -> None:
    candidates, row = examples()[name].position.candidates, TABLE[name]
    as_name, _ = COUNTED_AS.get(name, (name, ""))
    easiest = found_by(candidates, EASY)
    if easiest is not None:  # Python explains the easiest step of each position
        explained_step(easiest, candidates)
    if not row.rating:
        assert not row.se121
        assert not row.code
        return
    found = found_by(candidates, [place_of(as_name)] if as_name not in CHAINS else [])
    if as_name in CHAINS:
        found = chain_of(as_name, candidates)
    if name in LEFT_OUT:
        assert found is None
        return
    assert found is not None
    first, _ = FOUND_FIRST.get(name, (as_name, ""))
    assert NAME_OF_CODE[found.technique] == first
    step = explained_step(found, candidates)
    assert step.rating in {each.rating for each in TECHNIQUES[step.technique].find(candidates)}


def found_by(candidates: Candidates, searches: Iterable[int]) -> Any:
    """The first step of some searches, which both forms find."""
    found = [_found_by(form, candidates, list(searches)) for form in (COMPILED, PLAIN)]
    assert effects(found[0], candidates) == effects(found[1], candidates)
    return found[0]


def _found_by(form: Form, candidates: Candidates, searches: list[int]) -> Any:
    room = form.small_room(candidates)
    found = any(form.easy(room, form.new_way(), code) == FOUND for code in searches)
    return room.table[0] if found else None


def chain_of(name: str, candidates: Candidates) -> Any:
    """The easiest chain of a technique, which both forms find with the same proof."""
    turns = [turn for turn in TURNS if NAME_OF_CODE[turn[0]] == name]
    found, proof = _chain_of(COMPILED, turns, candidates)
    if turns[0][0] != NESTED:  # the plain form is too slow for these, and never used
        other, same = _chain_of(PLAIN, turns, candidates)
        assert effects(found, candidates) == effects(other, candidates)
        assert proof == same
    return found


def _chain_of(form: Form, turns: list[tuple[int, int]], candidates: Candidates) -> tuple[Any, Any]:
    with form.large_room(candidates.board) as room:
        form.load(room, candidates)
        if not any(form.chain_step(room, *turn) for turn in turns):
            return None, None
        found = copy(room.table[0])
        return found, _branches(room.proof, candidates.board.size) if found.kind else None


def effects(found: Any, candidates: Candidates) -> object:
    """What the record of a step contains."""
    if found is None:
        return None
    numbers = (found.technique, found.rating, found.cell, found.digit, found.kind)
    return tuple(map(int, numbers)), effect_of(found, candidates.board.size)


@pytest.mark.parametrize("name", sorted(LEFT_OUT))
def test_the_scale_looks_for_sets_only_in_houses_with_enough_empty_cells(name: str) -> None:
    candidates, step = examples()[name].position.candidates, examples()[name].step()
    size = len(step.digits) if len(step.digits) > 1 else len(step.houses) // 2
    if len(step.digits) > 1:
        rooms = [candidates.empty & candidates.board.house_cells[house] for house in step.houses]
        assert min(cells.bit_count() for cells in rooms) <= 2 * size
    else:
        placed = candidates.cells.count(step.digits[0])
        assert placed + 2 * size > candidates.board.size


@pytest.mark.parametrize("name", TABLE)
def test_the_detail_of_a_step_is_data(name: str) -> None:
    detail = examples()[name].step().detail
    assert detail is None or isinstance(detail, Detail)
    assert detail is None or isinstance(detail, Enum) or (is_dataclass(detail) and fields(detail))
    hash(detail)


RECORDS = [
    each
    for each in vars(records).values()
    if isinstance(each, type)
    and getattr(each, "_is_protocol", False)
    and each.__module__ == records.__name__
    if each is not records.Records
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_a_record_has_the_fields_of_its_class(record: type) -> None:
    made = np.zeros(1, type_of(record, (4, 12, 3, 7)))[0]
    assert tuple(made.dtype.names) == tuple(record.__annotations__)
    assert all(getattr(made, name) is not None for name in made.dtype.names)
