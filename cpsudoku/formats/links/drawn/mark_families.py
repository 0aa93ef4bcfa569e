"""What marks may mean: words, usual colours and shapes, and the rules they become."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cpsudoku.formats.links.drawn.figures import Drawing, DrawnMark, Place
from cpsudoku.formats.links.outside import cells_around, cells_straight_ahead

Build = Callable[[Drawing, Sequence[DrawnMark]], "list[str] | None"]
NUMBER = re.compile(r"\d{1,3}")
_RIGHT, _LEFT = ">\ufe65\u203a\u276f", "<\ufe64\u2039\u276e"  # the tip points to the lesser digit
_UP, _DOWN = "^\u2227\u22c0\u02c4\u0245", "vV\u2228\u22c1\u02c5"
_TURNED = ((_RIGHT, 0), (_DOWN, 90), (_LEFT, 180), (_UP, 270))
LESS = {sign: angle for signs, angle in _TURNED for sign in signs}


@dataclass(frozen=True)
class MarkFamily:
    """A rule for marks of a shape at a place: ``edge``, ``corner``, ``cell`` or ``outside``.

    ``explains`` are other drawings that belong to the marks: ``arrowheads`` in their cells, or
    ``cages`` around them.
    """

    noun: str
    place: str
    shapes: tuple[str, ...]
    key: str
    colours: tuple[str, ...]
    build: Build
    needs_words: bool = True
    explains: str = ""
    denied: str = ""  # what sentences about it do not say
    is_usual: bool = False  # whether it needs no words if there are none at all


# Between two cells


def _dots(rule: str) -> Build:
    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        if any(mark.text and not NUMBER.fullmatch(mark.text) for mark in marks):
            return None
        return [f"{rule} {mark.text}: {_pair(drawing, mark)}" for mark in marks]

    return build


def _either(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str]:
    pairs = [_pair(drawing, mark) for mark in marks]
    return [f"any-of: (white: {pair}) | (black: {pair})" for pair in pairs]


def _signs(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """``>`` between two cells, turned by its angle; it points to the lesser digit."""
    lines = []
    for mark in marks:
        if mark.text not in LESS or mark.edge is None:
            return None
        one, other = mark.edge
        along = one[0] == other[0]
        angle = round(LESS[mark.text] + mark.angle) % 360
        first = {0: True, 180: False} if along else {90: True, 270: False}
        if angle not in first:
            return None
        pair = drawing.cells((one, other) if first[angle] else (other, one)) or ()
        lines.append(f"greater: {drawing.named(pair)}")
    return lines


def _roman(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """X and V, which are sums; also as small letters."""
    if any(mark.text not in ("X", "V", "x", "v") for mark in marks):
        return None
    return [f"xv {mark.text.upper()}: {_pair(drawing, mark)}" for mark in marks]


def _two_sums(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """X for the sums 10 and 15, V for 5 and 15."""
    if any(mark.text not in ("X", "V") for mark in marks):
        return None
    least = {"X": 10, "V": 5}
    return [f"pair a+b={least[mark.text]} or a+b=15: {_pair(drawing, mark)}" for mark in marks]


def _pair(drawing: Drawing, mark: DrawnMark) -> str:
    return drawing.named(drawing.cells(mark.edge or ()) or ())


def pairs_family(name: str, relation: str, number: str = "") -> MarkFamily:
    """The family of marks between two cells that have a relation.

    Marks have no text, or they repeat the number of the sentences.
    """

    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        if any(mark.text not in ("", number) for mark in marks):
            return None
        return [f"pair {relation}: " + "; ".join(_pair(drawing, mark) for mark in marks)]

    return MarkFamily(f"{name} dot", "edge", _CELLS, f"{name} dot", (), build)


# At a corner


def _quadruples(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """The digits in circles; those without digits say nothing beside others that have some."""
    lines = []
    for mark in (each for each in marks if each.text):
        cells = cells_around(drawing.board, mark.corner or (0, 0))
        digits = re.findall(r"\d" if drawing.board.size < 10 else r"\d+", mark.text)
        if not cells or not 0 < len(digits) < 5 or re.sub(r"[\d\s,;]", "", mark.text):
            return None
        lines.append(f"quadruple {','.join(digits)}: {drawing.named(cells)}")
    return lines


# In cells


def _cells(rule: str) -> Build:
    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        if any(mark.text for mark in marks):
            return None
        cells = {
            cell for mark in marks for cell in drawing.cells(mark.places or (mark.place,)) or ()
        }
        return [f"{rule}: {drawing.named(sorted(cells))}"] if cells else None

    return build


def _equal(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """All cells of one colour hold the same digit."""
    cells = drawing.cells([place for mark in marks for place in mark.places or (mark.place,)])
    if not cells or len(set(cells)) < 2 or any(mark.text for mark in marks):
        return None
    return ["clone: " + " = ".join(drawing.named((cell,)) for cell in dict.fromkeys(cells))]


def _regions(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """Cells of one colour as regions: each connected part, or all of them together."""
    groups = connected_places(marks)
    if any(len(group) < 2 for group in groups):
        groups = [sorted(place for group in groups for place in group)]
    cells = [drawing.cells(group) for group in groups]
    if any(not each or not 1 < len(each) <= drawing.board.size for each in cells):
        return None
    return [f"region: {drawing.named(each or ())}" for each in cells]


def _clones(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """Connected parts of the same form, cell by cell."""
    by_form: dict[tuple[Place, ...], list[tuple[int, ...] | None]] = {}
    for group in connected_places(marks):
        top, left = min(r for r, _ in group), min(c for _, c in group)
        form = tuple((r - top, c - left) for r, c in group)
        by_form.setdefault(form, []).append(drawing.cells(group))
    lines = []
    for groups in by_form.values():
        if len(groups) < 2 or None in groups:
            return None
        lines.append("clone: " + " = ".join(drawing.named(group or ()) for group in groups))
    return lines


def connected_places(marks: Sequence[DrawnMark]) -> list[list[Place]]:
    """The places of marks, in groups that touch at edges."""
    places = {place for mark in marks for place in mark.places or (mark.place,)}
    groups = []
    while places:
        group, edge = set[Place](), [places.pop()]
        while edge:
            r, c = edge.pop()
            group.add((r, c))
            near = places & {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}
            places -= near
            edge += near
        groups.append(sorted(group))
    return groups


# Outside the board


def _outside(rule: str) -> Build:
    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        lines = []
        for mark in marks:
            cells = cells_straight_ahead(drawing.board, mark.place)
            if not NUMBER.fullmatch(mark.text) or not cells:
                return None
            lines.append(f"{rule} {mark.text}: {drawing.named(cells)}")
        return lines

    return build


def _of_shape(shape: str, parity: str, other: str) -> str:
    """The pattern of sentences that say this parity of another shape, or count digits."""
    before = rf"{shape}s?((?!{other}).){{0,30}}\b{parity}"
    return rf"{before}|\b{parity}( \w+){{0,4}} (in|on) (an? |the )?(\w+ )?{shape}s?|{_COUNTED}"


_OF_LINES = r"\b(lines?|whispers?|renbans?|cages?)\b"
_EACH_COLOUR = r"\bwhite (?!or black).*\bblack\b|\bblack (?!or white).*\bwhite\b"
_COUNTED = r"\b(two|three|four|five|exactly|connected|as many|more)\b"
_ROUND, _EDGES = ("circle", "text"), ("circle", "square", "diamond", "text")
_CELLS = ("circle", "square", "diamond")
MARKS = (
    MarkFamily(
        "white or black dot",
        "edge",
        ("circle",),
        "white or black dot",
        (),
        _either,
        denied=rf"{_OF_LINES}|{_EACH_COLOUR}",
    ),
    MarkFamily(
        "white dot",
        "edge",
        ("circle",),
        "white",
        ("white",),
        _dots("white"),
        False,
        denied=_OF_LINES,
    ),
    MarkFamily(
        "black dot",
        "edge",
        ("circle",),
        "black",
        ("black",),
        _dots("black"),
        False,
    ),
    MarkFamily("sum between cells", "edge", _EDGES, "sum between cells", (), _dots("xv")),
    MarkFamily("X or V", "edge", _EDGES, "xv", (), _roman, False),
    MarkFamily("XVXV sign", "edge", _EDGES, "XVXV sign", (), _two_sums),
    MarkFamily(
        "inequality sign",
        "edge",
        _EDGES,
        "greater",
        (),
        _signs,
        False,
    ),
    MarkFamily(
        "quadruple",
        "corner",
        _ROUND,
        "quadruple",
        ("white",),
        _quadruples,
        False,
    ),
    MarkFamily(
        "odd cell",
        "cell",
        ("circle",),
        "odd",
        ("grey",),
        _cells("odd"),
        False,
        denied=_of_shape("square", "odd", "circle"),
    ),
    MarkFamily(
        "even cell",
        "cell",
        ("square",),
        "even",
        ("grey",),
        _cells("even"),
        False,
        denied=_of_shape("circle", "even", "square"),
    ),
    MarkFamily("odd cell", "cell", _CELLS, "odd", (), _cells("odd"), denied=_COUNTED),
    MarkFamily("even cell", "cell", _CELLS, "even", (), _cells("even"), denied=_COUNTED),
    MarkFamily("prime cell", "cell", _CELLS, "prime cell", (), _cells("only primes")),
    MarkFamily("equal cell", "cell", ("circle", "square"), "equal cells", (), _equal),
    MarkFamily(
        "counting circle",
        "cell",
        ("circle", "square"),
        "counting-circles",
        (),
        _cells("counting-circles"),
    ),
    MarkFamily(
        "minimum",
        "cell",
        _CELLS,
        "minimum",
        (),
        _cells("minimum"),
        explains="arrowheads",
    ),
    MarkFamily(
        "maximum",
        "cell",
        _CELLS,
        "maximum",
        (),
        _cells("maximum"),
        explains="arrowheads",
    ),
    MarkFamily(
        "column indexer",
        "cell",
        _CELLS,
        "column-indexer",
        (),
        _cells("column-indexer"),
    ),
    MarkFamily(
        "row indexer",
        "cell",
        _CELLS,
        "row-indexer",
        (),
        _cells("row-indexer"),
    ),
    MarkFamily(
        "extra region cell",
        "cell",
        _CELLS,
        "region",
        (),
        _regions,
        explains="cages",
    ),
    MarkFamily(
        "clone",
        "cell",
        _CELLS,
        "clone",
        (),
        _clones,
    ),
    MarkFamily(
        "sandwich sum",
        "outside",
        _EDGES,
        "sandwich",
        (),
        _outside("sandwich"),
        is_usual=True,
    ),
    MarkFamily(
        "x-sum",
        "outside",
        _EDGES,
        "x-sum",
        (),
        _outside("x-sum"),
        is_usual=True,
    ),
    MarkFamily(
        "skyscraper clue",
        "outside",
        _EDGES,
        "skyscraper",
        (),
        _outside("skyscraper"),
        is_usual=True,
    ),
    MarkFamily(
        "numbered room",
        "outside",
        _EDGES,
        "numbered-room",
        (),
        _outside("numbered-room"),
        is_usual=True,
    ),
    MarkFamily(
        "full rank",
        "outside",
        _EDGES,
        "full-rank",
        (),
        _outside("full-rank"),
    ),
    MarkFamily(
        "ascending starter",
        "outside",
        _EDGES,
        "ascending-starter",
        (),
        _outside("ascending-starter"),
    ),
    MarkFamily(
        "frame sum",
        "outside",
        _EDGES,
        "frame-sum",
        (),
        _outside("frame-sum"),
    ),
)
