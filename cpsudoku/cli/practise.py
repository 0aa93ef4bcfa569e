"""``cpsudoku practise``."""

from __future__ import annotations

import json as json_text
from dataclasses import MISSING, dataclass
from itertools import islice
from typing import TYPE_CHECKING

from cpsudoku.cli import values
from cpsudoku.cli.groups import Group, argument, option
from cpsudoku.cli.options import JsonLines
from cpsudoku.cli.steps import print_position

if TYPE_CHECKING:
    from cpsudoku.teaching.exercise import Exercise
    from cpsudoku.teaching.explanation import ExplainedStep


@dataclass(frozen=True)
class Series(Group):
    """The exercises."""

    title = "Practice"
    technique: str = argument(
        MISSING, "TECHNIQUE", "Practise this technique.", values=values.techniques
    )
    puzzles: str | None = option(
        None, "--puzzles", metavar="FILE", help="Take the positions from the puzzles of FILE."
    )
    difficulty: str | None = option(
        None,
        "--difficulty",
        metavar="LEVEL",
        values=values.difficulties,
        help="Use puzzles of this level: easy, medium, hard, unfair or extreme.",
    )
    seed: int | None = option(
        None, "--seed", metavar="S", least=0, help="Use the same exercises for the same seed."
    )
    count: int | None = option(
        None,
        "--count",
        metavar="N",
        least=1,
        help="End after N exercises [default with --json: 1].",
    )


def practise(series: Series, written: JsonLines) -> None:
    """Practise a technique: find its steps yourself.

    In each position, TECHNIQUE is the next step. 'r1c2 = 5' places a digit, 'r1c2 - 45' removes
    candidates. A wrong answer is explained. Type hint for help and show for the solution. The
    number of solved exercises is kept in a file. With --json, exercises are written with their
    solutions instead.
    """
    from cpsudoku.play.practice import practise as exercises_of

    exercises = exercises_of(
        series.technique, puzzles=series.puzzles, level=series.difficulty, seed=series.seed
    )
    if written.json:
        for each in islice(exercises, series.count or 1):
            print(json_text.dumps(each.to_data()), flush=True)
        return
    from cpsudoku.play.drill import Drill
    from cpsudoku.play.progress import Progress
    from cpsudoku.play.terminal.plain_prompts import prompted

    Drill(islice(exercises, series.count), Progress(), shown).run(prompted())


def shown(exercise: Exercise, step: ExplainedStep | None) -> None:
    """Print the position of an exercise, with the marks of a step if there is one."""
    from rich.console import Console

    found = step.step if step is not None else None
    print_position(Console(highlight=False), exercise.candidates, found)
