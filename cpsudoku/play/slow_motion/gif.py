"""A film as an animated GIF, for documents that can't show SVG; drawn with Pillow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

from PIL import Image

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.drawing.svg_picture import LINE, LINES, MARGIN, Picture
from cpsudoku.play.slow_motion.film import Frame
from cpsudoku.play.slow_motion.search_faces import faces_of_frame
from cpsudoku.play.slow_motion.svg import GROUNDS, REST, captions
from cpsudoku.scene import board as scene
from cpsudoku.scene import rules
from cpsudoku.scene.faces import Face
from cpsudoku.scene.inks import INKS
from cpsudoku.scene.primitives import Disc, Path, Primitive, Text
from cpsudoku.scene.raster import painted

SHORTEST = 20  # milliseconds; programs show shorter frames more slowly, not faster


def animated_gif(frames: Sequence[Frame], puzzle: Puzzle, speed: float) -> bytes:
    """The GIF, which repeats endlessly."""
    drawing = _Drawing(puzzle)
    images = [drawing.image(frame) for frame in frames]
    each = max(SHORTEST, round(1000 / speed))
    times = [each] * (len(images) - 1) + [round(REST * 1000)]
    data = BytesIO()
    colours = _colours(images)
    first, *rest = (image.quantize(palette=colours, dither=Image.Dither.NONE) for image in images)
    first.save(data, "GIF", save_all=True, append_images=rest, duration=times, loop=0)
    return data.getvalue()


def _colours(images: Sequence[Image.Image]) -> Image.Image:
    """One palette for all pictures, from a few of them: the inks, and the shades at their edges."""
    some = images[:: max(1, len(images) // 6)]
    width, height = images[0].size
    sheet = Image.new("RGB", (width, height * len(some)))
    for number, image in enumerate(some):
        sheet.paste(image, (0, number * height))
    return sheet.quantize(64, method=Image.Quantize.MEDIANCUT)


class _Drawing:
    """Draws frames with the layout and inks of the other pictures of this puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.picture = Picture(puzzle.board, constraints=puzzle.constraints)
        self.layout = self.picture.layout
        self.beneath = tuple(rules.beneath(self.layout))
        widths = LINES[0] / self.layout.cell, LINES[1] / self.layout.cell
        lines = scene.lines(self.layout, "thin", widths)
        self.above = (*lines, *rules.above(self.layout))
        height = self.picture.foot + MARGIN + 2 * LINE
        self.size = round(self.picture.width), round(height)

    def image(self, frame: Frame) -> Image.Image:
        """One picture."""
        image = Image.new("RGB", self.size, INKS["paper"][0])
        painted(image, self._shapes(frame))
        return image

    def _shapes(self, frame: Frame) -> Iterator[Primitive]:
        """The cells, which change, between what the rules draw beneath and above them."""
        faces = faces_of_frame(frame, self.puzzle.givens.cells)
        grounds = {
            cell: GROUNDS[face.ground] for cell, face in enumerate(faces) if face.ground in GROUNDS
        }
        yield from scene.fills(self.layout, grounds)
        yield from self.beneath
        for cell, face in enumerate(faces):
            yield from self._cell(cell, face)
        yield from self.above
        for number, text in enumerate(captions(frame, self.puzzle.board)):
            base = self.picture.foot + 18 + number * LINE
            yield Text(MARGIN, base, text, 13, anchor="start")

    def _cell(self, cell: int, face: Face) -> Iterator[Primitive]:
        roles, radius = dict(face.roles), self.picture.radius
        middles = {digit: self.layout.place(cell, digit) for digit in roles}
        for digit, role in roles.items():
            if role != "eliminated":
                yield Disc(*middles[digit], radius, role)
        yield from scene.digit(self.layout, cell, face)
        yield from scene.drawn_candidates(self.layout, cell, face)
        for digit, role in roles.items():
            if role == "eliminated":
                x, y = middles[digit]
                ends = (x - radius, y + radius), (x + radius, y - radius)
                yield Path(ends, role, 2)
        if face.flag and not face.digit:
            (x, y), reach = self.layout.centre(cell), self.layout.cell / 2 - 8
            for slope in (1, -1):
                ends = (x - reach, y - slope * reach), (x + reach, y + slope * reach)
                yield Path(ends, "eliminated", 2)
