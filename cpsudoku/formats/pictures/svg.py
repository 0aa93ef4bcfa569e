"""SVG pictures (``.svg``)."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.core.printable import markup
from cpsudoku.core.verdict import Result
from cpsudoku.formats.pictures.scene import Box, Scene, Shape
from cpsudoku.formats.pictures.sheet import sheet
from cpsudoku.formats.pictures.writing import PictureFormat

_FONT = 'font-family="Helvetica, Arial, sans-serif"'


class Svg(PictureFormat):
    """The format ``svg``."""

    name = "svg"
    title = "SVG pictures of puzzles or solutions, written only"
    suffixes = (".svg",)

    def data_of(self, results: Iterable[Result]) -> bytes:
        """One picture of all results."""
        return svg(sheet(results, self.options)).encode()


def svg(scene: Scene) -> str:
    """A scene as SVG."""
    size = f'width="{scene.width:g}" height="{scene.height:g}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'viewBox="0 0 {scene.width:g} {scene.height:g}" role="img" {_FONT}>'
    )
    title = [f"<title>{markup(scene.title)}</title>"] if scene.title else []
    return "\n".join([head, *title, *map(_element, scene.shapes), "</svg>", ""])


def _element(shape: Shape) -> str:
    place = f'x="{shape.x:.5g}" y="{shape.y:.5g}"'
    if isinstance(shape, Box):
        size = f'width="{shape.width:.5g}" height="{shape.height:.5g}"'
        return f'<rect {place} {size} fill="{shape.colour}"/>'
    weight = ' font-weight="bold"' if shape.bold else ""
    look = f'font-size="{shape.size:.4g}"{weight} text-anchor="{shape.anchor}"'
    return f'<text {place} {look} fill="{shape.colour}">{markup(shape.text)}</text>'


FORMAT = Svg()
