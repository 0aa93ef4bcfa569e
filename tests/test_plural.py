"""Counts with their nouns."""

from __future__ import annotations

import pytest

from cpsudoku.core.plural import is_are, plural


@pytest.mark.parametrize(
    ("count", "noun", "several", "text"),
    [
        (0, "cell", None, "0 cells"),
        (1, "cell", None, "1 cell"),
        (2, "cell", None, "2 cells"),
        (1, "wrong entry", "wrong entries", "1 wrong entry"),
        (3, "wrong entry", "wrong entries", "3 wrong entries"),
        (1234, "puzzle", None, "1,234 puzzles"),
    ],
)
def test_a_count_agrees_with_its_noun(
    count: int, noun: str, several: str | None, text: str
) -> None:
    assert plural(count, noun, several) == text


def test_the_verb_agrees_with_the_count() -> None:
    assert [is_are(count) for count in (0, 1, 2)] == ["are", "is", "are"]
