"""The next step as the classic Sudoku Explainer scale takes it: the one that makes the rating.

The compiled search says what follows, the technique of that name says why: among its steps the
one with the same effect is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.core.errors import EngineError
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import Step

_RECTANGLE = "unique-rectangle-"
_ALSO = {"naked-pair": "locked-pair", "naked-triple": "locked-triple"}


def classic_step(candidates: Candidates) -> Step | None:
    """The step that the rating of these candidates begins with, or None when all are stuck."""
    from cpsudoku.techniques.compiled.names import technique_of
    from cpsudoku.techniques.compiled.rater import easy_step
    from cpsudoku.techniques.compiled.room import effect_of, small_room
    from cpsudoku.techniques.compiled.state import load

    room = small_room(candidates.board)
    load(room, candidates)
    if not easy_step(room["geo"], room["state"], room["table"]):
        return _chain_step(candidates)
    record = room["table"][0].tolist()
    placed, gone = effect_of(record, candidates.board.size)
    name = technique_of(record[0], record[1], record[8])
    step = _same(name, candidates, placed, gone)
    return replace(step, rating=record[1])


def _chain_step(candidates: Candidates) -> Step | None:
    names = ("forcing-chain", "aligned-triplet-exclusion", "nishio", "multiple-forcing-chain")
    more = ("dynamic-forcing-chain", "dynamic-forcing-chain-plus", "nested-forcing-chain")
    steps = (next(TECHNIQUES[name].find(candidates), None) for name in (*names, *more))
    return next((step for step in steps if step is not None), None)


def _same(
    name: str,
    candidates: Candidates,
    placed: tuple[Candidate, ...],
    gone: tuple[Candidate, ...],
) -> Step:
    """The step of a technique with this effect; raises EngineError when it has none.

    One that eliminates more, in a second house, is cut down to what the scale takes.
    """
    for step in _steps(name, candidates):
        if step.placements == placed and set(gone) <= set(step.eliminations):
            return replace(step, eliminations=gone)
    raise EngineError(f"{name} does not find what the rating found", candidates.grid.line)


def _steps(name: str, candidates: Candidates) -> Iterator[Step]:
    """The steps of a technique and of those that the scale does not tell from it."""
    if not name.startswith(_RECTANGLE):
        names = (name, _ALSO[name]) if name in _ALSO else (name,)
        return chain(*(TECHNIQUES[each].find(candidates) for each in names))
    from cpsudoku.techniques.uniqueness.unique_loop import RECTANGLE

    types = [TECHNIQUES[f"{_RECTANGLE}{kind}"].find(candidates) for kind in (name[-1], 5)]
    return chain(*types, RECTANGLE.find(candidates))
