"""The next step on the classic Sudoku Explainer scale: the one that determines the rating.

The compiled search finds what follows. The technique of the same name explains why: its step with
the same effect is the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.runtime.errors import EngineError
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.compiled.codes import FOUND, STEP, TURNS
from cpsudoku.techniques.compiled.forms import effect_of, form_for
from cpsudoku.techniques.table import NAME_OF_CODE

if TYPE_CHECKING:
    from cpsudoku.techniques.compiled.records import StepRecord

_RECTANGLE = "unique-rectangle-"
_ALSO = {"naked-pair": "locked-pair", "naked-triple": "locked-triple"}


def classic_step(candidates: Candidates) -> Step | None:
    """The step that the rating of these candidates begins with, or None if there is none."""
    form = form_for(["steps"])
    room = form.small_room(candidates)
    if form.easy(room, form.new_way(), STEP) != FOUND:
        return _chain_step(candidates)
    return explained_step(room.table[0], candidates)


def explained_step(found: StepRecord, candidates: Candidates) -> Step:
    """The step of a technique with the same effect as one of the compiled search.

    Raises EngineError if the technique has no such step.
    """
    placed, gone = effect_of(found, candidates.board.size)
    step = _same(NAME_OF_CODE[found.technique], candidates, placed, gone)
    return replace(step, rating=int(found.rating))


def _chain_step(candidates: Candidates) -> Step | None:
    names = dict.fromkeys(NAME_OF_CODE[code] for code, _ in TURNS)
    steps = (next(TECHNIQUES[name].find(candidates), None) for name in names)
    return next((step for step in steps if step is not None), None)


def _same(
    name: str,
    candidates: Candidates,
    placed: tuple[Candidate, ...],
    gone: tuple[Candidate, ...],
) -> Step:
    """The step of a technique with this effect; raises EngineError if it has none.

    A step that eliminates more, in a second house, is reduced to what the scale eliminates.
    """
    for step in _steps(name, candidates):
        if step.placements == placed and set(gone) <= set(step.eliminations):
            return replace(step, eliminations=gone)
    raise EngineError("{name} does not find what the rating found", candidates.grid.line, name=name)


def _steps(name: str, candidates: Candidates) -> Iterator[Step]:
    """The steps of a technique and of those that the scale does not distinguish from it."""
    if not name.startswith(_RECTANGLE):
        names = (name, _ALSO[name]) if name in _ALSO else (name,)
        return chain(*(TECHNIQUES[each].find(candidates) for each in names))
    from cpsudoku.techniques.uniqueness.unique_loop import RECTANGLE

    types = [TECHNIQUES[f"{_RECTANGLE}{kind}"].find(candidates) for kind in (name[-1], 5)]
    return chain(*types, RECTANGLE.find(candidates))
