"""Draws cells with printed digits, pencil marks, letters or nothing, as a camera sees them."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from cpsudoku.formats.photos.cells import INSET, PIXELS
from cpsudoku.formats.photos.network import LARGE, OTHER
from cpsudoku.formats.photos.raster import Floats

from .changing import paper_relief

CELL = 84  # pixels of a cell before it is reduced
EDGE = 20  # pixels around it
SIDE = CELL + 2 * EDGE
LETTERS = "HJKLMNPQRSTUVWXYZabcdefghkmnpqrstuvwxyz?!+-=*/&%#@$.,:;"  # those of no puzzle
SYMBOLS = ("10", "11", "12", "13", "14", "15", "16", *"ABCDEFG", "0")  # the symbols of 16x16 cells
OWN_BOLD = 36  # the bold digits of our pictures have an outline of this part of their size
# Families that have digits as newspapers, books and programs print them.
FAMILIES = (
    *("DejaVu", "Liberation", "FreeSans", "FreeSerif", "FreeMono", "Nimbus", "C059", "P052"),
    *("URWGothic", "URWBookman", "Roboto", "OpenSans", "Lato", "Carlito", "Caladea"),
    *("NotoSans-", "NotoSerif-", "NotoSansMono", "NotoSansDisplay-", "NotoSerifDisplay-"),
)
OWN = Path()  # stands for the font that Pillow brings, in which our own pictures are drawn


def fonts() -> list[Path]:
    """OWN, and the files of these families on this machine, in the order of their names."""
    listed = subprocess.run(
        ["fc-list", ":", "file"], check=True, capture_output=True, text=True
    ).stdout
    files = {Path(line.split(":")[0]) for line in listed.splitlines()}
    known = {each for each in files if each.suffix in (".ttf", ".otf", ".t1")}
    chosen = {each for each in known if any(each.name.startswith(name) for name in FAMILIES)}
    return [OWN, *sorted(chosen, key=lambda each: each.name)]


class Renderer:
    """Draws random cells. The same seed and fonts give the same cells."""

    def __init__(self, seed: int, files: Sequence[Path]) -> None:
        self.random, self.files = np.random.default_rng(seed), files
        self.loaded: dict[tuple[Path, int], ImageFont.FreeTypeFont] = {}

    def cells(self, count: int) -> tuple[Floats, np.ndarray]:
        """The ink of cells, and their labels."""
        drawn = list[Floats]()
        labels = np.empty(count, dtype=np.int64)
        for number in range(count):
            cell, labels[number] = self.cell()
            drawn.append(cell)
        return np.stack(drawn), labels

    def cell(self) -> tuple[Floats, int]:
        """The ink of one cell, and its label."""
        chance = self.random.random
        image = Image.new("L", (SIDE, SIDE), 255)
        draw = ImageDraw.Draw(image)
        self._draw_lines(draw)
        if chance() < 0.1:
            image = self._shining_through(image)
            draw = ImageDraw.Draw(image)
        kind = chance()
        if kind < 0.66:
            label = int(self.random.integers(1, 10))
            self._draw_text(image, str(label), self.random.uniform(0.36, 0.88))
        elif kind < 0.76:
            number = int(self.random.integers(len(SYMBOLS)))
            label = LARGE.start + number
            height = self.random.uniform(0.3, 0.85 if len(SYMBOLS[number]) == 1 else 0.66)
            self._draw_text(image, SYMBOLS[number], height)
        elif kind < 0.88:
            label = 0
            if chance() < 0.3:
                self._draw_specks(draw)
        else:
            label = OTHER
            self._draw_other(image, draw)
        return self._seen(image), label

    def _draw_lines(self, draw: ImageDraw.ImageDraw) -> None:
        """The lines around the cell, thin or thick, black or grey, or none."""
        for side in range(4):
            width = int(self.random.choice([0, 1, 2, 3, 4, 6, 9]))
            ink = int(self.random.integers(0, 160))
            place = (EDGE if side < 2 else EDGE + CELL) + int(self.random.integers(-2, 3))
            ends = [(-5, place), (SIDE + 5, place)]
            if side % 2:
                ends = [(y, x) for x, y in ends]
            if width:
                draw.line(ends, fill=ink, width=width)

    def _font(self, height: float, least: int = 8) -> ImageFont.FreeTypeFont:
        is_own = self.random.random() < 0.07
        file = OWN if is_own else self.files[int(self.random.integers(len(self.files)))]
        size = max(least, round(height / 0.71))
        if (file, size) not in self.loaded:
            font = ImageFont.load_default(size) if file == OWN else ImageFont.truetype(file, size)
            assert isinstance(font, ImageFont.FreeTypeFont)
            self.loaded[file, size] = font
        return self.loaded[file, size]

    def _draw_text(
        self,
        image: Image.Image,
        text: str,
        height: float,
        middle: tuple[float, float] = (0.5, 0.5),
        spread: float = 0.07,
    ) -> None:
        """A text around a place in the cell. ``height`` is that of a digit, in cells."""
        font = self._font(height * CELL)
        x, y = (EDGE + CELL * (part + self.random.normal(0, spread)) for part in middle)
        is_bold = hasattr(font.path, "read") and self.random.random() < 0.5
        left, top, right, low = font.getbbox(text)
        place = (x - (left + right) / 2, y - (top + low) / 2)
        layer = Image.new("L", image.size, 0)
        stroke = font.size / OWN_BOLD if is_bold else 0
        ImageDraw.Draw(layer).text(place, text, fill=255, font=font, stroke_width=stroke)
        if height > 0.3 and self.random.random() < 0.3:
            thicker = self.random.random() < 0.6
            layer = layer.filter(ImageFilter.MaxFilter(3) if thicker else ImageFilter.MinFilter(3))
        if self.random.random() < 0.25:
            layer = self._condensed(layer, x, y)
        darkness = int(self.random.integers(0, 110))
        image.paste(darkness, mask=layer)

    def _condensed(self, layer: Image.Image, x: float, y: float) -> Image.Image:
        """A text that is narrower or wider and slanted, around a point."""
        width, slant = self.random.uniform(0.8, 1.5), self.random.normal(0, 0.12)
        affine = (width, slant, x - width * x - slant * y, 0, 1, 0)
        return layer.transform(
            layer.size, Image.Transform.AFFINE, affine, Image.Resampling.BILINEAR
        )

    def _shining_through(self, image: Image.Image) -> Image.Image:
        """The cell with a faint digit, as of the other side of the paper."""
        ghost = Image.new("L", image.size, 255)
        middle = tuple(self.random.uniform(0.1, 0.9, 2))
        self._draw_text(ghost, str(self.random.integers(1, 10)), 0.6, (middle[0], middle[1]))
        ghost = ghost.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        share = float(self.random.uniform(0.03, 0.13))
        return ImageChops.multiply(
            image, Image.blend(Image.new("L", image.size, 255), ghost, share)
        )

    def _draw_other(self, image: Image.Image, draw: ImageDraw.ImageDraw) -> None:
        """Pencil marks, letters, a number of a crossword, a black cell, several digits."""
        kind = self.random.random()
        if kind < 0.4:
            height = self.random.uniform(0.13, 0.26)
            chosen = self.random.choice(9, int(self.random.integers(1, 8)), replace=False)
            for digit in chosen:
                middle = (0.2 + 0.3 * (digit % 3), 0.2 + 0.3 * (digit // 3))
                self._draw_text(image, str(digit + 1), height, middle, 0.02)
        elif kind < 0.65:
            letter = str(self.random.choice(list(LETTERS)))
            self._draw_text(image, letter, self.random.uniform(0.3, 0.85))
        elif kind < 0.75:
            number = str(self.random.integers(1, 40))
            self._draw_text(image, number, self.random.uniform(0.15, 0.28), (0.22, 0.2), 0.04)
        elif kind < 0.9:
            number = str(self.random.integers(17, 100))
            self._draw_text(image, number, self.random.uniform(0.3, 0.6))
        else:
            inset = int(self.random.integers(0, 25))
            box = (EDGE + inset, EDGE + inset, EDGE + CELL - inset, EDGE + CELL - inset)
            draw.rectangle(box, fill=int(self.random.integers(0, 150)))

    def _draw_specks(self, draw: ImageDraw.ImageDraw) -> None:
        for _ in range(int(self.random.integers(1, 4))):
            x, y = self.random.uniform(EDGE, EDGE + CELL, 2)
            width, height = self.random.uniform(1, 12, 2)
            ink = int(self.random.integers(60, 220))
            draw.ellipse((x, y, x + width, y + height), fill=ink)

    def _seen(self, image: Image.Image) -> Floats:
        """The ink of the cell as a camera sees it, and as it is cut out."""
        random = self.random
        inset = INSET * CELL
        corners = np.array(
            [
                (EDGE + inset, EDGE + inset),
                (EDGE + inset, SIDE - EDGE - inset),
                (SIDE - EDGE - inset, SIDE - EDGE - inset),
                (SIDE - EDGE - inset, EDGE + inset),
            ]
        )
        angle = np.radians(random.normal(0, 3))
        turn = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
        middle = SIDE / 2
        corners = (corners - middle) @ turn * random.normal(1, 0.03, 2) + middle
        loose = random.choice([0.02, 0.045])
        corners += random.normal(0, 0.02 * CELL, (4, 2)) + random.normal(0, loose * CELL, 2)
        is_clean = random.random() < 0.3  # a screenshot or a page of a PDF file
        if not is_clean:
            blur = random.uniform(0, 4.5) * random.uniform(0.5, 1, 2)
            image = image.filter(ImageFilter.GaussianBlur((float(blur[0]), float(blur[1]))))
        if random.random() < 0.3:
            image = self._in_few_pixels(image)
        small = image.transform(
            (PIXELS * 2, PIXELS * 2),
            Image.Transform.QUAD,
            tuple(corners.ravel()),
            Image.Resampling.BILINEAR,
        ).resize((PIXELS, PIXELS), Image.Resampling.BOX)
        seen = np.asarray(small, dtype=np.float32) / 255
        paper, black = random.uniform(0.35, 0.95), random.uniform(0.02, 0.25)
        if is_clean:
            paper, black = random.uniform(0.85, 1), random.uniform(0, 0.3)
            return _scaled(black + (paper - black) * seen, paper, black, random)
        seen = black + (paper - black) * seen
        slope = random.normal(0, 0.08, 2)
        places = np.linspace(-0.5, 0.5, PIXELS)
        seen = seen * (1 + slope[0] * places[:, None] + slope[1] * places)
        if random.random() < 0.4:
            seen = seen * (1 + paper_relief(random, 1)[0] * random.uniform(0, 0.08))
        if random.random() < 0.08:
            seen = seen * shadow(random)
        if random.random() < 0.06:
            seen = seen * moire(random)
        seen += random.normal(0, random.uniform(0, 0.03), seen.shape)
        return _scaled(seen.astype(np.float32), paper, black, random)

    def _in_few_pixels(self, image: Image.Image) -> Image.Image:
        """The cell as a small picture shows it, or as a JPEG file with few bytes keeps it."""
        side = int(self.random.integers(20, 48))
        small = image.resize((side, side), Image.Resampling.BOX)
        if self.random.random() < 0.5:
            file = io.BytesIO()
            small.save(file, "JPEG", quality=int(self.random.integers(20, 70)))
            small = Image.open(file)
        return small.resize(image.size, Image.Resampling.BILINEAR)


def shadow(random: np.random.Generator) -> Floats:
    """The light that a soft edge of a shadow leaves in a cell."""
    places = np.linspace(-0.5, 0.5, PIXELS)
    angle, middle, soft = random.uniform(0, 6.3), random.uniform(-0.4, 0.4), random.uniform(20, 80)
    far = np.cos(angle) * places[:, None] + np.sin(angle) * places - middle
    return np.asarray(1 - random.uniform(0.1, 0.5) / (1 + np.exp(-soft * far)), dtype=np.float32)


def moire(random: np.random.Generator) -> Floats:
    """The stripes in a photo of a screen, whose pixels and those of the camera hardly differ."""
    places = np.arange(PIXELS)
    angle, pixels = random.uniform(0, 6.3), random.uniform(2.5, 14)
    along = np.cos(angle) * places[:, None] + np.sin(angle) * places
    waves = np.sin(along * 2 * np.pi / pixels + random.uniform(0, 6.3))
    return np.asarray(1 - random.uniform(0.02, 0.2) * (1 + waves) / 2, dtype=np.float32)


def _scaled(seen: Floats, paper: float, black: float, random: np.random.Generator) -> Floats:
    """The ink as ``normalised`` gives it for a whole grid, whose other cells are not drawn."""
    level = np.quantile(seen, 0.75)
    contrast = max(0.08, (paper - black) / paper * random.uniform(0.6, 1.0))
    return np.clip((level - seen) / max(level, 0.05) / contrast, -0.5, 1.5).astype(np.float32)
