"""Puzzles of SudokuPad (SCL, CTC): reads the rules in their JSON and reports mere drawings.

https://sudokupad.app: cells are [row, column] from 0. Lines, arrows and shapes are drawings. Like
SudokuPad we read givens, regions, rows and columns, cages, X and V, both diagonals, windows,
anti-knight and anti-king.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.pairs.xv import PairSum
from cpsudoku.core.grid import Grid
from cpsudoku.core.guesses import Guesses, Part, named_parts
from cpsudoku.core.part_names import (
    BROKEN,
    REPEATING,
    WITH_MARKS,
    WITH_TEXT,
    WITH_VALUES,
    counted_rules,
    unknown_rule,
)
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.core.sizes import LARGEST
from cpsudoku.formats.links.calculations import calculation_of
from cpsudoku.formats.links.drawn.collecting import point_of
from cpsudoku.formats.links.drawn.figures import DrawnMark
from cpsudoku.formats.links.drawn.guessing import guesses_for
from cpsudoku.formats.links.drawn.sentences import RuleWords, sentences_of
from cpsudoku.formats.links.regions import board_with
from cpsudoku.formats.links.scl_bounds import refuse_many_parts
from cpsudoku.formats.links.scl_digits import is_said_from_zero, said_digits
from cpsudoku.formats.links.scl_figures import LAYERS, LINES, figures_of_parts
from cpsudoku.formats.links.scl_hidden import is_partition, may_point, region_lines
from cpsudoku.formats.links.scl_parts import (
    Place,
    is_colour,
    is_drawn_cage,
    is_hidden_region,
    list_of,
    must_repeat,
    objects_in,
    places_in,
    text_of_lines,
)
from cpsudoku.formats.links.spoken import info_of, rules_said
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import marked
from cpsudoku.runtime.printable import encodable
from cpsudoku.runtime.words import worded

LARGEST_SIDE = 60  # rows and columns of cells, clues outside included
# Parts that do not change any rule.
_IGNORED = {"id", "cellSize", "settings", "videos", "metadata", "cells", "regions", "cages"}
_IGNORED |= {"foglight", "fogofwar", "triggereffect"}  # what a person sees while solving
_LONGEST_TEXT = 20_000  # characters of a title or an author
_TEXTS = ("title", "author", "rules", "solution")
_SUMS = {"X": "X", "V": "V", "XV": "15"}
_THIN_BLUE, _WINDOW = "#34BBE6", "#CFCFCF"

_REPEATED_IN_CAGES = re.compile(
    r"cages?\b[^.]{0,200}\b(may|can) repeat\b|"
    r"\b(may|can) repeat (with)?in (a |the |any )?(killer )?cages?\b",
    re.IGNORECASE,
)


def is_scl(value: object) -> TypeGuard[JsonObject]:
    """Whether a value is an object of SudokuPad."""
    if not isinstance(value, dict) or value.get("puzzle") is not None:
        return False
    cells = value.get("cells")
    return isinstance(cells, list) and bool(cells) and all(isinstance(row, list) for row in cells)


def puzzle_of_scl(value: JsonObject, source: Source = Source()) -> Puzzle:
    """The puzzle of an object of SudokuPad; raises InputError."""
    return _SclReading(value, source).puzzle()


@dataclass
class _SclReading:
    """One object while it is read."""

    value: JsonObject
    source: Source
    rest: Counter[Part] = field(default_factory=Counter)  # noun, and more words
    used: set[int] = field(default_factory=set)  # shapes that have been interpreted
    drawn_cages: list[JsonObject] = field(default_factory=list)
    outer: list[JsonObject] = field(default_factory=list)  # values outside the grid
    hidden: list[list[Place]] = field(default_factory=list)  # regions without outlines

    def __post_init__(self) -> None:
        self.parts = {name: objects_in(self.value.get(name)) for name in (*LINES, *LAYERS, "cages")}
        rows = self.value["cells"]
        self.height, self.width = len(rows), max(map(len, rows))
        if max(self.height, self.width) > LARGEST_SIDE:
            found = worded("{height}x{width} cells", height=self.height, width=self.width)
            raise InputError(
                "{found}; at most {most}x{most} are read", found=found, most=LARGEST_SIDE
            )
        refuse_many_parts({"regions": list_of(self.value.get("regions")), **self.parts})
        self.texts = self._texts()
        metadata = self.value.get("metadata")
        self.flags = metadata if isinstance(metadata, dict) else {}

    def puzzle(self) -> Puzzle:
        """The puzzle."""
        regions = [places_in(region) for region in list_of(self.value.get("regions"))]
        cages = [cage for cage in self.parts["cages"] if is_hidden_region(cage)]
        hidden = [places_in(cage["cells"]) for cage in cages]
        if is_partition(regions, hidden):  # the boxes, and more regions
            self.hidden = [places for places in hidden if {*places} not in map(set, regions)]
        else:
            regions += hidden
        top, left, bottom, right = self._area(regions)
        area = [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]
        values = self._values(area)
        answer = self._answer(area)
        height, width = bottom - top + 1, right - left + 1
        size = self._size(height, width, [*values.values(), *(answer or ())])
        self.at = {place: cell for cell, place in enumerate(area)}
        board = self._board(height, width, size, regions, answer)
        givens = bytes(values.get(place, board.lowest - 1) - board.lowest + 1 for place in area)
        solved = Grid(bytes(d - board.lowest + 1 for d in answer), board) if answer else None
        puzzle = Puzzle(Grid(givens, board), source=self.source, answer=solved)
        self.texts["rules"], said = rules_said(self.texts.get("rules", ""), board)
        rules = (*self._rules(puzzle), *said)
        guesses = self._guesses(puzzle, rules)
        signs = sum(isinstance(rule, PairSum) for rule in rules)
        return replace(
            puzzle,
            constraints=rules,
            label=self.texts.get("title", ""),
            info=info_of(author=self.texts.get("author", ""), rules=self.texts["rules"]),
            uninterpreted=guesses.unexplained(),
            interpreted=(counted_rules("X or V", signs),) if signs else (),  # read from texts
            guesses=guesses,
        )

    # Texts

    def _texts(self) -> dict[str, str]:
        """Title, author, rules and solution, wherever they are: old files store them in cages."""
        metadata = self.value.get("metadata")
        texts = {
            name: text_of_lines(part[name])
            for part in (self.value, metadata)
            if isinstance(part, dict)
            for name in _TEXTS
            if part.get(name)
        }
        for cage in self.parts["cages"]:
            name, colon, text = str(cage.get("value", "")).partition(":")
            if not cage.get("cells") and colon and name.strip().lower() in _TEXTS:
                texts.setdefault(name.strip().lower(), text.strip())
        return {
            name: encodable(text[: None if name == "rules" else _LONGEST_TEXT].replace("\\n", "\n"))
            for name, text in texts.items()
        }

    # Board

    def _area(self, regions: Sequence[Sequence[Place]]) -> tuple[int, int, int, int]:
        """The first and last row and column of the grid: the area of the regions, or everything."""
        places = [place for region in regions for place in region]
        if any(not (0 <= r < self.height and 0 <= c < self.width) for r, c in places):
            raise InputError("a region has a cell outside the grid")
        if not places:
            return 0, 0, self.height - 1, self.width - 1
        rows, columns = [r for r, _ in places], [c for _, c in places]
        return min(rows), min(columns), max(rows), max(columns)

    def _values(self, area: Sequence[Place]) -> dict[Place, int]:
        """The givens. Everything else in a cell is reported."""
        inside, found = set(area), {}
        for r, row in enumerate(self.value["cells"]):
            for c, cell in enumerate(row):
                if not isinstance(cell, dict):
                    continue
                value = str(cell.get("value", "") or (cell.get("value") == 0 and "0"))
                if re.fullmatch(r"\d{1,2}", value) and (r, c) in inside:
                    found[r, c] = int(value)
                elif value not in ("", "False") and (r, c) not in inside:
                    self.outer.append({"center": [r + 0.5, c + 0.5], "text": value})
                elif value not in ("", "False"):
                    self.rest["cell", WITH_VALUES] += 1
                if any(value for key, value in cell.items() if key != "value"):
                    self.rest["cell", WITH_MARKS] += 1
        return found

    def _answer(self, area: Sequence[Place]) -> list[int] | None:
        """The values of the stored solution, if it is complete."""
        text = re.sub(r"\s", "", self.texts.get("solution", ""))
        if len(text) == self.height * self.width:
            text = "".join(text[r * self.width + c] for r, c in area)
        if len(text) != len(area) or not re.fullmatch("[0-9]+", text):
            return None
        return [int(sign) for sign in text]

    def _size(self, height: int, width: int, values: Sequence[int]) -> int:
        size = max(height, width)
        most, self.lowest = max(values, default=0), 0 if 0 in values else 1
        said = said_digits(self.texts.get("rules", ""), size)
        if said is not None and said[0] <= min(values, default=said[0]) and most <= said[-1]:
            self.lowest = said[0]
            return len(said)
        if most < size and 0 not in values and is_said_from_zero(self.texts.get("rules", ""), size):
            self.lowest = 0
        if self.lowest == 0 and most >= size:
            size = most + 1
        if self.lowest == 1 and most > size:
            size = most
        if not size <= LARGEST:
            raise InputError(
                "{height}x{width} cells with {size} digits; at most {largest}",
                height=height,
                width=width,
                size=size,
                largest=LARGEST,
            )
        if size > max(height, width):
            digits = f"{self.lowest}-{self.lowest + size - 1}"
            self.rest["", worded("digits {digits} (guessed)", digits=digits)] += 1
        return size

    def _board(
        self,
        height: int,
        width: int,
        size: int,
        regions: Sequence[Sequence[Place]],
        answer: list[int] | None,
    ) -> Board:
        """The board. Parts that contradict the stored solution are left out and reported."""
        cells = range(height * width)
        lines = [cells[start:][:width] for start in cells[::width]]
        lines += [cells[c::width] for c in range(width)]
        has_lines = self.flags.get("norowcol") is not True
        if has_lines and any(must_repeat(line, answer, size) for line in lines):
            said = worded("rows and columns (the stored solution repeats digits in them)")
            self.rest["", said] += 1
            has_lines = False
        boxes = []
        for region in regions:
            inside = sorted({self.at[place] for place in region})
            if must_repeat(inside, answer, size):
                self.rest["region", REPEATING] += 1
            elif len(inside) > 1:
                boxes.append(inside)
        return board_with(height, width, size, boxes, has_lines, self.lowest)

    # Rules

    def _rules(self, puzzle: Puzzle) -> Iterator[Constraint]:
        """The rules that SudokuPad checks.

        If the stored solution breaks one rule of a kind, that kind has another meaning in this
        puzzle, and none of its rules is used. Its cages and shapes are drawings then.
        """
        board, answer = puzzle.board, puzzle.answer
        for name, lines in (
            ("cage", self._cages()),
            ("region", self._hidden_regions(board)),
            ("X or V", self._signs()),
            ("diagonal", self._diagonals(board)),
            (marked("window"), self._windows(board)),
            (marked("anti-knight rule"), self._everywhere("knight", board)),
            (marked("anti-king rule"), self._everywhere("king", board)),
        ):
            before = self.used.copy()
            found = [rule for line in lines for rule in rules_of(line, board)]
            values = puzzle.values
            if answer is None or all(rule.allows(values(answer, rule.cells)) for rule in found):
                yield from found
            elif name == "cage":
                self.drawn_cages = [cage for cage in self.parts["cages"] if is_drawn_cage(cage)]
            elif self.used == before:
                self.rest[name, BROKEN] += len(found)
            else:
                self.used = before

    def _cages(self) -> Iterator[str]:
        may_repeat = _REPEATED_IN_CAGES.search(self.texts.get("rules", "")) is not None
        for cage in self.parts["cages"]:
            places = places_in(cage.get("cells") or [])
            if not is_drawn_cage(cage):
                continue
            total = cage.get("sum", cage.get("value"))
            number = str(total) if re.fullmatch(r"\d{1,3}", str(total)) else ""
            is_unique = cage.get("unique") is True and not may_repeat
            if any(place not in self.at for place in places) or not (
                is_unique or (number and "sum" in cage)
            ):
                self.drawn_cages.append(cage)
                continue
            calculation = calculation_of(total)
            if calculation is not None:
                yield "{} {}: {}".format(*calculation, self._names(places))
            elif total not in (None, "") and not number:
                self.rest["cage", WITH_TEXT] += 1
            rule = f"killer {number}" if is_unique else f"sum {number}"
            yield f"{rule}: {self._names(places)}"

    def _hidden_regions(self, board: Board) -> Iterator[str]:
        """Regions without outlines, besides the boxes: the disjoint groups, or any others."""
        groups = {frozenset(self.at[place] for place in places) for places in self.hidden}
        self.rest["region", REPEATING] += sum(len(cells) > board.size for cells in groups)
        yield from region_lines(groups, board)

    def _signs(self) -> Iterator[str]:
        """X, V and XV. A small v may be an inequality sign, so that sentences or proof decide."""
        points = may_point(self.texts.get("rules", ""))
        for shape in self.parts["overlays"]:
            text = str(shape.get("text", "")).strip()
            sign, pair = text.upper(), self._edge(shape)
            if sign in _SUMS and pair and text != "v" and not (sign == "V" and points):
                self.used.add(id(shape))
                yield f"xv {_SUMS[sign]}: {self._names(pair)}"

    def _edge(self, shape: JsonObject) -> tuple[Place, Place] | None:
        """The two cells of the grid on either side of the centre of a shape."""
        centre = point_of(shape.get("center"))
        if centre is None or any(2 * part % 1 for part in centre):
            return None
        pair = DrawnMark((), centre).edge
        return pair if pair and all(place in self.at for place in pair) else None

    def _diagonals(self, board: Board) -> Iterator[str]:
        """Thin blue lines from corner to corner."""
        (top, left), (bottom, right) = next(iter(self.at)), list(self.at)[-1]
        if bottom - top != right - left or len(board) != board.size**2:
            return
        falling = {(top, left), (bottom + 1, right + 1)}
        rising = {(bottom + 1, left), (top, right + 1)}
        for line in self.parts["lines"]:
            ends = [point_of(point) for point in list_of(line.get("wayPoints"))]
            if len(ends) != 2 or not is_colour(line.get("color"), _THIN_BLUE):
                continue
            if set(ends) in (falling, rising):
                self.used.add(id(line))
                yield f"diagonals {'rising' if set(ends) == rising else 'falling'}"

    def _windows(self, board: Board) -> Iterator[str]:
        """Four grey squares of 3x3 cells."""
        shades = [
            shape
            for shape in self.parts["underlays"]
            if is_colour(shape.get("backgroundColor"), _WINDOW)
            and (shape.get("width"), shape.get("height")) == (3, 3)
        ]
        centres = {point_of(shape.get("center")) for shape in shades}
        wanted = {(2.5, 2.5), (2.5, 6.5), (6.5, 2.5), (6.5, 6.5)}
        if board.is_classic_9x9 and centres == wanted and len(shades) == len(wanted):
            self.used.update(map(id, shades))
            yield "windows"

    def _everywhere(self, piece: str, board: Board) -> Iterator[str]:
        """Anti-knight or anti-king, from the metadata or from the rules in words."""
        said = self.flags.get(f"anti{piece}")
        if said is None and self.texts.get("solution"):
            sentences = sentences_of(self.texts.get("rules", ""))
            said = bool(RuleWords(sentences, board).about(f"anti-{piece}"))
        if said is True:
            yield f"anti-{piece}"

    @property
    def corner(self) -> Place:
        """The first row and column of the grid."""
        return next(iter(self.at))

    def _names(self, places: Iterable[Place]) -> str:
        top, left = self.corner
        return " ".join(f"r{r - top + 1}c{c - left + 1}" for r, c in dict.fromkeys(places))

    # The rest

    def _guesses(self, puzzle: Puzzle, rules: Sequence[Constraint]) -> Guesses:
        """What is drawn and said, and what it may mean."""
        self._name_unknown_keys()
        drawn = {
            name: [part for part in parts if id(part) not in self.used]
            for name, parts in self.parts.items()
        }
        drawn |= {"cages": self.drawn_cages, "overlays": [*drawn["overlays"], *self.outer]}
        figures = figures_of_parts(drawn, puzzle.board, self.corner)
        text = self.texts.get("rules", "")
        others = named_parts(self.rest)
        title = self.texts.get("title", "")
        return guesses_for(figures.drawing, figures.parts, text, rules, others, title=title)

    def _name_unknown_keys(self) -> None:
        known = _IGNORED | set(LINES) | set(LAYERS) | set(_TEXTS)
        for key, value in self.value.items():
            if key not in known and value not in (None, False, "", [], {}):
                self.rest["", unknown_rule(key)] += 1
        read = {"antiknight", "antiking", "norowcol"}
        for key, value in self.flags.items():
            if value is True and key not in read:
                self.rest["", unknown_rule(key)] += 1
