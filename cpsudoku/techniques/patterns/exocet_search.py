"""The search for exocets, junior ones and others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits, digits_of, once
from cpsudoku.techniques.patterns.exocet_pattern import Base, Exocet

Lines = list[int]  # for each of nine cross-lines the lines that can hold a digit in it, as bits
Places = tuple[int, int, int]  # the same for the cross-lines of an exocet


def bases(board: Board) -> tuple[Base, ...]:
    """Every base of a board with nine boxes of nine cells; none on other boards."""
    if board.size != 9 or board.box_shape != (3, 3):
        return ()
    return once(board.tables, "bases of exocets", lambda: tuple(_bases()))


def _bases() -> Iterator[Base]:
    for by_row in (True, False):
        for line in range(9):
            start = line // 3 * 3
            one, two = (each for each in range(start, start + 3) if each != line)
            for stack in range(3):
                three = range(stack * 3, stack * 3 + 3)
                others = [tuple(range(s * 3, s * 3 + 3)) for s in range(3) if s != stack]
                for first in three:
                    left, right = (
                        line * 9 + each if by_row else each * 9 + line
                        for each in three
                        if each != first
                    )
                    stacks = (others[0], others[1])
                    yield Base(by_row, line, (one, two), (left, right), first, stacks)


def possible_lines(candidates: Candidates) -> tuple[list[Lines], list[Lines]]:
    """For each digit and column the rows that have or can have it; the same for rows."""
    return once(candidates.memo, "lines of exocets", lambda: _possible_lines(candidates))


def _possible_lines(candidates: Candidates) -> tuple[list[Lines], list[Lines]]:
    columns, rows = ([[0] * 9 for _ in range(10)] for _ in range(2))
    for cell, (digit, marks) in enumerate(zip(candidates.cells, candidates.marks, strict=True)):
        row, column = divmod(cell, 9)
        for each in (digit,) if digit else digits_of(marks):
            columns[each][column] |= 1 << row
            rows[each][row] |= 1 << column
    return columns, rows


def usable_bases(candidates: Candidates, most: int) -> Iterator[tuple[Base, int]]:
    """The bases with two empty cells and at most so many digits, and these digits."""
    marks = candidates.marks
    for base in bases(candidates.board):
        left, right = (marks[cell] for cell in base.cells)
        if left and right and 1 < (left | right).bit_count() <= most:
            yield base, left | right


def three_lines(one: int, two: int, three: int) -> bool:
    """Whether three cross-lines can have a digit in three different lines.

    If not, all their places are in two lines, by König's theorem.
    """
    return (
        bool(one and two and three)
        and (one | two | three).bit_count() > 2
        and (one | two).bit_count() > 1
        and (one | three).bit_count() > 1
        and (two | three).bit_count() > 1
    )


def junior_exocets(candidates: Candidates) -> Iterator[Exocet]:
    """Those with a target in each of both other boxes of the chute.

    The cell beside a target, its companion, can't hold a digit of the base.
    """
    by_row = possible_lines(candidates)
    for base, digits in usable_bases(candidates, 5):
        lines = by_row[0 if base.by_row else 1]
        numbers, outside = digits_of(digits), ~base.band
        firsts = [lines[digit][base.first] & outside for digit in numbers]
        options = [_targets(candidates, base, stack, digits, lines) for stack in base.stacks]
        for one in options[0]:
            for two in options[1]:
                rows = tuple(
                    (first, lines[digit][one[1]] & outside, lines[digit][two[1]] & outside)
                    for digit, first in zip(numbers, firsts, strict=True)
                )
                if not any(three_lines(*each) for each in rows):
                    named = tuple(zip(numbers, rows, strict=True))
                    across = (base.first, one[1], two[1])
                    yield Exocet(base, digits, across, (one, two), named, True)


def _targets(
    candidates: Candidates, base: Base, stack: tuple[int, ...], digits: int, lines: list[Lines]
) -> list[tuple[int, int]]:
    """The cells of a box that can be a target, as lines and cross-lines."""
    one, two = base.others
    return [
        (line, across)
        for across in stack
        for line, beside in ((one, two), (two, one))
        if candidates.marks[base.cell(line, across)] & digits
        and not any(lines[digit][across] >> beside & 1 for digit in digits_of(digits))
    ]


def senior_exocets(candidates: Candidates) -> Iterator[Exocet]:
    """Those with targets anywhere in the cross-lines, except junior exocets."""
    by_row = possible_lines(candidates)
    for base, digits in usable_bases(candidates, 4):
        lines = by_row[0 if base.by_row else 1]
        numbers, seen = digits_of(digits), 1 << base.line
        firsts = [lines[digit][base.first] & ~base.band for digit in numbers]
        for one, two in product(*base.stacks):
            pairs: tuple[int, ...] = (0,)
            for digit, first in zip(numbers, firsts, strict=True):
                left = without_three(first, lines[digit][one] & ~seen, lines[digit][two] & ~seen)
                pairs = left if pairs == (0,) else _together(pairs, left)
                if not pairs:
                    break
            for pair in pairs:
                if pair.bit_count() == 2:
                    exocet = _senior(candidates, base, digits, (base.first, one, two), pair)
                    if exocet is not None:
                        yield exocet


@lru_cache(maxsize=1 << 16)
def without_three(one: int, two: int, three: int) -> tuple[int, ...]:
    """The sets of at most two cells without which all places are in two lines.

    Bit 9 * i + j of a set is line j in the cross-line i. They are what two lines leave.
    """
    a, b, c = one.bit_count(), two.bit_count(), three.bit_count()
    total, several = a + b + c, (one & two) | (one & three) | (two & three)
    most = 2 * (3 if one & two & three else 2 if several else 1)
    if total - most > 2 and min(a, b, c) > 2 and total - max(a, b, c) > 4:
        return ()
    places = one | two << 9 | three << 18
    left = {each for rest in _UNCOVERED if (each := places & rest).bit_count() <= 2}
    return (0,) if 0 in left else tuple(sorted(left))


def _uncovered() -> Iterator[int]:
    """What every two lines of three cross-lines and nine lines leave."""
    every = [511 << 9 * across for across in range(3)]
    every += [(1 | 1 << 9 | 1 << 18) << line for line in range(9)]
    for one, two in combinations(every, 2):
        yield (1 << 27) - 1 & ~(one | two)


_UNCOVERED = tuple(_uncovered())


def _together(pairs: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    """The unions of at most two cells, one set of each list."""
    if others == (0,):
        return pairs
    found = {one | two for one in pairs for two in others}
    return tuple(sorted(each for each in found if each.bit_count() <= 2))


def _senior(
    candidates: Candidates, base: Base, digits: int, across: Places, pair: int
) -> Exocet | None:
    """The exocet with these targets; None if one is filled, or if it is a junior exocet."""
    places = [divmod(bit, 9) for bit in bits(pair)]
    one, two = ((line, across[at]) for at, line in places)
    if not (candidates.marks[base.cell(*one)] and candidates.marks[base.cell(*two)]):
        return None
    lines = possible_lines(candidates)[0 if base.by_row else 1]
    seen = (base.band, 1 << base.line, 1 << base.line)
    rows = []
    for digit in digits_of(digits):
        left = [lines[digit][number] & ~out for number, out in zip(across, seen, strict=True)]
        for at, line in places:
            left[at] &= ~(1 << line)
        rows.append((digit, (left[0], left[1], left[2])))
    inside = all(base.band >> line & 1 for line, _ in (one, two))
    beside = any((second | third) & base.band for _, (_, second, third) in rows)
    if inside and one[1] != two[1] and not beside:
        return None
    return Exocet(base, digits, across, (one, two), tuple(rows), False)
