"""Reads a killer: its cages, their sums, and its cells without these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.formats.photos.cage_sums import HIGH, NONE, WIDE, Part, SeenSum, likelihood, sums_of
from cpsudoku.formats.photos.cages import CELL, ENDS, Cages, cages_of, sides_of, smoothed
from cpsudoku.formats.photos.cells import INSET, PIXELS, normalised
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
BEYOND, CROSSED = 3, 0.25  # pixels beyond it, and the ink there of something that crosses it
MUCH = 1.5  # times the ink of a dash: more ink beside a side is also that of something else
BLURRED = 0.15  # of the ink of these lines: that of their sides
BORDER = 0.1  # of the ink of the line at a side of a cell: where it ends
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

    @property
    def drawn(self) -> npt.NDArray[np.bool_]:
        """Where lines and sums are, bool[size, size, CELL, CELL]."""
        cages = self.cages
        mask = np.zeros(cages.ink.shape, dtype=bool)
        inner = np.ones(cages.ink.shape, dtype=bool)
        far = cages.inset + self._half() + 1
        extra = [_extra(ink[:, :, :far]) for ink in sides_of(cages.ink)]
        lined = np.stack(extra)[cages.lines][:, ENDS:-ENDS]
        most = MUCH * float(np.quantile(lined, 0.98)) + 1
        sums = np.zeros((4, cages.size, cages.size))  # pixels beside each side that have a sum
        for row, column, parts in self._corners():
            right = max((part.right for part in parts), default=WIDE)
            low = max((part.low for part in parts), default=HIGH)
            sums[:, row, column] = right + 2 * FREE, 0, low + 2 * FREE, 0
        views = (sides_of(each) for each in (cages.ink, mask, inner))
        for with_sum, lines, more, ink, view, inside in zip(
            sums, cages.lines, extra, *views, strict=True
        ):
            near = ink[:, :, : cages.inset, ENDS:-ENDS].mean(axis=3)
            lightest = near.min(axis=2, keepdims=True)
            is_paper = near <= lightest + BORDER * (near.max(axis=2, keepdims=True) - lightest)
            border = np.maximum(is_paper.argmax(axis=2), THIN)
            inside[...] &= (np.arange(CELL) >= border[..., None])[..., None]
            beside = ink[:, :, far : far + BEYOND].max(axis=2)
            is_crossed = (beside > CROSSED * float(np.quantile(ink, 0.98))) | (more > most)
            is_crossed &= np.arange(CELL) >= with_sum[..., None]
            view[:, :, :far] |= (lines[..., None] & ~is_crossed)[:, :, None]
            view[:, :, :far, :far] = view[:, :, :far, -far:] = True
        for row, column, parts in self._corners():
            for part in parts:
                rows = slice(max(0, part.top - FREE), part.low + FREE + 1)
                mask[row, column, rows, max(0, part.left - FREE) : part.right + FREE + 1] = True
        free = np.ones(cages.size**2, dtype=bool)
        free[[cell for group in cages.groups for cell in group]] = False
        mask[free.reshape(cages.size, cages.size)] = False
        return mask & inner

    def _corners(self) -> Iterator[tuple[int, int, tuple[Part, ...]]]:
        """The row and column of the first cell of each cage, and the digits of the sum there."""
        for group, each in zip(self.cages.groups, self.sums, strict=True):
            yield *divmod(min(group), self.cages.size), each.parts

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


def _extra(ink: Floats) -> Floats:
    """How much more ink is beside each place of a side than beside most: float32[..., CELL].

    ink: float32[..., pixels from the side, CELL].
    """
    amount = ink.sum(axis=-2)
    return np.asarray(amount - np.quantile(amount, 0.25, axis=-1, keepdims=True))


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
            likeliest, found = (
                likelihood(sums),
                SeenKiller(smoothed(mesh).turned(turns), cages, sums),
            )
        cages = cages.turned()
    return found
