"""What each cell of an exercise shows: the position, the learner's attempt, or the step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cpsudoku.core.candidates import Candidate
from cpsudoku.drawing.character_board import CandidatePart, parts_in, with_parts
from cpsudoku.drawing.looks import LOOKS
from cpsudoku.scene.faces import Face
from cpsudoku.teaching.exercise import Exercise
from cpsudoku.teaching.explanation import ExplainedStep

_CROSSED = CandidatePart("eliminated", LOOKS["eliminated"].mark)


class Attempt(NamedTuple):
    """The cell of the cursor, the digits placed by cell, and the candidates crossed out."""

    cursor: int
    placed: Mapping[int, int]
    crossed: frozenset[Candidate]


def faces_of_exercise(exercise: Exercise, step: ExplainedStep | None, tried: Attempt) -> list[Face]:
    """The face of each cell. With a step, its parts are shown instead of what is crossed out."""
    parts: dict[int, dict[int, CandidatePart]] = {}
    if step is not None:
        parts = parts_in(step.step)
    else:
        for cell, digit in tried.crossed:
            parts.setdefault(cell, {})[digit] = _CROSSED
    cells = range(len(exercise.candidates.board))
    return [with_parts(_face(exercise, cell, tried), parts.get(cell, {})) for cell in cells]


def _face(exercise: Exercise, cell: int, tried: Attempt) -> Face:
    position = exercise.candidates
    seen = cell in position.board.peers[tried.cursor]
    ground = "cursor" if cell == tried.cursor else "house" if seen else "paper"
    if digit := position.cells[cell]:
        return Face(digit, "given" if exercise.puzzle.givens.cells[cell] else "entry", ground)
    if cell in tried.placed:
        return Face(tried.placed[cell], "answer", ground)
    return Face(ink="blank", ground=ground, marks=position.marks[cell])
