"""Guesses for rules that are only said in words, and what the words say about the rules read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.pairs.xv import PairSum
from cpsudoku.formats.links.drawn.figures import Drawing
from cpsudoku.formats.links.drawn.line_families import NOT_STRICT
from cpsudoku.formats.links.drawn.offers import Offer
from cpsudoku.formats.links.drawn.sentences import RuleWords, searched

# For each rule that a reader may have found, what sentences about it contain.
ABOUT_RULES = {
    "killer": r"\bcages?\b|killer",
    "sum": r"\bcages?\b|killer",
    "calculation": r"\bcages?\b|kenken|calcudoku|operation|operator|product|multipl|quotient",
    "xv": r"\bxv\b|\b[xv]'?s?\b|roman",
    "anti-knight": r"knight",
    "anti-king": r"\bking(?!d)|anti-?king",
    "diagonals": r"diagonal",
    "windows": r"windoku|window",
    "non-consecutive": r"consecutive",
    "disjoint-groups": r"disjoint|same (relative )?(position|place)",
    "white": (
        r"white|kropki|\bdots?\b|consecutive.{0,60}(circle|bubble|mark|bar)|"
        r"(circle|bubble|mark|bar).{0,60}consecutive|difference (of|between)"
    ),
    "black": r"black|kropki|ratio|dots?\b",
    "negative": (
        r"\ball\b.{0,40}\b(dots?|marks?|xs?|vs?|xvs?|signs?|pairs?|clues?|kropki)\b|negative|"
        r"no other"
    ),
    "thermo": r"thermo|bulb",
    "slow-thermo": r"thermo|bulb",
    "arrow": r"\barrows?\b|circle|pill",
    "palindrome": r"palindrom|reads?\b",
    "renban": r"renban|\blines?\b.{0,60}consecutive|consecutive.{0,60}\blines?\b",
    "whispers": r"whisper|differ.{0,40}(at least|or more|minimum|no less)",
    "between": r"between",
    "region-sum": (
        r"region.?sum|box.?sum|(region|box|segment)\w*.{0,60}(sum|total)|"
        r"(sum|total).{0,60}(region|box|segment)|same sum"
    ),
    "little-killer": r"diagonal|little",
    "quadruple": r"quad|surround|corner|circle",
    "odd": r"\bodd\b",
    "even": r"\beven\b",
    "zipper": r"zipper|distance",
    "sandwich": r"sandwich|between .{0,30}\b(1|one|0)\b",
    "x-sum": r"x-?sum|first [xn]\b",
    "skyscraper": r"skyscraper|building|visible",
    "region": r"region|repeat|once|cells",
    "clone": r"clone|(same|identical) (digits|shapes?|order|position)",
    "minimum": (
        r"minim|(less|smaller|lower)\b.{0,60}(adjacent|neighbou?r|surround|orthogonal|touch)"
    ),
    "maximum": (
        r"maxim|"
        r"(greater|larger|higher|bigger)\b.{0,60}(adjacent|neighbou?r|surround|orthogonal|touch)"
    ),
    "column-indexer": (
        r"index|159|\bcolumns?\b.{0,80}(position|indicat|where)|"
        r"(position|indicat|where).{0,80}\bcolumns?\b"
    ),
    "row-indexer": (
        r"index|159|\brows?\b.{0,80}(position|indicat|where)|"
        r"(position|indicat|where).{0,80}\brows?\b"
    ),
    "box-indexer": r"\bbox(es)?\b|index",
    "counting-circles": r"circle",
    "double-arrow": r"\barrows?\b|circle",
    "lockout": r"lockout|between|diamond",
    "sequence": r"sequence|(same|constant|equal|common) difference",
    "entropic": r"entrop|low\b",
    "modular": r"modular|remainder|\bmod\b",
    "numbered-room": r"room|\bnth\b|position",
    "frame-sum": r"frame|first (two|three|2|3)\b",
    "greater": r"inequal|greater.than|less.than|\bsigns?\b|\b(points?|opens?)\b",
}
# What sentences about a rule do not say, although they have its subject.
DENIED = {
    "thermo": NOT_STRICT,
    "killer": r"\b(may|can) (also )?repeat",
    "sum": r"(not|n't|never|no|without) (be )?repeat|non-?repeat|unique",
}
_APART = r"(adjacent|neighbou?r\w*|touch\w*|next to|orthogonal\w*)"
_NEVER = r"(not|n't|never|no|non|nor|without)\b"
_RULES = (
    (
        "non-consecutive",
        rf"non.?consecutive|{_APART}.{{0,60}}{_NEVER}.{{0,40}}consecutive|"
        rf"{_NEVER}.{{0,40}}consecutive.{{0,40}}{_APART}|consecutive.{{0,60}}{_NEVER}.{{0,40}}{_APART}",
        ("non-consecutive", "non-consecutive everywhere"),
    ),
    (
        "disjoint groups",
        r"disjoint|same (relative )?(position|place|location|spot)",
        ("disjoint-groups",),
    ),
    (
        "diagonals",
        rf"diagonals?\b.*(repeat|once|different|1 ?(-|to|through) ?\d)|{_NEVER}.*repeat.*diagonal|"
        r"x-?sudoku|sudoku.?x\b",
        ("diagonals", "diagonals falling", "diagonals rising"),
    ),
    ("windows", r"windoku|four (extra|shaded|grey) ", ("windows",)),
    ("anti-knight", r"knight", ("anti-knight",)),
    ("anti-king", r"\bking(?!d)", ("anti-king",)),
)
_OF_LINES = r"\bline|\bthermo|\barrow|\bcage|\bpath|outside"
_ALL = (
    r"\ball\b(?! digits).{0,60}\b(given|shown|marked|indicated|present|drawn|clued)\b|"
    r"\bno other\b|negative (constraint|rule)"
)
_X, _V = r"\b'?xs?\b|\bx's", r"\b'?vs?\b|\bv's"


def word_questions(
    words: RuleWords, drawing: Drawing, read: Sequence[Constraint]
) -> Iterator[list[Offer]]:
    """The offers for rules without a drawing, or with lines on the diagonals."""
    known = {rule.name for rule in read}
    for noun, pattern, lines in _RULES:
        sentences = {n for n in words.about(pattern) if not searched(_OF_LINES, words.lower[n])}
        if sentences and lines[0] not in known:
            parts = _on_diagonals(drawing) if noun == "diagonals" else frozenset[int]()
            yield [Offer(noun, 0, (line,), parts, frozenset(sentences)) for line in lines]


def _on_diagonals(drawing: Drawing) -> frozenset[int]:
    """The lines from corner to corner of a square board."""
    size = drawing.board.size
    ends = ({(0, 0), (size, size)}, {(0, size), (size, 0)})
    return frozenset(
        line.number
        for line in drawing.lines
        if {(_end(r, size), _end(c, size)) for r, c in (line.points[0], line.points[-1])} in ends
    )


def _end(part: float, size: int) -> int:
    """The border of the board near a row or column; -1 if there is none."""
    return 0 if -0.2 < part < 0.7 else size if size - 0.7 < part < size + 0.2 else -1


def negative_questions(
    words: RuleWords, board: Board, read: Sequence[Constraint]
) -> Iterator[list[Offer]]:
    """The offers for sentences such as "All possible dots are given".

    They come last, because they depend on the marks that were accepted before.
    """
    for number in sorted(words.about(_ALL)):
        text = words.lower[number]
        if text.startswith("not all") or re.search(r"\bnot (all|every|necessarily)\b", text):
            continue
        names = marks_in(text) or marks_in(words.lower[number - 1] if number else "")
        offers = [*_negatives(names), *_no_sums(names, board, read)]
        if offers:
            about = frozenset((number,))
            yield [Offer(noun, 0, lines, frozenset(), about) for noun, lines in offers]


def marks_in(text: str) -> set[str]:
    """The marks that a sentence names: white, black, X and V."""
    found = {word for word in ("white", "black") if word in text}
    if not found and re.search(r"dots?\b|kropki|circles?\b|bubbles?\b", text):
        found = {"white", "black"}
    found |= {"X"} if re.search(_X, text) else set()
    found |= {"V"} if re.search(_V, text) else set()
    return found | ({"X", "V"} if "xv" in text else set())


def _negatives(names: Collection[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    marks = [name for name in ("white", "black") if name in names]
    if {"X", "V"} & set(names):
        marks.append("xv")
    if marks:
        yield f"negative {' and '.join(marks)}", (f"negative {' '.join(marks)}",)
    for mark in marks[:2] if len(marks) > 1 else ():
        yield f"negative {mark}", (f"negative {mark}",)


def _no_sums(
    names: Collection[str], board: Board, read: Sequence[Constraint]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """All V are given, or all X: neighbours in a row or column without a sign have other sums."""
    for sign, total in (("V", 5), ("X", 10)):
        if sign in names:
            marked = {frozenset(rule.cells) for rule in read if isinstance(rule, PairSum)}
            runs = [run for line in _lines_of(board) for run in _runs(line, marked)]
            named = "; ".join(" ".join(map(board.cell_name, run)) for run in runs)
            if named:
                yield f"negative {sign}", (f"pair a+b!={total}: {named}",)


def _lines_of(board: Board) -> Iterator[list[int]]:
    """The cells of each row and each column of places, where they touch."""
    for step in ((0, 1), (1, 0)):
        for place, cell in board.cell_at.items():
            if (place[0] - step[0], place[1] - step[1]) not in board.cell_at:
                line = [cell]
                while (place := (place[0] + step[0], place[1] + step[1])) in board.cell_at:
                    line.append(board.cell_at[place])
                yield line


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


def about_rule(words: RuleWords, name: str) -> frozenset[int]:
    """The sentences with the subject of a rule."""
    return words.about(ABOUT_RULES.get(name, rf"\b{re.escape(name)}"), DENIED.get(name, ""))
