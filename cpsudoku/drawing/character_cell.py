"""The inside of a cell as lines of characters with inks."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, sqrt
from typing import NamedTuple

from cpsudoku.core.candidates import digits_of
from cpsudoku.core.grid import SYMBOLS
from cpsudoku.scene.faces import Face


class Ink(NamedTuple):
    """The look of a character, as names in a palette."""

    text: str = "mark"
    ground: str = "paper"


Run = tuple[str, Ink]


class CellShape(NamedTuple):
    """The inside of a cell in characters, and the lines between cells of one box.

    Each line has ``columns`` candidates. ``symbols`` has the symbol of each digit at its index.
    """

    width: int
    height: int
    columns: int
    bars: bool
    rules: bool
    symbols: str = SYMBOLS


def shapes_of(size: int) -> list[CellShape]:
    """The shapes of a cell, roomiest first. One-line shapes have no room for all candidates."""
    side = ceil(sqrt(size))
    half = ceil(size / 2)
    return [
        CellShape(2 * side + 1, ceil(size / side), side, bars=True, rules=True),
        CellShape(max(5, half), 2, half, bars=True, rules=True),
        CellShape(max(5, half), 2, half, bars=True, rules=False),
        CellShape(3, 1, 3, bars=True, rules=True),
        CellShape(3, 1, 3, bars=True, rules=False),
        CellShape(3, 1, 3, bars=False, rules=False),
        CellShape(2, 1, 2, bars=False, rules=False),
    ]


@lru_cache(maxsize=1 << 14)
def face_line(face: Face, shape: CellShape, inside: int) -> tuple[Run, ...]:
    """One line of the inside of a cell."""
    if face.digit or face.flag:
        middle = (shape.height - 1) // 2
        digit = shape.symbols[face.digit] if face.digit else ""
        text = digit + face.flag if inside == middle else ""
        left = (shape.width - 1) // 2
        ink = Ink(face.ink, face.ground)
        return ((f"{' ' * left}{text}".ljust(shape.width), ink),)
    if shape.height == 1:
        return _small(face, shape)
    if face.marks:
        return _marks_line(face, shape, inside)
    return _own_line(face, shape, inside)


def _marks_line(face: Face, shape: CellShape, inside: int) -> tuple[Run, ...]:
    """A line of candidates, each in its own place and followed by its sign if that fits."""
    step = 2 if shape.width >= 2 * shape.columns else 1
    roles, signs = dict(face.roles), dict(face.signs)
    pad = (shape.width - step * shape.columns) // 2 + (step == 2)
    runs: list[Run] = [(" " * pad, Ink("mark", face.ground))] if pad else []
    first = inside * shape.columns
    for digit in range(first + 1, first + shape.columns + 1):
        here = bool(face.marks >> (digit - 1) & 1)
        role = roles.get(digit, "mark") if here else "mark"
        runs.append((shape.symbols[digit] if here else " ", Ink(role, face.ground)))
        if step == 2:
            runs.append((signs.get(digit, " ") if here else " ", Ink("sign", face.ground)))
    return _fitted(runs, shape.width, face.ground)


def _own_line(face: Face, shape: CellShape, inside: int) -> tuple[Run, ...]:
    """A line of own pencilmarks: corner marks in the first line, centre marks in the middle one."""
    corner = "".join(shape.symbols[digit] for digit in digits_of(face.corner))
    centre = "".join(shape.symbols[digit] for digit in digits_of(face.centre))
    text, role = "", "mark"
    if inside == shape.height // 2:
        text, role = cut(centre, shape.width).center(shape.width), "centre"
    elif inside == 0:
        text = cut(corner, shape.width)
    return _fitted([(text, Ink(role, face.ground))], shape.width, face.ground)


def _small(face: Face, shape: CellShape) -> tuple[Run, ...]:
    """A one-line cell: its marks if they fit, or else a dot if it has any."""
    marks = face.marks or face.centre or face.corner
    roles = dict(face.roles)
    special = [digit for digit in digits_of(marks) if digit in roles]
    digits = digits_of(marks)
    if len(digits) >= shape.width:  # a gap separates the cell from the next one
        digits = tuple(special) if 0 < len(special) < shape.width else ()
    if not digits:
        dot = ("·" if marks or face.ink == "blank" else " ").center(shape.width)
        return ((dot, Ink("mark", face.ground)),)
    runs = [(shape.symbols[digit], Ink(roles.get(digit, "mark"), face.ground)) for digit in digits]
    return _fitted(runs, shape.width, face.ground)


def cut(text: str, width: int) -> str:
    """The text, shortened to a width if it is longer."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _fitted(runs: list[Run], width: int, ground: str) -> tuple[Run, ...]:
    """Runs with exactly ``width`` characters; adjacent runs of the same ink are joined."""
    fitted: list[Run] = []
    for text, ink in [*runs, (" " * width, Ink("mark", ground))]:
        part = text[:width]
        width -= len(part)
        before = fitted[-1][1] if fitted else None
        if before is not None and (before == ink or (part.isspace() and before.text == "mark")):
            fitted[-1] = (fitted[-1][0] + part, before)
        elif part:
            fitted.append((part, ink))
    return tuple(fitted)
