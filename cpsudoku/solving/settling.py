"""One puzzle, or several with one engine, searched and judged."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from cpsudoku.core import parameters
from cpsudoku.core.errors import EngineError, Unsupported, quoted
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Limit, Status, Verdict, judge
from cpsudoku.engines import DEFAULT_ENGINE, ENGINES, LOGIC_ENGINE, REFERENCE_ENGINE, Engine
from cpsudoku.engines.base import BatchEngine
from cpsudoku.solving.reading import Solvable, as_puzzle
from cpsudoku.techniques import select

CROSS_CHECK_SECONDS = 10.0  # the reference's limit where the user gave none

AnyEngine = str | Engine
"""An engine, or the name of one in the table."""


def solve(
    puzzle: Solvable,
    *,
    first: bool = False,
    engine: str | None = None,
    techniques: str | None = None,
    limit: float | None = None,
) -> Verdict:
    """The solution, and whether it is the only one; ``first`` skips that proof.

    ``puzzle`` is whatever ``as_puzzle`` takes: a text, a file, a table, a Puzzle. A text that is
    the name of a file means that file; for texts from strangers pass ``Puzzle.parse(text)``.
    ``techniques`` is for the engine ``logic``: a level (and all below it), or names with commas.
    ``limit`` is in seconds; when it runs out the status is UNKNOWN. Raises InputError for what is
    not a puzzle, and Unsupported for a puzzle that the engine does not take.

    >>> verdict = solve("1..4..1.2......3")
    >>> verdict.is_unique, verdict.solution.line
    (True, '1234341223414123')
    """
    chosen = _or_default(chosen_engine(engine, techniques))
    return settle(as_puzzle(puzzle), chosen, 1 if first else 2, Limit(seconds=limit))


def check(
    puzzle: Solvable,
    *,
    count: int = 2,
    engine: str | None = None,
    limit: float | None = None,
) -> Verdict:
    """Whether a puzzle has no solution, one or several; up to ``count`` of them.

    Takes the same puzzles as ``solve`` and raises the same errors.

    >>> check("1....4....3....2", count=9).word
    'multiple'
    """
    return settle(as_puzzle(puzzle), _or_default(engine), count, Limit(seconds=limit))


def _or_default(engine: AnyEngine | None) -> AnyEngine:
    return DEFAULT_ENGINE if engine is None else engine


def chosen_engine(engine: str | None, techniques: str | None) -> AnyEngine | None:
    """The engine that was asked for: with techniques the engine ``logic`` that uses only them.

    Raises UnknownName, and Unsupported where another engine is to use techniques.
    """
    if techniques is None:
        return engine
    if engine not in (None, LOGIC_ENGINE):
        raise Unsupported(
            f"engine {quoted(engine)} uses no techniques; try {{engine}} {LOGIC_ENGINE}"
        )
    from cpsudoku.engines.logic import Logic

    return Logic(select(techniques))


def settle(
    puzzle: Puzzle, engine: AnyEngine = DEFAULT_ENGINE, want: int = 2, limit: Limit = NO_LIMIT
) -> Verdict:
    """One search, judged. Givens that clash need no search.

    Raises BadParameter unless ``want`` is a whole number, 1 or more.
    """
    name, chosen = engine_named(engine)
    want = parameters.whole("count", want, least=1)
    refuse_unsupported(puzzle, engine)
    start = perf_counter()
    found = chosen.search(puzzle, want, limit)
    return judge(puzzle, found, name, perf_counter() - start)


def engine_named(engine: AnyEngine) -> tuple[str, Engine]:
    """The name and the engine; raises UnknownName for anything else."""
    if isinstance(engine, str) or not hasattr(engine, "search"):
        return str(engine), ENGINES[engine]  # type: ignore[index]  # another thing: UnknownName
    return engine.name, engine


def settle_all(
    puzzles: Sequence[Puzzle],
    engine: AnyEngine = DEFAULT_ENGINE,
    want: int = 2,
    limit: Limit = NO_LIMIT,
) -> list[Verdict]:
    """The verdicts of many puzzles; an engine that takes many at once does so.

    Raises Unsupported when the engine can't take one of them.
    """
    name, chosen = engine_named(engine)
    want = parameters.whole("count", want, least=1)
    if not isinstance(chosen, BatchEngine):
        return [settle(puzzle, engine, want, limit) for puzzle in puzzles]
    for puzzle in puzzles:
        refuse_unsupported(puzzle, engine)
    start = perf_counter()
    found = chosen.search_all(list(puzzles), want, limit)
    seconds = (perf_counter() - start) / max(1, len(puzzles))
    pairs = zip(puzzles, found, strict=True)
    return [judge(puzzle, evidence, name, seconds) for puzzle, evidence in pairs]


def refuse_unsupported(puzzle: Puzzle, engine: AnyEngine) -> None:
    """Raise Unsupported, with what to try, when the engine can't take the puzzle."""
    name, chosen = engine_named(engine)
    why = chosen.unsupported(puzzle)
    if why is not None:
        others = ", ".join(other for other in ENGINES if other != name)
        raise Unsupported(f"engine {name!r} {why} ({puzzle.source}); try {{engine}} {others}")


def cross_check(verdict: Verdict, want: int = 2, limit: Limit = NO_LIMIT) -> Verdict:
    """The verdict of a second engine, of independent make.

    Raises EngineError when the two disagree; where either is undecided they do not. Without a
    limit of its own the reference gets 10 seconds.
    """
    other = REFERENCE_ENGINE if verdict.engine == DEFAULT_ENGINE else DEFAULT_ENGINE
    if other == REFERENCE_ENGINE and limit.seconds is None:
        limit = Limit(CROSS_CHECK_SECONDS, limit.nodes)
    second = settle(verdict.puzzle, other, want, limit)
    if Status.UNKNOWN not in (verdict.status, second.status) and not _agree(verdict, second):
        raise EngineError(
            f"engines disagree: {verdict.engine} says {_said(verdict)}, "
            f"{second.engine} says {_said(second)}",
            verdict.puzzle.givens.line,
        )
    return second


def _agree(first: Verdict, second: Verdict) -> bool:
    if first.status != second.status or first.exhausted != second.exhausted:
        return False
    return not first.exhausted or set(first.solutions) == set(second.solutions)


def _said(verdict: Verdict) -> str:
    return f"{verdict.word} with {len(verdict.solutions)} solutions"
