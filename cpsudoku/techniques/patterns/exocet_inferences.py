"""What follows from an exocet: the two digits of the base are those of the targets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of
from cpsudoku.techniques.patterns.exocet_pattern import Exocet


class Why(Enum):
    """The reason for an elimination."""

    OTHER_DIGITS = "targets hold digits of the base only"
    NO_SECOND_PLACE = "both other cross-lines would need a digit in the same line"
    MIRROR = "the mirror cells can't hold the digit"
    NOT_IN_TARGETS = "no target can hold the digit"
    NO_PARTNER = "no second digit goes with it"
    MIRROR_CELL = "only one mirror cell is left for the digit of the target"
    MIRROR_LOCKED = "the mirror cells hold the digit of the target and another known digit"
    SEES_BASE = "the digit is in the base"
    SEES_TARGETS = "the digit is in a target"
    COVERED = "both lines have their digit in the cross-lines"


@dataclass(frozen=True)
class ExocetInference:
    """Eliminations with one reason.

    ``digit`` and ``cell`` are those that the reason is about, 0 and -1 if it is about none.
    ``others`` are the cells or houses that the reason names.
    """

    why: Why
    gone: tuple[Candidate, ...]
    digit: int = 0
    cell: int = -1
    others: tuple[int, ...] = field(default=())


def inferences(exocet: Exocet, candidates: Candidates) -> Iterator[ExocetInference]:
    """Everything that follows and removes a candidate, the simplest reasons first."""
    for found in _all(exocet, candidates):
        if found.gone:
            yield found


def _all(exocet: Exocet, candidates: Candidates) -> Iterator[ExocetInference]:
    targets = exocet.target_cells
    both = 1 << targets[0] | 1 << targets[1]
    yield ExocetInference(Why.OTHER_DIGITS, candidates.among(both, ~exocet.digits))
    yield from _impossible_in_target(exocet, candidates)
    in_targets = candidates.marks[targets[0]] | candidates.marks[targets[1]]
    for digit in digits_of(exocet.digits & ~in_targets):
        gone = _those(candidates, exocet.base.cells, digit)
        yield ExocetInference(Why.NOT_IN_TARGETS, gone, digit)
    yield from _without_partner(exocet, candidates)
    if exocet.is_junior:
        yield from _mirror_cells(exocet, candidates)
    for digit in known_digits(exocet, candidates):
        yield from _of_known(exocet, candidates, digit)


def _those(candidates: Candidates, cells: tuple[int, ...], digit: int) -> tuple[Candidate, ...]:
    return tuple((cell, digit) for cell in cells if candidates.has(cell, digit))


def _impossible_in_target(exocet: Exocet, candidates: Candidates) -> Iterator[ExocetInference]:
    """Digits of the base that one target can't hold."""
    for number, target in enumerate(exocet.target_cells):
        for digit in digits_of(candidates.marks[target] & exocet.digits):
            gone = ((target, digit),)
            if not exocet.fits_in(digit, number):
                yield ExocetInference(Why.NO_SECOND_PLACE, gone, digit, target)
            elif exocet.is_junior and not _is_mirrored(exocet, candidates, number, digit):
                yield ExocetInference(Why.MIRROR, gone, digit, target, exocet.mirror(number))


def _is_mirrored(exocet: Exocet, candidates: Candidates, target: int, digit: int) -> bool:
    """Whether a mirror cell of a target has or can have a digit."""
    return any(_can_hold(candidates, cell, digit) for cell in exocet.mirror(target))


def _can_hold(candidates: Candidates, cell: int, digit: int) -> bool:
    return candidates.cells[cell] == digit or candidates.has(cell, digit)


def pairs(exocet: Exocet, candidates: Candidates) -> set[frozenset[int]]:
    """The pairs of digits that both the base and the targets can hold."""
    marks, digits = candidates.marks, exocet.digits
    held = [
        {
            frozenset((one, two))
            for one in digits_of(marks[cells[0]] & digits)
            for two in digits_of(marks[cells[1]] & digits)
            if one != two
        }
        for cells in (exocet.base.cells, exocet.target_cells)
    ]
    return held[0] & held[1]


def _without_partner(exocet: Exocet, candidates: Candidates) -> Iterator[ExocetInference]:
    """Digits of a cell of the base or a target that are in no common pair with the cell beside.

    Base and targets hold the same two digits.
    """
    common = pairs(exocet, candidates)
    for cells in (exocet.base.cells, exocet.target_cells):
        for cell, other in (cells, cells[::-1]):
            for digit in digits_of(candidates.marks[cell] & exocet.digits):
                partners = digits_of(candidates.marks[other] & exocet.digits)
                if not any(frozenset((digit, partner)) in common for partner in partners):
                    yield ExocetInference(Why.NO_PARTNER, ((cell, digit),), digit, cell, (other,))


def _mirror_cells(exocet: Exocet, candidates: Candidates) -> Iterator[ExocetInference]:
    """If only one mirror cell can hold the digit of a target, it holds the same digit.

    If a house has another digit only in the mirror cells, they hold that and the target's digit.
    """
    for number, target in enumerate(exocet.target_cells):
        digits = candidates.marks[target] & exocet.digits
        one, two = exocet.mirror(number)
        for cell, other in ((one, two), (two, one)):
            if not any(_can_hold(candidates, other, digit) for digit in digits_of(digits)):
                gone = candidates.among(1 << cell, ~digits)
                yield ExocetInference(Why.MIRROR_CELL, gone, 0, target, (cell, other))
        both = 1 << one | 1 << two
        for house in candidates.board.common_houses(both):
            for locked, places in enumerate(candidates.house_places[house], 1):
                if places and not places & ~both and not exocet.digits >> (locked - 1) & 1:
                    gone = candidates.among(both, ~(digits | 1 << (locked - 1)))
                    yield ExocetInference(
                        Why.MIRROR_LOCKED, gone, locked, target, (one, two, house)
                    )


def known_digits(exocet: Exocet, candidates: Candidates) -> tuple[int, ...]:
    """The digits that are in every common pair of base and targets."""
    common = pairs(exocet, candidates)
    return tuple(sorted(frozenset.intersection(*common))) if common else ()


def _of_known(exocet: Exocet, candidates: Candidates, digit: int) -> Iterator[ExocetInference]:
    """What a digit removes that is in the base and in a target."""
    board, places = candidates.board, candidates.places[digit - 1]
    for why, cells in ((Why.SEES_BASE, exocet.base.cells), (Why.SEES_TARGETS, exocet.target_cells)):
        seen = board.seen_by_all(sum(1 << cell for cell in cells)) & places
        yield ExocetInference(why, _those(candidates, tuple(bits(seen)), digit), digit, -1, cells)
    inside = exocet.places(digit)
    for houses in exocet.covers(digit):
        lines = 0
        for house in houses:
            lines |= board.house_cells[house]
        gone = _those(candidates, tuple(bits(lines & places & ~inside)), digit)
        yield ExocetInference(Why.COVERED, gone, digit, -1, houses)
