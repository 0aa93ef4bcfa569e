"""``cpsudoku techniques``: all that are known, or one with an example."""

from __future__ import annotations

import json as json_text
from pathlib import Path
from typing import Annotated, Any

from typer import Argument, BadParameter, Option

from cpsudoku.cli.report import say
from cpsudoku.cli.steps import print_position
from cpsudoku.cli.tables import print_table
from cpsudoku.core.files import writing
from cpsudoku.teaching.explanation import ExplainedStep
from cpsudoku.techniques import SCALE, TABLE, TECHNIQUES, technique_name
from cpsudoku.techniques.base import rating_text

Name = Annotated[
    str | None,
    Argument(metavar="NAME", help="One of them, with an example.", show_default=False),
]
AsJson = Annotated[bool, Option("--json", help="One JSON object per technique, a line each.")]
Svg = Annotated[
    Path | None, Option("--svg", metavar="FILE", help="Write the picture of the example.")
]


def techniques(name: Name = None, json: AsJson = False, svg: Svg = None) -> None:
    """List the techniques in the order people are helped in, or explain one.

    The columns: name, rating on the scale of Sudoku Explainer 1.2.1 (- where it does not have the
    technique), HoDoKu's level and score, definition.
    """
    if name is None:
        if svg is not None:
            raise BadParameter("--svg needs the name of a technique")
        _list(json)
        return
    name = technique_name(name)
    told = _example(name)
    if json:
        print(json_text.dumps(_data(name) | {"example": told.to_data()}))
    else:
        _show(name, told)
    if svg is not None:
        from cpsudoku.drawing.step_picture import step_picture

        picture = step_picture(told.before, told.step, told.title, told.text)
        with writing(svg) as stream:
            stream.write(picture.encode())
        say(f"the picture is {svg}")


def _list(json: bool) -> None:
    if json:
        for name in TECHNIQUES:
            print(json_text.dumps(_data(name)))
        return
    print_table(
        (name, rating_text(row.rating) or "-", row.level, str(row.score), _definition(name))
        for name, row in TABLE.items()
    )


def _definition(name: str) -> str:
    technique = TECHNIQUES[name]
    assumed = " (assumes one solution)" if technique.assumes_unique else ""
    return f"{technique.definition}{assumed}"


def _data(name: str) -> dict[str, Any]:
    """A technique as JSON values."""
    technique, row = TECHNIQUES[name], TABLE[name]
    return {
        "technique": name,
        "title": technique.title,
        "definition": technique.definition,
        "rating": row.rating / 10 or None,
        "scale": SCALE,
        "level": row.level,
        "score": row.score,
        "assumes_unique": technique.assumes_unique,
        "any_houses": technique.any_houses,
    }


def _example(name: str) -> ExplainedStep:
    """The example of a technique, as a step of an explanation."""
    from cpsudoku.techniques.examples import examples

    example = examples()[name]
    before = example.position.candidates
    step = example.step()
    return ExplainedStep(1, before, step, TECHNIQUES[name].explain(step, before))


def _show(name: str, told: ExplainedStep) -> None:
    from rich.console import Console

    from cpsudoku.techniques.examples import examples

    technique, row = TECHNIQUES[name], TABLE[name]
    rating = rating_text(row.rating)
    facts = [
        f"{SCALE}: {rating}" if rating else f"not in {SCALE}",
        f"HoDoKu: {row.level}, {row.score}",
        "assumes one solution" if technique.assumes_unique else "",
        "" if technique.any_houses else "needs plain rows, columns and rectangular boxes",
    ]
    console = Console(highlight=False)
    wraps = console.is_terminal
    console.print(technique.title, style="bold")
    console.print(technique.definition, soft_wrap=not wraps, markup=False)
    console.print("; ".join(fact for fact in facts if fact), style="dim", soft_wrap=not wraps)
    console.print(f"\nExample: {told.text}", soft_wrap=not wraps, markup=False)
    print_position(console, told.before, told.step)
    console.print(f"Position: {examples()[name].source}", style="dim", soft_wrap=True)
