"""Guesses for arrows: sums along arrows with circles, and clues for diagonals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from cpsudoku.core.variables import Position
from cpsudoku.formats.links.drawn.combining import joint
from cpsudoku.formats.links.drawn.figures import Drawing, DrawnLine, DrawnMark, Place
from cpsudoku.formats.links.drawn.mark_families import NUMBER
from cpsudoku.formats.links.drawn.offers import Offer, equal_products, equal_sums
from cpsudoku.formats.links.drawn.sentences import RuleWords
from cpsudoku.formats.links.outside import cells_ahead

_SIGNS = {"↘": (1, 1), "↗": (-1, 1), "↙": (1, -1), "↖": (-1, -1)}
_SHORT = 0.75  # an arrow next to a clue outside is not longer


def arrow_questions(drawing: Drawing, words: RuleWords) -> Iterator[list[Offer]]:
    """The offers for arrows of each colour inside the board, and those for diagonals."""
    heads = [line for line in drawing.lines if line.has_head]
    outside = [line for line in heads if _points_in(drawing, line) is not None]
    inside = [line for line in heads if line not in outside]
    by_colour: dict[object, list[DrawnLine]] = {}
    for arrow in inside:
        by_colour.setdefault(arrow.colour.key, []).append(arrow)
    for alike in by_colour.values():
        offers = [_arrows(drawing, alike, words, noun) for noun in ("average arrow", "arrow")]
        found = [offer for offer in offers if offer is not None]
        if found:
            yield [*_of_shafts(found[-1], words), *found]
    offer = _little_killers(drawing, outside, words) or _equal_diagonals(drawing, outside, words)
    if offer is not None:
        yield [offer]


def _arrows(drawing: Drawing, arrows: list[DrawnLine], words: RuleWords, noun: str) -> Offer | None:
    """Arrows that begin at a circle or pill, which holds their sum or, if words say so, average."""
    about, lines, parts = words.about(noun), [], set[int]()
    if noun == "average arrow" and not about:
        return None
    for drawn in arrows:
        circle, places = _circle_of(drawing, drawn), drawn.places
        if circle is None:
            circle, places = _branch_of(drawing, drawn, arrows)
        cells = drawing.cells(places)
        ring = drawing.cells(circle.places or (circle.place,)) if circle else None
        if cells is None or circle is None or ring is None:
            return None
        rest = [cell for cell in cells if cell not in ring]
        if noun == "average arrow" and len(ring) > 1:
            return None
        lines.append(_arrow_line(noun, drawing.named(ring), drawing.named(rest), len(rest)))
        parts |= {*drawn.numbers, *circle.numbers}
    return Offer(noun, len(arrows), tuple(lines), frozenset(parts), about)


def _of_shafts(sums: Offer, words: RuleWords) -> Iterator[Offer]:
    """The offers that arrows show sums, and that the digits on their shafts have a property, too.

    Each line of ``sums`` has the shaft of an arrow at its end.
    """
    for noun, line_of in _SHAFTS.items():
        about = words.about(noun)
        if about and sums.noun == "arrow":
            shafts = (line.partition(" = ")[2].split() for line in sums.lines)
            lines = tuple(line_of(shaft) for shaft in shafts if len(shaft) > 1)
            yield joint(sums, Offer(noun, 0, lines), sums.sentences | about)


# Digits that rise from the tip, and consecutive ones.
_SHAFTS: dict[str, Callable[[list[str]], str]] = {
    "increasing arrow": lambda shaft: f"thermo: {' '.join(shaft[::-1])}",
    "consecutive arrow": lambda shaft: f"renban: {' '.join(shaft)}",
}


def _arrow_line(noun: str, ring: str, rest: str, count: int) -> str:
    """The line of an arrow whose circle holds the sum of the rest, or its average."""
    return f"arrow: {ring} = {rest}" if noun == "arrow" else f"sum 0: {rest} -{ring}*{count}"


def _circle_of(drawing: Drawing, arrow: DrawnLine) -> DrawnMark | None:
    """The circle or pill at the beginning of an arrow."""
    start = arrow.points[0]
    rings = [mark for mark in drawing.marks if mark.shape == "circle" and mark.size > 0.5]
    near = [mark for mark in rings if _reaches(mark, start) and not mark.text]
    inside = [mark for mark in near if arrow.places[0] in (mark.places or (mark.place,))]
    return next(iter(inside or near), None)


def _branch_of(
    drawing: Drawing, branch: DrawnLine, arrows: list[DrawnLine]
) -> tuple[DrawnMark | None, tuple[Place, ...]]:
    """The circle of the arrow that a branch leaves, and the places from there along the branch."""
    start = branch.places[0]
    for arrow in arrows:
        circle = _circle_of(drawing, arrow)
        if arrow is not branch and circle is not None and start in arrow.places[:-1]:
            before = arrow.places[: arrow.places.index(start)]
            return circle, (*before, *branch.places)
    return None, branch.places


def _reaches(mark: DrawnMark, point: tuple[float, float]) -> bool:
    """Whether a point is in a mark or close to it."""
    slack = 0.15
    tall, wide = mark.height / 2 + slack, mark.width / 2 + slack
    return abs(point[0] - mark.centre[0]) <= tall and abs(point[1] - mark.centre[1]) <= wide


def _points_in(drawing: Drawing, arrow: DrawnLine) -> tuple[Position, Position] | None:
    """The place outside and the diagonal direction of a short arrow next to the board."""
    (r, c), (row, column) = arrow.points[0], arrow.points[-1]
    step = ((row > r) - (row < r), (column > c) - (column < c))
    outside = arrow.places[0]
    if arrow.length > _SHORT or 0 in step or outside in drawing.board.cell_at:
        return None
    return outside, step


def _little_killers(drawing: Drawing, arrows: list[DrawnLine], words: RuleWords) -> Offer | None:
    """Numbers outside with an arrow or an arrow sign; all of them, or none."""
    board = drawing.board
    texts = {
        mark.place: mark for mark in drawing.marks if mark.text and not _is_inside(drawing, mark)
    }
    lines, parts = [], set[int]()
    for arrow in arrows:
        outside, step = _points_in(drawing, arrow) or ((0, 0), (0, 0))
        mark = texts.get(outside)
        number = NUMBER.fullmatch(mark.text) if mark else None
        cells = cells_ahead(board, outside, step)
        if mark is None or number is None or not cells:
            return None
        lines.append(f"little-killer {number[0]}: {drawing.named(cells)}")
        parts |= {*arrow.numbers, *mark.numbers}
    for mark in texts.values():
        sign = re.fullmatch(rf"(\d{{1,3}})\s*([{''.join(_SIGNS)}])", mark.text)
        if sign:
            cells = cells_ahead(board, mark.place, _SIGNS[sign[2]])
            if cells:
                lines.append(f"little-killer {sign[1]}: {drawing.named(cells)}")
                parts |= set(mark.numbers)
    if not lines:
        return None
    about = words.about("little-killer")
    return Offer("diagonal sum", len(lines), tuple(lines), frozenset(parts), about)


def _equal_diagonals(drawing: Drawing, arrows: list[DrawnLine], words: RuleWords) -> Offer | None:
    """Diagonals with an arrow but no number, which have the same sum or product."""
    about, board = words.about("equal diagonal"), drawing.board
    noun = "equal diagonal" if about else "equal product diagonal"
    about = about or words.about(noun)
    seen = [
        cells_ahead(board, *(_points_in(drawing, arrow) or ((0, 0), (0, 0)))) for arrow in arrows
    ]
    if not about or len(seen) < 2 or not all(seen):
        return None
    names = [*map(drawing.named, seen)]
    is_sum = noun == "equal diagonal"
    lines = equal_sums(*names) if is_sum else equal_products(board, names)
    parts = frozenset(n for arrow in arrows for n in arrow.numbers)
    return Offer(noun, len(arrows), tuple(lines), parts, about) if lines else None


def _is_inside(drawing: Drawing, mark: DrawnMark) -> bool:
    return mark.place in drawing.board.cell_at
