"""The board of a constraint string, read from its tokens and written as tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.board_words import own_layers
from cpsudoku.core.layers import CELLS, EXTRA, Layer
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.iss_tokens import IssToken, cell_id, layer_name, layer_prefix
from cpsudoku.formats.links.unsaid import refusal
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.words import worded

LARGEST = 16  # rows or columns
ABOUT_BOARD = ("Shape", "NoBoxes", "RegionSize", "Var")
_SHAPE = worded("a board of this shape")
_LAYOUT = "ABCDEFGHIJKLMNOPQRSTUVWXY"


def board_of_tokens(tokens: Sequence[IssToken]) -> Board:
    """The board that the tokens ``Shape``, ``NoBoxes``, ``RegionSize`` and ``Jigsaw`` describe.

    ``Var`` adds variables. Those that no other token names are left out.
    """
    return _cells(tokens).with_layers(*_layers(tokens))


def _layers(tokens: Sequence[IssToken]) -> Iterator[Layer]:
    used = set(_prefixes(tokens))
    rows, columns, _, values = _shape(_first(tokens, "Shape") or ["9x9"])
    for token in tokens:
        if token.name != "Var":
            continue
        prefix, _, size = (*token.arguments, "", "", "")[:3]
        match = re.fullmatch(r"(?:(\d{1,3})x)?(\d{1,4})", size or "1")
        if not re.fullmatch("[A-Z]+", prefix) or match is None:
            raise InputError(
                "{token}: variables are a name such as X and a number", token=quoted(str(token))
            )
        name, count = layer_name(prefix), int(match[2])
        if prefix not in used:
            continue
        if match[1] and (int(match[1]), count) == (rows, columns):
            yield Layer(name, values=values)
        elif match[1]:
            yield Layer(name, EXTRA, 0, int(match[1]) * count, count)
        else:
            yield Layer(name, EXTRA, 0, count)


def _prefixes(tokens: Sequence[IssToken]) -> Iterator[str]:
    """The prefixes of the variables that tokens name."""
    for token in tokens:
        yield from _prefixes(token.inside)
        for argument in token.arguments if token.name != "Var" else ():
            match = re.fullmatch(r"V([A-Z]+)\d*(?:_[\d_]*)?", argument)
            if match is not None:
                yield match[1]


def _first(tokens: Sequence[IssToken], name: str) -> list[str]:
    return next((token.arguments for token in tokens if token.name == name), [])


def _cells(tokens: Sequence[IssToken]) -> Board:
    named = {token.name: token.arguments for token in reversed(tokens)}  # the first one counts
    rows, columns, low, size = _shape(named.get("Shape") or ["9x9"])
    if "Raw" in named.get("Shape", ()):
        positions = tuple((r, c) for r in range(rows) for c in range(columns))
        return Board(positions, size, (), (), low)
    region = (named.get("RegionSize") or [str(max(rows, columns))])[0]
    layout = (named.get("Jigsaw") or [""])[-1]
    square = rows == columns == size and low == 1
    is_partition = bool(layout) and all(layout.count(each) == size for each in set(layout))
    if not re.fullmatch(r"\d{1,2}", region):
        raise InputError("RegionSize is a number, not {region}", region=quoted(region))
    box = None if "NoBoxes" in named else box_of(rows, columns, int(region))
    if square and is_partition and len(layout) == size * size and box is None:
        return Board.jigsaw([layout[r * columns :][:columns] for r in range(rows)])
    if square:
        return Board.boxes(*box) if box else Board.without_boxes(size)
    return Board.rectangle(rows, columns, size, box, low)


def _shape(arguments: Sequence[str]) -> tuple[int, int, int, int]:
    """The rows, the columns, the lowest value and the number of values of a shape."""
    pattern = r"(\d{1,2})x(\d{1,2})(?:~(?:(\d{1,2})|([01])-(\d{1,2})))?(?:~(?:Raw|Sudoku))?"
    match = re.fullmatch(pattern, "~".join(arguments))
    if match is None:
        allowed = worded("6x6, 6x6~9 or 9x9~0-8")
        raise InputError(
            "{arguments} is not a shape such as {allowed}",
            arguments=quoted("~".join(arguments)),
            allowed=allowed,
        )
    rows, columns = int(match[1]), int(match[2])
    if not (1 <= rows <= LARGEST and 1 <= columns <= LARGEST):
        raise InputError(
            "a shape of {rows}x{columns}; at most {largest}x{largest} is possible",
            rows=rows,
            columns=columns,
            largest=LARGEST,
        )
    if match[5]:
        return rows, columns, int(match[4]), int(match[5]) - int(match[4]) + 1
    return rows, columns, 1, int(match[3]) if match[3] else max(rows, columns)


def box_of(rows: int, columns: int, size: int) -> tuple[int, int] | None:
    """The most nearly square box that divides the board."""
    found = [
        (down, size // down)
        for down in range(2, size // 2 + 1)
        if size % down == 0 and rows % down == 0 and columns % (size // down) == 0
    ]
    return min(found, key=lambda box: (abs(box[0] - box[1]), box[0]), default=None)


def tokens_of_board(puzzle: Puzzle) -> list[str]:
    """The tokens of the board; raises Unsupported unless they describe the same board."""
    board = puzzle.board
    written = [_shape_of(board)]
    is_whole = len(board) == board.height * board.width
    if not is_whole or not max(board.height, board.width) <= board.size <= LARGEST:
        raise refusal(puzzle, "iss", _SHAPE)
    if not board.is_usual:
        names = {
            cell: _LAYOUT[number]
            for number, house in enumerate(board.regions)
            for cell in board.houses[house].cells
        }
        written += ["Jigsaw~" + "".join(names.get(cell, "-") for cell in range(len(board)))]
        written += ["NoBoxes"]
    for tokens in (written, written[:1], [*written[:1], "NoBoxes"]):
        if board_of_tokens([_parsed(token) for token in tokens]) == board.without_layers:
            return [*tokens, *_variables(puzzle)]
    raise refusal(puzzle, "iss", _SHAPE)


def _variables(puzzle: Puzzle) -> Iterator[str]:
    """The tokens of the layers that no rule brings."""
    board, own = puzzle.board, own_layers(puzzle.board, puzzle.brought_layers)
    for layer in board.layers:
        if layer.name not in own or layer.name in puzzle.brought_layers:
            continue
        if layer.is_brought:
            raise refusal(puzzle, "iss", worded("the layer {layer}", layer=layer.name))
        name, size = layer_prefix(layer.name), str(layer.count)
        if layer.kind == CELLS:
            size = f"{board.height}x{board.width}"
        elif layer.columns:
            size = f"{layer.count // layer.columns}x{layer.columns}"
        yield f"Var~{name}~~{size}"
        if 0 < layer.values < board.size:
            left = "_".join(map(str, board.values[: layer.values]))
            names = (cell_id(board, number) for number in board.numbers_of[layer.name])
            yield "~" + "~".join(f"{each}_{left}" for each in names)


def _shape_of(board: Board) -> str:
    low, size = board.lowest, board.size
    digits = "" if (low, size) == (1, max(board.height, board.width)) else f"~{size}"
    values = f"~{low}-{low + size - 1}" if low != 1 else digits
    return f"Shape~{board.height}x{board.width}{values}"


def _parsed(token: str) -> IssToken:
    name, *arguments = token.split("~")
    return IssToken(name, arguments)
