"""A sentence is understood only if its whole content is what a rule says."""

from __future__ import annotations

import pytest

from cpsudoku.core.guesses import _short
from cpsudoku.formats.links.drawn.line_families import LINES
from cpsudoku.formats.links.drawn.mark_families import MARKS
from cpsudoku.formats.links.drawn.sentences import RuleWords, searched, sentences_of
from cpsudoku.formats.links.drawn.word_guesses import ABOUT_RULES
from cpsudoku.solving.interpreting import interpreted
from tests.sentences import FOREIGN, USUAL, listed
from tests.test_drawings import READ, puzzle_with

STRANGE = listed(FOREIGN)
PATTERNS = (
    *(family.pattern for family in (*LINES, *MARKS)),
    *ABOUT_RULES.values(),
)


@pytest.mark.parametrize("name", READ)
def test_a_strange_sentence_in_a_right_link_is_never_taken(name: str) -> None:
    text, parts, _, names = READ[name]
    puzzle = interpreted(puzzle_with("\n".join([text, *STRANGE]), parts))
    left = set(puzzle.uninterpreted)
    assert [sentence for sentence in STRANGE if f"sentence {_short(sentence)}" not in left] == []
    assert list(puzzle.interpreted) == names


@pytest.mark.parametrize("subject", USUAL)
def test_usual_sentences_are_taken(subject: str) -> None:
    for text in listed(USUAL[subject]):
        words = RuleWords(sentences_of(text))
        for number, sentence in enumerate(words.lower):
            is_known = any(searched(pattern, sentence) for pattern in PATTERNS)
            assert number in words.plain or (is_known and number in words.sober), sentence


def test_the_lists_are_long() -> None:
    assert sum(len(listed(text)) for text in USUAL.values()) >= 100
    assert len(STRANGE) >= 150
