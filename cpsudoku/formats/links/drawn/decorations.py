"""Drawn parts that cannot be a rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import pairwise
from math import floor

from cpsudoku.formats.links.drawn.figures import Drawing, DrawnLine, DrawnMark
from cpsudoku.formats.links.drawn.sentences import RuleWords

_DOT = 0.3  # the size of the dots of which a picture may be painted
_MANY = 200  # dots of one look; a board of 9x9 cells has 144 edges, and 64 corners
_NAME = re.compile(r"([^:]{1,40}):")
_LETTERS = re.compile(r"[A-Z]{1,4}")


def decoration(drawing: Drawing, words: RuleWords) -> frozenset[int]:
    """The parts that cannot be a rule.

    They are shapes that show nothing on white paper, shapes that cover the whole board, lines that
    follow the borders of the regions, cross the board from edge to edge or only turn between cells,
    dots that paint a picture, and words outside the board. Letters beside a line may be those of a
    rule that sentences name.
    """
    pictures, labels = set(_painted(drawing)), frozenset(_labels(words))
    marks = (
        mark
        for mark in drawing.marks
        if _is_decoration(drawing, mark)
        or _look(mark) in pictures
        or _is_label(drawing, mark, labels)
    )
    found = {number for mark in marks for number in mark.numbers}
    lines = (
        line
        for line in drawing.lines
        if _follows_borders(drawing, line)
        or _crosses_the_board(drawing, line)
        or _is_ornament(drawing, line)
    )
    return frozenset(found | {line.number for line in lines})


def _labels(words: RuleWords) -> Iterator[str]:
    """The short names of rules: the initials of a name before a colon, or letters after it."""
    for text in words.sentences:
        name = _NAME.match(text)
        if name:
            yield from _LETTERS.findall(name[1])
            yield "".join(word[0].upper() for word in re.findall(r"[^\W\d_]+", name[1]))


def _is_label(drawing: Drawing, mark: DrawnMark, labels: Collection[str]) -> bool:
    """Whether a mark is a short name of a rule beside what is drawn, and no sign or clue."""
    is_in_cell = mark.is_in_cell and mark.place in drawing.board.cell_at
    is_sign = mark.text in ("X", "V", "XV") or mark.shape != "text" or is_in_cell
    return mark.text in labels and not is_sign


def _look(mark: DrawnMark) -> tuple[object, ...]:
    return mark.shape, mark.fill.key, round(mark.size, 2)


def _painted(drawing: Drawing) -> Iterator[tuple[object, ...]]:
    """The looks of small dots, too many for rules, that lie anywhere on the board."""
    dots = [mark for mark in drawing.marks if not mark.text and mark.size < _DOT]
    count = Counter(map(_look, dots))
    anywhere = {_look(mark) for mark in dots if not (mark.is_in_cell or mark.edge or mark.corner)}
    yield from (look for look, times in count.items() if times >= _MANY and look in anywhere)


def _is_ornament(drawing: Drawing, line: DrawnLine) -> bool:
    """Whether a closed line, which looks like others, passes no two cells."""
    return (
        len(line.places) < 2
        and len(line.points) > 3
        and line.points[0] == line.points[-1]
        and any(
            len(other.places) > 1
            and (other.colour.key, other.thickness) == (line.colour.key, line.thickness)
            for other in drawing.lines
        )
    )


def _is_decoration(drawing: Drawing, mark: DrawnMark) -> bool:
    covered = drawing.board.cell_at.keys() & set(mark.places)
    if not mark.text and (not mark.is_seen or len(covered) == len(drawing.board)):
        return True
    is_outside = mark.place not in drawing.board.cell_at and not covered
    return is_outside and len(mark.text) > 3 and not any(map(str.isdigit, mark.text))


def _follows_borders(drawing: Drawing, line: DrawnLine) -> bool:
    """Whether a line lies on the outline of the board and its regions."""
    if len(line.points) < 2 or any(part % 1 for point in line.points for part in point):
        return False
    steps = [step for pair in pairwise(line.points) for step in _steps(*pair)]
    return bool(steps) and all(step is not None and _is_border(drawing, *step) for step in steps)


def _crosses_the_board(drawing: Drawing, line: DrawnLine) -> bool:
    """Whether a line goes through the middle of cells from one edge of the board to another."""
    height, width = drawing.board.height, drawing.board.width
    ends = (line.points[0], line.points[-1]) if len(line.points) > 1 else ()
    is_straight = all(
        (r == row and r % 1 == 0.5) or (c == column and c % 1 == 0.5)
        for (r, c), (row, column) in pairwise(line.points)
    )
    return is_straight and bool(ends) and all(r in (0, height) or c in (0, width) for r, c in ends)


def _steps(
    one: tuple[float, float], other: tuple[float, float]
) -> list[tuple[tuple[int, int], tuple[int, int]] | None]:
    """The cells on both sides of each unit of an upright or level segment; None for others."""
    (r, c), (row, column) = one, other
    if r == row:
        first, last = sorted((floor(c), floor(column)))
        return [((floor(r) - 1, n), (floor(r), n)) for n in range(first, last)]
    if c == column:
        first, last = sorted((floor(r), floor(row)))
        return [((n, floor(c) - 1), (n, floor(c))) for n in range(first, last)]
    return [None]


def _is_border(drawing: Drawing, one: tuple[int, int], other: tuple[int, int]) -> bool:
    at = drawing.board.cell_at
    if one not in at or other not in at:
        return True
    return not any(at[one] in house.cells and at[other] in house.cells for house in drawing.regions)
