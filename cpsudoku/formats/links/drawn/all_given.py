"""Sentences such as "All possible dots are given": unmarked pairs of cells lack the relation."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.distances.neighbours import lines_of
from cpsudoku.core.constraints.pairs.xv import PairSum
from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.drawn.figures import Drawing
from cpsudoku.formats.links.drawn.offers import Offer
from cpsudoku.formats.links.drawn.sayings import is_relation
from cpsudoku.formats.links.drawn.sentences import RuleWords

_DOTS = re.compile(r"dots?\b|kropki|circles?\b|bubbles?\b")
_OF_LINES = re.compile(r"\blines?\b")
_COLOURS = re.compile(r"white|black")
_DOT_NOUNS = {"white dot", "black dot", "white or black dot"}
_DIFFERENCES = re.compile(r"\bdifferences? of \d(?:(?:,| and| or)* \d)*\b")
_WHITE = re.compile(r"white ?(\d*):")
_RELATION = re.compile(r"pair ([^:]+):")
_SUMS = {"V": 5, "X": 10}
_X, _V = r"\b'?xs?\b|\bx's", r"\b'?vs?\b|\bv's"


def negative_questions(
    words: RuleWords,
    drawing: Drawing,
    read: Sequence[Constraint],
    drawn: Sequence[Sequence[Offer]],
) -> Iterator[list[Offer]]:
    """The offers for sentences such as "All possible dots are given".

    They come last, because they depend on the marks that were accepted before. ``drawn`` are the
    offers for the marks.
    """
    for number, own in enumerate(words.lower):
        if not words.is_about_all(number):
            continue
        before = words.lower[number - 1] if number else ""
        if _OF_LINES.search(own) and not marks_in(own):
            continue
        named = _DIFFERENCES.search(own)
        if named:
            if set(re.findall(r"\d", named[0])) == _numbers_of_white(drawn, read):
                yield [
                    Offer(
                        "negative white", 0, ("negative white",), frozenset(), frozenset((number,))
                    )
                ]
            continue
        text = own if marks_in(own) else before
        colours = words.colours(number)
        some = list(_of_colours(drawn, colours, drawing))
        known = {offer.noun for offers in some for offer in offers}
        if not _are_others(colours):
            known |= {f"{rule.name} dot" for rule in read}
        defined = _defined_dots(words, text, drawing, read)
        known |= {f"{name} dot" for name in defined}
        about = frozenset((number,)) | _definitions(words, marks_in(text), known)
        about |= frozenset().union(*map(words.about, defined))
        if defined and marks_in(text).issuperset(defined):
            yield [
                Offer(
                    f"negative {' and '.join(defined)}",
                    0,
                    (f"negative {' '.join(defined)}",),
                    frozenset(),
                    about,
                )
            ]
            continue
        found = list(
            _negatives_of(text, frozenset(known), _unmarked(drawing, some), drawing.board, read)
        )
        if found:
            yield [Offer(noun, 0, lines, frozenset(), about) for noun, lines in found]


def _numbers_of_white(
    drawn: Sequence[Sequence[Offer]], read: Sequence[Constraint]
) -> frozenset[str]:
    """The differences of all white dots."""
    lines = [*map(line_of, read), *(line for offers in drawn for line in offers[0].lines)]
    found = filter(None, map(_WHITE.match, lines))
    return frozenset(each[1] or "1" for each in found)


def _negatives_of(
    text: str,
    known: frozenset[str],
    others: tuple[str, ...],
    board: Board,
    read: Sequence[Constraint],
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The nouns and lines for the marks that a sentence names.

    known: the nouns of the marks that there are; others: the lines for those that are no Kropki
    dots. Dots without a colour are all that there are.
    """
    is_general = bool(_DOTS.search(text)) and not _COLOURS.search(text)
    if not is_general:
        yield from _negatives(marks_in(text), False, board, read)
    elif not known.isdisjoint(_DOT_NOUNS):
        for noun, lines in _negatives(marks_in(text), True, board, read):
            yield noun, (*lines, *others)
    elif others:
        yield "negative marks", others


def _defined_dots(
    words: RuleWords, text: str, drawing: Drawing, read: Sequence[Constraint]
) -> tuple[str, ...]:
    """The dots that sentences define and a sentence names, if no dot at all is drawn or read."""
    is_drawn = any(mark.edge is not None for mark in drawing.marks)
    if is_drawn or not _DOTS.search(text) or any(rule.name in ("white", "black") for rule in read):
        return ()
    return tuple(
        each for each in ("white", "black") if each in marks_in(text) and words.about(each)
    )


def _are_others(colours: frozenset[str]) -> bool:
    """Whether there are colours, and none of them is that of Kropki dots."""
    return bool(colours) and colours.isdisjoint(("white", "black"))


def _of_colours(
    drawn: Sequence[Sequence[Offer]], colours: frozenset[str], drawing: Drawing
) -> Iterator[Sequence[Offer]]:
    """The offers for marks of these colours, or all if these are not other ones than usual."""
    for offers in drawn:
        own = [
            colour
            for mark in drawing.marks
            if offers[0].parts.issuperset(mark.numbers)
            for colour in (mark.fill, mark.border)
            if colour.is_seen
        ]
        if not _are_others(colours) or any(c.is_called(word) for c in own for word in colours):
            yield offers


def _unmarked(drawing: Drawing, drawn: Sequence[Sequence[Offer]]) -> tuple[str, ...]:
    """The lines that pairs of cells without any mark have none of the relations of these marks."""
    marked = {
        frozenset(drawing.cells(mark.edge) or ()) for mark in drawing.marks if mark.edge is not None
    }
    lines = lines_of("edge", drawing.board)
    runs = [run for line in lines for run in _runs(line, marked)]
    named = "; ".join(map(drawing.named, runs))
    found = (_RELATION.match(offers[0].lines[0]) for offers in drawn if is_dot(offers[0].noun))
    return tuple(f"pair not ({each[1]}): {named}" for each in found if each and named)


def is_dot(noun: str) -> bool:
    """Whether marks with this noun say a relation of two cells."""
    return noun.endswith(" dot") and is_relation(noun)


def _definitions(
    words: RuleWords, names: Collection[str], known: Collection[str]
) -> frozenset[int]:
    """The sentences about X and V of which all are given, if there are none at all."""
    is_there = bool({"X or V", "xv dot"} & set(known))
    return words.about("xv") if names == {"X", "V"} and not is_there else frozenset()


def marks_in(text: str) -> set[str]:
    """The marks that a sentence names: white, black, X and V."""
    found = {word for word in ("white", "black") if word in text}
    if not found and _DOTS.search(text):
        found = {"white", "black"}
    found |= {"X"} if re.search(_X, text) else set()
    found |= {"V"} if re.search(_V, text) else set()
    return found | ({"X", "V"} if "xv" in text else set())


def _negatives(
    names: Collection[str], is_general: bool, board: Board, read: Sequence[Constraint]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The nouns and lines for all marks that a sentence names.

    If it says dots without a colour, these may be those of one colour only.
    """
    marks = [name for name in ("white", "black") if name in names]
    signs = [sign for sign in _SUMS if sign in names]
    both = [*marks, "xv"] if len(signs) > 1 else marks
    lines = [f"negative {' '.join(both)}"] if both else []
    if len(signs) == 1:
        lines += _no_sums(_SUMS[signs[0]], board, read)
        both = [*marks, *signs]
    if lines:
        yield f"negative {' and '.join(both)}", tuple(lines)
    for mark in marks if is_general and len(marks) > 1 and not signs else ():
        yield f"negative {mark}", (f"negative {mark}",)


def _no_sums(total: int, board: Board, read: Sequence[Constraint]) -> list[str]:
    """All V are given, or all X: neighbours in a row or column without a sign have other sums."""
    marked = {frozenset(rule.cells) for rule in read if isinstance(rule, PairSum)}
    runs = [run for line in lines_of("edge", board) for run in _runs(line, marked)]
    named = "; ".join(" ".join(map(board.cell_name, run)) for run in runs)
    return [f"pair a+b!={total}: {named}"] if named else []


def _runs(line: Sequence[int], marked: Collection[frozenset[int]]) -> Iterator[list[int]]:
    """The parts of a line between marked pairs, if they have two cells or more."""
    run = [line[0]]
    for one, other in pairwise(line):
        if frozenset((one, other)) in marked:
            if len(run) > 1:
                yield run
            run = []
        run.append(other)
    if len(run) > 1:
        yield run
