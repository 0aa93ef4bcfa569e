"""Searches and judges one puzzle, or several with one engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Limit, Status, Verdict, judge
from cpsudoku.engines import (
    DEFAULT_ENGINE,
    ENGINES,
    LOGIC_ENGINE,
    PROPAGATE_ENGINE,
    REFERENCE_ENGINE,
    Engine,
)
from cpsudoku.engines.base import BatchEngine
from cpsudoku.runtime import parameters
from cpsudoku.runtime.errors import EngineError, Unsupported, quoted
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import worded
from cpsudoku.solving.reading import Solvable, as_puzzle
from cpsudoku.techniques import select

CROSS_CHECK_SECONDS = 10.0  # the limit of the second engine if the user gave none

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
    """Solve a puzzle, and prove whether the solution is the only one.

    ``puzzle`` is anything that ``as_puzzle`` takes: a text, a file, a table, a Puzzle. If a text is
    the name of a file, the file is read; for text that you do not trust, pass
    ``Puzzle.parse(text)``. ``first`` skips the proof. ``techniques`` is for the engine ``logic``: a
    level (and all below it), or names with commas. ``limit`` is in seconds; if it runs out, the
    status is UNKNOWN. Raises InputError if ``puzzle`` is not a puzzle, and Unsupported if the
    engine does not accept it.

    >>> verdict = solve("1..4..1.2......3")
    >>> verdict.is_unique, verdict.solution.line
    (True, '1234341223414123')
    """
    chosen = chosen_engine(engine, techniques)
    return settle(as_puzzle(puzzle), chosen, 1 if first else 2, Limit(seconds=limit))


def check(
    puzzle: Solvable,
    *,
    count: int = 2,
    engine: str | None = None,
    limit: float | None = None,
) -> Verdict:
    """Check whether a puzzle has no solution, one or several; find up to ``count`` of them.

    It takes the same puzzles as ``solve`` and raises the same errors.

    >>> check("1....4....3....2", count=9).word
    'multiple'
    """
    return settle(as_puzzle(puzzle), engine, count, Limit(seconds=limit))


def _or_default(engine: AnyEngine | None) -> AnyEngine:
    """The chosen engine, or the fastest one for one puzzle."""
    if engine is not None:
        return engine
    from cpsudoku.solving.fastest import ONE

    return ONE


def chosen_engine(engine: str | None, techniques: str | None) -> AnyEngine | None:
    """The chosen engine. With techniques, it is ``logic`` with only these techniques.

    Raises UnknownName, and Unsupported if another engine is given techniques.
    """
    if techniques is None:
        return engine
    if engine not in (None, LOGIC_ENGINE):
        raise Unsupported(
            "engine {name} does not use techniques; try {engine} {other}",
            name=quoted(engine),
            other=LOGIC_ENGINE,
        )
    from cpsudoku.engines.logic import Logic

    return Logic(select(techniques))


def settle(
    puzzle: Puzzle, engine: AnyEngine | None = None, want: int = 2, limit: Limit = NO_LIMIT
) -> Verdict:
    """Search once, and judge the evidence. Without ``engine``, the fastest one for one puzzle.

    Raises BadParameter unless ``want`` is a whole number, 1 or more.
    """
    name, chosen = engine_named(_or_default(engine))
    want = parameters.whole("count", want, least=1)
    start = perf_counter()
    refuse_unsupported(puzzle, chosen)
    found = chosen.search(puzzle, want, limit.after(perf_counter() - start))
    return _with_layering(judge(puzzle, found, name, perf_counter() - start), chosen, limit)


def _with_layering(verdict: Verdict, engine: Engine, limit: Limit) -> Verdict:
    """The verdict, and whether the digits of its only solution determine the layers.

    The second search has the time that the first one left. An engine that does not accept it
    leaves this open. Raises EngineError if it finds no layers for the digits.
    """
    layers, solution = verdict.puzzle.board.layers, verdict.solution
    if all(each.is_counted for each in layers) or solution is None or not verdict.is_unique:
        return verdict
    fixed = verdict.puzzle.with_digits_of(solution)
    if engine.unsupported(fixed) is not None:
        return verdict
    start = perf_counter()
    found = engine.search(fixed, 2, limit.after(verdict.seconds))
    layering = judge(fixed, found, verdict.engine, perf_counter() - start)
    if layering.status is Status.NO_SOLUTION:
        problem = worded(
            "engine {engine} finds no layers for {line}",
            engine=repr(layering.engine),
            line=solution.line,
        )
        raise EngineError(problem, verdict.puzzle.givens.line)
    return replace(verdict, layering=layering)


def engine_named(engine: AnyEngine) -> tuple[str, Engine]:
    """The name of an engine and the engine; raises UnknownName if there is none."""
    if isinstance(engine, str) or not hasattr(engine, "search"):
        return str(engine), ENGINES[engine]  # type: ignore[index]  # other types: UnknownName
    return engine.name, engine


def settle_all(
    puzzles: Sequence[Puzzle],
    engine: AnyEngine | None = None,
    want: int = 2,
    limit: Limit = NO_LIMIT,
) -> list[Verdict]:
    """The verdicts of many puzzles. An engine for many puzzles gets them all at once.

    Raises Unsupported if the engine does not accept one of them.
    """
    name, chosen = engine_named(_or_default(engine))
    want = parameters.whole("count", want, least=1)
    if not isinstance(chosen, BatchEngine):
        return [settle(puzzle, engine, want, limit) for puzzle in puzzles]
    for puzzle in puzzles:
        refuse_unsupported(puzzle, chosen)
    start = perf_counter()
    found = chosen.search_all(list(puzzles), want, limit)
    seconds = (perf_counter() - start) / max(1, len(puzzles))
    return [
        _with_layering(judge(puzzle, evidence, name, seconds), chosen, limit)
        for puzzle, evidence in zip(puzzles, found, strict=True)
    ]


def refuse_unsupported(puzzle: Puzzle, engine: AnyEngine) -> None:
    """Raise Unsupported, with a suggestion, if the engine does not accept the puzzle."""
    name, chosen = engine_named(engine)
    why = chosen.unsupported(puzzle)
    if why is not None:
        others = ", ".join(other for other in ENGINES if other != name)
        raise Unsupported(
            "engine {name} {why} ({source}); try {engine} {others}",
            name=repr(name),
            why=why,
            source=puzzle.source,
            others=others,
        )


def cross_check(verdict: Verdict, want: int = 2, limit: Limit = NO_LIMIT) -> Verdict:
    """The verdict of a second, independent engine.

    Raises EngineError if the two disagree. An undecided verdict does not disagree. Without a limit,
    the second engine gets 10 seconds.
    """
    other = _second_engine(verdict)
    if other != DEFAULT_ENGINE and limit.seconds is None:
        limit = Limit(CROSS_CHECK_SECONDS, limit.nodes)
    second = settle(verdict.puzzle, other, want, limit)
    if Status.UNKNOWN not in (verdict.status, second.status) and not _agree(verdict, second):
        raise EngineError(
            "engines disagree: {one} finds {found}, {other} finds {wanted}",
            verdict.puzzle.givens.line,
            one=verdict.engine,
            found=_in_words(verdict),
            other=second.engine,
            wanted=_in_words(second),
        )
    return second


def _second_engine(verdict: Verdict) -> str:
    """An engine that has nothing in common with the one of a verdict.

    Propagators check CP-SAT if they are compiled and accept the puzzle, and the backtracker if not.
    """
    from cpsudoku.solving.fastest import can_propagate

    if verdict.engine != DEFAULT_ENGINE:
        return DEFAULT_ENGINE
    return PROPAGATE_ENGINE if can_propagate(verdict.puzzle) else REFERENCE_ENGINE


def _agree(first: Verdict, second: Verdict) -> bool:
    if first.status != second.status or first.exhausted != second.exhausted:
        return False
    counted = [{each.counted for each in verdict.solutions} for verdict in (first, second)]
    return not first.exhausted or counted[0] == counted[1]


def _in_words(verdict: Verdict) -> str:
    return worded(
        "{verdict} with {solutions}",
        verdict=verdict.word,
        solutions=plural(len(verdict.solutions), "solution"),
    )
