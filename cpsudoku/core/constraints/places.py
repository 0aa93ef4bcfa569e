"""Lists of cells in words: ``r1c1 r1c2``, ``r1-3c2``, ``r1c1-r1c9``, ``row 3``, ``box 5``.

``row 3 reversed`` reads a house from its end. ``everything`` means all cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from cpsudoku.core.board import Board
from cpsudoku.core.cell_places import NUMBERED
from cpsudoku.core.constraints.amounts import most_cells, refuse_many_cells
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.words import worded

EVERYTHING = "everything"
ALLOWED = worded("allowed are r1c1, r1-3c2, r1c1-r1c9, row 1, column 1, box 1, everything")
_NUMBERS = r"\d{1,3}(?:-\d{1,3})?(?:,\d{1,3}(?:-\d{1,3})?)*"
_BLOCK = re.compile(rf"r({_NUMBERS})c({_NUMBERS})", re.IGNORECASE)
_RUN = re.compile(r"(r\d{1,3}c\d{1,3})-(r\d{1,3}c\d{1,3})", re.IGNORECASE)
_HOUSES = {"row": "row", "column": "column", "col": "column", "box": "box", "region": "box"}


def read_cells(text: str, board: Board) -> tuple[int, ...]:
    """The cells of a text, in its order. Raises InputError, which names the word.

    At most one cell more than a rule may list is read.
    """
    most = most_cells(board)
    found: list[int] = []
    words = [word.strip(",") or word for word in text.split()]
    at = 0
    while at < len(words):
        word = words[at].lower()
        layer, dot, rest = word.partition(".")
        if layer in board.numbers_of and not (word == "region" and _is_house(words[at + 1 :])):
            cells, used = _variables(layer, [rest, *words[at + 1 : at + 4]] if dot else [], board)
            at += used
        elif board.layers and NUMBERED.fullmatch(word):
            cells = (board.cell_named(word),)
            at += 1
        elif word in _HOUSES and at + 1 < len(words):
            cells, used = _house(words[at : at + 4], board)
            at += used
        elif word == EVERYTHING:
            cells = tuple(range(len(board)))
            at += 1
        else:
            cells = tuple(islice(_word(words[at], board), most + 1))
            at += 1
        found += cells
        refuse_many_cells(found, board)
    return tuple(found)


def cells_as_text(cells: Sequence[int], board: Board) -> str:
    """The words for cells. ``read_cells`` reads them back."""
    if len(cells) > 1 and tuple(cells) == tuple(range(len(board))):
        return EVERYTHING
    return " ".join(board.cell_name(cell) for cell in cells)


def _is_house(words: Sequence[str]) -> bool:
    """Whether the words after ``region`` are the number of a region of the board."""
    return bool(words) and words[0].isdecimal()


def _variables(layer: str, words: Sequence[str], board: Board) -> tuple[tuple[int, ...], int]:
    """The variables of a layer at some cells, or all of them, and the number of words used."""
    numbers = board.numbers_of[layer]
    if not words:
        return tuple(numbers), 1
    belong = {board.variables[number - len(board)][1]: number for number in numbers}
    if words[0] in _HOUSES and len(words) > 1:
        cells, used = _house(words, board)
    else:
        cells, used = tuple(islice(_word(words[0], board), most_cells(board) + 1)), 1
    is_of_edges = any(len(each) > 1 for each in belong)
    keys: list[tuple[int, ...]] = [(cell,) for cell in cells]
    if is_of_edges:
        keys = [(min(pair), max(pair)) for pair in pairwise(cells)]
    lacking = next((key for key in keys if key not in belong), None)
    if lacking is not None or not keys:
        raise InputError(
            "{layer} has nothing at {words}", layer=layer, words=quoted(" ".join(words[:used]))
        )
    return tuple(belong[key] for key in keys), used


_WEIGHTED = re.compile(
    r"\s*(?P<sign>[+-]?)\s*(?:(?P<before>\d+)\s*\*\s*)?"
    r"(?P<place>(?:row|col|column|box|region)\s+\d+(?:\s+reversed)?|[^\s*+-][^\s*+]*)"
    r"(?:\s*\*\s*(?P<after>[+-]?\d+))?(?=[\s+]|$)",
    re.IGNORECASE,
)


def terms_of(text: str, board: Board) -> tuple[tuple[int, int], ...]:
    """The (cell, weight) pairs of a text such as ``r1c1*2 r1c2 - r1c3``. Raises InputError."""
    found: list[tuple[int, int]] = []
    at, text = 0, text.rstrip()
    while at < len(text):
        term = _WEIGHTED.match(text, at)
        if term is None:
            raise InputError(
                "{text} is not a cell with a weight such as 2*r1c1",
                text=quoted(text[at:].split()[0]),
            )
        weight = int(term["before"] or 1) * int(term["after"] or 1)
        sign = -1 if term["sign"] == "-" else 1
        found += [(cell, sign * weight) for cell in read_cells(term["place"], board)]
        refuse_many_cells(found, board)
        at = term.end()
    return tuple(found)


def terms_text(terms: Sequence[tuple[int, int]], board: Board) -> str:
    """The words for cells with weights. ``terms_of`` reads them back."""
    words = []
    for cell, weight in terms:
        times = "" if abs(weight) == 1 else f"*{abs(weight)}"
        words.append(f"{'-' if weight < 0 else ''}{board.cell_name(cell)}{times}")
    return " ".join(words)


def _word(word: str, board: Board) -> Iterator[int]:
    run = _RUN.fullmatch(word)
    if run is not None:
        yield from _straight(board.cell_named(run[1]), board.cell_named(run[2]), board, word)
        return
    at = 0
    while at < len(word):
        block = _BLOCK.match(word, at)
        if block is None:
            raise InputError("{word} is not a cell; {allowed}", word=quoted(word), allowed=ALLOWED)
        for r in _numbers(block[1]):
            for c in _numbers(block[2]):
                yield board.cell_named(f"r{r}c{c}")
        at = block.end()


def _numbers(text: str) -> Iterator[int]:
    for part in text.split(","):
        first, _, last = part.partition("-")
        step = 1 if int(last or first) >= int(first) else -1
        yield from range(int(first), int(last or first) + step, step)


def _straight(first: int, last: int, board: Board, word: str) -> Iterator[int]:
    (r, c), (s, d) = board.row_column(first), board.row_column(last)
    steps = max(abs(s - r), abs(d - c))
    if 0 not in (s - r, d - c) and abs(s - r) != abs(d - c):
        raise InputError("{word} is not a row, column or diagonal of cells", word=quoted(word))
    for step in range(steps + 1):
        down, across = (0, 0) if not steps else ((s - r) // steps, (d - c) // steps)
        yield board.cell_named(f"r{r + step * down + 1}c{c + step * across + 1}")


def _house(words: Sequence[str], board: Board) -> tuple[tuple[int, ...], int]:
    kind = _HOUSES[words[0].lower()]
    houses = [house for house in (*board.houses, *board.groups) if house.kind == kind]
    number = words[1]
    if not number.isdecimal() or not 1 <= int(number) <= len(houses):
        raise InputError(
            "{words} is not a house of the board; it has {count} of that kind",
            words=quoted(f"{words[0]} {number}"),
            count=len(houses),
        )
    cells = houses[int(number) - 1].cells
    if len(words) > 2 and words[2].lower() == "reversed":
        return cells[::-1], 3
    return cells, 2
