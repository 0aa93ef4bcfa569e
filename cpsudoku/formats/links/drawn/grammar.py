"""What a sentence says: for each of its clauses, the rules whose phrases cover all of its words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from cpsudoku.core.board import Board
from cpsudoku.formats.links.drawn.phrases import (
    Place,
    Words,
    cells_named,
    number_in,
    phrases_in,
    words_of,
)
from cpsudoku.formats.links.drawn.sayings import (
    is_combined,
    is_known_word,
    place_of,
    places_named,
    sayings_about,
)
from cpsudoku.formats.links.drawn.several_grids import without_grid

# A name before a colon. "Arrows are not thermometers: ..." is none.
_NAME = re.compile(
    r"^(?:\d{1,2}[.)] *)?(?:(?![^:]*\b(?:cannot|never|(?:are|is|do|does|must|may|can) not)\b)"
    r"[^:]{1,40}: +(?:\d{1,2}[.)] +)?)?"
)
_SUCH_AS = (
    r"(?:\b(?:if|so|thus|then),? )?\b(?:e\.? ?g\d?\b|ex:|(?:that is|i\.?e\.?),? if\b|"
    r"for example|for instance|such as|example|so an? \d+(?= (?:would|could|must|can)\b)|"
    r"so,? if (?:an? )?\d+(?= (?:is|were)\b))\b"
)
# To the end of its brackets, or of the sentence. What holds for named cells is one, too.
_EXAMPLE = re.compile(
    rf"\({_SUCH_AS}(?:[^()]|\([^()]*\))*\)|\(?{_SUCH_AS}.*|"
    r"\((?:so|thus|therefore),? if\b[^()]*\)|"
    r"^(?:so|thus|then|hence),? (?:if|when)\b.*\br\d+c\d+\b.*|"
    r"^the (?:line|sequence|set|cage) \d[\d, -]*\b(?:is|would be)(?: also)? (?:not |in)?valid\b.*"
)
_WHISPERS = re.compile(r"\b(german|dutch) whispers?\b(?: lines?\b)?")
# Such as "lines are entropic and modular".
_BOTH = re.compile(
    r"\bboth\b.*\band\b|\bas well as\b|\bwith (?:only (?:odd|even)|no repeat)|"
    r"^(?!.*\band\b.*\bare\b)[^,]*\blines? are(?: \w+){1,3} and(?: \w+){1,3}$"
)
_WITH_ONLY = re.compile(r" with (?=(?:only (?:odd|even)|no repeat))")
# "In cages, digits ...", "Along diagonals (from top to bottom) digits ..."
_OF_WHAT = re.compile(r"\W*(?:in|on|along|within|inside|for)\b[^,;:()]*(?:,|\([^()]*\)(?= \w))")
Numbers = frozenset[str]
ANY: Numbers = frozenset()  # the rule may have any number


@dataclass(frozen=True)
class RuleMeaning:
    """A rule that a sentence may be about, by the name of its phrases, and its numbers."""

    key: str
    numbers: Numbers = ANY


@dataclass(frozen=True)
class Sentence:
    """A sentence in lower case, about a puzzle on this board."""

    lower: str
    board: Board

    @cached_property
    def cells_named(self) -> frozenset[tuple[int, int]]:
        """The cells that it names as the place of something, by row and column from 0."""
        return cells_named(without_example(self.lower))

    @property
    def has_words(self) -> bool:
        """Whether it has more than an example and words without content."""
        return bool(self._words.clauses)

    @property
    def is_example(self) -> bool:
        """Whether it is an example of what another sentence says, and nothing else."""
        return is_example(self.lower) and not self.has_words

    @property
    def is_of_both(self) -> bool:
        """Whether it says that something is both this and that."""
        return _BOTH.search(self.lower) is not None

    @property
    def phrases(self) -> frozenset[str]:
        """The phrases of all rules that are in it."""
        return frozenset(self._found)

    @property
    def phrases_and_title(self) -> frozenset[str]:
        """The same, with those in the name before its colon."""
        return self.phrases.union(self._title)

    def says(self, key: str) -> bool:
        """Whether one of its clauses names a rule and has nothing else in it."""
        return any(self._clauses(RuleMeaning(key), is_named=True))

    def claims(self, meaning: RuleMeaning) -> bool:
        """Whether it says what a rule does, or nothing but its name.

        "In cages, digits differ" is not the name alone, even though its first clause is.
        A relation of digits is claimed by a whole clause: "sum to at most 9" gives no difference.
        """
        sayings = sayings_about(meaning.key)
        claimed = self._marked(sayings.claims, meaning)
        if is_combined(meaning.key):  # its names are those of the pairs
            whole = zip(self._clauses(meaning), self._words.clauses, strict=True)
            return any(is_whole and any(claimed[part]) for is_whole, part in whole)
        is_name_enough = sayings.claims == sayings.names
        if is_name_enough and self._only_says_where:
            return any(self._clauses(meaning)[1:])
        if any(claimed):
            return True
        if not self._words.clauses or is_name_enough:
            return not sayings.names.isdisjoint(self._title)
        everywhere = sayings_about("everywhere").phrases
        named, spare = self._marked(sayings.names, meaning), self._marked(everywhere, meaning)
        return any(
            any(named[part]) and self._is_covered(part, named, spare)
            for part in self._words.clauses[self._only_says_where :]
        )

    @cached_property
    def _only_says_where(self) -> bool:
        """Whether its first clause says where the others hold."""
        found = _OF_WHAT.match(_without_name(self.lower))
        says_more = len(self._words.clauses) > 1
        return found is not None and says_more and bool(words_of(found[0]).clauses)

    def is_said(self, meanings: Collection[RuleMeaning], known: Collection[RuleMeaning]) -> bool:
        """Whether it says what rules do, and nothing else.

        One clause must say it of ``meanings``. Each other one says it of them, too, or names
        another rule that is known and says it of that. "Both this and that" is said of one thing.
        "Along diagonals, ..." is said of no other rule.
        """
        known = () if self.is_of_both else known
        said = self.clauses_said(meanings)
        if not said:
            return not self._words.clauses
        if self._only_says_where and 0 not in said:
            return False
        return all(
            number in said or any(self._clauses(each, is_named=True)[number] for each in known)
            for number in range(len(self._words.clauses))
        )

    def clauses_said(self, meanings: Iterable[RuleMeaning]) -> frozenset[int]:
        """The numbers of the clauses that say only what one of these rules does."""
        return frozenset(
            number
            for meaning in meanings
            for number, is_own in enumerate(self._clauses(meaning))
            if is_own
        )

    def numbers(self, key: str) -> Numbers:
        """The numbers that it gives a rule: 5 in ``differ by at least 5``."""
        phrases = sayings_about(key).phrases & self._found.keys()
        places = [place for phrase in phrases for place in self._found[phrase]]
        others = [(place.start, place.end) for place in places if not place.numbers]
        return frozenset(
            number
            for place in places
            if (number := _number_of(place)) and not _is_inside(place, others)
        )

    def has_number(self, name: str) -> bool:
        """Whether a phrase in it has this number of the board, such as ``high``."""
        places = (place for found in self._found.values() for place in found)
        return any(name == each for place in places for each, _ in place.numbers)

    def _clauses(self, meaning: RuleMeaning, is_named: bool = False) -> list[bool]:
        """For each clause, whether it says only what a rule does, and perhaps names it."""
        asked = (meaning, is_named)
        if asked not in self._answers:
            self._answers[asked] = self._compared(meaning, is_named)
        return self._answers[asked]

    @cached_property
    def _answers(self) -> dict[tuple[RuleMeaning, bool], list[bool]]:
        """What was asked about its clauses: each rule is compared with many others."""
        return {}

    def _compared(self, meaning: RuleMeaning, is_named: bool) -> list[bool]:
        """The same, compared with the phrases."""
        sayings = sayings_about(meaning.key)
        covered = self._marked(sayings.phrases, meaning)
        named = self._marked(sayings.names, meaning)
        by_title = not sayings.names.isdisjoint(self._title)
        return [
            self._is_covered(part, covered)
            and (not is_named or by_title or any(named[part]) or self._continues(at, meaning.key))
            for at, part in enumerate(self._words.clauses)
        ]

    def _continues(self, clause: int, key: str) -> bool:
        """Whether a clause names no cells, and the last one before it names those of a rule.

        "Adjacent digits are not consecutive and have different remainders" is of adjacent digits.
        """
        place = place_of(key)
        before = (each for each in reversed(self._subjects[:clause]) if each)
        return bool(place) and not self._subjects[clause] and place in next(before, ())

    @cached_property
    def _subjects(self) -> list[frozenset[str]]:
        """For each clause, the sections of cells that the longest name in it is about."""
        found = [(0, frozenset[str]()) for _ in self._words.clauses]
        for phrase, sections in places_named().items():
            for place in self._found.get(phrase, ()):
                length = place.end - place.start
                for at, part in enumerate(self._words.clauses):
                    is_inside = part.start <= place.start and place.end <= part.stop
                    if is_inside and length >= found[at][0]:
                        same = found[at][1] if length == found[at][0] else frozenset()
                        found[at] = (length, same | sections)
        return [sections for _, sections in found]

    def _is_covered(self, part: slice, *covers: bytearray) -> bool:
        """Whether every word of a clause is in one of these."""
        return all(
            any(each[at] for each in covers)
            for at in range(part.start, part.stop)
            if self._words.text[at] not in " @"
        )

    def _marked(self, phrases: frozenset[str], meaning: RuleMeaning) -> bytearray:
        """For each character, whether it is part of a phrase without numbers of another rule."""
        found = bytearray(len(self._words.text))
        for phrase in phrases & self._found.keys():
            for place in self._found[phrase]:
                number = _number_of(place)
                if not number or not meaning.numbers or number in meaning.numbers:
                    found[place.start : place.end] = b"\1" * (place.end - place.start)
        return found

    @cached_property
    def _words(self) -> Words:
        text = without_grid(without_example(self.lower), self.board)
        text = _WITH_ONLY.sub(" and ", _without_name(text))
        return words_of(_WHISPERS.sub(self._with_difference, text))

    def _with_difference(self, whispers: re.Match[str]) -> str:
        """German whispers or Dutch ones with their usual difference."""
        usual = (self.board.size + 1) // 2 - (whispers[1] == "dutch")
        return f"whispers at least {usual} apart"

    @cached_property
    def _title(self) -> dict[str, list[Place]]:
        """The phrases in the name before its colon."""
        found = _NAME.match(self.lower)
        return phrases_in(words_of(found[0])) if found and found[0] else {}

    @cached_property
    def _found(self) -> dict[str, list[Place]]:
        """The phrases in it, without those that have the digits of another board."""
        ends = {"low": str(self.board.values[0]), "high": str(self.board.values[-1])}
        return {
            phrase: [
                each
                for each in places
                if all(ends.get(name, text) == text for name, text in each.numbers)
            ]
            for phrase, places in phrases_in(self._words).items()
        }


def without_example(text: str) -> str:
    """A sentence in lower case without its examples."""
    return _EXAMPLE.sub("", text)


def is_example(text: str) -> bool:
    """Whether a sentence in lower case is an example."""
    return _EXAMPLE.match(text) is not None


def _is_inside(place: Place, others: Collection[tuple[int, int]]) -> bool:
    """Whether this is a part of a longer phrase, as the 1 of ``1 or more`` is."""
    return any(
        start <= place.start and place.end <= end and end - start > place.end - place.start
        for start, end in others
    )


def _number_of(place: Place) -> str:
    """The number of the rule in a phrase, or nothing."""
    return next((number_in(text) for name, text in place.numbers if name == "n"), "")


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
