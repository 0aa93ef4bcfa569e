"""Reads the text of a Penpa+ link. What is drawn and not understood is named."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import unescape

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.constraints.regions.diagonals import Diagonals
from cpsudoku.core.grid import Grid
from cpsudoku.core.guesses import Part, named_parts
from cpsudoku.core.part_names import DRAWN, OUTSIDE
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import LARGEST
from cpsudoku.core.variables import Position
from cpsudoku.formats.links.drawn.figures import Drawing
from cpsudoku.formats.links.drawn.guessing import guesses_for
from cpsudoku.formats.links.json_place import JsonPlace, whole_number
from cpsudoku.formats.links.penpa_board import BESIDE, PenpaBoard
from cpsudoku.formats.links.regions import board_with, joined_cells
from cpsudoku.formats.links.spoken import info_of, rules_said
from cpsudoku.runtime.errors import InputError, Source, quoted
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import marked
from cpsudoku.runtime.printable import encodable, one_line
from cpsudoku.runtime.words import tallied, worded

GRIDS = ("square", "sudoku")
THICK = (2, 21)  # styles of lines that are borders of regions
UNSEEN = (0, 1, 11, 80)  # styles of lines that look like those of the board
USUAL = "1"  # the style of a number in the middle of a cell
_CIRCLE = re.compile(r"circle")
_DIAGONAL = re.compile(r"\bdiagonals?\b", re.IGNORECASE)
_ESCAPES = (("%2C", ","), ("%2D", "\n"), ("%2E", "&"), ("%2F", "="))
_TITLE, _AUTHOR, _SOURCE, _RULES = 15, 16, 17, 18  # fields of the first line
# What is drawn without a meaning that is known, each with its name for one of them.
_DRAWN = {
    "surface": marked("shaded cell"),
    "line": "line",
    "wall": marked("wall"),
    "freeline": marked("free line"),
    "freelineE": marked("free line"),
    "direction": marked("direction"),
    "squareframe": marked("square frame"),
    "polygon": marked("polygon"),
    "nobulbthermo": marked("thermometer without a bulb"),
}
Points = tuple[int, ...]


def puzzle_of_penpa(text: str, solution: object, source: Source) -> Puzzle:
    """The puzzle of the text of a link, and of its solution in JSON. Raises InputError."""
    return _Reading(text, solution, source).puzzle()


class _Reading:
    def __init__(self, text: str, solution: object, source: Source) -> None:
        self.lines, self.source, self.solution = text.split("\n"), source, solution
        self.head = self.lines[0].split(",")
        if self.head[0] not in GRIDS:
            old = self.head[0][:1].isdigit()
            what = (
                worded("the link has the form of old versions")
                if old
                else worded("its grid is {kind}", kind=self._kind())
            )
            raise InputError("{what}; grids of square cells are read", what=what)
        self.frame = self._frame()
        self.parts = JsonPlace(self._json(3, {}) or {}, "problem")
        self.left: Counter[Part] = Counter()
        self.named: dict[str, None] = {}

    def _kind(self) -> str:
        return quoted(self.head[0])

    def _json(self, number: int, usual: object) -> object:
        """The JSON of a line, or the usual value if the line is empty."""
        text = self.lines[number].strip() if number < len(self.lines) else ""
        if text in ("", "x", "undefined"):
            return usual
        try:
            value: object = json.loads(text)
        except (ValueError, RecursionError):
            raise InputError("line {number} of its text is not JSON", number=number + 1) from None
        return value

    def _frame(self) -> PenpaBoard:
        """Where the cells of the board are. Raises InputError unless they form a square."""
        width, height = (whole_number(each) or 0 for each in (*self.head[1:3], "0", "0")[:2])
        if not (1 <= width <= 2 * LARGEST and 1 <= height <= 2 * LARGEST):
            raise InputError(
                "its grid has {height} rows and {width} columns", height=height, width=width
            )
        frame = PenpaBoard(width, height)
        cells = self._cells(frame)
        if not cells:
            raise InputError("its board has no cells")
        rows, columns = ({place[at] for place in map(frame.place, cells)} for at in (0, 1))
        size = len(rows)
        square = {
            (r, c)
            for r in range(min(rows), min(rows) + size)
            for c in range(min(columns), min(columns) + size)
        }
        if size > LARGEST or {frame.place(cell) for cell in cells} != square:
            raise InputError(
                "its board of {count} cells is not a square; squares are read", count=len(cells)
            )
        self.size = size
        return PenpaBoard(width, height, min(rows) + BESIDE, min(columns) + BESIDE)

    def _cells(self, frame: PenpaBoard) -> set[int]:
        """The cells of the board: listed by their distances, or all but the margins."""
        listed = [each.whole() for each in JsonPlace(self._json(5, []), "cells").items_if_any()]
        if listed:
            total, found = 0, set[int]()
            for each in listed[: frame.count]:
                total += each
                found.add(total)
            return {cell for cell in found if 0 <= cell < frame.count}
        margins = [each.whole() for each in JsonPlace(self._json(1, []), "space").items_if_any()]
        above, below, left, right = (margins + [0] * 4)[:4]
        return {
            frame.point((r, c))
            for r in range(max(0, above), frame.height - max(0, below))
            for c in range(max(0, left), frame.width - max(0, right))
        }

    def puzzle(self) -> Puzzle:
        """The puzzle, with what is drawn and not understood."""
        board = self._board()
        words = self._field(_RULES)
        words, said = rules_said(words, board)
        rules = [*self._drawn_rules(board, words), *said]
        givens = self._givens(board)
        label = encodable(one_line(self._field(_TITLE).removeprefix("Title:").strip()))
        answer, named = self._answer(board, givens), tuple(self._named())
        guesses = guesses_for(Drawing(board), (), words, rules, named, {}, label)
        return Puzzle(
            givens,
            tuple(rules),
            source=self.source,
            label=label,
            info=info_of(
                author=encodable(self._field(_AUTHOR).removeprefix("Author:").strip()),
                rules=encodable(words),
                source=encodable(self._field(_SOURCE).strip()),
            ),
            answer=answer,
            uninterpreted=guesses.unexplained(),
            guesses=guesses,
        )

    def _field(self, number: int) -> str:
        text = self.head[number] if number < len(self.head) else ""
        for short, meaning in _ESCAPES:
            text = text.replace(short, meaning)
        return unescape(re.sub(r"<br ?/?>", "\n", text)).strip()

    def _named(self) -> Iterator[str]:
        yield from self.named
        yield from named_parts(self.left)

    def _cell(self, point: object) -> int | None:
        """The cell of the board with this number, or None."""
        number = whole_number(point)
        if number is None or not 0 <= number < self.frame.count:
            return None
        r, c = self.frame.place(number)
        return r * self.size + c if 0 <= r < self.size and 0 <= c < self.size else None

    def _board(self) -> Board:
        """The board, with the regions between thick lines."""
        walls, self.slanted = set[frozenset[int]](), set[frozenset[Position]]()
        for key, style in self.parts["lineE"].object().items() if self._has("lineE") else ():
            self._border(str(key), style, walls)
        size = self.size
        pairs = [
            (cell, cell + step)
            for cell in range(size * size)
            for step in (1, size)
            if (cell % size + 1 < size if step == 1 else cell + size < size * size)
            if frozenset((cell, cell + step)) not in walls
        ]
        regions = joined_cells(pairs, size * size)
        if len(regions) == 1:
            return board_with(size, size, size, [])
        if len(regions) != size or any(len(each) != size for each in regions):
            self.named[worded("thick lines that do not form regions (drawing)")] = None
            return board_with(size, size, size, [])
        usual = Board.of_size(size)
        of_boxes = {frozenset(house.cells) for house in usual.houses if house.kind == "box"}
        is_usual = of_boxes == set(map(frozenset, regions))
        return usual if is_usual else board_with(size, size, size, regions)

    def _has(self, key: str) -> bool:
        value = self.parts[key].value
        return isinstance(value, dict | list) and bool(value)

    def _border(self, key: str, style: object, walls: set[frozenset[int]]) -> None:
        """Add the two cells beside a thick line, or the ends of a slanted one."""
        numbers = [whole_number(each) for each in key.split(",")]
        ends = [self.frame.place_of_crossing(each) for each in numbers if each is not None]
        if len(ends) != 2 or ends[0] is None or ends[1] is None:
            self.left["line", DRAWN] += 1
            return
        (r, c), (down, across) = sorted((ends[0], ends[1]))
        if (down - r, abs(across - c)) == (1, 1):
            self.slanted.add(frozenset((ends[0], ends[1])))
        elif style in THICK and (down - r, across - c) in ((0, 1), (1, 0)):
            beside = ((r - 1, c), (r, c)) if down == r else ((r, c - 1), (r, c))
            cells = [self._cell(self.frame.point(place)) for place in beside]
            walls.add(frozenset(cell for cell in cells if cell is not None))
        elif style not in UNSEEN:
            self.left["line", DRAWN] += 1

    def _drawn_rules(self, board: Board, words: str) -> Iterator[Constraint]:
        yield from self._diagonals(board, words)
        yield from self._cages(board)
        yield from self._thermometers(board)
        yield from self._arrows(board)
        for key, name in _DRAWN.items():
            value = self.parts[key].value
            found = [each for each in value if each] if isinstance(value, list | dict) else []
            if found:
                self.left[name, DRAWN] += len(found)

    def _diagonals(self, board: Board, words: str) -> Iterator[Constraint]:
        """The diagonals that are drawn if the rules speak of them."""
        size, ways = self.size, list[str]()
        for which, line in (
            ("falling", [((n, n), (n + 1, n + 1)) for n in range(size)]),
            ("rising", [((n, size - n), (n + 1, size - n - 1)) for n in range(size)]),
        ):
            steps = {frozenset(each) for each in line}
            if steps <= self.slanted and _DIAGONAL.search(words):
                self.slanted -= steps
                ways.append(which)
        if ways:
            yield Diagonals(board, which="both" if len(ways) == 2 else ways[0])
        if self.slanted:
            self.left["line", DRAWN] += len(self.slanted)

    def _cages(self, board: Board) -> Iterator[Constraint]:
        """The cages of the tool for killers. Other outlines are named."""
        sums: dict[int, list[str]] = {}
        numbers = self.parts["numberS"].value
        for key, value in numbers.items() if isinstance(numbers, dict) else ():
            cell = self._corner(key)
            sums.setdefault(-1 if cell is None else cell, []).append(_text_of(value))
        for key, value in self._numbers():
            cell = self._corner(key)
            if cell is not None:
                sums.setdefault(cell, []).append(_text_of(value))
        caged = set[int]()
        for cage in self._paths("killercages"):
            texts = [text for cell in cage for text in sums.pop(cell, []) if text]
            caged.update(cage)
            total = whole_number(texts[0]) if len(texts) == 1 else None
            if texts and total is None:
                text = quoted(", ".join(texts))
                self.named[worded("the cage with {quoted} (drawing)", quoted=text)] = None
            form: JsonObject = {"cells": [board.cell_name(cell) for cell in dict.fromkeys(cage)]}
            yield from self._rule("killer", form | ({} if total is None else {"sum": total}), board)
        more = sum(1 for texts in sums.values() for text in texts if text)
        self.left.update({("small number", DRAWN): more} if more else {})
        self._name_outlines(caged)

    def _name_outlines(self, caged: set[int]) -> None:
        """Name the outlines that belong to no cage."""
        outlines = self.parts["cage"].value
        for key in outlines if isinstance(outlines, dict) else ():
            cells = [self._corner(point) for point in str(key).split(",")]
            if any(cell is None or cell not in caged for cell in cells):
                self.named[worded("outlines of cages (drawing)")] = None

    def _corner(self, point: object) -> int | None:
        """The cell of the board in whose corner a point is, or None."""
        number = whole_number(point)
        return None if number is None else self._cell(self.frame.cell_of_corner(number))

    def _rule(self, name: str, form: JsonObject, board: Board) -> Iterator[Constraint]:
        """A rule; a drawing that is none, such as a cage of 10 cells, is named."""
        try:
            yield CONSTRAINTS[name].from_data(form, board)
        except InputError:
            self.left[name, DRAWN] += 1

    def _paths(self, key: str) -> Iterator[Points]:
        """The cells of each path of a tool. Paths that leave the board are named."""
        value = self.parts[key].value
        for path in value if isinstance(value, list) else ():
            if not isinstance(path, list) or not path:
                continue
            cells = [self._cell(point) for point in path[: self.frame.count]]
            if any(cell is None for cell in cells):
                self.left[key, OUTSIDE] += 1
            else:
                yield tuple(cell for cell in cells if cell is not None)

    def _thermometers(self, board: Board) -> Iterator[Constraint]:
        for path in self._paths("thermo"):
            yield from self._rule("thermo", {"cells": list(map(board.cell_name, path))}, board)

    def _arrows(self, board: Board) -> Iterator[Constraint]:
        """The arrows that begin in a circle. Other arrows and symbols are named."""
        symbols = self.parts["symbol"].value
        circles, others = dict[int, None](), Counter[str]()
        for key, value in symbols.items() if isinstance(symbols, dict) else ():
            kind = str(value[1]) if isinstance(value, list) and len(value) > 1 else "of its own"
            cell = self._cell(key)
            if cell is not None and _CIRCLE.match(kind):
                circles[cell] = None
            else:
                others[kind] += 1
        used = set[int]()
        for path in self._paths("arrows"):
            if path[0] in circles and len(path) > 1:
                names = list(map(board.cell_name, path))
                yield from self._rule("arrow", {"circle": names[:1], "line": names[1:]}, board)
                used.add(path[0])
            else:
                self.left["arrow", DRAWN] += 1
        alone = len([cell for cell in circles if cell not in used])
        self.left.update({("circle", DRAWN): alone} if alone else {})
        for kind, count in others.items():
            symbols = tallied("{count} symbol", "{count} symbols", count)
            text = worded("{parts} {quoted} (drawing)", parts=symbols, quoted=quoted(kind))
            self.named[text] = None

    def _numbers(self) -> Iterable[tuple[str, object]]:
        numbers = self.parts["number"].value
        return numbers.items() if isinstance(numbers, dict) else ()

    def _givens(self, board: Board) -> Grid:
        """The digits in the middles of cells. Other numbers are named."""
        givens = bytearray(len(board))
        for key, value in self._numbers():
            text, cell = _text_of(value), self._cell(key)
            if not text or self._corner(key) is not None:
                continue
            digit = whole_number(text)
            is_usual = isinstance(value, list) and (len(value) < 3 or str(value[2]) == USUAL)
            if cell is not None and is_usual and digit in board.values:
                givens[cell] = digit or 0
            else:
                self.left["number", DRAWN if cell is not None else OUTSIDE] += 1
        return Grid(bytes(givens), board)

    def _answer(self, board: Board, givens: Grid) -> Grid | None:
        """The solution of the link, if it is complete: of one to solve, or of one to edit."""
        found = bytearray(givens.cells)
        for point, text in self._entered(len(board)):
            cell, digit = self._cell(point), whole_number(text)
            if cell is not None and digit in board.values and not givens[cell]:
                found[cell] = digit or 0
        return Grid(bytes(found), board) if all(found) and not all(givens.cells) else None

    def _entered(self, most: int) -> Iterator[tuple[object, str]]:
        """The points and texts of the numbers in the solution."""
        listed = self.solution
        numbers = listed[4] if isinstance(listed, list) and len(listed) > 4 else None
        for each in numbers[:most] if isinstance(numbers, list) else ():
            point, _, text = str(each).partition(",")
            yield point, text
        layer = self._json(4, {})
        drawn = layer.get("number") if isinstance(layer, dict) else None
        for key, value in drawn.items() if isinstance(drawn, dict) else ():
            yield key, _text_of(value)


def _text_of(value: object) -> str:
    """The text of a number."""
    if isinstance(value, list) and value:
        return one_line(str(value[0])).strip()
    return "" if isinstance(value, Mapping) or value is None else one_line(str(value)).strip()
