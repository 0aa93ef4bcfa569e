"""Files of puzzles in, tables of verdicts out, in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path

from cpsudoku.formats import FORMATS, require_libraries
from cpsudoku.road.plan import Plan
from cpsudoku.road.run import Run
from cpsudoku.road.running.workers import Judging, judged
from cpsudoku.road.settings import TABLES, Requirements, Settings, is_table
from cpsudoku.road.source.entries import inputs_of
from cpsudoku.road.summary import Summary
from cpsudoku.runtime.errors import BadParameter, InputError, Unsupported, spelled
from cpsudoku.runtime.files import are_one_file, is_file, is_stream
from cpsudoku.runtime.processes import processes
from cpsudoku.runtime.remarks import note, remark
from cpsudoku.solving import reading_options, refuse_overwriting

Name = str | Path


def check_files(
    inputs: Name | Iterable[Name],
    output: Name | None = None,
    *,
    keep: Name | None = None,
    reject: Name | None = None,
    require: str | Sequence[str] = (),
    minimal: bool = False,
    canonical: bool = False,
    guesses: bool = False,
    count: int = 2,
    engine: str | None = None,
    limit: float | None = None,
    cross_check: float = 0.0,
    format: str | None = None,
    box: str | None = None,
    regions: str | None = None,
    column: str | None = None,
    sheet: str | None = None,
    range: str | None = None,
    named: str | None = None,
    every: bool = False,
    rules: str | Iterable[str] | None = None,
    accept_guesses: bool = False,
    without: str | Iterable[str] | None = None,
    online: bool = False,
    keep_formulas: bool = False,
    resume: bool = False,
    jobs: int | None = None,
    on: str | None = None,
    address: str | None = None,
    progress: Callable[[int, int, int], None] = lambda rows, done, total: None,
    say: Callable[[str], None] = lambda text: remark(spelled(text)),
) -> Summary:
    """Judge each puzzle in files of any size, and write a table with one row per puzzle.

    ``inputs`` are files, folders, globs, ``-`` for standard input, or puzzles. ``output`` is the
    table: .csv, .jsonl, .ndjson or .parquet. The good puzzles are written to ``keep`` and the
    others to ``reject``: as lines, or as a table of verdicts if the name has such a suffix. A
    puzzle is good if it has exactly one solution and meets ``require``. This is a text or a list of
    requirements: ``unique``, ``minimal``, ``symmetric``, ``no-duplicates``, ``min-clues=N``,
    ``max-clues=N``.

    ``minimal``, ``canonical`` and ``guesses`` each add a column. With ``canonical``, duplicates are
    found up to symmetry. ``count``, ``engine``, ``limit`` and ``cross_check`` are those of
    ``check_many``. The keywords from ``format`` to ``online`` are those of ``read``, and
    ``keep_formulas`` is that of ``write``. ``jobs`` is the number of processes [default: one per
    core]. If a call is interrupted, its output stays, and the same call with ``resume=True``
    continues it. With ``on="ray"`` the puzzles are judged on the Ray cluster at ``address``, or on
    a local one.

    ``progress`` is called with the number of rows, the bytes read and the total bytes. ``say`` is
    called with messages, which are logged by default.

    >>> summary = check_files(["1....4....3....2", "1..4..1.2......3"])
    >>> summary.rows, summary.statuses["unique"], summary.exit_code()
    (2, 1, 1)
    """
    names = [inputs] if isinstance(inputs, str | Path) else list(inputs)
    paths = (output, keep, reject)
    target, kept, rejected = (None if path is None else Path(path) for path in paths)
    options = reading_options(
        box, regions, column, sheet, range, named, every, rules, accept_guesses, without, online
    )
    required = Requirements.parse([require] if isinstance(require, str) else require)
    settings = Settings(minimal, canonical, required, limit, cross_check, engine, count, guesses)
    if format is not None:
        FORMATS[format]
    files = tuple(inputs_of([str(name) for name in names]))
    _check_outputs(target, kept, rejected, files, resume, keep_formulas)
    outputs = (target, kept, rejected)
    plan = Plan(files, settings, *outputs, format, options, processes(jobs), resume, keep_formulas)
    with _place(on, address, jobs) as judging:
        return Run(plan, say, progress, note, judging=judging).run()


def _check_outputs(
    output: Path | None,
    keep: Path | None,
    reject: Path | None,
    files: Sequence[str],
    resume: bool,
    keep_formulas: bool,
) -> None:
    """Raise InputError or Unsupported for outputs that can't be written, before the work begins."""
    outputs = [path for path in (output, keep, reject) if path is not None]
    for path in outputs:
        refuse_overwriting(path, files)
    require_libraries([*map(str, outputs), *filter(is_file, files)])
    if output is not None and not is_table(output) and not is_stream(output):
        raise Unsupported(
            "{output}: a table of verdicts must end in one of {tables}",
            output=output,
            tables=" ".join(TABLES),
        )
    if any(are_one_file(*pair) for pair in combinations(outputs, 2)):
        raise InputError("{output}, {keep} and {reject} must be different files")
    if resume and not outputs:
        raise InputError("{resume} needs the {output}, {keep} or {reject} of the interrupted run")
    if keep_formulas and not any(path.suffix.lower() == ".csv" for path in outputs):
        raise Unsupported("{keep_formulas} works only with CSV, and no output is a .csv file")


@contextmanager
def _place(on: str | None, address: str | None, jobs: int | None) -> Iterator[Judging]:
    """A context with the way to judge blocks: here, or on a cluster with processes of its own."""
    if on is None and address is None:
        yield judged
    elif on != "ray":
        raise BadParameter("on", on, "ray")
    elif jobs is not None:
        raise Unsupported("{on} ray does not take {jobs}")
    else:
        from cpsudoku.road.running.on_ray import on_ray

        with on_ray(address) as elsewhere:
            yield elsewhere
