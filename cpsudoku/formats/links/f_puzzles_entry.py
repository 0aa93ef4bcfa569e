"""An object of f-puzzles: its cells, lines and number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.formats.links.f_puzzles_grid import place_named
from cpsudoku.formats.links.json_place import JsonPlace, whole_number
from cpsudoku.formats.links.outside import (
    Place,
)
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    pass


@dataclass(frozen=True)
class FPuzzlesEntry:
    """An entry of a key, or the whole object. ``named`` are the parts that no rule expresses."""

    place: JsonPlace
    board: Board
    named: list[str]

    def cells(self, key: str = "cells") -> list[str]:
        """The names of its cells."""
        return self._cells(self.place[key])

    def lines(self) -> Iterator[list[str]]:
        """Its lines of two cells or more."""
        every = map(self._cells, self.place["lines"].items_if_any())
        return (line for line in every if len(line) > 1)

    def _cells(self, place: JsonPlace) -> list[str]:
        found = place.items()
        if len(found) > 2 * len(self.board):
            raise place.wrong(
                worded(
                    "{count} cells are listed; the board has {needed}",
                    count=f"{len(found):,}",
                    needed=len(self.board),
                )
            )
        return list(map(self.cell, found))

    def cell(self, place: JsonPlace) -> str:
        """The name of a cell."""
        if not isinstance(place.value, str):
            raise place.not_allowed(worded("a cell such as R1C1"))
        try:
            return self.board.cell_name(self.board.cell_named(place.value))
        except InputError as error:
            raise place.wrong(error.problem) from None

    def outside(self) -> Place:
        """Its place, which may be outside the grid."""
        cell = self.place["cell"]
        place = place_named(cell.value)
        if place is None:
            raise cell.not_allowed(worded("a cell such as R0C1"))
        return place

    def number(self, usual: int | None = None) -> int | None:
        """Its value, or the usual one; raises Unsaid for a text."""
        value = self.place["value"].value
        if value in (None, ""):
            return usual
        number = whole_number(value)
        if number is None:
            raise Unsaid("the text {text}", text=quoted(value))
        return number
