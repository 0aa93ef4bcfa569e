"""Guesses for rules that are only said in words, and what the words say about the rules read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.distances.neighbours import lines_of
from cpsudoku.formats.links.drawn.board_patterns import (
    drawn_diagonals,
    on_diagonals,
    pattern_questions,
)
from cpsudoku.formats.links.drawn.figures import Drawing
from cpsudoku.formats.links.drawn.line_families import with_numbers
from cpsudoku.formats.links.drawn.offers import Offer
from cpsudoku.formats.links.drawn.said_rules import questions_of_groups
from cpsudoku.formats.links.drawn.sentences import RuleWords
from cpsudoku.formats.links.drawn.wrapped_boards import torus_questions

_EVERYWHERE = (
    ("non-consecutive", ("non-consecutive", "non-consecutive everywhere")),
    ("disjoint-groups", ("disjoint-groups",)),
    ("diagonals", ("diagonals", "diagonals falling", "diagonals rising")),
    ("windows", ("windows",)),
    ("anti-knight", ("anti-knight",)),
    ("anti-king", ("anti-king",)),
    ("anti-camel", ("offset 1,3",)),
    ("anti-zebra", ("offset 2,3",)),
    ("anti-giraffe", ("offset 1,4",)),
    ("yin-yang", ("yin-yang",)),
)
_NINE = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_ORDINAL = re.compile(rf"\b({'|'.join(_NINE)}) column\b")
_COLUMNS = re.compile(r"\bcolumns? ((?:\d(?:,? ?and |, ?)?)+)")
_EVERY_COLUMN = re.compile(r"\bthe nth column\b[^.]*\b(?:digit )?n (?:is|appears)\b")
_ITS_COLUMN = re.compile(r"\bwh(?:at|ich) column (\d) is in\b")
_BRACKETS = re.compile(r"\([^()]*\)|\b(?:e\.?g|for example)\b.*|^[\d\s,-]+:")
_OF_LINES = r"\bline|\bthermo|\barrow|\bcage|\bpath|outside"
# "The positive diagonal" is a main one, "every positive diagonal" is any.
_ONE_DIAGONAL = r"\bthe (?:main )?(?:positive|negative) diagonal\b"
_OF_MARKS = (
    rf"{_OF_LINES}|{_ONE_DIAGONAL}|\bdots?\b|circle|marked|indicated|joined|connected|shaded|"
    r"(?<!difference )between"
)
# A star battle is about all houses, and about stars that touch.
_STAR_BATTLE = (r"\brows?\b", r"\bcol", r"\bbox|\bregion|3x3", r"touch|adjacent|neighbour|neighbor")
# The second symbols differ in all houses, and no pair of symbols repeats.
_EULER = (r"\brows?\b", r"\bcol", r"\bcombination|\bpair")


def word_questions(
    words: RuleWords, drawing: Drawing, read: Sequence[Constraint]
) -> Iterator[list[Offer]]:
    """The offers for rules without a drawing, or with lines on the diagonals."""
    known = {rule.name for rule in read}
    for noun, lines in _EVERYWHERE:
        parts = on_diagonals(drawing) if noun == "diagonals" else frozenset[int]()
        sentences = words.about(noun, "" if parts else _OF_LINES)
        if sentences and lines[0] not in known:
            yield [Offer(noun, 0, (line,), parts, sentences) for line in lines]
    drawn = frozenset[int]() if words.sentences else on_diagonals(drawing)
    if drawn:
        yield [Offer("diagonals", 0, (drawn_diagonals(drawing, drawn),), drawn)]
    yield from _indexed_columns(words)
    yield from questions_of_groups(words, drawing, read)
    stars = words.about("star-battle", _OF_LINES)
    said = " ".join(words.lower[n] for n in stars)
    if not all(re.search(each, said) for each in _STAR_BATTLE):
        stars = frozenset()
    for number in sorted({each for n in stars for each in words.said[n].numbers("star-battle")}):
        yield [Offer("star-battle", 0, (f"star-battle {number}",), frozenset(), stars)]
    runs = words.about("no three of a parity", _OF_MARKS)
    if runs and len(drawing.board.values) < 10:
        pattern = _without_runs(drawing.board)
        rows = lines_of("edge", drawing.board)
        rules = (f"line {pattern}: {drawing.named(row)}" for row in rows)
        yield [Offer("no three of a parity", 0, tuple(rules), frozenset(), runs)]
    yield from _digit_sets(words, drawing.board)
    yield from _euler(words, drawing.board)
    yield from pattern_questions(words, drawing, read)
    yield from torus_questions(words, read, drawing.board)
    for name, relation in words.relations.items():
        for pairs, way in WAYS_OF_PAIRS.items():
            key = f"{name} {pairs}"
            about = {n for n in words.about(key, _OF_MARKS) if not words.colours(n)}
            numbers = sorted({each for n in about for each in words.said[n].numbers(key)}, key=int)
            if about and (numbers or "{n}" not in relation):
                line = f"neighbours {way} {with_numbers(relation, '|'.join(numbers))}"
                centre = _of_centre(words, about, numbers) if name == "pair sum" else ()
                yield [Offer(key, 0, (line, *centre), frozenset(), frozenset(about))]


def _digit_sets(words: RuleWords, board: Board) -> Iterator[list[Offer]]:
    """The offer that all rows, columns and boxes have the same digits, fewer than there are."""
    number, same = words.numbered("digit-set", sorted(words.about("digit-set", _OF_LINES)))
    rows = {len(each.cells) for each in (*board.houses, *board.groups) if each.kind == "row"}
    if same and len(rows) == 1 and number in ("", *map(str, rows)) and max(rows) < board.size:
        yield [Offer("digit-set", 0, ("digit-set",), frozenset(), same)]


def _euler(words: RuleWords, board: Board) -> Iterator[list[Offer]]:
    """The offer for second symbols. As no rule names any of them, the first row has them in order.

    Otherwise each solution would be there several times, with other names of the symbols.
    """
    about = words.about("euler", _OF_LINES)
    said = " ".join(words.lower[number] for number in about)
    if about and all(re.search(each, said) for each in _EULER) and board.size < 10:
        first, rest = "".join(map(str, board.values)), "." * board.size
        rows = "/".join((first, *(rest for _ in range(board.size - 1))))
        yield [Offer("euler", 0, (f"euler: {rows}",), frozenset(), about)]


def _indexed_columns(words: RuleWords) -> Iterator[list[Offer]]:
    """The offer for columns whose digits are the places of one digit each, the column's number."""
    about, size = words.about("indexed column", _OF_MARKS), len(words.board.values)
    found = {n: _columns_in(words.lower[n], size) for n in about}
    sentences = frozenset(n for n in found if found[n] or words.said[n].is_example)
    columns = sorted({column for n in sentences for column in found[n]})
    if columns:
        lines = tuple(f"column-indexer: column {column}" for column in columns)
        yield [Offer("indexed column", len(columns), lines, frozenset(), sentences)]


def _columns_in(text: str, size: int) -> set[int]:
    """The columns that a sentence names, if it is about their own digits, and about no others."""
    if _EVERY_COLUMN.search(text):
        return set(range(1, size + 1))
    text = _ITS_COLUMN.sub(r"which column has \1", text)
    text = _BRACKETS.sub("", _ORDINAL.sub(lambda each: f"column {_NINE.index(each[1]) + 1}", text))
    columns = [set(map(int, re.findall(r"\d", each[1]))) for each in _COLUMNS.finditer(text)]
    others = set(map(int, re.findall(r"\d", _COLUMNS.sub("", text))))
    named = set().union(*columns)
    return named if named == others and 0 not in named else set()


def _without_runs(board: Board) -> str:
    """The pattern of digits of which no three in a row are all odd or all even."""
    odd, even = ("".join(str(n) for n in board.values if n % 2 == rest) for rest in (1, 0))
    return f"[{even}]?[{even}]?([{odd}][{odd}]?[{even}][{even}]?)*[{odd}]?[{odd}]?"


def _of_centre(words: RuleWords, about: Collection[int], sums: Sequence[str]) -> Iterator[str]:
    """The line that twice the digit in the centre has one of the sums, if sentences say this."""
    board = words.board
    centre = board.cell_at.get((board.height // 2, board.width // 2))
    is_odd = board.height % 2 and board.width % 2
    if is_odd and centre is not None and any("counts twice" in words.lower[n] for n in about):
        halves = (str(int(each) // 2) for each in sums if int(each) % 2 == 0)
        yield f"only {','.join(halves)}: {board.cell_name(centre)}"


# For each kind of pairs, the word of the rule ``neighbours`` for it.
WAYS_OF_PAIRS = {
    "of neighbours": "edge",
    "of row neighbours": "rows",
    "of column neighbours": "columns",
    "of diagonal neighbours": "corner",
    "of rising diagonal neighbours": "rising",
    "of falling diagonal neighbours": "falling",
    "of all neighbours": "king",
    "of knight's moves": "knight",
    "of opposite cells": "half-turn",
}
