"""The network that reads cells: two layers of small filters and two of weights, in NumPy.

``scripts/train_digits.py`` makes its weights from rendered type and from photographs: digits.npz,
which know the classes up to OTHER, and large.npz for grids of 16x16 cells, which know all of them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cpsudoku.formats.photos.raster import Floats

WEIGHTS = Path(__file__).with_name("digits.npz")
LARGE_WEIGHTS = Path(__file__).with_name("large.npz")
BLANK, PRINTED, WRITTEN, OTHER = 0, slice(1, 10), slice(10, 19), 19  # the classes of a cell
LARGE = slice(20, 27)  # 10 to 16 in a grid of 16x16 cells, as numbers, or as the letters A to G
DIGITS = (*range(1, 10), *range(20, 27))  # the class of each printed digit
LETTERS, ZERO = slice(27, 34), 34  # letters A to G, and the 0 that means 16 beside A to F
CLASSES = 35  # of the network
MOVES = ((0, 1), (0, -1), (1, 0), (-1, 0))  # pixels that cells are moved to be read again
AT_ONCE = 27  # cells: their windows stay in the cache of a core, which halves the time
Weights = dict[str, Floats]


@cache
def weights(file: Path) -> Weights:
    """The weights in a file of the package, which are stored in half precision."""
    with np.load(file) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def log_probabilities(cells: Floats, known: Weights | None = None) -> Floats:
    """The logarithm of the probability of each class: float32[cells, CLASSES]."""
    known = weights(WEIGHTS) if known is None else known
    parts = (cells[first : first + AT_ONCE] for first in range(0, len(cells), AT_ONCE))
    scores = np.concatenate([forward(part, known)[-1] for part in parts])
    scores = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)))


def digit_classes(cells: Floats, size: int = PRINTED.stop - 1) -> Floats:
    """The logarithm of the probability of each class in a grid of this size.

    Returns float32[cells, classes]. The classes after OTHER are the digits above 9; in a smaller
    grid these are something else, too.
    """
    if size < PRINTED.stop:
        every = log_probabilities(cells)
        other = np.logaddexp.reduce(every[:, OTHER:], axis=1, keepdims=True)
        return np.concatenate([every[:, :OTHER], other], axis=1)
    every = log_probabilities(cells, weights(LARGE_WEIGHTS))
    large = np.logaddexp(every[:, LARGE], every[:, LETTERS])
    large[:, -1] = np.logaddexp(large[:, -1], every[:, ZERO])
    return np.concatenate([every[:, : LARGE.start], large], axis=1)


def forward(cells: Floats, known: Weights) -> list[Floats]:
    """What each layer gives; the last one gives the scores of the classes."""
    windows = _windows(cells[..., None], known["first"].shape[0])
    first = np.maximum(windows @ known["first"] + known["first bias"], 0)
    halved = _halved(first)
    more = _windows(halved, known["second"].shape[0])
    second = np.maximum(more @ known["second"] + known["second bias"], 0)
    flat = _halved(second).reshape(len(cells), -1)
    third = np.maximum(flat @ known["third"] + known["third bias"], 0)
    scores = third @ known["last"] + known["last bias"]
    return [windows, first, halved, more, second, flat, third, scores]


def _windows(images: npt.NDArray[np.float32], taps: int) -> Floats:
    """The surroundings of each pixel, as far as a filter looks: float32[n, height, width, taps]."""
    _, height, width, depth = images.shape
    side = round((taps / depth) ** 0.5)
    edge = side // 2
    padded = np.pad(images, ((0, 0), (edge, edge), (edge, edge), (0, 0)))
    parts = [
        padded[:, row : row + height, column : column + width]
        for row in range(side)
        for column in range(side)
    ]
    return np.concatenate(parts, axis=-1)


def _halved(images: Floats) -> Floats:
    """The largest of each four pixels."""
    upper = np.maximum(images[:, ::2, ::2], images[:, ::2, 1::2])
    lower = np.maximum(images[:, 1::2, ::2], images[:, 1::2, 1::2])
    return np.asarray(np.maximum(upper, lower))
