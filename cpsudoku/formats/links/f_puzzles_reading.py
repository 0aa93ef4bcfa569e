"""Reads the JSON of f-puzzles: https://f-puzzles.com."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links import f_puzzles_rules as table
from cpsudoku.formats.links.drawn.guessing import guesses_for
from cpsudoku.formats.links.f_puzzles_drawing import without_drawings
from cpsudoku.formats.links.f_puzzles_figures import figures_of
from cpsudoku.formats.links.f_puzzles_grid import (
    Data,
    board_of,
    refuse_many,
    rows_of,
    size_of,
    whole,
)
from cpsudoku.formats.links.outside import Place, cells_ahead
from cpsudoku.formats.links.spoken import rules_said
from cpsudoku.runtime.errors import InputError, Source, quoted
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.printable import encodable
from cpsudoku.runtime.remarks import remark

_CELL = re.compile(r"[rR](\d{1,2})[cC](\d{1,2})")
_ENTERED = ("centerPencilMarks", "cornerPencilMarks")
_OF_A_CELL = ("value", "given", "region", "givenPencilMarks", *_ENTERED)
_ABOUT = ("size", "title", "author", "ruleset", "grid", "solution", "successMessage")
_SETTINGS = ("highlightConflicts", "disabledlogic", "truecandidatesoptions")


def puzzle_of_data(data: Any, source: Source) -> Puzzle:
    """The puzzle of an object; raises InputError, which names the key or the cell."""
    try:
        return _Reading(data, source).puzzle()
    except InputError as error:
        raise InputError(error.problem, source) from None


class _Reading:
    """A puzzle while it is read. ``rules`` and ``parts`` grow as the keys are read."""

    def __init__(self, data: Any, source: Source) -> None:
        if not isinstance(data, dict):
            raise InputError(f"{quoted(data)} is not an object of f-puzzles")
        self.data, self.source = data, source
        self.size = size_of(data)
        self.rows = rows_of(data, self.size)
        refuse_many(data, (*self._readers(), *table.CELLS), len(self.rows))
        self.board = board_of(self.rows, self.size)
        self.rules: list[Constraint] = []
        self.parts: list[str] = []

    def puzzle(self) -> Puzzle:
        """The puzzle."""
        givens = self.givens()
        self.flags()
        readers = self._readers()
        for key, value in self.data.items():
            if key in readers:
                for number, clue in enumerate(_clues(key, value), 1):
                    self.read(readers[key], key, number, clue)
            elif key not in _KNOWN and value not in (None, False, [], {}, ""):
                self.parts.append(f"key {quoted(key)}")
        self.cell_rules()
        words, said = rules_said(_text(self.data.get("ruleset")), self.board)
        rules = tuple(dict.fromkeys((*self.rules, *said)))
        figures = figures_of(without_drawings(self.data, said), self.rows, self.board)
        guesses = guesses_for(figures.drawing, figures.parts, words, rules, self.parts, True)
        return Puzzle(
            givens,
            rules,
            source=self.source,
            label=_text(self.data.get("title")),
            info=tuple(
                (name, text)
                for name, text in (("author", _text(self.data.get("author"))), ("rules", words))
                if text
            ),
            answer=self.answer(),
            marks=self.marks(givens),
            uninterpreted=guesses.unexplained(),
            guesses=guesses,
        )

    # The cells

    def givens(self) -> Grid:
        """The given digits. Digits that a solver entered are left out, with a remark."""
        digits, entered = [], 0
        for cell, data in enumerate(self.rows):
            value = data.get("value")
            is_given = value not in (None, "", 0) and bool(data.get("given"))
            digits.append(self.digit(value, cell) if is_given else 0)
            entered += (value not in (None, "", 0) and not is_given) or any(
                bool(data.get(key)) for key in _ENTERED
            )
        self.name_keys_of_cells()
        if entered:
            cells = plural(entered, "cell")
            remark(f"{self.source}: entries that are not given, in {cells}, are left out")
        return Grid(bytes(digits), self.board)

    def name_keys_of_cells(self) -> None:
        """Report the unknown keys."""
        known = {*_OF_A_CELL, *table.COLOURS}
        counts = Counter(
            key for cell in self.rows for key in cell if cell[key] and key not in known
        )
        for key, count in counts.items():
            self.parts.append(f"key {quoted(key)} of {plural(count, 'cell')}")

    def digit(self, value: Any, cell: int) -> int:
        """A digit of the board; raises InputError."""
        number = whole(value)
        if number is None or not 1 <= number <= self.size:
            name = self.board.cell_name(cell)
            raise InputError(f"{name}: {quoted(value)} is not a digit from 1 to {self.size}")
        return number

    def marks(self, givens: Grid) -> tuple[tuple[int, ...], ...] | None:
        """The given pencilmarks of all cells, or None if the puzzle has none."""
        every = tuple(range(1, self.size + 1))
        found: list[tuple[int, ...]] = []
        for cell, data in enumerate(self.rows):
            given = data.get("givenPencilMarks")
            if given:
                if not isinstance(given, list):
                    name = self.board.cell_name(cell)
                    raise InputError(f"{name}: {quoted(given)} is not a list of pencilmarks")
                found.append(tuple(sorted({self.digit(each, cell) for each in given})))
            else:
                found.append((givens[cell],) if givens[cell] else every)
        if all(len(marks) == self.size or givens[cell] for cell, marks in enumerate(found)):
            return None
        return tuple(found)

    def answer(self) -> Grid | None:
        """The stored solution, or None if it is missing or incomplete."""
        stored = self.data.get("solution")
        if not isinstance(stored, list | str) or len(stored) != len(self.board):
            return None
        digits = [whole(each) or 0 for each in stored]
        if not all(1 <= digit <= self.size for digit in digits):
            return None
        return Grid(bytes(digits), self.board)

    # The rules

    def add(self, rule: str, data: Data) -> None:
        """Add a rule from its JSON form; raises InputError."""
        self.rules.append(CONSTRAINTS[rule].from_data(data, self.board))

    def read(self, reader: Callable[[str, Data], None], key: str, number: int, clue: Any) -> None:
        """Read a clue. Report it if none of our rules can express it."""
        if not isinstance(clue, dict):
            raise InputError(f"{key} {number}: {quoted(clue)} is not an object")
        try:
            reader(key, clue)
        except _Unsaid as error:
            self.parts.append(f"{key} {number} ({error.problem})")
        except InputError as error:
            raise InputError(f"{key} {number}: {error.problem}") from None

    def flags(self) -> None:
        """The rules without clues."""
        which = [
            name
            for name, key in (("rising", "diagonal+"), ("falling", "diagonal-"))
            if self.data.get(key)
        ]
        if which:
            self.add("diagonals", {"which": which[0]} if len(which) == 1 else {})
        for key, rule in table.FLAGS.items():
            if self.data.get(key):
                self.add(rule, {})
        named = self.data.get("negative") or []
        if not isinstance(named, list):
            raise InputError(f"negative: {quoted(named)} is not a list")
        known = [table.NEGATIVES[each] for each in named if each in table.NEGATIVES]
        if known:
            self.add("negative", {"marks": list(dict.fromkeys(known))})
        self.parts += [f"negative {quoted(each)}" for each in named if each not in table.NEGATIVES]

    def _readers(self) -> dict[str, Callable[[str, Data], None]]:
        """The method that reads the clues of each key."""
        return {
            "killercage": self.cage,
            "arrow": self.arrow,
            "clone": self.clone,
            "quadruple": self.quadruple,
            **dict.fromkeys(table.REGIONS, self.region),
            **dict.fromkeys(table.LINES, self.lines),
            **dict.fromkeys(table.INDEXERS, self.indexer),
            **dict.fromkeys(table.MARKS, self.mark),
            **dict.fromkeys(table.STRAIGHT, self.straight),
            **dict.fromkeys(table.DIAGONAL, self.diagonal),
        }

    def said(self, rule: str, data: Data) -> None:
        """Add a rule; raises _Unsaid if the rule does not accept the data."""
        try:
            self.add(rule, data)
        except InputError as error:
            raise _Unsaid(error.problem) from None

    def cage(self, _: str, clue: Data) -> None:
        """A killer cage. Its text is the sum if it is a number other than 0."""
        cells, value = self.cells(clue, "cells"), clue.get("value")
        total = whole(value)
        self.said("killer", {"cells": cells} | ({"sum": total} if total else {}))
        if total is None and value not in (None, ""):
            raise _Unsaid(f"the text {quoted(value)}")

    def region(self, key: str, clue: Data) -> None:
        """Cells with different digits. A single cell has no effect."""
        cells = self.cells(clue, "cells")
        if len(cells) > 1:
            self.said(table.REGIONS[key], {"cells": cells})

    def arrow(self, _: str, clue: Data) -> None:
        """An arrow for each line; its first cell is in the circle."""
        circle = self.cells(clue, "cells")
        if not clue.get("lines"):
            raise _Unsaid("a circle without an arrow")
        for line in self.lines_of(clue):
            if len(line) > 1:
                self.said("arrow", {"circle": circle, "line": line[1:]})

    def lines(self, key: str, clue: Data) -> None:
        """A rule for each line of two cells or more."""
        more: dict[str, Any] = {}
        if table.LINES[key] == "whispers":
            half = (self.size + 1) // 2
            usual = {"germanwhispers": half, "dutchwhispers": half - 1}.get(key)
            value = self.number(clue, usual)
            more = {} if value is None else {"difference": value}
        elif key == "parity":
            more = {"modulus": 2}
        for line in self.lines_of(clue):
            if len(line) > 1:
                self.said(table.LINES[key], {"cells": line} | more)

    def indexer(self, key: str, clue: Data) -> None:
        """The indexing cells."""
        self.said(table.INDEXERS[key], {"indexers": self.cells(clue, "cells")})

    def mark(self, key: str, clue: Data) -> None:
        """A dot or a sign between two cells."""
        rule, field = table.MARKS[key]
        value = clue.get("value")
        data: dict[str, Any] = {"cells": self.cells(clue, "cells")}
        if value not in (None, ""):
            number = whole(value)
            data[field] = str(value).strip() if number is None else number
        elif key == "xv":
            return
        self.said(rule, data)

    def straight(self, key: str, clue: Data) -> None:
        """A number at the end of a row or column."""
        r, c = self.place(clue)
        value = self.number(clue, None)
        if value is None:
            return
        n = self.size
        steps = {r == -1: (1, 0), r == n: (-1, 0), c == -1: (0, 1), c == n: (0, -1)}
        cells = cells_ahead(self.board, (r, c), steps[True]) if True in steps else ()
        if not cells:
            raise InputError(f"{quoted(clue.get('cell'))} is not next to a row or column")
        self.said(table.STRAIGHT[key], {"cells": self.names(cells), "clue": value})

    def diagonal(self, key: str, clue: Data) -> None:
        """A number at the end of a diagonal. A clue without a number, or with 0, has no effect."""
        value = self.number(clue, None)
        if not value:
            return
        step = table.DIRECTIONS.get(str(clue.get("direction")))
        if step is None:
            known = ", ".join(table.DIRECTIONS)
            raise InputError(
                f"the direction is {quoted(clue.get('direction'))}, not one of {known}"
            )
        cells = cells_ahead(self.board, self.place(clue), step)
        if not cells:
            raise InputError(f"no cell is {clue['direction']} of {quoted(clue.get('cell'))}")
        self.said(table.DIAGONAL[key], {"cells": self.names(cells), "clue": value})

    def clone(self, _: str, clue: Data) -> None:
        """Two groups of cells, cell by cell."""
        groups = [self.cells(clue, "cells"), self.cells(clue, "cloneCells")]
        self.said("clone", {"groups": groups})

    def quadruple(self, _: str, clue: Data) -> None:
        """Digits that the cells contain."""
        values = clue.get("values") or []
        numbers = [whole(each) for each in values] if isinstance(values, list) else [None]
        if None in numbers:
            raise _Unsaid(f"the values {quoted(values)}")
        if numbers:
            cells = self.cells(clue, "cells")
            self.said("quadruple", {"values": numbers, "cells": cells})

    def cell_rules(self) -> None:
        """The marks in cells: one rule for all marks of a kind."""
        for key, rule in table.CELLS.items():
            cells: list[str] = []
            for number, clue in enumerate(_clues(key, self.data.get(key)), 1):
                if not isinstance(clue, dict):
                    raise InputError(f"{key} {number}: {quoted(clue)} is not an object")
                cells += (
                    self.cells(clue, "cells")
                    if "cells" in clue
                    else self._listed([clue.get("cell")], "cell")
                )
            if cells:
                self.add(
                    rule, {"cells" if rule in ("odd", "even") else "at": list(dict.fromkeys(cells))}
                )

    # The parts of a clue

    def cells(self, clue: Data, key: str) -> list[str]:
        """The names of the cells of a clue; raises InputError."""
        return self._listed(clue.get(key), key)

    def _listed(self, found: Any, key: str) -> list[str]:
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            raise InputError(f"{key!r} is {quoted(found)}, not a list of cells such as R1C1")
        if len(found) > 2 * len(self.board):
            raise InputError(f"{key!r} lists {len(found):,} cells; the board has {len(self.board)}")
        return self.names(tuple(self.board.cell_named(each) for each in found))

    def names(self, cells: tuple[int, ...]) -> list[str]:
        """Cells as our JSON names them."""
        return [self.board.cell_name(cell) for cell in cells]

    def lines_of(self, clue: Data) -> Iterator[list[str]]:
        """The lines of a clue."""
        found = clue.get("lines") or []
        if not isinstance(found, list):
            raise InputError(f"'lines' is {quoted(found)}, not a list of lines")
        for line in found:
            yield self._listed(line, "lines")

    def place(self, clue: Data) -> Place:
        """The place of a clue, which may be outside the grid."""
        match = _CELL.fullmatch(str(clue.get("cell")).strip())
        if match is None:
            raise InputError(f"{quoted(clue.get('cell'))} is not a cell such as R0C1")
        return int(match[1]) - 1, int(match[2]) - 1

    def number(self, clue: Data, usual: int | None) -> int | None:
        """The value of a clue, or the usual one; raises _Unsaid for a text."""
        value = clue.get("value")
        if value in (None, ""):
            return usual
        number = whole(value)
        if number is None:
            raise _Unsaid(f"the text {quoted(value)}")
        return number


class _Unsaid(InputError):
    """A clue that none of our rules can express."""


_KNOWN = frozenset(
    (*_ABOUT, *_SETTINGS, *table.DRAWINGS, "cage", "negative", "diagonal+", "diagonal-")
) | frozenset((*table.FLAGS, *table.CELLS))


def _text(value: Any) -> str:
    return encodable(value.strip()) if isinstance(value, str) else ""


def _clues(key: str, value: Any) -> list[Any]:
    if value in (None, False, ""):
        return []
    if not isinstance(value, list):
        raise InputError(f"{quoted(key)} is {quoted(value)}, not a list")
    return value
