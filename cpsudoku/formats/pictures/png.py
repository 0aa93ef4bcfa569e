"""PNG pictures (``.png``), drawn with Pillow."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from cpsudoku.core.verdict import Result
from cpsudoku.formats.pictures.sheet import sheet
from cpsudoku.formats.pictures.writing import PictureFormat
from cpsudoku.runtime.language import ENGLISH
from cpsudoku.scene.inks import INKS
from cpsudoku.scene.primitives import Scene
from cpsudoku.scene.raster import font_name, painted

LETTERS = {
    "de": "ÄÖÜäöüß",
    "fr": "ÉÀàâçéèêëîïôùûœ",
    "ja": "数独のルール、「r1c1」",
    "vi": "Đđăâêôơưạảấầếệọốờữỵ",
}
SCALE = 2  # pixels per unit: sharp on a high-resolution screen and on paper


class Png(PictureFormat):
    """The format ``png``."""

    name = "png"
    title = "PNG pictures of puzzles or solutions (read as photos)"
    suffixes = (".png",)
    is_binary = True
    library = ("PIL", "a PNG")

    def speaks(self, language: str) -> bool:
        """Whether a font of this computer has the letters of a language; Pillow's has none."""
        return language == ENGLISH or font_name(LETTERS[language]) is not None

    def data_of(self, results: Iterable[Result]) -> bytes:
        """One picture of all results."""
        return png(sheet(results, self.options))


def png(scene: Scene) -> bytes:
    """A scene as PNG."""
    from PIL import Image

    size = round(scene.width * SCALE), round(scene.height * SCALE)
    image = Image.new("RGB", size, INKS["paper"][0])
    painted(image, scene.shapes, SCALE)
    data = BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


FORMAT = Png()
