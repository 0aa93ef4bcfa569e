"""How the text of each line that describes a board is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cpsudoku.core.grids import GRIDS, MOST_GRIDS
from cpsudoku.core.layers import CELLS, EXTRA, STANDARD, Layer
from cpsudoku.core.variables import Position
from cpsudoku.runtime.errors import InputError, quoted

_SIDES = re.compile(r"(\d{1,3})\s*[xX*×]\s*(\d{1,3})")
_DIGITS = re.compile(r"([01])\s*-\s*(\d{1,2})(\s+repeated)?")
_LAYER = re.compile(
    r"\s*(?P<name>[a-z][a-z-]*)(?:\s+(?:(?P<rows>\d{1,3})x)?(?P<number>\d{1,9}))?(?P<counts>\s+counted)?,?"
)
_CORNER = re.compile(r"[rR](\d{1,3})[cC](\d{1,3})")


def parse_boxes(text: str) -> Position | tuple[()]:
    """The rows and columns of ``2x3``, or ``()`` for ``none``. Raises InputError."""
    if text.lower() == "none":
        return ()
    match = _SIDES.fullmatch(text)
    if match is None:
        raise InputError("{text} is not ROWSxCOLUMNS, such as 2x3, or none", text=quoted(text))
    if 0 in (rows := int(match[1]), columns := int(match[2])):
        raise InputError("boxes of {rows}x{columns} have no cells", rows=rows, columns=columns)
    return rows, columns


def _sides(text: str) -> Position:
    match = _SIDES.fullmatch(text)
    if match is None:
        raise InputError("{text} is not ROWSxCOLUMNS, such as 4x6", text=quoted(text))
    return int(match[1]), int(match[2])


def _range(text: str) -> tuple[int, int]:
    match = _DIGITS.fullmatch(text.lower())
    if match is None or int(match[2]) < int(match[1]):
        raise InputError("{text} is not a range of digits such as 1-9 or 0-8", text=quoted(text))
    return int(match[1]), int(match[2])


def is_repeated(text: str) -> bool:
    """Whether a range of digits says that digits repeat."""
    return text.lower().endswith("repeated")


def parse_grids(text: str) -> tuple[Position, ...]:
    """The corners of ``samurai`` or ``r1c1 r1c13``, counted from 0. Raises InputError."""
    if text.lower() in GRIDS:
        return GRIDS[text.lower()]
    corners = []
    for word in text.split()[: MOST_GRIDS + 1]:
        match = _CORNER.fullmatch(word)
        if match is None or not (int(match[1]) and int(match[2])):
            raise InputError(
                "{word} is not the corner of a grid; allowed are cells such as r1c13, or one "
                "of {grids}",
                word=quoted(word),
                grids=", ".join(GRIDS),
            )
        corners.append((int(match[1]) - 1, int(match[2]) - 1))
    if not corners:
        raise InputError("no corner of a grid, such as r1c1")
    return tuple(corners)


def _regions(text: str) -> str:
    if not text:
        raise InputError("no rows of letters, such as AABB/AABB/CCDD/CCDD")
    return "/".join(text.upper().replace("/", " ").split())


def _layers(text: str, kind: str) -> tuple[Layer, ...]:
    found, at = list[Layer](), 0
    while at < len(text):
        match = _LAYER.match(text, at)
        if match is None or match.end() == at:
            raise InputError(
                "{text} is not a name in small letters", text=quoted(text[at:].split(maxsplit=1)[0])
            )
        name, is_counted = match["name"], bool(match["counts"])
        standard = next((each for each in STANDARD if each.name == name), None)
        number = int(match["number"] or 0)
        if match["rows"] and kind != EXTRA:
            raise InputError("{name} has no rows and columns of its own", name=name)
        if match["number"] and not number:
            raise InputError(
                "{name} has nothing: {number}", name=name, number=quoted(match["number"])
            )
        if standard is not None and kind != EXTRA and number not in (0, standard.values):
            raise InputError("{name} has values of its own; write it without a number", name=name)
        if kind == EXTRA:
            columns = number if match["rows"] else 0
            count = number * int(match["rows"] or 1) or 1
            found.append(Layer(name, kind, 0, count, columns, is_counted=is_counted))
        elif standard is not None:
            found.append(replace(standard, is_counted=is_counted))
        else:
            found.append(Layer(name, values=number or 2, is_counted=is_counted))
        at = match.end()
    if not found:
        raise InputError("a name is missing")
    return tuple(found)


def _places(text: str) -> str:
    rows = "/".join(text.upper().replace("/", " ").split())
    if not rows:
        raise InputError("no rows of . for cells and X for holes, such as ..X./X...")
    return rows


# For each line: the field that it fills, and how its text is read.
READERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "regions": ("regions", _regions),
    "boxes": ("boxes", parse_boxes),
    "grids": ("grids", parse_grids),
    "holes": ("holes", _places),
    "runs": ("runs", _places),
    "digits": ("digits", _range),
    "board": ("sides", _sides),
    "extra": ("extra", lambda text: _layers(text, EXTRA)),
    "layer": ("layers", lambda text: _layers(text, CELLS)),
}
