"""Rules that a sheet hints at by shading or in words, which the user may add by name.

They are never added silently, because shading may be decoration. They count as parts that were not
interpreted if a title near the board names them, or if they are windows, which no decoration looks
like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import isqrt

from cpsudoku.core.board import Board
from cpsudoku.formats.sheets.finding.regions import shades_of
from cpsudoku.formats.sheets.finding.windows import Window
from cpsudoku.formats.sheets.reading.sheet_picture import Rect, SheetPicture
from cpsudoku.runtime.words import joined, worded

_LONGEST = 60  # characters of a title
_TITLES = {
    "diagonals": re.compile(r"\bx[- ]?sudoku|sudoku[- ]?x\b", re.IGNORECASE),
    "windows": re.compile(r"windoku|hyper[- ]?sudoku|nrc[- ]?sudoku", re.IGNORECASE),
    "anti-knight": re.compile(r"anti[- ]?knight", re.IGNORECASE),
    "anti-king": re.compile(r"anti[- ]?king", re.IGNORECASE),
    "non-consecutive": re.compile(r"(?<!toroidal[- ])non[- ]?consecutive", re.IGNORECASE),
    "disjoint-groups": re.compile(r"disjoint", re.IGNORECASE),
}
_MENTIONS = {
    "diagonals": re.compile(r"diagonal", re.IGNORECASE),
    "windows": re.compile(r"window|hyper|nrc", re.IGNORECASE),
}
_NEAR = 3  # rows and columns from a board to its title


def offers(picture: SheetPicture, window: Window, board: Board) -> tuple[list[str], list[str]]:
    """The rules that a board may have: those that are surely meant, and those that may be.

    Each begins with the name of the rule: ``diagonals (shaded, and named in B1)``.
    """
    if not board.is_square:
        return [], []
    sure, possible = list[str](), list[str]()
    shaded = dict(_shaded(picture, window))
    titles = _titles(picture, window, _TITLES)
    mentions = _titles(picture, window, {name: _MENTIONS[name] for name in shaded})
    titles = mentions | titles
    for name in _TITLES:
        why = [shaded[name]] if name in shaded else []
        why += [worded("named in {titles}", titles=titles[name])] if name in titles else []
        if why:
            is_sure = name in titles or name == "windows"
            (sure if is_sure else possible).append(
                worded("{name} ({why})", name=name, why=joined(why, "{one}, and {other}"))
            )
    return sure, possible


def _shaded(picture: SheetPicture, window: Window) -> Iterator[tuple[str, str]]:
    """The rules whose cells alone have a background of their own."""
    if not picture.has_fills:
        return
    shades, size = shades_of(picture, window), window.size
    for name, cells in (("diagonals", _diagonals(size)), ("windows", _windows(size))):
        inside = {shades[cell] for cell in cells}
        outside = {shade for cell, shade in enumerate(shades) if cell not in cells}
        if cells and "" not in inside and not inside & outside and len(inside) <= len(cells) // 9:
            yield name, worded("shaded")


def _diagonals(size: int) -> set[int]:
    return {at * size + column for at in range(size) for column in (at, size - 1 - at)}


def _windows(size: int) -> set[int]:
    """The cells of the windows of a board; empty if it has none."""
    side = isqrt(size)
    if side * side != size or side < 3:
        return set()
    lines = [line for line in range(size) if line % (side + 1)]
    return {r * size + c for r in lines for c in lines}


def _titles(
    picture: SheetPicture, window: Window, titles: Mapping[str, re.Pattern[str]]
) -> dict[str, str]:
    """The rules that the name of the sheet or a short text near the board names, and where."""
    top, left, bottom, right = window.rect
    near = Rect(max(1, top - _NEAR), max(1, left - _NEAR), bottom + _NEAR, right + _NEAR)
    texts: list[tuple[str, str]] = [
        (picture.sheet, worded("the name of the sheet, {sheet}", sheet=repr(picture.sheet)))
    ]
    texts += [
        (text, repr(text.strip()))
        for place, text in picture.texts.items()
        if len(text) <= _LONGEST and near.holds(place)
    ]
    found: dict[str, str] = {}
    for text, where in texts:
        for name, title in titles.items():
            if title.search(text):
                found.setdefault(name, where)
    return found
