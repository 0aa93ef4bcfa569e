"""Regions that the solver has to find, and the clues about them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from cpsudoku.formats.links.drawn.cell_arrows import cell_arrows
from cpsudoku.formats.links.drawn.figures import Drawing, DrawnMark
from cpsudoku.formats.links.drawn.mark_families import MarkFamily
from cpsudoku.formats.links.drawn.offers import Offer
from cpsudoku.formats.links.drawn.sentences import RuleWords
from cpsudoku.formats.links.outside import cells_ahead, cells_touching

_CHAOS = "chaos-construction"
# What the sentences must say together: regions are connected, have a size, and are to be found.
_WHOLE = (r"\bregions?\b", r"\bconnected\b", r"\bdivide|\bsplit|determin|deduc|\bfound\b|\bchaos\b")
_BESIDE_BOXES = re.compile(r"\badditional\b|\bextra\b|\bbox(?:es)?\b")
_SHAPES = ("circle", "square", "diamond")


def region_questions(words: RuleWords, drawing: Drawing) -> Iterator[list[Offer]]:
    """The offers for regions to be found, and for arrows in cells that count along them."""
    about = words.about(_CHAOS)
    said = " ".join(words.lower[number] for number in sorted(about))
    has_size = any(words.said[number].has_number("high") for number in about)
    if not has_size or not all(re.search(each, said) for each in _WHOLE):
        return
    if drawing.regions and not any(map(_BESIDE_BOXES.search, words.lower)):
        return  # the board has boxes that the sentences do not know
    yield [Offer(_CHAOS, 0, (_CHAOS,), frozenset(), about)]
    arrows = words.about("region-arrow")
    offer = _region_arrows(drawing, arrows) if arrows else None
    if offer is not None:
        yield [offer]


def _region_arrows(drawing: Drawing, about: frozenset[int]) -> Offer | None:
    """The offer that the digit of a cell with short arrows counts what they see of its region."""
    board = drawing.board
    arrows, parts = cell_arrows(drawing)
    if any(0 not in step for steps in arrows.values() for step in steps):
        return None  # a diagonal
    lines = tuple(
        f"region-arrow: {drawing.named((cell,))} = "
        + " = ".join(
            drawing.named((cell, *cells_ahead(board, board.row_column(cell), step)))
            for step in steps
        )
        for cell, steps in arrows.items()
    )
    return Offer("region arrow", len(lines), lines, parts, about) if lines else None


def _counts(near: Callable[[Drawing, int], Sequence[int]]) -> Callable[..., list[str] | None]:
    """The digit is the number of near cells in the region of its cell, with the cell itself."""

    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        cells = drawing.cells(list(dict.fromkeys(mark.place for mark in marks)))
        if cells is None or any(mark.text for mark in marks):
            return None
        lines = []
        for cell in cells:
            others = [each for each in near(drawing, cell) if each != cell]
            lines.append(
                f"region-count: {drawing.named((cell,))} = {drawing.named((cell, *others))}"
            )
        return lines

    return build


def _around(drawing: Drawing, cell: int) -> list[int]:
    return cells_touching(drawing.board, drawing.board.row_column(cell))


def _in_box(drawing: Drawing, cell: int) -> Sequence[int]:
    return next((each.cells for each in drawing.regions if cell in each.cells), ())


REGION_MARKS = (
    MarkFamily("region counter", "cell", _SHAPES, "region counter", (), _counts(_around)),
    MarkFamily("box counter", "cell", _SHAPES, "box counter", (), _counts(_in_box)),
)
