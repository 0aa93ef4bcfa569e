"""Sees the grids in an image: where they are, which way is up, and what is in their cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import numpy.typing as npt

from cpsudoku.core.sight import Sight
from cpsudoku.formats.photos.cells import ink_of_cells
from cpsudoku.formats.photos.finding import grids, is_certain
from cpsudoku.formats.photos.handwriting import compared
from cpsudoku.formats.photos.killers import SeenKiller, killer_in
from cpsudoku.formats.photos.mesh import Mesh
from cpsudoku.formats.photos.network import (
    BLANK,
    DIGITS,
    MOVES,
    OTHER,
    PRINTED,
    WRITTEN,
    digit_classes,
)
from cpsudoku.formats.photos.panels import on_panels
from cpsudoku.formats.photos.raster import Floats, faint_ink, ink
from cpsudoku.runtime.words import worded

STRANGE = 2.0  # how much less a cell with something else speaks for a turn, as a logarithm
# The network is trained to be less sure than it could be. On the cells of two quarters of the
# puzzles that it had not seen, powers of 1.4 and 2.3 fit best, and 99.2 % and 99.8 % were right.
SHARPER = 1.5
INK, COVERED = 0.35, 0.4  # the ink of a dark pixel, and the share of them in a covered cell
CORNERS = 0.06  # the share of light pixels in a cell that is covered but for its corners
DARKEST = 32  # cells that say which way is up
DRAWN = 0.02  # how uneven the paper of a photo is at least; that of a screenshot is even
THINNER = 1.4  # how much more ink than paper a pixel at the edge of a thinner digit needs
TINY = 1e-9  # the least probability
RARE = 0.25  # how likely something else is in a grid that clearly has none, as a share
FEWEST = {16: 30, 9: 8, 6: 4, 4: 2}  # printed digits of a puzzle; a grid with fewer is another one
LARGER = 1.5  # printed digits larger than the grid has, by their probabilities, in another grid
SURE, BLURRED = 0.9, 0.5  # the probability of a digit; the share of less sure ones in no puzzle


@dataclass(frozen=True)
class Seen:
    """A grid in an image, with the classes of its cells as the image is turned upright.

    ``classes``: float32[cells, classes], logarithms of probabilities. ``covered``: bool[cells],
    whether much of a cell is dark, which may be a blot on a digit. ``is_inverted``: whether the
    lines are light. ``killer`` has the cages, without which the cells were read.
    """

    mesh: Mesh
    classes: Floats
    covered: npt.NDArray[np.bool_]
    is_inverted: bool = False
    killer: SeenKiller | None = None

    @property
    def printed(self) -> int:
        """The number of cells that most likely have a printed digit."""
        return int(np.sum(np.isin(self.classes.argmax(axis=1), DIGITS)))

    @property
    def others(self) -> int:
        """The number of cells with something else: letters, several digits, black."""
        return int(np.sum(self.classes.argmax(axis=1) == OTHER))

    @property
    def is_puzzle(self) -> bool:
        """Whether its cells look like those of a puzzle."""
        return self.problem is None

    @property
    def has_digits(self) -> bool:
        """Whether it has at least some printed digits."""
        return self.printed >= max(FEWEST[self.mesh.size], self.others / 2)

    @property
    def problem(self) -> str | None:
        """Why its cells are not those of a puzzle, in words."""
        size = self.mesh.size
        best, sure = self.classes.argmax(axis=1), self.classes.max(axis=1) >= np.log(SURE)
        is_printed = np.isin(best, DIGITS)
        if not self.has_digits and self.killer is None:
            return worded("it does not have printed digits")
        if np.exp(self.classes[:, size + 1 : PRINTED.stop]).sum() >= LARGER:
            return worded("some of its digits are larger than {size}", size=size)
        if np.sum(~sure[is_printed]) > BLURRED * is_printed.sum():
            return worded("too few of its digits can be read")
        return None

    def sight(self, page: int | None, handwriting: bool = False) -> Sight:
        """The probabilities of blank and of each printed digit, and of handwriting if it is wanted.

        If no cell looks written, what may be a written digit is a printed one in its font. If none
        looks like something else, such as pencil marks or letters, that is less likely in all.
        """
        size = self.mesh.size
        shares = np.exp(self.classes.astype(np.float64))
        best = self.classes.argmax(axis=1)
        if not self.others:
            shares[:, OTHER] *= RARE
            shares /= shares.sum(axis=1, keepdims=True)
        printed = shares[:, DIGITS[:size]]
        if not np.any((best >= WRITTEN.start) & (best < WRITTEN.stop)):
            printed = printed + self._by_hand(shares)
        empty = 1 - printed.sum(axis=1, keepdims=True)
        chances = np.log(np.concatenate([empty.clip(0), printed], axis=1) + TINY)
        blots = self.covered & (best == OTHER)
        crossings = self.mesh.crossings.reshape(-1, 2)
        return Sight(
            tuple(tuple(map(float, row)) for row in chances),
            tuple((float(x), float(y)) for x, y in crossings),
            page,
            tuple(map(int, np.flatnonzero(blots))),
            written=self._written() if handwriting else (),
        )

    def _written(self) -> tuple[tuple[float, ...], ...]:
        """The log-likelihoods of no handwriting and of each digit, for cells without print."""
        shares = np.exp(self.classes.astype(np.float64))
        nothing = shares[:, BLANK] + shares[:, OTHER]
        both = np.concatenate([nothing[:, None], self._by_hand(shares)], axis=1) + TINY
        return tuple(tuple(map(float, row)) for row in np.log(both / both.sum(axis=1)[:, None]))

    def _by_hand(self, shares: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The probability of each written digit; those above 9 are not known."""
        size = self.mesh.size
        hand = shares[:, WRITTEN][:, :size]
        return np.pad(hand, ((0, 0), (0, size - hand.shape[1])))


def seen_in(grey: Floats) -> list[Seen]:
    """The grids in an image with dark or with light lines, in reading order.

    If a large grid with clear dark lines is found, light ones are not looked for.
    """
    first, is_dark = list[Seen](), False
    for inking, is_inverted in product((ink, faint_ink), (False, True)):
        if is_dark and is_inverted:  # a picture that was refused took twice as long
            continue
        image = 1 - on_panels(grey) if is_inverted else grey
        meshes = grids(image, inking)
        found = [replace(upright(image, mesh), is_inverted=is_inverted) for mesh in meshes]
        if any(each.is_puzzle for each in found):
            return found
        is_dark |= not is_inverted and any(is_certain(mesh, image) for mesh in meshes)
        first = first or found
    return first


def upright(image: Floats, mesh: Mesh) -> Seen:
    """A grid, turned so that its digits, or the sums of its cages, are upright."""
    size, killer = mesh.size, killer_in(image, mesh)
    if killer is None:
        cells = ink_of_cells(image, mesh)
        turns = _turns_of(cells, size)
        board = cells.reshape(size, size, *cells.shape[1:])
        board = np.rot90(np.rot90(board, turns, axes=(0, 1)), turns, axes=(2, 3))
        cells, mesh = board.reshape(cells.shape), mesh.turned(turns)
    else:
        cells, mesh = killer.cells(), killer.mesh
    covered = _covered(cells)
    cells, best = _clearer(cells, digit_classes(cells, size), size)
    classes = compared(cells, _read_often(cells, best, size))
    return Seen(mesh, classes, covered, killer=killer)


def _turns_of(cells: Floats, size: int) -> int:
    """How many quarter turns to the left make the digits of cells upright, by the darkest cells."""
    dark = np.quantile(cells[:, 4:-4, 4:-4], 0.9, axis=(1, 2))
    some = cells[np.argsort(-dark, kind="stable")[:DARKEST]]
    turned = [np.rot90(some, turns, axes=(1, 2)) for turns in range(4)]
    return max(range(4), key=lambda turns: _likelihood(digit_classes(turned[turns], size)))


def _clearer(cells: Floats, classes: Floats, size: int) -> tuple[Floats, Floats]:
    """The same cells, or thinner ones if they are drawn and can be read more surely, and classes.

    classes: what is read as they are. The bold 5 of our own pictures looked like a 6. A
    covered or a faint cell must not become a blank one.
    """
    low, high = np.quantile(cells[:, 4:-4, 4:-4], [0.25, 0.75], axis=(1, 2))
    if np.median(high - low) > DRAWN or _covered(cells).any():
        return cells, classes
    thinner = np.clip(cells * THINNER + 1 - THINNER, -0.5, 1.5)
    others = digit_classes(thinner, size)
    is_clearer = _likelihood(others) > _likelihood(classes) and np.array_equal(
        others.argmax(axis=1) == BLANK, classes.argmax(axis=1) == BLANK
    )
    return (thinner, others) if is_clearer else (cells, classes)


def _likelihood(classes: Floats) -> float:
    """How likely cells are what they look most like, as a logarithm."""
    digits = np.delete(classes, OTHER, axis=1).max(axis=1)
    known = np.maximum(digits, classes[:, OTHER] - STRANGE)
    return float(known.sum())


def _read_often(cells: Floats, classes: Floats, size: int) -> Floats:
    """The classes of cells: the mean of what is read as they are, and a little moved.

    classes: what is read as they are.
    """
    moved = (digit_classes(np.roll(cells, move, axis=(1, 2)), size) for move in MOVES)
    shares = [np.exp(each) for each in (classes, *moved)]
    sharper = np.mean(shares, axis=0, dtype=np.float64) ** SHARPER + TINY
    return np.asarray(np.log(sharper / sharper.sum(axis=1, keepdims=True)), dtype=np.float32)


def _covered(cells: Floats) -> npt.NDArray[np.bool_]:
    """Whether much of a cell is dark. If most of it is, its corners are lighter than its paper."""
    dark, light = (cells > INK).mean(axis=(1, 2)), (cells < -INK).mean(axis=(1, 2))
    return np.asarray((dark > COVERED) | (light > CORNERS))
