"""Many puzzles, rated in order on several cores."""

from __future__ import annotations

import multiprocessing
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from cpsudoku.core.errors import EngineError, InputError, Unsupported
from cpsudoku.core.grid import Grid
from cpsudoku.core.processes import begin_worker
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import MALFORMED, Limit
from cpsudoku.engines import BULK_ENGINE, DEFAULT_ENGINE
from cpsudoku.solving import settle, settle_all
from cpsudoku.teaching.grade import HARD_PUZZLE
from cpsudoku.teaching.rating.rate import SCALES, Rating, rate, refuse_unratable

CHUNK = 64
ALONE = 256  # puzzles that one process rates before more are started
AHEAD = 3  # chunks a worker may be ahead
UNSUPPORTED = "unsupported"

Entry = Puzzle | InputError


def rate_all(
    entries: Iterable[Entry],
    scales: Sequence[str] = SCALES,
    jobs: int = 1,
    limit: Limit = Limit(),
) -> Iterator[Rating]:
    """The rating of each entry, in order; what can't be rated has a status and no numbers.

    limit: for the search of each puzzle's solution. jobs: processes, used when there are more
    than some hundreds. Raises EngineError when a worker dies.
    """
    source = iter(entries)
    first = list(islice(source, ALONE))
    yield from _chunk_ratings(first, scales, limit, len(first) < ALONE)
    if len(first) < ALONE:
        return
    chunks = iter(lambda: list(islice(source, CHUNK)), [])
    if jobs == 1:
        for chunk in chunks:
            yield from _chunk_ratings(chunk, scales, limit, False)
        return
    yield from _in_parallel(chunks, scales, limit, jobs)


def _in_parallel(
    chunks: Iterable[list[Entry]], scales: Sequence[str], limit: Limit, jobs: int
) -> Iterator[Rating]:
    rate(
        settle(Puzzle(Grid.from_line(HARD_PUZZLE))), scales
    )  # the workers inherit what it compiles
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=begin_worker)
    waiting: deque[Future[list[Rating]]] = deque()
    try:
        for chunk in chunks:
            waiting.append(pool.submit(_listed, chunk, scales, limit))
            if len(waiting) > AHEAD * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    except BrokenProcessPool:
        raise EngineError("a worker died while it was rating", "-") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _listed(chunk: list[Entry], scales: Sequence[str], limit: Limit) -> list[Rating]:
    return list(_chunk_ratings(chunk, scales, limit, False))


def _chunk_ratings(
    chunk: list[Entry], scales: Sequence[str], limit: Limit, few: bool
) -> Iterator[Rating]:
    """few: so few that CP-SAT finds the solutions before the bulk engine is loaded."""
    refused = [_refusal(entry) for entry in chunk]
    puzzles = [
        entry
        for entry, why in zip(chunk, refused, strict=True)
        if why is None and isinstance(entry, Puzzle)
    ]
    engine = DEFAULT_ENGINE if few or limit.seconds is not None else BULK_ENGINE
    verdicts = iter(settle_all(puzzles, engine, 2, limit))
    for why in refused:
        yield rate(next(verdicts), scales) if why is None else why


def _refusal(entry: Entry) -> Rating | None:
    """Why an entry has no rating, before anything is searched."""
    if isinstance(entry, InputError):
        return Rating(None, MALFORMED, problem=str(entry))
    try:
        refuse_unratable(entry)
    except Unsupported as error:
        return Rating(entry, UNSUPPORTED, problem=str(error))
    return None
