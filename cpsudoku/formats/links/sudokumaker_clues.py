"""The table of SudokuMaker's constraints: how each type is read, and written.

A clue is read as lines of rules, and written as the data of constraints of its type. What no rule
expresses is named in the element. A type that is not in the table is named as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.lines.classes import modulo, third
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.counting import exactly
from cpsudoku.formats.links.outside import DIAGONAL, STRAIGHT
from cpsudoku.formats.links.sudokumaker_element import (
    Data,
    SudokuMakerElement,
    corner_of,
    edge_of,
    listed,
    outer_cell_of,
    whole,
)
from cpsudoku.formats.links.sudokumaker_styles import STYLES
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import quoted

Reader = Callable[[SudokuMakerElement], Iterator[str]]
Writer = Callable[[Any, Puzzle], list[Data]]


@dataclass(frozen=True)
class SudokuMakerClue:
    """A type of constraint, and the rules that are written as it; blanks separate several."""

    number: int
    rules: str
    read: Reader
    write: Writer = lambda rule, puzzle: []


# The kinds of clues


def _everywhere(line: str) -> Reader:
    return lambda element: iter([line])


def _whole(number: int, rule: str) -> SudokuMakerClue:
    """A rule for the whole board."""
    return SudokuMakerClue(number, rule, _everywhere(rule), lambda rule, _: [{}])


def _cells(number: int, rule: str, attribute: str = "cells") -> SudokuMakerClue:
    """A rule with a list of cells."""

    def read(element: SudokuMakerElement) -> Iterator[str]:
        if element.listed("cells"):
            yield f"{rule}: {element.cells(element.listed('cells'))}"

    def write(rule: Any, _: Puzzle) -> list[Data]:
        return [{"cells": list(getattr(rule, attribute))}]

    return SudokuMakerClue(number, rule, read, write)


def _lines(
    number: int,
    rules: str,
    head: Callable[[SudokuMakerElement], str | None] | None = None,
    more: Callable[[Any], Data] = lambda rule: {},
    key: str = "lines",
) -> SudokuMakerClue:
    """A rule for each line. ``head`` is the rule with its number, and ``more`` other data of it."""

    def read(element: SudokuMakerElement) -> Iterator[str]:
        rule = rules if head is None else head(element)
        for cells in element.listed(key) if rule is not None else ():
            yield f"{rule}: {element.cells(cells)}"

    def write(rule: Any, _: Puzzle) -> list[Data]:
        return [{**more(rule), key: [list(rule.cells)]}]

    return SudokuMakerClue(number, rules, read, write)


def _outside(number: int, rule: str) -> SudokuMakerClue:
    """A number in front of a row or column."""

    def read(element: SudokuMakerElement) -> Iterator[str]:
        for clue in element.objects("clues"):
            if isinstance(clue.get("value"), int):
                yield f"{rule} {clue['value']}: {element.seen(clue)}"

    def write(rule: Any, _: Puzzle) -> list[Data]:
        return [{"clues": [{"value": rule.clue, "outerCell": outer_cell_of(rule, STRAIGHT)[0]}]}]

    return SudokuMakerClue(number, rule, read, write)


def _marks(number: int, rules: str, usual: tuple[int, ...], noun: str) -> SudokuMakerClue:
    """Marks on edges, and the rule that all marks are given."""
    rule = rules.split(maxsplit=1)[0]

    def read(element: SudokuMakerElement) -> Iterator[str]:
        values = set(usual)
        for clue in element.objects("clues"):
            value = whole(clue.get("value") or usual[0], "value")
            values.add(value)
            yield f"{rule} {value}: {element.pair(clue)}"
        negative = {whole(each, "negative") for each in element.listed("negative")}
        overrides = [value for key, value in element.data.items() if key.startswith("override")]
        if negative and (negative != values or False in overrides):
            element.named.append(f"negative {noun} {', '.join(map(str, sorted(negative)))}")
        elif negative:
            yield f"negative {rule}"

    return SudokuMakerClue(number, rules, read, _write_marks)


def _write_marks(rule: Any, _: Puzzle) -> list[Data]:
    if rule.name == "negative":
        if any(ban.mark == "xv" and set(ban.numbers) != {5, 10} for ban in rule.bans):
            raise Unsaid("with other sums than 5 and 10")
        return [_of_marks(ban.mark, negative=list(ban.numbers)) for ban in rule.bans]
    if rule.name == "xv" and rule.number not in rule.usual:
        raise Unsaid(f"with the sum {rule.number}")
    return [_of_marks(rule.name, clues=[{"value": rule.number, "edge": edge_of(rule)}])]


def _of_marks(name: str, **more: Any) -> Data:
    number, override = {
        "white": (200, {"overrideNegativeRatios": True}),
        "black": (201, {"overrideNegativeDifferences": True}),
        "xv": (202, {}),
    }[name]
    return {"type": number, "clues": [], "negative": [], **override, **more}


# What is special about a single clue


def _write_diagonals(rule: Any, _: Puzzle) -> list[Data]:
    which = {"falling": [10], "rising": [11], "both": [11, 10]}
    return [{"type": number} for number in which[rule.which]]


def _write_non_consecutive(rule: Any, puzzle: Puzzle) -> list[Data]:
    has_dots = any(each.name in ("white", "black") for each in puzzle.constraints)
    if rule.where == "everywhere" and has_dots:
        raise Unsaid("that ignores dots")
    return [{}]


def _read_cages(element: SudokuMakerElement) -> Iterator[str]:
    for cage in element.objects("cages"):
        yield f"killer {cage.get('value') or ''}: {element.cells(cage.get('cells'))}"


def _write_cage(rule: Any, _: Puzzle) -> list[Data]:
    if rule.sum == 0:
        raise Unsaid("with the sum 0")
    return [{"cages": [{"cells": list(rule.cells), "value": rule.sum or 0}]}]


def _read_clones(element: SudokuMakerElement) -> Iterator[str]:
    """Each group lists the cells that hold the same digit, one of each clone."""
    found = [element.cells(group).split() for group in element.listed("groups")]
    groups = [group for group in found if len(group) > 1]
    shapes = list(zip(*groups, strict=False))
    is_whole = len({len(group) for group in groups}) == 1
    if is_whole and all(len(set(shape)) == len(shape) for shape in shapes):
        groups = [[" = ".join(map(" ".join, shapes))]]
    for group in groups:
        yield f"clone: {' = '.join(group)}"


def _write_clone(rule: Any, _: Puzzle) -> list[Data]:
    if rule.order == "any-order":
        raise Unsaid("in any order")
    return [{"groups": [list(twins) for twins in zip(*rule.groups, strict=True)]}]


def _read_quadruples(element: SudokuMakerElement) -> Iterator[str]:
    for clue in element.objects("clues"):
        cells, digits = element.corner(clue), listed(clue.get("digits") or [], "digits")
        if digits:
            yield f"quadruple {','.join(map(str, digits))}: {cells}"


def _write_quadruple(rule: Any, _: Puzzle) -> list[Data]:
    return [{"clues": [{"corner": corner_of(rule), "digits": list(rule.values)}]}]


def _read_look_and_say(element: SudokuMakerElement) -> Iterator[str]:
    """``1522`` means one 5 and two 2s."""
    values = element.board.values
    for cage in element.objects("cages"):
        clue = str(cage.get("value") or "")
        if len(clue) > 2 * len(values) or not clue.isdecimal() or len(clue) % 2 or values[-1] > 9:
            element.named.append(f"look-and-say cage {quoted(clue)}")
            continue
        for count, value in zip(clue[::2], clue[1::2], strict=True):
            yield exactly(value, int(count), element.cells(cage.get("cells")))


def _write_region(rule: Any, _: Puzzle) -> list[Data]:
    regions = [house.cells for house in rule.houses()] if rule.name == "windows" else [rule.cells]
    return [{"cells": list(cells)} for cells in regions]


def _thermo(element: SudokuMakerElement) -> str:
    return "slow-thermo" if element.data.get("slow") is True else "thermo"


def _slow(rule: Any) -> Data:
    return {"slow": rule.name == "slow-thermo"}


def _whispers(element: SudokuMakerElement) -> str:
    least = element.data.get("minDifference")
    return f"whispers {least if isinstance(least, int) else ''}"


def _region_sum(element: SudokuMakerElement) -> str | None:
    if element.data.get("singleRegionTotals") is not True or not element.listed("lines"):
        return "region-sum"
    element.named.append("region sum lines with one total for each region")
    return None


def _turns(element: SudokuMakerElement) -> str | None:
    """Groups of digits that take turns: those of an entropic or a modular line, or any others."""
    values, size = element.board.values, len(element.board.values)
    masks = [whole(each, "groups") for each in element.listed("groups")]
    groups = {frozenset(v for v in values if mask >> v & 1) for mask in masks}
    if len(groups) == 3 and groups == _classes(values, third(size, values[0])):
        return "entropic"
    for number in range(2, size + 1):
        if groups == _classes(values, modulo(number)):
            return f"modular {number}"
    if element.listed("lines"):
        element.named.append("lines of groups of digits")
    return None


def _classes(values: Sequence[int], class_of: Callable[[int], int]) -> set[frozenset[int]]:
    """The sets of values of one class."""
    found = {class_of(value) for value in values}
    return {frozenset(v for v in values if class_of(v) == each) for each in found}


def _groups(rule: Any) -> Data:
    masks: dict[int, int] = {}
    for value in rule.board.values:
        kind = rule.class_of(value)
        masks[kind] = masks.get(kind, 0) | 1 << value
    if len(masks) != rule.period:
        raise Unsaid(f"with fewer than {rule.period} kinds of digits")
    return {"groups": list(masks.values())}


def _lockout(element: SudokuMakerElement) -> str:
    return f"lockout {max(1, element.board.size // 2)}"


def _refuse_unusual(lockout: Any) -> Data:
    if lockout.least != lockout.board.size // 2:
        raise Unsaid(f"with the difference {lockout.least}")
    return {}


def _read_arrows(element: SudokuMakerElement) -> Iterator[str]:
    for each in element.objects("bulbsWithArrows"):
        bulb = listed(each.get("bulbCells"), "bulbCells")[::-1]  # SudokuMaker has the units first
        for arrow in listed(each.get("arrows"), "arrows"):
            line = arrow[1:] if isinstance(arrow, list) and arrow and arrow[0] in bulb else arrow
            yield f"arrow: {element.cells(bulb)} = {element.cells(line)}"


def _write_arrow(rule: Any, _: Puzzle) -> list[Data]:
    circle, line = list(rule.circle), list(rule.line)
    if set(circle) & set(line):
        raise Unsaid("whose line returns to its circle")
    return [{"bulbsWithArrows": [{"bulbCells": circle[::-1], "arrows": [[rule.start, *line]]}]}]


def _read_little_killers(element: SudokuMakerElement) -> Iterator[str]:
    for clue in element.objects("clues"):
        r, c = element.outside(clue)
        across = -1 if clue.get("diagonal") == 1 else 1  # of the step down
        for step in (-1, -across), (1, across):
            if clue.get("value") and (r + step[0], c + step[1]) in element.board.cell_at:
                yield f"little-killer {clue['value']}: {element.seen(clue, *step)}"


def _write_little_killer(rule: Any, _: Puzzle) -> list[Data]:
    if not rule.clue:
        raise Unsaid("with the sum 0")
    place, (down, across) = outer_cell_of(rule, DIAGONAL)
    diagonal = -1 if down == across else 1
    return [{"clues": [{"value": rule.clue, "outerCell": place, "diagonal": diagonal}]}]


CLUES = (
    SudokuMakerClue(10, "diagonals", _everywhere("diagonals falling"), _write_diagonals),
    SudokuMakerClue(11, "", _everywhere("diagonals rising")),
    _whole(12, "anti-king"),
    _whole(13, "anti-knight"),
    _whole(14, "disjoint-groups"),
    replace(_whole(15, "non-consecutive"), write=_write_non_consecutive),
    _cells(100, "even"),
    _cells(101, "odd"),
    _cells(102, "maximum", "at"),
    _cells(103, "minimum", "at"),
    _marks(200, "white", (1,), "differences"),
    _marks(201, "black", (2,), "ratios"),
    _marks(202, "xv negative", (10, 5), "sums"),
    _lines(300, "thermo slow-thermo", _thermo, _slow, "thermometers"),
    SudokuMakerClue(301, "killer", _read_cages, _write_cage),
    SudokuMakerClue(302, "clone", _read_clones, _write_clone),
    SudokuMakerClue(303, "quadruple", _read_quadruples, _write_quadruple),
    SudokuMakerClue(304, "", _read_look_and_say),
    replace(_cells(305, "region"), rules="region windows", write=_write_region),
    _cells(306, "counting-circles"),
    _lines(400, "renban"),
    _lines(401, "whispers", _whispers, lambda rule: {"minDifference": rule.least}),
    _lines(402, "palindrome"),
    _lines(403, "between"),
    _lines(404, "region-sum", _region_sum, lambda rule: {"singleRegionTotals": False}),
    _lines(405, "sequence"),
    _lines(406, "entropic modular", _turns, _groups),
    _lines(407, "lockout", _lockout, _refuse_unusual),
    SudokuMakerClue(408, "arrow", _read_arrows, _write_arrow),
    _lines(409, "double-arrow"),
    SudokuMakerClue(500, "little-killer", _read_little_killers, _write_little_killer),
    _outside(501, "sandwich"),
    _outside(502, "x-sum"),
    _outside(503, "skyscraper"),
    _outside(504, "numbered-room"),
    _cells(600, "row-indexer", "indexers"),
    _cells(601, "column-indexer", "indexers"),
)
_READ: Mapping[Any, SudokuMakerClue] = {clue.number: clue for clue in CLUES}
_WRITTEN = {rule: clue for clue in CLUES for rule in clue.rules.split()}

GIVENS, REGIONS, ROWS_AND_COLUMNS = 0, 1, 2003  # they are read with the board
CUSTOM = 1000
NAMED: Mapping[Any, str] = {
    16: "groups of digits in every 2x2 square",
    2000: "lines (drawing)",
    2001: "cages (drawing)",
    2002: "symbols (drawing)",
    4000: "fog lights",
    4001: "fog triggers",
}


def lines_of(element: SudokuMakerElement) -> Iterator[str]:
    """The lines of a constraint. The parts that they do not express are named in it."""
    kind = element.data.get("type")
    if not isinstance(kind, int) or kind not in {*_READ, GIVENS, REGIONS, ROWS_AND_COLUMNS}:
        element.named.append(_name_of(element.data, kind))
    elif kind in _READ:
        yield from _READ[kind].read(element)


def _name_of(data: Data, kind: Any) -> str:
    """The name of a constraint that is not in the table."""
    if kind != CUSTOM:
        found = NAMED.get(kind) if isinstance(kind, int) else None
        return found or f"rule of type {quoted(kind)}"
    definition = data.get("definition")
    given = definition.get("name") if isinstance(definition, dict) else None
    name = data.get("name") or given or "without a name"
    return f"custom rule {quoted(str(name))} (JavaScript)"


def constraints_of(rule: Constraint, puzzle: Puzzle) -> list[Data]:
    """The constraints of a rule; raises Unsaid."""
    if rule.name not in _WRITTEN:
        raise Unsaid
    clue = _WRITTEN[rule.name]
    style = {"style": STYLES[clue.number]} if clue.number in STYLES else {}
    return [{"type": clue.number, **data, **style} for data in clue.write(rule, puzzle)]
