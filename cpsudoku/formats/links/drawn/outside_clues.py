"""Clues outside the grid whose rule only a sentence gives, as patterns and sums of their rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from cpsudoku.formats.links.drawn.figures import Drawing, DrawnMark
from cpsudoku.formats.links.drawn.mark_families import NUMBER, MarkFamily
from cpsudoku.formats.links.drawn.offers import any_of
from cpsudoku.formats.links.drawn.sentences import RuleWords
from cpsudoku.formats.links.outside import cells_straight_ahead

# The line for the names of the cells that a clue sees, its text, the number of the sentences, and
# the digits of the board.
Rule = Callable[[Sequence[str], str, str, str], "str | None"]
_SHAPES = ("circle", "square", "diamond", "text")


def _neighbours(cells: Sequence[str], text: str, *_: str) -> str | None:
    """Two digits are neighbours somewhere in the row, in either order."""
    if len(digits := _digits(text)) != 2:
        return None
    one, other = digits[0], digits[1]
    return f"line .*({one}{other}|{other}{one}).*: {' '.join(cells)}"


def _beside(cells: Sequence[str], text: str, number: str, _: str) -> str | None:
    """The digits of the clue are all neighbours of a digit that the sentences name."""
    digits = _digits(text)
    if len(digits) == 1:
        return f"line ({number}{digits}.*|.*{digits}{number}): {' '.join(cells)}"
    if len(digits) != 2:
        return None
    one, other = digits[0], digits[1]
    return f"line .*({one}{number}{other}|{other}{number}{one}).*: {' '.join(cells)}"


def _first_of_parity(cells: Sequence[str], text: str, _: str, values: str) -> str | None:
    """The digit is the first one of its parity."""
    if len(digit := _digits(text)) != 1:
        return None
    others = "".join(each for each in values if int(each) % 2 != int(digit) % 2)
    return f"line [{others}]*{digit}.*: {' '.join(cells)}"


def _reverse_x_sum(cells: Sequence[str], text: str, *_: str) -> str | None:
    """The last X digits have the sum of the clue, and X is the first digit."""
    if not NUMBER.fullmatch(text):
        return None
    ways = (
        f"all-of: (only {count}: {cells[0]}) & (sum {text}: {' '.join(cells[-count:])})"
        for count in range(1, len(cells) + 1)
    )
    return any_of([*ways])


def _consecutive_cells(cells: Sequence[str], text: str, number: str, _: str) -> str | None:
    """So many cells somewhere in a row have the sum of the clue."""
    count = int(number)
    if not NUMBER.fullmatch(text) or not 1 < count < len(cells):
        return None
    starts = range(len(cells) - count + 1)
    return any_of([f"sum {text}: {' '.join(cells[at : at + count])}" for at in starts])


def _digits(text: str) -> str:
    """The digits of a clue without blanks and commas, or nothing if it has other signs."""
    found = re.sub(r"[\s,/]", "", text)
    return found if found.isdecimal() else ""


_RULES: dict[str, Rule] = {
    "neighbours clue": _neighbours,
    "beside clue": _beside,
    "first-of-parity clue": _first_of_parity,
    "reverse x-sum": _reverse_x_sum,
    "run-sum clue": _consecutive_cells,
}
OUTSIDE_CLUES = tuple(_RULES)
_WITH_NUMBER = ("beside clue", "run-sum clue")
_DENIED = {"beside clue": r"^(?!.*\b(?:all|both|every)\b)"}  # what may be one of two neighbours


def outside_families(words: RuleWords) -> Iterator[MarkFamily]:
    """The families of clues outside that sentences describe."""
    for name, rule in _RULES.items():
        number, same = words.numbered(name, sorted(words.about(name, _DENIED.get(name, ""))))
        if same and (number or name not in _WITH_NUMBER):
            yield MarkFamily(name, "outside", _SHAPES, name, (), _build(rule, number))


def _build(rule: Rule, number: str) -> Callable[[Drawing, Sequence[DrawnMark]], list[str] | None]:
    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        board, lines = drawing.board, list[str]()
        values, has_signs = "".join(map(str, board.values)), board.values[-1] < 10
        for mark in marks:
            cells = [*map(board.cell_name, cells_straight_ahead(board, mark.place))]
            line = rule(cells, mark.text, number, values) if cells and has_signs else None
            if line is None:
                return None
            lines.append(line)
        return lines

    return build
