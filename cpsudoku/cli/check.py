"""``cpsudoku check``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import NoReturn

from cpsudoku.cli.bulk import Bulk, is_bulk, run_against, run_bulk
from cpsudoku.cli.diagnose import Extras, run_diagnosis
from cpsudoku.cli.groups import Group, option
from cpsudoku.cli.job import Job, run
from cpsudoku.cli.options import Engine, Input, MaxSolutions, Quiet, Written
from cpsudoku.cli.report import plain_verdict
from cpsudoku.core.errors import Unsupported


@dataclass(frozen=True)
class Reasons(Group):
    """Whether to explain verdicts."""

    title = "Output"
    why: bool = option(
        False, "--why", help="Report why a puzzle is not proper, as 'cpsudoku diagnose' does."
    )


def check(
    source: Input,
    written: Written,
    reasons: Reasons,
    engine: Engine,
    counting: MaxSolutions,
    bulk: Bulk,
    messages: Quiet,
) -> None:
    """Check whether puzzles have no, one or several solutions.

    The status of a puzzle is unique, multiple, none, conflict or unknown.

    With -o FILE.csv, .jsonl or .parquet, write a table of verdicts with one row per puzzle. Files
    with one puzzle per line (also .gz, .xz, .zst, Parquet, folders and globs) are checked on all
    cores, hundreds of thousands of puzzles per second. With --to, -o writes puzzles instead.

    Exit code: 0 if every puzzle has exactly one solution, 1 if some puzzle has no or several
    solutions, 2 for bad input, 3 if the limit ran out. With several puzzles, it is that of the
    worst one (2, 3, 1, 0).
    """
    job = Job(source, written, engine, messages.quiet)
    count = counting.max_solutions
    if reasons.why:
        _explain_why(job, bulk, count)
    if bulk.against is not None:
        run_against(job, bulk)
    if is_bulk(job, bulk):
        run_bulk(job, bulk, count)
    run(job, count, plain_verdict, both=True)


def _explain_why(job: Job, bulk: Bulk, count: int) -> NoReturn:
    """Check the puzzles, add a diagnosis below each one that is not proper, and exit."""
    from cpsudoku.diagnosing import diagnose_many

    writes_file = job.written.is_asked and not job.written.json
    if bulk.is_asked or writes_file or job.engine.engine or job.engine.cross_check:
        raise Unsupported(
            "--why works only with --max-solutions, --limit and --json; "
            "'cpsudoku diagnose' writes files"
        )
    ask = partial(diagnose_many) if count == 2 else partial(diagnose_many, count=count)
    if job.engine.limit is not None:
        ask = partial(ask, limit=job.engine.limit)
    run_diagnosis(job.source, job.written, job.quiet, ask, Extras(why=True))
