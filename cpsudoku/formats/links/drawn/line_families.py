"""What lines may mean: words, usual colours and marks on the line, and the rules they become."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from cpsudoku.formats.links.drawn import offers
from cpsudoku.formats.links.drawn.marked_lines import MarkedLine
from cpsudoku.formats.links.drawn.thermometers import thermometer

_ENDS = re.compile(r"^(?!.*(?:circle|disc|dot|diamond)).*\b(?:ends?|endpoints?|tips?)\b")
Build = Callable[[MarkedLine], "Sequence[str] | None"]


@dataclass(frozen=True)
class LineFamily:
    """A rule for lines. ``key`` is the name of the phrases about it in ``sayings.txt``.

    ``marks`` are the places of the marks that it needs or explains. ``joins`` is what lines that
    touch make together: a ``chain``, a ``set`` of cells, a ``tree`` of region sums, or nothing.
    ``of_all`` makes the rules of all lines of a group at once.
    """

    noun: str
    key: str
    colours: tuple[str, ...]
    build: Build
    marks: str = ""  # "start", "ends" (and inside), "two ends", "diamonds", "middle", "box centre"
    needs_words: bool = True
    joins: str = ""
    denied: str = ""  # what sentences about it do not say
    of_all: Callable[[Sequence[MarkedLine]], list[str] | None] | None = None


def _usual(rule: str) -> Build:
    return lambda path: [f"{rule}: {path.named()}"]


def _set(rule: str) -> Build:
    return lambda path: [f"{rule}: {path.named(path.distinct)}"]


def _windows(rule: str, count: int) -> Build:
    """A rule of any so many cells in a row, on a line that may visit a cell twice."""
    return lambda path: _in_pieces(path, rule, count)


def _in_pieces(path: MarkedLine, rule: str, count: int) -> list[str] | None:
    """The lines of a rule of any so many cells in a row, each without a cell twice."""
    cells = path.cells + (path.cells[1 : count - 1] if path.is_loop else ())
    start, lines = 0, list[str]()
    while start == 0 or start + count <= len(cells):
        end = start
        while end < len(cells) and cells[end] not in cells[start:end]:
            end += 1
        if end - start < min(count, len(cells)):
            return None
        lines.append(f"{rule}: {path.named(cells[start:end])}")
        start = max(1, end - count + 1)
    return lines


def _modular(path: MarkedLine) -> list[str] | None:
    return _in_pieces(path, f"modular {path.number}".strip(), int(path.number or 3))


def _region_sum(path: MarkedLine) -> list[str]:
    """Its segments have the same sum; a line that closes or crosses itself has them, too."""
    if len(path.distinct) < len(path.cells):
        return region_sums([path])
    return [f"region-sum: {path.named()}"]


def _whispers(path: MarkedLine) -> list[str] | None:
    return _in_pieces(path, f"whispers {path.number}".strip(), 2)


def with_numbers(relation: str, numbers: str) -> str:
    """A relation with its number, or with any of several, as ``1|3``.

    A relation that is forbidden is so with each of the numbers, any other one holds with one.
    """
    joint = " and " if "!=" in relation else " or "
    return joint.join(relation.replace("{n}", each) for each in numbers.split("|"))


def _of_sum(path: MarkedLine) -> list[str] | None:
    return [f"sum {path.number}: {path.named()}"] if path.number else None


def _sum_line(path: MarkedLine) -> list[str] | None:
    if not path.number:
        return None
    cells, loop = (path.cells[:-1], " loop") if path.is_loop else (path.cells, "")
    return [f"sum-line {path.number}{loop}: {path.named(cells)}"]


def _increasing(path: MarkedLine) -> list[str]:
    ways = (path.named(path.cells), path.named(path.cells[::-1]))
    return ["any-of: (thermo: {}) | (thermo: {})".format(*ways)]


def _all_of_parity(parity: str) -> Build:
    """Digits of a parity, if the words are about lines."""

    def build(path: MarkedLine) -> list[str] | None:
        return [f"{parity}: {path.named(path.distinct)}"] if "line" in path.text else None

    return build


def _no_repeat(path: MarkedLine) -> list[str] | None:
    """Digits differ. If the words are about diagonals, the line is a part of one."""
    is_about_lines = "diagonal" not in path.text or "line" in path.text
    fits = path.is_diagonal or is_about_lines
    return [f"region: {path.named(path.distinct)}"] if fits else None


def _arrow(path: MarkedLine) -> list[str] | None:
    """An arrow without a head, from the circle at one of its ends."""
    first, *rest = path.cells if path.mark_at(path.cells[0], "circle") else path.cells[::-1]
    has_head = any(line.has_head for line in path.drawing.lines)
    if has_head or not path.mark_at(first, "circle") or path.mark_at(rest[-1], "circle"):
        return None
    return [f"arrow: {path.named([first])} = {path.named(rest)}"]


def _with_ends(rule: str, shape: str) -> Build:
    """A rule for lines with a mark at each end, or for their parts between marks inside."""

    def build(path: MarkedLine) -> list[str] | None:
        at = [n for n, cell in enumerate(path.cells) if path.mark_at(cell, shape)]
        last = len(path.cells) - 1
        if rule == "between" and not at and _ENDS.search(path.text) and not path.is_loop:
            at = [0, last]  # only sentences mark them
        if not at or (at[0], at[-1]) != (0, last):
            return None
        parts = [path.cells[one : other + 1] for one, other in pairwise(at)]
        if not all(len(part) > 2 for part in parts):
            return None
        least = path.number if rule == "lockout" else ""
        return [f"{rule} {least}: {path.named(part)}" for part in parts]

    return build


def _zipper(path: MarkedLine) -> list[str] | None:
    return [f"zipper: {path.named()}"] if len(path.cells) > 2 and not path.is_loop else None


def _index_line(path: MarkedLine) -> list[str] | None:
    """The digit at place n is the place of the digit n, from the marked end."""
    start, end = (path.mark_at(path.cells[at], "circle", "diamond") for at in (0, -1))
    cells = path.cells if start or not end else path.cells[::-1]
    if len(cells) > len(path.drawing.board.values) or len(set(cells)) < len(cells):
        return None
    count = len(cells)
    lines = [f"pair a<={count} and b<={count}: {path.named(pair)}" for pair in pairwise(cells)]
    for (n, one), (m, other) in combinations(enumerate(cells, 1), 2):
        lines.append(f"pair {offers.exactly_if(m, n)}: {path.named((one, other))}")
    return lines


def region_sums(paths: Sequence[MarkedLine]) -> list[str]:
    """Lines that touch as one region sum line: all its segments have the same sum."""
    edges = [pair for path in paths for pair in pairwise(path.cells)]
    box = {cell: house.name for house in paths[0].drawing.regions for cell in house.cells}
    inside = [pair for pair in edges if box.get(pair[0]) == box.get(pair[1])]
    cells = dict.fromkeys(cell for path in paths for cell in path.cells)
    segments = connected(cells, inside)
    lines = []
    for whole in connected(cells, edges):
        parts = [segment for segment in segments if segment[0] in whole]
        lines += offers.equal_sums(*map(paths[0].named, parts))
    return lines


def _nothing(_: MarkedLine) -> list[str]:
    """No rule for a line alone."""
    return []


def _equal_sums(paths: Sequence[MarkedLine]) -> list[str] | None:
    """The digits on each of these lines have the same sum."""
    return offers.equal_sums(*(path.named(path.distinct) for path in paths)) or None


def _equal_products(paths: Sequence[MarkedLine]) -> list[str] | None:
    """The digits on each of these lines have the same product."""
    board = paths[0].drawing.board
    return offers.equal_products(board, [path.named(path.distinct) for path in paths]) or None


def connected(cells: Iterable[int], edges: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The cells in groups that edges connect, in their order."""
    group = {cell: {cell} for cell in cells}
    for one, other in edges:
        if group[one] is not group[other]:
            group[one] |= group[other]
            for cell in group[other]:
                group[cell] = group[one]
    return list(
        dict.fromkeys(tuple(cell for cell in group if cell in each) for each in group.values())
    )


LINES = (
    LineFamily(
        "slow thermometer",
        "slow-thermo",
        ("grey", "brown"),
        thermometer("slow-thermo"),
        "start",
    ),
    LineFamily(
        "thermometer",
        "thermo",
        ("grey", "brown"),
        thermometer("thermo"),
        "start",
        needs_words=False,
    ),
    LineFamily(
        "lockout line",
        "lockout",
        (),
        _with_ends("lockout", "diamond"),
        "diamonds",
    ),
    LineFamily(
        "lockout line",
        "lockout",
        (),
        _with_ends("lockout", "circle"),
        "ends",
    ),
    LineFamily("between line", "between", (), _with_ends("between", "circle"), "ends"),
    LineFamily(
        "double arrow",
        "double-arrow",
        (),
        _with_ends("double-arrow", "circle"),
        "ends",
    ),
    LineFamily("index line", "index line", (), _index_line, "start"),
    LineFamily(
        "zipper line",
        "zipper",
        ("lavender",),
        _zipper,
        "middle",
        joins="chain",
    ),
    LineFamily(
        "whispers line",
        "whispers",
        ("green", "orange"),
        _whispers,
        needs_words=False,
    ),
    LineFamily(
        "renban",
        "renban",
        ("purple", "pink"),
        _set("renban"),
        needs_words=False,
        joins="set",
    ),
    LineFamily(
        "palindrome",
        "palindrome",
        ("grey",),
        _usual("palindrome"),
        needs_words=False,
        joins="chain",
    ),
    LineFamily(
        "region sum line",
        "region-sum",
        ("blue",),
        _region_sum,
        needs_words=False,
        joins="tree",
    ),
    LineFamily(
        "entropic line",
        "entropic",
        (),
        _windows("entropic", 3),
        joins="chain",
    ),
    LineFamily(
        "modular line",
        "modular",
        (),
        _modular,
        joins="chain",
    ),
    LineFamily(
        "parity line",
        "parity line",
        (),
        _windows("modular 2", 2),
        joins="chain",
    ),
    LineFamily(
        "nabner line",
        "nabner",
        (),
        _set("nabner"),
        joins="set",
    ),
    LineFamily(
        "sequence line",
        "sequence",
        (),
        _usual("sequence"),
        joins="chain",
    ),
    LineFamily("divided line", "sum-line", (), _sum_line, joins="chain"),
    LineFamily("arrow", "arrow", (), _arrow, "start"),
    LineFamily("increasing line", "increasing line", (), _increasing),
    LineFamily("even line", "even line", (), _all_of_parity("even")),
    LineFamily("odd line", "odd line", (), _all_of_parity("odd")),
    LineFamily("equal sum line", "equal sum line", (), _nothing, of_all=_equal_sums),
    LineFamily("equal product line", "equal product line", (), _nothing, of_all=_equal_products),
    LineFamily("sum line", "sum line", (), _of_sum, joins="set"),
    LineFamily(
        "no-repeat line",
        "no-repeat line",
        (),
        _no_repeat,
        joins="set",
    ),
)
