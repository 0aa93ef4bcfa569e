"""Solves or checks many puzzles in order, and chooses the engine."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from typing import TypeVar

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Limit, Result
from cpsudoku.engines import BULK_ENGINE, BULK_PROGRAM
from cpsudoku.formats import Entry
from cpsudoku.runtime import parameters
from cpsudoku.runtime.errors import InputError, Unsupported
from cpsudoku.runtime.processes import processes, shared
from cpsudoku.runtime.threads import at_most
from cpsudoku.solving.fastest import (
    MOST_OF_BULK,
    ONE,
    alike,
    for_many,
    is_kernel_compiled,
    load_cpsat,
    puzzles_before_kernel,
    puzzles_before_propagators,
)
from cpsudoku.solving.reading import Several, entries_of
from cpsudoku.solving.settling import (
    AnyEngine,
    chosen_engine,
    cross_check,
    engine_named,
    refuse_unsupported,
    settle_all,
)

BATCH = 256
PIECE = 8  # puzzles that are searched one by one: handing a batch to a worker takes 0.3 ms

Progress = Callable[[int], None]
"""A function that is called after each entry with the number of entries that are done."""
Item = TypeVar("Item")
Answer = TypeVar("Answer")


def solve_many(
    puzzles: Several,
    *,
    first: bool = False,
    engine: str | None = None,
    techniques: str | None = None,
    limit: float | None = None,
    cross_check: float = 0.0,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """Solve many puzzles, and yield each result in order: the verdict, or the input error.

    ``puzzles`` is a file, an open binary file, or an iterable of anything that ``solve`` takes.
    Without ``engine``, a plain search decides the first easy puzzles, and CP-SAT solves the others.
    After 72, the bulk engine solves classic 9x9 puzzles. After 40, propagators solve all others if
    they are compiled, or else after 300, and CP-SAT helps with hard ones. 32 or more puzzles with
    the same houses go to a bulk kernel. ``limit`` is in seconds per puzzle. ``cross_check`` is the
    share of puzzles (0 to 1) that a second, independent engine also solves; if the two disagree,
    EngineError is raised. Long work is shared by ``jobs`` processes [default: one per core].
    ``progress`` is called after each puzzle with the number of puzzles done.

    >>> [result.word for result in solve_many(["1....4....3....2", "1..4..1.2......3", "x"])]
    ['multiple', 'unique', 'malformed']
    """
    chosen = chosen_engine(engine, techniques)
    entries = entries_of(puzzles)
    want = 1 if first else 2
    return settle_many(entries, chosen, want, Limit(limit), cross_check, jobs, progress)


def check_many(
    puzzles: Several,
    *,
    count: int = 2,
    engine: str | None = None,
    limit: float | None = None,
    cross_check: float = 0.0,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """Like ``solve_many``, with up to ``count`` solutions of each puzzle.

    >>> [len(result.verdict.solutions) for result in check_many(["1....4....3....2"], count=9)]
    [2]
    """
    entries = entries_of(puzzles)
    return settle_many(entries, engine, count, Limit(limit), cross_check, jobs, progress)


def settle_many(
    entries: Iterable[Entry],
    engine: AnyEngine | None = None,
    want: int = 2,
    limit: Limit = NO_LIMIT,
    share: float = 0.0,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """Yield the result of each entry, in order. An error among the entries becomes a result too.

    A second engine checks ``share`` of the puzzles. Raises BadParameter at once, and EngineError if
    two engines disagree.
    """
    want = parameters.whole("count", want, least=1)
    share = parameters.between("cross_check", share, 0, 1)
    if engine is not None:
        engine_named(engine)  # fail before reading if the name is unknown
    count = processes(jobs)
    work = partial(_settled, want=want, limit=limit, share=share, threads=count)
    done = shared(
        work,
        _batches(engine, entries, want),
        count,
        needs=[BULK_PROGRAM] if _has_kernel(engine) else (),
        name_of=lambda batch: name_of_entry(batch.entries[0]),
        size_of=lambda batch: len(batch.entries),
        prepare=load_cpsat if engine is None else lambda: None,
    )
    return counted(chain.from_iterable(results for _, results in done), progress)


def _has_kernel(engine: AnyEngine | None) -> bool:
    """Whether the bulk kernel was asked for, or is ready if no engine was."""
    return engine == BULK_ENGINE or (engine is None and is_kernel_compiled())


def answers(
    work: Callable[[Item], Answer],
    items: Iterable[Item | InputError],
    jobs: int | None,
    progress: Progress | None,
) -> Iterator[Answer | InputError]:
    """Yield the answer of ``work`` for each item, in order; long work runs on all cores.

    An InputError among the items is passed on. If ``work`` raises InputError or Unsupported, an
    InputError takes the place of the answer.
    """
    done = shared(partial(_answer, work), items, processes(jobs), name_of=name_of_entry)
    return counted((answer for _, answer in done), progress)


def _answer(work: Callable[[Item], Answer], item: Item | InputError) -> Answer | InputError:
    if isinstance(item, InputError):
        return item
    try:
        return work(item)
    except InputError as error:
        return error
    except Unsupported as error:
        return InputError(error.template)


def counted(done: Iterable[Answer], progress: Progress | None) -> Iterator[Answer]:
    """Yield the same answers, and call ``progress`` before each."""
    for number, each in enumerate(done, 1):
        if progress is not None:
            progress(number)
        yield each


def name_of_entry(entry: object) -> str:
    """Where an entry comes from, for messages."""
    return str(getattr(getattr(entry, "puzzle", entry), "source", "a puzzle"))


@dataclass(frozen=True)
class _Batch:
    """Entries that are settled together; ``before`` is the number of puzzles before them.

    ``engine`` is the chosen one. If it is None, each puzzle gets a suitable engine.
    """

    entries: list[Entry]
    engine: AnyEngine | None
    before: int

    @property
    def puzzles(self) -> list[Puzzle]:
        """The entries that are puzzles."""
        return [entry for entry in self.entries if isinstance(entry, Puzzle)]


def _batches(asked: AnyEngine | None, entries: Iterable[Entry], want: int) -> Iterator[_Batch]:
    """Yield the first entries one by one, and after some hundreds yield batches.

    Without a chosen engine, the engine of these batches is None: the bulk engine for the puzzles
    that it accepts, and the default engine for others.
    """
    puzzles = 0
    for some, engine in _cut(asked, iter(entries), want):
        batch = _Batch(some, engine, puzzles)
        puzzles += len(batch.puzzles)
        yield batch


def _cut(
    asked: AnyEngine | None, left: Iterator[Entry], want: int
) -> Iterator[tuple[list[Entry], AnyEngine | None]]:
    if asked != BULK_ENGINE:
        ends = asked is None and want <= MOST_OF_BULK
        for entry in islice(left, puzzles_before_kernel() if ends else None):
            yield [entry], asked
    while some := list(islice(left, BATCH)):
        size = BATCH if asked == BULK_ENGINE or _is_for_bulk(some) else PIECE
        for start in range(0, len(some), size):
            yield some[start : start + size], asked


def _is_for_bulk(entries: list[Entry]) -> bool:
    """Whether a bulk engine may take some of these entries, all at once."""
    puzzles = [entry for entry in entries if isinstance(entry, Puzzle)]
    return any(puzzle.is_classic_9x9 for puzzle in puzzles) or bool(alike(puzzles))


def _settled(batch: _Batch, want: int, limit: Limit, share: float, threads: int) -> list[Result]:
    """The results of a batch. A second engine checks a share of them."""
    with at_most(threads):
        return _results(batch, want, limit, share)


def _results(batch: _Batch, want: int, limit: Limit, share: float) -> list[Result]:
    verdicts = _verdicts(batch, want, limit)
    results = []
    number = batch.before
    for entry in batch.entries:
        if isinstance(entry, InputError):
            results.append(Result(problem=entry))
            continue
        result = next(verdicts)
        number += 1
        if result.verdict is not None and int(number * share) > int((number - 1) * share):
            cross_check(result.verdict, want, limit)
        results.append(result)
    return results


def _verdicts(batch: _Batch, want: int, limit: Limit) -> Iterator[Result]:
    """The verdict of each puzzle of a batch, or the reason why its engine does not accept it."""
    puzzles, suited = batch.puzzles, _Suited(want)
    results: dict[int, Result] = {}
    by_engine: dict[AnyEngine, list[int]] = {}
    for number, puzzle in enumerate(puzzles):
        chosen = batch.engine or suited.engine_for(puzzle, batch.before + number)
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


class _Suited:
    """The fastest engine for each puzzle, if its solutions are counted up to ``want``.

    Loading the bulk engine, or the propagators for variants, pays after some puzzles. The bulk
    engine begins in NumPy if its kernel is not compiled. Another process compiles the propagators
    if necessary, and CP-SAT solves until they are ready.
    """

    def __init__(self, want: int) -> None:
        self._classic = math.inf if want > MOST_OF_BULK else puzzles_before_kernel()
        self._variant = puzzles_before_propagators()

    def engine_for(self, puzzle: Puzzle, before: int) -> AnyEngine:
        """The engine for a puzzle after ``before`` others."""
        if puzzle.is_classic_9x9:
            return BULK_ENGINE if before >= self._classic else ONE
        return ONE if before < self._variant else for_many()
