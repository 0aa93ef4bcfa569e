"""``cpsudoku check``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, NoReturn

from typer import Option

from cpsudoku.cli import options as o
from cpsudoku.cli.bulk import BulkOptions, is_bulk, run_bulk
from cpsudoku.cli.diagnose import Extras, run_diagnosis
from cpsudoku.cli.job import Job, run
from cpsudoku.cli.report import plain_verdict
from cpsudoku.core.errors import Unsupported

Count = Annotated[
    int, Option("--count", metavar="N", min=1, help="Count solutions up to N (2 settles it).")
]
Require = Annotated[
    list[str] | None,
    Option(
        "--require",
        metavar="LIST",
        help="unique, minimal, symmetric, no-duplicates, min-clues=N, max-clues=N.",
    ),
]
Minimal = Annotated[bool, Option("--minimal", help="Test that no given is redundant.")]
Canonical = Annotated[
    bool,
    Option(
        "--canonical",
        help="Add the minlex form; duplicates are then puzzles that are the same up to symmetry.",
    ),
]
Keep = Annotated[
    Path | None, Option("--keep", metavar="FILE", help="The good rows (.csv: with verdicts).")
]
Reject = Annotated[
    Path | None, Option("--reject", metavar="FILE", help="The other rows (.csv: with verdicts).")
]
Resume = Annotated[bool, Option("--resume", help="Go on where an interrupted run stopped.")]
Why = Annotated[
    bool, Option("--why", help="Say of each puzzle that is not proper why, as 'diagnose' does.")
]
On = Annotated[
    str | None,
    Option("--on", metavar="ray", help="Run on a Ray cluster; -o is then a folder of Parquet."),
]
Address = Annotated[
    str | None, Option("--address", metavar="ADDRESS", help="The Ray cluster, else one made here.")
]


def check(
    inputs: o.Inputs = None,
    count: Count = 2,
    to: o.To = None,
    output: o.Output = None,
    json: o.Json = False,
    from_: o.From = None,
    box: o.Box = None,
    column: o.Column = None,
    sheet: o.Sheet = None,
    range_: o.Range = None,
    named: o.Named = None,
    every: o.Every = False,
    engine: o.EngineName = None,
    limit: o.Seconds = None,
    cross_check: o.CrossCheck = 0.0,
    keep_formulas: o.KeepFormulas = False,
    quiet: o.Quiet = False,
    require: Require = None,
    minimal: Minimal = False,
    canonical: Canonical = False,
    keep: Keep = None,
    reject: Reject = None,
    jobs: o.Jobs = None,
    resume: Resume = False,
    on: On = None,
    address: Address = None,
    why: Why = False,
) -> None:
    """Say of each puzzle: unique, multiple, none, conflict or unknown, and why.

    With -o FILE.csv, .jsonl or .parquet, write a table of verdicts, one row per puzzle. Files with
    one puzzle per line (.gz, .xz, .zst too, Parquet, folders, globs) are judged on all cores,
    hundreds of thousands of puzzles per second. With --to, -o writes puzzles in that format.

    Exit code: 0 if every puzzle has exactly one solution, 1 if some has none or several,
    2 bad input, 3 undecided within the limit; of many the worst (2, 3, 1, 0).
    """
    job = Job(
        inputs,
        from_,
        box,
        column,
        sheet,
        range_,
        to,
        output,
        json,
        engine,
        limit,
        cross_check,
        quiet,
        named,
        every,
        keep_formulas=keep_formulas,
    )  # fmt: skip
    options = BulkOptions(
        tuple(require or ()), minimal, canonical, keep, reject, jobs, resume, on, address, count
    )
    if why:
        _say_why(job, options, count)
    if is_bulk(job, options):
        run_bulk(job, options)
    run(job, count, plain_verdict, both=True)


def _say_why(job: Job, options: BulkOptions, count: int) -> NoReturn:
    """Check with a diagnosis below each puzzle that is not proper; ends with the exit code."""
    from cpsudoku.diagnosing import diagnose

    if options.asked or (job.writes_format and not job.json) or job.engine or job.cross_check:
        raise Unsupported(
            "--why takes --count, --limit and --json; 'cpsudoku diagnose' writes files"
        )
    ask = partial(diagnose) if count == 2 else partial(diagnose, count=count)
    if job.limit is not None:
        ask = partial(ask, limit=job.limit)
    run_diagnosis(job, ask, Extras(why=True))
