"""Reads the JSON of f-puzzles: https://f-puzzles.com."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.drawn.colours import Colour, colour_of
from cpsudoku.formats.links.drawn.guessing import guesses_for
from cpsudoku.formats.links.drawn.looks import USUAL_LOOKS
from cpsudoku.formats.links.f_puzzles_clues import LISTS, MARKED, WHOLE, Clue, Form
from cpsudoku.formats.links.f_puzzles_drawing import without_drawings
from cpsudoku.formats.links.f_puzzles_entry import FPuzzlesEntry
from cpsudoku.formats.links.f_puzzles_figures import COLOURS, DRAWINGS, figures_of_object
from cpsudoku.formats.links.f_puzzles_grid import (
    board_of_rows,
    names_of,
    refuse_many,
    rows_of_objects,
    size_of,
)
from cpsudoku.formats.links.json_place import JsonPlace, whole_number
from cpsudoku.formats.links.spoken import info_of, rules_said
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError, Source, quoted
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.printable import encodable
from cpsudoku.runtime.remarks import remark
from cpsudoku.runtime.words import worded

_ENTERED = ("centerPencilMarks", "cornerPencilMarks")
_OF_A_CELL = ("value", "given", "region", "givenPencilMarks", *_ENTERED)
_PARITIES = {"Odd": "odd", "Even": "even"}  # the rules that cells name as their parity
_ABOUT = ("size", "title", "author", "ruleset", "grid", "solution", "successMessage")
_SETTINGS = ("highlightConflicts", "disabledlogic", "truecandidatesoptions")
_FOG = ("foglight", "fogofwar", "triggereffect")  # what a person sees while solving
_COLOURS = ("outlineC", "baseC")
_LISTS = {clue.key: clue for clue in LISTS}
_COUNTED = [clue.key for clue in (*LISTS, *MARKED)]
_KNOWN = {
    *(*_ABOUT, *_SETTINGS, *_FOG, *DRAWINGS),
    *(key for clue in (*WHOLE, *MARKED) for key in clue.key.split()),
}


def puzzle_of_data(data: object, source: Source) -> Puzzle:
    """The puzzle of an object; raises InputError, which names the key or the cell."""
    return _FPuzzlesReading(data, source).puzzle()


class _FPuzzlesReading:
    """A puzzle while it is read. ``rules`` and ``parts`` grow as the keys are read."""

    def __init__(self, data: object, source: Source) -> None:
        if not isinstance(data, dict):
            raise InputError("{found} is not an object of f-puzzles", found=quoted(data))
        self.data, self.source = data, source
        self.size = size_of(data)
        self.rows = rows_of_objects(data, self.size)
        refuse_many(data, _COUNTED, len(self.rows))
        self.board = board_of_rows(self.rows, self.size)
        self.rules: list[Constraint] = []
        self.parts: list[str] = []
        self.looks: dict[str, list[Colour]] = {}  # the colours that clues of a rule name

    def puzzle(self) -> Puzzle:
        """The puzzle."""
        givens = self.givens()
        self.read_whole(WHOLE)
        for key, value in self.data.items():
            if key in _LISTS:
                for number, place in enumerate(JsonPlace(value, key).objects(), 1):
                    self.read_entry(_LISTS[key], number, place)
            elif key not in _KNOWN and value not in (None, False, [], {}, ""):
                self.parts.append(f"key {quoted(key)}")
        self.read_whole(MARKED)
        self.read_parities()
        words, said = rules_said(_text(self.data.get("ruleset")), self.board)
        rules = tuple(dict.fromkeys((*self.rules, *said)))
        figures = figures_of_object(without_drawings(self.data, said), self.rows, self.board)
        title = _text(self.data.get("title"))
        looks = {**USUAL_LOOKS, **self.looks}
        guesses = guesses_for(
            figures.drawing, figures.parts, words, rules, self.parts, looks, title
        )
        return Puzzle(
            givens,
            rules,
            source=self.source,
            label=title,
            info=info_of(author=_text(self.data.get("author")), rules=words),
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
            remark(
                worded(
                    "{source}: entries that are not given, in {cells}, are left out",
                    source=self.source,
                    cells=cells,
                )
            )
        return Grid(bytes(digits), self.board)

    def name_keys_of_cells(self) -> None:
        """Report the unknown keys."""
        known = {*_OF_A_CELL, *COLOURS}
        counts = Counter(
            key
            for cell in self.rows
            for key in cell
            if cell[key] and key not in known and not (key == "parity" and _parity_of(cell))
        )
        for key, count in counts.items():
            self.parts.append(f"key {quoted(key)} of {plural(count, 'cell')}")

    def digit(self, value: object, cell: int) -> int:
        """A digit of the board; raises InputError."""
        number = whole_number(value)
        if number is None or not 1 <= number <= self.size:
            name = self.board.cell_name(cell)
            raise InputError(
                "{name}: {value} is not a digit from 1 to {size}",
                name=name,
                value=quoted(value),
                size=self.size,
            )
        return number

    def marks(self, givens: Grid) -> tuple[tuple[int, ...], ...] | None:
        """The given pencilmarks of all cells, or None if the puzzle has none."""
        every = tuple(range(1, self.size + 1))
        of_cells: list[tuple[int, ...]] = []
        for cell, data in enumerate(self.rows):
            given = data.get("givenPencilMarks")
            if given:
                if not isinstance(given, list):
                    name = self.board.cell_name(cell)
                    raise InputError(
                        "{name}: {given} is not a list of pencilmarks",
                        name=name,
                        given=quoted(given),
                    )
                of_cells.append(tuple(sorted({self.digit(each, cell) for each in given})))
            else:
                of_cells.append((givens[cell],) if givens[cell] else every)
        if all(len(marks) == self.size or givens[cell] for cell, marks in enumerate(of_cells)):
            return None
        return tuple(of_cells)

    def answer(self) -> Grid | None:
        """The stored solution, or None if it is missing or incomplete."""
        stored = self.data.get("solution")
        if not isinstance(stored, list | str) or len(stored) != len(self.board):
            return None
        digits = [whole_number(each) or 0 for each in stored]
        if not all(1 <= digit <= self.size for digit in digits):
            return None
        return Grid(bytes(digits), self.board)

    # The rules

    def add(self, form: Form) -> None:
        """Add a rule from its JSON form; raises InputError."""
        rule, data = form
        self.rules.append(CONSTRAINTS[rule].from_data(data, self.board))

    def read_whole(self, clues: Iterable[Clue]) -> None:
        """Read clues of the whole grid."""
        for clue in clues:
            for form in clue.read(FPuzzlesEntry(JsonPlace(self.data), self.board, self.parts)):
                self.add(form)

    def read_parities(self) -> None:
        """Read the parities that cells have themselves."""
        for rule in _PARITIES.values():
            cells = [cell for cell, data in enumerate(self.rows) if _parity_of(data) == rule]
            if cells:
                self.add((rule, {"cells": names_of(self.board, cells)}))

    def read_entry(self, clue: Clue, number: int, place: JsonPlace) -> None:
        """Read an entry of a list. Report it if none of our rules can express it."""
        try:
            for form in clue.read(FPuzzlesEntry(place, self.board, self.parts)):
                try:
                    self.add(form)
                except InputError as error:
                    raise Unsaid(error.problem) from None
                own = [colour_of(place[key].value) for key in _COLOURS]
                seen = [colour for colour in own if colour.is_seen]
                if seen:
                    self.looks.setdefault(form[0], []).extend(seen)
        except Unsaid as reason:
            self.parts.append(f"{clue.key} {number} ({reason})")


def _parity_of(cell: JsonObject) -> str | None:
    """The rule for the parity of a cell, or None."""
    parity = cell.get("parity")
    return _PARITIES.get(parity) if isinstance(parity, str) else None


def _text(value: object) -> str:
    return encodable(value.strip()) if isinstance(value, str) else ""
