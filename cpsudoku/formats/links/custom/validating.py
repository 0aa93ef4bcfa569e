"""Rules of components whose own programs are in a link: what their ``validate`` allows.

SudokuMaker calls ``validate`` with a component and the puzzle. It returns false if and only if the
digits break the rule. Here the puzzle has no digits: the first time that the program reads a cell,
each digit is tried in turn. A cell that it does not read may hold any digit. What it allows becomes
a pattern of the digits of all cells. The cells are objects without a number, so that components
with their cells in the same places have the same pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from cpsudoku.core.board import Board
from cpsudoku.formats.links.custom.running import Component, functions_of
from cpsudoku.formats.links.custom.tokens import NotKnown
from cpsudoku.formats.links.custom.values import Value, is_true, items_of

_MOST_WAYS = 2_000  # in which a program may read cells
_MOST_ALLOWED = 400  # ways in a pattern
_ANY = "."


@dataclass(frozen=True)
class ReadCell:
    """A cell of a component, by its place among its cells."""

    place: int


@dataclass
class Validators:
    """The programs of the components of a rule, by the names of their classes."""

    programs: dict[str, str]
    board: Board
    patterns: dict[object, str] = field(default_factory=dict)

    def lines(self, component: Component) -> Iterator[str]:
        """The line of the rule of a component; none if its program does nothing."""
        cells = list(dict.fromkeys(_cells_in(component.values[1:], self.board)))
        places = {cell: ReadCell(place) for place, cell in enumerate(cells)}
        values = [_with_cells(each, places) for each in component.values[1:]]
        key = (component.kind, repr(values))
        if key not in self.patterns:
            self.patterns[key] = self._pattern(component.kind, values, len(cells))
        if self.patterns[key]:
            names = " ".join(map(self.board.cell_name, cells))
            yield f"line {self.patterns[key]}: {names}"

    def _pattern(self, kind: str, values: Sequence[Value], count: int) -> str:
        """The pattern of the digits of so many cells that a program allows."""
        if self.board.values[0] < 0 or self.board.values[-1] > 9:
            raise NotKnown("a component of its own")
        functions = functions_of(self.programs[kind])
        if "initialize" in functions:
            raise NotKnown("a component of its own")
        validate = functions.get("validate")
        if validate is None:
            if "update" in functions:
                raise NotKnown("a component of its own")
            return ""
        first = values[0] if isinstance(values[0], list) else list(values)
        instance = {"name": "", "cells": first}
        if (prepare := functions.get("setParams")) is not None:
            prepare(instance, *values)
        allowed = [
            digits
            for digits, found in _ways(lambda puzzle: validate(instance, puzzle), self.board)
            if found
        ]
        return _pattern_of(allowed, count)


def _ways(
    validate: Callable[[Value], Value], board: Board
) -> Iterator[tuple[dict[int, int], bool]]:
    """Each way to read cells: the digits that were read, and what the program returned."""
    waiting: list[dict[int, int]] = [{}]
    for _ in range(_MOST_WAYS):
        if not waiting:
            return
        digits = waiting.pop()
        reading = _TriedDigits(digits)
        try:
            yield digits, is_true(validate(reading.puzzle()))
        except _Unread as cell:
            waiting += [{**digits, cell.place: value} for value in reversed(board.values)]
    if waiting:
        raise NotKnown("more than {most} steps", most=f"{_MOST_WAYS:,}")


class _Unread(Exception):
    """A cell without a digit was read."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


@dataclass(frozen=True)
class _TriedDigits:
    """The digits of some cells."""

    digits: dict[int, int]

    def puzzle(self) -> dict[str, Value]:
        """The puzzle as a program sees it: all cells are filled."""
        return {
            "getValue": self._digit,
            "hasValue": lambda cell: self._digit(cell) is not None,
            "getCellsAreFilled": lambda cells: all(map(_is_cell, items_of(cells))),
        }

    def _digit(self, cell: Value = None) -> int:
        if not _is_cell(cell):
            raise NotKnown("cells that are not on the board")
        if cell.place not in self.digits:
            raise _Unread(cell.place)
        return self.digits[cell.place]


def _is_cell(value: Value) -> bool:
    if not isinstance(value, ReadCell):
        raise NotKnown("cells that are not on the board")
    return True


def _cells_in(values: Sequence[Value], board: Board) -> Iterator[int]:
    """The cells in the values of a component: those of its lists, and single ones."""
    for each in values:
        if isinstance(each, list):
            yield from _cells_in(each, board)
        elif isinstance(each, int) and not isinstance(each, bool) and 0 <= each < len(board):
            yield each
        else:
            raise NotKnown("cells that are not on the board")


def _with_cells(value: Value, places: dict[int, ReadCell]) -> Value:
    if isinstance(value, list):
        return [_with_cells(each, places) for each in value]
    return places[value]


def _pattern_of(allowed: Sequence[dict[int, int]], count: int) -> str:
    """The pattern of so many digits: those that were read, and any others in between."""
    ways: dict[tuple[str, ...], dict[int, set[int]]] = {}
    for digits in allowed:
        *before, last = digits or (0,)
        if not digits:
            return ""  # everything is allowed
        key = tuple(f"{place}={digits[place]}" for place in before)
        kept = ways.setdefault((*key, str(last)), {place: {digits[place]} for place in before})
        kept.setdefault(last, set()).add(digits[last])
    if not ways or len(ways) > _MOST_ALLOWED:
        raise NotKnown("a component of its own")
    return "|".join(
        dict.fromkeys(
            "".join(_sign(kept.get(place)) for place in range(count)) for kept in ways.values()
        )
    )


def _sign(digits: set[int] | None) -> str:
    if digits is None:
        return _ANY
    text = "".join(map(str, sorted(digits)))
    return text if len(text) == 1 else f"[{text}]"
