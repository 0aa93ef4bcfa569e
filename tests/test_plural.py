"""Counts with their nouns."""

from __future__ import annotations

import pytest

from cpsudoku.runtime.plural import is_are, ordinal, plural


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


def test_an_ordinal_has_its_ending() -> None:
    numbers = (1, 2, 3, 4, 11, 12, 13, 21, 32, 112, 1024)
    words = ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "32nd", "112th", "1,024th"]
    assert [ordinal(number) for number in numbers] == words
