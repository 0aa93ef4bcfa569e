"""Hints, explanations, ratings, new puzzles, and searches in slow motion."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import in_words, translated
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.web import schemas
from cpsudoku.web.actions.base import (
    ON_THE_BOARD,
    PUZZLE,
    Action,
    crossed_out,
    data_of_puzzle,
    requested_position,
    requested_puzzle,
)

if TYPE_CHECKING:
    from cpsudoku.core.candidates import Candidate
    from cpsudoku.teaching.explanation import ExplainedStep

SECONDS = 60.0  # for a hint; an explanation and a rating have twice as long
FRAMES = 2000  # of a film; a longer search is thinned


def hint(data: JsonObject) -> JsonObject:
    """The next step in levels of help, with what to draw on the board for each."""
    from cpsudoku.teaching.hints import LEVELS, pattern_cells
    from cpsudoku.teaching.hints import hint as hint_of

    puzzle, position = requested_position(data)
    next_hint = hint_of(position, limit=SECONDS, last=data.get("last"))
    if next_hint.step is None:
        none = translated("No technique finds a step here.")
        late = translated("No step was found in time.")
        words = in_words(next_hint.problem) or (late if next_hint.note else none)
        wrong = [mistake.cell for mistake in next_hint.start.mistakes]
        return {"problem": "" if next_hint.start.candidates.is_solved else words, "wrong": wrong}
    step = next_hint.step.step
    board = puzzle.board
    return {
        "problem": "",
        "names": list(LEVELS),
        "levels": list(next_hint.levels),
        "technique": step.technique,
        "houses": [list(board.houses[house].cells) for house in step.houses],
        "pattern": list(pattern_cells(step)),
        "placements": [list(at) for at in step.placements],
        "eliminations": [list(at) for at in step.eliminations],
        "effect": next_hint.step.effect,
        "layers": layers_of(next_hint.step, _needed(next_hint.step)),
    }


def _needed(explained: ExplainedStep) -> frozenset[Candidate]:
    """The candidates of the digits of a step in its houses; its pattern is drawn anyway."""
    step, before = explained.step, explained.before
    named = {at for role in step.roles for at in role.candidates}
    digits = {digit for _, digit in (*named, *step.placements, *step.eliminations)}
    cells = {cell for house in step.houses for cell in before.board.houses[house].cells}
    return frozenset((cell, digit) for cell in cells for digit in digits if before.has(cell, digit))


def branches(data: JsonObject) -> JsonObject:
    """The chain of a step in full, branch by branch; none without a chain.

    The step is the next one, or that of a technique with a number among the available steps. Each
    branch has ``layers`` for each of its lines: the chain up to there.
    """
    from cpsudoku.techniques.chains.trees import growing

    step = _chosen(data)
    tree = step.tree if step is not None else None
    if step is None or tree is None:
        return {"branches": []}
    parts = zip(tree.to_data(), growing(step.step), strict=True)
    return {
        "branches": [
            part | {"layers": [layers_of(replace(step, step=each)) for each in grown]}
            for part, grown in parts
        ]
    }


def _chosen(data: JsonObject) -> ExplainedStep | None:
    """The step of a request for its branches."""
    from cpsudoku.teaching.available import available
    from cpsudoku.teaching.hints import hint as hint_of

    _, position = requested_position(data)
    if "technique" not in data:
        return hint_of(position, limit=SECONDS, last=data.get("last")).step
    found = available(position, techniques=data["technique"], limit=SECONDS)
    return next(iter(found.steps[data.get("number", 0) :]), None)


def steps(data: JsonObject) -> JsonObject:
    """Every step that is available in a position, by technique."""
    from cpsudoku.teaching.available import available

    _, position = requested_position(data)
    found = available(position, limit=SECONDS / 3)
    before = [step.step.technique for step in found.steps]
    return {
        "problem": in_words(found.start.problem),
        "is_late": bool(found.note),
        "incomplete": [translated(TECHNIQUES[name].title) for name in found.incomplete],
        "steps": [
            _step_data(step) | {"number": at - before.index(before[at])}
            for at, step in enumerate(found.steps)
        ],
    }


def layers_of(
    explained: ExplainedStep, written: Collection[Candidate] | None = None
) -> dict[str, str]:
    """The drawing of a step, for the board of the page. ``written``: as in ``draw_step``."""
    from cpsudoku.drawing.step_picture import draw_step
    from cpsudoku.drawing.svg_picture import Picture

    before = explained.before
    picture = Picture(before.board, constraints=before.puzzle.constraints)
    draw_step(picture, before, explained.step, written)
    names = ("ground", "shapes", "text", "links", "front")
    return {name: "".join(picture.layers[name]) for name in names}


def explain(data: JsonObject) -> JsonObject:
    """Every step from the position to the solution."""
    from cpsudoku.teaching.explanation import explain as explanation_of

    _, position = requested_position(data)
    explanation = explanation_of(position, limit=2 * SECONDS)
    return {
        "outcome": explanation.outcome,
        "problem": in_words(explanation.problem),
        "steps": [_step_data(step) for step in explanation.steps],
        "end": list(explanation.end.cells),
    }


def _step_data(step: ExplainedStep) -> JsonObject:
    """A step as the page shows it."""
    from cpsudoku.techniques import ROWS
    from cpsudoku.techniques.chains.trees import is_chain

    return {
        "technique": step.step.technique,
        "title": step.title,
        "effect": step.effect,
        "text": step.text,
        "level": ROWS[step.step.technique].level,
        "rating": step.step.rating / 10,
        "digits": list(step.before.cells),
        "crossed": crossed_out(step.before),
        "is_chain": is_chain(step.step),
        "layers": layers_of(step),
    }


def rate(data: JsonObject) -> JsonObject:
    """How hard the puzzle is for a person."""
    from cpsudoku.teaching.rating.rate import rate as rating_of

    found = rating_of(requested_puzzle(data), limit=2 * SECONDS)
    return {"words": found.words, **found.to_data()}


def new(data: JsonObject) -> JsonObject:
    """A new puzzle of a level, or one that needs a technique."""
    from cpsudoku.play.choose import PuzzleRequest, new_puzzle

    seed = data.get("seed")
    seed = secrets.randbelow(2**32) if seed is None else seed
    request = PuzzleRequest(data.get("level") or None, data.get("technique") or None)
    return {"puzzle": data_of_puzzle(new_puzzle(request, seed)), "seed": seed}


def film(data: JsonObject) -> JsonObject:
    """The moments of a search, thinned if there are many."""
    from cpsudoku.play.slow_motion.film import FilmedSearch
    from cpsudoku.play.slow_motion.thinned import Thinned

    puzzle: Puzzle = requested_puzzle(data)
    kept = Thinned(FRAMES)
    limit = Limit(seconds=10.0, nodes=200_000)
    verdict = FilmedSearch(puzzle, data["engine"], limit=limit).run(kept.add)
    frames = kept.frames
    if not frames:
        raise InputError(translated("The search has no steps to show."))
    return {
        "verdict": verdict.word,
        "stride": kept.stride,
        "frames": [
            {
                "words": frame.words(puzzle.board),
                "event": frame.moment.event,
                "cell": frame.moment.cell,
                "digits": list(frame.moment.digits),
                "steps": frame.steps,
                "backtracks": frame.backtracks,
                "depth": frame.moment.depth,
            }
            for frame in frames
        ],
    }


_POSITION = schemas.fields(ON_THE_BOARD, "puzzle")
_PUZZLE = schemas.fields({"puzzle": PUZZLE, "givens": schemas.DIGITS}, "puzzle")
HINT = Action("The next step in four levels of help", _POSITION, hint, SECONDS + 10)
BRANCHES = Action(
    "The chain of a step in full",
    schemas.fields(
        {
            **ON_THE_BOARD,
            "technique": schemas.text(60, "that of the step; without it, the next step counts"),
            "number": schemas.whole(0, 99, "of the step among the available ones"),
        },
        "puzzle",
    ),
    branches,
    SECONDS + 10,
)
STEPS = Action("Every step that is available, by technique", _POSITION, steps, SECONDS)
EXPLAIN = Action("Every step to the solution", _POSITION, explain, 2 * SECONDS + 10)
RATE = Action("How hard a puzzle is for a person", _PUZZLE, rate, 2 * SECONDS + 10)
NEW = Action(
    "A new puzzle to play",
    schemas.fields(
        {
            "level": schemas.text(40),
            "technique": schemas.text(60),
            "seed": schemas.whole(0, 2**53),
        }
    ),
    new,
    2 * SECONDS,
)
FILM = Action(
    "A search in slow motion",
    schemas.fields(
        {
            "puzzle": PUZZLE,
            "givens": schemas.DIGITS,
            "engine": schemas.choice("backtrack", "logic"),
        },
        "puzzle",
        "engine",
    ),
    film,
    SECONDS,
)
