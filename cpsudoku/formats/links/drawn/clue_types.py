"""The sentence that no digit repeats on any kind of clues: on all renbans, on all black dots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cpsudoku.core.constraints import Constraint
from cpsudoku.formats.links.drawn.combining import is_said
from cpsudoku.formats.links.drawn.figures import Drawing
from cpsudoku.formats.links.drawn.offers import Offer
from cpsudoku.formats.links.drawn.sentences import RuleWords

NOUN = "clue types without repeats"
_CELL = re.compile(r"\br\d+c\d+\b")
_EVERYWHERE = 20  # cells: a rule with more of them is not a clue


def type_questions(
    words: RuleWords,
    drawing: Drawing,
    drawn: Sequence[Sequence[Offer]],
    read: Sequence[Constraint],
) -> Iterator[list[Offer]]:
    """The offer that the digits of all clues of a kind differ.

    drawn: the offers for drawings. The most likely one that sentences describe is meant. ``read``
    are the rules that the file holds as data. There is no offer if the clues of a kind
    have more cells than there are digits.
    """
    about = words.about(NOUN)
    if not about:
        return
    cells: dict[str, set[str]] = {}
    for offers in drawn:
        said = (each for each in offers if each.parts and is_said(each, drawing.board, words))
        for offer in list(said)[:1]:
            cells.setdefault(offer.noun, set()).update(_CELL.findall("\n".join(offer.lines)))
    for rule in read:
        if len(rule.cells) < _EVERYWHERE:
            names = map(drawing.board.cell_name, rule.cells)
            cells.setdefault(rule.name, set()).update(names)
    if cells and all(len(each) <= drawing.board.size for each in cells.values()):
        lines = tuple(f"region: {' '.join(sorted(each))}" for each in cells.values())
        yield [Offer(NOUN, 0, tuple(dict.fromkeys(lines)), frozenset(), about)]
