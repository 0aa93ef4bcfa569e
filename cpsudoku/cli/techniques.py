"""``cpsudoku techniques``, which lists all techniques or explains one."""

from __future__ import annotations

import json as json_text
from dataclasses import dataclass
from pathlib import Path

from typer import BadParameter

from cpsudoku.cli import values
from cpsudoku.cli.groups import OptionGroup, argument, option
from cpsudoku.cli.options import JsonLines, Language, Listening
from cpsudoku.cli.say import say
from cpsudoku.cli.steps import print_position
from cpsudoku.cli.tables import print_table
from cpsudoku.runtime.files import writing
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.wide_lines import broken
from cpsudoku.runtime.words import worded
from cpsudoku.teaching.credits import credit_text
from cpsudoku.teaching.lessons import KINDS, Lesson, lesson, technique_facts
from cpsudoku.techniques import ROWS, TECHNIQUES
from cpsudoku.techniques.base import rating_text


@dataclass(frozen=True)
class ChosenTechnique(OptionGroup):
    """The technique to explain."""

    title = "Technique"
    name: str | None = argument(
        None, "NAME", "Explain this technique, with two examples.", values=values.techniques
    )
    svg: Path | None = option(None, "--svg", metavar="FILE", help="Draw the easy example as SVG.")


def techniques(
    chosen: ChosenTechnique, written: JsonLines, language: Language, listening: Listening
) -> None:
    """List the techniques, or explain one with examples.

    The list is in the order in which hints try the techniques. Its columns are the name, the
    rating of Sudoku Explainer 1.2.1 (- for techniques that it does not have), the level and score
    of HoDoKu, and the definition.
    """
    if chosen.name is None:
        if chosen.svg is not None:
            raise BadParameter(worded("--svg needs the name of a technique"))
        _list(written.json)
        return
    found = lesson(chosen.name)
    if written.json:
        print(json_text.dumps(_json(found)))
    else:
        _show(found)
    if chosen.svg is not None:
        from cpsudoku.drawing.step_picture import step_picture

        example = found.examples[0]
        picture = step_picture(example.before, example.step, example.title, example.text)
        with writing(chosen.svg) as stream:
            stream.write(picture.encode())
        say(worded("wrote {path}", path=chosen.svg))


def _list(json: bool) -> None:
    if json:
        for name in TECHNIQUES:
            print(json_text.dumps(technique_facts(name)))
        return
    print_table(
        (
            name,
            rating_text(row.rating) or "-",
            translated(row.level),
            str(row.score),
            _definition(name),
        )
        for name, row in ROWS.items()
    )


def _definition(name: str) -> str:
    technique = TECHNIQUES[name]
    assumed = translated(" (assumes one solution)") if technique.assumes_unique else ""
    return f"{translated(technique.definition)}{assumed}"


def _json(found: Lesson) -> JsonObject:
    """A lesson as JSON values."""
    return technique_facts(found.technique) | found.to_data()


def _show(found: Lesson) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    wraps = console.is_terminal

    def line(text: str, style: str = "") -> None:
        shown = broken(text, console.width) if wraps else text
        console.print(shown, style=style or None, soft_wrap=not wraps, markup=False)

    line(translated(found.title), "bold")
    line(translated(found.definition))
    line("; ".join(found.facts), "dim")
    if found.also:
        line(translated("Also called: {names}.", names=", ".join(found.also)))
    for heading, text in found.sections:
        line(f"\n{translated(heading)}", "bold")
        line(translated(text))
    for kind, example, source in zip(KINDS, found.examples, found.sources, strict=False):
        line(f"\n{translated(kind)}", "bold")
        line(example.text)
        print_position(console, example.before, example.step)
        line(translated("Position: {source}", source=credit_text(source)), "dim")
