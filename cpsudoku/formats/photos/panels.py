"""Finds a dark panel on a light page, as a spreadsheet or a web page with dark cells prints it."""

from __future__ import annotations

import numpy as np

from cpsudoku.formats.photos.raster import Floats, connected_runs

PAGE = 0.9  # of the brightness of the page: what is lighter belongs to it
LIGHT = 0.7  # the least brightness of a page
FRAME = 3  # pixels of the page around a panel that are left as its border


def on_panels(image: Floats) -> Floats:
    """The image with a page that is as dark as the panels on it, but for a border around them.

    The border of a panel is often as light as the page, and can only be found on a dark ground. An
    image without a light page, or without anything on it, is returned as it is.
    """
    edge = np.concatenate([image[[0, -1]].ravel(), image[:, [0, -1]].ravel()])
    light = float(np.median(edge))
    page = _around(image > PAGE * light) if light >= LIGHT else np.zeros(image.shape, dtype=bool)
    inside = image[~page]
    if not page.any() or not len(inside):
        return image
    panel = float(np.median(inside))
    if panel > light / 2:
        return image
    for _ in range(FRAME):
        page[1:-1, 1:-1] &= page[:-2, 1:-1] & page[2:, 1:-1] & page[1:-1, :-2] & page[1:-1, 2:]
    return np.where(page, np.float32(panel), image)


def _around(light: np.ndarray) -> np.ndarray:
    """The light pixels that are connected with the edge of the image: bool[height, width]."""
    runs, labels = connected_runs(light)
    height, width = light.shape
    rows, starts, ends = runs.T
    is_outer = (rows == 0) | (rows == height - 1) | (starts == 0) | (ends == width - 1)
    is_page = np.isin(labels, labels[is_outer])
    steps = np.zeros((height, width + 1), dtype=np.int32)
    np.add.at(steps, (rows[is_page], starts[is_page]), 1)
    np.add.at(steps, (rows[is_page], ends[is_page] + 1), -1)
    return np.cumsum(steps, axis=1)[:, :-1] > 0
