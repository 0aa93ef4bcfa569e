"""Marked cells of which sentences list the digits, or that hold the number of one of their houses.

Cells with a letter are here, too: a letter stands for a digit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from cpsudoku.core.board import Board
from cpsudoku.formats.links.drawn.figures import Drawing, DrawnMark
from cpsudoku.formats.links.drawn.mark_families import Build, MarkFamily
from cpsudoku.formats.links.drawn.offers import Offer
from cpsudoku.formats.links.drawn.sentences import RuleWords

_SHAPES = ("circle", "square", "diamond")
LISTED, LETTER, EQUAL_LETTER = "listed-digits cell", "letter", "equal letter"
# "1, 2 or 3", "4 or lower", "6 or higher"
_LISTED = re.compile(r"(?:\b\d ?(?:,|/|\bor\b|\band\b) ?)+(?:(?:or|and) )?\d\b")
_BOUND = re.compile(r"\b(\d) or (lower|less|smaller|higher|more|greater|larger)\b")
_UP = ("higher", "more", "greater", "larger")


def valued_families(words: RuleWords) -> Iterator[MarkFamily]:
    """The families of marked cells whose digits sentences list, one for each list."""
    yield FRIENDLY
    about = words.about(LISTED)
    for digits in dict.fromkeys(listed_digits(words.lower[n], words.board) for n in sorted(about)):
        if digits:
            others = "|".join(
                re.escape(words.lower[n])
                for n in about
                if listed_digits(words.lower[n], words.board) != digits
            )
            build = _only(digits)
            yield MarkFamily(LISTED, "cell", _SHAPES, LISTED, (), build, denied=others)


def listed_digits(text: str, board: Board) -> tuple[int, ...]:
    """The digits that a sentence lists or bounds. Nothing if it does not, or does so twice."""
    found = [tuple(map(int, re.findall(r"\d", each[0]))) for each in _LISTED.finditer(text)]
    for number, way in _BOUND.findall(text):
        is_up = way in _UP
        found.append(
            tuple(n for n in board.values if (n >= int(number) if is_up else n <= int(number)))
        )
    digits = sorted(set(found[0])) if len(found) == 1 else []
    return tuple(digits) if set(digits) <= set(board.values) else ()


def _only(digits: Sequence[int]) -> Build:
    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        """Each marked cell holds one of these digits."""
        cells = _cells_of(drawing, marks)
        listed = ",".join(map(str, digits))
        return [f"only {listed}: {drawing.named(cells)}"] if cells else None

    return build


def _cells_of(drawing: Drawing, marks: Sequence[DrawnMark]) -> tuple[int, ...]:
    """The cells of marks without a text."""
    if any(mark.text for mark in marks):
        return ()
    places = (place for mark in marks for place in mark.places or (mark.place,))
    return drawing.cells(list(dict.fromkeys(places))) or ()


def _friendly(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """Each marked cell holds the number of its row, its column or its box."""
    lines, board = [], drawing.board
    for cell in _cells_of(drawing, marks):
        own = {n + 1 for n in board.row_column(cell)}
        own |= {n for n, box in enumerate(drawing.regions, 1) if cell in box.cells}
        digits = ",".join(str(n) for n in board.values if n in own)
        if not digits:
            return None
        lines.append(f"only {digits}: {drawing.named((cell,))}")
    return lines or None


def letter_questions(drawing: Drawing, words: RuleWords) -> Iterator[list[Offer]]:
    """The offers for cells with a letter: the same letter is the same digit, and others differ."""
    marks = [
        mark
        for mark in drawing.marks
        if mark.place in drawing.board.cell_at and len(mark.text) == 1 and mark.text.isalpha()
    ]
    by_letter: dict[str, list[str]] = {}
    for mark in marks:
        by_letter.setdefault(mark.text, []).append(drawing.named(drawing.cells([mark.place]) or ()))
    parts = frozenset(number for mark in marks for number in mark.numbers)
    equal = [f"clone: {' = '.join(each)}" for each in by_letter.values() if len(each) > 1]
    pairs = combinations(by_letter.values(), 2)
    differ = [f"pair a!=b: {one[0]} {other[0]}" for one, other in pairs]
    for noun, lines in ((LETTER, [*equal, *differ]), (EQUAL_LETTER, equal)):
        about = words.about(noun)
        if about and lines and len(by_letter) <= len(drawing.board.values):
            yield [Offer(noun, len(by_letter), tuple(lines), parts, about)]


FRIENDLY = MarkFamily("friendly cell", "cell", _SHAPES, "friendly cell", (), _friendly)
