"""What a rule excludes, and how a person would say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.runtime.language import counted, translated
from cpsudoku.runtime.lists import listed, one_by_one, phrases

Value = int | None
Domains = Mapping[int, Sequence[int]]  # for each cell, its remaining values, ascending
LISTED = 4  # cells that a sentence names one by one
RANGE = 3  # values in a row that are written as a range
MOST_REASONS = 4  # reasons that a sentence gives for the values of different cells


@dataclass(frozen=True)
class Elimination:
    """A value that a rule excludes from a cell, and the reason in plain words.

    ``cells`` are the other cells from which this follows; by default all of the rule.
    """

    cell: int
    value: int
    reason: str
    cells: tuple[int, ...] = ()


def values_by_cell(excluded: Sequence[Elimination]) -> dict[int, set[int]]:
    """The excluded values of each cell, in the order of the cells."""
    gone: dict[int, set[int]] = {
        each.cell: set() for each in sorted(excluded, key=lambda each: each.cell)
    }
    for each in excluded:
        gone[each.cell].add(each.value)
    return gone


def sentence_with_reasons(said: str, reasons: Sequence[str]) -> str:
    """A sentence and its reasons: ``r1c1 is not 5: with 5 in r1c1, ...; ...``."""
    if not reasons:
        return said
    return translated("{sentence}: {reasons}", sentence=said, reasons=reasons_text(reasons))


def reasons_text(reasons: Sequence[str]) -> str:
    """The first reasons, which are enough to see how the others are found."""
    told = list(dict.fromkeys(reasons))
    if len(told) > MOST_REASONS:
        told[MOST_REASONS:] = [translated("the rest follows in the same way")]
    return one_by_one(told)


def limits_text(board: Board, domains: Domains, excluded: Sequence[Elimination]) -> str:
    """What is left for the cells: ``r1c1 and r1c2 are at most 5 and r1c4 is not 6``."""
    cells: dict[str, list[str]] = {}
    for cell, values in values_by_cell(excluded).items():
        limit = _limit(board, set(domains[cell]) - values, values)
        cells.setdefault(limit, []).append(board.cell_name(cell))
    parts = [
        counted(
            "{cells} is {limit}",
            "{cells} are {limit}",
            len(names),
            cells=listed(names),
            limit=limit,
        )
        for limit, names in cells.items()
    ]
    return phrases(parts)


def _limit(board: Board, left: set[int], gone: set[int]) -> str:
    """``5``, ``at most 5``, ``at least 3``, ``from 3 to 5``, ``6, 8 or 9``, ``not 6``."""
    if not left:
        return _not_text(board, sorted(gone))
    least, most = min(left), max(left)
    if len(left) > 1 and not any(least < value < most for value in gone):
        if min(gone) > most:
            return at_most_text(board.value_name(most))
        if max(gone) < least:
            return at_least_text(board.value_name(least))
        if most - least > 1:
            return _range_text(board.value_name(least), board.value_name(most))
    if len(left) <= max(2, min(len(gone), 4)):
        return listed(map(board.value_name, sorted(left)), "or")
    return _not_text(board, sorted(gone))


def at_most_text(number: str) -> str:
    """``at most 5``."""
    return translated("at most {number}", number=number)


def at_least_text(number: str) -> str:
    """``at least 3``."""
    return translated("at least {number}", number=number)


def _not_text(board: Board, values: Sequence[int]) -> str:
    return translated("not {values}", values=listed(map(board.value_name, values), "or"))


def _range_text(least: str, most: str) -> str:
    return translated("from {least} to {most}", least=least, most=most)


def digit_in_cell(board: Board, value: int, cell: int) -> str:
    """``5 in r1c1``."""
    name = board.value_name(value)
    return translated("{digits} in {cells}", digits=name, cells=board.cell_name(cell))


def values_text(board: Board, values: Sequence[int]) -> str:
    """``4``, ``4 or 7``, ``from 3 to 7``, ``4, 7 or 9``."""
    return numbers_text(values, board.value_name)


def numbers_text(numbers: Sequence[int], name: Callable[[int], str] = str) -> str:
    """Ascending numbers in the same words, such as sums, which no symbols represent."""
    if len(numbers) > RANGE and numbers[-1] - numbers[0] == len(numbers) - 1:
        return _range_text(name(numbers[0]), name(numbers[-1]))
    return listed(map(name, numbers), "or")


def counted_text(board: Board, value: int) -> str:
    """A value with which a sentence calculates: ``7``, or ``C (12)`` if the board writes C."""
    name = board.value_name(value)
    return name if name == str(value) else f"{name} ({value})"


def known_text(board: Board, values: Sequence[int]) -> str:
    """What is known about a cell: ``4 or 7``, ``from 3 to 7``, ``not 5``; empty if nothing is."""
    gone = [value for value in board.values if value not in values]
    if len(gone) < len(values) - RANGE and gone:
        return _not_text(board, gone)
    return values_text(board, values) if gone and values else ""


def place_text(board: Board, cells: Sequence[int]) -> str:
    """Where a rule is: ``in r1c1-r1c3`` on a line, ``in r1c1, r1c2 and r2c1``, or ``at r4c5``."""
    ordered = sorted(cells)
    names = [board.cell_name(cell) for cell in ordered]
    places = [board.row_column(cell) for cell in ordered]
    for line, along in ((0, 1), (1, 0)):
        first, last = places[0], places[-1]
        in_line = len({place[line] for place in places}) == 1
        if len(places) > 1 and in_line and last[along] - first[along] == len(places) - 1:
            return translated("in {first}-{last}", first=names[0], last=names[-1])
    if len(names) > LISTED:
        return translated("at {cell}", cell=names[0])
    return translated("in {cells}", cells=listed(names))
