"""Links of lisudoku.xyz, and their JSON. The JSON in a link may be that of f-puzzles, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.part_names import unknown_rule
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import BOXES, REGIONS, RULES
from cpsudoku.formats.links import f_puzzles
from cpsudoku.formats.links.json_place import JsonPlace
from cpsudoku.formats.links.linked import LinkFormat
from cpsudoku.formats.links.lz_string import decompressed
from cpsudoku.formats.links.regions import board_with
from cpsudoku.formats.links.zipped_json import value_of_json
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.printable import encodable
from cpsudoku.runtime.words import either, worded

_LINK = re.compile(
    r"(?:https?://)?(?:www\.)?lisudoku\.xyz/(?:e|solver)/?\?(?:[^#]*&)?import=([^&#]+)",
    re.IGNORECASE,
)
_JSON = re.compile(r'\s*\{(?s:.*)"gridSize"\s*:\s*\d')
_SIZES = (4, 6, 9)
_MOST = 2_000  # items of a list
_WHOLE_BOARD = {
    "antiKnight": ("anti-knight", JsonObject()),
    "antiKing": ("anti-king", JsonObject()),
    "primaryDiagonal": ("diagonals", {"which": "falling"}),
    "secondaryDiagonal": ("diagonals", {"which": "rising"}),
    "kropkiNegative": ("negative", {"marks": ["white", "black"]}),
}
_LINES = {
    "thermos": "thermo",
    "renbans": "renban",
    "palindromes": "palindrome",
    "extraRegions": "region",
}
_CELLS = {"oddCells": "odd", "evenCells": "even"}
_DOTS = {"Consecutive": "white", "Double": "black"}
_OWN = ("killerCages", "arrows", "kropkiDots")
_WITHOUT_RULE = ("gridSize", "fixedNumbers", "regions")
_KNOWN = {*_WHOLE_BOARD, *_LINES, *_CELLS, *_OWN, *_WITHOUT_RULE}
Form = tuple[str, JsonObject]  # the name of a rule, and its JSON form


def puzzle_of_lisudoku(value: object, source: Source = Source()) -> Puzzle:
    """The puzzle of an object with ``gridSize``; raises InputError."""
    place = JsonPlace(value)
    board = _board(place)
    rules = tuple(_rule(place, board, *form) for form in _forms(place, board))
    named = [
        unknown_rule(encodable(key))
        for key, value in place.object().items()
        if key not in _KNOWN and value
    ]
    return Puzzle(_givens(place, board), rules, source=source, uninterpreted=tuple(named))


def _board(place: JsonPlace) -> Board:
    size = place["gridSize"].whole()
    if size not in _SIZES:
        raise place["gridSize"].not_allowed(worded("4, 6 or 9"))
    if not place["regions"].value:
        return Board.of_size(size)
    usual = Board.without_boxes(size)
    regions = [[_cell(each, usual) for each in _items(one)] for one in _items(place["regions"])]
    return board_with(size, size, size, regions)


def _givens(place: JsonPlace, board: Board) -> Grid:
    givens = bytearray(len(board))
    for each in _items(place["fixedNumbers"]):
        digit = each["value"].whole()
        if digit not in board.values:
            raise each["value"].not_allowed(worded("a digit from 1 to {size}", size=board.size))
        givens[_cell(each["position"], board)] = digit
    return Grid(bytes(givens), board)


def _forms(place: JsonPlace, board: Board) -> Iterator[Form]:
    """The JSON forms of the rules."""

    def names(cells: JsonPlace) -> list[str]:
        return [board.cell_name(_cell(each, board)) for each in _items(cells)]

    yield from (form for key, form in _WHOLE_BOARD.items() if place[key].value is True)
    for key, rule in _LINES.items():
        yield from ((rule, {"cells": names(each)}) for each in _items(place[key]))
    for key, rule in _CELLS.items():
        if place[key].value:
            yield rule, {"cells": names(place[key])}
    for cage in _items(place["killerCages"]):
        total = {"sum": cage["sum"].whole()} if cage["sum"].value else {}
        yield "killer", {"cells": names(cage["region"]), **total}
    for arrow in _items(place["arrows"]):
        circle = sorted(_cell(each, board) for each in _items(arrow["circleCells"]))
        line = names(arrow["arrowCells"])
        yield "arrow", {"circle": list(map(board.cell_name, circle)), "line": line}
    for dot in _items(place["kropkiDots"]):
        kind = dot["dotType"].value
        if not isinstance(kind, str) or kind not in _DOTS:
            raise dot["dotType"].not_allowed(either(_DOTS))
        cells = [board.cell_name(_cell(dot[key], board)) for key in ("cell1", "cell2")]
        yield _DOTS[kind], {"cells": cells}


def _rule(place: JsonPlace, board: Board, name: str, form: JsonObject) -> Constraint:
    try:
        return CONSTRAINTS[name].from_data(form, board)
    except InputError as error:
        raise place.wrong(f"{name}: {error.problem}") from None


def _items(place: JsonPlace) -> list[JsonPlace]:
    found = place.items_if_any()
    if len(found) > _MOST:
        raise place.wrong(worded("it has more than {most} items", most=f"{_MOST:,}"))
    return found


def _cell(place: JsonPlace, board: Board) -> int:
    row, column = place["row"].whole(), place["col"].whole()
    if (row, column) not in board.cell_at:
        raise place.wrong(
            worded(
                "row {row} and column {column} are not from 0 to {size}",
                row=row,
                column=column,
                size=board.size - 1,
            )
        )
    return board.cell_at[row, column]


class Lisudoku(LinkFormat):
    """The format ``lisudoku``."""

    name = "lisudoku"
    title = "links of lisudoku.xyz with ?import=, and its JSON (read only)"
    carries = frozenset((RULES, BOXES, REGIONS))

    def is_line(self, text: str) -> bool:
        """Whether it begins like a link with a puzzle, or is JSON with ``gridSize``."""
        return bool(_LINK.match(text) or _JSON.match(text))

    def of_link(self, text: str, source: Source) -> Puzzle:
        """The puzzle in the part after ``import=``."""
        link = _LINK.match(text)
        if link is None:
            raise InputError("the link has no puzzle: ?import= is missing")
        try:
            json = decompressed(unquote(link[1]).replace(" ", "+"))
        except InputError as error:
            raise InputError(
                "the link is damaged: {problem}; copy it again", problem=error.problem
            ) from None
        return self.of_object(json, source)

    def of_object(self, text: str, source: Source) -> Puzzle:
        """The puzzle of an object with ``gridSize``, or with the ``grid`` of f-puzzles."""
        value = value_of_json(text)
        if isinstance(value, dict) and "grid" in value:
            return f_puzzles.FORMAT.of_object(text, source)
        return puzzle_of_lisudoku(value, source)


FORMAT = Lisudoku()
