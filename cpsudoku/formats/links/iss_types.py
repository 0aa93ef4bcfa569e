"""The types of Interactive-Sudoku-Solver's constraint strings as lines of our rules.

``TYPES`` is the table: it shows what each type adds to a ``Reading``. A type that is missing from
it is reported as not interpreted. ``Inexpressible`` is raised for a rule of a known type that our
rules can't express.
"""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from cpsudoku.core.board import Board
from cpsudoku.formats.links.counting import exactly
from cpsudoku.formats.links.outside import cells_ahead
from cpsudoku.runtime.errors import InputError, quoted

CODE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
LARGEST_TOTAL = 12  # of a line that is cut into sums; raising it by one doubles the pattern
Place = tuple[int, int]


class Inexpressible(Exception):
    """A rule that our rules can't express."""


@dataclass
class Reading:
    """The meaning of the tokens read so far, on a board.

    ``lines`` are lines of our rules. ``kept`` has the values that are left in a cell.
    """

    board: Board
    lines: list[str] = field(default_factory=list)
    kept: dict[int, set[int]] = field(default_factory=dict)

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.board.height

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.board.width

    def cell(self, text: str) -> int:
        """The cell with a name such as ``R1Ca``; raises InputError or Inexpressible."""
        place = place_of(text)
        if place not in self.board.cell_at:
            raise InputError(f"{text} is not on the board")
        return self.board.cell_at[place]

    def keep(self, cell: int, values: Sequence[int]) -> None:
        """Keep only these values of a cell; raises InputError for one that the board lacks."""
        for value in values:
            if value not in self.board.values:
                least, most = min(self.board.values), max(self.board.values)
                raise InputError(f"{value} is not a digit {least}-{most}")
        self.kept[cell] = self.kept.get(cell, set(values)) & set(values)


Adds = Callable[[Reading, list[str]], None]


def place_of(text: str) -> Place:
    """The row and column of a cell such as ``R1Ca``. The numbers are in base 17.

    Raises InputError, or Inexpressible for an extra cell such as ``VX1``.
    """
    match = re.fullmatch(r"[Rr]([1-9a-gA-G])[Cc]([1-9a-gA-G])", text)
    if match is not None:
        return int(match[1], 17) - 1, int(match[2], 17) - 1
    if re.fullmatch(r"(?:V|CC|DG)\w+", text):
        raise Inexpressible(text)
    raise InputError(f"{quoted(text)} is not a cell such as R1C1")


def _name(text: str) -> str:
    r, c = place_of(text)
    return f"r{r + 1}c{c + 1}"


def _names(board: Board, cells: Sequence[int]) -> str:
    return " ".join(map(board.cell_name, cells))


def _listed(cells: Sequence[str]) -> str:
    return " ".join(map(_name, cells))


def _given(reading: Reading, arguments: list[str]) -> None:
    for each in arguments:
        cell, *values = each.split("_")
        reading.keep(reading.cell(cell), [int(value) for value in values])


def _lines_of(arguments: Sequence[str]) -> Iterator[list[str]]:
    """The lists of cells, which empty arguments and names separate."""
    found: list[str] = []
    for each in (*arguments, ""):
        if each and not each.startswith("_"):
            found.append(each)
        elif found:
            yield found
            found = []


def _stretches(cells: Sequence[str]) -> Iterator[list[str]]:
    """The parts of a line that meet at their ends, each without repeats."""
    found: list[str] = []
    for cell in cells:
        if found[-1:] == [cell]:
            raise Inexpressible("a relation of a cell with itself")
        if cell in found:
            yield found
            found = found[-1:]
        found.append(cell)
    if len(found) > 1:
        yield found


def _cells(rule: str) -> Adds:
    """A rule with cells only."""

    def add(reading: Reading, arguments: list[str]) -> None:
        reading.lines.append(f"{rule}: {_listed(arguments)}")

    return add


def _line_of_cells(rule: str) -> Adds:
    """A rule with the cells of a line. A single cell restricts nothing."""

    def add(reading: Reading, arguments: list[str]) -> None:
        if len(arguments) == 1:
            reading.cell(arguments[0])
        else:
            _cells(rule)(reading, arguments)

    return add


def _numbered(rule: str) -> Adds:
    """A rule with an optional number and cells."""

    def add(reading: Reading, arguments: list[str]) -> None:
        number, cells = (arguments[0], arguments[1:]) if arguments[0].isdigit() else ("", arguments)
        reading.lines.append(f"{rule} {number}: {_listed(cells)}")

    return add


def _modular(reading: Reading, arguments: list[str]) -> None:
    if arguments[0] == "1":  # all digits have the same remainder
        _listed(arguments[1:])
    else:
        _numbered("modular")(reading, arguments)


def _region_sum(reading: Reading, arguments: list[str]) -> None:
    board = reading.board
    if any(board.box_of[reading.cell(cell)] < 0 for cell in arguments):
        raise Inexpressible("a line over cells without a region")
    reading.lines.append(f"region-sum: {_listed(arguments)}")


def _everywhere(line: str) -> Adds:
    """A rule for the whole board."""
    return lambda reading, arguments: reading.lines.append(line)


def _adjacent(rule: str) -> Adds:
    """A rule for each pair of touching cells in the list, the earlier one first."""

    def add(reading: Reading, arguments: list[str]) -> None:
        for one, other in combinations(arguments, 2):
            (r, c), (s, d) = place_of(one), place_of(other)
            if abs(r - s) + abs(c - d) == 1:
                reading.lines.append(f"{rule}: {_name(one)} {_name(other)}")

    return add


def _cage(reading: Reading, arguments: list[str]) -> None:
    total, *cells = arguments
    if not total:
        total = "0"
    elif not total.isdigit():
        total, cells = "0", arguments
    if len(set(cells)) < len(cells):
        reading.lines.append(f"sum {total}: {_listed(cells)}")
        if len(set(cells)) > 1:
            reading.lines.append(f"region: {_listed(sorted(set(cells)))}")
    else:
        reading.lines.append(f"killer {total if total != '0' else ''}: {_listed(cells)}")


def _sum(reading: Reading, arguments: list[str]) -> None:
    total, *rest = arguments[0].split("_")
    relation = rest.pop(0) if rest else "="
    weights = [int(weight) for weight in rest] or [1] * len(arguments[1:])
    cells = [_name(cell) for cell in arguments[1:]]
    terms = " ".join(
        f"{'-' if weight < 0 else ''}{cell}*{abs(weight)}"
        if abs(weight) != 1
        else f"{'-' if weight < 0 else ''}{cell}"
        for cell, weight in zip(cells, weights, strict=True)
    )
    reading.lines.append(f"sum {relation} {total}: {terms}")


def _equal_sums(reading: Reading, arguments: list[str]) -> None:
    groups = [part.split("~") for part in "~".join(arguments).split("~-~")]
    for one, other in pairwise(groups):
        minus = " ".join(f"-{_name(cell)}" for cell in other)
        reading.lines.append(f"sum 0: {_listed(one)} {minus}")


def _arrow(reading: Reading, arguments: list[str]) -> None:
    reading.lines.append(f"arrow: {_name(arguments[0])} = {_listed(arguments[1:])}")


def _pill(reading: Reading, arguments: list[str]) -> None:
    count = int(arguments[0])
    circle = sorted(arguments[1 : 1 + count], key=place_of)
    reading.lines.append(f"arrow: {_listed(circle)} = {_listed(arguments[1 + count :])}")


def _quad(reading: Reading, arguments: list[str]) -> None:
    r, c = place_of(arguments[0])
    cells = " ".join(f"r{r + i}c{c + j}" for i in (1, 2) for j in (1, 2))
    reading.lines.append(f"quadruple {','.join(arguments[1:])}: {cells}")


def _contains(reading: Reading, arguments: list[str]) -> None:
    values = arguments[0].split("_")
    reading.lines.append(f"quadruple {','.join(values)}: {_listed(arguments[1:])}")


def _contains_exactly(reading: Reading, arguments: list[str]) -> None:
    _needs_single_digits(reading)
    for value, count in Counter(arguments[0].split("_")).items():
        reading.lines.append(exactly(value, count, _listed(arguments[1:])))


def diagonal_from(board: Board, first: int) -> tuple[int, ...]:
    """The cells of the diagonal that begins at a cell, or none if a clue can't begin there.

    A diagonal between two edges has two ends, and a clue can begin at one of them.
    """
    r, c = board.row_column(first)
    if c == 0 and r < board.height - 1:
        step = 1, 1
    elif r == 0:
        step = 1, -1
    elif c == board.width - 1 and r < board.height - 1:
        step = -1, -1
    elif r == board.height - 1 and 0 < c < board.width - 1:
        step = -1, 1
    else:
        return ()
    return (first, *cells_ahead(board, (r, c), step))


def _little_killer(reading: Reading, arguments: list[str]) -> None:
    board = reading.board
    cells = diagonal_from(board, reading.cell(arguments[1]))
    if not cells:
        raise InputError(f"no diagonal begins at {arguments[1]}")
    reading.lines.append(f"little-killer {arguments[0]}: {_names(board, cells)}")


def _line(text: str) -> str:
    number = int(text[1], 17)
    return f"{'row' if text[0] == 'R' else 'column'} {number}"


def _sandwich(reading: Reading, arguments: list[str]) -> None:
    reading.lines.append(f"sandwich {arguments[0]}: {_line(arguments[1])}")


def _two_clues(rule: str) -> Adds:
    """A rule with a clue at either end of a row or column."""

    def add(reading: Reading, arguments: list[str]) -> None:
        where, *clues = arguments
        for clue, end in zip(clues, ("", " reversed"), strict=False):
            if clue:
                reading.lines.append(f"{rule} {clue}: {_line(where)}{end}")

    return add


def _needs_single_digits(reading: Reading) -> None:
    """Raise Inexpressible if a pattern can't spell the values."""
    if max(reading.board.values) > 9:
        raise Inexpressible("values above 9 in a pattern")


def _hidden_skyscraper(reading: Reading, arguments: list[str]) -> None:
    where, *clues = arguments
    _needs_single_digits(reading)
    if 0 in reading.board.values:
        raise Inexpressible("hidden skyscrapers with 0")
    for clue, end in zip(clues, ("", " reversed"), strict=False):
        if clue:
            rising = [
                "".join(f"{low}?" for low in range(1, high)) + str(high)
                for high in range(int(clue) + 1, reading.board.size + 1)
            ]
            never = f".{{{reading.board.size + 1}}}"  # too long: the highest digit is not hidden
            pattern = f"({'|'.join(rising)}){clue}.*" if rising else never
            reading.lines.append(f"line {pattern}: {_line(where)}{end}")


def _jigsaw(reading: Reading, arguments: list[str]) -> None:
    layout = arguments[-1]
    known = {frozenset(h.cells) for h in (*reading.board.houses, *reading.board.groups)}
    for symbol in dict.fromkeys(layout):
        cells = [cell for cell, each in enumerate(layout) if each == symbol]
        fits = max(reading.height, reading.width) <= len(cells) <= reading.board.size
        if fits and frozenset(cells) not in known:
            reading.lines.append(f"region: {_names(reading.board, cells)}")


def _disjoint_sets(reading: Reading, _: list[str]) -> None:
    """The places of the usual boxes, also on a board with other regions."""
    if reading.board.is_square and not reading.board.is_usual:
        raise Inexpressible("places of boxes that the board does not have")
    reading.lines.append("disjoint-groups")


def _same(reading: Reading, arguments: list[str]) -> None:
    count, cells = int(arguments[0]), arguments[1:]
    size = len(cells) // count
    groups = [_listed(cells[start : start + size]) for start in range(0, len(cells), size)]
    order = "any-order" if size > 1 else ""
    reading.lines.append(f"clone {order}: {' = '.join(groups)}")


def _indexing(reading: Reading, arguments: list[str]) -> None:
    if reading.board.lowest != 1:
        raise Inexpressible("indexing by digits from 0")
    kind = {"C": "column", "R": "row"}[arguments[0]]
    reading.lines.append(f"{kind}-indexer: {_listed(arguments[1:])}")


def _pair(word: str, code: str) -> Adds:
    """A table of pairs as 6-bit digits, and lines of cells."""

    def add(reading: Reading, arguments: list[str]) -> None:
        values = reading.board.values
        bits = [code.index(symbol) >> bit & 1 for symbol in arguments[0] for bit in range(6)]
        size = len(values)
        every = [(a, b) for a in values for b in values]
        table = " ".join(
            f"{a}-{b}" for (a, b), bit in zip(every, bits[: size * size], strict=False) if bit
        )
        for cells in _lines_of(arguments[1:]):
            for part in [cells] if word else _stretches(cells):
                reading.lines.append(f"pair {word}{table}: {_listed(part)}")

    return add


def _pattern(reading: Reading, arguments: list[str]) -> None:
    code = arguments[0].replace("-", "+").replace("_", "/")
    pattern = base64.b64decode(code + "=" * (-len(code) % 4)).decode()
    if re.search(r"[:;#=\s]", pattern):
        raise Inexpressible("a pattern with signs of rule lines")
    for cells in _lines_of(arguments[1:]):
        reading.lines.append(f"line {pattern}: {_listed(cells)}")


def _look_and_say(reading: Reading, arguments: list[str]) -> None:
    clue = arguments[0]
    _needs_single_digits(reading)
    for count, value in zip(clue[::2], clue[1::2], strict=True):
        reading.lines.append(exactly(value, int(count), _listed(arguments[1:])))


def _value_indexing(reading: Reading, arguments: list[str]) -> None:
    _needs_single_digits(reading)
    values = reading.board.values
    places = range(1, len(arguments) - 1)
    cases = [f"{v}{d}{'.' * (d - 1)}{v}{'.' * (len(places) - d)}" for d in places for v in values]
    reading.lines.append(f"line {'|'.join(cases)}: {_listed(arguments)}")


def _sum_line(reading: Reading, arguments: list[str]) -> None:
    total, *cells = arguments
    _needs_single_digits(reading)
    if "LOOP" in cells or 0 in reading.board.values or int(total) > LARGEST_TOTAL:
        raise Inexpressible("SumLine around a loop, with 0 or with a large sum")

    def parts(rest: int) -> Iterator[str]:
        if not rest:
            yield ""
        for value in reading.board.values:
            if value <= rest:
                yield from (f"{value}{tail}" for tail in parts(rest - value))

    reading.lines.append(f"line ({'|'.join(parts(int(total)))})+: {_listed(cells)}")


def _every_square(*groups: str) -> Adds:
    """Each 2x2 square has a digit of each group."""

    def add(reading: Reading, arguments: list[str]) -> None:
        if reading.board.values != tuple(range(1, 10)):
            raise Inexpressible("groups of other digits than 1-9")
        for r in range(1, reading.height):
            for c in range(1, reading.width):
                cells = f"r{r}c{c} r{r}c{c + 1} r{r + 1}c{c} r{r + 1}c{c + 1}"
                reading.lines += [f"line .*[{group}].*: {cells}" for group in groups]

    return add


def _anti_taxicab(reading: Reading, arguments: list[str]) -> None:
    for one, other in combinations(range(len(reading.board)), 2):
        (r, c), (s, d) = map(reading.board.row_column, (one, other))
        distance = abs(r - s) + abs(c - d)
        if r != s and c != d and distance in reading.board.values:
            cells = _names(reading.board, (one, other))
            reading.lines.append(f"pair a!={distance} or b!={distance}: {cells}")


TYPES: dict[str, Adds] = {
    "": _given,
    "Jigsaw": _jigsaw,
    "Cage": _cage,
    "Sum": _sum,
    "EqualSum": _equal_sums,
    "AllDifferent": _line_of_cells("region"),
    "LittleKiller": _little_killer,
    "Sandwich": _sandwich,
    "XSum": _two_clues("x-sum"),
    "Skyscraper": _two_clues("skyscraper"),
    "NumberedRoom": _two_clues("numbered-room"),
    "HiddenSkyscraper": _hidden_skyscraper,
    "Diagonal": lambda reading, arguments: reading.lines.append(
        f"diagonals {'rising' if arguments[0] == '1' else 'falling'}"
    ),
    "Windoku": _everywhere("windows"),
    "DisjointSets": _disjoint_sets,
    "AntiKnight": _everywhere("anti-knight"),
    "AntiKing": _everywhere("anti-king"),
    "AntiConsecutive": _everywhere("non-consecutive everywhere"),
    "AntiTaxicab": _anti_taxicab,
    "StrictKropki": _everywhere("negative white black"),
    "StrictXV": _everywhere("negative xv"),
    "GlobalEntropy": _every_square("123", "456", "789"),
    "GlobalMod": _every_square("147", "258", "369"),
    "WhiteDot": _adjacent("white"),
    "BlackDot": _adjacent("black"),
    "X": _adjacent("xv X"),
    "V": _adjacent("xv V"),
    "GreaterThan": _adjacent("greater"),
    "Quad": _quad,
    "ContainAtLeast": _contains,
    "ContainExact": _contains_exactly,
    "Thermo": _line_of_cells("thermo"),
    "Arrow": _arrow,
    "PillArrow": _pill,
    "DoubleArrow": _cells("double-arrow"),
    "Whisper": _numbered("whispers"),
    "Renban": _line_of_cells("renban"),
    "Palindrome": _line_of_cells("palindrome"),
    "Between": _cells("between"),
    "Lockout": _numbered("lockout"),
    "RegionSumLine": _region_sum,
    "Zipper": _cells("zipper"),
    "Entropic": _cells("entropic"),
    "Modular": _modular,
    "SumLine": _sum_line,
    "SameValues": _same,
    "CountingCircles": _cells("counting-circles"),
    "Indexing": _indexing,
    "LookAndSay": _look_and_say,
    "ValueIndexing": _value_indexing,
    "Pair": _pair("", CODE),
    "PairX": _pair("all ", CODE),
    "Binary": _pair("", CODE.replace("-_", "_-")),
    "BinaryX": _pair("all ", CODE.replace("-_", "_-")),
    "Regex": _pattern,
}
