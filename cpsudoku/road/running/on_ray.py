"""A bulk run on Ray Data: the same function for blocks, on the machines of a cluster."""

from __future__ import annotations

import logging
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import TYPE_CHECKING

from cpsudoku.formats import open_input
from cpsudoku.formats.tables.parquet import arrow
from cpsudoku.road.arrow import verdicts
from cpsudoku.road.layout import ANY
from cpsudoku.road.running.repeats import mark_repeats
from cpsudoku.road.settings import Settings
from cpsudoku.road.source.sources import InputStream
from cpsudoku.road.statuses import BAD, CLASH, STATUSES, UNIQUE
from cpsudoku.road.summary import Summary
from cpsudoku.road.tables import extended
from cpsudoku.runtime import extras
from cpsudoku.runtime.errors import InputError, Source, Unsupported, reason
from cpsudoku.runtime.lock import locked
from cpsudoku.runtime.printable import encodable

if TYPE_CHECKING:
    import pyarrow as pa

BATCH_ROWS = 8192
_READERS = {".parquet": "read_parquet", ".csv": "read_csv", ".jsonl": "read_json"}
_LINES = "text"  # the column into which Ray reads the lines of other files


def check_on_ray(
    files: Sequence[str],
    output: Path,
    settings: Settings,
    column: str | None = None,
    address: str | None = None,
) -> Summary:
    """Judge Parquet, CSV, JSON-lines or text files and write Parquet files to a folder.

    Every row keeps its columns and gets those of ``check_table``, in the order of the input. Ray
    repeats a batch if its worker dies. The folder appears when it is complete. If no-duplicates is
    required, this process reads the written files again and marks the rows that repeat others.
    Raises MissingExtra without Ray, and InputError if the folder exists or a file has no puzzles.
    """
    for name in (*files, str(output)):
        if encodable(name) != name:
            raise Unsupported(f"{encodable(name)}: Ray accepts only names in UTF-8")
    if output.exists():
        raise InputError("the folder exists; name a new one", Source(str(output)))
    kind = _kind_of(files)
    if kind in _READERS:
        _refuse_without_puzzles(files, column)
    puzzles = _LINES if column is None and kind not in _READERS else column
    ray = _ray()
    _refuse_shared_rules(files)
    started = monotonic()
    hashed = "no-duplicates" in settings.requirements.names
    with locked([output]), redirect_stdout(sys.stderr):  # where Ray reports a worker's death
        judge = partial(_judged, column=puzzles, settings=settings, hashed=hashed)
        finish = partial(mark_repeats, requirements=settings.requirements) if hashed else _as_it_is
        _run(ray, files, kind, output, judge, finish, address)
    summary = _summary(output, hashed)
    summary.seconds = monotonic() - started
    return summary


def _refuse_shared_rules(files: Sequence[str]) -> None:
    """Raise Unsupported for a text with rules for all its puzzles: Ray reads each line alone."""
    for file in files:
        with open_input(file) as document:
            if document.begins_with_rules:
                raise Unsupported(f"{file}: {{on}} ray does not take rules for all puzzles")


def _refuse_without_puzzles(files: Sequence[str], column: str | None) -> None:
    """Raise InputError for a table that can't be read, or has no column of puzzles.

    On Ray that would be an error of the program.
    """
    for file in files:
        block = next(InputStream(file, column).blocks(), None)
        if block is not None and block.layout.delimiter == ANY:
            raise InputError("no column of puzzles", Source(file))


def _run(
    ray: ModuleType,
    files: Sequence[str],
    kind: str,
    output: Path,
    judge: Callable[[pa.Table], pa.Table],
    finish: Callable[[Path], None],
    address: str | None,
) -> None:
    """Read, judge and write on the cluster, finish here, then rename the folder."""
    partial_output = output.with_name(output.name + ".partial")
    shutil.rmtree(partial_output, ignore_errors=True)
    ray.init(
        address=address, ignore_reinit_error=True, log_to_driver=False,
        logging_level=logging.ERROR, **({} if address else {"include_dashboard": False}),
    )  # fmt: skip
    context = ray.data.DataContext.get_current()
    context.execution_options.preserve_order = True
    context.use_datasource_v2 = False  # Ray 2.60: it mixes up the order of files in 1 of 14 runs
    context.enable_progress_bars = False
    try:
        read = getattr(ray.data, _READERS.get(kind, "read_text"))
        rows = read([str(Path(file).resolve()) for file in files])
        judged = rows.map_batches(judge, batch_format="pyarrow", batch_size=BATCH_ROWS)
        judged.write_parquet(str(partial_output.resolve()))
        finish(partial_output)
        partial_output.rename(output)
    except OSError as error:
        raise InputError(f"can't be written: {reason(error)}", Source(str(output))) from None
    finally:
        shutil.rmtree(partial_output, ignore_errors=True)
        ray.shutdown()


def _ray() -> ModuleType:
    extras.require("ray", "{on} ray")
    import ray
    import ray.data

    logging.getLogger("ray.data").setLevel(logging.ERROR)
    return ray


def _kind_of(files: Sequence[str]) -> str:
    """The suffix of all files. Raises Unsupported if they do not have the same."""
    kinds = {Path(file).suffix.lower() for file in files}
    if len(kinds) > 1:
        raise Unsupported(
            f"Ray reads files of one kind at a time, not {' and '.join(sorted(kinds))}"
        )
    return kinds.pop()


def _as_it_is(folder: Path) -> None:
    """Leave the folder as it is."""


def _judged(rows: pa.Table, column: str | None, settings: Settings, hashed: bool) -> pa.Table:
    """The rows of a batch with their verdicts. A worker has one core."""
    return extended(rows, lambda table: verdicts(table, column, settings, 1, hashed))


def _summary(output: Path, hashed: bool) -> Summary:
    """The counts of the rows that were written; ``hashed`` if duplicates were looked for."""
    arrow()
    from pyarrow import dataset

    summary = Summary()
    rows = dataset.dataset(str(output), format="parquet")
    ours = {
        name: f"cpsudoku_{name}" if f"cpsudoku_{name}" in rows.schema.names else name
        for name in ("status", "clues", "given_solution_ok", "failed")
    }
    if hashed:
        repeats = dataset.field(rows.schema.names[-1])
        summary.duplicates = rows.count_rows(filter=repeats.is_valid())
    if "canonical" in rows.schema.names:
        sound = ~dataset.field(ours["status"]).isin([STATUSES[BAD], STATUSES[CLASH]])
        missing = dataset.field("canonical").is_null()
        summary.without_canonical = rows.count_rows(filter=sound & missing)
    if "guesses" in rows.schema.names:
        proper = dataset.field(ours["status"]) == STATUSES[UNIQUE]
        missing = dataset.field("guesses").is_null()
        summary.without_guesses = rows.count_rows(filter=proper & missing)
    for batch in rows.to_batches(columns=list(ours.values())):
        found = {name: batch.column(column).to_pylist() for name, column in ours.items()}
        summary.rows += batch.num_rows
        summary.statuses.update(found["status"])
        pairs = zip(found["clues"], found["status"], strict=True)
        summary.clues.update(clues for clues, word in pairs if word != STATUSES[BAD])
        summary.wrong_solutions += found["given_solution_ok"].count(False)
        names = (name for text in found["failed"] for name in (text or "").split(";") if name)
        summary.failed += Counter(names)
    return summary
