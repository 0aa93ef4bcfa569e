"""The ways to read drawings and sentences: one guess per question, the most likely way first.

A choice is complete if its guesses explain every drawn part and every sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from math import prod

from cpsudoku.core.guesses import Guess, Guesses
from cpsudoku.core.puzzle import Puzzle

MOST_CHOICES = 2_000  # of one puzzle; the others are not looked at
_DEPENDENT = ("negative", "non-consecutive")
Options = list[list[Guess | None]]


@dataclass(frozen=True)
class Choice:
    """Some guesses, and the puzzle with their rules."""

    guesses: tuple[Guess, ...]
    puzzle: Puzzle


def fits(puzzle: Puzzle, guess: Guess) -> bool:
    """Whether the stored solution satisfies a guess. It has no layers, so these remain open."""
    answer = puzzle.answer
    return answer is not None and all(
        rule.allows(puzzle.values(answer.on_layers(rule.board), rule.cells)) for rule in guess.rules
    )


def depends(question: Sequence[Guess]) -> bool:
    """Whether its guesses depend on the marks that others add: "all dots are given"."""
    return any(rule.name in _DEPENDENT for guess in question for rule in guess.rules)


def fitting_choices(puzzle: Puzzle, guesses: Guesses) -> Iterator[Choice]:
    """The choices that the stored solution satisfies. A question without such a guess stays open.

    A question that depends on the others gets its first guess that holds beside them.
    """
    free = [question for question in guesses.questions if not depends(question)]
    options: Options = [
        [guess for guess in question if fits(puzzle, guess)] or [None] for question in free
    ]
    for chosen in _by_likelihood(options):
        fitting, kept = puzzle, list(chosen)
        for guess in chosen:
            fitting = _with(fitting, guess)
        for question in filter(depends, guesses.questions):
            for guess in question:
                added = _with(fitting, guess)
                if added.answer is not None and added.is_solved_by(added.answer):
                    fitting = added
                    kept.append(guess)
                    break
        yield Choice(tuple(kept), fitting)


def complete_choices(puzzle: Puzzle, guesses: Guesses) -> list[Choice] | None:
    """The complete choices with different rules, or None if there are too many to look at."""
    if guesses.others:
        return []
    certain = [
        [each for each in question if not each.is_doubtful] for question in guesses.questions
    ]
    options = [_needed(guesses.plain, question, certain) for question in certain]
    if prod(map(len, options)) > MOST_CHOICES:
        return None
    found: dict[frozenset[object], Choice] = {}
    for chosen in _by_likelihood(options):
        if not guesses.unexplained(chosen):
            choice = with_guesses(puzzle, chosen)
            found.setdefault(frozenset(choice.puzzle.constraints), choice)
    return list(found.values())


def _needed(
    plain: Guess, question: Sequence[Guess], questions: Sequence[Sequence[Guess]]
) -> list[Guess | None]:
    """The guesses that explain what no other question explains; None if there is no such thing."""
    others = [guess for each in questions if each is not question for guess in each]
    elsewhere = {item for guess in (plain, *others) for item in _explained(guess)}
    own = {item for guess in question for item in _explained(guess)} - elsewhere
    found: list[Guess | None] = [guess for guess in question if own <= _explained(guess)]
    return found if own else [*found, None]


def _explained(guess: Guess) -> set[tuple[str, int]]:
    """The parts and sentences that a guess explains."""
    parts = {("part", number) for number in guess.parts}
    return parts | {("sentence", number) for number in guess.sentences}


def _by_likelihood(options: Options) -> Iterator[tuple[Guess, ...]]:
    """One option of each list, the early ones first."""
    numbered = product(*(enumerate(each) for each in options))
    some = sorted(islice(numbered, MOST_CHOICES), key=lambda each: sum(order for order, _ in each))
    for each in some:
        yield _without_repeats([guess for _, guess in each if guess is not None])


def _without_repeats(chosen: list[Guess]) -> tuple[Guess, ...]:
    """The guesses without those about parts and sentences that others explain."""
    for guess in reversed(chosen):
        others = [each for each in chosen if each is not guess]
        explained = {item for each in others for item in _explained(each)}
        if guess.parts and _explained(guess) <= explained:
            chosen = others
    return tuple(chosen)


def with_guesses(puzzle: Puzzle, chosen: tuple[Guess, ...]) -> Choice:
    """The choice of these guesses. Those that depend on others come last."""
    for guess in sorted(chosen, key=lambda each: depends([each])):
        puzzle = _with(puzzle, guess)
    return Choice(chosen, puzzle)


def _with(puzzle: Puzzle, guess: Guess) -> Puzzle:
    kept = (rule for rule in puzzle.constraints if rule not in guess.instead_of)
    rules = dict.fromkeys((*kept, *guess.rules))
    return replace(puzzle, constraints=tuple(rules))
