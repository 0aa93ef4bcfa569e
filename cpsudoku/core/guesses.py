"""What the drawings of a puzzle may mean. Readers guess, and ``solving`` accepts or rejects.

A drawing has no rules: a grey line may be a palindrome or a thermometer. What is written beside it,
and the solutions that follow, decide between the guesses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.part_names import counted_rules, numbered_part, parts_in_words, sentence_left
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.words import Worded, worded

Item = TypeVar("Item")
Part = tuple[str, Worded]  # a noun and what is said about its parts: ("line", DRAWN)


@dataclass(frozen=True)
class Guess:
    """Rules that some drawn parts and sentences may mean, such as ``thermometer`` three times.

    ``parts`` and ``sentences`` are numbers in ``Guesses``: what this guess explains. A guess that
    ``is_doubtful`` needs a stored solution: its sentences are about drawings of another colour.
    ``instead_of`` are rules of the puzzle that its own rules replace. ``shared`` are the
    clauses that it says of sentences whose other clauses only other guesses say: the number of the
    sentence, and of the clause.
    """

    noun: str
    count: int
    rules: tuple[Constraint, ...]
    parts: frozenset[int] = frozenset()
    sentences: frozenset[int] = frozenset()
    is_doubtful: bool = False
    instead_of: tuple[Constraint, ...] = ()
    shared: frozenset[tuple[int, int]] = frozenset()

    @property
    def name(self) -> str:
        """``3 thermometers``. A rule for the whole grid has no count."""
        return counted_rules(self.noun, self.count) if self.count else worded(self.noun)


@dataclass(frozen=True)
class Reading:
    """Rules that were read, with their sources.

    Each sentence begins with its number: ``sentence 2: Grey lines are palindromes``. ``parts`` are
    names of drawn parts, each with its number among its kind: ``line 2``. A reading without rules
    has the sentences about rules that the file holds as data.
    """

    name: str
    rules: tuple[Constraint, ...]
    sentences: tuple[str, ...]
    parts: tuple[str, ...]


@dataclass(frozen=True)
class RuleSentence:
    """A sentence of the rules in a link. ``is_left`` if it is not known what it restricts."""

    text: str
    is_left: bool


@dataclass(frozen=True)
class Guesses:
    """The drawn parts and the sentences of a puzzle, and questions about their meaning.

    Each question is a list of guesses, the most likely one first. At most one of them is true.
    ``others`` are names of parts that no guess can explain. ``plain`` has the parts and sentences
    that restrict nothing.
    """

    parts: tuple[Part, ...]
    sentences: tuple[str, ...]
    questions: tuple[tuple[Guess, ...], ...]
    others: tuple[str, ...] = ()
    plain: Guess = Guess("", 0, ())

    def reading(self, guess: Guess) -> Reading:
        """What is read if a guess is accepted."""
        numbers, names = Counter[str](), list[str]()
        for noun, _ in self.parts:
            numbers[noun] += 1
            names.append(numbered_part(noun, numbers[noun]))
        return Reading(
            guess.name,
            guess.rules,
            tuple(
                worded("sentence {n}: {sentences}", n=n + 1, sentences=self.sentences[n])
                for n in sorted(guess.sentences)
            ),
            tuple(names[number] for number in sorted(guess.parts)),
        )

    def heard(self, left: Collection[str]) -> tuple[RuleSentence, ...]:
        """All sentences. ``left``: the names of the parts that were not interpreted."""
        return tuple(RuleSentence(text, _left_name(text) in left) for text in self.sentences)

    def without(self, names: Collection[str]) -> Guesses:
        """The same as if some sentences, such as ``sentence 2``, restricted nothing.

        Guesses that only these sentences suggest are left out. Raises InputError for other names.
        """
        known = {f"sentence {number + 1}": number for number in range(len(self.sentences))}
        for name in names:
            if name not in known:
                raise InputError(
                    "{name} is not a sentence of the rules; {known}",
                    name=quoted(name),
                    known=_known(len(known)),
                )
        left_out = frozenset(known[name] for name in names)
        questions = tuple(
            tuple(
                replace(guess, sentences=guess.sentences - left_out)
                for guess in question
                if not guess.sentences or guess.sentences - left_out
            )
            for question in self.questions
        )
        plain = replace(self.plain, sentences=self.plain.sentences | left_out)
        return replace(self, questions=tuple(filter(None, questions)), plain=plain)

    def _said_by(self, chosen: Sequence[Guess]) -> set[int]:
        """The sentences that guesses say: one of them alone, or all clauses together."""
        missing = self._shared.difference(*(guess.shared for guess in chosen))
        said_in_part = {number for number, _ in missing}
        return {
            number
            for guess in chosen
            for number in guess.sentences - (said_in_part & {n for n, _ in guess.shared})
        }

    @cached_property
    def _shared(self) -> frozenset[tuple[int, int]]:
        """All clauses that guesses share: a puzzle has up to thousands of choices of guesses."""
        guesses = (guess for question in self.questions for guess in question)
        return frozenset().union(*(guess.shared for guess in guesses))

    def unexplained(
        self, accepted: Iterable[Guess] = (), remarks: Iterable[str] = ()
    ) -> tuple[str, ...]:
        """The names of the parts that the accepted guesses do not explain, then the remarks."""
        chosen = [self.plain, *accepted]
        parts = {number for guess in chosen for number in guess.parts}
        sentences = self._said_by(chosen)
        return (
            *self.others,
            *named_parts(Counter(_without(self.parts, parts))),
            *remarks,
            *map(_left_name, _without(self.sentences, sentences)),
        )


def _known(count: int) -> str:
    """The names of sentences that can be left out, in words."""
    if count == 0:
        return worded("there are no sentences")
    return (
        worded("the sentences are 'sentence 1' to 'sentence {count}'", count=count)
        if count > 1
        else worded("use 'sentence 1'")
    )


def named_parts(parts: Counter[Part]) -> tuple[str, ...]:
    """Parts with their counts: ``12 lines (drawing)``."""
    return tuple(parts_in_words(*part, count) for part, count in parts.items() if count)


def _without(items: Iterable[Item], numbers: Collection[int]) -> list[Item]:
    return [item for number, item in enumerate(items) if number not in numbers]


_LONGEST = 60  # characters of a sentence that a message shows


def _left_name(text: str) -> str:
    """The name of a sentence that was not interpreted."""
    return sentence_left(_short(text))


def _short(text: str) -> str:
    shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3].rstrip()}..."
    return f"'{shown}'"
