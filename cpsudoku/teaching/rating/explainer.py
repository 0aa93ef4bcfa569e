"""The classic Sudoku Explainer scale."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.runtime.errors import EngineError
from cpsudoku.techniques.compiled.codes import SOLVED, TURNS, WALK, WITH_RULES
from cpsudoku.techniques.compiled.forms import (
    COMPILED,
    Form,
    form_for,
)
from cpsudoku.techniques.table import NAME_OF_CODE, TABLE

if TYPE_CHECKING:
    from cpsudoku.techniques.compiled.ground import Ground
    from cpsudoku.techniques.compiled.records import State, Way


PROGRAMS = ("steps", "chains")
PROGRAMS_WITH_RULES = ("steps-with-rules", "chains-with-rules")
NAMES = NAME_OF_CODE | {code: name for code, (name, _) in WITH_RULES.items()}
EASIEST_CHAIN, HARDEST = TABLE["forcing-chain"].rating, 200  # in tenths


@dataclass(frozen=True)
class Explained:
    """The steps through a puzzle on this scale, with ratings in tenths."""

    solved: bool
    er: int
    ep: int
    ed: int
    hardest: str
    counts: Counter[str]


def explained(
    candidates: Candidates, solution: Grid, most: int = HARDEST, ground: Ground | None = None
) -> Explained:
    """The ratings of a puzzle; raises EngineError if the steps do not lead to its solution.

    It stops unsolved as soon as the rating is above ``most``. A puzzle that is not classic has a
    ``ground``.
    """
    form = _form_on(ground)
    found = _walked(form, candidates, most, ground)
    if found is None:
        form = COMPILED
        found = _walked(form, candidates, most, ground)
        assert found is not None
    state, way, solved = found
    if solved and bytes(int(value) + 1 for value in state.values) != solution.cells:
        raise EngineError("the steps lead to a wrong solution", candidates.puzzle.givens.line)
    steps = [(NAMES[code], rating) for code, rating in form.steps_of(way)]
    hardest, _ = max(steps, key=lambda step: step[1], default=("", 0))
    counts = Counter(name for name, _ in steps)
    return Explained(solved, int(way.er), int(way.ep), int(way.ed), hardest, counts)


def _form_on(ground: Ground | None, technique: int = 0) -> Form:
    """The form for a technique. The programs are compiled again for boards with other rules."""
    if ground is None:
        return form_for(PROGRAMS, technique)
    return form_for(PROGRAMS_WITH_RULES, technique, ground.size**2)


def _walked(
    form: Form, candidates: Candidates, most: int, ground: Ground | None
) -> tuple[State, Way, bool] | None:
    """The last state, the way to it, and whether it is solved.

    None if the compiled form has become ready or is needed.
    """
    small, way = form.small_room(candidates, ground), form.new_way()
    state = small.state  # each look into a record takes 10 µs
    while form.easy(small, way, WALK) != SOLVED:
        if way.er > most or most < EASIEST_CHAIN:
            return state, way, False
        with form.large_room(ground or candidates.board) as large:
            large.state = state
            for turn in TURNS:
                if _form_on(ground, turn[0]) is not form:
                    return None
                if form.chain_step(large, *turn):
                    form.take(small.geo, state, large.table[0], way)
                    break
            else:
                return state, way, False
    return state, way, True
