"""Decides what drawings and sentences mean, by proof.

If a solution is stored, guesses are accepted if it satisfies them and they make it the only one.
Without a stored solution, they must explain every drawn part and every sentence, and no other such
guesses may have exactly one solution. Guesses that failed are named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from time import monotonic

from cpsudoku.core.guesses import Guess, Guesses
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Status, Verdict, judge
from cpsudoku.runtime.remarks import note
from cpsudoku.runtime.words import either, joined, worded
from cpsudoku.solving.choices import (
    Choice,
    complete_choices,
    depends,
    fits,
    fitting_choices,
    with_guesses,
)
from cpsudoku.solving.negatives import with_certain_negatives

QUIET = 2.0  # seconds before a note says that drawings are being read
PATIENCE = 30.0  # seconds for all readings of one puzzle
MOST = 12  # readings of one puzzle that are tried with its stored solution

_UNIQUE = "unique"
UNDECIDED = worded("undecided after {seconds} s", seconds=f"{PATIENCE:g}")
_NO_SOLUTION = worded("then it has no solution")
_SEVERAL = worded("then it has several solutions")
_INCOMPLETE = worded("no stored solution to test this guess")
_ACCEPTED = worded("accepted without proof")
_EACH = worded("each has exactly one solution")
_BROKEN = worded("the stored solution breaks it")
_TOO_MANY = worded("too many ways to read it, and no stored solution")


def interpreted(
    puzzle: Puzzle, accept_guesses: bool = False, without: Collection[str] = ()
) -> Puzzle:
    """The puzzle with the rules that its drawings and sentences mean, if that is certain.

    ``interpreted`` of the result names what was read, ``readings`` has it with its sources, and
    ``uninterpreted`` names what was not read, with the guesses that failed. "All marks are given"
    only holds if all marks were read. With ``accept_guesses``, guesses that no stored solution can
    test in time become rules, and are named, too. ``without`` leaves out sentences:
    ``sentence 2``. Raises InputError if one does not exist.
    """
    if without:
        guesses = (puzzle.guesses or Guesses((), (), ())).without(without)
        puzzle = replace(puzzle, guesses=guesses, uninterpreted=guesses.unexplained())
    found = with_certain_negatives(puzzle, partial(_interpreted, accept_guesses=accept_guesses))
    if puzzle.guesses is None:
        return found
    return replace(found, sentences=puzzle.guesses.heard(found.uninterpreted))


def _interpreted(puzzle: Puzzle, accept_guesses: bool) -> Puzzle:
    """The puzzle with the rules that its drawings and sentences mean, if that is certain."""
    guesses = puzzle.guesses
    if guesses is None:
        return puzzle
    puzzle = replace(puzzle, guesses=None)
    if not guesses.questions:
        return puzzle
    if puzzle.answer is None:
        found = _decided_blind(puzzle, guesses)
        is_guess = accept_guesses and not found.readings
        return _guessed(puzzle, guesses) if is_guess else found
    if not _without_replaced(puzzle, guesses).is_solved_by(puzzle.answer):
        return puzzle
    return _decided(puzzle, guesses, accept_guesses)


def _without_replaced(puzzle: Puzzle, guesses: Guesses) -> Puzzle:
    """The puzzle without the rules that guesses may replace."""
    every = {rule for some in guesses.questions for guess in some for rule in guess.instead_of}
    return replace(puzzle, constraints=tuple(r for r in puzzle.constraints if r not in every))


def _guessed(puzzle: Puzzle, guesses: Guesses) -> Puzzle:
    """The puzzle with the most likely guesses, named as guesses.

    If they leave no solution together, they are added one by one, and those that leave none are
    named.
    """
    deadline = monotonic() + PATIENCE
    certain = [[each for each in some if not each.is_doubtful] for some in guesses.questions]
    chosen = tuple(some[0] for some in certain if some)
    refused: list[str] = []
    if _result(with_guesses(puzzle, chosen), deadline) == _NO_SOLUTION:
        chosen = ()
        for question in filter(None, certain):
            ways = (with_guesses(puzzle, (*chosen, guess)) for guess in question)
            fitting = (way for way in ways if _result(way, deadline) != _NO_SOLUTION)
            found = next(fitting, None)
            if found is None:
                refused.append(_guess(question[0].name, _NO_SOLUTION))
            else:
                chosen = found.guesses
    remarks = (*_without_proof(chosen), *refused)
    return _accepted(with_guesses(puzzle, chosen), guesses, puzzle, remarks)


def _without_proof(guesses: Sequence[Guess]) -> tuple[str, ...]:
    """The remark that names guesses that nothing tested."""
    names = _names(guesses)
    return (_guess(_all(names), _ACCEPTED),) if names else ()


def _guess(names: str, why: str) -> str:
    """``guess 2 palindromes (the stored solution breaks it)``."""
    return worded("guess {names} ({why})", names=names, why=why)


def _all(names: Iterable[str]) -> str:
    """Names with commas between them."""
    return joined(names, "{one}, {other}")


def _decided(puzzle: Puzzle, guesses: Guesses, accept_guesses: bool) -> Puzzle:
    """The puzzle with the first choice that makes the stored solution the only one.

    Whether a choice can be decided in time depends on the machine and its load. If not, its guesses
    are accepted on request, and named.
    """
    deadline = monotonic() + PATIENCE
    first: tuple[Guess, ...] = ()
    why = ""
    for choice in islice(fitting_choices(puzzle, guesses), MOST):
        result = _result(choice, deadline)
        if result == _UNIQUE:
            broken = _broken(puzzle, guesses, choice.guesses)
            return _accepted(choice, guesses, puzzle, broken)
        first, why = (first, why) if why else (choice.guesses, result)
        if result == UNDECIDED:
            if not accept_guesses:
                break
            remarks = (*_without_proof(choice.guesses), *_broken(puzzle, guesses, choice.guesses))
            return _accepted(choice, guesses, puzzle, remarks)
    return _left(puzzle, guesses, first, why, _broken(puzzle, guesses, ()))


def _decided_blind(puzzle: Puzzle, guesses: Guesses) -> Puzzle:
    """The puzzle with the only complete choice that has exactly one solution."""
    from cpsudoku.solving.implying import implies  # loads the rules that imply others

    first = tuple(question[0] for question in guesses.questions)
    choices = complete_choices(puzzle, guesses)
    if not choices:
        return _left(puzzle, guesses, first, _INCOMPLETE if choices == [] else _TOO_MANY)
    deadline = monotonic() + PATIENCE
    results = [_result(choice, deadline) for choice in choices]
    proper = [each for each, result in zip(choices, results, strict=True) if result == _UNIQUE]
    if UNDECIDED in results:
        return _left(puzzle, guesses, choices[0].guesses, UNDECIDED)
    proper = _best_said(proper)
    for choice in proper:
        rules = choice.puzzle.constraints
        if all(implies(rules, other.puzzle.constraints) for other in proper):
            return _accepted(choice, guesses, puzzle)
    if not proper:
        return _left(puzzle, guesses, choices[0].guesses, results[0])
    ways = either(_all(_names(choice.guesses)) for choice in proper[:2])
    return _left(puzzle, guesses, (), "", (_guess(ways, _EACH),))


def _best_said(choices: list[Choice]) -> list[Choice]:
    """The choices with the fewest drawn parts that have a meaning which no sentence gives."""
    unsaid = [
        sum(len(guess.parts) for guess in each.guesses if guess.rules and not guess.sentences)
        for each in choices
    ]
    pairs = zip(choices, unsaid, strict=True)
    return [each for each, count in pairs if count == min(unsaid)]


def _result(choice: Choice, deadline: float) -> str:
    """Whether there is only one solution: the stored one, or any if none is stored."""
    left = max(0.1, deadline - monotonic())
    verdict = _verdict(choice.puzzle, min(QUIET, left))
    adds_rules = any(guess.rules for guess in choice.guesses)
    if verdict.status is Status.UNKNOWN and left > QUIET and adds_rules:
        note(worded("{source}: testing what its drawings mean", source=choice.puzzle.source))
        verdict = _verdict(choice.puzzle, left - QUIET)
    if verdict.status is Status.UNKNOWN:
        return UNDECIDED
    answer = choice.puzzle.answer
    is_stored = answer is None or answer.cells in [each.cells for each in verdict.solutions]
    if verdict.is_unique and is_stored:
        return _UNIQUE
    return _SEVERAL if verdict.solutions else _NO_SOLUTION


def _verdict(puzzle: Puzzle, seconds: float) -> Verdict:
    from cpsudoku.solving.fastest import ONE  # loads what races, which few puzzles need

    return judge(puzzle, ONE.search(puzzle, 2, Limit(seconds=seconds)), ONE.name)


def _accepted(
    choice: Choice, guesses: Guesses, before: Puzzle, broken: tuple[str, ...] = ()
) -> Puzzle:
    """The puzzle of a choice, which names what was read and what is left."""
    return replace(
        choice.puzzle,
        interpreted=(*before.interpreted, *_names(choice.guesses)),
        uninterpreted=guesses.unexplained(choice.guesses, broken),
        readings=tuple(map(guesses.reading, choice.guesses)),
    )


def _names(guesses: Sequence[Guess]) -> tuple[str, ...]:
    """The names of guesses, those of one kind together: ``3 renbans``."""
    counts = Counter[str]()
    for guess in guesses:
        if guess.noun:
            counts[guess.noun] += guess.count
    return tuple(Guess(noun, count, ()).name for noun, count in counts.items())


def _broken(puzzle: Puzzle, guesses: Guesses, accepted: Sequence[Guess]) -> tuple[str, ...]:
    """The first guess of each question that has no guess which the solution satisfies.

    If the accepted guesses explain the same parts and sentences, it is not named.
    """
    parts = {number for guess in accepted for number in guess.parts}
    sentences = {number for guess in accepted for number in guess.sentences}
    return tuple(
        _guess(first.name, _BROKEN)
        for first, *others in guesses.questions
        if first.noun
        and not (first.parts <= parts if first.parts else first.sentences <= sentences)
        and not depends([first, *others])
        and not any(fits(puzzle, guess) for guess in (first, *others))
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
    remarks = (_guess(_all(names), why),) if names else ()
    known = [guess for guess in failed if not guess.rules] if why == UNDECIDED else []
    return replace(puzzle, uninterpreted=guesses.unexplained(known, (*remarks, *broken)))
