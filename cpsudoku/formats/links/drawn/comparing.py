"""Decides whether a sentence says what the rules of a guess do, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.pairs.negative import Negative
from cpsudoku.core.guesses import Guess
from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.drawn.phrases import Words, words_of
from cpsudoku.formats.links.drawn.sayings import Sayings, is_known_word, sayings_about
from cpsudoku.formats.links.drawn.sentences import RuleWords
from cpsudoku.formats.links.drawn.word_guesses import marks_in

_NAME = re.compile(r"^(?:\d{1,2}[.)] *)?(?:[^:]{1,40}: +)?")
_EXAMPLE = re.compile(r"\(?\b(e\.?g\b|for example|for instance|such as|example)\b.*")
_OWN_NUMBER = re.compile(r"[a-z-]+ (\d+)[: ]")
_NOT_ALL = re.compile(r"^\W*(?:not|note that not)\b|^all\b.*\bmay not\b|\bno negative\b")
_SIZE = re.compile(r"\b(\d{1,2}) ?[x×] ?(\d{1,2})\b")
_DIGITS = re.compile(r"\b(\d{1,2}) ?(?:-|–|to|through) ?(\d{1,2})\b")
_TIMES = {"2": "double/twice", "3": "triple/thrice", "4": "quadruple"}
_NOUNS = {"region sum line": "region-sum"}  # its rules may be sums


@dataclass(frozen=True)
class RuleMeaning:
    """What rules of one kind may be said to do."""

    key: str
    rules: tuple[Constraint, ...]
    board: Board

    @property
    def sayings(self) -> Sayings:
        """What may be said of them."""
        return sayings_about(self.key)

    @cached_property
    def numbers(self) -> dict[str, str]:
        """The numbers that stand in its phrases."""
        lines = map(line_of, self.rules if self._has_number else ())
        found = {match[1] for line in lines if (match := _OWN_NUMBER.match(line))}
        number = "/".join(sorted(found)) or self._usual
        return {
            "low": str(self.board.values[0]),
            "high": str(self.board.values[-1]),
            "n": number,
            "times": _TIMES.get(number, f"{number} times"),
        }

    @property
    def _has_number(self) -> bool:
        return any("{n}" in phrase or "{times}" in phrase for phrase in self.sayings.phrases)

    @property
    def _usual(self) -> str:
        """The number of the rule where its line has none."""
        size = self.board.size
        usual = {"white": 1, "black": 2, "whispers": (size + 1) // 2, "lockout": size // 2}
        return str(usual.get(self.key, 3))


def meanings_of(noun: str, rules: Iterable[Constraint], board: Board) -> tuple[RuleMeaning, ...]:
    """What the rules of a guess mean: by its noun if that has phrases, or by their names."""
    noun = "negative" if noun.startswith("negative") else _NOUNS.get(noun, noun)
    noun = noun if sayings_about(noun).phrases else ""
    found: dict[str, tuple[Constraint, ...]] = {noun: ()} if noun else {}
    for rule in rules:
        key = noun or rule.name
        found[key] = (*found.get(key, ()), rule)
    return tuple(RuleMeaning(key, tuple(each), board) for key, each in found.items())


@dataclass(frozen=True)
class Comparison:
    """The sentences of a puzzle, and what all rules mean that were read or may be drawn."""

    words: RuleWords
    board: Board
    known: tuple[RuleMeaning, ...]

    def said(self, sentences: Iterable[int], meanings: Collection[RuleMeaning]) -> frozenset[int]:
        """Those of the sentences that say what one of the rules does, and their examples."""
        found = set[int]()
        for number in sorted(sentences):
            text = self.words.lower[number]
            is_example = number - 1 in found and self.words.is_example(number)
            if is_example or is_said(text, meanings, self.known):
                found.add(number)
        return frozenset(found)

    def harmless(self, read: Iterable[Constraint], guesses: Iterable[Guess]) -> frozenset[int]:
        """The plain sentences, and "not all are given", without those that contradict others.

        Those are about another board, or about marks that are said to be all given.
        """
        texts = enumerate(self.words.lower)
        denied = [number for number, text in texts if _NOT_ALL.search(text)]
        not_all = self.said(denied, (RuleMeaning("not all given", (), self.board),))
        not_all |= {number for number in denied if number in self.words.plain}
        said = (guess.sentences for guess in guesses if guess.noun.startswith("negative"))
        given = {mark for number in frozenset().union(*said) for mark in self._marks(number)}
        for rule in read:
            given |= marks_in(line_of(rule)) if isinstance(rule, Negative) else set()
        return frozenset(
            number
            for number in self.words.plain | not_all
            if not _is_of_another_board(self.words.lower[number], self.board)
            and not (given and number in not_all and self._meets(number, given))
        )

    def _meets(self, number: int, marks: set[str]) -> bool:
        """Whether a sentence is about one of the marks, or names none."""
        own = self._marks(number)
        return not own or bool(own & marks)

    def _marks(self, number: int) -> set[str]:
        """The marks that a sentence names, or else those of the one before it."""
        texts = self.words.lower[max(number - 1, 0) : number + 1]
        return next((found for text in reversed(texts) if (found := marks_in(text))), set())


def _is_of_another_board(text: str, board: Board) -> bool:
    """Whether a sentence names another size of board or box, or other digits."""
    sizes = [int(one) * int(other) for one, other in _SIZE.findall(text)]
    digits = [(int(one), int(other)) for one, other in _DIGITS.findall(text)]
    fits = (len(board.values), len(board.values) ** 2)
    return any(size not in fits for size in sizes) or any(
        pair != (board.values[0], board.values[-1]) for pair in digits
    )


def is_said(text: str, meanings: Collection[RuleMeaning], known: Collection[RuleMeaning]) -> bool:
    """Whether a sentence in lower case says what rules do, and nothing else.

    One clause must say it of ``meanings``. Each other one says it of them, too, or names another
    rule that is known and says it of that.
    """
    words = words_of(_without_name(_EXAMPLE.sub("", text)))
    is_own, is_known = _clauses_of(words, meanings), _clauses_of(words, known, is_named=True)
    return (any(is_own) or not words.clauses) and all(map(max, is_own, is_known))


def _clauses_of(
    words: Words, meanings: Collection[RuleMeaning], is_named: bool = False
) -> list[bool]:
    """For each clause, whether it says only what one of the rules does, and perhaps names it."""
    found = [False] * len(words.clauses)
    for each in meanings:
        covered = words.covered(each.sayings.phrases, each.numbers)
        named = words.covered(each.sayings.names, each.numbers, b"\0")
        for number, part in enumerate(words.clauses):
            found[number] |= all(covered[part]) and (any(named[part]) or not is_named)
    return found


def _without_name(text: str) -> str:
    """A sentence without the name before its colon, and without it elsewhere if it is unknown.

    ``Shell: Borders divide the shell (blue line)`` becomes ``Borders divide the (blue line)``.
    """
    found = _NAME.match(text)
    name = found[0] if found else ""
    text = text.removeprefix(name)
    for word in re.findall(r"[^\W\d_]{3,}", name):
        if not is_known_word(word):
            text = re.sub(rf"\b{word.rstrip('s')}(?:e?s)?\b", "", text)
    return text
