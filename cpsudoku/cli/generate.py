"""``cpsudoku generate``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from cpsudoku.cli import options as o
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import processes, say, write_to
from cpsudoku.core.errors import EXIT_OK, EXIT_UNDECIDED, BadParameter
from cpsudoku.core.verdict import Result
from cpsudoku.formats import Format, WriteOptions
from cpsudoku.solving import output_format

if TYPE_CHECKING:
    from cpsudoku.generating import GeneratedPuzzle, Generation

Number = Annotated[
    int, Option("--count", "-n", metavar="N", min=1, help="How many puzzles to make.")
]
Seed = Annotated[
    int | None,
    Option("--seed", metavar="S", min=0, help="The same seed makes the same puzzles, everywhere."),
]
Clues = Annotated[
    str | None, Option("--clues", metavar="A-B", help="The number of givens: 24, or 28-32.")
]
Symmetry = Annotated[
    str,
    Option(
        "--symmetry",
        metavar="NAME",
        help="Of the pattern: none, 180, 90, vertical, horizontal, diagonal, antidiagonal, "
        "mirrors, diagonals or full.",
    ),
]
Minimal = Annotated[
    bool, Option("--minimal", help="No given is redundant, not even a single one of a symmetry.")
]
Pattern = Annotated[
    str | None,
    Option("--pattern", metavar="MASK", help="The cells of the givens: a puzzle or file of one."),
]
Solution = Annotated[
    str | None, Option("--solution", metavar="GRID", help="Puzzles of this full grid.")
]
Size = Annotated[
    int | None, Option("--size", metavar="N", help="4, 6, 8, 9 (usual), 10, 12, 15, 16, 20 or 25.")
]
Limit = Annotated[
    float | None,
    Option(
        "--limit",
        metavar="SECONDS",
        help="Stop then, with what there is; otherwise after a minute without a puzzle.",
    ),
]
Difficulty = Annotated[
    str | None,
    Option("--difficulty", metavar="LEVEL", help="easy, medium, hard, unfair or extreme (HoDoKu)."),
]
Er = Annotated[
    str | None,
    Option("--rating", metavar="A-B", help="The ER on Sudoku Explainer's scale: 6.6-7.2."),
]
Hardest = Annotated[
    str | None,
    Option(
        "--technique", metavar="NAME", help="The hardest step ('cpsudoku techniques' has names)."
    ),
]
Uses = Annotated[
    str | None, Option("--uses", metavar="NAME", help="A technique that is used at least once.")
]
Alone = Annotated[
    bool, Option("--alone", help="With --technique: besides it only singles are needed.")
]


def generate(
    count: Number = 1,
    seed: Seed = None,
    clues: Clues = None,
    symmetry: Symmetry = "none",
    minimal: Minimal = False,
    difficulty: Difficulty = None,
    rating: Er = None,
    technique: Hardest = None,
    uses: Uses = None,
    alone: Alone = False,
    pattern: Pattern = None,
    solution: Solution = None,
    size: Size = None,
    box: o.Box = None,
    to: o.To = None,
    output: o.Output = None,
    jobs: o.Jobs = None,
    limit: Limit = None,
    title: o.Title = None,
    labels: o.Labels = True,
    answers: o.Answers = True,
    paper: o.Paper = None,
    per_page: o.PerPage = None,
    quiet: o.Quiet = False,
) -> None:
    """Make puzzles that have exactly one solution.

    By default, each puzzle has as few givens as possible (20x20 and 25x25: half of the cells). The
    output is stdout or a file of any format (-o); a workbook or PDF has the answers at the end.

    Exit code: 0 if all were made, 3 if the limit came first.
    """
    from cpsudoku.generating import generate_many

    look = WriteOptions(False, title, labels, answers, paper, per_page)
    target = _Target(output, to, output_format(str(output or ""), to, look))
    with Counter(not quiet) as counter:
        puzzles = generate_many(
            count,
            seed=seed,
            clues=_clues(clues) if clues is not None else None,
            symmetry=symmetry,
            minimal=minimal,
            difficulty=difficulty,
            rating=_range(rating) if rating is not None else None,
            technique=technique,
            uses=uses,
            alone=alone,
            pattern=pattern,
            solution=solution,
            size=size,
            box=box,
            limit=limit,
            jobs=processes(jobs, quiet) if jobs is not None else None,
            progress=counter.update,
        )
        made = target.write(puzzles)
    if not quiet and (seed is None or made < count):
        say(_summary(puzzles, made))
    raise typer.Exit(EXIT_OK if made == count else EXIT_UNDECIDED)


def _summary(puzzles: Generation, made: int) -> str:
    text = f"--seed {puzzles.seed} makes the same again"
    if made == puzzles.count:
        return text
    short = f"{made:,} of {puzzles.count:,} puzzles, {puzzles.tried:,} candidates tried"
    return f"{short}; more time (--limit) may find more; {text}"


def _range(text: str) -> tuple[float, float]:
    """The lowest and the highest of ``6.6-7.2``, or of one number."""
    match = re.fullmatch(r"\s*(\d{1,2}(?:\.\d)?)(?:\s*-\s*(\d{1,2}(?:\.\d)?))?\s*", text)
    if match is None:
        raise BadParameter("rating", text, "of the form 7.1 or 6.6-7.2")
    return float(match[1]), float(match[2] or match[1])


def _clues(text: str) -> tuple[int, int]:
    """The fewest and the most of ``24`` or ``28-32``."""
    match = re.fullmatch(r"\s*(\d{1,3})(?:\s*-\s*(\d{1,3}))?\s*", text)
    if match is None:
        raise BadParameter("clues", text, "of the form 24 or 28-32")
    return int(match[1]), int(match[2] or match[1])


@dataclass(frozen=True)
class _Target:
    """Where the puzzles go and how they look there."""

    output: Path | None
    to: str | None
    format: Format

    def write(self, every: Iterator[GeneratedPuzzle]) -> int:
        """Write the puzzles as they come where the format allows it; returns how many."""
        if self.to is None and self.output is None and sys.stdout.isatty():
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
        """The puzzles on a terminal."""
        from rich.console import Console

        from cpsudoku.drawing.terminal_grid import boxed, lines_for

        console, made = Console(highlight=False), 0
        for each in every:
            made += 1
            console.print(boxed(each.givens, each.givens, lines=lines_for(console)))
            rated = f", {each.rating}" if each.rating is not None else ""
            console.print(f"{each.givens.count} givens{rated}\n", style="dim")
        return made
