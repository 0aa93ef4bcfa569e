"""Rules for parts of lines: any so many cells in a row, mirrored pairs, and segments in regions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from cpsudoku.formats.links.drawn.group_properties import property_rules
from cpsudoku.formats.links.drawn.line_families import LineFamily, with_numbers
from cpsudoku.formats.links.drawn.marked_lines import MarkedLine
from cpsudoku.formats.links.drawn.sentences import RuleWords

_IN_A_ROW = r"(?:adjacent|contiguous|consecutive|successive|neighbou?ring)"
_GROUP = r"(?:sets?|groups?|runs?|sequences?|strings?)"
_COUNTS = ("two", "three", "four", "five", "six", "seven", "eight", "nine")


def window_families(words: RuleWords) -> Iterator[LineFamily]:
    """The families of lines of which any so many cells in a row have a property."""
    for name, value in words.properties.items():
        for count, word in enumerate(_COUNTS if not value.startswith("together") else (), 2):
            said = rf"\b(?:{count}|{word}) (?:\w+ )?{_IN_A_ROW}|\b{_GROUP} of (?:{count}|{word})\b"
            if any(re.search(said, text) for text in words.lower):
                yield _window_family(f"{name} line window", value, count, rf"^(?!.*(?:{said}))")


def _window_family(key: str, value: str, count: int, denied: str) -> LineFamily:
    def build(path: MarkedLine) -> list[str] | None:
        cells = path.cells + (path.cells[1 : count - 1] if path.is_loop else ())
        windows = [cells[at : at + count] for at in range(len(cells) - count + 1)]
        return property_rules(value, path.drawing.board, windows, path.number) if windows else None

    return LineFamily(key, key, (), build, joins="chain", denied=denied)


def mirror_family(name: str, relation: str) -> LineFamily:
    """The family of lines on which cells at the same distance from the middle have a relation."""

    def build(path: MarkedLine) -> list[str] | None:
        if path.is_loop or ("{n}" in relation and not path.number):
            return None
        half = len(path.cells) // 2
        pairs = zip(path.cells[:half], path.cells[: -half - 1 : -1], strict=True)
        named = "; ".join(path.named(pair) for pair in pairs)
        return [f"pair {with_numbers(relation, path.number)}: {named}"]

    key = f"{name} mirrored pair"
    return LineFamily(key, key, (), build, "middle")


def _multiple_segment(path: MarkedLine) -> list[str] | None:
    """Of two parts of a line that meet at a border, one has so many times the sum of the other."""
    cells = path.cells[:-1] if path.is_loop else path.cells
    parts = _segments(path, cells)
    if not path.number or len(parts) < 2 or len(set(cells)) < len(cells):
        return None
    around = parts[:1] if path.is_loop and len(parts) > 2 else []
    lines = []
    for pair in pairwise([*parts, *around]):
        ways = (_times(path, *each) for each in (pair, pair[::-1]))
        lines.append("any-of: " + " | ".join(f"({way})" for way in ways))
    return lines


def _times(path: MarkedLine, one: Sequence[int], other: Sequence[int]) -> str:
    """The line that one part has so many times the sum of the other."""
    less = " ".join(f"-{path.named([cell])}*{path.number}" for cell in other)
    return f"sum 0: {path.named(one)} {less}"


def _segments(path: MarkedLine, cells: Sequence[int]) -> list[list[int]]:
    """The parts of a line in each region; a loop has no beginning."""
    box = {cell: house.name for house in path.drawing.regions for cell in house.cells}
    parts = [list(each) for _, each in groupby(cells, key=box.get)]
    if path.is_loop and len(parts) > 2 and box.get(cells[0]) == box.get(cells[-1]):
        parts[0] = parts.pop() + parts[0]
    return parts


def box_centre(path: MarkedLine) -> int | None:
    """The cell with a circle in the middle of the box that holds a whole line, or None."""
    boxes = (house.cells for house in path.drawing.regions if len(house.cells) == 9)
    box = next((sorted(each) for each in boxes if set(path.cells) <= set(each)), None)
    if box is None:
        return None
    rows, columns = zip(*map(path.drawing.board.row_column, box), strict=True)
    is_square = max(rows) - min(rows) == max(columns) - min(columns) == 2
    return box[4] if is_square and path.mark_at(box[4], "circle") else None


def _box_remainder(path: MarkedLine) -> list[str] | None:
    """The sum of two neighbours has the remainder of the digit in the middle of their box."""
    centre, values = box_centre(path), path.drawing.board.values
    divisor = int(path.number or 0)
    if centre is None or divisor < 2:
        return None
    rests = {n: [str(value) for value in values if value % divisor == n] for n in range(divisor)}
    lines = []
    for pair in pairwise(path.cells):
        ways = (
            f"(all-of: (only {','.join(digits)}: {path.named((centre,))}) & "
            f"(sums {rest}%{divisor}: {path.named(pair)}))"
            for rest, digits in rests.items()
            if digits
        )
        lines.append("any-of: " + " | ".join(ways))
    return lines


SEGMENTS = (
    LineFamily("box-remainder line", "box-remainder line", (), _box_remainder, "box centre"),
    LineFamily("multiple segment", "multiple segment", (), _multiple_segment, joins="chain"),
)
