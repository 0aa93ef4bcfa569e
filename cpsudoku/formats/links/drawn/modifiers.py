"""Cells that count another value than their digit: the sentences about doublers and the like.

Such a sentence changes what other rules mean, so that the guesses about these become rules about
values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.guesses import Guess
from cpsudoku.core.rule_lines import board_for, line_of, rules_of
from cpsudoku.formats.links.drawn.grammar import RuleMeaning
from cpsudoku.formats.links.drawn.sentences import RuleWords
from cpsudoku.runtime.errors import InputError

KINDS = {
    "doubler": "doubler",
    "tripler": "multiplier 3",
    "negator": "negator",
    "hot cell": "hot-cell",
    "cold cell": "cold-cell",
}
# What the sentences must say together: one in each house, and each digit once.
_EACH = (
    r"\brows?\b",
    r"\bcol",
    r"\bbox|\bregion|3x3",
    r"\b(?:each|every|all|set|different|distinct|1(?: ?- ?| to )\d)\b[^.]*\bdigit|"
    r"\bdigit[^.]*\b(?:each|once|different|distinct|set)\b|"
    r"\b(?:set|digits?|numbers?)\b[^.]*\b[01](?: ?- ?| to )\d",
)
# Rules that sentences name when they say where another value counts.
_WHERE = {
    r"\bcages?\b|\bkillers?\b": ("killer", "sum"),
    r"\barrows?\b": ("arrow",),
    r"\bthermo": ("thermo", "slow-thermo"),
    r"\bzippers?\b": ("zipper",),
    r"\bbetween lines?\b": ("between",),
    r"\bregion sums?\b|\bequal sums?\b": ("region-sum", "sum"),
    r"\bdots?\b|\bkropki\b": ("white", "black"),
    r"\bwhispers?\b": ("whispers",),
    r"\brenbans?\b": ("renban",),
    r"\blittle killers?\b|\bdiagonals?\b": ("little-killer",),
}
_ONLY_DIGITS = (
    *(rule.split()[0] for rule in KINDS.values()),
    "modified",
    "region",
    "diagonals",
    "anti-knight",
    "anti-king",
    "odd",
    "even",
    "windows",
    "disjoint-groups",
)
_PURPOSE = re.compile(r"\b(?:for|towards?|on|in|of|when|to)\b.*")


@dataclass(frozen=True)
class Modifiers:
    """The modifiers that sentences describe completely, and the rules for which they count.

    ``names`` are the names of these rules, or nothing for all rules. ``read`` are those of them
    that the file holds as data.
    """

    board: Board
    kinds: tuple[tuple[str, frozenset[int]], ...]
    names: frozenset[str]
    read: tuple[Constraint, ...] = ()

    @property
    def questions(self) -> tuple[tuple[Guess, ...], ...]:
        """The guess of each kind, with its sentences. The first one changes the rules read."""
        found = [
            Guess(kind, 0, rules_of(KINDS[kind], self.board), frozenset(), sentences)
            for kind, sentences in self.kinds
        ]
        rules = (*found[0].rules, *map(self._changed, self.read))
        found[0] = replace(found[0], rules=rules, instead_of=self.read)
        return tuple((guess,) for guess in found)

    def changed(self, questions: Sequence[tuple[Guess, ...]]) -> tuple[tuple[Guess, ...], ...]:
        """The guesses with rules about values; without modifiers if one of them can have none."""
        try:
            return tuple(
                tuple(
                    replace(guess, rules=tuple(map(self._changed, guess.rules))) for guess in each
                )
                for each in questions
            )
        except InputError:
            return tuple(each for each in questions if each[0].noun not in KINDS)

    def _changed(self, rule: Constraint) -> Constraint:
        """A rule about values; raises InputError."""
        is_meant = _is_meant(rule, self.names)
        return rules_of(f"modified: ({line_of(rule)})", self.board)[0] if is_meant else rule


def _is_meant(rule: Constraint, names: frozenset[str]) -> bool:
    return rule.name in names if names else rule.name not in _ONLY_DIGITS


def modifiers_in(words: RuleWords, board: Board, read: Sequence[Constraint]) -> Modifiers | None:
    """The modifiers that sentences describe, unless a rule that was read cannot change."""
    every = ((kind, words.about(kind)) for kind in KINDS)
    kinds = tuple((kind, about) for kind, about in every if about)
    if not kinds or not all(_is_whole(words, about) for _, about in kinds):
        return None
    names = frozenset(name for kind, about in kinds for name in _places(words, kind, about))
    meant = tuple(rule for rule in read if _is_meant(rule, names))
    found = Modifiers(board_for((KINDS[kind] for kind, _ in kinds), board), kinds, names, meant)
    return found if _can_change(found) else None


def _can_change(modifiers: Modifiers) -> bool:
    try:
        return bool(modifiers.questions)
    except InputError:
        return False


def _is_whole(words: RuleWords, about: frozenset[int]) -> bool:
    """Whether the sentences say that there is one in each house, and that its digits differ."""
    said = " ".join(words.lower[number] for number in sorted(about))
    return all(re.search(each, said) for each in _EACH)


def _places(words: RuleWords, kind: str, about: frozenset[int]) -> Iterator[str]:
    """The names of the rules for which the sentences say that the value counts."""
    effect = (n for n in about if words.said[n].claims(RuleMeaning(kind)))
    for number in effect:
        purpose = _PURPOSE.search(words.lower[number])
        for pattern, names in _WHERE.items():
            if purpose and re.search(pattern, purpose[0]):
                yield from names
