"""SVG pictures (``.svg``)."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.core.verdict import Result
from cpsudoku.formats.pictures.sheet import sheet
from cpsudoku.formats.pictures.writing import PictureFormat
from cpsudoku.scene.svg import svg


class Svg(PictureFormat):
    """The format ``svg``."""

    name = "svg"
    title = "SVG pictures of puzzles or solutions (written only)"
    suffixes = (".svg",)

    def data_of(self, results: Iterable[Result]) -> bytes:
        """One picture of all results."""
        return svg(sheet(results, self.options)).encode()


FORMAT = Svg()
