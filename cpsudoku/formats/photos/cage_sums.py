"""Reads the sums of cages: small digits in the upper left corner of the first cell of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from cpsudoku.formats.photos.cages import Cages
from cpsudoku.formats.photos.cells import PIXELS
from cpsudoku.formats.photos.network import (
    LARGE_WEIGHTS,
    PRINTED,
    WRITTEN,
    ZERO,
    log_probabilities,
    weights,
)
from cpsudoku.formats.photos.raster import Floats, connected_runs, sampled

HIGH, WIDE = 40, 56  # pixels of the corner of a cell in which a sum may be
DARK = (0.45, 0.55, 0.35)  # of the ink of the darkest pixels of a corner: digits are darker
BLACK = 0.15  # the least ink of these
LINE = 6  # pixels beside the sides of a cell in which their lines may be
TALLEST, SHORTEST = 28, 7  # pixels of the height of a digit
NARROW = 5  # pixels of the width of a line of a cage
HALF = 2  # pixels of the half of the width of a line
EVEN = 0.22  # of the height of most digits: how far others may differ, and their places
APART = 0.75  # of the height: the largest gap between two digits of a sum
BROAD = 0.95  # of the height: what is broader is two digits that touch
MOST = 2  # digits of a sum
HEIGHTS = (12, 16)  # pixels of the digits as the network sees them
GREY, BRIGHTEST = 0.2, 1.3  # of the ink of a digit: paper, and the most
LIKELY = -0.3  # sums that are likelier are not looked for in another way
NONE = -14.0  # the likelihood of a corner without a sum
DIGIT, RARE = 0.2, 0.01  # the least probability that it is a digit at all, and that of each digit


@dataclass(frozen=True)
class Part:
    """A connected part of the ink of a corner: its rows and columns, the last ones included."""

    top: int
    low: int
    left: int
    right: int

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.low - self.top + 1

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.right - self.left + 1


@dataclass(frozen=True)
class SeenSum:
    """The logarithm of how likely each value is, the likeliest first, and the places of digits."""

    values: tuple[tuple[int, float], ...]
    parts: tuple[Part, ...]


def sums_of(cages: Cages) -> tuple[SeenSum, ...] | None:
    """The sum of each cage, as the picture is turned; None if most have none."""
    size = cages.size
    firsts = np.array([divmod(min(group), size) for group in cages.groups])
    corners = cages.ink[firsts[:, 0], firsts[:, 1], :HIGH, :WIDE]
    best: tuple[SeenSum, ...] | None = None
    for dark, is_inside in product(DARK, (False, True)):
        digits = _digits(corners, _parts(corners, cages.inset, dark, is_inside))
        if digits is None:
            continue
        found = tuple(_sums(cages, corners, digits))
        if best is None or likelihood(found) > likelihood(best):
            best = found
        if likelihood(best) > LIKELY:
            break
    return best


def likelihood(sums: Sequence[SeenSum]) -> float:
    """How likely sums are: the mean of the logarithms."""
    return float(np.mean([each.values[0][1] if each.values else NONE for each in sums]))


def _sums(cages: Cages, corners: Floats, digits: Sequence[Sequence[Part]]) -> Iterator[SeenSum]:
    """The sums with these digits in the corners of cages."""
    inks = [
        _ink_of(corner, part)
        for corner, parts in zip(corners, digits, strict=True)
        for part in parts
    ]
    chances = iter(_chances(inks))
    for group, parts in zip(cages.groups, digits, strict=True):
        count = len(group)
        least, most = count * (count + 1) // 2, count * (2 * cages.size + 1 - count) // 2
        rows = [next(chances) for _ in parts]
        likely = [[(digit, row[digit]) for digit in np.flatnonzero(row >= RARE)] for row in rows]
        values = {
            int("".join(str(digit) for digit, _ in each)): float(sum(np.log([p for _, p in each])))
            for each in product(*likely)
            if each and each[0][0] != 0
        }
        possible = [(value, chance) for value, chance in values.items() if least <= value <= most]
        yield SeenSum(tuple(sorted(possible, key=lambda each: -each[1])), tuple(parts))


def _parts(corners: Floats, inset: int, least: float, is_inside: bool) -> list[list[Part]]:
    """The parts of the ink of each corner that may be digits."""
    if is_inside:
        inner = inset + HALF
        corners = corners.copy()
        corners[:, :inner] = corners[:, :, :inner] = 0
    black = np.maximum(np.quantile(corners[:, LINE:, LINE:], 0.97, axis=(1, 2)), BLACK)
    dark = corners > least * black[:, None, None]
    for number, corner in enumerate(dark):
        corner[: corners[number, :inset, HIGH:].mean(axis=1).argmin()] = False
        corner[:, : corners[number, HIGH // 2 :, :inset].mean(axis=0).argmin()] = False
    runs, labels = connected_runs(np.pad(dark, ((0, 0), (0, 1), (0, 0))).reshape(-1, WIDE))
    found: list[list[Part]] = [[] for _ in corners]
    for name in np.unique(labels):
        rows, lefts, rights = runs[labels == name].T
        number, top = divmod(int(rows.min()), HIGH + 1)
        low = int(rows.max()) % (HIGH + 1)
        part = Part(top, low, int(lefts.min()), int(rights.max()))
        if part.height >= SHORTEST and part.width >= 2 and part.right < WIDE - 1:
            found[number].append(part)
    return found


def _digits(corners: Floats, parts: list[list[Part]]) -> list[list[Part]] | None:
    """The digits of each sum: parts of one height at one height; None if most have none."""
    every = [
        part for each in parts for part in each if part.width > NARROW and part.height <= TALLEST
    ]
    if not every:
        return None
    height = float(np.median([part.height for part in every]))
    top = float(np.median([part.top for part in every]))
    far = EVEN * height + 1
    found = list[list[Part]]()
    for corner, each in zip(corners, parts, strict=True):
        level = [_cut(corner, part, height) for part in each if abs(part.top - top) <= far]
        alike = [part for part in level if abs(part.height - height) <= far]
        digits = list[Part]()
        for part in sorted(alike, key=lambda part: part.left):
            if digits and part.left - digits[-1].right > APART * height:
                break
            digits += _split(corner, part, height)
        is_sum = 0 < len(digits) <= MOST and not any(
            0 < part.left - digits[-1].right <= APART * height
            and top - far <= part.top <= part.low <= top + height + far
            for part in each  # such as the sign of another operation
        )
        found.append(digits if is_sum else [])
    return found if sum(map(bool, found)) > len(found) / 2 else None


def _cut(corner: Floats, part: Part, height: float) -> Part:
    """The part without what hangs below it: the line of a cage may touch a digit."""
    if part.height <= height + 1:
        return part
    low = part.top + round(height)
    ink = corner[part.top : low, part.left : part.right + 1].max(axis=0)
    columns = np.flatnonzero(ink > DARK[0] * ink.max())
    return Part(part.top, low - 1, part.left + int(columns[0]), part.left + int(columns[-1]))


def _split(corner: Floats, part: Part, height: float) -> list[Part]:
    """The part, or two if it is as broad as two digits."""
    if part.width <= BROAD * height:
        return [part]
    columns = corner[part.top : part.low + 1, part.left : part.right + 1].sum(axis=0)
    third = part.width // 3
    middle = part.left + third + int(columns[third:-third].argmin())
    return [
        Part(part.top, part.low, part.left, middle),
        Part(part.top, part.low, middle + 1, part.right),
    ]


def _ink_of(corner: Floats, part: Part) -> Floats:
    """The ink of a digit with a pixel around it, from paper to its darkest pixels."""
    rows = slice(max(part.top - 1, 0), part.low + 2)
    ink = corner[rows, max(part.left - 1, 0) : part.right + 2]
    ink = ink / max(float(np.quantile(ink, 0.95)), BLACK)
    return np.asarray(np.clip((ink - GREY) / (1 - GREY), 0, BRIGHTEST), dtype=np.float32)


def _chances(digits: list[Floats]) -> Floats:
    """How likely each digit from 0 to 9 is for the ink of each digit: float[digits, 10]."""
    total = np.zeros((len(digits), 10))
    for height in HEIGHTS:
        cells = np.stack([_in_cell(ink, height) for ink in digits])
        shares = np.exp(log_probabilities(cells, weights(LARGE_WEIGHTS)).astype(np.float64))
        total[:, 0] += shares[:, ZERO] / len(HEIGHTS)
        total[:, 1:] += (shares[:, PRINTED] + shares[:, WRITTEN]) / len(HEIGHTS)
    return np.asarray(total / np.maximum(total.sum(axis=1, keepdims=True), DIGIT))


def _in_cell(ink: Floats, height: int) -> Floats:
    """The ink of a digit in the middle of an empty cell, in this height."""
    away = (np.arange(PIXELS) + 0.5 - PIXELS / 2) * ink.shape[0] / height
    y, x = (away + side / 2 + 0.5 for side in ink.shape)  # with the pixel around it
    return sampled(np.pad(ink, 1), np.stack(np.meshgrid(x, y), axis=-1))
