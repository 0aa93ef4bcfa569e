"""Rates many puzzles in order on several cores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import MALFORMED, Limit, Verdict
from cpsudoku.engines import BULK_ENGINE
from cpsudoku.runtime.deadline import Deadline
from cpsudoku.runtime.errors import InputError, Unsupported
from cpsudoku.runtime.processes import in_order, processes
from cpsudoku.solving import Progress, Several, counted, entries_of, settle, settle_all
from cpsudoku.teaching.rating.base import BOTH, GUESSES, UNSUPPORTED, Rating, programs_of, scales_of
from cpsudoku.teaching.rating.guesses import guessed
from cpsudoku.teaching.rating.rate import rated, refuse_unratable

CHUNK = 64
ALONE = 256  # puzzles that one process rates before more are started

Entry = Puzzle | InputError


def rate_many(
    puzzles: Several,
    *,
    scale: str = BOTH,
    limit: float | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Rating]:
    """Yield the rating of each puzzle, in order. Without a rating it has a status and no numbers.

    ``puzzles`` and ``progress`` are those of ``solve_many``, and ``scale`` is that of ``rate``. The
    search for each solution and its steps takes at most ``limit`` seconds. After some hundreds of
    puzzles, they are rated by ``jobs`` processes [default: one per core].

    >>> [rating.status for rating in rate_many(["." * 81, "5", "." * 16])]
    ['multiple', 'malformed', 'multiple']
    """
    ratings = _ratings(entries_of(puzzles), scales_of(scale), Limit(limit), processes(jobs))
    return counted(ratings, progress)


def _ratings(
    entries: Iterable[Entry], scales: Sequence[str], limit: Limit, jobs: int
) -> Iterator[Rating]:
    source = iter(entries)
    first = list(islice(source, ALONE))
    few = len(first) < ALONE
    yield from _chunk_ratings(first, scales, limit, few)
    if few:
        return
    chunks = iter(lambda: list(islice(source, CHUNK)), [])
    work = partial(_listed, scales=scales, limit=limit)
    done = in_order(work, chunks, jobs, needs=programs_of(scales), name_of=lambda _: "rating")
    yield from chain.from_iterable(ratings for _, ratings in done)


def _listed(chunk: list[Entry], scales: Sequence[str], limit: Limit) -> list[Rating]:
    return list(_chunk_ratings(chunk, scales, limit, False))


def _chunk_ratings(
    chunk: list[Entry], scales: Sequence[str], limit: Limit, few: bool
) -> Iterator[Rating]:
    """The ratings of a chunk. With ``few``, it is solved without loading the bulk engine."""
    refused = [_refusal(entry, scales) for entry in chunk]
    puzzles = [
        entry
        for entry, why in zip(chunk, refused, strict=True)
        if why is None and isinstance(entry, Puzzle) and entry.is_classic_9x9
    ]
    verdicts = settle_all(puzzles, None if few else BULK_ENGINE, 2, limit)
    if GUESSES in scales:
        ratings = iter(guessed(list(verdicts)))
    else:
        ratings = (_in_time(verdict, scales, limit) for verdict in verdicts)
    for entry, why in zip(chunk, refused, strict=True):
        if why is not None:
            yield why
        elif isinstance(entry, Puzzle) and not entry.is_classic_9x9:
            yield _in_time(settle(entry, limit=limit), scales, limit)
        else:
            yield next(ratings)


def _in_time(verdict: Verdict, scales: Sequence[str], limit: Limit) -> Rating:
    """The rating of a puzzle whose limit also holds for the search that the verdict took."""
    return rated(verdict, scales, Deadline(limit.seconds, spent=verdict.seconds))


def _refusal(entry: Entry, scales: Sequence[str]) -> Rating | None:
    """The refusal of an entry that cannot be rated, or None; without a search."""
    if isinstance(entry, InputError):
        return Rating(None, MALFORMED, problem=str(entry))
    try:
        refuse_unratable(entry, scales)
    except Unsupported as error:
        return Rating(entry, UNSUPPORTED, problem=str(error))
    return None
