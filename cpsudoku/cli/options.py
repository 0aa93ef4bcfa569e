"""The options that several commands share, each said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

Inputs = Annotated[
    list[str] | None,
    Argument(
        metavar="INPUT...",
        help="Files, - for standard input, or the puzzle itself (81 characters).",
        show_default=False,
    ),
]
From = Annotated[
    str | None,
    Option("--from", metavar="FORMAT", help="Input format; otherwise suffix and content tell."),
]
Box = Annotated[
    str | None,
    Option("--box", metavar="RxC", help="Rows x columns of a box, for 6x6, 8x8 ... turned over."),
]
Column = Annotated[
    str | None, Option("--column", metavar="NAME", help="The CSV column that holds the puzzles.")
]
Sheet = Annotated[
    str | None, Option("--sheet", metavar="NAME", help="The sheet of a workbook, else all.")
]
Range = Annotated[
    str | None,
    Option("--range", metavar="B2:J10", help="The range of the grid, on --sheet or the active."),
]
Named = Annotated[
    str | None, Option("--named", metavar="NAME", help="A named range or table of a workbook.")
]
Every = Annotated[
    bool,
    Option("--all", help="Take a workbook's empty boards, and solutions as puzzles, too."),
]
To = Annotated[
    str | None,
    Option("--to", metavar="FORMAT", help="Output format; otherwise the suffix of -o tells."),
]
Output = Annotated[
    Path | None,
    Option("-o", "--output", metavar="FILE", help="Write to a file, never onto an input."),
]
KeepFormulas = Annotated[
    bool,
    Option(
        "--keep-formulas",
        help="Write labels such as =1+1 to CSV as they are, without an apostrophe before them.",
    ),
]
Json = Annotated[bool, Option("--json", help="One JSON object per puzzle, a line each.")]
EngineName = Annotated[
    str | None,
    Option(
        "--engine",
        metavar="NAME",
        help="The engine ('cpsudoku engines'); otherwise cpsat, and lanes after some hundreds.",
    ),
]
Seconds = Annotated[
    float | None,
    Option("--limit", metavar="SECONDS", help="Give up on a puzzle after this time."),
]
CrossCheck = Annotated[
    float,
    Option(
        "--cross-check",
        metavar="[SHARE]",
        min=0.0,
        max=1.0,
        show_default=False,
        help="Run a second, independent engine on all or a share (0.001); stop on disagreement.",
    ),
]
Jobs = Annotated[
    int | None,
    Option(
        "--jobs",
        metavar="N",
        min=1,
        help="Number of processes, at most one per core [default: one per core].",
    ),
]
Quiet = Annotated[bool, Option("-q", "--quiet", help="No notes, progress or summary on stderr.")]
Techniques = Annotated[
    str | None,
    Option(
        "--techniques",
        metavar="WHICH",
        help="Solve by logic, with only these: easy, medium, hard, unfair or extreme (each with "
        "those below), or names with commas.",
    ),
]

Title = Annotated[
    str | None,
    Option("--title", metavar="TEXT", help="Heading of a PDF or picture, and name of the sheets."),
]
Labels = Annotated[
    bool,
    Option(
        "--labels/--no-labels",
        help="Show the label of each puzzle, such as its rating, in a PDF or picture.",
    ),
]
Answers = Annotated[
    bool, Option("--answers/--no-answers", help="Add the answers to a PDF or workbook.")
]
Paper = Annotated[
    str | None,
    Option("--paper", metavar="NAME", help="Paper of a PDF: a4 or letter [default: a4]."),
]
PerPage = Annotated[
    int | None,
    Option(
        "--per-page",
        metavar="N",
        help="Puzzles on each page of a PDF: 1, 2, 4, 6, 9 or 12 [default: 2].",
    ),
]
