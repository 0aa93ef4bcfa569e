"""Grey images as arrays: their ink, their connected parts, and parts of them straightened.

A grey image is float32[height, width] from 0 (black) to 1 (white). A point is (x, y) in pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Inking = Callable[[Floats, int], Floats]
Points = npt.NDArray[np.float64]  # [..., 2]: x and y


def blurred(image: Floats, radius: int) -> Floats:
    """The mean of the square around each pixel, as far as it lies in the image."""
    for axis in (0, 1):
        size = image.shape[axis]
        sums = np.cumsum(image, axis, dtype=np.float64)
        sums = np.concatenate([np.zeros_like(sums.take([0], axis)), sums], axis)
        places = np.arange(size)
        ends = np.minimum(places + radius + 1, size)
        starts = np.maximum(places - radius, 0)
        shape = [1, 1]
        shape[axis] = size
        means = (sums.take(ends, axis) - sums.take(starts, axis)) / (ends - starts).reshape(shape)
        image = means.astype(np.float32)
    return image


def ink(image: Floats, radius: int) -> Floats:
    """How much darker each pixel is than its surroundings, from 0 to 1 of their brightness."""
    around = blurred(image, radius)
    return np.clip((around - image) / np.maximum(around, 0.05), 0, 1)


def faint_ink(image: Floats, radius: int) -> Floats:
    """The same, also for faint lines beside bold digits, which darken their surroundings."""
    paper = blurred(np.maximum(image, blurred(image, radius)), radius)
    return np.clip((paper - image) / np.maximum(paper, 0.05), 0, 1)


def reduced_image(image: Floats, factor: int) -> Floats:
    """The image with the means of squares of this many pixels. The rest at the border is cut."""
    if factor == 1:
        return image
    height, width = (side // factor * factor for side in image.shape)
    sums = np.zeros((height // factor, width // factor), dtype=np.float32)
    for row in range(factor):
        for column in range(factor):
            sums += image[row:height:factor, column:width:factor]
    sums /= factor**2
    return sums


def area_of(corners: Points) -> float:
    """The area inside four corners that are clockwise: half the product of the diagonals."""
    (x, y), (u, v) = corners[2] - corners[0], corners[3] - corners[1]
    return float(x * v - y * u) / 2


def connected_runs(
    mask: npt.NDArray[np.bool_],
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The runs of a mask, and the number of the connected part of each run.

    A run is a row, its first column and its last column. Parts also touch at corners.
    """
    width = mask.shape[1] + 2
    padded = np.pad(mask, ((0, 1), (1, 1))).ravel()
    edges = np.flatnonzero(padded[1:] != padded[:-1]) + 1
    starts, ends = edges[::2], edges[1::2]
    first = np.searchsorted(ends, starts + width, "left")
    last = np.searchsorted(starts, ends + width, "right")
    counts = np.maximum(last - first, 0)
    above = np.repeat(np.arange(len(starts)), counts)
    below = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    below += np.repeat(first, counts)
    labels = np.arange(len(starts))
    while len(above):
        one, other = labels[above], labels[below]
        apart = one != other
        above, below, one, other = above[apart], below[apart], one[apart], other[apart]
        np.minimum.at(labels, np.maximum(one, other), np.minimum(one, other))
        while np.any(labels != labels[labels]):
            labels = labels[labels]
    rows, columns = np.divmod(starts, width)
    return np.stack([rows, columns - 1, columns - 2 + ends - starts], axis=1), labels


def homography(corners: Points, size: float = 1) -> npt.NDArray[np.float64]:
    """The map from a square with this side to four corners, clockwise from the upper left one."""
    square = np.array([(0, 0), (size, 0), (size, size), (0, size)], dtype=float)
    rows = list[Sequence[float]]()
    for (u, v), (x, y) in zip(square, corners, strict=True):
        rows.append([u, v, 1, 0, 0, 0, -u * x, -v * x])
        rows.append([0, 0, 0, u, v, 1, -u * y, -v * y])
    solution = np.linalg.solve(np.array(rows), np.asarray(corners, dtype=float).ravel())
    return np.append(solution, 1.0).reshape(3, 3)


def corners_of(crossings: Points) -> Points:
    """The corners of each cell of a grid, clockwise from the upper left one.

    crossings: float[size + 1, size + 1, 2]. Returns float[size, size, 4, 2].
    """
    upper, lower = crossings[:-1], crossings[1:]
    return np.stack([upper[:, :-1], upper[:, 1:], lower[:, 1:], lower[:, :-1]], axis=2)


def mapped(matrix: npt.NDArray[np.float64], points: Points) -> Points:
    """The points to which a homography maps these points."""
    # An outline that is almost a triangle sends some points to infinity.
    x, y = points[..., 0], points[..., 1]
    right, down, scale = (row[0] * x + row[1] * y + row[2] for row in matrix)
    scale = np.where(np.abs(scale) < 1e-9, 1e-9, scale)
    return np.stack([right / scale, down / scale], axis=-1)


def sampled(image: Floats | npt.NDArray[np.uint8], points: Points) -> Floats:
    """The brightness at points, between pixels by their distance. Outside, the border goes on."""
    height, width = image.shape
    x = np.clip(points[..., 0], 0, width - 1.001)
    y = np.clip(points[..., 1], 0, height - 1.001)
    left, top = x.astype(np.intp), y.astype(np.intp)
    right, low = (x - left).astype(np.float32), (y - top).astype(np.float32)
    flat, place = image.ravel(), top * width + left
    upper = flat[place] * (1 - right) + flat[place + 1] * right
    lower = flat[place + width] * (1 - right) + flat[place + width + 1] * right
    return np.asarray(upper * (1 - low) + lower * low)
