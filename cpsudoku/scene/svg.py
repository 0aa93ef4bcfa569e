"""Primitives in SVG.

Colours are attributes, so every program shows them. In a ``themed`` picture they are also classes,
so a page can change them.
"""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.runtime.printable import markup
from cpsudoku.scene.inks import INKS
from cpsudoku.scene.primitives import Box, Disc, Path, Primitive, Scene

_FONT = 'font-family="Helvetica, Arial, sans-serif"'


def svg(scene: Scene) -> str:
    """A scene as a document."""
    size = f'width="{scene.width:g}" height="{scene.height:g}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'viewBox="0 0 {scene.width:g} {scene.height:g}" role="img" {_FONT}>'
    )
    title = [f"<title>{markup(scene.title)}</title>"] if scene.title else []
    return "\n".join([head, *title, *elements(scene.shapes), "</svg>", ""])


def elements(shapes: Iterable[Primitive], themed: bool = False) -> list[str]:
    """The elements of primitives."""
    return [_element(shape, themed) for shape in shapes]


def ink(fill: str = "", stroke: str = "", width: float = 1.0, themed: bool = True) -> str:
    """The attributes of a shape that is filled with an ink, outlined with an ink, or both."""
    classes = [f"f-{fill}"] * bool(fill) + [f"s-{stroke}"] * bool(stroke)
    parts = [f'class="{" ".join(classes)}"'] * themed
    parts.append(f'fill="{INKS[fill][0] if fill else "none"}"')
    if stroke:
        parts.append(f'stroke="{INKS[stroke][0]}" stroke-width="{width:.4g}"')
    return " ".join(parts)


def _element(shape: Primitive, themed: bool) -> str:
    if isinstance(shape, Path):
        return _path(shape, themed)
    if isinstance(shape, Disc):
        look = ink(shape.fill, shape.stroke, shape.width, themed)
        return f'<circle cx="{shape.x:.5g}" cy="{shape.y:.5g}" r="{shape.radius:.4g}" {look}/>'
    place = f'x="{shape.x:.5g}" y="{shape.y:.5g}"'
    look = ink(shape.ink, themed=themed)
    if isinstance(shape, Box):
        size = f'width="{shape.width:.5g}" height="{shape.height:.5g}"'
        return f"<rect {place} {size} {look}/>"
    weight = ' font-weight="bold"' if shape.bold else ""
    letters = f'font-size="{shape.size:.4g}"{weight} text-anchor="{shape.anchor}"'
    return f"<text {place} {letters} {look}>{markup(shape.text)}</text>"


def _path(path: Path, themed: bool) -> str:
    kind = "polygon" if path.closed else "polyline"
    points = " ".join(f"{x:.5g},{y:.5g}" for x, y in path.points)
    ends = ' stroke-linecap="round"' if path.dashes is None else ""
    dashes = ""
    if path.dashes is not None:
        dashes = f' stroke-dasharray="{path.dashes[0]:.4g} {path.dashes[1]:.4g}"'
    look = ink(path.fill, path.stroke, path.width, themed)
    return f'<{kind} points="{points}" {look}{ends} stroke-linejoin="round"{dashes}/>'
