"""Decides what drawings mean: a guess is accepted if the stored solution satisfies it.

All accepted guesses together must make that solution the only one. Otherwise, none is accepted, and
the puzzle says which guesses failed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from time import monotonic

from cpsudoku.core.guesses import Guess, Guesses
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Status, Verdict, judge
from cpsudoku.engines import DEFAULT_ENGINE, ENGINES
from cpsudoku.runtime.remarks import note
from cpsudoku.solving.negatives import with_certain_negatives

QUIET = 2.0  # seconds before a note says that drawings are being read
PATIENCE = 30.0  # seconds for all readings of one puzzle
MOST = 12  # readings of one puzzle that are tried


@dataclass(frozen=True)
class _Interpretation:
    """A choice of guesses, and what came of it: ``unique`` or why it was not accepted."""

    guesses: tuple[Guess, ...]
    puzzle: Puzzle
    result: str = ""


def interpreted(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the rules that its drawings mean, if that is certain.

    ``interpreted`` of the result names what was read from drawings, and ``uninterpreted`` what was
    not, with the guesses that failed. "All marks are given" only holds if all marks were read.
    """
    return with_certain_negatives(puzzle, _interpreted)


def _interpreted(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the rules that its drawings mean, if that is certain."""
    guesses = puzzle.guesses
    if guesses is None:
        return puzzle
    puzzle = replace(puzzle, guesses=None)
    if not guesses.questions:
        return puzzle
    if puzzle.answer is None:
        return _left(puzzle, guesses, _first(guesses), "no stored solution to test this guess")
    if not puzzle.is_solved_by(puzzle.answer):
        return puzzle
    return _decided(puzzle, guesses)


def _decided(puzzle: Puzzle, guesses: Guesses) -> Puzzle:
    """The puzzle with the first reading that makes the stored solution the only one."""
    deadline = monotonic() + PATIENCE
    tried: list[_Interpretation] = []
    for reading in islice(_readings(puzzle, guesses), MOST):
        result = _result(reading, deadline)
        if result == _UNIQUE:
            return _accepted(reading, guesses, puzzle)
        tried.append(replace(reading, result=result))
        if result == UNDECIDED:
            break
    first = tried[0]
    broken = _broken(puzzle, guesses, ())
    return _left(puzzle, guesses, first.guesses, first.result, broken)


_UNIQUE = "unique"
UNDECIDED = f"undecided after {PATIENCE:g} s"
_SEVERAL = "then it has several solutions"


def _readings(puzzle: Puzzle, guesses: Guesses) -> Iterator[_Interpretation]:
    """The choices of guesses that the stored solution satisfies, the most likely first.

    A question without such a guess is left open.
    """
    free = [question for question in guesses.questions if not _depends(question)]
    fitting = [_fitting(puzzle, question) or [None] for question in free]
    choices = sorted(
        islice(product(*(enumerate(each) for each in fitting)), _MOST_CHOICES),
        key=lambda choice: sum(order for order, _ in choice),
    )
    for choice in choices:
        chosen = [guess for _, guess in choice if guess is not None]
        yield _with_dependent(puzzle, chosen, guesses)


_MOST_CHOICES = 500


def _with_dependent(puzzle: Puzzle, chosen: list[Guess], guesses: Guesses) -> _Interpretation:
    """A choice, with the first guess that holds of each question that depends on the others."""
    for guess in chosen:
        puzzle = _with(puzzle, guess)
    for question in filter(_depends, guesses.questions):
        for guess in question:
            added = _with(puzzle, guess)
            if puzzle.answer is not None and added.is_solved_by(puzzle.answer):
                puzzle = added
                chosen.append(guess)
                break
    return _Interpretation(tuple(chosen), puzzle)


def _with(puzzle: Puzzle, guess: Guess) -> Puzzle:
    rules = dict.fromkeys((*puzzle.constraints, *guess.rules))
    return replace(puzzle, constraints=tuple(rules))


def _fits(puzzle: Puzzle, guess: Guess) -> bool:
    """Whether the stored solution satisfies a guess."""
    answer = puzzle.answer
    return answer is not None and all(
        rule.allows(puzzle.values(answer, rule.cells)) for rule in guess.rules
    )


def _fitting(puzzle: Puzzle, question: Sequence[Guess]) -> list[Guess | None]:
    return [guess for guess in question if _fits(puzzle, guess)]


def _depends(question: Sequence[Guess]) -> bool:
    """Whether its guesses depend on the marks that others add: "all dots are given"."""
    return any(rule.name in _DEPENDENT for guess in question for rule in guess.rules)


_DEPENDENT = ("negative", "non-consecutive")


def _result(reading: _Interpretation, deadline: float) -> str:
    """Whether the stored solution is the only one."""
    left = max(0.1, deadline - monotonic())
    verdict = _verdict(reading.puzzle, min(QUIET, left))
    adds_rules = any(guess.rules for guess in reading.guesses)
    if verdict.status is Status.UNKNOWN and left > QUIET and adds_rules:
        note(f"{reading.puzzle.source}: testing what its drawings mean")
        verdict = _verdict(reading.puzzle, left - QUIET)
    if verdict.is_unique and verdict.solution == reading.puzzle.answer:
        return _UNIQUE
    return UNDECIDED if verdict.status is Status.UNKNOWN else _SEVERAL


def _verdict(puzzle: Puzzle, seconds: float) -> Verdict:
    found = ENGINES[DEFAULT_ENGINE].search(puzzle, 2, Limit(seconds=seconds))
    return judge(puzzle, found, DEFAULT_ENGINE)


def _accepted(reading: _Interpretation, guesses: Guesses, before: Puzzle) -> Puzzle:
    """The puzzle of a reading, which names what was read and what is left."""
    broken = _broken(before, guesses, reading.guesses)
    named = Counter[str]()
    for guess in reading.guesses:
        if guess.noun:
            named[guess.noun] += guess.count
    words = tuple(Guess(noun, count, ()).name for noun, count in named.items())
    return replace(
        reading.puzzle,
        interpreted=(*before.interpreted, *words),
        uninterpreted=guesses.unexplained(reading.guesses, broken),
    )


def _first(guesses: Guesses) -> tuple[Guess, ...]:
    return tuple(question[0] for question in guesses.questions)


def _broken(puzzle: Puzzle, guesses: Guesses, accepted: Sequence[Guess]) -> tuple[str, ...]:
    """The first guess of each question that has no guess which the solution satisfies.

    If the accepted guesses explain the same parts and sentences, it is not named.
    """
    parts = {number for guess in accepted for number in guess.parts}
    sentences = {number for guess in accepted for number in guess.sentences}
    return tuple(
        f"guess {first.name} (the stored solution breaks it)"
        for first, *others in guesses.questions
        if first.noun
        and not (first.parts <= parts if first.parts else first.sentences <= sentences)
        and not _depends([first, *others])
        and not any(_fits(puzzle, guess) for guess in (first, *others))
    )


def _left(
    puzzle: Puzzle,
    guesses: Guesses,
    failed: Sequence[Guess],
    why: str,
    broken: tuple[str, ...] = (),
) -> Puzzle:
    """The puzzle without any guess, with the names of the guesses that failed.

    If the search is too hard, the sentences about rules that were read are not named. The stored
    solution satisfies these rules, so that no other solution can be proved to be the only one.
    """
    names = [guess.name for guess in failed if guess.noun]
    remarks = (f"guess {', '.join(names)} ({why})",) if names else ()
    known = [guess for guess in failed if not guess.rules] if why == UNDECIDED else []
    return replace(puzzle, uninterpreted=guesses.unexplained(known, (*remarks, *broken)))
