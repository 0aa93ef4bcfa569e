"""The table of f-puzzles' clues: how the entries of each key are read, and written.

An entry is read as the JSON forms of rules. What no rule expresses raises Unsaid, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.formats.links.f_puzzles_grid import Data, names_of, place_of, whole
from cpsudoku.formats.links.outside import DIAGONAL, STRAIGHT, Place, cells_ahead, place_that_sees
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError, quoted

_DIRECTIONS: dict[str, Place] = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
_SIGNS = {5: "V", 10: "X"}


@dataclass(frozen=True)
class FPuzzlesEntry:
    """An entry of a key while it is read; its methods raise InputError for another form."""

    key: str
    data: Data
    board: Board

    def cells(self, key: str = "cells") -> list[str]:
        """The names of its cells."""
        return cells_of(self.data.get(key), key, self.board)

    def lines(self) -> Iterator[list[str]]:
        """Its lines of two cells or more."""
        found = self.data.get("lines") or []
        if not isinstance(found, list):
            raise InputError(f"'lines' is {quoted(found)}, not a list of lines")
        for line in found:
            cells = cells_of(line, "lines", self.board)
            if len(cells) > 1:
                yield cells

    def ahead(self, place: Place, step: Place) -> list[str]:
        """The names of the cells that are seen from a place."""
        return [self.board.cell_name(cell) for cell in cells_ahead(self.board, place, step)]

    def place(self) -> Place:
        """Its place, which may be outside the grid."""
        place = place_of(self.data.get("cell"))
        if place is None:
            raise InputError(f"{quoted(self.data.get('cell'))} is not a cell such as R0C1")
        return place

    def number(self, usual: int | None = None) -> int | None:
        """Its value, or the usual one; raises Unsaid for a text."""
        value = self.data.get("value")
        if value in (None, ""):
            return usual
        number = whole(value)
        if number is None:
            raise Unsaid(f"the text {quoted(value)}")
        return number


def cells_of(found: Any, key: str, board: Board) -> list[str]:
    """The names of cells as our JSON has them; raises InputError."""
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise InputError(f"{key!r} is {quoted(found)}, not a list of cells such as R1C1")
    if len(found) > 2 * len(board):
        raise InputError(f"{key!r} lists {len(found):,} cells; the board has {len(board)}")
    return [board.cell_name(board.cell_named(each)) for each in found]


Form = tuple[str, Data]  # the name of a rule, and its JSON form
Reader = Callable[[FPuzzlesEntry], Iterator[Form]]
Writer = Callable[[Any], list[Data]]


@dataclass(frozen=True)
class FPuzzlesClue:
    """A key, and the rules that are written as its entries; blanks separate several."""

    key: str
    rules: str
    read: Reader
    write: Writer


# The kinds of clues


def _lines(
    key: str,
    rule: str,
    more: Callable[[FPuzzlesEntry], Data] = lambda entry: {},
    value: Callable[[Any], Data] = lambda rule: {},
    writes: bool = True,
) -> FPuzzlesClue:
    """A rule for each line. ``more`` is the rest of its JSON form, ``value`` that of its entry."""

    def read(entry: FPuzzlesEntry) -> Iterator[Form]:
        found = more(entry)
        return ((rule, {"cells": line, **found}) for line in entry.lines())

    def write(rule: Any) -> list[Data]:
        return [{"lines": [names_of(rule.board, rule.cells)], **value(rule)}]

    return FPuzzlesClue(key, rule if writes else "", read, write)


def _cells(key: str, rule: str, name: str) -> FPuzzlesClue:
    """A rule with cells in a field of this name."""
    return FPuzzlesClue(
        key,
        rule,
        lambda entry: iter([(rule, {name: entry.cells()})]),
        lambda rule: [{"cells": names_of(rule.board, getattr(rule, name))}],
    )


def _mark(key: str, rule: str, name: str, usual: int | None = None) -> FPuzzlesClue:
    """A dot or a sign between two cells. The usual number of a dot is left out."""

    def read(entry: FPuzzlesEntry) -> Iterator[Form]:
        value = entry.data.get("value")
        cells = entry.cells()
        if value not in (None, ""):
            number = whole(value)
            yield rule, {"cells": cells, name: str(value).strip() if number is None else number}
        elif usual is not None:
            yield rule, {"cells": cells}

    def write(rule: Any) -> list[Data]:
        number = getattr(rule, name)
        sign = str(number) if usual is not None else _SIGNS.get(number)
        if sign is None:
            raise Unsaid(f"with the sum {number}")
        value = {} if number == usual else {"value": sign}
        return [{"cells": names_of(rule.board, rule.cells), **value}]

    return FPuzzlesClue(key, rule, read, write)


def _straight(key: str, rule: str) -> FPuzzlesClue:
    """A number at the end of a row or column."""

    def read(entry: FPuzzlesEntry) -> Iterator[Form]:
        r, c = entry.place()
        value, n = entry.number(), entry.board.size
        steps = {r == -1: (1, 0), r == n: (-1, 0), c == -1: (0, 1), c == n: (0, -1)}
        if value is not None:
            cells = entry.ahead((r, c), steps[True]) if True in steps else []
            if not cells:
                found = quoted(entry.data.get("cell"))
                raise InputError(f"{found} is not next to a row or column")
            yield rule, {"cells": cells, "clue": value}

    def write(rule: Any) -> list[Data]:
        return [{"cell": _place_of(rule, STRAIGHT)[0], "value": str(rule.clue)}]

    return FPuzzlesClue(key, rule, read, write)


def _place_of(rule: Any, steps: Sequence[Place]) -> tuple[str, Place]:
    """The name of the place outside that sees the cells of a rule, and the step from there."""
    (r, c), step = place_that_sees(rule, steps)
    return f"R{r + 1}C{c + 1}", step


# What is special about a single clue


def _read_cage(entry: FPuzzlesEntry) -> Iterator[Form]:
    """Its text is the sum if it is a number other than 0."""
    value = entry.data.get("value")
    total = whole(value)
    yield "killer", {"cells": entry.cells()} | ({"sum": total} if total else {})
    if total is None and value not in (None, ""):
        raise Unsaid(f"the text {quoted(value)}")


def _write_cage(rule: Any) -> list[Data]:
    if rule.sum == 0:
        raise Unsaid("with the sum 0")
    value = {} if rule.sum is None else {"value": str(rule.sum)}
    return [{"cells": names_of(rule.board, rule.cells), **value}]


def _read_arrows(entry: FPuzzlesEntry) -> Iterator[Form]:
    """An arrow for each line; its first cell is in the circle."""
    circle = entry.cells()
    if not entry.data.get("lines"):
        raise Unsaid("a circle without an arrow")
    for line in entry.lines():
        yield "arrow", {"circle": circle, "line": line[1:]}


def _write_arrow(rule: Any) -> list[Data]:
    """Its line begins in the circle, at the cell that it touches."""
    if set(rule.circle) & set(rule.line):
        raise Unsaid("whose line returns to its circle")
    line = names_of(rule.board, [rule.start, *rule.line])
    return [{"lines": [line], "cells": names_of(rule.board, rule.circle)}]


def _read_clone(entry: FPuzzlesEntry) -> Iterator[Form]:
    yield "clone", {"groups": [entry.cells(), entry.cells("cloneCells")]}


def _write_clone(rule: Any) -> list[Data]:
    """The first group with each of the others."""
    if rule.order == "any-order":
        raise Unsaid("in any order")
    first, *others = (names_of(rule.board, group) for group in rule.groups)
    return [{"cells": first, "cloneCells": other} for other in others]


def _read_quadruple(entry: FPuzzlesEntry) -> Iterator[Form]:
    values = entry.data.get("values") or []
    numbers = [whole(each) for each in values] if isinstance(values, list) else [None]
    if None in numbers:
        raise Unsaid(f"the values {quoted(values)}")
    if numbers:
        yield "quadruple", {"values": numbers, "cells": entry.cells()}


def _write_quadruple(rule: Any) -> list[Data]:
    return [{"cells": names_of(rule.board, rule.cells), "values": list(rule.values)}]


def _read_region(entry: FPuzzlesEntry) -> Iterator[Form]:
    """A single cell has no effect."""
    cells = entry.cells()
    if len(cells) > 1:
        yield "region", {"cells": cells}


def _write_regions(rule: Any) -> list[Data]:
    regions = [house.cells for house in rule.houses()] if rule.name == "windows" else [rule.cells]
    return [{"cells": names_of(rule.board, cells)} for cells in regions]


def _whispers(below_half: int | None) -> Callable[[FPuzzlesEntry], Data]:
    """The difference of an entry, or the usual one: this much below half of the digits."""

    def more(entry: FPuzzlesEntry) -> Data:
        half = (entry.board.size + 1) // 2
        value = entry.number(None if below_half is None else half - below_half)
        return {} if value is None else {"difference": value}

    return more


def _difference(rule: Any) -> Data:
    return {} if rule.difference is None else {"value": str(rule.difference)}


def _usual_difference(rule: Any) -> Data:
    if rule.difference not in (None, rule.board.size // 2):
        raise Unsaid(f"with the difference {rule.difference}")
    return {}


def _read_little_killer(entry: FPuzzlesEntry) -> Iterator[Form]:
    """A clue without a number, or with 0, has no effect."""
    value = entry.number()
    if not value:
        return
    direction = entry.data.get("direction")
    step = _DIRECTIONS.get(str(direction))
    if step is None:
        known = ", ".join(_DIRECTIONS)
        raise InputError(f"the direction is {quoted(direction)}, not one of {known}")
    cells = entry.ahead(entry.place(), step)
    if not cells:
        raise InputError(f"no cell is {direction} of {quoted(entry.data.get('cell'))}")
    yield "little-killer", {"cells": cells, "clue": value}


def _write_little_killer(rule: Any) -> list[Data]:
    if not rule.clue:
        raise Unsaid("with the sum 0")
    start, step = _place_of(rule, DIAGONAL)
    direction = next(name for name, each in _DIRECTIONS.items() if each == step)
    clue = {"cells": names_of(rule.board, rule.cells), "direction": direction}
    return [{"cell": start, "value": str(rule.clue), **clue}]


CLUES = (
    FPuzzlesClue("killercage", "killer", _read_cage, _write_cage),
    FPuzzlesClue("arrow", "arrow", _read_arrows, _write_arrow),
    FPuzzlesClue("clone", "clone", _read_clone, _write_clone),
    FPuzzlesClue("quadruple", "quadruple", _read_quadruple, _write_quadruple),
    FPuzzlesClue("extraregion", "region windows", _read_region, _write_regions),
    _lines("thermometer", "thermo"),
    _lines("slowthermometer", "slow-thermo"),
    _lines("palindrome", "palindrome"),
    _lines("renban", "renban"),
    _lines("whispers", "whispers", _whispers(None), _difference),
    _lines("germanwhispers", "whispers", _whispers(0), writes=False),
    _lines("dutchwhispers", "whispers", _whispers(1), writes=False),
    _lines("regionsumline", "region-sum"),
    _lines("betweenline", "between"),
    _lines("entropicline", "entropic"),
    _lines("modularline", "modular"),
    _lines("parity", "modular", lambda entry: {"modulus": 2}, writes=False),
    _lines("nabner", "nabner"),
    _lines("doublearrow", "double-arrow"),
    _lines("zipperline", "zipper"),
    _lines("lockout", "lockout", value=_usual_difference),
    _cells("rowindexer", "row-indexer", "indexers"),
    _cells("columnindexer", "column-indexer", "indexers"),
    _cells("boxindexer", "box-indexer", "indexers"),
    _mark("difference", "white", "difference", 1),
    _mark("ratio", "black", "ratio", 2),
    _mark("xv", "xv", "sum"),
    _straight("sandwichsum", "sandwich"),
    _straight("xsum", "x-sum"),
    _straight("skyscraper", "skyscraper"),
    FPuzzlesClue("littlekillersum", "little-killer", _read_little_killer, _write_little_killer),
)
READ = {clue.key: clue for clue in CLUES}
_WRITTEN = {rule: clue for clue in CLUES for rule in clue.rules.split()}

# Keys whose entries are single cells or lists of cells, which make one rule together: the rule,
# and its field.
CELLS = {
    "odd": ("odd", "cells"),
    "even": ("even", "cells"),
    "minimum": ("minimum", "at"),
    "maximum": ("maximum", "at"),
}
# Keys that are true or false.
FLAGS = {
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    "disjointgroups": "disjoint-groups",
    "nonconsecutive": "non-consecutive",
}
NEGATIVES = {"ratio": "black", "xv": "xv"}


def entries_of(rule: Any) -> tuple[str, list[Data]]:
    """The key of a rule, and its entries there; raises Unsaid."""
    for key, (name, field) in CELLS.items():
        if rule.name == name:
            return key, [{"cell": cell} for cell in names_of(rule.board, getattr(rule, field))]
    if rule.name == "modular" and rule.modulus != 3:
        if rule.modulus != 2:
            raise Unsaid("with another number than 2 and 3")
        return "parity", READ["parity"].write(rule)
    clue = _WRITTEN.get(rule.name)
    if clue is None:
        raise Unsaid
    return clue.key, clue.write(rule)
