"""Rules that sentences give for circles, cages or boxes as a whole: their digits or sums differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.formats.links.drawn.combining import joint
from cpsudoku.formats.links.drawn.figures import Drawing, DrawnMark, cells_beside
from cpsudoku.formats.links.drawn.magic_squares import magic_questions
from cpsudoku.formats.links.drawn.offers import Offer, different_sums, equal_sums
from cpsudoku.formats.links.drawn.sentences import RuleWords

_MOST_CAGES = 25  # whose sums differ; each pair of them is a rule
_SHAPES = {"circle": r"circle", "square": r"\bsquares?\b"}


def questions_of_groups(
    words: RuleWords, drawing: Drawing, read: Sequence[Constraint]
) -> Iterator[list[Offer]]:
    """The offers for sentences about all circles, all cages or the central box."""
    for shape, pattern in _SHAPES.items():
        about = frozenset(
            n for n in words.about("different cell") if re.search(pattern, words.lower[n])
        )
        if about:
            yield from _different_cells(words, drawing, shape, about)
    sentences = words.about("different sums")
    cages = list(_blank_cages(drawing, read))
    if sentences and 1 < len(cages) <= _MOST_CAGES:
        yield [Offer("different sums", 0, tuple(different_sums(cages)), frozenset(), sentences)]
    sentences = words.about("vault")
    groups = [cage.cells for cage in drawing.cages]
    groups += [rule.cells for rule in read if isinstance(rule, KillerCage)]
    if sentences and groups:
        parts = frozenset(cage.number for cage in drawing.cages)
        lines = tuple(_apart(drawing, cells) for cells in groups)
        yield [Offer("vault", len(groups), lines, parts, sentences)]
    yield from _by_size(words, drawing, cages)
    yield from magic_questions(words, drawing)


def _by_size(words: RuleWords, drawing: Drawing, cages: Sequence[str]) -> Iterator[list[Offer]]:
    """The offers that cages of one size have equal sums, and those of other sizes different ones.

    cages: the names of the cells of each cage.
    """
    by_size: dict[int, list[str]] = {}
    for names in cages:
        by_size.setdefault(len(names.split()), []).append(names)
    parts = frozenset(cage.number for cage in drawing.cages if not cage.text)
    equal = [line for alike in by_size.values() for line in equal_sums(*alike)]
    firsts = [alike[0] for alike in by_size.values()]
    found = [
        Offer(noun, 0, tuple(lines), parts, about)
        for noun, lines in (
            ("equal sums by size", equal),
            ("different sums by size", different_sums(firsts)),
        )
        if lines and (about := words.about(noun))
    ]
    if len(found) == 2:
        one, other = found
        yield [joint(one, other, one.sentences | other.sentences)]
    elif found:
        yield found


def _different_cells(
    words: RuleWords, drawing: Drawing, shape: str, about: frozenset[int]
) -> Iterator[list[Offer]]:
    """The offer that all marks of a shape, of the colours that are named, hold other digits."""
    named = frozenset().union(*map(words.colours, about))
    marks = [
        mark
        for mark in drawing.marks
        if mark.shape == shape and mark.is_in_cell and not mark.text and _has(mark, named)
    ]
    cells = drawing.cells(list(dict.fromkeys(mark.place for mark in marks)))
    if cells and len(cells) > 1:
        parts = frozenset(number for mark in marks for number in mark.numbers)
        line = f"region: {drawing.named(cells)}"
        yield [Offer("different cell", len(cells), (line,), parts, about)]


def _has(mark: DrawnMark, colours: frozenset[str]) -> bool:
    """Whether a mark has one of these colours, or none is named."""
    own = [each for each in (mark.fill, mark.border) if each.is_seen]
    return not colours or any(each.is_called(word) for each in own for word in colours)


def _blank_cages(drawing: Drawing, read: Sequence[Constraint]) -> Iterator[str]:
    """The names of the cells of each cage without a sum."""
    for rule in read:
        if isinstance(rule, KillerCage) and rule.sum is None:
            yield drawing.named(rule.cells)
    yield from (drawing.named(cage.cells) for cage in drawing.cages if not cage.text)


def _apart(drawing: Drawing, cells: Sequence[int]) -> str:
    """The line that no digit of a cage is in a cell that touches the cage at an edge."""
    outside = cells_beside(drawing, cells)
    pairs = (drawing.named((cell, other)) for cell in cells for other in outside)
    return "pair a!=b: " + "; ".join(pairs)
