"""The formulas of a sheet part of an Excel package, much faster than openpyxl reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.parsers import expat

from cpsudoku.formats.sheets.reading.references import moved
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect, place_of_address

_PATH = ("sheetData", "row", "c", "f")
"""The elements around a formula, below the root. Extensions of a sheet also have elements f."""
_HIDDEN = "=..."  # the formula of an array or a data table, which is the formula of many cells


class Formulas:
    """The formulas of one sheet. ``arrays`` are the ranges of array formulas and data tables."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self.cells: dict[Place, str] = {}
        self.arrays: list[Rect] = []
        self._shared: dict[str, tuple[Place, str]] = {}
        self._row = self._column = 0
        self._depth = self._inside = 0  # of all open elements, and of those that are on the path
        self._formula: Mapping[str, str] | None = None
        self._text: list[str] = []
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        for piece in pieces:
            parser.Parse(piece, False)
        parser.Parse(b"", True)

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        local = name.rpartition(" ")[2]
        at = self._depth - 2
        if at != self._inside or at >= len(_PATH) or local != _PATH[at]:
            return
        self._inside += 1
        if local == "c":
            address = attributes.get("r")
            if address is not None:
                self._row, self._column = place_of_address(address)
            else:
                self._column += 1
        elif local == "row":
            self._row, self._column = int(attributes.get("r", self._row + 1)), 0
        elif local == "f":
            self._formula, self._text = attributes, []

    def _characters(self, text: str) -> None:
        if self._formula is not None:
            self._text.append(text)

    def _end(self, name: str) -> None:
        self._depth -= 1
        if self._depth > self._inside:
            return
        self._inside = max(self._depth - 1, 0)
        if self._formula is not None:
            attributes, self._formula = self._formula, None
            self._add(attributes, "".join(self._text))

    def _add(self, attributes: Mapping[str, str], text: str) -> None:
        here, kind = (self._row, self._column), attributes.get("t", "normal")
        if kind in ("array", "dataTable"):
            if "ref" in attributes:
                self.arrays.append(Rect.parse(attributes["ref"]))
            self.cells[here] = f"={text}" if text else _HIDDEN
            return
        if kind == "shared":
            number = attributes.get("si", "")
            if text:
                self._shared[number] = here, text
            elif number in self._shared:
                (row, column), first = self._shared[number]
                text = moved(first, here[0] - row, here[1] - column)
        self.cells[here] = f"={text}"
