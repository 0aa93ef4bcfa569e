"""What sentences say about groups of cells, such as cages, lines and coloured areas.

A section ``property ...`` of ``sayings.txt`` has the words about it, and its value: a rule for each
group, such as ``sum {n}: {cells}``, the sums that a group may have, such as ``total prime``, a
pattern for each digit {d}, such as ``digit [^{d}]*``, or what groups have together, such as
``together equal sums``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isqrt

from cpsudoku.core.board import Board
from cpsudoku.formats.links.drawn.offers import (
    any_of,
    different_pairs,
    different_sums,
    equal_sums,
    one_is_rest,
    one_of_sums,
)

Cells = Sequence[int]
_NEEDS_NUMBER = re.compile(r"\{n\}|^total .*\bn\b")
_TOTAL, _TOGETHER, _DIGIT, _LINE = "total ", "together ", "digit ", "line "
_ONE_IS_REST = "one is the rest"
_MOST_DIFFERENT = 25  # groups whose sums differ; each pair of them is a rule
_MOST_PAIRS = 40  # of cells whose digits differ
_MOST_CELLS = 12  # of a group whose total is one of many


def property_rules(
    value: str, board: Board, groups: Sequence[Cells], number: str
) -> list[str] | None:
    """The lines of rules for groups with a property, or None if they cannot have it.

    number: that of the sentences, or several, as ``7|8``.
    """
    names = [" ".join(map(board.cell_name, dict.fromkeys(cells))) for cells in groups]
    if _NEEDS_NUMBER.search(value) and not number:
        return None
    if value.startswith(_TOGETHER):
        return _JOINT[value.removeprefix(_TOGETHER)](names)
    if value.startswith((_DIGIT, _LINE)) and board.values[-1] > 9:
        return None  # patterns have one character for each digit
    if value.startswith(_DIGIT):
        return _of_digits(value.removeprefix(_DIGIT), board, names)
    lines = [_rule_of(value, board, each, number) for each in names]
    return None if None in lines else [line for line in lines if line is not None]


def _of_digits(pattern: str, board: Board, names: Sequence[str]) -> list[str]:
    """The lines of a pattern that each group matches for each digit."""
    digits = [pattern.replace("{d}", str(digit)) for digit in board.values]
    return [f"line {each}: {cells}" for cells in names for each in digits]


def mixed_rules(value: str, board: Board, groups: Sequence[Cells]) -> list[str] | None:
    """The lines that each group has a digit of each set: one with a name, or digits themselves."""
    sets = [_digits_of(kind, board) for kind in value.split()]
    if not all(sets) or board.values[-1] > 9:
        return None
    names = [" ".join(map(board.cell_name, cells)) for cells in groups]
    return [f"line .*[{each}].*: {cells}" for cells in names for each in sets]


def _digits_of(kind: str, board: Board) -> str:
    """The digits of a kind on a board. The one in the middle is neither low nor high."""
    if kind.isdecimal():
        return kind if set(map(int, kind)) <= set(board.values) else ""
    middle = board.values[0] + board.values[-1]
    allows: Callable[[int], bool] = {
        "odd": lambda digit: digit % 2 == 1,
        "even": lambda digit: digit % 2 == 0,
        "low": lambda digit: 2 * digit < middle,
        "high": lambda digit: 2 * digit > middle,
        "prime": _is_prime,
        "composite": lambda digit: digit > 1 and not _is_prime(digit),
    }[kind]
    return "".join(str(digit) for digit in board.values if allows(digit))


def _rule_of(value: str, board: Board, names: str, number: str) -> str | None:
    """The line for one group."""
    cells = names.split()
    if value == _ONE_IS_REST:
        return one_is_rest(cells, range(len(cells))) if len(cells) > 1 else None
    if value.startswith(_TOTAL):
        return _one_of(value.removeprefix(_TOTAL), board, cells, number)
    ends = {"low": board.values[0], "high": board.values[-1]}
    return any_of([value.format(cells=names, n=each, **ends) for each in number.split("|")])


def _one_of(kind: str, board: Board, cells: Sequence[str], number: str) -> str | None:
    """The line that a group has one of the sums of a kind."""
    count, numbers = len(cells), [int(each) for each in number.split("|") if each]
    if count > _MOST_CELLS:
        return None
    allows = _TOTALS[kind]
    possible = range(board.values[0] * count, board.values[-1] * count + 1)
    able = [total for total in possible if allows(total, count, numbers)]
    remainder = _REMAINDERS.get(kind, "")
    if able and remainder and len(numbers) < 2:
        return f"sums {remainder.format(n=number, size=count)}: {' '.join(cells)}"
    return one_of_sums(able, " ".join(cells)) if able else None


def _is_prime(total: int, *_: object) -> bool:
    return total > 1 and all(total % n for n in range(2, isqrt(total) + 1))


# The clue of a rule ``sums`` for a kind of sum; n: the number of the sentences.
_REMAINDERS = {
    "even": "0%2",
    "odd": "1%2",
    "multiple n": "0%{n}",
    "multiple of its size": "0%{size}",
}
# Whether a sum is of a kind; count: of the cells, numbers: those of the sentences.
_TOTALS: dict[str, Callable[[int, int, list[int]], bool]] = {
    "even": lambda total, count, numbers: total % 2 == 0,
    "odd": lambda total, count, numbers: total % 2 == 1,
    "prime": _is_prime,
    "square": lambda total, count, numbers: isqrt(total) ** 2 == total,
    "multiple n": lambda total, count, numbers: any(n and total % n == 0 for n in numbers),
    "multiple of its size": lambda total, count, numbers: total % count == 0,
    "n times its size": lambda total, count, numbers: any(total == n * count for n in numbers),
}


def _are_pairs(names: Sequence[str]) -> bool:
    return all(len(each.split()) == 2 for each in names)


# The lines of what groups have together, from the names of the cells of each.
_JOINT: dict[str, Callable[[Sequence[str]], list[str] | None]] = {
    "equal sums": lambda names: equal_sums(*names) or None,
    "different sums": lambda names: (
        different_sums(names) if 1 < len(names) <= _MOST_DIFFERENT else None
    ),
    "different pairs": lambda names: (
        different_pairs(names) if 1 < len(names) <= _MOST_PAIRS and _are_pairs(names) else None
    ),
}
