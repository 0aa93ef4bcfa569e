"""Guesses for drawn cages: by their texts, and by what the sentences say about cages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.formats.links.calculations import calculation_of
from cpsudoku.formats.links.drawn.cage_families import FAMILIES, SaidCages
from cpsudoku.formats.links.drawn.dice import DICE
from cpsudoku.formats.links.drawn.figures import Drawing, DrawnCage
from cpsudoku.formats.links.drawn.group_families import cage_offers
from cpsudoku.formats.links.drawn.offers import Offer, equal_sums
from cpsudoku.formats.links.drawn.sentences import RuleWords

_DIFFERENT = re.compile(r"repeat|different|unique|distinct|once")
_MAY_REPEAT = re.compile(r"\b(?:may|can|allowed to|possible to|with) (?:also )?repeat")
_NO_PART = -1  # the number of a cage that was read
_BRACKETS = re.compile(r"^[\[(](\d+)[\])]$")  # of a cage that shows [2]
_LETTERS = re.compile(r"[^\W\d_]{1,2}")
_BOUND = re.compile(r"(?P<sign>[<>]=|[<>≤≥]?)(?P<number>\d{1,3}|\?{1,2})")


def cage_questions(
    drawing: Drawing, cages: Sequence[DrawnCage], words: RuleWords, read: Sequence[Constraint] = ()
) -> Iterator[list[Offer]]:
    """The offers for drawn cages, and for cages without a sum that were read.

    Those with numbers are killer cages, unless sentences say something else. Those with a number
    and a sign are calculations, those with ``<12`` or ``??`` have bounds, and those without a text
    may be regions.
    """
    calculated = _calculations(drawing, cages, words)
    if calculated is not None:
        yield [calculated]
    known = [
        DrawnCage(_NO_PART, rule.cells, "" if rule.sum is None else str(rule.sum))
        for rule in read
        if isinstance(rule, KillerCage)
    ]
    without_sum = [cage for cage in known if not cage.text]
    offers = [*_said(drawing, [*cages, *known], words)]
    offers += _usual(drawing, cages, words)
    equal = words.about("equal cage")
    if equal and len(without_sum) > 1:
        offers.insert(0, _equal_cages(drawing, [*cages, *without_sum], words, equal))
    if offers:
        yield offers
    yield from _clones(drawing, cages, words)
    said = frozenset().union(*(offer.sentences for offer in offers))
    yield from cage_offers(drawing, [*cages, *known], words, said)


def _usual(drawing: Drawing, cages: Sequence[DrawnCage], words: RuleWords) -> Iterator[Offer]:
    """The offers for cages as killer cages, with bounds, with one sum or as regions."""
    numbered = [cage for cage in cages if cage.text.isdigit()]
    blank = [cage for cage in cages if not cage.text]
    bounded = [cage for cage in cages if _BOUND.fullmatch(cage.text)]
    about = {rule: words.about(rule) for rule in ("killer", "sum")}
    equal = words.about("equal cage")
    if len(bounded) > len(numbered) and words.about("bounded cage"):
        yield _bounds(drawing, bounded + blank, words)
    elif equal and len(blank) > 1 and not numbered:
        yield _equal_cages(drawing, blank, words, equal)
    elif equal and len(blank) > 1:
        yield _with_equal_cages(drawing, numbered, blank, words)
    elif numbered or (any(about.values()) and blank):
        both = numbered + blank
        for some in (both, numbered) if numbered and blank else (both,):
            for rule in ("killer", "sum"):
                yield _cages(drawing, some, rule, "cage", about[rule])
    elif blank:
        yield _cages(drawing, blank, "region", "extra region", words.about("region"))


def _said(drawing: Drawing, cages: Sequence[DrawnCage], words: RuleWords) -> list[Offer]:
    """The offers of the rules that sentences state for cages with a number or without a text."""
    plain = (replace(cage, text=_BRACKETS.sub(r"\1", cage.text)) for cage in cages)
    found, cages = [], [cage for cage in plain if cage.text.isdecimal() or not cage.text]
    for family in (*FAMILIES, *DICE):
        about = words.about(family.noun)
        number, same = words.numbered(family.noun, sorted(about))
        lines = family.build(SaidCages(drawing, tuple(cages), number)) if about and cages else None
        if lines:
            same |= words.about("different cage")
            more = _different(drawing, cages, words, same)
            found.append(Offer(family.noun, len(cages), (*lines, *more), _parts(cages), same))
    return found


def _parts(cages: Sequence[DrawnCage]) -> frozenset[int]:
    """The drawn parts of cages, of which some were read."""
    return frozenset(cage.number for cage in cages if cage.number != _NO_PART)


def _different(
    drawing: Drawing, cages: Sequence[DrawnCage], words: RuleWords, about: frozenset[int]
) -> list[str]:
    """The lines of regions for cages, if a sentence says that their digits differ."""
    texts = [words.lower[number] for number in about]
    if not any(_DIFFERENT.search(text) and not _MAY_REPEAT.search(text) for text in texts):
        return []
    return [f"region: {drawing.named(cage.cells)}" for cage in cages if len(cage.cells) > 1]


def _clones(
    drawing: Drawing, cages: Sequence[DrawnCage], words: RuleWords
) -> Iterator[list[Offer]]:
    """The offer that cages with the same letter are clones; their cells are in reading order."""
    groups: dict[str, list[DrawnCage]] = {}
    for cage in cages:
        if _LETTERS.fullmatch(cage.text):
            groups.setdefault(cage.text, []).append(cage)
    about = words.about("clone")
    is_paired = all(
        len(each) > 1 and len({_shape(drawing, cage) for cage in each}) == 1
        for each in groups.values()
    )
    if groups and about and is_paired:
        lines = (
            "clone: " + " = ".join(drawing.named(sorted(cage.cells)) for cage in each)
            for each in groups.values()
        )
        every = [cage for each in groups.values() for cage in each]
        yield [Offer("clone", len(every), tuple(lines), _parts(every), about)]


def _shape(drawing: Drawing, cage: DrawnCage) -> tuple[tuple[int, int], ...]:
    """The places of the cells of a cage, from its first row and column."""
    places = sorted(map(drawing.board.row_column, cage.cells))
    top, left = (min(each) for each in zip(*places, strict=True))
    return tuple((r - top, c - left) for r, c in places)


def _calculations(drawing: Drawing, cages: Sequence[DrawnCage], words: RuleWords) -> Offer | None:
    """The cages with a number and a sign, such as ``24×``."""
    found = [(cage, result) for cage in cages if (result := calculation_of(cage.text))]
    lines = (f"{rule} {number}: {drawing.named(cage.cells)}" for cage, (rule, number) in found)
    parts = frozenset(cage.number for cage, _ in found)
    about = words.about("calculation")
    return Offer("calculation", len(found), tuple(lines), parts, about) if found else None


def _bounds(drawing: Drawing, cages: Sequence[DrawnCage], words: RuleWords) -> Offer:
    """Killer cages with a sum or a bound; ``?`` and ``??`` are numbers of one or two digits."""
    lines = []
    for cage in cages:
        names = drawing.named(cage.cells)
        lines += [f"region: {names}"] if len(cage.cells) > 1 else []
        lines += [f"sum {each}: {names}" for each in _bounds_of(cage.text)]
    parts = frozenset(cage.number for cage in cages)
    return Offer("bounded cage", len(cages), tuple(lines), parts, words.about("bounded cage"))


def _bounds_of(text: str) -> list[str]:
    """The relations and totals that a text such as ``<12``, ``>??`` or ``7`` means."""
    match = _BOUND.fullmatch(text)
    if match is None:
        return []
    sign, number = match["sign"], match["number"]
    least, most = {"?": (1, 9), "??": (10, 99)}.get(number) or (int(number), int(number))
    if sign in ("<", "≤", "<="):
        return [f"<= {most - (sign == '<')}"]
    if sign in (">", "≥", ">="):
        return [f">= {least + (sign == '>')}"]
    return [f">= {least}", f"<= {most}"]


def _equal_cages(
    drawing: Drawing, cages: Sequence[DrawnCage], words: RuleWords, about: frozenset[int]
) -> Offer:
    """Cages whose digits have the same sum, and differ if a sentence says so."""
    lines = equal_sums(*(drawing.named(cage.cells) for cage in cages))
    about |= words.about("different cage")
    lines += _different(drawing, cages, words, about)
    return Offer("equal cage", len(cages), tuple(lines), _parts(cages), about)


def _with_equal_cages(
    drawing: Drawing, numbered: Sequence[DrawnCage], blank: Sequence[DrawnCage], words: RuleWords
) -> Offer:
    """Killer cages with a number, and those without one, which have the same sum."""
    both = [*numbered, *blank]
    cages = _cages(drawing, both, "killer", "cage", words.about("killer"))
    equal = words.about("equal cage")
    lines = (*cages.lines, *equal_sums(*(drawing.named(cage.cells) for cage in blank)))
    return Offer("cage and equal cage", len(both), lines, cages.parts, cages.sentences | equal)


def _cages(
    drawing: Drawing, cages: Sequence[DrawnCage], rule: str, noun: str, about: frozenset[int]
) -> Offer:
    lines = tuple(f"{rule} {cage.text}: {drawing.named(cage.cells)}" for cage in cages)
    parts = frozenset(cage.number for cage in cages)
    return Offer(noun, len(cages), lines, parts, about)
