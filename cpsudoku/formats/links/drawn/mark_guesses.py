"""Guesses for marks between cells, at corners, in cells and outside the board."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from cpsudoku.formats.links.drawn.around_marks import AROUND
from cpsudoku.formats.links.drawn.coloured_remainders import coloured_families
from cpsudoku.formats.links.drawn.colours import Colour
from cpsudoku.formats.links.drawn.combining import (
    by_two_sentences,
    is_said,
    with_those_of_all,
)
from cpsudoku.formats.links.drawn.counters import counter_families
from cpsudoku.formats.links.drawn.figures import Drawing, DrawnMark
from cpsudoku.formats.links.drawn.found_regions import REGION_MARKS
from cpsudoku.formats.links.drawn.group_families import KINDS_OF_CELLS, mark_family
from cpsudoku.formats.links.drawn.layered import figure_families, is_layer_said
from cpsudoku.formats.links.drawn.line_families import with_numbers
from cpsudoku.formats.links.drawn.line_guesses import (
    Evidence,
    evidence,
    sentences_about,
)
from cpsudoku.formats.links.drawn.mark_families import (
    LESS,
    MARKS,
    NUMBER,
    MarkFamily,
    pairs_family,
)
from cpsudoku.formats.links.drawn.offers import Offer
from cpsudoku.formats.links.drawn.outside_clues import outside_families
from cpsudoku.formats.links.drawn.said_marks import said_families
from cpsudoku.formats.links.drawn.sentences import RuleWords
from cpsudoku.formats.links.outside import cells_around

_SHAPES = {
    "circle": r"circle|disc|bubble|\bround",
    "square": r"\bsquares?\b",
    "diamond": r"diamond",
}
_SHADED = re.compile(r"\b(?:un)?shaded\b")
_SPEAKS_OF_MARKS = re.compile("|".join(_SHAPES.values()))


def mark_questions(
    drawing: Drawing, words: RuleWords, taken: Collection[int]
) -> Iterator[list[Offer]]:
    """The offers for each group of marks that look alike, the most likely one first.

    ``taken`` are the parts that already belong to lines and arrows.
    """
    groups: dict[tuple[str, object], list[DrawnMark]] = {}
    for mark in (*drawing.marks, *drawing.signs):
        place = _place_of(drawing, mark)
        if place and mark.is_seen and not set(mark.numbers) <= set(taken):
            groups.setdefault((place, _look(mark, place)), []).append(mark)
    every = [
        offers
        for (place, _), marks in groups.items()
        if (offers := _offers_of(marks, place, drawing, words))
    ]
    for offers in every:
        others = [each for each in every if each is not offers]
        said = [each for each in offers if is_said(each, drawing.board, words)]
        yield [*by_two_sentences(said, others, words, _SPEAKS_OF_MARKS), *offers]


def _offers_of(
    marks: list[DrawnMark], place: str, drawing: Drawing, words: RuleWords
) -> list[Offer]:
    """The offers for marks that look alike, the most likely one first."""
    found, is_to_be_found = [], is_layer_said("shaded", words)  # no shaded cells are drawn then
    for order, family in enumerate(_families(marks, words)):
        if family.place != place or marks[0].shape not in family.shapes:
            continue
        said = words.about(family.key, family.denied)
        about = {
            n
            for n in said
            if not _names_another_shape(words.lower[n], marks[0], place)
            and not ("shad" not in family.key and is_to_be_found and _SHADED.search(words.lower[n]))
        }
        seen = _evidence(family, marks, about, words)
        # Numbers outside without any words have one of few usual meanings, which proof decides.
        is_usual = family.is_usual and not words.sentences
        is_likely = seen.score > 0 or is_usual or not (family.needs_words or family.colours)
        if not is_likely or (family.needs_words and not (seen.sentences or is_usual)):
            continue
        offer = _offer(family, drawing, marks, seen)
        if offer is not None:
            found.append((seen.score, -order, offer))
    found.sort(key=lambda each: each[:2], reverse=True)
    every = [offer for _, _, offer in found]
    return with_those_of_all(every, words, _colour_of(marks).is_vivid)


def _families(marks: list[DrawnMark], words: RuleWords) -> Iterator[MarkFamily]:
    """The families of marks, with what sentences about their colour say of pairs and groups."""
    yield from (*MARKS, *AROUND, *REGION_MARKS, *said_families(words))
    yield from (*figure_families(words), *counter_families(words), *outside_families(words))
    for name, relation in words.relations.items():
        family = pairs_family(name, relation)
        about = sentences_about(_colour_of(marks), words, words.about(family.key))
        number, _ = words.numbered(family.key, about)
        if about and (number or "{n}" not in relation):
            yield pairs_family(name, with_numbers(relation, number), number)
    yield from coloured_families(words, _colour_of(marks))
    for name, value in words.properties.items():
        for kind, denied in KINDS_OF_CELLS.items():
            key = f"{name} {kind}"
            about = sentences_about(_colour_of(marks), words, words.about(key, denied))
            if about:
                yield mark_family(name, kind, value, words.numbered(key, about)[0])


def _evidence(
    family: MarkFamily, marks: list[DrawnMark], about: Collection[int], words: RuleWords
) -> Evidence:
    """What speaks for a family. People call a circle at a corner by its fill or its border."""
    colours = [_colour_of(marks)]
    if family.place == "corner" and marks[0].border.is_seen:
        colours.append(marks[0].border)
    found = [evidence(about, family.colours, colour, words) for colour in colours]
    return max(found, key=lambda each: each.score)


def _colour_of(marks: list[DrawnMark]) -> Colour:
    return marks[0].fill if marks[0].fill.is_seen else marks[0].border


def _names_another_shape(text: str, mark: DrawnMark, place: str) -> bool:
    """Whether a sentence is about marks in cells of another shape."""
    named = {shape for shape, words in _SHAPES.items() if re.search(words, text)}
    return place == "cell" and bool(named) and mark.shape not in named


def _offer(
    family: MarkFamily, drawing: Drawing, marks: list[DrawnMark], seen: Evidence
) -> Offer | None:
    lines = family.build(drawing, marks)
    if not lines:
        return None
    parts = {number for mark in marks for number in mark.numbers}
    if family.explains == "arrowheads":
        cells = {mark.place for mark in marks}
        parts |= {line.number for line in drawing.lines if line.only_place in cells}
    elif family.explains == "cages":
        covered = {cell for mark in marks for cell in drawing.cells(mark.places) or ()}
        same = (cage for cage in drawing.cages if not cage.text and covered.issuperset(cage.cells))
        parts |= {cage.number for cage in same}
    is_doubtful = seen.is_of_another_colour
    return Offer(
        family.noun, len(marks), tuple(lines), frozenset(parts), seen.sentences, is_doubtful
    )


def _look(mark: DrawnMark, place: str) -> tuple[object, ...]:
    """What marks that belong together have in common."""
    if place == "outside":
        return ()
    border = mark.border.key if mark.border.is_seen and mark.fill.is_white else None
    is_empty_ring = place == "corner" and mark.shape == "circle" and not mark.text
    text = "1" if is_empty_ring else _sort_of_text(mark)  # a quadruple may have no digits
    return (mark.shape, mark.fill.key, border, round(mark.size * 5), text)


def _sort_of_text(mark: DrawnMark) -> str:
    if mark.text in LESS:
        return "<"
    return "1" if NUMBER.search(mark.text) else mark.text


def _place_of(drawing: Drawing, mark: DrawnMark) -> str:
    at = drawing.board.cell_at
    if mark.place not in at and not mark.edge and not mark.corner:
        return "outside" if mark.text else ""
    if mark.is_in_cell:
        return "cell" if mark.place in at else "outside"
    if mark.edge and all(place in at for place in mark.edge):
        return "edge"
    return "corner" if mark.corner and cells_around(drawing.board, mark.corner) else ""
