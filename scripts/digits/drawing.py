"""Draws what variants of Sudoku have in and between their cells, as ink over a flat grid."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from cpsudoku.formats.photos.flat import CELL
from cpsudoku.formats.photos.raster import Floats

SCALE = 2  # pixels that are drawn for each one of a flat grid
SIDE = CELL * SCALE
Cell = tuple[int, int]
Point = tuple[float, float]


class Drawer:
    """Draws random things over a grid of ``size`` rows, which has a frame of one cell around it."""

    def __init__(self, random: np.random.Generator, size: int, faintest: float) -> None:
        self.random, self.size = random, size
        side = (size + 2) * SIDE
        self.inks, self.holes = (Image.new("L", (side, side), 0) for _ in range(2))
        self.ink, self.hole = ImageDraw.Draw(self.inks), ImageDraw.Draw(self.holes)
        self.strength = int(255 * random.uniform(faintest, 1))

    def layers(self) -> tuple[Floats, Floats]:
        """The ink of some drawings and where they cover what is below: float32[side, side]."""
        kinds: Sequence[Callable[[], None]] = (
            *(self.cages, self.cages, self.cages, self.paths, self.paths, self.marks),
            *(self.dots, self.dots, self.signs, self.signs, self.corners, self.diagonals),
        )
        for _ in range(int(self.random.integers(1, 3))):
            kinds[int(self.random.integers(len(kinds)))]()
        blur = ImageFilter.GaussianBlur(SCALE * float(self.random.choice([0, 0.7, 1.2, 2, 3])))
        parts = [each.filter(blur).reduce(SCALE) for each in (self.inks, self.holes)]
        ink, hole = (np.asarray(each, dtype=np.float32) / 255 for each in parts)
        return ink, hole

    def some(self, most: int) -> range:
        """As many numbers as there shall be things of a kind."""
        return range(int(self.random.integers(1, most + 1)))

    def cell(self) -> Cell:
        """A random cell."""
        row, column = self.random.integers(0, self.size, 2)
        return int(row), int(column)

    def middle(self, cell: Cell) -> Point:
        """The point in the middle of a cell."""
        return (cell[1] + 1.5) * SIDE, (cell[0] + 1.5) * SIDE

    def walk(self, length: int, is_diagonal: bool) -> list[Cell]:
        """Cells from one to a neighbour and so on, each once."""
        cells = [self.cell()]
        while len(cells) < length:
            down, right = self.random.integers(-1, 2, 2)
            if not is_diagonal and down and right:
                continue
            row, column = cells[-1][0] + int(down), cells[-1][1] + int(right)
            if (row, column) in cells and self.random.random() < 0.7:
                continue
            if not (0 <= row < self.size and 0 <= column < self.size) or (row, column) in cells:
                break
            cells.append((row, column))
        return cells

    def line(self, start: Point, end: Point, width: int, dash: float = 0) -> None:
        """A line, or a dashed one."""
        if not dash:
            self.ink.line((start, end), fill=self.strength, width=width)
            return
        one, other = np.array(start), np.array(end)
        length = float(np.linalg.norm(other - one))
        for place in np.arange(0, length, dash * self.gap):
            part = one + (other - one) * place / max(length, 1)
            to = one + (other - one) * min(1, (place + dash) / max(length, 1))
            self.ink.line((*part, *to), fill=self.strength, width=width)

    def cages(self) -> None:
        """Outlines inside groups of cells, often with a sum."""
        random = self.random
        inset, width = random.uniform(0.05, 0.2) * SIDE, int(random.integers(1, 5))
        dash = 0 if random.random() < 0.5 else random.uniform(0.06, 0.16) * SIDE
        self.gap = random.uniform(1.4, 2.1)
        font = ImageFont.load_default(random.uniform(0.18, 0.3) * SIDE)
        has_sums = random.random() < 0.7
        for _ in self.some(int(random.choice([2, 6, 30]))):
            cells = set(self.walk(int(random.integers(1, 6)), False))
            self.outline(cells, inset, width, dash)
            if has_sums:
                row, column = min(cells)
                place = (column + 1.06) * SIDE, (row + 1.05) * SIDE
                text = str(random.integers(1, 40))
                box = self.ink.textbbox(place, text, font=font)
                self.ink.rectangle(box, 0)
                self.hole.rectangle(box, 255)
                self.ink.text(place, text, 255, font)

    def outline(self, cells: set[Cell], inset: float, width: int, dash: float) -> None:
        """The outline of one cage."""
        for row, column in cells:
            x, y = (column + 1) * SIDE, (row + 1) * SIDE
            for turned in (False, True):
                for side in (-1, 1):
                    beside = (row, column + side) if turned else (row + side, column)
                    if beside in cells:
                        continue
                    ends = list[float]()
                    for way in (-1, 1):
                        along = (row + way, column) if turned else (row, column + way)
                        corner = (along[0] + side * (not turned), along[1] + side * turned)
                        out = -1 if along not in cells else 1 if corner in cells else 0
                        ends.append((0 if way < 0 else SIDE) + way * out * inset)
                    across = inset if side < 0 else SIDE - inset
                    points = [(x + end, y + across) for end in ends]
                    if turned:
                        points = [(x + across, y + end) for end in ends]
                    self.line(points[0], points[1], width, dash)

    def paths(self) -> None:
        """Lines through cells, with bulbs, circles, arrows or nothing at their ends."""
        random = self.random
        width = int(random.choice([2, 3, 6, 10, 16, 28]))
        end = int(random.integers(0, 4))
        radius = SIDE * random.uniform(0.28, 0.44)
        for _ in self.some(5):
            cells = self.walk(int(random.integers(2, 8)), True)
            points = [self.middle(each) for each in cells]
            if len(points) < 2:
                continue
            self.ink.line(points, self.strength, width, "curve")
            for point in (points[0], points[-1]) if width > 5 else ():
                self.disc(point, width / 2, self.strength)
            if end == 1:
                self.disc(points[0], radius, self.strength)
            if end >= 2:
                self.disc(points[0], radius, 0, covers=True)
                self.ring(points[0], radius, max(2, width // 3))
            if end == 3:
                self.arrow_head(points[-2], points[-1], width)

    def arrow_head(self, before: Point, tip: Point, width: int) -> None:
        """Two short lines back from the tip."""
        way = np.array(before) - np.array(tip)
        way = way / max(float(np.linalg.norm(way)), 1) * 0.18 * SIDE
        beside = np.array([-way[1], way[0]])
        for each in (way + beside, way - beside):
            self.ink.line((*tip, *(np.array(tip) + each)), fill=self.strength, width=width)

    def disc(self, point: Point, radius: float, ink: int, covers: bool = False) -> None:
        """A full circle, or one that covers what is below."""
        box = (point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius)
        self.ink.ellipse(box, ink)
        if covers:
            self.hole.ellipse(box, 255)

    def ring(self, point: Point, radius: float, width: int) -> None:
        """An open circle."""
        box = (point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius)
        self.ink.ellipse(box, outline=self.strength, width=width)

    def marks(self) -> None:
        """Circles, squares and diamonds in cells."""
        random = self.random
        kind, radius = int(random.integers(0, 5)), SIDE * random.uniform(0.26, 0.46)
        width = int(random.integers(1, 6))
        for _ in self.some(14):
            x, y = self.middle(self.cell())
            box = (x - radius, y - radius, x + radius, y + radius)
            if kind == 0:
                self.ink.ellipse(box, self.strength)
            elif kind == 1:
                self.ring((x, y), radius, width)
            elif kind == 2:
                self.ink.rectangle(box, self.strength)
            elif kind == 3:
                self.ink.rectangle(box, outline=self.strength, width=width)
            else:
                corners = ((x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius))
                self.ink.polygon(corners, outline=self.strength, width=width)

    def side(self) -> Point:
        """The middle of a random side between two cells."""
        x, y = self.middle(self.cell())
        return (x + SIDE / 2, y) if self.random.random() < 0.5 else (x, y + SIDE / 2)

    def dots(self) -> None:
        """Full and open dots between cells."""
        radius, width = SIDE * self.random.uniform(0.07, 0.2), int(self.random.integers(1, 4))
        self.strength = max(self.strength, 120)
        for _ in self.some(14):
            point = self.side()
            is_full = self.random.random() < 0.5
            self.disc(point, radius, self.strength if is_full else 0, covers=True)
            self.ring(point, radius, width)

    def signs(self) -> None:
        """Letters, numbers and signs between cells."""
        random = self.random
        texts = ("XV", "<>", "^v", "0123456789", "V", "+-=")[int(random.integers(6))]
        font = ImageFont.load_default(random.uniform(0.22, 0.42) * SIDE)
        is_bare = random.random() < 0.4
        self.strength = max(self.strength, 120)
        for _ in self.some(14):
            text, point = str(random.choice(list(texts))), self.side()
            box = self.ink.textbbox(point, text, font, anchor="mm")
            if not is_bare:
                self.hole.rectangle(box, 255)
            self.ink.text(point, text, self.strength, font, anchor="mm")

    def corners(self) -> None:
        """Circles with digits where four cells meet."""
        radius = SIDE * self.random.uniform(0.14, 0.26)
        font = ImageFont.load_default(radius * 0.8)
        self.strength = max(self.strength, 120)
        for _ in self.some(8):
            row, column = self.random.integers(2, self.size + 1, 2)
            point = float(column * SIDE), float(row * SIDE)
            self.disc(point, radius, 0, covers=True)
            self.ring(point, radius, int(self.random.integers(1, 4)))
            text = str(self.random.integers(1, 99))
            self.ink.text(point, text, self.strength, font, anchor="mm")

    def diagonals(self) -> None:
        """Lines from corner to corner, or along a row or column."""
        width, far = int(self.random.choice([1, 2, 3, 6])), (self.size + 1) * SIDE
        dash = 0 if self.random.random() < 0.7 else self.random.uniform(0.08, 0.2) * SIDE
        self.gap = 1.8
        chosen = self.random.random(3) < (0.7, 0.7, 0.2)
        if chosen[0]:
            self.line((SIDE, SIDE), (far, far), width, dash)
        if chosen[1]:
            self.line((SIDE, far), (far, SIDE), width, dash)
        if chosen[2]:
            x, y = self.middle(self.cell())
            self.line((SIDE, y), (far, y), width, dash)
            self.line((x, SIDE), (x, far), width, dash)
