"""Rules that sentences give for all parts of the board: patterns of digits, and neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.formats.links.drawn.figures import Drawing
from cpsudoku.formats.links.drawn.group_properties import mixed_rules, property_rules
from cpsudoku.formats.links.drawn.line_families import with_numbers
from cpsudoku.formats.links.drawn.offers import Offer, exactly_if
from cpsudoku.formats.links.drawn.sayings import patterns
from cpsudoku.formats.links.drawn.sentences import RuleWords
from cpsudoku.formats.links.outside import KNIGHT

_DRAWN = r"\bline|\bthermo|\barrow|\bcage|outside|circle|marked|indicated|shaded"
_SOME = "of some neighbour"
# Which digits have an equal one a knight's move away, and the rule of those that need none.
_SEEN = {"seen even digit": "odd", "seen odd digit": "even", "seen digit": ""}
_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
Cells = tuple[int, ...]


def pattern_questions(
    words: RuleWords, drawing: Drawing, read: Sequence[Constraint]
) -> Iterator[list[Offer]]:
    """The offers for patterns that all rows or columns of the board match, and for squares."""
    for name, lines in patterns().items():
        about = words.about(name, _DRAWN)
        if about:
            rules = tuple(
                f"line {pattern}: {drawing.named(cells)}"
                for place, pattern in lines
                for cells in _groups(drawing.board, place)
            )
            if rules:
                yield [Offer(name, 0, rules, frozenset(), about)]
    yield from _in_squares(words, drawing.board)
    yield from _with_some_neighbour(words, drawing)
    yield from _seen_by_knights(words, drawing)
    yield from _exchanged(words, drawing.board)
    yield from _by_taxi(words, drawing.board)
    yield from _in_cages(words, drawing, read)
    yield from _few_digits(words, drawing)


def _in_squares(words: RuleWords, board: Board) -> Iterator[list[Offer]]:
    """The offers that all squares of four cells have a property.

    Several properties of one sentence are one offer.
    """
    found: dict[frozenset[int], list[tuple[str, list[str]]]] = {}
    for name, value in (*words.properties.items(), *words.mixes.items()):
        key = f"{name} 2x2 square"
        number, same = words.numbered(key, sorted(words.about(key, _DRAWN)))
        if name in words.mixes:
            lines = mixed_rules(value, board, squares(board))
        else:
            lines = property_rules(value, board, squares(board), number)
        if same and lines:
            found.setdefault(same, []).append((key, lines))
    for sentences, each in found.items():
        rules = tuple(dict.fromkeys(line for _, lines in each for line in lines))
        yield [Offer(" and ".join(key for key, _ in each), 0, rules, frozenset(), sentences)]


def squares(board: Board) -> list[Cells]:
    """All squares of two rows and two columns."""
    at, found = board.cell_at, list[Cells]()
    for r, c in at:
        square = [at.get(each, -1) for each in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))]
        if -1 not in square:
            found.append(tuple(square))
    return found


def _groups(board: Board, place: str) -> Iterator[Cells]:
    """All rows, columns or both."""
    for house in (*board.houses, *board.groups):
        if house.kind in place.split("/"):
            yield house.cells


def _with_some_neighbour(words: RuleWords, drawing: Drawing) -> Iterator[list[Offer]]:
    """The offers that each cell has a relation with a cell that touches it at an edge."""
    at = drawing.board.cell_at
    for name, relation in words.relations.items():
        key = f"{name} {_SOME}"
        about = {n for n in words.about(key, _DRAWN) if not words.colours(n)}
        number, same = words.numbered(key, sorted(about))
        if not about or ("{n}" in relation and not number):
            continue
        lines = []
        for (r, c), cell in at.items():
            near = [
                at[r + down, c + right] for down, right in _STEPS if (r + down, c + right) in at
            ]
            pairs = (
                f"(pair {with_numbers(relation, number)}: {drawing.named((cell, other))})"
                for other in near
            )
            lines.append("any-of: " + " | ".join(pairs))
        yield [Offer(key, 0, tuple(lines), frozenset(), same)]


def _seen_by_knights(words: RuleWords, drawing: Drawing) -> Iterator[list[Offer]]:
    """The offers that each digit, or each of a parity, has an equal one a knight's move away."""
    at, name = drawing.board.cell_at, drawing.board.cell_name
    for key, others in _SEEN.items():
        about = words.about(key, _DRAWN)
        lines = []
        for (r, c), cell in at.items() if about else ():
            ways = [f"({others}: {name(cell)})"] if others else []
            ways += [
                f"(pair a=b: {name(cell)} {name(at[r + down, c + right])})"
                for down, right in KNIGHT
                if (r + down, c + right) in at
            ]
            lines.append("any-of: " + " | ".join(ways))
        if lines:
            yield [Offer(key, 0, tuple(lines), frozenset(), about)]


def _exchanged(words: RuleWords, board: Board) -> Iterator[list[Offer]]:
    """The offer that a digit X in box Y means a digit Y in the same place of box X."""
    boxes = [house.cells for house in board.houses if house.kind == "box"]
    about = words.about("exchanged digits", _DRAWN)
    if about and len(boxes) == board.size == board.values[-1]:
        lines = []
        for (y, own), (x, other) in combinations(enumerate(boxes, 1), 2):
            pairs = (
                f"{board.cell_name(a)} {board.cell_name(b)}"
                for a, b in zip(sorted(own), sorted(other), strict=True)
            )
            lines.append(f"pair {exactly_if(x, y)}: {'; '.join(pairs)}")
        yield [Offer("exchanged digits", 0, tuple(lines), frozenset(), about)]


def _by_taxi(words: RuleWords, board: Board) -> Iterator[list[Offer]]:
    """The offer that two equal digits are not as many steps apart as the digit says."""
    about = words.about("anti-taxicab", _DRAWN)
    lines = []
    for number in board.values if about else ():
        pairs = [
            f"{board.cell_name(one)} {board.cell_name(other)}"
            for (r, c), one in board.cell_at.items()
            for (row, column), other in board.cell_at.items()
            if one < other and abs(r - row) + abs(c - column) == number
        ]
        lines += [f"pair a!={number} or b!={number}: {'; '.join(pairs)}"] if pairs else []
    if lines:
        yield [Offer("anti-taxicab", 0, tuple(lines), frozenset(), about)]


def _in_cages(
    words: RuleWords, drawing: Drawing, read: Sequence[Constraint]
) -> Iterator[list[Offer]]:
    """The offers that cells of a cage that touch at an edge have a relation."""
    groups = [cage.cells for cage in drawing.cages]
    groups += [rule.cells for rule in read if isinstance(rule, KillerCage)]
    place = drawing.board.row_column
    pairs = [
        (one, other)
        for cells in groups
        for one, other in combinations(cells, 2)
        if sum(abs(a - b) for a, b in zip(place(one), place(other), strict=True)) == 1
    ]
    for name, relation in words.relations.items():
        key = f"{name} in cages"
        number, same = words.numbered(key, sorted(words.about(key)))
        if same and pairs and (number or "{n}" not in relation):
            named = "; ".join(map(drawing.named, pairs))
            parts = frozenset(cage.number for cage in drawing.cages)
            line = f"pair {with_numbers(relation, number)}: {named}"
            yield [Offer(key, 0, (line,), parts, same)]


def _few_digits(words: RuleWords, drawing: Drawing) -> Iterator[list[Offer]]:
    """The offer that the main diagonals, or those that are drawn, hold three different digits.

    They hold no fewer, because each of them goes through three cells of a box.
    """
    board, about = drawing.board, words.about("three-digit diagonal")
    number, same = words.numbered("three-digit diagonal", sorted(about))
    if not same or number != "3" or board.size != 9 or len(board) != 81:
        return
    parts = on_diagonals(drawing)
    ways = _WAYS[drawn_diagonals(drawing, parts) if parts else "diagonals"]
    lines = []
    for rises in ways:
        places = [(n, 8 - n if rises else n) for n in range(9)]
        cells = drawing.named(drawing.cells(places) or ())
        some = combinations(map(str, board.values), 3)
        lines.append("any-of: " + " | ".join(f"(only {','.join(each)}: {cells})" for each in some))
    yield [Offer("three-digit diagonal", len(lines), tuple(lines), parts, same)]


_WAYS = {"diagonals": (False, True), "diagonals rising": (True,), "diagonals falling": (False,)}


def on_diagonals(drawing: Drawing) -> frozenset[int]:
    """The lines from corner to corner of a square board."""
    size = drawing.board.size
    ends = ({(0, 0), (size, size)}, {(0, size), (size, 0)})
    return frozenset(
        line.number
        for line in drawing.lines
        if {(_end(r, size), _end(c, size)) for r, c in (line.points[0], line.points[-1])} in ends
    )


def drawn_diagonals(drawing: Drawing, numbers: frozenset[int]) -> str:
    """The line of the diagonals that these lines draw."""
    lines = (line.points for line in drawing.lines if line.number in numbers)
    rising = {(last[0] - first[0]) * (last[1] - first[1]) < 0 for first, *_, last in lines}
    return (
        "diagonals" if len(rising) > 1 else f"diagonals {'rising' if True in rising else 'falling'}"
    )


def _end(part: float, size: int) -> int:
    """The border of the board near a row or column; -1 if there is none."""
    return 0 if -0.2 < part < 0.7 else size if size - 0.7 < part < size + 0.2 else -1
