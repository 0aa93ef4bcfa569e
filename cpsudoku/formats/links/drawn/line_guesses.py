"""Guesses for lines and arrows."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import hypot

from cpsudoku.formats.links.drawn.colours import Colour
from cpsudoku.formats.links.drawn.combining import (
    MOST_TOGETHER,
    by_two_sentences,
    is_said,
    joint,
    together,
    with_those_of_all,
)
from cpsudoku.formats.links.drawn.counted_lines import COUNTED_LINES
from cpsudoku.formats.links.drawn.figures import Drawing, DrawnLine, DrawnMark, Place
from cpsudoku.formats.links.drawn.group_families import (
    OF_WHOLE_LINES,
    ends_family,
    line_families,
    pairs_family,
)
from cpsudoku.formats.links.drawn.line_families import (
    LINES,
    LineFamily,
    region_sums,
)
from cpsudoku.formats.links.drawn.marked_lines import MarkedLine, Marks
from cpsudoku.formats.links.drawn.number_lines import NUMBER_LINES
from cpsudoku.formats.links.drawn.offers import Offer
from cpsudoku.formats.links.drawn.parts_of_lines import (
    SEGMENTS,
    box_centre,
    mirror_family,
    window_families,
)
from cpsudoku.formats.links.drawn.sentences import RuleWords

_SPEAKS_OF_LINES = re.compile(r"\b(?:lines?|stripes?|paths?|thermo\w*|palindromes?|renbans?)\b")
_NEAR = 0.2  # a mark is this near to the middle of a line
_GAP = 0.1  # between the end of a line and the border of a disc
SAID, COLOUR_SAID, OTHER_COLOUR, USUAL = 4, 3, -3, 2  # how much each kind of evidence weighs


@dataclass(frozen=True)
class LineGroup:
    """Lines that look alike, and what is drawn on them."""

    drawing: Drawing
    lines: tuple[DrawnLine, ...]
    beneath: dict[int, tuple[int, ...]] = field(default_factory=dict)  # outlines of each line

    @property
    def colour(self) -> Colour:
        """The colour of its lines."""
        return self.lines[0].colour

    def paths(self, text: str, number: str) -> list[MarkedLine] | None:
        """Its lines with their cells, or None if one leaves the board or is too short."""
        marks = marks_in_cells(self.drawing)
        cells = [self.drawing.cells(to_discs(line, marks)) for line in self.lines]
        found = []
        for at, (line, inside) in enumerate(zip(self.lines, cells, strict=True)):
            if inside is None or len(inside) < 2:
                return None
            others = tuple(each for n, each in enumerate(cells) if n != at and each)
            found.append(MarkedLine(self.drawing, line, inside, marks, text, number, others))
        return found

    @property
    def parts(self) -> frozenset[int]:
        """The numbers of its lines and of their outlines."""
        lines = {line.number for line in self.lines}
        return frozenset(lines | {n for line in lines for n in self.beneath.get(line, ())})


def line_questions(drawing: Drawing, words: RuleWords) -> Iterator[list[Offer]]:
    """The offers for each group of lines, the most likely one first."""
    every = [each for group in groups_of(drawing) if (each := _offers_of(group, words))]
    for offers in every:
        others = [each for each in every if each is not offers]
        said = [each for each in offers if is_said(each, drawing.board, words)]
        yield [*by_two_sentences(said, others, words, _SPEAKS_OF_LINES), *offers]


def _offers_of(group: LineGroup, words: RuleWords) -> list[Offer]:
    """The offers for a group of lines, the most likely one first, or nothing."""
    relations = words.relations.items()
    pairs = [pairs_family(*each) for each in relations if each[0] not in OF_WHOLE_LINES]
    pairs += [make(*each) for make in (ends_family, mirror_family) for each in relations]
    usual = (*LINES, *NUMBER_LINES, *COUNTED_LINES, *SEGMENTS)
    families = (*usual, *pairs, *line_families(words), *window_families(words))
    alone = _of_families(families, group, words)
    every = [
        *_with_properties(alone, group, words),
        *together(alone, words, group.colour, group.drawing.board),
        *alone,
    ]
    return with_those_of_all(every, words, group.colour.is_vivid)


def _of_families(families: Iterable[LineFamily], group: LineGroup, words: RuleWords) -> list[Offer]:
    """The offers of these families for a group of lines, the most likely one first."""
    found = []
    for order, family in enumerate(families):
        said = words.about(family.key, family.denied)
        for rank, about in enumerate(_by_colour(said, group.colour, words)):
            seen = evidence(about, family.colours, group.colour, words)
            if seen.score > 0 and (seen.sentences or not family.needs_words):
                offers = _offers(family, group, words, seen)
                found += [(seen.score, -order - rank / 9, offer) for offer in offers]
    found.sort(key=lambda each: each[:2], reverse=True)
    return [offer for _, _, offer in found]


def _with_properties(
    offers: Sequence[Offer], group: LineGroup, words: RuleWords
) -> Iterator[Offer]:
    """The offers for lines that sentences call by their noun: "thermometers sum to 9"."""
    for one in offers[:MOST_TOGETHER]:
        for other in _of_families(line_families(words, one.noun), group, words):
            yield joint(one, other, one.sentences | other.sentences)


def _by_colour(about: frozenset[int], colour: Colour, words: RuleWords) -> list[frozenset[int]]:
    """The sentences, those of each word for the colour by themselves if there are several words.

    A red line may be called pink. If there is a sentence about each, it is about one of them.
    """
    named = {n: words.colours(n) for n in about}
    fitting = {word for each in named.values() for word in each if colour.is_called(word)}
    if len(fitting) < 2:
        return [about]
    found = [
        frozenset(n for n, each in named.items() if word in each or not each)
        for word in sorted(fitting, key=lambda word: (colour.distance(word), word))
    ]
    return [*dict.fromkeys(found), about]


@dataclass(frozen=True)
class Evidence:
    """How likely lines or marks of a colour are of a family, and the sentences that say so.

    A sentence about lines of another colour says so only if no other sentence does.
    """

    score: int
    sentences: frozenset[int]
    is_of_another_colour: bool


def evidence(
    about: Collection[int], usual: Collection[str], colour: Colour, words: RuleWords
) -> Evidence:
    """What speaks for a family: sentences about it, and its usual colours."""
    found: dict[int, int] = {}
    for number in about:
        named = words.colours(number)
        fits = any(map(colour.is_called, named))
        found[number] = SAID + (COLOUR_SAID if fits else OTHER_COLOUR if named else 0)
    score = max(found.values(), default=0)
    said = frozenset(n for n, weight in found.items() if weight >= min(score, SAID))
    more = USUAL if any(map(colour.is_called, usual)) else 0
    return Evidence(score + more, said, 0 < score < SAID)


def _offers(
    family: LineFamily, group: LineGroup, words: RuleWords, seen: Evidence
) -> Iterator[Offer]:
    """The group as lines of a family: as they are drawn, and joined where they touch."""
    chosen = sentences_about(group.colour, words, seen.sentences)
    others = sorted(seen.sentences.difference(chosen))
    number, same = words.numbered(family.key, [*chosen, *others])
    seen = replace(seen, sentences=same)
    text = "\n".join(words.lower[n] for n in chosen)
    paths = group.paths(text, number)
    if paths is None:
        return
    built = [family.of_all(paths)] if family.of_all else [family.build(path) for path in paths]
    marks = {n for path in paths for mark in _explained(family, path) for n in mark.numbers}
    parts = group.parts | marks
    yield from _offer(family, built, parts, seen, len(paths))
    if family.joins == "tree" and _touch(paths):
        yield from _offer(family, [region_sums(paths)], parts, seen, 1)
    elif family.joins in ("chain", "set"):
        joined = joined_paths(paths, family.joins == "set")
        if len(joined) < len(paths):
            built = [family.build(path) for path in joined]
            yield from _offer(family, built, parts, seen, len(joined))


def _offer(
    family: LineFamily,
    built: Sequence[Sequence[str] | None],
    parts: frozenset[int],
    seen: Evidence,
    count: int,
) -> Iterator[Offer]:
    """The offer of these lines of rules, unless one of them cannot be built."""
    if all(each is not None for each in built):
        lines = tuple(line for each in built for line in each or ())
        is_doubtful = seen.is_of_another_colour
        yield Offer(family.noun, count, lines, parts, seen.sentences, is_doubtful)


def _touch(paths: Sequence[MarkedLine]) -> bool:
    """Whether two lines share a cell."""
    cells = [cell for path in paths for cell in path.distinct]
    return len(set(cells)) < len(cells)


def sentences_about(colour: Colour, words: RuleWords, sentences: Collection[int]) -> list[int]:
    """The sentences that name this colour, or else those that name none, or else all."""
    named = {number: words.colours(number) for number in sorted(sentences)}
    same = [n for n, colours in named.items() if any(map(colour.is_called, colours))]
    return same or [n for n, colours in named.items() if not colours] or list(named)


def _explained(family: LineFamily, path: MarkedLine) -> list[DrawnMark]:
    """The marks on a line that belong to it."""
    ends = path.cells if family.marks in ("ends", "diamonds") else (path.cells[0], path.cells[-1])
    if family.marks == "middle":
        return _in_the_middle(path)
    if family.marks == "box centre":
        centre = box_centre(path)
        mark = None if centre is None else path.mark_at(centre, "circle")
        return [] if mark is None else [mark]
    shapes = {"ends": ("circle",), "diamonds": ("diamond",), "start": ("circle", "diamond")}
    shapes |= {"two ends": ("circle",)}
    found = [path.mark_at(cell, *shapes.get(family.marks, ())) for cell in ends]
    if family.marks == "start" and not any(_is_of(path, mark) for mark in found):
        found = [mark for cell in ends if (mark := path.bulb_at(cell))] or found
    if family.marks == "start" and not any(found):
        found = [path.mark_at(cell, "circle") for cell in path.bulbs]
    known = [mark for mark in found if mark is not None]
    return [*known, *(more for mark in known for more in path.on_top_of(mark))]


def _is_of(path: MarkedLine, mark: DrawnMark | None) -> bool:
    """Whether a mark has the colour of a line."""
    return mark is not None and mark.fill.key == path.line.colour.key


def _in_the_middle(path: MarkedLine) -> list[DrawnMark]:
    """The small marks in the middle of a line: in a cell, or between two that touch anyhow."""
    last = len(path.cells) - 1
    places = map(path.drawing.board.row_column, (path.cells[last // 2], path.cells[-1 - last // 2]))
    (r, c), (row, column) = places
    middle = (r + row + 1) / 2, (c + column + 1) / 2
    return [
        mark
        for mark in path.drawing.marks
        if mark.shape != "text"
        and not mark.text
        and mark.size < 0.7
        and hypot(mark.centre[0] - middle[0], mark.centre[1] - middle[1]) < _NEAR
    ]


def joined_paths(paths: Sequence[MarkedLine], as_sets: bool) -> list[MarkedLine]:
    """The lines, with those that touch joined: at their ends to a line, or to a set of cells."""
    chains: list[tuple[int, ...]] = []
    for path in paths:
        chain = path.cells
        for each in chains[:]:
            both = tuple(dict.fromkeys((*each, *chain)))
            longer = both if as_sets else _chained(each, chain)
            if longer and set(each) & set(chain):
                chains.remove(each)
                chain = longer
        chains.append(chain)
    return [replace(path, cells=chain) for path, chain in zip(paths, chains, strict=False)]


def _chained(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """Two lines that share an end as one line, or nothing."""
    for first in (one, one[::-1]):
        for second in (other, other[::-1]):
            if first[-1] == second[0] and not set(first) & set(second[1:]):
                return first + second[1:]
    return ()


def marks_in_cells(drawing: Drawing) -> Marks:
    """The discs and diamonds in each cell, the upper ones last."""
    found: dict[int, list[DrawnMark]] = {}
    for mark in drawing.marks:
        cell = drawing.board.cell_at.get(mark.place)
        is_end = mark.is_in_cell and mark.shape in ("circle", "diamond") and not mark.text
        if is_end and cell is not None:
            found.setdefault(cell, []).append(mark)
    return found


def to_discs(line: DrawnLine, marks: Marks) -> tuple[Place, ...]:
    """The cells of a line, with those of the discs at whose borders it ends."""
    places = line.places
    discs = [mark for found in marks.values() for mark in found if mark.shape == "circle"]
    for end, at in ((line.points[0], 0), (line.points[-1], -1)):
        near = [
            mark.place
            for mark in discs
            if hypot(end[0] - mark.centre[0], end[1] - mark.centre[1]) < mark.size / 2 + _GAP
        ]
        if len(near) == 1 and near[0] not in places and _touch_at_edge(near[0], places[at]):
            places = (near[0], *places) if at == 0 else (*places, near[0])
    return places


def _touch_at_edge(one: Place, other: Place) -> bool:
    """Whether two cells share an edge."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def groups_of(drawing: Drawing) -> list[LineGroup]:
    """The lines of the board, in groups that look alike and end alike."""
    drawn = [line for line in drawing.lines if not line.has_head and _is_long(drawing, line)]
    lines, beneath = without_outlines(drawn)
    marks = marks_in_cells(drawing)
    by_look: dict[tuple[object, ...], list[DrawnLine]] = {}
    for line in lines:
        by_look.setdefault((line.colour.key, round(line.thickness / 3)), []).append(line)
    found: list[LineGroup] = []
    for alike in by_look.values():
        by_ends: dict[frozenset[str], list[DrawnLine]] = {}
        for connected in _connected(alike):
            ends = frozenset(end for line in connected for end in _ends(drawing, marks, line))
            by_ends.setdefault(ends, []).extend(connected)
        found += [LineGroup(drawing, tuple(each), beneath) for each in by_ends.values()]
    return found


def _is_long(drawing: Drawing, line: DrawnLine) -> bool:
    """Whether a line has two cells of the board or more, and is not a sign between two cells."""
    places = line.places
    return len(places) > 1 and line.number not in {mark.numbers[0] for mark in drawing.signs}


def _ends(drawing: Drawing, marks: Marks, line: DrawnLine) -> Iterator[str]:
    """The shapes of the marks at both ends of a line, and whether they are filled like it."""
    for place in (line.places[0], line.places[-1]):
        for mark in marks.get(drawing.board.cell_at.get(place, -1), ()):
            same = mark.fill.key == line.colour.key
            yield f"{mark.shape}{' of the line' if same else ''}"


def _connected(lines: Sequence[DrawnLine]) -> list[list[DrawnLine]]:
    """The lines, in groups that share cells."""
    groups: list[tuple[set[object], list[DrawnLine]]] = []
    for line in lines:
        cells: set[object] = set(line.places)
        members = [line]
        for group in [each for each in groups if each[0] & cells]:
            groups.remove(group)
            cells |= group[0]
            members = group[1] + members
        groups.append((cells, members))
    return [members for _, members in groups]


def without_outlines(
    lines: Sequence[DrawnLine],
) -> tuple[list[DrawnLine], dict[int, tuple[int, ...]]]:
    """The lines without thicker ones beneath them on the same way, which are their outlines."""
    kept: dict[tuple[object, ...], DrawnLine] = {}
    beneath: dict[int, tuple[int, ...]] = {}
    rest: list[DrawnLine] = []
    for line in sorted(lines, key=lambda each: (each.thickness, each.number)):
        way = min(line.places, line.places[::-1])
        top = kept.get(way)
        if top is None or top.thickness == line.thickness or line.colour.is_vivid:
            kept.setdefault(way, line)
            rest.append(line)
        else:
            beneath[top.number] = (*beneath.get(top.number, ()), line.number)
    return sorted(rest, key=lambda each: each.number), beneath
