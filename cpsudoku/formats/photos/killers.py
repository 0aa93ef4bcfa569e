"""Reads a killer: its cages, their sums, and its cells without these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.formats.photos.cage_sums import LIKELY, NONE, Part, SeenSum, likelihood, sums_of
from cpsudoku.formats.photos.cages import CELL, ENDS, Cages, cages_of, sides_of, smoothed
from cpsudoku.formats.photos.cells import INSET, PIXELS, normalised
from cpsudoku.formats.photos.crossed import Mask, crossed_cells
from cpsudoku.formats.photos.flat import CELL as FLAT_CELL
from cpsudoku.formats.photos.flat import PAPER, Flat
from cpsudoku.formats.photos.mesh import Mesh
from cpsudoku.formats.photos.raster import Floats, sampled
from cpsudoku.runtime.words import worded

POOR = -2.0  # a likelihood of sums that are none: the picture has something else there
SURE = -0.25  # the likelihood of a sum that nothing else confirms
CLEAR = 3.0  # how much less likely another reading of sums is
FAR = 3.5  # how much less likely than the likeliest ones sums that add up may be
HALF = (3, 5)  # pixels of a half of the line of a cage, with its blurred sides
BLURRED = 0.15  # of the ink of these lines: that of their sides
BORDER = 0.1  # of the ink of the line at a side of a cell: where it ends
FAINT = 0.03  # the same where no line is
BLACK = 0.8  # of the darkest ink of sums: that of digits is darker
THIN = 2  # pixels at the sides of cells that belong to their lines
FREE = 2  # pixels around a digit of a sum
Values = Sequence[tuple[int, float]]  # and the logarithm of how likely each is


@dataclass(frozen=True)
class SeenKiller:
    """The cages of a grid on a mesh that is turned upright, and their sums in the same order."""

    mesh: Mesh
    cages: Cages
    sums: tuple[SeenSum, ...]

    @cached_property
    def drawn(self) -> Mask:
        """Where lines and sums are, bool[size, size, CELL, CELL]."""
        cages = self.cages
        lines, borders = (np.zeros(cages.ink.shape, dtype=bool) for _ in range(2))
        views = (sides_of(each) for each in (cages.ink, lines, borders))
        for has_line, ink, line, border in zip(cages.lines, *views, strict=True):
            line[:, :, : self._far] |= has_line[..., None, None]
            line[:, :, : self._far, : self._far] = line[:, :, : self._far, -self._far :] = True
            border[...] |= _border(ink, cages.inset)
        caged = np.zeros(cages.size**2, dtype=bool)
        caged[[cell for group in cages.groups for cell in group]] = True
        lines |= self._sums_with(FREE)
        return np.asarray(lines & caged.reshape(cages.size, cages.size, 1, 1) & ~borders)

    @cached_property
    def crossed(self) -> list[int]:
        """The cells that have something else on a line at their sides, such as a dot."""
        return crossed_cells(self.cages, self._sums_with(2 * FREE), self._far)

    def _sums_with(self, free: int) -> Mask:
        """Where the digits of sums are, with some pixels around them."""
        mask = np.zeros(self.cages.ink.shape, dtype=bool)
        for row, column, parts in self._corners():
            for part in parts:
                rows = slice(max(0, part.top - free), part.low + free + 1)
                mask[row, column, rows, max(0, part.left - free) : part.right + free + 1] = True
        return mask

    def _corners(self) -> Iterator[tuple[int, int, tuple[Part, ...]]]:
        """The row and column of the first cell of each cage, and the digits of the sum there."""
        for group, each in zip(self.cages.groups, self.sums, strict=True):
            yield *divmod(min(group), self.cages.size), each.parts

    @cached_property
    def _far(self) -> int:
        """The pixels beside a side of a cell in which the line of its cage is."""
        return self.cages.inset + self._half() + 1

    def _half(self) -> int:
        """The pixels of a half of the lines of the cages."""
        cages, (least, most) = self.cages, HALF
        depths = slice(cages.inset, cages.inset + most)
        profile = np.mean(
            [
                ink[lines, depths, ENDS:-ENDS].mean(axis=(0, 2))
                for lines, ink in zip(cages.lines, sides_of(cages.ink), strict=True)
            ],
            axis=0,
        )
        return max(least, int(np.sum(profile >= BLURRED * profile.max())))

    def cells(self) -> Floats:
        """The ink of the cells without the cages, as ``cells`` cuts them."""
        size = self.cages.size
        paper = 1 - np.where(self.drawn, 0, self.cages.ink)
        halved = paper.reshape(size * size, CELL // 2, 2, CELL // 2, 2).mean(axis=(2, 4))
        places = (INSET + (1 - 2 * INSET) * (np.arange(PIXELS) + 0.5) / PIXELS) * CELL / 2 - 0.5
        points = np.stack(np.meshgrid(places, places), axis=-1)
        return normalised(np.stack([sampled(each, points) for each in halved]), self._black())

    def _black(self) -> float:
        """The ink of most sums. Digits in cells have at least as much."""
        inks = list[float]()
        for row, column, parts in self._corners():
            for part in parts:
                ink = self.cages.ink[row, column, part.top : part.low, part.left : part.right]
                inks.append(float(ink.max()))
        return BLACK * float(np.median(inks))

    def without(self, flat: Flat) -> Flat:
        """The flat grid without the cages."""
        size, part = self.cages.size, CELL // FLAT_CELL
        shape = (size, size, FLAT_CELL, part, FLAT_CELL, part)
        drawn = self.drawn.reshape(shape).mean(axis=(3, 5)) >= 0.5
        inner = flat.light[1:-1, 1:-1]
        paper = np.quantile(inner, PAPER, axis=(2, 3), keepdims=True)
        light = flat.light.copy()
        light[1:-1, 1:-1] = np.where(drawn[..., None], paper, inner)
        return replace(flat, light=light)

    def rules(self, board: Board) -> tuple[tuple[KillerCage, ...], tuple[str, ...]]:
        """The cages, and in words what is in doubt. A cage whose sum is in doubt has none."""
        total = board.size**2 * (board.size + 1) // 2
        if self.cages.are_all and all(each.values for each in self.sums):
            values = adding_up([each.values for each in self.sums], total)
        else:
            values = [_surely(each.values) for each in self.sums]
        pairs = list(zip(self.cages.groups, values or [None] * len(self.sums), strict=True))
        found = tuple(KillerCage(board, cells, value) for cells, value in pairs)
        unsure = [board.cell_name(min(cells)) for cells, value in pairs if value is None]
        if values is None:
            words = worded("the sums of the cages, which do not add up to {total}", total=total)
            return found, (words,)
        if unsure:
            return found, (worded("the sums of the cages at {names}", names=" ".join(unsure)),)
        return found, ()


def _border(ink: Floats, inset: int) -> Mask:
    """The pixels of the lines at the upper sides of cells: bool[..., CELL, 1]."""
    near = ink[:, :, :inset, ENDS:-ENDS].mean(axis=3)
    lightest = near.min(axis=2, keepdims=True)
    line = near.max(axis=2, keepdims=True) - lightest
    is_paper = near <= lightest + np.maximum(BORDER * line, FAINT)
    border = np.maximum(is_paper.argmax(axis=2), THIN)
    return np.asarray((np.arange(CELL) < border[..., None])[..., None])


def adding_up(choices: Sequence[Values], total: int) -> list[int | None] | None:
    """The likeliest values that add up to the total, or None for those that are in doubt.

    A value is in doubt if a comparable choice of values has another one. None if no values add up,
    or only such as are far less likely than others.
    """
    best: dict[int, list[tuple[float, tuple[int, ...]]]] = {0: [(0.0, ())]}
    for values in choices:
        more: dict[int, list[tuple[float, tuple[int, ...]]]] = {}
        for before, ways in best.items():
            for value, chance in values:
                if before + value <= total:
                    longer = [(likely + chance, (*taken, value)) for likely, taken in ways]
                    more.setdefault(before + value, []).extend(longer)
        best = {reached: sorted(ways, reverse=True)[:2] for reached, ways in more.items()}
    if total not in best:
        return None
    (likely, first), *others = best[total]
    if likely < sum(values[0][1] for values in choices) - FAR:
        return None
    second = others[0][1] if others and others[0][0] > likely - CLEAR else first
    return [one if one == other else None for one, other in zip(first, second, strict=True)]


def _surely(values: Values) -> int | None:
    """The likeliest value, if no other is comparable."""
    (value, chance), *others = values or [(0, NONE)]
    is_sure = chance >= SURE and not (others and others[0][1] > chance - CLEAR)
    return value if is_sure else None


def killer_in(image: Floats, mesh: Mesh) -> SeenKiller | None:
    """The killer on a mesh, turned so that its sums can be read; None if there is none."""
    cages = cages_of(image, mesh)
    if cages is None:
        return None
    likeliest, found = POOR, None
    for turns in range(4):
        sums = sums_of(cages)
        if sums is not None and likelihood(sums) > likeliest:
            likeliest = likelihood(sums)
            found = SeenKiller(smoothed(mesh).turned(turns), cages, sums)
            if likeliest > LIKELY:
                break
        cages = cages.turned()
    return found
