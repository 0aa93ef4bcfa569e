"""The table of f-puzzles' clues: how each key is read, and written.

A clue is read as the JSON forms of rules, and written as entries of keys. What no rule expresses
raises Unsaid, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cpsudoku.formats.links.calculations import calculation_of, calculation_text
from cpsudoku.formats.links.dialect import Dialect, LinkClue
from cpsudoku.formats.links.f_puzzles_entry import FPuzzlesEntry
from cpsudoku.formats.links.f_puzzles_grid import names_of
from cpsudoku.formats.links.json_place import whole_number
from cpsudoku.formats.links.outside import (
    DIAGONAL,
    STRAIGHT,
    Place,
    cells_ahead,
    cells_straight_ahead,
    place_that_sees,
)
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.formats.links.written_parts import groups_of_clone, refuse_no_sum, regions_of, way_of
from cpsudoku.runtime.errors import quoted
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from cpsudoku.core.constraints.base import Constraint
    from cpsudoku.core.constraints.cages.clone import Clone
    from cpsudoku.core.constraints.cages.killer import KillerCage
    from cpsudoku.core.constraints.cells.quadruple import Quadruple
    from cpsudoku.core.constraints.lines.arrow import Arrow
    from cpsudoku.core.constraints.lines.classes import ModularLine
    from cpsudoku.core.constraints.lines.lockout import Lockout
    from cpsudoku.core.constraints.lines.whispers import Whispers
    from cpsudoku.core.constraints.outside.clue import OutsideClue
    from cpsudoku.core.constraints.outside.little_killer import LittleKiller
    from cpsudoku.core.constraints.pairs.negative import Negative
    from cpsudoku.core.constraints.regions.all_different import AllDifferent
    from cpsudoku.core.constraints.regions.diagonals import Diagonals
    from cpsudoku.core.constraints.regions.windows import Windows


_DIRECTIONS: dict[str, Place] = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
_SIGNS = {5: "V", 10: "X"}
_NEGATIVES = {"ratio": "black", "xv": "xv"}


Form = tuple[str, JsonObject]  # the name of a rule, and its JSON form
Written = tuple[str, object]  # a key, and an entry of its list or True
Clue = LinkClue[str, FPuzzlesEntry, Form, Written]
Reader = Callable[[FPuzzlesEntry], Iterable[Form]]


def _entries(
    key: str, rules: str, read: Reader, write: Callable[[Any], Iterable[JsonObject]]
) -> Clue:
    """A key with a list of objects."""
    return Clue(key, rules, read, lambda rule: [(key, entry) for entry in write(rule)])


# The kinds of clues


def _flag(key: str, rule: str) -> Clue:
    """A key that is true or false."""

    def read(grid: FPuzzlesEntry) -> Iterator[Form]:
        if grid.place[key].value:
            yield rule, {}

    return Clue(key, rule, read, lambda _: [(key, True)])


def _marked(key: str, field: str = "cells") -> Clue:
    """A key whose entries are single cells or lists of cells, which make one rule together."""

    def read(grid: FPuzzlesEntry) -> Iterator[Form]:
        cells: list[str] = []
        for place in grid.place[key].objects():
            each = FPuzzlesEntry(place, grid.board, grid.named)
            cells += each.cells() if "cells" in place.object() else [each.cell(place["cell"])]
        if cells:
            yield key, {field: list(dict.fromkeys(cells))}

    def write(rule: Constraint) -> list[JsonObject]:
        return [{"cell": name} for name in names_of(rule.board, getattr(rule, field))]

    return _entries(key, key, read, write)


def _lines(
    key: str,
    rule: str,
    more: Callable[[FPuzzlesEntry], JsonObject] = lambda entry: {},
    value: Callable[[Any], JsonObject] = lambda rule: {},
    writes: bool = True,
) -> Clue:
    """A rule for each line. ``more`` is the rest of its JSON form, ``value`` that of its entry."""

    def read(entry: FPuzzlesEntry) -> Iterator[Form]:
        found = more(entry)
        return ((rule, {"cells": line, **found}) for line in entry.lines())

    def write(rule: Constraint) -> list[JsonObject]:
        return [{"lines": [names_of(rule.board, rule.cells)], **value(rule)}]

    return _entries(key, rule if writes else "", read, write)


def _cells(key: str, rule: str, field: str) -> Clue:
    """A rule with cells in this field."""
    return _entries(
        key,
        rule,
        lambda entry: [(rule, {field: entry.cells()})],
        lambda rule: [{"cells": names_of(rule.board, getattr(rule, field))}],
    )


def _mark(key: str, rule: str, field: str, usual: int | None = None) -> Clue:
    """A dot or a sign between two cells. The usual number of a dot is left out."""

    def read(entry: FPuzzlesEntry) -> Iterator[Form]:
        value, cells = entry.place["value"].value, entry.cells()
        if value not in (None, ""):
            number = whole_number(value)
            yield rule, {"cells": cells, field: str(value).strip() if number is None else number}
        elif usual is not None:
            yield rule, {"cells": cells}

    def write(rule: Constraint) -> list[JsonObject]:
        number = getattr(rule, field)
        sign = str(number) if usual is not None else _SIGNS.get(number)
        if sign is None:
            raise Unsaid("with the sum {number}", number=number)
        value = {} if number == usual else {"value": sign}
        return [{"cells": names_of(rule.board, rule.cells), **value}]

    return _entries(key, rule, read, write)


def _straight(key: str, rule: str) -> Clue:
    """A number at the end of a row or column."""

    def read(entry: FPuzzlesEntry) -> Iterator[Form]:
        place, value = entry.outside(), entry.number()
        if value is not None:
            cells = cells_straight_ahead(entry.board, place)
            if not cells:
                raise entry.place["cell"].not_allowed(worded("next to a row or column"))
            yield rule, {"cells": names_of(entry.board, cells), "clue": value}

    def write(rule: OutsideClue) -> list[JsonObject]:
        return [{"cell": _outside(rule, STRAIGHT)[0], "value": str(rule.clue)}]

    return _entries(key, rule, read, write)


def _outside(rule: Constraint, steps: Sequence[Place]) -> tuple[str, Place]:
    """The name of the place outside that sees the cells of a rule, and the step from there."""
    (r, c), step = place_that_sees(rule, steps)
    return f"R{r + 1}C{c + 1}", step


# What is special about a single clue


def _read_diagonals(grid: FPuzzlesEntry) -> Iterator[Form]:
    keys = {"rising": "diagonal+", "falling": "diagonal-"}
    which = [name for name, key in keys.items() if grid.place[key].value]
    if which:
        yield "diagonals", {"which": which[0]} if len(which) == 1 else {}


def _write_diagonals(rule: Diagonals) -> list[Written]:
    keys = {"rising": ["diagonal+"], "falling": ["diagonal-"], "both": ["diagonal+", "diagonal-"]}
    return [(key, True) for key in keys[rule.which]]


def _read_negative(grid: FPuzzlesEntry) -> Iterator[Form]:
    """The marks whose absence means something."""
    places = grid.place["negative"].items_if_any()
    for place in places:
        if not isinstance(place.value, str):
            raise place.not_allowed(worded("a name such as xv"))
    names = [place.value for place in places]
    grid.named.extend(f"negative {quoted(name)}" for name in names if name not in _NEGATIVES)
    known = dict.fromkeys(_NEGATIVES[name] for name in names if name in _NEGATIVES)
    if known:
        yield "negative", {"marks": list(known)}


def _write_negative(rule: Negative) -> Iterator[Written]:
    """That all white dots of difference 1 are given is the non-consecutive rule."""
    keys = {rule: key for key, rule in _NEGATIVES.items()}
    for ban in rule.bans:
        if ban.mark == "white" and ban.numbers != (1,):
            raise Unsaid("with other differences than 1")
        yield ("negative", keys[ban.mark]) if ban.mark in keys else ("nonconsecutive", True)


def _read_cage(entry: FPuzzlesEntry) -> Iterator[Form]:
    """Its text is the sum if it is a number other than 0, or a calculation."""
    value = entry.place["value"].value
    total = whole_number(value)
    yield "killer", {"cells": entry.cells()} | ({"sum": total} if total else {})
    if calculation_of(value) is not None:
        yield from _read_calculation(entry)
    elif total is None and value not in (None, ""):
        raise Unsaid("the text {text}", text=quoted(value))


def _read_calculation(entry: FPuzzlesEntry) -> Iterator[Form]:
    """A cage of KenKen. Any other cage of this key is a drawing."""
    found = calculation_of(entry.place["value"].value)
    if found is not None:
        rule, number = found
        cells, field = ("terms", "total") if rule == "sum" else ("cells", rule)
        yield rule, {cells: entry.cells(), field: number}


def _write_calculation(rule: Constraint) -> list[JsonObject]:
    shape = {"outlineC": "#000000", "fontC": "#000000", "value": calculation_text(rule)}
    return [{"cells": names_of(rule.board, rule.cells), **shape}]


def _write_cage(rule: KillerCage) -> list[JsonObject]:
    refuse_no_sum(rule.sum)
    value = {} if rule.sum is None else {"value": str(rule.sum)}
    return [{"cells": names_of(rule.board, rule.cells), **value}]


def _read_arrows(entry: FPuzzlesEntry) -> Iterator[Form]:
    """An arrow for each line; its first cell is in the circle."""
    circle = entry.cells()
    if not entry.place["lines"].value:
        raise Unsaid("a circle without an arrow")
    for line in entry.lines():
        yield "arrow", {"circle": circle, "line": line[1:]}


def _write_arrow(rule: Arrow) -> list[JsonObject]:
    line = names_of(rule.board, way_of(rule))
    return [{"lines": [line], "cells": names_of(rule.board, rule.circle)}]


def _read_clone(entry: FPuzzlesEntry) -> Iterator[Form]:
    yield "clone", {"groups": [entry.cells(), entry.cells("cloneCells")]}


def _write_clone(rule: Clone) -> list[JsonObject]:
    """The first group with each of the others."""
    first, *others = (names_of(rule.board, group) for group in groups_of_clone(rule))
    return [{"cells": first, "cloneCells": other} for other in others]


def _read_quadruple(entry: FPuzzlesEntry) -> Iterator[Form]:
    values = entry.place["values"].value or []
    numbers = [whole_number(each) for each in values] if isinstance(values, list) else [None]
    if None in numbers:
        raise Unsaid("the values {values}", values=quoted(values))
    if numbers:
        yield "quadruple", {"values": numbers, "cells": entry.cells()}


def _write_quadruple(rule: Quadruple) -> list[JsonObject]:
    return [{"cells": names_of(rule.board, rule.cells), "values": list(rule.values)}]


def _read_region(entry: FPuzzlesEntry) -> Iterator[Form]:
    """A single cell has no effect."""
    cells = entry.cells()
    if len(cells) > 1:
        yield "region", {"cells": cells}


def _write_regions(rule: AllDifferent | Windows) -> list[JsonObject]:
    return [{"cells": names_of(rule.board, cells)} for cells in regions_of(rule)]


def _difference_of(below_half: int | None) -> Callable[[FPuzzlesEntry], JsonObject]:
    """The difference of an entry, or the usual one: this much below half of the digits."""

    def more(entry: FPuzzlesEntry) -> JsonObject:
        half = (entry.board.size + 1) // 2
        value = entry.number(None if below_half is None else half - below_half)
        return {} if value is None else {"difference": value}

    return more


def _difference(rule: Whispers) -> JsonObject:
    return {} if rule.difference is None else {"value": str(rule.difference)}


def _usual_difference(rule: Lockout) -> JsonObject:
    if rule.difference not in (None, rule.board.size // 2):
        raise Unsaid("with the difference {difference}", difference=rule.difference)
    return {}


def _modulus(number: int) -> Callable[[ModularLine], JsonObject]:
    """The check that a modular line has this number, which its key implies."""

    def value(rule: ModularLine) -> JsonObject:
        if rule.modulus != number:
            raise Unsaid("with another number than 2 and 3")
        return {}

    return value


def _read_little_killer(entry: FPuzzlesEntry) -> Iterator[Form]:
    """A clue without a number, or with 0, has no effect."""
    value, direction = entry.number(), entry.place["direction"]
    if not value:
        return
    step = _DIRECTIONS.get(str(direction.value))
    if step is None:
        raise direction.not_allowed(worded("one of {allowed}", allowed=", ".join(_DIRECTIONS)))
    cells = cells_ahead(entry.board, entry.outside(), step)
    if not cells:
        raise entry.place["cell"].not_allowed(
            worded("a place with cells {direction} of it", direction=direction.value)
        )
    yield "little-killer", {"cells": names_of(entry.board, cells), "clue": value}


def _write_little_killer(rule: LittleKiller) -> list[JsonObject]:
    refuse_no_sum(rule.clue)
    start, step = _outside(rule, DIAGONAL)
    direction = next(name for name, each in _DIRECTIONS.items() if each == step)
    clue = {"cells": names_of(rule.board, rule.cells), "direction": direction}
    return [{"cell": start, "value": str(rule.clue), **clue}]


# Keys of the whole grid, which are read from the whole object. Blanks separate several keys.
WHOLE = (
    Clue("diagonal+ diagonal-", "diagonals", _read_diagonals, _write_diagonals),
    _flag("antiknight", "anti-knight"),
    _flag("antiking", "anti-king"),
    _flag("disjointgroups", "disjoint-groups"),
    _flag("nonconsecutive", "non-consecutive"),
    Clue("negative", "negative", _read_negative, lambda rule: list(_write_negative(rule))),
)
# Keys with a list of entries, each of which is read by itself.
LISTS = (
    _entries("killercage", "killer", _read_cage, _write_cage),
    _entries("cage", "product difference quotient sum", _read_calculation, _write_calculation),
    _entries("arrow", "arrow", _read_arrows, _write_arrow),
    _entries("clone", "clone", _read_clone, _write_clone),
    _entries("quadruple", "quadruple", _read_quadruple, _write_quadruple),
    _entries("extraregion", "region windows", _read_region, _write_regions),
    _lines("thermometer", "thermo"),
    _lines("slowthermometer", "slow-thermo"),
    _lines("palindrome", "palindrome"),
    _lines("renban", "renban"),
    _lines("whispers", "whispers", _difference_of(None), _difference),
    _lines("germanwhispers", "whispers", _difference_of(0), writes=False),
    _lines("dutchwhispers", "whispers", _difference_of(1), writes=False),
    _lines("regionsumline", "region-sum"),
    _lines("betweenline", "between"),
    _lines("entropicline", "entropic"),
    _lines("modularline", "modular", value=_modulus(3)),
    _lines("parity", "modular", lambda entry: {"modulus": 2}, _modulus(2)),
    _lines("nabner", "nabner"),
    _lines("doublearrow", "double-arrow"),
    _lines("zipperline", "zipper"),
    _lines("lockout", "lockout", _difference_of(None), _usual_difference),
    _cells("rowindexer", "row-indexer", "indexers"),
    _cells("columnindexer", "column-indexer", "indexers"),
    _cells("boxindexer", "box-indexer", "indexers"),
    _mark("difference", "white", "difference", 1),
    _mark("ratio", "black", "ratio", 2),
    _mark("xv", "xv", "sum"),
    _straight("sandwichsum", "sandwich"),
    _straight("xsum", "x-sum"),
    _straight("skyscraper", "skyscraper"),
    _entries("littlekillersum", "little-killer", _read_little_killer, _write_little_killer),
)
# Keys whose entries make one rule together, which comes after all others.
MARKED = (_marked("odd"), _marked("even"), _marked("minimum", "at"), _marked("maximum", "at"))
CLUES: Dialect[str, FPuzzlesEntry, Form, Written] = Dialect(*WHOLE, *LISTS, *MARKED)
