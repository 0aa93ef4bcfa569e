"""Cuts the cells of photos out, with their labels, for scripts/label_cells.py."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cpsudoku.formats.document import Document
from cpsudoku.formats.photos.cells import ink_of_cells
from cpsudoku.formats.photos.finding import grids
from cpsudoku.formats.photos.loading import pages
from cpsudoku.formats.photos.network import OTHER, digit_classes
from cpsudoku.formats.photos.raster import Floats

from .training import Labels

IMAGES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".pdf")
WRITTEN = 9  # is added to a printed digit
CANDIDATES = 10  # the label of pencil marks in the files of sudoku-scanner
QUARTERS = 4  # of the puzzles, of which one is left out for measuring
PRINTED = Path(__file__).with_name("printed.txt")


@dataclass(frozen=True)
class KnownPhoto:
    """A photo with the digits of its cells, int[81]: printed or not, CANDIDATES or 0.

    ``puzzle`` names the puzzle that it shows. ``printed`` (bool[81]) says which digits are printed.
    """

    photo: Path
    digits: Labels
    puzzle: str
    printed: np.ndarray

    @property
    def quarter(self) -> int:
        """Which quarter of the puzzles this is one of, by chance."""
        return quarter_of(self.puzzle)

    @property
    def givens(self) -> bytes:
        """The printed digits."""
        return bytes(np.where(self.printed, self.digits, 0).astype(np.uint8))

    @property
    def classes(self) -> Labels:
        """The classes of their cells as network.py has them."""
        written = np.where(self.printed, self.digits, self.digits + WRITTEN)
        marked = np.where(self.digits == CANDIDATES, OTHER, written)
        return np.where(self.digits == 0, 0, marked)


def quarter_of(puzzle: str) -> int:
    """Which quarter of the puzzles this is one of, by chance."""
    return zlib.crc32(puzzle.encode()) % QUARTERS


def known_photos(folder: Path) -> Iterator[KnownPhoto]:
    """The photos of a folder that have labels, in the order of their names.

    NAME.jpg has its digits beside it in NAME.dat: nine rows after two lines of text. A folder of
    sudoku-scanner has ``images/NAME.jpg`` and ``labels/NAME.txt``; PRINTED says what is printed.
    """
    if (folder / "images").exists():
        yield from _of_scanner(folder)
        return
    for photo in sorted(each for each in folder.iterdir() if each.suffix in IMAGES):
        label = photo.with_suffix(".dat")
        if label.exists():
            rows = label.read_text().splitlines()[2:11]
            digits = np.array([int(number) for row in rows for number in re.findall(r"\d+", row)])
            yield KnownPhoto(photo, digits, "".join(map(str, digits)), np.ones(81, dtype=bool))


def _of_scanner(folder: Path) -> Iterator[KnownPhoto]:
    lines = [line.split() for line in PRINTED.read_text().splitlines() if line[0] != "#"]
    known = {name: np.array(list("".join(rows))) != "." for name, *rows in lines}
    for photo in sorted((folder / "images").iterdir()):
        digits = np.loadtxt(folder / "labels" / f"{photo.stem}.txt", dtype=np.int64).ravel()
        puzzle = photo.stem[:5]  # the day of the calendar
        if puzzle in known:
            yield KnownPhoto(photo, digits, f"a{puzzle}", known[puzzle])


def cells_of_photo(each: KnownPhoto) -> Floats | None:
    """The ink of the cells of a photo, turned as its labels are, if its grid is found."""
    best: tuple[float, Floats] | None = None
    printed = np.where((each.digits > 0) & (each.digits < CANDIDATES), each.digits, each.classes)
    for page in pages(Document.open(each.photo)):
        for mesh in grids(page.grey):
            if mesh.size == 9:
                cells = ink_of_cells(page.grey, mesh)
                board = cells.reshape(9, 9, *cells.shape[1:])
                for turns in range(4):
                    turned = np.rot90(np.rot90(board, turns, (0, 1)), turns, (2, 3))
                    upright = turned.reshape(cells.shape)
                    likely = float(digit_classes(upright)[np.arange(81), printed].sum())
                    if best is None or likely > best[0]:
                        best = likely, upright
    return None if best is None else best[1]
