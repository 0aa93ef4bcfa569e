#!/usr/bin/env python3
"""Cuts out the cells of photos with known digits: scripts/label_cells.py OUTPUT FOLDER...

scripts/digits/labelling.py says how the digits are given. OUTPUT is what scripts/train_digits.py
takes as CELLS. The network of the package, or that of ``--weights``, only says which way is up.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from digits.labelling import cells_of_photo, known_photos

from cpsudoku.formats.photos import network


def main() -> None:
    """Cut, and write the cells of the photos whose grid is found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--weights", type=Path, help="other weights of the network")
    options = parser.parse_args()
    if options.weights is not None:
        network.WEIGHTS = options.weights
    cells, labels, puzzles = list[np.ndarray](), list[np.ndarray](), list[str]()
    for folder in options.folders:
        for each in known_photos(folder):
            found = cells_of_photo(each)
            if found is None:
                print(f"{each.photo}: no grid of 9x9 cells")
                continue
            cells.append(np.clip((found + 0.5) * 127, 0, 255).astype(np.uint8))
            labels.append(each.classes)
            puzzles.append(each.puzzle)
    np.savez_compressed(
        options.output, cells=np.stack(cells), labels=np.stack(labels), puzzles=np.array(puzzles)
    )


if __name__ == "__main__":
    main()
