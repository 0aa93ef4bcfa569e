"""Trains the network of ``formats/photos/network.py`` in NumPy, by gradients and Adam."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import ZIP_LZMA, ZipFile, ZipInfo

import numpy as np
import numpy.typing as npt

from cpsudoku.formats.photos.network import CLASSES, OTHER, Weights, forward
from cpsudoku.formats.photos.raster import Floats

WIDTHS = (16, 32, 64)  # the filters of two layers, and the numbers of the third
BATCH = 128
SMOOTHING = 0.02  # of the probability of each label is spread over the first classes
SPREAD = OTHER + 1  # those of 9x9 cells
Labels = npt.NDArray[np.int64]


def new_weights(
    random: np.random.Generator, widths: tuple[int, int, int] = WIDTHS, classes: int = CLASSES
) -> Weights:
    """Random weights for a start."""
    filters, more, hidden = widths
    shapes = {
        "first": (25, filters),
        "second": (9 * filters, more),
        "third": (7 * 7 * more, hidden),
        "last": (hidden, classes),
    }
    known = Weights()
    for name, (taps, count) in shapes.items():
        known[name] = random.normal(0, np.sqrt(2 / taps), (taps, count)).astype(np.float32)
        known[f"{name} bias"] = np.zeros(count, dtype=np.float32)
    return known


def keep(file: Path, known: Weights, precision: type[np.floating] = np.float16) -> None:
    """Write weights to a file that numpy.load reads, with the same bytes each time."""
    with ZipFile(file, "w", ZIP_LZMA) as stored:
        for name, value in known.items():
            data = BytesIO()
            np.save(data, value.astype(precision))
            stored.writestr(ZipInfo(f"{name}.npy"), data.getvalue(), ZIP_LZMA)


class Trainer:
    """Adam with a rate that falls in a cosine to zero."""

    def __init__(self, known: Weights, steps: int, rate: float) -> None:
        self.known, self.steps, self.rate, self.done = known, steps, rate, 0
        self.mean = {name: np.zeros_like(value) for name, value in known.items()}
        self.square = {name: np.zeros_like(value) for name, value in known.items()}

    def step(self, cells: Floats, labels: Labels) -> float:
        """Change the weights a little; return the loss before that."""
        loss, gradients = gradients_of(self.known, cells, labels)
        self.done += 1
        rate = self.rate * (1 + np.cos(np.pi * self.done / self.steps)) / 2
        for name, found in gradients.items():
            gradient = found if "bias" in name else found + 1e-4 * self.known[name]
            self.mean[name] += 0.1 * (gradient - self.mean[name])
            self.square[name] += 0.001 * (gradient**2 - self.square[name])
            mean = self.mean[name] / (1 - 0.9**self.done)
            square = self.square[name] / (1 - 0.999**self.done)
            self.known[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        return loss


def gradients_of(known: Weights, cells: Floats, labels: Labels) -> tuple[float, Weights]:
    """The loss, and its gradient for each weight."""
    windows, first, halved, more, second, flat, third, scores = forward(cells, known)
    scores = scores - scores.max(axis=1, keepdims=True)
    shares = np.exp(scores)
    shares /= shares.sum(axis=1, keepdims=True)
    count = len(labels)
    wanted = np.zeros_like(shares)
    wanted[:, :SPREAD] = SMOOTHING / min(SPREAD, shares.shape[1])
    wanted[np.arange(count), labels] += 1 - SMOOTHING
    loss = -float((wanted * np.log(shares + 1e-9)).sum() / count)
    found = Weights()
    back = (shares - wanted) / count
    back = _dense(found, known, "last", third, back)
    back = _dense(found, known, "third", flat, back * (third > 0))
    back = _unhalved(second, back.reshape(count, 7, 7, -1)) * (second > 0)
    back = _filters(found, known, "second", more, back, halved.shape)
    back = _unhalved(first, back) * (first > 0)
    _dense(found, known, "first", windows.reshape(-1, 25), back.reshape(-1, first.shape[-1]), False)
    return loss, found


def _dense(
    found: Weights, known: Weights, name: str, below: Floats, back: Floats, on: bool = True
) -> Floats:
    """The gradient below a layer of weights."""
    found[name] = below.T @ back
    found[f"{name} bias"] = back.sum(axis=0)
    return back @ known[name].T if on else back


def _filters(
    found: Weights,
    known: Weights,
    name: str,
    windows: Floats,
    back: Floats,
    shape: tuple[int, ...],
) -> Floats:
    """The gradient below a layer of filters of three by three pixels."""
    taps = windows.shape[-1]
    flat = _dense(found, known, name, windows.reshape(-1, taps), back.reshape(-1, back.shape[-1]))
    count, height, width, depth = shape
    parts = flat.reshape(count, height, width, 9, depth)
    sums = np.zeros((count, height + 2, width + 2, depth), dtype=np.float32)
    for part in range(9):
        row, column = divmod(part, 3)
        sums[:, row : row + height, column : column + width] += parts[:, :, :, part]
    return sums[:, 1:-1, 1:-1]


def _unhalved(images: Floats, back: Floats) -> Floats:
    """The gradient below the largest of four pixels."""
    count, height, width, depth = images.shape
    squares = images.reshape(count, height // 2, 2, width // 2, 2, depth)
    largest = squares.max(axis=(2, 4), keepdims=True)
    spread = (squares == largest) * back[:, :, None, :, None]
    return np.asarray(spread.reshape(images.shape), dtype=np.float32)
