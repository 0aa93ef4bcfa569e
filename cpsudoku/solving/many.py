"""Many puzzles, solved or checked in order. Which engine does it is decided here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from cpsudoku.core import parameters
from cpsudoku.core.errors import InputError, Unsupported
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Limit, Result
from cpsudoku.engines import BULK_ENGINE, DEFAULT_ENGINE, ENGINES
from cpsudoku.formats import Entry
from cpsudoku.solving.reading import Several, entries_of
from cpsudoku.solving.settling import (
    AnyEngine,
    chosen_engine,
    cross_check,
    engine_named,
    refuse_unsupported,
    settle_all,
)

ALONE = 300  # puzzles that CP-SAT solves before loading the bulk engine pays
BATCH = 256
MOST_OF_BULK = 2  # solutions that the bulk engine keeps

Progress = Callable[[int], None]
"""Called after each entry with the number of entries that are done."""


def solve_many(
    puzzles: Several,
    *,
    first: bool = False,
    engine: str | None = None,
    techniques: str | None = None,
    limit: float | None = None,
    cross_check: float = 0.0,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """The result of each puzzle, in order: its verdict, or the problem where it is not a puzzle.

    ``puzzles`` is a file, an open binary file, or an iterable of whatever ``solve`` takes. Without
    ``engine``, CP-SAT solves the first 300 puzzles, and after that the bulk kernel solves what it
    can. ``limit`` is in seconds per puzzle. ``cross_check`` is the share of puzzles (0 to 1) that
    a second, independent engine solves too; where the two disagree, EngineError is raised.
    ``progress`` is called after each puzzle with the number done.

    >>> [result.word for result in solve_many(["1....4....3....2", "1..4..1.2......3", "x"])]
    ['multiple', 'unique', 'malformed']
    """
    chosen = chosen_engine(engine, techniques)
    entries = entries_of(puzzles)
    return settle_many(entries, chosen, 1 if first else 2, Limit(limit), cross_check, progress)


def check_many(
    puzzles: Several,
    *,
    count: int = 2,
    engine: str | None = None,
    limit: float | None = None,
    cross_check: float = 0.0,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """As ``solve_many``, with up to ``count`` solutions of each puzzle.

    >>> [len(result.verdict.solutions) for result in check_many(["1....4....3....2"], count=9)]
    [2]
    """
    entries = entries_of(puzzles)
    return settle_many(entries, engine, count, Limit(limit), cross_check, progress)


def settle_many(
    entries: Iterable[Entry],
    engine: AnyEngine | None = None,
    want: int = 2,
    limit: Limit = NO_LIMIT,
    share: float = 0.0,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """The result of each entry, in order. An entry that is not a puzzle passes as a problem.

    ``share`` of the verdicts are checked by a second engine. Raises BadParameter at once, and
    EngineError where two engines disagree.
    """
    want = parameters.whole("count", want, least=1)
    share = parameters.between("cross_check", share, 0, 1)
    if engine is not None:
        engine_named(engine)  # an unknown name is refused before anything is read
    return _results(entries, engine, want, limit, share, progress)


def _results(
    entries: Iterable[Entry],
    engine: AnyEngine | None,
    want: int,
    limit: Limit,
    share: float,
    progress: Progress | None,
) -> Iterator[Result]:
    settled = done = 0
    for batch, chosen in _batches(engine, entries, want):
        verdicts = _settled(batch, chosen, want, limit)
        for entry in batch:
            result = Result(problem=entry) if isinstance(entry, InputError) else next(verdicts)
            if result.verdict is not None:
                settled += 1
                if int(settled * share) > int((settled - 1) * share):
                    cross_check(result.verdict, want, limit)
            done += 1
            if progress is not None:
                progress(done)
            yield result


def _batches(
    asked: AnyEngine | None, entries: Iterable[Entry], want: int
) -> Iterator[tuple[list[Entry], AnyEngine | None]]:
    """The entries one by one with the engine asked for, and after some hundreds in batches.

    In those the engine is None: the bulk engine where it takes a puzzle, else the default one.
    """
    left = iter(entries)
    if asked != BULK_ENGINE:
        alone = ALONE if asked is None and want <= MOST_OF_BULK else None
        for entry in islice(left, alone):
            yield [entry], asked or DEFAULT_ENGINE
    while batch := list(islice(left, BATCH)):
        yield batch, asked


def _settled(
    batch: Sequence[Entry], engine: AnyEngine | None, want: int, limit: Limit
) -> Iterator[Result]:
    """The verdicts of a batch. Without an engine, each puzzle gets the one that suits it."""
    puzzles = [entry for entry in batch if isinstance(entry, Puzzle)]
    results: dict[int, Result] = {}
    by_engine: dict[AnyEngine, list[int]] = {}
    for number, puzzle in enumerate(puzzles):
        chosen = engine or _suited(puzzle)
        try:
            refuse_unsupported(puzzle, chosen)
        except Unsupported as error:
            results[number] = Result(problem=InputError(error.template))
        else:
            by_engine.setdefault(chosen, []).append(number)
    for chosen, numbers in by_engine.items():
        verdicts = settle_all([puzzles[number] for number in numbers], chosen, want, limit)
        for number, verdict in zip(numbers, verdicts, strict=True):
            results[number] = Result(verdict.puzzle, verdict)
    return (results[number] for number in range(len(puzzles)))


def _suited(puzzle: Puzzle) -> str:
    """The bulk engine where it takes the puzzle, else the default one."""
    return DEFAULT_ENGINE if ENGINES[BULK_ENGINE].unsupported(puzzle) else BULK_ENGINE
