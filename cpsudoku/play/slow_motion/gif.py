"""A film as an animated GIF, for documents that can't show SVG; drawn with Pillow."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import digits_of
from cpsudoku.core.grid import SYMBOLS
from cpsudoku.drawing.character_board import Face
from cpsudoku.drawing.svg_picture import INKS, LINE, MARGIN, Picture
from cpsudoku.play.slow_motion.film import Frame
from cpsudoku.play.slow_motion.search_faces import faces_of
from cpsudoku.play.slow_motion.svg import GROUNDS, REST, captions

SHORTEST = 20  # milliseconds; programs show shorter frames more slowly, not faster


def animated_gif(frames: Sequence[Frame], board: Board, givens: bytes, speed: float) -> bytes:
    """The GIF, which repeats endlessly."""
    drawing = _Drawing(board)
    images = [drawing.image(frame, faces_of(frame, givens)) for frame in frames]
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
    """Draws frames with the layout and inks of the other pictures of this board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.places = Picture(board)
        side = board.size * self.places.cell
        self.box = (MARGIN, self.places.top, MARGIN + side, self.places.top + side)
        self.size = (max(side + 2 * MARGIN, 340), self.box[3] + MARGIN + 2 * LINE)
        self.large = ImageFont.load_default(self.places.cell * 0.62)
        self.small = ImageFont.load_default(self.places.slot * 0.72)
        self.text = ImageFont.load_default(13)
        self.inks = {name: light for name, (light, _) in INKS.items()}

    def image(self, frame: Frame, faces: Sequence[Face]) -> Image.Image:
        """One picture."""
        image = Image.new("RGB", self.size, self.inks["paper"])
        draw = ImageDraw.Draw(image)
        for cell, face in enumerate(faces):
            self._cell(draw, cell, face)
        self._lines(draw)
        for number, text in enumerate(captions(frame, self.board)):
            at = (MARGIN, self.box[3] + 8 + number * LINE)
            draw.text(at, text, self.inks["given"], self.text)
        return image

    def _cell(self, draw: ImageDraw.ImageDraw, cell: int, face: Face) -> None:
        x, y = self.places.corner(cell)
        side = self.places.cell
        if face.ground in GROUNDS:
            draw.rectangle((x, y, x + side, y + side), self.inks[GROUNDS[face.ground]])
        if face.digit:
            colour, bold = self.inks[face.ink], face.ink == "given"
            text = SYMBOLS[face.digit]
            draw.text(
                self.places.centre(cell), text, colour, self.large, "mm", stroke_width=int(bold)
            )
        elif face.flag:
            width, colour = 2, self.inks["eliminated"]
            draw.line((x + 8, y + 8, x + side - 8, y + side - 8), colour, width)
            draw.line((x + 8, y + side - 8, x + side - 8, y + 8), colour, width)
        roles = dict(face.roles)
        for digit in digits_of(face.marks):
            self._candidate(draw, cell, digit, roles.get(digit))

    def _candidate(
        self, draw: ImageDraw.ImageDraw, cell: int, digit: int, role: str | None
    ) -> None:
        x, y = self.places.place((cell, digit))
        radius = self.places.radius
        around = (x - radius, y - radius, x + radius, y + radius)
        if role is not None and role != "eliminated":
            draw.ellipse(around, self.inks[role])
        colour = self.inks["mark" if role is None else "given"]
        draw.text((x, y), SYMBOLS[digit], colour, self.small, "mm")
        if role == "eliminated":
            draw.line((x - radius, y + radius, x + radius, y - radius), self.inks[role], 2)

    def _lines(self, draw: ImageDraw.ImageDraw) -> None:
        """Thin lines, and thick ones between boxes."""
        size, side, box_of = self.board.size, self.places.cell, self.board.box_of
        for cell in range(size * size):
            x, y = self.places.corner(cell)
            row, column = self.board.row_column(cell)
            if column:
                self._line(draw, (x, y, x, y + side), box_of[cell] == box_of[cell - 1])
            if row:
                self._line(draw, (x, y, x + side, y), box_of[cell] == box_of[cell - size])
        draw.rectangle(self.box, outline=self.inks["thick"], width=3)

    def _line(
        self, draw: ImageDraw.ImageDraw, ends: tuple[float, float, float, float], thin: bool
    ) -> None:
        draw.line(ends, self.inks["thin" if thin else "thick"], 1 if thin else 3)
