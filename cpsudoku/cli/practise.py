"""``cpsudoku practise``."""

from __future__ import annotations

import json as json_text
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from cpsudoku.cli import values
from cpsudoku.cli.groups import OptionGroup, argument, option
from cpsudoku.cli.options import JsonLines, Language
from cpsudoku.cli.say import say
from cpsudoku.cli.steps import print_position
from cpsudoku.runtime.language import marked, translated

if TYPE_CHECKING:
    from cpsudoku.play.progress import Progress
    from cpsudoku.teaching.exercise import Exercise
    from cpsudoku.teaching.explanation import ExplainedStep


@dataclass(frozen=True)
class Series(OptionGroup):
    """The exercises."""

    title = "Practice"
    technique: str | None = argument(
        None,
        "TECHNIQUE",
        "Practise this technique [default: the next one to learn or repeat].",
        values=values.techniques,
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
    progress: bool = option(
        False, "--progress", help="Show what you have learnt, and what comes next."
    )
    plain: bool = option(
        False, "--plain", help="Use lines of text, for screen readers and simple terminals."
    )


def practise(series: Series, written: JsonLines, language: Language) -> None:
    """Practise a technique: find its steps yourself.

    Without TECHNIQUE, it is the next one of the course. What you found twice in a row without help
    is learnt, and repeated after 1, 3, 7, 16, 35 and 80 days. --progress shows what is learnt;
    with --json, it is written as one object.

    In each position, TECHNIQUE is the next step. On the full screen, the keys are below the board.
    With --plain, without a terminal, or without the extra cpsudoku[play], you type answers:
    'r1c2 = 5' places a digit, 'r1c2 - 45' removes candidates, hint helps, and show shows the step.
    A wrong answer is explained. The number of solved exercises is kept in a file. With --json,
    exercises are written with their solutions instead.
    """
    from cpsudoku.play.practice import practise as exercises_of
    from cpsudoku.play.progress import Progress

    progress = Progress()
    if series.progress:
        _show_progress(progress, written.json)
        return
    technique = series.technique or progress.next
    exercises = exercises_of(
        technique, puzzles=series.puzzles, level=series.difficulty, seed=series.seed
    )
    if written.json:
        for each in islice(exercises, series.count or 1):
            print(json_text.dumps(each.to_data()), flush=True)
        return
    chosen = islice(exercises, series.count)
    if not series.plain and on_screen(chosen, progress):
        return
    from cpsudoku.play.terminal.plain_prompts import prompted
    from cpsudoku.play.typed_drill import TypedDrill

    TypedDrill(chosen, progress, spoken if series.plain else shown).run(prompted())


def _show_progress(progress: Progress, json: bool) -> None:
    """Print what was practised and what comes next."""
    from cpsudoku.techniques import TECHNIQUES

    if progress.problem:
        say(progress.problem)
    if json:
        print(json_text.dumps(progress.to_data()))
        return
    for name, words, when in progress.schedule:
        title = translated(TECHNIQUES[name].title)
        text = marked("{title}: {words}. {when}.")
        print(translated(text, title=title, words=words, when=when))
    title, name = translated(TECHNIQUES[progress.next].title), progress.next
    text = marked("Next: {technique} (cpsudoku practise {name}).")
    print(translated(text, technique=title, name=name))


def on_screen(exercises: Iterator[Exercise], progress: Progress) -> bool:
    """Practise on the full screen if that is possible here, and return whether it is."""
    is_simple = os.environ.get("TERM") == "dumb"
    if is_simple or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        from cpsudoku.play.terminal.practice_screen import PracticeApp
    except ImportError as error:
        if not (error.name or "").startswith("textual"):
            raise
        return False
    PracticeApp(exercises, progress).play_out()
    for title, words in progress.rows:
        print(translated("{title}: {words}.", title=title, words=words))
    return True


def spoken(exercise: Exercise, step: ExplainedStep | None) -> None:
    """Print the same as lines to listen to."""
    from rich.console import Console

    found = step.step if step is not None else None
    print_position(Console(highlight=False), exercise.candidates, found, plain=True)


def shown(exercise: Exercise, step: ExplainedStep | None) -> None:
    """Print the position of an exercise, with the marks of a step if there is one."""
    from rich.console import Console

    found = step.step if step is not None else None
    print_position(Console(highlight=False), exercise.candidates, found)
