#!/usr/bin/env python3
"""Trains the network that reads digits: scripts/train_digits.py OUTPUT [CELLS] [--without NUMBER].

Cells are rendered in the fonts of this machine (Debian: fonts-liberation, fonts-freefont-ttf,
fonts-urw-base35, fonts-roboto-unhinted, fonts-open-sans, fonts-lato, fonts-noto-core,
fonts-crosextra-carlito, fonts-crosextra-caladea). CELLS is a file of NumPy with cells of photos
that a person has labelled: ``cells`` (uint8[photos, 81, 28, 28], ink * 127 + 63), ``labels``
(int[photos, 81], classes of ``network.py``) and ``puzzles``, a name for each photo; it is written
by scripts/label_cells.py. ``--without 0`` leaves out a quarter of the puzzles, to measure with
scripts/photos.py how others are read. A run without CELLS writes weights in full precision, and
``--start`` goes on from them: the result is that of one run, to the byte. The weights in the
package come from runs with the cells of all photos: large.npz from this script, and digits.npz
from that of commit a5db6bf3, which knew 20 classes, took 2,500 and 3,600 steps, and reads photos
of puzzles that were left out better.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # one order of sums

import argparse
from pathlib import Path

import numpy as np
from digits.changing import changed
from digits.labelling import QUARTERS, quarter_of
from digits.rendering import Renderer, fonts
from digits.training import BATCH, Labels, Trainer, keep, new_weights

from cpsudoku.formats.photos.network import Weights
from cpsudoku.formats.photos.raster import Floats

RENDERED, FIRST_STEPS, LAST_STEPS = 36_000, 2_800, 3_000
RATES = (2e-3, 1e-3)
FROM_PHOTOS = 60  # cells of each batch of the last steps


def photographed(file: Path, without: int | None) -> tuple[Floats, Labels]:
    """The cells of photos and their labels. Of the blank cells, one in three is kept."""
    with np.load(file) as stored:
        cells, labels, puzzles = stored["cells"], stored["labels"], stored["puzzles"]
    quarters = np.array([quarter_of(str(name)) for name in puzzles])
    kept = quarters != without
    cells = cells[kept].reshape(-1, *cells.shape[2:]).astype(np.float32) / 127 - 0.5
    labels = labels[kept].ravel()
    chosen = (labels > 0) | (np.random.default_rng(1).random(len(labels)) < 1 / 3)
    return cells[chosen], labels[chosen]


def pretrained(cells: Floats, labels: Labels) -> Weights:
    """The weights after rendered cells."""
    random = np.random.default_rng(0)
    known = new_weights(random)
    trainer = Trainer(known, FIRST_STEPS, RATES[0])
    for _ in range(FIRST_STEPS):
        some = random.integers(0, len(cells), BATCH)
        trainer.step(cells[some], labels[some])
    return known


def main() -> None:
    """Train and write the weights, at the end in half precision."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("cells", type=Path, nargs="?")
    parser.add_argument("--without", type=int, choices=range(QUARTERS))
    parser.add_argument("--start", type=Path)
    parser.add_argument("--steps", type=int, default=LAST_STEPS, help="with cells of photos")
    options = parser.parse_args()
    cells, labels = Renderer(1, fonts()).cells(RENDERED)
    if options.start is None:
        known = pretrained(cells, labels)
    else:
        with np.load(options.start) as stored:
            known = {name: stored[name].astype(np.float32) for name in stored.files}
    if options.cells is not None:
        random = np.random.default_rng(2)
        seen, meant = photographed(options.cells, options.without)
        trainer = Trainer(known, options.steps, RATES[1])
        for _ in range(options.steps):
            some = random.integers(0, len(cells), BATCH - FROM_PHOTOS)
            more = random.integers(0, len(seen), FROM_PHOTOS)
            batch = np.concatenate([cells[some], seen[more]])
            trainer.step(changed(random, batch), np.concatenate([labels[some], meant[more]]))
    keep(options.output, known, np.float32 if options.cells is None else np.float16)


if __name__ == "__main__":
    main()
