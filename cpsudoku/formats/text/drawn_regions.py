"""The regions that the lines of a drawn grid show, as ``core.grid.draw`` draws a jigsaw."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from cpsudoku.core.board import Board
from cpsudoku.runtime.errors import BadShape
from cpsudoku.runtime.remarks import remark
from cpsudoku.runtime.words import worded

_REGIONS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
DrawnLine = tuple[bool, str]
"""Whether a line of a drawing is a row of cells, and its text."""


def board_of_drawing(lines: Sequence[DrawnLine]) -> Board | None:
    """The board whose regions are drawn; None if none are, or if they are the usual boxes."""
    rows = [text for is_row, text in lines if is_row]
    columns = _columns(rows)
    if columns is None:
        return None
    rules = _rules(lines)
    found = _regions(rows, rules, columns)
    counts = Counter(number for row in found for number in row)
    if set(counts.values()) != {len(rows)} or len(rows) > len(_REGIONS):
        if any(" " in rule.strip() for rule in rules):
            remark(
                worded(
                    "the lines drawn in the grid are not regions of {count} cells; not used",
                    count=len(rows),
                )
            )
        return None
    try:
        board = Board.jigsaw("/".join("".join(_REGIONS[one] for one in row) for row in found))
    except BadShape:
        return None
    return None if board.is_usual else board


def _columns(rows: Sequence[str]) -> list[int] | None:
    """The columns of the cells of every row; None if the cells are not aligned."""
    if len(rows) < 2:
        return None
    places = [[at for at, char in enumerate(row) if char not in " |\t"] for row in rows]
    same = all(each == places[0] for each in places)
    return places[0] if same and len(places[0]) == len(rows) else None


def _rules(lines: Sequence[DrawnLine]) -> list[str]:
    """The line drawn below each row except the last; empty if there is none."""
    found: list[str] = []
    seen = False
    for is_row, text in lines:
        if is_row:
            found.append("")
            seen = True
        elif seen:
            found[-1] = text.translate(_PLAIN)
    return found[:-1]


_PLAIN = str.maketrans(
    dict.fromkeys("─━═┄┅┈┉╌╍=_", "-") | dict.fromkeys("┼╋╬├┤┬┴╂┿╪╫┠┨┝┥╟╢╠╣", "+")
)


def _regions(rows: Sequence[str], rules: Sequence[str], columns: Sequence[int]) -> list[list[int]]:
    """The number of the region of each cell. Cells without a line between them share a region."""
    size = len(rows)
    number = [[r * size + c for c in range(size)] for r in range(size)]

    def join(one: int, other: int) -> None:
        if one != other:
            for row in number:
                row[:] = [one if each == other else each for each in row]

    for r, text in enumerate(rows):
        for c, (left, right) in enumerate(pairwise(columns)):
            if "|" not in text[left:right]:
                join(number[r][c], number[r][c + 1])
    for r, rule in enumerate(rules):
        is_whole = bool(rule.strip()) and not re.search(r"\s", rule.strip())
        for c, at in enumerate(columns):
            if not is_whole and rule[at : at + 1] in ("", " "):
                join(number[r][c], number[r + 1][c])
    order = list(dict.fromkeys(each for row in number for each in row))
    return [[order.index(each) for each in row] for row in number]
