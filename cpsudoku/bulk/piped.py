"""Whether verdicts for a pipe are made from blocks, or puzzle by puzzle."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.bulk.entries import stream_of
from cpsudoku.bulk.plan import Plan, is_puzzle_text
from cpsudoku.bulk.settings import LEAST_BYTES
from cpsudoku.bulk.sources import Stream, can_be_reopened
from cpsudoku.formats import ReadOptions
from cpsudoku.runtime.errors import InputError


def plan_of_pipe(
    files: Sequence[str], format: str | None, options: ReadOptions, jobs: int
) -> Plan | None:
    """The plan of a run over these files; None if another way is as fast, or the only one.

    Standard input and pipes are read puzzle by puzzle, because somebody may type them.
    """
    if any(is_puzzle_text(file) or not can_be_reopened(file) for file in files):
        return None
    plan = Plan(tuple(files), format=format, options=options, jobs=jobs)
    try:
        found = [stream_of(file, number, plan) for number, file in enumerate(files, 1)]
    except InputError:
        return None
    streams = [stream for stream in found if isinstance(stream, Stream)]
    is_worth_it = sum(stream.total for stream in streams) >= LEAST_BYTES
    return plan if is_worth_it and len(streams) == len(found) else None
