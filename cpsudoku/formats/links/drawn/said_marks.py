"""Marks whose rule only a sentence gives: sums at corners, differences, first cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from cpsudoku.formats.links.drawn.figures import Drawing, DrawnMark
from cpsudoku.formats.links.drawn.magic_squares import MAGIC_BOX
from cpsudoku.formats.links.drawn.mark_families import NUMBER, Build, MarkFamily
from cpsudoku.formats.links.drawn.masked_clues import masked_families
from cpsudoku.formats.links.drawn.offers import any_of
from cpsudoku.formats.links.drawn.sayings import numerals
from cpsudoku.formats.links.drawn.sentences import RuleWords
from cpsudoku.formats.links.drawn.valued_cells import valued_families
from cpsudoku.formats.links.outside import cells_around, cells_straight_ahead

_FIRST = "among first cells"
_REMAINDER = "remainder mark"
_SIGNS = {"sum": "+", "difference": "-−–", "product": "×xX*·", "quotient": "/÷:"}
_SIGN = f"[{''.join(map(re.escape, _SIGNS.values()))}]"
_OPERATION = re.compile(rf"(\d{{1,3}})\s*({_SIGN})|({_SIGN})\s*(\d{{1,3}})")
_SHAPES = ("circle", "square", "diamond", "text")


def _corner_sums(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """The four cells around a corner have the sum that is written there."""
    around = [cells_around(drawing.board, mark.corner or (0, 0)) for mark in marks]
    if not all(around) or not all(NUMBER.fullmatch(mark.text) for mark in marks):
        return None
    pairs = zip(marks, around, strict=True)
    return [f"sum {mark.text}: {drawing.named(cells)}" for mark, cells in pairs]


def _differences(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """The digits of two cells have the difference that is written between them."""
    if not all(NUMBER.fullmatch(mark.text) for mark in marks):
        return None
    pairs = [drawing.cells(mark.edge or ()) or () for mark in marks]
    found = zip(marks, pairs, strict=True)
    return [f"white {mark.text}: {drawing.named(pair)}" for mark, pair in found]


def _among_first(count: int) -> Build:
    """The digits of a clue outside are among the first cells that it sees."""

    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        lines = []
        for mark in marks:
            cells = cells_straight_ahead(drawing.board, mark.place)[:count]
            digits = re.sub(r"[\s,]", "", mark.text)
            if len(cells) < count or not digits.isdecimal() or drawing.board.size > 9:
                return None
            lines.append(f"quadruple {','.join(digits)}: {drawing.named(cells)}")
        return lines

    return build


def _one_number(rule: str) -> Build:
    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        """All marked pairs have the same difference, or the same ratio, whichever it is."""
        pairs = [drawing.cells(mark.edge or ()) or () for mark in marks]
        if any(mark.text for mark in marks) or not all(pairs):
            return None
        most = drawing.board.values[-1]
        ways = (
            " & ".join(f"({rule} {number}: {drawing.named(pair)})" for pair in pairs)
            for number in range(1 if rule == "white" else 2, most + (rule == "black"))
        )
        return ["any-of: " + " | ".join(f"(all-of: {way})" for way in ways)]

    return build


def _ascending(step: int) -> Build:
    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        """The four digits around a corner rise in this direction, from any of them."""
        around = [cells_around(drawing.board, mark.corner or (0, 0)) for mark in marks]
        if not all(around) or any(mark.text for mark in marks):
            return None
        lines = []
        for one, two, three, four in around:
            ring = [one, two, four, three][::step]  # the upper row, then the lower one
            ways = (drawing.named((*ring[at:], *ring[:at])) for at in range(4))
            lines.append("any-of: " + " | ".join(f"(thermo: {way})" for way in ways))
        return lines

    return build


def _remainders(divisor: int, place: str) -> Build:
    """The sum of the cells around a mark leaves this remainder."""

    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        lines = []
        for mark in marks:
            cells = drawing.cells(mark.edge or ()) or ()
            if place == "corner":
                cells = cells_around(drawing.board, mark.corner or (0, 0))
            if not cells or not NUMBER.fullmatch(mark.text) or int(mark.text) >= divisor:
                return None
            lines.append(f"sums {mark.text}%{divisor}: {drawing.named(cells)}")
        return lines

    return build


def _sums_between(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """Two marked cells that follow each other in a row or column sum to a digit between them."""
    marked = drawing.cells(list(dict.fromkeys(mark.place for mark in marks)))
    if marked is None or any(mark.text for mark in marks):
        return None
    lines = []
    for house in drawing.board.houses if marked else ():
        at = [n for n, cell in enumerate(house.cells) if cell in marked]
        for one, other in pairwise(at) if house.kind in ("row", "column") else ():
            first, *between, last = (drawing.named((c,)) for c in house.cells[one : other + 1])
            if not between:
                return None
            ways = (f"(sum 0: {first} {last} -{cell})" for cell in between)
            lines.append("any-of: " + " | ".join(ways))
    return lines or None


def _diagonal_results(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """Both diagonal pairs around a corner have the result that is written there, as ``12×``."""
    lines = []
    for mark in marks:
        cells, result = cells_around(drawing.board, mark.corner or (0, 0)), _result_of(mark.text)
        if not cells or result is None:
            return None
        one, two, three, four = cells  # the upper row, then the lower one
        lines += [f"{result}: {drawing.named(pair)}" for pair in ((one, four), (two, three))]
    return lines


def _result_of(text: str) -> str | None:
    """The rule and the number of ``12×`` or ``×12``, or None."""
    found = _OPERATION.fullmatch(text.strip())
    if found is None:
        return None
    rule = next(rule for rule, signs in _SIGNS.items() if (found[2] or found[3]) in signs)
    return f"{rule} {found[1] or found[4]}"


def _battlefield(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """The sum where the first X and the last Y cells overlap, or of the gap between them.

    X is the first digit and Y the last one.
    """
    values, lines = drawing.board.values, list[str]()
    for mark in marks:
        cells = cells_straight_ahead(drawing.board, mark.place)
        size = len(cells)
        if not NUMBER.fullmatch(mark.text) or size != len(values) or values[0] < 1:
            return None
        ways = []
        for x, y in product(values, repeat=2):
            some = sorted((x, size - y))
            shared = drawing.named(cells[some[0] : some[1]])
            if not shared and mark.text != "0":
                continue
            ends = (
                f"(only {x}: {drawing.named(cells[:1])}) & (only {y}: {drawing.named(cells[-1:])})"
            )
            ways.append(f"all-of: {ends}" + (f" & (sum {mark.text}: {shared})" if shared else ""))
        lines.append(any_of(ways))
    return lines


def _sum_on_lines(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """A clue outside is the sum of the digits in its row or column that are on lines."""
    places = {place for line in drawing.lines if not line.has_head for place in line.places}
    on_lines = {drawing.board.cell_at.get(place) for place in places}
    lines = []
    for mark in marks:
        cells = cells_straight_ahead(drawing.board, mark.place)
        counted = tuple(cell for cell in cells if cell in on_lines)
        if not NUMBER.fullmatch(mark.text) or not counted:
            return None
        lines.append(f"sum {mark.text}: {drawing.named(counted)}")
    return lines


def said_families(words: RuleWords) -> Iterator[MarkFamily]:
    """The families of marks whose rule only these sentences give."""
    yield from (*SAID_MARKS, MAGIC_BOX)
    yield from valued_families(words)
    yield from masked_families(words)
    number, _ = words.numbered(_FIRST, sorted(words.about(_FIRST)))
    if number:
        build, denied = _among_first(int(number)), _without(number)
        yield MarkFamily("first-cells clue", "outside", _SHAPES, _FIRST, (), build, denied=denied)
    number, _ = words.numbered(_REMAINDER, sorted(words.about(_REMAINDER)))
    for place in ("corner", "edge") if int(number or 0) > 1 else ():
        build, denied = _remainders(int(number), place), _without(number)
        yield MarkFamily(_REMAINDER, place, _SHAPES, _REMAINDER, (), build, denied=denied)


def _without(number: str) -> str:
    """A pattern of sentences that do not name a number."""
    said = (number, *(word for word, digits in numerals().items() if digits == number))
    return rf"^(?!.*\b(?:{'|'.join(said)})\b)"


SAID_MARKS = (
    MarkFamily("one-ratio dot", "edge", ("circle",), "one-ratio dot", (), _one_number("black")),
    MarkFamily(
        "one-difference dot", "edge", ("circle",), "one-difference dot", (), _one_number("white")
    ),
    MarkFamily("clockwise corner", "corner", _SHAPES, "clockwise corner", (), _ascending(1)),
    MarkFamily(
        "anticlockwise corner", "corner", _SHAPES, "anticlockwise corner", (), _ascending(-1)
    ),
    MarkFamily("diagonal result", "corner", _SHAPES, "diagonal result", (), _diagonal_results),
    MarkFamily("battlefield clue", "outside", _SHAPES, "battlefield", (), _battlefield),
    MarkFamily("sum on lines", "outside", _SHAPES, "sum on lines", (), _sum_on_lines),
    MarkFamily("sum-between cell", "cell", _SHAPES, "sum-between cell", (), _sums_between),
    MarkFamily("corner sum", "corner", _SHAPES, "sum around corner", (), _corner_sums),
    MarkFamily("difference dot", "edge", _SHAPES, "difference between cells", (), _differences),
)
