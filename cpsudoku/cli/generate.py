"""``cpsudoku generate``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from cpsudoku.cli import values
from cpsudoku.cli.groups import OptionGroup, again, option
from cpsudoku.cli.options import (
    Input,
    Jobs,
    Language,
    Listening,
    New,
    Pages,
    Quiet,
    WrittenOptions,
)
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import processes_to_use, write_to
from cpsudoku.cli.say import say
from cpsudoku.core.verdict import Result
from cpsudoku.formats import Format
from cpsudoku.runtime.errors import EXIT_OK, EXIT_UNDECIDED, BadParameter, Unsupported
from cpsudoku.runtime.files import is_stream
from cpsudoku.runtime.listening import a_person_reads
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import worded
from cpsudoku.solving import output_format
from cpsudoku.teaching.rating.base import GUESSES

if TYPE_CHECKING:
    from cpsudoku.generating import GeneratedPuzzle, Generation


@dataclass(frozen=True)
class Puzzles(OptionGroup):
    """What the new puzzles are like."""

    title = "Puzzles"
    count: int = option(1, "-n", "--count", metavar="N", least=1, help="Make N puzzles.")
    seed: int | None = again(New, "seed", None)
    difficulty: str | None = again(New, "difficulty", None)
    technique: str | None = again(New, "technique", None)
    rating: str | None = option(
        None,
        "--rating",
        metavar="A-B",
        help="Make puzzles with this ER (Sudoku Explainer rating): 7.1, or 6.6-7.2.",
    )
    uses: str | None = option(
        None,
        "--uses",
        metavar="NAME",
        values=values.techniques,
        help="Make puzzles that need this technique at least once.",
    )
    alone: bool = option(
        False, "--alone", help="With --technique, use only singles for all other steps."
    )


@dataclass(frozen=True)
class GivensOptions(OptionGroup):
    """Which cells of which board are givens."""

    title = "Board and givens"
    clues: str | None = option(
        None, "--clues", metavar="A-B", help="Leave this number of givens: 24, or 28-32."
    )
    symmetry: str = option(
        "none",
        "--symmetry",
        metavar="NAME",
        values=values.symmetries,
        help="Arrange the givens symmetrically: none, 180, 90, vertical, horizontal, diagonal, "
        "antidiagonal, mirrors, diagonals or full.",
    )
    minimal: bool = option(False, "--minimal", help="Leave no redundant given.")
    pattern: str | None = option(
        None, "--pattern", metavar="MASK", help="Put givens in the cells of this puzzle or file."
    )
    solution: str | None = option(
        None, "--solution", metavar="GRID", help="Make puzzles with this solution."
    )
    size: int | None = option(
        None,
        "--size",
        metavar="N",
        least=1,
        most=25,
        help="Use a board of 4, 6, 8, 9, 10, 12, 15, 16, 20 or 25 [default: 9].",
    )
    box: str | None = again(Input, "box", None)
    rules: str | None = option(
        None,
        "--rules",
        metavar="NAMES",
        help="Make puzzles with these rules, names with commas: jigsaw, samurai, killer, thermo, "
        "kenken, arrow, kropki, xv, whispers, renban, little-killer, sandwich, frame-sum, greater, "
        "diagonals, windows, anti-knight and others.",
    )


@dataclass(frozen=True)
class Target(OptionGroup):
    """Where the puzzles are written."""

    title = "Output"
    output: Path | None = again(WrittenOptions, "output", None)
    to: str | None = again(WrittenOptions, "to", None)
    split: float | None = option(
        None,
        "--split",
        metavar="SHARE",
        least=0.0,
        most=1.0,
        help="Write a data set for machine learning to the folder -o, with this share for "
        "training.",
    )
    scale: str | None = option(
        None,
        "--scale",
        metavar="NAME",
        values=values.scales,
        help="With --split, also rate on se121, hodoku or both (slow) [default: guesses].",
    )


@dataclass(frozen=True)
class Effort(Jobs):
    """How long to try, and with how many processes."""

    limit: float | None = option(
        None,
        "--limit",
        metavar="SECONDS",
        least=0.0,
        help="Stop after SECONDS [default: after a minute without a new puzzle].",
    )


def generate(
    puzzles: Puzzles,
    shape: GivensOptions,
    written: Target,
    pages: Pages,
    effort: Effort,
    language: Language,
    listening: Listening,
    messages: Quiet,
) -> None:
    """Make puzzles that have exactly one solution.

    Without --clues, as many givens are removed as possible, or half of them for 20x20 and 25x25.
    The puzzles are printed, or written to a file in any format. Workbooks and PDFs have the
    answers at the end.

    With --split 0.9, -o is a folder for a data set: train.parquet, test.parquet and a data card.
    The two tables never share a puzzle up to symmetry. An interrupted run continues if you repeat
    the command with the same --seed.

    Exit code: 0 if all puzzles were made, 3 if the limit ran out first.
    """
    from cpsudoku.generating import generate_many

    count, quiet = puzzles.count, messages.quiet
    if written.split is None:
        _refuse_scale(written)
        usual = "grid" if shape.rules is not None and written.output is None else None
        chosen = output_format(str(written.output or ""), written.to or usual, pages.options())
        target = _Target(written.output, written.to, chosen)
    else:
        _refuse_with_split(written, pages)
    with Counter(not quiet) as counter:
        generation = generate_many(
            count,
            seed=puzzles.seed,
            clues=_clues(shape.clues) if shape.clues is not None else None,
            symmetry=shape.symmetry,
            minimal=shape.minimal,
            difficulty=puzzles.difficulty,
            rating=_range(puzzles.rating) if puzzles.rating is not None else None,
            technique=puzzles.technique,
            uses=puzzles.uses,
            alone=puzzles.alone,
            pattern=shape.pattern,
            solution=shape.solution,
            size=shape.size,
            box=shape.box,
            rules=shape.rules,
            limit=effort.limit,
            jobs=processes_to_use(effort.jobs, quiet) if effort.jobs is not None else None,
            progress=lambda made: counter.update(made, total=count),
        )
        if written.split is not None:
            _write_set(generation, written, quiet)
        made = target.write(generation)
    if not quiet and (puzzles.seed is None or made < count):
        say(_summary(generation, made))
    raise typer.Exit(EXIT_OK if made == count else EXIT_UNDECIDED)


def _refuse_scale(written: Target) -> None:
    if written.scale is not None:
        raise Unsupported("--scale works only with --split; 'cpsudoku rate' rates puzzles")


def _refuse_with_split(written: Target, pages: Pages) -> None:
    """Raise Unsupported for options that a data set does not take."""
    if written.output is None or is_stream(written.output):
        raise Unsupported("--split needs -o FOLDER")
    if written.to is not None or pages != Pages():
        raise Unsupported("--split does not work with --to and the options for pictures and pages")


def _write_set(generation: Generation, written: Target, quiet: bool) -> NoReturn:
    """Write the puzzles as a data set, and exit."""
    from cpsudoku.cli.bulk import terminated_as_interrupted

    assert written.output is not None
    assert written.split is not None
    again = worded("repeat the command with --seed {seed} to continue", seed=generation.seed)
    try:
        with terminated_as_interrupted():
            made = generation.write_set(
                written.output, split=written.split, scale=written.scale or GUESSES
            )
    except KeyboardInterrupt as stop:
        stop.add_note(again)
        raise
    if made.missing:
        said = worded(
            "{missing} of {puzzles} missing",
            missing=f"{made.missing:,}",
            puzzles=plural(generation.count, "puzzle"),
        )
        say(worded("the time ran out, {said}; {again}", said=said, again=again))
    elif not quiet:
        sizes = worded(
            "{train} for training, {test} for testing",
            train=f"{made.train:,}",
            test=f"{made.test:,}",
        )
        say(
            worded(
                "wrote {puzzles} to {folder}: {sizes}",
                puzzles=plural(generation.count, "puzzle"),
                folder=made.folder,
                sizes=sizes,
            )
        )
        say(worded("--seed {seed} makes the same puzzles again", seed=generation.seed))
    raise typer.Exit(EXIT_UNDECIDED if made.missing else EXIT_OK)


def _summary(puzzles: Generation, made: int) -> str:
    text = worded("--seed {seed} makes the same puzzles again", seed=puzzles.seed)
    if made == puzzles.count:
        return text
    of, attempts = plural(puzzles.count, "puzzle"), plural(puzzles.tried, "attempt")
    return worded(
        "made {made} of {of} in {attempts}; a longer --limit may find more; {text}",
        made=f"{made:,}",
        of=of,
        attempts=attempts,
        text=text,
    )


def _range(text: str) -> tuple[float, float]:
    """The lowest and the highest rating of ``6.6-7.2``, or of one number."""
    match = re.fullmatch(r"\s*(\d{1,2}(?:\.\d)?)(?:\s*-\s*(\d{1,2}(?:\.\d)?))?\s*", text)
    if match is None:
        raise BadParameter("rating", text, worded("of the form 7.1 or 6.6-7.2"))
    return float(match[1]), float(match[2] or match[1])


def _clues(text: str) -> tuple[int, int]:
    """The fewest and the most givens of ``24`` or ``28-32``."""
    match = re.fullmatch(r"\s*(\d{1,3})(?:\s*-\s*(\d{1,3}))?\s*", text)
    if match is None:
        raise BadParameter("clues", text, worded("of the form 24 or 28-32"))
    return int(match[1]), int(match[2] or match[1])


@dataclass(frozen=True)
class _Target:
    """The file or format that the puzzles are written to."""

    output: Path | None
    to: str | None
    format: Format

    def write(self, every: Iterator[GeneratedPuzzle]) -> int:
        """Write the puzzles, each at once if the format allows it, and return how many."""
        if self.to is None and self.output is None and a_person_reads():
            return self._show(every)
        made = 0

        def results() -> Iterator[Result]:
            nonlocal made
            for each in every:
                made += 1
                yield Result(each.puzzle)

        write_to(self.output, self.format, results())
        return made

    @staticmethod
    def _show(every: Iterator[GeneratedPuzzle]) -> int:
        """Print the puzzles on a terminal, and return how many."""
        from rich.console import Console

        from cpsudoku.drawing.terminal_grid import boxed, lines_for, width_allowed

        console, made = Console(highlight=False), 0
        for each in every:
            made += 1
            columns = width_allowed(console)
            grid = boxed(each.givens, each.givens, lines=lines_for(console), width=columns)
            console.print(grid, crop=False)
            rated = f", {each.rating}" if each.rating is not None else ""
            console.print(f"{each.givens.count} givens{rated}\n", style="dim")
        return made
