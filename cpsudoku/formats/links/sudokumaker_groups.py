"""Constraints of SudokuMaker with groups of digits: lines on which they take turns, and squares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from cpsudoku.core.constraints.lines.classes import modulo, third
from cpsudoku.formats.links.digit_groups import different_groups
from cpsudoku.formats.links.json_place import JsonPlace
from cpsudoku.formats.links.outside import cells_around
from cpsudoku.formats.links.sudokumaker_element import SudokuMakerElement
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from cpsudoku.core.constraints.lines.classes import Turns

Form = tuple[str, JsonObject]  # the name of a rule, and its JSON form


def read_turns(element: SudokuMakerElement) -> Iterator[Form]:
    """Lines on which any so many cells have a digit of each group: entropic, modular or others."""
    lines, board = element.place["lines"].items_if_any(), element.board
    groups = list(dict.fromkeys(_groups_of(element)))
    usual = _usual_turns(set(groups), board.values)
    relation = different_groups(groups, board.values) if len(groups) > 1 and all(groups) else None
    if usual is not None:
        for line in lines:
            yield usual[0], {**usual[1], "cells": element.cells(line)}
    elif relation is not None and all(_has_turns(line, len(groups)) for line in lines):
        for line in lines:
            yield from _pairs(element.cells(line), relation, len(groups))
    elif lines:
        element.named.append(worded("lines of groups of digits"))


def _groups_of(element: SudokuMakerElement) -> Iterator[frozenset[int]]:
    for mask in element.place["groups"].items_if_any():
        yield frozenset(v for v in element.board.values if mask.whole() >> v & 1)


def _usual_turns(groups: set[frozenset[int]], values: Sequence[int]) -> Form | None:
    """The rule with these groups that has a name of its own, or None."""
    if len(groups) == 3 and groups == _classes(values, third(len(values), values[0])):
        return "entropic", {}
    for number in range(2, len(values) + 1):
        if groups == _classes(values, modulo(number)):
            return "modular", {"modulus": number}
    return None


def _classes(values: Sequence[int], class_of: Callable[[int], int]) -> set[frozenset[int]]:
    """The sets of values of one class."""
    found = {class_of(value) for value in values}
    return {frozenset(v for v in values if class_of(v) == each) for each in found}


def _has_turns(line: JsonPlace, count: int) -> bool:
    """Whether no cell is twice among any so many cells in a row."""
    cells = [each.value for each in line.items()]
    windows = [cells[start : start + count] for start in range(len(cells))]
    return all(len(set(map(str, each))) == len(each) for each in windows)


def _pairs(cells: Sequence[str], relation: str, count: int) -> Iterator[Form]:
    """Any two among so many cells in a row have digits of different groups."""
    for apart, start in product(range(1, count), range(len(cells))):
        pair = list(cells[start : start + apart + 1 : apart])
        if len(pair) == 2:
            yield "pair", {"relation": relation, "cells": pair}


def data_of_turns(rule: Turns) -> list[JsonObject]:
    """The constraint of an entropic or a modular line; raises Unsaid."""
    masks: dict[int, int] = {}
    for value in rule.board.values:
        kind = rule.class_of(value)
        masks[kind] = masks.get(kind, 0) | 1 << value
    if len(masks) != rule.period:
        raise Unsaid("with fewer than {period} kinds of digits", period=rule.period)
    return [{"groups": list(masks.values()), "lines": [list(rule.cells)]}]


def read_squares(element: SudokuMakerElement) -> Iterator[Form]:
    """Every square of four cells has a digit of each group."""
    board = element.board
    groups = ["".join(map(str, sorted(each))) for each in _groups_of(element)]
    if not all(groups) or not groups or board.values[-1] > 9:
        element.named.append(worded("groups of digits in every 2x2 square"))
        return
    for corner in product(range(1, board.height), range(1, board.width)):
        cells = [board.cell_name(cell) for cell in cells_around(board, corner)]
        for group in groups if cells else ():
            yield "line", {"pattern": f".*[{group}].*", "cells": cells}
