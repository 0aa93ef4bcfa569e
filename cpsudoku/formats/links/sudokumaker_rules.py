"""The constraints of SudokuMaker as lines of rules, or as names if no line expresses them.

Cells are numbered in reading order. With ``width`` w, edge ``2wr+c+1`` is right of cell (r, c) and
``2wr+c+w`` below it. A place outside is ``(w+2)(r+1)+c+1``, where row and column begin at -1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.lines.classes import modulo, third
from cpsudoku.formats.links.counting import exactly
from cpsudoku.formats.links.outside import cells_ahead
from cpsudoku.runtime.errors import InputError, quoted

Line = tuple[bool, str]  # a line of rules, or the name of a part that is not interpreted


@dataclass(frozen=True)
class Element:
    """A constraint of SudokuMaker on a board."""

    data: dict[str, Any]
    board: Board

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.board.width

    def cells(self, numbers: Any) -> str:
        """The names of cells."""
        if not isinstance(numbers, list) or not all(
            isinstance(n, int) and 0 <= n < len(self.board) for n in numbers
        ):
            raise InputError(f"cells are {quoted(numbers)}; needs numbers below {len(self.board)}")
        return " ".join(map(self.board.cell_name, numbers))

    def lists(self, key: str) -> list[Any]:
        """A list of the constraint."""
        found = self.data.get(key)
        return found if isinstance(found, list) else []

    def pair(self, edge: int) -> str:
        """The two cells at an edge."""
        r, rest = divmod(int(edge), 2 * self.width)
        if rest < self.width:
            return self.cells([r * self.width + rest - 1, r * self.width + rest])
        return self.cells(
            [r * self.width + rest - self.width, (r + 1) * self.width + rest - self.width]
        )

    def outside(self, number: int) -> tuple[int, int]:
        """The row and column of a place outside the grid, counted from -1."""
        r, c = divmod(int(number), self.width + 2)
        return r - 1, c - 1

    def seen(self, number: int, down: int = 0, across: int = 0) -> str:
        """The cells that a place outside the grid sees: a row, a column or a diagonal."""
        r, c = self.outside(number)
        if not down and not across:
            down = (r == -1) - (r == self.board.height)
            across = 0 if down else (c == -1) - (c == self.width)
        found = cells_ahead(self.board, (r, c), (down, across))
        if not found:
            raise InputError(f"no cells are seen from the place {number} outside")
        return self.cells(list(found))


def lines_of(element: Element) -> Iterator[Line]:
    """The lines of a constraint, and the names of the parts that they do not express."""
    kind = element.data.get("type")
    if kind in _IGNORED:
        return
    if kind in _READERS:
        yield from _READERS[kind](element)
        return
    definition = element.data.get("definition")
    name = element.data.get("name") or (
        definition.get("name") if isinstance(definition, dict) else None
    )
    if kind == _CUSTOM:
        yield False, f"custom rule {quoted(str(name or 'without a name'))} (JavaScript)"
    elif kind in _NAMED:
        yield False, _NAMED[kind]
    else:
        yield False, f"rule of type {quoted(kind)}"


Reader = Callable[[Element], Iterator[Line]]


def _everywhere(line: str) -> Reader:
    def read(element: Element) -> Iterator[Line]:
        yield True, line

    return read


def _cells(rule: str) -> Reader:
    def read(element: Element) -> Iterator[Line]:
        if element.lists("cells"):
            yield True, f"{rule}: {element.cells(element.lists('cells'))}"

    return read


def _each(rule: str, key: str = "lines") -> Reader:
    def read(element: Element) -> Iterator[Line]:
        for cells in element.lists(key):
            yield True, f"{rule}: {element.cells(cells)}"

    return read


def _whispers(element: Element) -> Iterator[Line]:
    least = element.data.get("minDifference")
    yield from _each(f"whispers {least if isinstance(least, int) else ''}")(element)


def _thermometers(element: Element) -> Iterator[Line]:
    rule = "slow-thermo" if element.data.get("slow") is True else "thermo"
    yield from _each(rule, "thermometers")(element)


def _marks(rule: str, usual: tuple[int, ...], noun: str) -> Reader:
    """Marks on edges, and the rule that all marks are given."""

    def read(element: Element) -> Iterator[Line]:
        values = set(usual)
        for clue in element.lists("clues"):
            value = clue.get("value") or usual[0]
            values.add(value)
            yield True, f"{rule} {value}: {element.pair(clue['edge'])}"
        negative = set(element.lists("negative"))
        override = [value for key, value in element.data.items() if key.startswith("override")]
        if negative and (negative != values or False in override):
            yield False, f"negative {noun} {', '.join(map(str, sorted(negative)))}"
        elif negative:
            yield True, f"negative {rule}"

    return read


def _cages(element: Element) -> Iterator[Line]:
    for cage in element.lists("cages"):
        yield True, f"killer {cage.get('value') or ''}: {element.cells(cage['cells'])}"


def _clones(element: Element) -> Iterator[Line]:
    """Each group lists the cells that hold the same digit, one of each clone."""
    groups = [group for group in element.lists("groups") if len(group) > 1]
    shapes = list(zip(*groups, strict=False))
    is_whole = len({len(group) for group in groups}) == 1
    if is_whole and all(len(set(shape)) == len(shape) for shape in shapes):
        yield True, f"clone: {' = '.join(element.cells(list(shape)) for shape in shapes)}"
        return
    for group in groups:
        yield True, f"clone: {' = '.join(element.cells([cell]) for cell in group)}"


def _quadruples(element: Element) -> Iterator[Line]:
    for clue in element.lists("clues"):
        r, c = divmod(int(clue["corner"]), element.width + 1)
        around = [(r + down, c + across) for down in (-1, 0) for across in (-1, 0)]
        if not all(place in element.board.cell_at for place in around):
            raise InputError(f"four cells do not meet at corner {quoted(clue['corner'])}")
        cells = element.cells([element.board.cell_at[place] for place in around])
        if clue.get("digits"):
            yield True, f"quadruple {','.join(map(str, clue['digits']))}: {cells}"


def _look_and_say(element: Element) -> Iterator[Line]:
    """``1522`` means one 5 and two 2s."""
    for cage in element.lists("cages"):
        clue = str(cage.get("value") or "")
        is_long = len(clue) > 2 * len(element.board.values)
        if is_long or not clue.isdecimal() or len(clue) % 2 or element.board.values[-1] > 9:
            yield False, f"look-and-say cage {quoted(clue)}"
            continue
        for count, value in zip(clue[::2], clue[1::2], strict=True):
            yield True, exactly(value, int(count), element.cells(cage["cells"]))


def _lockouts(element: Element) -> Iterator[Line]:
    yield from _each(f"lockout {max(1, element.board.size // 2)}")(element)


def _region_sums(element: Element) -> Iterator[Line]:
    if element.data.get("singleRegionTotals") is True and element.lists("lines"):
        yield False, "region sum lines with one total for each region"
    else:
        yield from _each("region-sum")(element)


def _groups(element: Element) -> Iterator[Line]:
    """Groups of digits that take turns: those of an entropic or a modular line, or any others."""
    values, size = element.board.values, len(element.board.values)
    groups = {frozenset(v for v in values if mask >> v & 1) for mask in element.lists("groups")}
    if groups == _classes(values, third(size, values[0])) and len(groups) == 3:
        yield from _each("entropic")(element)
        return
    for number in range(2, size + 1):
        if groups == _classes(values, modulo(number)):
            yield from _each(f"modular {number}")(element)
            return
    if element.lists("lines"):
        yield False, "lines of groups of digits"


def _classes(values: Sequence[int], class_of: Callable[[int], int]) -> set[frozenset[int]]:
    """The sets of values of one class."""
    found = {class_of(value) for value in values}
    return {frozenset(v for v in values if class_of(v) == each) for each in found}


def _arrows(element: Element) -> Iterator[Line]:
    for each in element.lists("bulbsWithArrows"):
        bulb = list(reversed(each["bulbCells"]))  # SudokuMaker has the units first
        for arrow in each["arrows"]:
            cells = arrow[1:] if arrow and arrow[0] in bulb else arrow
            yield True, f"arrow: {element.cells(bulb)} = {element.cells(cells)}"


def _outside(rule: str) -> Reader:
    def read(element: Element) -> Iterator[Line]:
        for clue in element.lists("clues"):
            if isinstance(clue.get("value"), int):
                yield True, f"{rule} {clue['value']}: {element.seen(clue['outerCell'])}"

    return read


def _little_killers(element: Element) -> Iterator[Line]:
    for clue in element.lists("clues"):
        r, c = element.outside(clue["outerCell"])
        rising = clue.get("diagonal") == 1
        steps: Sequence[tuple[int, int]] = ((-1, 1), (1, -1)) if rising else ((1, 1), (-1, -1))
        for down, across in steps:
            if clue.get("value") and (r + down, c + across) in element.board.cell_at:
                cells = element.seen(clue["outerCell"], down, across)
                yield True, f"little-killer {clue['value']}: {cells}"


_CUSTOM = 1000
REGIONS, ROWS_AND_COLUMNS = 1, 2003
_IGNORED = (0, REGIONS, ROWS_AND_COLUMNS)  # they and the givens are read with the board
_NAMED = {
    16: "groups of digits in every 2x2 square",
    2000: "lines (drawing)",
    2001: "cages (drawing)",
    2002: "symbols (drawing)",
    4000: "fog lights",
    4001: "fog triggers",
}
_READERS: dict[Any, Reader] = {
    10: _everywhere("diagonals falling"),
    11: _everywhere("diagonals rising"),
    12: _everywhere("anti-king"),
    13: _everywhere("anti-knight"),
    14: _everywhere("disjoint-groups"),
    15: _everywhere("non-consecutive"),
    100: _cells("even"),
    101: _cells("odd"),
    102: _cells("maximum"),
    103: _cells("minimum"),
    200: _marks("white", (1,), "differences"),
    201: _marks("black", (2,), "ratios"),
    202: _marks("xv", (10, 5), "sums"),
    300: _thermometers,
    301: _cages,
    302: _clones,
    303: _quadruples,
    304: _look_and_say,
    305: _cells("region"),
    306: _cells("counting-circles"),
    400: _each("renban"),
    401: _whispers,
    402: _each("palindrome"),
    403: _each("between"),
    404: _region_sums,
    405: _each("sequence"),
    406: _groups,
    407: _lockouts,
    408: _arrows,
    409: _each("double-arrow"),
    500: _little_killers,
    501: _outside("sandwich"),
    502: _outside("x-sum"),
    503: _outside("skyscraper"),
    504: _outside("numbered-room"),
    600: _cells("row-indexer"),
    601: _cells("column-indexer"),
}
