"""``cpsudoku techniques``, which lists all techniques or explains one."""

from __future__ import annotations

import json as json_text
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer import BadParameter

from cpsudoku.cli import values
from cpsudoku.cli.groups import Group, argument, option
from cpsudoku.cli.options import JsonLines
from cpsudoku.cli.say import say
from cpsudoku.cli.steps import print_position
from cpsudoku.cli.tables import print_table
from cpsudoku.core.files import writing
from cpsudoku.teaching.explanation import ExplainedStep
from cpsudoku.techniques import SCALE, TABLE, TECHNIQUES, technique_name
from cpsudoku.techniques.base import rating_text


@dataclass(frozen=True)
class Chosen(Group):
    """The technique to explain."""

    title = "Technique"
    name: str | None = argument(
        None, "NAME", "Explain this technique, with an example.", values=values.techniques
    )
    svg: Path | None = option(None, "--svg", metavar="FILE", help="Draw the example as SVG.")


def techniques(chosen: Chosen, written: JsonLines) -> None:
    """List the techniques, or explain one with an example.

    The list is in the order in which hints try the techniques. Its columns are the name, the
    rating of Sudoku Explainer 1.2.1 (- for techniques that it does not have), the level and score
    of HoDoKu, and the definition.
    """
    if chosen.name is None:
        if chosen.svg is not None:
            raise BadParameter("--svg needs the name of a technique")
        _list(written.json)
        return
    name = technique_name(chosen.name)
    example = _example(name)
    if written.json:
        print(json_text.dumps(_data(name) | {"example": example.to_data()}))
    else:
        _show(name, example)
    if chosen.svg is not None:
        from cpsudoku.drawing.step_picture import step_picture

        picture = step_picture(example.before, example.step, example.title, example.text)
        with writing(chosen.svg) as stream:
            stream.write(picture.encode())
        say(f"wrote {chosen.svg}")


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


def _show(name: str, example: ExplainedStep) -> None:
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
    console.print(f"\nExample: {example.text}", soft_wrap=not wraps, markup=False)
    print_position(console, example.before, example.step)
    console.print(f"Position: {examples()[name].source}", style="dim", soft_wrap=True)
