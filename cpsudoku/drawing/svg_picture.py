"""A board drawn in SVG: cells, digits, candidates, shapes around them, arrows between them.

Colours are attributes, so every program shows them. They are also classes, so a page can change
them (``dark_css``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import atan2, cos, hypot, pi, sin

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.runtime.printable import markup
from cpsudoku.runtime.wide_lines import columns
from cpsudoku.scene import board as scene
from cpsudoku.scene import layers, rules
from cpsudoku.scene.faces import Face
from cpsudoku.scene.inks import INKS
from cpsudoku.scene.layout import Layout
from cpsudoku.scene.primitives import Point
from cpsudoku.scene.svg import elements, ink
from cpsudoku.scene.tags import notes_of, said_once, shapes_of_rules

MARGIN, TITLE, LINE = 20, 30, 20  # for row numbers, a title, a line of the legend
_WORDS = 13  # the size of words below a board
_LETTER = 7.2  # the approximate width of a letter of the legend
_LAYERS = ("ground", "rules", "lines", "shapes", "above", "text", "links", "front")
LINES = 1.0, 2.2  # the widths of thin and thick lines
_FONT = "font-family=\"'DejaVu Sans', Verdana, Arial, sans-serif\""


def dark_css() -> str:
    """The CSS rules that make the pictures on a page dark."""
    return "".join(
        f".f-{name}{{fill:{dark}}}.s-{name}{{stroke:{dark}}}" for name, (_, dark) in INKS.items()
    )


def shape_svg(shape: str, name: str, centre: Point, radius: float) -> str:
    """A shape around a point, in the ink with this name."""
    x, y = centre
    if shape in ("circle", "ring", "ringed", "seal"):
        attributes = {
            "circle": ink(name),
            "ring": ink("", name, 1.8),
            "ringed": ink(name, "thick", 1.2),
            "seal": ink("paper", name, 3),
        }[shape]
        size = radius - {"ring": 0.6, "seal": 0.5}.get(shape, 0)
        inner = ""
        if shape == "ringed":
            inner = f'<circle cx="{x:g}" cy="{y:g}" r="{size - 2.2:g}" {ink("", "thick", 0.8)}/>'
        return f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}" {attributes}/>{inner}'
    if shape == "frame":
        side = 1.7 * radius
        corner = f'x="{x - side / 2:g}" y="{y - side / 2:g}" width="{side:g}" height="{side:g}"'
        return f'<rect {corner} rx="3" {ink("", name, 2)}/>'
    if shape == "strike":
        reach = radius * 0.95
        ends = f'x1="{x - reach:g}" y1="{y + reach:g}" x2="{x + reach:g}" y2="{y - reach:g}"'
        return f"<line {ends} {ink('', name, 1.5)}/>"
    corners, turn, stretch = _POLYGONS[shape]
    angles = (turn + 2 * pi * corner / corners for corner in range(corners))
    points = " ".join(
        f"{x + stretch * radius * cos(a):.1f},{y + stretch * radius * sin(a):.1f}" for a in angles
    )
    return f'<polygon points="{points}" {ink(name)}/>'


# Shapes with corners: the number of corners, the angle of the first, and their distance.
_POLYGONS = {
    "square": (4, pi / 4, 1.25),
    "diamond": (4, 0.0, 1.22),
    "hexagon": (6, 0.0, 1.1),
    "triangle": (3, -pi / 2, 1.4),
}


class Picture:
    """A board being drawn. ``title`` is above it. ``svg`` returns the picture drawn so far."""

    def __init__(
        self,
        board: Board,
        title: str = "",
        described: str = "",
        constraints: Sequence[Constraint] = (),
        worded: bool = False,
        filling: Grid | None = None,
    ) -> None:
        self.board = board
        self.title = title
        self.described = described
        self.constraints = constraints
        shapes = shapes_of_rules(constraints)
        words = said_once(constraints) if worded else notes_of(constraints)
        slot = 18 if board.size > 6 else 27
        self.top = MARGIN + (TITLE if title else 0)
        plain = Layout(board, shapes, words, left=MARGIN, top=self.top, filling=filling)
        self.cell = slot * plain.slots[0] / plain.room[2]
        self.layout = replace(plain, cell=self.cell, letters=_WORDS / self.cell)
        self.radius = self.layout.slot * 0.42
        self.layers: dict[str, list[str]] = {layer: [] for layer in _LAYERS}
        self.layers["rules"] = elements(rules.beneath(self.layout), themed=True)
        self.layers["above"] = elements(rules.above(self.layout), themed=True)
        self.layers["ground"] = elements(layers.beneath(self.layout), themed=True)
        self.layers["above"] += elements(layers.above(self.layout), themed=True)
        self.legend: list[tuple[str, str, str, str]] = []

    # Positions

    @property
    def width(self) -> float:
        """The width of the whole picture."""
        return max(self.layout.columns * self.cell + 2 * MARGIN, 340)

    @property
    def foot(self) -> float:
        """The bottom of the board and of the words below it."""
        return self.top + self.layout.rows * self.cell

    def place(self, at: Candidate) -> Point:
        """The middle of a candidate."""
        return self.layout.place(*at)

    # Drawing

    def fill(self, cells: Iterable[int], name: str) -> None:
        """Fill cells with an ink, behind their content."""
        inks = dict.fromkeys(cells, name)
        self.layers["ground"] += elements(scene.fills(self.layout, inks), themed=True)

    def grid(self, grid: Grid, givens: Grid) -> None:
        """Draw large digits: givens are bold, and entries have the ink of entries."""
        for cell, digit in enumerate(grid.cells):
            if digit:
                self.digit(cell, digit, "given" if givens[cell] else "entry")

    def accuse(self, constraints: Sequence[Constraint]) -> None:
        """Draw the shapes of these rules again, in red."""
        if constraints:
            layout = self.layout.showing(shapes_of_rules(constraints, self.constraints))
            self.layers["rules"] += elements(rules.reddened(rules.beneath(layout)), themed=True)
            for part in (rules.outlines, rules.above):
                self.layers["above"] += elements(rules.reddened(part(layout)), themed=True)

    def faces(self, faces: Sequence[Face]) -> None:
        """Draw the content of each cell."""
        for cell, face in enumerate(faces):
            self.layers["shapes"] += elements(scene.grounds(self.layout, cell, face), themed=True)
            for part in (scene.digit, scene.drawn_candidates, scene.signs):
                self.layers["text"] += elements(part(self.layout, cell, face), themed=True)

    def digit(self, cell: int, digit: int, name: str) -> None:
        """Draw a large digit in an ink."""
        drawn = scene.digit(self.layout, cell, Face(digit, name))
        self.layers["text"] += elements(drawn, themed=True)

    def candidates(
        self, marks: Sequence[Candidate], name: str = "mark", bold: bool = False
    ) -> None:
        """Draw small candidates, as one text with a separate position for each letter."""
        if not marks:
            return
        size = self.layout.slot * scene.CANDIDATE
        places = [self.place(at) for at in marks]
        xs = " ".join(f"{x:g}" for x, _ in places)
        ys = " ".join(f"{y + size * 0.36:.1f}" for _, y in places)
        digits = "".join(self.board.symbols[digit] for _, digit in marks)
        weight = ' font-weight="bold"' if bold else ""
        self.layers["text"].append(
            f'<text x="{xs}" y="{ys}" font-size="{size:.0f}"{weight} {ink(name)}>{digits}</text>'
        )

    def shape(
        self, at: Candidate, shape: str, name: str, label: str = "", large: bool = False
    ) -> None:
        """Draw a shape around a candidate, or a large one around the digit of a filled cell.

        A small label is drawn beside it. A strike is drawn over the candidate.
        """
        layer = "front" if shape == "strike" else "shapes"
        middle = self.layout.centre(at[0]) if large else self.place(at)
        radius = 0.36 * self.cell if large else self.radius
        self.layers[layer].append(shape_svg(shape, name, middle, radius))
        if label:
            self.layers["front"].append(_label_svg(label, middle, radius))

    def group(self, members: Sequence[Candidate]) -> None:
        """Draw a band around the candidates at one end of a link."""
        points = " ".join(f"{x:g},{y:g}" for x, y in map(self.place, sorted(members)))
        self.layers["shapes"].insert(
            0,
            f'<polyline points="{points}" {ink("", "link", 2.4 * self.radius)} '
            'stroke-linecap="round" stroke-linejoin="round" opacity="0.22"/>',
        )

    def arrow(self, start: Candidate, end: Candidate, dashed: bool) -> None:
        """Draw an arrow between two candidates, slightly bent to avoid others."""
        self.layers["links"].append(_arrow(self.place(start), self.place(end), self.radius, dashed))

    def explain(self, shape: str, name: str, words: str, label: str = "") -> None:
        """Add a line to the legend. The shapes ``line`` and ``dashes`` are links."""
        self.legend.append((shape, name, words, label))

    # The whole picture

    @property
    def lines(self) -> list[str]:
        """The lines of the board."""
        widths = LINES[0] / self.cell, LINES[1] / self.cell
        return elements(scene.lines(self.layout, "thin", widths), themed=True)

    @property
    def svg(self) -> str:
        """The picture as a complete SVG document."""
        width = self.width
        lines = self._legend_lines(width)
        height = self.foot + MARGIN + (LINE * len(lines) if lines else 0)
        self.layers["lines"] = self.lines
        body = "\n".join("".join(self.layers[layer]) for layer in _LAYERS if self.layers[layer])
        described = f"<desc>{markup(self.described)}</desc>" if self.described else ""
        title = f"<title>{markup(self.title)}</title>" if self.title else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img" {_FONT} text-anchor="middle">'
            f"{title}{described}"
            f'<rect width="{width:g}" height="{height:g}" {ink("paper")}/>\n'
            f"{self._title()}{self._names()}{body}\n{''.join(lines)}</svg>\n"
        )

    def _title(self) -> str:
        if not self.title:
            return ""
        size = 'font-size="16" font-weight="bold" text-anchor="start"'
        return f'<text x="{MARGIN}" y="24" {size} {ink("given")}>{markup(self.title)}</text>\n'

    def _names(self) -> str:
        """The numbers of the rows and columns."""
        board, numbers = self.board, []
        left, top = self.layout.origin
        for column in range(board.width):
            x = left + (column + 0.5) * self.cell
            numbers.append(f'<text x="{x:g}" y="{self.top - 6:g}">{column + 1}</text>')
        for row in range(board.height):
            y = top + (row + 0.5) * self.cell + 4
            numbers.append(f'<text x="{MARGIN / 2:g}" y="{y:g}">{row + 1}</text>')
        return f'<g font-size="10" {ink("name")}>{"".join(numbers)}</g>\n'

    def _legend_lines(self, width: float) -> list[str]:
        """The legend. Each of its lines has as many entries as fit."""
        y = self.foot + LINE
        x, lines, line = float(MARGIN), list[str](), ""
        for shape, name, words, label in self.legend:
            needed = 34 + _LETTER * columns(words)
            if line and x + needed > width:
                lines.append(line)
                x, y, line = float(MARGIN), y + LINE, ""
            line += _legend_entry(shape, name, words, x, y)
            line += _label_svg(label, (x + 8, y), 7) if label else ""
            x += needed
        return [*lines, line] if line else lines


def _legend_entry(shape: str, name: str, words: str, x: float, y: float) -> str:
    if shape in ("line", "dashes"):
        drawn = _arrow((x - 4, y), (x + 20, y), 2, shape == "dashes")
    else:
        drawn = shape_svg(shape, name, (x + 8, y), 7)
    text = f'<text x="{x + 22:g}" y="{y + 4:g}" font-size="13" text-anchor="start" {ink("given")}>'
    return f"{drawn}{text}{markup(words)}</text>"


def _label_svg(label: str, centre: Point, radius: float) -> str:
    """A small label at the upper right of a shape."""
    x, y = centre[0] + radius, centre[1] - 0.35 * radius
    size = f'font-size="{radius:.0f}" font-weight="bold"'
    return f'<text x="{x:g}" y="{y:g}" {size} {ink("link")}>{markup(label)}</text>'


def _arrow(start: Point, end: Point, radius: float, dashed: bool) -> str:
    """A bent line with an arrowhead, from the edge of one circle to the edge of another."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    bend = min(0.14 * length, 26.0) if length > 4 * radius else 0.0
    across = ((start[1] - end[1]) / length, (end[0] - start[0]) / length)
    middle = tuple((s + e) / 2 + bend * a for s, e, a in zip(start, end, across, strict=True))
    out = atan2(middle[1] - start[1], middle[0] - start[0])
    back = atan2(middle[1] - end[1], middle[0] - end[0])
    head = min(7.0, max(3.5, length / 5))
    first = (start[0] + radius * cos(out), start[1] + radius * sin(out))
    tip = (end[0] + radius * cos(back), end[1] + radius * sin(back))
    neck = (tip[0] + 0.8 * head * cos(back), tip[1] + 0.8 * head * sin(back))
    sides = [
        (tip[0] + head * cos(back + turn), tip[1] + head * sin(back + turn))
        for turn in (0.45, -0.45)
    ]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, *sides))
    dashes = ' stroke-dasharray="5 3.5"' if dashed else ""
    return (
        f'<path d="M{first[0]:.1f} {first[1]:.1f}Q{middle[0]:.1f} {middle[1]:.1f} '
        f'{neck[0]:.1f} {neck[1]:.1f}" {ink("", "link", 1.7)}{dashes}/>'
        f'<polygon points="{points}" {ink("link")}/>'
    )
