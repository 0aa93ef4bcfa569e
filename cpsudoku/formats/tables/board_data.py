"""The board of a puzzle as JSON values.

``box`` is ``"3x3"``, or null for a board without boxes. ``regions`` are rows of letters. ``grids``
are the corners of overlapping grids. ``rows`` and ``columns`` are those of a rectangle. ``digits``
are the lowest and the highest digit. ``layer`` and ``extra`` are the layers that no rule brings.
Any other board lists its ``cells``, ``houses`` and ``groups``.
"""

from __future__ import annotations

import marshal
from collections.abc import Collection, Mapping
from functools import lru_cache
from math import isqrt

from cpsudoku.core.board import Board
from cpsudoku.core.board_reading import parse_grids
from cpsudoku.core.board_words import LAYER_LINES, BoardWords, layer_words, words_of
from cpsudoku.core.houses import House
from cpsudoku.runtime.errors import BadShape, InputError, quoted
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.words import worded

ROWS = ("holes", "runs")
BOARD_KEYS = (
    *("box", "regions", "grids", *ROWS, "rows", "columns", "digits", "cells", "houses", "groups"),
    *LAYER_LINES,
)
_WITHOUT_REFERENCES = 2  # the version of marshal in which equal values have equal bytes


def board_data(board: Board, brought: Collection[str] | None = None) -> JsonObject:
    """The keys that describe a board, besides its size."""
    words = words_of(board, brought)
    if words is None:
        return _listed(board) | _layers(layer_words(board, brought))
    data: JsonObject = {}
    if words.sides is not None:
        data |= {"rows": words.sides[0], "columns": words.sides[1]}
    if words.grids:
        data["grids"] = [f"r{r + 1}c{c + 1}" for r, c in words.grids]
    if words.regions:
        data["regions"] = words.regions.split("/")
    elif words.holes or words.runs:
        data |= {key: text.split("/") for key in ROWS if (text := getattr(words, key))}
    elif words.boxes is None and not words.is_repeated:
        shape = (3, 3) if words.grids else board.with_lowest(1).box_shape
        data["box"] = "x".join(map(str, shape)) if shape else None
    else:
        data["box"] = "x".join(map(str, words.boxes or ())) or None
    if words.digits is not None:
        repeated = " repeated" if words.is_repeated else ""
        data["digits"] = f"{words.digits[0]}-{words.digits[1]}{repeated}"
    return data | _layers(words)


def _layers(words: BoardWords) -> dict[str, str]:
    """The layers of a board as JSON values."""
    lines = (line.partition(": ") for line in words.lines())
    return {name: text for name, _, text in lines if name in LAYER_LINES}


def board_of_data(data: Mapping[str, object], cells: int | None) -> Board | None:
    """The board that an object describes, or None. ``cells`` is the number of cells.

    Raises InputError, which names the key.
    """
    described = {key: data[key] for key in BOARD_KEYS if key in data}
    if not described:
        return None
    size = data.get("size")
    described |= {"size": size} if type(size) is int else {}
    return _described(marshal.dumps((described, cells), _WITHOUT_REFERENCES))


@lru_cache(maxsize=256)
def _described(packed: bytes) -> Board | None:
    """The board of a packed description and a number of cells. Most lines repeat one of a few."""
    data, cells = marshal.loads(packed)
    if "cells" in data or "houses" in data:
        return _of_lists(data)
    words = BoardWords()
    for key in ("digits", "regions", "grids", *ROWS, *LAYER_LINES):
        if data.get(key) is not None:
            words = _said(words, key, _text(key, data[key]))
    if "box" in data:
        words = _with_boxes(words, data["box"])
    if "rows" in data or "columns" in data:
        words = _said(words, "board", f"{data.get('rows')}x{data.get('columns')}")
    size = data.get("size")
    if size is None:
        size = isqrt(cells) if cells is not None and isqrt(cells) ** 2 == cells else None
    known = words.size or size
    return None if known is None else words.board(known)


def _text(key: str, value: object) -> str:
    """The value of a key as text; it may also be a list of texts."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ("/" if key in ("regions", *ROWS) else " ").join(value)
    raise InputError(
        '"{key}" is {value}, needs a text or a list of texts', key=key, value=quoted(value)
    )


def _said(words: BoardWords, name: str, text: str) -> BoardWords:
    try:
        return words.said(name, text)
    except InputError as error:
        key = {"board": worded('"rows" and "columns"'), "boxes": '"box"'}.get(name, f'"{name}"')
        raise InputError("{place}: {problem}", place=key, problem=error) from None


def _with_boxes(words: BoardWords, box: object) -> BoardWords:
    if box is not None and not isinstance(box, str):
        raise InputError('"box" is {box}, needs a text such as "3x3", or null', box=quoted(box))
    if (words.regions or words.holes or words.runs) and box is None:
        return words
    return _said(words, "boxes", box if box is not None else "none")


def _listed(board: Board) -> JsonObject:
    """The cells and houses of a board, one by one."""
    name = board.cell_name
    data: JsonObject = {"cells": [name(cell) for cell in range(len(board))]}
    data["digits"] = f"{board.values[0]}-{board.values[-1]}"
    for key, houses in (("houses", board.houses), ("groups", board.groups)):
        data[key] = [
            {"name": house.name, "kind": house.kind, "cells": [name(cell) for cell in house.cells]}
            for house in houses
        ]
    return data


def _of_lists(data: Mapping[str, object]) -> Board:
    """The board whose cells and houses are listed; raises InputError, which names the key."""
    digits = BoardWords().said("digits", _text("digits", data.get("digits", ""))).digits
    assert digits is not None
    names = data.get("cells")
    if not isinstance(names, list):
        raise InputError(
            '"cells" is {names}, needs a list of cells such as r1c1', names=quoted(names)
        )
    positions = tuple(corner for each in names for corner in parse_grids(_text("cells", each)))
    size = digits[1] - digits[0] + 1
    plain = Board(positions, size, ())
    houses, groups = (
        tuple(_house(each, key, plain) for each in _list(data, key)) for key in ("houses", "groups")
    )
    words = BoardWords()
    for key in LAYER_LINES:
        if key in data:
            words = _said(words, key, _text(key, data[key]))
    board = Board(positions, size, houses, groups, digits[0])
    return board.with_layers(*words.extra, *words.layers)


def _list(data: Mapping[str, object], key: str) -> list[object]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise InputError(
            '"{key}" is {value}, needs a list of objects', key=key, value=quoted(value)
        )
    return value


def _house(data: object, key: str, board: Board) -> House:
    known = data if isinstance(data, dict) else {}
    name, kind = known.get("name", "a house"), known.get("kind", "house")
    cells = known.get("cells")
    if not (isinstance(cells, list) and isinstance(name, str) and isinstance(kind, str)):
        raise InputError(
            '"{key}" has {found}, needs objects such as {form}',
            key=key,
            found=quoted(data),
            form='{"name": "row 1", "kind": "row", "cells": ["r1c1", ...]}',
        )
    try:
        numbers = tuple(board.cell_named(str(each)) for each in cells)
    except BadShape as error:
        raise InputError(
            '"{key}", {name}: {error}', key=key, name=quoted(name), error=error
        ) from None
    return House(name, numbers, kind)
