"""Explains many positions, in order and on several cores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.runtime.deadline import Deadline
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving import Progress, Several, Solvable, answers, as_puzzle
from cpsudoku.teaching.explanation import Explanation, collect, steps_from
from cpsudoku.teaching.hints import Hint, hint_from
from cpsudoku.teaching.positions import positions_of
from cpsudoku.teaching.start import DEFAULT_ORDER, start_of
from cpsudoku.techniques import in_turn, select, technique_name

Positions = Several | Iterable[Solvable | Candidates | InputError]
"""Many positions: a file, an open binary file, or an iterable of what ``explain`` takes."""


def explain_many(
    puzzles: Positions,
    *,
    order: str = DEFAULT_ORDER,
    techniques: str | None = None,
    until: str | None = None,
    original: Solvable | None = None,
    limit: float | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Explanation | InputError]:
    """Yield the explanation of each puzzle in order, or an InputError for an entry that is not one.

    ``puzzles`` is a file, an open binary file, or an iterable of anything that ``explain`` takes.
    The keywords up to ``limit`` are those of ``explain``. ``original`` is one puzzle without
    entries that all positions fill in. ``jobs`` and ``progress`` are those of ``solve_many``.

    >>> [getattr(each, "outcome", "malformed") for each in explain_many(["1..4..1.2......3", "x"])]
    ['solved', 'malformed']
    """
    _refuse_unknown(order, techniques)
    last = technique_name(until) if until is not None else None
    work = partial(
        _explained, order=order, techniques=techniques, until=last, limit=Limit(seconds=limit)
    )
    return answers(work, positions_of(puzzles, _puzzle(original)), jobs, progress)


def hint_many(
    puzzles: Positions,
    *,
    order: str = DEFAULT_ORDER,
    techniques: str | None = None,
    original: Solvable | None = None,
    limit: float | None = None,
    last: str | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Hint | InputError]:
    """Yield the hint for each position in order, or an InputError for an entry that is not one.

    It takes the same positions and keywords as ``explain_many``, and ``last`` as ``hint`` does.

    >>> [hint.levels[0] for hint in hint_many(["1..4..1.2......3", "12.4..1.2......3"])]
    ['Look at box 2.', 'Look at row 1.']
    """
    _refuse_unknown(order, techniques)
    work = partial(
        _hinted, order=order, techniques=techniques, limit=Limit(seconds=limit), last=last
    )
    return answers(work, positions_of(puzzles, _puzzle(original)), jobs, progress)


def _refuse_unknown(order: str, techniques: str | None) -> None:
    """Raise UnknownName before anything is read."""
    if techniques is not None:
        select(techniques, order)
    else:
        in_turn(order)


def _puzzle(original: Solvable | None) -> Puzzle | None:
    return as_puzzle(original) if original is not None else None


def _explained(
    position: Candidates, order: str, techniques: str | None, until: str | None, limit: Limit
) -> Explanation:
    deadline = Deadline(limit.seconds)
    start = start_of(position, order, techniques, deadline)
    return collect(start, steps_from(start, deadline), until)


def _hinted(
    position: Candidates, order: str, techniques: str | None, limit: Limit, last: str | None
) -> Hint:
    deadline = Deadline(limit.seconds)
    return hint_from(start_of(position, order, techniques, deadline), deadline, last)
