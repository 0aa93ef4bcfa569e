"""Practice: positions in which a technique is the next step, and what is true of an attempt."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from cpsudoku.core.candidates import digits_of
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import translated
from cpsudoku.web import schemas
from cpsudoku.web.actions.base import (
    ON_THE_BOARD,
    Action,
    crossed_out,
    data_of_puzzle,
    requested_position,
)
from cpsudoku.web.actions.learning import layers_of

if TYPE_CHECKING:
    from cpsudoku.core.puzzle import Puzzle

SECONDS = 60.0


def practise(data: JsonObject) -> JsonObject:
    """An exercise: a position in which the technique is the next step."""
    from cpsudoku.play.practice import practise as exercises_of

    seed = data.get("seed")
    seed = secrets.randbelow(2**32) if seed is None else seed
    exercise = next(exercises_of(data["technique"], seed=seed))
    puzzle, candidates = exercise.puzzle, exercise.candidates
    crossed = crossed_out(candidates)
    givens = puzzle.givens.cells
    entries = [0 if given else own for given, own in zip(givens, candidates.cells, strict=True)]
    answer = exercise.answer
    return {
        "technique": exercise.technique,
        "title": translated(exercise.title),
        "task": exercise.task,
        "places": bool(answer.step.placements),
        "hints": list(exercise.levels[:3:2]),
        "puzzle": data_of_puzzle(puzzle),
        "digits": list(candidates.cells),
        "entries": entries,
        "crossed": crossed,
        "position": _position(puzzle, entries, crossed),
        "text": answer.text,
        "layers": layers_of(answer),
        "seed": seed,
    }


def _position(puzzle: Puzzle, entries: list[int], crossed: list[int]) -> JsonObject:
    """The position as one move of a saved game."""
    cells: JsonObject = {}
    for cell, (digit, out) in enumerate(zip(entries, crossed, strict=True)):
        if digit or out:
            name = puzzle.board.cell_name(cell)
            cells[name] = {"digit": digit} if digit else {"crossed": list(digits_of(out))}
    return cells


def attempt(data: JsonObject) -> JsonObject:
    """What is true of an attempt, with the step that was found."""
    from cpsudoku.teaching.exercise import exercise_of

    puzzle, position = requested_position(data)
    exercise = exercise_of(position, data["technique"], original=puzzle)
    if exercise is None:
        raise InputError(translated("This technique finds no step here."))
    placements = [_candidate(pair) for pair in data.get("placements", [])]
    eliminations = [_candidate(pair) for pair in data.get("eliminations", [])]
    if not placements and not eliminations:
        raise InputError(translated("Write a digit or cross out a candidate first."))
    found = exercise.check(placements, eliminations)
    layers = layers_of(found.step) if found.step is not None else None
    return {"outcome": found.outcome, "text": found.text, "layers": layers}


def _candidate(pair: list[int]) -> tuple[int, int]:
    if len(pair) != 2:
        raise InputError("a candidate is a cell and a digit, not {count} numbers", count=len(pair))
    return pair[0], pair[1]


_CANDIDATES = schemas.listed(
    schemas.listed(schemas.whole(0, schemas.CELLS), 2, "the number of a cell, and a digit"),
    about="candidates",
)
PRACTISE = Action(
    "A position in which a technique is the next step",
    schemas.fields(
        {"technique": schemas.text(60), "seed": schemas.whole(0, 2**53)},
        "technique",
    ),
    practise,
    SECONDS,
)
ATTEMPT = Action(
    "Whether an answer is the step of a technique, and if not, why",
    schemas.fields(
        {
            **ON_THE_BOARD,
            "technique": schemas.text(60),
            "placements": _CANDIDATES,
            "eliminations": _CANDIDATES,
        },
        "puzzle",
        "technique",
    ),
    attempt,
    SECONDS,
)
