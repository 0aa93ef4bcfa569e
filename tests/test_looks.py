"""No two rules look alike: in colour, to colour-blind eyes, or in grey print.

Each rule is drawn at one place and painted. What counts is how many of the pixels with ink differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS, shapes
from cpsudoku.core.rule_lines import example_of
from cpsudoku.scene import rules
from cpsudoku.scene.layout import Layout
from cpsudoku.scene.primitives import Disc, Primitive, Text
from cpsudoku.scene.raster import painted
from tests.rules import rules as stated

Image = np.ndarray[Any, np.dtype[np.float64]]

NINE = Board.boxes(3, 3)
SIDE = 30  # pixels of a cell
SEEN = 14 / 255  # a smaller difference of a channel is not noticed
LEAST = 0.04  # of the pixels with ink
# What colour-blind people see, as matrices on linear red, green and blue (Machado, Oliveira and
# Fernandes 2009, for a severity of 1).
EYES = {
    "protan": (
        *((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216)),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        *((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413)),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        *((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602)),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
    "colour": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
}
each_eye = pytest.mark.parametrize("eye", EYES)

# Rules that look alike mean the same: different digits.
ALIKE = {frozenset(("region", "windows"))}
# Circles that mean the same: the sum of a line, and the start of a thermometer.
SAME_CIRCLES = {frozenset(("arrow", "double-arrow")), frozenset(("thermo", "slow-thermo"))}
# Lines that only their ends distinguish: usual grey lines, and thin lines.
SAME_MIDDLES = {
    *map(frozenset, combinations(("thermo", "palindrome", "between"), 2)),
    frozenset(("arrow", "double-arrow")),
}
THIN = {"sum-line", "lunchbox", "arrow", "double-arrow", "pair", "line", "diagonals"}


def looks(wanted: Callable[[shapes.Shape], bool]) -> dict[str, set[tuple[shapes.Shape, ...]]]:
    """The shapes of each rule, at one place each, in every form that its examples have."""
    found: dict[str, set[tuple[shapes.Shape, ...]]] = {}
    for name in CONSTRAINTS:
        for rule in (example_of(CONSTRAINTS[name])[0], *(rule for _, rule in stated(name))):
            drawn = tuple(dict.fromkeys(map(moved, filter(wanted, rule.drawing()))))
            if drawn and name not in ("all-of", "modified"):  # like the rules in them
                found.setdefault(name, set()).add(drawn)
    return found


def moved(shape: shapes.Shape) -> shapes.Shape:
    """The shape in row 5. Numbers are 8, so that rules do not differ by them."""
    text = re.sub(r"\d+", "8", getattr(shape, "text", ""))
    row = tuple(range(36, 45))
    if isinstance(shape, shapes.Line):
        return replace(shape, cells=row[2:7], text=text, closed=False)
    if isinstance(shape, shapes.Mark):
        return replace(shape, cell=row[4], toward=())
    if isinstance(shape, shapes.Dot):
        four = (*row[3:5], *range(48, 50))
        return replace(shape, cells=four if len(shape.cells) > 2 else row[3:5], text=text)
    if isinstance(shape, shapes.Sign):
        return replace(shape, cells=(row[3], row[4]), text=text)
    if isinstance(shape, shapes.Outline):
        return replace(shape, cells=row[3:5], text=text)
    if isinstance(shape, shapes.Shade):
        return replace(shape, cells=row[3:6], text="")
    assert isinstance(shape, shapes.Pill)
    return replace(shape, cells=row[2:4])


def in_cells(shape: shapes.Shape) -> bool:
    return not isinstance(shape, shapes.Clue | shapes.Note)


def primitives(drawn: tuple[shapes.Shape, ...]) -> list[Primitive]:
    layout = Layout(NINE, drawn, cell=SIDE)
    return [*rules.beneath(layout), *rules.outlines(layout), *rules.above(layout)]


@lru_cache(maxsize=1024)
def picture(parts: tuple[Primitive, ...], eye: str) -> Image:
    """Rows 4 to 6 and columns 2 to 8 as an eye sees them: red, green and blue from 0 to 1."""
    image_module = pytest.importorskip("PIL.Image")
    image = image_module.new("RGB", (9 * SIDE, 9 * SIDE), "white")
    painted(image, parts)
    shown = np.asarray(image, dtype=np.float64)[3 * SIDE : 6 * SIDE, SIDE : 8 * SIDE] / 255
    seen = np.clip((shown**2.2) @ np.array(EYES[eye]).T, 0, 1)
    return np.asarray(seen ** (1 / 2.2))


@dataclass(frozen=True, eq=False)
class Look:
    """A picture, the pixels with ink, and the rectangle of them: outside it, all is white."""

    image: Image
    ink: np.ndarray[Any, np.dtype[np.bool_]]
    top: int
    end: int
    left: int
    right: int


def look(image: Image) -> Look:
    """Where a picture has ink."""
    ink = image.min(axis=2) < 1 - SEEN / 2
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not rows.size:
        return Look(image, ink, 0, 0, 0, 0)
    return Look(image, ink, rows[0], rows[-1] + 1, columns[0], columns[-1] + 1)


def difference(one: Look, other: Look) -> float:
    """The share of the pixels with ink that look different."""
    rows = slice(min(one.top, other.top), max(one.end, other.end))
    columns = slice(min(one.left, other.left), max(one.right, other.right))
    inked = one.ink[rows, columns] | other.ink[rows, columns]
    differs = np.abs(one.image[rows, columns] - other.image[rows, columns]).max(axis=2) > SEEN
    return float(differs.sum() / max(1, inked.sum()))


def alike(
    found: dict[str, list[Image]], allowed: Iterable[frozenset[str]] = ()
) -> Iterator[tuple[str, str, float]]:
    """The pairs of rules that have a similar picture."""
    looks_of = {name: list(map(look, images)) for name, images in found.items()}
    for one, other in combinations(found, 2):
        if frozenset((one, other)) not in allowed:
            least = min(difference(a, b) for a in looks_of[one] for b in looks_of[other])
            if least < LEAST:
                yield one, other, least


@each_eye
def test_no_two_rules_look_alike(eye: str) -> None:
    found = {
        name: [picture(tuple(primitives(drawn)), eye) for drawn in sorted(each, key=str)]
        for name, each in looks(in_cells).items()
    }
    assert len(found) > 30
    assert list(alike(found, ALIKE)) == []


@each_eye
def test_no_two_circles_look_alike_even_without_their_lines(eye: str) -> None:
    found: dict[str, list[Image]] = {}
    for name, each in looks(lambda shape: isinstance(shape, shapes.Line | shapes.Mark)).items():
        for drawn in each:
            discs = [part for part in primitives(drawn) if isinstance(part, Disc)]
            if discs:
                first = min(disc.x for disc in discs)
                at_first = tuple(replace(disc, x=4.5 * SIDE) for disc in discs if disc.x == first)
                found.setdefault(name, []).append(picture(at_first, eye))
    assert {"arrow", "between", "counting-circles", "odd", "thermo"} <= found.keys()
    assert list(alike(found, SAME_CIRCLES)) == []


@each_eye
def test_no_two_lines_have_like_middles(eye: str) -> None:
    found: dict[str, list[Image]] = {}
    for name, each in looks(lambda shape: isinstance(shape, shapes.Line)).items():
        for drawn in each if eye == "colour" or name not in THIN else ():
            parts = [part for part in primitives(drawn) if not isinstance(part, Text)]
            middle = picture(tuple(parts), eye)[:, int(3.2 * SIDE) : int(4.8 * SIDE)]
            found.setdefault(name, []).append(middle)
    assert len(found) > 10
    assert list(alike(found, SAME_MIDDLES)) == []


def test_a_double_arrow_has_two_heads() -> None:
    ((line,),) = looks(in_cells)["double-arrow"]
    assert isinstance(line, shapes.Line)
    plain = replace(line, start="circle", end="circle")
    assert len(primitives((line,))) == len(primitives((plain,))) + 2
