"""Clues outside with a letter in place of a digit: ``2E`` is a sum of 20, 22, 24, 26 or 28."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cpsudoku.formats.links.drawn.figures import Drawing, DrawnMark
from cpsudoku.formats.links.drawn.mark_families import Build, MarkFamily
from cpsudoku.formats.links.drawn.offers import any_of
from cpsudoku.formats.links.drawn.sentences import RuleWords
from cpsudoku.formats.links.outside import cells_straight_ahead

_KEY = "clue letters"
_SHAPES = ("circle", "square", "diamond", "text")
_LETTER = re.compile(r"\b(even|odd) digits?\b.* (?:with|by|as) (?:an? |the (?:letter )?)?(\w)$")
_DIGITS = {"even": "02468", "odd": "13579"}
MASKED = ("x-sum", "sandwich")  # rules whose clues are sums


def masked_families(words: RuleWords) -> Iterator[MarkFamily]:
    """The families of clues with letters, if sentences say which digits these replace."""
    about = words.about(_KEY)
    found = (_LETTER.search(words.lower[n].rstrip(")'\"")) for n in sorted(about))
    letters = {match[2].upper(): _DIGITS[match[1]] for match in found if match}
    for rule in MASKED if letters else ():
        key = f"masked {rule}"
        yield MarkFamily(key, "outside", _SHAPES, key, (), _masked(rule, letters))


def _masked(rule: str, letters: Mapping[str, str]) -> Build:
    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        """Each clue is one of the numbers that its text may be."""
        board, lines = drawing.board, list[str]()
        most = sum(board.values)
        for mark in marks:
            cells = cells_straight_ahead(board, mark.place)
            text = mark.text.upper().strip()
            if not cells or not text or not all(each.isdigit() or each in letters for each in text):
                return None
            pattern = re.compile("".join(f"[{letters.get(each, each)}]" for each in text))
            numbers = [str(n) for n in range(most + 1) if pattern.fullmatch(str(n))]
            ways = [f"{rule} {number}: {drawing.named(cells)}" for number in numbers]
            if not ways:
                return None
            lines.append(any_of(ways))
        return lines

    return build
