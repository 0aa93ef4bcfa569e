"""Tools that reason as people do: hints, explanations and ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.web import schemas
from cpsudoku.web.tools.base import LIMIT, TEXT, puzzle_of_text, seconds_of, tool

if TYPE_CHECKING:
    from cpsudoku.teaching.explanation import ExplainedStep

STEPS = 100  # of an explanation in one answer
_HELP = 4  # levels


def hint(data: JsonObject) -> JsonObject:
    """The next step, up to a level of help."""
    from cpsudoku.teaching.hints import hint as hint_of

    original = puzzle_of_text(data, "original") if "original" in data else None
    found = hint_of(
        puzzle_of_text(data),
        techniques=data.get("techniques"),
        original=original,
        limit=seconds_of(data),
        last=data.get("last"),
    )
    level = data.get("level", _HELP)
    step = found.step if level == _HELP else None
    return {
        "status": found.start.word,
        "levels": list(found.levels[:level]),
        **({"technique": step.step.technique, "effect": step.effect} if step is not None else {}),
        **_trouble(found.problem, found.note),
        "mistakes": found.start.to_data()["mistakes"],
    }


def explain(data: JsonObject) -> JsonObject:
    """The steps to the solution, each with its reason."""
    from cpsudoku.teaching.explanation import explain as explanation_of

    found = explanation_of(
        puzzle_of_text(data),
        techniques=data.get("techniques"),
        until=data.get("until"),
        limit=seconds_of(data),
    )
    first = data.get("first", 1) - 1
    shown = found.steps[first : first + data.get("most", STEPS)]
    return {
        "status": found.start.word,
        "outcome": found.outcome,
        "count": len(found.steps),
        "steps": list(map(_step_data, shown)),
        "end": found.end.grid.line,
        **_trouble(found.problem, found.note),
    }


def _step_data(step: ExplainedStep) -> JsonObject:
    return {
        "step": step.number,
        "technique": step.step.technique,
        "effect": step.effect,
        "text": step.text,
    }


def _trouble(problem: str, note: str) -> JsonObject:
    """What is wrong with the position, and the limit that ran out; only what there is."""
    return {
        **({"problem": problem} if problem else {}),
        **({"note": note} if note else {}),
    }


def rate(data: JsonObject) -> JsonObject:
    """How hard a puzzle is for a person."""
    from cpsudoku.teaching.rating.rate import rate as rating_of

    found = rating_of(puzzle_of_text(data), limit=seconds_of(data)).to_data()
    return {key: value for key, value in found.items() if key not in ("puzzle", "source")}


_TECHNIQUES = schemas.text(
    4000, "a level such as 'medium', or names of techniques with commas [default: all]"
)
HINT = tool(
    "Help with the next step of a puzzle or a half-filled grid, in four levels",
    hint,
    {
        "puzzle": TEXT,
        "original": schemas.text(TEXT["maxLength"], "the puzzle without entries"),
        "level": schemas.whole(
            1, _HELP, "1 where to look, 2 which technique, 3 which cells, 4 the step [default: 4]"
        ),
        "techniques": _TECHNIQUES,
        "last": schemas.text(40, "the cell of the last entry, such as r4c5"),
        "limit": LIMIT,
    },
    "puzzle",
)
EXPLAIN = tool(
    "Solve a puzzle as a person does, with the reason for each step",
    explain,
    {
        "puzzle": TEXT,
        "techniques": _TECHNIQUES,
        "until": schemas.text(60, "stop after the first step of this technique"),
        "first": schemas.whole(1, 100_000, "show the steps from this number on [default: 1]"),
        "most": schemas.whole(1, STEPS, f"show so many steps [default: {STEPS}]"),
        "limit": LIMIT,
    },
    "puzzle",
)
RATE = tool(
    "Rate how hard a puzzle is for a person", rate, {"puzzle": TEXT, "limit": LIMIT}, "puzzle"
)
