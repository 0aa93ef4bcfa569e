#!/usr/bin/env python3
"""Trains the network that notices drawings: scripts/train_drawings.py OUTPUT FOLDER...

The folders have photos of plain puzzles, as scripts/label_cells.py takes them. Random drawings of
scripts/digits/drawing.py are laid over them and over rendered grids. The puzzles of one quarter are
left out, so that one can measure with them how often a plain cell is taken for a drawing. Half of
the grids have stains and folds; with --clean none has, as for clean.npz of the package.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # one order of sums

import argparse
from pathlib import Path

import numpy as np
from digits.drawing import Drawer
from digits.grids import photographed, rendered
from digits.rendering import fonts
from digits.staining import stained
from digits.training import BATCH, Labels, Trainer, keep, new_weights

from cpsudoku.formats.photos.drawings import AROUND, surroundings
from cpsudoku.formats.photos.flat import CELL
from cpsudoku.formats.photos.raster import Floats

WIDTHS = (8, 16, 48)  # of the layers of the network
RENDERED, PHOTOGRAPHED = 350, 500  # grids with drawings
FAINTEST = (0.3, 0.12)  # the ink of drawings over photos, and over rendered grids
EMPTY = 0.25  # of the grids: they have no drawings
STAINED = 0.5  # of the grids: they have stains and folds
MUCH, LITTLE = 14.0, 1.5  # ink in a cell, in black pixels: it is noticed, or need not be
STEPS, RATE = 8_000, 3e-3
WITHOUT = 3  # the quarter of the puzzles that is left out, to measure with it


def sampled_cells(
    random: np.random.Generator, inks: list[Floats], faintest: float, stains: float
) -> tuple[Floats, Labels]:
    """What the network sees of the cells of grids with random drawings, and whether it is one."""
    cells, labels = list[Floats](), list[Labels]()
    for ink in inks:
        seen, label = with_drawings(random, ink, faintest, stains)
        cells.append(seen[label >= 0])
        labels.append(label[label >= 0])
    return np.concatenate(cells), np.concatenate(labels)


def with_drawings(
    random: np.random.Generator, ink: Floats, faintest: float, stains: float
) -> tuple[Floats, Labels]:
    """The cells of one grid, and 1 for those with drawings, 0 without, -1 if it is not clear.

    ``stains`` is the share of the grids that have stains and folds.
    """
    size, side = len(ink) - 2, len(ink)
    plane = ink.transpose(0, 2, 1, 3).reshape(side * CELL, side * CELL)
    if stains and random.random() < stains:
        plane = stained(random, plane)
    drawn, holes = np.zeros_like(plane), np.zeros_like(plane)
    if random.random() >= EMPTY:
        drawn, holes = Drawer(random, size, faintest).layers()
    laid = np.maximum(plane, 0) * (1 - holes)
    laid = np.where(drawn > 0, 1 - (1 - np.minimum(laid, 1)) * (1 - drawn), laid)
    changed = (drawn > 0) | (holes > 0)
    plane = np.where(changed, laid, plane)
    back = plane.reshape(side, CELL, side, CELL).transpose(0, 2, 1, 3).astype(np.float32)
    margin = AROUND // 2
    amounts = np.empty(size * size)
    for cell in range(size * size):
        row, column = divmod(cell, size)
        top, left = (row + 1) * CELL - margin, (column + 1) * CELL - margin
        part = np.s_[top : top + CELL + 2 * margin, left : left + CELL + 2 * margin]
        amounts[cell] = drawn[part].sum() * (drawn[part].max() > 0.1)
    labels = np.where(amounts > MUCH, 1, np.where(amounts < LITTLE, 0, -1))
    return surroundings(back), labels.astype(np.int64)


def main() -> None:
    """Train, and write the weights in half precision."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--clean", action="store_true", help="without stains and folds")
    options = parser.parse_args()
    random, files = np.random.default_rng(3), fonts()
    kept = [ink for ink, quarter in photographed(options.folders) if quarter != WITHOUT]
    chosen = [kept[number] for number in random.integers(0, len(kept), PHOTOGRAPHED)]
    stains = 0.0 if options.clean else STAINED
    photos = sampled_cells(random, chosen + kept, FAINTEST[0], stains)
    type_set = [rendered(random, files) for _ in range(RENDERED)]
    parts = (photos, sampled_cells(random, type_set, FAINTEST[1], stains))
    cells, labels = (np.concatenate(each) for each in zip(*parts, strict=True))
    drawn, plain = np.flatnonzero(labels == 1), np.flatnonzero(labels == 0)
    known = new_weights(random, WIDTHS, 2)
    trainer = Trainer(known, STEPS, RATE)
    for _ in range(STEPS):
        some = np.concatenate([random.choice(each, BATCH // 2) for each in (drawn, plain)])
        moved = np.roll(cells[some], tuple(random.integers(-1, 2, 2)), axis=(1, 2))
        trainer.step(moved * np.float32(random.uniform(0.8, 1.1)), labels[some])
    keep(options.output, known)


if __name__ == "__main__":
    main()
